//! Arithmetic that several ciphers and their kernels share: the common parts of ChaCha20 and Salsa20, with the rounds as a
//! parameter, and the blocks and counters of block ciphers.

pub(super) mod blocks;
#[allow(dead_code, reason = "only architectures with vectors use rows")]
pub(super) mod rounds;
#[allow(dead_code, reason = "only architectures with vectors use tiles")]
pub(super) mod tiles;
