//! Hash functions with digests of a fixed length: at once, in pieces, and many messages side by side.
#![allow(unsafe_code)] // Exports functions under their names in C.

mod algorithm;
mod constants;
mod many;

pub use algorithm::*;
pub(crate) use algorithm::{AnyHash, hash_rows, hashes, match_hash, with_hash};
pub use constants::*;
pub(crate) use many::digests;

use crate::context::{self, Memory, fits, tag};
use crate::outputs::{reporting, whole, write_exactly, zeroing};
use crate::status::carnelian_status;
use carnelian::hash::Hash;

/// The number of bytes in a `carnelian_hasher`.
pub const CARNELIAN_HASHER_SIZE: usize = 512;
/// The alignment of a `carnelian_hasher`.
pub const CARNELIAN_HASHER_ALIGN: usize = 8;

/// The context of a digest that is computed from the pieces of a message.
#[repr(C)]
pub struct carnelian_hasher {
    opaque: [u64; 64],
}

// SAFETY: an array of words.
unsafe impl Memory for carnelian_hasher {
    type Value = AnyHash;
    const TAG: u64 = tag(b"hasher  ");
}

const _: () = assert!(fits::<carnelian_hasher>() && size_of::<carnelian_hasher>() == CARNELIAN_HASHER_SIZE);
const _: () = assert!(align_of::<carnelian_hasher>() <= CARNELIAN_HASHER_ALIGN);

/// Returns the number of bytes in a digest; 0 if there is no such algorithm.
#[unsafe(no_mangle)]
pub extern "C" fn carnelian_hash_len(algorithm: carnelian_hash_algorithm) -> usize {
    with_hash!(algorithm, H => Ok(H::DIGEST_LEN)).unwrap_or(0)
}

/// Returns the number of bytes in a block, the unit in which messages are absorbed; 0 if there is no such algorithm.
#[unsafe(no_mangle)]
pub extern "C" fn carnelian_hash_block_len(algorithm: carnelian_hash_algorithm) -> usize {
    with_hash!(algorithm, H => Ok(H::BLOCK_LEN)).unwrap_or(0)
}

/// Computes the digest of `message`.
///
/// Errors: CARNELIAN_ERROR_ALGORITHM, CARNELIAN_ERROR_LENGTH if `digest_len` is not that of the algorithm.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_hash(
    algorithm: carnelian_hash_algorithm,
    message: *const u8,
    message_len: usize,
    digest: *mut u8,
    digest_len: usize,
) -> carnelian_status {
    let caller = caller!();
    zeroing(&caller, [(digest, digest_len)], || {
        with_hash!(algorithm, H => {
            let mut value = H::digest(caller.bytes(message, message_len)?);
            write_exactly(&caller, digest, digest_len, &mut value)
        })
    })
}

/// Computes the digests of `count` independent messages, several at a time where the CPU has vector lanes for it. The
/// messages may have different lengths: message i has `message_lens[i]` bytes at `messages[i]`, and its digest follows
/// that of message i - 1 in `digests`, which has `count` times as many bytes as a digest and overlaps no input.
///
/// Errors: CARNELIAN_ERROR_ALGORITHM, CARNELIAN_ERROR_LENGTH, CARNELIAN_ERROR_OVERLAP.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_hash_many(
    algorithm: carnelian_hash_algorithm,
    messages: *const *const u8,
    message_lens: *const usize,
    count: usize,
    digests: *mut u8,
    digests_len: usize,
) -> carnelian_status {
    let caller = caller!();
    zeroing(
        &caller,
        [(digests, digests_len)],
        || with_hash!(algorithm, H => many::digests(&caller, messages, message_lens, count, digests, digests_len, H::digest_batch)),
    )
}

/// Starts a message.
///
/// Errors: CARNELIAN_ERROR_ALGORITHM.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_hasher_init(
    hasher: *mut carnelian_hasher,
    algorithm: carnelian_hash_algorithm,
) -> carnelian_status {
    let caller = caller!();
    zeroing(&caller, [whole(hasher)], || context::start(&caller, hasher, || AnyHash::new(algorithm)))
}

/// Absorbs more of the message.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_hasher_update(
    hasher: *mut carnelian_hasher,
    data: *const u8,
    data_len: usize,
) -> carnelian_status {
    let caller = caller!();
    reporting(|| {
        let data = caller.bytes(data, data_len)?;
        context::get_mut(&caller, hasher)?.update(data);
        Ok(())
    })
}

/// Computes the digest of the message, and ends the context.
///
/// Errors: CARNELIAN_ERROR_LENGTH if `digest_len` is not that of the algorithm.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_hasher_final(
    hasher: *mut carnelian_hasher,
    digest: *mut u8,
    digest_len: usize,
) -> carnelian_status {
    let caller = caller!();
    zeroing(&caller, [(digest, digest_len)], || {
        context::finish(&caller, hasher)?.finalize_into(&caller, digest, digest_len)
    })
}

/// Starts `copy` with what `hasher` has absorbed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_hasher_copy(
    hasher: *const carnelian_hasher,
    copy: *mut carnelian_hasher,
) -> carnelian_status {
    let caller = caller!();
    reporting(|| context::copy(&caller, hasher, copy))
}

/// Ends the context without a digest.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_hasher_wipe(hasher: *mut carnelian_hasher) -> carnelian_status {
    let caller = caller!();
    reporting(|| context::wipe(&caller, hasher))
}
