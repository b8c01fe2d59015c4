//! Lanes of 64-bit words with multipliers, as plain arrays: the implementation that runs everywhere.

use super::{F64Four, F64Half, F64Lanes, ROUND_TO_1, ROUND_TO_2_51, U52Lanes, WordLanes, WordLanesX8};
use crate::base::ct::{self, Choice, Select};

/// The bits of a word that the multiplier reads.
const MASK_52: u64 = (1 << 52) - 1;

#[inline(always)]
fn product(a: u64, b: u64) -> u128 {
    u128::from(a & MASK_52) * u128::from(b & MASK_52)
}

/// For tests on any machine, not for speed. Never inlined, because an algorithm with thousands of operations, each an
/// unrolled loop over the lanes, would take minutes to compile.
impl<const N: usize> WordLanes for [u64; N] {
    type Proof = ();
    type Mask = [Choice; N];
    type Words = [u64; N];

    #[inline(never)]
    fn splat((): (), word: u64) -> Self {
        [word; N]
    }

    #[inline(never)]
    fn load((): (), words: &[u64; N]) -> Self {
        *words
    }

    #[inline(never)]
    fn store(self) -> [u64; N] {
        self
    }

    #[inline(never)]
    fn add(self, other: Self) -> Self {
        core::array::from_fn(|i| self[i].wrapping_add(other[i]))
    }

    #[inline(never)]
    fn sub(self, other: Self) -> Self {
        core::array::from_fn(|i| self[i].wrapping_sub(other[i]))
    }

    #[inline(never)]
    fn and(self, other: Self) -> Self {
        core::array::from_fn(|i| self[i] & other[i])
    }

    #[inline(never)]
    fn shift_right<const S: u32>(self) -> Self {
        self.map(|word| word >> S)
    }

    #[inline(never)]
    fn add_product(self, a: Self, b: Self) -> Self {
        core::array::from_fn(|i| self[i].wrapping_add(a[i] * b[i]))
    }

    #[inline(never)]
    fn equal(self, other: Self) -> [Choice; N] {
        core::array::from_fn(|i| ct::is_zero(self[i] ^ other[i]))
    }

    #[inline(never)]
    fn mask_of((): (), bits: u8) -> [Choice; N] {
        core::array::from_fn(|i| Choice::from_lsb(bits >> i))
    }

    #[inline(never)]
    fn select(mask: [Choice; N], if_clear: Self, if_set: Self) -> Self {
        core::array::from_fn(|i| Select::select(mask[i], if_clear[i], if_set[i]))
    }

    #[inline(never)]
    fn fill_in(self, mask: [Choice; N], word: Self) -> Self {
        <Self as WordLanes>::select(mask, self, word)
    }

    #[inline(never)]
    fn lookup(self, index: Self) -> Self {
        index.map(|index| {
            let at = |i: usize| Select::select(ct::is_zero(index ^ i as u64), 0, self[i]);
            (0..N).map(at).fold(0, |found, word| found | word)
        })
    }

    #[inline(never)]
    fn rotate_lanes<const K: i32>(self) -> Self {
        core::array::from_fn(|i| self[(i + K as usize) % N])
    }
}

/// For tests too, and never inlined.
impl<const N: usize> U52Lanes for [u64; N] {
    #[inline(never)]
    fn mul_lo(a: Self, b: Self) -> Self {
        core::array::from_fn(|i| product(a[i], b[i]) as u64 & MASK_52)
    }

    #[inline(never)]
    fn mul_hi(a: Self, b: Self) -> Self {
        core::array::from_fn(|i| (product(a[i], b[i]) >> 52) as u64)
    }

    #[inline(never)]
    fn add_lo(self, a: Self, b: Self) -> Self {
        WordLanes::add(self, Self::mul_lo(a, b))
    }

    #[inline(never)]
    fn add_hi(self, a: Self, b: Self) -> Self {
        WordLanes::add(self, Self::mul_hi(a, b))
    }

    #[inline(never)]
    fn add_sub<const LANES: u8>(self, other: Self) -> Self {
        let (sum, difference) = (WordLanes::add(self, other), self.sub(other));
        sum.merge::<LANES>(difference)
    }

    #[inline(never)]
    fn add_sub_by(self, mask: [Choice; N], other: Self) -> Self {
        <Self as WordLanes>::select(mask, WordLanes::add(self, other), self.sub(other))
    }

    #[inline(never)]
    fn keep<const LANES: u8>(self) -> Self {
        [0; N].merge::<LANES>(self)
    }

    #[inline(never)]
    fn merge<const LANES: u8>(self, other: Self) -> Self {
        core::array::from_fn(|i| if LANES >> i & 1 == 1 { other[i] } else { self[i] })
    }

    #[inline(never)]
    fn swap_pairs(self) -> Self {
        core::array::from_fn(|i| self[i ^ 1])
    }

    #[inline(never)]
    fn swap_pairs_by(self, mask: [Choice; N]) -> Self {
        <Self as WordLanes>::select(mask, [0; N], self.swap_pairs())
    }

    #[inline(never)]
    fn permute<const LANES: i32>(self) -> Self {
        core::array::from_fn(|i| self[i / 4 * 4 + (LANES >> (i % 4 * 2) & 3) as usize])
    }
}

impl WordLanesX8 for [u64; 8] {
    #[inline(never)]
    fn load_signed((): (), bytes: &[i8; 8]) -> Self {
        bytes.map(|byte| i64::from(byte) as u64)
    }

    #[inline(never)]
    fn shift_right_each(self, counts: Self) -> Self {
        core::array::from_fn(|i| self[i] >> counts[i])
    }

    #[inline(never)]
    fn load_transposed((): (), rows: [&[u64; 4]; 8]) -> [Self; 4] {
        core::array::from_fn(|word| rows.map(|row| row[word]))
    }

    #[inline(never)]
    fn store_transposed(vectors: [Self; 4]) -> [[u64; 4]; 8] {
        core::array::from_fn(|lane| vectors.map(|vector| vector[lane]))
    }

    #[inline(never)]
    fn transpose(rows: [Self; 8]) -> [Self; 8] {
        core::array::from_fn(|lane| rows.map(|row| row[lane]))
    }
}

impl F64Lanes for [u64; 8] {
    type Half = [u64; 4];

    #[inline(never)]
    fn halves(self) -> [[u64; 4]; 2] {
        let [a, b, c, d, e, f, g, h] = self;
        [[a, b, c, d], [e, f, g, h]]
    }

    #[inline(never)]
    fn join([[a, b, c, d], [e, f, g, h]]: [[u64; 4]; 2]) -> Self {
        [a, b, c, d, e, f, g, h]
    }
}

/// Returns the product of two factors.
fn exact(a: i64, b: i64) -> i128 {
    i128::from(a) * i128::from(b)
}

/// Computes with integers, which are exact where the floating-point numbers are.
impl F64Half for [u64; 4] {
    type Proof = ();
    type Factor = [i64; 4];
    type High = [i64; 4];

    #[inline(never)]
    fn splat((): (), word: u64) -> Self {
        [word; 4]
    }

    #[inline(never)]
    fn add(self, other: Self) -> Self {
        core::array::from_fn(|i| self[i].wrapping_add(other[i]))
    }

    #[inline(never)]
    fn times_8(self) -> Self {
        self.map(|word| word << 3)
    }

    #[inline(never)]
    fn factor(self) -> [i64; 4] {
        self.map(|word| word as i64)
    }

    #[inline(never)]
    fn high(a: [i64; 4], b: [i64; 4]) -> [i64; 4] {
        core::array::from_fn(|i| ((exact(a[i], b[i]) + (1 << 50)) >> 51) as i64)
    }

    #[inline(never)]
    fn high_word(high: [i64; 4]) -> Self {
        high.map(|number| ROUND_TO_2_51.to_bits().wrapping_add_signed(number))
    }

    #[inline(never)]
    fn low_word(a: [i64; 4], b: [i64; 4], high: [i64; 4]) -> Self {
        Self::low_factor(a, b, high).map(|number| ROUND_TO_1.to_bits().wrapping_add_signed(number))
    }

    #[inline(never)]
    fn low_factor(a: [i64; 4], b: [i64; 4], high: [i64; 4]) -> [i64; 4] {
        core::array::from_fn(|i| (exact(a[i], b[i]) - (i128::from(high[i]) << 51)) as i64)
    }

    #[inline(never)]
    fn plus_high(factor: [i64; 4], high: [i64; 4]) -> [i64; 4] {
        core::array::from_fn(|i| factor[i] + high[i])
    }

    #[inline(never)]
    fn number((): (), number: f64) -> [i64; 4] {
        [number as i64; 4]
    }
}

const BITS_OF_2_52: u64 = 0x433 << 52;

impl F64Four for [u64; 4] {
    #[inline(never)]
    fn load((): (), words: &[u64; 4]) -> Self {
        *words
    }

    #[inline(never)]
    fn store(self) -> [u64; 4] {
        self
    }

    #[inline(never)]
    fn and(self, other: Self) -> Self {
        core::array::from_fn(|i| self[i] & other[i])
    }

    #[inline(never)]
    fn shift_left<const S: i32>(self) -> Self {
        self.map(|word| word << S)
    }

    #[inline(never)]
    fn shift_right<const S: i32>(self) -> Self {
        self.map(|word| word >> S)
    }

    #[inline(never)]
    fn mul_short(self, other: Self) -> Self {
        core::array::from_fn(|i| self[i] * other[i])
    }

    #[inline(never)]
    fn complement<const LANES: u8>(self) -> Self {
        core::array::from_fn(|i| if LANES >> i & 1 == 1 { !self[i] } else { self[i] })
    }

    #[inline(never)]
    fn swap_pairs<const LANES: u8>(self) -> Self {
        core::array::from_fn(|i| if LANES >> i & 1 == 1 { self[i ^ 1] } else { 0 })
    }

    #[inline(never)]
    fn above_2_52(self) -> Self {
        self.map(|word| word | BITS_OF_2_52)
    }

    #[inline(never)]
    fn balanced(self) -> [i64; 4] {
        self.map(|word| (word - BITS_OF_2_52) as i64 - (1 << 50))
    }

    #[inline(never)]
    fn unbalanced(factor: [i64; 4]) -> Self {
        factor.map(|number| (number + (1 << 50)) as u64 + BITS_OF_2_52)
    }

    #[inline(never)]
    fn high_of_both(first: [i64; 4], a: [i64; 4], b: [i64; 4]) -> [i64; 4] {
        let second = Self::high(a, b);
        core::array::from_fn(|i| first[i] + second[i])
    }

    #[inline(never)]
    fn low_word_of_both(low: Self, a: [i64; 4], b: [i64; 4], first: [i64; 4], both: [i64; 4]) -> Self {
        let second = Self::low_factor(a, b, core::array::from_fn(|i| both[i] - first[i]));
        core::array::from_fn(|i| low[i].wrapping_add_signed(second[i]))
    }

    #[inline(never)]
    fn twice(factor: [i64; 4]) -> [i64; 4] {
        factor.map(|number| 2 * number)
    }

    #[inline(never)]
    fn merge<const LANES: u8>(a: [i64; 4], b: [i64; 4]) -> [i64; 4] {
        core::array::from_fn(|i| if LANES >> i & 1 == 1 { b[i] } else { a[i] })
    }

    #[inline(never)]
    fn select(mask: Self, if_clear: [i64; 4], if_set: [i64; 4]) -> [i64; 4] {
        core::array::from_fn(|i| {
            let choice = Choice::from_lsb(mask[i] >> 63);
            u64::select(choice, if_clear[i] as u64, if_set[i] as u64) as i64
        })
    }

    #[inline(never)]
    fn swap_pairs_of_factors(factor: [i64; 4]) -> [i64; 4] {
        core::array::from_fn(|i| factor[i ^ 1])
    }

    #[inline(never)]
    fn swap_halves(factor: [i64; 4]) -> [i64; 4] {
        core::array::from_fn(|i| factor[i ^ 2])
    }
}
