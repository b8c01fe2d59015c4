//! Layer 0: what every primitive stands on and what knows no cryptography.

pub(crate) mod bytes;
pub mod cpu;
pub mod ct;
#[cfg(feature = "cipher")]
pub(crate) mod in_out;
pub(crate) mod lanes;
pub(crate) mod memory;
#[cfg(all(feature = "alloc", feature = "curve"))]
pub(crate) mod parallel;
pub mod random;
pub mod secret;
#[cfg_attr(not(feature = "__internals"), allow(unreachable_pub))]
pub mod taint;
#[cfg(test)]
pub(crate) mod testing;
