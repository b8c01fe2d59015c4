//! The message representative μ, FIPS 204 Algorithm 7, step 6, which can be computed apart from the signature, and
//! contexts.

use super::error::ContextLengthError;
use super::parameters::Parameters;
use crate::hash::Shake256;
use core::fmt;
use core::marker::PhantomData;

/// The purpose of a signature: 0 to 255 bytes that signer and verifier agree on, such as the name of a protocol. A
/// signature under one context is not valid under another. Where none is given, it is empty.
///
/// ```
/// use carnelian::postquantum::mldsa::Context;
/// let context = Context::new(b"example.org firmware v1")?;
/// assert_eq!(context.as_bytes().len(), 23);
/// assert_eq!(Context::new(&[0; 256]).unwrap_err().found, 256);
/// # Ok::<(), carnelian::postquantum::mldsa::ContextLengthError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Context<'a>(&'a [u8]);

impl<'a> Context<'a> {
    /// The maximum length of a context in bytes.
    pub const MAX_LEN: usize = 255;

    /// The empty context.
    pub const EMPTY: Self = Self(&[]);

    /// Creates a context from its bytes.
    ///
    /// # Errors
    /// [`ContextLengthError`] if it is longer than 255 bytes.
    pub const fn new(bytes: &'a [u8]) -> Result<Self, ContextLengthError> {
        if bytes.len() > Self::MAX_LEN { Err(ContextLengthError { found: bytes.len() }) } else { Ok(Self(bytes)) }
    }

    /// Returns the bytes of the context.
    #[must_use]
    pub const fn as_bytes(&self) -> &'a [u8] {
        self.0
    }
}

/// A streaming computation of μ for the messages of one key: the message is read once and need not fit into memory.
///
/// It is public, as the message is; so the part that reads the message needs only the public key.
///
/// ```
/// use carnelian::postquantum::mldsa::{Context, MlDsa44, SigningKey};
/// let key = SigningKey::<MlDsa44>::from_seed(&[7; 32]);
/// let mut hasher = key.verifying_key().mu_hasher(Context::EMPTY);
/// hasher.update(b"a mess");
/// hasher.update(b"age");
/// let mu = hasher.finalize();
/// let signature = key.sign_mu_deterministic(&mu)?;
/// key.verifying_key().verify_mu(&mu, &signature)?;
/// key.verifying_key().verify(b"a message", &signature)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct MuHasher<P> {
    shake: Shake256,
    parameters: PhantomData<P>,
}

impl<P: Parameters> MuHasher<P> {
    /// Starts M′ ← IntegerToBytes(0, 1) ‖ IntegerToBytes(|ctx|, 1) ‖ ctx ‖ M, or 1 in the first byte for HashML-DSA.
    pub(super) fn new(tr: &[u8; 64], domain: u8, context: Context<'_>) -> Self {
        let mut hasher = Self::internal(tr);
        hasher.update(&[domain, context.0.len() as u8]);
        hasher.update(context.0);
        hasher
    }

    /// Starts with M′ itself.
    pub(super) fn internal(tr: &[u8; 64]) -> Self {
        let mut shake = Shake256::new();
        shake.update(tr);
        Self { shake, parameters: PhantomData }
    }

    /// Absorbs the next part of the message, of any length.
    pub fn update(&mut self, data: &[u8]) {
        self.shake.update(data);
    }

    /// Returns μ ← H(tr ‖ M′, 64).
    #[must_use]
    pub fn finalize(self) -> Mu<P> {
        let mut bytes = [0; 64];
        self.shake.finalize().fill(&mut bytes);
        Mu::from_bytes(&bytes)
    }
}

#[cfg(feature = "std")]
impl<P: Parameters> std::io::Write for MuHasher<P> {
    fn write(&mut self, data: &[u8]) -> std::io::Result<usize> {
        self.update(data);
        Ok(data.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl<P: Parameters> fmt::Debug for MuHasher<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "MuHasher({}, ..)", P::NAME)
    }
}

/// The message representative μ: 64 bytes that stand for a message, a context and a public key. A device that holds the
/// signing key can sign it without reading the message.
///
/// A signer who did not compute μ does not know what is signed.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Mu<P> {
    bytes: [u8; 64],
    parameters: PhantomData<P>,
}

impl<P: Parameters> Mu<P> {
    /// Bytes in μ.
    pub const LEN: usize = 64;

    /// Creates μ from its bytes, which another party has computed.
    #[must_use]
    pub const fn from_bytes(bytes: &[u8; 64]) -> Self {
        Self { bytes: *bytes, parameters: PhantomData }
    }

    /// Returns the bytes of μ.
    #[must_use]
    pub const fn as_bytes(&self) -> &[u8; 64] {
        &self.bytes
    }
}

impl<P: Parameters> fmt::Debug for Mu<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} mu ", P::NAME)?;
        crate::base::hex::encode(&self.bytes, f)
    }
}
