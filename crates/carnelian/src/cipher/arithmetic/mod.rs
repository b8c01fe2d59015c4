//! The common parts of ChaCha20 and Salsa20, with the rounds as a parameter.

pub(super) mod rounds;
#[cfg(target_arch = "x86_64")]
pub(super) mod tiles;
