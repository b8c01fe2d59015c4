//! Integers in floating-point numbers, whose multiplier has 53 bits.

mod portable;
#[cfg(target_arch = "x86_64")]
mod x86_avx2_fma;
#[cfg(all(target_arch = "x86_64", feature = "curve"))]
mod x86_avx2_fma_x4;

use super::u64::WordLanesX8;
#[cfg(target_arch = "x86_64")]
pub(crate) use x86_avx2_fma::{U64x4Fma, U64x8Fma, rounding_to_nearest};

/// Eight lanes whose words can be multiplied as floating-point numbers, four lanes at a time.
pub(crate) trait F64Lanes: WordLanesX8 {
    /// Four of the lanes.
    type Half: F64Half<Proof = Self::Proof>;

    /// Returns lanes 0 to 3, and 4 to 7.
    fn halves(self) -> [Self::Half; 2];
    /// The inverse of [`halves`](Self::halves).
    fn join(halves: [Self::Half; 2]) -> Self;
}

/// Four words with the 53-bit floating-point multiplier, which rounds once after multiplication and addition (FMA).
///
/// A product of two such numbers has up to 106 bits. Adding it to a constant so large that the unit in the last place
/// is 2^51 rounds it to a multiple of 2^51. Subtracting that multiple from the product without intermediate rounding
/// leaves a remainder of magnitude at most 2^50, which is exact. The bits of the two sums, read as words, are the two
/// parts as integers, offset by the bits of the constants [`ROUND_TO_2_51`] and [`ROUND_TO_1`].
pub(crate) trait F64Half: Copy {
    /// The proof that the CPU supports these vectors.
    type Proof: Copy;
    /// An integer in each lane as a floating-point number.
    type Factor: Copy;
    /// The multiple of 2^51 to which a product is rounded.
    type High: Copy;

    /// Returns `word` in every lane.
    fn splat(proof: Self::Proof, word: u64) -> Self;
    /// Returns the sum modulo 2^64.
    fn add(self, other: Self) -> Self;
    /// Returns eight times the word, modulo 2^64.
    fn times_8(self) -> Self;

    /// Converts the words, which must be below 2^52, to factors.
    fn factor(self) -> Self::Factor;
    /// Rounds the product to a multiple of 2^51. The product must be between −1.5·2^101 and 1.25·2^102.
    fn high(a: Self::Factor, b: Self::Factor) -> Self::High;
    /// Returns `high` divided by 2^51, plus the bits of [`ROUND_TO_2_51`].
    fn high_word(high: Self::High) -> Self;
    /// Returns the product minus its `high`, plus the bits of [`ROUND_TO_1`].
    fn low_word(a: Self::Factor, b: Self::Factor, high: Self::High) -> Self;
    /// Returns the product minus its `high`, as a factor.
    fn low_factor(a: Self::Factor, b: Self::Factor, high: Self::High) -> Self::Factor;
    /// Returns `factor` plus `high` divided by 2^51.
    fn plus_high(factor: Self::Factor, high: Self::High) -> Self::Factor;
    /// Returns `number` in every lane.
    fn number(proof: Self::Proof, number: f64) -> Self::Factor;
}

/// Four lanes of one computation with that multiplier: moves between lanes, and products whose parts are summed before
/// they are converted to words.
///
/// Its factors are *balanced*: numbers of either sign, as returned by [`balanced`](Self::balanced).
pub(crate) trait F64Four: F64Half {
    /// Loads `words[i]` into lane `i`.
    fn load(proof: Self::Proof, words: &[u64; 4]) -> Self;
    /// The inverse of [`load`](Self::load).
    fn store(self) -> [u64; 4];
    /// Returns the bitwise AND.
    fn and(self, other: Self) -> Self;
    /// Shifts left by `S` bits.
    fn shift_left<const S: i32>(self) -> Self;
    /// Shifts right by `S` bits, filling with zeros.
    fn shift_right<const S: i32>(self) -> Self;
    /// Returns the product of words below 2^32.
    fn mul_short(self, other: Self) -> Self;
    /// Returns 2^64 − 1 minus the word in the lanes that are set in `LANES`, the word in the others.
    fn complement<const LANES: u8>(self) -> Self;
    /// Swaps lanes 2i and 2i + 1, and returns 0 in the lanes that are not set in `LANES`.
    fn swap_pairs<const LANES: u8>(self) -> Self;

    /// Returns the word, which must be below 2^51, plus the bits of the floating-point number 2^52.
    fn above_2_52(self) -> Self;
    /// Returns the word minus the bits of 2^52 and minus 2^50, as a factor. The word must be at least those bits, and
    /// less than 2^52 above them.
    fn balanced(self) -> Self::Factor;
    /// The inverse of [`balanced`](Self::balanced), for factors above −2^50 − 2^52 and below 3·2^50.
    fn unbalanced(factor: Self::Factor) -> Self;

    /// Returns the sum of `first`, the multiple of 2^51 of one product, and that of the product of `a` and `b`; both
    /// products must be within the bounds for one.
    fn high_of_both(first: Self::High, a: Self::Factor, b: Self::Factor) -> Self::High;
    /// Returns both products minus their multiples of 2^51, plus the bits of [`ROUND_TO_1`]. The arguments are that
    /// word of the first product, `low`, the factors of the second, and the multiples, of the first product and of
    /// both.
    fn low_word_of_both(low: Self, a: Self::Factor, b: Self::Factor, first: Self::High, both: Self::High) -> Self;

    /// Returns twice the factor.
    fn twice(factor: Self::Factor) -> Self::Factor;
    /// Returns `b` in the lanes that are set in `LANES`, `a` in the others.
    fn merge<const LANES: u8>(a: Self::Factor, b: Self::Factor) -> Self::Factor;
    /// Returns `if_set` in the lanes where the highest bit of `mask` is set, `if_clear` in the others. The mask may be
    /// secret.
    fn select(mask: Self, if_clear: Self::Factor, if_set: Self::Factor) -> Self::Factor;
    /// Swaps lanes 2i and 2i + 1.
    fn swap_pairs_of_factors(factor: Self::Factor) -> Self::Factor;
    /// Swaps lanes i and i + 2.
    fn swap_halves(factor: Self::Factor) -> Self::Factor;

    /// Returns the same word, but the compiler must compute it in program order relative to all other values that pass
    /// through this function and its variants below.
    #[inline(always)]
    fn in_order(self) -> Self {
        self
    }

    /// Like [`in_order`](Self::in_order), but for a multiple of 2^51.
    #[inline(always)]
    fn high_in_order(high: Self::High) -> Self::High {
        high
    }

    /// Like [`in_order`](Self::in_order), but for a factor.
    #[inline(always)]
    fn factor_in_order(factor: Self::Factor) -> Self::Factor {
        factor
    }
}

/// Between 2^103 and 2^104 the unit in the last place of a 53-bit number is 2^51. The constant is far enough above
/// 2^103 that the addend may be negative.
pub(crate) const ROUND_TO_2_51: f64 = (0b1011_u128 << 100) as f64;
/// Between 2^52 and 2^53 the unit in the last place of a 53-bit number is 1. The constant is the middle of that range.
pub(crate) const ROUND_TO_1: f64 = (0b11_u64 << 51) as f64;
