//! The traits of key types that are read from files and written to them.

use super::{Algorithm, EncodingError, Encryption, PrivateKeyInfo, SubjectPublicKeyInfo};
use crate::base::random::Random;
use crate::base::secret::Secret;
use alloc::string::String;
use alloc::vec::Vec;

/// A private key type that can be read from a file and written to one. The key is read and written in constant time;
/// unencrypted output is wiped when dropped.
///
/// ```
/// use carnelian::curve::ed25519::SigningKey;
/// use carnelian::encoding::PrivateKeyFile;
/// let key = SigningKey::from_seed([7; 32]);
/// let read = SigningKey::from_pkcs8_pem(key.to_pkcs8_pem().expose())?;
/// assert_eq!(read.verifying_key(), key.verifying_key());
/// # Ok::<(), carnelian::encoding::EncodingError>(())
/// ```
pub trait PrivateKeyFile: Sized {
    /// The algorithm of the key.
    const ALGORITHM: Algorithm;

    /// Returns the key in its container, with its public key, for the forms that have no function here.
    ///
    /// ```
    /// use carnelian::curve::ed25519::SigningKey;
    /// use carnelian::encoding::PrivateKeyFile;
    /// let digits = SigningKey::from_seed([7; 32]).to_private_key_info().to_hex();
    /// assert!(digits.declassify("example").starts_with(b"0707"));
    /// ```
    fn to_private_key_info(&self) -> PrivateKeyInfo;

    /// Returns the key in a container that was read.
    ///
    /// # Errors
    /// [`EncodingError::WrongAlgorithm`], and [`EncodingError::PublicKeyMismatch`] if the public key in the container is
    /// not that of the private key.
    fn from_private_key_info(info: &PrivateKeyInfo) -> Result<Self, EncodingError>;

    /// Returns PKCS #8 v1 in DER, which every program reads.
    #[must_use]
    fn to_pkcs8_der(&self) -> Secret<Vec<u8>> {
        self.to_private_key_info().to_pkcs8_der()
    }

    /// Returns PKCS #8 v1 as a PEM text.
    #[must_use]
    fn to_pkcs8_pem(&self) -> Secret<Vec<u8>> {
        self.to_private_key_info().to_pkcs8_pem()
    }

    /// Returns PKCS #8 v2 in DER, with the public key. OpenSSL before 3.5 does not read it.
    ///
    /// # Errors
    /// [`EncodingError::NoPublicKey`] if [`to_private_key_info`](Self::to_private_key_info) returns none.
    fn to_pkcs8_v2_der(&self) -> Result<Secret<Vec<u8>>, EncodingError> {
        self.to_private_key_info().to_pkcs8_v2_der()
    }

    /// Returns PKCS #8 v2 as a PEM text.
    ///
    /// # Errors
    /// Those of [`to_pkcs8_v2_der`](Self::to_pkcs8_v2_der).
    fn to_pkcs8_v2_pem(&self) -> Result<Secret<Vec<u8>>, EncodingError> {
        self.to_private_key_info().to_pkcs8_v2_pem()
    }

    /// Returns PKCS #8 v1 as a PEM text, encrypted with a passphrase.
    ///
    /// # Errors
    /// [`EncodingError::Random`] if `random` fails.
    fn to_encrypted_pem(
        &self,
        passphrase: &[u8],
        encryption: Encryption,
        random: &mut impl Random,
    ) -> Result<String, EncodingError> {
        self.to_private_key_info().to_encrypted_pem(passphrase, encryption, random)
    }

    /// Reads PKCS #8 in DER, v1 or v2.
    ///
    /// # Errors
    /// [`EncodingError`]: what was expected, what was found, and where.
    fn from_pkcs8_der(der: &[u8]) -> Result<Self, EncodingError> {
        Self::from_private_key_info(&PrivateKeyInfo::from_pkcs8_der(der)?)
    }

    /// Reads PKCS #8 as a PEM text, v1 or v2.
    ///
    /// # Errors
    /// Those of [`from_pkcs8_der`](Self::from_pkcs8_der), and those of a PEM text.
    fn from_pkcs8_pem(pem: &[u8]) -> Result<Self, EncodingError> {
        Self::from_private_key_info(&PrivateKeyInfo::from_pkcs8_pem(pem)?)
    }

    /// Reads encrypted PKCS #8 as a PEM text: see
    /// [`PrivateKeyInfo::from_encrypted_der`] for what is supported.
    ///
    /// # Errors
    /// Those of that function; most often [`EncodingError::WrongPassphrase`].
    fn from_encrypted_pem(pem: &[u8], passphrase: &[u8]) -> Result<Self, EncodingError> {
        Self::from_private_key_info(&PrivateKeyInfo::from_encrypted_pem(pem, passphrase)?)
    }

    /// Reads a file in any form: PEM or DER, encrypted or not, raw bytes, hexadecimal digits.
    ///
    /// # Errors
    /// [`EncodingError`]; [`EncodingError::PassphraseNeeded`] if the key is encrypted and there is none.
    ///
    /// ```
    /// use carnelian::curve::ed25519::SigningKey;
    /// use carnelian::encoding::PrivateKeyFile;
    /// let key = SigningKey::from_file(&[b'7'; 64], None)?;
    /// assert_eq!(key.verifying_key(), SigningKey::from_seed([0x77; 32]).verifying_key());
    /// # Ok::<(), carnelian::encoding::EncodingError>(())
    /// ```
    fn from_file(contents: &[u8], passphrase: Option<&[u8]>) -> Result<Self, EncodingError> {
        let info = PrivateKeyInfo::from_file(contents, Some(Self::ALGORITHM), passphrase)?;
        Self::from_private_key_info(&info)
    }
}

/// A public key type that can be read from a file and written to one.
///
/// ```
/// use carnelian::curve::x25519::{PublicKey, SecretKey};
/// use carnelian::encoding::PublicKeyFile;
/// let key = SecretKey::from_bytes([7; 32]).public_key();
/// assert_eq!(PublicKey::from_spki_pem(key.to_spki_pem().as_bytes())?, key);
/// # Ok::<(), carnelian::encoding::EncodingError>(())
/// ```
pub trait PublicKeyFile: Sized {
    /// The algorithm of the key.
    const ALGORITHM: Algorithm;

    /// Returns the key in its container, for the forms that have no function here.
    fn to_subject_public_key_info(&self) -> SubjectPublicKeyInfo;

    /// Returns the key in a container that was read.
    ///
    /// # Errors
    /// [`EncodingError::WrongAlgorithm`], and [`EncodingError::InvalidPublicKey`] if the bytes are no public key.
    fn from_subject_public_key_info(info: &SubjectPublicKeyInfo) -> Result<Self, EncodingError>;

    /// Returns SubjectPublicKeyInfo in DER.
    #[must_use]
    fn to_spki_der(&self) -> Vec<u8> {
        self.to_subject_public_key_info().to_spki_der()
    }

    /// Returns SubjectPublicKeyInfo as a PEM text.
    #[must_use]
    fn to_spki_pem(&self) -> String {
        self.to_subject_public_key_info().to_spki_pem()
    }

    /// Reads SubjectPublicKeyInfo in DER.
    ///
    /// # Errors
    /// [`EncodingError`]: what was expected, what was found, and where.
    fn from_spki_der(der: &[u8]) -> Result<Self, EncodingError> {
        Self::from_subject_public_key_info(&SubjectPublicKeyInfo::from_spki_der(der)?)
    }

    /// Reads SubjectPublicKeyInfo as a PEM text.
    ///
    /// # Errors
    /// Those of [`from_spki_der`](Self::from_spki_der), and those of a PEM text.
    fn from_spki_pem(pem: &[u8]) -> Result<Self, EncodingError> {
        Self::from_subject_public_key_info(&SubjectPublicKeyInfo::from_spki_pem(pem)?)
    }

    /// Reads a file in any form: PEM, DER, raw bytes, hexadecimal digits.
    ///
    /// # Errors
    /// [`EncodingError`].
    fn from_file(contents: &[u8]) -> Result<Self, EncodingError> {
        Self::from_subject_public_key_info(&SubjectPublicKeyInfo::from_file(contents, Some(Self::ALGORITHM))?)
    }
}
