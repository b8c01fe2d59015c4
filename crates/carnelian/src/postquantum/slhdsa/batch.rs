//! Many signatures at once: signing on all threads, and verification with a verdict on each, whose hashes share the
//! lanes of vectors.

use super::error::{SignError, SignatureError};
use super::functions::Functions;
use super::message::Message;
use super::parameters::{MAX_LANES, Parameters};
use super::sign::STACK;
use super::signature::Signature;
use super::signer::Signer;
#[cfg(doc)]
use super::signing_key::SigningKey;
use super::verify::{Item, VALUES, verify};
use super::verifying_key::VerifyingKey;
use crate::base::memory::{wipe, wiping_stack};
use crate::base::parallel;
use crate::base::random::Random;
use crate::postquantum::context::Context;
use alloc::boxed::Box;
use alloc::vec;
use alloc::vec::Vec;
use core::fmt;

/// The smallest number of signatures that are verified by one thread while others are idle.
const FEW: usize = 4;

/// One signature of a batch, with its message, its context and its key.
///
/// ```
/// use carnelian::postquantum::slhdsa::{self, BatchItem, SigningKey, SlhDsaSha2_128f};
/// let key = SigningKey::<SlhDsaSha2_128f>::from_seeds(&[1; 16], &[2; 16], &[3; 16]);
/// let other = SigningKey::<SlhDsaSha2_128f>::from_seeds(&[4; 16], &[5; 16], &[6; 16]);
/// let (good, bad) = (key.sign_deterministic(b"good")?, other.sign_deterministic(b"bad")?);
/// // Keys can be different.
/// let mut batch = vec![
///     BatchItem::new(key.verifying_key(), b"good", &good),
///     BatchItem::new(other.verifying_key(), b"bad", &bad),
/// ];
/// slhdsa::verify_batch(&batch)?;
///
/// batch.push(BatchItem::new(key.verifying_key(), b"bad", &bad));
/// let refused = slhdsa::verify_batch(&batch).unwrap_err();
/// assert_eq!(refused.invalid().collect::<Vec<_>>(), [2]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct BatchItem<'a, P: Parameters> {
    /// The key.
    pub key: &'a VerifyingKey<P>,
    /// The context.
    pub context: Context<'a>,
    /// The message.
    pub message: &'a [u8],
    /// The signature.
    pub signature: &'a Signature<P>,
}

impl<'a, P: Parameters> BatchItem<'a, P> {
    /// Creates an item under the empty context.
    #[must_use]
    pub const fn new(key: &'a VerifyingKey<P>, message: &'a [u8], signature: &'a Signature<P>) -> Self {
        Self { key, context: Context::EMPTY, message, signature }
    }
}

/// The error for a batch in which not every signature is valid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BatchError {
    verdicts: Box<[Result<(), SignatureError>]>,
}

impl BatchError {
    /// Returns the verdict on each item, the same as that of [`VerifyingKey::verify_ctx`].
    pub fn verdicts(&self) -> &[Result<(), SignatureError>] {
        &self.verdicts
    }

    /// Returns the indices of the items that are not valid.
    pub fn invalid(&self) -> impl Iterator<Item = usize> + '_ {
        self.verdicts.iter().enumerate().filter(|(_, verdict)| verdict.is_err()).map(|(index, _)| index)
    }
}

impl fmt::Display for BatchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} of {} SLH-DSA signatures are not valid", self.invalid().count(), self.verdicts.len())
    }
}

impl core::error::Error for BatchError {}

/// Verifies many signatures, of one key or of different keys, on all threads with the feature `rayon`.
///
/// A single signature leaves lanes idle at the end of each layer, and its leaves and paths are hashes that wait for each
/// other; those of several are side by side.
///
/// # Errors
/// [`BatchError`], with a verdict on each item, if not every signature is valid.
pub fn verify_batch<P: Parameters>(items: &[BatchItem<'_, P>]) -> Result<(), BatchError> {
    let sizes = FEW..=P::Functions::LANES;
    let parts = parallel::by_parts(items.len(), sizes, |part| verify_group(&items[part]));
    let verdicts: Box<[_]> = parts.into_iter().flatten().collect();
    if verdicts.iter().all(Result::is_ok) { Ok(()) } else { Err(BatchError { verdicts }) }
}

/// Verifies up to as many signatures as there are lanes.
fn verify_group<P: Parameters>(items: &[BatchItem<'_, P>]) -> Vec<Result<(), SignatureError>> {
    debug_assert!(items.len() <= MAX_LANES);
    let mut verdicts = vec![Err(SignatureError::Mismatch); items.len()];
    let items: Vec<_> = items
        .iter()
        .map(|item| {
            let message = Message::pure(item.context, item.message);
            Item::new::<P>(item.key.as_ref(), &message, item.signature.as_ref())
        })
        .collect();
    let mut values = vec![0; VALUES * items.len()];
    verify::<P::Functions, MAX_LANES>(&P::NUMBERS, &items, &mut values, |number, is_valid| {
        if is_valid {
            verdicts[number] = Ok(());
        }
    });
    verdicts
}

/// Signs many messages by one key under a context, on all threads with the feature `rayon`: the signatures are those that
/// as many calls of [`SigningKey::sign_ctx`] return. The key can be a
/// [`PreparedSigningKey`](super::PreparedSigningKey).
///
/// # Errors
/// [`SignError`] if the random source fails, or if a signature is not valid.
///
/// ```
/// use carnelian::postquantum::slhdsa::{self, Context, SigningKey, SlhDsaSha2_128f};
/// use carnelian::random::OsRandom;
/// let key = SigningKey::<SlhDsaSha2_128f>::generate(&mut OsRandom)?;
/// let messages = [&b"one"[..], b"two", b"three"];
/// let signatures = slhdsa::sign_batch(&key, Context::EMPTY, &messages, &mut OsRandom)?;
/// for (message, signature) in messages.iter().zip(&signatures) {
///     key.verifying_key().verify(message, signature)?;
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn sign_batch<'k, P: Parameters>(
    key: impl Into<Signer<'k, P>>,
    context: Context<'_>,
    messages: &[&[u8]],
    random: &mut impl Random,
) -> Result<Vec<Signature<P>>, SignError> {
    let signer = key.into();
    let draw = |_: &&[u8]| Signer::<P>::draw(random);
    let rnds = messages.iter().map(draw).collect::<Result<Vec<_>, _>>()?;
    // One thread for each signature is the best where there are enough of them.
    let threads = if messages.len() < parallel::limit() { parallel::limit() } else { 1 };
    let mut parts = parallel::by_parts(messages.len(), 1..=1, |part| {
        let mut signature = Signature::zeroed();
        let message = Message::pure(context, messages[part.start]);
        signer.sign_unverified(&message, Some(&rnds[part.start]), threads, signature.bytes_mut());
        signature
    });
    let key = signer.verifying_key;
    let pairs = messages.iter().zip(&parts);
    let items: Vec<_> = pairs.map(|(message, signature)| BatchItem { key, context, message, signature }).collect();
    match wiping_stack::<STACK, _>(|| verify_batch(&items)) {
        Ok(()) => Ok(parts),
        Err(_) => {
            parts.iter_mut().for_each(|signature| wipe(signature.bytes_mut()));
            Err(SignError::Fault)
        }
    }
}
