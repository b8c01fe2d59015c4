//! ML-DSA-44, ML-DSA-65 and ML-DSA-87 signatures, FIPS 204: their security rests on module lattices.
//!
//! ```
//! use carnelian::postquantum::mldsa::{MlDsa65, Signature, SigningKey, VerifyingKey};
//! use carnelian::random::OsRandom;
//!
//! let key = SigningKey::<MlDsa65>::generate(&mut OsRandom)?;
//! let signature = key.sign(b"a message", &mut OsRandom)?;
//!
//! // Send 1 952 and 3 309 bytes.
//! let (public, bytes) = (key.verifying_key().to_bytes(), signature.to_bytes());
//!
//! let public = VerifyingKey::<MlDsa65>::from_bytes(&public);
//! public.verify(b"a message", &Signature::from_bytes(&bytes)?)?;
//! assert!(public.verify(b"another", &signature).is_err());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | set | security category | seed | public key | signature | expanded private key |
//! |---|---|---|---|---|---|
//! | [`MlDsa44`] | 2, as SHA-256 against collisions | 32 | 1 312 | 2 420 | 2 560 bytes |
//! | [`MlDsa65`] | 3, as AES-192 against search for a key | 32 | 1 952 | 3 309 | 4 032 bytes |
//! | [`MlDsa87`] | 5, as AES-256 against search for a key | 32 | 2 592 | 4 627 | 4 896 bytes |
//!
//! | variant | sign | verify |
//! |---|---|---|
//! | ML-DSA | [`SigningKey::sign`], [`sign_deterministic`](SigningKey::sign_deterministic) | [`VerifyingKey::verify`] |
//! | under a [`Context`] | [`sign_ctx`](SigningKey::sign_ctx) | [`verify_ctx`](VerifyingKey::verify_ctx) |
//! | of a message in parts, by [`MuHasher`] | [`sign_mu`](SigningKey::sign_mu) | [`verify_mu`](VerifyingKey::verify_mu) |
//! | HashML-DSA, of a [`Prehash`] | [`sign_prehash`](SigningKey::sign_prehash) | [`verify_prehash`](VerifyingKey::verify_prehash) |
//! | many by one key | [`PreparedSigningKey`] | [`PreparedVerifyingKey`] |
//! | verified before it is returned | [`verified`](SigningKey::verified) | |
//! | many at once | [`sign_batch`] | [`verify_batch`] |
//!
//! Key generation, signing, import and export take time that does not depend on secrets; what rejection sampling reveals
//! is said at [`SigningKey`]. Everything that verification reads is public. The matrix, the vectors, prepared keys, batches
//! and the secrets of a signing key are on the heap, where there is one. In an optimized build each operation runs on a
//! thread with this stack:
//!
//! | set | key generation | import, export | signing | verification | signing without a heap |
//! |---|---|---|---|---|---|
//! | ML-DSA-44 | 44 KiB | 56 KiB | 52 KiB | 44 KiB | 96 KiB |
//! | ML-DSA-65 | 48 KiB | 60 KiB | 56 KiB | 48 KiB | 120 KiB |
//! | ML-DSA-87 | 48 KiB | 64 KiB | 60 KiB | 52 KiB | 168 KiB |
//!
//! Arguments are in the order context, message, signature, random source.

#[cfg(feature = "alloc")]
mod batch;
mod encoding;
mod error;
pub mod hazmat;
mod intact;
#[cfg(feature = "encoding")]
mod keys;
mod matrix;
mod mu;
mod parameters;
mod prehash;
#[cfg(feature = "alloc")]
mod prepared;
mod private;
mod ring;
#[cfg(feature = "alloc")]
mod role;
mod sampling;
mod sign;
mod signature;
mod signing_key;
mod verified;
mod verify;
mod verifying_key;

#[cfg(test)]
mod tests;
#[cfg(test)]
mod textbook;

pub use super::arrays::Bytes;
pub use super::context::Context;
pub use super::prehash::{Prehash, PrehashFunction, WeakPrehash};
pub use crate::base::context::ContextLengthError;
#[cfg(feature = "alloc")]
pub use batch::{BatchError, BatchItem, BatchKey, verify_batch};
pub use error::{ExpandedKeyError, ParseSignatureError, SignError, SignatureError};
#[cfg(feature = "encoding")]
pub use keys::KeyFiles;
pub use mu::{Mu, MuHasher};
pub use parameters::{MlDsa44, MlDsa65, MlDsa87, Parameters};
pub use prehash::PrehashSignature;
#[cfg(feature = "alloc")]
pub use prepared::{PreparedSigningKey, PreparedVerifyingKey, sign_batch};
pub use signature::Signature;
pub use signing_key::SigningKey;
pub use verified::Verified;
pub use verifying_key::VerifyingKey;

/// Returns the name of the backend that this CPU uses.
#[must_use]
pub fn backend() -> &'static str {
    ring::kernel::Backend::choose().name()
}
