//! Files that consist of digits, by name: one that is as long as a key in bytes and consists of digits is no key, but a
//! text that was cut short or has another layout.
//!
//! A random key of 32 bytes consists of the characters of such a text with a probability below 2^-55.

use super::layout::{MARK, white_space};
use crate::base::ct::{self, Choice, Select};
use crate::base::digits::{BASE16_EITHER_CASE, BASE64, is, value};
use alloc::vec::Vec;
use core::fmt;
use zeroize::Zeroizing;

/// The fewest digits of base64 that are told as such; shorter texts are words.
const LEAST_BASE64: usize = 16;

const HEXADECIMAL: &str = "hexadecimal";

/// The digits that a file consists of: their alphabet, their number and their layout, and nothing of their values.
///
/// ```
/// use carnelian::encoding::Digits;
/// let digits = Digits::of(b"00 01\n02 03\n").expect("a text of digits");
/// assert!(digits.are_hexadecimal());
/// assert_eq!(digits.to_string(), "8 hexadecimal digits with white space between them");
/// assert_eq!(Digits::of(b"a passphrase"), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Digits {
    alphabet: &'static str,
    count: usize,
    layout: &'static str,
}

impl Digits {
    /// Returns whether the digits are hexadecimal; the others are base64.
    #[must_use]
    pub fn are_hexadecimal(&self) -> bool {
        self.alphabet == HEXADECIMAL
    }

    /// Returns the digits if the file consists of them, whatever their layout: white space, colons or `0x` between
    /// hexadecimal digits, line ends between 16 or more of base64.
    ///
    /// Takes time that depends on the layout of such a text, not on the values of its digits or the contents of another
    /// file.
    #[must_use]
    pub fn of(contents: &[u8]) -> Option<Self> {
        let text = without_marks(contents);
        hexadecimal(text).or_else(|| base64(text)).or_else(|| in_utf16(contents))
    }
}

impl fmt::Display for Digits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { alphabet, count, layout } = self;
        write!(f, "{count} {alphabet} digit{}{layout}", if *count == 1 { "" } else { "s" })
    }
}

/// Returns the text without the byte order marks before it: joining files leaves several.
fn without_marks(mut text: &[u8]) -> &[u8] {
    while let Some((start, rest)) = text.split_at_checked(MARK.len()) {
        if !ct::eq(start, MARK).declassify("the layout of a text is public") {
            break;
        }
        text = rest;
    }
    text
}

/// Returns whether all characters are in a set. The verdict is one on the whole, because the file may be the bytes of a
/// key.
fn consists_of(text: &[u8], is_in_set: impl Fn(u8) -> Choice) -> bool {
    let verdict = text.iter().fold(Choice::TRUE, |so_far, c| so_far & is_in_set(*c));
    verdict.declassify("the form of a file is public")
}

/// Returns the text with `0` in place of each digit.
fn layout(text: &[u8], is_digit: impl Fn(u8) -> Choice) -> Vec<u8> {
    let shown = |c: &u8| ct::declassify(u8::select(is_digit(*c), *c, b'0'), "the layout of a text is public");
    text.iter().map(shown).collect()
}

/// Returns the hexadecimal digits of a text that has nothing else than white space, colons and `0x`.
fn hexadecimal(text: &[u8]) -> Option<Digits> {
    let is_digit = |c| value(c, BASE16_EITHER_CASE).1;
    if !consists_of(text, |c| is_digit(c) | white_space(c) | is(c, b':') | is(c | 0x20, b'x')) {
        return None;
    }
    let layout = layout(text, is_digit);
    let is_x = |c: u8| c | 0x20 == b'x';
    let follows_zero = |at: usize| at > 0 && is(text[at - 1], b'0').declassify("the layout of a text is public");
    if (0..layout.len()).any(|at| is_x(layout[at]) && !follows_zero(at)) {
        return None;
    }
    let is_between = |c: &u8| matches!(c, b'\t'..=b'\r' | b' ' | b':');
    let words = || layout.split(is_between).filter(|word| !word.is_empty());
    let digits_in = |word: &[u8]| word.len() - if word.len() > 1 && is_x(word[1]) { 2 } else { 0 };
    let are_whole = words().all(|word| word[word.len() - digits_in(word)..].iter().all(|c| *c == b'0'));
    let count = words().map(digits_in).sum();
    if count == 0 || !are_whole {
        return None;
    }
    let line = layout.strip_suffix(b"\n").map_or(&*layout, |line| line.strip_suffix(b"\r").unwrap_or(line));
    let layout = match () {
        () if layout.iter().any(|c| is_x(*c)) => " with 0x before them",
        () if layout.contains(&b':') => " with colons between them",
        () if words().count() > 1 => " with white space between them",
        () if line.len() > count => " with white space around them",
        () => "",
    };
    Some(Digits { alphabet: HEXADECIMAL, count, layout })
}

/// Returns the base64 digits of a text in one line or several, in either alphabet of RFC 4648, with padding or without.
fn base64(text: &[u8]) -> Option<Digits> {
    let (is_standard, is_url) = (|c| value(c, BASE64).1, |c| is(c, b'-') | is(c, b'_'));
    let is_digit = |c| is_standard(c) | is_url(c);
    if !consists_of(text, |c| is_digit(c) | is(c, b'=') | is(c, b'\n') | is(c, b'\r')) {
        return None;
    }
    let layout = layout(text, is_digit);
    let characters = || layout.iter().filter(|c| !matches!(c, b'\n' | b'\r'));
    let count = characters().take_while(|c| **c == b'0').count();
    let padding = characters().skip(count).count();
    if count < LEAST_BASE64 || characters().skip(count).any(|c| *c != b'=') {
        return None;
    }
    let alphabet = if consists_of(text, |c| !is_url(c)) { "base64" } else { "URL-safe base64" };
    let layout = match (count + padding) % 4 {
        0 => "",
        _ if padding == 0 => " without padding",
        _ => " with wrong padding",
    };
    Some(Digits { alphabet, count, layout })
}

/// Returns the hexadecimal digits of a text in UTF-16, which begins with its byte order mark.
fn in_utf16(contents: &[u8]) -> Option<Digits> {
    let (mark, text) = contents.split_first_chunk::<2>()?;
    let has_zeros = |mark_of: &[u8; 2], zero: usize| {
        let zeros = text.chunks(2).fold(ct::eq(mark, mark_of), |so_far, unit| {
            so_far & unit.get(zero).map_or(Choice::FALSE, |byte| ct::is_zero(*byte))
        });
        zeros.declassify("the form of a file is public")
    };
    let at = match () {
        () if has_zeros(b"\xff\xfe", 1) => 0,
        () if has_zeros(b"\xfe\xff", 0) => 1,
        () => return None,
    };
    let narrow: Zeroizing<Vec<u8>> = Zeroizing::new(text.chunks_exact(2).map(|unit| unit[at]).collect());
    hexadecimal(&narrow).map(|digits| Digits { layout: " in UTF-16", ..digits })
}
