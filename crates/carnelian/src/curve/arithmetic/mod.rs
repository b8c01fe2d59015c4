//! Arithmetic for curves whose scalars and fields have up to 255 bits: digits of scalars, inverses and scalars of half
//! the size, with the modulus as a parameter, and sums of many multiples in any group.

mod divsteps;
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
