//! Key encapsulation and signatures that withstand quantum computers.

mod arrays;
mod context;
mod lattice;
pub mod mldsa;
pub mod mlkem;
mod prehash;
#[cfg(feature = "alloc")]
mod role;
pub mod slhdsa;
