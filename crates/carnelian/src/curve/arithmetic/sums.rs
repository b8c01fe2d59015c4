//! Sums of multiples in any group, in variable time: the methods of Straus and of Pippenger, for numbers below
//! 2^(`DIGITS` − 1), whose non-adjacent forms have at most `DIGITS` digits.

use super::group::{Group, add_odd_vartime, odd_multiples};
use super::recode::{length, naf_vartime, signed_digit};
use alloc::vec;
use alloc::vec::Vec;

/// The number of points from which buckets are faster than tables of multiples. Measured; the optimum is flat.
const BUCKETS_PAY_FROM: usize = 190;

/// Returns the sum of `scalars[i]`·`points[i]`, as many scalars as points.
pub(crate) fn multi_scalar_mul_vartime<G: Group, const BYTES: usize, const DIGITS: usize>(
    group: G,
    scalars: &[[u8; BYTES]],
    points: impl ExactSizeIterator<Item = G::Point>,
) -> G::Sum {
    debug_assert_eq!(scalars.len(), points.len());
    if points.len() < BUCKETS_PAY_FROM {
        straus::<G, BYTES, DIGITS>(group, scalars, points)
    } else {
        pippenger::<G, BYTES, DIGITS>(group, scalars, points)
    }
}

/// Straus's method: one chain of doublings for all points, and in each step the odd multiples that their non-adjacent
/// forms select.
pub(super) fn straus<G: Group, const BYTES: usize, const DIGITS: usize>(
    group: G,
    scalars: &[[u8; BYTES]],
    points: impl Iterator<Item = G::Point>,
) -> G::Sum {
    let digits: Vec<[i8; DIGITS]> = scalars.iter().map(|scalar| naf_vartime(scalar, 5)).collect();
    let tables: Vec<[G::Addend; 8]> = points.map(|point| odd_multiples::<G, 8>(&point)).collect();
    let mut sum = group.identity();
    for i in (0..length(digits.iter())).rev() {
        sum = G::double(&sum);
        for (digits, table) in digits.iter().zip(&tables) {
            if digits[i] != 0 {
                sum = add_odd_vartime::<G, 8>(&G::point(&sum), table, digits[i]);
            }
        }
    }
    sum
}

/// Pippenger's method: in each window of `width` bits a point is added to the bucket of its digit, and the weighted sum
/// of the buckets is that of the window.
pub(super) fn pippenger<G: Group, const BYTES: usize, const DIGITS: usize>(
    group: G,
    scalars: &[[u8; BYTES]],
    points: impl ExactSizeIterator<Item = G::Point>,
) -> G::Sum {
    // Each width stands beside its number of windows, so that the compiler divides.
    let (width, windows) = match points.len() {
        0..500 => (6, DIGITS.div_ceil(6)),
        500..800 => (7, DIGITS.div_ceil(7)),
        800..6000 => (8, DIGITS.div_ceil(8)),
        _ => (10, DIGITS.div_ceil(10)),
    };
    let points: Vec<G::Addend> = points.map(|point| G::addend(&point)).collect();
    let identity = G::point(&group.identity());
    let mut buckets = vec![identity; 1 << (width - 1)];
    let mut sum = group.identity();
    for window in (0..windows).rev() {
        for _ in 0..width {
            sum = G::double(&sum);
        }
        buckets.fill(identity);
        for (scalar, point) in scalars.iter().zip(&points) {
            let digit = signed_digit(scalar, window, width);
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
