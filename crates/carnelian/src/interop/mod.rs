//! The traits of other crates, so that types of this one go where those are asked for. Each stands behind the feature
//! that bears the crate's name, and adds nothing that the types cannot do without it.
//!
//! | feature | traits | of |
//! |---|---|---|
//! | `digest` | `Digest` (`Update`, `FixedOutput`, `FixedOutputReset`), `ExtendableOutput` | SHA-2, SHA-3, BLAKE2; SHAKE and cSHAKE |
//! | `aead` | `AeadInOut`, `KeyInit`, and with them `Aead` | every scheme in [`cipher`](crate::cipher) that authenticates |
//! | `kem` | `Kem`, `Encapsulate`, `TryDecapsulate`, and the traits for keys | [`dhkem`](crate::composite::dhkem) |
//! | `signature` | `Signer`, `Verifier`, `Keypair`, `SignatureEncoding` | [`ed25519`](crate::curve::ed25519) and [`eddsa_blake2b`](crate::curve::eddsa_blake2b) |
//! | `rand_core` | `TryRng`, `TryCryptoRng` for our sources, and [`FromRng`](rand_core::FromRng) for theirs | [`random`](crate::random) |
//! | `serde` | `Serialize`, `Deserialize`: digits where people read, else bytes | public keys and signatures |

#[cfg(feature = "aead")]
mod aead;
#[cfg(feature = "digest")]
mod digest;
#[cfg(feature = "kem")]
pub mod kem;
#[cfg(feature = "rand_core")]
pub mod rand_core;
#[cfg(feature = "serde")]
mod serde;
#[cfg(feature = "signature")]
mod signature;
