//! Ed25519, Ed25519ctx and Ed25519ph signatures, RFC 8032 Section 5.1.
//!
//! ```
//! use carnelian::curve::ed25519::{Signature, SigningKey, VerifyingKey};
//! use carnelian::random::OsRandom;
//!
//! let key = SigningKey::generate(&mut OsRandom)?;
//! let signature = key.sign(b"a message");
//!
//! // Send 32 and 64 bytes.
//! let (public, bytes) = (key.verifying_key().to_bytes(), signature.to_bytes());
//!
//! let public = VerifyingKey::from_bytes(&public)?;
//! public.verify(b"a message", &Signature::from_bytes(&bytes))?;
//! assert!(public.verify(b"another", &signature).is_err());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | variant | sign | verify |
//! |---|---|---|
//! | Ed25519 | [`SigningKey::sign`], [`sign_hedged`](SigningKey::sign_hedged), `sign_batch` | [`VerifyingKey::verify`], streaming [`verifier`](VerifyingKey::verifier), `verify_batch` |
//! | Ed25519ctx, under a [`Context`] | [`SigningKey::sign_ctx`] | [`VerifyingKey::verify_ctx`], streaming [`verifier_ctx`](VerifyingKey::verifier_ctx) |
//! | Ed25519ph, of a [`Prehash`] | [`SigningKey::sign_prehash`] | [`VerifyingKey::verify_prehash`] |
//!
//! [`SigningKey::verified`] signs by each variant, and verifies the signature before it is returned.
//!
//! A signature is apart from its message. [`SigningKey::sign_combined`] and [`VerifyingKey::open_combined`] keep the two
//! together, R ‖ S ‖ M.
//!
//! Arguments are in the order rule, context, message, signature. Libraries differ in which signatures they accept;
//! [`Rule`] names the rules. The default is that of RFC 8032, in the form under which a batch and a single verification
//! always agree.
//!
//! Signatures of the three variants are different types, so that they cannot be confused:
//!
//! ```compile_fail,E0308
//! # use carnelian::curve::ed25519::{Context, SigningKey};
//! let key = SigningKey::from_seed([7; 32]);
//! let signature = key.sign_ctx(Context::new(b"example")?, b"a message");
//! key.verifying_key().verify(b"a message", &signature)?; // an Ed25519ctx signature verified as Ed25519
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//! ```compile_fail,E0308
//! # use carnelian::curve::ed25519::{Prehash, SigningKey};
//! let key = SigningKey::from_seed([7; 32]);
//! let signature = key.sign(b"a message");
//! key.verifying_key().verify_prehash(None, Prehash::of(b"a message"), &signature)?; // Ed25519 verified as Ed25519ph
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//! ```compile_fail,E0308
//! # use carnelian::curve::ed25519::SigningKey;
//! let key = SigningKey::from_seed([7; 32]);
//! let _ = key.sign_prehash(None, carnelian::hash::Sha512::digest(b"a message")); // bytes instead of a prehash
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//! ```
//! # use carnelian::curve::ed25519::{Context, Prehash, SigningKey};
//! let key = SigningKey::from_seed([7; 32]); // the examples above, corrected
//! let signature = key.sign_ctx(Context::new(b"example")?, b"a message");
//! key.verifying_key().verify_ctx(Context::new(b"example")?, b"a message", &signature)?;
//! let signature = key.sign_prehash(None, Prehash::of(b"a message"));
//! key.verifying_key().verify_prehash(None, Prehash::of(b"a message"), &signature)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#[cfg(feature = "alloc")]
pub(in crate::curve) mod batch;
mod combined;
mod equation;
mod error;
mod hashing;
mod intact;
#[cfg(feature = "std")]
mod io;
#[cfg(feature = "encoding")]
mod keys;
mod prehash;
#[cfg(feature = "alloc")]
mod role;
mod rule;
mod signature;
mod signing;
mod variant;
mod verified;
mod verify_once;
mod verifying;

#[cfg(test)]
mod tests;

pub use crate::base::context::ContextLengthError;
#[cfg(feature = "alloc")]
pub use batch::{
    BatchError, BatchItem, BatchItemOf, BatchKey, BatchKeyOf, PreparedVerifyingKey, PreparedVerifyingKeyOf,
    from_seed_batch, generate_batch, sign_batch, verify_batch, verify_batch_with,
};
pub use combined::open_combined;
pub use error::{
    MismatchedKeypair, NoVerifyingKey, ParseKeyError, SignatureError, SignedMessageError, VerifyingKeyError,
};
pub use prehash::Prehash;
pub use rule::Rule;
pub use signature::{PrehashSignature, Signature, SignatureCtx, SignatureOf};
pub use signing::{SigningKey, SigningKeyOf};
pub use variant::{Context, Ed25519, Ed25519ctx, Ed25519ph, EddsaBlake2b, Scheme, Variant};
pub use verified::{SignError, Verified, VerifiedOf};
pub(in crate::curve) use verify_once::verify_of;
pub use verify_once::{verify, verify_with};
pub use verifying::{Verifier, VerifierCtx, VerifierOf, VerifyingKey, VerifyingKeyOf};
