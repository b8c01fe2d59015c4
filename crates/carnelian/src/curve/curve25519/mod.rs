//! The group of curve25519: points of edwards25519, Ristretto255 and scalars, for protocols that X25519 and Ed25519 do
//! not cover. Prefer [`x25519`](super::x25519) and [`ed25519`](super::ed25519) where they do.
//!
//! | operation | function | time |
//! |---|---|---|
//! | `scalar`·B | [`EdwardsPoint::mul_base`] | constant |
//! | `scalar`·P | `point * scalar` | constant |
//! | a·P + b·B | [`EdwardsPoint::double_scalar_mul_base_vartime`] | depends on all operands |
//! | Σ aᵢ·Pᵢ | `EdwardsPoint::multiscalar_mul_vartime` | depends on all operands |
//! | encodings | [`EdwardsPoint::compress`], [`EdwardsPoint::decompress`], [`RistrettoPoint::compress`] | constant |
//! | numbers modulo L | [`Scalar`] | constant |

// Vector lanes mostly serve batches, which need a heap.
#![cfg_attr(not(all(feature = "alloc", target_arch = "x86_64")), allow(dead_code))]

#[cfg(feature = "alloc")]
mod batch;
#[cfg(target_arch = "x86_64")]
mod bmi2;
mod edwards;
pub(in crate::curve) mod elligator2;
mod field;
mod group;
mod kernel;
#[cfg(any(target_arch = "x86_64", test))]
mod lanes;
pub(in crate::curve) mod montgomery;
mod order;
mod portable;
mod ristretto;
mod scalar;
mod tables;
#[cfg(target_arch = "x86_64")]
mod x86_avx2;
#[cfg(all(target_arch = "x86_64", feature = "alloc"))]
mod x86_avx2_batch;
#[cfg(target_arch = "x86_64")]
mod x86_avx512;
#[cfg(all(target_arch = "x86_64", feature = "alloc"))]
mod x86_avx512_batch;

#[cfg(test)]
mod table_tests;
#[cfg(test)]
mod tests;

#[cfg(feature = "alloc")]
pub(in crate::curve) use batch::{PreparedPoint, montgomery_mul_base_batch, montgomery_mul_batch};
pub(in crate::curve) use edwards::is_canonical;
pub use edwards::{EdwardsPoint, PointError};
pub use ristretto::{NotRistretto, RistrettoPoint};
pub use scalar::{NonCanonicalScalar, Scalar};

/// Returns the name of the best backend for this CPU and the tier in force.
#[must_use]
pub fn backend() -> &'static str {
    kernel::Backend::choose().name()
}
