//! ML-KEM as a scheme that is chosen when the program runs.

use super::decapsulation_key::{DecapsulationKey, SEED_LEN};
use super::encapsulation_key::{Ciphertext, EncapsulationKey, SharedSecret};
use super::error::{DecapsulationKeyError, EncapsulationKeyError};
use super::parameters::Parameters;
use crate::base::random::{Random, RandomError};
use crate::base::secret::Secret;
use crate::error::FaultError;
use crate::kem::sealed::Sealed;
use crate::kem::{DynDecapsulationKey, DynEncapsulationKey, Kem, KemError};
use alloc::boxed::Box;
use alloc::vec::Vec;

impl<P: Parameters> Sealed for DecapsulationKey<P> {}

impl<P: Parameters> DynDecapsulationKey for DecapsulationKey<P> {
    fn name(&self) -> &'static str {
        P::NAME
    }

    fn encapsulation_key(&self) -> Box<dyn DynEncapsulationKey> {
        Box::new(self.encapsulation_key())
    }

    fn decapsulate(&self, ciphertext: &[u8]) -> Result<Secret<Vec<u8>>, KemError> {
        let secret = self.decapsulate(&Ciphertext::from_slice(ciphertext)?);
        Ok(Secret::new(secret.expose().to_vec()))
    }

    fn check_pair(&self) -> Result<(), FaultError> {
        self.check_pair()
    }

    fn to_bytes(&self) -> Option<Secret<Vec<u8>>> {
        self.to_seed().or_else(|| self.to_expanded_bytes())
    }

    fn to_seed(&self) -> Option<Secret<Vec<u8>>> {
        self.as_seed().map(|seed| Secret::new(seed.expose().to_vec()))
    }

    fn to_expanded_bytes(&self) -> Option<Secret<Vec<u8>>> {
        Some(Secret::new(self.as_expanded_bytes().expose().as_ref().to_vec()))
    }
}

impl<P: Parameters> Sealed for EncapsulationKey<P> {}

impl<P: Parameters> DynEncapsulationKey for EncapsulationKey<P> {
    fn name(&self) -> &'static str {
        P::NAME
    }

    fn to_bytes(&self) -> Vec<u8> {
        self.as_ref().to_vec()
    }

    fn encapsulate(&self, mut random: &mut dyn Random) -> Result<(Vec<u8>, Secret<Vec<u8>>), KemError> {
        let (ciphertext, secret) = &self.encapsulate(&mut random)?;
        Ok((ciphertext.as_ref().to_vec(), Secret::new(secret.expose().to_vec())))
    }
}

impl<P: Parameters> Kem for DecapsulationKey<P> {
    type EncapsulationKey = EncapsulationKey<P>;
    const KEY_LENS: &'static [usize] = &[SEED_LEN, P::DECAPSULATION_KEY_LEN, SEED_LEN + P::DECAPSULATION_KEY_LEN];
    const SEED_LEN: Option<usize> = Some(SEED_LEN);
    const EXPANDED_LEN: Option<usize> = Some(P::DECAPSULATION_KEY_LEN);
    const ENCAPSULATION_KEY_LEN: usize = P::ENCAPSULATION_KEY_LEN;
    const CIPHERTEXT_LEN: usize = P::CIPHERTEXT_LEN;
    const SHARED_SECRET_LEN: usize = SharedSecret::LEN;

    fn backend() -> &'static str {
        super::backend()
    }

    fn generate(mut random: &mut dyn Random) -> Result<Self, RandomError> {
        Self::generate(&mut random)
    }

    fn read(bytes: &[u8]) -> Result<Self, KemError> {
        Ok(Self::from_any_form(bytes)?)
    }

    fn read_encapsulation_key(bytes: &[u8]) -> Result<EncapsulationKey<P>, KemError> {
        Ok(EncapsulationKey::from_slice(bytes)?)
    }
}

impl From<EncapsulationKeyError> for KemError {
    fn from(error: EncapsulationKeyError) -> Self {
        match error {
            EncapsulationKeyError::Length(error) => Self::Length(error),
            EncapsulationKeyError::Modulus => Self::EncapsulationKeyModulus,
        }
    }
}

impl From<DecapsulationKeyError> for KemError {
    fn from(error: DecapsulationKeyError) -> Self {
        match error {
            DecapsulationKeyError::Length(error) => Self::Length(error),
            DecapsulationKeyError::Hash => Self::Hash,
            DecapsulationKeyError::Modulus => Self::DecapsulationKeyModulus,
            DecapsulationKeyError::Inconsistent => Self::Inconsistent,
            DecapsulationKeyError::Seed => Self::Seed,
        }
    }
}
