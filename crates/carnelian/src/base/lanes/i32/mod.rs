//! Signed 32-bit words with their products, for residues modulo a prime of 23 bits, as in the arithmetic of lattices.

#[cfg(test)]
mod portable;
#[cfg(target_arch = "x86_64")]
mod x86_avx2;
#[cfg(target_arch = "x86_64")]
mod x86_avx512;

#[cfg(test)]
pub(super) use portable::{exchanged, unexchanged};
#[cfg(target_arch = "x86_64")]
pub(crate) use {x86_avx2::I32x8Avx2, x86_avx512::I32x16Avx512};

/// `N` signed words, 8 or 16. Sums and differences must not overflow.
pub(crate) trait I32Lanes<const N: usize>: Copy {
    /// The proof that the CPU supports these vectors.
    type Proof: Copy;
    /// Signed words of 64 bits, one for each lane.
    type Wide: Copy;

    /// Returns `word` in every lane.
    fn splat(proof: Self::Proof, word: i32) -> Self;
    /// Loads `words[i]` into lane `i`.
    fn load(proof: Self::Proof, words: &[i32; N]) -> Self;
    /// The inverse of [`load`](Self::load).
    fn store(self, words: &mut [i32; N]);

    /// Returns the sum.
    fn add(self, other: Self) -> Self;
    /// Returns the difference.
    fn sub(self, other: Self) -> Self;
    /// Returns the products.
    fn product(self, other: Self) -> Self::Wide;
    /// Returns the sum.
    fn add_wide(a: Self::Wide, b: Self::Wide) -> Self::Wide;
    /// Returns r ≡ `sum`·2⁻³² modulo `q`, for `q_inv` = q⁻¹ modulo 2³². Needs |sum| < 2³¹·q; returns
    /// |r| ≤ |sum|/2³² + q/2.
    fn montgomery(sum: Self::Wide, q: Self, q_inv: Self) -> Self;
    /// Returns r ≡ `self`·`factor`·2⁻³² modulo `q`, where `by_q` is `factor`·q⁻¹ modulo 2³². Needs |factor| < q; returns
    /// |r| < q.
    fn montgomery_product(self, factor: Self, by_q: Self, q: Self) -> Self;
    /// Like [`montgomery_product`](Self::montgomery_product), for a factor that is the same in every lane.
    #[inline(always)]
    fn montgomery_product_by_one(self, factor: Self, by_q: Self, q: Self) -> Self {
        self.montgomery_product(factor, by_q, q)
    }

    /// Rearranges the lanes of two vectors of words that are `N` apart in a polynomial, so that words which were `D`
    /// lanes apart in a vector are in the same lane of the two results: lane `i` of the first is lane `j` of `a` or `b`
    /// by [`exchange_source`], and lane `i` of the second is lane `j + D` of the same.
    fn exchange<const D: usize>(a: Self, b: Self) -> (Self, Self);
    /// The inverse of [`exchange`](Self::exchange).
    fn unexchange<const D: usize>(a: Self, b: Self) -> (Self, Self);
    /// All exchanges, by N/2, N/4, and so on to 1.
    #[inline(always)]
    fn exchange_all(mut a: Self, mut b: Self) -> (Self, Self) {
        if N == 16 {
            (a, b) = Self::exchange::<8>(a, b);
        }
        (a, b) = Self::exchange::<4>(a, b);
        (a, b) = Self::exchange::<2>(a, b);
        Self::exchange::<1>(a, b)
    }
    /// The inverse of [`exchange_all`](Self::exchange_all).
    #[inline(always)]
    fn unexchange_all(mut a: Self, mut b: Self) -> (Self, Self) {
        (a, b) = Self::unexchange::<1>(a, b);
        (a, b) = Self::unexchange::<2>(a, b);
        (a, b) = Self::unexchange::<4>(a, b);
        if N == 16 { Self::unexchange::<8>(a, b) } else { (a, b) }
    }
}

/// The parts of rejection sampling that differ between vectors.
pub(crate) trait RejectionLanes<const N: usize>: I32Lanes<N> {
    /// Loads numbers of three bytes each from 3·`N` bytes, and clears their highest bits.
    fn load_23_bits(proof: Self::Proof, bytes: &[u8]) -> Self;
    /// Loads numbers of four bits each from `N`/2 bytes, lower halves first.
    fn load_4_bits(proof: Self::Proof, bytes: &[u8]) -> Self;
    /// Loads numbers of `BITS` bits each, 18 or 20, from `N`·`BITS`/8 bytes.
    fn load_bits<const BITS: usize>(proof: Self::Proof, bytes: &[u8]) -> Self;
    /// Returns a bit for each lane in which `self` is less than `bound`, lane 0 in the lowest bit.
    fn less_than(self, bound: Self) -> u32;
    /// Moves the lanes whose bits are set to the front, in order. The others are unspecified. The bits are public.
    fn compress(self, lanes: u32) -> Self;
}

/// Returns the origin of lane `i` of the first result of [`I32Lanes::exchange`]: whether it is in `b`, and its number.
///
/// There are two patterns, each of which is one instruction for some distances: either blocks of `d` lanes alternate
/// between the vectors, or, in groups of four blocks, those of `a` come before those of `b`.
pub(crate) const fn exchange_source(lanes: usize, d: usize, i: usize) -> (bool, usize) {
    if is_grouped(lanes, d) {
        let (group, block, offset) = (i / (4 * d), i % (4 * d) / d, i % d);
        (block >= 2, group * 4 * d + block % 2 * 2 * d + offset)
    } else if (i / d).is_multiple_of(2) {
        (false, i)
    } else {
        (true, i - d)
    }
}

/// Returns whether an exchange is by groups of four blocks.
const fn is_grouped(lanes: usize, d: usize) -> bool {
    (d == 1 || d == 4) && 4 * d <= lanes
}
