//! Errors: small, typed, and saying what was expected and what was found.

use core::fmt;

/// Two lengths that must agree do not.
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
