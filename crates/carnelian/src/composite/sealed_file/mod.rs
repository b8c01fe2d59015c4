//! Sealed files: authenticated encryption of files of any size, in constant memory.
//!
//! A file is sealed in chunks of 64 KiB by STREAM (V. T. Hoang, R. Reyhanitabar, P. Rogaway, D. Vizár, "Online
//! Authenticated-Encryption and its Nonce-Reuse Misuse-Resistance", CRYPTO 2015) over
//! [ChaCha20-Poly1305](crate::cipher::chacha20poly1305), under a key of its own. The nonce of a chunk
//! contains its number and whether it is the last, so modified, moved, repeated, omitted and added chunks are detected,
//! and so is a truncated file. The header states what the file was sealed with and commits to the key: it is infeasible
//! to make a file that opens with two keys or two passphrases. The key of the file is derived from the whole header, so
//! a change to any bit of it is detected too.
//! `docs/guide/sealed-file.md` in the repository describes every byte and gives an example.
//!
//! | | |
//! |---|---|
//! | key | 32 bytes, uniform; no limit on the number of files sealed with it |
//! | passphrase | any bytes, from which Argon2id derives a key at the cost stated in the header |
//! | header | 96 bytes: [`HEADER_LEN`] |
//! | sealed | 16 bytes longer for each chunk of 65 536 bytes; there is at least one: [`sealed_len`] |
//! | longest file | 2⁶⁴ bytes of plaintext: 2⁴⁸ chunks |
//!
//! [`seal`] and [`open`] hold the whole file in memory. [`SealWriter`] and [`OpenReader`] are for streaming. Both are
//! built on [`Sealer`] and [`Opener`], which process one chunk at a time in the caller's buffers and need no heap;
//! moving them leaves copies of the file's key on the stack. No function returns a byte that is not verified. If a file
//! turns out to be damaged, the bytes returned before are the beginning of the original: a caller that needs all or
//! nothing must wait for the end.
//!
//! ```
//! use carnelian::composite::sealed_file::{self, Key, OpenError};
//! use carnelian::random::OsRandom;
//! let key = Key::generate(&mut OsRandom)?;
//!
//! let mut file = sealed_file::seal(&key, b"attack at dawn", &mut OsRandom)?;
//! assert_eq!(sealed_file::open(&key, &file)?, b"attack at dawn");
//!
//! *file.last_mut().unwrap() ^= 1;
//! assert_eq!(sealed_file::open(&key, &file), Err(OpenError::Damaged { chunk: 0 }));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod error;
mod header;
#[cfg(feature = "alloc")]
mod in_memory;
#[cfg(feature = "std")]
mod io;
mod opener;
#[cfg(feature = "alloc")]
mod passphrase;
mod sealer;
mod stream;

#[cfg(test)]
mod tests;

pub use error::{HeaderError, OpenError, SealError, TooLong};
pub use header::Header;
#[cfg(feature = "alloc")]
pub use in_memory::{open, open_with_passphrase, seal, seal_with_passphrase};
#[cfg(feature = "std")]
pub use io::{OpenReader, SealWriter};
pub use opener::Opener;
pub use sealer::Sealer;

use crate::base::random::{Random, RandomError};
use crate::base::secret::{Held, Secret};
use crate::kdf::argon2::Params;
use core::fmt;

/// The version of the format.
pub const VERSION: u8 = 1;
/// The length of a key in bytes.
pub const KEY_LEN: usize = 32;
/// The length of the header, before the first chunk, in bytes.
pub const HEADER_LEN: usize = 96;
/// The number of bytes of plaintext in every chunk except the last. Smaller chunks cost more for each byte, larger ones
/// more memory; a chunk of this length stays in the level-2 cache between being read, sealed and written.
pub const CHUNK_LEN: usize = 1 << 16;
/// The length of the tag after a chunk, in bytes.
pub const TAG_LEN: usize = 16;
/// The length of a chunk and its tag, in bytes, for every chunk except the last.
pub const SEALED_CHUNK_LEN: usize = CHUNK_LEN + TAG_LEN;

/// The default cost of a passphrase: Argon2id with 256 MiB, three passes, 4 lanes. This is four times the memory of the
/// second recommended option of RFC 9106, since files are opened less often than people log in.
pub const PASSPHRASE_COST: Params = match Params::new(256 << 10, 3, 4) {
    Ok(cost) => cost,
    Err(_) => unreachable!(),
};

/// A key for sealed files. Wiped when dropped.
///
/// ```
/// use carnelian::composite::sealed_file::Key;
/// use carnelian::random::OsRandom;
/// let key = Key::generate(&mut OsRandom)?;
/// let same = Key::new(key.as_secret().expose());
/// # Ok::<(), carnelian::random::RandomError>(())
/// ```
pub struct Key(Held<Secret<[u8; KEY_LEN]>>);

impl Key {
    /// Creates the key from these bytes, which must be uniform: the output of a random source or of a key derivation,
    /// not a password.
    #[must_use]
    pub fn new(bytes: &[u8; KEY_LEN]) -> Self {
        let mut key = Held::place(Secret::ZEROED);
        key.write(|key| *key = *bytes);
        Self(key)
    }

    /// Generates a key.
    ///
    /// # Errors
    /// [`RandomError`] if the source cannot deliver.
    pub fn generate(random: &mut impl Random) -> Result<Self, RandomError> {
        let mut key = Held::place(Secret::ZEROED);
        key.draw(random)?;
        Ok(Self(key))
    }

    /// Returns the bytes, for storing the key.
    #[must_use]
    pub fn as_secret(&self) -> &Secret<[u8; KEY_LEN]> {
        &self.0
    }
}

impl zeroize::ZeroizeOnDrop for Key {}

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Key(..)")
    }
}

/// Returns the length of a sealed file that holds `len` bytes; `None` if it is more than 2⁶⁴ − 1.
///
/// ```
/// use carnelian::composite::sealed_file::sealed_len;
/// assert_eq!(sealed_len(0), Some(96 + 16));
/// assert_eq!(sealed_len(65_536), Some(96 + 65_536 + 16));
/// assert_eq!(sealed_len(65_537), Some(96 + 65_537 + 2 * 16));
/// assert_eq!(sealed_len(u64::MAX), None);
/// ```
#[must_use]
pub const fn sealed_len(len: u64) -> Option<u64> {
    let chunks = if len == 0 { 1 } else { len.div_ceil(CHUNK_LEN as u64) };
    len.checked_add(HEADER_LEN as u64 + chunks * TAG_LEN as u64)
}
