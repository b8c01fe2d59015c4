//! Leaks in vector code for CPUs without AVX.
#![allow(unsafe_code)]

use super::TABLE;
use carnelian::cpu::Sse41;
use core::arch::x86_64::*;
use std::hint::black_box;

/// Loads two of the secrets, starting at `$at`.
macro_rules! load {
    ($secrets:expr, $at:literal) => {
        // SAFETY: 16 of the 64 bytes are read.
        unsafe { _mm_loadu_si128($secrets[$at..].as_ptr().cast()) }
    };
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
        pub(super) fn $name(_: Sse41, secrets: &[u64; 8]) -> u64 {
            #[inline(never)]
            #[target_feature(enable = "ssse3,sse4.1")]
            fn kernel($secrets: &[u64; 8]) -> u64 $result
            // SAFETY: the token proves SSSE3 and SSE4.1.
            unsafe { kernel(secrets) }
        }
    )+};
}

kernels! {
    /// Chooses without a branch.
    control, secrets => {
        let (a, b) = (load!(secrets, 0), load!(secrets, 4));
        word!(_mm_blendv_epi8(a, b, _mm_cmpgt_epi32(a, b)))
    }

    /// Branches on the signs of secret words.
    branch, secrets => {
        let signs = _mm_movemask_epi8(load!(secrets, 0));
        let mut result = secrets[7];
        if signs & 0x80 != 0 {
            // The optimizer cannot turn this into a conditional move.
            result = black_box(!result);
        }
        result
    }

    /// Reads a table entry at a secret index.
    index, secrets => {
        TABLE[(word!(load!(secrets, 0)) & 0xff) as usize]
    }

    /// Divides floating-point numbers.
    division, secrets => {
        let (a, b) = (_mm_castsi128_pd(load!(secrets, 0)), _mm_castsi128_pd(load!(secrets, 4)));
        word!(_mm_castpd_si128(_mm_div_pd(a, b)))
    }
}
