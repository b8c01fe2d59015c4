//! Errors of DHKEM.

use crate::curve::x25519::NonContributory;
use crate::error::LengthError;
use core::fmt;

/// A string of bytes is not an encapsulation key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EncapsulationKeyError {
    /// It has another length.
    Length(LengthError),
    /// It is a public key of small order.
    NonContributory,
}

impl fmt::Display for EncapsulationKeyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Length(error) => error.fmt(f),
            Self::NonContributory => NonContributory.fmt(f),
        }
    }
}

impl core::error::Error for EncapsulationKeyError {}

impl From<LengthError> for EncapsulationKeyError {
    fn from(error: LengthError) -> Self {
        Self::Length(error)
    }
}

impl From<NonContributory> for EncapsulationKeyError {
    fn from(_: NonContributory) -> Self {
        Self::NonContributory
    }
}
