//! Sealed files: authenticated encryption of files of any size, in constant memory.
//!
//! A file is sealed in chunks of 64 KiB by STREAM (V. T. Hoang, R. Reyhanitabar, P. Rogaway, D. Vizár, "Online
//! Authenticated-Encryption and its Nonce-Reuse Misuse-Resistance", CRYPTO 2015) over
//! [ChaCha20-Poly1305](crate::cipher::chacha20poly1305), under a key of its own. The number of a chunk and whether it is
//! the last are in its nonce, so chunks that are changed, moved, repeated, left out or added are found, and so is a file
//! that ends early. The header says what the file was sealed with and commits to the key: nobody can make a file that
//! opens with two keys or two passphrases. All of the header goes into the key of the file, so a change to any bit of it is found too.
//! `docs/sealed-file.md` in the repository describes every byte and gives an example.
//!
//! | | |
//! |---|---|
//! | key | 32 bytes, uniform; no limit to the files that are sealed with it |
//! | passphrase | any bytes, made into a key by Argon2id at a cost that the header tells |
//! | header | 96 bytes: [`HEADER_LEN`] |
//! | sealed | 16 bytes longer for each chunk of 65 536 bytes, of which there is at least one: [`sealed_len`] |
//! | longest file | 2⁶⁴ bytes of plaintext: 2⁴⁸ chunks |
//!
//! [`seal`] and [`open`] have the whole file in memory. [`SealWriter`] and [`OpenReader`] are for what is written and read
//! piece by piece; [`Sealer`] and [`Opener`] are what lies beneath, one chunk at a time in buffers of the caller, without
//! a heap; moving them leaves copies of the file's key on the stack. None of them gives out a byte that is not verified. What has been given out of a file that turns out to be
//! damaged later is how the sealed file began: whoever needs all or nothing waits for the end.
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

#[cfg(feature = "std")]
mod buffer;
mod error;
mod header;
mod opener;
#[cfg(feature = "std")]
mod reader;
mod sealer;
mod stream;
#[cfg(feature = "std")]
mod writer;

#[cfg(test)]
mod tests;

pub use error::{HeaderError, OpenError, SealError, TooLong};
pub use header::Header;
pub use opener::Opener;
#[cfg(feature = "std")]
pub use reader::OpenReader;
pub use sealer::Sealer;
#[cfg(feature = "std")]
pub use writer::SealWriter;

#[cfg(feature = "alloc")]
use crate::base::memory::wiping_stack;
use crate::base::random::{Random, RandomError};
use crate::base::secret::{Held, Secret};
#[cfg(feature = "alloc")]
use crate::kdf::argon2::Limits;
use crate::kdf::argon2::Params;
use core::fmt;

/// The most that a sealer or an opener leaves on the stack where it is moved from.
#[cfg(feature = "alloc")]
const STACK: usize = 4096;

/// The version of the format.
pub const VERSION: u8 = 1;
/// Bytes in a key.
pub const KEY_LEN: usize = 32;
/// Bytes before the first chunk.
pub const HEADER_LEN: usize = 96;
/// Bytes of the file in every chunk but the last. Smaller chunks cost more for each byte, larger ones more memory; a chunk
/// of this length stays in the second cache between being read, sealed and written.
pub const CHUNK_LEN: usize = 1 << 16;
/// Bytes of the tag behind a chunk.
pub const TAG_LEN: usize = 16;
/// Bytes of such a chunk and its tag.
pub const SEALED_CHUNK_LEN: usize = CHUNK_LEN + TAG_LEN;

/// What a passphrase costs unless one says otherwise: Argon2id with 256 MiB, three passes, 4 lanes. Four times the memory of
/// the second recommended option of RFC 9106, since files are opened less often than people log in.
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
    /// The key in these bytes, which have to be uniform: the output of a random source or of a key derivation, not a
    /// password.
    #[must_use]
    pub fn new(bytes: &[u8; KEY_LEN]) -> Self {
        let mut key = Held::place(Secret::ZERO);
        key.write(|key| *key = *bytes);
        Self(key)
    }

    /// A new key.
    ///
    /// # Errors
    /// [`RandomError`] if the source cannot deliver.
    pub fn generate(random: &mut impl Random) -> Result<Self, RandomError> {
        let mut key = Held::place(Secret::ZERO);
        key.draw(random)?;
        Ok(Self(key))
    }

    /// The bytes, to be kept.
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

/// The length of a sealed file that holds `len` bytes; `None` if that is more than 2⁶⁴ − 1.
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

/// Seals `plaintext` as a file that `key` opens, with a salt from `random`.
///
/// # Errors
/// [`RandomError`] if the source cannot deliver.
#[cfg(feature = "alloc")]
pub fn seal(key: &Key, plaintext: &[u8], random: &mut impl Random) -> Result<alloc::vec::Vec<u8>, RandomError> {
    wiping_stack::<STACK, _>(|| Ok(seal_by(Sealer::new(key, random)?, plaintext)))
}

/// Seals `plaintext` as a file that `passphrase` opens, at [`PASSPHRASE_COST`].
///
/// # Errors
/// [`SealError::Random`] if the source cannot deliver, [`SealError::Passphrase`] if there are no 256 MiB of memory.
///
/// ```
/// use carnelian::composite::sealed_file;
/// use carnelian::kdf::argon2::Limits;
/// use carnelian::random::OsRandom;
/// let passphrase = b"correct horse battery staple";
/// let file = sealed_file::seal_with_passphrase(passphrase, b"attack at dawn", &mut OsRandom)?;
/// assert_eq!(sealed_file::open_with_passphrase(passphrase, &file, &Limits::default())?, b"attack at dawn");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[cfg(feature = "alloc")]
pub fn seal_with_passphrase(
    passphrase: &[u8],
    plaintext: &[u8],
    random: &mut impl Random,
) -> Result<alloc::vec::Vec<u8>, SealError> {
    wiping_stack::<STACK, _>(|| Ok(seal_by(Sealer::with_passphrase(passphrase, PASSPHRASE_COST, random)?, plaintext)))
}

#[cfg(feature = "alloc")]
fn seal_by(mut sealer: Sealer, plaintext: &[u8]) -> alloc::vec::Vec<u8> {
    const FITS: &str = "what is in memory is no longer than a file may be";
    let len = sealed_len(plaintext.len() as u64).and_then(|len| usize::try_from(len).ok()).expect(FITS);
    let mut file = alloc::vec![0; len];
    let (header, mut sealed) = file.split_first_chunk_mut().expect("a header has its place");
    *header = sealer.header();
    let mut rest = plaintext;
    while rest.len() > CHUNK_LEN {
        let (chunk, after) = rest.split_first_chunk().expect("there is more than a chunk");
        let (place, places) = sealed.split_first_chunk_mut().expect("every chunk has its place");
        sealer.seal_next_to(chunk, place).expect(FITS);
        (rest, sealed) = (after, places);
    }
    sealer.seal_last_to(rest, sealed).expect(FITS);
    file
}

/// Opens a file that was sealed with `key`.
///
/// # Errors
/// [`OpenError`] if it was not, or if a bit of it has changed.
#[cfg(feature = "alloc")]
pub fn open(key: &Key, file: &[u8]) -> Result<alloc::vec::Vec<u8>, OpenError> {
    let (header, chunks) = split(file)?;
    wiping_stack::<STACK, _>(|| open_by(Opener::new(&header, key)?, chunks))
}

/// Opens a file that was sealed with `passphrase`, which may cost as much as `limits` allow.
///
/// # Errors
/// [`OpenError`] if it was not, if it costs more, if there is no memory for that, or if a bit of the file has changed.
#[cfg(feature = "alloc")]
pub fn open_with_passphrase(passphrase: &[u8], file: &[u8], limits: &Limits) -> Result<alloc::vec::Vec<u8>, OpenError> {
    let (header, chunks) = split(file)?;
    wiping_stack::<STACK, _>(|| open_by(Opener::with_passphrase(&header, passphrase, limits)?, chunks))
}

#[cfg(feature = "alloc")]
fn split(file: &[u8]) -> Result<(Header, &[u8]), HeaderError> {
    let (header, chunks) = file.split_first_chunk().ok_or_else(|| Header::too_short(file))?;
    Ok((Header::from_bytes(header)?, chunks))
}

#[cfg(feature = "alloc")]
fn open_by(opener: Opener, chunks: &[u8]) -> Result<alloc::vec::Vec<u8>, OpenError> {
    let tags = chunks.len().div_ceil(SEALED_CHUNK_LEN) * TAG_LEN;
    let mut plaintext = alloc::vec![0; chunks.len().saturating_sub(tags)];
    let opened = open_to(opener, chunks, &mut plaintext);
    if opened.is_err() {
        crate::base::memory::wipe(&mut plaintext);
    }
    opened.map(|()| plaintext)
}

#[cfg(feature = "alloc")]
fn open_to(mut opener: Opener, chunks: &[u8], plaintext: &mut [u8]) -> Result<(), OpenError> {
    let (mut sealed, mut places) = (chunks, plaintext);
    while sealed.len() > SEALED_CHUNK_LEN {
        let (chunk, after) = sealed.split_first_chunk().expect("there is more than a chunk");
        let Some((place, rest)) = places.split_first_chunk_mut() else {
            // What follows is too short for a tag.
            return Err(OpenError::Damaged { chunk: (chunks.len() / SEALED_CHUNK_LEN) as u64 });
        };
        opener.open_next_to(chunk, place)?;
        (sealed, places) = (after, rest);
    }
    opener.open_last_to(sealed, places)
}
