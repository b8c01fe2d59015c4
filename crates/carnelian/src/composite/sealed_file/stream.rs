//! What sealing and opening share: the key of a file, and the nonces of STREAM.

use super::header::{BOUND_LEN, COMMITMENT_LEN, salt_in};
use super::{KEY_LEN, TooLong};
use crate::base::memory::{wipe, wipe_stack};
use crate::cipher::chacha20poly1305::ChaCha20Poly1305;
use crate::hash::Sha256;
use crate::kdf::Hkdf;

/// The most chunks of a file: fewer than 2⁶⁴ bytes are in them.
pub(super) const MAX_CHUNKS: u64 = 1 << 48;

/// The most that HKDF over SHA-256 leaves below a frame: two states, blocks and schedules.
const STACK_OF_DERIVATION: usize = 4096;

/// A file's chunks: the key that they are encrypted under, and which one is next.
pub(super) struct Stream {
    pub(super) key: ChaCha20Poly1305,
    pub(super) chunk: u64,
}

impl Stream {
    /// The stream of the file whose header starts with `bound`, and the commitment to the key that the header ends with.
    ///
    /// commitment ‖ file key ← HKDF-SHA-256(salt, input key, all of the header up to here). The header starts with the name
    /// of the format and its version, so that what is derived here is derived nowhere else.
    pub(super) fn derive(input: &[u8; KEY_LEN], bound: &[u8; BOUND_LEN]) -> (Self, [u8; COMMITMENT_LEN]) {
        let mut okm = [0; COMMITMENT_LEN + KEY_LEN];
        Hkdf::<Sha256>::derive(salt_in(bound), input, bound, &mut okm).expect("HKDF gives 255 digests");
        let (commitment, key) = okm.split_first_chunk().expect("the first half");
        let commitment = *commitment;
        let key = ChaCha20Poly1305::new(key.first_chunk().expect("the second half"));
        wipe(&mut okm);
        wipe_stack::<STACK_OF_DERIVATION>();
        (Self { key, chunk: 0 }, commitment)
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
