//! X25519 as a scheme that is chosen when the program runs.

use super::{NonContributory, PublicKey, SecretKey, SharedSecret};
use crate::agreement::sealed::Sealed;
use crate::agreement::{Agreement, AgreementError, DynAgreementKey};
use crate::base::random::{Random, RandomError};
use crate::base::secret::Secret;
use crate::curve::curve25519;
use crate::error::LengthError;
use alloc::vec::Vec;

impl Sealed for SecretKey {}

impl DynAgreementKey for SecretKey {
    fn name(&self) -> &'static str {
        "X25519"
    }

    fn public_key(&self) -> Vec<u8> {
        self.public_key().as_bytes().to_vec()
    }

    fn agree(&self, peer: &[u8]) -> Result<Secret<Vec<u8>>, AgreementError> {
        let shared = self.diffie_hellman(&PublicKey::try_from(peer)?)?;
        Ok(Secret::new(shared.expose().to_vec()))
    }

    fn to_bytes(&self) -> Secret<Vec<u8>> {
        Secret::new(self.to_bytes().expose().to_vec())
    }
}

impl Agreement for SecretKey {
    const KEY_LEN: usize = Self::LEN;
    const PUBLIC_KEY_LEN: usize = PublicKey::LEN;
    const SHARED_SECRET_LEN: usize = SharedSecret::LEN;

    fn backend() -> &'static str {
        curve25519::backend()
    }

    fn generate(mut random: &mut dyn Random) -> Result<Self, RandomError> {
        Self::generate(&mut random)
    }

    fn read(bytes: &[u8]) -> Result<Self, AgreementError> {
        let error = LengthError { what: "an X25519 secret key", expected: Self::LEN, found: bytes.len() };
        let bytes: &[u8; 32] = bytes.try_into().map_err(|_| error)?;
        Ok(Self::written(|key| key.copy_from_slice(bytes)))
    }

    fn check_public_key(bytes: &[u8]) -> Result<(), AgreementError> {
        let is_small_order = PublicKey::try_from(bytes)?.is_small_order();
        if is_small_order { Err(AgreementError::NonContributory) } else { Ok(()) }
    }
}

impl From<NonContributory> for AgreementError {
    fn from(_: NonContributory) -> Self {
        Self::NonContributory
    }
}
