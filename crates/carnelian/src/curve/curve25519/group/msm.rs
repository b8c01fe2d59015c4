//! Sums of many multiples, in variable time, over any representation of the field.

use super::scalar_mul::{add_odd_vartime, odd_multiples};
use super::{Cached, Completed, Extended, Point};
use crate::curve::arithmetic::recode::naf_vartime;
use crate::curve::curve25519::field::Field;
use alloc::vec;
use alloc::vec::Vec;

/// From how many points on buckets beat tables of multiples. Measured; the optimum is flat.
const BUCKETS_PAY_FROM: usize = 190;

/// The sum of `scalars[i]`·`points[i]` for numbers below 2²⁵⁵. Takes time that depends on everything.
pub(crate) fn multi_scalar_mul_vartime<F: Field>(
    proof: F::Proof,
    scalars: &[[u8; 32]],
    points: &[Point],
) -> Extended<F> {
    debug_assert_eq!(scalars.len(), points.len());
    if points.len() < BUCKETS_PAY_FROM { straus(proof, scalars, points) } else { pippenger(proof, scalars, points) }
}

/// Straus: one chain of doublings for all, and in each step the odd multiples that the non-adjacent forms ask for.
fn straus<F: Field>(proof: F::Proof, scalars: &[[u8; 32]], points: &[Point]) -> Extended<F> {
    let digits: Vec<[i8; 257]> = scalars.iter().map(|scalar| naf_vartime(scalar, 5)).collect();
    let tables: Vec<[Cached<F>; 8]> =
        points.iter().map(|point| odd_multiples(&Extended::unpack(proof, point))).collect();
    let length = (0..257).rev().find(|i| digits.iter().any(|digits| digits[*i] != 0)).map_or(0, |top| top + 1);
    let mut sum = Completed::identity(proof);
    for i in (0..length).rev() {
        sum = sum.projective().double();
        for (digits, table) in digits.iter().zip(&tables) {
            if digits[i] != 0 {
                sum = add_odd_vartime(&sum.extended(), table, digits[i]);
            }
        }
    }
    sum.extended()
}

/// Pippenger: in each window of `width` bits a point goes into the bucket of its digit; the buckets' weighted sum is
/// that of the window.
fn pippenger<F: Field>(proof: F::Proof, scalars: &[[u8; 32]], points: &[Point]) -> Extended<F> {
    let width = match points.len() {
        0..500 => 6,
        500..800 => 7,
        800..6000 => 8,
        _ => 10,
    };
    let points: Vec<Cached<F>> = points.iter().map(|point| Extended::unpack(proof, point).cached()).collect();
    let mut buckets = vec![Extended::<F>::identity(proof); 1 << (width - 1)];
    let windows = 256_usize.div_ceil(width);
    let mut sum = Extended::identity(proof);
    for window in (0..windows).rev() {
        for _ in 0..width {
            sum = sum.projective().double().extended();
        }
        buckets.fill(Extended::identity(proof));
        for (scalar, point) in scalars.iter().zip(&points) {
            let digit = signed_window_vartime(scalar, window, width);
            let bucket = digit.unsigned_abs() as usize;
            if bucket > 0 {
                let before = buckets[bucket - 1];
                buckets[bucket - 1] = if digit > 0 { before.add(point) } else { before.sub(point) }.extended();
            }
        }
        sum = sum.add(&weighted_sum(proof, &buckets).cached()).extended();
    }
    sum
}

/// 1·b₁ + 2·b₂ + ...: the sum of the sums from each bucket on.
fn weighted_sum<F: Field>(proof: F::Proof, buckets: &[Extended<F>]) -> Extended<F> {
    let (mut from_here_on, mut sum) = (Extended::identity(proof), Extended::identity(proof));
    for bucket in buckets.iter().rev() {
        from_here_on = from_here_on.add(&bucket.cached()).extended();
        sum = sum.add(&from_here_on.cached()).extended();
    }
    sum
}

/// The digit of a window in signed radix 2^`width`, from −2^(`width` − 1) to 2^(`width` − 1): the bits of the window,
/// plus the carry out of those below, less 2^`width` if that is more than half of it. The carry is the top bit of the
/// window below, so digits can be had in any order.
fn signed_window_vartime(scalar: &[u8; 32], window: usize, width: usize) -> i32 {
    let bit = |at: usize| scalar.get(at / 8).map_or(0, |byte| i32::from(byte >> (at % 8) & 1));
    let start = window * width;
    let value: i32 = (0..width).map(|i| bit(start + i) << i).sum();
    let carry = if start == 0 { 0 } else { bit(start - 1) };
    value + carry - (bit(start + width - 1) << width)
}
