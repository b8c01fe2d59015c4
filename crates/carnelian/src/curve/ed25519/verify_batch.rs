//! Many verifications at once.

use super::error::SignatureError;
use super::rule::Rule;
use super::signature::Signature;
use super::verifying::VerifyingKey;
use alloc::boxed::Box;
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
    let verdict =
        |item: &BatchItem<'_>| match item.key {
            BatchKey::Decoded(key) => key.verify_with(rule, item.message, item.signature),
            BatchKey::Bytes(bytes) => VerifyingKey::from_bytes_for(rule, bytes)
                .map_err(SignatureError::Key)?
                .verify_with(rule, item.message, item.signature),
        };
    let verdicts: Vec<_> = batch.iter().map(verdict).collect();
    if verdicts.iter().all(Result::is_ok) { Ok(()) } else { Err(BatchError { verdicts: verdicts.into() }) }
}
