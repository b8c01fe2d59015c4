//! Comparison in constant time.
#![allow(unsafe_code)] // Entry points of C.

use crate::judge;
use carnelian::ct;
use carnelian_ffi::Caller;
use core::ffi::c_int;

/// Compares 16 bytes: 0 if they are equal, otherwise -1.
///
/// # Safety
/// As in `tweetnacl.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn crypto_verify_16_tweet(x: *const u8, y: *const u8) -> c_int {
    // SAFETY: the caller of a function of the header keeps its promises.
    let caller = unsafe { Caller::promises() };
    judge(|| Ok(ct::verify(caller.array::<16>(x)?, caller.array::<16>(y)?)))
}

/// Compares 32 bytes: 0 if they are equal, otherwise -1.
///
/// # Safety
/// As in `tweetnacl.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn crypto_verify_32_tweet(x: *const u8, y: *const u8) -> c_int {
    // SAFETY: the caller of a function of the header keeps its promises.
    let caller = unsafe { Caller::promises() };
    judge(|| Ok(ct::verify(caller.array::<32>(x)?, caller.array::<32>(y)?)))
}
