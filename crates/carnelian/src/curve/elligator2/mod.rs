//! Elligator 2 for curve25519: X25519 public keys that are indistinguishable from random bytes, and hashing to the
//! curve.
//!
//! About half of the points of curve25519 have a [`Representative`] of 254 bits: Bernstein, Hamburg, Krasnova and
//! Lange, "Elligator: Elliptic-curve points indistinguishable from uniform random strings". The choice of bits, signs
//! and points is compatible with Monocypher's `crypto_elligator_*`.
//!
//! ```
//! use carnelian::curve::elligator2::{self, Representative};
//! use carnelian::curve::x25519::SecretKey;
//! use carnelian::random::OsRandom;
//!
//! // Alice knows Bob's public key. The bytes that she sends look random.
//! let bob = SecretKey::generate(&mut OsRandom)?;
//! let (alice, hidden) = elligator2::generate(&mut OsRandom)?;
//! let sent = hidden.to_bytes();
//!
//! let received = Representative::from_bytes(sent).public_key();
//! let shared = bob.diffie_hellman(&received)?;
//! let same = alice.diffie_hellman(&bob.public_key())?;
//! assert!(carnelian::ct::verify(shared.expose(), same.expose()));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//! Ordinary X25519 public keys are points of prime order, which an observer who maps the bytes to points would notice.
//! Hidden keys are therefore [dirty](dirty_public_key): they have a component of small order, which reveals three bits
//! of the secret key that X25519 does not use. Use each of them once, and only for X25519.
//!
//! [`hash_to_curve`] and [`encode_to_curve`] are those of RFC 9380.

mod expand_message;

#[cfg(test)]
mod tests;

use super::curve25519::{EdwardsPoint, elligator2};
use super::x25519::{self, PublicKey, SecretKey};
use crate::base::memory::wiping_stack;
use crate::base::random::{Random, RandomError};
use crate::base::secret::Secret;
use crate::base::{ct, hex};
use crate::error::{HexError, LengthError, LengthRangeError};
use core::fmt;
use core::str::FromStr;
use expand_message::expand_message;

/// The name of a representative in errors.
const WHAT: &str = "a representative of Elligator 2";

/// 32 bytes that represent a point of curve25519. Any 32 bytes do; the top two bits are ignored.
///
/// A point has at most two representatives of 254 bits, each of which corresponds to four of 256 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Representative([u8; 32]);

impl Representative {
    /// Bytes in a representative.
    pub const LEN: usize = 32;

    /// Creates a representative from its 32 bytes.
    #[must_use]
    pub const fn from_bytes(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// Returns a reference to the original bytes.
    #[must_use]
    pub const fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }

    /// Returns the original bytes.
    #[must_use]
    pub const fn to_bytes(self) -> [u8; 32] {
        self.0
    }

    /// Returns the public key of the point: the direct map, `crypto_elligator_map`. Constant time.
    #[must_use]
    pub fn public_key(&self) -> PublicKey {
        PublicKey::from_bytes(ct::declassify(elligator2::map(&self.0), "a public key is public"))
    }

    /// Returns a representative of a public key: the inverse map, `crypto_elligator_rev`.
    ///
    /// `tweak` is a random byte. Its lowest bit chooses between the two representatives, and its top two bits become
    /// those of the result; the others are ignored.
    ///
    /// Only [dirty](dirty_public_key) public keys have representatives that look random. [`generate`] and [`hide`]
    /// create them.
    ///
    /// # Errors
    /// [`NoRepresentative`] if the key has none, which does not depend on `tweak`. Keys on the twist and encodings that
    /// are not canonical have none.
    ///
    /// ```
    /// use carnelian::curve::elligator2::Representative;
    /// let representative = Representative::from_bytes([7; 32]);
    /// let public = representative.public_key();
    /// let two = [0, 1].map(|tweak| Representative::of(&public, tweak).map(|found| found.to_bytes()));
    /// assert!(two.contains(&Ok([7; 32])));
    /// ```
    pub fn of(public: &PublicKey, tweak: u8) -> Result<Self, NoRepresentative> {
        wiping_stack::<1024, _>(|| Self::checked(elligator2::inverse(public.as_bytes(), tweak)))
    }

    /// Returns the result of the inverse map, if the point has a representative.
    fn checked((bytes, exists): ([u8; 32], ct::Choice)) -> Result<Self, NoRepresentative> {
        let bytes = Secret::new(bytes);
        if exists.declassify("the number of failed attempts reveals nothing about the key that succeeds") {
            Ok(Self(*bytes.declassify("a representative is public")))
        } else {
            Err(NoRepresentative)
        }
    }
}

impl From<[u8; 32]> for Representative {
    fn from(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }
}

impl From<&[u8; 32]> for Representative {
    fn from(bytes: &[u8; 32]) -> Self {
        Self(*bytes)
    }
}

impl From<Representative> for [u8; 32] {
    fn from(representative: Representative) -> Self {
        representative.0
    }
}

impl TryFrom<&[u8]> for Representative {
    type Error = LengthError;

    fn try_from(bytes: &[u8]) -> Result<Self, LengthError> {
        let found = bytes.len();
        bytes.try_into().map(Self).map_err(|_| LengthError { what: WHAT, expected: Self::LEN, found })
    }
}

impl AsRef<[u8]> for Representative {
    fn as_ref(&self) -> &[u8] {
        &self.0
    }
}

/// Writes 64 hexadecimal digits.
impl fmt::Display for Representative {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        hex::encode(&self.0, f)
    }
}

/// Writes 64 hexadecimal digits, with `#` after `0x`.
impl fmt::LowerHex for Representative {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if f.alternate() { "0x" } else { "" })?;
        hex::encode(&self.0, f)
    }
}

/// Parses 64 hexadecimal digits in either case.
impl FromStr for Representative {
    type Err = HexError;

    fn from_str(text: &str) -> Result<Self, HexError> {
        hex::decode(WHAT, text).map(Self)
    }
}

/// The error for a point that has no representative.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoRepresentative;

impl fmt::Display for NoRepresentative {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the public key has no representative of Elligator 2: generate another key")
    }
}

impl core::error::Error for NoRepresentative {}

/// Generates a secret key and the representative of its dirty public key: `crypto_elligator_key_pair` with a random
/// source instead of a seed.
///
/// It draws a key of 32 bytes and a tweak of one byte until the key has a representative, twice on average. The number
/// of attempts is not secret and reveals nothing about the resulting key; everything else takes constant time.
///
/// # Errors
/// [`RandomError`] if the source fails, or if none of 256 keys has a representative, which happens only if the source
/// repeats itself.
pub fn generate(random: &mut impl Random) -> Result<(SecretKey, Representative), RandomError> {
    for _ in 0..256 {
        let secret = SecretKey::generate(random)?;
        let tweak: Secret<[u8; 1]> = Secret::build(|tweak| random.fill(tweak))?;
        let [tweak] = *tweak.expose();
        if let Ok(representative) = hide(&secret, tweak) {
            return Ok((secret, representative));
        }
    }
    Err(RandomError)
}

/// Returns the representative of the [dirty](dirty_public_key) public key of a secret key. `tweak` is a random byte:
/// see [`Representative::of`]. Constant time, except that it reveals whether there is a representative.
///
/// # Errors
/// [`NoRepresentative`] if there is none, which holds for half of all keys.
pub fn hide(secret: &SecretKey, tweak: u8) -> Result<Representative, NoRepresentative> {
    // No inversion: the coordinate itself is not needed.
    let inverse = || elligator2::inverse_of_point(dirty_point(secret).expose(), tweak);
    wiping_stack::<2048, _>(|| Representative::checked(inverse()))
}

/// Returns a secret key's public key plus a component of small order, which is chosen by the three bits of the secret
/// key that X25519 does not use: `crypto_x25519_dirty_fast` and `crypto_x25519_dirty_small`. X25519 with this key has
/// the same result as with the ordinary one. Constant time.
///
/// ```
/// use carnelian::curve::{elligator2, x25519::SecretKey};
/// let (alice, bob) = (SecretKey::from_bytes([1; 32]), SecretKey::from_bytes([2; 32]));
/// let dirty = elligator2::dirty_public_key(&alice);
/// assert_ne!(dirty, alice.public_key());
/// let (shared, same) = (bob.diffie_hellman(&dirty)?, bob.diffie_hellman(&alice.public_key())?);
/// assert!(carnelian::ct::verify(shared.expose(), same.expose()));
/// # Ok::<(), carnelian::curve::x25519::NonContributory>(())
/// ```
#[must_use]
pub fn dirty_public_key(secret: &SecretKey) -> PublicKey {
    let u = wiping_stack::<3072, _>(|| dirty_point(secret).expose().to_montgomery());
    PublicKey::from_bytes(ct::declassify(u, "a public key is public"))
}

fn dirty_point(secret: &SecretKey) -> Secret<EdwardsPoint> {
    let k = secret.to_bytes().expose();
    elligator2::mul_base_dirty(x25519::decode_scalar(k).expose(), k[0])
}

/// Computes hash_to_curve of RFC 9380 Section 3 in the suite edwards25519_XMD:SHA-512_ELL2_RO_: a point of prime order
/// that is indistinguishable from a uniformly random one and whose discrete logarithm is unknown. `dst` is the domain
/// separation tag, 1 to 255 bytes that name the protocol. Takes time that depends only on the lengths.
///
/// The suite curve25519_XMD:SHA-512_ELL2_RO_ has the same points in other coordinates:
/// [`EdwardsPoint::to_montgomery`].
///
/// # Errors
/// [`LengthRangeError`] if `dst` is empty or longer than 255 bytes.
///
/// ```
/// use carnelian::curve::elligator2;
/// let point = elligator2::hash_to_curve(b"a message", b"example.org login v1")?;
/// assert!(point.is_torsion_free().declassify("example"));
/// # Ok::<(), carnelian::LengthRangeError>(())
/// ```
pub fn hash_to_curve(message: &[u8], dst: &[u8]) -> Result<EdwardsPoint, LengthRangeError> {
    wiping_stack::<4096, _>(|| {
        let uniform = expand_message::<96>(message, dst)?;
        let (first, second) = (map_to_curve(uniform.expose(), 0), map_to_curve(uniform.expose(), 48));
        Ok((*first.expose() + *second.expose()).mul_by_cofactor())
    })
}

/// Computes encode_to_curve of RFC 9380 Section 3 in the suite edwards25519_XMD:SHA-512_ELL2_NU_: half the cost of
/// [`hash_to_curve`], but the result is one of about half of the points, and not uniformly distributed.
///
/// # Errors
/// [`LengthRangeError`] if `dst` is empty or longer than 255 bytes.
pub fn encode_to_curve(message: &[u8], dst: &[u8]) -> Result<EdwardsPoint, LengthRangeError> {
    wiping_stack::<4096, _>(|| {
        let uniform = expand_message::<48>(message, dst)?;
        Ok(map_to_curve(uniform.expose(), 0).expose().mul_by_cofactor())
    })
}

/// Maps 48 bytes of `uniform`, from index `start`, to a point.
fn map_to_curve<const N: usize>(uniform: &[u8; N], start: usize) -> Secret<EdwardsPoint> {
    let Ok(element) = Secret::<[u8; 48]>::build(|element| {
        element.copy_from_slice(&uniform[start..start + 48]);
        Ok::<_, core::convert::Infallible>(())
    });
    Secret::new(elligator2::map_to_edwards(element.expose()))
}
