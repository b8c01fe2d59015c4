//! The errors of keys, signatures and conversions.

use crate::curve::curve25519::PointError;
use crate::error::{HexError, LengthError};
use core::fmt;

/// The error for bytes that are not a verifying key under the rule in force.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VerifyingKeyError {
    /// The encoding is not canonical: y is not below p, or x = 0 has a sign.
    NotCanonical,
    /// No point of the curve has this encoding.
    NotOnCurve,
    /// The point is of small order: it has signatures that are valid for many messages.
    SmallOrder,
}

impl From<PointError> for VerifyingKeyError {
    fn from(error: PointError) -> Self {
        match error {
            PointError::NotCanonical => Self::NotCanonical,
            PointError::NotOnCurve => Self::NotOnCurve,
        }
    }
}

impl fmt::Display for VerifyingKeyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NotCanonical => "the EdDSA key is not canonically encoded",
            Self::NotOnCurve => "the EdDSA key is not a point of the curve",
            Self::SmallOrder => "the EdDSA key is a point of small order",
        })
    }
}

impl core::error::Error for VerifyingKeyError {}

/// The error for a slice or a text that is not a verifying key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParseKeyError {
    /// The slice does not have 32 bytes.
    Length(LengthError),
    /// The text does not consist of 64 hexadecimal digits.
    Digits(HexError),
    /// The bytes are not a key.
    Key(VerifyingKeyError),
}

impl fmt::Display for ParseKeyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Length(error) => error.fmt(f),
            Self::Digits(error) => error.fmt(f),
            Self::Key(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for ParseKeyError {}

/// The error for a signature that is not valid.
///
/// Callers should only distinguish `Ok` and `Err`; the reasons help to find out where a signature comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SignatureError {
    /// The rule in force does not accept the key.
    Key(VerifyingKeyError),
    /// S is not below the order L of the base point.
    ScalarNotCanonical,
    /// R is not canonically encoded.
    PointNotCanonical,
    /// R is not a point of the curve.
    PointNotOnCurve,
    /// R is of small order.
    PointOfSmallOrder,
    /// The equation does not hold: the signature does not belong to this message and key.
    Mismatch,
}

impl From<PointError> for SignatureError {
    fn from(error: PointError) -> Self {
        match error {
            PointError::NotCanonical => Self::PointNotCanonical,
            PointError::NotOnCurve => Self::PointNotOnCurve,
        }
    }
}

impl fmt::Display for SignatureError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the EdDSA signature is not valid: ")?;
        match self {
            Self::Key(error) => error.fmt(f),
            Self::ScalarNotCanonical => f.write_str("S is not below the order of the base point"),
            Self::PointNotCanonical => f.write_str("R is not canonically encoded"),
            Self::PointNotOnCurve => f.write_str("R is not a point of the curve"),
            Self::PointOfSmallOrder => f.write_str("R is a point of small order"),
            Self::Mismatch => f.write_str("it belongs to another message or another key"),
        }
    }
}

impl core::error::Error for SignatureError {}

/// The error for a signed message, R ‖ S ‖ M, that yields no message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SignedMessageError {
    /// It is shorter than the 64 bytes of a signature.
    TooShort {
        /// The length that was found.
        found: usize,
    },
    /// Its signature is not valid.
    Signature(SignatureError),
}

impl fmt::Display for SignedMessageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooShort { found } => {
                write!(f, "a signed message has at least the 64 bytes of its signature, found {found}")
            }
            Self::Signature(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for SignedMessageError {}

/// The error for a key pair whose public half does not belong to its secret half. It shows neither: the halves may have
/// been swapped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MismatchedKeypair;

impl fmt::Display for MismatchedKeypair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the halves of the EdDSA key pair do not match: the second is not the public key of the first")
    }
}

impl core::error::Error for MismatchedKeypair {}

/// The error for an X25519 public key that, with the given sign, corresponds to no Ed25519 key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoVerifyingKey;

impl fmt::Display for NoVerifyingKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("no EdDSA key has this X25519 public key: it is −1, belongs to the twist, or lacks the sign")
    }
}

impl core::error::Error for NoVerifyingKey {}
