//! Errors of a hybrid exchange.

use crate::base::random::RandomError;
use crate::curve::x25519::NonContributory;
use crate::error::LengthError;
use core::fmt;

/// The reason why an exchange fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HybridError {
    /// A share has another length.
    Length(LengthError),
    /// The ML-KEM key in the client's share has a coefficient that is not below q = 3329.
    Modulus,
    /// The other party's public key is of small order: the secret of the group would be known to anyone.
    NonContributory,
    /// The random source could not deliver.
    Random,
}

impl fmt::Display for HybridError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Length(error) => error.fmt(f),
            Self::Modulus => f.write_str("the client's share has a coefficient that is not below 3329"),
            Self::NonContributory => NonContributory.fmt(f),
            Self::Random => RandomError.fmt(f),
        }
    }
}

impl core::error::Error for HybridError {}

impl From<LengthError> for HybridError {
    fn from(error: LengthError) -> Self {
        Self::Length(error)
    }
}

impl From<NonContributory> for HybridError {
    fn from(_: NonContributory) -> Self {
        Self::NonContributory
    }
}

impl From<RandomError> for HybridError {
    fn from(_: RandomError) -> Self {
        Self::Random
    }
}
