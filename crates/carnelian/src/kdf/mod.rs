//! Derivation of keys.

pub mod hkdf;

pub use hkdf::Hkdf;
