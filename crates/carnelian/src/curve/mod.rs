//! Elliptic curves.
//!
//! | module | what | standard |
//! |---|---|---|
//! | [`x25519`] | key agreement | RFC 7748 |
//! | [`ed25519`] | signatures | RFC 8032 |
//! | [`eddsa_blake2b`] | the same with BLAKE2b | Monocypher |
//! | [`curve25519`] | the group beneath: points, scalars, Ristretto255 | RFC 8032, RFC 9496 |

pub mod curve25519;
pub mod ed25519;
pub mod eddsa_blake2b;
pub mod x25519;
