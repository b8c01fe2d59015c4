//! Arithmetic modulo the order L = 2²⁵² + 27742317777372353535851937790883648493 of the base point: the contract of a
//! representation, and operations that use only the contract.

pub(super) mod sc_4x64;
pub(super) mod sc_8x32;
mod sc_fiat;

use super::tables;
use crate::base::ct::Choice;

/// A scalar in the common form: a number below L as four words, least significant first.
pub(crate) type Words = [u64; 4];

/// A representation of the scalars in Montgomery form: x is represented by x·R with R = 2²⁵⁶. All operations are
/// constant time.
pub(crate) trait ScalarField: Copy {
    /// Returns the representation of a number below L.
    fn to_montgomery(words: &Words) -> Self;
    /// Returns the number.
    fn number(&self) -> Words;
    /// Returns the words, which are below L, as a representation: that of the number times 1/R.
    fn raw(words: &Words) -> Self;
    /// The inverse of [`raw`](Self::raw). Sums and differences of raw words are those of the numbers.
    fn words(&self) -> Words;
    /// Returns the product.
    fn mul(&self, other: &Self) -> Self;
    /// Returns the sum.
    fn add(&self, other: &Self) -> Self;
    /// Returns the difference.
    fn sub(&self, other: &Self) -> Self;
}

/// Arithmetic on numbers below L in the common form. The defaults use the representation. All operations are constant
/// time.
pub(super) trait Order: ScalarField {
    /// Returns the 512-bit number modulo L: with its parts a, b below 2¹⁹² and c below 2¹²⁸, a + 2¹⁹²b + 2³⁸⁴c. All
    /// three are below L, as a Montgomery multiplication requires.
    fn reduce_wide(bytes: &[u8; 64]) -> Words {
        let word = |i: usize| u64::from_le_bytes([0, 1, 2, 3, 4, 5, 6, 7].map(|j| bytes[8 * i + j]));
        let a = Self::raw(&[word(0), word(1), word(2), 0]);
        let b = Self::raw(&[word(3), word(4), word(5), 0]);
        let c = Self::raw(&[word(6), word(7), 0, 0]);
        let [r2, r2_192, r2_384] = [&tables::R2, &tables::R2_192, &tables::R2_384].map(Self::raw);
        a.mul(&r2).add(&b.mul(&r2_192)).add(&c.mul(&r2_384)).number()
    }

    /// Returns a·b + c modulo L.
    fn mul_add(a: &Words, b: &Words, c: &Words) -> Words {
        Self::to_montgomery(a).mul(&Self::to_montgomery(b)).add(&Self::to_montgomery(c)).number()
    }

    /// Returns a + b modulo L.
    fn sum(a: &Words, b: &Words) -> Words {
        Self::raw(a).add(&Self::raw(b)).words()
    }

    /// Returns a − b modulo L.
    fn difference(a: &Words, b: &Words) -> Words {
        Self::raw(a).sub(&Self::raw(b)).words()
    }

    /// Returns 1/a modulo L, and 0 for 0: a to the power of L − 2, in windows of four bits.
    fn inverse(a: &Words) -> Words {
        let a = Self::to_montgomery(a);
        let mut powers = [Self::to_montgomery(&[1, 0, 0, 0]); 16];
        for i in 1..16 {
            powers[i] = powers[i - 1].mul(&a);
        }
        // L − 2 is public, so its digits may select the power.
        let exponent = [tables::L[0] - 2, tables::L[1], tables::L[2], tables::L[3]];
        let mut power = powers[(exponent[3] >> 60) as usize];
        for i in (0..63).rev() {
            for _ in 0..4 {
                power = power.mul(&power);
            }
            power = power.mul(&powers[(exponent[i / 16] >> (i % 16 * 4) & 15) as usize]);
        }
        power.number()
    }
}

/// Returns whether the number is below L. Constant time.
pub(crate) fn is_reduced(words: &Words) -> Choice {
    let mut borrow = 0u64;
    for (word, modulus) in words.iter().zip(&tables::L) {
        let difference = u128::from(*word).wrapping_sub(u128::from(*modulus)).wrapping_sub(u128::from(borrow));
        borrow = (difference >> 127) as u64;
    }
    Choice::from_lsb(borrow)
}
