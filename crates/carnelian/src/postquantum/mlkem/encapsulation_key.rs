//! Encapsulation keys, ciphertexts and shared secrets.

use super::error::EncapsulationKeyError;
use super::parameters::Parameters;
use super::pke::ExpandedKey;
use super::ring::Backend;
use super::scheme::{self, wiping_stack_prepared};
use crate::base::random::{Random, RandomError};
use crate::base::secret::{Held, Secret};
use crate::error::LengthError;
use crate::hash::keccak::beside::{Function, Passenger};
use crate::postquantum::arrays::Bytes as _;
use core::fmt;

/// An encapsulation key: public, with [`ENCAPSULATION_KEY_LEN`](Parameters::ENCAPSULATION_KEY_LEN) bytes.
///
/// It encapsulates shared secrets: only the owner of the [`DecapsulationKey`](super::DecapsulationKey) can recover one
/// from its ciphertext.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct EncapsulationKey<P: Parameters>(P::EncapsulationKeyBytes);

impl<P: Parameters> EncapsulationKey<P> {
    /// Returns the key with these bytes, after the check of FIPS 203 Section 7.2. Variable time in the key, which is
    /// public.
    ///
    /// # Errors
    /// [`EncapsulationKeyError::Modulus`] if a coefficient is not below 3329.
    pub fn from_bytes(bytes: &P::EncapsulationKeyBytes) -> Result<Self, EncapsulationKeyError> {
        if Backend::choose().is_canonical_vartime(&bytes.as_ref()[..384 * P::K]) {
            Ok(Self(*bytes))
        } else {
            Err(EncapsulationKeyError::Modulus)
        }
    }

    /// Returns the key with bytes of any number: see [`from_bytes`](Self::from_bytes).
    ///
    /// # Errors
    /// [`EncapsulationKeyError`] as there, or if there are more or fewer than
    /// [`ENCAPSULATION_KEY_LEN`](Parameters::ENCAPSULATION_KEY_LEN).
    pub fn from_slice(bytes: &[u8]) -> Result<Self, EncapsulationKeyError> {
        let expected = P::ENCAPSULATION_KEY_LEN;
        let error = LengthError { what: "an ML-KEM encapsulation key", expected, found: bytes.len() };
        Self::from_bytes(&P::EncapsulationKeyBytes::try_from(bytes).map_err(|_| error)?)
    }

    /// Returns the key that a decapsulation key holds. It was generated there or checked there, so that
    /// [`from_bytes`](Self::from_bytes) returns it too.
    pub(super) fn of_decapsulation_key(bytes: &[u8]) -> Self {
        Self(P::EncapsulationKeyBytes::try_from(bytes).expect("the encapsulation key has its length"))
    }

    /// Returns the bytes of the key.
    #[must_use]
    pub fn as_bytes(&self) -> &P::EncapsulationKeyBytes {
        &self.0
    }

    /// Returns the bytes of the key.
    #[must_use]
    pub fn to_bytes(&self) -> P::EncapsulationKeyBytes {
        self.0
    }

    /// Algorithm 20, ML-KEM.Encaps(ek): returns a new shared secret and the ciphertext that encapsulates it. Constant
    /// time in the secret.
    ///
    /// # Errors
    /// [`RandomError`] if the source cannot deliver.
    pub fn encapsulate(&self, random: &mut impl Random) -> Result<(Ciphertext<P>, SharedSecret), RandomError> {
        self.expanded(|ek, h| wiping_stack_prepared::<P, _>(|| drawn(random, |m| encapsulate(ek, h, m))))
    }

    /// Algorithm 17, ML-KEM.Encaps_internal(ek, m).
    pub(super) fn encapsulate_internal(&self, m: &[u8; 32]) -> (Ciphertext<P>, SharedSecret) {
        self.expanded(|ek, h| wiping_stack_prepared::<P, _>(|| encapsulate(ek, h, m)))
    }

    /// Algorithm 17, with places for the results.
    #[cfg(feature = "alloc")]
    pub(super) fn encapsulate_to(&self, m: &[u8; 32], results: &mut (Ciphertext<P>, SharedSecret)) {
        self.expanded(|ek, h| wiping_stack_prepared::<P, _>(|| write(ek, h, m, results)));
    }

    /// Returns the result of `encapsulate` with the expanded key and H(ek). They are public, so that only the stack below
    /// them is wiped.
    #[inline(always)]
    fn expanded<R>(&self, encapsulate: impl FnOnce(&ExpandedKey<P>, &[u8; 32]) -> R) -> R {
        let (mut expanded, mut h) = (ExpandedKey::zeroed(), [0; 32]);
        self.expand(&mut expanded, &mut h);
        encapsulate(&expanded, &h)
    }

    /// Expands the key and computes H(ek).
    fn expand(&self, expanded: &mut ExpandedKey<P>, h: &mut [u8; 32]) {
        let ek = self.0.as_ref();
        let mut hash = Passenger::new(Function::SHA3_256, ek);
        expanded.expand(ek, &mut hash);
        *h = hash.finish();
    }

    /// Returns the key with all that encapsulation computes from it alone.
    #[must_use]
    pub fn prepare(&self) -> PreparedEncapsulationKey<P> {
        let mut prepared = PreparedEncapsulationKey { key: *self, h: [0; 32], expanded: ExpandedKey::zeroed() };
        self.expand(&mut prepared.expanded, &mut prepared.h);
        prepared
    }
}

/// Returns the result of `encapsulate` with a random message.
#[inline(always)]
fn drawn<R>(random: &mut impl Random, encapsulate: impl FnOnce(&[u8; 32]) -> R) -> Result<R, RandomError> {
    let mut m = Secret::<[u8; 32]>::ZEROED;
    m.draw(random)?;
    Ok(encapsulate(m.expose()))
}

/// Algorithm 17 with an expanded key and its hash.
fn encapsulate<P: Parameters>(ek: &ExpandedKey<P>, h: &[u8; 32], m: &[u8; 32]) -> (Ciphertext<P>, SharedSecret) {
    let mut results = (Ciphertext::zeroed(), SharedSecret::zeroed());
    write(ek, h, m, &mut results);
    results
}

/// [`encapsulate`], with places for the results.
#[inline(always)]
fn write<P: Parameters>(ek: &ExpandedKey<P>, h: &[u8; 32], m: &[u8; 32], (c, k): &mut (Ciphertext<P>, SharedSecret)) {
    k.write(|k| scheme::encaps::<P>(ek, h, m, k, c.write()));
}

impl<P: Parameters> fmt::Debug for EncapsulationKey<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "EncapsulationKey<{}>({:02x?}..)", P::NAME, &self.0.as_ref()[..8])
    }
}

impl<P: Parameters> AsRef<[u8]> for EncapsulationKey<P> {
    fn as_ref(&self) -> &[u8] {
        self.0.as_ref()
    }
}

impl<P: Parameters> TryFrom<&[u8]> for EncapsulationKey<P> {
    type Error = EncapsulationKeyError;

    fn try_from(bytes: &[u8]) -> Result<Self, EncapsulationKeyError> {
        Self::from_slice(bytes)
    }
}

/// An encapsulation key with the matrix and the hash that every encapsulation needs: for many to one key.
///
/// It takes 512k² + 512k bytes more than the key: 3, 6 or 10 KiB.
#[derive(Clone)]
pub struct PreparedEncapsulationKey<P: Parameters> {
    key: EncapsulationKey<P>,
    h: [u8; 32],
    expanded: ExpandedKey<P>,
}

impl<P: Parameters> PreparedEncapsulationKey<P> {
    /// Returns the key itself.
    #[must_use]
    pub fn encapsulation_key(&self) -> &EncapsulationKey<P> {
        &self.key
    }

    /// [`EncapsulationKey::encapsulate`].
    ///
    /// # Errors
    /// [`RandomError`] if the source cannot deliver.
    pub fn encapsulate(&self, random: &mut impl Random) -> Result<(Ciphertext<P>, SharedSecret), RandomError> {
        wiping_stack_prepared::<P, _>(|| drawn(random, |m| encapsulate(&self.expanded, &self.h, m)))
    }

    /// Algorithm 17, ML-KEM.Encaps_internal(ek, m).
    pub(super) fn encapsulate_internal(&self, m: &[u8; 32]) -> (Ciphertext<P>, SharedSecret) {
        wiping_stack_prepared::<P, _>(|| encapsulate(&self.expanded, &self.h, m))
    }
}

impl<P: Parameters> fmt::Debug for PreparedEncapsulationKey<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Prepared{:?}", self.key)
    }
}

/// A ciphertext, of [`CIPHERTEXT_LEN`](Parameters::CIPHERTEXT_LEN) bytes. Any bytes of this length are one; those that
/// no encapsulation makes for a key are rejected implicitly, by a secret that the sender does not have.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Ciphertext<P: Parameters>(P::CiphertextBytes);

impl<P: Parameters> Ciphertext<P> {
    /// Returns zeros, to be overwritten.
    #[inline(always)]
    pub(super) fn zeroed() -> Self {
        Self(P::CiphertextBytes::ZEROED)
    }

    /// Returns the bytes, to be written.
    #[inline(always)]
    pub(super) fn write(&mut self) -> &mut [u8] {
        self.0.as_mut()
    }

    /// Returns the ciphertext with these bytes.
    #[must_use]
    pub const fn from_bytes(bytes: &P::CiphertextBytes) -> Self {
        Self(*bytes)
    }

    /// Returns the ciphertext with bytes of any number.
    ///
    /// # Errors
    /// [`LengthError`] if there are more or fewer than [`CIPHERTEXT_LEN`](Parameters::CIPHERTEXT_LEN).
    pub fn from_slice(bytes: &[u8]) -> Result<Self, LengthError> {
        let error = LengthError { what: "an ML-KEM ciphertext", expected: P::CIPHERTEXT_LEN, found: bytes.len() };
        P::CiphertextBytes::try_from(bytes).map(Self).map_err(|_| error)
    }

    /// Returns the bytes of the ciphertext.
    #[must_use]
    pub fn as_bytes(&self) -> &P::CiphertextBytes {
        &self.0
    }

    /// Returns the bytes of the ciphertext.
    #[must_use]
    pub fn to_bytes(&self) -> P::CiphertextBytes {
        self.0
    }
}

impl<P: Parameters> fmt::Debug for Ciphertext<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Ciphertext<{}>({:02x?}..)", P::NAME, &self.0.as_ref()[..8])
    }
}

impl<P: Parameters> AsRef<[u8]> for Ciphertext<P> {
    fn as_ref(&self) -> &[u8] {
        self.0.as_ref()
    }
}

impl<P: Parameters> TryFrom<&[u8]> for Ciphertext<P> {
    type Error = LengthError;

    fn try_from(bytes: &[u8]) -> Result<Self, LengthError> {
        Self::from_slice(bytes)
    }
}

/// A shared secret: 32 uniform bytes, wiped when dropped. They are on the heap, where there is one, so that a move
/// leaves no copy.
#[derive(Debug)]
pub struct SharedSecret(pub(super) Held<Secret<[u8; 32]>>);

impl SharedSecret {
    /// The number of bytes in a shared secret.
    pub const LEN: usize = 32;

    /// Returns zeros, to be overwritten by the secret with [`write`](Self::write).
    pub(super) fn zeroed() -> Self {
        Self(Held::place(Secret::ZEROED))
    }

    /// Writes the secret in place.
    #[inline(always)]
    pub(super) fn write(&mut self, write: impl FnOnce(&mut [u8; 32])) {
        self.0.write(write);
    }

    /// Returns the bytes, for use as a key.
    #[must_use]
    pub fn expose(&self) -> &[u8; 32] {
        self.0.expose()
    }

    /// Returns the bytes in their container.
    #[must_use]
    pub fn as_secret(&self) -> &Secret<[u8; 32]> {
        &self.0
    }
}
