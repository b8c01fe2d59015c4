//! Ed25519. A secret key is the seed and the public key; a signed message is the signature and the message.
//!
//! Signatures are accepted by TweetNaCl's rule: [`Rule::Cofactorless`] of the Rust library, except that S may be any
//! number of 32 bytes. So from any signature another one of the same message can be made, by adding the order L to S.
#![allow(unsafe_code)] // Entry points of C.

use crate::{judge, length, random, signing};
use carnelian::curve::curve25519::Scalar;
use carnelian::curve::ed25519::{Rule, Signature, SigningKey, verify_with};
use carnelian::secret;
use carnelian_ffi::{Caller, Fault, wiping_stack};
use core::ffi::{c_int, c_ulonglong};

/// Bytes in a signature.
const SIGNATURE_LEN: usize = 64;

/// Bytes of stack that the generation of a key may use.
const STACK: usize = 512;

/// Generates a key pair.
///
/// # Safety
/// As in `tweetnacl.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn crypto_sign_ed25519_tweet_keypair(pk: *mut u8, sk: *mut u8) -> c_int {
    // SAFETY: the caller of a function of the header keeps its promises.
    let caller = unsafe { Caller::promises() };
    let generate = || {
        let Some(seed) = random::draw() else { return Ok(false) };
        let public = SigningKey::from_seed(*seed.expose()).verifying_key().to_bytes();
        caller.write(pk, &public)?;
        let mut key = [0; 64];
        key[..32].copy_from_slice(seed.expose());
        key[32..].copy_from_slice(&public);
        let written = caller.write(sk, &key);
        secret::wipe(&mut key);
        written.map(|()| true)
    };
    judge(|| wiping_stack::<STACK, _>(generate))
}

/// Signs a message.
///
/// # Safety
/// As in `tweetnacl.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn crypto_sign_ed25519_tweet(
    sm: *mut u8,
    smlen: *mut c_ulonglong,
    m: *const u8,
    mlen: c_ulonglong,
    sk: *const u8,
) -> c_int {
    // SAFETY: the caller of a function of the header keeps its promises.
    let caller = unsafe { Caller::promises() };
    judge(|| {
        let len = length(mlen)?;
        let signature = signing::sign(caller.array(sk)?, caller.bytes(m, len)?);
        if sm.is_null() {
            return Err(Fault::Null);
        }
        caller.moved(m, sm.wrapping_add(SIGNATURE_LEN), len)?;
        caller.write(sm, &signature)?;
        *caller.get_mut(smlen)? = mlen + SIGNATURE_LEN as c_ulonglong;
        Ok(true)
    })
}

/// Verifies a signed message, and writes the message if the signature is valid.
///
/// # Safety
/// As in `tweetnacl.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn crypto_sign_ed25519_tweet_open(
    m: *mut u8,
    mlen: *mut c_ulonglong,
    sm: *const u8,
    smlen: c_ulonglong,
    pk: *const u8,
) -> c_int {
    // SAFETY: the caller of a function of the header keeps its promises.
    let caller = unsafe { Caller::promises() };
    judge(|| {
        *caller.get_mut(mlen)? = c_ulonglong::MAX;
        let signed = caller.bytes(sm, length(smlen)?)?;
        let Some((signature, message)) = signed.split_first_chunk() else { return Ok(false) };
        let len = message.len();
        if is_valid(caller.array(pk)?, message, signature) {
            caller.moved(message.as_ptr(), m, len)?;
            *caller.get_mut(mlen)? = len as c_ulonglong;
            Ok(true)
        } else {
            caller.output(m, len)?.fill(0);
            Ok(false)
        }
    })
}

/// Verifies a signature by TweetNaCl's rule.
fn is_valid(key: &[u8; 32], message: &[u8], signature: &[u8; SIGNATURE_LEN]) -> bool {
    let (r, s) = signature.split_at(32);
    // B has order L, so S modulo L is as good as S.
    let s = Scalar::from_bytes_mod_order(s.try_into().expect("half of 64 bytes")).to_bytes();
    let mut reduced = [0; SIGNATURE_LEN];
    reduced[..32].copy_from_slice(r);
    reduced[32..].copy_from_slice(&s);
    verify_with(Rule::Cofactorless, key, message, &Signature::from_bytes(&reduced)).is_ok()
}
