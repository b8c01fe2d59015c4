//! Errors: small, typed, and saying what was expected and what was found.

use core::fmt;

/// Two lengths that must agree do not.
///
/// ```
/// use carnelian::hash::Sha512;
/// let refused = Sha512::digest_batch(&[b"one", b"two"], &mut [[0; 64]]).unwrap_err();
/// assert_eq!(refused.to_string(), "digests of a batch: expected a length of 2, found 1");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LengthError {
    /// What has the wrong length.
    pub what: &'static str,
    /// The length that was expected.
    pub expected: usize,
    /// The length that was found.
    pub found: usize,
}

impl fmt::Display for LengthError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: expected a length of {}, found {}", self.what, self.expected, self.found)
    }
}

impl core::error::Error for LengthError {}
