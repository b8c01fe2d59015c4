//! Verification of many signatures, with a verdict on each.
//!
//! A lattice signature has no equation that can be summed over a batch: what is gained is that the hashes of several
//! signatures are computed at once, and that a key which many signatures have in common is expanded once.

use super::error::SignatureError;
use super::mu::MuHasher;
use super::parameters::Parameters;
use super::prepared::PreparedVerifyingKey;
use super::ring::kernel::Backend;
use super::ring::polynomial::NttPoly;
use super::signature::Signature;
use super::verify::{Public, compare, reconstruct};
use super::verifying_key::VerifyingKey;
use crate::base::parallel;
use crate::hash::Shake256;
use crate::hash::keccak::beside::Passenger;
use crate::postquantum::arrays::Bytes as _;
use crate::postquantum::context::Context;
use alloc::boxed::Box;
use alloc::vec;
use alloc::vec::Vec;
use core::fmt;

/// The number of signatures whose hashes are computed at once.
const GROUP: usize = 8;

/// The length of a message up to which it is copied, to be hashed beside others.
const SHORT: usize = 4096;

/// One signature of a batch, with its message, its context and its key.
///
/// ```
/// use carnelian::postquantum::mldsa::{self, BatchItem, MlDsa44, SigningKey};
/// let (key, other) = (SigningKey::<MlDsa44>::from_seed(&[7; 32]), SigningKey::from_seed(&[8; 32]));
/// let (good, bad) = (key.sign_deterministic(b"good")?, other.sign_deterministic(b"bad")?);
/// let prepared = key.verifying_key().prepare();
/// // Keys can be prepared or not, and different.
/// let mut batch = vec![
///     BatchItem::new(&prepared, b"good", &good),
///     BatchItem::new(key.verifying_key(), b"good", &good),
///     BatchItem::new(other.verifying_key(), b"bad", &bad),
/// ];
/// mldsa::verify_batch(&batch)?;
///
/// batch.push(BatchItem::new(&prepared, b"bad", &bad));
/// let refused = mldsa::verify_batch(&batch).unwrap_err();
/// assert_eq!(refused.invalid().collect::<Vec<_>>(), [3]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct BatchItem<'a, P: Parameters> {
    /// The key.
    pub key: BatchKey<'a, P>,
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
    pub fn new(key: impl Into<BatchKey<'a, P>>, message: &'a [u8], signature: &'a Signature<P>) -> Self {
        Self { key: key.into(), context: Context::EMPTY, message, signature }
    }

    /// Returns the input of the hash whose output is μ.
    fn transcript(&self, tr: &[u8; 64]) -> Vec<u8> {
        let context = self.context.as_bytes();
        let mut transcript = Vec::with_capacity(64 + 2 + context.len() + self.message.len());
        transcript.extend_from_slice(tr);
        transcript.extend_from_slice(&[0, context.len() as u8]);
        transcript.extend_from_slice(context);
        transcript.extend_from_slice(self.message);
        transcript
    }
}

/// The key of an item in a batch.
#[derive(Clone, Copy, Debug)]
pub enum BatchKey<'a, P: Parameters> {
    /// A key whose matrix is expanded for each item.
    Plain(&'a VerifyingKey<P>),
    /// A key that holds its matrix.
    Prepared(&'a PreparedVerifyingKey<P>),
}

impl<'a, P: Parameters> BatchKey<'a, P> {
    fn verifying_key(&self) -> &'a VerifyingKey<P> {
        match self {
            Self::Plain(key) => key,
            Self::Prepared(key) => key.verifying_key(),
        }
    }
}

impl<'a, P: Parameters> From<&'a VerifyingKey<P>> for BatchKey<'a, P> {
    fn from(key: &'a VerifyingKey<P>) -> Self {
        Self::Plain(key)
    }
}

impl<'a, P: Parameters> From<&'a PreparedVerifyingKey<P>> for BatchKey<'a, P> {
    fn from(key: &'a PreparedVerifyingKey<P>) -> Self {
        Self::Prepared(key)
    }
}

impl<P: Parameters> Public<P> for BatchKey<'_, P> {
    fn multiply(&self, backend: Backend, v_hat: &[NttPoly], w_hat: &mut [NttPoly], passenger: &mut Passenger<'_>) {
        match self {
            Self::Plain(key) => key.multiply(backend, v_hat, w_hat, passenger),
            Self::Prepared(key) => key.multiply(backend, v_hat, w_hat, passenger),
        }
    }

    fn add_t1_product(&self, backend: Backend, row: usize, factor: &NttPoly, sum: &mut NttPoly) {
        match self {
            Self::Plain(key) => key.add_t1_product(backend, row, factor, sum),
            Self::Prepared(key) => key.add_t1_product(backend, row, factor, sum),
        }
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
        write!(f, "{} of {} ML-DSA signatures are not valid", self.invalid().count(), self.verdicts.len())
    }
}

impl core::error::Error for BatchError {}

/// Verifies many signatures, of one key or of different keys, on all threads with the feature `rayon`. Where several
/// items have the same key, prepare it.
///
/// # Errors
/// [`BatchError`], with a verdict on each item, if not every signature is valid.
pub fn verify_batch<P: Parameters>(items: &[BatchItem<'_, P>]) -> Result<(), BatchError> {
    let parts = parallel::by_parts(items.len(), GROUP..=GROUP, |part| verify_group(&items[part]));
    let verdicts: Box<[_]> = parts.into_iter().flatten().collect();
    if verdicts.iter().all(Result::is_ok) { Ok(()) } else { Err(BatchError { verdicts }) }
}

/// Verifies up to [`GROUP`] signatures.
fn verify_group<P: Parameters>(items: &[BatchItem<'_, P>]) -> Vec<Result<(), SignatureError>> {
    let mus = message_representatives(items);
    let mut verdicts = Vec::with_capacity(items.len());
    // μ ‖ w1Encode(w₁′).
    let mut transcripts = Vec::with_capacity(items.len());
    for (item, mu) in items.iter().zip(&mus) {
        let mut w1 = P::W1Bytes::ZEROED;
        verdicts.push(reconstruct(&item.key, item.signature, &mut w1, &mut Passenger::none()));
        transcripts.push([&mu[..], w1.as_ref()].concat());
    }
    for ((item, verdict), hash) in items.iter().zip(&mut verdicts).zip(hashes(&transcripts)) {
        let c_tilde = hash[..P::C_TILDE_LEN].try_into().expect("c̃ has at most 64 bytes");
        *verdict = verdict.and_then(|()| compare(&c_tilde, item.signature));
    }
    verdicts
}

/// Returns μ of each item.
fn message_representatives<P: Parameters>(items: &[BatchItem<'_, P>]) -> Vec<[u8; 64]> {
    let trs = hashes_of_keys(items);
    if items.iter().all(|item| item.message.len() <= SHORT) {
        return hashes(&items.iter().zip(&trs).map(|(item, tr)| item.transcript(tr)).collect::<Vec<_>>());
    }
    let mu = |(item, tr): (&BatchItem<'_, P>, &[u8; 64])| {
        let mut hasher = MuHasher::<P>::new(tr, 0, item.context);
        hasher.update(item.message);
        *hasher.finalize().as_bytes()
    };
    items.iter().zip(&trs).map(mu).collect()
}

/// Returns tr of each item.
fn hashes_of_keys<P: Parameters>(items: &[BatchItem<'_, P>]) -> Vec<[u8; 64]> {
    let known: Vec<_> = items.iter().map(|item| item.key.verifying_key().known_tr()).collect();
    let keys = items.iter().zip(&known).filter(|(_, tr)| tr.is_none());
    let mut others =
        hashes(&keys.map(|(item, _)| item.key.verifying_key().as_ref().to_vec()).collect::<Vec<_>>()).into_iter();
    known.into_iter().map(|tr| tr.unwrap_or_else(|| others.next().expect("a hash for each unknown one"))).collect()
}

/// Returns the first 64 bytes of SHAKE256 for each message.
fn hashes(messages: &[Vec<u8>]) -> Vec<[u8; 64]> {
    let messages: Vec<_> = messages.iter().map(|message| &message[..]).collect();
    let mut outputs = vec![[0; 64]; messages.len()];
    Shake256::hash_batch(&messages, &mut outputs).expect("there are as many outputs as messages");
    outputs
}
