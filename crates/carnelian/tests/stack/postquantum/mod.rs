//! Key encapsulation and signatures that withstand quantum computers.

pub(crate) mod mldsa;
pub(crate) mod mlkem;
pub(crate) mod slhdsa;
