//! Hash functions, functions with output of any length and message authentication codes, chosen when the program runs.

use super::blake2::{VariableHasher, Variant};
use super::functions::{Hash, XofReader};
use super::hmac::Hmac;
use super::keccak::{Kmac, Reader, Shake};
use crate::base::ct;
use crate::base::memory::wiping_stack;
use crate::error::{InvalidTag, LengthError};
use alloc::boxed::Box;
use alloc::vec;
use zeroize::Zeroizing;

/// A [`Hash`] behind an interface that is the same for all of them: what [`HashAlgorithm`] starts.
///
/// Its state is wiped when it is dropped, as that of the type is. Sealed.
///
/// [`HashAlgorithm`]: crate::algorithm::HashAlgorithm
pub trait DynHash: sealed::Sealed + Send + Sync {
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

/// Bytes of stack that moving a function in progress to the heap may use: two hashers of HMAC with their states, twice.
const STACK: usize = 2048;

/// Moves what absorbs a key or a message to the heap. On the stack, from where it is copied, nothing stays.
pub(crate) fn boxed<T>(make: impl FnOnce() -> T) -> Box<T> {
    wiping_stack::<STACK, _>(|| Box::new(make()))
}

/// Checks the length of the place of a result.
fn check(what: &'static str, expected: usize, place: &[u8]) -> Result<(), LengthError> {
    if place.len() == expected {
        return Ok(());
    }
    Err(LengthError { what, expected, found: place.len() })
}

impl<H: Hash + Send + Sync + 'static> DynHash for H {
    fn digest_len(&self) -> usize {
        H::DIGEST_LEN
    }

    fn update(&mut self, data: &[u8]) {
        Hash::update(self, data);
    }

    fn finalize_reset_into(&mut self, digest: &mut [u8]) -> Result<(), LengthError> {
        check("digest", H::DIGEST_LEN, digest)?;
        digest.copy_from_slice(Hash::finalize_reset(self).as_ref());
        Ok(())
    }

    fn fork(&self) -> Box<dyn DynHash> {
        boxed(|| self.clone())
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
        check("digest", self.len, digest)?;
        self.function.finalize_reset().fill(digest);
        Ok(())
    }

    fn fork(&self) -> Box<dyn DynHash> {
        boxed(|| self.clone())
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
        boxed(|| self.clone())
    }
}

/// A [`Xof`](super::Xof) behind an interface that is the same for all of them: what
/// [`HashAlgorithm::start_xof`](crate::algorithm::HashAlgorithm::start_xof) returns. Sealed.
pub trait DynXof: sealed::Sealed + Send + Sync {
    /// Absorbs more of the message, any number of bytes.
    fn update(&mut self, data: &[u8]);

    /// Returns a reader of the output for the message.
    fn finalize(self: Box<Self>) -> Box<dyn DynXofReader>;
}

/// A reader of unlimited output. Sealed.
pub trait DynXofReader: sealed::Sealed + Send + Sync {
    /// Fills `out` with the next bytes of the output.
    fn fill(&mut self, out: &mut [u8]);
}

impl<const SECURITY: usize> DynXof for Shake<SECURITY> {
    fn update(&mut self, data: &[u8]) {
        self.update(data);
    }

    fn finalize(mut self: Box<Self>) -> Box<dyn DynXofReader> {
        boxed(|| self.finalize_reset())
    }
}

impl<const SECURITY: usize> DynXofReader for Reader<SECURITY> {
    fn fill(&mut self, out: &mut [u8]) {
        XofReader::fill(self, out);
    }
}

/// A message that is authenticated under a key: what [`MacAlgorithm`](crate::algorithm::MacAlgorithm) starts.
///
/// State that depends on the key is wiped when it is dropped. Sealed.
pub trait DynMac: sealed::Sealed + Send + Sync {
    /// Returns the number of bytes in a tag.
    fn tag_len(&self) -> usize;

    /// Absorbs more of the message, any number of bytes.
    fn update(&mut self, data: &[u8]);

    /// Writes the tag of the message.
    ///
    /// # Errors
    /// [`LengthError`] if `tag` does not have the length of a tag; nothing is written then.
    fn finalize_into(self: Box<Self>, tag: &mut [u8]) -> Result<(), LengthError>;

    /// Checks that `tag` is the complete tag of the message, in time that does not depend on where they differ.
    ///
    /// # Errors
    /// [`InvalidTag`] if it is not, or has another length.
    fn verify(self: Box<Self>, tag: &[u8]) -> Result<(), InvalidTag> {
        if tag.len() != self.tag_len() {
            return Err(InvalidTag);
        }
        let mut expected = Zeroizing::new(vec![0; tag.len()]);
        self.finalize_into(&mut expected).expect("the length of a tag");
        let is_same = ct::eq(&expected, tag);
        if is_same.declassify("whether a tag is valid is public") { Ok(()) } else { Err(InvalidTag) }
    }

    /// Returns a copy, which has absorbed the same message under the same key.
    fn fork(&self) -> Box<dyn DynMac>;
}

impl<H: Hash + Send + Sync + 'static> DynMac for Hmac<H> {
    fn tag_len(&self) -> usize {
        H::DIGEST_LEN
    }

    fn update(&mut self, data: &[u8]) {
        self.update(data);
    }

    fn finalize_into(self: Box<Self>, tag: &mut [u8]) -> Result<(), LengthError> {
        check("tag", H::DIGEST_LEN, tag)?;
        tag.copy_from_slice(self.finalize().as_ref());
        Ok(())
    }

    fn fork(&self) -> Box<dyn DynMac> {
        boxed(|| self.clone())
    }
}

impl<const SECURITY: usize> DynMac for WithLength<Kmac<SECURITY>> {
    fn tag_len(&self) -> usize {
        self.len
    }

    fn update(&mut self, data: &[u8]) {
        self.function.update(data);
    }

    fn finalize_into(self: Box<Self>, tag: &mut [u8]) -> Result<(), LengthError> {
        check("tag", self.len, tag)?;
        self.function.finalize_into(tag);
        Ok(())
    }

    fn fork(&self) -> Box<dyn DynMac> {
        boxed(|| self.clone())
    }
}

/// BLAKE2 with a key.
impl<V: Variant + Send + Sync + 'static> DynMac for WithLength<VariableHasher<V>> {
    fn tag_len(&self) -> usize {
        self.len
    }

    fn update(&mut self, data: &[u8]) {
        self.function.update(data);
    }

    fn finalize_into(mut self: Box<Self>, tag: &mut [u8]) -> Result<(), LengthError> {
        check("tag", self.len, tag)?;
        self.function.digest_so_far(tag)
    }

    fn fork(&self) -> Box<dyn DynMac> {
        boxed(|| self.clone())
    }
}

/// Only this library implements the traits: the catalogue has a row for every type.
mod sealed {
    use super::{Hash, Hmac, Reader, Shake, WithLength};

    pub trait Sealed {}

    impl<H: Hash + Send + Sync + 'static> Sealed for H {}
    impl<const SECURITY: usize> Sealed for Shake<SECURITY> {}
    impl<const SECURITY: usize> Sealed for Reader<SECURITY> {}
    impl<H: Hash> Sealed for Hmac<H> {}
    impl<T> Sealed for WithLength<T> {}
}
