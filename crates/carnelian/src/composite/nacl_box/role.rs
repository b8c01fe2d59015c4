//! Sealed boxes as a scheme of public-key encryption that is chosen when the program runs.

use super::anonymous::{HEADER_LEN, SealError, open_combined, seal_combined};
use crate::base::random::{Random, RandomError};
use crate::base::secret::Secret;
use crate::curve::curve25519;
use crate::curve::x25519::{PublicKey, SecretKey};
use crate::encryption::sealed::Sealed;
use crate::encryption::{DynDecryptionKey, DynEncryptionKey, Encryption, EncryptionError};
use crate::error::LengthError;
use alloc::boxed::Box;
use alloc::vec::Vec;

/// The name of the scheme. No standard has one.
const NAME: &str = "Sealed box";

/// A recipient's secret key, with the public key that each ciphertext needs.
#[derive(Debug)]
pub(crate) struct RecipientKey {
    secret: SecretKey,
    public: PublicKey,
}

impl RecipientKey {
    fn new(secret: SecretKey) -> Self {
        let public = secret.public_key();
        Self { secret, public }
    }
}

impl Sealed for RecipientKey {}

impl DynDecryptionKey for RecipientKey {
    fn name(&self) -> &'static str {
        NAME
    }

    fn encryption_key(&self) -> Box<dyn DynEncryptionKey> {
        Box::new(self.public)
    }

    fn decrypt(&self, ciphertext: &[u8]) -> Result<Secret<Vec<u8>>, EncryptionError> {
        let message = open_combined(&self.secret, &self.public, ciphertext);
        message.map(Secret::new).map_err(|_| EncryptionError::Invalid)
    }

    fn to_bytes(&self) -> Secret<Vec<u8>> {
        Secret::new(self.secret.to_bytes().expose().to_vec())
    }
}

impl Sealed for PublicKey {}

impl DynEncryptionKey for PublicKey {
    fn name(&self) -> &'static str {
        NAME
    }

    fn to_bytes(&self) -> Vec<u8> {
        self.as_bytes().to_vec()
    }

    fn encrypt(&self, message: &[u8], mut random: &mut dyn Random) -> Result<Vec<u8>, EncryptionError> {
        Ok(seal_combined(self, message, &mut random)?)
    }
}

impl Encryption for RecipientKey {
    type EncryptionKey = PublicKey;
    const KEY_LEN: usize = SecretKey::LEN;
    const ENCRYPTION_KEY_LEN: usize = PublicKey::LEN;
    const OVERHEAD: usize = HEADER_LEN;

    fn backend() -> &'static str {
        curve25519::backend()
    }

    fn generate(mut random: &mut dyn Random) -> Result<Self, RandomError> {
        Ok(Self::new(SecretKey::generate(&mut random)?))
    }

    fn read(bytes: &[u8]) -> Result<Self, EncryptionError> {
        let error = LengthError { what: "an X25519 secret key", expected: SecretKey::LEN, found: bytes.len() };
        let bytes: &[u8; 32] = bytes.try_into().map_err(|_| error)?;
        Ok(Self::new(SecretKey::from_bytes(*bytes)))
    }

    fn read_encryption_key(bytes: &[u8]) -> Result<PublicKey, EncryptionError> {
        let key = PublicKey::try_from(bytes)?;
        if key.is_small_order() { Err(EncryptionError::NonContributory) } else { Ok(key) }
    }
}

impl From<SealError> for EncryptionError {
    fn from(error: SealError) -> Self {
        match error {
            SealError::Random(error) => Self::Random(error),
            SealError::NonContributory => Self::NonContributory,
        }
    }
}
