//! The rules by which signatures are accepted.

use crate::curve::curve25519::{EdwardsPoint, PointError, is_canonical};

/// A rule that decides which signatures are valid.
///
/// A signature (R, S) that was made according to the standard is valid under every rule. The rules disagree only on
/// signatures that no honest signer produces; they matter where several parties must agree on what is valid.
///
/// | | [`Rfc8032`](Self::Rfc8032) | [`Zip215`](Self::Zip215) | [`Strict`](Self::Strict) | [`Cofactorless`](Self::Cofactorless) |
/// |---|---|---|---|---|
/// | the equation, k = H(R ‖ A ‖ M) mod L | 8(S·B − R − k·A) = 0 | 8(S·B − R − k·A) = 0 | S·B − k·A = R | S·B − k·A encodes as R |
/// | S ≥ L | no | no | no | no |
/// | A not canonical: y ≥ p, or x = 0 with a sign | no | yes | no | yes |
/// | R not canonical | no | yes | no | no |
/// | A of small order | yes | yes | no | yes |
/// | R of small order | yes | yes | no | yes |
/// | A or R with a component of small order | yes | yes | if the equation holds | if the equation holds |
/// | batch equals single | by one equation for all | by one equation for all | each is checked | each is checked |
///
/// Only with the cofactored equation does a batch agree with single verification on every input: a random combination
/// of equations without the cofactor accepts signatures that single verification rejects, with probability 1/2 for a
/// defect of order 2. `docs/kernels/ed25519.md` contains the proof.
///
/// On a set of 968 signatures with points of small and of mixed order, ring 0.17, OpenSSL 4.0 and ed25519-dalek's
/// `verify` decide like `Cofactorless`, ed25519-dalek's `verify_strict` like `Strict`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Rule {
    /// RFC 8032 Section 5.1.7 to the letter: the cofactored equation, canonical A and R, S < L.
    #[default]
    Rfc8032,
    /// ZIP 215, the rule of Zcash and of other chains: the cofactored equation; A and R need not be canonical; S < L.
    Zip215,
    /// The equation without the cofactor; A and R canonical and not of small order; S < L. Under this rule no key has a
    /// signature that is valid for many messages.
    Strict,
    /// The rule of most libraries: the equation without the cofactor, R compared as bytes, A not necessarily canonical,
    /// S < L.
    Cofactorless,
}

impl Rule {
    /// Every rule.
    pub const ALL: [Self; 4] = [Self::Rfc8032, Self::Zip215, Self::Strict, Self::Cofactorless];

    /// Returns the name for programs and their users.
    ///
    /// ```
    /// use carnelian::curve::ed25519::Rule;
    /// assert_eq!(Rule::ALL.map(Rule::name), ["rfc8032", "zip215", "strict", "cofactorless"]);
    /// ```
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Rfc8032 => "rfc8032",
            Self::Zip215 => "zip215",
            Self::Strict => "strict",
            Self::Cofactorless => "cofactorless",
        }
    }

    /// Returns whether the equation is 8(S·B − R − k·A) = 0.
    pub(super) const fn is_cofactored(self) -> bool {
        matches!(self, Self::Rfc8032 | Self::Zip215)
    }

    /// Returns whether encodings of points need not be canonical.
    pub(super) const fn is_liberal(self) -> bool {
        matches!(self, Self::Zip215 | Self::Cofactorless)
    }

    /// Decodes a point. Every A and R is decoded by this function or by its forms for several encodings.
    pub(super) fn decode(self, bytes: &[u8; 32]) -> Result<EdwardsPoint, PointError> {
        if self.is_liberal() { EdwardsPoint::decompress_zip215(bytes) } else { EdwardsPoint::decompress(bytes) }
    }

    /// Decodes two points like [`decode`](Self::decode), at the cost of one where the CPU has vector lanes for it.
    pub(super) fn decode_pair(self, encodings: [&[u8; 32]; 2]) -> [Result<EdwardsPoint, PointError>; 2] {
        let mut points = EdwardsPoint::decompress_zip215_pair(encodings);
        for (point, encoding) in points.iter_mut().zip(encodings) {
            if !self.is_liberal() && !is_canonical(encoding).declassify("keys and signatures are public") {
                *point = Err(PointError::NotCanonical);
            }
        }
        points
    }
}
