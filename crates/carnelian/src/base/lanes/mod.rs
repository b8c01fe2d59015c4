//! Vectors of words as types, so that a vector algorithm is written only once.
//!
//! Each lane belongs to a different message (or a different state): an algorithm over lanes is the scalar algorithm,
//! word for word. The same source runs on AVX2 and AVX-512 registers and on plain arrays; the arrays make it possible
//! to test it and to check it for constant time on any machine.
//!
//! Every method of every implementation is `inline(always)` and has no `target_feature` attribute of its own, because
//! the two cannot be combined: the calling kernel enables the features. For the same reason vectors are never passed
//! through a closure or `array::map`, which LLVM may leave outside the kernel, without its features, at ten times the
//! cost.

// Each kind of lanes is used only by some families and exists only on some architectures.
#![cfg_attr(not(all(feature = "curve", feature = "alloc", target_arch = "x86_64")), allow(dead_code))]

#[cfg(all(target_arch = "x86_64", feature = "cipher"))]
pub(crate) mod blocks;
mod portable;
mod portable_words;
#[cfg(feature = "cipher")]
pub(crate) mod powers;
#[cfg(target_arch = "x86_64")]
mod x86_avx2;
#[cfg(target_arch = "x86_64")]
mod x86_avx2_fma;
#[cfg(all(target_arch = "x86_64", feature = "curve"))]
mod x86_avx2_fma_x4;
#[cfg(all(target_arch = "x86_64", feature = "cipher"))]
mod x86_avx2_rows;
#[cfg(target_arch = "x86_64")]
mod x86_avx2_u32;
#[cfg(target_arch = "x86_64")]
mod x86_avx512;
#[cfg(target_arch = "x86_64")]
mod x86_avx512_ifma;
#[cfg(all(target_arch = "x86_64", feature = "cipher"))]
mod x86_avx512_ifma_blocks;
#[cfg(all(target_arch = "x86_64", feature = "cipher"))]
mod x86_avx512_rows;
#[cfg(target_arch = "x86_64")]
mod x86_avx512_u32;
#[cfg(target_arch = "x86_64")]
mod x86_four;
#[cfg(target_arch = "x86_64")]
mod x86_operations;

#[cfg(target_arch = "x86_64")]
pub(crate) use x86_avx2::{U64x4Avx2, opaque_256};
#[cfg(all(target_arch = "x86_64", feature = "curve"))]
pub(crate) use x86_avx2_fma::{WordsX4Fma, WordsX8Fma, rounding_to_nearest};
#[cfg(target_arch = "x86_64")]
pub(crate) use x86_avx2_u32::U32x8Avx2;
#[cfg(target_arch = "x86_64")]
pub(crate) use x86_avx512::{U64x4Avx512, U64x8Avx512, xor3_256, xor3_512};
#[cfg(all(target_arch = "x86_64", feature = "curve"))]
pub(crate) use x86_avx512_ifma::U52x4Ifma;
#[cfg(all(target_arch = "x86_64", any(feature = "cipher", feature = "curve")))]
pub(crate) use x86_avx512_ifma::U52x8Ifma;
#[cfg(target_arch = "x86_64")]
pub(crate) use x86_avx512_u32::{U32x8Avx512, U32x16Avx512};
#[cfg(target_arch = "x86_64")]
pub(crate) use x86_four::{U32x4Avx2, U32x4Avx512};

/// `N` independent words of 32 or 64 bits.
pub(crate) trait Lanes<const N: usize>: Copy {
    /// The proof that the CPU supports these vectors.
    type Proof: Copy;
    /// `u32` or `u64`.
    type Word: Copy;
    /// Eight words in memory.
    type Row;

    /// Returns `word` in every lane.
    fn splat(proof: Self::Proof, word: Self::Word) -> Self;
    /// Loads eight words from each of `N` rows, transposed: result `i` holds word `i` of every row.
    fn load_transposed(proof: Self::Proof, rows: [&Self::Row; N]) -> [Self; 8];
    /// The inverse of [`load_transposed`](Self::load_transposed).
    fn store_transposed(vectors: [Self; 8], rows: [&mut Self::Row; N]);
    /// Converts words that were loaded in memory order from big-endian.
    fn be_to_native(self) -> Self;
    /// Converts words that were loaded in memory order from little-endian: by default a no-op, since machines with
    /// vectors are little-endian.
    #[inline(always)]
    fn le_to_native(self) -> Self {
        self
    }

    /// Returns the sum modulo 2^32 or 2^64.
    fn add(self, other: Self) -> Self;
    /// Returns the XOR.
    fn xor(self, other: Self) -> Self;
    /// Returns the bitwise AND.
    fn and(self, other: Self) -> Self;
    /// Rotates right by `R` bits, at least one and fewer than the word has.
    fn rotate_right<const R: i32>(self) -> Self;
    /// Returns the same words, but hides their origin from the compiler. Otherwise it merges the shuffles that
    /// implement rotations across the operations between them, which takes more shuffles.
    #[inline(always)]
    fn opaque(self) -> Self {
        self
    }
    /// Shifts right by `R` bits, filling with zeros.
    fn shift_right<const R: i32>(self) -> Self;

    /// Whether [`xor3`](Self::xor3) is one instruction, so that there is no need to combine two of its operands
    /// beforehand.
    const HAS_XOR3: bool = false;

    /// Returns the XOR of three words.
    #[inline(always)]
    fn xor3(self, y: Self, z: Self) -> Self {
        self.xor(y).xor(z)
    }

    /// Returns the bitwise OR.
    #[inline(always)]
    fn or(self, other: Self) -> Self {
        self.xor(other.and_not(self))
    }

    /// Returns `self` AND NOT `other`.
    #[inline(always)]
    fn and_not(self, other: Self) -> Self {
        self.xor(self.and(other))
    }

    /// Selects bitwise: `y` where `self` is set, else `z`.
    #[inline(always)]
    fn choose(self, y: Self, z: Self) -> Self {
        y.xor(z).and(self).xor(z)
    }

    /// Returns the bitwise majority of the three.
    #[inline(always)]
    fn majority(self, y: Self, z: Self) -> Self {
        self.xor(y).and(z).xor(self.and(y))
    }
}

/// 32-bit words that are added, XORed and rotated, in any number of lanes.
pub(crate) trait ArxLanes: Copy {
    /// Returns the sum modulo 2^32.
    fn add(self, other: Self) -> Self;
    /// Returns the XOR.
    fn xor(self, other: Self) -> Self;
    /// Rotates left by `R` bits: 16, 12, 8 or 7.
    fn rotate_left<const R: i32>(self) -> Self;
}

/// Rows of four 32-bit words, the rows of as many states: row r is lanes 4r to 4r + 3.
pub(crate) trait RowLanes: ArxLanes {
    /// The proof that the CPU supports these vectors.
    type Proof: Copy;
    /// The number of rows.
    const ROWS: usize;

    /// Loads the same row into all.
    fn splat_row(proof: Self::Proof, row: &[u8; 16]) -> Self;
    /// Returns rows that count: row r is `first` + r, where the sum is that of the lower 64 bits.
    fn counting_rows(proof: Self::Proof, first: u128) -> Self;
    /// Adds `number` to the lower 64 bits of each row.
    fn add_to_rows(self, number: u64) -> Self;
    /// Rotates each row: word i of the result is word (i + `K`) mod 4 of the operand. `K` is 1, 2 or 3.
    fn rotate_rows<const K: i32>(self) -> Self;
    /// Returns the first row.
    fn first_row(self) -> [u8; 16];
    /// Transposes rows: the results, one after the other, have row 0 of each operand, row 1 of each, and so on.
    fn interleave_rows(rows: [Self; 4]) -> [Self; 4];
}

/// `N` independent 64-bit words.
pub(crate) trait U64Lanes<const N: usize>: Lanes<N, Word = u64, Row = [u8; 64]> {
    /// Loads `words[i]` into lane `i`.
    fn load_words(proof: Self::Proof, words: &[u64; N]) -> Self;
    /// The inverse of [`load_words`](Self::load_words).
    fn store_words(self, words: &mut [u64; N]);
}

/// Four words of 32 or 64 bits of one computation, such as a row of a matrix.
pub(crate) trait FourLanes: Copy {
    /// The proof that the CPU supports these vectors.
    type Proof: Copy;
    /// `u32` or `u64`.
    type Word: Copy;

    /// Returns a vector of four words.
    fn from_words(proof: Self::Proof, words: [Self::Word; 4]) -> Self;
    /// Loads `words[i]` into lane `i`.
    fn load(proof: Self::Proof, words: &[Self::Word; 4]) -> Self;
    /// The inverse of [`load`](Self::load).
    fn store(self, words: &mut [Self::Word; 4]);
    /// Returns the sum modulo 2^32 or 2^64.
    fn add(self, other: Self) -> Self;
    /// Returns the XOR.
    fn xor(self, other: Self) -> Self;
    /// Returns in lane `i` lane `i` + `K` modulo 4, where 1 ≤ `K` ≤ 3.
    fn rotate_lanes<const K: usize>(self) -> Self;
}

/// Independent 64-bit words, in a multiple of four lanes: moves, additions and selections.
pub(crate) trait WordLanes: Copy {
    /// The proof that the CPU supports these vectors.
    type Proof: Copy;
    /// A truth value for each lane. It may be secret.
    type Mask: Copy;
    /// An array with one word per lane.
    type Words: Copy + AsRef<[u64]> + AsMut<[u64]>;

    /// Returns `word` in every lane.
    fn splat(proof: Self::Proof, word: u64) -> Self;
    /// Loads `words[i]` into lane `i`.
    fn load(proof: Self::Proof, words: &Self::Words) -> Self;
    /// The inverse of [`load`](Self::load).
    fn store(self) -> Self::Words;

    /// Returns the sum modulo 2^64.
    fn add(self, other: Self) -> Self;
    /// Returns the difference modulo 2^64.
    fn sub(self, other: Self) -> Self;
    /// Returns the bitwise AND.
    fn and(self, other: Self) -> Self;
    /// Shifts right by `S` bits, filling with zeros.
    fn shift_right<const S: u32>(self) -> Self;
    /// Returns `self` plus the product of `a` and `b`, which must be below 2^32 and their product below 2^52.
    fn add_product(self, a: Self, b: Self) -> Self;

    /// Returns a mask of the lanes in which the words are equal.
    fn equal(self, other: Self) -> Self::Mask;
    /// Returns the mask that is set in lane `i` if bit `i` is set.
    fn mask_of(proof: Self::Proof, bits: u8) -> Self::Mask;
    /// Returns `if_set` in the lanes where the mask is set, `if_clear` in the others.
    fn select(mask: Self::Mask, if_clear: Self, if_set: Self) -> Self;
    /// Returns `word` in the lanes where the mask is set, in which `self` must be 0, and `self` in the others.
    fn fill_in(self, mask: Self::Mask, word: Self) -> Self;

    /// Returns in lane `i` the lane whose number is in lane `i` of `index`. The index may be secret.
    fn lookup(self, index: Self) -> Self;
    /// Returns in lane `i` lane `i` + `K` modulo the number of lanes.
    fn rotate_lanes<const K: i32>(self) -> Self;
}

/// Lanes with the 52-bit multiplier and the masks of AVX-512 IFMA.
pub(crate) trait U52Lanes: WordLanes {
    /// Returns the lower 52 bits of the product of the lower 52 bits of `a` and `b`.
    fn mul_lo(a: Self, b: Self) -> Self;
    /// Returns the upper 52 bits of the product of the lower 52 bits of `a` and `b`.
    fn mul_hi(a: Self, b: Self) -> Self;
    /// Returns `self` plus the lower half of the product, as in [`mul_lo`](Self::mul_lo).
    fn add_lo(self, a: Self, b: Self) -> Self;
    /// Returns `self` plus the upper half of the product, as in [`mul_hi`](Self::mul_hi).
    fn add_hi(self, a: Self, b: Self) -> Self;

    /// Returns `self` − `other` in the lanes that are set in `LANES`, `self` + `other` in the others.
    fn add_sub<const LANES: u8>(self, other: Self) -> Self;
    /// Like [`add_sub`](Self::add_sub), but with a mask.
    fn add_sub_by(self, mask: Self::Mask, other: Self) -> Self;
    /// Returns `self` in the lanes that are set in `LANES`, 0 in the others.
    fn keep<const LANES: u8>(self) -> Self;
    /// Returns `other` in the lanes that are set in `LANES`, `self` in the others.
    fn merge<const LANES: u8>(self, other: Self) -> Self;
    /// Swaps lanes 2i and 2i + 1.
    fn swap_pairs(self) -> Self;
    /// Like [`swap_pairs`](Self::swap_pairs), but 0 in the lanes where the mask is clear.
    fn swap_pairs_by(self, mask: Self::Mask) -> Self;
    /// Permutes lanes within each group of four: lane `i` of the result is the lane whose number within the group is in
    /// bits 2i and 2i + 1 of `LANES`.
    fn permute<const LANES: i32>(self) -> Self;
}

/// Eight lanes.
pub(crate) trait WordLanesX8: WordLanes<Words = [u64; 8]> {
    /// Loads eight signed bytes as words modulo 2^64.
    fn load_signed(proof: Self::Proof, bytes: &[i8; 8]) -> Self;
    /// Shifts each lane right by the number of bits, fewer than 64, in the same lane of `counts`.
    fn shift_right_each(self, counts: Self) -> Self;
    /// Loads eight rows, transposed: result `i` holds word `i` of every row.
    fn load_transposed(proof: Self::Proof, rows: [&[u64; 4]; 8]) -> [Self; 4];
    /// The inverse of [`load_transposed`](Self::load_transposed).
    fn store_transposed(vectors: [Self; 4]) -> [[u64; 4]; 8];
    /// Transposes: result `i` holds lane `i` of every row.
    fn transpose(rows: [Self; 8]) -> [Self; 8];
}

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
