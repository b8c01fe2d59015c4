//! Verification as the standards define it, over big integers: a twisted Edwards curve in projective coordinates. It
//! shares only SHA-512 with the library.

use crate::hash::Sha512;
use num_bigint::BigUint;
use std::vec::Vec;

/// (X : Y : Z) with x = X/Z, y = Y/Z.
#[derive(Clone)]
struct Point([BigUint; 3]);

/// The curve −x² + y² = 1 + dx²y² over the integers modulo p.
pub(super) struct Curve {
    p: BigUint,
    d: BigUint,
    l: BigUint,
    base: Point,
}

/// The result for a signature.
pub(super) struct Judgement {
    /// True if 8(S·B − R − k·A) = 0 for A and R that need not be canonical, and S < L.
    pub(super) is_zip215: bool,
    /// True if S·B − k·A = R for the same A and R, and S < L.
    pub(super) is_exact: bool,
    pub(super) a_is_canonical: bool,
    pub(super) r_is_canonical: bool,
}

impl Curve {
    pub(super) fn new() -> Self {
        let p = (BigUint::from(1u8) << 255) - 19u8;
        let d = (&p - 121_665u32) * BigUint::from(121_666u32).modinv(&p).unwrap() % &p;
        let l = (BigUint::from(1u8) << 252) + 27_742_317_777_372_353_535_851_937_790_883_648_493_u128;
        let identity = Point([0u8, 1, 1].map(BigUint::from));
        let mut curve = Self { p, d, l, base: identity };
        let y = BigUint::from(4u8) * BigUint::from(5u8).modinv(&curve.p).unwrap() % &curve.p;
        let bytes: [u8; 32] = y.to_bytes_le().try_into().unwrap();
        curve.base = curve.decode(&bytes).unwrap();
        curve
    }

    /// Verifies a signature of Ed25519, if A and R are points.
    pub(super) fn judge(&self, a: &[u8; 32], message: &[u8], signature: &[u8; 64]) -> Option<Judgement> {
        let r_bytes = core::array::from_fn(|i| signature[i]);
        let (point, r) = (self.decode(a)?, self.decode(&r_bytes)?);
        let s = BigUint::from_bytes_le(&signature[32..]);
        let hash = Sha512::digest(&[&r_bytes[..], a, message].concat());
        let k = BigUint::from_bytes_le(&hash) % &self.l;
        let error = self.add(&self.mul(&s, &self.base), &self.negate(&self.add(&r, &self.mul(&k, &point))));
        let in_range = s < self.l;
        Some(Judgement {
            is_zip215: in_range && self.is_identity(&self.mul(&BigUint::from(8u8), &error)),
            is_exact: in_range && self.is_identity(&error),
            a_is_canonical: self.encode(&point) == *a,
            r_is_canonical: self.encode(&r) == r_bytes,
        })
    }

    fn neg(&self, a: &BigUint) -> BigUint {
        (&self.p - a) % &self.p
    }

    /// Decodes by ZIP 215: y may be p or more, and x = 0 may have a sign.
    fn decode(&self, bytes: &[u8; 32]) -> Option<Point> {
        let p = &self.p;
        let sign = bytes[31] >> 7 == 1;
        let mut y = *bytes;
        y[31] &= 0x7f;
        let y = BigUint::from_bytes_le(&y) % p;
        let yy = &y * &y % p;
        let numerator = (&yy + p - 1u8) % p;
        let denominator = (&self.d * &yy + 1u8) % p;
        let xx = numerator * denominator.modinv(p)? % p;
        // p = 5 modulo 8: the root is xx^((p + 3)/8), perhaps times a root of −1.
        let mut x = xx.modpow(&((p + 3u8) >> 3), p);
        if &x * &x % p != xx {
            x = x * BigUint::from(2u8).modpow(&((p - 1u8) >> 2), p) % p;
        }
        if &x * &x % p != xx {
            return None;
        }
        if x.bit(0) != sign {
            x = self.neg(&x);
        }
        Some(Point([x, y, BigUint::from(1u8)]))
    }

    fn encode(&self, Point([x, y, z]): &Point) -> [u8; 32] {
        let inverse = z.modinv(&self.p).unwrap();
        let (x, y) = (x * &inverse % &self.p, y * &inverse % &self.p);
        let mut bytes: Vec<u8> = y.to_bytes_le();
        bytes.resize(32, 0);
        bytes[31] |= u8::from(x.bit(0)) << 7;
        bytes.try_into().unwrap()
    }

    fn negate(&self, Point([x, y, z]): &Point) -> Point {
        Point([self.neg(x), y.clone(), z.clone()])
    }

    /// Adds by the complete addition law of the curve over a common denominator.
    fn add(&self, Point([x1, y1, z1]): &Point, Point([x2, y2, z2]): &Point) -> Point {
        let p = &self.p;
        let a = z1 * z2 % p;
        let b = &a * &a % p;
        let (c, d) = (x1 * x2 % p, y1 * y2 % p);
        let e = &self.d * &c % p * &d % p;
        let (f, g) = ((&b + p - &e) % p, (&b + &e) % p);
        let cross = ((x1 + y1) * (x2 + y2) + p + p - &c - &d) % p;
        Point([&a * &f % p * cross % p, &a * &g % p * ((&d + &c) % p) % p, f * g % p])
    }

    fn mul(&self, scalar: &BigUint, point: &Point) -> Point {
        let mut product = Point([0u8, 1, 1].map(BigUint::from));
        for i in (0..scalar.bits()).rev() {
            product = self.add(&product, &product);
            if scalar.bit(i) {
                product = self.add(&product, point);
            }
        }
        product
    }

    fn is_identity(&self, Point([x, y, z]): &Point) -> bool {
        x.bits() == 0 && y == z
    }
}
