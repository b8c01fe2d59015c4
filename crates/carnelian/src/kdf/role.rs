//! Key derivation, chosen when the program runs.

use super::hkdf::Hkdf;
use crate::base::memory::{wipe, wiping_stack};
use crate::base::secret::Secret;
use crate::error::LengthRangeError;
use crate::hash::Hash;
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::fmt;

/// A pseudorandom key, from which any number of keys can be expanded, behind an interface that is the same for all
/// functions: what [`KdfAlgorithm::extract`](crate::algorithm::KdfAlgorithm::extract) returns.
///
/// Time depends only on lengths. The key is wiped when it is dropped. Sealed.
pub trait DynKdf: sealed::Sealed + Send + Sync {
    /// Returns the largest number of bytes that can be derived at a time.
    fn max_output_len(&self) -> usize;

    /// Fills `okm` with a key. Another `info` gives an independent one.
    ///
    /// # Errors
    /// [`KdfError::Output`] for more than [`max_output_len`](Self::max_output_len) bytes; nothing is written then.
    fn expand(&self, info: &[u8], okm: &mut [u8]) -> Result<(), KdfError>;

    /// Returns a copy.
    fn fork(&self) -> Box<dyn DynKdf>;
}

/// The reason that no key was derived.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum KdfError {
    /// More bytes are requested than can be derived at a time.
    Output(LengthRangeError),
    /// A pseudorandom key is too short.
    Key(LengthRangeError),
}

impl fmt::Display for KdfError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Output(error) | Self::Key(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for KdfError {}

/// Bytes of stack that moving a pseudorandom key to the heap may use: two hashers with their states.
const STACK: usize = 2048;

impl<H: Hash + Send + Sync + 'static> DynKdf for Hkdf<H> {
    fn max_output_len(&self) -> usize {
        Self::MAX_OUTPUT_LEN
    }

    fn expand(&self, info: &[u8], okm: &mut [u8]) -> Result<(), KdfError> {
        LengthRangeError::check("derived key", 0..=Self::MAX_OUTPUT_LEN, okm.len()).map_err(KdfError::Output)?;
        self.expand(info, okm).expect("the length was checked");
        Ok(())
    }

    fn fork(&self) -> Box<dyn DynKdf> {
        wiping_stack::<STACK, _>(|| Box::new(self.clone()))
    }
}

/// HKDF-Extract, to the heap.
pub(crate) fn extract<H: Hash + Send + Sync + 'static>(salt: &[u8], ikm: &[u8]) -> Box<dyn DynKdf> {
    wiping_stack::<STACK, _>(|| Box::new(Hkdf::<H>::extract(salt, ikm)))
}

/// HKDF-Extract, for protocols that pass the pseudorandom key on.
pub(crate) fn extract_prk<H: Hash>(salt: &[u8], ikm: &[u8]) -> Secret<Vec<u8>> {
    wiping_stack::<STACK, _>(|| {
        let mut prk = Hkdf::<H>::extract_prk(salt, ikm);
        let secret = Secret::new(prk.as_ref().to_vec());
        wipe(prk.as_mut());
        secret
    })
}

/// Returns the instance of HKDF with a pseudorandom key, which is at least as long as a digest.
pub(crate) fn from_prk<H: Hash + Send + Sync + 'static>(prk: &[u8]) -> Box<dyn DynKdf> {
    wiping_stack::<STACK, _>(|| Box::new(Hkdf::<H>::from_prk(prk).expect("the length was checked")))
}

/// Only this library implements the trait: the catalogue has a row for every type.
mod sealed {
    use super::{Hash, Hkdf};

    pub trait Sealed {}

    impl<H: Hash> Sealed for Hkdf<H> {}
}
