//! Plain arrays with exact products of integers: the implementation that runs everywhere.

use super::{F64Four, F64Half, F64Lanes, ROUND_TO_1, ROUND_TO_2_51};
use crate::base::ct::{Choice, Select};

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
