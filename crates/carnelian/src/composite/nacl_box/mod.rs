//! The public-key authenticated encryption of NaCl, `crypto_box`: X25519, HSalsa20 and XSalsa20-Poly1305, "Cryptography
//! in NaCl" by D. J. Bernstein; and the sealed boxes of libsodium, `crypto_box_seal`.
//!
//! Two parties share a key, the [`SharedKey`] of one's secret key and the other's public key, and seal messages under it
//! with [`SecretBox`]. Both can open and both can seal: a box shows its reader that one of the two has sealed it, and
//! proves nothing to a third. The key does not name the parties and is the same for both directions; protocols that are
//! not bound to this format are better served by [`dhkem`](super::dhkem).
//!
//! ```
//! use carnelian::composite::nacl_box::SharedKey;
//! use carnelian::curve::x25519::SecretKey;
//! use carnelian::random::{OsRandom, Random};
//!
//! let (alice, bob) = (SecretKey::generate(&mut OsRandom)?, SecretKey::generate(&mut OsRandom)?);
//! let mut nonce = [0; 24];
//! OsRandom.fill(&mut nonce)?;
//!
//! let to_bob = SharedKey::new(&alice, &bob.public_key())?;
//! let sealed = to_bob.as_secret_box().seal_combined(&nonce, b"attack at dawn");
//!
//! let from_alice = SharedKey::new(&bob, &alice.public_key())?;
//! assert_eq!(from_alice.as_secret_box().open_combined(&nonce, &sealed)?, b"attack at dawn");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A nonce must never be used for two messages under one key, in either direction. Its 24 bytes may be drawn at random.
//!
//! | NaCl, libsodium | here |
//! |---|---|
//! | `crypto_box_keypair` | [`SecretKey::generate`], [`SecretKey::public_key`] |
//! | `crypto_box_beforenm` | [`SharedKey::new`] |
//! | `crypto_box_afternm`, `crypto_box` | [`SecretBox::seal_combined`] of [`SharedKey::as_secret_box`] |
//! | `crypto_box_open_afternm`, `crypto_box_open` | [`SecretBox::open_combined`] of [`SharedKey::as_secret_box`] |
//! | `crypto_box_seal`, `crypto_box_seal_open` | [`anonymous`] |

pub mod anonymous;
#[cfg(feature = "alloc")]
mod role;

#[cfg(test)]
mod tests;

#[cfg(feature = "alloc")]
pub(crate) use role::RecipientKey;

use crate::base::memory::wiping_stack;
use crate::base::secret::{Held, Secret};
use crate::cipher::salsa20::hsalsa20;
use crate::cipher::xsalsa20poly1305::SecretBox;
use crate::curve::x25519::{NonContributory, PublicKey, SecretKey};

/// More bytes of stack than the frames here take. X25519 and HSalsa20 wipe theirs.
const STACK: usize = 512;

/// The key that two parties share, `crypto_box_beforenm`: HSalsa20 of the X25519 shared secret. Computing it once serves
/// any number of messages. It is wiped when dropped, and is on the heap, where there is one, so that a move leaves no
/// copy.
#[derive(Debug)]
pub struct SharedKey(Held<SecretBox>);

impl SharedKey {
    /// Bytes in a shared key.
    pub const LEN: usize = 32;

    /// Returns the key that the holders of `secret` and of the secret key of `public` share. Constant time.
    ///
    /// # Errors
    /// [`NonContributory`] if `public` is of small order: the key would be the same for every secret key. NaCl and
    /// TweetNaCl accept such public keys, libsodium rejects them.
    pub fn new(secret: &SecretKey, public: &PublicKey) -> Result<Self, NonContributory> {
        let shared = secret.diffie_hellman(public)?;
        Ok(Self::from_x25519(shared.expose()))
    }

    /// Returns the key that is derived from a result of [`x25519`](crate::curve::x25519::x25519), for implementations of
    /// NaCl's interface: `crypto_box_beforenm` succeeds for every public key. The caller must reject a result of zero,
    /// or know why it may accept it: the key that is derived from it is known to all. Constant time.
    ///
    /// ```
    /// use carnelian::composite::nacl_box::SharedKey;
    /// use carnelian::curve::x25519::{SecretKey, x25519};
    /// let (alice, bob) = (SecretKey::from_bytes([1; 32]), SecretKey::from_bytes([2; 32]));
    /// let shared = x25519(alice.to_bytes().expose(), bob.public_key().as_bytes());
    /// let (key, same) = (SharedKey::from_x25519(shared.expose()), SharedKey::new(&alice, &bob.public_key())?);
    /// assert!(carnelian::ct::eq(key.expose(), same.expose()).declassify("example"));
    /// # Ok::<(), carnelian::curve::x25519::NonContributory>(())
    /// ```
    #[must_use]
    #[inline(never)]
    pub fn from_x25519(shared: &[u8; 32]) -> Self {
        // HSalsa20 with an input of zeros.
        Self::written(|key| key.set(hsalsa20(shared, &[0; 16]).expose()))
    }

    /// Returns the key with these bytes, which [`expose`](Self::expose) or `crypto_box_beforenm` has returned.
    #[must_use]
    #[inline(never)]
    pub fn from_bytes(bytes: &[u8; 32]) -> Self {
        Self::written(|key| key.set(bytes))
    }

    /// Returns a key that `write` writes in place, and wipes the stack.
    fn written(write: impl FnOnce(&mut SecretBox)) -> Self {
        let mut key = Held::place(SecretBox::empty());
        wiping_stack::<STACK, _>(|| write(&mut key));
        Self(key)
    }

    /// Returns the key for sealing and opening messages.
    #[must_use]
    pub fn as_secret_box(&self) -> &SecretBox {
        &self.0
    }

    /// Returns the bytes of the key.
    #[must_use]
    pub fn expose(&self) -> &[u8; 32] {
        self.as_secret().expose()
    }

    /// Returns the bytes in their container.
    #[must_use]
    pub fn as_secret(&self) -> &Secret<[u8; 32]> {
        self.0.key()
    }

    /// Returns the content, for tests of what its drop leaves.
    #[cfg(test)]
    fn into_secret_box(self) -> SecretBox {
        self.0.into_inner()
    }
}
