//! Why a generator was not seeded, or has generated nothing.

use crate::error::LengthRangeError;
use crate::random::RandomError;
use core::fmt;

/// Why a generator was not seeded from a source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SeedError {
    /// An input is too long.
    Length(LengthRangeError),
    /// The source of entropy could not deliver.
    Source(RandomError),
}

impl fmt::Display for SeedError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Length(error) => error.fmt(f),
            Self::Source(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for SeedError {}

impl From<LengthRangeError> for SeedError {
    fn from(error: LengthRangeError) -> Self {
        Self::Length(error)
    }
}

impl From<RandomError> for SeedError {
    fn from(error: RandomError) -> Self {
        Self::Source(error)
    }
}

/// Why a generator has generated nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GenerateError {
    /// The request or the additional input is too long.
    Length(LengthRangeError),
    /// As many requests were answered as may be between two seeds: reseed it.
    ReseedRequired,
}

impl fmt::Display for GenerateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Length(error) => error.fmt(f),
            Self::ReseedRequired => f.write_str("the generator has to be reseeded"),
        }
    }
}

impl core::error::Error for GenerateError {}

impl From<LengthRangeError> for GenerateError {
    fn from(error: LengthRangeError) -> Self {
        Self::Length(error)
    }
}
