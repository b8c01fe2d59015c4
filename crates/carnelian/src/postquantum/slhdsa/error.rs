//! The errors of keys and signatures.

use crate::base::random::RandomError;
use crate::error::FaultError;
use crate::postquantum::prehash::WeakPrehash;
use core::fmt;

/// The error for a message that was not signed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SignError {
    /// The random source failed.
    Random(RandomError),
    /// The digest of a prehash is shorter than the parameter set requires.
    Prehash(WeakPrehash),
    /// The signature is not valid: PK.root does not belong to the seeds, or memory or the processor is faulty. It is not
    /// released, since a faulty signature can lead to forgeries; the key must not be used again.
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
            Self::Prehash(error) => error.fmt(f),
            Self::Fault => FaultError.fmt(f),
        }
    }
}

impl core::error::Error for SignError {}

/// The error for a signature that is not valid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SignatureError {
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
        f.write_str("the SLH-DSA signature is not valid: ")?;
        match self {
            Self::Mismatch => {
                f.write_str("it belongs to another message or another key, or was made with another context or prehash")
            }
            Self::Prehash(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for SignatureError {}

/// The error for a private key whose PK.root is not the root that its seeds result in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RootError;

impl fmt::Display for RootError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the root in the SLH-DSA private key does not belong to its seeds")
    }
}

impl core::error::Error for RootError {}
