//! Argon2 with AVX2: four words per register; processes two rows, or the same piece of eight rows, at a time.
#![allow(unsafe_code)]

use super::block::Block;
use super::kernel::{Kernel, Slice};
use super::segment::{self, Compression};
use crate::base::cpu::Avx2;
use crate::base::dispatch::kernels;
use crate::base::memory::align_frame;
use core::arch::x86_64::*;
use core::ops::Range;

impl Kernel for Avx2 {
    kernels! { proof: Avx2;
        fn fill(self, slice: &Slice<'_>, lanes: Range<u32>, segments: &mut [Block]) {
            align_frame();
            segment::fill(Registers(proof), slice, lanes, segments);
        } wipes 16 << 10;
    }
}

kernels! { proof: Avx2;
    fn addresses(proof, z: &Block, out: &mut Block) {
        align_frame();
        segment::addresses(Registers(proof), z, out);
    }
}

/// G on vectors of four words.
#[derive(Clone, Copy)]
struct Registers(Avx2);

/// Half of GB, Section 3.6, on several quads of registers, interleaved.
macro_rules! half {
    ($proof:expr, $r1:ident, $r2:ident; $([$a:ident $b:ident $c:ident $d:ident])+) => {
        $($a = add_product($proof, $a, $b);)+
        $($d = $r1($proof, xor($proof, $d, $a));)+
        $($c = add_product($proof, $c, $d);)+
        $($b = $r2($proof, xor($proof, $b, $c));)+
    };
}

/// GB on several quads of registers.
macro_rules! g {
    ($proof:expr; $($quads:tt)+) => {
        half!($proof, ror_32, ror_24; $($quads)+);
        half!($proof, ror_16, ror_63; $($quads)+);
    };
}

/// P on two adjacent rows, each given as four registers.
macro_rules! rows {
    ($proof:expr; $([$a:ident $b:ident $c:ident $d:ident])+) => {
        g!($proof; $([$a $b $c $d])+);
        $($b = _mm256_permute4x64_epi64::<0x39>($b);)+
        $($c = _mm256_permute4x64_epi64::<0x4e>($c);)+
        $($d = _mm256_permute4x64_epi64::<0x93>($d);)+
        g!($proof; $([$a $b $c $d])+);
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
        let proof = self.0;
        let first = 8 * p;
        macro_rules! load {
            ($at:literal) => {
                xor(proof, four(proof, x, first + $at), four(proof, y, first + $at))
            };
        }
        let (mut a0, mut a1, mut b0, mut b1) = (load!(0), load!(1), load!(2), load!(3));
        let (mut c0, mut c1, mut d0, mut d1) = (load!(4), load!(5), load!(6), load!(7));
        // SAFETY: the token proves that the CPU has AVX2.
        unsafe {
            rows!(proof; [a0 b0 c0 d0] [a1 b1 c1 d1]);
        }
        for (at, row) in [a0, a1, b0, b1, c0, c1, d0, d1].into_iter().enumerate() {
            *four_mut(out, first + at) = row;
        }
    }

    /// Applies P to the two columns that piece `q` of each row is part of, and XORs the result with both input blocks.
    #[inline(always)]
    fn columns(self, q: usize, scratch: &Block, x: &Block, y: &Block, out: &mut Block, adds: bool) {
        let proof = self.0;
        let at = |row: usize| 8 * (row / 2) + 2 * q + row % 2;
        let (mut a0, mut a1) = (four(proof, scratch, at(0)), four(proof, scratch, at(1)));
        let (mut b0, mut b1) = (four(proof, scratch, at(2)), four(proof, scratch, at(3)));
        let (mut c0, mut c1) = (four(proof, scratch, at(4)), four(proof, scratch, at(5)));
        let (mut d0, mut d1) = (four(proof, scratch, at(6)), four(proof, scratch, at(7)));
        g!(proof; [a0 b0 c0 d0] [a1 b1 c1 d1]);
        (b0, b1) = (across(proof, b0, b1), across(proof, b1, b0));
        (d0, d1) = (across(proof, d1, d0), across(proof, d0, d1));
        g!(proof; [a0 b0 c1 d0] [a1 b1 c0 d1]);
        (b0, b1) = (across(proof, b1, b0), across(proof, b0, b1));
        (d0, d1) = (across(proof, d0, d1), across(proof, d1, d0));
        for (row, words) in [a0, a1, b0, b1, c0, c1, d0, d1].into_iter().enumerate() {
            let at = at(row);
            let sum = xor(proof, words, xor(proof, four(proof, x, at), four(proof, y, at)));
            *four_mut(out, at) = if adds { xor(proof, sum, four(proof, out, at)) } else { sum };
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
#[inline(always)]
fn add_product(_: Avx2, a: __m256i, b: __m256i) -> __m256i {
    // SAFETY: the token proves that the CPU has AVX2.
    unsafe {
        let product = _mm256_mul_epu32(a, b);
        _mm256_add_epi64(_mm256_add_epi64(a, b), _mm256_add_epi64(product, product))
    }
}

#[inline(always)]
fn xor(_: Avx2, a: __m256i, b: __m256i) -> __m256i {
    // SAFETY: the token proves that the CPU has AVX2.
    unsafe { _mm256_xor_si256(a, b) }
}

/// Returns in each half the upper word of `low` and the lower word of `high`.
#[inline(always)]
fn across(_: Avx2, low: __m256i, high: __m256i) -> __m256i {
    // SAFETY: the token proves that the CPU has AVX2.
    unsafe { _mm256_alignr_epi8::<8>(high, low) }
}

/// Rotates words right by 32 bits.
#[inline(always)]
fn ror_32(_: Avx2, words: __m256i) -> __m256i {
    // SAFETY: the token proves that the CPU has AVX2.
    unsafe { _mm256_shuffle_epi32::<0b10_11_00_01>(words) }
}

/// Rotates words right by 24 bits.
#[inline(always)]
fn ror_24(_: Avx2, words: __m256i) -> __m256i {
    // SAFETY: the token proves that the CPU has AVX2.
    unsafe {
        let order = _mm_setr_epi8(3, 4, 5, 6, 7, 0, 1, 2, 11, 12, 13, 14, 15, 8, 9, 10);
        _mm256_shuffle_epi8(words, _mm256_broadcastsi128_si256(order))
    }
}

/// Rotates words right by 16 bits.
#[inline(always)]
fn ror_16(_: Avx2, words: __m256i) -> __m256i {
    // SAFETY: the token proves that the CPU has AVX2.
    unsafe {
        let order = _mm_setr_epi8(2, 3, 4, 5, 6, 7, 0, 1, 10, 11, 12, 13, 14, 15, 8, 9);
        _mm256_shuffle_epi8(words, _mm256_broadcastsi128_si256(order))
    }
}

/// Rotates words right by 63 bits, which is left by one.
#[inline(always)]
fn ror_63(_: Avx2, words: __m256i) -> __m256i {
    // SAFETY: the token proves that the CPU has AVX2.
    unsafe { _mm256_or_si256(_mm256_add_epi64(words, words), _mm256_srli_epi64::<63>(words)) }
}

/// Loads four words of a block.
#[inline(always)]
fn four(_: Avx2, block: &Block, at: usize) -> __m256i {
    // SAFETY: the token proves that the CPU has AVX2; a chunk of four words in a block is 32 bytes, aligned to 32.
    unsafe { _mm256_load_si256(block.0.as_chunks::<4>().0[at].as_ptr().cast()) }
}

/// Returns four words of a block for writing.
#[inline(always)]
fn four_mut(block: &mut Block, at: usize) -> &mut __m256i {
    // SAFETY: a chunk of four words in a block is 32 bytes, aligned to 32, and borrowed for as long as the block.
    unsafe { &mut *block.0.as_chunks_mut::<4>().0[at].as_mut_ptr().cast() }
}
