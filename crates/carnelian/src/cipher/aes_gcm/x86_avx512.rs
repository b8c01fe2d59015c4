//! AES-GCM with VAES and VPCLMULQDQ over AVX-512, four blocks per vector.
#![allow(unsafe_code)]

use super::kernel::{Block, Direction, POWERS, Powers, RoundKeys, Start};
use super::x86_stream::{self, Blocks, Message};
use crate::base::cpu::{AesNi, Avx512Vaes, Clmul, Vpclmul};
use crate::base::in_out::InOut;
use crate::base::lanes::powers::from_place;
use crate::base::lanes::x86_clmul::{Factor, Sum, X1, X4};
use crate::base::memory::{align_frame, wipe_stack};
use core::arch::x86_64::*;

/// Tokens of all CPU features that the kernel needs.
#[derive(Clone, Copy, Debug)]
pub(super) struct Proof {
    pub(super) vaes: Avx512Vaes,
    pub(super) vpclmul: Vpclmul,
    pub(super) clmul: Clmul,
}

/// Up to this many bytes, everything fits into registers.
const SHORT: usize = 64;

/// Vectors in a step.
const STEP: usize = 8;

pub(super) fn apply<D: Direction, const KEY_LEN: usize>(
    proof: Proof,
    keys: &RoundKeys,
    powers: &Powers,
    start: Start,
    aad: &[u8],
    data: &mut InOut<'_>,
) -> Block {
    #[inline(never)]
    #[target_feature(enable = "vaes,aes,vpclmulqdq,pclmulqdq,avx512f,avx512vl,avx512bw,avx512dq,avx2,bmi1,bmi2")]
    fn kernel<D: Direction, const KEY_LEN: usize>(
        proof: Proof,
        keys: &RoundKeys,
        powers: &Powers,
        start: Start,
        message: Message<'_>,
        tag: &mut Block,
    ) {
        align_frame();
        // SAFETY: the features are enabled here; the only call passes the pointers of an `InOut` of `len` bytes.
        unsafe { x86_stream::apply::<X4, D, STEP, KEY_LEN>(proof, keys, powers, start, message, tag) };
    }
    let len = data.len();
    let (input, output) = data.pointers();
    let mut tag = [0; 16];
    // SAFETY: the token proves that the CPU has these features.
    unsafe {
        kernel::<D, KEY_LEN>(proof, keys, powers, start, Message { aad, input, output, len }, &mut tag);
    };
    if len > SHORT {
        wipe_stack::<512>();
    }
    tag
}

/// Returns a mask of the first `len` bytes of a vector.
#[inline(always)]
fn mask(len: usize) -> __mmask64 {
    debug_assert!(len <= 64);
    // SAFETY: kernels with this vector enable BMI2.
    unsafe { _bzhi_u64(u64::MAX, len as u32) }
}

impl Blocks for X4 {
    type Sum = Sum<Self>;
    type Total = Sum<X1>;
    /// H⁴, H⁸, H¹², H¹⁶: a load that fills all lanes with one block costs as much as a third of a multiplication.
    type Kept = [Factor<Self>; 4];
    type Proof = Proof;
    const LANES: usize = 4;

    #[inline(always)]
    fn broadcast(proof: Proof, block: &Block) -> Self {
        // SAFETY: the token proves AVX-512; the load reads an array of 16 bytes.
        Self::new(proof.vpclmul, unsafe { _mm512_broadcast_i32x4(_mm_loadu_si128(block.as_ptr().cast())) })
    }

    #[inline(always)]
    unsafe fn load(proof: Proof, from: *const u8) -> Self {
        // SAFETY: the token proves AVX-512; the caller guarantees that a vector can be read.
        Self::new(proof.vpclmul, unsafe { _mm512_loadu_si512(from.cast()) })
    }

    #[inline(always)]
    unsafe fn store(self, to: *mut u8) {
        // SAFETY: a value of this type exists, so the CPU has AVX-512; the caller guarantees that a vector can be
        // written.
        unsafe { _mm512_storeu_si512(to.cast(), self.register()) };
    }

    #[inline(always)]
    unsafe fn load_part(proof: Proof, from: *const u8, len: usize) -> Self {
        if len == Self::BYTES {
            // SAFETY: the caller guarantees `len` bytes. What was stored with a mask cannot be loaded before it is in
            // the cache.
            return unsafe { Self::load(proof, from) };
        }
        if len == 0 {
            // A masked load would read nothing either, but takes very long from an address without memory.
            return Self::of_one(proof.vpclmul, X1::of_bytes(proof.clmul, 0));
        }
        // SAFETY: the token proves AVX-512; the caller guarantees `len` bytes, and the mask keeps within them.
        Self::new(proof.vpclmul, unsafe { _mm512_maskz_loadu_epi8(mask(len), from.cast()) })
    }

    #[inline(always)]
    unsafe fn store_part(self, proof: Proof, to: *mut u8, len: usize) -> Self {
        if len == Self::BYTES {
            // SAFETY: the caller guarantees that `len` bytes, those of a vector, can be written.
            unsafe { self.store(to) };
            return self;
        }
        if len == 0 {
            return Self::of_one(proof.vpclmul, X1::of_bytes(proof.clmul, 0));
        }
        // SAFETY: the token proves AVX-512; the caller guarantees `len` bytes, and the mask keeps within them.
        Self::new(proof.vpclmul, unsafe {
            _mm512_mask_storeu_epi8(to.cast(), mask(len), self.register());
            _mm512_maskz_mov_epi8(mask(len), self.register())
        })
    }

    #[inline(always)]
    fn numbered(self, proof: Proof) -> Self {
        // SAFETY: the token proves AVX-512.
        Self::new(proof.vpclmul, unsafe {
            let numbers = _mm512_setr_epi32(1, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0, 4, 0, 0, 0);
            _mm512_add_epi32(self.register(), numbers)
        })
    }

    #[inline(always)]
    fn next(self, proof: Proof) -> Self {
        // SAFETY: the token proves AVX-512.
        Self::new(proof.vpclmul, unsafe { _mm512_add_epi32(self.register(), _mm512_maskz_set1_epi32(0x1111, 4)) })
    }

    #[inline(always)]
    fn next_in_last_byte(self, proof: Proof) -> Self {
        // SAFETY: the token proves AVX-512.
        Self::new(proof.vpclmul, unsafe { _mm512_add_epi32(self.register(), _mm512_maskz_set1_epi32(0x8888, 4 << 24)) })
    }

    #[inline(always)]
    fn encrypt(self, proof: Proof, key: Self) -> Self {
        // SAFETY: the token proves VAES.
        Self::new(proof.vpclmul, unsafe { _mm512_aesenc_epi128(self.register(), key.register()) })
    }

    #[inline(always)]
    fn encrypt_last(self, proof: Proof, key: Self) -> Self {
        // SAFETY: the token proves VAES.
        Self::new(proof.vpclmul, unsafe { _mm512_aesenclast_epi128(self.register(), key.register()) })
    }

    #[inline(always)]
    fn spread(proof: Proof, block: X1) -> Self {
        // SAFETY: the token proves AVX-512.
        Self::new(proof.vpclmul, unsafe { _mm512_broadcast_i32x4(block.register()) })
    }

    #[inline(always)]
    fn of_one(proof: Proof, first: X1) -> Self {
        Self::of_one(proof.vpclmul, first)
    }

    #[inline(always)]
    fn total(sum: Self::Sum) -> Self::Total {
        sum.of_lanes()
    }

    #[inline(always)]
    fn powers(proof: Proof, powers: &Powers, at: usize) -> Factor<Self> {
        // SAFETY: the token proves AVX-512; the loads read four elements.
        unsafe {
            Factor {
                whole: Self::load(proof, from_place::<4>(&powers.whole, at).as_ptr().cast()),
                shifted: Self::load(proof, from_place::<4>(&powers.shifted, at).as_ptr().cast()),
            }
        }
    }

    #[inline(always)]
    fn kept(proof: Proof, powers: &Powers) -> Self::Kept {
        core::array::from_fn(|i| {
            let at = POWERS - (i + 1) * Self::LANES;
            // SAFETY: the token proves AVX-512; the loads read arrays of 16 bytes.
            unsafe {
                let (whole, shifted) = (powers.whole[at].as_ptr(), powers.shifted[at].as_ptr());
                Factor {
                    whole: Self::new(proof.vpclmul, _mm512_broadcast_i32x4(_mm_loadu_si128(whole.cast()))),
                    shifted: Self::new(proof.vpclmul, _mm512_broadcast_i32x4(_mm_loadu_si128(shifted.cast()))),
                }
            }
        })
    }

    #[inline(always)]
    fn same_power(_: Proof, kept: Self::Kept, _: &Powers, at: usize) -> Factor<Self> {
        kept[(POWERS - at) / Self::LANES - 1]
    }

    #[inline(always)]
    fn one_power(proof: Proof, powers: &Powers, at: usize) -> Factor<X1> {
        <X1 as Blocks>::powers(Self::one(proof), powers, at)
    }

    #[inline(always)]
    fn one(proof: Proof) -> (AesNi, Clmul) {
        (proof.vaes.aes_ni(), proof.clmul)
    }
}
