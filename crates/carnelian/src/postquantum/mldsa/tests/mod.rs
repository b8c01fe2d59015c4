//! Tests of ML-DSA.

mod peer;
mod wycheproof;
