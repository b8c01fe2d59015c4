//! Sealing and opening files that are in memory.

use super::header::MAGIC;
use super::{
    CHUNK_LEN, Header, HeaderError, Key, OpenError, Opener, PASSPHRASE_COST, SEALED_CHUNK_LEN, SealError, Sealer,
    TAG_LEN, sealed_len,
};
use crate::base::memory::{wipe, wiping_stack};
use crate::base::random::{Random, RandomError};
use crate::kdf::argon2::Limits;
use alloc::vec::Vec;

/// More bytes than a sealer or an opener leaves on the stack where it is moved from.
const STACK: usize = 4096;

/// Seals `plaintext` as a file that `key` opens, with a salt from `random`.
///
/// # Errors
/// [`RandomError`] if the source fails.
pub fn seal(key: &Key, plaintext: &[u8], random: &mut impl Random) -> Result<Vec<u8>, RandomError> {
    wiping_stack::<STACK, _>(|| Ok(seal_by(Sealer::new(key, random)?, plaintext)))
}

/// Seals `plaintext` as a file that `passphrase` opens, at [`PASSPHRASE_COST`].
///
/// # Errors
/// [`SealError::Random`] if the source fails, [`SealError::Passphrase`] if 256 MiB of memory cannot be allocated.
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
pub fn seal_with_passphrase(
    passphrase: &[u8],
    plaintext: &[u8],
    random: &mut impl Random,
) -> Result<Vec<u8>, SealError> {
    wiping_stack::<STACK, _>(|| Ok(seal_by(Sealer::with_passphrase(passphrase, PASSPHRASE_COST, random)?, plaintext)))
}

pub(super) fn seal_by(mut sealer: Sealer, plaintext: &[u8]) -> Vec<u8> {
    const FITS: &str = "what is in memory is no longer than a file may be";
    let len = sealed_len(plaintext.len() as u64).and_then(|len| usize::try_from(len).ok()).expect(FITS);
    let mut file = alloc::vec![0; len];
    let (header, mut sealed) = file.split_first_chunk_mut().expect("the file has space for a header");
    *header = sealer.header();
    let mut rest = plaintext;
    while rest.len() > CHUNK_LEN {
        let (chunk, after) = rest.split_first_chunk().expect("there is more than a chunk");
        let (to, after_it) = sealed.split_first_chunk_mut().expect("the file has space for every chunk");
        sealer.seal_next_to(chunk, to).expect(FITS);
        (rest, sealed) = (after, after_it);
    }
    sealer.seal_last_to(rest, sealed).expect(FITS);
    file
}

/// Opens a file that was sealed with `key`.
///
/// # Errors
/// [`OpenError`] if it was not, or if any bit of it has changed.
pub fn open(key: &Key, file: &[u8]) -> Result<Vec<u8>, OpenError> {
    let (header, chunks) = split(file)?;
    wiping_stack::<STACK, _>(|| open_by(Opener::new(&header, key)?, chunks))
}

/// Opens a file that was sealed with `passphrase`, which may cost as much as `limits` allow.
///
/// # Errors
/// [`OpenError`] if it was not, if it costs more, if there is not enough memory, or if any bit of the file has changed.
pub fn open_with_passphrase(passphrase: &[u8], file: &[u8], limits: &Limits) -> Result<Vec<u8>, OpenError> {
    let (header, chunks) = split(file)?;
    wiping_stack::<STACK, _>(|| open_by(Opener::with_passphrase(&header, passphrase, limits)?, chunks))
}

pub(super) fn split(file: &[u8]) -> Result<(Header, &[u8]), HeaderError> {
    let (header, chunks) = file.split_first_chunk().ok_or_else(|| Header::too_short(file))?;
    Ok((Header::from_bytes(header)?, chunks))
}

fn open_by(opener: Opener, chunks: &[u8]) -> Result<Vec<u8>, OpenError> {
    let tags = chunks.len().div_ceil(SEALED_CHUNK_LEN) * TAG_LEN;
    let mut plaintext = alloc::vec![0; chunks.len().saturating_sub(tags)];
    let opened = open_to(opener, chunks, &mut plaintext);
    if opened.is_err() {
        wipe(&mut plaintext);
    }
    opened.map(|()| plaintext)
}

fn open_to(mut opener: Opener, chunks: &[u8], plaintext: &mut [u8]) -> Result<(), OpenError> {
    let (mut sealed, mut unfilled) = (chunks, plaintext);
    while sealed.len() > SEALED_CHUNK_LEN {
        let (chunk, after) = sealed.split_first_chunk().expect("there is more than a chunk");
        let Some((to, rest)) = unfilled.split_first_chunk_mut() else {
            // The rest is too short for a tag.
            return Err(OpenError::Damaged { chunk: (chunks.len() / SEALED_CHUNK_LEN) as u64 });
        };
        opener.open_next_to(chunk, to)?;
        (sealed, unfilled) = (after, rest);
    }
    opener.open_last_to(sealed, unfilled)
}

impl Header {
    /// Returns the error for a file of these bytes, fewer than a header has: one that does not begin like a sealed file
    /// is not a truncated one.
    pub(super) fn too_short(bytes: &[u8]) -> HeaderError {
        let begins = !bytes.is_empty() && MAGIC.starts_with(&bytes[..bytes.len().min(MAGIC.len())]);
        if begins { HeaderError::Truncated } else { HeaderError::NotSealed }
    }
}
