//! The forms of key files.

use super::algorithm::Algorithm;
use super::digits::Digits;
use super::error::EncodingError;
use super::layout::without_mark;
use super::pem::{self, Kind};
use super::text::{digits_of, is_hex};
use super::tlv::{BIT_STRING, INTEGER, OCTET_STRING, Result, SEQUENCE, Structure};
use crate::base::ct;

/// The form of a key file.
///
/// Raw bytes and hexadecimal digits have no structure and are recognized by their lengths. 64 bytes, or 128, are digits if
/// all of them are. A file that is as long as a key in bytes and consists of digits of hexadecimal or base64, but not as
/// many as a key has, is refused: it is a text that was cut short, and its bytes would be a weak key. No file in PEM or
/// DER that holds a key has such a length, except for public keys of 48 bytes in DER, which is as long as the digits of 32
/// bytes with CR and LF; these two are distinguished by the second byte, which is no digit in DER. A byte order mark
/// before a text is ignored.
///
/// ```
/// use carnelian::encoding::{Content, Form};
/// assert_eq!(Form::of(&[0xc3; 32])?, Form::Raw);
/// assert_eq!(Form::of(b"-----BEGIN PUBLIC KEY-----\n")?, Form::Pem(Content::PublicKey));
/// # Ok::<(), carnelian::encoding::EncodingError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// The bytes of the key; the public key may follow those of an Ed25519 private key.
    Raw,
    /// Two hexadecimal digits for each of these bytes, with a line end or without.
    Hex,
    /// DER.
    Der(Content),
    /// A PEM text. It may hold other blocks too; with a private key and a public key, the content is the private key.
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
    /// [`EncodingError::Form`] if it has none of these forms, [`EncodingError::Digits`] if it consists of digits and is no
    /// key, [`EncodingError::Label`] if it is PEM of something else, [`EncodingError::SeveralKeys`] if it is PEM of several
    /// keys, an error of DER that does not begin like any of the three; more specific ones for common mistakes.
    pub fn of(contents: &[u8]) -> Result<Self> {
        Self::wanted(contents, Kind::Private, None)
    }

    /// Returns the form of a file from which a key of this kind is to be read, if there are keys of both. Errors name
    /// the lengths of keys of the algorithm.
    pub(super) fn wanted(contents: &[u8], kind: Kind, algorithm: Option<Algorithm>) -> Result<Self> {
        let raw_lengths = Algorithm::raw_lengths();
        let is_raw_length = raw_lengths.contains(contents.len());
        let text = without_mark(contents);
        let digits = digits_of(text, &raw_lengths);
        if digits.is_some_and(is_hex) {
            return Ok(Self::Hex);
        }
        // The same number of bytes may be a key, or a PEM text.
        let may_be_hex = !is_raw_length && digits.is_some_and(|digits| digits.len() != Algorithm::DIGITS_OF_PAIR);
        let expected = || algorithm.map_or_else(Algorithm::raw_lengths, |algorithm| algorithm.raw_lengths_of(kind));
        match Digits::of(contents) {
            // The reader of as many characters as a key has digits says which is none.
            Some(found) if found.are_hexadecimal() || !may_be_hex => {
                return Err(EncodingError::Digits { expected: expected(), found });
            }
            _ if is_raw_length && pem::is_begun(contents) => return Err(pem::cut_short(contents)),
            _ if is_raw_length => return Ok(Self::Raw),
            _ if may_be_hex && !begins_like_der(contents) => return Ok(Self::Hex),
            _ => (),
        }
        // Looking for a line of PEM comes after DER, because the bytes of a key may look like one.
        if Structure::read("key", contents, |key| key.skip("key", SEQUENCE)).is_ok() {
            return content_of_der(contents).map(Self::Der);
        }
        if pem::is_pem(contents) {
            return content_of_pem(contents, kind).map(Self::Pem);
        }
        if pem::is_indented(text) {
            return Err(EncodingError::Prefix { found: "white space in the first line of the PEM text" });
        }
        match (other_form(text), contents) {
            (Some(found), _) => Err(EncodingError::OtherForm { expected: expected(), found }),
            (None, [SEQUENCE, ..]) => content_of_der(contents).map(Self::Der),
            (None, _) => Err(EncodingError::Form { expected: expected(), length: contents.len() }),
        }
    }
}

/// Returns the name of a form of other programs. The file is looked at as a whole: that a key begins like one of these
/// would say something about its bytes.
fn other_form(text: &[u8]) -> Option<&'static str> {
    let is_utf16 = |mark: &[u8], zeros: usize| {
        text.starts_with(mark) && text.len() > 2 && text.iter().skip(zeros).step_by(2).all(|c| *c == 0)
    };
    match () {
        () if is_utf16(b"\xff\xfe", 3) || is_utf16(b"\xfe\xff", 2) => Some("text in UTF-16"),
        () if text.starts_with(b"{") && str::from_utf8(text).is_ok_and(|text| text.contains("\"kty\"")) => {
            Some("a JSON Web Key")
        }
        () if text.starts_with(b"ssh-") => Some("a public key of OpenSSH"),
        () if text.starts_with(b"untrusted comment:") => Some("a key of signify or minisign"),
        () => None,
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

/// Returns the content by the label of the key.
fn content_of_pem(text: &[u8], kind: Kind) -> Result<Content> {
    const EXPECTED: &str = "PRIVATE KEY, ENCRYPTED PRIVATE KEY or PUBLIC KEY";
    let label = match pem::label(text, kind)? {
        Some(label) => Some(label),
        None => pem::label(text, kind.other())?,
    };
    let known = [
        (pem::PRIVATE_KEY, Content::PrivateKey),
        (pem::ENCRYPTED_PRIVATE_KEY, Content::EncryptedPrivateKey),
        (pem::PUBLIC_KEY, Content::PublicKey),
    ];
    let label = label.ok_or_else(|| pem::no_key(text, EXPECTED))?;
    let content = known.iter().find(|(known, _)| known.as_bytes() == label).map(|(_, content)| *content);
    content.ok_or_else(|| pem::wrong_label(EXPECTED, label))
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
