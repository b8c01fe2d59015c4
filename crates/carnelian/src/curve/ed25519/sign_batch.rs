//! Many signatures and many keys at once: the hashes and the multiplications several at a time where the CPU has the
//! lanes for it, the encodings with shared inversions.

use super::signature::Signature;
use super::signing::SigningKey;
use crate::base::random::{Random, RandomError};
use alloc::vec::Vec;

/// [`SigningKey::sign`] for many keys and messages; result `i` is that of pair `i`. Takes time that depends on the
/// lengths of the messages alone.
///
/// ```
/// use carnelian::curve::ed25519::{self, SigningKey};
/// let (one, two) = (SigningKey::from_seed([1; 32]), SigningKey::from_seed([2; 32]));
/// let signatures = ed25519::sign_batch(&[(&one, b"a"), (&two, b"b"), (&one, b"c")]);
/// assert_eq!(signatures[2], one.sign(b"c"));
/// ```
#[must_use]
pub fn sign_batch(batch: &[(&SigningKey, &[u8])]) -> Vec<Signature> {
    batch.iter().map(|(key, message)| key.sign(message)).collect()
}

/// `count` new keys, several at a time where the CPU has the lanes for it.
///
/// # Errors
/// [`RandomError`] if the source cannot deliver.
pub fn generate_batch(count: usize, random: &mut impl Random) -> Result<Vec<SigningKey>, RandomError> {
    (0..count).map(|_| SigningKey::generate(random)).collect()
}

/// [`SigningKey::from_seed`] for many seeds. Constant time.
#[must_use]
pub fn from_seeds(seeds: &[[u8; 32]]) -> Vec<SigningKey> {
    seeds.iter().map(|seed| SigningKey::from_seed(*seed)).collect()
}
