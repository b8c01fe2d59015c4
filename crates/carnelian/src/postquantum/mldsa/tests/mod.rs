//! Tests of ML-DSA.

mod bounds;
#[cfg(feature = "alloc")]
mod keys;
mod ntt;
mod peer;
mod rounding;
mod sampling;
mod secrets;
mod textbook;
mod wycheproof;
