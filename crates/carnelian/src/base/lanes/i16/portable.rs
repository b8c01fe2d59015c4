//! Lanes as plain arrays: the implementation that runs everywhere.

use crate::base::lanes::i16::I16Lanes;
use core::array::from_fn;

impl<const N: usize> I16Lanes<N> for [i16; N] {
    type Proof = ();
    /// The integer of a pair is at its even index.
    type Pairs = [i32; N];

    #[inline(always)]
    fn load((): (), integers: &[i16; N]) -> Self {
        *integers
    }

    #[inline(always)]
    fn store(self, integers: &mut [i16; N]) {
        *integers = self;
    }

    #[inline(always)]
    fn splat((): (), integer: i16) -> Self {
        [integer; N]
    }

    #[inline(always)]
    fn add(self, other: Self) -> Self {
        from_fn(|i| self[i].wrapping_add(other[i]))
    }

    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        from_fn(|i| self[i].wrapping_sub(other[i]))
    }

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        from_fn(|i| self[i] & other[i])
    }

    #[inline(always)]
    fn mul_low(self, other: Self) -> Self {
        from_fn(|i| self[i].wrapping_mul(other[i]))
    }

    #[inline(always)]
    fn mul_high(self, other: Self) -> Self {
        from_fn(|i| ((i32::from(self[i]) * i32::from(other[i])) >> 16) as i16)
    }

    #[inline(always)]
    fn mul_round(self, other: Self) -> Self {
        from_fn(|i| ((i32::from(self[i]) * i32::from(other[i]) + (1 << 14)) >> 15) as i16)
    }

    #[inline(always)]
    fn shift_left<const S: i32>(self) -> Self {
        from_fn(|i| self[i] << S)
    }

    #[inline(always)]
    fn sign(self) -> Self {
        from_fn(|i| self[i] >> 15)
    }

    #[inline(always)]
    fn exchange<const D: usize>(a: Self, b: Self) -> (Self, Self) {
        exchanged::<_, N, D>(a, b)
    }

    #[inline(always)]
    fn swap_neighbours(self) -> Self {
        from_fn(|i| self[i ^ 1])
    }

    #[inline(always)]
    fn merge_odd(self, other: Self) -> Self {
        from_fn(|i| if i % 2 == 0 { self[i] } else { other[i] })
    }

    #[inline(always)]
    fn mul_pairs(self, other: Self) -> [i32; N] {
        let product = |i: usize| i32::from(self[i]) * i32::from(other[i]);
        from_fn(|i| if i % 2 == 0 { product(i).wrapping_add(product(i + 1)) } else { 0 })
    }

    #[inline(always)]
    fn add_pairs(a: [i32; N], b: [i32; N]) -> [i32; N] {
        from_fn(|i| a[i].wrapping_add(b[i]))
    }

    #[inline(always)]
    fn low_halves(even: [i32; N], odd: [i32; N]) -> Self {
        from_fn(|i| if i % 2 == 0 { even[i] as i16 } else { odd[i - 1] as i16 })
    }

    #[inline(always)]
    fn high_halves(even: [i32; N], odd: [i32; N]) -> Self {
        from_fn(|i| if i % 2 == 0 { (even[i] >> 16) as i16 } else { (odd[i - 1] >> 16) as i16 })
    }

    #[inline(always)]
    fn join<const D: i32>(self, words: &mut [u64]) {
        for (word, [a, b, c, d]) in words.iter_mut().zip(self.as_chunks().0) {
            let [a, b, c, d] = [a, b, c, d].map(|integer| u64::from(integer.cast_unsigned()));
            *word = a | b << D | c << (2 * D) | d << (3 * D);
        }
    }

    #[inline(always)]
    fn split<const D: i32>((): (), words: &[u64]) -> Self {
        from_fn(|i| ((words[i / 4] >> (D as usize * (i % 4))) & ((1 << D) - 1)) as i16)
    }
}

/// [`I16Lanes::exchange`] for lanes of any kind.
#[inline(always)]
pub(in crate::base::lanes) fn exchanged<T: Copy, const N: usize, const D: usize>(
    a: [T; N],
    b: [T; N],
) -> ([T; N], [T; N]) {
    (from_fn(|i| if i & D == 0 { a[i] } else { b[i - D] }), from_fn(|i| if i & D == 0 { a[i + D] } else { b[i] }))
}
