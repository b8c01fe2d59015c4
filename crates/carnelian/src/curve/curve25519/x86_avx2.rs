//! The group with AVX2 and FMA, eight at a time.
//!
//! Products are exact only if floating-point numbers are rounded to the nearest, which a program may have changed.
#![allow(unsafe_code)]

use super::bmi2::fe_4x64_bmi2::Fe4x64;
use super::bmi2::x86_bmi2_point;
use super::field::fe_5x51::Fe5x51;
use super::field::{Field, Packed, PrimeField};
use super::group::Point;
use super::group::ladder::quotient_of_packed;
use super::kernel::Kernel;
use super::lanes::elements_f64::{Doubles, Folded, ProductLanes, SquareFactors};
#[cfg(carnelian_msan)]
use super::lanes::elements_model::{product, square};
#[cfg(not(carnelian_msan))]
use super::lanes::fe_5x51_avx2::{product, square};
use super::lanes::field::{Fe, Wide};
use super::lanes::{ladder_f64, mul_base};
use super::order::sc_4x64::Sc4x64;
use crate::base::cpu::Avx2Fma;
use crate::base::dispatch::kernels;
use crate::base::lanes::f64::{F64Half, U64x4Fma, U64x8Fma, rounding_to_nearest};
use crate::base::memory::{align_frame, wiping_stack};

/// The arithmetic over eight lanes.
pub(super) type K = Doubles<U64x8Fma>;

impl ProductLanes for U64x8Fma {
    #[inline(always)]
    fn product(proof: Avx2Fma, a: &Fe<Self>, b: &Folded<Self>, start: &'static [u64; 5]) -> Wide<Self> {
        product(proof, a, b, start)
    }

    #[inline(always)]
    fn square(proof: Avx2Fma, factors: &[SquareFactors<<U64x4Fma as F64Half>::Factor>; 2]) -> Wide<Self> {
        square(proof, factors)
    }
}

impl Kernel for Avx2Fma {
    type Field = Fe4x64;
    type Order = Sc4x64;

    fn field(self) -> Self {
        self
    }

    fn x25519(self, k: &[u8; 32], u: &[u8; 32]) -> [u8; 32] {
        quotient_of_packed::<Fe5x51>(ladder(self, k, &Fe5x51::from_bytes((), u).pack()))
    }

    fn mul_base(self, scalar: &[u8; 32]) -> Point {
        wiping_stack::<12288, _>(|| rounding_to_nearest(self, || mul_base(self, scalar)))
    }

    fn mul(self, scalar: &[u8; 32], point: &Point) -> Point {
        x86_bmi2_point::mul(self, scalar, point)
    }

    fn combination_vartime<const N: usize>(self, scalars: [&[u8; 32]; N], points: [&Point; N], b: &[u8; 32]) -> Point {
        x86_bmi2_point::combination_vartime(self, scalars, points, b)
    }
}

/// Returns the projective u-coordinate (x₂ : z₂) of `k` times the point with coordinate `u`. Constant time.
pub(super) fn ladder(proof: Avx2Fma, k: &[u8; 32], u: &Packed) -> (Packed, Packed) {
    rounding_to_nearest(proof, || ladder_kernel(proof, k, u))
}

kernels! { proof: Avx2Fma;
    fn mul_base(proof, scalar: &[u8; 32]) -> Point {
        align_frame();
        mul_base::mul_base::<K>(proof, scalar)
    }

    fn ladder_kernel(proof, k: &[u8; 32], u: &Packed) -> (Packed, Packed) {
        align_frame();
        ladder_f64::ladder::<U64x4Fma>(proof, k, u)
    }

}

#[cfg(test)]
mod tests {
    use super::*;
    #[cfg(not(miri))]
    use crate::base::testing;
    use core::arch::asm;

    /// The caller rounds upwards, and has asked for a trap where a result is not exact.
    #[test]
    fn the_callers_floating_point_mode_does_not_matter() {
        fn check<T: PartialEq + core::fmt::Debug>(work: impl Fn() -> T) {
            let expected = work();
            let (mode, mut before, mut after) = (0x4f80_u32, 0_u32, 0_u32);
            // SAFETY: the instructions read and write these numbers, and what was is as it was at the end.
            let found = unsafe {
                asm!("stmxcsr [{}]", "ldmxcsr [{}]", in(reg) &raw mut before, in(reg) &raw const mode);
                let found = work();
                asm!("stmxcsr [{}]", "ldmxcsr [{}]", in(reg) &raw mut after, in(reg) &raw const before);
                found
            };
            assert_eq!(found, expected);
            assert_eq!(after, mode);
        }
        let Some(proof) = Avx2Fma::get() else { return };
        let scalar = [0x5a; 32];
        check(|| proof.mul_base(&scalar));
        check(|| ladder(proof, &scalar, &[9, 0, 0, 0, 0]));
    }

    #[cfg(not(miri))]
    #[test]
    fn the_ladder_is_right_and_aligned_at_every_stack_position() {
        let Some(proof) = Avx2Fma::get() else { return };
        let (scalar, u) = ([0x5a; 32], [9, 0, 0, 0, 0]);
        let expected = ladder(proof, &scalar, &u);
        let frames = testing::frames(|| {
            testing::at_every_stack_position(&mut || assert_eq!(ladder(proof, &scalar, &u), expected));
        });
        assert!(!frames.is_empty() && frames.iter().all(|address| address % 64 == 0));
    }
}
