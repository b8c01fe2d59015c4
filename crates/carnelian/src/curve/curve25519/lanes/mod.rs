//! The group over vectors: four or eight field elements at a time, for the vectors of every instruction set.
//!
//! An element of the field is a register for each limb ([`field`]). The representation of the limbs is in
//! `elements_u52` for the multiplier of AVX-512 IFMA, and in `elements_f64` for that of doubles. Formulas on points
//! ([`group`], [`point`], [`ladder`]) and everything above them are written once for both; `batch` is the contract of a
//! backend with eight lanes.

#[cfg(feature = "alloc")]
pub(super) mod batch;
#[cfg(feature = "alloc")]
pub(super) mod buckets;
pub(super) mod decode;
pub(super) mod elements_f64;
#[cfg(any(test, carnelian_msan))]
pub(super) mod elements_model;
pub(super) mod elements_u52;
#[cfg(all(target_arch = "x86_64", not(carnelian_msan)))]
pub(super) mod fe_5x51_avx2;
pub(super) mod field;
pub(super) mod group;
pub(super) mod ladder;
pub(super) mod ladder_f64;
pub(super) mod msm;
pub(super) mod mul_base;
pub(super) mod point;
pub(super) mod prepared;
pub(super) mod tables;

#[cfg(test)]
mod tests;
