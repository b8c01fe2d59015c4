//! Ed25519, Ed25519ctx and Ed25519ph signatures, RFC 8032 Section 5.1.
//!
//! ```
//! use carnelian::curve::ed25519::{Signature, SigningKey, VerifyingKey};
//! use carnelian::random::OsRandom;
//!
//! let key = SigningKey::generate(&mut OsRandom)?;
//! let signature = key.sign(b"a message");
//!
//! // What travels: 32 and 64 bytes.
//! let (public, bytes) = (key.verifying_key().to_bytes(), signature.to_bytes());
//!
//! let public = VerifyingKey::from_bytes(&public)?;
//! public.verify(b"a message", &Signature::from_bytes(&bytes))?;
//! assert!(public.verify(b"another", &signature).is_err());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | what | sign | verify |
//! |---|---|---|
//! | Ed25519 | [`SigningKey::sign`], [`sign_hedged`](SigningKey::sign_hedged), `sign_batch` | [`VerifyingKey::verify`], in pieces [`verifier`](VerifyingKey::verifier), `verify_batch` |
//! | Ed25519ctx, under a [`Context`] | [`SigningKey::sign_ctx`] | [`VerifyingKey::verify_ctx`], in pieces [`verifier_ctx`](VerifyingKey::verifier_ctx) |
//! | Ed25519ph, of a [`Prehash`] | [`SigningKey::sign_ph`] | [`VerifyingKey::verify_ph`] |
//!
//! Which signatures are valid differs between libraries; [`Rule`] names the rules. The default is RFC 8032's, in the
//! form under which a batch and a single verification always agree.
//!
//! Signatures of the three variants are different types, so that one is not taken for another:
//!
//! ```compile_fail,E0308
//! # use carnelian::curve::ed25519::{Context, SigningKey};
//! let key = SigningKey::from_seed([7; 32]);
//! let signature = key.sign_ctx(Context::new(b"example")?, b"a message");
//! key.verifying_key().verify(b"a message", &signature)?; // a signature of Ed25519ctx taken for one of Ed25519
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//! ```compile_fail,E0308
//! # use carnelian::curve::ed25519::{Prehash, SigningKey};
//! let key = SigningKey::from_seed([7; 32]);
//! let signature = key.sign(b"a message");
//! key.verifying_key().verify_ph(Prehash::of(b"a message"), None, &signature)?; // Ed25519 taken for Ed25519ph
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//! ```compile_fail,E0308
//! # use carnelian::curve::ed25519::SigningKey;
//! let key = SigningKey::from_seed([7; 32]);
//! let _ = key.sign_ph(carnelian::hash::Sha512::digest(b"a message"), None); // bytes taken for a prehash
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//! ```
//! # use carnelian::curve::ed25519::{Context, Prehash, SigningKey};
//! let key = SigningKey::from_seed([7; 32]); // the misuses above, used well
//! let signature = key.sign_ctx(Context::new(b"example")?, b"a message");
//! key.verifying_key().verify_ctx(Context::new(b"example")?, b"a message", &signature)?;
//! let signature = key.sign_ph(Prehash::of(b"a message"), None);
//! key.verifying_key().verify_ph(Prehash::of(b"a message"), None, &signature)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod equation;
mod error;
mod hashing;
#[cfg(feature = "encoding")]
mod keys;
mod prehash;
mod rule;
mod signature;
mod signing;
mod variant;
mod verify_once;
mod verifying;

#[cfg(feature = "alloc")]
mod combined;
#[cfg(feature = "alloc")]
mod prepared;
#[cfg(feature = "alloc")]
mod sign_batch;
#[cfg(feature = "alloc")]
mod verify_batch;

#[cfg(test)]
mod tests;

pub use error::{MismatchedKeypair, NoVerifyingKey, ParseKeyError, SignatureError, VerifyingKeyError};
pub use prehash::Prehash;
#[cfg(feature = "alloc")]
pub use prepared::{PreparedVerifyingKey, PreparedVerifyingKeyOf};
pub use rule::Rule;
#[cfg(feature = "alloc")]
pub(in crate::curve) use sign_batch::{from_all_seeds, generate_all, sign_all};
#[cfg(feature = "alloc")]
pub use sign_batch::{from_seed_batch, generate_batch, sign_batch};
pub use signature::{Signature, SignatureCtx, SignatureOf, SignaturePh};
pub use signing::{SigningKey, SigningKeyOf};
pub use variant::{Context, ContextLengthError, Ed25519, Ed25519ctx, Ed25519ph, EddsaBlake2b, Scheme, Variant};
#[cfg(feature = "alloc")]
pub(in crate::curve) use verify_batch::verify_all;
#[cfg(feature = "alloc")]
pub use verify_batch::{BatchError, BatchItem, BatchItemOf, BatchKey, BatchKeyOf, verify_batch, verify_batch_with};
pub(in crate::curve) use verify_once::verify_of;
pub use verify_once::{verify, verify_with};
pub use verifying::{Verifier, VerifierCtx, VerifierOf, VerifyingKey, VerifyingKeyOf};
