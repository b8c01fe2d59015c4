//! Errors: small, typed, and stating what was expected and what was found.

use core::fmt;
use core::ops::RangeInclusive;

/// Two lengths that must be equal are not.
///
/// ```
/// use carnelian::hash::Sha512;
/// let refused = Sha512::digest_batch(&[b"one", b"two"], &mut [[0; 64]]).unwrap_err();
/// assert_eq!(refused.to_string(), "digests of a batch: expected a length of 2, found 1");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LengthError {
    /// The name of the item that has the wrong length.
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

/// A string that is not the hexadecimal encoding of the expected number of bytes.
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
    /// A description of what the string should be.
    pub what: &'static str,
    /// The number of digits that was expected.
    pub expected: usize,
    /// The fault that was found.
    pub found: HexFault,
}

/// The fault in a string of hexadecimal digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HexFault {
    /// It has this length in bytes, which is not the expected one.
    Length(usize),
    /// The byte at this offset is not a digit.
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

/// A length is outside the allowed range.
///
/// ```
/// use carnelian::hash::Blake2bMac;
/// let refused = Blake2bMac::<32>::new(&[0; 65]).unwrap_err();
/// assert_eq!(refused.to_string(), "BLAKE2 key: expected a length of 1 to 64, found 65");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LengthRangeError {
    /// The name of the item that has the wrong length.
    pub what: &'static str,
    /// The smallest allowed length.
    pub at_least: usize,
    /// The largest allowed length.
    pub at_most: usize,
    /// The length that was found.
    pub found: usize,
}

impl LengthRangeError {
    /// Returns the error if `found` is not in `allowed`.
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

/// An authentication tag does not match the message under the key.
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

/// A result is not what it must be, though the input was valid: memory or the processor is faulty, or the halves of a key
/// do not belong together. Nothing is released, since a faulty signature beside a right one can reveal the key.
///
/// ```
/// # #[cfg(feature = "postquantum")] {
/// use carnelian::postquantum::mldsa::{MlDsa44, SigningKey};
/// assert_eq!(SigningKey::<MlDsa44>::from_seed(&[7; 32]).check_pair(), Ok(()));
/// # }
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FaultError;

impl fmt::Display for FaultError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the result is wrong: memory or the processor is faulty, or the key is damaged")
    }
}

impl core::error::Error for FaultError {}
