//! Key derivation.

mod argon2;
