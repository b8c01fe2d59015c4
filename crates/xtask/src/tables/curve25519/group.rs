//! Field, curve and group of edwards25519 with big integers, directly from the definitions of RFC 8032 Section 5.1.

use num_bigint::BigUint;
use std::{array, iter, mem};

/// The curve −x² + y² = 1 + d·x²·y² over the integers modulo p. All arguments and results of its functions are below p.
pub(super) struct Curve {
    /// The field's prime, 2^255 − 19.
    pub(super) p: BigUint,
    /// The prime order of the base point, 2^252 + 27742317777372353535851937790883648493.
    pub(super) l: BigUint,
    /// −121665/121666.
    pub(super) d: BigUint,
}

/// A point in affine coordinates.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Point {
    pub(super) x: BigUint,
    pub(super) y: BigUint,
}

/// Returns 2^exponent.
pub(super) fn power_of_two(exponent: u32) -> BigUint {
    BigUint::from(1u32) << exponent
}

impl Curve {
    pub(super) fn new() -> Self {
        let p = power_of_two(255) - 19u32;
        let l = power_of_two(252) + 27_742_317_777_372_353_535_851_937_790_883_648_493_u128;
        let mut curve = Self { p, l, d: BigUint::ZERO };
        curve.d = curve.negative(&curve.ratio(&121_665u32.into(), &121_666u32.into()));
        curve
    }

    /// Returns −a.
    pub(super) fn negative(&self, a: &BigUint) -> BigUint {
        (&self.p - a) % &self.p
    }

    /// Returns a/b. Needs b ≠ 0.
    pub(super) fn ratio(&self, a: &BigUint, b: &BigUint) -> BigUint {
        a * b.modinv(&self.p).expect("only zero has no inverse") % &self.p
    }

    /// Returns √−1 as in RFC 8032, 2^((p−1)/4). It is even.
    pub(super) fn sqrt_m1(&self) -> BigUint {
        BigUint::from(2u32).modpow(&((&self.p - 1u32) / 4u32), &self.p)
    }

    /// Returns the odd or the even square root of `a`, or `None` if `a` is not a square.
    pub(super) fn sqrt(&self, a: &BigUint, odd: bool) -> Option<BigUint> {
        // p ≡ 5 (mod 8): if `a` is a square, one of these two is a root.
        let first = a.modpow(&((&self.p + 3u32) / 8u32), &self.p);
        let second = &first * self.sqrt_m1() % &self.p;
        let root = [first, second].into_iter().find(|root| root * root % &self.p == *a)?;
        Some(if root.bit(0) == odd { root } else { self.negative(&root) })
    }

    /// Returns the point with the given y and an even x, or `None` if there is no point with this y.
    pub(super) fn with_y(&self, y: BigUint) -> Option<Point> {
        let square = &y * &y % &self.p;
        let x_square = self.ratio(&(&square + &self.p - 1u32), &((&self.d * &square + 1u32) % &self.p));
        Some(Point { x: self.sqrt(&x_square, false)?, y })
    }

    /// Returns B: y is 4/5 and x is even.
    pub(super) fn base(&self) -> Point {
        self.with_y(self.ratio(&4u32.into(), &5u32.into())).expect("the base point lies on the curve")
    }

    /// Returns the identity element, (0, 1).
    pub(super) fn identity(&self) -> Point {
        Point { x: BigUint::ZERO, y: 1u32.into() }
    }

    /// Returns a + b by the addition law: x₃ = (x₁y₂ + x₂y₁)/(1 + e) and y₃ = (y₁y₂ + x₁x₂)/(1 − e) for e = d·x₁x₂y₁y₂.
    pub(super) fn add(&self, a: &Point, b: &Point) -> Point {
        let p = &self.p;
        let e = &self.d * (&a.x * &b.x % p) * (&a.y * &b.y % p) % p;
        let (x_under, y_under) = (&e + 1u32, p + 1u32 - &e);
        // The two denominators share an inversion; d is not a square, so neither is zero.
        let inverse = (&x_under * &y_under).modinv(p).expect("the law of addition is complete");
        let x = (&a.x * &b.y + &b.x * &a.y) * y_under * &inverse % p;
        let y = (&a.y * &b.y + &a.x * &b.x) * x_under * &inverse % p;
        Point { x, y }
    }

    /// Returns 2^times · a.
    pub(super) fn double(&self, a: &Point, times: u32) -> Point {
        (0..times).fold(a.clone(), |point, _| self.add(&point, &point))
    }

    /// Returns scalar · a.
    pub(super) fn multiply(&self, scalar: &BigUint, a: &Point) -> Point {
        let bits = (0..scalar.bits()).rev().map(|at| scalar.bit(at));
        bits.fold(self.identity(), |sum, bit| {
            let sum = self.double(&sum, 1);
            if bit { self.add(&sum, a) } else { sum }
        })
    }

    /// Returns start, start + step, start + 2·step, and so on.
    pub(super) fn progression<const N: usize>(&self, start: &Point, step: &Point) -> [Point; N] {
        let mut next = start.clone();
        array::from_fn(|_| {
            let sum = self.add(&next, step);
            mem::replace(&mut next, sum)
        })
    }

    /// Returns the point of order 8 whose coordinates are both even.
    pub(super) fn torsion_generator(&self) -> Point {
        // The curve has 8·L points, so L times a point has an order that divides 8.
        let ys = iter::successors(Some(BigUint::from(2u32)), |y| Some(y + 1u32));
        let candidates = ys.filter_map(|y| Some(self.multiply(&self.l, &self.with_y(y)?)));
        let generator = candidates.into_iter().find(|point| self.double(point, 2) != self.identity());
        // The four points of order 8 have the coordinates (±x, ±y).
        let Point { x, y } = generator.expect("half of all points give one of order 8");
        let even = |a: BigUint| if a.bit(0) { self.negative(&a) } else { a };
        Point { x: even(x), y: even(y) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decimal(digits: &str) -> BigUint {
        digits.parse().unwrap()
    }

    /// RFC 8032 Section 5.1, Table 1.
    #[test]
    fn the_standards_parameters() {
        let curve = Curve::new();
        let d = "37095705934669439343138083508754565189542113879843219016388785533085940283555";
        let x = "15112221349535400772501151409588531511454012693041857206046113283949847762202";
        let y = "46316835694926478169428394003475163141307993866256225615783033603165251855960";
        assert_eq!(curve.d, decimal(d));
        assert_eq!(curve.base(), Point { x: decimal(x), y: decimal(y) });
        let i = "19681161376707505956807079304988542015446066515923890162744021073123829784752";
        assert_eq!(curve.sqrt_m1(), decimal(i));
    }

    #[test]
    fn roots_are_roots_of_the_wanted_parity() {
        let curve = Curve::new();
        for a in 0..50u32 {
            let a = BigUint::from(a);
            let (even, odd) = (curve.sqrt(&a, false), curve.sqrt(&a, true));
            // Euler's criterion.
            let is_square = a.modpow(&((&curve.p - 1u32) / 2u32), &curve.p) <= 1u32.into();
            assert_eq!((even.is_some(), odd.is_some()), (is_square, is_square), "{a}");
            for (root, wanted) in even.into_iter().zip([false]).chain(odd.into_iter().zip([true])) {
                assert_eq!(&root * &root % &curve.p, a);
                assert!(root.bit(0) == wanted || a == BigUint::ZERO);
            }
        }
    }

    #[test]
    fn the_base_point_has_order_l() {
        let curve = Curve::new();
        let base = curve.base();
        assert_eq!(curve.multiply(&curve.l, &base), curve.identity());
        assert_eq!(curve.multiply(&7u32.into(), &base), curve.progression::<7>(&base, &base)[6]);
        let minus = Point { x: curve.negative(&base.x), y: base.y.clone() };
        assert_eq!(curve.multiply(&(&curve.l - 1u32), &base), minus);
    }

    /// Four times the generator is the only point of order 2, and its encoding is the known one.
    #[test]
    fn the_torsion_generator_has_order_eight() {
        let curve = Curve::new();
        let generator = curve.torsion_generator();
        assert_eq!(curve.double(&generator, 2), Point { x: BigUint::ZERO, y: &curve.p - 1u32 });
        assert!(!generator.x.bit(0));
        let y = "05fc536d880238b13933c6d305acdfd5f098eff289f4c345b027b2c28f95e826";
        assert_eq!(generator.y, BigUint::parse_bytes(y.as_bytes(), 16).unwrap());
    }
}
