//! EdDSA over edwards25519 with BLAKE2b-512: the scheme of RFC 8032 Sections 3 and 5.1 with that hash function in the
//! place of SHA-512, as Monocypher's `crypto_eddsa_*` has it.
//!
//! ```
//! use carnelian::curve::eddsa_blake2b::{Signature, SigningKey, VerifyingKey};
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
//! Lengths, errors and what time depends on are those of [`ed25519`], whose types these are, for another [`Scheme`]:
//! a seed has 32 bytes, a public key 32, a signature 64. Keys and signatures of the two schemes are different types:
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
//! let key = ed25519::SigningKey::from_seed([7; 32]); // the misuse above, used well
//! let signature = key.sign(b"a message");
//! key.verifying_key().verify(b"a message", &signature)?;
//! # Ok::<(), ed25519::SignatureError>(())
//! ```
//!
//! Where no [`Rule`] is named it is [`Rule::Zip215`], which is what Monocypher 4 decides by: the equation with the
//! cofactor, S below L, A and R not necessarily canonical. A batch and a single verification agree by it on every input.
//!
//! There is no standard for this scheme; sign with [`ed25519`] unless the other side wants this one. It has neither
//! contexts nor a variant over digests.
//!
//! [`Scheme`]: super::ed25519::Scheme
//! [`ed25519`]: super::ed25519

#[cfg(feature = "alloc")]
use super::ed25519::{BatchItemOf, BatchKeyOf, PreparedVerifyingKeyOf, from_all_seeds, generate_all, sign_all};
use super::ed25519::{Scheme, SignatureOf, SigningKeyOf, VerifierOf, VerifyingKeyOf, verify_of};
#[cfg(feature = "alloc")]
use crate::base::random::{Random, RandomError};
#[cfg(feature = "alloc")]
use alloc::vec::Vec;

#[cfg(feature = "alloc")]
pub use super::ed25519::BatchError;
pub use super::ed25519::{
    EddsaBlake2b, MismatchedKeypair, NoVerifyingKey, ParseKeyError, Rule, SignatureError, VerifyingKeyError,
};

/// A signing key. Its 64 bytes in Monocypher are the seed and the public key:
/// [`from_keypair_bytes`](SigningKeyOf::from_keypair_bytes) takes them.
pub type SigningKey = SigningKeyOf<EddsaBlake2b>;

/// A verifying key.
pub type VerifyingKey = VerifyingKeyOf<EddsaBlake2b>;

/// A signature.
pub type Signature = SignatureOf<EddsaBlake2b>;

/// The verification of a signature whose message comes in pieces.
pub type Verifier = VerifierOf<EddsaBlake2b>;

/// A verifying key with tables for many verifications.
#[cfg(feature = "alloc")]
pub type PreparedVerifyingKey = PreparedVerifyingKeyOf<EddsaBlake2b>;

/// One signature of a batch, with its message and its key.
#[cfg(feature = "alloc")]
pub type BatchItem<'a> = BatchItemOf<'a, EddsaBlake2b>;

/// The key of an item of a batch.
#[cfg(feature = "alloc")]
pub type BatchKey<'a> = BatchKeyOf<'a, EddsaBlake2b>;

/// Whether `signature` is one of `message` under the key that 32 bytes encode, by [`Rule::Zip215`]: as
/// [`ed25519::verify`](super::ed25519::verify), faster for a key that is used once.
///
/// # Errors
/// [`SignatureError`] if it is not; [`SignatureError::Key`] if the bytes are no key.
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

/// As [`verify`], by another rule.
///
/// # Errors
/// [`SignatureError`] if the signature is not valid.
pub fn verify_with(rule: Rule, key: &[u8; 32], message: &[u8], signature: &Signature) -> Result<(), SignatureError> {
    verify_of(rule, key, message, signature)
}

/// Whether every item of the batch is valid by [`Rule::Zip215`]: as
/// [`ed25519::verify_batch`](super::ed25519::verify_batch).
///
/// # Errors
/// [`BatchError`] gives the verdict on each item.
///
/// ```
/// use carnelian::curve::eddsa_blake2b::{self, BatchItem, SigningKey};
/// let key = SigningKey::from_seed([7; 32]);
/// let (one, two) = (key.sign(b"one"), key.sign(b"two"));
/// let batch = [b"one", b"two"].into_iter().zip([&one, &two]);
/// let batch: Vec<_> = batch.map(|(m, signature)| BatchItem::new(key.verifying_key(), m, signature)).collect();
/// eddsa_blake2b::verify_batch(&batch)?;
/// # Ok::<(), eddsa_blake2b::BatchError>(())
/// ```
#[cfg(feature = "alloc")]
pub fn verify_batch(batch: &[BatchItem<'_>]) -> Result<(), BatchError> {
    verify_batch_with(EddsaBlake2b::RULE, batch)
}

/// As [`verify_batch`], by another rule.
///
/// # Errors
/// [`BatchError`] gives the verdict on each item.
#[cfg(feature = "alloc")]
pub fn verify_batch_with(rule: Rule, batch: &[BatchItem<'_>]) -> Result<(), BatchError> {
    super::ed25519::verify_all(rule, batch)
}

/// [`SigningKey::sign`](SigningKeyOf::sign) for many keys and messages; result `i` is that of pair `i`. Takes time that
/// depends on the lengths of the messages alone.
#[cfg(feature = "alloc")]
#[must_use]
pub fn sign_batch(batch: &[(&SigningKey, &[u8])]) -> Vec<Signature> {
    sign_all(batch)
}

/// `count` new keys, several at a time where the CPU has the lanes for it.
///
/// # Errors
/// [`RandomError`] if the source cannot deliver.
#[cfg(feature = "alloc")]
pub fn generate_batch(count: usize, random: &mut impl Random) -> Result<Vec<SigningKey>, RandomError> {
    generate_all(count, random)
}

/// [`SigningKey::from_seed`](SigningKeyOf::from_seed) for many seeds, several at a time where the CPU has the lanes for
/// it. Constant time.
#[cfg(feature = "alloc")]
#[must_use]
pub fn from_seed_batch(seeds: &[[u8; 32]]) -> Vec<SigningKey> {
    from_all_seeds(seeds)
}
