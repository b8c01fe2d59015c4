//! Hash functions, and what is made of them.

pub(super) mod blake2;
pub(super) mod hashing;
pub(super) mod hmac;
pub(super) mod keccak;
pub(super) mod sha256;
pub(super) mod sha512;

use super::Operation;

written!(hash: sha256 sha512 keccak blake2 hmac);
