//! lib25519's primitives on bytes, multiples of one point, and inverses.
#![allow(unsafe_code)] // Functions that C calls.
#![allow(non_snake_case)] // lib25519's names.

use crate::{blocks, inverse};
use carnelian::ct;
use carnelian::curve::curve25519::EdwardsPoint;
use carnelian::curve::x25519::{self, PublicKey, SecretKey};
use carnelian::hash::Sha512;
use carnelian::secret::Secret;
use carnelian_ffi::{Caller, Fault};
use core::ffi::{c_int, c_longlong};

/// The number of multiples or inverses that are computed together.
const TOGETHER: usize = 64;

/// Returns 0 if two strings of 32 bytes are equal, and −1 otherwise. Constant time.
///
/// # Safety
/// `s` and `t` must point to 32 readable bytes each.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lib25519_verify_32(s: *const u8, t: *const u8) -> c_int {
    // SAFETY: this function's contract, which the header states.
    let caller = unsafe { Caller::promises() };
    match (caller.array::<32>(s), caller.array::<32>(t)) {
        (Ok(s), Ok(t)) if ct::verify(s, t) => 0,
        _ => -1,
    }
}

/// Computes SHA-512.
///
/// # Safety
/// `h` must point to 64 writable bytes, and `x` to `xlen` readable ones.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lib25519_hash_sha512(h: *mut u8, x: *const u8, xlen: c_longlong) {
    // SAFETY: this function's contract, which the header states.
    let caller = unsafe { Caller::promises() };
    let message = usize::try_from(xlen).map_err(|_| Fault::TooLong).and_then(|len| caller.bytes(x, len));
    let _ = caller.write(h, &message.map_or([0; 64], Sha512::digest));
}

/// Absorbs the complete blocks of `x` into a state of SHA-512, and returns the number of bytes that are left.
///
/// # Safety
/// `h` must point to 64 writable bytes, and `x` to `xlen` readable ones.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lib25519_hashblocks_sha512(h: *mut u8, x: *const u8, xlen: c_longlong) -> c_int {
    // SAFETY: this function's contract, which the header states.
    let caller = unsafe { Caller::promises() };
    let absorb = || {
        let message = caller.bytes(x, usize::try_from(xlen).ok()?).ok()?;
        let mut state = *caller.array(h.cast_const()).ok()?;
        let left = blocks::absorb(&mut state, message);
        caller.write(h, &state).ok()?;
        c_int::try_from(left).ok()
    };
    absorb().unwrap_or(-1)
}

/// Computes the power 2²⁵⁵ − 21 modulo 2²⁵⁵ − 19, the inverse.
///
/// # Safety
/// `y` must point to 32 writable bytes, and `x` to 32 readable ones.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lib25519_pow_inv25519(y: *mut u8, x: *const u8) {
    // SAFETY: this function's contract, which the header states.
    let caller = unsafe { Caller::promises() };
    let _ = match caller.array(x).map(inverse::of) {
        Ok(inverse) => caller.write(y, inverse.expose()),
        Err(_) => caller.write(y, &[0; 32]),
    };
}

/// Computes many inverses.
///
/// # Safety
/// `y` must point to 32·`batch` writable bytes, and `x` to as many readable ones.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lib25519_powbatch_inv25519(y: *mut u8, x: *const u8, batch: c_longlong) {
    for i in 0..usize::try_from(batch).unwrap_or(0) {
        // SAFETY: by this function's contract the arrays have `batch` elements.
        unsafe { lib25519_pow_inv25519(element(y, i), element(x.cast_mut(), i)) };
    }
}

/// Computes X25519(`n`, `p`).
///
/// # Safety
/// `output` must point to 32 writable bytes, `n` and `p` to 32 readable ones.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lib25519_nP_montgomery25519(output: *mut u8, n: *const u8, p: *const u8) {
    // SAFETY: this function's contract, which the header states.
    let caller = unsafe { Caller::promises() };
    let _ = match (caller.array(n), caller.array(p)) {
        (Ok(n), Ok(p)) => caller.write(output, x25519::x25519(n, p).expose()),
        _ => caller.write(output, &[0; 32]),
    };
}

/// Computes X25519 for many scalars and points.
///
/// # Safety
/// `output` must point to 32·`batch` writable bytes, `n` and `p` to as many readable ones.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lib25519_nPbatch_montgomery25519(
    output: *mut u8,
    n: *const u8,
    p: *const u8,
    batch: c_longlong,
) {
    // SAFETY: this function's contract, which the header states.
    let caller = unsafe { Caller::promises() };
    let batch = usize::try_from(batch).unwrap_or(0);
    for start in (0..batch).step_by(TOGETHER) {
        let range = start..batch.min(start + TOGETHER);
        // The inputs of a group are read before its outputs are written: the arrays may be the same.
        // The vector does not grow, which would leave keys in the memory that it had before.
        let mut keys = Vec::with_capacity(TOGETHER);
        for i in range.clone() {
            let (Ok(n), Ok(p)) = (caller.array(element(n.cast_mut(), i)), caller.array(element(p.cast_mut(), i)))
            else {
                break;
            };
            keys.push((SecretKey::from_bytes(*n), PublicKey::from_bytes(*p)));
        }
        let pairs: Vec<_> = keys.iter().map(|(secret, public)| (secret, public)).collect();
        let mut products = x25519::diffie_hellman_batch(&pairs).into_iter();
        for i in range {
            let _ = match products.next() {
                Some(Ok(product)) => caller.write(element(output, i), product.expose()),
                _ => caller.write(element(output, i), &[0; 32]),
            };
        }
    }
}

/// Computes `n` times the base point: its encoding on the Edwards curve, or if the top bit of `n` is set, its
/// coordinate on the Montgomery curve. The top bit is not secret.
///
/// # Safety
/// `output` must point to 32 writable bytes, and `n` to 32 readable ones.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lib25519_nG_merged25519(output: *mut u8, n: *const u8) {
    // SAFETY: this function's contract, which the header states.
    let caller = unsafe { Caller::promises() };
    let Ok(n) = caller.array(n) else {
        let _ = caller.write(output, &[0; 32]);
        return;
    };
    let point = Secret::new(EdwardsPoint::mul_base_bytes(n));
    let point = point.expose();
    let is_montgomery = ct::declassify(n[31] >> 7, "the top bit selects the form of the output") == 1;
    let encoded = Secret::new(if is_montgomery { point.to_montgomery() } else { point.compress() });
    let _ = caller.write(output, encoded.expose());
}

/// Computes X25519(`n`, 9).
///
/// # Safety
/// `output` must point to 32 writable bytes, and `n` to 32 readable ones.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lib25519_nG_montgomery25519(output: *mut u8, n: *const u8) {
    // SAFETY: this function's contract, which the header states.
    let caller = unsafe { Caller::promises() };
    let public = caller.array(n).map_or([0; 32], |n| SecretKey::from_bytes(*n).public_key().to_bytes());
    let _ = caller.write(output, &public);
}

/// Returns the place of an element of 32 bytes.
fn element(array: *mut u8, index: usize) -> *mut u8 {
    if array.is_null() { array } else { array.wrapping_add(32 * index) }
}
