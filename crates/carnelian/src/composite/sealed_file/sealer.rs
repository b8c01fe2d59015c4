//! Sealing chunk by chunk.

use super::header::{BOUND_LEN, Header, SALT_LEN};
use super::stream::Stream;
#[cfg(feature = "alloc")]
use super::stream::key_of_passphrase;
use super::{CHUNK_LEN, HEADER_LEN, Key, SEALED_CHUNK_LEN, SealError, TAG_LEN, TooLong};
use crate::base::ct;
use crate::base::memory::wiping_stack;
use crate::base::random::{Random, RandomError};
use crate::cipher::Aead as _;
use crate::error::{LengthError, LengthRangeError};
#[cfg(feature = "alloc")]
use crate::kdf::argon2::Params;
use core::fmt;

/// Seals the chunks of one file, in order. In the file stand the [`header`](Self::header) and then each chunk with its tag
/// behind it.
///
/// All chunks but the last have [`CHUNK_LEN`] bytes. The last has 1 to [`CHUNK_LEN`]; none, if it is the only one. Which
/// one is last is part of what is authenticated, so a file is whole only once [`seal_last`](Self::seal_last) or
/// [`seal_last_to`](Self::seal_last_to) has sealed that one.
///
/// Takes time that depends on lengths alone. Wiped when dropped.
///
/// ```
/// use carnelian::composite::sealed_file::{self, CHUNK_LEN, Key, Sealer};
/// use carnelian::random::OsRandom;
/// let key = Key::generate(&mut OsRandom)?;
/// let (mut first, mut second) = (Box::new([1; CHUNK_LEN]), *b"the rest");
///
/// let mut sealer = Sealer::new(&key, &mut OsRandom)?;
/// let header = sealer.header();
/// let tag = sealer.seal_next(&mut first)?;
/// let last_tag = sealer.seal_last(&mut second)?;
///
/// let file = [&header[..], &first[..], &tag, &second, &last_tag].concat();
/// assert_eq!(sealed_file::open(&key, &file)?[CHUNK_LEN..], *b"the rest");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Sealer {
    header: [u8; HEADER_LEN],
    stream: Stream,
}

impl Sealer {
    /// Starts a file that `key` opens, with a salt from `random`.
    ///
    /// # Errors
    /// [`RandomError`] if the source cannot deliver.
    pub fn new(key: &Key, random: &mut impl Random) -> Result<Self, RandomError> {
        let bound = Header::without_commitment(&new_salt(random)?, None);
        Ok(Self::with_input(key, &bound))
    }

    /// Starts a file that `passphrase` opens, any number of bytes, with a salt from `random`. What guessing costs is up to
    /// `cost`: [`PASSPHRASE_COST`](super::PASSPHRASE_COST), or what else is worth it.
    ///
    /// # Errors
    /// [`SealError::Random`] if the source cannot deliver, [`SealError::Passphrase`] if there is not as much memory.
    ///
    /// ```
    /// use carnelian::composite::sealed_file::{self, Sealer};
    /// use carnelian::kdf::argon2::{Limits, Params};
    /// use carnelian::random::OsRandom;
    /// let cost = Params::new(1024, 1, 1)?; // for an example that is quick
    /// let sealer = Sealer::with_passphrase(b"correct horse battery staple", cost, &mut OsRandom)?;
    /// let mut file = sealer.header().to_vec();
    /// file.extend_from_slice(&sealer.seal_last(&mut [])?);
    /// let opened = sealed_file::open_with_passphrase(b"correct horse battery staple", &file, &Limits::default())?;
    /// assert_eq!(opened, b"");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[cfg(feature = "alloc")]
    pub fn with_passphrase(passphrase: &[u8], cost: Params, random: &mut impl Random) -> Result<Self, SealError> {
        let bound = Header::without_commitment(&new_salt(random)?, Some(cost));
        let key = key_of_passphrase(passphrase, &bound, cost).map_err(SealError::Passphrase)?;
        Ok(Self::with_input(&key, &bound))
    }

    /// Two files with the same start of the header and key have the same keystream.
    fn with_input(key: &Key, bound: &[u8; BOUND_LEN]) -> Self {
        wiping_stack::<768, _>(|| {
            let (stream, commitment) = Stream::derive(key, bound);
            let commitment = ct::declassify(commitment, "the commitment stands in the file");
            Self { header: Header::complete(bound, &commitment), stream }
        })
    }

    /// What stands before the first chunk.
    #[must_use]
    pub const fn header(&self) -> [u8; HEADER_LEN] {
        self.header
    }

    /// Encrypts a chunk that is not the last where it lies, and gives the tag that stands behind it.
    ///
    /// # Errors
    /// [`TooLong`] if there is no room for it and a last one; it is not changed then.
    pub fn seal_next(&mut self, chunk: &mut [u8; CHUNK_LEN]) -> Result<[u8; TAG_LEN], TooLong> {
        let nonce = self.stream.nonce(false)?;
        let tag = self.stream.key.seal(&nonce, b"", chunk).map_err(|_| TooLong)?;
        self.stream.chunk += 1;
        Ok(tag)
    }

    /// As [`seal_next`](Self::seal_next), from one buffer into another.
    ///
    /// # Errors
    /// [`TooLong`] if there is no room for it and a last one; nothing is written then.
    pub fn seal_next_to(
        &mut self,
        plaintext: &[u8; CHUNK_LEN],
        sealed: &mut [u8; SEALED_CHUNK_LEN],
    ) -> Result<(), TooLong> {
        let nonce = self.stream.nonce(false)?;
        self.seal_in_out(&nonce, plaintext, sealed).map_err(|_| TooLong)?;
        self.stream.chunk += 1;
        Ok(())
    }

    /// Encrypts the last chunk where it lies, and gives the tag that stands behind it.
    ///
    /// # Errors
    /// [`SealError::Chunk`] if it is longer than [`CHUNK_LEN`], or empty and not the only one; it is not changed then.
    pub fn seal_last(self, chunk: &mut [u8]) -> Result<[u8; TAG_LEN], SealError> {
        let nonce = self.last_nonce(chunk.len())?;
        Ok(self.stream.key.seal(&nonce, b"", chunk).map_err(|_| TooLong)?)
    }

    /// As [`seal_last`](Self::seal_last), from one buffer into another that is longer by [`TAG_LEN`].
    ///
    /// # Errors
    /// [`SealError::Chunk`] as there, [`SealError::Length`] if the other buffer has another length; nothing is written then.
    pub fn seal_last_to(self, plaintext: &[u8], sealed: &mut [u8]) -> Result<(), SealError> {
        let nonce = self.last_nonce(plaintext.len())?;
        self.seal_in_out(&nonce, plaintext, sealed)
    }

    fn last_nonce(&self, len: usize) -> Result<[u8; 12], SealError> {
        let least = usize::from(self.stream.chunk > 0);
        LengthRangeError::check("last chunk of a sealed file", least..=CHUNK_LEN, len).map_err(SealError::Chunk)?;
        Ok(self.stream.nonce(true)?)
    }

    fn seal_in_out(&self, nonce: &[u8; 12], plaintext: &[u8], sealed: &mut [u8]) -> Result<(), SealError> {
        let (expected, found) = (plaintext.len() + TAG_LEN, sealed.len());
        let wrong = SealError::Length(LengthError { what: "sealed chunk", expected, found });
        let (ciphertext, tag) = sealed.split_last_chunk_mut::<TAG_LEN>().ok_or(wrong)?;
        *tag = self.stream.key.seal_to(nonce, b"", plaintext, ciphertext).map_err(|_| wrong)?;
        Ok(())
    }

    /// As if so many chunks were sealed.
    #[cfg(test)]
    pub(super) fn skip_to(&mut self, chunk: u64) {
        self.stream.chunk = chunk;
    }
}

fn new_salt(random: &mut impl Random) -> Result<[u8; SALT_LEN], RandomError> {
    let mut salt = [0; SALT_LEN];
    random.fill(&mut salt)?;
    Ok(salt)
}

impl zeroize::ZeroizeOnDrop for Sealer {}

impl fmt::Debug for Sealer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Sealer(..)")
    }
}
