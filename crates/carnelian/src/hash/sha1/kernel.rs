//! The backends of SHA-1, and the only place where one is chosen.

use super::compression::Sha1Compression;
use crate::base::cpu;
use crate::base::dispatch::backends;
use crate::hash::arithmetic::half_words::{Block, Kernel, PaysFrom, State, half_words};

backends! {$
    /// An implementation that this CPU can run.
    pub enum Backend {
        x86_64: {
            /// One or two messages by SHA-NI, more in the lanes of AVX-512.
            ShaNiAvx512((cpu::ShaNi, cpu::Avx512)) = "sha-ni, avx512",
            /// One or two messages by SHA-NI, more in the lanes of AVX2.
            ShaNi((cpu::ShaNi, cpu::Avx2)) = "sha-ni",
            /// One message by AVX2's companions BMI1 and BMI2, more in the lanes of AVX-512.
            Avx512((cpu::Avx2, cpu::Avx512)) = "avx512",
            Avx2(cpu::Avx2) = "avx2",
            SseShaNi(cpu::SseShaNi) = "sse-sha-ni",
        }
        any: { Portable(cpu::Portable) = "portable", }
    }
}

half_words! { Sha1Compression: "sha1 compress" "sha1 compress_x2" "sha1 compress_x8" "sha1 compress_x16" }
