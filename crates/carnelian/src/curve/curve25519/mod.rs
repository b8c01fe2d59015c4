//! The group of curve25519: points of edwards25519, Ristretto255 and scalars, for protocols that X25519 and Ed25519 do
//! not cover. Prefer [`x25519`](super::x25519) and [`ed25519`](super::ed25519) where they do.
//!
//! | what | where | time |
//! |---|---|---|
//! | `scalar`·B | [`EdwardsPoint::mul_base`] | constant |
//! | `scalar`·P | `point * scalar` | constant |
//! | a·P + b·B | [`EdwardsPoint::double_scalar_mul_base_vartime`] | depends on everything |
//! | Σ aᵢ·Pᵢ | `EdwardsPoint::multiscalar_mul_vartime` | depends on everything |
//! | encodings | [`EdwardsPoint::compress`], [`EdwardsPoint::decompress`], [`RistrettoPoint::compress`] | constant |
//! | numbers modulo L | [`Scalar`] | constant |

// Much of what lanes are for are batches, which need a heap.
#![cfg_attr(not(all(feature = "alloc", target_arch = "x86_64")), allow(dead_code))]

#[cfg(any(target_arch = "x86_64", test))]
mod buckets_lanes;
#[cfg(any(target_arch = "x86_64", test))]
mod decode_lanes;
mod divsteps;
mod edwards;
pub(in crate::curve) mod elligator2;
mod elligator2_map;
mod fe_10x26;
#[cfg(target_arch = "x86_64")]
mod fe_4x64_bmi2;
mod fe_5x51;
#[cfg(all(target_arch = "x86_64", not(carnelian_msan)))]
mod fe_5x51_avx2;
#[cfg(any(target_arch = "x86_64", test))]
mod fe_5x51_doubles_lanes;
#[cfg(any(target_arch = "x86_64", test))]
mod fe_5x51_lanes;
#[cfg(any(test, carnelian_msan))]
mod fe_5x51_model_lanes;
mod fe_fiat;
mod field;
#[cfg(any(target_arch = "x86_64", test))]
mod field_lanes;
mod group;
#[cfg(any(target_arch = "x86_64", test))]
mod group_lanes;
mod half_size;
mod inverse;
mod kernel;
mod ladder;
#[cfg(any(target_arch = "x86_64", test))]
mod ladder_doubles_lanes;
#[cfg(any(target_arch = "x86_64", test))]
mod ladder_lanes;
pub(in crate::curve) mod montgomery;
#[cfg(feature = "alloc")]
mod msm;
#[cfg(any(target_arch = "x86_64", test))]
mod msm_lanes;
#[cfg(any(target_arch = "x86_64", test))]
mod mul_base_lanes;
#[cfg(any(target_arch = "x86_64", test))]
mod point_lanes;
#[cfg(all(target_arch = "x86_64", any(test, carnelian_msan, miri)))]
mod portable_4x64;
#[cfg(any(test, not(target_arch = "x86_64"), carnelian_msan, miri))]
mod portable_divsteps;
mod prepared;
#[cfg(any(target_arch = "x86_64", test))]
mod prepared_lanes;
mod recode;
mod ristretto;
mod ristretto_map;
mod sc_4x64;
mod sc_8x32;
mod sc_fiat;
mod scalar;
mod scalar_field;
mod scalar_mul;
mod tables;
#[cfg(any(target_arch = "x86_64", test))]
mod tables_x8;
#[cfg(any(target_arch = "x86_64", test))]
mod windows_lanes;
#[cfg(target_arch = "x86_64")]
mod x86_avx2;
#[cfg(target_arch = "x86_64")]
mod x86_avx512;
#[cfg(all(target_arch = "x86_64", not(any(carnelian_msan, miri))))]
mod x86_bmi2;
#[cfg(target_arch = "x86_64")]
mod x86_bmi2_point;
#[cfg(all(target_arch = "x86_64", not(any(carnelian_msan, miri))))]
mod x86_bmi2_words;
#[cfg(all(target_arch = "x86_64", not(any(carnelian_msan, miri))))]
mod x86_divsteps;

#[cfg(test)]
mod bounds_tests;
#[cfg(test)]
mod ladder_tests;
#[cfg(test)]
mod lanes_tests;
#[cfg(test)]
mod outlined_lanes;
#[cfg(test)]
mod table_tests;
#[cfg(test)]
mod tests;

#[cfg(feature = "alloc")]
pub(in crate::curve) use edwards::PreparedPoint;
pub(in crate::curve) use edwards::is_canonical;
pub use edwards::{EdwardsPoint, PointError};
pub use ristretto::{NotRistretto, RistrettoPoint};
pub use scalar::{NonCanonicalScalar, Scalar};

/// The backend that this CPU and the tier in force lead to.
#[must_use]
pub fn backend() -> &'static str {
    kernel::Backend::choose().name()
}
