//! Contexts of signatures, FIPS 204 Section 5.2 and FIPS 205 Section 10.2.

use core::fmt;

/// The purpose of a signature: 0 to 255 bytes that signer and verifier agree on, such as the name of a protocol. A
/// signature under one context is not valid under another. Where none is given, it is empty.
///
/// ML-DSA and SLH-DSA have the same contexts.
///
/// ```
/// use carnelian::postquantum::mldsa::Context;
/// let context = Context::new(b"example.org firmware v1")?;
/// assert_eq!(context.as_bytes().len(), 23);
/// assert_eq!(Context::new(&[0; 256]).unwrap_err().found, 256);
/// # Ok::<(), carnelian::postquantum::mldsa::ContextLengthError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Context<'a>(&'a [u8]);

impl<'a> Context<'a> {
    /// The maximum length of a context in bytes.
    pub const MAX_LEN: usize = 255;

    /// The empty context.
    pub const EMPTY: Self = Self(&[]);

    /// Creates a context from its bytes.
    ///
    /// # Errors
    /// [`ContextLengthError`] if it is longer than 255 bytes.
    pub const fn new(bytes: &'a [u8]) -> Result<Self, ContextLengthError> {
        if bytes.len() > Self::MAX_LEN { Err(ContextLengthError { found: bytes.len() }) } else { Ok(Self(bytes)) }
    }

    /// Returns the bytes of the context.
    #[must_use]
    pub const fn as_bytes(&self) -> &'a [u8] {
        self.0
    }
}

/// The error for a context that is longer than 255 bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ContextLengthError {
    /// The length that was found.
    pub found: usize,
}

impl fmt::Display for ContextLengthError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the context of a signature: expected a length from 0 to 255, found {}", self.found)
    }
}

impl core::error::Error for ContextLengthError {}
