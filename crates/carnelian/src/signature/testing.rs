//! The interface between the tests of all schemes and the types of each, which implements it in the tests of its folder.

use super::{SignatureScheme, VerifyOptions};
use std::vec;

/// The share of the tests for which there is time without an optimizer.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Pace {
    /// All of them.
    Fast,
    /// Each value of each option, in a fifth of the combinations.
    Slow,
    /// None that derives a key or signs: another parameter set has the same code.
    TooSlow,
}

/// A scheme whose role is tested.
pub(crate) trait SchemeInTests: SignatureScheme {
    /// The share of the tests that it takes part in.
    const PACE: Pace = Pace::Fast;

    /// Returns a key, also where deriving one from its seed takes long.
    fn any() -> Self {
        Self::from_seed(&vec![7; Self::ABILITIES.seed_lens[0]])
    }

    /// Returns whether a signature is valid by the types of the scheme. A prehash is SHA-512.
    fn verifies(key: &Self::VerifyingKey, message: &[u8], signature: &[u8], options: &VerifyOptions<'_>) -> bool;
}
