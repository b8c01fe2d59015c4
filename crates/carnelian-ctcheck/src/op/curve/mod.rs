//! Curve25519 and the schemes over it.

pub(super) mod ed25519;
pub(super) mod eddsa_blake2b;
pub(super) mod edwards25519;
pub(super) mod elligator2;
pub(super) mod ristretto255;
pub(super) mod scalar25519;
pub(super) mod x25519;

use super::Operation;

written!(curve: x25519 edwards25519 scalar25519 ristretto255 ed25519 eddsa_blake2b elligator2);
