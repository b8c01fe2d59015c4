//! Lanes of intervals, to prove bounds: an algorithm that runs over them without a panic holds for every input.
//!
//! A lane has the lowest and the highest number that it may contain. An operation panics if for any numbers in its
//! operands' intervals the result would overflow, or if another condition of its contract is not met. So a proof is a
//! call of the kernel's own source: [`prove`] runs it, [`assume`] says between which bounds the input is, and [`bounds`]
//! returns those of the output. Masks and permutations that depend on an unknown number select everything.
//!
//! Traits whose words wrap around by definition, those of hash functions and ciphers, need no bounds and are not
//! implemented; nor is rejection sampling, which branches.

mod f64;
mod history;
#[cfg(feature = "postquantum")]
mod i16;
#[cfg(feature = "postquantum")]
mod i32;
#[cfg(feature = "postquantum")]
mod i64;
mod memory;
mod number;
mod u52;
mod u64;

pub(crate) use memory::{assume, bounds, prove};
pub(crate) use number::{Interval, Intervals};
