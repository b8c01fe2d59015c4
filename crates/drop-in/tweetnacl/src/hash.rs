//! SHA-512 and SHA-256, whole and block by block.
//!
//! The Rust library has no interface to a hash function's inner state, so the functions on blocks are those of the crate
//! `sha2`. Programs hardly use them.
#![allow(unsafe_code)] // Entry points of C.

use crate::{judge, length};
use carnelian::hash::{Sha256, Sha512};
use carnelian::secret::Secret;
use carnelian_ffi::{Caller, Fault};
use core::ffi::{c_int, c_ulonglong};
use sha2::block_api::{compress256, compress512};

/// Hashes a message with SHA-512.
///
/// # Safety
/// As in `tweetnacl.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn crypto_hash_sha512_tweet(out: *mut u8, m: *const u8, mlen: c_ulonglong) -> c_int {
    // SAFETY: the caller of a function of the header keeps its promises.
    let caller = unsafe { Caller::promises() };
    judge(|| {
        let digest = Secret::new(Sha512::digest(caller.bytes(m, length(mlen)?)?));
        caller.write(out, digest.expose()).map(|()| true)
    })
}

/// Hashes a message with SHA-256.
///
/// # Safety
/// As in `tweetnacl.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn crypto_hash_sha256_tweet(out: *mut u8, m: *const u8, mlen: c_ulonglong) -> c_int {
    // SAFETY: the caller of a function of the header keeps its promises.
    let caller = unsafe { Caller::promises() };
    judge(|| {
        let digest = Secret::new(Sha256::digest(caller.bytes(m, length(mlen)?)?));
        caller.write(out, digest.expose()).map(|()| true)
    })
}

/// Absorbs the whole blocks of `m` into a state of eight big-endian words, and returns the number of bytes after them.
fn blocks<const STATE_LEN: usize, const BLOCK_LEN: usize>(
    x: *mut u8,
    (m, mlen): (*const u8, c_ulonglong),
    caller: &Caller,
    absorb: impl FnOnce(&mut [u8; STATE_LEN], &[[u8; BLOCK_LEN]]),
) -> Result<c_int, Fault> {
    let (blocks, rest) = caller.bytes(m, length(mlen)?)?.as_chunks();
    let state = Secret::build(|state: &mut [u8; STATE_LEN]| {
        *state = *caller.array(x)?;
        absorb(state, blocks);
        Ok::<_, Fault>(())
    })?;
    caller.write(x, state.expose())?;
    Ok(rest.len() as c_int)
}

/// Absorbs blocks into a state of SHA-512, and returns the number of bytes after them.
///
/// # Safety
/// As in `tweetnacl.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn crypto_hashblocks_sha512_tweet(x: *mut u8, m: *const u8, mlen: c_ulonglong) -> c_int {
    // SAFETY: the caller of a function of the header keeps its promises.
    let caller = unsafe { Caller::promises() };
    let absorb = |state: &mut [u8; 64], blocks: &[[u8; 128]]| {
        let (bytes, _) = state.as_chunks_mut();
        let mut words: [u64; 8] = core::array::from_fn(|i| u64::from_be_bytes(bytes[i]));
        compress512(&mut words, blocks);
        bytes.iter_mut().zip(words).for_each(|(bytes, word)| *bytes = word.to_be_bytes());
    };
    blocks(x, (m, mlen), &caller, absorb).unwrap_or(-1)
}

/// Absorbs blocks into a state of SHA-256, and returns the number of bytes after them.
///
/// # Safety
/// As in `tweetnacl.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn crypto_hashblocks_sha256_tweet(x: *mut u8, m: *const u8, mlen: c_ulonglong) -> c_int {
    // SAFETY: the caller of a function of the header keeps its promises.
    let caller = unsafe { Caller::promises() };
    let absorb = |state: &mut [u8; 32], blocks: &[[u8; 64]]| {
        let (bytes, _) = state.as_chunks_mut();
        let mut words: [u32; 8] = core::array::from_fn(|i| u32::from_be_bytes(bytes[i]));
        compress256(&mut words, blocks);
        bytes.iter_mut().zip(words).for_each(|(bytes, word)| *bytes = word.to_be_bytes());
    };
    blocks(x, (m, mlen), &caller, absorb).unwrap_or(-1)
}
