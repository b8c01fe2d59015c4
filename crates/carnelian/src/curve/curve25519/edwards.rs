//! Points of edwards25519.

use super::group;
use super::kernel::{self, Backend, TOGETHER};
use super::scalar::{Scalar, words};
use super::tables;
use crate::base::ct::{self, Choice, Select};
use crate::base::memory::{wipe, wiping_stack};
use crate::base::secret::Confidential;
use crate::error::LengthError;
use core::fmt;
use core::ops::{Add, Mul, Neg, Sub};
use zeroize::Zeroize;

/// A point of edwards25519 (RFC 7748 Section 4.1, RFC 8032 Section 5.1): a group of order 8L, with points of small
/// order.
///
/// [`RistrettoPoint`](super::RistrettoPoint) is a group of prime order. Operations take constant time unless named
/// `_vartime`. Points may be secret, so they are compared with [`equals`](Self::equals); there is no `==`.
///
/// ```
/// use carnelian::curve::curve25519::{EdwardsPoint, Scalar};
/// let (a, b) = (Scalar::from(5u64), Scalar::from(7u64));
/// let sum = EdwardsPoint::mul_base(&a) + EdwardsPoint::mul_base(&b);
/// assert_eq!(sum.compress(), EdwardsPoint::mul_base(&(a + b)).compress());
/// ```
#[derive(Clone, Copy)]
pub struct EdwardsPoint(pub(super) group::Point);

impl EdwardsPoint {
    /// The identity element, (0, 1).
    pub const IDENTITY: Self = Self(group::IDENTITY);
    /// The base point B of RFC 8032 Section 5.1, of order L.
    pub const BASE: Self = Self(tables::BASE);

    /// Decodes a point from its canonical encoding, RFC 8032 Section 5.1.3. Only its success, or the error, is not
    /// secret.
    ///
    /// # Errors
    /// [`PointError`] if the bytes are not the canonical encoding of a point.
    pub fn decompress(bytes: &[u8; 32]) -> Result<Self, PointError> {
        if !is_canonical(bytes).declassify("the caller learns whether the encoding is canonical") {
            return Err(PointError::NotCanonical);
        }
        Self::decompress_zip215(bytes)
    }

    /// Decodes a point by the rule of ZIP 215, which most verifiers follow in practice: like
    /// [`decompress`](Self::decompress), but y may be p or more, and the sign bit of x = 0 may be set.
    ///
    /// # Errors
    /// [`PointError::NotOnCurve`] if there is no such point.
    pub fn decompress_zip215(bytes: &[u8; 32]) -> Result<Self, PointError> {
        let (point, valid) = kernel::decode(Backend::choose(), bytes);
        Self::checked(point, valid)
    }

    /// Computes [`decompress_zip215`](Self::decompress_zip215) for two public encodings, at the cost of one where the
    /// CPU has vector lanes for it.
    pub(in crate::curve) fn decompress_zip215_pair(encodings: [&[u8; 32]; 2]) -> [Result<Self, PointError>; 2] {
        kernel::decode_few_public(Backend::choose(), encodings).map(|(point, valid)| Self::checked(point, valid))
    }

    pub(super) fn checked(point: group::Point, valid: Choice) -> Result<Self, PointError> {
        if valid.declassify("the caller learns whether the bytes are a point") {
            Ok(Self(point))
        } else {
            Err(PointError::NotOnCurve)
        }
    }

    /// Encodes the point, RFC 8032 Section 5.1.2.
    #[must_use]
    pub fn compress(&self) -> [u8; 32] {
        let mut bytes = [[0; 32]];
        kernel::encode(Backend::choose(), &[self.0], &mut bytes);
        let [bytes] = bytes;
        bytes
    }

    /// Returns the point with Z = 1, so that its coordinates reveal no more than its encoding, and the encoding.
    pub(in crate::curve) fn normalize(self) -> (Self, [u8; 32]) {
        let (mut points, mut bytes) = ([self.0], [[0; 32]]);
        kernel::normalize(Backend::choose(), &mut points, &mut bytes);
        let ([point], [bytes]) = (points, bytes);
        (Self(point), bytes)
    }

    /// Encodes many points with shared inversions, at a fraction of the cost.
    ///
    /// # Errors
    /// [`LengthError`] if `points` and `out` differ in length; nothing is written then.
    pub fn compress_batch(points: &[Self], out: &mut [[u8; 32]]) -> Result<(), LengthError> {
        if points.len() != out.len() {
            let (expected, found) = (points.len(), out.len());
            return Err(LengthError { what: "encodings of points", expected, found });
        }
        let backend = Backend::choose();
        for (points, out) in points.chunks(TOGETHER).zip(out.chunks_mut(TOGETHER)) {
            let mut inner = [tables::BASE; TOGETHER];
            for (inner, point) in inner.iter_mut().zip(points) {
                *inner = point.0;
            }
            kernel::encode(backend, &inner[..points.len()], out);
            inner.zeroize();
        }
        Ok(())
    }

    /// Returns `scalar`·B.
    #[must_use]
    pub fn mul_base(scalar: &Scalar) -> Self {
        Self(scalar.with_bytes(|bytes| kernel::mul_base(Backend::choose(), bytes)))
    }

    /// Returns `scalar`·B for a little-endian number that is not reduced modulo L, such as the clamped secrets of
    /// X25519 and Ed25519. The top bit is ignored.
    #[must_use]
    pub fn mul_base_bytes(scalar: &[u8; 32]) -> Self {
        let mut number = *scalar;
        number[31] &= 0x7f;
        let product = Self(kernel::mul_base(Backend::choose(), &number));
        number.zeroize();
        product
    }

    /// Computes `scalars[i]`·B for many scalars.
    ///
    /// # Errors
    /// [`LengthError`] if `scalars` and `points` differ in length; nothing is written then.
    ///
    /// ```
    /// use carnelian::curve::curve25519::{EdwardsPoint, Scalar};
    /// let mut points = [EdwardsPoint::IDENTITY; 2];
    /// EdwardsPoint::mul_base_batch(&[Scalar::ONE, Scalar::from(2u64)], &mut points)?;
    /// assert_eq!(points[1].compress(), EdwardsPoint::BASE.double().compress());
    /// # Ok::<(), carnelian::LengthError>(())
    /// ```
    pub fn mul_base_batch(scalars: &[Scalar], points: &mut [Self]) -> Result<(), LengthError> {
        if scalars.len() != points.len() {
            let (expected, found) = (scalars.len(), points.len());
            return Err(LengthError { what: "multiples of the base point", expected, found });
        }
        let backend = Backend::choose();
        for (scalars, points) in scalars.chunks(TOGETHER).zip(points.chunks_mut(TOGETHER)) {
            let (mut numbers, mut inner) = ([[0; 32]; TOGETHER], [tables::BASE; TOGETHER]);
            for (number, scalar) in numbers.iter_mut().zip(scalars) {
                *number = scalar.to_bytes();
            }
            let references: [&[u8; 32]; TOGETHER] = core::array::from_fn(|i| &numbers[i]);
            kernel::mul_base_many(backend, &references[..scalars.len()], &mut inner[..scalars.len()]);
            for (inner, point) in inner.iter().zip(points) {
                point.0 = *inner;
            }
            numbers.zeroize();
            inner.zeroize();
        }
        Ok(())
    }

    /// Returns `a`·`point` + `b`·B. Takes time that depends on all operands, which must be public.
    #[must_use]
    pub fn double_scalar_mul_base_vartime(a: &Scalar, point: &Self, b: &Scalar) -> Self {
        Self::combination_vartime([a], [point], b)
    }

    /// Returns the sum of `scalars[i]`·`points[i]` and `b`·B. It is faster if the scalars are below 2¹²⁸. Takes time
    /// that depends on all operands, which must be public.
    pub(in crate::curve) fn combination_vartime<const N: usize>(
        scalars: [&Scalar; N],
        points: [&Self; N],
        b: &Scalar,
    ) -> Self {
        let numbers = scalars.map(Scalar::to_bytes);
        let points = points.map(|point| &point.0);
        Self(kernel::combination_vartime(Backend::choose(), numbers.each_ref(), points, &b.to_bytes()))
    }

    /// Returns 2·`self`.
    #[must_use]
    pub fn double(&self) -> Self {
        Self(kernel::double_times(Backend::choose(), &self.0, 1))
    }

    /// Returns 8·`self`, which has order L or is the identity element.
    #[must_use]
    pub fn mul_by_cofactor(&self) -> Self {
        Self(kernel::double_times(Backend::choose(), &self.0, 3))
    }

    /// Returns whether the two points are equal.
    #[must_use]
    pub fn equals(&self, other: &Self) -> Choice {
        kernel::equals(Backend::choose(), &self.0, &other.0)
    }

    /// Returns whether this is the identity element.
    #[must_use]
    pub fn is_identity(&self) -> Choice {
        self.equals(&Self::IDENTITY)
    }

    /// Returns whether this is one of the eight points whose order divides 8.
    #[must_use]
    pub fn is_small_order(&self) -> Choice {
        kernel::is_small_order(Backend::choose(), &self.0)
    }

    /// Returns whether L·`self` is the identity element, that is, whether this is a multiple of the base point.
    #[must_use]
    pub fn is_torsion_free(&self) -> Choice {
        wiping_stack::<2048, _>(|| {
            // (L − 1)·P = −P.
            let minus_one = -Scalar::ONE;
            (*self * minus_one).equals(&-*self)
        })
    }

    /// Returns the u-coordinate on the Montgomery form, curve25519: (1 + y)/(1 − y), and 0 for the identity element.
    #[must_use]
    pub fn to_montgomery(&self) -> [u8; 32] {
        let mut u = [[0; 32]];
        kernel::to_montgomery(Backend::choose(), &[self.0], &mut u);
        let [u] = u;
        u
    }

    /// Returns the point with Montgomery coordinate `u`, whose top bit is ignored, and an x with sign bit `sign`.
    ///
    /// # Errors
    /// [`PointError::NotOnCurve`] if there is none: u is −1, or belongs to the twist of the curve.
    pub fn from_montgomery(u: &[u8; 32], sign: bool) -> Result<Self, PointError> {
        let (mut bytes, exists) = kernel::from_montgomery(Backend::choose(), u);
        if !exists.declassify("a coordinate without a point is an error") {
            return Err(PointError::NotOnCurve);
        }
        bytes[31] |= u8::from(sign) << 7;
        Self::decompress_zip215(&bytes)
    }
}

/// Returns whether an encoding, if it is one of a point, is the canonical one that [`EdwardsPoint::compress`] returns:
/// y < p, and no sign bit for x = 0, that is, y = ±1. Constant time.
pub(in crate::curve) fn is_canonical(bytes: &[u8; 32]) -> Choice {
    let [w0, w1, w2, w3] = words(bytes);
    let (sign, top) = (Choice::from_lsb(w3 >> 63), w3 << 1);
    // p = 2²⁵⁵ − 19: numbers from p − 1 on differ only in the lowest word.
    let is_near_p = ct::is_zero(!w1 | !w2 | (top ^ (u64::MAX - 1)));
    let reaches_p = Choice::from_lsb(((u128::from(w0) + 19) >> 64) as u64);
    let y_is_one = ct::is_zero((w0 ^ 1) | w1 | w2 | top);
    let y_is_minus_one = is_near_p & ct::is_zero(w0 ^ (u64::MAX - 19));
    !((is_near_p & reaches_p) | ((y_is_one | y_is_minus_one) & sign))
}

impl Add for EdwardsPoint {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self(kernel::add(Backend::choose(), &self.0, &other.0))
    }
}

impl Sub for EdwardsPoint {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        wiping_stack::<512, _>(|| self + -other)
    }
}

impl Neg for EdwardsPoint {
    type Output = Self;
    fn neg(self) -> Self {
        Self(kernel::negate(Backend::choose(), &self.0))
    }
}

/// Takes constant time.
impl Mul<Scalar> for EdwardsPoint {
    type Output = Self;
    fn mul(self, mut scalar: Scalar) -> Self {
        let product = Self(scalar.with_bytes(|bytes| kernel::mul(Backend::choose(), bytes, &self.0)));
        scalar.zeroize();
        product
    }
}

impl Select for EdwardsPoint {
    fn select(choice: Choice, if_false: Self, if_true: Self) -> Self {
        let mut point = if_false;
        for (coordinate, other) in point.0.iter_mut().zip(if_true.0) {
            *coordinate = Select::select(choice, *coordinate, other);
        }
        point
    }

    fn swap(choice: Choice, a: &mut Self, b: &mut Self) {
        for (a, b) in a.0.iter_mut().zip(&mut b.0) {
            Select::swap(choice, a, b);
        }
    }
}

impl Zeroize for EdwardsPoint {
    fn zeroize(&mut self) {
        self.0.zeroize();
    }
}

impl Confidential for EdwardsPoint {
    fn wipe(&mut self) {
        wipe(self.0.as_flattened_mut());
    }

    fn regions(&self, mark: fn(&[u8])) {
        for coordinate in &self.0 {
            crate::base::bytes::regions_of_words(coordinate, mark);
        }
    }
}

/// Does not show the point, which may be secret.
impl fmt::Debug for EdwardsPoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("EdwardsPoint(..)")
    }
}

/// The error for bytes that are not the encoding of a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PointError {
    /// The number is not below p, or the sign of x = 0 is set.
    NotCanonical,
    /// No point has this coordinate.
    NotOnCurve,
}

impl fmt::Display for PointError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NotCanonical => "the encoding of the point is not canonical",
            Self::NotOnCurve => "no point of the curve has this encoding",
        })
    }
}

impl core::error::Error for PointError {}
