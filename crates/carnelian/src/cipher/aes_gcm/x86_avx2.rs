//! AES-GCM with AES-NI and PCLMULQDQ, one block per vector; and the single blocks of the backends with wider vectors.
#![allow(unsafe_code)]

use super::kernel::{BLOCK_LEN, Block, Direction, Powers, RoundKeys, Start};
use super::x86_stream::{self, Blocks, Message};
use crate::base::cpu::{AesNi, Clmul};
use crate::base::in_out::InOut;
use crate::base::lanes::x86_clmul::{Factor, Sum, X1};
use crate::base::memory::{align_frame, wipe_stack};
use core::arch::x86_64::*;

/// Vectors in a step.
const STEP: usize = 8;

pub(super) fn apply<D: Direction, const KEY_LEN: usize>(
    proof: (AesNi, Clmul),
    keys: &RoundKeys,
    powers: &Powers,
    start: Start,
    aad: &[u8],
    data: &mut InOut<'_>,
) -> Block {
    #[inline(never)]
    #[target_feature(enable = "aes,pclmulqdq,avx2,bmi1,bmi2")]
    fn kernel<D: Direction, const KEY_LEN: usize>(
        proof: (AesNi, Clmul),
        keys: &RoundKeys,
        powers: &Powers,
        start: Start,
        message: Message<'_>,
        tag: &mut Block,
    ) {
        align_frame();
        // SAFETY: the features are enabled here; the only call passes the pointers of an `InOut` of `len` bytes.
        unsafe { x86_stream::apply::<X1, D, STEP, KEY_LEN>(proof, keys, powers, start, message, tag) };
    }
    let len = data.len();
    let (input, output) = data.pointers();
    let mut tag = [0; 16];
    // SAFETY: the token proves that the CPU has these features.
    unsafe {
        kernel::<D, KEY_LEN>(proof, keys, powers, start, Message { aad, input, output, len }, &mut tag);
    };
    wipe_stack::<1024>();
    tag
}

impl Blocks for X1 {
    type Sum = Sum<Self>;
    type Total = Sum<X1>;
    type Kept = ();
    type Proof = (AesNi, Clmul);
    const LANES: usize = 1;

    #[inline(always)]
    fn broadcast((_, clmul): (AesNi, Clmul), block: &Block) -> Self {
        // SAFETY: the load reads an array of 16 bytes.
        Self::new(clmul, unsafe { _mm_loadu_si128(block.as_ptr().cast()) })
    }

    #[inline(always)]
    unsafe fn load((_, clmul): (AesNi, Clmul), from: *const u8) -> Self {
        // SAFETY: the caller guarantees that a block can be read.
        Self::new(clmul, unsafe { _mm_loadu_si128(from.cast()) })
    }

    #[inline(always)]
    unsafe fn store(self, to: *mut u8) {
        // SAFETY: the caller guarantees that a block can be written.
        unsafe { _mm_storeu_si128(to.cast(), self.register()) };
    }

    #[inline(always)]
    unsafe fn load_part(proof: (AesNi, Clmul), from: *const u8, len: usize) -> Self {
        // SAFETY: the caller guarantees that `len` bytes, at most a block, can be read.
        unsafe {
            if len == BLOCK_LEN {
                return Self::load(proof, from);
            }
            let mut block = [0; BLOCK_LEN];
            core::ptr::copy_nonoverlapping(from, block.as_mut_ptr(), len);
            Self::broadcast(proof, &block)
        }
    }

    #[inline(always)]
    unsafe fn store_part(self, proof: (AesNi, Clmul), to: *mut u8, len: usize) -> Self {
        // SAFETY: the caller guarantees that `len` bytes, at most a block, can be written.
        unsafe {
            if len == BLOCK_LEN {
                self.store(to);
                return self;
            }
            let mut block = [0; BLOCK_LEN];
            self.store(block.as_mut_ptr());
            block[len..].fill(0);
            core::ptr::copy_nonoverlapping(block.as_ptr(), to, len);
            Self::broadcast(proof, &block)
        }
    }

    #[inline(always)]
    fn numbered(self, proof: (AesNi, Clmul)) -> Self {
        self.next(proof)
    }

    #[inline(always)]
    fn next(self, (_, clmul): (AesNi, Clmul)) -> Self {
        // SAFETY: every x86-64 has SSE2.
        Self::new(clmul, unsafe { _mm_add_epi32(self.register(), _mm_setr_epi32(1, 0, 0, 0)) })
    }

    #[inline(always)]
    fn next_in_last_byte(self, (_, clmul): (AesNi, Clmul)) -> Self {
        // SAFETY: every x86-64 has SSE2.
        Self::new(clmul, unsafe { _mm_add_epi32(self.register(), _mm_setr_epi32(0, 0, 0, 1 << 24)) })
    }

    #[inline(always)]
    fn encrypt(self, (_, clmul): (AesNi, Clmul), key: Self) -> Self {
        // SAFETY: the token proves AES-NI.
        Self::new(clmul, unsafe { _mm_aesenc_si128(self.register(), key.register()) })
    }

    #[inline(always)]
    fn encrypt_last(self, (_, clmul): (AesNi, Clmul), key: Self) -> Self {
        // SAFETY: the token proves AES-NI.
        Self::new(clmul, unsafe { _mm_aesenclast_si128(self.register(), key.register()) })
    }

    #[inline(always)]
    fn spread(_: (AesNi, Clmul), block: X1) -> Self {
        block
    }

    #[inline(always)]
    fn of_one(_: (AesNi, Clmul), first: X1) -> Self {
        first
    }

    #[inline(always)]
    fn total(sum: Self::Sum) -> Self::Total {
        sum
    }

    #[inline(always)]
    fn powers((_, clmul): (AesNi, Clmul), powers: &Powers, at: usize) -> Factor<Self> {
        // SAFETY: the loads read arrays of 16 bytes.
        unsafe {
            Factor {
                whole: Self::new(clmul, _mm_loadu_si128(powers.whole[at].as_ptr().cast())),
                shifted: Self::new(clmul, _mm_loadu_si128(powers.shifted[at].as_ptr().cast())),
            }
        }
    }

    #[inline(always)]
    fn kept(_: (AesNi, Clmul), _: &Powers) {}

    #[inline(always)]
    fn same_power(proof: (AesNi, Clmul), (): (), powers: &Powers, at: usize) -> Factor<Self> {
        Self::powers(proof, powers, at)
    }

    #[inline(always)]
    fn one_power(proof: (AesNi, Clmul), powers: &Powers, at: usize) -> Factor<Self> {
        Self::powers(proof, powers, at)
    }

    #[inline(always)]
    fn one(proof: (AesNi, Clmul)) -> (AesNi, Clmul) {
        proof
    }
}
