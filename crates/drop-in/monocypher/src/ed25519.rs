//! Ed25519 and Ed25519ph: functions of `monocypher-ed25519.h`.
#![allow(unsafe_code)] // Entry points of C.

use crate::eddsa::key_pair;
use crate::{judge, serve, signing};
use carnelian::curve::ed25519::{self, PrehashSignature, Rule, Signature, SigningKey, VerifyingKey};
use carnelian::hash::Sha512;
use carnelian_ffi::Caller;
use core::ffi::c_int;

/// RFC 8032 Section 2: dom2(1, C) for an empty context.
const DOMAIN: &[u8; 34] = b"SigEd25519 no Ed25519 collisions\x01\x00";

/// Derives a key pair from a seed, which is wiped.
///
/// # Safety
/// As in `monocypher-ed25519.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn crypto_ed25519_key_pair(secret_key: *mut u8, public_key: *mut u8, seed: *mut u8) {
    // SAFETY: the caller of a function of the header keeps its promises.
    let caller = unsafe { Caller::promises() };
    let derive = |seed: &[u8; 32]| SigningKey::from_seed(*seed).verifying_key().to_bytes();
    serve(|| key_pair(&caller, (secret_key, public_key), seed, derive));
}

/// Signs a message.
///
/// # Safety
/// As in `monocypher-ed25519.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn crypto_ed25519_sign(
    signature: *mut u8,
    secret_key: *const u8,
    message: *const u8,
    message_size: usize,
) {
    // SAFETY: the caller of a function of the header keeps its promises.
    let caller = unsafe { Caller::promises() };
    serve(|| {
        let (key, message) = (caller.array(secret_key)?, caller.bytes(message, message_size)?);
        caller.write(signature, &signing::sign::<Sha512>(&[], key, message))
    });
}

/// Verifies a signature.
///
/// # Safety
/// As in `monocypher-ed25519.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn crypto_ed25519_check(
    signature: *const u8,
    public_key: *const u8,
    message: *const u8,
    message_size: usize,
) -> c_int {
    // SAFETY: the caller of a function of the header keeps its promises.
    let caller = unsafe { Caller::promises() };
    judge(|| {
        let (key, message) = (caller.array(public_key)?, caller.bytes(message, message_size)?);
        let signature = Signature::from_bytes(caller.array(signature)?);
        Ok(ed25519::verify_with(Rule::Zip215, key, message, &signature).is_ok())
    })
}

/// Signs the SHA-512 digest of a message.
///
/// # Safety
/// As in `monocypher-ed25519.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn crypto_ed25519_ph_sign(signature: *mut u8, secret_key: *const u8, message_hash: *const u8) {
    // SAFETY: the caller of a function of the header keeps its promises.
    let caller = unsafe { Caller::promises() };
    serve(|| {
        let (key, digest) = (caller.array(secret_key)?, caller.array::<64>(message_hash)?);
        caller.write(signature, &signing::sign::<Sha512>(DOMAIN, key, digest))
    });
}

/// Verifies the signature of a SHA-512 digest.
///
/// # Safety
/// As in `monocypher-ed25519.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn crypto_ed25519_ph_check(
    signature: *const u8,
    public_key: *const u8,
    message_hash: *const u8,
) -> c_int {
    // SAFETY: the caller of a function of the header keeps its promises.
    let caller = unsafe { Caller::promises() };
    judge(|| {
        let (digest, signature) = (caller.array(message_hash)?, PrehashSignature::from_bytes(caller.array(signature)?));
        let key = VerifyingKey::from_bytes_for(Rule::Zip215, caller.array(public_key)?);
        Ok(key.is_ok_and(|key| key.verify_prehash_digest(Rule::Zip215, None, digest, &signature).is_ok()))
    })
}
