//! One block in an xmm register, for CPUs with AVX and for CPUs without: the token decides how the instructions are
//! encoded.
#![allow(unsafe_code)]

use super::powers::Element;
use super::products::REDUCTION;
use super::x86_tokens::{ProvesAesNi, ProvesClmul, ProvesSse41};
use super::{AesRounds, CarryLess, CounterLanes, U128Lanes};
use core::arch::x86_64::*;

/// One block. Only a holder of the proof can make one.
#[derive(Clone, Copy)]
pub(crate) struct U128x1<P> {
    register: __m128i,
    proof: P,
}

/// Returns the byte indices that reverse a block.
#[inline(always)]
pub(super) fn reversed_order(_: impl ProvesSse41) -> __m128i {
    // SAFETY: the token proves SSE4.1.
    unsafe { _mm_set_epi64x(0x0001_0203_0405_0607, 0x0809_0a0b_0c0d_0e0f) }
}

impl<P: ProvesSse41> U128x1<P> {
    #[inline(always)]
    pub(crate) fn new(proof: P, register: __m128i) -> Self {
        Self { register, proof }
    }

    /// Returns the register.
    #[inline(always)]
    pub(crate) fn register(self) -> __m128i {
        self.register
    }

    /// Returns the proof with which the vector was made.
    #[inline(always)]
    pub(crate) fn proof(self) -> P {
        self.proof
    }

    /// Stores a block.
    #[inline(always)]
    pub(crate) fn store_block(self, block: &mut [u8; 16]) {
        // SAFETY: the store writes an array of 16 bytes.
        unsafe { self.store(block.as_mut_ptr()) }
    }

    /// Stores an element of the field.
    #[inline(always)]
    pub(crate) fn store_element(self, element: &mut Element) {
        // SAFETY: an element has the bytes of a block.
        unsafe { self.store(element.as_mut_ptr().cast()) }
    }
}

impl<P: ProvesSse41> U128Lanes for U128x1<P> {
    type Proof = P;
    type One = Self;
    const LANES: usize = 1;

    #[inline(always)]
    fn broadcast(proof: P, block: &[u8; 16]) -> Self {
        // SAFETY: the load reads an array of 16 bytes.
        unsafe { Self::load(proof, block.as_ptr()) }
    }

    #[inline(always)]
    fn broadcast_element(proof: P, element: &Element) -> Self {
        // SAFETY: an element has 16 bytes.
        unsafe { Self::load(proof, element.as_ptr().cast()) }
    }

    #[inline(always)]
    fn splat(proof: P, block: u128) -> Self {
        // SAFETY: the token proves SSE4.1.
        Self::new(proof, unsafe { _mm_set_epi64x((block >> 64) as i64, block as i64) })
    }

    #[inline(always)]
    fn spread(block: Self) -> Self {
        block
    }

    #[inline(always)]
    fn of_one(first: Self) -> Self {
        first
    }

    #[inline(always)]
    fn sum(self) -> Self {
        self
    }

    #[inline(always)]
    unsafe fn load(proof: P, from: *const u8) -> Self {
        // SAFETY: the token proves SSE4.1; the caller guarantees that a block can be read.
        Self::new(proof, unsafe { _mm_loadu_si128(from.cast()) })
    }

    #[inline(always)]
    unsafe fn store(self, to: *mut u8) {
        // SAFETY: a value of this type exists, so the CPU has SSE4.1; the caller guarantees that a block can be written.
        unsafe { _mm_storeu_si128(to.cast(), self.register) };
    }

    #[inline(always)]
    unsafe fn load_part(proof: P, from: *const u8, len: usize) -> Self {
        // SAFETY: the caller guarantees that `len` bytes, at most a block, can be read.
        unsafe {
            if len == Self::BYTES {
                return Self::load(proof, from);
            }
            let mut block = [0; 16];
            core::ptr::copy_nonoverlapping(from, block.as_mut_ptr(), len);
            Self::broadcast(proof, &block)
        }
    }

    #[inline(always)]
    unsafe fn store_part(self, to: *mut u8, len: usize) -> Self {
        // SAFETY: the caller guarantees that `len` bytes, at most a block, can be written.
        unsafe {
            if len == Self::BYTES {
                self.store(to);
                return self;
            }
            let mut block = [0; 16];
            self.store(block.as_mut_ptr());
            block[len..].fill(0);
            core::ptr::copy_nonoverlapping(block.as_ptr(), to, len);
            Self::broadcast(self.proof, &block)
        }
    }

    /// Processes eight, four, two and one bytes, where `len` has that bit: what is written in parts is not read again.
    #[inline(always)]
    unsafe fn xor_part(self, mut input: *const u8, mut output: *mut u8, len: usize) {
        // SAFETY: a value of this type exists, so the CPU has SSE4.1; the caller guarantees `len` bytes at both pointers,
        // and the lengths of the parts sum to `len`.
        unsafe {
            let mut stream = _mm_cvtsi128_si64(self.register).cast_unsigned();
            if len & 8 != 0 {
                output.cast::<u64>().write_unaligned(input.cast::<u64>().read_unaligned() ^ stream);
                (input, output) = (input.add(8), output.add(8));
                stream = _mm_extract_epi64::<1>(self.register).cast_unsigned();
            }
            if len & 4 != 0 {
                output.cast::<u32>().write_unaligned(input.cast::<u32>().read_unaligned() ^ stream as u32);
                (input, output) = (input.add(4), output.add(4));
                stream >>= 32;
            }
            if len & 2 != 0 {
                output.cast::<u16>().write_unaligned(input.cast::<u16>().read_unaligned() ^ stream as u16);
                (input, output) = (input.add(2), output.add(2));
                stream >>= 16;
            }
            if len & 1 != 0 {
                output.write(input.read() ^ stream as u8);
            }
        }
    }

    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        // SAFETY: a value of this type exists, so the CPU has SSE4.1.
        Self::new(self.proof, unsafe { _mm_xor_si128(self.register, other.register) })
    }

    #[inline(always)]
    fn reversed(self) -> Self {
        // SAFETY: a value of this type exists, so the CPU has SSSE3.
        Self::new(self.proof, unsafe { _mm_shuffle_epi8(self.register, reversed_order(self.proof)) })
    }

    #[inline(always)]
    fn swapped(self) -> Self {
        // SAFETY: a value of this type exists, so the CPU has SSE4.1.
        Self::new(self.proof, unsafe { _mm_shuffle_epi32::<0b01_00_11_10>(self.register) })
    }
}

impl<P: ProvesSse41> CounterLanes for U128x1<P> {
    #[inline(always)]
    fn numbered(self, first: i32) -> Self {
        // SAFETY: a value of this type exists, so the CPU has SSE4.1.
        Self::new(self.proof, unsafe { _mm_add_epi32(self.register, _mm_setr_epi32(first, 0, 0, 0)) })
    }

    #[inline(always)]
    fn count(self, vectors: i32) -> Self {
        self.numbered(vectors)
    }

    #[inline(always)]
    fn count_last(self, vectors: i32) -> Self {
        // SAFETY: a value of this type exists, so the CPU has SSE4.1.
        Self::new(self.proof, unsafe { _mm_add_epi32(self.register, _mm_setr_epi32(0, 0, 0, vectors << 24)) })
    }
}

impl<P: ProvesAesNi> AesRounds for U128x1<P> {
    #[inline(always)]
    fn encrypt(self, key: Self) -> Self {
        // SAFETY: a value of this type exists, so the CPU has AES-NI.
        Self::new(self.proof, unsafe { _mm_aesenc_si128(self.register, key.register) })
    }

    #[inline(always)]
    fn encrypt_last(self, key: Self) -> Self {
        // SAFETY: a value of this type exists, so the CPU has AES-NI.
        Self::new(self.proof, unsafe { _mm_aesenclast_si128(self.register, key.register) })
    }

    #[inline(always)]
    fn decrypt(self, key: Self) -> Self {
        // SAFETY: a value of this type exists, so the CPU has AES-NI.
        Self::new(self.proof, unsafe { _mm_aesdec_si128(self.register, key.register) })
    }

    #[inline(always)]
    fn decrypt_last(self, key: Self) -> Self {
        // SAFETY: a value of this type exists, so the CPU has AES-NI.
        Self::new(self.proof, unsafe { _mm_aesdeclast_si128(self.register, key.register) })
    }
}

impl<P: ProvesClmul> CarryLess for U128x1<P> {
    #[inline(always)]
    fn product_of_halves<const HALVES: i32>(self, other: Self) -> Self {
        // SAFETY: a value of this type exists, so the CPU has PCLMULQDQ.
        Self::new(self.proof, unsafe { _mm_clmulepi64_si128::<HALVES>(self.register, other.register) })
    }

    #[inline(always)]
    fn times_reduction(self) -> Self {
        // SAFETY: a value of this type exists, so the CPU has PCLMULQDQ.
        Self::new(self.proof, unsafe { _mm_clmulepi64_si128::<0x00>(self.register, _mm_set_epi64x(0, REDUCTION)) })
    }
}
