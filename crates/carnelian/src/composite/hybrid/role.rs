//! The exchanges of TLS as schemes of key encapsulation that are chosen when the program runs: the client's keys are a
//! decapsulation key, its share is the encapsulation key, and the server's share is the ciphertext.

use super::{ClientKey, Hybrid, HybridError, HybridSecret, answer, read};
use crate::base::random::{Random, RandomError};
use crate::base::secret::Secret;
use crate::error::FaultError;
use crate::kem::sealed::Sealed;
use crate::kem::{DynDecapsulationKey, DynEncapsulationKey, Kem, KemError};
use crate::postquantum::mlkem::{self, Bytes, EncapsulationKey};
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::fmt;

impl<H: Hybrid> Sealed for ClientKey<H> {}

impl<H: Hybrid> DynDecapsulationKey for ClientKey<H> {
    fn name(&self) -> &'static str {
        H::NAME
    }

    fn encapsulation_key(&self) -> Box<dyn DynEncapsulationKey> {
        Box::new(ClientShare::<H> { bytes: self.share(), ml_kem: self.ml_kem.encapsulation_key() })
    }

    fn decapsulate(&self, ciphertext: &[u8]) -> Result<Secret<Vec<u8>>, KemError> {
        Ok(secret(&self.finish(ciphertext)?))
    }

    /// The part of the group has no public half of its own that could be another.
    fn check_pair(&self) -> Result<(), FaultError> {
        self.ml_kem.check_pair()
    }

    fn to_bytes(&self) -> Option<Secret<Vec<u8>>> {
        None
    }
}

/// A client's share that was read.
pub(crate) struct ClientShare<H: Hybrid> {
    bytes: H::ClientShare,
    ml_kem: EncapsulationKey<H::MlKem>,
}

impl<H: Hybrid> Sealed for ClientShare<H> {}

impl<H: Hybrid> DynEncapsulationKey for ClientShare<H> {
    fn name(&self) -> &'static str {
        H::NAME
    }

    fn to_bytes(&self) -> Vec<u8> {
        self.bytes.as_ref().to_vec()
    }

    fn encapsulate(&self, mut random: &mut dyn Random) -> Result<(Vec<u8>, Secret<Vec<u8>>), KemError> {
        let (_, group) = super::parts::<H>(self.bytes.as_ref(), self.ml_kem.as_ref().len());
        let (share, made) = &answer::<H>(&self.ml_kem, group, &mut random)?;
        Ok((share.as_ref().to_vec(), secret(made)))
    }
}

impl<H: Hybrid> fmt::Debug for ClientShare<H> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ClientShare<{}>({:02x?}..)", H::NAME, &self.bytes.as_ref()[..8])
    }
}

fn secret<H: Hybrid>(made: &HybridSecret<H>) -> Secret<Vec<u8>> {
    Secret::new(made.expose().to_vec())
}

impl<H: Hybrid> Kem for ClientKey<H> {
    type EncapsulationKey = ClientShare<H>;
    /// A key is for one exchange, and no standard says how to store it.
    const KEY_LENS: &'static [usize] = &[];
    const SEED_LEN: Option<usize> = None;
    const EXPANDED_LEN: Option<usize> = None;
    const ENCAPSULATION_KEY_LEN: usize = size_of::<H::ClientShare>();
    const CIPHERTEXT_LEN: usize = size_of::<H::ServerShare>();
    const SHARED_SECRET_LEN: usize = size_of::<H::Secret>();
    const HAS_UNIFORM_SECRET: bool = false;

    fn backend() -> &'static str {
        mlkem::backend()
    }

    fn generate(mut random: &mut dyn Random) -> Result<Self, RandomError> {
        Self::generate(&mut random)
    }

    fn read(_: &[u8]) -> Result<Self, KemError> {
        Err(KemError::NoSuchForm)
    }

    fn read_encapsulation_key(bytes: &[u8]) -> Result<ClientShare<H>, KemError> {
        let (ml_kem, _) = read::<H>(bytes)?;
        let mut share = ClientShare::<H> { bytes: H::ClientShare::ZEROED, ml_kem };
        share.bytes.as_mut().copy_from_slice(bytes);
        Ok(share)
    }
}

impl From<HybridError> for KemError {
    fn from(error: HybridError) -> Self {
        match error {
            HybridError::Length(error) => Self::Length(error),
            HybridError::Modulus => Self::EncapsulationKeyModulus,
            HybridError::NonContributory => Self::NonContributory,
            HybridError::Random => Self::Random,
        }
    }
}
