//! Sealing chunk by chunk.

use super::header::{BOUND_LEN, Header, SALT_LEN};
use super::stream::Stream;
use super::{CHUNK_LEN, HEADER_LEN, Key, SEALED_CHUNK_LEN, SealError, TAG_LEN, TooLong};
use crate::base::ct;
use crate::base::memory::wiping_stack;
use crate::base::random::{Random, RandomError};
use crate::cipher::Aead as _;
use crate::error::{LengthError, LengthRangeError};
use core::fmt;

/// Seals the chunks of one file, in order. The file consists of the [`header`](Self::header) and then of each chunk
/// followed by its tag.
///
/// All chunks except the last have [`CHUNK_LEN`] bytes. The last has 1 to [`CHUNK_LEN`], or 0 if it is the only one.
/// The last chunk is authenticated as such, so a file is complete only after [`seal_last`](Self::seal_last) or
/// [`seal_last_to`](Self::seal_last_to).
///
/// Takes time that depends only on lengths. Wiped when dropped.
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
    /// [`RandomError`] if the source fails.
    pub fn new(key: &Key, random: &mut impl Random) -> Result<Self, RandomError> {
        let bound = Header::without_commitment(&new_salt(random)?, None);
        Ok(Self::with_input(key, &bound))
    }

    /// Starts a file with a derived key. Two files with the same key and the same `bound` have the same keystream.
    pub(super) fn with_input(key: &Key, bound: &[u8; BOUND_LEN]) -> Self {
        wiping_stack::<768, _>(|| {
            let (stream, commitment) = Stream::derive(key, bound);
            let commitment = ct::declassify(commitment, "the commitment stands in the file");
            Self { header: Header::complete(bound, &commitment), stream }
        })
    }

    /// Returns the header, which precedes the first chunk.
    #[must_use]
    pub const fn header(&self) -> [u8; HEADER_LEN] {
        self.header
    }

    /// Encrypts a chunk that is not the last in place. Returns the tag, which follows it in the file.
    ///
    /// # Errors
    /// [`TooLong`] if the file cannot have this chunk and a last one; `chunk` is then unchanged.
    pub fn seal_next(&mut self, chunk: &mut [u8; CHUNK_LEN]) -> Result<[u8; TAG_LEN], TooLong> {
        let nonce = self.stream.nonce(false)?;
        let tag = self.stream.key.seal(&nonce, b"", chunk).map_err(|_| TooLong)?;
        self.stream.chunk += 1;
        Ok(tag)
    }

    /// Encrypts a chunk that is not the last from one buffer into another, and appends the tag.
    ///
    /// # Errors
    /// [`TooLong`] if the file cannot have this chunk and a last one; nothing is written then.
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

    /// Encrypts the last chunk in place. Returns the tag, which follows it in the file.
    ///
    /// # Errors
    /// [`SealError::Chunk`] if it is longer than [`CHUNK_LEN`], or empty and not the only one; it is then unchanged.
    pub fn seal_last(self, chunk: &mut [u8]) -> Result<[u8; TAG_LEN], SealError> {
        let nonce = self.last_nonce(chunk.len())?;
        Ok(self.stream.key.seal(&nonce, b"", chunk).map_err(|_| TooLong)?)
    }

    /// Encrypts the last chunk from one buffer into another that is longer by [`TAG_LEN`], and appends the tag.
    ///
    /// # Errors
    /// [`SealError::Chunk`] if it is longer than [`CHUNK_LEN`], or empty and not the only one; [`SealError::Length`] if
    /// `sealed` has another length. Nothing is written then.
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

    /// Sets the number of the next chunk.
    #[cfg(test)]
    pub(super) fn skip_to(&mut self, chunk: u64) {
        self.stream.chunk = chunk;
    }
}

pub(super) fn new_salt(random: &mut impl Random) -> Result<[u8; SALT_LEN], RandomError> {
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
