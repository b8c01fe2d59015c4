//! The backends of SHA-256, and the only place where one is chosen.

#[cfg(feature = "postquantum")]
pub(super) mod transposed;

use super::compression::Sha256Compression;
use crate::base::cpu;
use crate::base::dispatch::backends;
use crate::hash::arithmetic::half_words::{Block, Kernel, PaysFrom, State, half_words};
#[cfg(feature = "postquantum")]
use transposed::{Chains, Words};

backends! {$
    /// An implementation that this CPU can run.
    pub enum Backend {
        x86_64: {
            /// One or two messages by SHA-NI, more in the lanes of AVX-512.
            ShaNiAvx512((cpu::ShaNi, cpu::Avx512)) = "sha-ni, avx512",
            ShaNi(cpu::ShaNi) = "sha-ni",
            /// One message by AVX2's companions BMI1 and BMI2, more in the lanes of AVX-512.
            Avx512((cpu::Avx2, cpu::Avx512)) = "avx512",
            Avx2(cpu::Avx2) = "avx2",
            SseShaNi(cpu::SseShaNi) = "sse-sha-ni",
        }
        any: { Portable(cpu::Portable) = "portable", }
    }
}

half_words! { Sha256Compression: "sha256 compress" "sha256 compress_x2" "sha256 compress_x8" "sha256 compress_x16" }

/// [`transposed::Kernel::compress`].
#[cfg(feature = "postquantum")]
#[inline]
pub(super) fn compress_transposed(backend: Backend, lanes: usize, state: &mut Words<8>, block: &Words<16>) {
    dispatch!("sha256 compress_transposed", backend, |kernel| {
        transposed::Kernel::compress(kernel, lanes, state, block);
    });
}

/// [`transposed::Kernel::iterate`].
#[cfg(feature = "postquantum")]
#[inline]
pub(super) fn iterate(
    backend: Backend,
    lanes: usize,
    chains: &Chains<'_>,
    value: &mut Words<8>,
    kept: Option<&mut Words<8>>,
) {
    dispatch!("sha256 iterate", backend, |kernel| transposed::Kernel::iterate(kernel, lanes, chains, value, kept));
}
