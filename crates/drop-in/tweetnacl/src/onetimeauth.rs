//! Poly1305.
#![allow(unsafe_code)] // Entry points of C.

use crate::{judge, length};
use carnelian::cipher::poly1305;
use carnelian_ffi::Caller;
use core::ffi::{c_int, c_ulonglong};

/// Computes the tag of a message.
///
/// # Safety
/// As in `tweetnacl.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn crypto_onetimeauth_poly1305_tweet(
    out: *mut u8,
    m: *const u8,
    mlen: c_ulonglong,
    k: *const u8,
) -> c_int {
    // SAFETY: the caller of a function of the header keeps its promises.
    let caller = unsafe { Caller::promises() };
    judge(|| {
        let tag = poly1305::tag(caller.array(k)?, caller.bytes(m, length(mlen)?)?);
        caller.write(out, &tag).map(|()| true)
    })
}

/// Verifies the tag of a message.
///
/// # Safety
/// As in `tweetnacl.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn crypto_onetimeauth_poly1305_tweet_verify(
    h: *const u8,
    m: *const u8,
    mlen: c_ulonglong,
    k: *const u8,
) -> c_int {
    // SAFETY: the caller of a function of the header keeps its promises.
    let caller = unsafe { Caller::promises() };
    judge(|| {
        let (key, message) = (caller.array(k)?, caller.bytes(m, length(mlen)?)?);
        Ok(poly1305::verify(key, message, caller.array(h)?).is_ok())
    })
}
