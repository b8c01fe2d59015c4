//! Decapsulation keys that hold their encapsulation keys.

use ::kem::Generate;
use ::kem::common::rand_core::TryCryptoRng;
use core::fmt;
use core::ops::Deref;

/// A decapsulation key and its encapsulation key, to which the traits return a reference.
///
/// It dereferences to the decapsulation key, and so has its methods.
///
/// ```
/// use carnelian::interop::kem::KeyPair;
/// use carnelian::postquantum::mlkem::{DecapsulationKey, MlKem768};
/// use kem::{Decapsulator, KeyExport};
///
/// let key = KeyPair::from(DecapsulationKey::<MlKem768>::from_seed(&[7; 64]));
/// assert_eq!(key.to_bytes()[..], [7; 64]);
/// assert_eq!(Decapsulator::encapsulation_key(&key).as_bytes().len(), 1184);
/// ```
pub struct KeyPair<D: Private> {
    decapsulation_key: D,
    encapsulation_key: D::Public,
}

impl<D: Private> KeyPair<D> {
    /// Returns the encapsulation key.
    pub(super) const fn public(&self) -> &D::Public {
        &self.encapsulation_key
    }

    /// Returns the decapsulation key.
    #[must_use]
    pub fn into_decapsulation_key(self) -> D {
        self.decapsulation_key
    }
}

/// A decapsulation key of ML-KEM or X-Wing. Sealed.
pub trait Private: sealed::Sealed + Sized {
    /// The encapsulation key.
    type Public: Clone + fmt::Debug + Eq;

    /// Returns a new key.
    #[doc(hidden)]
    fn drawn<R: TryCryptoRng + ?Sized>(rng: &mut R) -> Result<Self, R::Error>;

    /// Returns the encapsulation key.
    #[doc(hidden)]
    fn public(&self) -> Self::Public;
}

pub(super) mod sealed {
    /// Only the types here are keys.
    pub trait Sealed {}
}

impl<D: Private> From<D> for KeyPair<D> {
    fn from(decapsulation_key: D) -> Self {
        let encapsulation_key = decapsulation_key.public();
        Self { decapsulation_key, encapsulation_key }
    }
}

impl<D: Private> Deref for KeyPair<D> {
    type Target = D;

    fn deref(&self) -> &D {
        &self.decapsulation_key
    }
}

impl<D: Private> Generate for KeyPair<D> {
    fn try_generate_from_rng<R: TryCryptoRng + ?Sized>(rng: &mut R) -> Result<Self, R::Error> {
        D::drawn(rng).map(Self::from)
    }
}

impl<D: Private> fmt::Debug for KeyPair<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "KeyPair({:?}, ..)", self.encapsulation_key)
    }
}
