//! DHKEM as a scheme that is chosen when the program runs.

use super::{Ciphertext, DecapsulationKey, EncapsulationKey, EncapsulationKeyError, SharedSecret};
use crate::base::random::{Random, RandomError};
use crate::base::secret::Secret;
use crate::curve::curve25519;
use crate::curve::x25519::{NonContributory, SecretKey};
use crate::error::{FaultError, LengthError};
use crate::kem::sealed::Sealed;
use crate::kem::{DynDecapsulationKey, DynEncapsulationKey, Kem, KemError};
use alloc::boxed::Box;
use alloc::vec::Vec;

/// The name in RFC 9180 Section 7.1.
const NAME: &str = "DHKEM(X25519, HKDF-SHA256)";

impl Sealed for DecapsulationKey {}

impl DynDecapsulationKey for DecapsulationKey {
    fn name(&self) -> &'static str {
        NAME
    }

    fn encapsulation_key(&self) -> Box<dyn DynEncapsulationKey> {
        Box::new(*self.encapsulation_key())
    }

    fn decapsulate(&self, ciphertext: &[u8]) -> Result<Secret<Vec<u8>>, KemError> {
        let secret = self.decapsulate(&Ciphertext::try_from(ciphertext)?)?;
        Ok(Secret::new(secret.expose().to_vec()))
    }

    fn check_pair(&self) -> Result<(), FaultError> {
        self.check_pair()
    }

    /// SerializePrivateKey(skX): the bytes are clamped, so that they are not always those that were read.
    fn to_bytes(&self) -> Option<Secret<Vec<u8>>> {
        Some(Secret::new(self.to_bytes().expose().to_vec()))
    }
}

impl Sealed for EncapsulationKey {}

impl DynEncapsulationKey for EncapsulationKey {
    fn name(&self) -> &'static str {
        NAME
    }

    fn to_bytes(&self) -> Vec<u8> {
        self.as_bytes().to_vec()
    }

    fn encapsulate(&self, mut random: &mut dyn Random) -> Result<(Vec<u8>, Secret<Vec<u8>>), KemError> {
        let (ciphertext, secret) = &self.encapsulate(&mut random)?;
        Ok((ciphertext.as_bytes().to_vec(), Secret::new(secret.expose().to_vec())))
    }
}

impl Kem for DecapsulationKey {
    type EncapsulationKey = EncapsulationKey;
    const KEY_LENS: &'static [usize] = &[Self::LEN];
    const SEED_LEN: Option<usize> = None;
    const EXPANDED_LEN: Option<usize> = None;
    const ENCAPSULATION_KEY_LEN: usize = EncapsulationKey::LEN;
    const CIPHERTEXT_LEN: usize = Ciphertext::LEN;
    const SHARED_SECRET_LEN: usize = SharedSecret::LEN;

    fn backend() -> &'static str {
        curve25519::backend()
    }

    fn generate(mut random: &mut dyn Random) -> Result<Self, RandomError> {
        Self::generate(&mut random)
    }

    fn read(bytes: &[u8]) -> Result<Self, KemError> {
        let error = LengthError { what: "a DHKEM decapsulation key", expected: Self::LEN, found: bytes.len() };
        let bytes: &[u8; 32] = bytes.try_into().map_err(|_| error)?;
        Ok(Self::from(SecretKey::written(|key| key.copy_from_slice(bytes))))
    }

    fn read_encapsulation_key(bytes: &[u8]) -> Result<EncapsulationKey, KemError> {
        Ok(EncapsulationKey::try_from(bytes)?)
    }
}

impl From<EncapsulationKeyError> for KemError {
    fn from(error: EncapsulationKeyError) -> Self {
        match error {
            EncapsulationKeyError::Length(error) => Self::Length(error),
            EncapsulationKeyError::NonContributory => Self::NonContributory,
        }
    }
}

impl From<NonContributory> for KemError {
    fn from(_: NonContributory) -> Self {
        Self::NonContributory
    }
}
