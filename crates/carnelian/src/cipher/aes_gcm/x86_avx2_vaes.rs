//! AES-GCM with VAES and VPCLMULQDQ over AVX2, two blocks per vector.
#![allow(unsafe_code)]

use super::kernel::{Block, Direction, Powers, RoundKeys, Start};
use super::x86_stream::{self, Blocks, Message};
use crate::base::cpu::{AesNi, Avx2Vaes, Avx2Vpclmul, Clmul};
use crate::base::in_out::InOut;
use crate::base::lanes::powers::from_place;
use crate::base::lanes::x86_clmul::{Folded, LongSum, X1, X2};
use crate::base::memory::{align_frame, wipe_stack};
use core::arch::x86_64::*;

/// Tokens of all CPU features that the kernel needs.
#[derive(Clone, Copy, Debug)]
pub(super) struct Proof {
    pub(super) vaes: Avx2Vaes,
    pub(super) vpclmul: Avx2Vpclmul,
    pub(super) clmul: Clmul,
}

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
    #[target_feature(enable = "vaes,aes,vpclmulqdq,pclmulqdq,avx2,bmi1,bmi2")]
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
        unsafe { x86_stream::apply::<X2, D, STEP, KEY_LEN>(proof, keys, powers, start, message, tag) };
    }
    let len = data.len();
    let (input, output) = data.pointers();
    let mut tag = [0; 16];
    // SAFETY: the token proves that the CPU has these features.
    unsafe {
        kernel::<D, KEY_LEN>(proof, keys, powers, start, Message { aad, input, output, len }, &mut tag);
    };
    wipe_stack::<1280>();
    tag
}

impl Blocks for X2 {
    type Sum = LongSum<Self>;
    type Total = LongSum<X1>;
    type Kept = ();
    type Proof = Proof;
    const LANES: usize = 2;

    #[inline(always)]
    fn broadcast(proof: Proof, block: &Block) -> Self {
        // SAFETY: the token proves AVX2; the load reads an array of 16 bytes.
        Self::new(proof.vpclmul, unsafe { _mm256_broadcastsi128_si256(_mm_loadu_si128(block.as_ptr().cast())) })
    }

    #[inline(always)]
    unsafe fn load(proof: Proof, from: *const u8) -> Self {
        // SAFETY: the token proves AVX2; the caller guarantees that a vector can be read.
        Self::new(proof.vpclmul, unsafe { _mm256_loadu_si256(from.cast()) })
    }

    #[inline(always)]
    unsafe fn store(self, to: *mut u8) {
        // SAFETY: a value of this type exists, so the CPU has AVX2; the caller guarantees that a vector can be written.
        unsafe { _mm256_storeu_si256(to.cast(), self.register()) };
    }

    #[inline(always)]
    unsafe fn load_part(proof: Proof, from: *const u8, len: usize) -> Self {
        if len == Self::BYTES {
            // SAFETY: the caller guarantees that `len` bytes, those of a vector, can be read.
            return unsafe { Self::load(proof, from) };
        }
        let mut bytes = [0; Self::BYTES];
        // SAFETY: the caller guarantees that `len` bytes can be read, and the array has the bytes of a vector.
        unsafe {
            core::ptr::copy_nonoverlapping(from, bytes.as_mut_ptr(), len);
            Self::load(proof, bytes.as_ptr())
        }
    }

    #[inline(always)]
    unsafe fn store_part(self, proof: Proof, to: *mut u8, len: usize) -> Self {
        if len == Self::BYTES {
            // SAFETY: the caller guarantees that `len` bytes, those of a vector, can be written.
            unsafe { self.store(to) };
            return self;
        }
        let mut bytes = [0; Self::BYTES];
        // SAFETY: the caller guarantees that `len` bytes can be written, and the array has the bytes of a vector.
        unsafe {
            self.store(bytes.as_mut_ptr());
            bytes[len..].fill(0);
            core::ptr::copy_nonoverlapping(bytes.as_ptr(), to, len);
            Self::load(proof, bytes.as_ptr())
        }
    }

    #[inline(always)]
    fn numbered(self, proof: Proof) -> Self {
        // SAFETY: the token proves AVX2.
        Self::new(proof.vpclmul, unsafe {
            _mm256_add_epi32(self.register(), _mm256_setr_epi32(1, 0, 0, 0, 2, 0, 0, 0))
        })
    }

    #[inline(always)]
    fn next(self, proof: Proof) -> Self {
        // SAFETY: the token proves AVX2.
        Self::new(proof.vpclmul, unsafe {
            _mm256_add_epi32(self.register(), _mm256_setr_epi32(2, 0, 0, 0, 2, 0, 0, 0))
        })
    }

    #[inline(always)]
    fn next_in_last_byte(self, proof: Proof) -> Self {
        // SAFETY: the token proves AVX2.
        Self::new(proof.vpclmul, unsafe {
            _mm256_add_epi32(self.register(), _mm256_setr_epi32(0, 0, 0, 2 << 24, 0, 0, 0, 2 << 24))
        })
    }

    #[inline(always)]
    fn encrypt(self, proof: Proof, key: Self) -> Self {
        // SAFETY: the token proves VAES.
        Self::new(proof.vpclmul, unsafe { _mm256_aesenc_epi128(self.register(), key.register()) })
    }

    #[inline(always)]
    fn encrypt_last(self, proof: Proof, key: Self) -> Self {
        // SAFETY: the token proves VAES.
        Self::new(proof.vpclmul, unsafe { _mm256_aesenclast_epi128(self.register(), key.register()) })
    }

    #[inline(always)]
    fn spread(proof: Proof, block: X1) -> Self {
        // SAFETY: the token proves AVX2.
        Self::new(proof.vpclmul, unsafe { _mm256_broadcastsi128_si256(block.register()) })
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
    fn powers(proof: Proof, powers: &Powers, at: usize) -> Folded<Self> {
        // SAFETY: the token proves AVX2; the loads read two elements.
        unsafe {
            Folded {
                whole: Self::load(proof, from_place::<2>(&powers.whole, at).as_ptr().cast()),
                folded: Self::load(proof, from_place::<2>(&powers.folded, at).as_ptr().cast()),
            }
        }
    }

    #[inline(always)]
    fn kept(_: Proof, _: &Powers) {}

    #[inline(always)]
    fn same_power(proof: Proof, (): (), powers: &Powers, at: usize) -> Folded<Self> {
        let Folded { whole, folded } = Self::one_power(proof, powers, at);
        Folded { whole: Self::spread(proof, whole), folded: Self::spread(proof, folded) }
    }

    #[inline(always)]
    fn one_power(proof: Proof, powers: &Powers, at: usize) -> Folded<X1> {
        // SAFETY: the loads read arrays of 16 bytes.
        unsafe {
            Folded {
                whole: X1::new(proof.clmul, _mm_loadu_si128(powers.whole[at].as_ptr().cast())),
                folded: X1::new(proof.clmul, _mm_loadu_si128(powers.folded[at].as_ptr().cast())),
            }
        }
    }

    #[inline(always)]
    fn one(proof: Proof) -> (AesNi, Clmul) {
        (proof.vaes.aes_ni(), proof.clmul)
    }
}
