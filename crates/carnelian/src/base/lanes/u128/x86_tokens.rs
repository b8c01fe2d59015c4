//! The tokens that prove what the CPU can do with vectors of blocks.
#![allow(unsafe_code)]

use crate::base::cpu::{AesNi, Avx2Vaes, Avx2Vpclmul, Avx512Vaes, Clmul, SseAesNi, SseClmul, Vpclmul};

/// Generates a trait of tokens for each set of features.
macro_rules! proofs {
    ($($(#[$doc:meta])* $Proves:ident: $($Other:ident)|+;)+) => {$(
        $(#[$doc])*
        ///
        /// # Safety
        /// The features of the tokens in the table of `base::cpu` include these; AVX2 includes SSSE3 and SSE4.1.
        pub(crate) unsafe trait $Proves: $($Other +)+ {}
    )+};
}

proofs! {
    /// A proof of SSSE3 and SSE4.1.
    ProvesSse41: Copy;
    /// A proof of AVX2.
    ProvesAvx2: ProvesSse41;
    /// A proof of AES-NI.
    ProvesAesNi: ProvesSse41;
    /// A proof of VAES and AVX2.
    ProvesAvx2Vaes: ProvesAesNi | ProvesAvx2;
    /// A proof of PCLMULQDQ.
    ProvesClmul: ProvesSse41;
    /// A proof of VPCLMULQDQ and AVX2.
    ProvesAvx2Vpclmul: ProvesClmul | ProvesAvx2;
    /// A proof of AVX-512 F, VL, BW and DQ, and of BMI2.
    ProvesAvx512: ProvesAvx2;
    /// A proof of VAES and AVX-512.
    ProvesAvx512Vaes: ProvesAesNi | ProvesAvx512;
    /// A proof of VPCLMULQDQ and AVX-512.
    ProvesVpclmul: ProvesClmul | ProvesAvx512;
}

/// Generates what each token, or pair of tokens, proves.
macro_rules! tokens {
    ($($Token:ty: $($Proves:ident),+;)+) => {$($(
        // SAFETY: the table of `base::cpu` lists these features for the tokens, or AVX2, which includes SSSE3 and SSE4.1.
        unsafe impl $Proves for $Token {}
    )+)+};
}

tokens! {
    SseAesNi: ProvesSse41, ProvesAesNi;
    SseClmul: ProvesSse41, ProvesClmul;
    (SseAesNi, SseClmul): ProvesSse41, ProvesAesNi, ProvesClmul;
    AesNi: ProvesSse41, ProvesAvx2, ProvesAesNi;
    Clmul: ProvesSse41, ProvesAvx2, ProvesClmul;
    (AesNi, Clmul): ProvesSse41, ProvesAvx2, ProvesAesNi, ProvesClmul;
    Avx2Vaes: ProvesSse41, ProvesAvx2, ProvesAesNi, ProvesAvx2Vaes;
    Avx2Vpclmul: ProvesSse41, ProvesAvx2, ProvesClmul, ProvesAvx2Vpclmul;
    (Avx2Vaes, Avx2Vpclmul): ProvesSse41, ProvesAvx2, ProvesAesNi, ProvesAvx2Vaes, ProvesClmul, ProvesAvx2Vpclmul;
    Avx512Vaes: ProvesSse41, ProvesAvx2, ProvesAesNi, ProvesAvx512, ProvesAvx512Vaes;
    Vpclmul: ProvesSse41, ProvesAvx2, ProvesClmul, ProvesAvx512, ProvesVpclmul;
    (Avx512Vaes, Vpclmul): ProvesSse41, ProvesAvx2, ProvesAesNi, ProvesClmul, ProvesAvx512, ProvesAvx512Vaes, ProvesVpclmul;
}
