//! What can be wrong with what Argon2 is given.

use crate::base::random::RandomError;
use crate::error::LengthRangeError;
use core::fmt;

/// Why there is no tag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Argon2Error {
    /// An input, the salt or the tag is too short or too long.
    Length(LengthRangeError),
    /// The work area has too few blocks.
    WorkArea {
        /// How many blocks it must have: [`Params::blocks`](super::Params::blocks).
        needed: usize,
        /// How many it has.
        found: usize,
    },
    /// There is not as much memory.
    OutOfMemory {
        /// How many KiB were asked for.
        kib: u64,
    },
    /// There is no random salt.
    Random(RandomError),
}

impl From<RandomError> for Argon2Error {
    fn from(error: RandomError) -> Self {
        Self::Random(error)
    }
}

impl From<LengthRangeError> for Argon2Error {
    fn from(error: LengthRangeError) -> Self {
        Self::Length(error)
    }
}

impl fmt::Display for Argon2Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Length(error) => error.fmt(f),
            Self::WorkArea { needed, found } => write!(f, "Argon2 needs a work area of {needed} blocks, not {found}"),
            Self::Random(error) => error.fmt(f),
            Self::OutOfMemory { kib } => write!(f, "there are no {kib} KiB of memory for Argon2"),
        }
    }
}

impl core::error::Error for Argon2Error {}

/// Why a password is not accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum VerifyError {
    /// It is another one.
    WrongPassword,
    /// It could not be looked at.
    Argon2(Argon2Error),
}

impl From<Argon2Error> for VerifyError {
    fn from(error: Argon2Error) -> Self {
        Self::Argon2(error)
    }
}

impl fmt::Display for VerifyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::WrongPassword => f.write_str("the password is not the one that was hashed"),
            Self::Argon2(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for VerifyError {}
