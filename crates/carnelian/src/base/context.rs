//! Contexts of signatures: one type for RFC 8032 Section 5.1, FIPS 204 Section 5.2 and FIPS 205 Section 10.2.

use core::fmt;

/// The purpose of a signature: `MIN_LEN` to 255 bytes that signer and verifier agree on, such as the name of a protocol.
/// A signature under one context is not valid under another.
///
/// Each scheme has an alias with its own `MIN_LEN`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Context<'a, const MIN_LEN: usize>(&'a [u8]);

impl<'a, const MIN_LEN: usize> Context<'a, MIN_LEN> {
    /// The minimum length of a context in bytes.
    pub const MIN_LEN: usize = MIN_LEN;

    /// The maximum length of a context in bytes.
    pub const MAX_LEN: usize = 255;

    /// Creates a context from its bytes.
    ///
    /// # Errors
    /// [`ContextLengthError`] if it is shorter than [`MIN_LEN`](Self::MIN_LEN) or longer than 255 bytes.
    pub const fn new(bytes: &'a [u8]) -> Result<Self, ContextLengthError> {
        if bytes.len() < MIN_LEN || bytes.len() > Self::MAX_LEN {
            Err(ContextLengthError { at_least: MIN_LEN, found: bytes.len() })
        } else {
            Ok(Self(bytes))
        }
    }

    /// Returns the bytes of the context.
    #[must_use]
    pub const fn as_bytes(&self) -> &'a [u8] {
        self.0
    }
}

impl Context<'_, 0> {
    /// The empty context.
    pub const EMPTY: Self = Self(&[]);
}

/// The error for a context that is shorter or longer than the scheme allows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ContextLengthError {
    /// The minimum length.
    pub at_least: usize,
    /// The length that was found.
    pub found: usize,
}

impl fmt::Display for ContextLengthError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { at_least, found } = self;
        write!(f, "the context of a signature: expected a length from {at_least} to 255, found {found}")
    }
}

impl core::error::Error for ContextLengthError {}
