//! What a backend of ChaCha20 does, and the one place where a backend is chosen.
//!
//! A key stream starts at the block whose last row of the state is `start`, a little-endian number: 32 bits of counter
//! and 96 of nonce, or 64 of each. Kernels count in the lower 64 bits; where the counter has 32, the caller sees to it
//! that no block behind its end is used.

use super::portable;
#[cfg(target_arch = "x86_64")]
use super::{x86_avx2, x86_avx512};
#[cfg(target_arch = "x86_64")]
use crate::base::cpu;
use crate::base::in_out::InOut;
#[cfg(test)]
use crate::base::testing;

/// Bytes in a block of the key stream.
pub(in super::super) const BLOCK_LEN: usize = 64;
/// Bytes of key stream that [`head`] makes: as many as one pass over rows gives, where there are the widest vectors.
pub(in super::super) const HEAD_LEN: usize = 4 * BLOCK_LEN;
/// A key.
pub(in super::super) type Key = [u8; 32];

/// The start of a key stream, where whole vectors can be stored and loaded.
#[repr(C, align(64))]
pub(in super::super) struct Head(pub(in super::super) [u8; HEAD_LEN]);

/// An implementation that this CPU can run.
#[derive(Clone, Copy, Debug)]
pub(in super::super) enum Backend {
    #[cfg(target_arch = "x86_64")]
    Avx512(cpu::Avx512),
    #[cfg(target_arch = "x86_64")]
    Avx2(cpu::Avx2),
    Portable,
}

impl Backend {
    /// The best one for this CPU and the tier in force.
    #[inline]
    pub(in super::super) fn choose() -> Self {
        #[cfg(target_arch = "x86_64")]
        {
            if let Some(proof) = cpu::Avx512::get() {
                return Self::Avx512(proof);
            }
            if let Some(proof) = cpu::Avx2::get() {
                return Self::Avx2(proof);
            }
        }
        Self::Portable
    }

    pub(in super::super) const fn name(self) -> &'static str {
        match self {
            #[cfg(target_arch = "x86_64")]
            Self::Avx512(_) => "avx512",
            #[cfg(target_arch = "x86_64")]
            Self::Avx2(_) => "avx2",
            Self::Portable => "portable",
        }
    }
}

/// RFC 8439 Section 2.4: writes the exclusive or of `data` and of the key stream from block `start` on.
#[inline]
pub(in super::super) fn xor(backend: Backend, key: &Key, start: u128, data: InOut<'_>) {
    if data.len() == 0 {
        return;
    }
    #[cfg(test)]
    testing::ran("chacha20 xor", backend.name());
    match backend {
        #[cfg(target_arch = "x86_64")]
        Backend::Avx512(proof) => x86_avx512::xor(proof, key, start, data),
        #[cfg(target_arch = "x86_64")]
        Backend::Avx2(proof) => x86_avx2::xor(proof, key, start, data),
        Backend::Portable => portable::xor(key, start, data),
    }
}

/// The key stream from block `start` on: at least `blocks` of the four blocks are written.
#[inline]
pub(in super::super) fn head(backend: Backend, key: &Key, start: u128, blocks: usize, stream: &mut Head) {
    debug_assert!(blocks <= HEAD_LEN / BLOCK_LEN);
    #[cfg(test)]
    testing::ran("chacha20 head", backend.name());
    match backend {
        #[cfg(target_arch = "x86_64")]
        Backend::Avx512(proof) => x86_avx512::head(proof, key, start, &mut stream.0),
        #[cfg(target_arch = "x86_64")]
        Backend::Avx2(proof) => x86_avx2::head(proof, key, start, blocks, &mut stream.0),
        Backend::Portable => portable::head(key, start, blocks, &mut stream.0),
    }
}

/// Writes the exclusive or of `data` and of as many bytes of `stream`, of which there must not be fewer.
#[inline]
pub(in super::super) fn xor_head(backend: Backend, stream: &[u8], data: InOut<'_>) {
    match backend {
        #[cfg(target_arch = "x86_64")]
        Backend::Avx512(proof) => x86_avx512::xor_head(proof, stream, data),
        #[cfg(target_arch = "x86_64")]
        Backend::Avx2(proof) => x86_avx2::xor_head(proof, stream, data),
        Backend::Portable => portable::xor_head(stream, data),
    }
}

/// draft-irtf-cfrg-xchacha Section 2.2: the first and the last row of the state after the rounds, without the final sum.
#[inline]
pub(in super::super) fn hchacha20(backend: Backend, key: &Key, input: u128, subkey: &mut Key) {
    #[cfg(test)]
    testing::ran("chacha20 hchacha20", backend.name());
    match backend {
        #[cfg(target_arch = "x86_64")]
        Backend::Avx512(proof) => x86_avx512::hchacha20(proof, key, input, subkey),
        #[cfg(target_arch = "x86_64")]
        Backend::Avx2(proof) => x86_avx2::hchacha20(proof, key, input, subkey),
        Backend::Portable => portable::hchacha20(key, input, subkey),
    }
}
