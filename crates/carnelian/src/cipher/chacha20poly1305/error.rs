//! What can go wrong with a message.

use super::MAX_LEN;
use crate::error::LengthError;
use core::fmt;

/// There is more than [`MAX_LEN`] bytes of message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooLong;

impl fmt::Display for TooLong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the message is longer than {MAX_LEN} bytes")
    }
}

impl core::error::Error for TooLong {}

/// Why nothing was encrypted between two buffers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SealError {
    /// The message is too long.
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
    /// The message is too long: nobody can have sealed it.
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
