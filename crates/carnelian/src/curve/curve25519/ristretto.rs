//! Ristretto255, RFC 9496: a group of prime order.

use super::edwards::EdwardsPoint;
use super::kernel::{self, Backend};
use super::scalar::Scalar;
use crate::base::ct::{Choice, Select};
use crate::base::memory::wiping_stack;
use crate::base::random::{Random, RandomError};
use crate::base::secret::{Confidential, Secret};
use core::fmt;
use core::ops::{Add, Mul, Neg, Sub};
use zeroize::Zeroize;

/// An element of Ristretto255 (RFC 9496 Section 4), a group of prime order L without a cofactor, whose elements have
/// unique encodings. Operations take constant time unless named `_vartime`.
///
/// ```
/// use carnelian::curve::curve25519::{RistrettoPoint, Scalar};
/// let (alice, bob) = (Scalar::from(1234u64), Scalar::from(5678u64));
/// let (public_a, public_b) = (RistrettoPoint::mul_base(&alice), RistrettoPoint::mul_base(&bob));
/// assert_eq!((public_b * alice).compress(), (public_a * bob).compress());
/// ```
#[derive(Clone, Copy)]
pub struct RistrettoPoint(pub(super) EdwardsPoint);

impl RistrettoPoint {
    /// The identity element.
    pub const IDENTITY: Self = Self(EdwardsPoint::IDENTITY);
    /// The generator of Section 4: the element that the base point of Ed25519 represents.
    pub const BASE: Self = Self(EdwardsPoint::BASE);

    /// Decodes an element, Section 4.3.1. Only its success is not secret.
    ///
    /// # Errors
    /// [`NotRistretto`] if the bytes are not the encoding of an element.
    pub fn decompress(bytes: &[u8; 32]) -> Result<Self, NotRistretto> {
        let (point, valid) = kernel::ristretto_decode(Backend::choose(), bytes);
        if valid.declassify("the caller learns whether the bytes are an element") {
            Ok(Self(EdwardsPoint(point)))
        } else {
            Err(NotRistretto)
        }
    }

    /// Encodes the element, Section 4.3.2.
    #[must_use]
    pub fn compress(&self) -> [u8; 32] {
        kernel::ristretto_encode(Backend::choose(), &self.0.0)
    }

    /// Derives an element from 64 uniformly random bytes, Section 4.3.4. Its discrete logarithm is unknown.
    #[must_use]
    pub fn from_uniform_bytes(bytes: &[u8; 64]) -> Self {
        wiping_stack::<2048, _>(|| {
            let (first, second) = bytes.split_at(32);
            let half = |bytes: &[u8]| -> EdwardsPoint {
                let bytes = bytes.try_into().expect("half of 64 bytes");
                EdwardsPoint(kernel::ristretto_map(Backend::choose(), bytes))
            };
            Self(half(first) + half(second))
        })
    }

    /// Returns a uniformly random element.
    ///
    /// # Errors
    /// [`RandomError`] if the source fails.
    pub fn random(random: &mut impl Random) -> Result<Self, RandomError> {
        let bytes = Secret::<[u8; 64]>::build(|bytes| random.fill(bytes))?;
        Ok(Self::from_uniform_bytes(bytes.expose()))
    }

    /// Returns `scalar` times the generator.
    #[must_use]
    pub fn mul_base(scalar: &Scalar) -> Self {
        Self(EdwardsPoint::mul_base(scalar))
    }

    /// Returns `a`·`point` + `b` times the generator. Takes time that depends on all operands, which must be public.
    #[must_use]
    pub fn double_scalar_mul_base_vartime(a: &Scalar, point: &Self, b: &Scalar) -> Self {
        Self(EdwardsPoint::double_scalar_mul_base_vartime(a, &point.0, b))
    }

    /// Returns 2·`self`.
    #[must_use]
    pub fn double(&self) -> Self {
        Self(self.0.double())
    }

    /// Returns whether the two elements are equal, Section 4.3.3.
    #[must_use]
    pub fn equals(&self, other: &Self) -> Choice {
        kernel::ristretto_equals(Backend::choose(), &self.0.0, &other.0.0)
    }

    /// Returns whether this is the identity element.
    #[must_use]
    pub fn is_identity(&self) -> Choice {
        self.equals(&Self::IDENTITY)
    }
}

impl Add for RistrettoPoint {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl Sub for RistrettoPoint {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self(self.0 - other.0)
    }
}

impl Neg for RistrettoPoint {
    type Output = Self;
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

/// Takes constant time.
impl Mul<Scalar> for RistrettoPoint {
    type Output = Self;
    fn mul(self, mut scalar: Scalar) -> Self {
        let product = Self(self.0 * scalar);
        scalar.zeroize();
        product
    }
}

impl Select for RistrettoPoint {
    fn select(choice: Choice, if_false: Self, if_true: Self) -> Self {
        Self(Select::select(choice, if_false.0, if_true.0))
    }

    fn swap(choice: Choice, a: &mut Self, b: &mut Self) {
        Select::swap(choice, &mut a.0, &mut b.0);
    }
}

impl Zeroize for RistrettoPoint {
    fn zeroize(&mut self) {
        self.0.zeroize();
    }
}

impl Confidential for RistrettoPoint {
    fn regions(&self, mark: fn(&[u8])) {
        self.0.regions(mark);
    }
}

/// Does not show the element, which may be secret.
impl fmt::Debug for RistrettoPoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("RistrettoPoint(..)")
    }
}

/// The error for bytes that are not the encoding of an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotRistretto;

impl fmt::Display for NotRistretto {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("no element of Ristretto255 has this encoding")
    }
}

impl core::error::Error for NotRistretto {}
