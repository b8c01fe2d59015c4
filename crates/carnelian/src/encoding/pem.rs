//! Textual encoding of keys, RFC 7468: DER in base64 between two lines that carry a label.
//!
//! As its Section 3 advises, the reader accepts any white space between the digits, any line end, and text outside of
//! the blocks. Other blocks may be in the file, such as the certificate of a private key or the other half of it: the key
//! is the only block of its kind. Two private keys or two public keys are refused, since it is unclear which is meant.

use super::error::EncodingError;
use super::layout::{MARK, position};
use super::text::{base64_len, decode_base64, encode_base64};
use super::tlv::Result;
use crate::base::ct;
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

/// The labels that an error names. The text of another is not shown: it may be anything.
const KNOWN: &[&str] = &[
    PRIVATE_KEY,
    ENCRYPTED_PRIVATE_KEY,
    PUBLIC_KEY,
    // RFC 7468 Sections 5 to 9 and 12, and older names of the same.
    "CERTIFICATE",
    "X509 CERTIFICATE",
    "TRUSTED CERTIFICATE",
    "ATTRIBUTE CERTIFICATE",
    "CERTIFICATE REQUEST",
    "NEW CERTIFICATE REQUEST",
    "X509 CRL",
    "PKCS7",
    "PKCS #7 SIGNED DATA",
    "CMS",
    // OpenSSL.
    "ANY PRIVATE KEY",
    "RSA PRIVATE KEY",
    "RSA PUBLIC KEY",
    "DSA PRIVATE KEY",
    "DSA PARAMETERS",
    "EC PRIVATE KEY",
    "EC PARAMETERS",
    "DH PARAMETERS",
    "X9.42 DH PARAMETERS",
    // OpenSSH and PGP.
    "OPENSSH PRIVATE KEY",
    "SSH2 PUBLIC KEY",
    "SSH2 ENCRYPTED PRIVATE KEY",
    "PGP PUBLIC KEY BLOCK",
    "PGP PRIVATE KEY BLOCK",
    "PGP MESSAGE",
    "PGP SIGNATURE",
    "PGP SIGNED MESSAGE",
];

/// The kind of a key, by the end of its label: that of another format is `EC PRIVATE KEY`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Private,
    Public,
}

impl Kind {
    const fn end_of_label(self) -> &'static str {
        match self {
            Self::Private => PRIVATE_KEY,
            Self::Public => PUBLIC_KEY,
        }
    }

    const fn name(self) -> &'static str {
        match self {
            Self::Private => "private key",
            Self::Public => "public key",
        }
    }

    pub(super) const fn other(self) -> Self {
        match self {
            Self::Private => Self::Public,
            Self::Public => Self::Private,
        }
    }
}

/// The first line of a block.
#[derive(Clone, Copy)]
struct Head<'t> {
    label: &'t [u8],
    /// The offset of its end, where the digits start.
    end: usize,
}

/// Returns whether `text` has the first line of a block, whole or not.
pub(super) fn is_pem(text: &[u8]) -> bool {
    next(text, 0).is_some()
}

/// Returns whether a file begins with a PEM text, as one does that was cut short: its first bytes are the same in every
/// file. No random key begins so.
pub(super) fn is_begun(contents: &[u8]) -> bool {
    let start = contents.get(..BEGIN.len());
    start.is_some_and(|start| ct::eq(start, BEGIN).declassify("whether a file begins like PEM is public"))
}

/// Returns the error for a PEM text that was cut short.
pub(super) fn cut_short(text: &[u8]) -> EncodingError {
    not_pem(text.len(), "expected the rest of the text")
}

/// Returns the offset of the next line from `from` on that begins a block. Looks only at what follows dashes, which are
/// no digits of a key.
fn next(text: &[u8], mut from: usize) -> Option<usize> {
    loop {
        let at = from + position(&text[from..], b'-');
        if text.get(at..)?.is_empty() {
            return None;
        }
        if text[at..].starts_with(BEGIN) && begins_line(&text[..at]) {
            return Some(at);
        }
        from = at + text[at..].iter().take_while(|c| **c == b'-').count();
    }
}

/// Returns whether what follows `before` begins a line. A byte order mark may stand at its beginning: joining two files
/// leaves that of the second.
fn begins_line(before: &[u8]) -> bool {
    let before = before.strip_suffix(MARK).unwrap_or(before);
    before.is_empty() || before.ends_with(b"\n") || before.ends_with(b"\r")
}

/// Returns the first line of a block that begins at the offset `begin`.
fn head(text: &[u8], begin: usize) -> Result<Head<'_>> {
    let start = begin + BEGIN.len();
    let is_end = |c: &u8| matches!(c, b'\n' | b'\r');
    let line = &text[start..];
    // The line ends at the dashes, or earlier if it is malformed: digits on the next line are no part of the label.
    let dashes =
        line.windows(DASHES.len()).take_while(|window| !is_end(&window[0])).position(|window| window == DASHES);
    let Some(length) = dashes else {
        let offset = start + line.iter().take_while(|c| **c != b'-' && !is_end(c)).count();
        return Err(not_pem(offset, "expected \"-----\" after the label"));
    };
    Ok(Head { label: &line[..length], end: start + length + DASHES.len() })
}

/// Returns the first lines of all blocks.
fn heads(text: &[u8]) -> impl Iterator<Item = Result<Head<'_>>> {
    let mut from = 0;
    core::iter::from_fn(move || {
        let begin = next(text, from)?;
        let head = head(text, begin);
        from = head.as_ref().map_or(begin + BEGIN.len(), |head| head.end);
        Some(head)
    })
}

/// Returns the first line of the only key of a kind, if there is one.
fn only(text: &[u8], kind: Kind) -> Result<Option<Head<'_>>> {
    let is_of_kind = |head: &Head<'_>| head.label.ends_with(kind.end_of_label().as_bytes());
    let mut found = heads(text).flatten().filter(is_of_kind);
    let first = found.next();
    match found.count() {
        0 => Ok(first),
        more => Err(EncodingError::SeveralKeys { kind: kind.name(), found: more + 1 }),
    }
}

/// Returns the label of the only key of a kind, if there is one.
pub(super) fn label(text: &[u8], kind: Kind) -> Result<Option<&[u8]>> {
    Ok(only(text, kind)?.map(|head| head.label))
}

/// Returns the error for a text without a key where those in `expected` are expected: it names the label of the first
/// block.
pub(super) fn no_key(text: &[u8], expected: &'static str) -> EncodingError {
    match heads(text).next() {
        Some(Ok(head)) => wrong_label(expected, head.label),
        Some(Err(error)) => error,
        None => not_pem(0, "expected a line \"-----BEGIN ...-----\""),
    }
}

/// Returns the DER of the only key of a kind in `text`, which must have this label.
pub(super) fn decode(text: &[u8], kind: Kind, expected: &'static str) -> Result<Secret<Vec<u8>>> {
    let Some(Head { label, end: begin }) = only(text, kind)? else { return Err(no_key(text, expected)) };
    if label != expected.as_bytes() {
        return Err(wrong_label(expected, label));
    }
    let end = begin + position(&text[begin..], b'-');
    if !starts_with(&text[end..], &[END, label, DASHES]) {
        return Err(not_pem(end, "expected the last line, \"-----END ...-----\" with the label of the first"));
    }
    decode_base64(&text[begin..end], begin)
}

/// Returns whether `text` starts with these parts, one after the other.
fn starts_with(text: &[u8], parts: &[&[u8]]) -> bool {
    parts.iter().try_fold(text, |text, part| text.strip_prefix(*part)).is_some()
}

/// Returns whether the first line of `text` is one of PEM with white space before it.
pub(super) fn is_indented(text: &[u8]) -> bool {
    let trimmed = text.trim_ascii_start();
    trimmed.len() < text.len() && trimmed.starts_with(BEGIN)
}

fn not_pem(offset: usize, fault: &'static str) -> EncodingError {
    EncodingError::NotPem { offset, fault }
}

pub(super) fn wrong_label(expected: &'static str, found: &[u8]) -> EncodingError {
    let found = KNOWN.iter().find(|known| known.as_bytes() == found).copied();
    EncodingError::Label { expected, found }
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
