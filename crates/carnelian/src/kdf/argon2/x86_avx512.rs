//! Argon2 with AVX-512: a block is sixteen registers, and stays in them from its first word read to its last word
//! written.
#![allow(unsafe_code)]

use super::block::Block;
use super::kernel::{Kernel, Slice};
use super::segment::{self, Compression};
use crate::base::cpu::Avx512;
use crate::base::dispatch::kernels;
use crate::base::lanes::u64::xor3_512;
use crate::base::memory::align_frame;
use core::arch::x86_64::*;
use core::ops::Range;

impl Kernel for Avx512 {
    kernels! { proof: Avx512;
        fn fill(self, slice: &Slice<'_>, lanes: Range<u32>, segments: &mut [Block]) {
            align_frame();
            segment::fill(Registers::new(proof), slice, lanes, segments);
        } wipes 16 << 10;
    }
}

kernels! { proof: Avx512;
    fn addresses(proof, z: &Block, out: &mut Block) {
        align_frame();
        segment::addresses(Registers::new(proof), z, out);
    }
}

/// G on vectors of eight words.
#[derive(Clone, Copy)]
struct Registers {
    proof: Avx512,
    /// Permutations from the diagonals of two rows' pieces to the columns that they are part of, and back: they undo
    /// the diagonalization and swap the two middle 128-bit parts.
    turns: [__m512i; 4],
}

/// One step of G for several quads of registers: a ← a + b + 2·lo(a)·lo(b); d ← (d ⊕ a) >>> R1; c ← c + d +
/// 2·lo(c)·lo(d); b ← (b ⊕ c) >>> R2. The quads are interleaved, since each is one long dependency chain.
macro_rules! half {
    ($proof:expr, $r1:literal, $r2:literal; $([$a:ident $b:ident $c:ident $d:ident])+) => {
        $($a = add_product($proof, $a, $b);)+
        $($d = _mm512_ror_epi64::<$r1>(_mm512_xor_si512($d, $a));)+
        $($c = add_product($proof, $c, $d);)+
        $($b = _mm512_ror_epi64::<$r2>(_mm512_xor_si512($b, $c));)+
    };
}

/// P, Section 3.6, on several quads of registers. Adjacent pieces of two rows are rearranged into columns, and vice
/// versa.
macro_rules! permute {
    ($proof:expr, $turns:expr; $([$a:ident $b:ident $c:ident $d:ident])+) => {
        half!($proof, 32, 24; $([$a $b $c $d])+);
        half!($proof, 16, 63; $([$a $b $c $d])+);
        $($b = _mm512_permutex_epi64::<0x39>($b);)+
        $($c = _mm512_permutex_epi64::<0x4e>($c);)+
        $($d = _mm512_permutex_epi64::<0x93>($d);)+
        half!($proof, 32, 24; $([$a $b $c $d])+);
        half!($proof, 16, 63; $([$a $b $c $d])+);
        $($a = _mm512_permutexvar_epi64($turns[0], $a);)+
        $($b = _mm512_permutexvar_epi64($turns[1], $b);)+
        $($c = _mm512_permutexvar_epi64($turns[2], $c);)+
        $($d = _mm512_permutexvar_epi64($turns[3], $d);)+
    };
}

/// Declares registers with the XOR of both blocks at the given indices.
macro_rules! load {
    ($proof:expr, $x:ident, $y:ident; $($name:ident = $at:literal),+) => {
        $(let mut $name = _mm512_xor_si512(eight($proof, $x, $at), eight($proof, $y, $at));)+
    };
}

/// Writes registers to `out` at the given indices, each XORed with both input blocks there.
macro_rules! store {
    ($proof:expr, $x:ident, $y:ident, $out:ident, $adds:ident; $($name:ident = $at:literal),+) => {$(
        let sum = xor3_512($name, eight($proof, $x, $at), eight($proof, $y, $at));
        let sum = if $adds { _mm512_xor_si512(sum, eight($proof, $out, $at)) } else { sum };
        *eight_mut($out, $at) = sum;
    )+};
}

impl Registers {
    #[inline(always)]
    fn new(proof: Avx512) -> Self {
        // SAFETY: the token proves that the CPU has AVX-512.
        let turns = unsafe {
            [
                _mm512_setr_epi64(0, 1, 4, 5, 2, 3, 6, 7),
                _mm512_setr_epi64(3, 0, 7, 4, 1, 2, 5, 6),
                _mm512_setr_epi64(2, 3, 6, 7, 0, 1, 4, 5),
                _mm512_setr_epi64(1, 2, 5, 6, 3, 0, 7, 4),
            ]
        };
        Self { proof, turns }
    }
}

impl Compression for Registers {
    type Rest = [__m512i; 12];

    #[inline(always)]
    fn first(self, _: &mut Block, x: &Block, y: &Block, out: &mut Block, adds: bool) -> (u64, [__m512i; 12]) {
        let Self { proof, turns } = self;
        // SAFETY: the token proves that the CPU has AVX-512.
        unsafe {
            load!(proof, x, y; v00 = 0, v01 = 1, v02 = 2, v03 = 3, v10 = 4, v11 = 5, v12 = 6, v13 = 7);
            load!(proof, x, y; v20 = 8, v21 = 9, v22 = 10, v23 = 11, v30 = 12, v31 = 13, v32 = 14, v33 = 15);
            permute!(proof, turns; [v00 v01 v02 v03] [v10 v11 v12 v13] [v20 v21 v22 v23] [v30 v31 v32 v33]);
            permute!(proof, turns; [v00 v10 v20 v30]);
            store!(proof, x, y, out, adds; v00 = 0, v10 = 4, v20 = 8, v30 = 12);
            (out.0[0], [v01, v11, v21, v31, v02, v12, v22, v32, v03, v13, v23, v33])
        }
    }

    #[inline(always)]
    fn second(self, rest: [__m512i; 12], _: &mut Block, x: &Block, y: &Block, out: &mut Block, adds: bool) {
        let Self { proof, turns } = self;
        let [
            mut v01,
            mut v11,
            mut v21,
            mut v31,
            mut v02,
            mut v12,
            mut v22,
            mut v32,
            mut v03,
            mut v13,
            mut v23,
            mut v33,
        ] = rest;
        // SAFETY: the token proves that the CPU has AVX-512.
        unsafe {
            permute!(proof, turns; [v01 v11 v21 v31] [v02 v12 v22 v32] [v03 v13 v23 v33]);
            store!(proof, x, y, out, adds; v01 = 1, v11 = 5, v21 = 9, v31 = 13, v02 = 2, v12 = 6);
            store!(proof, x, y, out, adds; v22 = 10, v32 = 14, v03 = 3, v13 = 7, v23 = 11, v33 = 15);
        }
    }

    #[inline(always)]
    fn addresses(self, z: &Block, out: &mut Block) {
        addresses(self.proof, z, out);
    }
}

/// Returns a + b + 2·lo(a)·lo(b), where lo is the lower half of a word.
#[inline(always)]
fn add_product(_: Avx512, a: __m512i, b: __m512i) -> __m512i {
    // SAFETY: the token proves that the CPU has AVX-512.
    unsafe {
        let product = _mm512_mul_epu32(a, b);
        _mm512_add_epi64(_mm512_add_epi64(a, b), _mm512_add_epi64(product, product))
    }
}

/// Loads eight words of a block.
#[inline(always)]
fn eight(_: Avx512, block: &Block, at: usize) -> __m512i {
    // SAFETY: the token proves that the CPU has AVX-512; a chunk of eight words in a block is 64 bytes, aligned to 64.
    unsafe { _mm512_load_si512(block.0.as_chunks::<8>().0[at].as_ptr().cast()) }
}

/// Returns eight words of a block for writing.
#[inline(always)]
fn eight_mut(block: &mut Block, at: usize) -> &mut __m512i {
    // SAFETY: a chunk of eight words in a block is 64 bytes, aligned to 64, and borrowed for as long as the block.
    unsafe { &mut *block.0.as_chunks_mut::<8>().0[at].as_mut_ptr().cast() }
}
