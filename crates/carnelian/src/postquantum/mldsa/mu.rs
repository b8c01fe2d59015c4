//! The message representative μ, FIPS 204 Algorithm 7, step 6, which can be computed apart from the signature.

use super::parameters::Parameters;
use crate::hash::Shake256;
use crate::postquantum::context::Context;
use core::fmt;
use core::marker::PhantomData;

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
        hasher.update(&[domain, context.as_bytes().len() as u8]);
        hasher.update(context.as_bytes());
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
