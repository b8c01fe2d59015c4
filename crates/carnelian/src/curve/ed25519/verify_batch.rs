//! Many verifications at once.

use super::combined::{self, Term};
use super::equation;
use super::error::{SignatureError, VerifyingKeyError};
use super::hashing::{Transcript, challenges};
use super::rule::Rule;
use super::signature::SignatureOf;
use super::variant::{Ed25519, Scheme};
use super::verifying::VerifyingKeyOf;
use crate::base::parallel;
use crate::curve::curve25519::{EdwardsPoint, PointError, Scalar};
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
/// // A key may come decoded, or as the bytes that it is stored in.
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
    /// The item of a key, decoded or as 32 bytes, a message and a signature.
    #[must_use]
    pub fn new(key: impl Into<BatchKeyOf<'a, S>>, message: &'a [u8], signature: &'a SignatureOf<S>) -> Self {
        Self { key: key.into(), message, signature }
    }

    /// What its challenge is the hash of.
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

/// The key of an item of a batch of Ed25519 signatures.
pub type BatchKey<'a> = BatchKeyOf<'a, Ed25519>;

/// The key of an item of a batch. Use it as [`BatchKey`].
#[derive(Clone, Copy)]
pub enum BatchKeyOf<'a, S: Scheme> {
    /// As bytes. The batch decodes them, several keys at a time and equal ones once: for bulk verification this is
    /// faster than decoding them before.
    Bytes(&'a [u8; 32]),
    /// Decoded.
    Decoded(&'a VerifyingKeyOf<S>),
}

impl<'a, S: Scheme> BatchKeyOf<'a, S> {
    fn as_bytes(&self) -> &'a [u8; 32] {
        match self {
            Self::Bytes(bytes) => bytes,
            Self::Decoded(key) => key.as_bytes(),
        }
    }

    /// What is still to be decoded.
    fn encoding(&self) -> Option<[u8; 32]> {
        match self {
            Self::Bytes(bytes) => Some(**bytes),
            Self::Decoded(_) => None,
        }
    }

    /// The key, if the rule admits it; the point of one that was to be decoded is the next of `decoded`.
    fn load<'p>(
        &self,
        rule: Rule,
        decoded: &mut impl Iterator<Item = &'p Result<EdwardsPoint, PointError>>,
    ) -> Result<VerifyingKeyOf<S>, VerifyingKeyError> {
        match self {
            Self::Bytes(bytes) => {
                VerifyingKeyOf::from_decoded(rule, bytes, *decoded.next().unwrap_or(&Err(PointError::NotOnCurve)))
            }
            Self::Decoded(key) => rule.admits(key).map(|()| **key),
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

/// A batch in which not every signature is valid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BatchError {
    verdicts: Box<[Result<(), SignatureError>]>,
}

impl BatchError {
    /// The verdict on each item, the same that [`VerifyingKeyOf::verify_with`] gives.
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
        write!(f, "of {} signatures {} are not valid", self.verdicts.len(), self.invalid().count())
    }
}

impl core::error::Error for BatchError {}

/// Whether every item of the batch is valid by [`Rule::Rfc8032`]. An empty batch is.
///
/// The verdicts are those of [`VerifyingKeyOf::verify`], on every input. Many signatures are verified in a fraction of
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
    verify_all(rule, batch)
}

/// [`verify_batch_with`] for any scheme.
pub(in crate::curve) fn verify_all<S: Scheme>(rule: Rule, batch: &[BatchItemOf<'_, S>]) -> Result<(), BatchError> {
    let verdicts = parallel::by_parts(batch.len(), PART, |part| verdicts(rule, &batch[part])).concat();
    if verdicts.iter().all(Result::is_ok) { Ok(()) } else { Err(BatchError { verdicts: verdicts.into() }) }
}

/// What is said of one item.
type Verdict = Result<(), SignatureError>;

/// How many items are worked off together. With fewer than the least of these a part would gain too little by being a
/// batch; with more than the most a batch gets no faster, and its points leave the cache.
const PART: RangeInclusive<usize> = 64..=1024;

/// From how many signatures on one equation for all is faster than one for each. Measured.
const COMBINING_PAYS_FROM: usize = 3;

/// The verdict on each item of a part of the batch.
fn verdicts<S: Scheme>(rule: Rule, batch: &[BatchItemOf<'_, S>]) -> Vec<Verdict> {
    let is_combined = rule.is_cofactored() && batch.len() >= COMBINING_PAYS_FROM;
    let (distinct, of_items) = distinct_keys(batch);
    // All that there is to decode goes through the decoder together.
    let mut encodings: Vec<_> = distinct.iter().filter_map(BatchKeyOf::encoding).collect();
    let keys_end = encodings.len();
    if is_combined {
        encodings.extend(batch.iter().map(|item| item.signature.r()));
    }
    let points = rule.decode_all(&encodings);
    let (of_keys, rs) = points.split_at(keys_end);
    let mut of_keys = of_keys.iter();
    let keys: Vec<_> = distinct.iter().map(|key| key.load(rule, &mut of_keys).map_err(SignatureError::Key)).collect();
    if is_combined {
        combined_verdicts(batch, &keys, &of_items, rs)
    } else {
        single_verdicts(rule, batch, &keys, &of_items)
    }
}

/// The keys of a batch without repetitions, and for each item which of them it has.
fn distinct_keys<'a, S: Scheme>(batch: &[BatchItemOf<'a, S>]) -> (Vec<BatchKeyOf<'a, S>>, Vec<usize>) {
    // Equal keys come to stand side by side: by the first eight bytes, which are compared as a number, then by all.
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

/// A key under the rule in force, or why it is none.
type LoadedKey<S> = Result<VerifyingKeyOf<S>, SignatureError>;

/// Checks each item.
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

/// Sets aside what is malformed, and finds by the combined equation what else is not valid.
fn combined_verdicts<S: Scheme>(
    batch: &[BatchItemOf<'_, S>],
    keys: &[LoadedKey<S>],
    of_items: &[usize],
    rs: &[Result<EdwardsPoint, PointError>],
) -> Vec<Verdict> {
    // In the order in which single verification finds fault.
    let parse = |item: &BatchItemOf<'_, S>, key: usize, r: &Result<EdwardsPoint, PointError>, place: usize| {
        keys[key].as_ref().map_err(|error| *error)?;
        let s = equation::decode_s(&item.signature.s())?;
        Ok(Term { place, key, r: (*r)?, s, k: Scalar::ZERO })
    };
    let mut verdicts = Vec::with_capacity(batch.len());
    let mut terms = Vec::with_capacity(batch.len());
    for (place, ((item, key), r)) in batch.iter().zip(of_items).zip(rs).enumerate() {
        verdicts.push(parse(item, *key, r, place).map(|term| terms.push(term)));
    }
    let transcripts: Vec<_> = terms.iter().map(|term| batch[term.place].transcript()).collect();
    for (term, k) in terms.iter_mut().zip(challenges::<S>(&transcripts)) {
        term.k = k;
    }
    let point = |key: &LoadedKey<S>| key.as_ref().map_or(EdwardsPoint::IDENTITY, VerifyingKeyOf::to_point);
    let points: Vec<_> = keys.iter().map(point).collect();
    combined::find_invalid(&terms, &points, &mut |place| verdicts[place] = Err(SignatureError::Mismatch));
    verdicts
}
