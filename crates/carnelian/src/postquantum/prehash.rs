//! Digests that are signed in place of messages: the last part of M′ in HashML-DSA, FIPS 204 Section 5.4, and in
//! HashSLH-DSA, FIPS 205 Section 10.2.2.

use crate::hash::functions::NistHash;
use crate::hash::{Hash, Shake128, Shake256};
#[cfg(feature = "alloc")]
use crate::signature::{PrehashAlgorithm, SignatureError};
use core::fmt;

/// A hash function with an object identifier in NIST's arc for hash algorithms. Sealed.
pub trait PrehashFunction: Hash + sealed::Sealed {
    /// The last number of the identifier 2.16.840.1.101.3.4.2.*n*.
    const OID: u8;
}

mod sealed {
    pub trait Sealed {}
}

impl<H: NistHash> sealed::Sealed for H {}

impl<H: NistHash> PrehashFunction for H {
    const OID: u8 = H::ARC;
}

/// The DER encoding of 2.16.840.1.101.3.4.2, up to its last number.
const OID: [u8; 10] = [0x06, 0x09, 0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02];
const OID_SHAKE128: u8 = 11;
const OID_SHAKE256: u8 = 12;

/// The message of a HashML-DSA signature: the digest of a message, and the identifier of the hash function.
///
/// A digest has to be twice as long as the security strength λ: 32 bytes for ML-DSA-44, 48 for ML-DSA-65, 64 for
/// ML-DSA-87. ML-DSA itself reads a message in parts too
/// ([`MuHasher`](crate::postquantum::mldsa::MuHasher)); use HashML-DSA only where a protocol asks for it.
///
/// ```
/// use carnelian::hash::{Sha256, Sha512};
/// use carnelian::postquantum::mldsa::{Context, MlDsa65, Prehash, SigningKey};
/// use carnelian::random::OsRandom;
/// let key = SigningKey::<MlDsa65>::generate(&mut OsRandom)?;
/// let mut hasher = Sha512::new();
/// hasher.update(b"a mess");
/// hasher.update(b"age");
/// let signature = key.sign_prehash(Context::EMPTY, &Prehash::finish(hasher), &mut OsRandom)?;
/// key.verifying_key().verify_prehash(Context::EMPTY, &Prehash::of::<Sha512>(b"a message"), &signature)?;
///
/// let short = Prehash::of::<Sha256>(b"a message");
/// assert!(key.sign_prehash(Context::EMPTY, &short, &mut OsRandom).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Prehash {
    oid: u8,
    digest: [u8; 64],
    len: usize,
}

impl Prehash {
    /// Hashes a message.
    #[must_use]
    pub fn of<H: PrehashFunction>(message: &[u8]) -> Self {
        let mut hasher = H::new();
        hasher.update(message);
        Self::finish(hasher)
    }

    /// Takes the message that a hasher has absorbed.
    #[must_use]
    pub fn finish<H: PrehashFunction>(hasher: H) -> Self {
        Self::from_digest::<H>(&hasher.finalize())
    }

    /// Takes the digest of a message.
    #[must_use]
    pub fn from_digest<H: PrehashFunction>(digest: &H::Digest) -> Self {
        Self::new(H::OID, digest.as_ref())
    }

    /// Takes the message that SHAKE128 has absorbed, and 32 bytes of its output.
    #[must_use]
    pub fn finish_shake128(shake: Shake128) -> Self {
        let mut digest = [0; 32];
        shake.finalize().fill(&mut digest);
        Self::from_shake128_digest(&digest)
    }

    /// Takes the first 32 bytes of the output of SHAKE128 for a message.
    #[must_use]
    pub fn from_shake128_digest(digest: &[u8; 32]) -> Self {
        Self::new(OID_SHAKE128, digest)
    }

    /// Takes the message that SHAKE256 has absorbed, and 64 bytes of its output.
    #[must_use]
    pub fn finish_shake256(shake: Shake256) -> Self {
        let mut digest = [0; 64];
        shake.finalize().fill(&mut digest);
        Self::from_shake256_digest(&digest)
    }

    /// Takes the first 64 bytes of the output of SHAKE256 for a message.
    #[must_use]
    pub fn from_shake256_digest(digest: &[u8; 64]) -> Self {
        Self::new(OID_SHAKE256, digest)
    }

    fn new(oid: u8, bytes: &[u8]) -> Self {
        let (mut digest, len) = ([0; 64], bytes.len());
        digest[..len].copy_from_slice(bytes);
        Self { oid, digest, len }
    }

    /// Takes a digest of the length of the function, one of NIST's.
    #[cfg(feature = "alloc")]
    pub(super) fn of_role(function: &PrehashAlgorithm, digest: &[u8]) -> Result<Self, SignatureError> {
        function.check(digest)?;
        Ok(Self::new(function.arc, digest))
    }

    /// Returns the digest.
    #[must_use]
    pub fn digest(&self) -> &[u8] {
        &self.digest[..self.len]
    }

    /// Returns whether the digest has the number of bytes that a parameter set requires.
    pub(super) const fn check(&self, at_least: usize) -> Result<(), WeakPrehash> {
        if self.len < at_least { Err(WeakPrehash { at_least, found: self.len }) } else { Ok(()) }
    }

    /// Returns the DER encoding of the object identifier of the hash function.
    pub(super) const fn oid(&self) -> [u8; 11] {
        let [a, b, c, d, e, f, g, h, i, j] = OID;
        [a, b, c, d, e, f, g, h, i, j, self.oid]
    }
}

impl fmt::Debug for Prehash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Prehash(2.16.840.1.101.3.4.2.{}, ", self.oid)?;
        crate::base::hex::encode(self.digest(), f)?;
        f.write_str(")")
    }
}

#[cfg(feature = "alloc")]
impl From<WeakPrehash> for SignatureError {
    fn from(WeakPrehash { at_least, found }: WeakPrehash) -> Self {
        Self::WeakPrehash { at_least, found }
    }
}

/// The error for a prehash whose digest is shorter than 2λ bits, FIPS 204 Section 5.4: it would be the weakest part of
/// the signature.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WeakPrehash {
    /// The smallest number of bytes that the parameter set allows.
    pub at_least: usize,
    /// The number of bytes that was found.
    pub found: usize,
}

impl fmt::Display for WeakPrehash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "the digest of the prehash is too short: expected {} bytes or more, found {}",
            self.at_least, self.found
        )
    }
}

impl core::error::Error for WeakPrehash {}
