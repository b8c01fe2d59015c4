//! The parts of a message, besides its key.

use super::{TAG_LEN, carnelian_aead_inputs};
use crate::outputs::{apart, needs};
use crate::status::carnelian_status as Status;
use carnelian::cipher::{Aead, Tag};
use carnelian_ffi::{Caller, Pair};
use core::ptr;

/// The pointers and lengths of a message that is to be sealed or opened.
pub(super) struct Message {
    nonce: (*const u8, usize),
    aad: (*const u8, usize),
    input: *const u8,
    output: *mut u8,
    /// The number of bytes in the input and in the output.
    len: usize,
}

impl Message {
    /// Returns the message of these arguments of an entry point.
    pub(super) fn of(
        caller: &Caller,
        inputs: *const carnelian_aead_inputs,
        input: *const u8,
        output: *mut u8,
        len: usize,
    ) -> Result<Self, Status> {
        let given = caller.get(inputs)?;
        Ok(Self { nonce: (given.nonce, given.nonce_len), aad: (given.aad, given.aad_len), input, output, len })
    }
}

/// A key that can encrypt and decrypt: one that is set up, or the bytes of one for a single message.
pub(super) trait Key {
    type Scheme: Aead;

    /// Encrypts and returns the tag.
    fn seal_pair(&self, nonce: &Nonce<Self>, aad: &[u8], data: Pair<'_>) -> Result<Tag, Status>;

    /// Decrypts, if the tag is right.
    fn open_pair(&self, nonce: &Nonce<Self>, aad: &[u8], data: Pair<'_>, tag: &Tag) -> Result<(), Status>;
}

/// The nonce of a key.
type Nonce<K> = <<K as Key>::Scheme as Aead>::Nonce;

impl<A: Aead> Key for A {
    type Scheme = A;

    #[inline]
    fn seal_pair(&self, nonce: &A::Nonce, aad: &[u8], data: Pair<'_>) -> Result<Tag, Status> {
        Ok(match data {
            Pair::Apart { input, output } => self.seal_to(nonce, aad, input, output)?,
            Pair::InPlace(data) => self.seal(nonce, aad, data)?,
        })
    }

    #[inline]
    fn open_pair(&self, nonce: &A::Nonce, aad: &[u8], data: Pair<'_>, tag: &Tag) -> Result<(), Status> {
        match data {
            Pair::Apart { input, output } => self.open_to(nonce, aad, input, output, tag)?,
            Pair::InPlace(data) => self.open(nonce, aad, data, tag)?,
        }
        Ok(())
    }
}

/// The bytes of a key, which is set up for one message.
pub(super) struct Once<'k, A: Aead>(pub(super) &'k A::Key);

impl<A: Aead> Key for Once<'_, A> {
    type Scheme = A;

    #[inline]
    fn seal_pair(&self, nonce: &A::Nonce, aad: &[u8], data: Pair<'_>) -> Result<Tag, Status> {
        Ok(match data {
            Pair::Apart { input, output } => A::seal_once_to(self.0, nonce, aad, input, output)?,
            Pair::InPlace(data) => A::seal_once(self.0, nonce, aad, data)?,
        })
    }

    #[inline]
    fn open_pair(&self, nonce: &A::Nonce, aad: &[u8], data: Pair<'_>, tag: &Tag) -> Result<(), Status> {
        match data {
            Pair::Apart { input, output } => A::open_once_to(self.0, nonce, aad, input, output, tag)?,
            Pair::InPlace(data) => A::open_once(self.0, nonce, aad, data, tag)?,
        }
        Ok(())
    }
}

impl Message {
    /// Encrypts and returns the tag.
    pub(super) fn seal<K: Key>(&self, caller: &Caller, key: &K) -> Result<Tag, Status> {
        let (nonce, aad) = (nonce::<K::Scheme>(caller, self.nonce)?, self.aad(caller)?);
        key.seal_pair(&nonce, aad, caller.pair(self.input, self.output, self.len)?)
    }

    /// Decrypts, if the tag is right.
    pub(super) fn open<K: Key>(&self, caller: &Caller, key: &K, tag: &Tag) -> Result<(), Status> {
        let (nonce, aad) = (nonce::<K::Scheme>(caller, self.nonce)?, self.aad(caller)?);
        key.open_pair(&nonce, aad, caller.pair(self.input, self.output, self.len)?, tag)
    }

    /// Encrypts and appends the tag to the output, which has `output_len` bytes.
    pub(super) fn seal_combined<K: Key>(&self, caller: &Caller, key: &K, output_len: usize) -> Result<(), Status> {
        needs(self.len.checked_add(TAG_LEN) == Some(output_len))?;
        caller.output(self.output, output_len)?;
        self.same_or_apart(self.len, output_len)?;
        let tag = self.seal(caller, key)?;
        Ok(caller.write(self.output.wrapping_add(self.len), &tag)?)
    }

    /// Decrypts, if the end of the input, which has `input_len` bytes, is the right tag.
    pub(super) fn open_combined<K: Key>(&self, caller: &Caller, key: &K, input_len: usize) -> Result<(), Status> {
        needs(self.len.checked_add(TAG_LEN) == Some(input_len))?;
        caller.bytes(self.input, input_len)?;
        self.same_or_apart(input_len, self.len)?;
        let tag = *caller.array(self.input.wrapping_add(self.len))?;
        self.open(caller, key, &tag)
    }

    /// Checks that input and output, of these lengths, begin at the same byte or share no memory.
    fn same_or_apart(&self, input_len: usize, output_len: usize) -> Result<(), Status> {
        if ptr::eq(self.input, self.output) { Ok(()) } else { apart(self.input, input_len, self.output, output_len) }
    }

    /// Returns the associated data, which is read while the output is written.
    fn aad<'c>(&self, caller: &'c Caller) -> Result<&'c [u8], Status> {
        apart(self.aad.0, self.aad.1, self.output, self.len)?;
        Ok(caller.bytes(self.aad.0, self.aad.1)?)
    }
}

/// Returns the bytes of a key, where they are.
pub(super) fn key<A: Aead>(caller: &Caller, data: *const u8, len: usize) -> Result<&A::Key, Status> {
    needs(len == A::KEY_LEN)?;
    const { assert!(size_of::<A::Key>() == A::KEY_LEN && align_of::<A::Key>() == 1) };
    // A key is an array of bytes, so any bytes are one.
    Ok(caller.get(data.cast())?)
}

/// Returns the bytes of a nonce.
pub(super) fn nonce<A: Aead>(caller: &Caller, (data, len): (*const u8, usize)) -> Result<A::Nonce, Status> {
    A::Nonce::try_from(caller.bytes(data, len)?).map_err(|_| Status::CARNELIAN_ERROR_LENGTH)
}
