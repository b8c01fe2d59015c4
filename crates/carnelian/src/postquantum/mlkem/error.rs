//! Errors of keys and ciphertexts.

use crate::error::LengthError;
use core::fmt;

/// A string of bytes is not an encapsulation key: FIPS 203 Section 7.2.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EncapsulationKeyError {
    /// It has another length.
    Length(LengthError),
    /// A coefficient is not below q = 3329: the modulus check fails.
    Modulus,
}

impl fmt::Display for EncapsulationKeyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Length(error) => error.fmt(f),
            Self::Modulus => f.write_str("the encapsulation key has a coefficient that is not below 3329"),
        }
    }
}

impl core::error::Error for EncapsulationKeyError {}

impl From<LengthError> for EncapsulationKeyError {
    fn from(error: LengthError) -> Self {
        Self::Length(error)
    }
}

/// A string of bytes is not a decapsulation key: it fails a check of FIPS 203 Section 7.3, or Algorithm 16 returns no
/// such key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DecapsulationKeyError {
    /// It has another length.
    Length(LengthError),
    /// The hash of the encapsulation key that it holds is another one: the hash check fails.
    Hash,
    /// A coefficient of one of its vectors, ŝ and t̂, is not below q = 3329.
    Modulus,
    /// Its secret vector does not belong to its encapsulation key: s or t - As is not short.
    Inconsistent,
    /// It is not the key of the seed that it comes with.
    Seed,
}

impl fmt::Display for DecapsulationKeyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Length(error) => error.fmt(f),
            Self::Hash => f.write_str("the decapsulation key holds another hash than that of its encapsulation key"),
            Self::Modulus => f.write_str("the decapsulation key has a coefficient that is not below 3329"),
            Self::Inconsistent => {
                f.write_str("the secret vector of the decapsulation key does not belong to its encapsulation key")
            }
            Self::Seed => f.write_str("the decapsulation key is not that of its seed"),
        }
    }
}

impl core::error::Error for DecapsulationKeyError {}

impl From<LengthError> for DecapsulationKeyError {
    fn from(error: LengthError) -> Self {
        Self::Length(error)
    }
}
