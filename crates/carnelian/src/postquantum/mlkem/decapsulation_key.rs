//! Decapsulation keys.

use super::check::check;
use super::encapsulation_key::{Ciphertext, EncapsulationKey, SharedSecret};
use super::error::DecapsulationKeyError;
use super::parameters::Parameters;
use super::pke::{ExpandedKey, split};
use super::ring::{Backend, NttPoly};
use super::scheme::{self, Parts, Rejection, wiping_stack, wiping_stack_prepared};
use crate::base::ct;
use crate::base::random::{Random, RandomError};
use crate::base::secret::{Held, Secret};
use crate::error::LengthError;
use crate::hash::keccak::beside::{Function, Passenger};
use crate::postquantum::arrays::{Array as _, Bytes as _};
use core::fmt;

/// Bytes in a seed: d ‖ z.
pub(super) const SEED_LEN: usize = 64;

/// A decapsulation key, and the seed that it was generated from if that is known. Both are wiped when dropped, and are
/// on the heap, where there is one, so that a move leaves no copy.
///
/// The seed of 64 bytes is the whole key, and the form in which keys should be stored.
pub struct DecapsulationKey<P: Parameters>(pub(super) Held<Content<P>>);

pub(super) struct Content<P: Parameters> {
    /// The expanded form.
    pub(super) dk: Secret<P::DecapsulationKeyBytes>,
    /// d ‖ z, or nothing meaningful.
    pub(super) seed: Secret<[u8; SEED_LEN]>,
    has_seed: bool,
}

impl<P: Parameters> DecapsulationKey<P> {
    /// Bytes in a seed.
    pub const SEED_LEN: usize = SEED_LEN;

    fn zeroed() -> Self {
        let dk = Secret::place(P::DecapsulationKeyBytes::ZEROED);
        Self(Held::place(Content { dk, seed: Secret::ZEROED, has_seed: false }))
    }

    /// Algorithm 19, ML-KEM.KeyGen(): returns a new key. Constant time.
    ///
    /// # Errors
    /// [`RandomError`] if the source cannot deliver.
    pub fn generate(random: &mut impl Random) -> Result<Self, RandomError> {
        let mut key = Self::drawn(random)?;
        key.expand();
        Ok(key)
    }

    /// Returns a key with a random seed, and without an expanded form.
    pub(super) fn drawn(random: &mut impl Random) -> Result<Self, RandomError> {
        let mut key = Self::zeroed();
        key.0.seed.draw(random)?;
        key.0.has_seed = true;
        Ok(key)
    }

    /// Algorithm 16, ML-KEM.KeyGen_internal(d, z): returns the key of a seed d ‖ z. Constant time.
    #[must_use]
    pub fn from_seed(seed: &[u8; SEED_LEN]) -> Self {
        let mut key = Self::zeroed();
        key.0.seed.write(|to| to.copy_from_slice(seed));
        key.0.has_seed = true;
        key.expand();
        key
    }

    /// Generates the key of its seed.
    pub(super) fn expand(&mut self) {
        let Content { dk, seed, .. } = &mut *self.0;
        let (d, z) = split(seed.expose());
        dk.write(|dk| wiping_stack::<P, _>(|| scheme::key_gen::<P>(d, z, dk.as_mut())));
    }

    /// Returns the first half of the seed.
    #[cfg(feature = "alloc")]
    pub(super) fn d(&self) -> &[u8; 32] {
        split(self.0.seed.expose()).0
    }

    /// Has the encapsulation key and dk_PKE written.
    #[cfg(feature = "alloc")]
    pub(super) fn write(&mut self, write: impl FnOnce(&mut [u8], &mut [u8])) {
        self.0.dk.write(|dk| {
            let places = scheme::Places::of::<P>(dk.as_mut());
            write(places.ek, places.dk_pke);
        });
    }

    /// Writes H(ek) and z: step 3 of Algorithm 16.
    #[cfg(feature = "alloc")]
    pub(super) fn finish(&mut self, hash: &[u8; 32]) {
        let Content { dk, seed, .. } = &mut *self.0;
        dk.write(|dk| scheme::Places::of::<P>(dk.as_mut()).finish(hash, split(seed.expose()).1));
    }

    /// Returns the key with this expanded form of [`DECAPSULATION_KEY_LEN`](Parameters::DECAPSULATION_KEY_LEN) bytes,
    /// after the checks of FIPS 203 Section 7.3 and of whether its secret vector belongs to its encapsulation key: a
    /// damaged key would decapsulate to secrets that no sender has, without an error. Constant time; takes less time
    /// than generating a key.
    ///
    /// Nothing shows that z, the last 32 bytes, is another. It decides only which secret a rejected ciphertext has.
    ///
    /// # Errors
    /// [`DecapsulationKeyError::Hash`] if it does not hold the hash of its encapsulation key,
    /// [`DecapsulationKeyError::Modulus`] if a coefficient is not below 3329, [`DecapsulationKeyError::Inconsistent`] if
    /// its halves are not those of one key.
    pub fn from_expanded_bytes(bytes: &P::DecapsulationKeyBytes) -> Result<Self, DecapsulationKeyError> {
        Self::from_expanded_slice(bytes.as_ref())
    }

    /// Returns the key with an expanded form of any length: see [`from_expanded_bytes`](Self::from_expanded_bytes).
    ///
    /// # Errors
    /// [`DecapsulationKeyError`] as there, or if the slice has another length.
    pub fn from_expanded_slice(bytes: &[u8]) -> Result<Self, DecapsulationKeyError> {
        let expected = P::DECAPSULATION_KEY_LEN;
        if bytes.len() != expected {
            let what = "an ML-KEM decapsulation key";
            return Err(LengthError { what, expected, found: bytes.len() }.into());
        }
        let mut key = Self::zeroed();
        key.0.dk.write(|dk| dk.as_mut().copy_from_slice(bytes));
        wiping_stack::<P, _>(|| check::<P>(&key.parts()))?;
        Ok(key)
    }

    /// Returns the key of a seed, after a comparison with its expanded form. Constant time.
    ///
    /// # Errors
    /// [`DecapsulationKeyError::Length`] if the expanded form has another length, [`DecapsulationKeyError::Seed`] if it
    /// is not that of the seed.
    pub fn from_seed_and_expanded_slice(seed: &[u8; SEED_LEN], expanded: &[u8]) -> Result<Self, DecapsulationKeyError> {
        let (expected, found) = (P::DECAPSULATION_KEY_LEN, expanded.len());
        if found != expected {
            return Err(LengthError { what: "an ML-KEM decapsulation key", expected, found }.into());
        }
        let key = Self::from_seed(seed);
        match ct::eq(key.as_expanded_bytes().expose().as_ref(), expanded).declassify("whether a key is valid is public")
        {
            true => Ok(key),
            false => Err(DecapsulationKeyError::Seed),
        }
    }

    /// Returns the key with a seed, an expanded form, or the first and the second one after the other.
    ///
    /// # Errors
    /// Those of [`from_expanded_slice`](Self::from_expanded_slice), for other lengths too, and of
    /// [`from_seed_and_expanded_slice`](Self::from_seed_and_expanded_slice).
    #[cfg(feature = "alloc")]
    pub(super) fn from_any_form(bytes: &[u8]) -> Result<Self, DecapsulationKeyError> {
        match bytes.split_first_chunk() {
            Some((seed, [])) => Ok(Self::from_seed(seed)),
            Some((seed, expanded)) if expanded.len() == P::DECAPSULATION_KEY_LEN => {
                Self::from_seed_and_expanded_slice(seed, expanded)
            }
            _ => Self::from_expanded_slice(bytes),
        }
    }

    /// Returns the seed, if the key was made from one.
    #[must_use]
    pub fn as_seed(&self) -> Option<&Secret<[u8; SEED_LEN]>> {
        self.0.has_seed.then_some(&self.0.seed)
    }

    /// Returns the expanded form: dk_PKE ‖ ek ‖ H(ek) ‖ z.
    #[must_use]
    pub fn as_expanded_bytes(&self) -> &Secret<P::DecapsulationKeyBytes> {
        &self.0.dk
    }

    /// Returns the encapsulation key.
    #[must_use]
    pub fn encapsulation_key(&self) -> EncapsulationKey<P> {
        EncapsulationKey::of_decapsulation_key(self.parts().ek)
    }

    pub(super) fn parts(&self) -> Parts<'_> {
        Parts::of::<P>(self.0.dk.expose().as_ref())
    }

    /// Algorithm 21, ML-KEM.Decaps(dk, c): returns the shared secret that a ciphertext encapsulates. For a ciphertext that
    /// no encapsulation to this key results in, returns a secret that depends on it and on z. The caller cannot tell
    /// which. Constant time.
    #[must_use]
    pub fn decapsulate(&self, ciphertext: &Ciphertext<P>) -> SharedSecret {
        let mut secret = SharedSecret::zeroed();
        self.decapsulate_to(ciphertext, &mut secret);
        secret
    }

    /// [`decapsulate`](Self::decapsulate), with a place for the secret.
    pub(super) fn decapsulate_to(&self, ciphertext: &Ciphertext<P>, secret: &mut SharedSecret) {
        wiping_stack::<P, _>(|| self.decapsulate_unwiped(ciphertext, secret));
    }

    #[inline(always)]
    fn decapsulate_unwiped(&self, ciphertext: &Ciphertext<P>, secret: &mut SharedSecret) {
        let Parts { dk_pke, ek, h, z } = self.parts();
        let mut s_hat = P::Vector::<NttPoly>::ZEROED;
        Backend::choose().decode(dk_pke, s_hat.as_mut());
        let mut expanded = ExpandedKey::<P>::zeroed();
        let rejection = Rejection::of(z, ciphertext.as_ref());
        let mut j = rejection.hash::<P>();
        expanded.expand(ek, &mut j);
        decapsulate(s_hat.as_ref(), &expanded, h, j, ciphertext, secret);
    }

    /// Returns the key with all that decapsulation computes from it alone.
    #[must_use]
    pub fn prepare(&self) -> PreparedDecapsulationKey<P> {
        wiping_stack::<P, _>(|| PreparedDecapsulationKey::new(&self.parts()))
    }
}

/// Algorithm 18 with expanded keys, with a place for the secret.
fn decapsulate<P: Parameters>(
    s_hat: &[NttPoly],
    ek: &ExpandedKey<P>,
    h: &[u8; 32],
    j: Passenger<'_>,
    c: &Ciphertext<P>,
    secret: &mut SharedSecret,
) {
    secret.write(|k| scheme::decaps::<P>(s_hat, ek, h, j, c.as_ref(), k));
}

impl<P: Parameters> fmt::Debug for DecapsulationKey<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "DecapsulationKey<{}>(..)", P::NAME)
    }
}

/// A decapsulation key with the matrix that every decapsulation needs: for many with one key. It is wiped when dropped,
/// and is on the heap, where there is one.
///
/// It takes 512k² + 1024k bytes more than 64: 4, 7.5 or 12 KiB.
pub struct PreparedDecapsulationKey<P: Parameters>(pub(super) Held<Prepared<P>>);

pub(super) struct Prepared<P: Parameters> {
    pub(super) s_hat: Secret<P::Vector<NttPoly>>,
    ek: ExpandedKey<P>,
    h: [u8; 32],
    pub(super) z: Secret<[u8; 32]>,
}

impl<P: Parameters> PreparedDecapsulationKey<P> {
    fn new(parts: &Parts<'_>) -> Self {
        let (s_hat, ek) = (Secret::place(P::Vector::<NttPoly>::ZEROED), ExpandedKey::zeroed());
        let mut key = Held::place(Prepared { s_hat, ek, h: [0; 32], z: Secret::ZEROED });
        let Prepared { ek, h, .. } = &mut *key;
        let mut hash = Passenger::new(Function::SHA3_256, parts.ek);
        ek.expand(parts.ek, &mut hash);
        *h = hash.finish();
        let s_hat = |s_hat: &mut P::Vector<NttPoly>| Backend::choose().decode(parts.dk_pke, s_hat.as_mut());
        key.s_hat.write(s_hat);
        key.z.write(|z| z.copy_from_slice(parts.z));
        Self(key)
    }

    /// [`DecapsulationKey::decapsulate`].
    #[must_use]
    pub fn decapsulate(&self, ciphertext: &Ciphertext<P>) -> SharedSecret {
        let Prepared { s_hat, ek, h, z } = &*self.0;
        let mut secret = SharedSecret::zeroed();
        wiping_stack_prepared::<P, _>(|| {
            let rejection = Rejection::of(z.expose(), ciphertext.as_ref());
            decapsulate(s_hat.expose().as_ref(), ek, h, rejection.hash::<P>(), ciphertext, &mut secret);
        });
        secret
    }
}

impl<P: Parameters> fmt::Debug for PreparedDecapsulationKey<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PreparedDecapsulationKey<{}>(..)", P::NAME)
    }
}
