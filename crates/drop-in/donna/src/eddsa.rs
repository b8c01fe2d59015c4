//! Ed25519 and the public keys of X25519, under ed25519-donna's names.
#![allow(unsafe_code)] // Functions that C calls.

use crate::rule::{self, GROUP, Item};
use carnelian::curve::ed25519::SigningKey;
use carnelian::curve::x25519;
use carnelian_ffi::Caller;
use core::ffi::c_int;

/// Computes the public key of a secret key.
///
/// # Safety
/// `sk` must point to 32 readable bytes and `pk` to 32 writable ones.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ed25519_publickey(sk: *const u8, pk: *mut u8) {
    // SAFETY: this function's contract, which the header states.
    let caller = unsafe { Caller::promises() };
    let public = caller.array(sk).map_or([0; 32], |seed| SigningKey::from_seed(*seed).verifying_key().to_bytes());
    let _ = caller.write(pk, &public);
}

/// Signs a message. The public key is derived from the secret one; `_pk` is not read.
///
/// # Safety
/// `m` must point to `mlen` readable bytes, `sk` to 32, and `rs` to 64 writable ones.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ed25519_sign(m: *const u8, mlen: usize, sk: *const u8, _pk: *const u8, rs: *mut u8) {
    // SAFETY: this function's contract, which the header states.
    let caller = unsafe { Caller::promises() };
    let signature = match (caller.bytes(m, mlen), caller.array(sk)) {
        (Ok(message), Ok(seed)) => SigningKey::from_seed(*seed).sign(message).to_bytes(),
        _ => [0; 64],
    };
    let _ = caller.write(rs, &signature);
}

/// Returns 0 if the signature is valid, and −1 otherwise.
///
/// # Safety
/// `m` must point to `mlen` readable bytes, `pk` to 32, and `rs` to 64.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ed25519_sign_open(m: *const u8, mlen: usize, pk: *const u8, rs: *const u8) -> c_int {
    // SAFETY: this function's contract, which the header states.
    let caller = unsafe { Caller::promises() };
    if item(&caller, m, mlen, pk, rs).is_some_and(|item| rule::verify(item.message, item.key, item.signature)) {
        0
    } else {
        -1
    }
}

/// Verifies `num` signatures, and writes the verdict on each.
///
/// # Safety
/// Every array must have `num` elements. `m[i]` must point to `mlen[i]` readable bytes, `pk[i]` to 32, and `rs[i]` to
/// 64; `valid` must be writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ed25519_sign_open_batch(
    m: *const *const u8,
    mlen: *const usize,
    pk: *const *const u8,
    rs: *const *const u8,
    num: usize,
    valid: *mut c_int,
) -> c_int {
    // SAFETY: this function's contract, which the header states.
    let caller = unsafe { Caller::promises() };
    let lists = (caller.items(m, num), caller.items(mlen, num), caller.items(pk, num), caller.items(rs, num));
    let (Ok(messages), Ok(lens), Ok(keys), Ok(signatures)) = lists else {
        return 1;
    };
    let mut result = 0;
    for start in (0..num).step_by(GROUP) {
        let group = start..num.min(start + GROUP);
        let items: Vec<_> =
            group.clone().map(|i| item(&caller, messages[i], lens[i], keys[i], signatures[i])).collect();
        let verdicts = rule::verify_group(&items);
        for (index, verdict) in group.zip(verdicts) {
            match caller.get_mut(valid.wrapping_add(index)) {
                Ok(valid) => *valid = c_int::from(verdict),
                Err(_) => return 1,
            }
        }
        if !verdicts[..items.len()].iter().all(|&verdict| verdict) {
            result |= rule::blame(&items);
        }
    }
    result
}

/// Computes the public key of X25519.
///
/// # Safety
/// `pk` must point to 32 writable bytes, and `e` to 32 readable ones.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn curved25519_scalarmult_basepoint(pk: *mut u8, e: *const u8) {
    // SAFETY: this function's contract, which the header states.
    let caller = unsafe { Caller::promises() };
    let public = caller.array(e).map_or([0; 32], |key| x25519::SecretKey::from_bytes(*key).public_key().to_bytes());
    let _ = caller.write(pk, &public);
}

/// Returns a signature with its message and key, and nothing if a pointer is null.
fn item(caller: &Caller, m: *const u8, mlen: usize, pk: *const u8, rs: *const u8) -> Option<Item<'_>> {
    let message = caller.bytes(m, mlen).ok()?;
    Some(Item { message, key: caller.array(pk).ok()?, signature: caller.array(rs).ok()? })
}
