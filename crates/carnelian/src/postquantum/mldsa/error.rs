//! The errors of keys, signatures and contexts.

use crate::base::random::RandomError;
use crate::error::{FaultError, LengthError};
use crate::postquantum::prehash::WeakPrehash;
use core::fmt;

/// The error for a message that was not signed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SignError {
    /// The random source failed.
    Random(RandomError),
    /// No attempt succeeded within the bound of FIPS 204, Appendix C. For a valid key this happens with a probability
    /// below 2⁻²⁵⁶: the key or the machine is faulty.
    TooManyAttempts,
    /// The digest of a prehash is shorter than the parameter set requires.
    Prehash(WeakPrehash),
    /// The memory of the key has changed, or the signature is not valid. Memory or the processor is faulty. Nothing is
    /// released, since a faulty signature can reveal the key; the key must not be used again.
    Fault,
}

impl From<RandomError> for SignError {
    fn from(error: RandomError) -> Self {
        Self::Random(error)
    }
}

impl From<WeakPrehash> for SignError {
    fn from(error: WeakPrehash) -> Self {
        Self::Prehash(error)
    }
}

impl From<FaultError> for SignError {
    fn from(_: FaultError) -> Self {
        Self::Fault
    }
}

impl fmt::Display for SignError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Random(error) => error.fmt(f),
            Self::TooManyAttempts => f.write_str("no attempt at an ML-DSA signature succeeded: the key is faulty"),
            Self::Prehash(error) => error.fmt(f),
            Self::Fault => FaultError.fmt(f),
        }
    }
}

impl core::error::Error for SignError {}

/// The error for bytes that are not an expanded private key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExpandedKeyError {
    /// The slice does not have the length of an expanded private key.
    Length(LengthError),
    /// A coefficient of s₁ or s₂ is not between −η and η.
    OutOfRange,
    /// t₀ or the hash of the public key does not belong to the secret vectors.
    Inconsistent,
}

impl fmt::Display for ExpandedKeyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Length(error) => error.fmt(f),
            Self::OutOfRange => f.write_str("the ML-DSA key has a coefficient that is out of range"),
            Self::Inconsistent => f.write_str("the parts of the ML-DSA key do not belong together"),
        }
    }
}

impl core::error::Error for ExpandedKeyError {}

/// The error for a signature that is not valid.
///
/// Callers should only distinguish `Ok` and `Err`; the reasons help to find out where a signature comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SignatureError {
    /// The hint is not encoded as FIPS 204 requires.
    Hint,
    /// A coefficient of z is too large.
    Norm,
    /// The signature does not belong to this message and key.
    Mismatch,
    /// The digest of a prehash is shorter than the parameter set requires.
    Prehash(WeakPrehash),
}

impl From<WeakPrehash> for SignatureError {
    fn from(error: WeakPrehash) -> Self {
        Self::Prehash(error)
    }
}

impl fmt::Display for SignatureError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the ML-DSA signature is not valid: ")?;
        match self {
            Self::Hint => f.write_str("its hint is not canonically encoded"),
            Self::Norm => f.write_str("a coefficient of z is too large"),
            Self::Mismatch => {
                f.write_str("it belongs to another message or another key, or was made with another context or prehash")
            }
            Self::Prehash(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for SignatureError {}

/// The error for a slice that is not a signature.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParseSignatureError {
    /// The slice does not have the length of a signature.
    Length(LengthError),
    /// The bytes are not those of a signature.
    Signature(SignatureError),
}

impl fmt::Display for ParseSignatureError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Length(error) => error.fmt(f),
            Self::Signature(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for ParseSignatureError {}
