//! Block ciphers: one folder each, and what they share.
//!
//! A cipher is a type that implements [`BlockCipher`]; its keys are [`EncryptionKey`] and [`DecryptionKey`], which
//! modes of operation compute with.

pub mod aes;
pub(super) mod cipher;
pub(super) mod keys;
#[cfg(test)]
pub(super) mod testing;
#[cfg(test)]
mod tests;

pub use cipher::{BlockCipher, BlockCipher128};
pub use keys::{DecryptionKey, EncryptionKey};
