//! Public keys: SubjectPublicKeyInfo (RFC 5280 Section 4.1.2.7).

use super::algorithm::Algorithm;
use super::error::EncodingError;
use super::form::{Content, Form};
use super::layout;
use super::pem::{self, Kind};
use super::text;
use super::tlv::{BIT_STRING, Result, Structure, check_length, to_der};
use alloc::string::String;
use alloc::vec::Vec;
use der::asn1::BitStringRef;
use pkcs8::spki::SubjectPublicKeyInfoRef;

/// The content of a public key file: an algorithm and the bytes of the key. This type does not check that they are
/// valid.
///
/// ```
/// use carnelian::encoding::{Algorithm, SubjectPublicKeyInfo};
///
/// let key = SubjectPublicKeyInfo::new(Algorithm::X25519, &[9; 32])?;
/// let pem = key.to_spki_pem();
/// assert!(pem.starts_with("-----BEGIN PUBLIC KEY-----\n"));
///
/// let read = SubjectPublicKeyInfo::from_spki_pem(pem.as_bytes())?;
/// assert_eq!(read.public_key::<32>(Algorithm::X25519)?, [9; 32]);
/// # Ok::<(), carnelian::encoding::EncodingError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SubjectPublicKeyInfo {
    algorithm: Algorithm,
    public_key: Vec<u8>,
}

impl SubjectPublicKeyInfo {
    /// Creates the container of a key.
    ///
    /// # Errors
    /// [`EncodingError::WrongLength`] if the algorithm does not permit the length.
    pub fn new(algorithm: Algorithm, public_key: &[u8]) -> Result<Self> {
        algorithm.check_public_key(public_key)?;
        Ok(Self { algorithm, public_key: public_key.to_vec() })
    }

    /// Returns the container of a key whose type ensures its length.
    #[cfg(feature = "curve")]
    pub(crate) fn of<const N: usize>(algorithm: Algorithm, public_key: &[u8; N]) -> Self {
        debug_assert!(algorithm.public_lengths().contains(N));
        Self { algorithm, public_key: public_key.to_vec() }
    }

    /// Returns the algorithm of the key.
    #[must_use]
    pub fn algorithm(&self) -> Algorithm {
        self.algorithm
    }

    /// Returns the public key, if it is one of `algorithm` and `N` bytes long.
    ///
    /// # Errors
    /// [`EncodingError::WrongAlgorithm`], [`EncodingError::WrongLength`].
    pub fn public_key<const N: usize>(&self, algorithm: Algorithm) -> Result<[u8; N]> {
        if self.algorithm != algorithm {
            return Err(EncodingError::WrongAlgorithm { expected: Some(algorithm), found: self.algorithm.oid() });
        }
        check_length("public key in bytes", &N.into(), self.public_key.len())?;
        Ok(self.public_key.as_slice().try_into().expect("the length was checked"))
    }

    /// Reads the DER of SubjectPublicKeyInfo.
    ///
    /// # Errors
    /// [`EncodingError`]: what was expected, what was found, and where.
    pub fn from_spki_der(der: &[u8]) -> Result<Self> {
        Structure::read("SubjectPublicKeyInfo", der, |file| {
            file.sequence("SubjectPublicKeyInfo", |info| {
                let algorithm = Algorithm::read(info, "algorithm")?;
                Self::new(algorithm, info.bits("subjectPublicKey", BIT_STRING)?)
            })
        })
    }

    /// Reads the only public key of a PEM text, which is labelled `PUBLIC KEY`. Other blocks may be in the text, such as
    /// the private key.
    ///
    /// # Errors
    /// [`EncodingError`]; [`EncodingError::Label`] if the text holds something else, [`EncodingError::SeveralKeys`].
    pub fn from_spki_pem(pem: &[u8]) -> Result<Self> {
        Self::from_spki_der(pem::decode(pem, Kind::Public, pem::PUBLIC_KEY)?.declassify("a public key"))
    }

    /// Reads two hexadecimal digits for each byte of the key, with a line end or without.
    ///
    /// # Errors
    /// [`EncodingError::WrongLength`], [`EncodingError::Character`].
    pub fn from_hex(algorithm: Algorithm, digits: &[u8]) -> Result<Self> {
        algorithm.check_raw_form("hexadecimal digits")?;
        let (what, digits) = ("public key in hexadecimal digits", layout::without_mark(digits));
        let bytes = text::decode_hex(what, digits, algorithm.public_lengths())?;
        Self::new(algorithm, bytes.declassify("a public key"))
    }

    fn from_raw(algorithm: Algorithm, bytes: &[u8]) -> Result<Self> {
        algorithm.check_raw_form("raw bytes")?;
        Self::new(algorithm, bytes)
    }

    /// Reads a file in any [`Form`]. With an `algorithm`, keys of others are refused; without one, raw bytes and digits
    /// cannot be read, because they do not name theirs.
    ///
    /// # Errors
    /// [`EncodingError`]; [`Content`](EncodingError::Content) for a private key.
    pub fn from_file(contents: &[u8], algorithm: Option<Algorithm>) -> Result<Self> {
        let key = match Form::wanted(contents, Kind::Public, algorithm)? {
            Form::Raw => Self::from_raw(algorithm.ok_or(EncodingError::AlgorithmUnknown)?, contents)?,
            Form::Hex => Self::from_hex(algorithm.ok_or(EncodingError::AlgorithmUnknown)?, contents)?,
            Form::Der(Content::PublicKey) => Self::from_spki_der(contents)?,
            Form::Pem(Content::PublicKey) => Self::from_spki_pem(contents)?,
            Form::Der(_) | Form::Pem(_) => {
                return Err(EncodingError::Content { expected: "a public key", found: "a private key" });
            }
        };
        match algorithm {
            Some(wanted) if wanted != key.algorithm => {
                Err(EncodingError::WrongAlgorithm { expected: Some(wanted), found: key.algorithm.oid() })
            }
            _ => Ok(key),
        }
    }

    /// Returns the DER of SubjectPublicKeyInfo.
    #[must_use]
    pub fn to_spki_der(&self) -> Vec<u8> {
        let subject_public_key =
            BitStringRef::from_bytes(&self.public_key).expect("a key is far shorter than DER may be");
        let algorithm = self.algorithm.algorithm_identifier();
        to_der(&SubjectPublicKeyInfoRef { algorithm, subject_public_key })
    }

    /// Returns a PEM text labelled `PUBLIC KEY`.
    #[must_use]
    pub fn to_spki_pem(&self) -> String {
        pem::encode_public(pem::PUBLIC_KEY, &self.to_spki_der())
    }

    /// Returns two lower-case hexadecimal digits for each byte of the key, and a line feed.
    #[must_use]
    pub fn to_hex(&self) -> String {
        text::hex_line(&self.public_key).into_iter().map(char::from).collect()
    }

    /// Returns the bytes of the key.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        &self.public_key
    }
}
