//! HMAC-SHA-512-256: the first half of HMAC with SHA-512.
#![allow(unsafe_code)] // Entry points of C.

use crate::{judge, length};
use carnelian::ct;
use carnelian::hash::{Hmac, Sha512};
use carnelian::secret::Secret;
use carnelian_ffi::{Caller, Fault};
use core::ffi::{c_int, c_ulonglong};

fn tag(caller: &Caller, m: *const u8, mlen: c_ulonglong, k: *const u8) -> Result<Secret<[u8; 32]>, Fault> {
    let (key, message) = (caller.array::<32>(k)?, caller.bytes(m, length(mlen)?)?);
    let whole = Secret::new(Hmac::<Sha512>::mac(key, message));
    Ok(Secret::new(*whole.expose().first_chunk().expect("64 bytes begin with 32")))
}

/// Computes the tag of a message.
///
/// # Safety
/// As in `tweetnacl.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn crypto_auth_hmacsha512256_tweet(
    out: *mut u8,
    m: *const u8,
    mlen: c_ulonglong,
    k: *const u8,
) -> c_int {
    // SAFETY: the caller of a function of the header keeps its promises.
    let caller = unsafe { Caller::promises() };
    judge(|| caller.write(out, tag(&caller, m, mlen, k)?.expose()).map(|()| true))
}

/// Verifies the tag of a message.
///
/// # Safety
/// As in `tweetnacl.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn crypto_auth_hmacsha512256_tweet_verify(
    h: *const u8,
    m: *const u8,
    mlen: c_ulonglong,
    k: *const u8,
) -> c_int {
    // SAFETY: the caller of a function of the header keeps its promises.
    let caller = unsafe { Caller::promises() };
    judge(|| Ok(ct::verify(tag(&caller, m, mlen, k)?.expose(), caller.array::<32>(h)?)))
}
