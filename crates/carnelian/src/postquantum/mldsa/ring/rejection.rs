//! Rejection sampling of coefficients, FIPS 204 Section 7.1, Algorithms 14 and 15.

use super::polynomial::{Coefficients, N, Q};
use crate::base::ct;

/// Algorithm 14, CoeffFromThreeBytes(b₀, b₁, b₂), for all of `bytes`: see
/// [`Kernel::reject_uniform`](super::kernel::Kernel::reject_uniform).
pub(in crate::postquantum::mldsa) fn reject_uniform(bytes: &[u8], found: &mut Coefficients, mut count: usize) -> usize {
    for [b0, b1, b2] in bytes.as_chunks().0 {
        if count == N {
            break;
        }
        let z = i32::from(*b0) | i32::from(*b1) << 8 | i32::from(b2 & 0x7f) << 16; // 1. to 3.
        found[count] = z;
        count += usize::from(z < Q); // 5.
    }
    count
}

/// Algorithm 15, CoeffFromHalfByte(b), for all of `bytes`: see
/// [`Kernel::reject_bounded`](super::kernel::Kernel::reject_bounded).
pub(in crate::postquantum::mldsa) fn reject_bounded(
    eta: i32,
    bytes: &[u8],
    found: &mut Coefficients,
    mut count: usize,
) -> usize {
    let bound = half_byte_bound(eta);
    for b in bytes.iter().flat_map(|byte| [byte & 15, byte >> 4]).map(i32::from) {
        if count == N {
            break;
        }
        found[count] = from_half_byte(eta, b);
        count += ct::declassify((b - bound).cast_unsigned() >> 31, ACCEPTED) as usize;
    }
    count
}

/// Returns the number below which half a byte is accepted.
#[inline(always)]
pub(in crate::postquantum::mldsa) const fn half_byte_bound(eta: i32) -> i32 {
    if eta == 2 { 15 } else { 9 }
}

/// Algorithm 15, CoeffFromHalfByte(b), for an accepted b.
#[inline(always)]
pub(in crate::postquantum::mldsa) const fn from_half_byte(eta: i32, b: i32) -> i32 {
    // b mod 5, for b < 15: 205/1024 is a little more than 1/5.
    if eta == 2 { 2 - (b - 5 * ((b * 205) >> 10)) } else { 4 - b }
}

/// The reason for which the positions of accepted candidates are public.
pub(in crate::postquantum::mldsa) const ACCEPTED: &str =
    "which candidates are accepted says nothing about the accepted ones";
