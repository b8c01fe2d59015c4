//! The group with AVX-512 IFMA.
#![allow(unsafe_code)]

use super::field::Packed;
use super::group::Point;
use super::{ladder_lanes, mul_base_lanes};
use crate::base::cpu::Avx512Ifma;
use crate::base::lanes::{U52x4Ifma, U52x8Ifma};
use crate::base::memory::align_frame;

pub(super) fn mul_base(proof: Avx512Ifma, scalar: &[u8; 32]) -> Point {
    #[inline(never)]
    #[target_feature(enable = "avx512ifma,avx512f,avx512vl,avx512bw,avx512dq,avx2,bmi1,bmi2")]
    fn kernel(proof: Avx512Ifma, scalar: &[u8; 32]) -> Point {
        align_frame();
        mul_base_lanes::mul_base::<U52x8Ifma>(proof, scalar)
    }
    // SAFETY: the proof says that the CPU has these features.
    unsafe { kernel(proof, scalar) }
}

pub(super) fn ladder(proof: Avx512Ifma, k: &[u8; 32], u: &Packed) -> (Packed, Packed) {
    #[inline(never)]
    #[target_feature(enable = "avx512ifma,avx512f,avx512vl,avx512bw,avx512dq,avx2,bmi1,bmi2")]
    fn kernel(proof: Avx512Ifma, k: &[u8; 32], u: &Packed) -> (Packed, Packed) {
        align_frame();
        ladder_lanes::ladder_x4::<U52x4Ifma>(proof, k, u)
    }
    // SAFETY: the proof says that the CPU has these features.
    unsafe { kernel(proof, k, u) }
}

pub(super) fn ladder_x8(proof: Avx512Ifma, ks: [&[u8; 32]; 8], us: &[Packed; 8]) -> ([Packed; 8], [Packed; 8]) {
    #[inline(never)]
    #[target_feature(enable = "avx512ifma,avx512f,avx512vl,avx512bw,avx512dq,avx2,bmi1,bmi2")]
    fn kernel(proof: Avx512Ifma, ks: [&[u8; 32]; 8], us: &[Packed; 8]) -> ([Packed; 8], [Packed; 8]) {
        align_frame();
        ladder_lanes::ladder_x8::<U52x8Ifma>(proof, ks, us)
    }
    // SAFETY: the proof says that the CPU has these features.
    unsafe { kernel(proof, ks, us) }
}
