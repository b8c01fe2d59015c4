//! The traits of other crates, so that types of this one go where those are asked for. Each stands behind the feature
//! that bears the crate's name, and adds nothing that the types cannot do without it.
//!
//! | feature | traits | of |
//! |---|---|---|
//! | `digest` | `Digest` (`Update`, `FixedOutput`, `FixedOutputReset`), `ExtendableOutput` | SHA-2, SHA-3, BLAKE2; SHAKE and cSHAKE |
//! | `aead` | `AeadInOut`, `KeyInit`, and with them `Aead` | every scheme in [`cipher`](crate::cipher) that authenticates |
//! | `kem` | `Kem`, `Encapsulate`, `Decapsulate` or `TryDecapsulate`, and the traits for keys | [`mlkem`](crate::postquantum::mlkem), [`xwing`](crate::composite::xwing) and [`dhkem`](crate::composite::dhkem) |
//! | `signature` | `Signer`, `Verifier`, `Keypair`, `SignatureEncoding` | [`ed25519`](crate::curve::ed25519) and [`eddsa_blake2b`](crate::curve::eddsa_blake2b) |
//! | `signature` | the same, and `RandomizedSigner`, `MultipartSigner`, `RandomizedMultipartSigner`, `MultipartVerifier` | [`mldsa`](crate::postquantum::mldsa) and [`slhdsa`](crate::postquantum::slhdsa), all parameter sets |
//! | `rand_core` | `TryRng`, `TryCryptoRng` for our sources, and [`FromRng`](rand_core::FromRng) for theirs | [`random`](crate::random) |
//! | `serde` | `Serialize`, `Deserialize`: digits where people read, else bytes | public keys and signatures of [`curve`](crate::curve) and [`postquantum`](crate::postquantum); ciphertexts of ML-KEM; public keys and ciphertexts of [`xwing`](crate::composite::xwing) and [`dhkem`](crate::composite::dhkem) |
//!
//! Secrets are not serialized.

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
