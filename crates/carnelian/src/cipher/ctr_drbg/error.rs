//! Errors of the generator.

use crate::error::LengthRangeError;
use crate::random::RandomError;
use core::fmt;

/// The reason that a generator was not seeded from a source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SeedError {
    /// An input is too long.
    Length(LengthRangeError),
    /// The source of entropy failed.
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

/// The reason that a generator has generated nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GenerateError {
    /// The request or the additional input is too long.
    Length(LengthRangeError),
    /// The reseed interval is exhausted: reseed the generator.
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
