//! Elliptic curves.
//!
//! | module | content | standard |
//! |---|---|---|
//! | [`x25519`] | key agreement | RFC 7748 |
//! | [`ed25519`] | signatures | RFC 8032 |
//! | [`eddsa_blake2b`] | signatures with BLAKE2b | Monocypher |
//! | [`elligator2`] | public keys that look like random bytes, hashing to the curve | Elligator 2, RFC 9380 |
//! | [`curve25519`] | the underlying group: points, scalars, Ristretto255 | RFC 8032, RFC 9496 |

mod arithmetic;
pub mod curve25519;
pub mod ed25519;
pub mod eddsa_blake2b;
pub mod elligator2;
pub mod x25519;
