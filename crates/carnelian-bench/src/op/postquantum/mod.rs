//! Key encapsulation and signatures that withstand quantum computers.

pub mod mlkem;
