//! Scalars: integers modulo the order of the base point.

use super::kernel::{self, Backend};
use super::order::{self, Words};
use super::tables;
use crate::base::ct::{self, Choice, Select};
use crate::base::memory::wipe;
use crate::base::random::{Random, RandomError};
use crate::base::secret::Confidential;
use crate::curve::arithmetic::half_size::{Quotient, halve_vartime};
use core::fmt;
use core::ops::{Add, Mul, Neg, Sub};
use zeroize::Zeroize;

/// An integer modulo L = 2²⁵² + 27742317777372353535851937790883648493, the order of the base point (RFC 8032 Section
/// 5.1, RFC 9496 Section 4.4).
///
/// Every operation takes constant time. Keep secret scalars in a [`Secret`](crate::secret::Secret), which wipes them,
/// and compare scalars with [`equals`](Self::equals); there is no `==`.
///
/// ```
/// use carnelian::curve::curve25519::Scalar;
/// let two = Scalar::from(2u64);
/// let half = two.invert();
/// assert_eq!((two * half).to_bytes(), Scalar::ONE.to_bytes());
/// ```
#[derive(Clone, Copy)]
pub struct Scalar(pub(super) Words);

impl Scalar {
    /// 0.
    pub const ZERO: Self = Self([0; 4]);
    /// 1.
    pub const ONE: Self = Self([1, 0, 0, 0]);

    /// Decodes a scalar from 32 little-endian bytes. Only the result of the range check is not secret.
    ///
    /// # Errors
    /// [`NonCanonicalScalar`] if the number is not below L.
    pub fn from_canonical_bytes(bytes: &[u8; 32]) -> Result<Self, NonCanonicalScalar> {
        let words = words(bytes);
        if order::is_reduced(&words).declassify("the caller learns whether the bytes are a scalar") {
            Ok(Self(words))
        } else {
            Err(NonCanonicalScalar)
        }
    }

    /// Reduces a 256-bit little-endian number modulo L.
    #[must_use]
    pub fn from_bytes_mod_order(bytes: &[u8; 32]) -> Self {
        let mut wide = [0; 64];
        wide[..32].copy_from_slice(bytes);
        let scalar = Self::from_bytes_mod_order_wide(&wide);
        wipe(&mut wide);
        scalar
    }

    /// Reduces a 512-bit little-endian number modulo L. Uniformly random bytes result in a uniformly random scalar, up
    /// to 2⁻²⁵⁶.
    #[must_use]
    pub fn from_bytes_mod_order_wide(bytes: &[u8; 64]) -> Self {
        Self(kernel::scalar_reduce_wide(Backend::choose(), bytes))
    }

    /// Returns a uniformly random scalar, from 64 random bytes.
    ///
    /// # Errors
    /// [`RandomError`] if the source fails.
    pub fn random(random: &mut impl Random) -> Result<Self, RandomError> {
        let wide = crate::base::secret::Secret::<[u8; 64]>::build(|bytes| random.fill(bytes))?;
        Ok(Self::from_bytes_mod_order_wide(wide.expose()))
    }

    /// Encodes the number as 32 little-endian bytes.
    #[must_use]
    pub fn to_bytes(&self) -> [u8; 32] {
        let mut bytes = [0; 32];
        for (chunk, word) in bytes.chunks_exact_mut(8).zip(self.0) {
            chunk.copy_from_slice(&word.to_le_bytes());
        }
        bytes
    }

    /// Runs `work` on the bytes of [`to_bytes`](Self::to_bytes), and wipes them.
    pub(super) fn with_bytes<R>(&self, work: impl FnOnce(&[u8; 32]) -> R) -> R {
        let mut bytes = self.to_bytes();
        let result = work(&bytes);
        wipe(&mut bytes);
        result
    }

    /// Returns `self`·`b` + `c`.
    #[must_use]
    pub fn mul_add(&self, b: &Self, c: &Self) -> Self {
        Self(kernel::scalar_mul_add(Backend::choose(), &self.0, &b.0, &c.0))
    }

    /// Returns 1/`self`, and 0 for 0.
    #[must_use]
    pub fn invert(&self) -> Self {
        Self(kernel::scalar_invert(Backend::choose(), &self.0))
    }

    /// Writes the number as ± numerator/denominator, both below 2¹²⁸ and the denominator not 0. Returns the numerator,
    /// whether the sign is a minus, and the denominator. Takes time that depends on the number.
    pub(in crate::curve) fn halve_vartime(&self) -> (Self, bool, Self) {
        let Quotient { numerator, is_negative, denominator } = halve_vartime(&tables::L, &self.0);
        let scalar = |[low, high]: [u64; 2]| Self([low, high, 0, 0]);
        (scalar(numerator), is_negative, scalar(denominator))
    }

    /// Returns whether the two numbers are equal.
    #[must_use]
    pub fn equals(&self, other: &Self) -> Choice {
        ct::eq(&self.to_bytes(), &other.to_bytes())
    }

    /// Returns whether this is 0.
    #[must_use]
    pub fn is_zero(&self) -> Choice {
        ct::is_zero(self.0[0] | self.0[1] | self.0[2] | self.0[3])
    }
}

/// Returns the four words of 32 little-endian bytes.
pub(super) fn words(bytes: &[u8; 32]) -> Words {
    core::array::from_fn(|i| u64::from_le_bytes([0, 1, 2, 3, 4, 5, 6, 7].map(|j| bytes[8 * i + j])))
}

impl From<u64> for Scalar {
    fn from(number: u64) -> Self {
        Self([number, 0, 0, 0])
    }
}

impl From<u128> for Scalar {
    fn from(number: u128) -> Self {
        Self([number as u64, (number >> 64) as u64, 0, 0])
    }
}

impl Add for Scalar {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self(kernel::scalar_add(Backend::choose(), &self.0, &other.0))
    }
}

impl Sub for Scalar {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self(kernel::scalar_sub(Backend::choose(), &self.0, &other.0))
    }
}

impl Mul for Scalar {
    type Output = Self;
    fn mul(self, other: Self) -> Self {
        self.mul_add(&other, &Self::ZERO)
    }
}

impl Neg for Scalar {
    type Output = Self;
    fn neg(self) -> Self {
        Self::ZERO - self
    }
}

impl Select for Scalar {
    fn select(choice: Choice, if_false: Self, if_true: Self) -> Self {
        Self(Select::select(choice, if_false.0, if_true.0))
    }

    fn swap(choice: Choice, a: &mut Self, b: &mut Self) {
        Select::swap(choice, &mut a.0, &mut b.0);
    }
}

impl Zeroize for Scalar {
    fn zeroize(&mut self) {
        self.0.zeroize();
    }
}

impl Confidential for Scalar {
    fn wipe(&mut self) {
        wipe(&mut self.0);
    }

    fn regions(&self, mark: fn(&[u8])) {
        crate::base::bytes::regions_of_words(&self.0, mark);
    }
}

/// Does not show the number, which may be secret.
impl fmt::Debug for Scalar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Scalar(..)")
    }
}

/// The error for bytes whose number is not below the order of the base point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NonCanonicalScalar;

impl fmt::Display for NonCanonicalScalar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the scalar is not below the order L of the base point")
    }
}

impl core::error::Error for NonCanonicalScalar {}
