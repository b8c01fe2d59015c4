//! Keys that hold the matrix Â, for many signatures by one key.

use super::error::{SignError, SignatureError};
use super::intact::{checksum_of, have_checksum};
use super::matrix::{Kept, Matrix, expand_a};
use super::mu::{Mu, MuHasher};
use super::parameters::Parameters;
use super::ring::kernel::Backend;
use super::ring::polynomial::NttPoly;
use super::sign::{MOST_ATTEMPTS, sign_internal};
use super::signature::Signature;
use super::signing_key::SigningKey;
use super::verify::{Public, verify_internal};
use super::verifying_key::{VerifyingKey, ntt_of_t1};
use crate::base::memory::wiping_stack;
use crate::base::parallel;
use crate::base::random::Random;
use crate::base::secret::Secret;
use crate::hash::keccak::beside::Passenger;
use crate::postquantum::arrays::Array as _;
use crate::postquantum::context::Context;
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::fmt;

/// A verifying key that holds Â and t₁ in the form in which they are used: 20, 36 or 64 KiB on the heap.
///
/// Preparing takes about as long as one verification, and halves the time of each one that follows.
///
/// ```
/// use carnelian::postquantum::mldsa::{MlDsa65, SigningKey};
/// let key = SigningKey::<MlDsa65>::from_seed(&[7; 32]);
/// let prepared = key.verifying_key().prepare();
/// for message in [b"one", b"two"] {
///     prepared.verify(message, &key.sign_deterministic(message)?)?;
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct PreparedVerifyingKey<P: Parameters> {
    verifying_key: VerifyingKey<P>,
    a_hat: Box<P::Matrix<NttPoly>>,
    t1_hat: Box<P::VectorK<NttPoly>>,
}

impl<P: Parameters> VerifyingKey<P> {
    /// Returns the key in a form for many verifications.
    #[must_use]
    pub fn prepare(&self) -> PreparedVerifyingKey<P> {
        let backend = Backend::choose();
        let mut t1_hat = Box::new(P::VectorK::<NttPoly>::ZEROED);
        for (row, t1_hat) in (*t1_hat).as_mut().iter_mut().enumerate() {
            ntt_of_t1::<P>(backend, self.as_bytes(), row, t1_hat);
        }
        PreparedVerifyingKey { verifying_key: self.hashed(), a_hat: expanded::<P>(self), t1_hat }
    }
}

impl<P: Parameters> PreparedVerifyingKey<P> {
    /// Returns the key itself.
    #[must_use]
    pub const fn verifying_key(&self) -> &VerifyingKey<P> {
        &self.verifying_key
    }

    /// Verifies the signature of a message: see [`VerifyingKey::verify`].
    ///
    /// # Errors
    /// [`SignatureError`] if the signature is not valid.
    pub fn verify(&self, message: &[u8], signature: &Signature<P>) -> Result<(), SignatureError> {
        self.verify_ctx(Context::EMPTY, message, signature)
    }

    /// Verifies the signature of a message under a context: see [`VerifyingKey::verify_ctx`].
    ///
    /// # Errors
    /// [`SignatureError`] if the signature is not valid.
    pub fn verify_ctx(
        &self,
        context: Context<'_>,
        message: &[u8],
        signature: &Signature<P>,
    ) -> Result<(), SignatureError> {
        let mut hasher = self.mu_hasher(context);
        hasher.update(message);
        self.verify_mu(&hasher.finalize(), signature)
    }

    /// Verifies the signature of a message that μ stands for: see [`VerifyingKey::verify_mu`].
    ///
    /// # Errors
    /// [`SignatureError`] if the signature is not valid.
    pub fn verify_mu(&self, mu: &Mu<P>, signature: &Signature<P>) -> Result<(), SignatureError> {
        verify_internal(self, mu.as_bytes(), signature)
    }

    /// Starts the computation of μ: see [`VerifyingKey::mu_hasher`].
    #[must_use]
    pub fn mu_hasher(&self, context: Context<'_>) -> MuHasher<P> {
        self.verifying_key.mu_hasher(context)
    }
}

/// Returns the matrix of a key. Never inlined, so that the caller's frame has no room for it too.
#[inline(never)]
fn expanded<P: Parameters>(key: &VerifyingKey<P>) -> Box<P::Matrix<NttPoly>> {
    let mut a_hat = Box::new(P::Matrix::<NttPoly>::ZEROED);
    expand_a::<P>(Backend::choose(), key.rho(), &mut a_hat);
    a_hat
}

impl<P: Parameters> Public<P> for PreparedVerifyingKey<P> {
    fn multiply(&self, backend: Backend, v_hat: &[NttPoly], w_hat: &mut [NttPoly], _: &mut Passenger<'_>) {
        Kept::<P>(&self.a_hat).multiply(backend, v_hat, w_hat);
    }

    fn add_t1_product(&self, backend: Backend, row: usize, factor: &NttPoly, sum: &mut NttPoly) {
        let t1_hat = &(*self.t1_hat).as_ref()[row];
        backend.add_inner_product(sum, core::slice::from_ref(factor), core::slice::from_ref(t1_hat));
    }
}

impl<P: Parameters> fmt::Debug for PreparedVerifyingKey<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PreparedVerifyingKey({:?})", self.verifying_key)
    }
}

/// A signing key that holds Â: 16, 30 or 56 KiB on the heap besides the key.
///
/// The secrets are those of the [`SigningKey`], with the same promises; Â is public. A changed bit in it would reveal the
/// key by a signature without randomness, so that its checksum is compared before a signature is returned.
///
/// ```
/// use carnelian::postquantum::mldsa::{MlDsa65, SigningKey};
/// use carnelian::random::OsRandom;
/// let key = SigningKey::<MlDsa65>::generate(&mut OsRandom)?.prepare();
/// let signature = key.sign(b"a message", &mut OsRandom)?;
/// key.verifying_key().verify(b"a message", &signature)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct PreparedSigningKey<P: Parameters> {
    key: SigningKey<P>,
    pub(super) a_hat: Box<P::Matrix<NttPoly>>,
    /// Of Â.
    checksum: [u8; 8],
}

impl<P: Parameters> SigningKey<P> {
    /// Returns the key in a form for many signatures.
    #[must_use]
    pub fn prepare(self) -> PreparedSigningKey<P> {
        let a_hat = expanded::<P>(self.verifying_key());
        let checksum = checksum_of((*a_hat).as_ref());
        PreparedSigningKey { key: self, a_hat, checksum }
    }
}

impl<P: Parameters> PreparedSigningKey<P> {
    /// Returns the key itself.
    #[must_use]
    pub const fn signing_key(&self) -> &SigningKey<P> {
        &self.key
    }

    /// Returns the key itself, without Â.
    #[must_use]
    pub fn into_signing_key(self) -> SigningKey<P> {
        self.key
    }

    /// Returns the verifying key, the public half.
    #[must_use]
    pub fn verifying_key(&self) -> &VerifyingKey<P> {
        self.key.verifying_key()
    }

    /// Signs a message: see [`SigningKey::sign`].
    ///
    /// # Errors
    /// [`SignError`] if the random source fails, if no attempt succeeds, or if the memory of the key has changed.
    pub fn sign(&self, message: &[u8], random: &mut impl Random) -> Result<Signature<P>, SignError> {
        self.sign_ctx(Context::EMPTY, message, random)
    }

    /// Signs a message under a context: see [`SigningKey::sign_ctx`].
    ///
    /// # Errors
    /// [`SignError`] if the random source fails, if no attempt succeeds, or if the memory of the key has changed.
    pub fn sign_ctx(
        &self,
        context: Context<'_>,
        message: &[u8],
        random: &mut impl Random,
    ) -> Result<Signature<P>, SignError> {
        self.sign_mu(&self.key.mu(context, message), random)
    }

    /// Signs a message without randomness: see [`SigningKey::sign_deterministic`].
    ///
    /// # Errors
    /// [`SignError::TooManyAttempts`] if no attempt succeeds, [`SignError::Fault`] if the memory of the key has changed.
    pub fn sign_deterministic(&self, message: &[u8]) -> Result<Signature<P>, SignError> {
        self.sign_deterministic_ctx(Context::EMPTY, message)
    }

    /// Signs a message under a context, without randomness: see [`SigningKey::sign_deterministic_ctx`].
    ///
    /// # Errors
    /// [`SignError::TooManyAttempts`] if no attempt succeeds, [`SignError::Fault`] if the memory of the key has changed.
    pub fn sign_deterministic_ctx(&self, context: Context<'_>, message: &[u8]) -> Result<Signature<P>, SignError> {
        self.sign_mu_deterministic(&self.key.mu(context, message))
    }

    /// Signs the message that μ stands for: see [`SigningKey::sign_mu`].
    ///
    /// # Errors
    /// [`SignError`] if the random source fails, if no attempt succeeds, or if the memory of the key has changed.
    pub fn sign_mu(&self, mu: &Mu<P>, random: &mut impl Random) -> Result<Signature<P>, SignError> {
        let mut rnd = Secret::ZEROED;
        rnd.draw(random)?;
        self.sign_with(mu, rnd.expose())
    }

    /// Signs the message that μ stands for, without randomness: see [`SigningKey::sign_mu_deterministic`].
    ///
    /// # Errors
    /// [`SignError::TooManyAttempts`] if no attempt succeeds, [`SignError::Fault`] if the memory of the key has changed.
    pub fn sign_mu_deterministic(&self, mu: &Mu<P>) -> Result<Signature<P>, SignError> {
        self.sign_with(mu, &[0; 32])
    }

    pub(super) fn sign_with(&self, mu: &Mu<P>, rnd: &[u8; 32]) -> Result<Signature<P>, SignError> {
        let is_intact = || self.is_intact();
        sign_internal(&self.key.private, &self.a_hat, mu.as_bytes(), rnd, MOST_ATTEMPTS, is_intact)
    }

    /// Returns whether the memory that signing reads holds what was written when the key was prepared.
    fn is_intact(&self) -> bool {
        self.key.is_intact() && have_checksum((*self.a_hat).as_ref(), &self.checksum)
    }
}

impl<P: Parameters> zeroize::ZeroizeOnDrop for PreparedSigningKey<P> {}

impl<P: Parameters> fmt::Debug for PreparedSigningKey<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PreparedSigningKey({:?}, ..)", self.key.verifying_key())
    }
}

/// The number of bytes of the stack that are wiped after a batch: where signatures pass on their way into it.
const STACK: usize = 16 * 1024;

/// Signs many messages by one key under a context, on all threads with the feature `rayon`: the signatures are those that
/// as many calls of [`SigningKey::sign_ctx`] return. The key is prepared once.
///
/// # Errors
/// [`SignError`] if the random source fails, if no attempt at one of the signatures succeeds, or if the memory of the key
/// has changed.
///
/// ```
/// use carnelian::postquantum::mldsa::{self, Context, MlDsa65, SigningKey};
/// use carnelian::random::OsRandom;
/// let key = SigningKey::<MlDsa65>::generate(&mut OsRandom)?;
/// let messages = [&b"one"[..], b"two", b"three"];
/// let signatures = mldsa::sign_batch(&key, Context::EMPTY, &messages, &mut OsRandom)?;
/// for (message, signature) in messages.iter().zip(&signatures) {
///     key.verifying_key().verify(message, signature)?;
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn sign_batch<P: Parameters>(
    key: &SigningKey<P>,
    context: Context<'_>,
    messages: &[&[u8]],
    random: &mut impl Random,
) -> Result<Vec<Signature<P>>, SignError> {
    let mut rnds: Vec<_> = messages.iter().map(|_| Secret::<[u8; 32]>::ZEROED).collect();
    rnds.iter_mut().try_for_each(|rnd| rnd.draw(random))?;
    wiping_stack::<STACK, _>(|| {
        let a_hat = expanded::<P>(key.verifying_key());
        let checksum = checksum_of((*a_hat).as_ref());
        let is_intact = || key.is_intact() && have_checksum((*a_hat).as_ref(), &checksum);
        let sign = |number: usize| {
            let mu = key.mu(context, messages[number]);
            let rnd = rnds[number].expose();
            sign_internal(&key.private, &a_hat, mu.as_bytes(), rnd, MOST_ATTEMPTS, is_intact)
        };
        parallel::by_parts(messages.len(), 1..=1, |part| sign(part.start)).into_iter().collect()
    })
}
