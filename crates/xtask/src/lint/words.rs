//! Rules on the words of comments, strings and documents: plain technical English.
//!
//! Checked are the comments of Rust files, their strings outside tests, and the Markdown files at the root and in
//! `docs/`. Exempt are text in backticks and in code blocks, and the sections "Changed" of the change log, which quote
//! what was renamed.

mod strings;

use crate::finding::Finding;
use crate::workspace::Sources;

/// Phrases, as lower-case words and punctuation, and the plain term. `*` after a word stands for any ending.
const PHRASES: &[(&[&str], &str)] = &[
    (&["exclusive", "or"], "XOR"),
    (&["exclusive-or"], "XOR"),
    (&["key", "stream*"], "keystream"),
    (&["neutral", "element*"], "identity element"),
    (&["encryption", "that", "authenticates"], "authenticated encryption"),
    (&["whoever"], "the name of the party"),
    (&["nobody"], "the name of the party"),
    (&["anybody"], "the name of the party"),
    (&["somebody"], "the name of the party"),
    (&[",", "of", "which"], "a sentence of its own"),
    (&["take", "in"], "absorb, read or update"),
    (&["takes", "in"], "absorb, read or update"),
    (&["taking", "in"], "absorb, read or update"),
    (&["taken", "in"], "absorb, read or update"),
    (&["took", "in"], "absorb, read or update"),
    (&["told", "apart", "by"], "distinguished by"),
    (&["what", "there", "is", "not"], "what is missing"),
    (&["all", "the", "same"], "anyway, nevertheless or also"),
    (&["found", "out"], "detected or determined"),
];

/// Phrases that strings must not contain: in a message, which has no context, they are misread.
const PHRASES_OF_STRINGS: &[(&[&str], &str)] = &[
    (&["gives"], "returns, results in or has"),
    (&["gave"], "returned"),
    (&["alone"], "only"),
    (&["behind"], "after"),
];

/// Words with which a doc comment does not start: it starts with a verb or a noun phrase. "Whether" is right for a
/// field or a constant, which has such a value, but not for a function, which returns it.
const STARTS: &[&str] = &["what", "that", "who", "whose"];
const STARTS_OF_FUNCTIONS: &[&str] = &["whether"];

/// Words after `take in` with which it is no phrase: `taken in the meantime`, `takes in a round`.
const AFTER_TAKE_IN: &[&[&str]] = &[&["the", "meantime"], &["a", "round"]];

/// The number of words after "so many" in which a "that" or an "as" makes it a comparison.
const COMPARISON: usize = 8;

/// Checks every comment, string and document.
pub(super) fn check(sources: &Sources) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (path, text) in sources {
        let paragraphs = if path.ends_with(".rs") {
            let mut paragraphs = comments(text);
            if strings::are_read_in(path) {
                paragraphs.extend(strings::of(text));
            }
            paragraphs
        } else if is_document(path) {
            document(text, path == "CHANGELOG.md")
        } else {
            continue;
        };
        findings.extend(paragraphs.iter().flat_map(|paragraph| check_paragraph(path, paragraph)));
    }
    findings
}

/// Returns whether the file is a document for readers, written by hand.
pub(super) fn is_document(path: &str) -> bool {
    path.ends_with(".md") && (!path.contains('/') || path.starts_with("docs/")) && path != "BENCHMARKS.md"
}

/// Consecutive lines of one comment, string or document.
struct Paragraph {
    /// The words in lower case, each with its line.
    words: Vec<(String, usize)>,
    /// The words that its first one must not be.
    forbidden: &'static [&'static [&'static str]],
    is_string: bool,
}

impl Paragraph {
    fn new(forbidden: &'static [&'static [&'static str]]) -> Self {
        Self { words: Vec::new(), forbidden, is_string: false }
    }

    fn of_string() -> Self {
        Self { words: Vec::new(), forbidden: &[], is_string: true }
    }

    /// Adds a line without what is in backticks. A word is letters, digits, apostrophes and hyphens; other characters
    /// separate words, and those that end a part of a sentence are words, so that no phrase goes across them.
    fn add(&mut self, line: usize, text: &str) {
        for (at, part) in text.split('`').enumerate() {
            if at % 2 == 1 {
                self.words.push(("`".to_owned(), line));
                continue;
            }
            let separated: String = part
                .chars()
                .flat_map(|c| match c {
                    '.' | ',' | ';' | ':' | '(' | ')' | '"' => vec![' ', c, ' '],
                    c if c.is_alphanumeric() || matches!(c, '\'' | '-') => vec![c.to_ascii_lowercase()],
                    _ => vec![' '],
                })
                .collect();
            self.words.extend(separated.split_whitespace().map(|word| (word.to_owned(), line)));
        }
    }
}

/// Returns the comments of a Rust file, those at the ends of lines too. An empty line of a comment ends a paragraph.
fn comments(text: &str) -> Vec<Paragraph> {
    let mut paragraphs: Vec<Paragraph> = Vec::new();
    let (mut previous, mut in_example) = ("", false);
    let lines: Vec<&str> = text.lines().collect();
    for (at, line) in lines.iter().copied().enumerate() {
        let Some((marker, words)) = comment(line) else {
            (previous, in_example) = ("", false);
            continue;
        };
        if words.trim_start().starts_with("```") {
            in_example = !in_example;
            previous = marker;
            continue;
        }
        let is_first = previous != marker || !line.trim_start().starts_with("//");
        if is_first || words.trim().is_empty() {
            paragraphs.push(Paragraph::new(match is_first && marker != "//" {
                false => &[],
                true if documents_function(&lines[at..]) => &[STARTS, STARTS_OF_FUNCTIONS],
                true => &[STARTS],
            }));
        }
        previous = marker;
        if !in_example && let Some(paragraph) = paragraphs.last_mut() {
            paragraph.add(at + 1, words);
        }
    }
    paragraphs
}

/// Returns whether the item after a comment and its attributes is a function.
fn documents_function(lines: &[&str]) -> bool {
    let is_before = |line: &str| line.trim_start().starts_with("//") || line.trim_start().starts_with('#');
    let item = lines.iter().find(|line| !is_before(line));
    item.is_some_and(|item| item.split('(').next().unwrap_or_default().split(' ').any(|word| word == "fn"))
}

/// Splits a line into the marker of its comment and the text after it.
fn comment(line: &str) -> Option<(&'static str, &str)> {
    let start = line.trim_start();
    for marker in ["///", "//!", "//"] {
        if let Some(words) = start.strip_prefix(marker) {
            return Some((marker, words));
        }
    }
    let (code, words) = line.split_once(" // ")?;
    code.matches('"').count().is_multiple_of(2).then_some(("//", words))
}

/// Returns the paragraphs of a Markdown file, without code blocks.
fn document(text: &str, is_change_log: bool) -> Vec<Paragraph> {
    let mut paragraphs = vec![Paragraph::new(&[])];
    let (mut in_code, mut is_exempt) = (false, false);
    for (at, line) in text.lines().enumerate() {
        if line.trim_start().starts_with("```") {
            in_code = !in_code;
        } else if in_code {
            continue;
        } else if line.trim().is_empty() {
            paragraphs.push(Paragraph::new(&[]));
        } else {
            if line.starts_with('#') {
                is_exempt = is_change_log && line.trim_start_matches('#').trim() == "Changed";
            }
            if !is_exempt && let Some(paragraph) = paragraphs.last_mut() {
                paragraph.add(at + 1, line);
            }
        }
    }
    paragraphs
}

fn check_paragraph(path: &str, paragraph: &Paragraph) -> Vec<Finding> {
    let mut findings = Vec::new();
    let words = &paragraph.words;
    if let Some((first, line)) = words.first()
        && paragraph.forbidden.iter().any(|words| words.contains(&first.as_str()))
    {
        let message = format!("a doc comment starts with a verb or a noun phrase, not with \"{first}\"");
        findings.push(Finding::new(path, *line, message));
    }
    for (at, (_, line)) in words.iter().enumerate() {
        let after = &words[at..];
        let is_phrase = |phrase: &[&str]| {
            let is_other = |rest: &&[&str]| begins(&after[phrase.len()..], rest);
            begins(after, phrase) && !(phrase.last() == Some(&"in") && AFTER_TAKE_IN.iter().any(is_other))
        };
        let of_strings = if paragraph.is_string { PHRASES_OF_STRINGS } else { &[] };
        for (phrase, plain) in PHRASES.iter().chain(of_strings).filter(|(phrase, _)| is_phrase(phrase)) {
            findings.push(Finding::new(path, *line, format!("\"{}\": {plain}", phrase.join(" "))));
        }
        let is_amount = begins(after, &["so", "many"]) || begins(after, &["so", "few"]);
        let compares = |(word, _): &(String, usize)| word == "that" || word == "as";
        if is_amount && !after.iter().take(COMPARISON).any(compares) {
            findings.push(Finding::new(path, *line, "\"so many\" or \"so few\" without \"that\": say how many"));
        }
    }
    findings
}

fn begins(words: &[(String, usize)], phrase: &[&str]) -> bool {
    let is = |(word, _): &(String, usize), wanted: &&str| match wanted.strip_suffix('*') {
        Some(stem) => word.starts_with(stem),
        None => word == wanted,
    };
    words.len() >= phrase.len() && words.iter().zip(phrase).all(|(word, wanted)| is(word, wanted))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the lines of the findings in a file.
    fn found(path: &str, text: &str) -> Vec<usize> {
        let sources = Sources::from([(path.to_owned(), text.to_owned())]);
        check(&sources).into_iter().map(|finding| finding.line).collect()
    }

    #[test]
    fn phrases_are_found() {
        for (phrase, _) in PHRASES {
            let phrase = phrase.join(" ").replace('*', "s");
            let phrase = phrase.replace(", ", "blocks, ");
            let (first, rest) = phrase.split_once(' ').unwrap_or((&phrase, ""));
            assert_eq!(found("a.rs", &format!("// The {phrase} here.\n")), [1], "{phrase}");
            assert_eq!(found("a.rs", &format!("/// The {first}\n/// {rest} here.\n")), [1], "{phrase}");
            assert_eq!(found("a.rs", &format!("fn f() {{}} // The {phrase}.\n")), [1], "{phrase}");
            assert_eq!(found("README.md", &format!("# A\n\nThe {phrase}.\n")), [3], "{phrase}");
            assert!(found("a.rs", &format!("// The `{phrase}` here.\nlet s = \"{phrase}\";\n")).is_empty(), "{phrase}");
            assert!(found("a.rs", &format!("/// ```\n/// // {phrase}\n/// ```\n")).is_empty(), "{phrase}");
            assert!(found("docs/a.md", &format!("```\n{phrase}\n```\n")).is_empty(), "{phrase}");
        }
        assert!(
            found("a.rs", "// A key. Streams of bytes, and the list of those, which is taken. In it is more, each of which is one.\n")
                .is_empty()
        );
        assert!(found("crates/a/golden.md", "nobody\n").is_empty());
    }

    #[test]
    fn strings_are_plain_english_too() {
        let at = |path: &str, words: &str| found(path, &format!("fn f() {{\n    g(\"this {words} that\")\n}}\n"));
        let command = "crates/carnelian-cli/src/command/sign.rs";
        for (phrase, _) in PHRASES.iter().chain(PHRASES_OF_STRINGS) {
            let phrase = phrase.join(" ").replace('*', "s");
            assert_eq!(at(command, &phrase), [2], "{phrase}");
            assert!(at("crates/carnelian-cli/tests/command/sign.rs", &phrase).is_empty(), "{phrase}");
        }
        for (phrase, _) in PHRASES_OF_STRINGS {
            let phrase = phrase.join(" ");
            assert!(found(command, &format!("// This {phrase} that.\n")).is_empty(), "{phrase}");
        }
        assert!(at("crates/carnelian-bench/src/report/mod.rs", "behind").is_empty());
    }

    #[test]
    fn amounts_are_compared() {
        assert_eq!(found("a.rs", "// There are so many blocks here.\n"), [1]);
        assert_eq!(found("a.rs", "// With so few blocks, nothing is gained.\n"), [1]);
        assert!(found("a.rs", "// There are so many blocks that two passes pay.\n").is_empty());
        assert!(found("a.rs", "// Half so many blocks as before.\n").is_empty());
    }

    #[test]
    fn doc_comments_start_with_a_verb_or_a_noun() {
        for start in STARTS.iter().chain(STARTS_OF_FUNCTIONS) {
            let start = format!("{}{}", start[..1].to_uppercase(), &start[1..]);
            let text = format!("fn f() {{}}\n/// {start} it is.\n#[inline]\npub fn g() {{}}\n");
            assert_eq!(found("a.rs", &text), [2], "{text}");
            let later = format!("/// Returns it.\n/// {start} it is.\n///\n/// {start} it is.\nfn f() {{}}\n");
            assert!(found("a.rs", &later).is_empty(), "{start}");
            assert!(found("a.rs", &format!("// {start} it is.\n")).is_empty(), "{start}");
        }
        assert!(found("a.rs", "struct A {\n    /// Whether it is.\n    is: bool,\n}\nfn f() {}\n").is_empty());
        assert_eq!(found("a.rs", "struct A {\n    /// What it is.\n    is: bool,\n}\n"), [2]);
        assert_eq!(found("a.rs", "//! What it is.\n"), [1]);
    }

    #[test]
    fn other_meanings_of_taking_in_pass() {
        assert_eq!(found("a.rs", "/// Takes in the message.\n"), [1]);
        assert!(found("a.rs", "// A name taken in the meantime, and the words that G takes in a round.\n").is_empty());
    }

    #[test]
    fn the_change_log_may_quote() {
        let text = "### Changed\n\n- Nobody.\n\n### Added\n\n- Nobody.\n";
        assert_eq!(found("CHANGELOG.md", text), [7]);
        assert_eq!(found("README.md", text), [3, 7]);
    }
}
