//! Tests of ML-DSA.

mod ntt;
mod peer;
mod rounding;
mod sampling;
mod textbook;
mod wycheproof;
