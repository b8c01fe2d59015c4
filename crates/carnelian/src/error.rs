//! Errors: small, typed, and saying what was expected and what was found.

use core::fmt;
use core::ops::RangeInclusive;

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

/// A length that may be one of many is none of them.
///
/// ```
/// use carnelian::hash::Blake2bMac;
/// let refused = Blake2bMac::<32>::new(&[0; 65]).unwrap_err();
/// assert_eq!(refused.to_string(), "BLAKE2 key: expected a length of 1 to 64, found 65");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LengthRangeError {
    /// What has the wrong length.
    pub what: &'static str,
    /// The least length that was expected.
    pub at_least: usize,
    /// The greatest.
    pub at_most: usize,
    /// The length that was found.
    pub found: usize,
}

impl LengthRangeError {
    /// The error, if it is one.
    pub(crate) fn check(what: &'static str, allowed: RangeInclusive<usize>, found: usize) -> Result<(), Self> {
        if allowed.contains(&found) {
            return Ok(());
        }
        Err(Self { what, at_least: *allowed.start(), at_most: *allowed.end(), found })
    }
}

impl fmt::Display for LengthRangeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: expected a length of {} to {}, found {}", self.what, self.at_least, self.at_most, self.found)
    }
}

impl core::error::Error for LengthRangeError {}

/// An authentication tag is not that of the message under the key.
///
/// ```
/// use carnelian::hash::Blake2bMac;
/// let refused = Blake2bMac::<32>::new(b"key")?.verify(&[0; 32]).unwrap_err();
/// assert_eq!(refused.to_string(), "the tag is not that of the message under this key");
/// # Ok::<(), carnelian::LengthRangeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InvalidTag;

impl fmt::Display for InvalidTag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the tag is not that of the message under this key")
    }
}

impl core::error::Error for InvalidTag {}
