//! Salsa20 and XSalsa20.
#![allow(unsafe_code)] // Entry points of C.

use crate::{data, judge, length};
use carnelian::cipher::salsa20::variant::Variant;
use carnelian::cipher::salsa20::{Cipher, Salsa20, XSalsa20};
use carnelian_ffi::{Caller, Pair};
use core::ffi::{c_int, c_ulonglong};
use core::ptr;

/// XORs data with the next bytes of a keystream, which has enough of them: it has 2⁷⁰.
pub(crate) fn apply<V: Variant>(cipher: &mut Cipher<V>, data: Pair<'_>) -> bool {
    match data {
        Pair::InPlace(data) => cipher.apply(data).is_ok(),
        Pair::Apart { input, output } => cipher.apply_to(input, output).is_ok(),
    }
}

/// Writes keystream of Salsa20.
///
/// # Safety
/// As in `tweetnacl.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn crypto_stream_salsa20_tweet(
    c: *mut u8,
    clen: c_ulonglong,
    n: *const u8,
    k: *const u8,
) -> c_int {
    // SAFETY: the caller of a function of the header keeps its promises.
    unsafe { crypto_stream_salsa20_tweet_xor(c, ptr::null(), clen, n, k) }
}

/// Encrypts with Salsa20.
///
/// # Safety
/// As in `tweetnacl.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn crypto_stream_salsa20_tweet_xor(
    c: *mut u8,
    m: *const u8,
    mlen: c_ulonglong,
    n: *const u8,
    k: *const u8,
) -> c_int {
    // SAFETY: the caller of a function of the header keeps its promises.
    let caller = unsafe { Caller::promises() };
    judge(|| {
        let mut cipher = Salsa20::new(caller.array(k)?, caller.array(n)?);
        Ok(apply(&mut cipher, data::pair(&caller, m, c, length(mlen)?)?))
    })
}

/// Writes keystream of XSalsa20.
///
/// # Safety
/// As in `tweetnacl.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn crypto_stream_xsalsa20_tweet(
    c: *mut u8,
    clen: c_ulonglong,
    n: *const u8,
    k: *const u8,
) -> c_int {
    // SAFETY: the caller of a function of the header keeps its promises.
    unsafe { crypto_stream_xsalsa20_tweet_xor(c, ptr::null(), clen, n, k) }
}

/// Encrypts with XSalsa20.
///
/// # Safety
/// As in `tweetnacl.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn crypto_stream_xsalsa20_tweet_xor(
    c: *mut u8,
    m: *const u8,
    mlen: c_ulonglong,
    n: *const u8,
    k: *const u8,
) -> c_int {
    // SAFETY: the caller of a function of the header keeps its promises.
    let caller = unsafe { Caller::promises() };
    judge(|| {
        let mut cipher = XSalsa20::new(caller.array(k)?, caller.array(n)?);
        Ok(apply(&mut cipher, data::pair(&caller, m, c, length(mlen)?)?))
    })
}
