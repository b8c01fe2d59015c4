//! What can go wrong with a message.

use crate::error::LengthError;
use core::fmt;

/// There is more of a message, or of its associated data, than a nonce may be used for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooLong {
    /// What is too long.
    pub what: &'static str,
    /// The greatest length, in bytes.
    pub at_most: u64,
}

impl TooLong {
    /// The error, if it is one.
    #[inline]
    pub(in super::super) fn check(what: &'static str, at_most: u64, found: usize) -> Result<(), Self> {
        if found as u64 > at_most { Err(Self { what, at_most }) } else { Ok(()) }
    }
}

impl fmt::Display for TooLong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the {} is longer than {} bytes", self.what, self.at_most)
    }
}

impl core::error::Error for TooLong {}

/// Why nothing was encrypted between two buffers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SealError {
    /// The message or its associated data is too long.
    TooLong(TooLong),
    /// The buffers have different lengths.
    Length(LengthError),
}

impl fmt::Display for SealError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLong(error) => error.fmt(f),
            Self::Length(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for SealError {}

/// Why nothing was decrypted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OpenError {
    /// The tag is wrong: ciphertext, associated data, nonce or tag are not what was sealed under this key.
    Forged,
    /// The message or its associated data is too long: nobody can have sealed it.
    TooLong(TooLong),
    /// The buffers have different lengths, or a piece is longer than what is left of what was verified.
    Length(LengthError),
}

impl fmt::Display for OpenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Forged => f.write_str("the message is not what was sealed under this key"),
            Self::TooLong(error) => error.fmt(f),
            Self::Length(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for OpenError {}
