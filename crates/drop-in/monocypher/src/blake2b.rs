//! BLAKE2b, with digests and keys of any length.
#![allow(unsafe_code)] // Entry points of C.

use crate::context::{Context, State};
use crate::serve;
use carnelian::hash::blake2::{B, VariableHasher};
use carnelian::hash::{Blake2b256, Blake2b512};
use carnelian::secret;
use carnelian_ffi::{Caller, Fault, wiping_stack};

/// Bytes of stack that the preparation of a key may use.
const STACK: usize = 1024;

/// A message that is hashed piece by piece: `crypto_blake2b_ctx`.
pub type Hasher = Context<31>;

// SAFETY: the state consists of numbers.
unsafe impl State for VariableHasher<B> {
    const KIND: u64 = u64::from_le_bytes(*b"blake2b ");
}

/// A digest of up to 64 bytes; of none, if there was no hasher.
struct Digest {
    bytes: [u8; 64],
    len: usize,
}

impl Default for Digest {
    fn default() -> Self {
        Self { bytes: [0; 64], len: 0 }
    }
}

impl Digest {
    fn of(digest: &[u8]) -> Self {
        let mut bytes = [0; 64];
        bytes[..digest.len()].copy_from_slice(digest);
        Self { bytes, len: digest.len() }
    }
}

impl Drop for Digest {
    fn drop(&mut self) {
        secret::wipe(&mut self.bytes);
    }
}

/// Returns a hasher for digests of `len` bytes: one without a state if no digest has this length, or the key is too
/// long.
fn new(len: usize, key: &[u8]) -> Hasher {
    let mut hasher = Hasher::EMPTY;
    if let Ok(state) = VariableHasher::<B>::with(len, key, &[0; 16], &[0; 16]) {
        hasher.put(state);
    }
    hasher
}

fn update(hasher: &mut Hasher, data: &[u8]) {
    hasher.with(|state: &mut VariableHasher<B>| state.update(data));
}

fn finish(hasher: &mut Hasher) -> Digest {
    let digest = hasher.finish(|state: VariableHasher<B>| {
        let mut digest = Digest { bytes: [0; 64], len: state.digest_len() };
        let finished = state.finalize_into(&mut digest.bytes[..digest.len]);
        debug_assert!(finished.is_ok(), "the digest has the length that the hasher was made for");
        digest
    });
    digest.unwrap_or_default()
}

/// Writes the digest of a message that is not longer than any in memory. Where there is none, writes zeros.
fn digest(caller: &Caller, (hash, len): (*mut u8, usize), key: &[u8], message: &[u8]) -> Result<(), Fault> {
    let digest = match len {
        64 if key.is_empty() => Digest::of(&Blake2b512::digest(message)),
        32 if key.is_empty() => Digest::of(&Blake2b256::digest(message)),
        _ => {
            let mut hasher = new(len, key);
            update(&mut hasher, message);
            finish(&mut hasher)
        }
    };
    let out = caller.output(hash, len)?;
    out.fill(0);
    if digest.len == len {
        out.copy_from_slice(&digest.bytes[..len]);
    }
    Ok(())
}

/// Hashes a message.
///
/// # Safety
/// As in `monocypher.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn crypto_blake2b(hash: *mut u8, hash_size: usize, message: *const u8, message_size: usize) {
    // SAFETY: the caller of a function of the header keeps its promises.
    let caller = unsafe { Caller::promises() };
    serve(|| digest(&caller, (hash, hash_size), &[], caller.bytes(message, message_size)?));
}

/// Hashes a message under a key.
///
/// # Safety
/// As in `monocypher.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn crypto_blake2b_keyed(
    hash: *mut u8,
    hash_size: usize,
    key: *const u8,
    key_size: usize,
    message: *const u8,
    message_size: usize,
) {
    // SAFETY: the caller of a function of the header keeps its promises.
    let caller = unsafe { Caller::promises() };
    serve(|| {
        let (key, message) = (caller.bytes(key, key_size)?, caller.bytes(message, message_size)?);
        wiping_stack::<STACK, _>(|| digest(&caller, (hash, hash_size), key, message))
    });
}

/// Starts a message.
///
/// # Safety
/// As in `monocypher.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn crypto_blake2b_init(ctx: *mut Hasher, hash_size: usize) {
    // SAFETY: the caller of a function of the header keeps its promises.
    let caller = unsafe { Caller::promises() };
    serve(|| {
        caller.place(ctx)?.write(new(hash_size, &[]));
        Ok(())
    });
}

/// Starts a message under a key.
///
/// # Safety
/// As in `monocypher.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn crypto_blake2b_keyed_init(
    ctx: *mut Hasher,
    hash_size: usize,
    key: *const u8,
    key_size: usize,
) {
    // SAFETY: the caller of a function of the header keeps its promises.
    let caller = unsafe { Caller::promises() };
    serve(|| {
        let (place, key) = (caller.place(ctx)?, caller.bytes(key, key_size)?);
        wiping_stack::<STACK, _>(|| place.write(new(hash_size, key)));
        Ok(())
    });
}

/// Absorbs more of the message.
///
/// # Safety
/// As in `monocypher.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn crypto_blake2b_update(ctx: *mut Hasher, message: *const u8, message_size: usize) {
    // SAFETY: the caller of a function of the header keeps its promises.
    let caller = unsafe { Caller::promises() };
    serve(|| {
        update(caller.get_mut(ctx)?, caller.bytes(message, message_size)?);
        Ok(())
    });
}

/// Writes the digest and wipes the context.
///
/// # Safety
/// As in `monocypher.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn crypto_blake2b_final(ctx: *mut Hasher, hash: *mut u8) {
    // SAFETY: the caller of a function of the header keeps its promises.
    let caller = unsafe { Caller::promises() };
    serve(|| {
        let digest = finish(caller.get_mut(ctx)?);
        caller.output(hash, digest.len)?.copy_from_slice(&digest.bytes[..digest.len]);
        Ok(())
    });
}
