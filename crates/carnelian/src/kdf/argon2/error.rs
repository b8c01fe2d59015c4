//! Errors of Argon2.

use crate::base::random::RandomError;
use crate::error::LengthRangeError;
use core::fmt;

/// The reason why no tag was computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Argon2Error {
    /// An input, the salt or the tag is too short or too long.
    Length(LengthRangeError),
    /// The work area has too few blocks.
    WorkArea {
        /// The number of blocks needed: [`Params::blocks`](super::Params::blocks).
        needed: usize,
        /// The number of blocks found.
        found: usize,
    },
    /// There is not enough memory.
    OutOfMemory {
        /// The amount requested in KiB.
        kib: u64,
    },
    /// The random source did not deliver a salt.
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

/// The reason why a password was not accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum VerifyError {
    /// The password is not the one that was hashed.
    WrongPassword,
    /// The string names the secret with which the password was hashed, and no secret was given.
    NoSecret,
    /// The password could not be checked.
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
            Self::NoSecret => f.write_str("the hash names a secret (keyid), and there is none"),
            Self::Argon2(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for VerifyError {}
