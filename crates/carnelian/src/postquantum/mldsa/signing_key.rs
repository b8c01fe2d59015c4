//! Signing keys, FIPS 204 Sections 5.1 and 5.2.

use super::error::{ExpandedKeyError, SignError};
use super::matrix::expand_a;
use super::mu::Mu;
use super::parameters::Parameters;
use super::private::{Private, Vectors};
use super::ring::kernel::Backend;
use super::ring::polynomial::NttPoly;
use super::sign::{MOST_ATTEMPTS, sign_internal};
use super::signature::Signature;
use super::verifying_key::VerifyingKey;
use crate::base::memory::wiping_stack;
use crate::base::random::{Random, RandomError};
use crate::base::secret::{Confidential, Held, Secret};
use crate::error::LengthError;
use crate::postquantum::arrays::{Array as _, Bytes as _};
use crate::postquantum::context::Context;
use core::fmt;

/// Stack in bytes that key generation, import and export use besides their [`Vectors`].
const STACK: usize = 32 * 1024;

/// A signing key of ML-DSA: a seed of 32 bytes, the secrets derived from it, and the verifying key that belongs to it.
///
/// The secrets are wiped when dropped. They are on the heap, where there is one, so that moving a key leaves no copies.
/// The time of key generation depends on which random candidates are rejected, and that of signing on the number of
/// attempts, which is geometrically distributed whatever the key and the message are; neither depends on a secret.
///
/// Every signature expands the matrix Â from the public key; a [`PreparedSigningKey`](super::PreparedSigningKey) holds
/// it.
///
/// ```
/// use carnelian::postquantum::mldsa::{MlDsa65, SigningKey};
/// use carnelian::random::OsRandom;
/// let key = SigningKey::<MlDsa65>::generate(&mut OsRandom)?;
/// let signature = key.sign(b"a message", &mut OsRandom)?;
/// key.verifying_key().verify(b"a message", &signature)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct SigningKey<P: Parameters> {
    pub(super) private: Held<Private<P>>,
    pub(super) verifying_key: VerifyingKey<P>,
}

impl<P: Parameters> SigningKey<P> {
    /// Bytes in a seed.
    pub const LEN: usize = 32;

    /// Bytes in an expanded private key.
    pub const EXPANDED_LEN: usize = P::EXPANDED_KEY_LEN;

    /// Algorithm 1, ML-DSA.KeyGen(): generates a key from a seed of 32 random bytes.
    ///
    /// # Errors
    /// [`RandomError`] if the source fails.
    pub fn generate(random: &mut impl Random) -> Result<Self, RandomError> {
        Self::of_seed(|seed| seed.draw(random))
    }

    /// Derives the key from a seed ξ, Algorithm 6, ML-DSA.KeyGen_internal(ξ). The seed can be any 32 bytes; it is what
    /// key files should contain.
    ///
    /// ```
    /// use carnelian::postquantum::mldsa::{MlDsa44, SigningKey};
    /// let key = SigningKey::<MlDsa44>::from_seed(&[7; 32]);
    /// assert_eq!(key.as_seed().unwrap().expose(), &[7; 32]);
    /// ```
    #[must_use]
    pub fn from_seed(seed: &[u8; 32]) -> Self {
        let Ok(key) = Self::of_seed(|place| {
            place.write(|place| *place = *seed);
            Ok::<_, core::convert::Infallible>(())
        });
        key
    }

    /// Derives the key from a seed that `write` writes directly to its final location. Never inlined, as its frame is large.
    #[inline(never)]
    fn of_seed<E>(write: impl FnOnce(&mut Secret<[u8; 32]>) -> Result<(), E>) -> Result<Self, E> {
        let mut private = Private::zeroed();
        write(&mut private.seed)?;
        let mut vectors = Vectors::zeroed();
        let verifying_key = wiping_stack::<STACK, _>(|| private.expand(&mut vectors));
        private.seal(&verifying_key);
        Ok(Self { private, verifying_key })
    }

    /// Decodes an expanded private key, the form that the standard calls sk, Algorithm 25. A key that is made from it
    /// has no seed. The argument is the caller's to wipe.
    ///
    /// # Errors
    /// [`ExpandedKeyError`] if a coefficient of s₁ or s₂ is out of range, or if t₀ or the hash of the public key does
    /// not belong to them. Signing with such a key could reveal it.
    ///
    /// ```
    /// use carnelian::postquantum::mldsa::{ExpandedKeyError, MlDsa44, SigningKey};
    /// let key = SigningKey::<MlDsa44>::from_seed(&[7; 32]);
    /// let mut bytes = *key.to_expanded_bytes().expose();
    /// let same = SigningKey::<MlDsa44>::from_expanded_bytes(&bytes)?;
    /// assert_eq!(same.verifying_key(), key.verifying_key());
    /// assert!(same.as_seed().is_none());
    /// bytes[128] = 0xff;
    /// assert_eq!(SigningKey::<MlDsa44>::from_expanded_bytes(&bytes).unwrap_err(), ExpandedKeyError::OutOfRange);
    /// # Ok::<(), ExpandedKeyError>(())
    /// ```
    #[inline(never)]
    pub fn from_expanded_bytes(bytes: &P::ExpandedKeyBytes) -> Result<Self, ExpandedKeyError> {
        let mut private = Private::zeroed();
        let mut vectors = Vectors::zeroed();
        let verifying_key = wiping_stack::<STACK, _>(|| private.decode(bytes, &mut vectors))?;
        private.seal(&verifying_key);
        Ok(Self { private, verifying_key })
    }

    /// Decodes an expanded private key of any length: see [`from_expanded_bytes`](Self::from_expanded_bytes).
    ///
    /// # Errors
    /// [`ExpandedKeyError`] as there, or if the slice has another length.
    pub fn from_expanded_slice(bytes: &[u8]) -> Result<Self, ExpandedKeyError> {
        let (what, expected, found) = ("an expanded ML-DSA key", P::EXPANDED_KEY_LEN, bytes.len());
        let mut whole = Secret::new(P::ExpandedKeyBytes::ZEROED);
        if found != expected {
            return Err(ExpandedKeyError::Length(LengthError { what, expected, found }));
        }
        whole.write(|whole| whole.as_mut().copy_from_slice(bytes));
        Self::from_expanded_bytes(whole.expose())
    }

    /// Returns the expanded private key, Algorithm 24, for software that needs this form. It is twenty times as long as
    /// the seed, and the seed cannot be recovered from it.
    #[must_use]
    pub fn to_expanded_bytes(&self) -> Secret<P::ExpandedKeyBytes> {
        wiping_stack::<STACK, _>(|| {
            let mut bytes = Secret::new(P::ExpandedKeyBytes::ZEROED);
            bytes.write(|bytes| self.private.encode(&self.verifying_key, bytes.as_mut()));
            bytes
        })
    }

    /// Returns the seed, if the key was generated or made from one.
    #[must_use]
    pub fn as_seed(&self) -> Option<&Secret<[u8; 32]>> {
        self.private.has_seed.then_some(&self.private.seed)
    }

    /// Returns the verifying key, the public half.
    #[must_use]
    pub fn verifying_key(&self) -> &VerifyingKey<P> {
        &self.verifying_key
    }

    /// Signs a message under the empty context, Algorithm 2, ML-DSA.Sign(sk, M, ctx). The signature depends on 32 random
    /// bytes too, so that power analysis and fault attacks cannot observe the same computation repeatedly; with a bad
    /// random source it is as secure as a deterministic one.
    ///
    /// # Errors
    /// [`SignError`] if the random source fails, if no attempt succeeds, or if the memory of the key has changed.
    pub fn sign(&self, message: &[u8], random: &mut impl Random) -> Result<Signature<P>, SignError> {
        self.sign_ctx(Context::EMPTY, message, random)
    }

    /// Signs like [`sign`](Self::sign), under a context.
    ///
    /// # Errors
    /// [`SignError`] if the random source fails, if no attempt succeeds, or if the memory of the key has changed.
    pub fn sign_ctx(
        &self,
        context: Context<'_>,
        message: &[u8],
        random: &mut impl Random,
    ) -> Result<Signature<P>, SignError> {
        self.sign_mu(&self.mu(context, message), random)
    }

    /// Signs a message under the empty context without randomness: the same message always has the same signature.
    ///
    /// Beside the right signature of the same message, one that was computed by a changed bit of the key, public or not,
    /// reveals the key. So the memory that the key keeps is checked before a signature is returned. That does not find
    /// faults in the computation, from which [`verified`](Self::verified) and [`sign`](Self::sign) protect.
    ///
    /// # Errors
    /// [`SignError::TooManyAttempts`] if no attempt succeeds, [`SignError::Fault`] if the memory of the key has changed.
    ///
    /// ```
    /// use carnelian::postquantum::mldsa::{MlDsa44, SigningKey};
    /// let key = SigningKey::<MlDsa44>::from_seed(&[7; 32]);
    /// assert_eq!(key.sign_deterministic(b"a message")?, key.sign_deterministic(b"a message")?);
    /// # Ok::<(), carnelian::postquantum::mldsa::SignError>(())
    /// ```
    pub fn sign_deterministic(&self, message: &[u8]) -> Result<Signature<P>, SignError> {
        self.sign_deterministic_ctx(Context::EMPTY, message)
    }

    /// Signs like [`sign_deterministic`](Self::sign_deterministic), under a context.
    ///
    /// # Errors
    /// [`SignError::TooManyAttempts`] if no attempt succeeds, [`SignError::Fault`] if the memory of the key has changed.
    pub fn sign_deterministic_ctx(&self, context: Context<'_>, message: &[u8]) -> Result<Signature<P>, SignError> {
        self.sign_mu_deterministic(&self.mu(context, message))
    }

    /// Signs the message that μ stands for: see [`MuHasher`](super::MuHasher).
    ///
    /// # Errors
    /// [`SignError`] if the random source fails, if no attempt succeeds, or if the memory of the key has changed.
    pub fn sign_mu(&self, mu: &Mu<P>, random: &mut impl Random) -> Result<Signature<P>, SignError> {
        let mut rnd = Secret::ZEROED;
        rnd.draw(random)?;
        self.sign_with(mu, rnd.expose(), MOST_ATTEMPTS)
    }

    /// Signs like [`sign_mu`](Self::sign_mu), without randomness.
    ///
    /// # Errors
    /// [`SignError::TooManyAttempts`] if no attempt succeeds, [`SignError::Fault`] if the memory of the key has changed.
    pub fn sign_mu_deterministic(&self, mu: &Mu<P>) -> Result<Signature<P>, SignError> {
        self.sign_with(mu, &[0; 32], MOST_ATTEMPTS)
    }

    /// Returns whether the memory that signing reads holds what was written when the key was made.
    pub(super) fn is_intact(&self) -> bool {
        self.private.is_intact(&self.verifying_key)
    }

    pub(super) fn mu(&self, context: Context<'_>, message: &[u8]) -> Mu<P> {
        let mut hasher = self.verifying_key.mu_hasher(context);
        hasher.update(message);
        hasher.finalize()
    }

    /// Algorithm 7, ML-DSA.Sign_internal(sk, M′, rnd), given μ. Never inlined, as its frame is large.
    #[inline(never)]
    pub(super) fn sign_with(
        &self,
        mu: &Mu<P>,
        rnd: &[u8; 32],
        most_attempts: usize,
    ) -> Result<Signature<P>, SignError> {
        let mut a_hat = zeroed_matrix::<P>();
        // 5. Â is public, but nothing in memory tells it from a secret, so it is wiped too.
        wiping_stack::<STACK, _>(|| expand_a::<P>(Backend::choose(), self.verifying_key.rho(), &mut a_hat));
        let signature = sign_internal(&self.private, &a_hat, mu.as_bytes(), rnd, most_attempts, || self.is_intact());
        a_hat.wipe();
        signature
    }
}

/// Returns storage for Â, all zero: 16, 30 or 56 KiB on the heap, where there is one. Never inlined, so that the caller's
/// frame has no room for it too.
#[inline(never)]
fn zeroed_matrix<P: Parameters>() -> Held<P::Matrix<NttPoly>> {
    Held::place(P::Matrix::<NttPoly>::ZEROED)
}

impl<P: Parameters> zeroize::ZeroizeOnDrop for SigningKey<P> {}

impl<P: Parameters> fmt::Debug for SigningKey<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "SigningKey({:?}, ..)", self.verifying_key)
    }
}
