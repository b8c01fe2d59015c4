//! Batch verification.

use super::challenges::{Transcript, challenges};
use super::combined::{self, Term};
use crate::base::parallel;
use crate::curve::curve25519::{EdwardsPoint, PointError, Scalar};
use crate::curve::ed25519::equation;
use crate::curve::ed25519::error::{SignatureError, VerifyingKeyError};
use crate::curve::ed25519::rule::Rule;
use crate::curve::ed25519::signature::SignatureOf;
use crate::curve::ed25519::variant::{Ed25519, Scheme};
use crate::curve::ed25519::verifying::VerifyingKeyOf;
use alloc::boxed::Box;
use alloc::vec;
use alloc::vec::Vec;
use core::fmt;
use core::ops::RangeInclusive;

/// One Ed25519 signature of a batch.
pub type BatchItem<'a> = BatchItemOf<'a, Ed25519>;

/// One signature of a batch, with its message and its key. Use it as [`BatchItem`].
///
/// ```
/// use carnelian::curve::ed25519::{self, BatchItem, SigningKey};
/// let key = SigningKey::from_seed([7; 32]);
/// let (good, bytes) = (key.sign(b"good"), key.verifying_key().to_bytes());
/// // A key can be decoded or encoded.
/// let mut batch = vec![BatchItem::new(key.verifying_key(), b"good", &good), BatchItem::new(&bytes, b"good", &good)];
/// ed25519::verify_batch(&batch)?;
///
/// batch.push(BatchItem::new(&bytes, b"bad", &good));
/// let refused = ed25519::verify_batch(&batch).unwrap_err();
/// assert_eq!(refused.invalid().collect::<Vec<_>>(), [2]);
/// # Ok::<(), ed25519::BatchError>(())
/// ```
#[derive(Clone, Copy)]
pub struct BatchItemOf<'a, S: Scheme> {
    /// The key.
    pub key: BatchKeyOf<'a, S>,
    /// The message.
    pub message: &'a [u8],
    /// The signature.
    pub signature: &'a SignatureOf<S>,
}

impl<'a, S: Scheme> BatchItemOf<'a, S> {
    /// Creates an item from a key, decoded or as 32 bytes, a message and a signature.
    #[must_use]
    pub fn new(key: impl Into<BatchKeyOf<'a, S>>, message: &'a [u8], signature: &'a SignatureOf<S>) -> Self {
        Self { key: key.into(), message, signature }
    }

    /// Returns the hash input of its challenge.
    fn transcript(&self) -> Transcript<'a> {
        (self.signature.r(), *self.key.as_bytes(), self.message)
    }
}

impl<S: Scheme> fmt::Debug for BatchItemOf<'_, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut fields = f.debug_struct("BatchItem");
        fields.field("key", &self.key).field("message", &self.message).field("signature", &self.signature).finish()
    }
}

/// The key of an item in a batch of Ed25519 signatures.
pub type BatchKey<'a> = BatchKeyOf<'a, Ed25519>;

/// The key of an item in a batch. Use it as [`BatchKey`].
#[derive(Clone, Copy)]
pub enum BatchKeyOf<'a, S: Scheme> {
    /// An encoded key. A batch decodes several keys at a time, and equal ones once, which is faster than decoding them
    /// beforehand.
    Bytes(&'a [u8; 32]),
    /// A decoded key.
    Decoded(&'a VerifyingKeyOf<S>),
}

impl<'a, S: Scheme> BatchKeyOf<'a, S> {
    fn as_bytes(&self) -> &'a [u8; 32] {
        match self {
            Self::Bytes(bytes) => bytes,
            Self::Decoded(key) => key.as_bytes(),
        }
    }

    /// Returns the encoding, if the key is not decoded yet.
    fn encoding(&self) -> Option<[u8; 32]> {
        match self {
            Self::Bytes(bytes) => Some(**bytes),
            Self::Decoded(_) => None,
        }
    }

    /// Returns the key if the rule accepts it. If it was not decoded yet, its point is the next one of `decoded`.
    fn load<'p>(
        &self,
        rule: Rule,
        decoded: &mut impl Iterator<Item = &'p Result<EdwardsPoint, PointError>>,
    ) -> Result<VerifyingKeyOf<S>, VerifyingKeyError> {
        match self {
            Self::Bytes(bytes) => {
                VerifyingKeyOf::from_decoded(rule, bytes, *decoded.next().unwrap_or(&Err(PointError::NotOnCurve)))
            }
            Self::Decoded(key) => key.check_for(rule).map(|()| **key),
        }
    }
}

impl<S: Scheme> fmt::Debug for BatchKeyOf<'_, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bytes(bytes) => f.debug_tuple("Bytes").field(bytes).finish(),
            Self::Decoded(key) => f.debug_tuple("Decoded").field(key).finish(),
        }
    }
}

impl<'a, S: Scheme> From<&'a [u8; 32]> for BatchKeyOf<'a, S> {
    fn from(bytes: &'a [u8; 32]) -> Self {
        Self::Bytes(bytes)
    }
}

impl<'a, S: Scheme> From<&'a VerifyingKeyOf<S>> for BatchKeyOf<'a, S> {
    fn from(key: &'a VerifyingKeyOf<S>) -> Self {
        Self::Decoded(key)
    }
}

/// The error for a batch in which not every signature is valid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BatchError {
    verdicts: Box<[Result<(), SignatureError>]>,
}

impl BatchError {
    /// Returns the verdict on each item, the same as that of [`VerifyingKeyOf::verify_with`].
    pub fn verdicts(&self) -> &[Result<(), SignatureError>] {
        &self.verdicts
    }

    /// Returns the indices of the items that are not valid.
    pub fn invalid(&self) -> impl Iterator<Item = usize> {
        self.verdicts.iter().enumerate().filter(|(_, verdict)| verdict.is_err()).map(|(index, _)| index)
    }
}

impl fmt::Display for BatchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "of {} signatures {} are not valid", self.verdicts.len(), self.invalid().count())
    }
}

impl core::error::Error for BatchError {}

/// Verifies every item of the batch by [`Rule::Rfc8032`]. An empty batch is valid.
///
/// The verdicts are those of [`VerifyingKeyOf::verify`] on every input. One equation for all signatures makes large
/// batches several times as fast. Malformed items do not affect the others; a few signatures that do not satisfy the
/// equation are found by halving the batch.
///
/// # Errors
/// [`BatchError`] contains the verdict on each item.
pub fn verify_batch(batch: &[BatchItem<'_>]) -> Result<(), BatchError> {
    verify_batch_with(Rule::Rfc8032, batch)
}

/// Verifies like [`verify_batch`], by another rule. For [`Rule::Strict`] and [`Rule::Cofactorless`] no equation for
/// many signatures always agrees with single verification, so each signature is verified separately.
///
/// # Errors
/// [`BatchError`] contains the verdict on each item.
pub fn verify_batch_with(rule: Rule, batch: &[BatchItem<'_>]) -> Result<(), BatchError> {
    verify_all(rule, batch)
}

/// [`verify_batch_with`] for any scheme.
pub(in crate::curve) fn verify_all<S: Scheme>(rule: Rule, batch: &[BatchItemOf<'_, S>]) -> Result<(), BatchError> {
    let verdicts = parallel::by_parts(batch.len(), PART, |part| verdicts(rule, &batch[part])).concat();
    if verdicts.iter().all(Result::is_ok) { Ok(()) } else { Err(BatchError { verdicts: verdicts.into() }) }
}

/// The result of verifying one item.
type Verdict = Result<(), SignatureError>;

/// The sizes of the parts that a batch is divided into. A smaller part would gain too little from batching; a larger
/// one is not faster, and its points exceed the cache.
const PART: RangeInclusive<usize> = 64..=1024;

/// The measured number of signatures from which one equation for all is faster than one for each.
const COMBINING_PAYS_FROM: usize = 3;

/// Returns the verdict on each item of a part of the batch.
fn verdicts<S: Scheme>(rule: Rule, batch: &[BatchItemOf<'_, S>]) -> Vec<Verdict> {
    let is_combined = rule.is_cofactored() && batch.len() >= COMBINING_PAYS_FROM;
    let (distinct, of_items) = distinct_keys(batch);
    // Keys and signatures are decoded together.
    let mut encodings: Vec<_> = distinct.iter().filter_map(BatchKeyOf::encoding).collect();
    let keys_end = encodings.len();
    if is_combined {
        encodings.extend(batch.iter().map(|item| item.signature.r()));
    }
    let points = decode(rule, &encodings);
    let (of_keys, rs) = points.split_at(keys_end);
    let mut of_keys = of_keys.iter();
    let keys: Vec<_> = distinct.iter().map(|key| key.load(rule, &mut of_keys).map_err(SignatureError::Key)).collect();
    if is_combined {
        combined_verdicts(batch, &keys, &of_items, rs)
    } else {
        single_verdicts(rule, batch, &keys, &of_items)
    }
}

/// Decodes points like [`Rule::decode`], several at a time where the CPU has vector lanes for it.
fn decode(rule: Rule, encodings: &[[u8; 32]]) -> Vec<Result<EdwardsPoint, PointError>> {
    if rule.is_liberal() {
        EdwardsPoint::decompress_zip215_batch(encodings)
    } else {
        EdwardsPoint::decompress_batch(encodings)
    }
}

/// Returns the keys of a batch without repetitions, and for each item the index of its key.
fn distinct_keys<'a, S: Scheme>(batch: &[BatchItemOf<'a, S>]) -> (Vec<BatchKeyOf<'a, S>>, Vec<usize>) {
    // Sorting makes equal keys adjacent: by the first eight bytes, which are compared as a number, then by all.
    let prefix = |key: &[u8; 32]| u64::from_be_bytes([0, 1, 2, 3, 4, 5, 6, 7].map(|i| key[i]));
    let mut order: Vec<_> = batch.iter().enumerate().map(|(i, item)| (prefix(item.key.as_bytes()), i)).collect();
    order.sort_unstable_by(|(a, i), (b, j)| {
        a.cmp(b).then_with(|| batch[*i].key.as_bytes().cmp(batch[*j].key.as_bytes()))
    });
    let mut distinct: Vec<BatchKeyOf<'a, S>> = Vec::with_capacity(batch.len());
    let mut of_items = vec![0; batch.len()];
    for (_, i) in order {
        let key = batch[i].key;
        if distinct.last().is_none_or(|last| last.as_bytes() != key.as_bytes()) {
            distinct.push(key);
        }
        of_items[i] = distinct.len() - 1;
    }
    (distinct, of_items)
}

/// A key that the rule in force accepts, or the reason why it does not.
type LoadedKey<S> = Result<VerifyingKeyOf<S>, SignatureError>;

/// Verifies each item separately.
fn single_verdicts<S: Scheme>(
    rule: Rule,
    batch: &[BatchItemOf<'_, S>],
    keys: &[LoadedKey<S>],
    of_items: &[usize],
) -> Vec<Verdict> {
    let transcripts: Vec<_> = batch.iter().map(BatchItemOf::transcript).collect();
    let check = |item: &BatchItemOf<'_, S>, key: &LoadedKey<S>, k: Scalar| {
        let point = key.as_ref().map_err(|error| *error)?.to_point();
        equation::check(rule, &point, &item.signature.r(), &item.signature.s(), &k)
    };
    let items = batch.iter().zip(of_items).zip(challenges::<S>(&transcripts));
    items.map(|((item, key), k)| check(item, &keys[*key], k)).collect()
}

/// Returns the verdicts by the combined equation over the items that are well formed.
fn combined_verdicts<S: Scheme>(
    batch: &[BatchItemOf<'_, S>],
    keys: &[LoadedKey<S>],
    of_items: &[usize],
    rs: &[Result<EdwardsPoint, PointError>],
) -> Vec<Verdict> {
    // The checks are in the order of single verification.
    let parse = |item: &BatchItemOf<'_, S>, key: usize, r: &Result<EdwardsPoint, PointError>, index: usize| {
        keys[key].as_ref().map_err(|error| *error)?;
        let s = equation::decode_s(&item.signature.s())?;
        Ok(Term { index, key, r: (*r)?, s, k: Scalar::ZERO })
    };
    let mut verdicts = Vec::with_capacity(batch.len());
    let mut terms = Vec::with_capacity(batch.len());
    for (index, ((item, key), r)) in batch.iter().zip(of_items).zip(rs).enumerate() {
        verdicts.push(parse(item, *key, r, index).map(|term| terms.push(term)));
    }
    let transcripts: Vec<_> = terms.iter().map(|term| batch[term.index].transcript()).collect();
    for (term, k) in terms.iter_mut().zip(challenges::<S>(&transcripts)) {
        term.k = k;
    }
    let point = |key: &LoadedKey<S>| key.as_ref().map_or(EdwardsPoint::IDENTITY, VerifyingKeyOf::to_point);
    let points: Vec<_> = keys.iter().map(point).collect();
    combined::find_invalid(&terms, &points, &mut |index| verdicts[index] = Err(SignatureError::Mismatch));
    verdicts
}
