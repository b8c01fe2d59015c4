//! Vectors of words as a type, so that a vector algorithm is written once.
//!
//! Each lane belongs to another message (or another state): an algorithm over lanes is the scalar algorithm, word for
//! word. The same source runs over AVX2 and AVX-512 registers and over plain arrays; the arrays make it testable and
//! checkable for constant time on any machine.
//!
//! Every method of every implementation is `inline(always)` and carries no `target_feature` of its own, because the
//! two cannot be combined: the kernel around it has the features. For the same reason vectors never pass through a
//! closure or `array::map`, which LLVM may leave outside the kernel, without its features, at ten times the cost.

// Lanes belong to the families that use them and to the architectures that have them.
#![cfg_attr(not(all(feature = "curve", feature = "alloc", target_arch = "x86_64")), allow(dead_code))]

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
#[cfg(target_arch = "x86_64")]
mod x86_avx2_u32;
#[cfg(target_arch = "x86_64")]
mod x86_avx512;
#[cfg(target_arch = "x86_64")]
mod x86_avx512_ifma;
#[cfg(target_arch = "x86_64")]
mod x86_avx512_u32;
#[cfg(all(target_arch = "x86_64", feature = "cipher"))]
pub(crate) mod x86_clmul;
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
pub(crate) use x86_avx512_ifma::{U52x4Ifma, U52x8Ifma};
#[cfg(target_arch = "x86_64")]
pub(crate) use x86_avx512_u32::{U32x8Avx512, U32x16Avx512};

/// `N` independent words, of 32 or 64 bits.
pub(crate) trait Lanes<const N: usize>: Copy {
    /// What proves that the CPU can do this.
    type Proof: Copy;
    /// `u32` or `u64`.
    type Word: Copy;
    /// Eight words as they lie in memory.
    type Row;

    /// The same word in every lane.
    fn splat(proof: Self::Proof, word: Self::Word) -> Self;
    /// Eight words of each of `N` rows, transposed: result `i` holds word `i` of every row.
    fn load_transposed(proof: Self::Proof, rows: [&Self::Row; N]) -> [Self; 8];
    /// The reverse of [`load_transposed`](Self::load_transposed).
    fn store_transposed(vectors: [Self; 8], rows: [&mut Self::Row; N]);
    /// Words that were loaded as they lie, read as big-endian ones.
    fn be_to_native(self) -> Self;
    /// The same, read as little-endian ones, as machines with vectors do.
    #[inline(always)]
    fn le_to_native(self) -> Self {
        self
    }

    /// Sum modulo 2^32 or 2^64.
    fn add(self, other: Self) -> Self;
    /// Exclusive or.
    fn xor(self, other: Self) -> Self;
    /// Conjunction.
    fn and(self, other: Self) -> Self;
    /// Rotation to the right by `R` places, at least one and fewer than the word has bits.
    fn rotate_right<const R: i32>(self) -> Self;
    /// The same words, of which the compiler does not know where they come from. It merges the shuffles that rotations are
    /// across what stands between them, and needs more of them then.
    #[inline(always)]
    fn opaque(self) -> Self {
        self
    }
    /// Shift to the right by `R` places, zeros coming in.
    fn shift_right<const R: i32>(self) -> Self;

    /// Whether [`xor3`](Self::xor3) is one instruction, so that two of its operands need not be joined beforehand.
    const HAS_XOR3: bool = false;

    /// Exclusive or of three.
    #[inline(always)]
    fn xor3(self, y: Self, z: Self) -> Self {
        self.xor(y).xor(z)
    }

    /// Disjunction.
    #[inline(always)]
    fn or(self, other: Self) -> Self {
        self.xor(other.and_not(self))
    }

    /// `self` where `other` is clear, else 0, bit by bit.
    #[inline(always)]
    fn and_not(self, other: Self) -> Self {
        self.xor(self.and(other))
    }

    /// Bit by bit: `y` where `self` is set, else `z`.
    #[inline(always)]
    fn choose(self, y: Self, z: Self) -> Self {
        y.xor(z).and(self).xor(z)
    }

    /// Bit by bit: what at least two of the three are.
    #[inline(always)]
    fn majority(self, y: Self, z: Self) -> Self {
        self.xor(y).and(z).xor(self.and(y))
    }
}

/// `N` independent 64-bit words.
pub(crate) trait U64Lanes<const N: usize>: Lanes<N, Word = u64, Row = [u8; 64]> {
    /// Lane `i` is `words[i]`.
    fn load_words(proof: Self::Proof, words: &[u64; N]) -> Self;
    /// The reverse of [`load_words`](Self::load_words).
    fn store_words(self, words: &mut [u64; N]);
}

/// Independent 64-bit words, a multiple of four of them: what moves, adds and selects them.
pub(crate) trait WordLanes: Copy {
    /// What proves that the CPU can do this.
    type Proof: Copy;
    /// A truth value for each lane. It may be secret.
    type Mask: Copy;
    /// As many words as there are lanes.
    type Words: Copy + AsRef<[u64]> + AsMut<[u64]>;

    /// The same word in every lane.
    fn splat(proof: Self::Proof, word: u64) -> Self;
    /// Lane `i` is `words[i]`.
    fn load(proof: Self::Proof, words: &Self::Words) -> Self;
    /// The reverse of [`load`](Self::load).
    fn store(self) -> Self::Words;

    /// Sum modulo 2^64.
    fn add(self, other: Self) -> Self;
    /// Difference modulo 2^64.
    fn sub(self, other: Self) -> Self;
    /// Conjunction.
    fn and(self, other: Self) -> Self;
    /// Shift to the right by `S` places, zeros coming in.
    fn shift_right<const S: u32>(self) -> Self;
    /// `self` plus the product of `a` and `b`, which are below 2^32 and their product below 2^52.
    fn add_product(self, a: Self, b: Self) -> Self;

    /// In which lanes the words are equal.
    fn equal(self, other: Self) -> Self::Mask;
    /// The mask that is set in lane `i` where bit `i` is.
    fn mask_of(proof: Self::Proof, bits: u8) -> Self::Mask;
    /// `if_set` in the lanes where the mask is set, `if_clear` in the others.
    fn select(mask: Self::Mask, if_clear: Self, if_set: Self) -> Self;
    /// `word` in the lanes where the mask is set, in which `self` is 0, and `self` in the others.
    fn fill_in(self, mask: Self::Mask, word: Self) -> Self;

    /// Lane `i` of the result is the one whose number stands in lane `i` of `index`. The index may be secret.
    fn lookup(self, index: Self) -> Self;
    /// Lane `i` of the result is lane `i` + `K`, counted round.
    fn rotate_lanes<const K: i32>(self) -> Self;
}

/// Lanes with the multiplier for 52-bit numbers of AVX-512 IFMA, and with its masks.
pub(crate) trait U52Lanes: WordLanes {
    /// The lower 52 bits of the product of the lower 52 bits of `a` and `b`.
    fn mul_lo(a: Self, b: Self) -> Self;
    /// The upper 52 bits of the product of the lower 52 bits of `a` and `b`.
    fn mul_hi(a: Self, b: Self) -> Self;
    /// `self` plus the lower half of the product, as in [`mul_lo`](Self::mul_lo).
    fn add_lo(self, a: Self, b: Self) -> Self;
    /// `self` plus the upper half of the product, as in [`mul_hi`](Self::mul_hi).
    fn add_hi(self, a: Self, b: Self) -> Self;

    /// `self` − `other` in the lanes that are set in `LANES`, `self` + `other` in the others.
    fn add_sub<const LANES: u8>(self, other: Self) -> Self;
    /// [`add_sub`](Self::add_sub) by a mask.
    fn add_sub_by(self, mask: Self::Mask, other: Self) -> Self;
    /// `self` in the lanes that are set in `LANES`, 0 in the others.
    fn keep<const LANES: u8>(self) -> Self;
    /// `other` in the lanes that are set in `LANES`, `self` in the others.
    fn merge<const LANES: u8>(self, other: Self) -> Self;
    /// Lanes 2i and 2i + 1 exchanged.
    fn swap_pairs(self) -> Self;
    /// The same, and 0 in the lanes where the mask is clear.
    fn swap_pairs_by(self, mask: Self::Mask) -> Self;
    /// In each group of four, lane `i` of the result is the one whose number within the group stands in bits 2i and
    /// 2i + 1 of `LANES`.
    fn permute<const LANES: i32>(self) -> Self;
}

/// Eight lanes.
pub(crate) trait WordLanesX8: WordLanes<Words = [u64; 8]> {
    /// Eight signed bytes as words modulo 2^64.
    fn load_signed(proof: Self::Proof, bytes: &[i8; 8]) -> Self;
    /// Shift of each lane to the right by as many places, fewer than 64, as the same lane of `counts` says.
    fn shift_right_each(self, counts: Self) -> Self;
    /// Result `i` holds word `i` of every row.
    fn load_transposed(proof: Self::Proof, rows: [&[u64; 4]; 8]) -> [Self; 4];
    /// The reverse of [`load_transposed`](Self::load_transposed).
    fn store_transposed(vectors: [Self; 4]) -> [[u64; 4]; 8];
    /// Result `i` holds lane `i` of every row.
    fn transpose(rows: [Self; 8]) -> [Self; 8];
}

/// Eight lanes whose words can be multiplied as floating-point numbers, four lanes at a time.
pub(crate) trait F64Lanes: WordLanesX8 {
    /// Four of the lanes.
    type Half: F64Half<Proof = Self::Proof>;

    /// Lanes 0 to 3, and 4 to 7.
    fn halves(self) -> [Self::Half; 2];
    /// The reverse of [`halves`](Self::halves).
    fn join(halves: [Self::Half; 2]) -> Self;
}

/// Four words with the multiplier for floating-point numbers of 53 bits, whose product and sum are rounded together
/// (FMA).
///
/// A product of two such numbers has up to 106 bits. Added to a constant so large that its lowest bit stands for 2^51, it
/// is rounded to a multiple of 2^51; and that multiple, taken from the product without rounding in between, leaves a rest
/// of at most 2^50 on either side of zero, which is exact. The bits of the two sums, read as words, are the two parts as
/// integers, but for the bits of the
/// constants, [`ROUND_TO_2_51`] and [`ROUND_TO_1`].
pub(crate) trait F64Half: Copy {
    /// What proves that the CPU can do this.
    type Proof: Copy;
    /// An integer in each lane as a floating-point number.
    type Factor: Copy;
    /// A product's multiple of 2^51.
    type High: Copy;

    /// The same word in every lane.
    fn splat(proof: Self::Proof, word: u64) -> Self;
    /// Sum modulo 2^64.
    fn add(self, other: Self) -> Self;
    /// Eight times the word, modulo 2^64.
    fn times_8(self) -> Self;

    /// The words, below 2^52, as factors.
    fn factor(self) -> Self::Factor;
    /// The product's multiple of 2^51. The product is between −1.5·2^101 and 1.25·2^102.
    fn high(a: Self::Factor, b: Self::Factor) -> Self::High;
    /// How many times 2^51 that is, plus the bits of [`ROUND_TO_2_51`].
    fn high_word(high: Self::High) -> Self;
    /// What the product has above its `high`, plus the bits of [`ROUND_TO_1`].
    fn low_word(a: Self::Factor, b: Self::Factor, high: Self::High) -> Self;
    /// The same as a factor.
    fn low_factor(a: Self::Factor, b: Self::Factor, high: Self::High) -> Self::Factor;
    /// `factor` plus how many times 2^51 `high` is.
    fn plus_high(factor: Self::Factor, high: Self::High) -> Self::Factor;
    /// The number in every lane.
    fn number(proof: Self::Proof, number: f64) -> Self::Factor;
}

/// Four lanes of one computation with that multiplier: what takes numbers from lane to lane, and products whose parts are
/// summed before they are words.
///
/// Its factors are *balanced*: numbers on either side of zero, as [`balanced`](Self::balanced) makes them.
pub(crate) trait F64Four: F64Half {
    /// Lane `i` is `words[i]`.
    fn load(proof: Self::Proof, words: &[u64; 4]) -> Self;
    /// The reverse of [`load`](Self::load).
    fn store(self) -> [u64; 4];
    /// Conjunction.
    fn and(self, other: Self) -> Self;
    /// Shift to the left by `S` places.
    fn shift_left<const S: i32>(self) -> Self;
    /// Shift to the right by `S` places, zeros coming in.
    fn shift_right<const S: i32>(self) -> Self;
    /// Product of words below 2^32.
    fn mul_short(self, other: Self) -> Self;
    /// 2^64 − 1 less the word in the lanes that are set in `LANES`, the word in the others.
    fn complement<const LANES: u8>(self) -> Self;
    /// Lanes 2i and 2i + 1 exchanged, and 0 in the lanes that are not set in `LANES`.
    fn swap_pairs<const LANES: u8>(self) -> Self;

    /// The word, below 2^51, plus the bits of the floating-point number 2^52.
    fn above_2_52(self) -> Self;
    /// The word less the bits of 2^52 and less 2^50, as a factor. It is at least those bits, and less than 2^52 above them.
    fn balanced(self) -> Self::Factor;
    /// The reverse of [`balanced`](Self::balanced), for factors above −2^50 − 2^52 and below 3·2^50.
    fn unbalanced(factor: Self::Factor) -> Self;

    /// The multiple of 2^51 that `first` is of one product and this is of another, which are within the bounds for one.
    fn high_of_both(first: Self::High, a: Self::Factor, b: Self::Factor) -> Self::High;
    /// What both products have above their multiples of 2^51, plus the bits of [`ROUND_TO_1`]: given that of the first
    /// one, `low`, the factors of the second, and the multiples, of the first and of both.
    fn low_word_of_both(low: Self, a: Self::Factor, b: Self::Factor, first: Self::High, both: Self::High) -> Self;

    /// Twice the factor.
    fn twice(factor: Self::Factor) -> Self::Factor;
    /// `b` in the lanes that are set in `LANES`, `a` in the others.
    fn merge<const LANES: u8>(a: Self::Factor, b: Self::Factor) -> Self::Factor;
    /// `if_set` in the lanes where the highest bit of `mask` is set, `if_clear` in the others. The mask may be secret.
    fn select(mask: Self, if_clear: Self::Factor, if_set: Self::Factor) -> Self::Factor;
    /// Lanes 2i and 2i + 1 exchanged.
    fn swap_pairs_of_factors(factor: Self::Factor) -> Self::Factor;
    /// Lanes i and i + 2 exchanged.
    fn swap_halves(factor: Self::Factor) -> Self::Factor;

    /// The same word, which the compiler computes in the place where the source has it: after all that is in order
    /// before, and before all that is after.
    #[inline(always)]
    fn in_order(self) -> Self {
        self
    }

    /// The same for the multiple of 2^51.
    #[inline(always)]
    fn high_in_order(high: Self::High) -> Self::High {
        high
    }

    /// The same for a factor.
    #[inline(always)]
    fn factor_in_order(factor: Self::Factor) -> Self::Factor {
        factor
    }
}

/// From 2^103 to 2^104 the last of 53 bits stands for 2^51. So far above 2^103 that what is added may be negative.
pub(crate) const ROUND_TO_2_51: f64 = (0b1011_u128 << 100) as f64;
/// From 2^52 to 2^53 the last of 53 bits stands for 1: in their middle.
pub(crate) const ROUND_TO_1: f64 = (0b11_u64 << 51) as f64;
