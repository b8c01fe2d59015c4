//! HChaCha20, draft-irtf-cfrg-xchacha Section 2.2, for all backends.
//!
//! A single block is a chain of dependent operations. In general registers it has no permutation between the rounds, so
//! that no backend has a faster one: on Zen 5 it takes 154 cycles of the counter, and 225 by rows with AVX-512.

use super::kernel::Key;
use super::rounds::{DOUBLE_ROUNDS, state};
use crate::base::memory::wiping_stack;
use crate::base::secret::Secret;

/// Bytes of stack that deriving a key may use.
pub(super) const STACK: usize = 192;

/// Computes [`hchacha20`](super::hchacha20) directly into `subkey`.
#[inline(always)]
pub(in super::super) fn derive(key: &Key, input: &[u8; 16], subkey: &mut Secret<Key>) {
    wiping_stack::<STACK, _>(|| subkey.write(|bytes| *bytes = self::subkey(key, input)));
}

/// Returns the first and the last row of the state after the rounds, without the final sum. The caller wipes the stack:
/// sixteen words, and registers that were saved.
#[inline(always)]
pub(super) fn subkey(key: &Key, input: &[u8; 16]) -> Key {
    let mut x = state(key, u128::from_le_bytes(*input));
    for _ in 0..DOUBLE_ROUNDS {
        quarter_rounds(&mut x, [[0, 4, 8, 12], [1, 5, 9, 13], [2, 6, 10, 14], [3, 7, 11, 15]]);
        quarter_rounds(&mut x, [[0, 5, 10, 15], [1, 6, 11, 12], [2, 7, 8, 13], [3, 4, 9, 14]]);
    }
    let mut subkey = [0; 32];
    let first_and_last = x[..4].iter().chain(&x[12..]);
    for (bytes, word) in subkey.as_chunks_mut().0.iter_mut().zip(first_and_last) {
        *bytes = word.to_le_bytes();
    }
    subkey
}

/// RFC 8439 Section 2.1, four quarter rounds in step: one after the other they take 2 % longer in general registers.
#[inline(always)]
fn quarter_rounds(x: &mut [u32; 16], quarters: [[usize; 4]; 4]) {
    for [a, b, _, d] in quarters {
        add_xor_rotate::<16>(x, a, b, d);
    }
    for [_, b, c, d] in quarters {
        add_xor_rotate::<12>(x, c, d, b);
    }
    for [a, b, _, d] in quarters {
        add_xor_rotate::<8>(x, a, b, d);
    }
    for [_, b, c, d] in quarters {
        add_xor_rotate::<7>(x, c, d, b);
    }
}

/// A quarter of a quarter round: a += b; d ^= a; d <<<= `R`.
#[inline(always)]
fn add_xor_rotate<const R: u32>(x: &mut [u32; 16], a: usize, b: usize, d: usize) {
    x[a] = x[a].wrapping_add(x[b]);
    x[d] = (x[d] ^ x[a]).rotate_left(R);
}
