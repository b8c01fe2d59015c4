//! What can go wrong with a sealed file.

use super::VERSION;
use crate::error::{LengthError, LengthRangeError};
use crate::kdf::argon2::{Argon2Error, Params, ParamsError};
use crate::random::RandomError;
use core::fmt;

/// There are more chunks than a file can have: 2⁴⁸, which are 2⁶⁴ bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooLong;

impl fmt::Display for TooLong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a sealed file holds at most 2^64 bytes")
    }
}

impl core::error::Error for TooLong {}

/// Why nothing was sealed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SealError {
    /// There is no salt.
    Random(RandomError),
    /// No key was derived from the passphrase: there is not as much memory as that takes.
    Passphrase(Argon2Error),
    /// The file has more chunks than there can be.
    TooLong(TooLong),
    /// A last chunk has no length that it may have.
    Chunk(LengthRangeError),
    /// The buffers do not have the lengths of a chunk and of what it becomes.
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

/// Why bytes are no header of a sealed file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HeaderError {
    /// They end before a header would.
    Truncated,
    /// They do not start as sealed files do.
    NotSealed,
    /// The version of the format is not the one that there is.
    Version {
        /// The version in the header.
        found: u8,
    },
    /// Nothing is known of what the file is sealed with.
    Kind {
        /// The kind in the header.
        found: u8,
    },
    /// It is not as it was written: its check sum is wrong.
    Damaged,
    /// A field that has to be zero is not.
    Reserved,
    /// What a passphrase costs is nothing that Argon2 can do.
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

/// Why a sealed file does not open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OpenError {
    /// The header is none.
    Header(HeaderError),
    /// The key is not the one that the file was sealed with, or somebody has changed the header.
    WrongKey,
    /// The same of a passphrase.
    WrongPassphrase,
    /// The file was sealed with a passphrase.
    NeedsPassphrase,
    /// The file was sealed with a key.
    NeedsKey,
    /// The passphrase costs more than the limits allow.
    TooCostly(Params),
    /// No key was derived from the passphrase: there is not as much memory as that takes.
    Passphrase(Argon2Error),
    /// A chunk is not what was sealed at its place: it was changed, moved, or taken from another file, or the file was cut
    /// off or extended there.
    Damaged {
        /// The number of the chunk, from 0.
        chunk: u64,
    },
    /// The buffers do not have the lengths of a chunk and of what it becomes.
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

/// The kind is [`InvalidData`](std::io::ErrorKind::InvalidData), or [`OutOfMemory`](std::io::ErrorKind::OutOfMemory); the error itself is
/// what [`get_ref`](std::io::Error::get_ref) gives.
#[cfg(feature = "std")]
impl From<OpenError> for std::io::Error {
    fn from(error: OpenError) -> Self {
        let kind = match error {
            OpenError::Passphrase(error) => kind_of(&error),
            _ => std::io::ErrorKind::InvalidData,
        };
        Self::new(kind, error)
    }
}

/// The kind is [`InvalidInput`](std::io::ErrorKind::InvalidInput), [`OutOfMemory`](std::io::ErrorKind::OutOfMemory), or
/// [`Other`](std::io::ErrorKind::Other) where there is no salt.
#[cfg(feature = "std")]
impl From<SealError> for std::io::Error {
    fn from(error: SealError) -> Self {
        let kind = match error {
            SealError::Random(_) => std::io::ErrorKind::Other,
            SealError::Passphrase(error) => kind_of(&error),
            _ => std::io::ErrorKind::InvalidInput,
        };
        Self::new(kind, error)
    }
}

#[cfg(feature = "std")]
fn kind_of(error: &Argon2Error) -> std::io::ErrorKind {
    match error {
        Argon2Error::OutOfMemory { .. } => std::io::ErrorKind::OutOfMemory,
        _ => std::io::ErrorKind::InvalidInput,
    }
}
