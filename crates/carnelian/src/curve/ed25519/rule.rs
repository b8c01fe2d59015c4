//! Which signatures are valid: the rules that are in use, by name.

use super::error::VerifyingKeyError;
use super::variant::Scheme;
use super::verifying::VerifyingKeyOf;
use crate::curve::curve25519::{EdwardsPoint, PointError, is_canonical};
#[cfg(feature = "alloc")]
use alloc::vec::Vec;

/// Which signatures are valid.
///
/// A signature (R, S) that was made by the book for the key A is valid under every rule. The rules differ over what only
/// somebody who departs from the book makes, and matter where several parties must agree on what is valid.
///
/// | | [`Rfc8032`](Self::Rfc8032) | [`Zip215`](Self::Zip215) | [`Strict`](Self::Strict) | [`Cofactorless`](Self::Cofactorless) |
/// |---|---|---|---|---|
/// | the equation, k = H(R ‖ A ‖ M) mod L | 8(S·B − R − k·A) = 0 | 8(S·B − R − k·A) = 0 | S·B − k·A = R | S·B − k·A encodes as R |
/// | S ≥ L | no | no | no | no |
/// | A not canonical: y ≥ p, or x = 0 with a sign | no | yes | no | yes |
/// | R not canonical | no | yes | no | no |
/// | A of small order | yes | yes | no | yes |
/// | R of small order | yes | yes | no | yes |
/// | A or R with a part of small order | yes | yes | if the equation holds | if the equation holds |
/// | batch equals single | by one equation for all | by one equation for all | each is checked | each is checked |
///
/// Only the cofactored equation lets a batch agree with single verification on every input: a random combination of
/// equations without the cofactor accepts what single verification refuses, with probability 1/2 for a defect of order
/// 2. `docs/ed25519.md` gives the proof.
///
/// On a set of 968 signatures with points of small and of mixed order, ring 0.17, OpenSSL 4.0 and ed25519-dalek's
/// `verify` decide as `Cofactorless`, ed25519-dalek's `verify_strict` as `Strict`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Rule {
    /// RFC 8032 Section 5.1.7 to the letter: the cofactored equation, canonical A and R, S < L.
    #[default]
    Rfc8032,
    /// ZIP 215, the rule of Zcash and of other chains: the cofactored equation; A and R need not be canonical; S < L.
    Zip215,
    /// The equation without the cofactor; A and R canonical and not of small order; S < L. Under this rule no key has a
    /// signature that holds for many messages.
    Strict,
    /// What most libraries compute: the equation without the cofactor, R compared as bytes, A not necessarily canonical,
    /// S < L.
    Cofactorless,
}

impl Rule {
    /// Every rule.
    pub const ALL: [Self; 4] = [Self::Rfc8032, Self::Zip215, Self::Strict, Self::Cofactorless];

    /// Whether the equation is 8(S·B − R − k·A) = 0.
    pub(super) const fn is_cofactored(self) -> bool {
        matches!(self, Self::Rfc8032 | Self::Zip215)
    }

    /// Whether points may be encoded in another way than [`EdwardsPoint::compress`] does.
    const fn is_liberal(self) -> bool {
        matches!(self, Self::Zip215 | Self::Cofactorless)
    }

    /// The point of an encoding. This is the one decoder of A and R, for single verification, batches and all backends.
    pub(super) fn decode(self, bytes: &[u8; 32]) -> Result<EdwardsPoint, PointError> {
        if self.is_liberal() { EdwardsPoint::decompress_zip215(bytes) } else { EdwardsPoint::decompress(bytes) }
    }

    /// [`decode`](Self::decode) for two encodings, which cost no more than one where the CPU has the lanes for it.
    pub(super) fn decode_pair(self, encodings: [&[u8; 32]; 2]) -> [Result<EdwardsPoint, PointError>; 2] {
        let mut points = EdwardsPoint::decompress_zip215_pair(encodings);
        for (point, encoding) in points.iter_mut().zip(encodings) {
            if !self.is_liberal() && !is_canonical(encoding).declassify("what is verified is public") {
                *point = Err(PointError::NotCanonical);
            }
        }
        points
    }

    /// [`decode`](Self::decode) for many encodings, several at a time where the CPU has the lanes for it.
    #[cfg(feature = "alloc")]
    pub(super) fn decode_all(self, encodings: &[[u8; 32]]) -> Vec<Result<EdwardsPoint, PointError>> {
        if self.is_liberal() {
            EdwardsPoint::decompress_zip215_batch(encodings)
        } else {
            EdwardsPoint::decompress_batch(encodings)
        }
    }

    /// Whether a key that was loaded under some rule is one under this rule.
    pub(super) fn admits<S: Scheme>(self, key: &VerifyingKeyOf<S>) -> Result<(), VerifyingKeyError> {
        if !self.is_liberal() && !key.is_canonical() {
            return Err(VerifyingKeyError::NotCanonical);
        }
        if self == Self::Strict && key.is_small_order() {
            return Err(VerifyingKeyError::SmallOrder);
        }
        Ok(())
    }
}
