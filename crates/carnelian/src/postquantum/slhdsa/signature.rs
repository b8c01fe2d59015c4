//! Signatures, FIPS 205 Section 9.2, Figure 17: R ‖ SIG_FORS ‖ SIG_HT.

use super::parameters::Parameters;
use crate::base::hex;
use crate::error::LengthError;
use crate::postquantum::arrays::Bytes as _;
#[cfg(feature = "alloc")]
use alloc::boxed::Box;
use core::fmt;

/// A signature of SLH-DSA: 7 856 to 49 856 bytes, on the heap where there is one. Any bytes of this length are a
/// signature, of some message or of none.
///
/// ```
/// use carnelian::postquantum::slhdsa::{Signature, SigningKey, SlhDsaSha2_128f};
/// let key = SigningKey::<SlhDsaSha2_128f>::from_seeds(&[1; 16], &[2; 16], &[3; 16]);
/// let signature = key.sign_deterministic(b"a message")?;
/// let bytes: &[u8] = signature.as_ref();
/// assert_eq!(bytes.len(), 17_088);
/// assert_eq!(Signature::<SlhDsaSha2_128f>::from_slice(bytes)?, signature);
/// assert_eq!(Signature::<SlhDsaSha2_128f>::from_slice(&bytes[1..]).unwrap_err().expected, 17_088);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Signature<P: Parameters> {
    #[cfg(feature = "alloc")]
    bytes: Box<P::SignatureBytes>,
    #[cfg(not(feature = "alloc"))]
    bytes: P::SignatureBytes,
}

impl<P: Parameters> Signature<P> {
    /// Bytes in a signature.
    pub const LEN: usize = P::SIGNATURE_LEN;

    /// Returns storage for a signature.
    pub(crate) fn zeroed() -> Self {
        #[cfg(feature = "alloc")]
        let bytes = P::SignatureBytes::zeroed_box();
        #[cfg(not(feature = "alloc"))]
        let bytes = P::SignatureBytes::ZEROED;
        Self { bytes }
    }

    /// Creates a signature from its bytes.
    #[must_use]
    pub fn from_bytes(bytes: &P::SignatureBytes) -> Self {
        let mut signature = Self::zeroed();
        signature.bytes_mut().copy_from_slice(bytes.as_ref());
        signature
    }

    /// Decodes a signature of any length: see [`from_bytes`](Self::from_bytes).
    ///
    /// # Errors
    /// [`LengthError`] if it has another length.
    pub fn from_slice(bytes: &[u8]) -> Result<Self, LengthError> {
        if bytes.len() != Self::LEN {
            return Err(LengthError { what: "an SLH-DSA signature", expected: Self::LEN, found: bytes.len() });
        }
        let mut signature = Self::zeroed();
        signature.bytes_mut().copy_from_slice(bytes);
        Ok(signature)
    }

    /// Returns a reference to the bytes of the signature.
    #[must_use]
    pub fn as_bytes(&self) -> &P::SignatureBytes {
        &self.bytes
    }

    /// Returns the bytes of the signature.
    #[must_use]
    pub fn to_bytes(&self) -> P::SignatureBytes {
        *self.as_bytes()
    }

    /// Returns the bytes, to be written.
    pub(crate) fn bytes_mut(&mut self) -> &mut [u8] {
        #[cfg(feature = "alloc")]
        let bytes = &mut *self.bytes;
        #[cfg(not(feature = "alloc"))]
        let bytes = &mut self.bytes;
        bytes.as_mut()
    }
}

impl<P: Parameters> TryFrom<&[u8]> for Signature<P> {
    type Error = LengthError;

    fn try_from(bytes: &[u8]) -> Result<Self, LengthError> {
        Self::from_slice(bytes)
    }
}

impl<P: Parameters> AsRef<[u8]> for Signature<P> {
    fn as_ref(&self) -> &[u8] {
        self.as_bytes().as_ref()
    }
}

/// Writes hexadecimal digits.
impl<P: Parameters> fmt::Display for Signature<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        hex::encode(self.as_ref(), f)
    }
}

impl<P: Parameters> fmt::Debug for Signature<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} signature {self}", P::NAME)
    }
}
