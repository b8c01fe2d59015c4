//! Curve25519: keys, signatures and groups.

mod conversions;
mod differential25519;
mod ed25519;
mod eddsa_blake2b;
mod edwards25519;
mod elligator2;
mod ristretto255;
mod scalar25519;
pub(crate) mod x25519;
