//! HashML-DSA: signatures of the digest of a message, FIPS 204 Section 5.4, Algorithms 4 and 5.

use super::error::{ParseSignatureError, SignError, SignatureError, WeakPrehash};
use super::mu::{Context, Mu, MuHasher};
use super::parameters::Parameters;
use super::signature::Signature;
use super::signing_key::SigningKey;
use super::verifying_key::VerifyingKey;
use crate::base::memory::wiping_stack;
use crate::base::random::Random;
use crate::hash::{
    Hash, Sha3_224, Sha3_256, Sha3_384, Sha3_512, Sha224, Sha256, Sha384, Sha512, Sha512_256, Shake128, Shake256,
};
use core::fmt;

/// A hash function with an object identifier in NIST's arc for hash algorithms. Sealed.
pub trait PrehashFunction: Hash + sealed::Sealed {
    /// The last number of the identifier 2.16.840.1.101.3.4.2.*n*.
    const OID: u8;
}

mod sealed {
    pub trait Sealed {}
}

macro_rules! functions {
    ($($Function:ident: $oid:literal,)+) => {$(
        impl sealed::Sealed for $Function {}
        impl PrehashFunction for $Function {
            const OID: u8 = $oid;
        }
    )+};
}
functions! {
    Sha256: 1,
    Sha384: 2,
    Sha512: 3,
    Sha224: 4,
    Sha512_256: 6,
    Sha3_224: 7,
    Sha3_256: 8,
    Sha3_384: 9,
    Sha3_512: 10,
}

/// The DER encoding of 2.16.840.1.101.3.4.2, up to its last number.
const OID: [u8; 10] = [0x06, 0x09, 0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02];
const OID_SHAKE128: u8 = 11;
const OID_SHAKE256: u8 = 12;

/// The message of a HashML-DSA signature: the digest of a message, and the identifier of the hash function.
///
/// A digest has to be twice as long as the security strength λ: 32 bytes for ML-DSA-44, 48 for ML-DSA-65, 64 for
/// ML-DSA-87. ML-DSA itself reads a message in parts too ([`MuHasher`]); use HashML-DSA only where a protocol asks for
/// it.
///
/// ```
/// use carnelian::hash::{Sha256, Sha512};
/// use carnelian::postquantum::mldsa::{Context, MlDsa65, Prehash, SigningKey};
/// use carnelian::random::OsRandom;
/// let key = SigningKey::<MlDsa65>::generate(&mut OsRandom)?;
/// let mut hasher = Sha512::new();
/// hasher.update(b"a mess");
/// hasher.update(b"age");
/// let signature = key.sign_prehash(&mut OsRandom, Context::EMPTY, &Prehash::finish(hasher))?;
/// key.verifying_key().verify_prehash(Context::EMPTY, &Prehash::of::<Sha512>(b"a message"), &signature)?;
///
/// let short = Prehash::of::<Sha256>(b"a message");
/// assert!(key.sign_prehash(&mut OsRandom, Context::EMPTY, &short).is_err());
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
        Self::new(OID_SHAKE128, &digest)
    }

    /// Takes the message that SHAKE256 has absorbed, and 64 bytes of its output.
    #[must_use]
    pub fn finish_shake256(shake: Shake256) -> Self {
        let mut digest = [0; 64];
        shake.finalize().fill(&mut digest);
        Self::new(OID_SHAKE256, &digest)
    }

    fn new(oid: u8, bytes: &[u8]) -> Self {
        let (mut digest, len) = ([0; 64], bytes.len());
        digest[..len].copy_from_slice(bytes);
        Self { oid, digest, len }
    }

    /// Returns the digest.
    #[must_use]
    pub fn digest(&self) -> &[u8] {
        &self.digest[..self.len]
    }

    /// Returns μ for M′ ← IntegerToBytes(1, 1) ‖ IntegerToBytes(|ctx|, 1) ‖ ctx ‖ OID ‖ PH_M.
    fn mu<P: Parameters>(&self, key: &VerifyingKey<P>, context: Context<'_>) -> Result<Mu<P>, WeakPrehash> {
        let at_least = P::LAMBDA / 4;
        if self.len < at_least {
            return Err(WeakPrehash { at_least, found: self.len });
        }
        let mut hasher = MuHasher::new(&key.tr(), 1, context);
        hasher.update(&OID);
        hasher.update(&[self.oid]);
        hasher.update(self.digest());
        Ok(hasher.finalize())
    }
}

impl fmt::Debug for Prehash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Prehash(2.16.840.1.101.3.4.2.{}, ", self.oid)?;
        crate::base::hex::encode(self.digest(), f)?;
        f.write_str(")")
    }
}

/// A signature of HashML-DSA. It has the form of a [`Signature`], and is another type, so that the two cannot be
/// confused:
///
/// ```compile_fail,E0308
/// # use carnelian::{hash::Sha512, postquantum::mldsa::{Context, MlDsa65, Prehash, SigningKey}, random::OsRandom};
/// let key = SigningKey::<MlDsa65>::from_seed(&[7; 32]);
/// let signature = key.sign_prehash(&mut OsRandom, Context::EMPTY, &Prehash::of::<Sha512>(b"a message"))?;
/// key.verifying_key().verify(b"a message", &signature)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PrehashSignature<P: Parameters>(Signature<P>);

impl<P: Parameters> PrehashSignature<P> {
    /// Bytes in a signature.
    pub const LEN: usize = P::SIGNATURE_LEN;

    /// Decodes a signature: see [`Signature::from_bytes`].
    ///
    /// # Errors
    /// [`SignatureError`] if no message has this signature.
    pub fn from_bytes(bytes: &P::Signature) -> Result<Self, SignatureError> {
        Signature::from_bytes(bytes).map(Self)
    }

    /// Returns the bytes of the signature.
    #[must_use]
    pub const fn as_bytes(&self) -> &P::Signature {
        self.0.as_bytes()
    }

    /// Returns the bytes of the signature.
    #[must_use]
    pub const fn to_bytes(self) -> P::Signature {
        self.0.to_bytes()
    }
}

impl<P: Parameters> TryFrom<&[u8]> for PrehashSignature<P> {
    type Error = ParseSignatureError;

    fn try_from(bytes: &[u8]) -> Result<Self, ParseSignatureError> {
        Signature::try_from(bytes).map(Self)
    }
}

/// Stack in bytes for the hash of a prehash, and for a signature before it is returned.
const STACK: usize = 12 * 1024;

impl<P: Parameters> SigningKey<P> {
    /// Signs a prehash under a context, Algorithm 4, HashML-DSA.Sign(sk, M, ctx, PH), hedged like
    /// [`sign`](Self::sign).
    ///
    /// # Errors
    /// [`SignError`] if the digest is too short, if the random source fails, or if no attempt succeeds.
    pub fn sign_prehash(
        &self,
        random: &mut impl Random,
        context: Context<'_>,
        prehash: &Prehash,
    ) -> Result<PrehashSignature<P>, SignError> {
        wiping_stack::<STACK, _>(|| {
            self.sign_mu(random, &prehash.mu(self.verifying_key(), context)?).map(PrehashSignature)
        })
    }

    /// Signs like [`sign_prehash`](Self::sign_prehash), without randomness.
    ///
    /// # Errors
    /// [`SignError`] if the digest is too short, or if no attempt succeeds.
    pub fn sign_prehash_deterministic(
        &self,
        context: Context<'_>,
        prehash: &Prehash,
    ) -> Result<PrehashSignature<P>, SignError> {
        wiping_stack::<STACK, _>(|| {
            self.sign_mu_deterministic(&prehash.mu(self.verifying_key(), context)?).map(PrehashSignature)
        })
    }
}

impl<P: Parameters> VerifyingKey<P> {
    /// Verifies the signature of a prehash under a context, Algorithm 5, HashML-DSA.Verify(pk, M, σ, ctx, PH).
    ///
    /// # Errors
    /// [`SignatureError`] if the digest is too short, or if the signature is not valid.
    pub fn verify_prehash(
        &self,
        context: Context<'_>,
        prehash: &Prehash,
        signature: &PrehashSignature<P>,
    ) -> Result<(), SignatureError> {
        self.verify_mu(&prehash.mu(self, context)?, &signature.0)
    }
}
