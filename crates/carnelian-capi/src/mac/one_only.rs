//! The parts that one message authentication code has and no other: truncated tags of HMAC, output of KMAC.
#![allow(unsafe_code)] // Exports functions under their names in C.

use super::state::Mac;
use super::{carnelian_mac_algorithm, carnelian_mac_context, carnelian_mac_options, read_options, whole_slice};
use crate::context::{self, wiping_stack};
use crate::hash::with_hash;
use crate::outputs::{apart, needs, reporting, zeroing};
use crate::status::carnelian_status;
use carnelian::hash::hmac::Key;
use carnelian::hash::keccak::Kmac;

/// The smallest number of bytes in a tag of KMAC that is verified.
pub const CARNELIAN_KMAC_MIN_TAG_LEN: usize = 4;
const _: () = assert!(
    CARNELIAN_KMAC_MIN_TAG_LEN == Kmac::<128>::SHORTEST_TAG_LEN
        && CARNELIAN_KMAC_MIN_TAG_LEN == Kmac::<256>::SHORTEST_TAG_LEN
);

/// Checks that `tag` is the start of the tag of `message` under `key`, by HMAC. A protocol that truncates tags fixes their
/// length, and its receiver must check it: this function accepts any length from half of a digest, and from 10 bytes, to
/// that of a digest.
///
/// Errors: CARNELIAN_ERROR_AUTHENTICATION if it is not, CARNELIAN_ERROR_ALGORITHM, CARNELIAN_ERROR_LENGTH.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_hmac_verify_truncated(
    algorithm: carnelian_mac_algorithm,
    key: *const u8,
    key_len: usize,
    message: *const u8,
    message_len: usize,
    tag: *const u8,
    tag_len: usize,
) -> carnelian_status {
    let caller = caller!();
    reporting(|| {
        let (key, message) = (caller.bytes(key, key_len)?, caller.bytes(message, message_len)?);
        let tag = caller.bytes(tag, tag_len)?;
        with_hash!(algorithm, H => Ok(Key::<H>::new(key).verify_truncated(message, tag)?))
    })
}

/// Computes the first `out_len` bytes of KMACXOF, whose output does not depend on how much of it is read. `out` overlaps no
/// input; a length of tags in the options is refused.
///
/// Errors: CARNELIAN_ERROR_ALGORITHM, CARNELIAN_ERROR_LENGTH, CARNELIAN_ERROR_OVERLAP.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_kmac_xof(
    algorithm: carnelian_mac_algorithm,
    key: *const u8,
    key_len: usize,
    options: *const carnelian_mac_options,
    message: *const u8,
    message_len: usize,
    out: *mut u8,
    out_len: usize,
) -> carnelian_status {
    let caller = caller!();
    zeroing(&caller, [(out, out_len)], || {
        let (customization, tag_len) = read_options(&caller, options)?;
        needs(tag_len.is_none())?;
        for (data, len) in [(key, key_len), (message, message_len), whole_slice(customization)] {
            apart(data, len, out, out_len)?;
        }
        let (key, message) = (caller.bytes(key, key_len)?, caller.bytes(message, message_len)?);
        let out = caller.output(out, out_len)?;
        wiping_stack::<carnelian_mac_context, _>(|| {
            let mut mac = Mac::new(algorithm, key, customization, None)?;
            mac.update(message);
            mac.read_xof(out)
        })
    })
}

/// Computes the first `out_len` bytes of KMACXOF for the message of a context, and ends it.
///
/// Errors: CARNELIAN_ERROR_ALGORITHM unless the context is one of KMAC; CARNELIAN_ERROR_OVERLAP if the output lies in it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_kmac_final_xof(
    context: *mut carnelian_mac_context,
    out: *mut u8,
    out_len: usize,
) -> carnelian_status {
    let caller = caller!();
    zeroing(&caller, [(out, out_len)], || {
        let ended = context::finish(&caller, context)?;
        apart(context.cast(), size_of::<carnelian_mac_context>(), out, out_len)?;
        let out = caller.output(out, out_len)?;
        ended.take(|mac| mac.read_xof(out))
    })
}
