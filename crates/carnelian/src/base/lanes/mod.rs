//! Vectors of 64-bit words as a type, so that a vector algorithm is written once.
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
#[cfg(target_arch = "x86_64")]
mod x86_avx2;
#[cfg(target_arch = "x86_64")]
mod x86_avx512;
#[cfg(target_arch = "x86_64")]
mod x86_avx512_ifma;

#[cfg(target_arch = "x86_64")]
pub(crate) use x86_avx2::U64x4Avx2;
#[cfg(target_arch = "x86_64")]
pub(crate) use x86_avx512::{U64x4Avx512, U64x8Avx512};
#[cfg(all(target_arch = "x86_64", feature = "curve"))]
pub(crate) use x86_avx512_ifma::{U52x4Ifma, U52x8Ifma};

/// `N` independent 64-bit words.
pub(crate) trait U64Lanes<const N: usize>: Copy {
    /// What proves that the CPU can do this.
    type Proof: Copy;

    /// The same word in every lane.
    fn splat(proof: Self::Proof, word: u64) -> Self;
    /// Eight words of each of `N` rows, transposed: result `i` holds word `i` of every row.
    fn load_transposed(proof: Self::Proof, rows: [&[u8; 64]; N]) -> [Self; 8];
    /// The reverse of [`load_transposed`](Self::load_transposed).
    fn store_transposed(vectors: [Self; 8], rows: [&mut [u8; 64]; N]);
    /// Words that were loaded as they lie, read as big-endian ones.
    fn be_to_native(self) -> Self;

    /// Sum modulo 2^64.
    fn add(self, other: Self) -> Self;
    /// Exclusive or.
    fn xor(self, other: Self) -> Self;
    /// Conjunction.
    fn and(self, other: Self) -> Self;
    /// Rotation to the right by `R` places, 0 < R < 64.
    fn rotate_right<const R: i32>(self) -> Self;
    /// Shift to the right by `R` places, zeros coming in.
    fn shift_right<const R: i32>(self) -> Self;

    /// Exclusive or of three.
    #[inline(always)]
    fn xor3(self, y: Self, z: Self) -> Self {
        self.xor(y).xor(z)
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

/// Independent 64-bit words, a multiple of four of them, with the multiplier for 52-bit numbers of AVX-512 IFMA.
pub(crate) trait U52Lanes: Copy {
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

    /// The lower 52 bits of the product of the lower 52 bits of `a` and `b`.
    fn mul_lo(a: Self, b: Self) -> Self;
    /// The upper 52 bits of the product of the lower 52 bits of `a` and `b`.
    fn mul_hi(a: Self, b: Self) -> Self;
    /// `self` plus the lower half of the product, as in [`mul_lo`](Self::mul_lo).
    fn add_lo(self, a: Self, b: Self) -> Self;
    /// `self` plus the upper half of the product, as in [`mul_hi`](Self::mul_hi).
    fn add_hi(self, a: Self, b: Self) -> Self;

    /// In which lanes the words are equal.
    fn equal(self, other: Self) -> Self::Mask;
    /// The mask that is set in lane `i` where bit `i` is.
    fn mask_of(proof: Self::Proof, bits: u8) -> Self::Mask;
    /// `if_set` in the lanes where the mask is set, `if_clear` in the others.
    fn select(mask: Self::Mask, if_clear: Self, if_set: Self) -> Self;

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
    /// Lane `i` of the result is the one whose number stands in lane `i` of `index`. The index may be secret.
    fn lookup(self, index: Self) -> Self;
    /// Lane `i` of the result is lane `i` + `K`, counted round.
    fn rotate_lanes<const K: i32>(self) -> Self;
}

/// Eight lanes of it.
pub(crate) trait U52x8Lanes: U52Lanes<Words = [u64; 8]> {
    /// Eight signed bytes as words modulo 2^64.
    fn load_signed(proof: Self::Proof, bytes: &[i8; 8]) -> Self;
    /// Shift of each lane to the right by as many places, fewer than 64, as the same lane of `counts` says.
    fn shift_right_each(self, counts: Self) -> Self;
    /// Says to the cache that the line that starts here will be loaded soon.
    fn prefetch<T>(line: &T);
    /// Result `i` holds word `i` of every row.
    fn load_transposed(proof: Self::Proof, rows: [&[u64; 4]; 8]) -> [Self; 4];
    /// The reverse of [`load_transposed`](Self::load_transposed).
    fn store_transposed(vectors: [Self; 4]) -> [[u64; 4]; 8];
    /// Result `i` holds lane `i` of every row.
    fn transpose(rows: [Self; 8]) -> [Self; 8];
}
