//! The characters between the digits of a text: byte order marks, line ends and other white space. They are public.

use crate::base::ct::{self, Choice};
use crate::base::digits::{is, is_between};

/// The byte order mark with which some editors begin a text in UTF-8.
pub(super) const MARK: &[u8] = b"\xef\xbb\xbf";

/// Returns the text without a byte order mark.
pub(super) fn without_mark(text: &[u8]) -> &[u8] {
    match text.split_at_checked(MARK.len()) {
        Some((start, rest)) if ct::eq(start, MARK).declassify("the layout of a text is public") => rest,
        _ => text,
    }
}

/// Returns the offset of the first `wanted` in `text`, or the length of `text`.
pub(super) fn position(text: &[u8], wanted: u8) -> usize {
    let is_wanted = |c: &u8| is(*c, wanted).declassify("the layout of a text is public");
    text.iter().position(is_wanted).unwrap_or(text.len())
}

/// Returns whether `c` is white space.
pub(super) fn white_space(c: u8) -> Choice {
    is(c, b' ') | is_between(c, b'\t', b'\r')
}
