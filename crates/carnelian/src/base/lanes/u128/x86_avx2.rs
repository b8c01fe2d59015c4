//! Two blocks in a ymm register.
#![allow(unsafe_code)]

use super::powers::Element;
use super::products::REDUCTION;
use super::x86_sse::{U128x1, reversed_order};
use super::x86_tokens::{ProvesAvx2, ProvesAvx2Vaes, ProvesAvx2Vpclmul};
use super::{AesRounds, CarryLess, CounterLanes, U128Lanes};
use core::arch::x86_64::*;

/// Two blocks. Only a holder of the proof can make them.
#[derive(Clone, Copy)]
pub(crate) struct U128x2<P> {
    register: __m256i,
    proof: P,
}

impl<P: ProvesAvx2> U128x2<P> {
    #[inline(always)]
    fn new(proof: P, register: __m256i) -> Self {
        Self { register, proof }
    }

    /// Returns a vector of two blocks.
    #[inline(always)]
    pub(crate) fn of_two([first, second]: [U128x1<P>; 2]) -> Self {
        // SAFETY: values of this type exist, so the CPU has AVX2.
        Self::new(first.proof(), unsafe { _mm256_set_m128i(second.register(), first.register()) })
    }

    /// Loads two blocks.
    #[inline(always)]
    pub(crate) fn load_blocks(proof: P, blocks: &[u8; 32]) -> Self {
        // SAFETY: the load reads an array of 32 bytes.
        unsafe { Self::load(proof, blocks.as_ptr()) }
    }

    /// Loads two elements of the field.
    #[inline(always)]
    pub(crate) fn load_elements(proof: P, elements: &[Element; 2]) -> Self {
        // SAFETY: two elements have 32 bytes.
        unsafe { Self::load(proof, elements.as_ptr().cast()) }
    }

    /// Stores two elements of the field.
    #[inline(always)]
    pub(crate) fn store_elements(self, elements: &mut [Element; 2]) {
        // SAFETY: two elements have 32 bytes.
        unsafe { self.store(elements.as_mut_ptr().cast()) }
    }

    #[inline(always)]
    fn halves(self) -> [U128x1<P>; 2] {
        // SAFETY: a value of this type exists, so the CPU has AVX2.
        let (low, high) =
            unsafe { (_mm256_castsi256_si128(self.register), _mm256_extracti128_si256::<1>(self.register)) };
        [U128x1::new(self.proof, low), U128x1::new(self.proof, high)]
    }
}

impl<P: ProvesAvx2> U128Lanes for U128x2<P> {
    type Proof = P;
    type One = U128x1<P>;
    const LANES: usize = 2;

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
        // SAFETY: a value of this type exists, so the CPU has AVX2.
        Self::new(block.proof(), unsafe { _mm256_broadcastsi128_si256(block.register()) })
    }

    #[inline(always)]
    fn of_one(first: U128x1<P>) -> Self {
        // SAFETY: a value of this type exists, so the CPU has AVX2.
        Self::new(first.proof(), unsafe { _mm256_zextsi128_si256(first.register()) })
    }

    #[inline(always)]
    fn sum(self) -> U128x1<P> {
        let [low, high] = self.halves();
        low.xor(high)
    }

    #[inline(always)]
    unsafe fn load(proof: P, from: *const u8) -> Self {
        // SAFETY: the token proves AVX2; the caller guarantees that a vector can be read.
        Self::new(proof, unsafe { _mm256_loadu_si256(from.cast()) })
    }

    #[inline(always)]
    unsafe fn store(self, to: *mut u8) {
        // SAFETY: a value of this type exists, so the CPU has AVX2; the caller guarantees that a vector can be written.
        unsafe { _mm256_storeu_si256(to.cast(), self.register) };
    }

    #[inline(always)]
    unsafe fn load_part(proof: P, from: *const u8, len: usize) -> Self {
        if len == Self::BYTES {
            // SAFETY: the caller guarantees that `len` bytes, those of a vector, can be read.
            return unsafe { Self::load(proof, from) };
        }
        let mut bytes = [0; 32];
        // SAFETY: the caller guarantees that `len` bytes can be read, and the array has the bytes of a vector.
        unsafe { core::ptr::copy_nonoverlapping(from, bytes.as_mut_ptr(), len) };
        Self::load_blocks(proof, &bytes)
    }

    #[inline(always)]
    unsafe fn store_part(self, to: *mut u8, len: usize) -> Self {
        if len == Self::BYTES {
            // SAFETY: the caller guarantees that `len` bytes, those of a vector, can be written.
            unsafe { self.store(to) };
            return self;
        }
        let mut bytes = [0; 32];
        // SAFETY: the caller guarantees that `len` bytes can be written, and the array has the bytes of a vector.
        unsafe {
            self.store(bytes.as_mut_ptr());
            bytes[len..].fill(0);
            core::ptr::copy_nonoverlapping(bytes.as_ptr(), to, len);
        }
        Self::load_blocks(self.proof, &bytes)
    }

    #[inline(always)]
    unsafe fn xor_part(self, input: *const u8, output: *mut u8, len: usize) {
        let ([low, high], half) = (self.halves(), U128x1::<P>::BYTES);
        // SAFETY: the caller guarantees `len` bytes at both pointers.
        unsafe {
            if len < half {
                low.xor_part(input, output, len);
            } else {
                low.xor(U128x1::load(self.proof, input)).store(output);
                high.xor_part(input.add(half), output.add(half), len - half);
            }
        }
    }

    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        // SAFETY: a value of this type exists, so the CPU has AVX2.
        Self::new(self.proof, unsafe { _mm256_xor_si256(self.register, other.register) })
    }

    #[inline(always)]
    fn reversed(self) -> Self {
        // SAFETY: a value of this type exists, so the CPU has AVX2.
        Self::new(self.proof, unsafe {
            _mm256_shuffle_epi8(self.register, _mm256_broadcastsi128_si256(reversed_order(self.proof)))
        })
    }

    #[inline(always)]
    fn swapped(self) -> Self {
        // SAFETY: a value of this type exists, so the CPU has AVX2.
        Self::new(self.proof, unsafe { _mm256_shuffle_epi32::<0b01_00_11_10>(self.register) })
    }
}

impl<P: ProvesAvx2> CounterLanes for U128x2<P> {
    #[inline(always)]
    fn numbered(self, first: i32) -> Self {
        // SAFETY: a value of this type exists, so the CPU has AVX2.
        Self::new(self.proof, unsafe {
            _mm256_add_epi32(self.register, _mm256_setr_epi32(first, 0, 0, 0, first + 1, 0, 0, 0))
        })
    }

    #[inline(always)]
    fn count(self, vectors: i32) -> Self {
        let step = 2 * vectors;
        // SAFETY: a value of this type exists, so the CPU has AVX2.
        Self::new(self.proof, unsafe {
            _mm256_add_epi32(self.register, _mm256_setr_epi32(step, 0, 0, 0, step, 0, 0, 0))
        })
    }

    #[inline(always)]
    fn count_last(self, vectors: i32) -> Self {
        let step = (2 * vectors) << 24;
        // SAFETY: a value of this type exists, so the CPU has AVX2.
        Self::new(self.proof, unsafe {
            _mm256_add_epi32(self.register, _mm256_setr_epi32(0, 0, 0, step, 0, 0, 0, step))
        })
    }
}

impl<P: ProvesAvx2Vaes> AesRounds for U128x2<P> {
    #[inline(always)]
    fn encrypt(self, key: Self) -> Self {
        // SAFETY: a value of this type exists, so the CPU has VAES.
        Self::new(self.proof, unsafe { _mm256_aesenc_epi128(self.register, key.register) })
    }

    #[inline(always)]
    fn encrypt_last(self, key: Self) -> Self {
        // SAFETY: a value of this type exists, so the CPU has VAES.
        Self::new(self.proof, unsafe { _mm256_aesenclast_epi128(self.register, key.register) })
    }

    #[inline(always)]
    fn decrypt(self, key: Self) -> Self {
        // SAFETY: a value of this type exists, so the CPU has VAES.
        Self::new(self.proof, unsafe { _mm256_aesdec_epi128(self.register, key.register) })
    }

    #[inline(always)]
    fn decrypt_last(self, key: Self) -> Self {
        // SAFETY: a value of this type exists, so the CPU has VAES.
        Self::new(self.proof, unsafe { _mm256_aesdeclast_epi128(self.register, key.register) })
    }
}

impl<P: ProvesAvx2Vpclmul> CarryLess for U128x2<P> {
    #[inline(always)]
    fn product_of_halves<const HALVES: i32>(self, other: Self) -> Self {
        // SAFETY: a value of this type exists, so the CPU has VPCLMULQDQ.
        Self::new(self.proof, unsafe { _mm256_clmulepi64_epi128::<HALVES>(self.register, other.register) })
    }

    #[inline(always)]
    fn times_reduction(self) -> Self {
        // SAFETY: a value of this type exists, so the CPU has VPCLMULQDQ.
        Self::new(self.proof, unsafe {
            let reduction = _mm256_broadcastsi128_si256(_mm_set_epi64x(0, REDUCTION));
            _mm256_clmulepi64_epi128::<0x00>(self.register, reduction)
        })
    }
}
