//! Private keys: PKCS #8 as OneAsymmetricKey (RFC 5958).

use super::algorithm::Algorithm;
use super::error::EncodingError;
use super::form::{Content, Form};
use super::layout;
use super::pbes2::{self, Encryption};
use super::pem::{self, Kind};
use super::text;
use super::tlv::{self, Result, Structure, check_length, to_der};
use crate::base::ct;
use crate::base::random::Random;
use crate::base::secret::Secret;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use der::asn1::{BitStringRef, OctetStringRef};
use pkcs8::PrivateKeyInfoRef;

/// The content of a private key file: an algorithm, the bytes of the key, and in PKCS #8 v2 the public key.
///
/// This type knows containers and no algorithms: the key types of the algorithms check that the public key is that of
/// the private key. Only strict DER is accepted; offsets in errors say where a file departs from it. Text and DER are
/// parsed in time that does not depend on the private key. The key is wiped when dropped, and so is every unencrypted
/// file of it.
///
/// ```
/// use carnelian::encoding::{Algorithm, PrivateKeyInfo};
///
/// let key = PrivateKeyInfo::new(Algorithm::X25519, &[7; 32], None)?;
/// let pem = key.to_pkcs8_pem();
/// assert!(pem.expose().starts_with(b"-----BEGIN PRIVATE KEY-----\n"));
///
/// let read = PrivateKeyInfo::from_pkcs8_pem(pem.expose())?;
/// assert_eq!(read.algorithm(), Algorithm::X25519);
/// assert_eq!(read.private_key::<32>(Algorithm::X25519)?.declassify("example"), &[7; 32]);
/// # Ok::<(), carnelian::encoding::EncodingError>(())
/// ```
pub struct PrivateKeyInfo {
    algorithm: Algorithm,
    private_key: Secret<Vec<u8>>,
    public_key: Option<Vec<u8>>,
}

impl PrivateKeyInfo {
    /// Creates the container of a key, with its public key if a file of version v2 is to be written.
    ///
    /// # Errors
    /// [`EncodingError::WrongLength`] if the algorithm does not permit the length of either key.
    pub fn new(algorithm: Algorithm, private_key: &[u8], public_key: Option<&[u8]>) -> Result<Self> {
        Self::from_parts(algorithm, Secret::new(private_key.to_vec()), public_key.map(<[u8]>::to_vec))
    }

    /// Returns the container of these keys, if their lengths are permitted.
    fn from_parts(algorithm: Algorithm, private_key: Secret<Vec<u8>>, public_key: Option<Vec<u8>>) -> Result<Self> {
        algorithm.check_private_key(private_key.expose())?;
        public_key.as_deref().map_or(Ok(()), |key| algorithm.check_public_key(key))?;
        Ok(Self { algorithm, private_key, public_key })
    }

    /// Returns the container of a key whose type ensures its length.
    #[cfg(feature = "curve")]
    pub(crate) fn of<const N: usize>(
        algorithm: Algorithm,
        private_key: &Secret<[u8; N]>,
        public_key: Option<[u8; N]>,
    ) -> Self {
        debug_assert!(algorithm.private_lengths().contains(N) && algorithm.public_lengths().contains(N));
        let private_key = Secret::new(private_key.expose().to_vec());
        Self { algorithm, private_key, public_key: public_key.map(|bytes| bytes.to_vec()) }
    }

    /// Returns the algorithm of the key.
    #[must_use]
    pub fn algorithm(&self) -> Algorithm {
        self.algorithm
    }

    /// Returns the private key, if it is one of `algorithm` and `N` bytes long.
    ///
    /// # Errors
    /// [`EncodingError::WrongAlgorithm`], [`EncodingError::WrongLength`].
    #[inline(never)]
    pub fn private_key<const N: usize>(&self, algorithm: Algorithm) -> Result<Secret<[u8; N]>> {
        let bytes = self.bytes(algorithm, N)?;
        Secret::build(|out| {
            out.copy_from_slice(bytes);
            Ok(())
        })
    }

    /// Copies the private key to `out`.
    #[cfg(feature = "curve")]
    pub(crate) fn copy_private_key<const N: usize>(
        &self,
        algorithm: Algorithm,
        out: &mut Secret<[u8; N]>,
    ) -> Result<()> {
        let bytes = self.bytes(algorithm, N)?;
        out.write(|out| out.copy_from_slice(bytes));
        Ok(())
    }

    fn bytes(&self, algorithm: Algorithm, len: usize) -> Result<&[u8]> {
        let bytes = self.private_key_bytes(algorithm)?;
        check_length("private key in bytes", &len.into(), bytes.len())?;
        Ok(bytes)
    }

    /// Returns the private key, if it is one of `algorithm`. Its length is one that the algorithm permits.
    ///
    /// # Errors
    /// [`EncodingError::WrongAlgorithm`].
    pub fn private_key_bytes(&self, algorithm: Algorithm) -> Result<&[u8]> {
        if self.algorithm != algorithm {
            return Err(EncodingError::WrongAlgorithm { expected: Some(algorithm), found: self.algorithm.oid() });
        }
        Ok(self.private_key.expose())
    }

    /// Returns the public key, if the file had one. It is not checked here that it belongs to the private key.
    #[must_use]
    pub fn public_key(&self) -> Option<&[u8]> {
        self.public_key.as_deref()
    }

    /// Compares the public key in the file, if there is one, with that of the private key.
    #[cfg(any(feature = "curve", feature = "postquantum"))]
    pub(crate) fn check_public_key(&self, expected: &[u8]) -> Result<()> {
        self.public_key().map_or(Ok(()), |found| check_same(self.algorithm, expected, found))
    }

    /// Reads the DER of PKCS #8, v1 or v2, not encrypted.
    ///
    /// Attributes (RFC 5958 Section 2, `[0]`) say nothing about the key itself; they are accepted and ignored.
    ///
    /// # Errors
    /// [`EncodingError`]: what was expected, what was found, and where.
    ///
    /// ```
    /// use carnelian::encoding::{Algorithm, PrivateKeyInfo};
    /// let der = PrivateKeyInfo::new(Algorithm::Ed25519, &[7; 32], None)?.to_pkcs8_der();
    /// let mut longer = der.expose().clone();
    /// longer.push(0);
    /// let refused = PrivateKeyInfo::from_pkcs8_der(&longer).unwrap_err();
    /// assert_eq!(refused.to_string(), "PrivateKeyInfo: expected nothing after byte 48, found 1 byte");
    /// # Ok::<(), carnelian::encoding::EncodingError>(())
    /// ```
    pub fn from_pkcs8_der(der: &[u8]) -> Result<Self> {
        Structure::read("PrivateKeyInfo", der, |file| file.sequence("PrivateKeyInfo", one_asymmetric_key))
    }

    /// Reads the only private key of a PEM text, which is labelled `PRIVATE KEY`. Other blocks may be in the text, such as
    /// a certificate or the public key.
    ///
    /// # Errors
    /// [`EncodingError`]; [`EncodingError::Label`] if the text holds something else, such as an encrypted key,
    /// [`EncodingError::SeveralKeys`].
    pub fn from_pkcs8_pem(pem: &[u8]) -> Result<Self> {
        Self::from_pkcs8_der(pem::decode(pem, Kind::Private, pem::PRIVATE_KEY)?.expose())
    }

    /// Reads the DER of an encrypted PKCS #8 key (RFC 5958 Section 3): PBES2 (RFC 8018) with PBKDF2 by HMAC-SHA-1, 224,
    /// 256, 384, 512, 512/224 or 512/256, or with scrypt, and AES-128, 192 or 256 in CBC mode.
    ///
    /// PBKDF2 takes time that does not depend on the passphrase beyond its length; scrypt's addresses depend on it by
    /// design. A file cannot make either exceed the bounds of [`EncodingError::Cost`]: 10 000 000
    /// iterations, 264 MiB, some seconds.
    ///
    /// # Errors
    /// [`EncodingError::WrongPassphrase`], [`EncodingError::Encryption`], [`EncodingError::Cost`], and those of
    /// [`from_pkcs8_der`](Self::from_pkcs8_der) with offsets in the decrypted key.
    pub fn from_encrypted_der(der: &[u8], passphrase: &[u8]) -> Result<Self> {
        Self::from_pkcs8_der(pbes2::decrypt(der, passphrase)?.expose())
    }

    /// Reads a PEM text labelled `ENCRYPTED PRIVATE KEY`: see [`from_encrypted_der`](Self::from_encrypted_der).
    ///
    /// # Errors
    /// Those of that function, and [`EncodingError::Label`] if the text holds something else.
    pub fn from_encrypted_pem(pem: &[u8], passphrase: &[u8]) -> Result<Self> {
        let der = pem::decode(pem, Kind::Private, pem::ENCRYPTED_PRIVATE_KEY)?;
        Self::from_encrypted_der(der.declassify("an encrypted key is public"), passphrase)
    }

    /// Reads two hexadecimal digits for each byte of the key, with a line end or without. Those of the public key may
    /// follow the ones of an Ed25519 key.
    ///
    /// # Errors
    /// [`EncodingError::WrongLength`], [`EncodingError::Character`].
    pub fn from_hex(algorithm: Algorithm, digits: &[u8]) -> Result<Self> {
        algorithm.check_raw_form("hexadecimal digits")?;
        let (what, digits) = ("private key in hexadecimal digits", layout::without_mark(digits));
        let bytes = text::decode_hex(what, digits, &algorithm.raw_private_lengths())?;
        Self::from_raw(algorithm, bytes.expose())
    }

    /// Returns the key of bytes without structure.
    fn from_raw(algorithm: Algorithm, bytes: &[u8]) -> Result<Self> {
        algorithm.check_raw_form("raw bytes")?;
        let (private_key, public_key) = algorithm.split_raw(bytes);
        Self::from_parts(algorithm, Secret::new(private_key.to_vec()), public_key.map(declassified))
    }

    /// Reads a file in any [`Form`]. With an `algorithm`, keys of others are refused; without one, raw bytes and digits
    /// cannot be read, because they do not name theirs. The passphrase is used if the key is encrypted.
    ///
    /// # Errors
    /// [`EncodingError`]: [`Content`](EncodingError::Content) for a public key,
    /// [`PassphraseNeeded`](EncodingError::PassphraseNeeded) without one where it is needed, and those of the form.
    ///
    /// ```
    /// use carnelian::encoding::{Algorithm, EncodingError, PrivateKeyInfo};
    /// let digits = [b'0'; 64];
    /// let key = PrivateKeyInfo::from_file(&digits, Some(Algorithm::Ed25519), None)?;
    /// assert_eq!(key.algorithm(), Algorithm::Ed25519);
    /// let refused = PrivateKeyInfo::from_file(&digits, None, None).unwrap_err();
    /// assert_eq!(refused, EncodingError::AlgorithmUnknown);
    /// # Ok::<(), EncodingError>(())
    /// ```
    pub fn from_file(contents: &[u8], algorithm: Option<Algorithm>, passphrase: Option<&[u8]>) -> Result<Self> {
        let passphrase = || passphrase.ok_or(EncodingError::PassphraseNeeded);
        let key = match Form::wanted(contents, Kind::Private, algorithm)? {
            Form::Raw => Self::from_raw(algorithm.ok_or(EncodingError::AlgorithmUnknown)?, contents)?,
            Form::Hex => Self::from_hex(algorithm.ok_or(EncodingError::AlgorithmUnknown)?, contents)?,
            Form::Der(Content::PrivateKey) => Self::from_pkcs8_der(contents)?,
            Form::Pem(Content::PrivateKey) => Self::from_pkcs8_pem(contents)?,
            Form::Der(Content::EncryptedPrivateKey) => Self::from_encrypted_der(contents, passphrase()?)?,
            Form::Pem(Content::EncryptedPrivateKey) => Self::from_encrypted_pem(contents, passphrase()?)?,
            Form::Der(Content::PublicKey) | Form::Pem(Content::PublicKey) => {
                return Err(EncodingError::Content { expected: "a private key", found: "a public key" });
            }
        };
        match algorithm {
            Some(wanted) if wanted != key.algorithm => {
                Err(EncodingError::WrongAlgorithm { expected: Some(wanted), found: key.algorithm.oid() })
            }
            _ => Ok(key),
        }
    }

    /// Returns PKCS #8 v1, without the public key. OpenSSL before 3.5 reads no other version.
    #[must_use]
    pub fn to_pkcs8_der(&self) -> Secret<Vec<u8>> {
        self.encode(None)
    }

    /// Returns PKCS #8 v1 as a PEM text labelled `PRIVATE KEY`.
    #[must_use]
    pub fn to_pkcs8_pem(&self) -> Secret<Vec<u8>> {
        Secret::new(pem::encode(pem::PRIVATE_KEY, self.to_pkcs8_der().expose()))
    }

    /// Returns PKCS #8 v2, with the public key.
    ///
    /// # Errors
    /// [`EncodingError::NoPublicKey`] if there is none.
    pub fn to_pkcs8_v2_der(&self) -> Result<Secret<Vec<u8>>> {
        let public_key = self.public_key.as_deref().ok_or(EncodingError::NoPublicKey)?;
        Ok(self.encode(Some(public_key)))
    }

    /// Returns PKCS #8 v2 as a PEM text labelled `PRIVATE KEY`.
    ///
    /// # Errors
    /// [`EncodingError::NoPublicKey`] if there is none.
    pub fn to_pkcs8_v2_pem(&self) -> Result<Secret<Vec<u8>>> {
        Ok(Secret::new(pem::encode(pem::PRIVATE_KEY, self.to_pkcs8_v2_der()?.expose())))
    }

    /// Returns PKCS #8 v1, encrypted with a passphrase: see [`Encryption`].
    ///
    /// Takes time that depends on the number of iterations and the passphrase's length.
    ///
    /// # Errors
    /// [`EncodingError::Random`] if `random` fails.
    ///
    /// ```
    /// use carnelian::encoding::{Algorithm, EncodingError, Encryption, PrivateKeyInfo};
    /// use carnelian::random::OsRandom;
    ///
    /// let key = PrivateKeyInfo::new(Algorithm::Ed25519, &[7; 32], None)?;
    /// // Far fewer iterations than the default, so that the example is fast.
    /// let der = key.to_encrypted_der(b"passphrase", Encryption::with_iterations(1000)?, &mut OsRandom)?;
    /// let read = PrivateKeyInfo::from_encrypted_der(&der, b"passphrase")?;
    /// assert_eq!(read.algorithm(), Algorithm::Ed25519);
    /// let refused = PrivateKeyInfo::from_encrypted_der(&der, b"another").unwrap_err();
    /// assert_eq!(refused, EncodingError::WrongPassphrase);
    /// # Ok::<(), EncodingError>(())
    /// ```
    pub fn to_encrypted_der(
        &self,
        passphrase: &[u8],
        encryption: Encryption,
        random: &mut impl Random,
    ) -> Result<Vec<u8>> {
        pbes2::encrypt(self.to_pkcs8_der().expose(), passphrase, encryption, random)
    }

    /// Returns an encrypted key as a PEM text labelled `ENCRYPTED PRIVATE KEY`: see
    /// [`to_encrypted_der`](Self::to_encrypted_der).
    ///
    /// # Errors
    /// Those of that function.
    pub fn to_encrypted_pem(
        &self,
        passphrase: &[u8],
        encryption: Encryption,
        random: &mut impl Random,
    ) -> Result<String> {
        let der = self.to_encrypted_der(passphrase, encryption, random)?;
        Ok(pem::encode_public(pem::ENCRYPTED_PRIVATE_KEY, &der))
    }

    /// Returns two lower-case hexadecimal digits for each byte of the private key, and a line feed.
    #[must_use]
    pub fn to_hex(&self) -> Secret<Vec<u8>> {
        text::encode_hex(self.private_key.expose())
    }

    /// Returns the bytes of the private key.
    #[must_use]
    pub fn to_raw(&self) -> Secret<Vec<u8>> {
        Secret::new(self.private_key.expose().clone())
    }

    /// Returns OneAsymmetricKey, RFC 5958 Section 2, of the version that the presence of a public key implies.
    fn encode(&self, public_key: Option<&[u8]>) -> Secret<Vec<u8>> {
        const SHORT: &str = "a key is far shorter than DER may be";
        let private_key = self.algorithm.write_private_key(self.private_key.expose(), self.public_key());
        let info = PrivateKeyInfoRef {
            algorithm: self.algorithm.algorithm_identifier(),
            private_key: OctetStringRef::new(&private_key).expect(SHORT),
            public_key: public_key.map(|bytes| BitStringRef::from_bytes(bytes).expect(SHORT)),
        };
        Secret::new(to_der(&info))
    }
}

impl fmt::Debug for PrivateKeyInfo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PrivateKeyInfo")
            .field("algorithm", &self.algorithm)
            .field("private_key", &self.private_key)
            .field("public_key", &self.public_key)
            .finish()
    }
}

/// Reads the fields of OneAsymmetricKey, RFC 5958 Section 2.
fn one_asymmetric_key(file: &mut Structure<'_>) -> Result<PrivateKeyInfo> {
    const ATTRIBUTES: u8 = 0xa0; // [0] IMPLICIT SET OF
    const PUBLIC_KEY: u8 = 0x81; // [1] IMPLICIT BIT STRING
    const EXPLICIT_PUBLIC_KEY: u8 = 0xa1; // [1] EXPLICIT BIT STRING, which ring wrote before version 0.17
    let version = file.unsigned("version")?;
    if version > 1 {
        return Err(EncodingError::Version);
    }
    let algorithm = Algorithm::read(file, "privateKeyAlgorithm")?;
    let read_contents = |contents: &mut Structure<'_>| {
        let (private_key, public_key) = algorithm.read_private_key(contents)?;
        Ok((private_key, public_key.map(declassified)))
    };
    let (private_key, public_key_inside) = file.constructed("privateKey", tlv::OCTET_STRING, read_contents)?;
    if file.peek() == Some(ATTRIBUTES) {
        file.constructed("attributes", ATTRIBUTES, |attributes| {
            while !attributes.is_at_end() {
                attributes.skip("attribute", tlv::SEQUENCE)?;
            }
            Ok(())
        })?;
    }
    let public_key = match file.peek() {
        None => None,
        Some(EXPLICIT_PUBLIC_KEY) => {
            Some(file.constructed("publicKey", EXPLICIT_PUBLIC_KEY, |key| key.bits("publicKey", tlv::BIT_STRING))?)
        }
        Some(_) => Some(file.bits("publicKey", PUBLIC_KEY)?),
    };
    let public_key = public_key.map(declassified);
    // Section 2: v2 if there is a public key, else v1.
    if (version == 1) != public_key.is_some() {
        return Err(EncodingError::VersionAndPublicKey { has_public_key: public_key.is_some() });
    }
    if let (Some(expected), Some(found)) = (&public_key_inside, &public_key) {
        check_same(algorithm, expected, found)?;
    }
    PrivateKeyInfo::from_parts(algorithm, private_key, public_key.or(public_key_inside))
}

fn declassified(public_key: &[u8]) -> Vec<u8> {
    public_key.iter().map(|byte| ct::declassify(*byte, "a public key is public")).collect()
}

/// Returns an error if two public keys of one private key differ.
fn check_same(algorithm: Algorithm, expected: &[u8], found: &[u8]) -> Result<()> {
    match ct::eq(expected, found).declassify("whether two public keys are the same is public") {
        true => Ok(()),
        false => Err(EncodingError::PublicKeyMismatch { algorithm }),
    }
}
