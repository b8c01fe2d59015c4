//! Many verifications at once.

use super::combined::{self, Term};
use super::equation;
use super::error::{SignatureError, VerifyingKeyError};
use super::hashing::{Transcript, challenges};
use super::parallel;
use super::rule::Rule;
use super::signature::Signature;
use super::verifying::VerifyingKey;
use crate::curve::curve25519::{EdwardsPoint, Scalar};
use alloc::boxed::Box;
use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use core::fmt;

/// One signature of a batch, with its message and its key.
///
/// ```
/// use carnelian::curve::ed25519::{self, BatchItem, SigningKey};
/// let key = SigningKey::from_seed([7; 32]);
/// let (good, bytes) = (key.sign(b"good"), key.verifying_key().to_bytes());
/// // A key may come decoded, or as the bytes that it is stored in.
/// let mut batch = vec![BatchItem::new(key.verifying_key(), b"good", &good), BatchItem::new(&bytes, b"good", &good)];
/// ed25519::verify_batch(&batch)?;
///
/// batch.push(BatchItem::new(&bytes, b"bad", &good));
/// let refused = ed25519::verify_batch(&batch).unwrap_err();
/// assert_eq!(refused.invalid().collect::<Vec<_>>(), [2]);
/// # Ok::<(), ed25519::BatchError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct BatchItem<'a> {
    /// The key.
    pub key: BatchKey<'a>,
    /// The message.
    pub message: &'a [u8],
    /// The signature.
    pub signature: &'a Signature,
}

impl<'a> BatchItem<'a> {
    /// The item of a key, decoded or as 32 bytes, a message and a signature.
    #[must_use]
    pub fn new(key: impl Into<BatchKey<'a>>, message: &'a [u8], signature: &'a Signature) -> Self {
        Self { key: key.into(), message, signature }
    }

    /// What its challenge is the hash of.
    fn transcript(&self) -> Transcript<'a> {
        (self.signature.r(), *self.key.as_bytes(), self.message)
    }
}

/// The key of an item of a batch.
#[derive(Clone, Copy, Debug)]
pub enum BatchKey<'a> {
    /// As bytes. The batch decodes them, several keys at a time and equal ones once: for bulk verification this is
    /// faster than decoding them before.
    Bytes(&'a [u8; 32]),
    /// Decoded.
    Decoded(&'a VerifyingKey),
}

impl<'a> BatchKey<'a> {
    fn as_bytes(&self) -> &'a [u8; 32] {
        match self {
            Self::Bytes(bytes) => bytes,
            Self::Decoded(key) => key.as_bytes(),
        }
    }

    /// The point, if the rule admits the key.
    fn load(&self, rule: Rule) -> Result<EdwardsPoint, VerifyingKeyError> {
        match self {
            Self::Bytes(bytes) => VerifyingKey::from_bytes_for(rule, bytes).map(|key| key.to_point()),
            Self::Decoded(key) => rule.admits(key).map(|()| key.to_point()),
        }
    }
}

impl<'a> From<&'a [u8; 32]> for BatchKey<'a> {
    fn from(bytes: &'a [u8; 32]) -> Self {
        Self::Bytes(bytes)
    }
}

impl<'a> From<&'a VerifyingKey> for BatchKey<'a> {
    fn from(key: &'a VerifyingKey) -> Self {
        Self::Decoded(key)
    }
}

/// A batch in which not every signature is valid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BatchError {
    verdicts: Box<[Result<(), SignatureError>]>,
}

impl BatchError {
    /// The verdict on each item, the same that [`VerifyingKey::verify_with`] gives.
    pub fn verdicts(&self) -> &[Result<(), SignatureError>] {
        &self.verdicts
    }

    /// The places of the items that are not valid.
    pub fn invalid(&self) -> impl Iterator<Item = usize> {
        self.verdicts.iter().enumerate().filter(|(_, verdict)| verdict.is_err()).map(|(place, _)| place)
    }
}

impl fmt::Display for BatchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "of {} Ed25519 signatures {} are not valid", self.verdicts.len(), self.invalid().count())
    }
}

impl core::error::Error for BatchError {}

/// Whether every item of the batch is valid by [`Rule::Rfc8032`]. An empty batch is.
///
/// The verdicts are those of [`VerifyingKey::verify`], on every input. Many signatures are verified in a fraction of
/// the time by one equation for all. Items that are no signatures at all cost and change nothing for the others; a few
/// that do not hold are found by halving the batch.
///
/// # Errors
/// [`BatchError`] gives the verdict on each item.
pub fn verify_batch(batch: &[BatchItem<'_>]) -> Result<(), BatchError> {
    verify_batch_with(Rule::Rfc8032, batch)
}

/// As [`verify_batch`], by another rule. [`Rule::Strict`] and [`Rule::Cofactorless`] have no equation for many
/// signatures at once that would never differ from single verification: each is checked.
///
/// # Errors
/// [`BatchError`] gives the verdict on each item.
pub fn verify_batch_with(rule: Rule, batch: &[BatchItem<'_>]) -> Result<(), BatchError> {
    let verdicts = parallel::by_chunks(batch, |chunk| verdicts(rule, chunk));
    if verdicts.iter().all(Result::is_ok) { Ok(()) } else { Err(BatchError { verdicts: verdicts.into() }) }
}

/// What is said of one item.
type Verdict = Result<(), SignatureError>;

/// From how many signatures on one equation for all is faster than one for each. Measured.
const COMBINING_PAYS_FROM: usize = 3;

/// The verdict on each item of a part of the batch.
fn verdicts(rule: Rule, batch: &[BatchItem<'_>]) -> Vec<Verdict> {
    let keys = Keys::load(rule, batch);
    if rule.is_cofactored() && batch.len() >= COMBINING_PAYS_FROM {
        combined_verdicts(rule, batch, &keys)
    } else {
        single_verdicts(rule, batch, &keys)
    }
}

/// The keys of a batch, equal ones once.
struct Keys {
    /// For each item, which key it has, or why that is none.
    of_items: Vec<Result<usize, SignatureError>>,
    points: Vec<EdwardsPoint>,
}

impl Keys {
    fn load(rule: Rule, batch: &[BatchItem<'_>]) -> Self {
        let mut known = BTreeMap::new();
        let mut keys = Self { of_items: Vec::with_capacity(batch.len()), points: Vec::new() };
        for item in batch {
            let key = known.entry(item.key.as_bytes()).or_insert_with(|| {
                keys.points.push(item.key.load(rule).map_err(SignatureError::Key)?);
                Ok(keys.points.len() - 1)
            });
            keys.of_items.push(*key);
        }
        keys
    }
}

/// Checks each item.
fn single_verdicts(rule: Rule, batch: &[BatchItem<'_>], keys: &Keys) -> Vec<Verdict> {
    let transcripts: Vec<_> = batch.iter().map(BatchItem::transcript).collect();
    let check = |item: &BatchItem<'_>, key: Result<usize, SignatureError>, k: Scalar| {
        equation::check(rule, &keys.points[key?], &item.signature.r(), &item.signature.s(), &k)
    };
    let items = batch.iter().zip(&keys.of_items).zip(challenges(&transcripts));
    items.map(|((item, key), k)| check(item, *key, k)).collect()
}

/// Sets aside what is malformed, and finds by the combined equation what else is not valid.
fn combined_verdicts(rule: Rule, batch: &[BatchItem<'_>], keys: &Keys) -> Vec<Verdict> {
    let mut verdicts = Vec::with_capacity(batch.len());
    let mut terms = Vec::with_capacity(batch.len());
    for (place, (item, key)) in batch.iter().zip(&keys.of_items).enumerate() {
        let decoded = key.and_then(|_| equation::decode(rule, &item.signature.r(), &item.signature.s()));
        if let (Ok(key), Ok((s, r))) = (*key, decoded) {
            terms.push(Term { place, key, r, s, k: Scalar::ZERO });
        }
        verdicts.push(decoded.map(|_| ()));
    }
    let transcripts: Vec<_> = terms.iter().map(|term| batch[term.place].transcript()).collect();
    for (term, k) in terms.iter_mut().zip(challenges(&transcripts)) {
        term.k = k;
    }
    combined::find_invalid(&terms, &keys.points, &mut |place| verdicts[place] = Err(SignatureError::Mismatch));
    verdicts
}
