//! Verifying keys: ρ and t₁ as bytes.

use super::encoding::{rho_of, unpack_t1};
use super::error::SignatureError;
use super::matrix::Seed;
use super::mu::{Mu, MuHasher};
use super::parameters::Parameters;
use super::ring::kernel::Backend;
use super::ring::polynomial::{NttPoly, Poly};
use super::ring::rounding::D;
use super::signature::Signature;
use super::verify::{Public, reconstruct, verify_commitment, verify_internal};
use crate::base::hex;
use crate::error::LengthError;
use crate::hash::Shake256;
use crate::hash::keccak::beside::{Function, Passenger};
use crate::postquantum::arrays::Bytes as _;
use crate::postquantum::context::Context;
use core::fmt;
use core::marker::PhantomData;

/// A verifying key of ML-DSA: 1 312, 1 952 or 2 592 bytes.
///
/// Every verification expands the matrix Â from 32 of these bytes; a [`PreparedVerifyingKey`](super::PreparedVerifyingKey)
/// holds it. All of it is public: nothing here takes constant time.
///
/// ```
/// use carnelian::postquantum::mldsa::{MlDsa87, SigningKey, VerifyingKey};
/// let key = SigningKey::<MlDsa87>::from_seed(&[7; 32]);
/// let bytes = key.verifying_key().to_bytes();
/// assert_eq!(bytes.len(), 2592);
/// let public = VerifyingKey::<MlDsa87>::from_bytes(&bytes);
/// let signature = key.sign_deterministic(b"a message")?;
/// public.verify(b"a message", &signature)?;
/// assert!(public.verify(b"another", &signature).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy)]
pub struct VerifyingKey<P: Parameters> {
    bytes: P::PublicKeyBytes,
    /// tr = H(pk, 64), if it is known. Otherwise it is computed beside the matrix.
    tr: Option<[u8; 64]>,
}

impl<P: Parameters> VerifyingKey<P> {
    /// Bytes in a verifying key.
    pub const LEN: usize = P::PUBLIC_KEY_LEN;

    /// Creates a key from its bytes. Any bytes are a key.
    #[must_use]
    pub const fn from_bytes(bytes: &P::PublicKeyBytes) -> Self {
        Self { bytes: *bytes, tr: None }
    }

    /// Decodes a key of any length: see [`from_bytes`](Self::from_bytes).
    ///
    /// # Errors
    /// [`LengthError`] if it has another length.
    pub fn from_slice(bytes: &[u8]) -> Result<Self, LengthError> {
        let wrong = |_| LengthError { what: "an ML-DSA public key", expected: Self::LEN, found: bytes.len() };
        bytes.try_into().map(|bytes| Self::from_bytes(&bytes)).map_err(wrong)
    }

    /// Returns the key with these bytes and this tr.
    pub(super) const fn with_tr(bytes: &P::PublicKeyBytes, tr: [u8; 64]) -> Self {
        Self { bytes: *bytes, tr: Some(tr) }
    }

    /// Returns a reference to the bytes of the key.
    #[must_use]
    pub const fn as_bytes(&self) -> &P::PublicKeyBytes {
        &self.bytes
    }

    /// Returns the bytes of the key.
    #[must_use]
    pub const fn to_bytes(self) -> P::PublicKeyBytes {
        self.bytes
    }

    /// Returns tr = H(pk, 64), which stands for the key in μ.
    #[must_use]
    pub fn tr(&self) -> [u8; 64] {
        self.tr.unwrap_or_else(|| {
            let mut tr = [0; 64];
            Shake256::hash(self.bytes.as_ref(), &mut tr);
            tr
        })
    }

    /// Returns tr, if it need not be computed.
    #[cfg(feature = "alloc")]
    pub(super) const fn known_tr(&self) -> Option<[u8; 64]> {
        self.tr
    }

    /// Returns the same key with tr computed.
    #[cfg(feature = "alloc")]
    pub(super) fn hashed(&self) -> Self {
        Self { bytes: self.bytes, tr: Some(self.tr()) }
    }

    /// Returns ρ, the seed of the matrix.
    pub(super) fn rho(&self) -> &[u8; 32] {
        rho_of::<P>(&self.bytes)
    }

    /// Verifies the signature of a message, Algorithm 3, under the empty context.
    ///
    /// # Errors
    /// [`SignatureError`] if the signature is not valid.
    pub fn verify(&self, message: &[u8], signature: &Signature<P>) -> Result<(), SignatureError> {
        self.verify_ctx(Context::EMPTY, message, signature)
    }

    /// Verifies the signature of a message, Algorithm 3, under a context.
    ///
    /// # Errors
    /// [`SignatureError`] if the signature is not valid.
    ///
    /// ```
    /// use carnelian::postquantum::mldsa::{Context, MlDsa65, SigningKey};
    /// let key = SigningKey::<MlDsa65>::from_seed(&[7; 32]);
    /// let context = Context::new(b"example")?;
    /// let signature = key.sign_deterministic_ctx(context, b"a message")?;
    /// key.verifying_key().verify_ctx(context, b"a message", &signature)?;
    /// assert!(key.verifying_key().verify(b"a message", &signature).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn verify_ctx(
        &self,
        context: Context<'_>,
        message: &[u8],
        signature: &Signature<P>,
    ) -> Result<(), SignatureError> {
        let (mut w1, mut tr) = (P::W1Bytes::ZEROED, self.tr);
        if tr.is_none() {
            // The hash of the key is computed in a lane of the expansion of Â.
            let mut passenger = Passenger::new(Function::SHAKE256, self.bytes.as_ref());
            reconstruct(self, signature, &mut w1, &mut passenger)?;
            tr = Some(passenger.finish());
        } else {
            reconstruct(self, signature, &mut w1, &mut Passenger::none())?;
        }
        let mut hasher = MuHasher::<P>::new(&tr.unwrap_or_else(|| self.tr()), 0, context);
        hasher.update(message);
        verify_commitment(hasher.finalize().as_bytes(), &w1, signature)
    }

    /// Verifies the signature of a message that μ stands for.
    ///
    /// # Errors
    /// [`SignatureError`] if the signature is not valid.
    pub fn verify_mu(&self, mu: &Mu<P>, signature: &Signature<P>) -> Result<(), SignatureError> {
        verify_internal(self, mu.as_bytes(), signature)
    }

    /// Starts the computation of μ for a message that is read in parts, for signing or verifying.
    #[must_use]
    pub fn mu_hasher(&self, context: Context<'_>) -> MuHasher<P> {
        MuHasher::new(&self.tr(), 0, context)
    }
}

impl<P: Parameters> Public<P> for VerifyingKey<P> {
    fn multiply(&self, backend: Backend, v_hat: &[NttPoly], w_hat: &mut [NttPoly], passenger: &mut Passenger<'_>) {
        Seed(self.rho(), PhantomData::<P>).multiply_beside(backend, v_hat, w_hat, passenger);
    }

    fn add_t1_product(&self, backend: Backend, row: usize, factor: &NttPoly, sum: &mut NttPoly) {
        let mut t1_hat = NttPoly::ZERO;
        ntt_of_t1::<P>(backend, &self.bytes, row, &mut t1_hat);
        backend.add_inner_product(sum, core::slice::from_ref(factor), core::slice::from_ref(&t1_hat));
    }
}

/// Sets `t1_hat` to NTT(t₁·2^d) for a row of t₁.
pub(super) fn ntt_of_t1<P: Parameters>(backend: Backend, pk: &P::PublicKeyBytes, row: usize, t1_hat: &mut NttPoly) {
    let mut t1 = Poly::ZERO;
    unpack_t1::<P>(backend, pk, row, &mut t1);
    t1.0.iter_mut().for_each(|t1| *t1 <<= D);
    backend.ntt(core::slice::from_ref(&t1), core::slice::from_mut(t1_hat));
}

impl<P: Parameters> PartialEq for VerifyingKey<P> {
    fn eq(&self, other: &Self) -> bool {
        self.bytes == other.bytes
    }
}

impl<P: Parameters> Eq for VerifyingKey<P> {}

impl<P: Parameters> core::hash::Hash for VerifyingKey<P> {
    fn hash<H: core::hash::Hasher>(&self, state: &mut H) {
        self.bytes.hash(state);
    }
}

impl<P: Parameters> TryFrom<&[u8]> for VerifyingKey<P> {
    type Error = LengthError;

    fn try_from(bytes: &[u8]) -> Result<Self, LengthError> {
        Self::from_slice(bytes)
    }
}

impl<P: Parameters> AsRef<[u8]> for VerifyingKey<P> {
    fn as_ref(&self) -> &[u8] {
        self.bytes.as_ref()
    }
}

/// Writes hexadecimal digits.
impl<P: Parameters> fmt::Display for VerifyingKey<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        hex::encode(self.bytes.as_ref(), f)
    }
}

impl<P: Parameters> fmt::Debug for VerifyingKey<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} verifying key {self}", P::NAME)
    }
}
