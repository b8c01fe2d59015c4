//! The options of signing and verifying.

use super::error::SignatureError;
use crate::error::LengthError;
use crate::hash::role::DynHash;
use alloc::boxed::Box;
use alloc::vec;
use alloc::vec::Vec;
use core::fmt;

/// How a message is signed. The default is what the standard of the scheme calls by its own name: no context, the
/// message itself and not its digest.
///
/// ```
/// use carnelian::algorithm::{self, Hedging, SignOptions};
/// let options = SignOptions {
///     prehash: algorithm::hash("SHA-512").and_then(|function| function.prehash()),
///     hedging: Hedging::Deterministic,
///     ..SignOptions::default()
/// };
/// assert_eq!(options.prehash.unwrap().name(), "SHA-512");
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct SignOptions<'a> {
    /// The purpose of the signature, up to 255 bytes. For Ed25519 it selects Ed25519ctx, which has no empty one.
    pub context: Option<&'a [u8]>,
    /// The hash function whose digest is signed in place of the message: Ed25519ph, HashML-DSA, HashSLH-DSA.
    pub prehash: Option<PrehashAlgorithm>,
    /// The choice whether the signature depends on random bytes too, where the scheme leaves one: see
    /// [`hedging`](crate::algorithm::SignatureAlgorithm::hedging).
    pub hedging: Hedging,
    /// Signs by the form of the key that finds faults in the computation before a signature is returned, in more time.
    pub verified: bool,
}

/// Which random bytes a signature depends on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Hedging {
    /// Those that the standard asks for: none in RFC 8032, some in FIPS 204 and FIPS 205.
    #[default]
    Standard,
    /// Some, so that fault attacks cannot observe the same computation repeatedly.
    Random,
    /// None: the same message always has the same signature.
    Deterministic,
}

/// How a signature is verified. Context and prehash must be those of signing.
#[derive(Clone, Copy, Debug, Default)]
pub struct VerifyOptions<'a> {
    /// The purpose of the signature.
    pub context: Option<&'a [u8]>,
    /// The hash function whose digest was signed in place of the message.
    pub prehash: Option<PrehashAlgorithm>,
    /// The name of the rule that decides which signatures are valid, one of
    /// [`rules`](crate::algorithm::SignatureAlgorithm::rules); the scheme's default if there is none.
    pub rule: Option<&'a str>,
    /// Accepts a prehash whose digest is too short for the strength of the key: two messages with the same digest have
    /// the same signatures then.
    pub any_strength: bool,
}

/// A hash function whose digest can be signed in place of a message: one with an identifier in NIST's arc of hash
/// functions. [`HashAlgorithm::prehash`](crate::algorithm::HashAlgorithm::prehash) returns it.
#[derive(Clone, Copy)]
pub struct PrehashAlgorithm {
    pub(crate) name: &'static str,
    /// The last number of the identifier 2.16.840.1.101.3.4.2.*n*.
    pub(crate) arc: u8,
    pub(crate) digest_len: usize,
    /// Starts a message, with digests of as many bytes.
    pub(crate) start: fn(usize) -> Box<dyn DynHash>,
}

impl PrehashAlgorithm {
    /// Returns the name of the function in its standard.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// Returns the number of bytes in a digest.
    #[must_use]
    pub const fn digest_len(&self) -> usize {
        self.digest_len
    }

    /// Starts a message.
    #[must_use]
    pub fn start(&self) -> Box<dyn DynHash> {
        (self.start)(self.digest_len)
    }

    /// Returns the digest of a message.
    #[must_use]
    pub fn digest(&self, message: &[u8]) -> Vec<u8> {
        let mut hasher = self.start();
        hasher.update(message);
        self.finish(&mut *hasher)
    }

    /// Returns the digest of what a hasher that was started here has absorbed.
    pub(crate) fn finish(&self, hasher: &mut dyn DynHash) -> Vec<u8> {
        let mut digest = vec![0; self.digest_len];
        hasher.finalize_reset_into(&mut digest).expect("the length of a digest");
        digest
    }

    /// Checks the length of a digest.
    pub(crate) fn check(&self, digest: &[u8]) -> Result<(), SignatureError> {
        if digest.len() == self.digest_len {
            return Ok(());
        }
        let (what, expected, found) = ("digest", self.digest_len, digest.len());
        Err(SignatureError::Digest(LengthError { what, expected, found }))
    }
}

impl PartialEq for PrehashAlgorithm {
    fn eq(&self, other: &Self) -> bool {
        self.arc == other.arc
    }
}

impl Eq for PrehashAlgorithm {}

impl fmt::Debug for PrehashAlgorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}
