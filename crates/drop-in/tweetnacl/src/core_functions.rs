//! The functions that Salsa20 and XSalsa20 are made of.
#![allow(unsafe_code)] // Entry points of C.

use crate::judge;
use carnelian::cipher::salsa20;
use carnelian_ffi::Caller;
use core::ffi::c_int;

/// Computes a block of Salsa20 with constants of the program's own.
///
/// # Safety
/// As in `tweetnacl.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn crypto_core_salsa20_tweet(out: *mut u8, r#in: *const u8, k: *const u8, c: *const u8) -> c_int {
    // SAFETY: the caller of a function of the header keeps its promises.
    let caller = unsafe { Caller::promises() };
    judge(|| {
        let block = salsa20::core(caller.array(c)?, caller.array(k)?, caller.array(r#in)?);
        caller.write(out, block.expose()).map(|()| true)
    })
}

/// Computes HSalsa20 with constants of the program's own.
///
/// # Safety
/// As in `tweetnacl.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn crypto_core_hsalsa20_tweet(
    out: *mut u8,
    r#in: *const u8,
    k: *const u8,
    c: *const u8,
) -> c_int {
    // SAFETY: the caller of a function of the header keeps its promises.
    let caller = unsafe { Caller::promises() };
    judge(|| {
        let key = salsa20::hsalsa20_with(caller.array(c)?, caller.array(k)?, caller.array(r#in)?);
        caller.write(out, key.expose()).map(|()| true)
    })
}
