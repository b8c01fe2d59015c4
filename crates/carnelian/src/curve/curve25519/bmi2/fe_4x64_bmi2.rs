//! The field over four words of 64 bits, and the group over it: for CPUs with `mulx` of BMI2.
//!
//! Numbers are modulo 2²⁵⁶ − 38 = 2p. A tight one is below 2²⁵⁵ + 2²⁴, a loose one is any number below 2²⁵⁶.
//!
//! An element contains the proof that the CPU has the instructions of its products.

#[cfg(any(carnelian_msan, miri))]
pub(crate) use super::portable_4x64 as kernels;
#[cfg(not(any(carnelian_msan, miri)))]
pub(crate) use super::x86_bmi2 as kernels;
use crate::base::cpu::Avx2Fma;
use crate::base::ct::{Choice, Select};
use crate::curve::curve25519::field::fe_5x51::Fe5x51;
use crate::curve::curve25519::field::{self, Field, Multiplicative, Packed, PrimeField};

/// A tight element.
#[derive(Clone, Copy)]
pub(crate) struct Fe4x64 {
    pub(crate) words: [u64; 4],
    pub(crate) proof: Avx2Fma,
}

/// A loose element.
#[derive(Clone, Copy)]
pub(crate) struct Loose4x64 {
    pub(crate) words: [u64; 4],
    proof: Avx2Fma,
}

impl Fe4x64 {
    /// Returns an element with a result of the kernels, which their contract promises to be tight.
    #[inline(always)]
    fn tight(proof: Avx2Fma, words: [u64; 4]) -> Self {
        debug_assert!(words[3] >> 63 == 0 || words[1..] == [0, 0, 1 << 63] && words[0] < 1 << 24);
        Self { words, proof }
    }
}

impl Multiplicative for Fe4x64 {
    #[inline(always)]
    fn product(&self, other: &Self) -> Self {
        Self::mul(&self.relax(), &other.relax())
    }

    #[inline(always)]
    fn squared(&self) -> Self {
        Self::square(&self.relax())
    }

    #[inline(always)]
    fn squared_times(&self, n: u32) -> Self {
        Self::tight(self.proof, kernels::squared_times(self.proof, &self.words, n))
    }
}

impl PrimeField for Fe4x64 {
    type Loose = Loose4x64;
    type Proof = Avx2Fma;
    type Bytes = [u8; 32];

    #[inline(always)]
    fn proof(&self) -> Avx2Fma {
        self.proof
    }

    #[inline(always)]
    fn zero(proof: Avx2Fma) -> Self {
        Self { words: [0; 4], proof }
    }

    #[inline(always)]
    fn one(proof: Avx2Fma) -> Self {
        Self { words: [1, 0, 0, 0], proof }
    }

    #[inline(always)]
    fn from_bytes(proof: Avx2Fma, bytes: &[u8; 32]) -> Self {
        let mut words = [0; 4];
        for (word, bytes) in words.iter_mut().zip(bytes.as_chunks::<8>().0) {
            *word = u64::from_le_bytes(*bytes);
        }
        words[3] &= u64::MAX >> 1;
        Self { words, proof }
    }

    #[inline(always)]
    fn to_bytes(&self) -> [u8; 32] {
        let mut bytes = [0; 32];
        for (bytes, word) in bytes.as_chunks_mut::<8>().0.iter_mut().zip(kernels::reduced(&self.words)) {
            *bytes = word.to_le_bytes();
        }
        bytes
    }

    #[inline(always)]
    fn add(&self, other: &Self) -> Loose4x64 {
        Loose4x64 { words: kernels::sum(&self.words, &other.words), proof: self.proof }
    }

    #[inline(always)]
    fn sub(&self, other: &Self) -> Loose4x64 {
        Loose4x64 { words: kernels::difference(&self.words, &other.words), proof: self.proof }
    }

    #[inline(always)]
    fn neg(&self) -> Loose4x64 {
        Self::zero(self.proof).sub(self)
    }

    #[inline(always)]
    fn relax(&self) -> Loose4x64 {
        Loose4x64 { words: self.words, proof: self.proof }
    }

    #[inline(always)]
    fn carry(loose: &Loose4x64) -> Self {
        Self::tight(loose.proof, kernels::tightened(&loose.words))
    }

    #[inline(always)]
    fn mul(a: &Loose4x64, b: &Loose4x64) -> Self {
        Self::tight(a.proof, kernels::product(a.proof, &a.words, &b.words))
    }

    #[inline(always)]
    fn square(a: &Loose4x64) -> Self {
        Self::tight(a.proof, kernels::squared(a.proof, &a.words))
    }

    fn invert(&self) -> Self {
        field::unpack(self.proof, &field::unpack::<Fe5x51>((), &self.pack()).invert().pack())
    }
}

impl Field for Fe4x64 {
    #[inline(always)]
    fn loose(proof: Avx2Fma, packed: &Packed) -> Loose4x64 {
        debug_assert!(packed.iter().all(|limb| *limb < 1 << 52));
        let [l0, l1, l2, l3, l4] = packed.map(u128::from);
        // Without the bit for 2²⁵⁵ the sum is below 2²⁵⁵ + 2²⁰⁵.
        let w0 = l0 + 19 * (l4 >> 51) + (l1 << 51);
        let w1 = (w0 >> 64) + (l2 << 38);
        let w2 = (w1 >> 64) + (l3 << 25);
        let w3 = (w2 >> 64) + ((l4 & ((1 << 51) - 1)) << 12);
        Loose4x64 { words: [w0, w1, w2, w3].map(|word| word as u64), proof }
    }

    #[inline(always)]
    fn pack(&self) -> Packed {
        const MASK: u64 = (1 << 51) - 1;
        let [w0, w1, w2, w3] = self.words;
        [w0 & MASK, (w0 >> 51 | w1 << 13) & MASK, (w1 >> 38 | w2 << 26) & MASK, (w2 >> 25 | w3 << 39) & MASK, w3 >> 12]
    }

    #[inline(always)]
    fn mul_121666(a: &Loose4x64) -> Self {
        Self::tight(a.proof, kernels::scaled_sum(a.proof, &a.words, &[0; 4]))
    }
}

impl Select for Fe4x64 {
    #[inline(always)]
    fn select(choice: Choice, if_false: Self, if_true: Self) -> Self {
        Self { words: Select::select(choice, if_false.words, if_true.words), proof: if_false.proof }
    }

    #[inline(always)]
    fn swap(choice: Choice, a: &mut Self, b: &mut Self) {
        Select::swap(choice, &mut a.words, &mut b.words);
    }
}

impl Select for Loose4x64 {
    #[inline(always)]
    fn select(choice: Choice, if_false: Self, if_true: Self) -> Self {
        Self { words: Select::select(choice, if_false.words, if_true.words), proof: if_false.proof }
    }

    #[inline(always)]
    fn swap(choice: Choice, a: &mut Self, b: &mut Self) {
        Select::swap(choice, &mut a.words, &mut b.words);
    }
}
