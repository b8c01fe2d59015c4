//! Tests of sums of multiples, in a group other than a curve.

use super::*;
use crate::curve::arithmetic::group::Group;
use crate::curve::arithmetic::sums::{multi_scalar_mul_vartime, pippenger, straus};

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
fn sums<const BYTES: usize, const DIGITS: usize>(bound: &BigUint) {
    let numbers = numbers_below(bound);
    let mut random = TestRandom::new(16);
    for count in [0, 1, 2, 9, 189, 190, 500, 801] {
        let numbers: Vec<&BigUint> = (0..count).map(|_| &numbers[random.next_u64() as usize % numbers.len()]).collect();
        let scalars: Vec<[u8; BYTES]> = numbers.iter().copied().map(bytes).collect();
        let points: Vec<i128> = (0..count).map(|i| (i as i128 * 0x0123_4567_89ab) % MODULUS).collect();
        let expected = numbers.iter().zip(&points).fold(BigUint::ZERO, |sum, (number, point)| {
            (sum + *number * point.unsigned_abs()) % MODULUS.unsigned_abs()
        });
        let iter = || points.iter().copied();
        for sum in [
            multi_scalar_mul_vartime::<_, BYTES, DIGITS>(Integers, &scalars, iter()),
            straus::<_, BYTES, DIGITS>(Integers, &scalars, iter()),
            pippenger::<_, BYTES, DIGITS>(Integers, &scalars, iter()),
        ] {
            assert_eq!(BigUint::from(sum.unsigned_abs()), expected, "{count} of {} bits", bound.bits());
        }
    }
}

#[test]
fn sums_in_another_group() {
    sums::<32, 256>(&power_of_2(255));
    sums::<32, 257>(&n256());
    sums::<32, 257>(&power_of_2(256));
    sums::<48, 385>(&n384());
    sums::<56, 447>(&n448());
    sums::<66, 522>(&n521());
    sums::<66, 522>(&power_of_2(521));
}
