//! Plain arrays: the implementation that runs everywhere.

use super::{WordLanes, WordLanesX8};
use crate::base::ct::{self, Choice, Select};

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
