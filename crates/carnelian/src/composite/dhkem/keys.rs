//! Keys and key pairs, RFC 9180 Sections 4.1 and 7.1.

use super::EncapsulationKeyError;
use super::labeled::{labeled_expand, labeled_extract};
use crate::base::random::{Random, RandomError};
use crate::base::secret::{Held, Secret};
use crate::curve::x25519::{self, NonContributory, PublicKey, SecretKey};
use crate::error::LengthError;
use core::iter::once;

/// An encapsulation key, pkX in RFC 9180: an X25519 public key that is not of small order.
///
/// The rule of Section 7.1.4, that an exchange whose result is zero is an error, is applied to the key when it is read:
/// X25519 returns zero exactly for public keys of small order. So encapsulation cannot fail for a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct EncapsulationKey(PublicKey);

impl EncapsulationKey {
    /// Npk, the number of bytes in an encapsulation key.
    pub const LEN: usize = 32;

    /// DeserializePublicKey(pkXm): returns the key with these bytes.
    ///
    /// # Errors
    /// [`NonContributory`] if it is of small order: every exchange with it would result in zero.
    pub fn from_bytes(bytes: [u8; 32]) -> Result<Self, NonContributory> {
        Self::try_from(PublicKey::from_bytes(bytes))
    }

    /// SerializePublicKey(pkX): returns the bytes of the key, as they were read.
    #[must_use]
    pub const fn as_bytes(&self) -> &[u8; 32] {
        self.0.as_bytes()
    }

    /// Returns the bytes of the key, as they were read.
    #[must_use]
    pub const fn to_bytes(self) -> [u8; 32] {
        self.0.to_bytes()
    }
}

impl TryFrom<PublicKey> for EncapsulationKey {
    type Error = NonContributory;

    fn try_from(key: PublicKey) -> Result<Self, NonContributory> {
        if key.is_small_order() { Err(NonContributory) } else { Ok(Self(key)) }
    }
}

impl TryFrom<[u8; 32]> for EncapsulationKey {
    type Error = NonContributory;

    fn try_from(bytes: [u8; 32]) -> Result<Self, NonContributory> {
        Self::from_bytes(bytes)
    }
}

impl TryFrom<&[u8; 32]> for EncapsulationKey {
    type Error = NonContributory;

    fn try_from(bytes: &[u8; 32]) -> Result<Self, NonContributory> {
        Self::from_bytes(*bytes)
    }
}

impl TryFrom<&[u8]> for EncapsulationKey {
    type Error = EncapsulationKeyError;

    fn try_from(bytes: &[u8]) -> Result<Self, EncapsulationKeyError> {
        let error = LengthError { what: "a DHKEM encapsulation key", expected: Self::LEN, found: bytes.len() };
        let bytes: &[u8; 32] = bytes.try_into().map_err(|_| error)?;
        Ok(Self::try_from(bytes)?)
    }
}

impl From<EncapsulationKey> for [u8; 32] {
    fn from(key: EncapsulationKey) -> Self {
        key.to_bytes()
    }
}

impl From<EncapsulationKey> for PublicKey {
    fn from(key: EncapsulationKey) -> Self {
        key.0
    }
}

impl AsRef<[u8]> for EncapsulationKey {
    fn as_ref(&self) -> &[u8] {
        self.as_bytes()
    }
}

/// A decapsulation key, skX in RFC 9180: an X25519 secret key, with its encapsulation key. The secret is wiped when
/// dropped, and is on the heap, where there is one, so that a move leaves no copy.
#[derive(Debug)]
pub struct DecapsulationKey {
    sk: SecretKey,
    pub(super) pk: EncapsulationKey,
}

impl DecapsulationKey {
    /// Nsk, the number of bytes in a decapsulation key.
    pub const LEN: usize = 32;

    /// GenerateKeyPair(): returns a new key, DeriveKeyPair(random(Nsk)) as Section 4 allows. Constant time.
    ///
    /// # Errors
    /// [`RandomError`] if the source cannot deliver.
    pub fn generate(random: &mut impl Random) -> Result<Self, RandomError> {
        let mut ikm = Held::place(Secret::<[u8; Self::LEN]>::ZEROED);
        ikm.draw(random)?;
        Ok(Self::derive_key_pair(ikm.expose()))
    }

    /// DeriveKeyPair(ikm), Section 7.1.3: always returns the same key for the same `ikm`, which must be secret, and
    /// should have at least 32 bytes of entropy: the key has no more. The time depends only on its length.
    #[must_use]
    #[inline(never)]
    pub fn derive_key_pair(ikm: &[u8]) -> Self {
        let dkp_prk = labeled_extract(b"dkp_prk", once(ikm));
        let sk = SecretKey::written(|sk| labeled_expand(&dkp_prk, b"sk", b"", sk)); // L = Nsk
        Self::from(sk)
    }

    /// DeserializePrivateKey(skXm): returns the key with these bytes; any 32 are valid, and X25519 clamps them. The
    /// array that is passed is wiped; other copies that the caller has are not. Constant time.
    #[must_use]
    pub fn from_bytes(bytes: [u8; 32]) -> Self {
        Self::from(SecretKey::from_bytes(bytes))
    }

    /// SerializePrivateKey(skX): returns the bytes of the key, clamped as Section 7.1.2 demands, and so not always
    /// those that were read. Constant time.
    #[must_use]
    #[inline(never)]
    pub fn to_bytes(&self) -> Secret<[u8; 32]> {
        x25519::decode_scalar(self.scalar())
    }

    /// pk(skX): returns the encapsulation key.
    #[must_use]
    pub const fn encapsulation_key(&self) -> &EncapsulationKey {
        &self.pk
    }

    /// Returns skX for an exchange with any public key, whose result is checked.
    pub(super) const fn secret_key(&self) -> &SecretKey {
        &self.sk
    }

    /// Returns skX for an exchange with an [`EncapsulationKey`], whose result is not zero and needs no check.
    pub(super) fn scalar(&self) -> &[u8; 32] {
        self.sk.to_bytes().expose()
    }
}

/// Returns the key with the same bytes.
impl From<SecretKey> for DecapsulationKey {
    fn from(sk: SecretKey) -> Self {
        // A multiple of the base point is not of small order.
        let pk = EncapsulationKey(sk.public_key());
        Self { sk, pk }
    }
}
