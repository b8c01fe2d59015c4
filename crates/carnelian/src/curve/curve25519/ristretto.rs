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

/// An element of Ristretto255 (RFC 9496 Section 4), a group of the prime order L: no cofactor, one encoding for each
/// element. Takes constant time, but for what is called `_vartime`.
///
/// ```
/// use carnelian::curve::curve25519::{RistrettoPoint, Scalar};
/// let (alice, bob) = (Scalar::from(1234u64), Scalar::from(5678u64));
/// let (public_a, public_b) = (RistrettoPoint::mul_base(&alice), RistrettoPoint::mul_base(&bob));
/// assert_eq!((public_b * alice).compress(), (public_a * bob).compress());
/// ```
#[derive(Clone, Copy)]
pub struct RistrettoPoint(EdwardsPoint);

impl RistrettoPoint {
    /// The neutral element.
    pub const IDENTITY: Self = Self(EdwardsPoint::IDENTITY);
    /// The generator of Section 4: the element that the base point of Ed25519 stands for.
    pub const BASE: Self = Self(EdwardsPoint::BASE);

    /// Decode, Section 4.3.1.
    ///
    /// # Errors
    /// [`NotRistretto`] if the bytes are no element's encoding. Whether they are becomes public.
    pub fn decompress(bytes: &[u8; 32]) -> Result<Self, NotRistretto> {
        let (point, valid) = kernel::ristretto_decode(Backend::choose(), bytes);
        if valid.declassify("whether bytes are an element decides over an error") {
            Ok(Self(EdwardsPoint(point)))
        } else {
            Err(NotRistretto)
        }
    }

    /// Encode, Section 4.3.2.
    #[must_use]
    pub fn compress(&self) -> [u8; 32] {
        kernel::ristretto_encode(Backend::choose(), &self.0.0)
    }

    /// Element derivation, Section 4.3.4: from 64 uniform bytes an element that nobody knows the logarithm of.
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

    /// A uniform element.
    ///
    /// # Errors
    /// [`RandomError`] if the source cannot deliver.
    pub fn random(random: &mut impl Random) -> Result<Self, RandomError> {
        let bytes = Secret::<[u8; 64]>::build(|bytes| random.fill(bytes))?;
        Ok(Self::from_uniform_bytes(bytes.expose()))
    }

    /// `scalar` times the generator.
    #[must_use]
    pub fn mul_base(scalar: &Scalar) -> Self {
        Self(EdwardsPoint::mul_base(scalar))
    }

    /// `a`·`point` + `b` times the generator. Takes time that depends on everything, which must be public.
    #[must_use]
    pub fn double_scalar_mul_base_vartime(a: &Scalar, point: &Self, b: &Scalar) -> Self {
        Self(EdwardsPoint::double_scalar_mul_base_vartime(a, &point.0, b))
    }

    /// The sum of `scalars[i]`·`points[i]`. Takes time that depends on everything, which must be public.
    ///
    /// # Errors
    /// [`LengthError`](crate::LengthError) if there are not as many scalars as points.
    #[cfg(feature = "alloc")]
    pub fn multiscalar_mul_vartime(scalars: &[Scalar], points: &[Self]) -> Result<Self, crate::LengthError> {
        let points: alloc::vec::Vec<_> = points.iter().map(|point| point.0).collect();
        EdwardsPoint::multiscalar_mul_vartime(scalars, &points).map(Self)
    }

    /// 2·`self`.
    #[must_use]
    pub fn double(&self) -> Self {
        Self(self.0.double())
    }

    /// Equals, Section 4.3.3.
    #[must_use]
    pub fn equals(&self, other: &Self) -> Choice {
        kernel::ristretto_equals(Backend::choose(), &self.0.0, &other.0.0)
    }

    /// Whether this is the neutral element.
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

/// Constant time.
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

/// Silent, since an element may be secret.
impl fmt::Debug for RistrettoPoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("RistrettoPoint(..)")
    }
}

/// The bytes are no element's encoding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotRistretto;

impl fmt::Display for NotRistretto {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("no element of Ristretto255 has this encoding")
    }
}

impl core::error::Error for NotRistretto {}
