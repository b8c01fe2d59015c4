//! Checksum lists in the formats that GNU coreutils' `sha512sum` and similar tools write and read.
//!
//! A line is one of
//! ```text
//! 3f79…  name            GNU; `*` in place of the second space marks a file read as binary, which changes nothing
//! SHA512 (name) = 3f79…  BSD; OpenSSL leaves out the first and second space
//! 3f79… name             old BSD: one space; a list must not mix it with the first form
//! ```
//! Where an algorithm has digests of several lengths, as BLAKE2 does, the number of digits in an untagged line
//! determines the length, and a tag contains the number of bits unless the length is the default: `BLAKE2b-256 (name) =
//! 3f79…`. After a tag of SHAKE without a number, the number of digits determines it too, since OpenSSL writes no bits.
//!
//! A byte order mark before a line is ignored: editors write one at the start of a text, and joined lists have one
//! where the second begins.
//!
//! In a name, newline, carriage return and backslash are written as `\n`, `\r` and `\\`, and such a line starts with a
//! backslash.

use crate::hex;
use std::ops::RangeInclusive;

/// The byte order mark of UTF-8.
const MARK: &[u8] = b"\xef\xbb\xbf";

/// The layout of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    /// `3f79…  name`, or `3f79… *name` if `binary` is set.
    Gnu {
        /// Writes the mark of a file that was read as binary.
        binary: bool,
    },
    /// `SHA512 (name) = 3f79…`
    Tagged,
}

/// The terminator of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// A newline; names are escaped.
    Newline,
    /// A NUL. No name contains one, so names are written unescaped.
    Nul,
}

/// Returns one line of a list: the file `name` has this `digest` by the algorithm with the tag `tag`.
#[must_use]
pub fn line(layout: Layout, end: End, tag: &str, name: &[u8], digest: &[u8]) -> Vec<u8> {
    let escaped = if end == End::Newline { escape(name) } else { None };
    let mut line = Vec::new();
    if escaped.is_some() {
        line.push(b'\\');
    }
    let name = escaped.as_deref().unwrap_or(name);
    let hex = hex::encode(digest);
    match layout {
        Layout::Gnu { binary } => {
            line.extend_from_slice(hex.as_bytes());
            line.extend_from_slice(if binary { b" *" } else { b"  " });
            line.extend_from_slice(name);
        }
        Layout::Tagged => {
            line.extend_from_slice(tag.as_bytes());
            line.extend_from_slice(b" (");
            line.extend_from_slice(name);
            line.extend_from_slice(b") = ");
            line.extend_from_slice(hex.as_bytes());
        }
    }
    line.push(if end == End::Newline { b'\n' } else { 0 });
    line
}

/// Returns the escaped form of `name` if that differs from `name` itself.
#[must_use]
pub fn escape(name: &[u8]) -> Option<Vec<u8>> {
    if !name.iter().any(|byte| matches!(byte, b'\n' | b'\r' | b'\\')) {
        return None;
    }
    let mut escaped = Vec::with_capacity(name.len() + 1);
    for &byte in name {
        match byte {
            b'\n' => escaped.extend_from_slice(b"\\n"),
            b'\r' => escaped.extend_from_slice(b"\\r"),
            b'\\' => escaped.extend_from_slice(b"\\\\"),
            _ => escaped.push(byte),
        }
    }
    Some(escaped)
}

/// Reverses [`escape`]. Returns `None` if a backslash precedes anything other than `n`, `r` or a backslash.
fn unescape(escaped: &[u8]) -> Option<Vec<u8>> {
    let mut name = Vec::with_capacity(escaped.len());
    let mut bytes = escaped.iter();
    while let Some(&byte) = bytes.next() {
        name.push(match byte {
            b'\\' => match bytes.next()? {
                b'n' => b'\n',
                b'r' => b'\r',
                b'\\' => b'\\',
                _ => return None,
            },
            _ => byte,
        });
    }
    Some(name)
}

/// The content of one line of a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Line {
    /// The file `name` has this digest.
    Entry {
        /// The name, as bytes; contains no NUL.
        name: Vec<u8>,
        /// The digest; its length is valid for the algorithm.
        digest: Vec<u8>,
    },
    /// The line is empty or a comment.
    Nothing,
    /// The line is malformed.
    Misformatted,
}

/// A parser of the lines of one list.
#[derive(Clone, Debug)]
pub struct Parser<'a> {
    tags: &'a [&'a str],
    digest_len: usize,
    /// The lengths in bytes that digests may have.
    lengths: RangeInclusive<usize>,
    /// The lengths in bytes that digests may have after a tag without a number of bits.
    lengths_after_tags: RangeInclusive<usize>,
    /// Whether the list is in the old BSD form; known after its first untagged line.
    one_space: Option<bool>,
}

impl<'a> Parser<'a> {
    /// Returns a parser for lists whose digests have `digest_len` bytes by default or another length in `lengths`, and
    /// whose tagged lines start with one of `tags`.
    #[must_use]
    pub const fn new(tags: &'a [&'a str], digest_len: usize, lengths: RangeInclusive<usize>) -> Self {
        Self { tags, digest_len, lengths, lengths_after_tags: digest_len..=digest_len, one_space: None }
    }

    /// Permits digests of these lengths after a tag without a number of bits.
    #[must_use]
    pub fn with_lengths_after_tags(self, lengths_after_tags: RangeInclusive<usize>) -> Self {
        Self { lengths_after_tags, ..self }
    }

    /// Returns whether digests may have several lengths.
    fn any_length(&self) -> bool {
        self.lengths.start() != self.lengths.end()
    }

    /// Parses the next line, with or without its terminator (LF or CR LF).
    pub fn line(&mut self, line: &[u8]) -> Line {
        let line = line.strip_suffix(b"\n").unwrap_or(line);
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        let line = line.strip_prefix(MARK).unwrap_or(line);
        if line.is_empty() || line[0] == b'#' {
            return Line::Nothing;
        }
        let line = skip_blanks(line);
        let (line, escaped) = match line.strip_prefix(b"\\") {
            Some(rest) => (rest, true),
            None => (line, false),
        };
        let found = match self.strip_tag(line) {
            Some((rest, lengths)) => {
                let is_permitted =
                    |digits: &[u8]| digits.len().is_multiple_of(2) && lengths.contains(&(digits.len() / 2));
                tagged(rest).filter(|(_, digits)| is_permitted(digits))
            }
            None => self.untagged(line),
        };
        found.and_then(|found| entry(found, escaped)).unwrap_or(Line::Misformatted)
    }

    /// Returns the part of the line after its tag, if it has one, and the digest lengths in bytes that the tag permits.
    fn strip_tag<'l>(&self, line: &'l [u8]) -> Option<(&'l [u8], RangeInclusive<usize>)> {
        self.tags.iter().find_map(|tag| {
            let rest = line.strip_prefix(tag.as_bytes())?;
            let (rest, lengths) = self.strip_bits(rest)?;
            Some((rest.strip_prefix(b" ").unwrap_or(rest).strip_prefix(b"(")?, lengths))
        })
    }

    /// Returns the part of the line after an optional `-256`, and the digest lengths in bytes that this permits.
    fn strip_bits<'l>(&self, line: &'l [u8]) -> Option<(&'l [u8], RangeInclusive<usize>)> {
        let Some(line) = line.strip_prefix(b"-").filter(|_| self.any_length()) else {
            return Some((line, self.lengths_after_tags.clone()));
        };
        let digits = line.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let (bits, rest) = line.split_at(digits);
        let bits: usize = str::from_utf8(bits).ok()?.parse().ok()?;
        (bits.is_multiple_of(8) && self.lengths.contains(&(bits / 8))).then_some((rest, bits / 8..=bits / 8))
    }

    /// Parses `3f79…  name`, `3f79… *name` or `3f79… name`. Returns the name and the digits.
    fn untagged<'l>(&mut self, line: &'l [u8]) -> Option<(&'l [u8], &'l [u8])> {
        let digits = if self.any_length() {
            line.iter().take_while(|byte| byte.is_ascii_hexdigit()).count()
        } else {
            2 * self.digest_len
        };
        if !self.lengths.contains(&digits.div_ceil(2)) {
            return None;
        }
        let (digits, rest) = line.split_at_checked(digits)?;
        let (&[blank], name) = rest.split_first_chunk()?;
        // An invalid digest must not determine which form the list has.
        if !is_blank(blank) || name.is_empty() || hex::decode(digits).is_none() {
            return None;
        }
        let marked = name.len() > 1 && matches!(name[0], b' ' | b'*');
        match (self.one_space, marked) {
            (None | Some(false), true) => {
                self.one_space = Some(false);
                Some((&name[1..], digits))
            }
            (Some(false), false) => None,
            (None | Some(true), _) => {
                self.one_space = Some(true);
                Some((name, digits))
            }
        }
    }
}

/// Returns the entry for a name as written in a list and its digits.
fn entry((name, digits): (&[u8], &[u8]), escaped: bool) -> Option<Line> {
    let digest = hex::decode(digits)?;
    let name = if escaped { unescape(name)? } else { name.to_vec() };
    (!name.contains(&0)).then_some(Line::Entry { name, digest })
}

/// Parses `name) = 3f79…`. Returns the name, which may itself contain parentheses, and the digits.
fn tagged(line: &[u8]) -> Option<(&[u8], &[u8])> {
    let close = line.iter().rposition(|&byte| byte == b')')?;
    let digits = skip_blanks(&line[close + 1..]).strip_prefix(b"=")?;
    Some((&line[..close], skip_blanks(digits)))
}

fn skip_blanks(line: &[u8]) -> &[u8] {
    let start = line.iter().position(|&byte| !is_blank(byte)).unwrap_or(line.len());
    &line[start..]
}

const fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t')
}

#[cfg(test)]
mod tests {
    use super::*;

    const TAGS: &[&str] = &["SUM", "SUM2"];

    fn parse(line: &str) -> Line {
        Parser::new(TAGS, 2, 2..=2).line(line.as_bytes())
    }

    fn entry(name: &str) -> Line {
        Line::Entry { name: name.into(), digest: vec![0xab, 0x01] }
    }

    #[test]
    fn every_form_is_understood() {
        let forms = [
            "ab01  f",
            "ab01 *f",
            "AB01  f\r\n",
            "ab01\t f\n",
            " \t ab01  f",
            "ab01 f",
            "\\ab01  f",
            "SUM (f) = ab01",
            "SUM(f)= Ab01",
            "SUM2 (f)=ab01",
            "  SUM (f)\t=\tab01\r\n",
            "\\SUM (f) = ab01",
        ];
        for form in forms {
            assert_eq!(parse(form), entry("f"), "{form:?}");
        }
        assert_eq!(parse("SUM (a) (b)) = ab01"), entry("a) (b)"));
        assert_eq!(parse("\\ab01  a\\n\\r\\\\b"), entry("a\n\r\\b"));
        assert_eq!(parse("ab01  a\\nb"), entry("a\\nb"));
        assert_eq!(parse("ab01  *f"), entry("*f"));
    }

    #[test]
    fn what_is_no_entry_is_told_from_what_is_no_line() {
        for nothing in ["", "\n", "\r\n", "# ab01  f"] {
            assert_eq!(parse(nothing), Line::Nothing, "{nothing:?}");
        }
        let misformatted = [
            " ",
            " # f",
            "ab01",
            "ab01 ",
            "ab0  f",
            "ab0g  f",
            "ab011  f",
            "ab01*f",
            "ab01\u{0} f",
            "ab01  a\0b",
            "\\ab01  a\\x",
            "\\ab01  a\\",
            "\\\\ab01  f",
            "SUM  (f) = ab01",
            "SUM\t(f) = ab01",
            "SUM (f) = ab0",
            "SUM (f) = ab0101",
            "SUM (f) = ab01 ",
            "SUM (f) x = ab01",
            "SUM (f = ab01",
            "SUM (f) ab01",
            "sum (f) = ab01",
            "SUM3 (f) = ab01",
            "SUM f = ab01",
        ];
        for line in misformatted {
            assert_eq!(parse(line), Line::Misformatted, "{line:?}");
        }
    }

    #[test]
    fn digests_of_any_length_say_theirs() {
        let parse = |line: &str| Parser::new(TAGS, 2, 1..=2).line(line.as_bytes());
        let short = Line::Entry { name: "f".into(), digest: vec![0xab] };
        for form in ["ab  f", "ab *f", "ab f", "SUM-8 (f) = ab", "SUM-8(f)= ab", "SUM2-8 (f) = AB"] {
            assert_eq!(parse(form), short, "{form:?}");
        }
        for form in ["ab01  f", "SUM (f) = ab01", "SUM-16 (f) = ab01"] {
            assert_eq!(parse(form), entry("f"), "{form:?}");
        }
        let misformatted = [
            "  f",
            "a  f",
            "aba  f",
            "ab0102  f",
            "SUM (f) = ab",
            "SUM-8 (f) = ab01",
            "SUM-16 (f) = ab",
            "SUM-0 (f) = ",
            "SUM-4 (f) = a",
            "SUM-24 (f) = ab0102",
            "SUM- (f) = ab01",
            "SUM-+8 (f) = ab",
            "SUM -8 (f) = ab",
            "SUM-99999999999999999999 (f) = ab",
        ];
        for line in misformatted {
            assert_eq!(parse(line), Line::Misformatted, "{line:?}");
        }
        assert_eq!(Parser::new(TAGS, 2, 2..=2).line(b"SUM-8 (f) = ab"), Line::Misformatted);
    }

    #[test]
    fn after_some_tags_the_digits_say_the_length() {
        let parser = || Parser::new(TAGS, 2, 1..=4).with_lengths_after_tags(2..=4);
        for (form, digest) in [
            ("SUM (f) = ab01", &[0xab, 1][..]),
            ("SUM(f)= ab0102", &[0xab, 1, 2]),
            ("SUM2 (f) = ab010203", &[0xab, 1, 2, 3]),
            ("SUM-8 (f) = ab", &[0xab]),
            ("ab  f", &[0xab]),
        ] {
            let expected = Line::Entry { name: "f".into(), digest: digest.into() };
            assert_eq!(parser().line(form.as_bytes()), expected, "{form:?}");
        }
        for line in ["SUM (f) = ab", "SUM (f) = ab010", "SUM (f) = ab01020304", "SUM-16 (f) = ab0102", "SUM (f) = "] {
            assert_eq!(parser().line(line.as_bytes()), Line::Misformatted, "{line:?}");
        }
    }

    #[test]
    fn a_byte_order_mark_is_no_part_of_a_line() {
        for form in ["ab01  f", "SUM (f) = ab01\r\n", "\\ab01  f", " ab01  f"] {
            assert_eq!(parse(&format!("\u{feff}{form}")), entry("f"), "{form:?}");
        }
        assert_eq!(parse("\u{feff}# ab01  f"), Line::Nothing);
        assert_eq!(parse("\u{feff}\n"), Line::Nothing);
        assert_eq!(parse("\u{feff}\u{feff}ab01  f"), Line::Misformatted);
        assert_eq!(parse("ab01  \u{feff}f"), entry("\u{feff}f"));
    }

    #[test]
    fn a_list_keeps_the_form_of_its_first_line() {
        let mut parser = Parser::new(TAGS, 2, 2..=2);
        assert_eq!(parser.line(b"zz01  f"), Line::Misformatted);
        assert_eq!(parser.line(b"ab01 f"), entry("f"));
        assert_eq!(parser.line(b"ab01  f"), entry(" f"));
        assert_eq!(parser.line(b"SUM (f) = ab01"), entry("f"));

        let mut parser = Parser::new(TAGS, 2, 2..=2);
        assert_eq!(parser.line(b"ab01 *f"), entry("f"));
        assert_eq!(parser.line(b"ab01 f"), Line::Misformatted);
    }

    #[test]
    fn lines_are_as_documented() {
        let gnu = Layout::Gnu { binary: false };
        let written = |layout, end, name: &[u8]| line(layout, end, "SUM", name, &[0xab, 0x01]);
        assert_eq!(written(gnu, End::Newline, b"f"), b"ab01  f\n");
        assert_eq!(written(Layout::Gnu { binary: true }, End::Newline, b"f"), b"ab01 *f\n");
        assert_eq!(written(Layout::Tagged, End::Newline, b"a\\"), b"\\SUM (a\\\\) = ab01\n");
        assert_eq!(written(gnu, End::Newline, b"a\n\rb"), b"\\ab01  a\\n\\rb\n");
        assert_eq!(written(gnu, End::Nul, b"a\nb"), b"ab01  a\nb\0");
    }
    /// Tests every name of up to four of the characters that have a meaning in a list.
    #[test]
    fn what_is_written_reads_back() {
        const CHARACTERS: &[u8] = b"\n\r\\n *()=#a\xff";
        let mut names = vec![Vec::new()];
        let mut from = 0;
        for _ in 0..4 {
            let until = names.len();
            for index in from..until {
                names.extend(CHARACTERS.iter().map(|&next| [&names[index][..], &[next]].concat()).collect::<Vec<_>>());
            }
            from = until;
        }
        for name in &names[1..] {
            for layout in [Layout::Gnu { binary: false }, Layout::Gnu { binary: true }, Layout::Tagged] {
                let written = line(layout, End::Newline, "SUM", name, &[0xab, 0x01]);
                let expected = Line::Entry { name: name.clone(), digest: vec![0xab, 0x01] };
                assert_eq!(Parser::new(TAGS, 2, 2..=2).line(&written), expected, "{}", written.escape_ascii());
            }
        }
    }
}
