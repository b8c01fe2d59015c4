//! Elligator 2 for curve25519: X25519 public keys as bytes that nobody can tell from random ones, and hashing to the curve.
//!
//! Of the points of curve25519 about half have a [`Representative`], of 254 bits: Bernstein, Hamburg, Krasnova and Lange,
//! "Elligator: Elliptic-curve points indistinguishable from uniform random strings". Bits, signs and the points that are
//! taken are as Monocypher has them (`crypto_elligator_*`), so that each side understands the other.
//!
//! ```
//! use carnelian::curve::elligator2::{self, Representative};
//! use carnelian::curve::x25519::SecretKey;
//! use carnelian::random::OsRandom;
//!
//! // Bob's public key is known to Alice. What she sends looks like 32 random bytes.
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
//! An ordinary X25519 public key is a point of prime order, and whoever maps 32 bytes to a point can see that this one
//! always is. Hidden keys are therefore [dirty](dirty_public_key): they have a part of small order, which tells three bits
//! of the secret key that X25519 does not use. Take each of them once, and for X25519 alone.
//!
//! [`hash_to_curve`] and [`encode_to_curve`] are those of RFC 9380.

mod expand_message;

#[cfg(test)]
mod tests;

use super::curve25519::{EdwardsPoint, elligator2};
use super::x25519::{self, PublicKey, SecretKey};
use crate::base::ct;
use crate::base::memory::wiping_stack;
use crate::base::random::{Random, RandomError};
use crate::base::secret::Secret;
use crate::error::{LengthError, LengthRangeError};
use core::fmt;
use expand_message::expand_message;

/// 32 bytes that stand for a point of curve25519; any 32 bytes do. The top two bits say nothing.
///
/// Equal representatives stand for one point; a point has up to two of 254 bits, each of which is four of 256.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Representative([u8; 32]);

impl Representative {
    /// Bytes in a representative.
    pub const LEN: usize = 32;

    /// The representative that 32 bytes are.
    #[must_use]
    pub const fn from_bytes(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// The bytes, as they were given.
    #[must_use]
    pub const fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }

    /// The bytes, as they were given.
    #[must_use]
    pub const fn to_bytes(self) -> [u8; 32] {
        self.0
    }

    /// The public key of the point: the direct map, `crypto_elligator_map`. Constant time.
    #[must_use]
    pub fn public_key(&self) -> PublicKey {
        PublicKey::from_bytes(ct::declassify(elligator2::map(&self.0), "a public key is public"))
    }

    /// The representative of a public key: the inverse map, `crypto_elligator_rev`.
    ///
    /// `tweak` is a random byte. Its lowest bit chooses between the two representatives, its top two bits become those of
    /// the bytes; the others do nothing.
    ///
    /// Only [dirty](dirty_public_key) public keys have representatives that look random. [`generate`] and [`hide`] make
    /// them.
    ///
    /// # Errors
    /// [`NoRepresentative`] if the key has none, which does not depend on `tweak`; those of the twist and encodings that
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

    /// A representative that was found, if one was.
    fn checked((bytes, exists): ([u8; 32], ct::Choice)) -> Result<Self, NoRepresentative> {
        let bytes = Secret::new(bytes);
        if exists.declassify("how many keys were tried says nothing of the one that is taken") {
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

impl TryFrom<&[u8]> for Representative {
    type Error = LengthError;

    fn try_from(bytes: &[u8]) -> Result<Self, LengthError> {
        let found = bytes.len();
        let error = LengthError { what: "a representative of Elligator 2", expected: Self::LEN, found };
        bytes.try_into().map(Self).map_err(|_| error)
    }
}

/// No 254 bits stand for this point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoRepresentative;

impl fmt::Display for NoRepresentative {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the public key has no representative by Elligator 2: take another one")
    }
}

impl core::error::Error for NoRepresentative {}

/// A new secret key and the representative of its dirty public key: `crypto_elligator_key_pair`, from a random source
/// instead of a seed.
///
/// 32 bytes and a tweak of one are drawn again and again until the key has a representative: twice on average. How often
/// becomes known, and says nothing of the key that is given back; all else takes constant time.
///
/// # Errors
/// [`RandomError`] if the source cannot deliver, or if none of 256 keys has a representative: from a source that is random
/// this does not happen, from one that repeats itself it would never end.
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

/// The representative of the [dirty](dirty_public_key) public key of a secret key. `tweak` is a random byte: see
/// [`Representative::of`]. Constant time, but for whether there is one.
///
/// # Errors
/// [`NoRepresentative`] if there is none, as for every other key.
pub fn hide(secret: &SecretKey, tweak: u8) -> Result<Representative, NoRepresentative> {
    // No inversion: the coordinate itself is not needed.
    let inverse = || elligator2::inverse_of_point(dirty_point(secret).expose(), tweak);
    wiping_stack::<2048, _>(|| Representative::checked(inverse()))
}

/// The public key of a secret key with a part of small order, which is chosen by the three bits of the secret key that
/// X25519 does not use: `crypto_x25519_dirty_fast` and `crypto_x25519_dirty_small`. X25519 takes it like any other, with
/// the same result as the ordinary one. Constant time.
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

/// hash_to_curve of RFC 9380 Section 3, in the suite edwards25519_XMD:SHA-512_ELL2_RO_: a point of prime order that looks
/// uniform and of which nobody knows the logarithm. `dst` is the domain separation tag, 1 to 255 bytes that name the
/// protocol. Takes time that depends on the lengths alone.
///
/// The suite curve25519_XMD:SHA-512_ELL2_RO_ gives the same points in other coordinates:
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

/// encode_to_curve of RFC 9380 Section 3, in the suite edwards25519_XMD:SHA-512_ELL2_NU_: as [`hash_to_curve`], at half the
/// cost, but only about half of the points can be met, and not all of them alike.
///
/// # Errors
/// [`LengthRangeError`] if `dst` is empty or longer than 255 bytes.
pub fn encode_to_curve(message: &[u8], dst: &[u8]) -> Result<EdwardsPoint, LengthRangeError> {
    wiping_stack::<4096, _>(|| {
        let uniform = expand_message::<48>(message, dst)?;
        Ok(map_to_curve(uniform.expose(), 0).expose().mul_by_cofactor())
    })
}

/// The point of the 48 bytes from `start` on.
fn map_to_curve<const N: usize>(uniform: &[u8; N], start: usize) -> Secret<EdwardsPoint> {
    let Ok(element) = Secret::<[u8; 48]>::build(|element| {
        element.copy_from_slice(&uniform[start..start + 48]);
        Ok::<_, core::convert::Infallible>(())
    });
    Secret::new(elligator2::map_to_edwards(element.expose()))
}
