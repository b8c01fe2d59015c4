//! Errors of sealed files.

use super::VERSION;
use crate::error::{LengthError, LengthRangeError};
use crate::kdf::argon2::{Argon2Error, Params, ParamsError};
use crate::random::RandomError;
use core::fmt;

/// The file would have more than 2⁴⁸ chunks, which hold 2⁶⁴ bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooLong;

impl fmt::Display for TooLong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a sealed file holds at most 2^64 bytes")
    }
}

impl core::error::Error for TooLong {}

/// The reason why nothing was sealed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SealError {
    /// The random source failed, so there is no salt.
    Random(RandomError),
    /// No key was derived from the passphrase: there is not enough memory.
    Passphrase(Argon2Error),
    /// The file has too many chunks.
    TooLong(TooLong),
    /// The length of the last chunk is not permitted.
    Chunk(LengthRangeError),
    /// The lengths of the buffers are not those of a chunk and its sealed form.
    Length(LengthError),
}

impl fmt::Display for SealError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Random(error) => error.fmt(f),
            Self::Passphrase(error) => error.fmt(f),
            Self::TooLong(error) => error.fmt(f),
            Self::Chunk(error) => error.fmt(f),
            Self::Length(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for SealError {}

impl From<RandomError> for SealError {
    fn from(error: RandomError) -> Self {
        Self::Random(error)
    }
}

impl From<TooLong> for SealError {
    fn from(error: TooLong) -> Self {
        Self::TooLong(error)
    }
}

/// The reason why bytes are no header of a sealed file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HeaderError {
    /// There are fewer bytes than in a header.
    Truncated,
    /// The file does not start like a sealed file.
    NotSealed,
    /// The version of the format is not supported.
    Version {
        /// The version in the header.
        found: u8,
    },
    /// The file is sealed with something other than a key or a passphrase.
    Kind {
        /// The kind in the header.
        found: u8,
    },
    /// The header was changed: its checksum is wrong.
    Damaged,
    /// A field that must be zero is not.
    Reserved,
    /// The cost of the passphrase is not within the limits of Argon2.
    Cost(ParamsError),
}

impl fmt::Display for HeaderError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Truncated => f.write_str("the header of the sealed file is cut off"),
            Self::NotSealed => f.write_str("this is no sealed file"),
            Self::Version { found } => {
                write!(f, "expected a sealed file of version {VERSION}, found version {found}")
            }
            Self::Kind { found } => write!(f, "expected a file sealed with a key or a passphrase, found kind {found}"),
            Self::Damaged => f.write_str("the header of the sealed file is damaged"),
            Self::Reserved => f.write_str("a field of the header that is reserved is not zero"),
            Self::Cost(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for HeaderError {}

/// The reason why a sealed file does not open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OpenError {
    /// The header is malformed.
    Header(HeaderError),
    /// The key is not the one that the file was sealed with, or the header was changed.
    WrongKey,
    /// The passphrase is not the one that the file was sealed with, or the header was changed.
    WrongPassphrase,
    /// The file was sealed with a passphrase.
    NeedsPassphrase,
    /// The file was sealed with a key.
    NeedsKey,
    /// The passphrase costs more than the limits allow.
    TooCostly(Params),
    /// No key was derived from the passphrase: there is not enough memory.
    Passphrase(Argon2Error),
    /// A chunk is not the one that was sealed at this position: it was changed, moved, or copied from another file, or
    /// the file was truncated or extended there.
    Damaged {
        /// The number of the chunk, from 0.
        chunk: u64,
    },
    /// The lengths of the buffers are not those of a chunk and its sealed form.
    Length(LengthError),
}

impl fmt::Display for OpenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Header(error) => error.fmt(f),
            Self::WrongKey => f.write_str("the key is not the one that the file was sealed with"),
            Self::WrongPassphrase => f.write_str("the passphrase is not the one that the file was sealed with"),
            Self::NeedsPassphrase => f.write_str("the file was sealed with a passphrase"),
            Self::NeedsKey => f.write_str("the file was sealed with a key"),
            Self::TooCostly(cost) => write!(
                f,
                "the passphrase takes {} KiB of memory, {} passes and {} lanes, which is above the limits",
                cost.memory_kib(),
                cost.passes(),
                cost.lanes()
            ),
            Self::Passphrase(error) => error.fmt(f),
            Self::Damaged { chunk } => write!(f, "the file is damaged or cut off at chunk {chunk}"),
            Self::Length(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for OpenError {}

impl From<HeaderError> for OpenError {
    fn from(error: HeaderError) -> Self {
        Self::Header(error)
    }
}
