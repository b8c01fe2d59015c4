//! Argon2 with AVX2: four words per register; processes two rows, or the same piece of eight rows, at a time.
#![allow(unsafe_code)]

use super::block::Block;
use super::kernel::{Kernel, Slice};
use super::segment::{self, Compression};
use crate::base::cpu::Avx2;
use crate::base::memory::{align_frame, wipe_stack};
use core::arch::x86_64::*;
use core::ops::Range;

impl Kernel for Avx2 {
    fn fill(self, slice: &Slice<'_>, lanes: Range<u32>, segments: &mut [Block]) {
        #[inline(never)]
        #[target_feature(enable = "avx2,bmi1,bmi2")]
        fn kernel(proof: Avx2, slice: &Slice<'_>, lanes: Range<u32>, segments: &mut [Block]) {
            align_frame();
            segment::fill(Registers(proof), slice, lanes, segments);
        }
        // SAFETY: the token proves that the CPU has these features.
        unsafe { kernel(self, slice, lanes, segments) };
        wipe_stack::<{ 16 << 10 }>();
    }
}

fn addresses(proof: Avx2, z: &Block, out: &mut Block) {
    #[inline(never)]
    #[target_feature(enable = "avx2,bmi1,bmi2")]
    fn kernel(proof: Avx2, z: &Block, out: &mut Block) {
        align_frame();
        segment::addresses(Registers(proof), z, out);
    }
    // SAFETY: the token proves that the CPU has these features.
    unsafe { kernel(proof, z, out) }
}

/// G on vectors of four words.
#[derive(Clone, Copy)]
struct Registers(Avx2);

/// Half of GB, Section 3.6, on several quads of registers, interleaved.
macro_rules! half {
    ($r1:ident, $r2:ident; $([$a:ident $b:ident $c:ident $d:ident])+) => {
        $($a = add_product($a, $b);)+
        $($d = $r1(_mm256_xor_si256($d, $a));)+
        $($c = add_product($c, $d);)+
        $($b = $r2(_mm256_xor_si256($b, $c));)+
    };
}

/// GB on several quads of registers.
macro_rules! g {
    ($($quads:tt)+) => {
        half!(ror_32, ror_24; $($quads)+);
        half!(ror_16, ror_63; $($quads)+);
    };
}

/// P on two adjacent rows, each given as four registers.
macro_rules! rows {
    ($([$a:ident $b:ident $c:ident $d:ident])+) => {
        g!($([$a $b $c $d])+);
        $($b = _mm256_permute4x64_epi64::<0x39>($b);)+
        $($c = _mm256_permute4x64_epi64::<0x4e>($c);)+
        $($d = _mm256_permute4x64_epi64::<0x93>($d);)+
        g!($([$a $b $c $d])+);
        $($b = _mm256_permute4x64_epi64::<0x93>($b);)+
        $($c = _mm256_permute4x64_epi64::<0x4e>($c);)+
        $($d = _mm256_permute4x64_epi64::<0x39>($d);)+
    };
}

/// Operates on 256 bits of each of two rows at a time.
impl Registers {
    /// Applies P to rows 2p and 2p + 1 of the XOR of two blocks.
    #[inline(always)]
    fn rows(self, p: usize, x: &Block, y: &Block, out: &mut Block) {
        // SAFETY: a value of this type exists, so the CPU has AVX2.
        unsafe {
            let load = 8 * p;
            macro_rules! load {
                ($at:literal) => {
                    _mm256_xor_si256(four(x, load + $at), four(y, load + $at))
                };
            }
            let (mut a0, mut a1, mut b0, mut b1) = (load!(0), load!(1), load!(2), load!(3));
            let (mut c0, mut c1, mut d0, mut d1) = (load!(4), load!(5), load!(6), load!(7));
            rows!([a0 b0 c0 d0] [a1 b1 c1 d1]);
            for (at, row) in [a0, a1, b0, b1, c0, c1, d0, d1].into_iter().enumerate() {
                *four_mut(out, load + at) = row;
            }
        }
    }

    /// Applies P to the two columns that piece `q` of each row is part of, and XORs the result with both input blocks.
    #[inline(always)]
    fn columns(self, q: usize, scratch: &Block, x: &Block, y: &Block, out: &mut Block, adds: bool) {
        // SAFETY: a value of this type exists, so the CPU has AVX2.
        unsafe {
            let at = |row: usize| 8 * (row / 2) + 2 * q + row % 2;
            let (mut a0, mut a1, mut b0, mut b1) =
                (four(scratch, at(0)), four(scratch, at(1)), four(scratch, at(2)), four(scratch, at(3)));
            let (mut c0, mut c1, mut d0, mut d1) =
                (four(scratch, at(4)), four(scratch, at(5)), four(scratch, at(6)), four(scratch, at(7)));
            g!([a0 b0 c0 d0] [a1 b1 c1 d1]);
            (b0, b1) = (_mm256_alignr_epi8::<8>(b1, b0), _mm256_alignr_epi8::<8>(b0, b1));
            (d0, d1) = (_mm256_alignr_epi8::<8>(d0, d1), _mm256_alignr_epi8::<8>(d1, d0));
            g!([a0 b0 c1 d0] [a1 b1 c0 d1]);
            (b0, b1) = (_mm256_alignr_epi8::<8>(b0, b1), _mm256_alignr_epi8::<8>(b1, b0));
            (d0, d1) = (_mm256_alignr_epi8::<8>(d1, d0), _mm256_alignr_epi8::<8>(d0, d1));
            for (row, words) in [a0, a1, b0, b1, c0, c1, d0, d1].into_iter().enumerate() {
                let at = at(row);
                let sum = _mm256_xor_si256(words, _mm256_xor_si256(four(x, at), four(y, at)));
                *four_mut(out, at) = if adds { _mm256_xor_si256(sum, four(out, at)) } else { sum };
            }
        }
    }
}

impl Compression for Registers {
    type Rest = ();

    #[inline(always)]
    fn first(self, scratch: &mut Block, x: &Block, y: &Block, out: &mut Block, adds: bool) -> (u64, ()) {
        for p in 0..4 {
            self.rows(p, x, y, scratch);
        }
        self.columns(0, scratch, x, y, out, adds);
        (out.0[0], ())
    }

    #[inline(always)]
    fn second(self, (): (), scratch: &mut Block, x: &Block, y: &Block, out: &mut Block, adds: bool) {
        for q in 1..4 {
            self.columns(q, scratch, x, y, out, adds);
        }
    }

    #[inline(always)]
    fn addresses(self, z: &Block, out: &mut Block) {
        addresses(self.0, z, out);
    }
}

/// Returns a + b + 2·lo(a)·lo(b), where lo is the lower half of a word.
///
/// # Safety
/// The CPU must have AVX2.
#[inline(always)]
unsafe fn add_product(a: __m256i, b: __m256i) -> __m256i {
    // SAFETY: the caller guarantees AVX2.
    unsafe {
        let product = _mm256_mul_epu32(a, b);
        _mm256_add_epi64(_mm256_add_epi64(a, b), _mm256_add_epi64(product, product))
    }
}

/// Rotates words right by 32 bits.
///
/// # Safety
/// The CPU must have AVX2.
#[inline(always)]
unsafe fn ror_32(words: __m256i) -> __m256i {
    // SAFETY: the caller guarantees AVX2.
    unsafe { _mm256_shuffle_epi32::<0b10_11_00_01>(words) }
}

/// Rotates words right by 24 bits.
///
/// # Safety
/// The CPU must have AVX2.
#[inline(always)]
unsafe fn ror_24(words: __m256i) -> __m256i {
    // SAFETY: the caller guarantees AVX2.
    unsafe {
        let order = _mm_setr_epi8(3, 4, 5, 6, 7, 0, 1, 2, 11, 12, 13, 14, 15, 8, 9, 10);
        _mm256_shuffle_epi8(words, _mm256_broadcastsi128_si256(order))
    }
}

/// Rotates words right by 16 bits.
///
/// # Safety
/// The CPU must have AVX2.
#[inline(always)]
unsafe fn ror_16(words: __m256i) -> __m256i {
    // SAFETY: the caller guarantees AVX2.
    unsafe {
        let order = _mm_setr_epi8(2, 3, 4, 5, 6, 7, 0, 1, 10, 11, 12, 13, 14, 15, 8, 9);
        _mm256_shuffle_epi8(words, _mm256_broadcastsi128_si256(order))
    }
}

/// Rotates words right by 63 bits, which is left by one.
///
/// # Safety
/// The CPU must have AVX2.
#[inline(always)]
unsafe fn ror_63(words: __m256i) -> __m256i {
    // SAFETY: the caller guarantees AVX2.
    unsafe { _mm256_or_si256(_mm256_add_epi64(words, words), _mm256_srli_epi64::<63>(words)) }
}

/// Loads four words of a block.
///
/// # Safety
/// The CPU must have AVX2.
#[inline(always)]
unsafe fn four(block: &Block, at: usize) -> __m256i {
    // SAFETY: the caller guarantees AVX2; a chunk of four words in a block is 32 bytes, aligned to 32.
    unsafe { _mm256_load_si256(block.0.as_chunks::<4>().0[at].as_ptr().cast()) }
}

/// Returns four words of a block for writing.
///
/// # Safety
/// The CPU must have AVX2.
#[inline(always)]
unsafe fn four_mut(block: &mut Block, at: usize) -> &mut __m256i {
    // SAFETY: a chunk of four words in a block is 32 bytes, aligned to 32, and borrowed for as long as the block.
    unsafe { &mut *block.0.as_chunks_mut::<4>().0[at].as_mut_ptr().cast() }
}
