//! Key encapsulation and signatures that withstand quantum computers.

pub mod mldsa;
pub mod mlkem;
