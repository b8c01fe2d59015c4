//! The rule by which ed25519-donna accepts signatures.
//!
//! It is [`Rule::Cofactorless`] with S modulo L, if S < 2²⁵³: the equation without the cofactor, R compared as bytes, A
//! not necessarily canonical, and A and R possibly of small order. S is not part of the challenge, so a signature whose
//! S is reduced first has the verdict that is sought.

use carnelian::curve::curve25519::{EdwardsPoint, Scalar};
use carnelian::curve::ed25519::{self, BatchItem, Rule, Signature};

/// The rule for a signature whose S is below L.
pub(crate) const RULE: Rule = Rule::Cofactorless;

/// The number of signatures that ed25519-donna combines.
pub(crate) const GROUP: usize = 64;

/// The largest number of signatures that ed25519-donna verifies one by one.
const ALONE: usize = 3;

/// The bits of the last byte that are zero in numbers below 2²⁵³.
const ABOVE: u8 = 0b1110_0000;

/// A signature of a batch.
pub(crate) struct Item<'a> {
    pub(crate) message: &'a [u8],
    pub(crate) key: &'a [u8; 32],
    pub(crate) signature: &'a [u8; 64],
}

/// Returns the signature with S modulo L, and nothing if S is 2²⁵³ or more.
pub(crate) fn reduced(signature: &[u8; 64]) -> Option<Signature> {
    let (_, s) = signature.split_last_chunk::<32>()?;
    if s[31] & ABOVE != 0 {
        return None;
    }
    let mut bytes = *signature;
    // L > 2²⁵²: smaller numbers are reduced.
    if s[31] >> 4 != 0 {
        bytes[32..].copy_from_slice(&Scalar::from_bytes_mod_order(s).to_bytes());
    }
    Some(Signature::from_bytes(&bytes))
}

/// Returns whether a signature is valid.
pub(crate) fn verify(message: &[u8], key: &[u8; 32], signature: &[u8; 64]) -> bool {
    reduced(signature).is_some_and(|signature| ed25519::verify_with(RULE, key, message, &signature).is_ok())
}

/// Returns the verdicts on at most [`GROUP`] signatures; an absent one is not valid.
pub(crate) fn verify_group(items: &[Option<Item<'_>>]) -> [bool; GROUP] {
    let signatures: Vec<_> = items.iter().map(|item| reduced(item.as_ref()?.signature)).collect();
    let (mut places, mut batch) = (Vec::with_capacity(items.len()), Vec::with_capacity(items.len()));
    for (place, (item, signature)) in items.iter().zip(&signatures).enumerate() {
        if let (Some(item), Some(signature)) = (item, signature) {
            places.push(place);
            batch.push(BatchItem::new(item.key, item.message, signature));
        }
    }
    let mut verdicts = [false; GROUP];
    let invalid = ed25519::verify_batch_with(RULE, &batch).err();
    for (index, place) in places.into_iter().enumerate() {
        verdicts[place] = invalid.as_ref().is_none_or(|error| error.verdicts()[index].is_ok());
    }
    verdicts
}

/// Returns what a group with an invalid signature adds to the result of a batch: ed25519-donna sets bit 1 after it has
/// evaluated the equation for all signatures, before which it decodes their points.
pub(crate) fn blame(items: &[Option<Item<'_>>]) -> i32 {
    let decodes = |bytes: &[u8; 32]| EdwardsPoint::decompress_zip215(bytes).is_ok();
    let is_decoded = |item: &Option<Item<'_>>| {
        item.as_ref().is_some_and(|item| decodes(item.key) && item.signature.first_chunk().is_some_and(decodes))
    };
    if items.len() > ALONE && items.iter().all(is_decoded) { 3 } else { 1 }
}
