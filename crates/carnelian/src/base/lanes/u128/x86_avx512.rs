//! Four blocks in a zmm register.
#![allow(unsafe_code)]

use super::powers::Element;
use super::products::REDUCTION;
use super::x86_sse::{U128x1, reversed_order};
use super::x86_tokens::{ProvesAvx512, ProvesAvx512Vaes, ProvesVpclmul};
use super::{AesRounds, CarryLess, CounterLanes, U128Lanes};
use core::arch::x86_64::*;

/// Four blocks. Only a holder of the proof can make them.
#[derive(Clone, Copy)]
pub(crate) struct U128x4<P> {
    register: __m512i,
    proof: P,
}

/// Implements [`U128Lanes::in_order`]. It is inlined like an intrinsic into kernels with the features that
/// [`Avx512`](crate::base::cpu::Avx512) proves.
#[inline]
#[target_feature(enable = "avx512f")]
fn in_order(x: __m512i) -> __m512i {
    #[cfg(not(carnelian_msan))]
    {
        let mut x = x;
        // SAFETY: the block has no instructions. It is not `pure`, since only side effects keep their order.
        unsafe { core::arch::asm!("/* {0} */", inlateout(zmm_reg) x, options(nomem, nostack, preserves_flags)) };
        x
    }
    #[cfg(carnelian_msan)]
    x
}

/// Returns a mask of the first `len` bytes of a vector.
#[inline(always)]
fn mask(_: impl ProvesAvx512, len: usize) -> __mmask64 {
    debug_assert!(len <= 64);
    // SAFETY: the token proves BMI2.
    unsafe { _bzhi_u64(u64::MAX, len as u32) }
}

impl<P: ProvesAvx512> U128x4<P> {
    #[inline(always)]
    pub(crate) fn new(proof: P, register: __m512i) -> Self {
        Self { register, proof }
    }

    /// Returns the register.
    #[inline(always)]
    pub(crate) fn register(self) -> __m512i {
        self.register
    }

    /// Returns a vector of four blocks.
    #[inline(always)]
    pub(crate) fn of_four([v0, v1, v2, v3]: [U128x1<P>; 4]) -> Self {
        // SAFETY: values of this type exist, so the CPU has AVX-512.
        Self::new(v0.proof(), unsafe {
            let low = _mm256_inserti128_si256::<1>(_mm256_castsi128_si256(v0.register()), v1.register());
            let high = _mm256_inserti128_si256::<1>(_mm256_castsi128_si256(v2.register()), v3.register());
            _mm512_inserti64x4::<1>(_mm512_castsi256_si512(low), high)
        })
    }

    /// Returns the first block.
    #[inline(always)]
    pub(crate) fn first(self) -> U128x1<P> {
        // SAFETY: a value of this type exists, so the CPU has AVX-512.
        U128x1::new(self.proof, unsafe { _mm512_castsi512_si128(self.register) })
    }

    /// Loads four blocks.
    #[inline(always)]
    pub(crate) fn load_blocks(proof: P, blocks: &[u8; 64]) -> Self {
        // SAFETY: the load reads an array of 64 bytes.
        unsafe { Self::load(proof, blocks.as_ptr()) }
    }

    /// Loads four elements of the field.
    #[inline(always)]
    pub(crate) fn load_elements(proof: P, elements: &[Element; 4]) -> Self {
        // SAFETY: four elements have 64 bytes.
        unsafe { Self::load(proof, elements.as_ptr().cast()) }
    }

    /// Stores four elements of the field.
    #[inline(always)]
    pub(crate) fn store_elements(self, elements: &mut [Element; 4]) {
        // SAFETY: four elements have 64 bytes.
        unsafe { self.store(elements.as_mut_ptr().cast()) }
    }
}

impl<P: ProvesAvx512> U128Lanes for U128x4<P> {
    type Proof = P;
    type One = U128x1<P>;
    const LANES: usize = 4;

    #[inline(always)]
    fn broadcast(proof: P, block: &[u8; 16]) -> Self {
        Self::spread(U128x1::broadcast(proof, block))
    }

    #[inline(always)]
    fn broadcast_element(proof: P, element: &Element) -> Self {
        Self::spread(U128x1::broadcast_element(proof, element))
    }

    #[inline(always)]
    fn splat(proof: P, block: u128) -> Self {
        Self::spread(U128x1::splat(proof, block))
    }

    #[inline(always)]
    fn spread(block: U128x1<P>) -> Self {
        // SAFETY: a value with this proof exists, so the CPU has AVX-512.
        Self::new(block.proof(), unsafe { _mm512_broadcast_i32x4(block.register()) })
    }

    #[inline(always)]
    fn of_one(first: U128x1<P>) -> Self {
        // SAFETY: a value with this proof exists, so the CPU has AVX-512.
        Self::new(first.proof(), unsafe { _mm512_zextsi128_si512(first.register()) })
    }

    #[inline(always)]
    fn sum(self) -> U128x1<P> {
        // SAFETY: a value of this type exists, so the CPU has AVX-512.
        U128x1::new(self.proof, unsafe {
            let (low, high) = (_mm512_castsi512_si256(self.register), _mm512_extracti64x4_epi64::<1>(self.register));
            let halves = _mm256_xor_si256(low, high);
            _mm_xor_si128(_mm256_castsi256_si128(halves), _mm256_extracti128_si256::<1>(halves))
        })
    }

    #[inline(always)]
    unsafe fn load(proof: P, from: *const u8) -> Self {
        // SAFETY: the token proves AVX-512; the caller guarantees that a vector can be read.
        Self::new(proof, unsafe { _mm512_loadu_si512(from.cast()) })
    }

    #[inline(always)]
    unsafe fn store(self, to: *mut u8) {
        // SAFETY: a value of this type exists, so the CPU has AVX-512; the caller guarantees that a vector can be
        // written.
        unsafe { _mm512_storeu_si512(to.cast(), self.register) };
    }

    #[inline(always)]
    unsafe fn load_part(proof: P, from: *const u8, len: usize) -> Self {
        if len == Self::BYTES {
            // SAFETY: the caller guarantees `len` bytes. What was stored with a mask cannot be loaded before it is in
            // the cache.
            return unsafe { Self::load(proof, from) };
        }
        if len == 0 {
            // A masked load would read nothing either, but takes very long from an address without memory.
            return Self::of_one(U128x1::splat(proof, 0));
        }
        // SAFETY: the token proves AVX-512; the caller guarantees `len` bytes, and the mask keeps within them.
        Self::new(proof, unsafe { _mm512_maskz_loadu_epi8(mask(proof, len), from.cast()) })
    }

    #[inline(always)]
    unsafe fn store_part(self, to: *mut u8, len: usize) -> Self {
        let Self { register, proof } = self;
        if len == Self::BYTES {
            // SAFETY: the caller guarantees that `len` bytes, those of a vector, can be written.
            unsafe { self.store(to) };
            return self;
        }
        if len == 0 {
            return Self::of_one(U128x1::splat(proof, 0));
        }
        // SAFETY: a value of this type exists, so the CPU has AVX-512; the caller guarantees `len` bytes, and the mask
        // keeps within them.
        Self::new(proof, unsafe {
            _mm512_mask_storeu_epi8(to.cast(), mask(proof, len), register);
            _mm512_maskz_mov_epi8(mask(proof, len), register)
        })
    }

    #[inline(always)]
    unsafe fn xor_part(self, input: *const u8, output: *mut u8, len: usize) {
        let mask = (1 << len) - 1;
        // SAFETY: a value of this type exists, so the CPU has AVX-512; the caller guarantees `len` bytes at both
        // pointers, and the mask keeps within them.
        unsafe {
            if len == U128x1::<P>::BYTES {
                // What is stored with a mask cannot be loaded before it is in the cache, and a tag is needed
                // immediately.
                self.first().xor(U128x1::load(self.proof, input)).store(output);
                return;
            }
            let text = _mm512_maskz_loadu_epi8(mask, input.cast());
            _mm512_mask_storeu_epi8(output.cast(), mask, _mm512_xor_si512(text, self.register));
        }
    }

    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        // SAFETY: a value of this type exists, so the CPU has AVX-512.
        Self::new(self.proof, unsafe { _mm512_xor_si512(self.register, other.register) })
    }

    #[inline(always)]
    fn reversed(self) -> Self {
        // SAFETY: a value of this type exists, so the CPU has AVX-512.
        Self::new(self.proof, unsafe {
            _mm512_shuffle_epi8(self.register, _mm512_broadcast_i32x4(reversed_order(self.proof)))
        })
    }

    #[inline(always)]
    fn swapped(self) -> Self {
        // SAFETY: a value of this type exists, so the CPU has AVX-512.
        Self::new(self.proof, unsafe { _mm512_shuffle_epi32::<0b01_00_11_10>(self.register) })
    }

    #[inline(always)]
    fn in_order(self) -> Self {
        // SAFETY: a value of this type exists, so the CPU has AVX-512.
        Self::new(self.proof, unsafe { in_order(self.register) })
    }
}

impl<P: ProvesAvx512> CounterLanes for U128x4<P> {
    #[inline(always)]
    fn numbered(self, first: i32) -> Self {
        // SAFETY: a value of this type exists, so the CPU has AVX-512.
        Self::new(self.proof, unsafe {
            let (second, third, fourth) = (first + 1, first + 2, first + 3);
            let numbers = _mm512_setr_epi32(first, 0, 0, 0, second, 0, 0, 0, third, 0, 0, 0, fourth, 0, 0, 0);
            _mm512_add_epi32(self.register, numbers)
        })
    }

    #[inline(always)]
    fn count(self, vectors: i32) -> Self {
        // SAFETY: a value of this type exists, so the CPU has AVX-512.
        Self::new(self.proof, unsafe { _mm512_add_epi32(self.register, _mm512_maskz_set1_epi32(0x1111, 4 * vectors)) })
    }

    #[inline(always)]
    fn count_last(self, vectors: i32) -> Self {
        // SAFETY: a value of this type exists, so the CPU has AVX-512.
        Self::new(self.proof, unsafe {
            _mm512_add_epi32(self.register, _mm512_maskz_set1_epi32(0x8888, (4 * vectors) << 24))
        })
    }
}

impl<P: ProvesAvx512Vaes> AesRounds for U128x4<P> {
    #[inline(always)]
    fn encrypt(self, key: Self) -> Self {
        // SAFETY: a value of this type exists, so the CPU has VAES.
        Self::new(self.proof, unsafe { _mm512_aesenc_epi128(self.register, key.register) })
    }

    #[inline(always)]
    fn encrypt_last(self, key: Self) -> Self {
        // SAFETY: a value of this type exists, so the CPU has VAES.
        Self::new(self.proof, unsafe { _mm512_aesenclast_epi128(self.register, key.register) })
    }

    #[inline(always)]
    fn decrypt(self, key: Self) -> Self {
        // SAFETY: a value of this type exists, so the CPU has VAES.
        Self::new(self.proof, unsafe { _mm512_aesdec_epi128(self.register, key.register) })
    }

    #[inline(always)]
    fn decrypt_last(self, key: Self) -> Self {
        // SAFETY: a value of this type exists, so the CPU has VAES.
        Self::new(self.proof, unsafe { _mm512_aesdeclast_epi128(self.register, key.register) })
    }
}

impl<P: ProvesVpclmul> CarryLess for U128x4<P> {
    #[inline(always)]
    fn product_of_halves<const HALVES: i32>(self, other: Self) -> Self {
        // SAFETY: a value of this type exists, so the CPU has VPCLMULQDQ.
        Self::new(self.proof, unsafe { _mm512_clmulepi64_epi128::<HALVES>(self.register, other.register) })
    }

    #[inline(always)]
    fn times_reduction(self) -> Self {
        // SAFETY: a value of this type exists, so the CPU has VPCLMULQDQ.
        Self::new(self.proof, unsafe {
            let reduction = _mm512_broadcast_i32x4(_mm_set_epi64x(0, REDUCTION));
            _mm512_clmulepi64_epi128::<0x00>(self.register, reduction)
        })
    }
}
