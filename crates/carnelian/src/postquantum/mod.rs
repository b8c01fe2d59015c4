//! Key encapsulation and signatures that withstand quantum computers.

mod bytes;
mod context;
pub mod mldsa;
pub mod mlkem;
mod prehash;
#[cfg(feature = "alloc")]
mod role;
pub mod slhdsa;
