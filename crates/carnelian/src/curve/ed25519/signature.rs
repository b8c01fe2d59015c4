//! Signatures: R and S in 64 bytes.

use super::variant::{Ed25519, Ed25519ctx, Ed25519ph, Variant};
use crate::base::hex;
use crate::error::{HexError, LengthError};
use core::fmt;
use core::marker::PhantomData;
use core::str::FromStr;

/// The name of a signature in errors.
const WHAT: &str = "an EdDSA signature";

/// A signature of Ed25519.
pub type Signature = SignatureOf<Ed25519>;

/// A signature of Ed25519ctx.
pub type SignatureCtx = SignatureOf<Ed25519ctx>;

/// A signature of Ed25519ph.
pub type PrehashSignature = SignatureOf<Ed25519ph>;

/// A signature of one of the variants: 64 bytes, the encodings of R and S. Use it as [`Signature`],
/// [`SignatureCtx`] or [`PrehashSignature`].
///
/// It can hold any 64 bytes; only verification finds errors in them.
///
/// ```
/// use carnelian::curve::ed25519::{Signature, SigningKey};
/// let signature = SigningKey::from_seed([7; 32]).sign(b"a message");
/// assert_eq!(Signature::from_slice(&signature.to_bytes()[..])?, signature);
/// assert_eq!(signature.to_string().len(), 128);
/// # Ok::<(), carnelian::LengthError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SignatureOf<V: Variant> {
    bytes: [u8; 64],
    variant: PhantomData<V>,
}

impl<V: Variant> SignatureOf<V> {
    /// Bytes in a signature.
    pub const LEN: usize = 64;

    /// Creates a signature from its 64 bytes.
    #[must_use]
    pub const fn from_bytes(bytes: &[u8; 64]) -> Self {
        Self { bytes: *bytes, variant: PhantomData }
    }

    /// Decodes a signature of any length: see [`from_bytes`](Self::from_bytes).
    ///
    /// # Errors
    /// [`LengthError`] if it has another length.
    pub fn from_slice(bytes: &[u8]) -> Result<Self, LengthError> {
        let found = bytes.len();
        bytes.try_into().map(Self::from_bytes).map_err(|_| LengthError { what: WHAT, expected: Self::LEN, found })
    }

    /// Returns a reference to the bytes of the signature.
    #[must_use]
    pub const fn as_bytes(&self) -> &[u8; 64] {
        &self.bytes
    }

    /// Returns the bytes of the signature.
    #[must_use]
    pub const fn to_bytes(self) -> [u8; 64] {
        self.bytes
    }

    /// Creates a signature from the encodings of R and S.
    pub(super) fn from_halves(r: &[u8; 32], s: &[u8; 32]) -> Self {
        let mut bytes = [0; 64];
        bytes[..32].copy_from_slice(r);
        bytes[32..].copy_from_slice(s);
        Self::from_bytes(&bytes)
    }

    /// Returns the encoding of R.
    pub(super) fn r(&self) -> [u8; 32] {
        core::array::from_fn(|i| self.bytes[i])
    }

    /// Returns the encoding of S.
    pub(super) fn s(&self) -> [u8; 32] {
        core::array::from_fn(|i| self.bytes[32 + i])
    }
}

impl<V: Variant> From<[u8; 64]> for SignatureOf<V> {
    fn from(bytes: [u8; 64]) -> Self {
        Self::from_bytes(&bytes)
    }
}

impl<V: Variant> From<&[u8; 64]> for SignatureOf<V> {
    fn from(bytes: &[u8; 64]) -> Self {
        Self::from_bytes(bytes)
    }
}

impl<V: Variant> From<SignatureOf<V>> for [u8; 64] {
    fn from(signature: SignatureOf<V>) -> Self {
        signature.bytes
    }
}

impl<V: Variant> TryFrom<&[u8]> for SignatureOf<V> {
    type Error = LengthError;

    fn try_from(bytes: &[u8]) -> Result<Self, LengthError> {
        Self::from_slice(bytes)
    }
}

impl<V: Variant> AsRef<[u8]> for SignatureOf<V> {
    fn as_ref(&self) -> &[u8] {
        &self.bytes
    }
}

/// Writes 128 hexadecimal digits.
impl<V: Variant> fmt::Display for SignatureOf<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        hex::encode(&self.bytes, f)
    }
}

/// Writes 128 hexadecimal digits, with `#` after `0x`.
impl<V: Variant> fmt::LowerHex for SignatureOf<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if f.alternate() { "0x" } else { "" })?;
        hex::encode(&self.bytes, f)
    }
}

/// Parses 128 hexadecimal digits in either case.
impl<V: Variant> FromStr for SignatureOf<V> {
    type Err = HexError;

    fn from_str(text: &str) -> Result<Self, HexError> {
        hex::decode(WHAT, text).map(|bytes| Self::from_bytes(&bytes))
    }
}

impl<V: Variant> fmt::Debug for SignatureOf<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} signature {self}", V::NAME)
    }
}
