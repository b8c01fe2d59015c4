//! Message authentication codes: HMAC over every hash function, KMAC, BLAKE2 with a key.
#![allow(unsafe_code)] // Exports functions under their names in C.

mod constants;
mod one_only;
mod state;

pub use constants::*;
pub use one_only::*;

use crate::context::{self, Memory, fits, tag, wiping_stack};
use crate::outputs::{apart, reporting, whole, zeroing};
use crate::status::carnelian_status;
use carnelian_ffi::Caller;
use state::Mac;

/// A message authentication code. HMAC with a hash function has the number of that function. HMAC and KMAC permit keys of
/// any length; RFC 2104 recommends at least that of a digest, and KMAC is as strong as its name says with keys of 16 or 32
/// bytes. Keys of BLAKE2 have 1 to 64 bytes, or 32, and its tags any length up to that; tags of KMAC have any length.
pub type carnelian_mac_algorithm = u32;

/// HMAC over BLAKE2b with digests of 32 bytes, for protocols that need it: BLAKE2 itself has keys.
pub const CARNELIAN_HMAC_BLAKE2B_256: carnelian_mac_algorithm = 10;
/// HMAC over BLAKE2b with digests of 64 bytes.
pub const CARNELIAN_HMAC_BLAKE2B_512: carnelian_mac_algorithm = 11;
/// HMAC over BLAKE2s with digests of 16 bytes.
pub const CARNELIAN_HMAC_BLAKE2S_128: carnelian_mac_algorithm = 12;
/// HMAC over BLAKE2s with digests of 32 bytes.
pub const CARNELIAN_HMAC_BLAKE2S_256: carnelian_mac_algorithm = 13;
/// The number of bytes in a `carnelian_mac_context`.
pub const CARNELIAN_MAC_CONTEXT_SIZE: usize = 1024;
/// The alignment of a `carnelian_mac_context`.
pub const CARNELIAN_MAC_CONTEXT_ALIGN: usize = 8;

/// The context of a tag that is computed from the pieces of a message. For many messages under one key, start a context
/// once and copy it for each message.
#[repr(C)]
pub struct carnelian_mac_context {
    opaque: [u64; 128],
}

// SAFETY: an array of words.
unsafe impl Memory for carnelian_mac_context {
    type Value = Mac;
    const TAG: u64 = tag(b"mac     ");
}

const _: () =
    assert!(fits::<carnelian_mac_context>() && size_of::<carnelian_mac_context>() == CARNELIAN_MAC_CONTEXT_SIZE);
const _: () = assert!(align_of::<carnelian_mac_context>() <= CARNELIAN_MAC_CONTEXT_ALIGN);

/// Inputs beside the key and the message. All zeros are the defaults, and so is NULL in place of a pointer to it.
#[repr(C)]
pub struct carnelian_mac_options {
    /// A text that names a purpose; may be NULL if there is none. Only KMAC has one.
    pub customization: *const u8,
    /// The number of bytes in the customization.
    pub customization_len: usize,
    /// The number of bytes in a tag where it is not that of the algorithm; 0 for that one. Tags of different lengths are
    /// unrelated. `carnelian_mac_init` needs it for BLAKE2, which has tags of any length up to that of the algorithm.
    pub tag_len: usize,
}

/// Returns the customization and the number of bytes in a tag.
fn read_options(
    caller: &Caller,
    options: *const carnelian_mac_options,
) -> Result<(&[u8], Option<usize>), carnelian_status> {
    if options.is_null() {
        return Ok((&[], None));
    }
    let given = caller.get(options)?;
    let customization = caller.bytes(given.customization, given.customization_len)?;
    Ok((customization, Some(given.tag_len).filter(|len| *len != 0)))
}

/// Returns the number of bytes in a tag, that of KMAC with twice as many bits as its security; 0 if there is no such
/// algorithm.
#[unsafe(no_mangle)]
pub extern "C" fn carnelian_mac_tag_len(algorithm: carnelian_mac_algorithm) -> usize {
    state::tag_len(algorithm).unwrap_or(0)
}

/// Computes the tag of `message` under `key`, of `tag_len` bytes: that of the algorithm, or with KMAC and BLAKE2 another.
/// The tag of KMAC overlaps no input.
///
/// Errors: CARNELIAN_ERROR_ALGORITHM, also for a customization where there is none; CARNELIAN_ERROR_LENGTH for a key or a
/// tag of another length than the algorithm permits; CARNELIAN_ERROR_OVERLAP.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_mac(
    algorithm: carnelian_mac_algorithm,
    key: *const u8,
    key_len: usize,
    options: *const carnelian_mac_options,
    message: *const u8,
    message_len: usize,
    tag: *mut u8,
    tag_len: usize,
) -> carnelian_status {
    let caller = caller!();
    zeroing(&caller, [(tag, tag_len)], || {
        let customization = customization(&caller, options, tag_len)?;
        if state::has_any_length(algorithm) {
            for (data, len) in [(key, key_len), (message, message_len), whole_slice(customization)] {
                apart(data, len, tag, tag_len)?;
            }
        }
        let (key, message) = (caller.bytes(key, key_len)?, caller.bytes(message, message_len)?);
        wiping_stack::<carnelian_mac_context, _>(|| {
            let mut mac = Mac::new(algorithm, key, customization, Some(tag_len))?;
            mac.update(message);
            mac.finalize_into(&caller, tag, tag_len)
        })
    })
}

/// Checks that `tag` is the whole tag of `message` under `key`. The time does not depend on where tags differ.
///
/// Errors: CARNELIAN_ERROR_AUTHENTICATION if it is not; CARNELIAN_ERROR_ALGORITHM; CARNELIAN_ERROR_LENGTH if `tag_len` is
/// not that of the algorithm, or with KMAC less than CARNELIAN_KMAC_MIN_TAG_LEN.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_mac_verify(
    algorithm: carnelian_mac_algorithm,
    key: *const u8,
    key_len: usize,
    options: *const carnelian_mac_options,
    message: *const u8,
    message_len: usize,
    tag: *const u8,
    tag_len: usize,
) -> carnelian_status {
    let caller = caller!();
    reporting(|| {
        let customization = customization(&caller, options, tag_len)?;
        let (key, message) = (caller.bytes(key, key_len)?, caller.bytes(message, message_len)?);
        let tag = caller.bytes(tag, tag_len)?;
        wiping_stack::<carnelian_mac_context, _>(|| {
            let mut mac = Mac::new(algorithm, key, customization, Some(tag_len))?;
            mac.update(message);
            mac.verify(tag)
        })
    })
}

/// Returns the customization of a tag of a length, which must be the one in the options if there is one.
fn customization(
    caller: &Caller,
    options: *const carnelian_mac_options,
    tag_len: usize,
) -> Result<&[u8], carnelian_status> {
    let (customization, len) = read_options(caller, options)?;
    crate::outputs::needs(len.is_none_or(|len| len == tag_len))?;
    Ok(customization)
}

/// Returns a slice as a pointer with its length.
const fn whole_slice(bytes: &[u8]) -> (*const u8, usize) {
    (bytes.as_ptr(), bytes.len())
}

/// Starts a message under a key.
///
/// Errors: CARNELIAN_ERROR_ALGORITHM, also for a customization where there is none; CARNELIAN_ERROR_LENGTH for a key or a
/// tag of another length than the algorithm permits.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_mac_init(
    context: *mut carnelian_mac_context,
    algorithm: carnelian_mac_algorithm,
    key: *const u8,
    key_len: usize,
    options: *const carnelian_mac_options,
) -> carnelian_status {
    let caller = caller!();
    zeroing(&caller, [whole(context)], || {
        let (customization, tag_len) = read_options(&caller, options)?;
        let key = caller.bytes(key, key_len)?;
        context::start(&caller, context, || Mac::new(algorithm, key, customization, tag_len))
    })
}

/// Absorbs more of the message.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_mac_update(
    context: *mut carnelian_mac_context,
    data: *const u8,
    data_len: usize,
) -> carnelian_status {
    let caller = caller!();
    reporting(|| {
        let data = caller.bytes(data, data_len)?;
        context::get_mut(&caller, context)?.update(data);
        Ok(())
    })
}

/// Computes the tag of the message, and ends the context. `tag_len` is that of the start; with KMAC any number where the
/// options had none.
///
/// Errors: CARNELIAN_ERROR_LENGTH for another `tag_len`; CARNELIAN_ERROR_OVERLAP if the tag lies in the context.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_mac_final(
    context: *mut carnelian_mac_context,
    tag: *mut u8,
    tag_len: usize,
) -> carnelian_status {
    let caller = caller!();
    zeroing(&caller, [(tag, tag_len)], || {
        let ended = context::finish(&caller, context)?;
        apart(context.cast(), size_of::<carnelian_mac_context>(), tag, tag_len)?;
        ended.take(|mac| mac.finalize_into(&caller, tag, tag_len))
    })
}

/// Checks that `tag` is the whole tag of the message, and ends the context.
///
/// Errors: CARNELIAN_ERROR_AUTHENTICATION if it is not; CARNELIAN_ERROR_LENGTH as `carnelian_mac_verify`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_mac_final_verify(
    context: *mut carnelian_mac_context,
    tag: *const u8,
    tag_len: usize,
) -> carnelian_status {
    let caller = caller!();
    reporting(|| {
        let ended = context::finish(&caller, context)?;
        let tag = caller.bytes(tag, tag_len)?;
        ended.take(|mac| mac.verify(tag))
    })
}

/// Starts `copy` with the key of `context` and what it has absorbed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_mac_copy(
    context: *const carnelian_mac_context,
    copy: *mut carnelian_mac_context,
) -> carnelian_status {
    let caller = caller!();
    reporting(|| context::copy(&caller, context, copy))
}

/// Ends the context without a tag.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_mac_wipe(context: *mut carnelian_mac_context) -> carnelian_status {
    let caller = caller!();
    reporting(|| context::wipe(&caller, context))
}
