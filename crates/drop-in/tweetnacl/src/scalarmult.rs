//! X25519.
#![allow(unsafe_code)] // Entry points of C.

use crate::judge;
use carnelian::curve::x25519::{self, SecretKey};
use carnelian_ffi::Caller;
use core::ffi::c_int;

/// Computes a shared secret: zeros for a public key of small order.
///
/// # Safety
/// As in `tweetnacl.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn crypto_scalarmult_curve25519_tweet(q: *mut u8, n: *const u8, p: *const u8) -> c_int {
    // SAFETY: the caller of a function of the header keeps its promises.
    let caller = unsafe { Caller::promises() };
    judge(|| {
        let shared = x25519::x25519(caller.array(n)?, caller.array(p)?);
        caller.write(q, shared.expose()).map(|()| true)
    })
}

/// Computes a public key.
///
/// # Safety
/// As in `tweetnacl.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn crypto_scalarmult_curve25519_tweet_base(q: *mut u8, n: *const u8) -> c_int {
    // SAFETY: the caller of a function of the header keeps its promises.
    let caller = unsafe { Caller::promises() };
    judge(|| {
        let key = SecretKey::from_bytes(*caller.array(n)?);
        caller.write(q, key.public_key().as_bytes()).map(|()| true)
    })
}
