//! Leaks in AVX-512 vector code.
#![allow(unsafe_code)]

use super::TABLE;
use carnelian::cpu::Avx512;
use core::arch::x86_64::*;
use std::hint::black_box;

/// Loads the secrets.
macro_rules! load {
    ($secrets:expr) => {
        // SAFETY: exactly the 64 bytes of the array are read.
        unsafe { _mm512_loadu_si512($secrets.as_ptr().cast()) }
    };
}

/// Extracts one word of a vector.
macro_rules! word {
    ($vector:expr) => {
        _mm256_extract_epi64::<1>(_mm512_castsi512_si256($vector)).cast_unsigned()
    };
}

/// Defines a kernel: a function for CPUs that have the features, and a wrapper that takes the token.
macro_rules! kernels {
    ($($(#[$doc:meta])* $name:ident, $secrets:ident => $result:block)+) => {$(
        $(#[$doc])*
        pub(super) fn $name(_: Avx512, secrets: &[u64; 8]) -> u64 {
            #[inline(never)]
            #[target_feature(enable = "avx512f,avx512vl,avx512bw,avx512dq")]
            fn kernel($secrets: &[u64; 8]) -> u64 $result
            // SAFETY: the token proves AVX-512.
            unsafe { kernel(secrets) }
        }
    )+};
}

kernels! {
    /// Chooses without a branch.
    control, secrets => {
        let a = load!(secrets);
        let b = _mm512_rol_epi64::<7>(a);
        word!(_mm512_mask_blend_epi64(_mm512_cmplt_epu64_mask(a, b), a, b))
    }

    /// Branches on a mask computed from secret words.
    branch, secrets => {
        let signs = _mm512_movepi64_mask(load!(secrets));
        let mut result = secrets[7];
        if signs & 0x08 != 0 {
            // The optimizer cannot turn this into a conditional move.
            result = black_box(!result);
        }
        result
    }

    /// Gathers table entries at secret indices.
    index, secrets => {
        let places = _mm512_and_si512(load!(secrets), _mm512_set1_epi64(0xff));
        // SAFETY: the indices are below 256, the length of the table.
        word!(unsafe { _mm512_i64gather_epi64::<8>(places, TABLE.as_ptr().cast()) })
    }

    /// Divides floating-point numbers.
    division, secrets => {
        let a = _mm512_castsi512_pd(load!(secrets));
        word!(_mm512_castpd_si512(_mm512_div_pd(a, _mm512_permute_pd::<0x55>(a))))
    }
}
