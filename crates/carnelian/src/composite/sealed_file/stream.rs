//! What sealing and opening share: the key of a file, and the nonces of STREAM.

use super::header::{BOUND_LEN, COMMITMENT_LEN, salt_in};
use super::{KEY_LEN, Key, TooLong};
use crate::base::memory::{wipe, wiping_stack};
use crate::base::secret::Held;
#[cfg(feature = "alloc")]
use crate::base::secret::Secret;
use crate::cipher::chacha20poly1305::ChaCha20Poly1305;
use crate::hash::Sha256;
use crate::kdf::Hkdf;
#[cfg(feature = "alloc")]
use crate::kdf::argon2::{Argon2, Argon2Error, Params};

/// The most chunks of a file: 2⁶⁴ bytes are in them.
pub(super) const MAX_CHUNKS: u64 = 1 << 48;

/// The most that HKDF over SHA-256 leaves below a frame: two states, blocks and schedules.
const STACK_OF_DERIVATION: usize = 4096;

/// A file's chunks: the key that they are encrypted under, and which one is next.
pub(super) struct Stream {
    pub(super) key: Held<ChaCha20Poly1305>,
    pub(super) chunk: u64,
}

impl Stream {
    /// The stream of the file whose header starts with `bound`, and the commitment to the key that the header ends with.
    ///
    /// commitment ‖ file key ← HKDF-SHA-256(salt, input key, all of the header up to here). The header starts with the name
    /// of the format and its version, so that what is derived here is derived nowhere else.
    pub(super) fn derive(input: &Key, bound: &[u8; BOUND_LEN]) -> (Self, [u8; COMMITMENT_LEN]) {
        let mut stream = Self { key: Held::place(ChaCha20Poly1305::empty()), chunk: 0 };
        let commitment = wiping_stack::<STACK_OF_DERIVATION, _>(|| {
            let mut okm = [0; COMMITMENT_LEN + KEY_LEN];
            Hkdf::<Sha256>::derive(salt_in(bound), input.0.expose(), bound, &mut okm).expect("HKDF gives 255 digests");
            let (commitment, key) = okm.split_first_chunk().expect("the first half");
            let commitment = *commitment;
            stream.key.set(key.first_chunk().expect("the second half"));
            wipe(&mut okm);
            commitment
        });
        (stream, commitment)
    }

    /// The nonce of the next chunk: its number in 8 little-endian bytes, 3 zeros, and 1 for the last chunk, 0 for others.
    pub(super) fn nonce(&self, last: bool) -> Result<[u8; 12], TooLong> {
        if self.chunk >= MAX_CHUNKS {
            return Err(TooLong);
        }
        let mut nonce = [0; 12];
        nonce[..8].copy_from_slice(&self.chunk.to_le_bytes());
        nonce[11] = u8::from(last);
        Ok(nonce)
    }
}

/// The input key that is derived from a passphrase: Argon2id of it and the salt, without secret and associated data.
#[cfg(feature = "alloc")]
pub(super) fn key_of_passphrase(passphrase: &[u8], bound: &[u8; BOUND_LEN], cost: Params) -> Result<Key, Argon2Error> {
    let mut key = Held::place(Secret::ZERO);
    let mut hashed = Ok(());
    key.write(|key: &mut [u8; KEY_LEN]| hashed = Argon2::id(cost).hash_into(passphrase, salt_in(bound), key));
    hashed.map(|()| Key(key))
}
