//! The errors of the role. Each keeps its cause as the type that the scheme returns.

use crate::base::context::ContextLengthError;
use crate::base::random::RandomError;
use crate::error::LengthError;
use alloc::boxed::Box;
use core::error::Error;
use core::fmt;

/// The reason why a key was not read, a message not signed, or a signature not accepted.
#[derive(Debug)]
#[non_exhaustive]
pub enum SignatureError {
    /// The signature is not valid. Callers should distinguish only this from others; the cause helps to find out where
    /// a signature comes from.
    Invalid(Cause),
    /// The bytes are not a key of the scheme.
    Key(Cause),
    /// A key or seed has another length than the scheme permits.
    KeyLength(KeyLengthError),
    /// The context has another length than the scheme permits.
    Context(ContextLengthError),
    /// The digest has another length than the prehash.
    Digest(LengthError),
    /// The digest of the prehash is shorter than the strength of the key requires.
    WeakPrehash {
        /// The smallest number of bytes that the scheme allows.
        at_least: usize,
        /// The number of bytes in a digest.
        found: usize,
    },
    /// A key is one of another scheme or parameter set than its batch.
    OtherScheme {
        /// The name of the scheme of the key.
        found: &'static str,
    },
    /// The scheme does not have an option.
    Unsupported(UnsupportedOption),
    /// The random source failed.
    Random(RandomError),
    /// Memory or the processor is faulty, or the key is damaged. Nothing is released, since a faulty signature can
    /// reveal the key, which must not be used again.
    Fault(Cause),
}

impl fmt::Display for SignatureError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Invalid(cause) | Self::Key(cause) | Self::Fault(cause) => cause.fmt(f),
            Self::KeyLength(error) => error.fmt(f),
            Self::Context(error) => error.fmt(f),
            Self::Digest(error) => error.fmt(f),
            Self::WeakPrehash { at_least, found } => {
                let what = "the digest of the prehash is too short";
                write!(f, "{what}: expected {at_least} bytes or more, found {found}")
            }
            Self::OtherScheme { found } => write!(f, "a key is one of {found}, another scheme than that of its batch"),
            Self::Unsupported(error) => error.fmt(f),
            Self::Random(error) => error.fmt(f),
        }
    }
}

impl Error for SignatureError {}

impl From<RandomError> for SignatureError {
    fn from(error: RandomError) -> Self {
        Self::Random(error)
    }
}

impl From<ContextLengthError> for SignatureError {
    fn from(error: ContextLengthError) -> Self {
        Self::Context(error)
    }
}

impl From<UnsupportedOption> for SignatureError {
    fn from(error: UnsupportedOption) -> Self {
        Self::Unsupported(error)
    }
}

/// The error of a scheme, such as `carnelian::curve::ed25519::SignatureError`.
///
/// ```
/// use carnelian::algorithm::{self, SignOptions, SignatureError, VerifyOptions};
/// use carnelian::curve::ed25519;
/// use carnelian::random::OsRandom;
/// let key = algorithm::signature("ed25519").ok_or("no such scheme")?.generate(&mut OsRandom)?;
/// let mut signature = key.sign(b"a message", &SignOptions::default(), &mut OsRandom)?;
/// signature[63] = 0xff;
/// let refused = key.verifying_key().verify(b"a message", &signature, &VerifyOptions::default());
/// let Err(SignatureError::Invalid(cause)) = refused else { return Err("it is valid".into()) };
/// assert_eq!(cause.downcast_ref(), Some(&ed25519::SignatureError::ScalarNotCanonical));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Cause {
    error: Box<dyn Error + Send + Sync>,
    /// Words after the error on options that may be the cause instead, from a comma on.
    or: &'static str,
}

impl Cause {
    pub(crate) fn new(error: impl Error + Send + Sync + 'static) -> Self {
        Self { error: Box::new(error), or: "" }
    }

    /// Returns the cause of a mismatch in a scheme with contexts and prehashes, whose error does not mention them.
    pub(crate) fn of_variant(error: impl Error + Send + Sync + 'static) -> Self {
        Self { or: ", or was made with another context or prehash", ..Self::new(error) }
    }

    /// Returns the error as a type, if it is one.
    #[must_use]
    pub fn downcast_ref<E: Error + 'static>(&self) -> Option<&E> {
        self.error.downcast_ref()
    }
}

impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.error, self.or)
    }
}

impl fmt::Debug for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.error.fmt(f)
    }
}

/// The error for a key or a seed of a length that the scheme does not permit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KeyLengthError {
    /// The name of the item that has the wrong length.
    pub what: &'static str,
    /// The lengths that are permitted.
    pub expected: &'static [usize],
    /// The length that was found.
    pub found: usize,
}

impl fmt::Display for KeyLengthError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: expected a length of ", self.what)?;
        for (number, len) in self.expected.iter().enumerate() {
            write!(f, "{}{len}", if number == 0 { "" } else { " or " })?;
        }
        write!(f, ", found {}", self.found)
    }
}

impl Error for KeyLengthError {}

/// The error for an option that a scheme does not have.
///
/// ```
/// use carnelian::algorithm::{self, SignOptions};
/// use carnelian::random::OsRandom;
/// let key = algorithm::signature("eddsa-blake2b").ok_or("no such scheme")?.generate(&mut OsRandom)?;
/// let options = SignOptions { context: Some(b"example"), ..SignOptions::default() };
/// let refused = key.sign(b"a message", &options, &mut OsRandom).unwrap_err();
/// assert_eq!(refused.to_string(), "EdDSA-BLAKE2b has no context");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnsupportedOption {
    /// The name of the scheme or parameter set.
    pub algorithm: &'static str,
    /// The option that it does not have.
    pub option: SignatureOption,
}

impl fmt::Display for UnsupportedOption {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} has no {}", self.algorithm, self.option)
    }
}

impl Error for UnsupportedOption {}

/// An option of signing, of verifying or of reading keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SignatureOption {
    /// A context.
    Context,
    /// A prehash, or this one.
    Prehash,
    /// A signature of a digest, where no prehash is named.
    DigestAlone,
    /// A rule, or the one of this name.
    Rule,
    /// Digests of any strength, or there is no digest.
    AnyStrength,
    /// Signing of messages that come in parts.
    SigningInParts,
    /// Signatures that depend on random bytes.
    HedgedSignatures,
    /// Signatures that depend on no random bytes.
    DeterministicSignatures,
}

impl fmt::Display for SignatureOption {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Context => "context",
            Self::Prehash => "prehash with this function",
            Self::DigestAlone => "signatures of digests without a prehash",
            Self::Rule => "verification rule of this name",
            Self::AnyStrength => "strength of a digest to ignore here",
            Self::SigningInParts => "signing in parts without a prehash",
            Self::HedgedSignatures => "hedged signatures",
            Self::DeterministicSignatures => "deterministic signatures",
        })
    }
}
