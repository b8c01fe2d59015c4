//! Arithmetic for every curve: digits of scalars, inverses, scalars of half the size, sums of many multiples in any
//! group, and what a prime field is. The modulus is a parameter, and so are the numbers of words, limbs, bytes and
//! digits, up to 640 bits.

mod divsteps;
mod euclid;
pub(super) mod field;
pub(super) mod group;
pub(super) mod half_size;
pub(super) mod inverse;
pub(super) mod recode;
#[cfg(feature = "alloc")]
pub(super) mod sums;
#[cfg(any(target_arch = "x86_64", test))]
// Sums of many multiples use all of it; they need a heap.
#[cfg_attr(not(feature = "alloc"), allow(dead_code))]
pub(super) mod windows;

#[cfg(test)]
mod tests;
