//! Tests of ML-DSA.

mod accumulated;
mod bounds;
mod by_steps;
#[cfg(feature = "alloc")]
mod faults;
#[cfg(feature = "alloc")]
mod keys;
mod ntt;
mod peer;
mod planted;
#[cfg(feature = "alloc")]
mod role;
mod rounding;
mod sampling;
mod secrets;
mod wycheproof;

use super::textbook;
