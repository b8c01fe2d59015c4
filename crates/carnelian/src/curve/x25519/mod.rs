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
//! The shared secret is a coordinate of a point, not a key: derive keys from it and from both public keys.

#[cfg(feature = "alloc")]
mod batch;
#[cfg(feature = "encoding")]
mod keys;
#[cfg(feature = "alloc")]
mod role;
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
pub use batch::{diffie_hellman_batch, generate_batch, public_key_batch};

/// The name of a public key in errors.
const WHAT: &str = "an X25519 public key";

/// The u-coordinate of the base point, RFC 7748 Section 4.1.
pub const BASE: [u8; 32] = {
    let mut nine = [0; 32];
    nine[0] = 9;
    nine
};

/// Computes X25519(`k`, `u`) of RFC 7748 Section 5, for protocols that check the result themselves: it is 32 zeros if
/// `u` is of small order. `k` is clamped; the top bit of `u` is ignored, and `u` is reduced modulo p. Constant time.
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

/// Returns the coordinate of 1/`k` times the point with coordinate `u`, the inverse of [`x25519`]: it removes a
/// blinding by `k`. `k` is clamped and inverted modulo L, the order of the base point; a component of small order is
/// removed from the point. `u` must be a coordinate of the curve, not of its twist. Constant time.
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

/// Computes decodeScalar25519 of RFC 7748 Section 5, also called clamping: a multiple of 8 from 2²⁵⁴ to 2²⁵⁵ − 8.
/// [`x25519`] and [`SecretKey`] clamp scalars themselves.
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

/// An upper bound on the stack that the computation of a coordinate uses above the kernels, which wipe their own.
const STACK: usize = 1024;

/// Returns a secret that `write` writes in place, and wipes the stack.
#[inline(always)]
fn in_place(write: impl FnOnce(&mut [u8; 32])) -> Secret<[u8; 32]> {
    wiping_stack::<STACK, _>(|| {
        let mut secret = Secret::ZEROED;
        secret.write(write);
        secret
    })
}

/// Returns a secret on the heap, where there is one, that `write` writes in place, and wipes the stack.
fn held(write: impl FnOnce(&mut [u8; 32])) -> Held<Secret<[u8; 32]>> {
    let mut secret = Held::place(Secret::ZEROED);
    wiping_stack::<STACK, _>(|| secret.write(write));
    secret
}

/// A secret key: any 32 bytes, wiped when dropped. They are on the heap, where there is one, so that moving a key
/// leaves no copies.
#[derive(Debug)]
pub struct SecretKey(Held<Secret<[u8; 32]>>);

impl SecretKey {
    /// Bytes in a secret key.
    pub const LEN: usize = 32;

    /// Generates a key of 32 random bytes.
    ///
    /// # Errors
    /// [`RandomError`] if the source fails.
    pub fn generate(random: &mut impl Random) -> Result<Self, RandomError> {
        let mut key = Held::place(Secret::ZEROED);
        key.draw(random)?;
        Ok(Self(key))
    }

    /// Creates a key from its 32 bytes. The argument is wiped, but not the memory that the caller copied it from.
    #[must_use]
    #[inline(never)]
    pub fn from_bytes(mut bytes: [u8; 32]) -> Self {
        let key = Self::written(|key| *key = bytes);
        wipe(&mut bytes);
        key
    }

    /// Returns a key that `write` writes directly to its final location, and wipes the stack.
    pub(crate) fn written(write: impl FnOnce(&mut [u8; 32])) -> Self {
        Self(held(write))
    }

    /// Returns the content, for tests of what a drop leaves in memory.
    #[cfg(test)]
    pub(in crate::curve) fn into_secret(self) -> Secret<[u8; 32]> {
        self.0.into_inner()
    }

    /// Returns the bytes of the key, which are not clamped.
    #[must_use]
    pub fn to_bytes(&self) -> &Secret<[u8; 32]> {
        &self.0
    }

    /// Returns the public key, X25519(k, 9). Constant time.
    #[must_use]
    pub fn public_key(&self) -> PublicKey {
        let u = wiping_stack::<STACK, _>(|| montgomery::mul_base(decode_scalar(self.0.expose()).expose()));
        PublicKey(ct::declassify(u, "a public key is public"))
    }

    /// Returns the secret that is shared with the holder of `peer`'s secret key. Constant time.
    ///
    /// # Errors
    /// [`NonContributory`] if `peer` is of small order: the result would be zero for every secret key (RFC 7748
    /// Section 6.1).
    pub fn diffie_hellman(&self, peer: &PublicKey) -> Result<SharedSecret, NonContributory> {
        let k = self.0.expose();
        SharedSecret::checked(held(|out| *out = montgomery::mul(decode_scalar(k).expose(), &peer.0)))
    }
}

/// A public key: a u-coordinate, any 32 bytes. Points of small order are rejected where the key is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PublicKey([u8; 32]);

impl PublicKey {
    /// Bytes in a public key.
    pub const LEN: usize = 32;

    /// Creates a key from its 32 bytes.
    #[must_use]
    pub const fn from_bytes(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// Returns a reference to the original bytes of the key.
    #[must_use]
    pub const fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }

    /// Returns the original bytes of the key.
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

/// Writes 64 hexadecimal digits.
impl fmt::Display for PublicKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        hex::encode(&self.0, f)
    }
}

/// Writes 64 hexadecimal digits, with `#` after `0x`.
impl fmt::LowerHex for PublicKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if f.alternate() { "0x" } else { "" })?;
        hex::encode(&self.0, f)
    }
}

/// Parses 64 hexadecimal digits in either case.
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

/// A shared secret: 32 bytes that are not zero, wiped when dropped and stored like those of a [`SecretKey`]. It has no
/// conversions to plain bytes; [`expose`](Self::expose) names the access.
#[derive(Debug)]
pub struct SharedSecret(Held<Secret<[u8; 32]>>);

impl SharedSecret {
    /// Bytes in a shared secret.
    pub const LEN: usize = 32;

    fn checked(shared: Held<Secret<[u8; 32]>>) -> Result<Self, NonContributory> {
        let zero = ct::eq(shared.expose(), &[0; 32]);
        if zero.declassify("a result of zero is rejected and reveals nothing about the secret key") {
            Err(NonContributory)
        } else {
            Ok(Self(shared))
        }
    }

    /// Returns the bytes, for deriving keys from them.
    #[must_use]
    pub fn expose(&self) -> &[u8; 32] {
        self.0.expose()
    }

    /// Returns the bytes in their container.
    #[must_use]
    pub fn as_secret(&self) -> &Secret<[u8; 32]> {
        &self.0
    }

    /// Returns the content, for tests of what a drop leaves in memory.
    #[cfg(test)]
    pub(in crate::curve) fn into_secret(self) -> Secret<[u8; 32]> {
        self.0.into_inner()
    }
}

/// The error for a peer's public key of small order: the shared secret would be zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NonContributory;

impl fmt::Display for NonContributory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the peer's public key is of small order: the shared secret would be zero for every secret key")
    }
}

impl core::error::Error for NonContributory {}
