//! The string literals of a Rust file, and the doc comments that are help texts: help, messages, reasons.

use super::Paragraph;
use crate::lint::tokens;
use proc_macro2::{Delimiter, TokenTree};

/// Strings with fewer spaces than a phrase has are names and formats.
const FEW_SPACES: usize = 2;

/// The reports of the bench, in which "behind" is a verdict and sentences are those of tables.
const REPORTS: &str = "crates/carnelian-bench/src/report/";

/// Returns whether the strings of a file are read by users. Those of tests are data.
pub(super) fn are_read_in(path: &str) -> bool {
    let is_test = path.contains("/tests/") || path.ends_with("/tests.rs");
    path.starts_with("crates/") && path.contains("/src/") && !is_test && !path.starts_with(REPORTS)
}

/// Returns the strings of a file outside its test modules. An empty line in a string ends a paragraph.
pub(super) fn of(text: &str) -> Vec<Paragraph> {
    let mut paragraphs = Vec::new();
    collect(&tokens::of(text), &mut paragraphs);
    paragraphs
}

fn collect(run: &[TokenTree], paragraphs: &mut Vec<Paragraph>) {
    let mut start = 0;
    for (at, token) in run.iter().enumerate() {
        match token {
            TokenTree::Group(group) => {
                let inner: Vec<TokenTree> = group.stream().into_iter().collect();
                let is_comment = group.delimiter() == Delimiter::Bracket
                    && inner.first().is_some_and(|first| tokens::is_word(first, "doc"));
                let is_test = tokens::is_braced(token) && is_test_module(&run[start..at]);
                if !is_comment && !is_test {
                    collect(&inner, paragraphs);
                }
                if tokens::is_braced(token) && is_of_arguments(&run[start..at]) {
                    help(&inner, paragraphs);
                }
                if tokens::is_braced(token) {
                    start = at + 1;
                }
            }
            TokenTree::Literal(literal) => add(&literal.to_string(), tokens::line(token), paragraphs),
            TokenTree::Punct(end) if end.as_char() == ';' => start = at + 1,
            _ => {}
        }
    }
}

/// Returns whether these tokens before a group in braces make it a module of tests.
fn is_test_module(head: &[TokenTree]) -> bool {
    let is_cfg_test = |token: &TokenTree| {
        let TokenTree::Group(group) = token else { return false };
        let attribute = group.stream().to_string().replace(' ', "");
        group.delimiter() == Delimiter::Bracket && attribute.starts_with("cfg(") && attribute.contains("test")
    };
    head.iter().any(|token| tokens::is_word(token, "mod")) && head.iter().any(is_cfg_test)
}

/// The derived traits of types whose doc comments are help texts.
const ARGUMENTS: [&str; 4] = ["Args", "Parser", "Subcommand", "ValueEnum"];

/// Returns whether these tokens before a group in braces make it the fields of arguments, or of their values.
fn is_of_arguments(head: &[TokenTree]) -> bool {
    head.iter().any(|token| {
        let TokenTree::Group(group) = token else { return false };
        let attribute = group.stream().to_string();
        let mut words = attribute.split(|c: char| !c.is_alphanumeric());
        group.delimiter() == Delimiter::Bracket
            && attribute.starts_with("derive")
            && words.any(|word| ARGUMENTS.contains(&word))
    })
}

/// Adds the doc comments of fields.
fn help(fields: &[TokenTree], paragraphs: &mut Vec<Paragraph>) {
    for token in fields {
        let TokenTree::Group(group) = token else { continue };
        let inner: Vec<TokenTree> = group.stream().into_iter().collect();
        if let (Some(first), Some(TokenTree::Literal(literal))) = (inner.first(), inner.last())
            && tokens::is_word(first, "doc")
        {
            add(&literal.to_string(), tokens::line(token), paragraphs);
        }
    }
}

/// Adds a literal, as it is in the source, if it is a string with a phrase.
fn add(literal: &str, line: usize, paragraphs: &mut Vec<Paragraph>) {
    let is_string = literal.starts_with('"') || literal.starts_with("r\"") || literal.starts_with("r#");
    if !is_string || literal.matches(' ').count() < FEW_SPACES {
        return;
    }
    paragraphs.push(Paragraph::of_string());
    for (offset, text) in literal.lines().enumerate() {
        let words = without_syntax(text);
        if words.trim().is_empty() {
            paragraphs.push(Paragraph::of_string());
        } else if !is_example(text)
            && let Some(paragraph) = paragraphs.last_mut()
        {
            paragraph.add(line + offset, &words);
        }
    }
}

/// Returns whether a line of a help text is a command line, which may name a value `behind`.
fn is_example(text: &str) -> bool {
    text.starts_with("  ") && text.contains("carnelian ")
}

/// Returns a line of a string without escapes and without the names of inserted values.
fn without_syntax(text: &str) -> String {
    let mut words = String::new();
    let mut characters = text.chars();
    while let Some(c) = characters.next() {
        match c {
            '\\' => {
                words.push(' ');
                characters.next();
            }
            '{' => {
                words.push('x');
                characters.by_ref().find(|c| *c == '}');
            }
            c => words.push(c),
        }
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        let joined = |paragraph: Paragraph| {
            let words = paragraph.words.iter().map(|(word, line)| format!("{line}:{word}"));
            words.collect::<Vec<_>>().join(" ")
        };
        of(text).into_iter().map(joined).filter(|words| !words.is_empty()).collect()
    }

    #[test]
    fn strings_of_code_are_read_and_others_not() {
        assert_eq!(words("fn f() {\n    g(\"one two three\");\n}"), ["2:\" 2:one 2:two 2:three 2:\""]);
        assert_eq!(words("const A: &str = \"\\\na b c\n\nd \\\"e\\\" {f:?} g\";").len(), 2);
        assert_eq!(words("#[arg(help = \"one two three\")]\nstruct A;").len(), 1);
        let help = "/// one two three\n#[derive(Args)]\nstruct A {\n    /// four five six\n    a: u8,\n}";
        assert_eq!(words(help), ["4:\" 4:four 4:five 4:six 4:\""]);
        for other in [
            "/// one two three\nfn f() {} // one \"two three four\"",
            "#[cfg(test)]\nmod tests {\n    const A: &str = \"one two three\";\n}",
            "#[cfg(all(test, unix))]\nmod tests {\n    fn f() { g(\"one two three\") }\n}",
            "const A: &[u8] = b\"one two three\"; const B: &str = \"one two\"; const C: char = ' ';",
        ] {
            assert!(words(other).is_empty(), "{other}");
        }
        let after = "#[cfg(test)]\nmod tests;\nmod a { const A: &str = \"one two three\"; }";
        assert_eq!(words(after).len(), 1);
    }

    #[test]
    fn inserted_values_and_escapes_are_no_words() {
        assert_eq!(without_syntax("a {behind} b\\n{0:>4}c\\"), "a x b xc ");
    }

    #[test]
    fn examples_in_help_may_contain_any_word() {
        assert!(
            words("const A: &str = \"Examples:\n  carnelian report --view behind x\";")[0].ends_with("1:examples 1::")
        );
    }

    #[test]
    fn tests_are_not_read() {
        assert!(are_read_in("crates/carnelian-cli/src/command/sign.rs"));
        for path in ["crates/carnelian-cli/tests/command/sign.rs", "crates/a/src/b/tests.rs", "fuzz/src/a.rs", REPORTS]
        {
            assert!(!are_read_in(path), "{path}");
        }
    }
}
