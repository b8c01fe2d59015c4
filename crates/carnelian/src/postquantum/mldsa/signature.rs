//! Signatures: c̃, z and h as bytes.

use super::encoding::{Hint, signature_parts, unpack_all};
use super::error::{ParseSignatureError, SignatureError};
use super::parameters::Parameters;
use super::ring::kernel::Backend;
use super::ring::packing::Packing;
use super::ring::polynomial::Poly;
use crate::base::hex;
use crate::base::memory::wipe;
use crate::error::LengthError;
use crate::postquantum::arrays::Array as _;
use core::fmt;

/// A signature of ML-DSA: 2 420, 3 309 or 4 627 bytes that are encoded as the standard requires.
///
/// It is public, and so is everything that is computed from it.
///
/// ```
/// use carnelian::postquantum::mldsa::{MlDsa65, Signature, SignatureError, SigningKey};
/// let signature = SigningKey::<MlDsa65>::from_seed(&[7; 32]).sign_deterministic(b"a message")?;
/// let mut bytes = signature.to_bytes();
/// assert_eq!(Signature::from_bytes(&bytes)?, signature);
/// bytes[3308] = 200; // the number of hints
/// assert_eq!(Signature::<MlDsa65>::from_bytes(&bytes), Err(SignatureError::Hint));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Signature<P: Parameters> {
    bytes: P::SignatureBytes,
}

impl<P: Parameters> Signature<P> {
    /// Bytes in a signature.
    pub const LEN: usize = P::SIGNATURE_LEN;

    /// Decodes a signature: checks the encoding of the hint, Algorithm 21, and the norm of z, the first condition of
    /// Algorithm 8, step 13.
    ///
    /// # Errors
    /// [`SignatureError::Hint`] or [`SignatureError::Norm`]: no message has this signature.
    #[inline(never)]
    pub fn from_bytes(bytes: &P::SignatureBytes) -> Result<Self, SignatureError> {
        let backend = Backend::choose();
        let (_, packed, hint) = signature_parts::<P>(bytes);
        Hint::<P>::decode(hint).ok_or(SignatureError::Hint)?;
        let mut z = P::VectorL::<Poly>::ZEROED;
        unpack_all(backend, Packing::z(P::Z_BITS), packed, z.as_mut());
        if z.as_ref().iter().any(|z| backend.exceeds(z, P::GAMMA1 - P::BETA) != 0) {
            return Err(SignatureError::Norm);
        }
        Ok(Self { bytes: *bytes })
    }

    /// Decodes a signature of any length: see [`from_bytes`](Self::from_bytes).
    ///
    /// # Errors
    /// [`ParseSignatureError`] as there, or if it has another length.
    pub fn from_slice(bytes: &[u8]) -> Result<Self, ParseSignatureError> {
        let wrong = |_| LengthError { what: "an ML-DSA signature", expected: Self::LEN, found: bytes.len() };
        let bytes = bytes.try_into().map_err(wrong).map_err(ParseSignatureError::Length)?;
        Self::from_bytes(&bytes).map_err(ParseSignatureError::Signature)
    }

    /// Creates a signature from bytes that this library has encoded.
    pub(super) const fn from_encoded(bytes: P::SignatureBytes) -> Self {
        Self { bytes }
    }

    /// Overwrites a signature that must not be released.
    pub(super) fn wipe(&mut self) {
        wipe(self.bytes.as_mut());
    }

    /// Returns a reference to the bytes of the signature.
    #[must_use]
    pub const fn as_bytes(&self) -> &P::SignatureBytes {
        &self.bytes
    }

    /// Returns the bytes of the signature.
    #[must_use]
    pub const fn to_bytes(self) -> P::SignatureBytes {
        self.bytes
    }
}

impl<P: Parameters> TryFrom<&[u8]> for Signature<P> {
    type Error = ParseSignatureError;

    fn try_from(bytes: &[u8]) -> Result<Self, ParseSignatureError> {
        Self::from_slice(bytes)
    }
}

impl<P: Parameters> AsRef<[u8]> for Signature<P> {
    fn as_ref(&self) -> &[u8] {
        self.bytes.as_ref()
    }
}

/// Writes hexadecimal digits.
impl<P: Parameters> fmt::Display for Signature<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        hex::encode(self.bytes.as_ref(), f)
    }
}

impl<P: Parameters> fmt::Debug for Signature<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} signature {self}", P::NAME)
    }
}
