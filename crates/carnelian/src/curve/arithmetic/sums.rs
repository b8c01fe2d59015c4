//! Sums of multiples in any group, in variable time: the methods of Straus and of Pippenger, for numbers below 2²⁵⁶ −
//! 2¹²⁸.

use super::group::{Group, add_odd_vartime, odd_multiples};
use super::recode::naf_vartime;
use alloc::vec;
use alloc::vec::Vec;

/// The number of points from which buckets are faster than tables of multiples. Measured; the optimum is flat.
const BUCKETS_PAY_FROM: usize = 190;

/// Returns the sum of `scalars[i]`·`points[i]`, as many scalars as points.
pub(crate) fn multi_scalar_mul_vartime<G: Group>(
    group: G,
    scalars: &[[u8; 32]],
    points: impl ExactSizeIterator<Item = G::Point>,
) -> G::Sum {
    debug_assert_eq!(scalars.len(), points.len());
    if points.len() < BUCKETS_PAY_FROM { straus(group, scalars, points) } else { pippenger(group, scalars, points) }
}

/// Straus's method: one chain of doublings for all points, and in each step the odd multiples that their non-adjacent
/// forms select.
fn straus<G: Group>(group: G, scalars: &[[u8; 32]], points: impl Iterator<Item = G::Point>) -> G::Sum {
    let digits: Vec<[i8; 257]> = scalars.iter().map(|scalar| naf_vartime(scalar, 5)).collect();
    let tables: Vec<[G::Addend; 8]> = points.map(|point| odd_multiples::<G, 8>(&point)).collect();
    let length = (0..257).rev().find(|i| digits.iter().any(|digits| digits[*i] != 0)).map_or(0, |top| top + 1);
    let mut sum = group.identity();
    for i in (0..length).rev() {
        sum = G::double(&sum);
        for (digits, table) in digits.iter().zip(&tables) {
            if digits[i] != 0 {
                sum = add_odd_vartime::<G>(&G::point(&sum), table, digits[i]);
            }
        }
    }
    sum
}

/// Pippenger's method: in each window of `width` bits a point is added to the bucket of its digit, and the weighted sum
/// of the buckets is that of the window.
fn pippenger<G: Group>(group: G, scalars: &[[u8; 32]], points: impl ExactSizeIterator<Item = G::Point>) -> G::Sum {
    let width = match points.len() {
        0..500 => 6,
        500..800 => 7,
        800..6000 => 8,
        _ => 10,
    };
    let points: Vec<G::Addend> = points.map(|point| G::addend(&point)).collect();
    let identity = G::point(&group.identity());
    let mut buckets = vec![identity; 1 << (width - 1)];
    let mut sum = group.identity();
    for window in (0..256_usize.div_ceil(width)).rev() {
        for _ in 0..width {
            sum = G::double(&sum);
        }
        buckets.fill(identity);
        for (scalar, point) in scalars.iter().zip(&points) {
            let digit = signed_window_vartime(scalar, window, width);
            let bucket = digit.unsigned_abs() as usize;
            if bucket > 0 {
                let before = &buckets[bucket - 1];
                let after = if digit > 0 { G::add(before, point) } else { G::sub(before, point) };
                buckets[bucket - 1] = G::point(&after);
            }
        }
        let of_window = weighted_sum::<G>(identity, &buckets);
        sum = G::add(&G::point(&sum), &G::addend(&of_window));
    }
    sum
}

/// Returns 1·b₁ + 2·b₂ + ...: the sum of the sums from each bucket on.
fn weighted_sum<G: Group>(identity: G::Point, buckets: &[G::Point]) -> G::Point {
    let (mut from_here_on, mut sum) = (identity, identity);
    for bucket in buckets.iter().rev() {
        from_here_on = G::point(&G::add(&from_here_on, &G::addend(bucket)));
        sum = G::point(&G::add(&sum, &G::addend(&from_here_on)));
    }
    sum
}

/// Returns the digit of a window in signed radix 2^`width`, from −2^(`width` − 1) to 2^(`width` − 1): the bits of the
/// window, plus the carry from those below, minus 2^`width` if that is more than half of it. The carry is the top bit
/// of the window below, so digits can be computed in any order.
fn signed_window_vartime(scalar: &[u8; 32], window: usize, width: usize) -> i32 {
    let bit = |at: usize| scalar.get(at / 8).map_or(0, |byte| i32::from(byte >> (at % 8) & 1));
    let start = window * width;
    let value: i32 = (0..width).map(|i| bit(start + i) << i).sum();
    let carry = if start == 0 { 0 } else { bit(start - 1) };
    value + carry - (bit(start + width - 1) << width)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The integers modulo a prime, as a group.
    #[derive(Clone, Copy)]
    struct Integers;

    const MODULUS: i128 = (1 << 61) - 1;

    impl Group for Integers {
        type Point = i128;
        type Addend = i128;
        type Sum = i128;

        fn identity(self) -> i128 {
            0
        }
        fn double(sum: &i128) -> i128 {
            sum * 2 % MODULUS
        }
        fn add(point: &i128, addend: &i128) -> i128 {
            (point + addend) % MODULUS
        }
        fn sub(point: &i128, addend: &i128) -> i128 {
            (point - addend).rem_euclid(MODULUS)
        }
        fn point(sum: &i128) -> i128 {
            *sum
        }
        fn double_point(point: &i128) -> i128 {
            Self::double(point)
        }
        fn addend(point: &i128) -> i128 {
            *point
        }
    }

    /// The counts of points cover both methods and all widths; scalars have runs of ones, where digits carry.
    #[test]
    fn sums_in_another_group() {
        use crate::base::random::{Random, TestRandom};
        let mut random = TestRandom::new(16);
        for count in [0, 1, 2, 9, 189, 190, 500, 801] {
            let mut scalars = vec![[0; 32]; count];
            for (i, scalar) in scalars.iter_mut().enumerate() {
                random.fill(scalar).unwrap();
                scalar[..i % 30].fill(0xff);
                scalar[31] &= 0x7f;
            }
            let points: Vec<i128> = (0..count).map(|i| (i as i128 * 0x0123_4567_89ab) % MODULUS).collect();
            let number = |scalar: &[u8; 32]| {
                scalar.iter().rev().fold(0, |value, byte| (value * 256 + i128::from(*byte)) % MODULUS)
            };
            let expected = scalars
                .iter()
                .zip(&points)
                .fold(0, |sum, (scalar, point)| (sum + number(scalar) * point % MODULUS) % MODULUS);
            let found = multi_scalar_mul_vartime(Integers, &scalars, points.iter().copied());
            assert_eq!(found, expected, "{count}");
            assert_eq!(straus(Integers, &scalars, points.iter().copied()), expected, "{count}");
            assert_eq!(pippenger(Integers, &scalars, points.iter().copied()), expected, "{count}");
        }
    }
}
