//! HashML-DSA: signatures of the digest of a message, FIPS 204 Section 5.4, Algorithms 4 and 5.

use super::error::{ParseSignatureError, SignError, SignatureError};
use super::mu::{Mu, MuHasher};
use super::parameters::Parameters;
#[cfg(feature = "alloc")]
use super::prepared::{PreparedSigningKey, PreparedVerifyingKey};
use super::signature::Signature;
use super::signing_key::SigningKey;
use super::verified::Verified;
use super::verifying_key::VerifyingKey;
use crate::base::memory::wiping_stack;
use crate::base::random::Random;
use crate::postquantum::context::Context;
use crate::postquantum::prehash::{Prehash, WeakPrehash};

/// A signature of HashML-DSA. It has the form of a [`Signature`], and is another type, so that the two cannot be
/// confused:
///
/// ```compile_fail,E0308
/// # use carnelian::{hash::Sha512, postquantum::mldsa::{Context, MlDsa65, Prehash, SigningKey}, random::OsRandom};
/// let key = SigningKey::<MlDsa65>::from_seed(&[7; 32]);
/// let signature = key.sign_prehash(Context::EMPTY, &Prehash::of::<Sha512>(b"a message"), &mut OsRandom)?;
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
    pub fn from_bytes(bytes: &P::SignatureBytes) -> Result<Self, SignatureError> {
        Signature::from_bytes(bytes).map(Self)
    }

    /// Decodes a signature of any length: see [`from_bytes`](Self::from_bytes).
    ///
    /// # Errors
    /// [`ParseSignatureError`] as there, or if it has another length.
    pub fn from_slice(bytes: &[u8]) -> Result<Self, ParseSignatureError> {
        Signature::from_slice(bytes).map(Self)
    }

    /// Returns the bytes of the signature.
    #[must_use]
    pub const fn as_bytes(&self) -> &P::SignatureBytes {
        self.0.as_bytes()
    }

    /// Returns the bytes of the signature.
    #[must_use]
    pub const fn to_bytes(self) -> P::SignatureBytes {
        self.0.to_bytes()
    }
}

impl<P: Parameters> AsRef<[u8]> for PrehashSignature<P> {
    fn as_ref(&self) -> &[u8] {
        self.0.as_ref()
    }
}

impl<P: Parameters> TryFrom<&[u8]> for PrehashSignature<P> {
    type Error = ParseSignatureError;

    fn try_from(bytes: &[u8]) -> Result<Self, ParseSignatureError> {
        Self::from_slice(bytes)
    }
}

/// Returns μ of a prehash, if its digest is long enough.
pub(super) fn mu<P: Parameters>(
    prehash: &Prehash,
    key: &VerifyingKey<P>,
    context: Context<'_>,
) -> Result<Mu<P>, WeakPrehash> {
    prehash.check(P::LAMBDA / 4)?;
    Ok(mu_of_any_strength(prehash, key, context))
}

/// Returns μ for M′ ← IntegerToBytes(1, 1) ‖ IntegerToBytes(|ctx|, 1) ‖ ctx ‖ OID ‖ PH_M.
pub(super) fn mu_of_any_strength<P: Parameters>(
    prehash: &Prehash,
    key: &VerifyingKey<P>,
    context: Context<'_>,
) -> Mu<P> {
    let mut hasher = MuHasher::new(&key.tr(), 1, context);
    hasher.update(&prehash.oid());
    hasher.update(prehash.digest());
    hasher.finalize()
}

/// Stack in bytes for the hash of a prehash, and for a signature before it is returned.
const STACK: usize = 12 * 1024;

impl<P: Parameters> SigningKey<P> {
    /// Signs a prehash under a context, Algorithm 4, HashML-DSA.Sign(sk, M, ctx, PH), hedged like
    /// [`sign`](Self::sign).
    ///
    /// # Errors
    /// [`SignError`] if the digest is too short, if the random source fails, if no attempt succeeds, or if the key has
    /// changed in memory.
    pub fn sign_prehash(
        &self,
        context: Context<'_>,
        prehash: &Prehash,
        random: &mut impl Random,
    ) -> Result<PrehashSignature<P>, SignError> {
        wiping_stack::<STACK, _>(|| {
            self.sign_mu(&mu(prehash, self.verifying_key(), context)?, random).map(PrehashSignature)
        })
    }

    /// Signs like [`sign_prehash`](Self::sign_prehash), without randomness.
    ///
    /// # Errors
    /// [`SignError`] if the digest is too short, if no attempt succeeds, or if the key has changed in memory.
    pub fn sign_prehash_deterministic(
        &self,
        context: Context<'_>,
        prehash: &Prehash,
    ) -> Result<PrehashSignature<P>, SignError> {
        wiping_stack::<STACK, _>(|| {
            self.sign_mu_deterministic(&mu(prehash, self.verifying_key(), context)?).map(PrehashSignature)
        })
    }
}

impl<P: Parameters> Verified<'_, P> {
    /// Signs a prehash under a context: see [`SigningKey::sign_prehash`].
    ///
    /// # Errors
    /// [`SignError`] as there, and [`SignError::Fault`] if the signature is not valid.
    pub fn sign_prehash(
        &self,
        context: Context<'_>,
        prehash: &Prehash,
        random: &mut impl Random,
    ) -> Result<PrehashSignature<P>, SignError> {
        wiping_stack::<STACK, _>(|| {
            self.sign_mu(&mu(prehash, self.signing_key().verifying_key(), context)?, random).map(PrehashSignature)
        })
    }

    /// Signs a prehash under a context, without randomness: see [`SigningKey::sign_prehash_deterministic`].
    ///
    /// # Errors
    /// [`SignError`] as there, and [`SignError::Fault`] if the signature is not valid.
    pub fn sign_prehash_deterministic(
        &self,
        context: Context<'_>,
        prehash: &Prehash,
    ) -> Result<PrehashSignature<P>, SignError> {
        wiping_stack::<STACK, _>(|| {
            let mu = mu(prehash, self.signing_key().verifying_key(), context)?;
            self.sign_mu_deterministic(&mu).map(PrehashSignature)
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
        self.verify_mu(&mu(prehash, self, context)?, &signature.0)
    }

    /// Verifies like [`verify_prehash`](Self::verify_prehash), whatever the length of the digest: for signatures by
    /// others, such as NIST's test vectors, which count those of short digests as valid.
    ///
    /// A short digest is the weakest part of such a signature: two messages with the same digest have the same
    /// signatures.
    ///
    /// # Errors
    /// [`SignatureError`] if the signature is not valid.
    pub fn verify_prehash_of_any_strength(
        &self,
        context: Context<'_>,
        prehash: &Prehash,
        signature: &PrehashSignature<P>,
    ) -> Result<(), SignatureError> {
        self.verify_mu(&mu_of_any_strength(prehash, self, context), &signature.0)
    }
}

#[cfg(feature = "alloc")]
impl<P: Parameters> PreparedSigningKey<P> {
    /// Signs a prehash under a context: see [`SigningKey::sign_prehash`].
    ///
    /// # Errors
    /// [`SignError`] if the digest is too short, if the random source fails, if no attempt succeeds, or if the key has
    /// changed in memory.
    pub fn sign_prehash(
        &self,
        context: Context<'_>,
        prehash: &Prehash,
        random: &mut impl Random,
    ) -> Result<PrehashSignature<P>, SignError> {
        wiping_stack::<STACK, _>(|| {
            self.sign_mu(&mu(prehash, self.verifying_key(), context)?, random).map(PrehashSignature)
        })
    }

    /// Signs a prehash under a context, without randomness: see [`SigningKey::sign_prehash_deterministic`].
    ///
    /// # Errors
    /// [`SignError`] if the digest is too short, if no attempt succeeds, or if the key has changed in memory.
    pub fn sign_prehash_deterministic(
        &self,
        context: Context<'_>,
        prehash: &Prehash,
    ) -> Result<PrehashSignature<P>, SignError> {
        wiping_stack::<STACK, _>(|| {
            self.sign_mu_deterministic(&mu(prehash, self.verifying_key(), context)?).map(PrehashSignature)
        })
    }
}

#[cfg(feature = "alloc")]
impl<P: Parameters> PreparedVerifyingKey<P> {
    /// Verifies the signature of a prehash under a context: see [`VerifyingKey::verify_prehash`].
    ///
    /// # Errors
    /// [`SignatureError`] if the digest is too short, or if the signature is not valid.
    pub fn verify_prehash(
        &self,
        context: Context<'_>,
        prehash: &Prehash,
        signature: &PrehashSignature<P>,
    ) -> Result<(), SignatureError> {
        self.verify_mu(&mu(prehash, self.verifying_key(), context)?, &signature.0)
    }

    /// Verifies the signature of a prehash with a digest of any length: see
    /// [`VerifyingKey::verify_prehash_of_any_strength`].
    ///
    /// # Errors
    /// [`SignatureError`] if the signature is not valid.
    pub fn verify_prehash_of_any_strength(
        &self,
        context: Context<'_>,
        prehash: &Prehash,
        signature: &PrehashSignature<P>,
    ) -> Result<(), SignatureError> {
        self.verify_mu(&mu_of_any_strength(prehash, self.verifying_key(), context), &signature.0)
    }
}
