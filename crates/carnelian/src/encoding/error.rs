//! Errors of key files.

use super::algorithm::Algorithm;
use super::digits::Digits;
use super::lengths::Lengths;
use super::oid::Oid;
use super::words::alternatives;
use crate::base::random::RandomError;
use alloc::vec::Vec;
use core::fmt;

/// The reason why a key could not be read or written: what was expected, what was found, and where.
///
/// Offsets count bytes from 0, in the DER inside a PEM text or in the text itself, as the message says.
///
/// No variant holds a byte of the file: a file may be another than it was taken for, and then each byte of it may be one
/// of a private key. Exempt are object identifiers, which say of what algorithm a key is, and the numbers that state the
/// cost of an encryption. A PEM label is named if it is a known one. Of the contents of `privateKey` only their length is told.
///
/// ```
/// use carnelian::encoding::PrivateKeyInfo;
/// let certificate = "-----BEGIN CERTIFICATE-----\nAA==\n-----END CERTIFICATE-----\n";
/// let refused = PrivateKeyInfo::from_pkcs8_pem(certificate.as_bytes()).unwrap_err();
/// assert_eq!(refused.to_string(), "PEM label: expected PRIVATE KEY, found \"CERTIFICATE\"");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum EncodingError {
    /// A DER value of the wrong type.
    Tag {
        /// The ASN.1 name of the field.
        field: &'static str,
        /// The offset of the value.
        offset: usize,
        /// The identifier octet that was expected.
        expected: u8,
    },
    /// The DER, or the value that encloses the field, ends before the field does.
    Truncated {
        /// The ASN.1 name of the field.
        field: &'static str,
        /// The offset of the field.
        offset: usize,
        /// The number of bytes that are there.
        available: usize,
    },
    /// A value that BER permits and DER does not, or that has no meaning.
    NotDer {
        /// The ASN.1 name of the field.
        field: &'static str,
        /// The offset of the field.
        offset: usize,
        /// The fault.
        fault: &'static str,
    },
    /// Bytes after the end of a value.
    TrailingData {
        /// The value that should have ended.
        after: &'static str,
        /// The offset of its end.
        offset: usize,
        /// The number of bytes that follow.
        extra: usize,
    },
    /// A field whose length is not one that its algorithm permits.
    WrongLength {
        /// The field and the unit of the lengths.
        what: &'static str,
        /// The permitted lengths.
        expected: Lengths,
        /// The length that was found.
        found: usize,
    },
    /// A key of another algorithm.
    WrongAlgorithm {
        /// The requested algorithm; `None` if any [`Algorithm`] is accepted.
        expected: Option<Algorithm>,
        /// The identifier in the file.
        found: Oid,
    },
    /// The parameters of the algorithm identifier are not those that the algorithm has: none for the keys of RFC 8410.
    Parameters {
        /// The algorithm.
        algorithm: Algorithm,
        /// The offset of the parameters.
        offset: usize,
        /// The name of the parameters that were expected.
        expected: &'static str,
        /// True if there are parameters.
        found: bool,
    },
    /// A version of PKCS #8 other than v1 (0) and v2 (1).
    Version,
    /// The version and the presence of a public key contradict each other: v1 has none, v2 has one (RFC 5958 Section
    /// 2).
    VersionAndPublicKey {
        /// True if the file has a public key.
        has_public_key: bool,
    },
    /// A private key with the public key of another one.
    PublicKeyMismatch {
        /// The algorithm.
        algorithm: Algorithm,
    },
    /// The bytes are no public key of the algorithm.
    InvalidPublicKey {
        /// The algorithm.
        algorithm: Algorithm,
        /// The fault.
        fault: &'static str,
    },
    /// The bytes are no private key of the algorithm: parts of it contradict each other.
    InvalidPrivateKey {
        /// The algorithm.
        algorithm: Algorithm,
        /// The fault.
        fault: &'static str,
    },
    /// The contents of `privateKey` do not have the structure of the algorithm's private keys.
    PrivateKeyStructure {
        /// The algorithm.
        algorithm: Algorithm,
        /// The offset of the contents.
        offset: usize,
        /// Their length in bytes.
        length: usize,
    },
    /// A v2 file cannot be written, because the public key is unknown.
    NoPublicKey,
    /// A PEM text with another label.
    Label {
        /// The label that was expected, or several in words.
        expected: &'static str,
        /// The label that was found, if it is a known one.
        found: Option<&'static str>,
    },
    /// A text that is no PEM.
    NotPem {
        /// The offset of the fault.
        offset: usize,
        /// The fault.
        fault: &'static str,
    },
    /// A character that is not in the alphabet.
    Character {
        /// The alphabet: `base64` or `hexadecimal`.
        alphabet: &'static str,
        /// The offset of the character.
        offset: usize,
    },
    /// A file in none of the known forms.
    Form {
        /// The lengths in bytes of keys without structure; none if keys of the algorithm have a structure.
        expected: Lengths,
        /// Its length in bytes.
        length: usize,
    },
    /// A file in a form of another program, which is not read.
    OtherForm {
        /// The lengths in bytes of keys without structure; none if keys of the algorithm have a structure.
        expected: Lengths,
        /// The name of the form.
        found: &'static str,
    },
    /// A file that consists of digits and is no key: their number or their layout is another, or their alphabet. A file
    /// that is as long as a key in bytes is refused too if it consists of digits: its bytes would be a weak key.
    Digits {
        /// The lengths in bytes of keys without structure; none if keys of the algorithm have a structure.
        expected: Lengths,
        /// The digits.
        found: Digits,
    },
    /// Something before the key.
    Prefix {
        /// Its name.
        found: &'static str,
    },
    /// A PEM text with several keys of the kind that was expected.
    SeveralKeys {
        /// The kind.
        kind: &'static str,
        /// Their number.
        found: usize,
    },
    /// A file of another kind than requested.
    Content {
        /// The kind that was expected.
        expected: &'static str,
        /// The kind that was found.
        found: &'static str,
    },
    /// Raw bytes and digits do not name their algorithm, and the caller has not named it either.
    AlgorithmUnknown,
    /// The key is encrypted, and no passphrase was given.
    PassphraseNeeded,
    /// The passphrase is wrong or the file is damaged: the two cannot be distinguished.
    WrongPassphrase,
    /// An encryption scheme that is not supported.
    Encryption {
        /// The unsupported part of the scheme.
        part: &'static str,
        /// The identifier in the file.
        found: Oid,
    },
    /// The cost of deriving the key from the passphrase is out of bounds.
    Cost {
        /// The name of the number.
        what: &'static str,
        /// The smallest number that is allowed.
        least: u64,
        /// The largest number that is allowed.
        most: u64,
        /// The number that was found.
        found: u64,
    },
    /// The random source failed.
    Random(RandomError),
}

impl fmt::Display for EncodingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Tag { field, offset, expected } => {
                write!(f, "{field} at byte {offset} of the DER: expected {}, found another tag", Tag(*expected))
            }
            Self::Truncated { field, offset, available } => {
                write!(f, "{field} at byte {offset} of the DER: expected more than the {} there", Bytes(*available))
            }
            Self::NotDer { field, offset, fault } => {
                write!(f, "{field} at byte {offset} of the DER: {fault}")
            }
            Self::TrailingData { after, offset, extra } => {
                write!(f, "{after}: expected nothing after byte {offset}, found {}", Bytes(*extra))
            }
            Self::WrongLength { what, expected, found } => {
                write!(f, "{what}: expected a length of {expected}, found {found}")
            }
            Self::WrongAlgorithm { expected: Some(expected), found } => {
                write!(f, "algorithm: expected {}, found {found}", expected.oid())
            }
            Self::WrongAlgorithm { expected: None, found } => {
                f.write_str("algorithm: expected ")?;
                alternatives(f, &Algorithm::known().collect::<Vec<_>>(), fmt::Display::fmt)?;
                write!(f, ", found {found}")
            }
            Self::Parameters { algorithm, offset, expected, found } => {
                write!(f, "parameters of the algorithm at byte {offset} of the DER: ")?;
                write!(f, "expected {expected} with {algorithm}, found {}", if *found { "others" } else { "none" })
            }
            Self::Version => f.write_str("version of PKCS #8: expected 0 or 1, found another"),
            Self::VersionAndPublicKey { has_public_key: true } => {
                f.write_str("PKCS #8: expected no public key in a file of version v1, found one")
            }
            Self::VersionAndPublicKey { has_public_key: false } => {
                f.write_str("PKCS #8: expected a public key in a file of version v2, found none")
            }
            Self::PublicKeyMismatch { algorithm } => {
                write!(f, "public key: expected that of the {algorithm} private key beside it, found another")
            }
            Self::InvalidPublicKey { algorithm, fault } => write!(f, "{algorithm} public key: {fault}"),
            Self::InvalidPrivateKey { algorithm, fault } => write!(f, "{algorithm} private key: {fault}"),
            Self::PrivateKeyStructure { algorithm, offset, length } => {
                let (shape, lengths) = (algorithm.private_key_shape(), algorithm.private_lengths());
                write!(
                    f,
                    "{algorithm} private key at byte {offset} of the DER: expected {shape} of {lengths} bytes, "
                )?;
                write!(f, "found another structure of {}", Bytes(*length))
            }
            Self::NoPublicKey => f.write_str("PKCS #8 v2: expected a public key to write, found none"),
            Self::Label { expected, found: Some(found) } => {
                write!(f, "PEM label: expected {expected}, found \"{found}\"")
            }
            Self::Label { expected, found: None } => write!(f, "PEM label: expected {expected}, found another"),
            Self::NotPem { offset, fault } => write!(f, "PEM text at byte {offset}: {fault}"),
            Self::Character { alphabet, offset } => {
                write!(f, "byte {offset} of the text: expected a {alphabet} digit, found another character")
            }
            Self::Form { expected, length } => write!(f, "expected {}, found {}", Forms(expected), Bytes(*length)),
            Self::OtherForm { expected, found } => write!(f, "expected {}, found {found}", Forms(expected)),
            Self::Digits { expected, found } => write!(f, "expected {}, found {found}", Forms(expected)),
            Self::Prefix { found } => write!(f, "expected a key, found {found} before it"),
            Self::SeveralKeys { kind, found } => write!(f, "expected one {kind} in the PEM text, found {found}"),
            Self::Content { expected, found } => write!(f, "expected {expected}, found {found}"),
            Self::AlgorithmUnknown => {
                f.write_str("a key without PEM or DER around it does not name its algorithm; specify it")
            }
            Self::PassphraseNeeded => f.write_str("the private key is encrypted: expected a passphrase, found none"),
            Self::WrongPassphrase => f.write_str("wrong passphrase, or a damaged file"),
            Self::Encryption { part, found } => write!(f, "unsupported {part}: {found}"),
            Self::Cost { what, least, most, found } => {
                write!(f, "{what}: expected {least} to {most}, found {found}")
            }
            Self::Random(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for EncodingError {}

impl From<RandomError> for EncodingError {
    fn from(error: RandomError) -> Self {
        Self::Random(error)
    }
}

/// A number of bytes, in words.
struct Bytes(usize);

impl fmt::Display for Bytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} byte{}", self.0, if self.0 == 1 { "" } else { "s" })
    }
}

/// The forms of a key that has these lengths in bytes if it is without structure.
struct Forms<'a>(&'a Lengths);

impl fmt::Display for Forms<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.is_empty() {
            true => f.write_str("a key in PEM or DER"),
            false => {
                let (bytes, digits) = (self.0, self.0.in_digits());
                write!(f, "a key as PEM, DER, hexadecimal digits ({digits}) or raw bytes ({bytes})")
            }
        }
    }
}

/// An identifier octet of DER, by name where it has one.
struct Tag(u8);

impl fmt::Display for Tag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = match self.0 {
            0x01 => "BOOLEAN",
            0x02 => "INTEGER",
            0x03 => "BIT STRING",
            0x04 => "OCTET STRING",
            0x05 => "NULL",
            0x06 => "OBJECT IDENTIFIER",
            0x30 => "SEQUENCE",
            0x31 => "SET",
            tag => return write!(f, "tag 0x{tag:02x}"),
        };
        write!(f, "{name} (0x{:02x})", self.0)
    }
}
