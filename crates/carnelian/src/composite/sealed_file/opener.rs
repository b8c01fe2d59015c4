//! Opening chunk by chunk.

use super::header::Header;
use super::stream::Stream;
use super::{CHUNK_LEN, Key, OpenError, SEALED_CHUNK_LEN, TAG_LEN};
use crate::base::ct;
use crate::base::memory::wiping_stack;
use crate::cipher::Aead as _;
use crate::error::LengthError;
use core::fmt;

/// Opens the chunks of one file, in order.
///
/// The caller states which chunk is the last, from the end of the file; opening fails unless it was sealed as the last,
/// so a file that was truncated between two chunks does not open to its end. No chunk is returned before it is
/// verified; one that is refused leaves zeros, and the position of the opener does not change.
///
/// Takes time that depends on lengths, and on whether key, header and tags are right. Wiped when dropped.
///
/// ```
/// use carnelian::composite::sealed_file::{self, CHUNK_LEN, HEADER_LEN, Header, Key, Opener, SEALED_CHUNK_LEN};
/// use carnelian::random::OsRandom;
/// let key = Key::generate(&mut OsRandom)?;
/// let file = sealed_file::seal(&key, &[7; CHUNK_LEN + 100], &mut OsRandom)?;
///
/// let (header, chunks) = file.split_first_chunk().expect("the file has a header");
/// let mut opener = Opener::new(&Header::from_bytes(header)?, &key)?;
/// let (first, rest) = chunks.split_first_chunk().expect("the file has more than a chunk");
/// let (mut plaintext, mut last) = (Box::new([0; CHUNK_LEN]), [0; 100]);
/// opener.open_next_to(first, &mut plaintext)?;
/// opener.open_last_to(rest, &mut last)?;
/// assert_eq!((*plaintext, last), ([7; CHUNK_LEN], [7; 100]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Opener {
    pub(super) stream: Stream,
}

impl Opener {
    /// Starts opening the file with this header.
    ///
    /// # Errors
    /// [`OpenError::WrongKey`] if it was not sealed with `key`, or if its header is not the one that it was sealed with;
    /// [`OpenError::NeedsPassphrase`] if it was sealed with a passphrase.
    pub fn new(header: &Header, key: &Key) -> Result<Self, OpenError> {
        match header.passphrase_cost() {
            None => Self::with_input(header, key).ok_or(OpenError::WrongKey),
            Some(_) => Err(OpenError::NeedsPassphrase),
        }
    }

    /// Starts opening with a derived key; `None` if the header does not commit to it.
    pub(super) fn with_input(header: &Header, key: &Key) -> Option<Self> {
        wiping_stack::<512, _>(|| {
            let (stream, commitment) = Stream::derive(key, header.bound());
            let same = ct::eq(&commitment, header.commitment());
            same.declassify("whether a key opens a file is what its owner is told").then_some(Self { stream })
        })
    }

    /// Decrypts a chunk that is not the last in place, if `tag` is its tag.
    ///
    /// # Errors
    /// [`OpenError::Damaged`] if it is not the chunk that was sealed at this position; `chunk` is then all zeros.
    pub fn open_next(&mut self, chunk: &mut [u8; CHUNK_LEN], tag: &[u8; TAG_LEN]) -> Result<(), OpenError> {
        self.open_at(false, chunk, tag)?;
        self.stream.chunk += 1;
        Ok(())
    }

    /// Decrypts a chunk that is not the last from one buffer into another.
    ///
    /// # Errors
    /// [`OpenError::Damaged`] if it is not the chunk that was sealed at this position; `plaintext` is then all zeros.
    pub fn open_next_to(
        &mut self,
        sealed: &[u8; SEALED_CHUNK_LEN],
        plaintext: &mut [u8; CHUNK_LEN],
    ) -> Result<(), OpenError> {
        self.open_in_out(false, sealed, plaintext)?;
        self.stream.chunk += 1;
        Ok(())
    }

    /// Decrypts the last chunk in place, if `tag` is its tag.
    ///
    /// # Errors
    /// [`OpenError::Damaged`] if it was not sealed as the last chunk at this position; `chunk` is then all zeros.
    pub fn open_last(self, chunk: &mut [u8], tag: &[u8; TAG_LEN]) -> Result<(), OpenError> {
        self.open_at(true, chunk, tag)
    }

    /// Decrypts the last chunk from one buffer into another that is shorter by [`TAG_LEN`].
    ///
    /// # Errors
    /// [`OpenError::Damaged`] if it was not sealed as the last chunk at this position, [`OpenError::Length`] if `plaintext`
    /// has another length; `plaintext` is then all zeros.
    pub fn open_last_to(self, sealed: &[u8], plaintext: &mut [u8]) -> Result<(), OpenError> {
        self.open_in_out(true, sealed, plaintext)
    }

    fn open_at(&self, last: bool, chunk: &mut [u8], tag: &[u8; TAG_LEN]) -> Result<(), OpenError> {
        let Some(nonce) = self.nonce(last, chunk.len()) else {
            chunk.fill(0);
            return Err(self.damaged());
        };
        self.stream.key.open(&nonce, b"", chunk, tag).map_err(|_| self.damaged())
    }

    fn open_in_out(&self, last: bool, sealed: &[u8], plaintext: &mut [u8]) -> Result<(), OpenError> {
        let split = sealed.split_last_chunk::<TAG_LEN>();
        let nonce = split.and_then(|(ciphertext, _)| self.nonce(last, ciphertext.len()));
        let (Some((ciphertext, tag)), Some(nonce)) = (split, nonce) else {
            plaintext.fill(0);
            return Err(self.damaged());
        };
        let (expected, found) = (ciphertext.len(), plaintext.len());
        if expected != found {
            plaintext.fill(0);
            return Err(OpenError::Length(LengthError { what: "plaintext of a sealed chunk", expected, found }));
        }
        self.stream.key.open_to(&nonce, b"", ciphertext, plaintext, tag).map_err(|_| self.damaged())
    }

    /// Returns the nonce of the next chunk; `None` if no chunk of this length can be at this position.
    fn nonce(&self, last: bool, len: usize) -> Option<[u8; 12]> {
        let is_possible = len <= CHUNK_LEN && (len > 0 || self.stream.chunk == 0);
        self.stream.nonce(last).ok().filter(|_| is_possible)
    }

    pub(super) fn damaged(&self) -> OpenError {
        OpenError::Damaged { chunk: self.stream.chunk }
    }

    /// Sets the number of the next chunk.
    #[cfg(test)]
    pub(super) fn skip_to(&mut self, chunk: u64) {
        self.stream.chunk = chunk;
    }
}

impl zeroize::ZeroizeOnDrop for Opener {}

impl fmt::Debug for Opener {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Opener(..)")
    }
}
