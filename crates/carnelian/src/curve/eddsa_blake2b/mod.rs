//! EdDSA over edwards25519 with BLAKE2b-512: the scheme of RFC 8032 Sections 3 and 5.1 with this hash function instead
//! of SHA-512, compatible with Monocypher's `crypto_eddsa_*`.
//!
//! ```
//! use carnelian::curve::eddsa_blake2b::{Signature, SigningKey, VerifyingKey};
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
//! The types are those of [`ed25519`] for another [`Scheme`], with the same lengths, errors and promises about time: a
//! seed has 32 bytes, a public key 32, a signature 64. Keys and signatures of the two schemes are different types:
//!
//! ```compile_fail,E0308
//! # use carnelian::curve::{ed25519, eddsa_blake2b};
//! let key = ed25519::SigningKey::from_seed([7; 32]);
//! let signature = eddsa_blake2b::SigningKey::from_seed([7; 32]).sign(b"a message");
//! key.verifying_key().verify(b"a message", &signature)?; // a signature made with another hash function
//! # Ok::<(), ed25519::SignatureError>(())
//! ```
//! ```
//! # use carnelian::curve::{ed25519, eddsa_blake2b};
//! let key = ed25519::SigningKey::from_seed([7; 32]); // the example above, corrected
//! let signature = key.sign(b"a message");
//! key.verifying_key().verify(b"a message", &signature)?;
//! # Ok::<(), ed25519::SignatureError>(())
//! ```
//!
//! The default [`Rule`] is [`Rule::Zip215`], that of Monocypher 4: the equation with the cofactor, S below L, A and R
//! not necessarily canonical. Under it a batch and a single verification agree on every input.
//!
//! There is no standard for this scheme; use [`ed25519`] unless compatibility requires this one. It has neither
//! contexts nor a variant over digests.
//!
//! [`Scheme`]: super::ed25519::Scheme
//! [`ed25519`]: super::ed25519

#[cfg(feature = "alloc")]
mod batch;
#[cfg(all(test, feature = "alloc"))]
mod tests;

use super::ed25519::{Scheme, SignatureOf, SigningKeyOf, VerifiedOf, VerifierOf, VerifyingKeyOf, verify_of};

pub use super::ed25519::{
    EddsaBlake2b, MismatchedKeypair, NoVerifyingKey, ParseKeyError, Rule, SignError, SignatureError,
    SignedMessageError, VerifyingKeyError,
};
#[cfg(feature = "alloc")]
pub use batch::{
    BatchError, BatchItem, BatchKey, PreparedVerifyingKey, from_seed_batch, generate_batch, sign_batch, verify_batch,
    verify_batch_with,
};

/// A signing key. Monocypher stores it as 64 bytes, the seed and the public key, which
/// [`from_keypair_bytes`](SigningKeyOf::from_keypair_bytes) accepts.
pub type SigningKey = SigningKeyOf<EddsaBlake2b>;

/// A verifying key.
pub type VerifyingKey = VerifyingKeyOf<EddsaBlake2b>;

/// A signature.
pub type Signature = SignatureOf<EddsaBlake2b>;

/// A signing key that verifies each signature before it is returned.
pub type Verified<'k> = VerifiedOf<'k, EddsaBlake2b>;

/// A streaming verification of a signature.
pub type Verifier = VerifierOf<EddsaBlake2b>;

/// Verifies a signature of `message` under a key in its encoded form, by [`Rule::Zip215`]. Like
/// [`ed25519::verify`](super::ed25519::verify) it is faster for a key that is used once.
///
/// # Errors
/// [`SignatureError`] if the signature is not valid; [`SignatureError::Key`] if the bytes are not a key.
///
/// ```
/// use carnelian::curve::eddsa_blake2b::{self, SigningKey};
/// let key = SigningKey::from_seed([7; 32]);
/// let signature = key.sign(b"a message");
/// eddsa_blake2b::verify(key.verifying_key().as_bytes(), b"a message", &signature)?;
/// # Ok::<(), eddsa_blake2b::SignatureError>(())
/// ```
pub fn verify(key: &[u8; 32], message: &[u8], signature: &Signature) -> Result<(), SignatureError> {
    verify_with(EddsaBlake2b::RULE, key, message, signature)
}

/// Verifies like [`verify`], by another rule.
///
/// # Errors
/// [`SignatureError`] if the signature is not valid.
pub fn verify_with(rule: Rule, key: &[u8; 32], message: &[u8], signature: &Signature) -> Result<(), SignatureError> {
    verify_of(rule, key, message, signature)
}
