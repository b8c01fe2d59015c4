//! DHKEM.

use crate::base::memory::wipe;
use crate::composite::dhkem::{Ciphertext, DecapsulationKey, EncapsulationKey};
use crate::curve::x25519::NonContributory;
use ::kem::common::rand_core::{CryptoRng, TryCryptoRng};
use ::kem::consts::U32;
use ::kem::{
    Decapsulator, Encapsulate, Generate, InvalidKey, Kem, Key, KeyExport, KeyInit, KeySizeUser, SharedKey,
    TryDecapsulate, TryKeyInit,
};
use core::array::TryFromSliceError;
use core::fmt;

/// DHKEM(X25519, HKDF-SHA256), the mechanism of [`dhkem`](crate::composite::dhkem).
///
/// ```
/// use carnelian::interop::kem::DhkemX25519HkdfSha256;
/// use carnelian::random::OsRandom;
/// use kem::{Encapsulate, Kem, TryDecapsulate};
///
/// /// Agrees on a key by any mechanism.
/// fn agree<K: Kem>(rng: &mut impl kem::common::rand_core::CryptoRng) {
///     let (recipient, published) = K::generate_keypair_from_rng(rng);
///     let (ciphertext, sent) = published.encapsulate_with_rng(rng);
///     let received = recipient.try_decapsulate(&ciphertext).expect("the ciphertext is unchanged");
///     assert_eq!(sent, received);
/// }
/// # struct Rng(u8);
/// # impl kem::common::rand_core::TryRng for Rng {
/// #     type Error = core::convert::Infallible;
/// #     fn try_next_u32(&mut self) -> Result<u32, Self::Error> { Ok(7) }
/// #     fn try_next_u64(&mut self) -> Result<u64, Self::Error> { Ok(7) }
/// #     fn try_fill_bytes(&mut self, out: &mut [u8]) -> Result<(), Self::Error> { self.0 += 1; Ok(out.fill(self.0)) }
/// # }
/// # impl kem::common::rand_core::TryCryptoRng for Rng {}
/// # let mut rng = Rng(0);
/// // `rng` is any `rand_core::CryptoRng`.
/// agree::<DhkemX25519HkdfSha256>(&mut rng);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DhkemX25519HkdfSha256;

impl Kem for DhkemX25519HkdfSha256 {
    type DecapsulationKey = DecapsulationKey;
    type EncapsulationKey = EncapsulationKey;
    type SharedKeySize = U32;
    type CiphertextSize = U32;
}

impl KeySizeUser for EncapsulationKey {
    type KeySize = U32;
}

impl TryKeyInit for EncapsulationKey {
    fn new(key: &Key<Self>) -> Result<Self, InvalidKey> {
        Self::from_bytes(key.0).map_err(|_| InvalidKey)
    }
}

impl KeyExport for EncapsulationKey {
    fn to_bytes(&self) -> Key<Self> {
        (*self.as_bytes()).into()
    }
}

impl Encapsulate for EncapsulationKey {
    type Kem = DhkemX25519HkdfSha256;

    fn encapsulate_with_rng<R: CryptoRng + ?Sized>(
        &self,
        rng: &mut R,
    ) -> (::kem::Ciphertext<Self::Kem>, SharedKey<Self::Kem>) {
        let (ciphertext, shared) = self.encap(&DecapsulationKey::generate_from_rng(rng));
        (ciphertext.to_bytes().into(), (*shared.expose()).into())
    }
}

impl KeySizeUser for DecapsulationKey {
    type KeySize = U32;
}

impl KeyInit for DecapsulationKey {
    fn new(key: &Key<Self>) -> Self {
        Self::from_bytes(key.0)
    }
}

impl KeyExport for DecapsulationKey {
    fn to_bytes(&self) -> Key<Self> {
        (*self.to_bytes().expose()).into()
    }
}

impl Generate for DecapsulationKey {
    fn try_generate_from_rng<R: TryCryptoRng + ?Sized>(rng: &mut R) -> Result<Self, R::Error> {
        let mut ikm = [0; Self::LEN];
        let drawn = rng.try_fill_bytes(&mut ikm);
        let key = drawn.map(|()| Self::derive_key_pair(&ikm));
        wipe(&mut ikm);
        key
    }
}

impl Decapsulator for DecapsulationKey {
    type Kem = DhkemX25519HkdfSha256;

    fn encapsulation_key(&self) -> &EncapsulationKey {
        self.encapsulation_key()
    }
}

impl TryDecapsulate for DecapsulationKey {
    type Error = DecapsulateError;

    fn try_decapsulate(
        &self,
        ciphertext: &::kem::Ciphertext<Self::Kem>,
    ) -> Result<SharedKey<Self::Kem>, DecapsulateError> {
        let shared = self.decapsulate(&Ciphertext::from_bytes(ciphertext.0))?;
        Ok((*shared.expose()).into())
    }
}

/// There is no shared secret for the ciphertext.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DecapsulateError {
    /// It does not have the length of a ciphertext.
    Length,
    /// It is a public key of small order.
    NonContributory,
}

impl fmt::Display for DecapsulateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Length => write!(f, "expected a DHKEM ciphertext of {} bytes", Ciphertext::LEN),
            Self::NonContributory => NonContributory.fmt(f),
        }
    }
}

impl core::error::Error for DecapsulateError {}

impl From<TryFromSliceError> for DecapsulateError {
    fn from(_: TryFromSliceError) -> Self {
        Self::Length
    }
}

impl From<NonContributory> for DecapsulateError {
    fn from(_: NonContributory) -> Self {
        Self::NonContributory
    }
}
