//! SLH-DSA signatures, FIPS 205, all twelve parameter sets: their security rests on that of a hash function alone.
//!
//! ```
//! use carnelian::postquantum::slhdsa::{Signature, SigningKey, SlhDsaSha2_128f, VerifyingKey};
//! use carnelian::random::OsRandom;
//!
//! let key = SigningKey::<SlhDsaSha2_128f>::generate(&mut OsRandom)?;
//! let signature = key.sign(b"a message", &mut OsRandom)?;
//!
//! // Send 32 and 17 088 bytes.
//! let (public, bytes) = (key.verifying_key().to_bytes(), signature.to_bytes());
//!
//! let public = VerifyingKey::<SlhDsaSha2_128f>::from_bytes(&public);
//! public.verify(b"a message", &Signature::from_bytes(&bytes))?;
//! assert!(public.verify(b"another", &signature).is_err());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Sets whose names end in *s* have small signatures, those in *f* sign fast.
//!
//! | sets | security category | public key | private key | signature | hashes of a signature |
//! |---|---|---|---|---|---|
//! | [`SlhDsaSha2_128s`], [`SlhDsaShake128s`] | 1 | 32 | 64 | 7 856 bytes | 2 200 000 |
//! | [`SlhDsaSha2_128f`], [`SlhDsaShake128f`] | 1 | 32 | 64 | 17 088 bytes | 106 000 |
//! | [`SlhDsaSha2_192s`], [`SlhDsaShake192s`] | 3 | 48 | 96 | 16 224 bytes | 3 780 000 |
//! | [`SlhDsaSha2_192f`], [`SlhDsaShake192f`] | 3 | 48 | 96 | 35 664 bytes | 171 000 |
//! | [`SlhDsaSha2_256s`], [`SlhDsaShake256s`] | 5 | 64 | 128 | 29 792 bytes | 3 300 000 |
//! | [`SlhDsaSha2_256f`], [`SlhDsaShake256f`] | 5 | 64 | 128 | 49 856 bytes | 350 000 |
//!
//! | variant | sign | verify |
//! |---|---|---|
//! | SLH-DSA | [`SigningKey::sign`], [`sign_deterministic`](SigningKey::sign_deterministic) | [`VerifyingKey::verify`] |
//! | under a [`Context`] | [`sign_ctx`](SigningKey::sign_ctx) | [`verify_ctx`](VerifyingKey::verify_ctx) |
//! | HashSLH-DSA, of a [`Prehash`] | [`sign_prehash`](SigningKey::sign_prehash) | [`verify_prehash`](VerifyingKey::verify_prehash) |
//! | of a message in parts | | [`verifier`](VerifyingKey::verifier) |
//! | to a buffer of the caller's | [`sign_into`](SigningKey::sign_into) | |
//! | many by one key | [`PreparedSigningKey`] | |
//! | computed twice | [`verified`](SigningKey::verified) | |
//! | many at once | [`sign_batch`] | [`verify_batch`] |
//!
//! Every signature is verified before it is returned. The time of key generation and signing does not depend on secrets.
//! Everything that verification reads is public.
//! Key generation, signing on one thread and the verification of one signature run on a thread with 52 KiB of stack in an
//! optimized build, and of the heap only what holds the signature.
//!
//! Arguments are in the order context, message, signature, random source.

mod address;
#[cfg(feature = "alloc")]
mod batch;
mod error;
mod functions;
pub mod hazmat;
#[cfg(feature = "encoding")]
mod keys;
mod message;
mod parameters;
mod pieces;
mod prehash;
#[cfg(feature = "alloc")]
mod prepared;
mod private;
#[cfg(feature = "alloc")]
mod role;
mod sign;
mod signature;
mod signer;
mod signing_key;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod textbook;
#[cfg(feature = "threads")]
mod threads;
mod trees;
mod verified;
mod verify;
mod verifying_key;

pub use super::arrays::Bytes;
pub use super::context::Context;
pub use super::prehash::{Prehash, PrehashFunction, WeakPrehash};
pub use crate::base::context::ContextLengthError;
#[cfg(feature = "alloc")]
pub use batch::{BatchError, BatchItem, sign_batch, verify_batch};
pub use error::{RootError, SignError, SignatureError};
#[cfg(feature = "encoding")]
pub use keys::KeyFiles;
pub use parameters::{
    Parameters, SlhDsaSha2_128f, SlhDsaSha2_128s, SlhDsaSha2_192f, SlhDsaSha2_192s, SlhDsaSha2_256f, SlhDsaSha2_256s,
    SlhDsaShake128f, SlhDsaShake128s, SlhDsaShake192f, SlhDsaShake192s, SlhDsaShake256f, SlhDsaShake256s,
};
#[cfg(any(test, feature = "__internals"))]
#[doc(hidden)]
pub use parameters::{
    SlhDsaSha2Reduced128, SlhDsaSha2Reduced192, SlhDsaSha2Reduced256, SlhDsaShakeReduced128, SlhDsaShakeReduced192,
    SlhDsaShakeReduced256,
};
pub use prehash::PrehashSignature;
#[cfg(feature = "alloc")]
pub use prepared::PreparedSigningKey;
pub use signature::Signature;
pub use signer::Signer;
pub use signing_key::SigningKey;
pub use verified::Verified;
pub use verifying_key::{Verifier, VerifyingKey};

/// Returns the name of the backend that this CPU uses for the hash function of a parameter set: SHA-256 or Keccak.
#[must_use]
pub fn backend<P: Parameters>() -> &'static str {
    <P::Functions as functions::Functions>::backend()
}
