//! DHKEM(X25519, HKDF-SHA256), key encapsulation from a Diffie-Hellman exchange, RFC 9180 Section 4.1.
//!
//! A sender who knows the recipient's encapsulation key makes a shared secret and a ciphertext, from which the
//! recipient computes the same secret. Unlike the result of [X25519](crate::curve::x25519), the secret is uniform and
//! depends on the public keys: it is a key.
//!
//! ```
//! use carnelian::composite::dhkem::{Ciphertext, DecapsulationKey, EncapsulationKey};
//! use carnelian::random::OsRandom;
//!
//! // The recipient publishes an encapsulation key.
//! let recipient = DecapsulationKey::generate(&mut OsRandom)?;
//! let published = *recipient.encapsulation_key().as_bytes();
//!
//! // A sender makes a secret for it.
//! let (ciphertext, sent) = EncapsulationKey::from_bytes(published)?.encapsulate(&mut OsRandom)?;
//!
//! // The recipient computes it from the ciphertext.
//! let ciphertext = Ciphertext::try_from(&ciphertext.as_bytes()[..])?;
//! let received = recipient.decapsulate(&ciphertext)?;
//! assert!(carnelian::ct::eq(sent.expose(), received.expose()).declassify("example"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`decapsulate`](DecapsulationKey::decapsulate) does not show who sent the ciphertext, and for a ciphertext that was
//! changed it returns a different secret. With the sender's key pair,
//! [`auth_encapsulate`](EncapsulationKey::auth_encapsulate) and
//! [`auth_decapsulate`](DecapsulationKey::auth_decapsulate) yield the same secret only if the sender is the one that the
//! recipient expects.
//!
//! | RFC 9180 | here | bytes |
//! |---|---|---|
//! | pkX, the public key | [`EncapsulationKey`] | 32 |
//! | skX, the private key, with its public key | [`DecapsulationKey`] | 32 |
//! | enc, the encapsulated key | [`Ciphertext`] | 32 |
//! | shared_secret | [`SharedSecret`] | 32 |

mod encapsulation;
mod error;
mod keys;
mod labeled;
#[cfg(feature = "alloc")]
mod role;

#[cfg(test)]
mod tests;

pub use encapsulation::{Ciphertext, SharedSecret};
pub use error::EncapsulationKeyError;
pub use keys::{DecapsulationKey, EncapsulationKey};

use crate::base::ct;
use crate::base::memory::wiping_stack;
use crate::base::random::{Random, RandomError};
use crate::curve::x25519::{self, NonContributory};
use crate::error::FaultError;
use labeled::{labeled_expand, labeled_extract};

/// kem_id, the number of this KEM in the registry of Section 7.1.
pub const KEM_ID: u16 = 0x0020;

/// More bytes of stack than the frame of [`extract_and_expand`] takes. HKDF and X25519 wipe theirs.
const STACK: usize = 1024;

impl EncapsulationKey {
    /// Encap(pkR): returns a new shared secret, and the ciphertext from which the holder of the decapsulation key
    /// computes it. Constant time.
    ///
    /// GenerateKeyPair() is [`DecapsulationKey::generate`], which draws 32 bytes.
    ///
    /// # Errors
    /// [`RandomError`] if the source cannot deliver.
    pub fn encapsulate(&self, random: &mut impl Random) -> Result<(Ciphertext, SharedSecret), RandomError> {
        Ok(self.encap(&DecapsulationKey::generate(random)?)) // skE, pkE = GenerateKeyPair()
    }

    /// Encap(pkR) from the key pair (skE, pkE), which must be new.
    #[inline(never)]
    pub(crate) fn encap(&self, e: &DecapsulationKey) -> (Ciphertext, SharedSecret) {
        let dh = x25519::x25519(e.scalar(), self.as_bytes()); // dh = DH(skE, pkR)
        let enc = e.encapsulation_key().as_bytes(); // enc = SerializePublicKey(pkE)

        let kem_context = [*enc, *self.as_bytes()]; // concat(enc, pkRm)

        let shared_secret = extract_and_expand(&[dh.expose()], &kem_context);
        (Ciphertext::from_bytes(*enc), shared_secret)
    }

    /// AuthEncap(pkR, skS): [`encapsulate`](Self::encapsulate), such that only [`auth_decapsulate`] with the
    /// encapsulation key of `sender` returns the same secret. Constant time.
    ///
    /// This authenticates the sender only to the recipient: any holder of the recipient's decapsulation key can make
    /// such a pair in the name of any sender (key-compromise impersonation, Section 9.1.1).
    ///
    /// ```
    /// use carnelian::composite::dhkem::DecapsulationKey;
    /// use carnelian::random::OsRandom;
    /// let (alice, bob) = (DecapsulationKey::generate(&mut OsRandom)?, DecapsulationKey::generate(&mut OsRandom)?);
    /// let (ciphertext, sent) = bob.encapsulation_key().auth_encapsulate(&alice, &mut OsRandom)?;
    /// let received = bob.auth_decapsulate(&ciphertext, alice.encapsulation_key())?;
    /// assert!(carnelian::ct::eq(sent.expose(), received.expose()).declassify("example"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`RandomError`] if the source cannot deliver.
    ///
    /// [`auth_decapsulate`]: DecapsulationKey::auth_decapsulate
    #[inline(never)]
    pub fn auth_encapsulate(
        &self,
        sender: &DecapsulationKey,
        random: &mut impl Random,
    ) -> Result<(Ciphertext, SharedSecret), RandomError> {
        let e = DecapsulationKey::generate(random)?; // skE, pkE = GenerateKeyPair()
        let dh_e = x25519::x25519(e.scalar(), self.as_bytes()); // dh = concat(DH(skE, pkR),
        let dh_s = x25519::x25519(sender.scalar(), self.as_bytes()); //        DH(skS, pkR))
        let enc = e.encapsulation_key().as_bytes(); // enc = SerializePublicKey(pkE)

        let pk_sm = sender.encapsulation_key().as_bytes(); // pkSm = SerializePublicKey(pk(skS))
        let kem_context = [*enc, *self.as_bytes(), *pk_sm]; // concat(enc, pkRm, pkSm)

        let shared_secret = extract_and_expand(&[dh_e.expose(), dh_s.expose()], &kem_context);
        Ok((Ciphertext::from_bytes(*enc), shared_secret))
    }
}

impl DecapsulationKey {
    /// Decap(enc, skR): returns the shared secret that a sender has made together with `ciphertext`. Constant time.
    ///
    /// # Errors
    /// [`NonContributory`] if the ciphertext is a public key of small order, which no sender makes (Section 7.1.4).
    #[inline(never)]
    pub fn decapsulate(&self, ciphertext: &Ciphertext) -> Result<SharedSecret, NonContributory> {
        let pk_e = ciphertext.to_public_key(); // pkE = DeserializePublicKey(enc)
        let dh = self.secret_key().diffie_hellman(&pk_e)?; // dh = DH(skR, pkE)

        let pk_rm = self.encapsulation_key().as_bytes(); // pkRm = SerializePublicKey(pk(skR))
        let kem_context = [*ciphertext.as_bytes(), *pk_rm]; // concat(enc, pkRm)

        Ok(extract_and_expand(&[dh.expose()], &kem_context))
    }

    /// Checks that the two halves of the key belong together: encapsulates a secret, which is not used for anything, and
    /// decapsulates it. Constant time.
    ///
    /// # Errors
    /// [`FaultError`] if another secret is the result.
    pub fn check_pair(&self) -> Result<(), FaultError> {
        let ephemeral = Self::derive_key_pair(b"pairwise consistency of the keys");
        let (ciphertext, sent) = self.encapsulation_key().encap(&ephemeral);
        let received = self.decapsulate(&ciphertext).map_err(|_| FaultError)?;
        let is_same = ct::eq(sent.expose(), received.expose());
        if is_same.declassify("whether a pair of keys is consistent is public") { Ok(()) } else { Err(FaultError) }
    }

    /// AuthDecap(enc, skR, pkS): returns the shared secret that the holder of the decapsulation key of `sender` has
    /// made together with `ciphertext` by [`auth_encapsulate`](EncapsulationKey::auth_encapsulate); for any other
    /// ciphertext, a secret that its sender does not know. Constant time.
    ///
    /// # Errors
    /// [`NonContributory`] if the ciphertext is a public key of small order, which no sender makes (Section 7.1.4).
    #[inline(never)]
    pub fn auth_decapsulate(
        &self,
        ciphertext: &Ciphertext,
        sender: &EncapsulationKey,
    ) -> Result<SharedSecret, NonContributory> {
        let pk_e = ciphertext.to_public_key(); // pkE = DeserializePublicKey(enc)
        let dh_e = self.secret_key().diffie_hellman(&pk_e)?; // dh = concat(DH(skR, pkE),
        let dh_s = x25519::x25519(self.scalar(), sender.as_bytes()); //     DH(skR, pkS))

        let pk_rm = self.encapsulation_key().as_bytes(); // pkRm = SerializePublicKey(pk(skR))
        let kem_context = [*ciphertext.as_bytes(), *pk_rm, *sender.as_bytes()]; // concat(enc, pkRm, pkSm)

        Ok(extract_and_expand(&[dh_e.expose(), dh_s.expose()], &kem_context))
    }
}

/// ExtractAndExpand(dh, kem_context), where both are concatenations of these items.
fn extract_and_expand(dh: &[&[u8; 32]], kem_context: &[[u8; 32]]) -> SharedSecret {
    let mut shared_secret = SharedSecret::place();
    wiping_stack::<STACK, _>(|| {
        let eae_prk = labeled_extract(b"eae_prk", dh.iter().map(|dh| &dh[..]));
        shared_secret.write(|out| labeled_expand(&eae_prk, b"shared_secret", kem_context.as_flattened(), out));
    });
    shared_secret
}
