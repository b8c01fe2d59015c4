//! Errors of authenticated encryption.

use crate::error::LengthError;
use core::fmt;

/// The message or its associated data is longer than the scheme allows under one nonce.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooLong {
    /// The input that is too long.
    pub what: &'static str,
    /// The maximum length, in bytes.
    pub at_most: u64,
}

impl TooLong {
    /// Returns the error if `found` is greater than `at_most`.
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

/// The reason that nothing was encrypted from one buffer into another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SealError {
    /// The message or its associated data is too long.
    TooLong(TooLong),
    /// The buffers have different lengths, or a nonce or a tag has another length than those of the scheme.
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

/// The reason that nothing was decrypted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OpenError {
    /// The tag is wrong: the ciphertext, associated data, nonce or tag differs from what was sealed under this key.
    Forged,
    /// The message or its associated data is too long to have been sealed.
    TooLong(TooLong),
    /// The buffers have different lengths, a nonce or a tag has another length than those of the scheme, or a piece is
    /// longer than the remainder of the verified ciphertext.
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
