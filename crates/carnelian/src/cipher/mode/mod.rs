//! Modes of operation of block ciphers with blocks of 128 bits, over [`BlockCipher128`](super::block::BlockCipher128).
//!
//! Where kernels of a cipher do the work of a mode in one pass, the mode has a trait that names them, and the type of
//! the cipher chooses at compile time.

pub mod ctr;
pub mod gcm;
pub mod gcm_siv;
mod name;
