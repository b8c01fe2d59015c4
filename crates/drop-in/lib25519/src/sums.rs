//! Sums of multiples of points, for public inputs.
#![allow(unsafe_code)] // Functions that C calls.
#![allow(non_snake_case)] // lib25519's names.

use carnelian::curve::curve25519::{EdwardsPoint, Scalar};
use carnelian_ffi::{Caller, Fault};
use core::ffi::c_longlong;

/// The encoding of the point that takes the place of a malformed one: y = 26, and x is even.
const SUBSTITUTE: [u8; 32] = {
    let mut bytes = [0; 32];
    bytes[0] = 26;
    bytes
};

/// Computes m·G − n·P. The last byte of the result is 1 if `m` and `P` are canonical.
///
/// # Safety
/// `output` must point to 33 writable bytes, `m` and `p` to 32 readable ones, and `n` to 64.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lib25519_mGnP_ed25519(output: *mut u8, m: *const u8, n: *const u8, p: *const u8) {
    // SAFETY: this function's contract, which the header states.
    let caller = unsafe { Caller::promises() };
    let sum = || {
        let (m, m_is_canonical) = scalar(caller.array(m)?);
        let n = Scalar::from_bytes_mod_order_wide(caller.array(n)?);
        let p = EdwardsPoint::decompress(caller.array(p)?);
        // The point is negated, not n: modulo L, −n does not negate a component of small order.
        let minus_p = p.map_or_else(|_| substitute(), |p| -p);
        let sum = EdwardsPoint::double_scalar_mul_base_vartime(&n, &minus_p, &m);
        Ok::<_, Fault>(encoded(&sum, m_is_canonical && p.is_ok()))
    };
    let _ = caller.write(output, &sum().unwrap_or([0; 33]));
}

/// Computes the sum of n\[i\]·P\[i\]. The last byte of the result is 1 if all inputs are canonical.
///
/// # Safety
/// `q` must point to 33 writable bytes, `n` and `p` to 32·`len` readable ones each.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lib25519_multiscalar_ed25519(q: *mut u8, n: *const u8, p: *const u8, len: c_longlong) {
    // SAFETY: this function's contract, which the header states.
    let caller = unsafe { Caller::promises() };
    let sum = || {
        let len = usize::try_from(len).map_err(|_| Fault::TooLong)?;
        let numbers: &[[u8; 32]] = caller.items(n.cast(), len)?;
        let (scalars, are_canonical): (Vec<_>, Vec<_>) = numbers.iter().map(scalar).unzip();
        let decoded = EdwardsPoint::decompress_batch(caller.items(p.cast(), len)?);
        let is_success = are_canonical.into_iter().all(|is| is) && decoded.iter().all(Result::is_ok);
        let points: Vec<_> = decoded.into_iter().map(|point| point.unwrap_or_else(|_| substitute())).collect();
        // The lengths are equal.
        let sum = EdwardsPoint::multiscalar_mul_vartime(&scalars, &points).unwrap_or(EdwardsPoint::IDENTITY);
        Ok::<_, Fault>(encoded(&sum, is_success))
    };
    let _ = caller.write(q, &sum().unwrap_or([0; 33]));
}

/// Returns a number modulo L, and whether it was below L.
fn scalar(bytes: &[u8; 32]) -> (Scalar, bool) {
    match Scalar::from_canonical_bytes(bytes) {
        Ok(scalar) => (scalar, true),
        Err(_) => (Scalar::from_bytes_mod_order(bytes), false),
    }
}

fn substitute() -> EdwardsPoint {
    EdwardsPoint::decompress(&SUBSTITUTE).unwrap_or(EdwardsPoint::IDENTITY)
}

fn encoded(point: &EdwardsPoint, is_success: bool) -> [u8; 33] {
    let mut output = [u8::from(is_success); 33];
    output[..32].copy_from_slice(&point.compress());
    output
}
