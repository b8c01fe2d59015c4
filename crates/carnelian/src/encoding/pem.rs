//! Textual encoding of keys, RFC 7468: DER in base64 between two lines that carry a label.
//!
//! As its Section 3 advises, the reader accepts any white space between the digits, any line end, and text before the
//! first line. A second block or other text after the last line is refused, since it is unclear which key is meant.

use super::error::EncodingError;
use super::text::{base64_len, decode_base64, encode_base64, position};
use super::tlv::Result;
use crate::base::secret::Secret;
use alloc::string::String;
use alloc::vec::Vec;

/// RFC 7468 Section 10.
pub(super) const PRIVATE_KEY: &str = "PRIVATE KEY";
/// RFC 7468 Section 11.
pub(super) const ENCRYPTED_PRIVATE_KEY: &str = "ENCRYPTED PRIVATE KEY";
/// RFC 7468 Section 13.
pub(super) const PUBLIC_KEY: &str = "PUBLIC KEY";

const BEGIN: &[u8] = b"-----BEGIN ";
const END: &[u8] = b"-----END ";
const DASHES: &[u8] = b"-----";

/// The maximum length of a label in an error.
const SHOWN_LABEL: usize = 64;

/// Returns the offset of the first line of PEM in `text`, if there is one.
pub(super) fn start(text: &[u8]) -> Option<usize> {
    if text.starts_with(BEGIN) {
        return Some(0);
    }
    let begins_line = |window: &[u8]| matches!(window[0], b'\n' | b'\r') && window[1..] == *BEGIN;
    text.windows(1 + BEGIN.len()).position(begins_line).map(|at| at + 1)
}

/// Returns whether the first line of `text` is one of PEM with white space before it.
pub(super) fn is_indented(text: &[u8]) -> bool {
    let trimmed = text.trim_ascii_start();
    trimmed.len() < text.len() && trimmed.starts_with(BEGIN)
}

/// Returns the label of the first block.
pub(super) fn label(text: &[u8]) -> Result<&[u8]> {
    let begin = start(text).ok_or(not_pem(0, "expected a line \"-----BEGIN ...-----\""))?;
    let after = &text[begin + BEGIN.len()..];
    let length = position(after, b'-');
    if !after[length..].starts_with(DASHES) {
        return Err(not_pem(begin + BEGIN.len() + length, "expected \"-----\" after the label"));
    }
    Ok(&after[..length])
}

/// Returns the DER in `text`, which must be one block with this label.
pub(super) fn decode(text: &[u8], expected: &'static str) -> Result<Secret<Vec<u8>>> {
    let found = label(text)?;
    if found != expected.as_bytes() {
        return Err(EncodingError::Label { expected, found: shown(found) });
    }
    let begin = start(text).map_or(0, |at| at + BEGIN.len() + found.len() + DASHES.len());
    let end = begin + position(&text[begin..], b'-');
    let Some(after) = strip(&text[end..], &[END, found, DASHES]) else {
        return Err(not_pem(end, "expected the last line, \"-----END ...-----\" with the label of the first"));
    };
    let extra = after.trim_ascii();
    if !extra.is_empty() {
        let label = if extra.starts_with(BEGIN) { label(extra).ok().map(shown) } else { None };
        return Err(EncodingError::BehindPem { label, extra: extra.len() });
    }
    decode_base64(&text[begin..end], begin)
}

/// Returns `text` without these parts at its start, if it starts with them.
fn strip<'a>(text: &'a [u8], parts: &[&[u8]]) -> Option<&'a [u8]> {
    parts.iter().try_fold(text, |text, part| text.strip_prefix(*part))
}

fn not_pem(offset: usize, fault: &'static str) -> EncodingError {
    EncodingError::NotPem { offset, fault }
}

/// Returns a label for an error, with `?` for characters that do not print.
pub(super) fn shown(label: &[u8]) -> String {
    let print = |c: &u8| if matches!(c, b' '..=b'~') { char::from(*c) } else { '?' };
    label.iter().take(SHOWN_LABEL).map(print).collect()
}

/// Returns `der` as a PEM text with this label, in lines of 64 digits.
pub(super) fn encode(label: &str, der: &[u8]) -> Vec<u8> {
    let boundaries = BEGIN.len() + END.len() + 2 * (label.len() + DASHES.len() + 1);
    // The vector never grows, which would leave a copy in freed memory.
    let mut text = Vec::with_capacity(boundaries + base64_len(der.len()));
    for part in [BEGIN, label.as_bytes(), DASHES, b"\n"] {
        text.extend_from_slice(part);
    }
    encode_base64(der, &mut text);
    for part in [END, label.as_bytes(), DASHES, b"\n"] {
        text.extend_from_slice(part);
    }
    text
}

/// Returns public `der` as a PEM text with this label.
pub(super) fn encode_public(label: &str, der: &[u8]) -> String {
    encode(label, der).into_iter().map(char::from).collect()
}
