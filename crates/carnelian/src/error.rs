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

/// A text that is not the hexadecimal digits of so many bytes.
///
/// ```
/// # #[cfg(feature = "curve")] {
/// use carnelian::curve::x25519::PublicKey;
/// let refused = "12fg".parse::<PublicKey>().unwrap_err();
/// assert_eq!(refused.to_string(), "an X25519 public key: expected 64 hexadecimal digits, found 4 characters");
/// # }
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HexError {
    /// What the text should be.
    pub what: &'static str,
    /// The digits that were expected.
    pub expected: usize,
    /// What was found.
    pub found: HexFault,
}

/// What is wrong with a text of hexadecimal digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HexFault {
    /// It has another length, in bytes.
    Length(usize),
    /// What stands at this byte is no digit.
    Digit(usize),
}

impl fmt::Display for HexError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: expected {} hexadecimal digits, found ", self.what, self.expected)?;
        match self.found {
            HexFault::Length(length) => write!(f, "{length} characters"),
            HexFault::Digit(offset) => write!(f, "something else at offset {offset}"),
        }
    }
}

impl core::error::Error for HexError {}

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
