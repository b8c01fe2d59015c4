//! Hash functions and functions with output of any length, chosen when the program runs.

use super::blake2::{VariableHasher, Variant};
use super::keccak::{Reader, Shake};
use super::{Hash, XofReader};
use crate::error::LengthError;
use alloc::boxed::Box;

/// A [`Hash`] behind an interface that is the same for all of them: what [`HashAlgorithm`] starts.
///
/// Its state is wiped when it is dropped, as that of the type is.
///
/// [`HashAlgorithm`]: crate::algorithm::HashAlgorithm
pub trait DynHash: Send + Sync {
    /// Returns the number of bytes in a digest.
    fn digest_len(&self) -> usize;

    /// Absorbs more of the message, any number of bytes.
    fn update(&mut self, data: &[u8]);

    /// Writes the digest of the message, and returns to the state before any message.
    ///
    /// # Errors
    /// [`LengthError`] if `digest` does not have the length of a digest. Nothing is written then, and the message stays.
    fn finalize_reset_into(&mut self, digest: &mut [u8]) -> Result<(), LengthError>;

    /// Returns a copy, which has absorbed the same message.
    fn fork(&self) -> Box<dyn DynHash>;
}

/// Checks the length of the place of a digest.
fn check(expected: usize, digest: &[u8]) -> Result<(), LengthError> {
    if digest.len() == expected {
        return Ok(());
    }
    Err(LengthError { what: "digest", expected, found: digest.len() })
}

impl<H: Hash + Send + Sync + 'static> DynHash for H {
    fn digest_len(&self) -> usize {
        H::DIGEST_LEN
    }

    fn update(&mut self, data: &[u8]) {
        Hash::update(self, data);
    }

    fn finalize_reset_into(&mut self, digest: &mut [u8]) -> Result<(), LengthError> {
        check(H::DIGEST_LEN, digest)?;
        digest.copy_from_slice(Hash::finalize_reset(self).as_ref());
        Ok(())
    }

    fn fork(&self) -> Box<dyn DynHash> {
        Box::new(self.clone())
    }
}

/// A function in progress, and the number of bytes of its output that are the digest.
#[derive(Clone)]
pub(crate) struct WithLength<F> {
    pub(crate) function: F,
    pub(crate) len: usize,
}

impl<const SECURITY: usize> DynHash for WithLength<Shake<SECURITY>> {
    fn digest_len(&self) -> usize {
        self.len
    }

    fn update(&mut self, data: &[u8]) {
        self.function.update(data);
    }

    fn finalize_reset_into(&mut self, digest: &mut [u8]) -> Result<(), LengthError> {
        check(self.len, digest)?;
        self.function.finalize_reset().fill(digest);
        Ok(())
    }

    fn fork(&self) -> Box<dyn DynHash> {
        Box::new(self.clone())
    }
}

impl<V: Variant + Send + Sync + 'static> DynHash for WithLength<VariableHasher<V>> {
    fn digest_len(&self) -> usize {
        self.len
    }

    fn update(&mut self, data: &[u8]) {
        self.function.update(data);
    }

    fn finalize_reset_into(&mut self, digest: &mut [u8]) -> Result<(), LengthError> {
        self.function.digest_so_far(digest)?;
        self.function = VariableHasher::new(self.len).expect("the length of the one before");
        Ok(())
    }

    fn fork(&self) -> Box<dyn DynHash> {
        Box::new(self.clone())
    }
}

/// A [`Xof`](super::Xof) behind an interface that is the same for all of them: what
/// [`HashAlgorithm::start_xof`](crate::algorithm::HashAlgorithm::start_xof) returns.
pub trait DynXof: Send + Sync {
    /// Absorbs more of the message, any number of bytes.
    fn update(&mut self, data: &[u8]);

    /// Returns a reader of the output for the message.
    fn finalize(self: Box<Self>) -> Box<dyn DynXofReader>;
}

/// A reader of unlimited output.
pub trait DynXofReader: Send + Sync {
    /// Fills `out` with the next bytes of the output.
    fn fill(&mut self, out: &mut [u8]);
}

impl<const SECURITY: usize> DynXof for Shake<SECURITY> {
    fn update(&mut self, data: &[u8]) {
        self.update(data);
    }

    fn finalize(mut self: Box<Self>) -> Box<dyn DynXofReader> {
        Box::new(self.finalize_reset())
    }
}

impl<const SECURITY: usize> DynXofReader for Reader<SECURITY> {
    fn fill(&mut self, out: &mut [u8]) {
        XofReader::fill(self, out);
    }
}
