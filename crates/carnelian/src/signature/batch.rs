//! Many signatures at a time.

use super::DynVerifyingKey;
use alloc::vec::Vec;

/// One signature of a batch: what [`SignatureAlgorithm::verify_batch`](crate::algorithm::SignatureAlgorithm::verify_batch)
/// verifies.
#[derive(Clone, Copy, Debug)]
pub struct SignatureItem<'a> {
    /// The public key.
    pub key: SignatureItemKey<'a>,
    /// The purpose of the signature. EdDSA verifies batches without one only.
    pub context: Option<&'a [u8]>,
    /// The message.
    pub message: &'a [u8],
    /// The signature.
    pub signature: &'a [u8],
}

/// The key of a signature in a batch.
#[derive(Clone, Copy, Debug)]
pub enum SignatureItemKey<'a> {
    /// The bytes of a public key. EdDSA decodes equal ones once, and several at a time.
    Bytes(&'a [u8]),
    /// A key of the scheme, which can be [prepared](DynVerifyingKey::prepare).
    Key(&'a dyn DynVerifyingKey),
}

/// Returns the verdict on each item, given which items are in a batch, and the verdict on each of those by its index there.
pub(crate) fn verdicts(is_in: impl Iterator<Item = bool>, is_valid: impl Fn(usize) -> bool) -> Vec<bool> {
    let mut indices = 0..;
    is_in.map(|is_in| is_in && indices.next().is_some_and(&is_valid)).collect()
}
