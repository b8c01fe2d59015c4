//! Batches and prepared keys, which need a heap.

use super::{EddsaBlake2b, Rule, Signature, SigningKey};
use crate::base::random::{Random, RandomError};
use crate::curve::ed25519::batch::{from_all_seeds, generate_all, sign_all, verify_all};
use crate::curve::ed25519::{BatchItemOf, BatchKeyOf, PreparedVerifyingKeyOf, Scheme};
use alloc::vec::Vec;

pub use crate::curve::ed25519::BatchError;

/// A verifying key with tables for many verifications.
pub type PreparedVerifyingKey = PreparedVerifyingKeyOf<EddsaBlake2b>;

/// One signature of a batch, with its message and its key.
pub type BatchItem<'a> = BatchItemOf<'a, EddsaBlake2b>;

/// The key of an item in a batch.
pub type BatchKey<'a> = BatchKeyOf<'a, EddsaBlake2b>;

/// Verifies every item of the batch by [`Rule::Zip215`], like
/// [`ed25519::verify_batch`](crate::curve::ed25519::verify_batch).
///
/// # Errors
/// [`BatchError`] contains the verdict on each item.
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
pub fn verify_batch(batch: &[BatchItem<'_>]) -> Result<(), BatchError> {
    verify_batch_with(EddsaBlake2b::RULE, batch)
}

/// Verifies like [`verify_batch`], by another rule.
///
/// # Errors
/// [`BatchError`] contains the verdict on each item.
pub fn verify_batch_with(rule: Rule, batch: &[BatchItem<'_>]) -> Result<(), BatchError> {
    verify_all(rule, batch)
}

/// Signs many messages like [`SigningKey::sign`](crate::curve::ed25519::SigningKeyOf::sign); result `i` belongs to pair
/// `i`. Takes time that depends only on the lengths of the messages.
#[must_use]
pub fn sign_batch(batch: &[(&SigningKey, &[u8])]) -> Vec<Signature> {
    sign_all(batch)
}

/// Generates `count` keys, several at a time where the CPU has vector lanes for it.
///
/// # Errors
/// [`RandomError`] if the source fails.
pub fn generate_batch(count: usize, random: &mut impl Random) -> Result<Vec<SigningKey>, RandomError> {
    generate_all(count, random)
}

/// Derives keys from many seeds like [`SigningKey::from_seed`](crate::curve::ed25519::SigningKeyOf::from_seed), several
/// at a time where the CPU has vector lanes for it. Constant time.
#[must_use]
pub fn from_seed_batch(seeds: &[[u8; 32]]) -> Vec<SigningKey> {
    from_all_seeds(seeds)
}
