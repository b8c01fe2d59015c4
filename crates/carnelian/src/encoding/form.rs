//! Which form a key file is in.

use super::error::EncodingError;
use super::pem;
use super::text::strip_line_end;
use super::tlv::{BIT_STRING, INTEGER, OCTET_STRING, Result, SEQUENCE, Structure};

/// Bytes in a raw key of every algorithm that has raw keys.
const RAW_LEN: usize = 32;

/// The form of a key file.
///
/// Raw bytes and digits show nothing of themselves, so they are known by their lengths; those are no lengths of PEM or
/// DER that holds a key.
///
/// ```
/// use carnelian::encoding::{Content, Form};
/// assert_eq!(Form::of(&[0x30; 32])?, Form::Raw);
/// assert_eq!(Form::of(b"-----BEGIN PUBLIC KEY-----\n")?, Form::Pem(Content::PublicKey));
/// # Ok::<(), carnelian::encoding::EncodingError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// The key's 32 bytes.
    Raw,
    /// 64 hexadecimal digits, with a line end or without.
    Hex,
    /// DER.
    Der(Content),
    /// A PEM text.
    Pem(Content),
}

/// What a structured file holds.
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
    /// The form of a file with these contents, as far as that can be told before it is read.
    ///
    /// Takes time that does not depend on a private key in it.
    ///
    /// # Errors
    /// [`EncodingError::Form`] if it is none of these, [`EncodingError::Label`] if it is PEM of something else,
    /// [`EncodingError`] of DER that does not begin like any of the three; others where it is known what was meant.
    pub fn of(contents: &[u8]) -> Result<Self> {
        const HEX_LEN: usize = 2 * RAW_LEN;
        if contents.len() == RAW_LEN {
            return Ok(Self::Raw);
        }
        if strip_line_end(contents, HEX_LEN).len() == HEX_LEN {
            return Ok(Self::Hex);
        }
        // Before a line of PEM is looked for: a key's bytes may look like one.
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
                EncodingError::Digits { expected: HEX_LEN, found: contents.len() }
            }
            [SEQUENCE, ..] => return content_of_der(contents).map(Self::Der),
            _ if pem::is_indented(contents) => {
                EncodingError::Prefix { found: "white space in the first line of the PEM text" }
            }
            _ => EncodingError::Form { length: contents.len(), first: contents.first().copied() },
        })
    }
}

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

/// PrivateKeyInfo begins with a version; the other two begin with an algorithm, and an OCTET STRING or a BIT STRING
/// follows.
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
