//! Messages in parts by a prehash, which every scheme with one has.

use super::error::SignatureError;
use super::options::PrehashAlgorithm;
use super::sealed::Sealed;
use super::{DynSigner, DynVerifier};
use crate::base::random::Random;
use crate::hash::role::DynHash;
use alloc::boxed::Box;
use alloc::vec::Vec;

/// Signs a digest.
type Sign<'k> = Box<dyn FnOnce(&[u8], &mut dyn Random) -> Result<Vec<u8>, SignatureError> + Send + 'k>;

/// A message whose digest is signed.
pub(crate) struct PrehashSigner<'k> {
    prehash: PrehashAlgorithm,
    hasher: Box<dyn DynHash>,
    sign: Sign<'k>,
}

impl<'k> PrehashSigner<'k> {
    /// Starts a message, whose digest `sign` is called with.
    pub(crate) fn start(
        prehash: PrehashAlgorithm,
        sign: impl FnOnce(&[u8], &mut dyn Random) -> Result<Vec<u8>, SignatureError> + Send + 'k,
    ) -> Box<dyn DynSigner + 'k> {
        Box::new(Self { prehash, hasher: prehash.start(), sign: Box::new(sign) })
    }
}

impl Sealed for PrehashSigner<'_> {}

impl DynSigner for PrehashSigner<'_> {
    fn update(&mut self, data: &[u8]) {
        self.hasher.update(data);
    }

    fn sign(mut self: Box<Self>, random: &mut dyn Random) -> Result<Vec<u8>, SignatureError> {
        let digest = self.prehash.finish(&mut *self.hasher);
        (self.sign)(&digest, random)
    }
}

/// Verifies a signature of a digest.
type Verify = Box<dyn FnOnce(&[u8]) -> Result<(), SignatureError> + Send>;

/// A message whose digest was signed.
pub(crate) struct PrehashVerifier {
    prehash: PrehashAlgorithm,
    hasher: Box<dyn DynHash>,
    verify: Verify,
}

impl PrehashVerifier {
    /// Starts a message, whose digest `verify` is called with.
    pub(crate) fn start(
        prehash: PrehashAlgorithm,
        verify: impl FnOnce(&[u8]) -> Result<(), SignatureError> + Send + 'static,
    ) -> Box<dyn DynVerifier> {
        Box::new(Self { prehash, hasher: prehash.start(), verify: Box::new(verify) })
    }
}

impl Sealed for PrehashVerifier {}

impl DynVerifier for PrehashVerifier {
    fn update(&mut self, data: &[u8]) {
        self.hasher.update(data);
    }

    fn verify(mut self: Box<Self>) -> Result<(), SignatureError> {
        let digest = self.prehash.finish(&mut *self.hasher);
        (self.verify)(&digest)
    }
}
