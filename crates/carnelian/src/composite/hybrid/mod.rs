//! Hybrid key exchange of TLS 1.3, draft-ietf-tls-ecdhe-mlkem: ML-KEM beside an elliptic curve.
//!
//! The key shares and the secrets of both are put one after the other. The secret is the input of TLS's key schedule
//! and is secure as long as either of its parts is; it is not uniform, so derive keys from it.
//!
//! | name | codepoint | client's share | server's share | secret |
//! |---|---|---|---|---|
//! | [`X25519MlKem768`] | 0x11ec | ML-KEM-768 key ‖ X25519 key, 1216 bytes | ciphertext ‖ X25519 key, 1120 bytes | ML-KEM ‖ X25519, 64 bytes |
//!
//! ```
//! use carnelian::composite::hybrid::{ClientKey, X25519MlKem768, respond};
//! use carnelian::random::OsRandom;
//!
//! let client = ClientKey::<X25519MlKem768>::generate(&mut OsRandom)?;
//! let (server_share, server_secret) = respond::<X25519MlKem768>(client.share().as_ref(), &mut OsRandom)?;
//! let client_secret = client.finish(server_share.as_ref())?;
//! assert!(carnelian::ct::verify(client_secret.expose(), server_secret.expose()));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod error;
mod group;
#[cfg(feature = "alloc")]
mod role;
#[cfg(test)]
mod tests;

pub use error::HybridError;
pub use group::{Group, X25519};

use crate::base::memory::wiping_stack;
use crate::base::random::{Random, RandomError};
use crate::base::secret::{Confidential, Held, Secret};
use crate::error::LengthError;
use crate::postquantum::mlkem::{self, Bytes, DecapsulationKey, EncapsulationKey, MlKem768, Parameters};
use core::fmt;

/// More bytes of stack than the frames here take. ML-KEM and the groups wipe theirs.
const STACK: usize = 8192;

/// The part that comes first in shares and secrets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum First {
    /// ML-KEM, as in [`X25519MlKem768`].
    MlKem,
    /// The group, as for the curves of NIST.
    Group,
}

/// A hybrid of the draft's Section 4. Sealed.
pub trait Hybrid: sealed::Sealed + 'static {
    /// The name in TLS.
    const NAME: &'static str;
    /// The number of the named group in TLS.
    const CODEPOINT: u16;
    /// The part that comes first.
    const FIRST: First;
    /// The parameter set of ML-KEM.
    type MlKem: Parameters;
    /// The group.
    type Group: Group;
    /// The bytes of a client's share.
    type ClientShare: Bytes;
    /// The bytes of a server's share.
    type ServerShare: Bytes;
    /// The bytes of a secret.
    type Secret: Bytes + Confidential;
}

/// X25519MLKEM768.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum X25519MlKem768 {}

impl sealed::Sealed for X25519MlKem768 {}

impl Hybrid for X25519MlKem768 {
    const NAME: &'static str = "X25519MLKEM768";
    const CODEPOINT: u16 = 0x11ec;
    const FIRST: First = First::MlKem;
    type MlKem = MlKem768;
    type Group = X25519;
    type ClientShare = [u8; MlKem768::ENCAPSULATION_KEY_LEN + X25519::PUBLIC_KEY_LEN];
    type ServerShare = [u8; MlKem768::CIPHERTEXT_LEN + X25519::PUBLIC_KEY_LEN];
    type Secret = [u8; mlkem::SharedSecret::LEN + X25519::SECRET_LEN];
}

mod sealed {
    pub trait Sealed {}
}

/// Splits a share or a secret into the part of ML-KEM, of this length, and that of the group.
fn parts<H: Hybrid>(whole: &[u8], ml_kem_len: usize) -> (&[u8], &[u8]) {
    match H::FIRST {
        First::MlKem => whole.split_at(ml_kem_len),
        First::Group => {
            let (group, ml_kem) = whole.split_at(whole.len() - ml_kem_len);
            (ml_kem, group)
        }
    }
}

/// [`parts`] to be written.
fn parts_mut<H: Hybrid>(whole: &mut [u8], ml_kem_len: usize) -> (&mut [u8], &mut [u8]) {
    match H::FIRST {
        First::MlKem => whole.split_at_mut(ml_kem_len),
        First::Group => {
            let (group, ml_kem) = whole.split_at_mut(whole.len() - ml_kem_len);
            (ml_kem, group)
        }
    }
}

/// The client's secret keys, for one exchange. They are wiped when dropped.
pub struct ClientKey<H: Hybrid> {
    ml_kem: DecapsulationKey<H::MlKem>,
    group: <H::Group as Group>::SecretKey,
}

impl<H: Hybrid> ClientKey<H> {
    /// Returns new keys. Constant time.
    ///
    /// # Errors
    /// [`RandomError`] if the source cannot deliver.
    pub fn generate(random: &mut impl Random) -> Result<Self, RandomError> {
        Ok(Self { ml_kem: DecapsulationKey::generate(random)?, group: H::Group::generate(random)? })
    }

    /// Returns the share to send.
    #[must_use]
    pub fn share(&self) -> H::ClientShare {
        let mut share = <H::ClientShare>::ZEROED;
        let (ml_kem, group) = parts_mut::<H>(share.as_mut(), H::MlKem::ENCAPSULATION_KEY_LEN);
        ml_kem.copy_from_slice(self.ml_kem.encapsulation_key().as_ref());
        H::Group::write_public_key(&self.group, group);
        share
    }

    /// Returns the secret that is shared with the sender of a server's share. Constant time.
    ///
    /// # Errors
    /// [`HybridError::Length`] if the share has another length, [`HybridError::NonContributory`] if the server's key is
    /// of small order.
    pub fn finish(&self, server_share: &[u8]) -> Result<HybridSecret<H>, HybridError> {
        check_length::<H::ServerShare>("a server's key share", server_share)?;
        let (ml_kem, group) = parts::<H>(server_share, H::MlKem::CIPHERTEXT_LEN);
        let ciphertext = mlkem::Ciphertext::from_slice(ml_kem).expect("the length of this part");
        HybridSecret::written(|to_ml_kem, to_group| {
            to_ml_kem.copy_from_slice(self.ml_kem.decapsulate(&ciphertext).expose());
            Ok(H::Group::write_shared_secret(&self.group, group, to_group)?)
        })
    }
}

impl<H: Hybrid> fmt::Debug for ClientKey<H> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ClientKey<{}>(..)", H::NAME)
    }
}

/// Answers a client's share: returns the server's share to send back, and the secret. Constant time in the secret.
///
/// # Errors
/// [`HybridError::Length`] if the share has another length, [`HybridError::Modulus`] if its ML-KEM key has a coefficient
/// that is not below 3329, [`HybridError::NonContributory`] if its other key is of small order, [`HybridError::Random`]
/// if the source cannot deliver.
pub fn respond<H: Hybrid>(
    client_share: &[u8],
    random: &mut impl Random,
) -> Result<(H::ServerShare, HybridSecret<H>), HybridError> {
    let (ek, group) = read::<H>(client_share)?;
    answer::<H>(&ek, group, random)
}

/// Returns the parts of a client's share.
fn read<H: Hybrid>(client_share: &[u8]) -> Result<(EncapsulationKey<H::MlKem>, &[u8]), HybridError> {
    check_length::<H::ClientShare>("a client's key share", client_share)?;
    let (ml_kem, group) = parts::<H>(client_share, H::MlKem::ENCAPSULATION_KEY_LEN);
    Ok((EncapsulationKey::from_slice(ml_kem).map_err(|_| HybridError::Modulus)?, group))
}

/// [`respond`] to the parts of a client's share.
fn answer<H: Hybrid>(
    ek: &EncapsulationKey<H::MlKem>,
    group: &[u8],
    random: &mut impl Random,
) -> Result<(H::ServerShare, HybridSecret<H>), HybridError> {
    let mut share = <H::ServerShare>::ZEROED;
    let (to_ciphertext, to_public_key) = parts_mut::<H>(share.as_mut(), H::MlKem::CIPHERTEXT_LEN);
    let secret = HybridSecret::written(|to_ml_kem, to_group| {
        let made = ek.encapsulate(random)?;
        let (ciphertext, secret) = &made;
        to_ciphertext.copy_from_slice(ciphertext.as_ref());
        to_ml_kem.copy_from_slice(secret.expose());
        let key = H::Group::generate(random)?;
        H::Group::write_public_key(&key, to_public_key);
        Ok(H::Group::write_shared_secret(&key, group, to_group)?)
    })?;
    Ok((share, secret))
}

fn check_length<A: Bytes>(what: &'static str, share: &[u8]) -> Result<(), LengthError> {
    let (expected, found) = (size_of::<A>(), share.len());
    if expected == found { Ok(()) } else { Err(LengthError { what, expected, found }) }
}

/// The secret of both parties, wiped when dropped. It is on the heap, where there is one, so that a move leaves no copy.
pub struct HybridSecret<H: Hybrid>(Held<Secret<H::Secret>>);

impl<H: Hybrid> HybridSecret<H> {
    /// Returns the secret whose parts, that of ML-KEM and that of the group, are written in place.
    fn written(write: impl FnOnce(&mut [u8], &mut [u8]) -> Result<(), HybridError>) -> Result<Self, HybridError> {
        let mut secret = Self(Held::place(Secret::place(H::Secret::ZEROED)));
        let mut written = Ok(());
        wiping_stack::<STACK, _>(|| {
            secret.0.write(|bytes| {
                let (ml_kem, group) = parts_mut::<H>(bytes.as_mut(), mlkem::SharedSecret::LEN);
                written = write(ml_kem, group);
            });
        });
        written.map(|()| secret)
    }

    /// Returns the bytes, for a key schedule.
    #[must_use]
    pub fn expose(&self) -> &[u8] {
        self.0.expose().as_ref()
    }
}

impl<H: Hybrid> fmt::Debug for HybridSecret<H> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "HybridSecret<{}>(..)", H::NAME)
    }
}
