//! X25519 key agreement, RFC 7748.
//!
//! ```
//! use carnelian::curve::x25519::SecretKey;
//! use carnelian::random::OsRandom;
//!
//! let alice = SecretKey::generate(&mut OsRandom)?;
//! let bob = SecretKey::generate(&mut OsRandom)?;
//! let shared = alice.diffie_hellman(&bob.public_key())?;
//! let same = bob.diffie_hellman(&alice.public_key())?;
//! assert!(carnelian::ct::eq(shared.expose(), same.expose()).declassify("example"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//! The shared secret is a point's coordinate, not a key: derive keys from it, together with both public keys.

#[cfg(feature = "encoding")]
mod keys;
mod small_order;

use super::curve25519::montgomery;
use crate::base::memory::{wipe, wiping_stack};
use crate::base::random::{Random, RandomError};
use crate::base::secret::{Held, Secret};
use crate::base::{ct, hex};
use crate::error::{HexError, LengthError};
use core::fmt;
use core::str::FromStr;

#[cfg(feature = "alloc")]
use alloc::{vec, vec::Vec};
#[cfg(feature = "alloc")]
use zeroize::Zeroize;

/// What errors call a public key.
const WHAT: &str = "an X25519 public key";

/// The u-coordinate of the base point, RFC 7748 Section 4.1.
pub const BASE: [u8; 32] = {
    let mut nine = [0; 32];
    nine[0] = 9;
    nine
};

/// X25519(`k`, `u`) of RFC 7748 Section 5, for protocols that make their own check of the result: 32 zeros if `u` is of
/// small order. `k` is clamped; of `u` the top bit is ignored and numbers from p on are taken modulo p. Constant time.
///
/// ```
/// use carnelian::curve::x25519;
/// assert_eq!(x25519::x25519(&[1; 32], &[0; 32]).declassify("example"), &[0; 32]);
/// ```
#[must_use]
#[inline(never)]
pub fn x25519(k: &[u8; 32], u: &[u8; 32]) -> Secret<[u8; 32]> {
    in_place(|out| *out = montgomery::mul(decode_scalar(k).expose(), u))
}

/// The coordinate of 1/`k` times the point with the coordinate `u`, where [`x25519`] gives that of `k` times it: what one
/// of the two has blinded the other unblinds. `k` is clamped, and the reciprocal is that modulo L, the order of the base
/// point; of a point with a part of small order that part is lost. `u` is one of the curve, not of its twist. Constant
/// time.
///
/// This is Monocypher's `crypto_x25519_inverse`, for oblivious pseudorandom functions.
///
/// ```
/// use carnelian::curve::x25519::{self, SecretKey};
/// let (k, point) = ([1; 32], SecretKey::from_bytes([2; 32]).public_key());
/// let blinded = x25519::x25519(&k, point.as_bytes());
/// let unblinded = x25519::x25519_inverse(&k, blinded.expose());
/// assert_eq!(unblinded.declassify("example"), point.as_bytes());
/// ```
#[must_use]
#[inline(never)]
pub fn x25519_inverse(k: &[u8; 32], u: &[u8; 32]) -> Secret<[u8; 32]> {
    in_place(|out| *out = montgomery::mul_inverse(decode_scalar(k).expose(), u))
}

/// decodeScalar25519 of RFC 7748 Section 5, also called clamping: a multiple of 8 from 2²⁵⁴ to 2²⁵⁵ − 8.
/// [`x25519`] and [`SecretKey`] do it themselves.
#[must_use]
#[inline(never)]
pub fn decode_scalar(k: &[u8; 32]) -> Secret<[u8; 32]> {
    in_place(|out| {
        *out = *k;
        out[0] &= 248;
        out[31] &= 127;
        out[31] |= 64;
    })
}

/// More than the frames of what computes a coordinate take above the kernels, which wipe their own.
const STACK: usize = 1024;

/// The same for many points.
#[cfg(feature = "alloc")]
const STACK_OF_MANY: usize = 8192;

/// A secret that `write` writes in place. Nothing else of it is left on the stack.
#[inline(always)]
fn in_place(write: impl FnOnce(&mut [u8; 32])) -> Secret<[u8; 32]> {
    wiping_stack::<STACK, _>(|| {
        let mut secret = Secret::ZERO;
        secret.write(write);
        secret
    })
}

/// The same on the heap.
fn held(write: impl FnOnce(&mut [u8; 32])) -> Held<Secret<[u8; 32]>> {
    let mut secret = Held::place(Secret::ZERO);
    wiping_stack::<STACK, _>(|| secret.write(write));
    secret
}

/// A secret key: 32 bytes, wiped when dropped. Any 32 bytes are one. They lie on the heap, where there is one, so that
/// nothing of them stays where a key was before it was moved.
#[derive(Debug)]
pub struct SecretKey(Held<Secret<[u8; 32]>>);

impl SecretKey {
    /// Bytes in a secret key.
    pub const LEN: usize = 32;

    /// A new key of 32 random bytes.
    ///
    /// # Errors
    /// [`RandomError`] if the source cannot deliver.
    pub fn generate(random: &mut impl Random) -> Result<Self, RandomError> {
        let mut key = Held::place(Secret::ZERO);
        key.draw(random)?;
        Ok(Self(key))
    }

    /// The key that 32 bytes are. The bytes that it is given are wiped; those that the caller has copied them from are not.
    #[must_use]
    #[inline(never)]
    pub fn from_bytes(mut bytes: [u8; 32]) -> Self {
        let key = Self::written(|key| *key = bytes);
        wipe(&mut bytes);
        key
    }

    /// The key that `write` writes where it stays. Nothing else of it is left on the stack.
    pub(crate) fn written(write: impl FnOnce(&mut [u8; 32])) -> Self {
        Self(held(write))
    }

    /// What is in it, for tests of what its drop leaves.
    #[cfg(test)]
    pub(in crate::curve) fn into_secret(self) -> Secret<[u8; 32]> {
        self.0.into_inner()
    }

    /// The bytes of the key, as they were given.
    #[must_use]
    pub fn to_bytes(&self) -> &Secret<[u8; 32]> {
        &self.0
    }

    /// The public key, X25519(k, 9). Constant time.
    #[must_use]
    pub fn public_key(&self) -> PublicKey {
        let u = wiping_stack::<STACK, _>(|| montgomery::mul_base(decode_scalar(self.0.expose()).expose()));
        PublicKey(ct::declassify(u, "a public key is public"))
    }

    /// The secret that is shared with the holder of `peer`'s secret key. Constant time.
    ///
    /// # Errors
    /// [`NonContributory`] if `peer` is of small order: the result would be zero, whatever the secret key (RFC 7748
    /// Section 6.1).
    pub fn diffie_hellman(&self, peer: &PublicKey) -> Result<SharedSecret, NonContributory> {
        let k = self.0.expose();
        SharedSecret::checked(held(|out| *out = montgomery::mul(decode_scalar(k).expose(), &peer.0)))
    }
}

/// A public key: a u-coordinate of 32 bytes. Any 32 bytes are one; those of small order are refused where they are used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PublicKey([u8; 32]);

impl PublicKey {
    /// Bytes in a public key.
    pub const LEN: usize = 32;

    /// The key that 32 bytes are.
    #[must_use]
    pub const fn from_bytes(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// The bytes of the key, as they were given.
    #[must_use]
    pub const fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }

    /// The bytes of the key, as they were given.
    #[must_use]
    pub const fn to_bytes(self) -> [u8; 32] {
        self.0
    }
}

impl From<[u8; 32]> for PublicKey {
    fn from(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }
}

impl From<&[u8; 32]> for PublicKey {
    fn from(bytes: &[u8; 32]) -> Self {
        Self(*bytes)
    }
}

impl From<PublicKey> for [u8; 32] {
    fn from(key: PublicKey) -> Self {
        key.0
    }
}

impl From<&SecretKey> for PublicKey {
    fn from(secret: &SecretKey) -> Self {
        secret.public_key()
    }
}

impl AsRef<[u8]> for PublicKey {
    fn as_ref(&self) -> &[u8] {
        &self.0
    }
}

/// 64 hexadecimal digits.
impl fmt::Display for PublicKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        hex::encode(&self.0, f)
    }
}

/// From 64 hexadecimal digits in either case.
impl FromStr for PublicKey {
    type Err = HexError;

    fn from_str(text: &str) -> Result<Self, HexError> {
        hex::decode(WHAT, text).map(Self)
    }
}

impl TryFrom<&[u8]> for PublicKey {
    type Error = LengthError;

    fn try_from(bytes: &[u8]) -> Result<Self, LengthError> {
        let found = bytes.len();
        bytes.try_into().map(Self).map_err(|_| LengthError { what: WHAT, expected: Self::LEN, found })
    }
}

/// What two parties share: 32 bytes that are not zero, wiped when dropped. They lie where those of a [`SecretKey`] do.
#[derive(Debug)]
pub struct SharedSecret(Held<Secret<[u8; 32]>>);

impl SharedSecret {
    fn checked(shared: Held<Secret<[u8; 32]>>) -> Result<Self, NonContributory> {
        let zero = ct::eq(shared.expose(), &[0; 32]);
        if zero.declassify("a result of zero is refused, and says nothing of the secret key") {
            Err(NonContributory)
        } else {
            Ok(Self(shared))
        }
    }

    /// The bytes, for deriving keys from them.
    #[must_use]
    pub fn expose(&self) -> &[u8; 32] {
        self.0.expose()
    }

    /// The bytes in their container.
    #[must_use]
    pub fn as_secret(&self) -> &Secret<[u8; 32]> {
        &self.0
    }

    /// What is in it, for tests of what its drop leaves.
    #[cfg(test)]
    pub(in crate::curve) fn into_secret(self) -> Secret<[u8; 32]> {
        self.0.into_inner()
    }
}

/// The peer's public key is of small order: the shared secret would be zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NonContributory;

impl fmt::Display for NonContributory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the peer's public key is of small order: the shared secret would be zero for every secret key")
    }
}

impl core::error::Error for NonContributory {}

/// `count` new keys with their public keys, several at a time where the CPU has the lanes for it.
///
/// # Errors
/// [`RandomError`] if the source cannot deliver.
#[cfg(feature = "alloc")]
pub fn generate_batch(count: usize, random: &mut impl Random) -> Result<Vec<(SecretKey, PublicKey)>, RandomError> {
    let secrets: Vec<SecretKey> = (0..count).map(|_| SecretKey::generate(random)).collect::<Result<_, _>>()?;
    let publics = public_key_batch(&secrets);
    Ok(secrets.into_iter().zip(publics).collect())
}

/// The public key of each secret key, several at a time where the CPU has the lanes for it. Constant time.
#[cfg(feature = "alloc")]
#[must_use]
#[inline(never)]
pub fn public_key_batch(secrets: &[SecretKey]) -> Vec<PublicKey> {
    let scalars: Vec<_> = secrets.iter().map(|secret| decode_scalar(secret.0.expose())).collect();
    let scalars: Vec<_> = scalars.iter().map(Secret::expose).collect();
    let mut publics = vec![[0; 32]; secrets.len()];
    wiping_stack::<STACK_OF_MANY, _>(|| montgomery::mul_base_many(&scalars, &mut publics));
    publics.into_iter().map(|u| PublicKey(ct::declassify(u, "a public key is public"))).collect()
}

/// [`SecretKey::diffie_hellman`] for many independent pairs, several at a time where the CPU has the lanes for it, and
/// with shared inversions. Result `i` is that of pair `i`; a peer of small order is an error in its own place and
/// changes nothing for the others. Constant time.
///
/// ```
/// use carnelian::curve::x25519::{self, PublicKey, SecretKey};
/// let (alice, bob) = (SecretKey::from_bytes([1; 32]), SecretKey::from_bytes([2; 32]));
/// let (good, zero) = (bob.public_key(), PublicKey::from_bytes([0; 32]));
/// let shared = x25519::diffie_hellman_batch(&[(&alice, &zero), (&alice, &good)]);
/// assert!(shared[0].is_err());
/// assert!(shared[1].is_ok());
/// ```
#[cfg(feature = "alloc")]
#[must_use]
pub fn diffie_hellman_batch(pairs: &[(&SecretKey, &PublicKey)]) -> Vec<Result<SharedSecret, NonContributory>> {
    let scalars: Vec<_> = pairs.iter().map(|(secret, _)| decode_scalar(secret.0.expose())).collect();
    let scalars: Vec<_> = scalars.iter().map(Secret::expose).collect();
    let peers: Vec<_> = pairs.iter().map(|(_, peer)| &peer.0).collect();
    let mut shared = vec![[0; 32]; pairs.len()];
    montgomery::mul_many(&scalars, &peers, &mut shared);
    let place = |u: &_| {
        let mut place = Held::place(Secret::ZERO);
        place.write(|out| *out = *u);
        place
    };
    let results = shared.iter().map(|u| SharedSecret::checked(place(u))).collect();
    shared.zeroize();
    results
}
