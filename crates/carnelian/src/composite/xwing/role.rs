//! X-Wing as a scheme that is chosen when the program runs.

use super::{Ciphertext, DecapsulationKey, EncapsulationKey, SharedSecret};
use crate::base::random::{Random, RandomError};
use crate::base::secret::Secret;
use crate::error::{FaultError, LengthError};
use crate::kem::sealed::Sealed;
use crate::kem::{DynDecapsulationKey, DynEncapsulationKey, Kem, KemError};
use crate::postquantum::mlkem;
use alloc::boxed::Box;
use alloc::vec::Vec;

/// The name in the draft.
const NAME: &str = "X-Wing";

impl Sealed for DecapsulationKey {}

impl DynDecapsulationKey for DecapsulationKey {
    fn name(&self) -> &'static str {
        NAME
    }

    fn encapsulation_key(&self) -> Box<dyn DynEncapsulationKey> {
        Box::new(self.encapsulation_key())
    }

    fn decapsulate(&self, ciphertext: &[u8]) -> Result<Secret<Vec<u8>>, KemError> {
        let secret = self.decapsulate(&Ciphertext::from_bytes(ciphertext)?);
        Ok(Secret::new(secret.expose().to_vec()))
    }

    fn check_pair(&self) -> Result<(), FaultError> {
        self.check_pair()
    }

    fn to_bytes(&self) -> Option<Secret<Vec<u8>>> {
        Some(Secret::new(self.to_bytes().to_vec()))
    }

    /// Section 5.2: sk is a seed, from which the keys of both parts are expanded.
    fn to_seed(&self) -> Option<Secret<Vec<u8>>> {
        DynDecapsulationKey::to_bytes(self)
    }
}

impl Sealed for EncapsulationKey {}

impl DynEncapsulationKey for EncapsulationKey {
    fn name(&self) -> &'static str {
        NAME
    }

    fn to_bytes(&self) -> Vec<u8> {
        self.to_bytes().to_vec()
    }

    fn encapsulate(&self, mut random: &mut dyn Random) -> Result<(Vec<u8>, Secret<Vec<u8>>), KemError> {
        let (ciphertext, secret) = &self.encapsulate(&mut random)?;
        Ok((ciphertext.as_ref().to_vec(), Secret::new(secret.expose().to_vec())))
    }
}

impl Kem for DecapsulationKey {
    type EncapsulationKey = EncapsulationKey;
    const KEY_LENS: &'static [usize] = &[Self::LEN];
    const SEED_LEN: Option<usize> = Some(Self::LEN);
    const EXPANDED_LEN: Option<usize> = None;
    const ENCAPSULATION_KEY_LEN: usize = EncapsulationKey::LEN;
    const CIPHERTEXT_LEN: usize = Ciphertext::LEN;
    const SHARED_SECRET_LEN: usize = SharedSecret::LEN;

    fn backend() -> &'static str {
        mlkem::backend()
    }

    fn generate(mut random: &mut dyn Random) -> Result<Self, RandomError> {
        Self::generate(&mut random)
    }

    fn read(bytes: &[u8]) -> Result<Self, KemError> {
        let error = LengthError { what: "an X-Wing decapsulation key", expected: Self::LEN, found: bytes.len() };
        Ok(Self::from_bytes(bytes.try_into().map_err(|_| error)?))
    }

    fn read_encapsulation_key(bytes: &[u8]) -> Result<EncapsulationKey, KemError> {
        Ok(EncapsulationKey::from_bytes(bytes)?)
    }
}
