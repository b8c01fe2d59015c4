//! AES-GCM of one short message under a key of its own, with AES-NI and PCLMULQDQ: the key is expanded, H is computed and
//! the message is encrypted in one function, and no power of H but the first is needed.
//!
//! The expansion is the longest chain of dependent operations. The blocks that are encrypted follow it round by round, H
//! among them, so that they take hardly any time of their own; setting up a key first, and storing it, takes twice as
//! long.
#![allow(unsafe_code)]

use super::kernel::{BLOCK_LEN, Block, Direction, Parameters, RoundKeys, SHORT, Start};
use crate::base::cpu::{AesNi, Clmul};
use crate::base::dispatch::kernels;
use crate::base::in_out::InOut;
use crate::base::lanes::u128::products::{Factor, Products, Sum};
use crate::base::lanes::u128::{AesRounds, CounterLanes, KeyExpansion, U128Lanes, U128x1};
use crate::base::memory::align_frame;
use core::arch::x86_64::*;

type Proof = (AesNi, Clmul);
/// One block.
type X1 = U128x1<Proof>;

/// Blocks in the longest message.
const BLOCKS: usize = SHORT / BLOCK_LEN;

/// SP 800-38D, Algorithms 4 and 5 except for the comparison, with the bytes of a key: encrypts or decrypts `data`, at most
/// [`SHORT`] bytes, and returns the tag.
#[inline]
pub(super) fn once<D: Direction, A: Parameters>(
    proof: Proof,
    key: &A::Key,
    start: Start,
    aad: &[u8],
    data: &mut InOut<'_>,
) -> Block {
    let mut tag = [0; BLOCK_LEN];
    let len = data.len();
    let (input, output) = data.pointers();
    assert!(len <= SHORT && start.counts_from_one, "a short message with a nonce of 96 bits");
    message::<D, A>(proof, key, start.block, aad, (input, output, len), &mut tag);
    tag
}

kernels! { proof: (AesNi, Clmul);
    /// `data` is an input and an output of as many bytes, at most [`SHORT`], of an [`InOut`].
    fn message[D: Direction, A: Parameters][D, A](
        proof,
        key: &A::Key,
        start: u128,
        aad: &[u8],
        data: (*const u8, *mut u8, usize),
        tag: &mut Block,
    ) {
        align_frame();
        let (input, output, len) = data;
        let mut keys: RoundKeys = [[0; BLOCK_LEN]; 15];
        proof.0.expanded(key.as_ref(), &mut keys);
        // 0¹²⁸, whose encryption is H, J₀, and the counter blocks after it.
        let mut x = [X1::splat(proof, 0); 2 + BLOCKS];
        x[1] = X1::splat(proof, start);
        let counter = x[1].reversed();
        for (x, number) in x[2..].iter_mut().zip(1..) {
            *x = counter.numbered(number).reversed();
        }
        let first = X1::broadcast(proof, &keys[0]);
        x = x.map(|x| x.xor(first));
        for round_key in &keys[1..A::NR] {
            let round_key = X1::broadcast(proof, round_key);
            x = x.map(|x| x.encrypt(round_key));
        }
        let last = X1::broadcast(proof, &keys[A::NR]);
        let [h, mask, stream @ ..] = x.map(|x| x.encrypt_last(last));
        let h = Factor::of(multiplier(h.reversed()));
        let mut value = X1::splat(proof, 0);
        for part in aad.chunks(BLOCK_LEN) {
            // SAFETY: the part has these bytes, at most a block.
            let part = unsafe { X1::load_part(proof, part.as_ptr(), part.len()) };
            value = Sum::of(value.xor(part.reversed()), h).reduced();
        }
        for (number, stream) in stream.into_iter().enumerate() {
            let at = number * BLOCK_LEN;
            if at >= len {
                break;
            }
            let part = (len - at).min(BLOCK_LEN);
            // SAFETY: `part` of the `len` bytes of the input and of the output remain from `at` on.
            let ciphertext = unsafe {
                let text = X1::load_part(proof, input.add(at), part);
                let other = stream.xor(text).store_part(output.add(at), part);
                if D::OPENS { text } else { other }
            };
            value = Sum::of(value.xor(ciphertext.reversed()), h).reduced();
        }
        let lengths = u128::from(8 * aad.len() as u64) << 64 | u128::from(8 * len as u64);
        let sum = Sum::of(value.xor(X1::splat(proof, lengths)), h).reduced();
        sum.reversed().xor(mask).store_block(tag);
    } wipes 1024;
}

/// RFC 8452 Appendix A, mulX_POLYVAL: the element by which blocks are multiplied, from the number H.
#[inline(always)]
fn multiplier(h: X1) -> X1 {
    let register = h.register();
    // SAFETY: a value of this type exists, so the CPU has AVX2.
    unsafe {
        let carries = _mm_srli_epi64::<63>(register);
        let doubled = _mm_or_si128(_mm_add_epi64(register, register), _mm_slli_si128::<8>(carries));
        // All bits, if the highest bit is set.
        let carry = _mm_srai_epi32::<31>(_mm_shuffle_epi32::<0b11_11_11_11>(register));
        let reduction = _mm_and_si128(carry, _mm_set_epi64x(0xc200_0000_0000_0000_u64.cast_signed(), 1));
        X1::new(h.proof(), _mm_xor_si128(doubled, reduction))
    }
}
