//! Key derivation, from secrets and from passwords.

pub mod argon2;
pub mod hkdf;
#[cfg(feature = "alloc")]
pub(crate) mod role;

pub use argon2::Argon2;
pub use hkdf::Hkdf;
