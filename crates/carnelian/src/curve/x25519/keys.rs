//! X25519 keys on disk, RFC 8410.

use super::{PublicKey, SecretKey};
use crate::base::random::Random;
use crate::base::secret::Secret;
use crate::encoding::{Algorithm, EncodingError, Encryption, PrivateKeyInfo, SubjectPublicKeyInfo};
use alloc::string::String;
use alloc::vec::Vec;

/// Keys on disk. The key is read and written in constant time; what is written in clear wipes itself.
///
/// ```
/// use carnelian::curve::x25519::SecretKey;
/// let key = SecretKey::from_bytes([7; 32]);
/// let read = SecretKey::from_pkcs8_pem(key.to_pkcs8_pem().expose())?;
/// assert_eq!(read.public_key(), key.public_key());
/// # Ok::<(), carnelian::encoding::EncodingError>(())
/// ```
impl SecretKey {
    /// The key in its container, with its public key, for the forms that have no function here.
    ///
    /// ```
    /// use carnelian::curve::x25519::SecretKey;
    /// let digits = SecretKey::from_bytes([7; 32]).to_private_key_info().to_hex();
    /// assert!(digits.declassify("example").starts_with(b"0707"));
    /// ```
    #[must_use]
    pub fn to_private_key_info(&self) -> PrivateKeyInfo {
        PrivateKeyInfo::of(Algorithm::X25519, &self.0, Some(*self.public_key().as_bytes()))
    }

    /// The key in a container that was read.
    ///
    /// # Errors
    /// [`EncodingError::WrongAlgorithm`], and [`EncodingError::PublicKeyMismatch`] if the container has a public key
    /// that is not the secret key's.
    pub fn from_private_key_info(info: &PrivateKeyInfo) -> Result<Self, EncodingError> {
        let key = Self(info.private_key(Algorithm::X25519)?);
        match info.public_key() {
            Some(public_key) if public_key != key.public_key().as_bytes() => {
                Err(EncodingError::PublicKeyMismatch { algorithm: Algorithm::X25519 })
            }
            _ => Ok(key),
        }
    }

    /// PKCS #8 v1 in DER: what every program reads.
    #[must_use]
    pub fn to_pkcs8_der(&self) -> Secret<Vec<u8>> {
        PrivateKeyInfo::of(Algorithm::X25519, &self.0, None).to_pkcs8_der()
    }

    /// PKCS #8 v1 as a PEM text.
    #[must_use]
    pub fn to_pkcs8_pem(&self) -> Secret<Vec<u8>> {
        PrivateKeyInfo::of(Algorithm::X25519, &self.0, None).to_pkcs8_pem()
    }

    /// PKCS #8 v2 in DER, with the public key. OpenSSL before 3.5 does not read it.
    #[must_use]
    pub fn to_pkcs8_v2_der(&self) -> Secret<Vec<u8>> {
        self.to_private_key_info().to_pkcs8_v2_der().expect("the public key is there")
    }

    /// PKCS #8 v2 as a PEM text.
    #[must_use]
    pub fn to_pkcs8_v2_pem(&self) -> Secret<Vec<u8>> {
        self.to_private_key_info().to_pkcs8_v2_pem().expect("the public key is there")
    }

    /// PKCS #8 v1 as a PEM text, encrypted with a passphrase.
    ///
    /// # Errors
    /// [`EncodingError::Random`] if `random` delivers no salt.
    pub fn to_encrypted_pem(
        &self,
        passphrase: &[u8],
        encryption: Encryption,
        random: &mut impl Random,
    ) -> Result<String, EncodingError> {
        PrivateKeyInfo::of(Algorithm::X25519, &self.0, None).to_encrypted_pem(passphrase, encryption, random)
    }

    /// Reads PKCS #8 in DER, v1 or v2.
    ///
    /// # Errors
    /// [`EncodingError`]: what was expected, what was found, and where.
    pub fn from_pkcs8_der(der: &[u8]) -> Result<Self, EncodingError> {
        Self::from_private_key_info(&PrivateKeyInfo::from_pkcs8_der(der)?)
    }

    /// Reads PKCS #8 as a PEM text, v1 or v2.
    ///
    /// # Errors
    /// As [`from_pkcs8_der`](Self::from_pkcs8_der).
    pub fn from_pkcs8_pem(pem: &[u8]) -> Result<Self, EncodingError> {
        Self::from_private_key_info(&PrivateKeyInfo::from_pkcs8_pem(pem)?)
    }

    /// Reads encrypted PKCS #8 as a PEM text: see
    /// [`PrivateKeyInfo::from_encrypted_der`] for what is supported.
    ///
    /// # Errors
    /// As there; [`EncodingError::WrongPassphrase`] first of all.
    pub fn from_encrypted_pem(pem: &[u8], passphrase: &[u8]) -> Result<Self, EncodingError> {
        Self::from_private_key_info(&PrivateKeyInfo::from_encrypted_pem(pem, passphrase)?)
    }

    /// Reads a file in any form: PEM or DER, encrypted or not, 32 raw bytes, 64 hexadecimal digits.
    ///
    /// # Errors
    /// [`EncodingError`]; [`EncodingError::PassphraseNeeded`] if the key is encrypted and there is none.
    ///
    /// ```
    /// use carnelian::curve::x25519::SecretKey;
    /// let key = SecretKey::from_file(&[b'7'; 64], None)?;
    /// assert_eq!(key.public_key(), SecretKey::from_bytes([0x77; 32]).public_key());
    /// # Ok::<(), carnelian::encoding::EncodingError>(())
    /// ```
    pub fn from_file(contents: &[u8], passphrase: Option<&[u8]>) -> Result<Self, EncodingError> {
        let info = PrivateKeyInfo::from_file(contents, Some(Algorithm::X25519), passphrase)?;
        Self::from_private_key_info(&info)
    }
}

/// Keys on disk.
///
/// ```
/// use carnelian::curve::x25519::{PublicKey, SecretKey};
/// let key = SecretKey::from_bytes([7; 32]).public_key();
/// assert_eq!(PublicKey::from_spki_pem(key.to_spki_pem().as_bytes())?, key);
/// # Ok::<(), carnelian::encoding::EncodingError>(())
/// ```
impl PublicKey {
    /// The key in its container, for the forms that have no function here.
    #[must_use]
    pub fn to_subject_public_key_info(&self) -> SubjectPublicKeyInfo {
        SubjectPublicKeyInfo::of(Algorithm::X25519, self.as_bytes())
    }

    /// The key in a container that was read.
    ///
    /// # Errors
    /// [`EncodingError::WrongAlgorithm`].
    pub fn from_subject_public_key_info(info: &SubjectPublicKeyInfo) -> Result<Self, EncodingError> {
        info.public_key(Algorithm::X25519).map(Self)
    }

    /// SubjectPublicKeyInfo in DER.
    #[must_use]
    pub fn to_spki_der(&self) -> Vec<u8> {
        self.to_subject_public_key_info().to_spki_der()
    }

    /// SubjectPublicKeyInfo as a PEM text.
    #[must_use]
    pub fn to_spki_pem(&self) -> String {
        self.to_subject_public_key_info().to_spki_pem()
    }

    /// Reads SubjectPublicKeyInfo in DER.
    ///
    /// # Errors
    /// [`EncodingError`]: what was expected, what was found, and where.
    pub fn from_spki_der(der: &[u8]) -> Result<Self, EncodingError> {
        Self::from_subject_public_key_info(&SubjectPublicKeyInfo::from_spki_der(der)?)
    }

    /// Reads SubjectPublicKeyInfo as a PEM text.
    ///
    /// # Errors
    /// As [`from_spki_der`](Self::from_spki_der).
    pub fn from_spki_pem(pem: &[u8]) -> Result<Self, EncodingError> {
        Self::from_subject_public_key_info(&SubjectPublicKeyInfo::from_spki_pem(pem)?)
    }

    /// Reads a file in any form: PEM, DER, 32 raw bytes, 64 hexadecimal digits.
    ///
    /// # Errors
    /// [`EncodingError`].
    pub fn from_file(contents: &[u8]) -> Result<Self, EncodingError> {
        Self::from_subject_public_key_info(&SubjectPublicKeyInfo::from_file(contents, Some(Algorithm::X25519))?)
    }
}
