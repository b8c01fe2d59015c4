//! File names: conversion from and to the bytes in checksum lists, and quoting for messages.

use std::borrow::Cow;
use std::ffi::{OsStr, OsString};

/// Returns the bytes that represent `name` in a file. On Unix a name is bytes; elsewhere it is written as UTF-8.
#[must_use]
pub fn bytes(name: &OsStr) -> Cow<'_, [u8]> {
    #[cfg(unix)]
    return Cow::Borrowed(std::os::unix::ffi::OsStrExt::as_bytes(name));
    #[cfg(not(unix))]
    match name.to_string_lossy() {
        Cow::Borrowed(text) => Cow::Borrowed(text.as_bytes()),
        Cow::Owned(text) => Cow::Owned(text.into_bytes()),
    }
}

/// Returns the name that `bytes` represent, or `None` if no file of this system can have it.
#[must_use]
pub fn from_bytes(bytes: Vec<u8>) -> Option<OsString> {
    if bytes.contains(&0) {
        return None;
    }
    #[cfg(unix)]
    return Some(std::os::unix::ffi::OsStringExt::from_vec(bytes));
    #[cfg(not(unix))]
    String::from_utf8(bytes).ok().map(OsString::from)
}

/// Returns `name` for display: unchanged where a shell would read it literally, otherwise quoted such that a shell
/// reads it back. Anything that could manipulate a terminal (control characters, invalid UTF-8) is always escaped.
#[must_use]
pub fn quoted(name: &OsStr) -> String {
    let bytes = bytes(name);
    let glyphs = glyphs(&bytes);
    let plain = |(at, glyph): (usize, &Glyph)| glyph.is_plain(at == 0, glyphs.len() == 1);
    if !glyphs.is_empty() && glyphs.iter().enumerate().all(plain) {
        return name.to_string_lossy().into_owned();
    }
    let kept_by_double_quotes =
        |(at, glyph): (usize, &Glyph)| matches!(glyph, Glyph::Char(' ' | '\'' | '~' | '#')) || plain((at, glyph));
    let has_quote = glyphs.contains(&Glyph::Char('\''));
    if has_quote && glyphs.iter().enumerate().all(kept_by_double_quotes) {
        return format!("\"{}\"", name.to_string_lossy());
    }
    single_quoted(&glyphs)
}

/// A printable character, or bytes that must not reach a terminal.
#[derive(PartialEq, Eq)]
enum Glyph {
    Char(char),
    /// The bytes of an unprintable character, or a byte that is not valid UTF-8.
    Raw(Vec<u8>),
}

impl Glyph {
    /// Returns whether a shell reads the character literally at its position. A colon is quoted because messages put
    /// one after the name.
    fn is_plain(&self, first: bool, alone: bool) -> bool {
        match self {
            Self::Char('~' | '#') => !first,
            Self::Char('{' | '}') => !alone,
            Self::Char(c) => c.is_ascii_alphanumeric() || "%+,-./@]_".contains(*c) || !c.is_ascii(),
            Self::Raw(_) => false,
        }
    }
}

fn glyphs(bytes: &[u8]) -> Vec<Glyph> {
    let mut glyphs = Vec::new();
    for chunk in bytes.utf8_chunks() {
        for c in chunk.valid().chars() {
            // `escape_debug` escapes all unprintable characters, and only these three of the printable ones.
            let prints = matches!(c, '\\' | '"' | '\'') || c.escape_debug().len() == 1;
            glyphs.push(if prints { Glyph::Char(c) } else { Glyph::Raw(c.to_string().into_bytes()) });
        }
        if !chunk.invalid().is_empty() {
            glyphs.push(Glyph::Raw(chunk.invalid().to_vec()));
        }
    }
    glyphs
}

/// Returns the name as `'like this'`, with `'$'\n''` around unprintable bytes and `'\''` for a quote.
fn single_quoted(glyphs: &[Glyph]) -> String {
    let mut text = String::from("'");
    let mut escaping = false;
    for glyph in glyphs {
        let raw = matches!(glyph, Glyph::Raw(_));
        if raw != escaping {
            text.push_str(if raw { "'$'" } else { "''" });
            escaping = raw;
        }
        match glyph {
            Glyph::Char('\'') => text.push_str("'\\''"),
            Glyph::Char(c) => text.push(*c),
            Glyph::Raw(bytes) => bytes.iter().for_each(|&byte| push_escaped(&mut text, byte)),
        }
    }
    text.push('\'');
    text
}

fn push_escaped(text: &mut String, byte: u8) {
    text.push('\\');
    match byte {
        7 => text.push('a'),
        8 => text.push('b'),
        b'\t' => text.push('t'),
        b'\n' => text.push('n'),
        11 => text.push('v'),
        12 => text.push('f'),
        b'\r' => text.push('r'),
        _ => text.push_str(&format!("{byte:03o}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_only_what_needs_it() {
        let cases = [
            ("a.txt", "a.txt"),
            ("dir/no~#]{}", "dir/no~#]{}"),
            ("é", "é"),
            ("", "''"),
            ("~", "'~'"),
            ("{", "'{'"),
            ("a b", "'a b'"),
            ("a:b", "'a:b'"),
            ("it's", "\"it's\""),
            ("it's $1", "'it'\\''s $1'"),
            ("a\\b", "'a\\b'"),
            ("a\nb", "'a'$'\\n''b'"),
            ("\u{1b}[31m", "''$'\\033''[31m'"),
            ("\u{202e}txt.exe", "''$'\\342\\200\\256''txt.exe'"),
        ];
        for (name, shown) in cases {
            assert_eq!(quoted(OsStr::new(name)), shown, "{name:?}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn bytes_that_are_no_text_round_trip_and_are_escaped() {
        let name = from_bytes(b"a\xffb".to_vec()).unwrap();
        assert_eq!(*bytes(&name), *b"a\xffb");
        assert_eq!(quoted(&name), "'a'$'\\377''b'");
        assert_eq!(from_bytes(b"a\0b".to_vec()), None);
    }
}
