//! Tests of ML-DSA.

mod accumulated;
mod bounds;
#[cfg(feature = "alloc")]
mod faults;
#[cfg(feature = "alloc")]
mod keys;
mod ntt;
mod peer;
mod planted;
mod rounding;
mod sampling;
mod secrets;
mod textbook;
mod wycheproof;
