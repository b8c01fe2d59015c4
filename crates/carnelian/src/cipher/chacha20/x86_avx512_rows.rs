//! ChaCha20 with AVX-512 by rows, for short data: each vector has a row of the state, of four blocks or of two.
#![allow(unsafe_code)]

use super::kernel::{BLOCK_LEN, HEAD_LEN, Key};
use super::rounds::ChaChaRounds;
use crate::base::cpu::Avx512;
use crate::base::dispatch::kernels;
use crate::base::in_out::InOut;
use crate::base::lanes::u32::{U32x8Avx512, U32x16Avx512};
use crate::cipher::arithmetic::rounds::write_rows;
use crate::cipher::arithmetic::tiles::xor_short;

/// [`Kernel::head`](super::kernel::Kernel::head).
#[inline]
pub(super) fn head(proof: Avx512, key: &Key, start: u128, blocks: usize, stream: &mut [u8; HEAD_LEN]) {
    match stream.first_chunk_mut() {
        Some(stream) if blocks <= 2 => head_of_two(proof, key, start, stream),
        _ => head_of_four(proof, key, start, stream),
    }
}

kernels! { proof: Avx512;
    fn head_of_two(proof, key: &Key, start: u128, stream: &mut [u8; 2 * BLOCK_LEN]) {
        write_rows::<ChaChaRounds, U32x8Avx512>(proof, key, start, stream);
    }

    fn head_of_four(proof, key: &Key, start: u128, stream: &mut [u8; HEAD_LEN]) {
        write_rows::<ChaChaRounds, U32x16Avx512>(proof, key, start, stream);
    }

    /// Like [`xor`](super::kernel::Kernel::xor), for short data.
    pub(super) fn xor(proof, key: &Key, start: u128, data: InOut<'_>) {
        xor_short::<ChaChaRounds, U32x8Avx512, U32x16Avx512>(proof, key, start, data);
    }

    /// [`Kernel::xor_head`](super::kernel::Kernel::xor_head).
    pub(super) fn xor_head(proof, stream: &[u8], data: InOut<'_>) {
        U32x16Avx512::xor_stream(proof, stream, data);
    }
}
