//! Leaks in AVX2 vector code.
#![allow(unsafe_code)]

use super::TABLE;
use carnelian::cpu::Avx2;
use core::arch::x86_64::*;
use std::hint::black_box;

/// Loads four of the secrets, starting at `$at`.
macro_rules! load {
    ($secrets:expr, $at:literal) => {
        // SAFETY: 32 of the 64 bytes are read.
        unsafe { _mm256_loadu_si256($secrets[$at..].as_ptr().cast()) }
    };
}

/// Extracts one word of a vector.
macro_rules! word {
    ($vector:expr) => {
        _mm256_extract_epi64::<1>($vector).cast_unsigned()
    };
}

/// Defines a kernel: a function for CPUs that have the features, and a wrapper that takes the token.
macro_rules! kernels {
    ($($(#[$doc:meta])* $name:ident, $secrets:ident => $result:block)+) => {$(
        $(#[$doc])*
        pub(super) fn $name(_: Avx2, secrets: &[u64; 8]) -> u64 {
            #[inline(never)]
            #[target_feature(enable = "avx2")]
            fn kernel($secrets: &[u64; 8]) -> u64 $result
            // SAFETY: the token proves AVX2.
            unsafe { kernel(secrets) }
        }
    )+};
}

kernels! {
    /// Chooses without a branch.
    control, secrets => {
        let (a, b) = (load!(secrets, 0), load!(secrets, 4));
        word!(_mm256_blendv_epi8(a, b, _mm256_cmpgt_epi64(a, b)))
    }

    /// Branches on the signs of secret words.
    branch, secrets => {
        let signs = _mm256_movemask_epi8(load!(secrets, 0));
        let mut result = secrets[7];
        if signs & 0x80 != 0 {
            // The optimizer cannot turn this into a conditional move.
            result = black_box(!result);
        }
        result
    }

    /// Gathers table entries at secret indices.
    index, secrets => {
        let places = _mm256_and_si256(load!(secrets, 0), _mm256_set1_epi64x(0xff));
        // SAFETY: the indices are below 256, the length of the table.
        word!(unsafe { _mm256_i64gather_epi64::<8>(TABLE.as_ptr().cast(), places) })
    }

    /// Divides floating-point numbers.
    division, secrets => {
        let (a, b) = (_mm256_castsi256_pd(load!(secrets, 0)), _mm256_castsi256_pd(load!(secrets, 4)));
        word!(_mm256_castpd_si256(_mm256_div_pd(a, b)))
    }
}
