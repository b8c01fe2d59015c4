//! Signed 16-bit integers that are multiplied modulo a small prime, as in lattices.

mod portable;
#[cfg(target_arch = "x86_64")]
mod x86_avx2;
#[cfg(target_arch = "x86_64")]
mod x86_avx512;
#[cfg(target_arch = "x86_64")]
mod x86_operations;

#[cfg(test)]
pub(super) use portable::exchanged;
#[cfg(target_arch = "x86_64")]
pub(crate) use {x86_avx2::I16x16Avx2, x86_avx512::I16x32Avx512};

#[cfg(test)]
mod tests;

/// `N` consecutive coefficients of a polynomial. Sums, differences and products are modulo 2^16 unless stated
/// otherwise, and comparisons are signed.
pub(crate) trait I16Lanes<const N: usize>: Copy {
    /// The proof that the CPU supports these vectors.
    type Proof: Copy;
    /// `N / 2` 32-bit integers, one for each pair of neighbours.
    type Pairs: Copy;

    /// Loads `integers[i]` into lane `i`.
    fn load(proof: Self::Proof, integers: &[i16; N]) -> Self;
    /// The inverse of [`load`](Self::load).
    fn store(self, integers: &mut [i16; N]);
    /// Returns `integer` in every lane.
    fn splat(proof: Self::Proof, integer: i16) -> Self;

    /// Returns the sum.
    fn add(self, other: Self) -> Self;
    /// Returns the difference.
    fn sub(self, other: Self) -> Self;
    /// Returns the bitwise AND.
    fn and(self, other: Self) -> Self;
    /// Returns the lower half of the product.
    fn mul_low(self, other: Self) -> Self;
    /// Returns the upper half of the product of two signed integers.
    fn mul_high(self, other: Self) -> Self;
    /// Returns the product divided by 2^15, rounded to the nearest integer; a half is rounded up.
    fn mul_round(self, other: Self) -> Self;
    /// Shifts left by `S` bits.
    fn shift_left<const S: i32>(self) -> Self;
    /// Returns -1 where the integer is negative, 0 elsewhere.
    fn sign(self) -> Self;

    /// Swaps blocks of `D` integers: the odd blocks of the first operand with the even blocks of the second. `D` is 2,
    /// 4, 8, ..., `N / 2`. Integers that were `D` apart in one operand are then at the same index in both. Applied
    /// twice it is the identity.
    fn exchange<const D: usize>(a: Self, b: Self) -> (Self, Self);
    /// Exchanges blocks of `N / 2`, ..., 4 and 2 integers, in this order.
    #[inline(always)]
    fn exchange_all(mut a: Self, mut b: Self) -> (Self, Self) {
        if N > 16 {
            (a, b) = Self::exchange::<16>(a, b);
        }
        (a, b) = Self::exchange::<8>(a, b);
        (a, b) = Self::exchange::<4>(a, b);
        Self::exchange::<2>(a, b)
    }
    /// The inverse of [`exchange_all`](Self::exchange_all).
    #[inline(always)]
    fn unexchange_all(mut a: Self, mut b: Self) -> (Self, Self) {
        (a, b) = Self::exchange::<2>(a, b);
        (a, b) = Self::exchange::<4>(a, b);
        (a, b) = Self::exchange::<8>(a, b);
        if N > 16 {
            (a, b) = Self::exchange::<16>(a, b);
        }
        (a, b)
    }
    /// Swaps the integers in each pair of neighbours.
    fn swap_neighbours(self) -> Self;
    /// Returns the integers with even indices of `self`, and those with odd indices of `other`.
    fn merge_odd(self, other: Self) -> Self;

    /// Returns for each pair of neighbours the sum of the two products.
    fn mul_pairs(self, other: Self) -> Self::Pairs;
    /// Returns the sum.
    fn add_pairs(a: Self::Pairs, b: Self::Pairs) -> Self::Pairs;
    /// Returns the lower halves: those of `even` at even indices, those of `odd` at odd ones.
    fn low_halves(even: Self::Pairs, odd: Self::Pairs) -> Self;
    /// Returns the upper halves, likewise.
    fn high_halves(even: Self::Pairs, odd: Self::Pairs) -> Self;

    /// Writes each four integers, of `D` bits each, as the lowest bits of a word. `words` has `N / 4` words.
    fn join<const D: i32>(self, words: &mut [u64]);
    /// The inverse of [`join`](Self::join). The upper bits of a word are ignored.
    fn split<const D: i32>(proof: Self::Proof, words: &[u64]) -> Self;
}
