//! ML-KEM beside X25519: X-Wing, draft-connolly-cfrg-xwing-kem, and the key exchange X25519MLKEM768 of TLS,
//! draft-ietf-tls-ecdhe-mlkem.
//!
//! Keys of the exchange are used once, so libraries draw them: its client generates a key pair and sends the public key,
//! its server encapsulates to it, and the client decapsulates. A library that has both parts but not the exchange offers it
//! as TLS libraries compose it: each part by its own functions, and the bytes one after the other.

use super::drawn;
use super::kem::{Family, Kem, Seeded, scheme};
use crate::operation::Operation;
use crate::values::Scheme;

/// X-Wing.
#[derive(Debug)]
pub enum XWing {}

impl Kem for XWing {
    const FAMILY: &'static str = "xwing";
    const NAME: &'static str = "X-Wing";
    type EncapsulationKey = [u8; 1216];
    type Ciphertext = [u8; 1120];
    type Secret = [u8; 32];
}

impl Seeded for XWing {
    type Seed = [u8; 32];
    /// The message of ML-KEM, then the secret key of X25519.
    type Message = [u8; 64];
}

/// X25519MLKEM768, with the shares of client and server as keys and ciphertexts.
#[derive(Debug)]
pub enum X25519MlKem768 {}

impl Kem for X25519MlKem768 {
    const FAMILY: &'static str = "x25519mlkem768";
    const NAME: &'static str = "X25519MLKEM768";
    type EncapsulationKey = [u8; 1216];
    type Ciphertext = [u8; 1120];
    type Secret = [u8; 64];
}

/// Puts the bytes of ML-KEM and those of X25519 one after the other.
///
/// # Panics
/// Panics if they have another length together.
#[must_use]
pub fn joined<const LEN: usize>(ml_kem: &[u8], x25519: &[u8]) -> [u8; LEN] {
    let mut joined = [0; LEN];
    let (start, end) = joined.split_at_mut(ml_kem.len());
    start.copy_from_slice(ml_kem);
    end.copy_from_slice(x25519);
    joined
}

/// Splits a share into the bytes of ML-KEM and those of X25519.
///
/// # Panics
/// Panics if it has another length.
#[must_use]
pub fn parts<const ML_KEM: usize>(share: &[u8]) -> (&[u8; ML_KEM], &[u8; 32]) {
    let (ml_kem, x25519) = share.split_first_chunk().expect("a share is longer");
    (ml_kem, x25519.try_into().expect("the other part has 32 bytes"))
}

/// Returns the schemes' operations by their roles, and the sizes of their keys and outputs.
#[must_use]
pub fn schemes() -> [Scheme; 2] {
    [scheme::<XWing>(&[("decapsulation key", 32)]), scheme::<X25519MlKem768>(&[])]
}

/// Returns the operations.
#[must_use]
pub fn operations() -> Vec<Box<dyn Operation>> {
    [Family::<XWing>::operations(), drawn::alone::<X25519MlKem768>()].into_iter().flatten().collect()
}
