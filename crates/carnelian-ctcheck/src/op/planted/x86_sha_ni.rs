//! Leaks in code that uses the SHA extensions, which only the scan can check.
#![allow(unsafe_code)]

use super::TABLE;
use carnelian::cpu::ShaNi;
use core::arch::x86_64::*;
use std::hint::black_box;

/// Computes two rounds of SHA-256 on the secrets.
macro_rules! rounds {
    ($secrets:expr) => {{
        let vectors = $secrets.as_chunks::<2>().0;
        // SAFETY: each load reads the 16 bytes of two words.
        unsafe {
            let [a, b] = [_mm_loadu_si128(vectors[0].as_ptr().cast()), _mm_loadu_si128(vectors[1].as_ptr().cast())];
            _mm_sha256rnds2_epu32(a, b, _mm_loadu_si128(vectors[2].as_ptr().cast()))
        }
    }};
}

/// Extracts one word of a vector.
macro_rules! word {
    ($vector:expr) => {
        _mm_extract_epi64::<1>($vector).cast_unsigned()
    };
}

/// Defines a kernel: a function for CPUs that have the features, and a wrapper that takes the token.
macro_rules! kernels {
    ($($(#[$doc:meta])* $name:ident, $secrets:ident => $result:block)+) => {$(
        $(#[$doc])*
        pub(super) fn $name(_: ShaNi, secrets: &[u64; 8]) -> u64 {
            #[inline(never)]
            #[target_feature(enable = "sha,sse4.1,ssse3")]
            fn kernel($secrets: &[u64; 8]) -> u64 $result
            // SAFETY: the token proves the SHA extensions, SSE4.1 and SSSE3.
            unsafe { kernel(secrets) }
        }
    )+};
}

kernels! {
    /// Computes two rounds and nothing else.
    control, secrets => { word!(rounds!(secrets)) }

    /// Branches on the state.
    branch, secrets => {
        let signs = _mm_movemask_epi8(rounds!(secrets));
        let mut result = secrets[7];
        if signs & 0x80 != 0 {
            // The optimizer cannot turn this into a conditional move.
            result = black_box(!result);
        }
        result
    }

    /// Reads a table entry at an index from the state.
    index, secrets => { TABLE[(word!(rounds!(secrets)) & 0xff) as usize] }

    /// Divides by a word of the state. It is odd and has 32 bits, so only the division itself is a leak.
    division, secrets => {
        let word = word!(rounds!(secrets));
        u64::from((word >> 32) as u32 / (word as u32 | 1))
    }
}
