//! X25519 and Ed25519, lib25519's stable interface.
#![allow(unsafe_code)] // Functions that C calls.

use carnelian::curve::ed25519::{Rule, Signature, SigningKey, VerifyingKey};
use carnelian::curve::x25519;
use carnelian::random::{OsRandom, Random};
use carnelian::secret::{Secret, wipe};
use carnelian_ffi::Caller;
use core::ffi::{c_int, c_longlong};
use std::process;

/// Bytes in a signature.
const SIGNATURE: usize = 64;

/// Returns 32 random bytes, or ends the process: the interface has no way to report a failure.
fn random() -> Secret<[u8; 32]> {
    Secret::build(|bytes| OsRandom.fill(bytes)).unwrap_or_else(|_| process::abort())
}

/// Generates a key pair of X25519.
///
/// # Safety
/// `pk` and `sk` must point to 32 writable bytes each.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lib25519_dh_x25519_keypair(pk: *mut u8, sk: *mut u8) {
    // SAFETY: this function's contract, which the header states.
    let caller = unsafe { Caller::promises() };
    let secret = x25519::SecretKey::from_bytes(*random().expose());
    let _ = caller.write(sk, secret.to_bytes().expose());
    let _ = caller.write(pk, secret.public_key().as_bytes());
}

/// Computes X25519(`sk`, `pk`).
///
/// # Safety
/// `k` must point to 32 writable bytes, `pk` and `sk` to 32 readable ones.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lib25519_dh_x25519(k: *mut u8, pk: *const u8, sk: *const u8) {
    // SAFETY: the pointers are those of this function, and the other one asks the same of them.
    unsafe { crate::lib25519_nP_montgomery25519(k, sk, pk) };
}

/// Generates a key pair of Ed25519. The secret key is the seed followed by the public key.
///
/// # Safety
/// `pk` must point to 32 writable bytes, and `sk` to 64.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lib25519_sign_ed25519_keypair(pk: *mut u8, sk: *mut u8) {
    // SAFETY: this function's contract, which the header states.
    let caller = unsafe { Caller::promises() };
    let key = SigningKey::from_seed(*random().expose());
    let public = key.verifying_key().to_bytes();
    let _ = caller.write(sk, key.as_seed().expose());
    let _ = caller.write(sk.wrapping_add(if sk.is_null() { 0 } else { 32 }), &public);
    let _ = caller.write(pk, &public);
}

/// Signs a message: writes the signature and the message to `sm`, and their length to `smlen`. The public half of the
/// secret key is not read, since a signature under a wrong public key would reveal the secret one.
///
/// # Safety
/// `sm` must point to `mlen` + 64 writable bytes, `smlen` to an integer, `m` to `mlen` readable bytes, and `sk` to 64.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lib25519_sign_ed25519(
    sm: *mut u8,
    smlen: *mut c_longlong,
    m: *const u8,
    mlen: c_longlong,
    sk: *const u8,
) {
    // SAFETY: this function's contract, which the header states.
    let caller = unsafe { Caller::promises() };
    let sign = || {
        let len = usize::try_from(mlen).ok()?;
        let key = SigningKey::from_seed(*caller.array::<64>(sk).ok()?.first_chunk()?);
        let message = caller.moved(m, after(sm)?, len).ok()?;
        let signature = key.sign_hedged(message, &mut OsRandom).unwrap_or_else(|_| key.sign(message));
        caller.write(sm, signature.as_bytes()).ok()?;
        mlen.checked_add(SIGNATURE as c_longlong)
    };
    let signed = sign().unwrap_or(-1);
    if let Ok(smlen) = caller.get_mut(smlen) {
        *smlen = signed;
    }
}

/// Verifies a signed message: returns 0 and writes the message to `m` and its length to `mlen`, or returns −1.
///
/// # Safety
/// `m` must point to `smlen` writable bytes, `mlen` to an integer, `sm` to `smlen` readable bytes, and `pk` to 32.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lib25519_sign_ed25519_open(
    m: *mut u8,
    mlen: *mut c_longlong,
    sm: *const u8,
    smlen: c_longlong,
    pk: *const u8,
) -> c_int {
    // SAFETY: this function's contract, which the header states.
    let caller = unsafe { Caller::promises() };
    let len = usize::try_from(smlen).unwrap_or(0);
    let open = || {
        let message = len.checked_sub(SIGNATURE)?;
        let signed = caller.bytes(sm, len).ok()?;
        verify(caller.array(pk).ok()?, signed)?;
        caller.moved(after(sm.cast_mut())?, m, message).ok()?;
        caller.output(m.wrapping_add(message), SIGNATURE).ok()?.fill(0);
        Some(smlen - SIGNATURE as c_longlong)
    };
    let opened = open();
    if opened.is_none() {
        let _ = caller.output(m, len).map(wipe);
    }
    if let Ok(mlen) = caller.get_mut(mlen) {
        *mlen = opened.unwrap_or(-1);
    }
    if opened.is_some() { 0 } else { -1 }
}

/// Verifies a signed message by lib25519's rule: that of [`Rule::Cofactorless`], and the key must be canonical.
fn verify(key: &[u8; 32], signed: &[u8]) -> Option<()> {
    let (signature, message) = signed.split_first_chunk()?;
    // Only canonical keys are decoded.
    let key = VerifyingKey::from_bytes(key).ok()?;
    key.verify_with(Rule::Cofactorless, message, &Signature::from_bytes(signature)).ok()
}

/// Returns the place behind the signature.
fn after(signed: *mut u8) -> Option<*mut u8> {
    if signed.is_null() { None } else { Some(signed.wrapping_add(SIGNATURE)) }
}
