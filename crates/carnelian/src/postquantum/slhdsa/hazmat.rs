//! The deterministic functions of FIPS 205 Section 9, for tests against vectors and for protocols that define their own
//! message encoding.
//!
//! A signature by these functions may be that of a message and context that the caller did not mean: M has to be encoded
//! so that different messages never have the same M. Use [`SigningKey`] and [`VerifyingKey`].

use super::error::{SignError, SignatureError};
use super::message::Message;
use super::parameters::Parameters;
use super::signature::Signature;
use super::signing_key::SigningKey;
use super::verifying_key::VerifyingKey;

/// Algorithm 18, slh_keygen_internal(SK.seed, SK.prf, PK.seed): the same as [`SigningKey::from_seeds`].
#[must_use]
pub fn key_gen_internal<P: Parameters>(
    sk_seed: &P::SeedBytes,
    sk_prf: &P::SeedBytes,
    pk_seed: &P::SeedBytes,
) -> SigningKey<P> {
    SigningKey::from_seeds(sk_seed, sk_prf, pk_seed)
}

/// Algorithm 19, slh_sign_internal(M, SK, addrnd), in the deterministic variant if there is no addrnd.
///
/// # Errors
/// [`SignError::Fault`] if the signature is not valid.
///
/// ```
/// use carnelian::postquantum::slhdsa::hazmat::{sign_internal, verify_internal};
/// use carnelian::postquantum::slhdsa::{SigningKey, SlhDsaSha2_128f};
/// let key = SigningKey::<SlhDsaSha2_128f>::from_seeds(&[1; 16], &[2; 16], &[3; 16]);
/// let signature = sign_internal(&key, b"\0\0a message", None)?;
/// assert_eq!(signature, key.sign_deterministic(b"a message")?);
/// verify_internal(key.verifying_key(), b"\0\0a message", &signature)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn sign_internal<P: Parameters>(
    sk: &SigningKey<P>,
    m: &[u8],
    addrnd: Option<&P::SeedBytes>,
) -> Result<Signature<P>, SignError> {
    sk.signer().sign_with(&Message::internal(m), addrnd)
}

/// Algorithm 20, slh_verify_internal(M, SIG, PK).
///
/// # Errors
/// [`SignatureError`] if the signature is not valid.
pub fn verify_internal<P: Parameters>(
    pk: &VerifyingKey<P>,
    m: &[u8],
    signature: &Signature<P>,
) -> Result<(), SignatureError> {
    pk.verify_message(&Message::internal(m), signature)
}
