//! Poly1305, a one-time authenticator, RFC 8439 Section 2.5.
#![allow(unsafe_code)] // Exports functions under their names in C.

use crate::context::{self, Memory, fits, tag};
use crate::outputs::{reporting, whole, zeroing};
use crate::status::carnelian_status;
use carnelian::cipher::poly1305::{self, KEY_LEN, Poly1305, TAG_LEN};

/// The number of bytes in a key of Poly1305.
pub const CARNELIAN_POLY1305_KEY_LEN: usize = 32;
/// The number of bytes in a tag of Poly1305.
pub const CARNELIAN_POLY1305_TAG_LEN: usize = 16;
const _: () = assert!(CARNELIAN_POLY1305_KEY_LEN == KEY_LEN && CARNELIAN_POLY1305_TAG_LEN == TAG_LEN);

/// The number of bytes in a `carnelian_poly1305_context`.
pub const CARNELIAN_POLY1305_CONTEXT_SIZE: usize = 1792;
/// The alignment of a `carnelian_poly1305_context`.
pub const CARNELIAN_POLY1305_CONTEXT_ALIGN: usize = 8;

/// The context of a tag that is computed from the pieces of a message.
#[repr(C)]
pub struct carnelian_poly1305_context {
    opaque: [u64; 224],
}

// SAFETY: an array of words.
unsafe impl Memory for carnelian_poly1305_context {
    type Value = Poly1305;
    const TAG: u64 = tag(b"poly1305");
}

const _: () = assert!(
    fits::<carnelian_poly1305_context>()
        && size_of::<carnelian_poly1305_context>() == CARNELIAN_POLY1305_CONTEXT_SIZE
        && align_of::<carnelian_poly1305_context>() <= CARNELIAN_POLY1305_CONTEXT_ALIGN
);

/// Computes the tag of `message`, 16 bytes, under a key of 32 bytes that was never used for another message: two tags
/// under one key reveal it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_poly1305(
    key: *const u8,
    message: *const u8,
    message_len: usize,
    tag: *mut u8,
) -> carnelian_status {
    let caller = caller!();
    zeroing(&caller, [(tag, TAG_LEN)], || {
        let computed = poly1305::tag(caller.array(key)?, caller.bytes(message, message_len)?);
        Ok(caller.write(tag, &computed)?)
    })
}

/// Checks that `tag` is that of `message` under `key`. The time does not depend on where tags differ.
///
/// Errors: CARNELIAN_ERROR_AUTHENTICATION if it is not.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_poly1305_verify(
    key: *const u8,
    message: *const u8,
    message_len: usize,
    tag: *const u8,
) -> carnelian_status {
    let caller = caller!();
    reporting(|| {
        let (key, tag) = (caller.array(key)?, caller.array(tag)?);
        Ok(poly1305::verify(key, caller.bytes(message, message_len)?, tag)?)
    })
}

/// Starts a message under a key of 32 bytes that was never used for another message.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_poly1305_init(
    context: *mut carnelian_poly1305_context,
    key: *const u8,
) -> carnelian_status {
    let caller = caller!();
    zeroing(&caller, [whole(context)], || {
        let key = caller.array(key)?;
        context::start(&caller, context, || Ok(Poly1305::new(key)))
    })
}

/// Absorbs more of the message.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_poly1305_update(
    context: *mut carnelian_poly1305_context,
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

/// Computes the tag of the message, and ends the context.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_poly1305_final(
    context: *mut carnelian_poly1305_context,
    tag: *mut u8,
) -> carnelian_status {
    let caller = caller!();
    zeroing(&caller, [(tag, TAG_LEN)], || {
        let computed = context::finish(&caller, context)?.take(Poly1305::finalize);
        Ok(caller.write(tag, &computed)?)
    })
}

/// Checks that `tag` is that of the message, and ends the context.
///
/// Errors: CARNELIAN_ERROR_AUTHENTICATION if it is not.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_poly1305_final_verify(
    context: *mut carnelian_poly1305_context,
    tag: *const u8,
) -> carnelian_status {
    let caller = caller!();
    reporting(|| {
        let ended = context::finish(&caller, context)?;
        let tag = caller.array(tag)?;
        Ok(ended.take(|authenticator| authenticator.verify(tag))?)
    })
}

/// Ends the context without a tag.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_poly1305_wipe(context: *mut carnelian_poly1305_context) -> carnelian_status {
    let caller = caller!();
    reporting(|| context::wipe(&caller, context))
}
