//! The forms of key files.

use super::algorithm::Algorithm;
use super::error::EncodingError;
use super::pem;
use super::text::digits_of;
use super::tlv::{BIT_STRING, INTEGER, OCTET_STRING, Result, SEQUENCE, Structure};
use crate::base::ct;

/// The form of a key file.
///
/// Raw bytes and hexadecimal digits have no structure and are recognized by their lengths. No file in PEM or DER that
/// holds a key has such a length, except for public keys of 48 bytes in DER, which is as long as the digits of 32 bytes
/// with CR and LF; these two are distinguished by the second byte, which is no digit in DER.
///
/// ```
/// use carnelian::encoding::{Content, Form};
/// assert_eq!(Form::of(&[0x30; 32])?, Form::Raw);
/// assert_eq!(Form::of(b"-----BEGIN PUBLIC KEY-----\n")?, Form::Pem(Content::PublicKey));
/// # Ok::<(), carnelian::encoding::EncodingError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// The bytes of the key.
    Raw,
    /// Two hexadecimal digits for each byte of the key, with a line end or without.
    Hex,
    /// DER.
    Der(Content),
    /// A PEM text.
    Pem(Content),
}

/// The content of a structured file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Content {
    /// PrivateKeyInfo, PKCS #8.
    PrivateKey,
    /// EncryptedPrivateKeyInfo, PKCS #8: a passphrase is needed.
    EncryptedPrivateKey,
    /// SubjectPublicKeyInfo.
    PublicKey,
}

impl Form {
    /// Returns the form of a file, as far as its beginning and its length show it.
    ///
    /// Takes time that does not depend on a private key in it.
    ///
    /// # Errors
    /// [`EncodingError::Form`] if it has none of these forms, [`EncodingError::Label`] if it is PEM of something else,
    /// an error of DER that does not begin like any of the three; more specific ones for common mistakes.
    pub fn of(contents: &[u8]) -> Result<Self> {
        let raw_lengths = Algorithm::raw_lengths();
        if raw_lengths.contains(contents.len()) {
            return Ok(Self::Raw);
        }
        if digits_of(contents, &raw_lengths).is_some() && !begins_like_der(contents) {
            return Ok(Self::Hex);
        }
        // Looking for a line of PEM comes after DER, because the bytes of a key may look like one.
        if Structure::read("key", contents, |key| key.skip("key", SEQUENCE)).is_ok() {
            return content_of_der(contents).map(Self::Der);
        }
        if pem::start(contents).is_some() {
            return content_of_pem(contents).map(Self::Pem);
        }
        Err(match contents {
            [0xef, 0xbb, 0xbf, ..] => EncodingError::Prefix { found: "a byte order mark (0xef 0xbb 0xbf)" },
            [0xff, 0xfe, ..] | [0xfe, 0xff, ..] => EncodingError::Prefix { found: "a byte order mark of UTF-16" },
            [b'0', b'x' | b'X', ..] => EncodingError::Prefix { found: "0x" },
            // DER begins like the digit 0.
            [a, b, c, ..] if [a, b, c].iter().all(|byte| byte.is_ascii_hexdigit()) => {
                EncodingError::Digits { expected: raw_lengths.in_digits(), found: contents.len() }
            }
            [SEQUENCE, ..] => return content_of_der(contents).map(Self::Der),
            _ if pem::is_indented(contents) => {
                EncodingError::Prefix { found: "white space in the first line of the PEM text" }
            }
            _ => EncodingError::Form { length: contents.len(), first: contents.first().copied() },
        })
    }
}

/// Returns whether a file that is as long as digits begins with the header of DER of this length, whose second byte is
/// then no digit. A public key of SLH-DSA with 192-bit security is such a file: 66 bytes, as many as the digits of 32
/// bytes with CR and LF, which may be its last two.
fn begins_like_der(contents: &[u8]) -> bool {
    let [first, second, rest @ ..] = contents else { return false };
    let is_der = ct::eq(&[*first, *second], &[SEQUENCE, rest.len() as u8]);
    is_der.declassify("the second byte of DER of this length is no digit, and so no part of a private key")
}

/// Returns the content by the label.
fn content_of_pem(text: &[u8]) -> Result<Content> {
    let label = pem::label(text)?;
    let known = [
        (pem::PRIVATE_KEY, Content::PrivateKey),
        (pem::ENCRYPTED_PRIVATE_KEY, Content::EncryptedPrivateKey),
        (pem::PUBLIC_KEY, Content::PublicKey),
    ];
    let content = known.iter().find(|(known, _)| known.as_bytes() == label).map(|(_, content)| *content);
    let expected = "PRIVATE KEY, ENCRYPTED PRIVATE KEY or PUBLIC KEY";
    content.ok_or_else(|| EncodingError::Label { expected, found: pem::shown(label) })
}

/// Returns the content by the first fields: PrivateKeyInfo begins with a version; the other two begin with an
/// algorithm, and an OCTET STRING or a BIT STRING follows.
fn content_of_der(der: &[u8]) -> Result<Content> {
    Structure::glimpse("key", der, |key| {
        if key.peek() == Some(INTEGER) {
            return Ok(Content::PrivateKey);
        }
        key.skip("algorithm", SEQUENCE)?;
        match key.peek() {
            Some(OCTET_STRING) => Ok(Content::EncryptedPrivateKey),
            _ => key.skip("subjectPublicKey", BIT_STRING).map(|()| Content::PublicKey),
        }
    })
}
