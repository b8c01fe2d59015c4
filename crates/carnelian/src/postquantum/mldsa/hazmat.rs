//! The deterministic functions of FIPS 204 Section 6, for tests against vectors and for protocols that define their own
//! message encoding.
//!
//! A signature by these functions may be that of a message and context that the caller did not mean: M′ has to be
//! encoded so that different messages never have the same M′. Use [`SigningKey`] and [`VerifyingKey`].

use super::error::{SignError, SignatureError};
use super::mu::{Mu, MuHasher};
use super::parameters::Parameters;
use super::sign::MOST_ATTEMPTS;
use super::signature::Signature;
use super::signing_key::SigningKey;
use super::verifying_key::VerifyingKey;

/// Algorithm 6, ML-DSA.KeyGen_internal(ξ): the same as [`SigningKey::from_seed`].
#[must_use]
pub fn key_gen_internal<P: Parameters>(xi: &[u8; 32]) -> SigningKey<P> {
    SigningKey::from_seed(xi)
}

/// Algorithm 7, ML-DSA.Sign_internal(sk, M′, rnd).
///
/// # Errors
/// [`SignError::TooManyAttempts`] if no attempt succeeds, [`SignError::Fault`] if the key has changed in memory.
///
/// ```
/// use carnelian::postquantum::mldsa::hazmat::{sign_internal, verify_internal};
/// use carnelian::postquantum::mldsa::{MlDsa44, SigningKey};
/// let key = SigningKey::<MlDsa44>::from_seed(&[7; 32]);
/// let signature = sign_internal(&key, b"\0\0a message", &[0; 32])?;
/// assert_eq!(signature, key.sign_deterministic(b"a message")?);
/// verify_internal(key.verifying_key(), b"\0\0a message", &signature)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn sign_internal<P: Parameters>(
    sk: &SigningKey<P>,
    m_prime: &[u8],
    rnd: &[u8; 32],
) -> Result<Signature<P>, SignError> {
    sign_mu_internal(sk, &mu(sk.verifying_key(), m_prime), rnd)
}

/// Algorithm 7, ML-DSA.Sign_internal(sk, M′, rnd), from step 7 on, given μ.
///
/// # Errors
/// [`SignError::TooManyAttempts`] if no attempt succeeds, [`SignError::Fault`] if the key has changed in memory.
pub fn sign_mu_internal<P: Parameters>(
    sk: &SigningKey<P>,
    mu: &Mu<P>,
    rnd: &[u8; 32],
) -> Result<Signature<P>, SignError> {
    sk.sign_with(mu, rnd, MOST_ATTEMPTS)
}

/// Algorithm 8, ML-DSA.Verify_internal(pk, M′, σ).
///
/// # Errors
/// [`SignatureError`] if the signature is not valid.
pub fn verify_internal<P: Parameters>(
    pk: &VerifyingKey<P>,
    m_prime: &[u8],
    signature: &Signature<P>,
) -> Result<(), SignatureError> {
    pk.verify_mu(&mu(pk, m_prime), signature)
}

/// μ ← H(tr ‖ M′, 64).
fn mu<P: Parameters>(pk: &VerifyingKey<P>, m_prime: &[u8]) -> Mu<P> {
    let mut hasher = MuHasher::internal(&pk.tr());
    hasher.update(m_prime);
    hasher.finalize()
}
