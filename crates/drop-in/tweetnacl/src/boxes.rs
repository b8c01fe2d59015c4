//! Boxes: X25519, HSalsa20 and XSalsa20-Poly1305. Public keys of small order are accepted.
#![allow(unsafe_code)] // Entry points of C.

use crate::{judge, random, secretbox};
use carnelian::composite::nacl_box::SharedKey;
use carnelian::curve::x25519::{self, SecretKey};
use carnelian_ffi::{Caller, Fault, wiping_stack};
use core::ffi::{c_int, c_ulonglong};

/// Bytes of stack that the generation of a key may use.
const STACK: usize = 512;

/// Returns the key that two parties share.
fn shared(caller: &Caller, pk: *const u8, sk: *const u8) -> Result<SharedKey, Fault> {
    Ok(SharedKey::from_x25519(x25519::x25519(caller.array(sk)?, caller.array(pk)?).expose()))
}

/// Generates a key pair.
///
/// # Safety
/// As in `tweetnacl.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn crypto_box_curve25519xsalsa20poly1305_tweet_keypair(pk: *mut u8, sk: *mut u8) -> c_int {
    // SAFETY: the caller of a function of the header keeps its promises.
    let caller = unsafe { Caller::promises() };
    let generate = || {
        let Some(secret) = random::draw() else { return Ok(false) };
        caller.write(sk, secret.expose())?;
        let key = SecretKey::from_bytes(*secret.expose());
        caller.write(pk, key.public_key().as_bytes()).map(|()| true)
    };
    judge(|| wiping_stack::<STACK, _>(generate))
}

/// Computes the key that two parties share.
///
/// # Safety
/// As in `tweetnacl.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn crypto_box_curve25519xsalsa20poly1305_tweet_beforenm(
    k: *mut u8,
    pk: *const u8,
    sk: *const u8,
) -> c_int {
    // SAFETY: the caller of a function of the header keeps its promises.
    let caller = unsafe { Caller::promises() };
    judge(|| caller.write(k, shared(&caller, pk, sk)?.expose()).map(|()| true))
}

/// Encrypts a message under a shared key.
///
/// # Safety
/// As in `tweetnacl.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn crypto_box_curve25519xsalsa20poly1305_tweet_afternm(
    c: *mut u8,
    m: *const u8,
    mlen: c_ulonglong,
    n: *const u8,
    k: *const u8,
) -> c_int {
    // SAFETY: the caller of a function of the header keeps its promises.
    let caller = unsafe { Caller::promises() };
    judge(|| secretbox::seal(&caller, (c, m, mlen), n, caller.array(k)?))
}

/// Decrypts a message under a shared key, if its tag is right.
///
/// # Safety
/// As in `tweetnacl.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn crypto_box_curve25519xsalsa20poly1305_tweet_open_afternm(
    m: *mut u8,
    c: *const u8,
    clen: c_ulonglong,
    n: *const u8,
    k: *const u8,
) -> c_int {
    // SAFETY: the caller of a function of the header keeps its promises.
    let caller = unsafe { Caller::promises() };
    judge(|| secretbox::open(&caller, (m, c, clen), n, caller.array(k)?))
}

/// Encrypts a message from the owner of `sk` to that of `pk`.
///
/// # Safety
/// As in `tweetnacl.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn crypto_box_curve25519xsalsa20poly1305_tweet(
    c: *mut u8,
    m: *const u8,
    mlen: c_ulonglong,
    n: *const u8,
    pk: *const u8,
    sk: *const u8,
) -> c_int {
    // SAFETY: the caller of a function of the header keeps its promises.
    let caller = unsafe { Caller::promises() };
    judge(|| secretbox::seal(&caller, (c, m, mlen), n, shared(&caller, pk, sk)?.expose()))
}

/// Decrypts a message from the owner of `pk` to that of `sk`, if its tag is right.
///
/// # Safety
/// As in `tweetnacl.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn crypto_box_curve25519xsalsa20poly1305_tweet_open(
    m: *mut u8,
    c: *const u8,
    clen: c_ulonglong,
    n: *const u8,
    pk: *const u8,
    sk: *const u8,
) -> c_int {
    // SAFETY: the caller of a function of the header keeps its promises.
    let caller = unsafe { Caller::promises() };
    judge(|| secretbox::open(&caller, (m, c, clen), n, shared(&caller, pk, sk)?.expose()))
}
