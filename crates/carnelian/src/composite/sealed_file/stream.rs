//! The key of a file and the nonces of STREAM, for sealing and opening.

use super::header::{BOUND_LEN, COMMITMENT_LEN, salt_in};
use super::{KEY_LEN, Key, TooLong};
use crate::base::memory::{wipe, wiping_stack};
use crate::base::secret::Held;
use crate::cipher::chacha20poly1305::ChaCha20Poly1305;
use crate::hash::Sha256;
use crate::kdf::Hkdf;

/// The maximum number of chunks of a file: they hold 2⁶⁴ bytes.
pub(super) const MAX_CHUNKS: u64 = 1 << 48;

/// More bytes than HKDF over SHA-256 leaves below a frame: two states, blocks and schedules.
const STACK_OF_DERIVATION: usize = 4096;

/// The position in a file: the key of its chunks, and the number of the next one.
pub(super) struct Stream {
    pub(super) key: Held<ChaCha20Poly1305>,
    pub(super) chunk: u64,
}

impl Stream {
    /// Derives the stream of the file whose header starts with `bound`, and the commitment to the key at the header's
    /// end.
    ///
    /// commitment ‖ file key ← HKDF-SHA-256(salt, input key, all of the header up to here). The header starts with the
    /// name and the version of the format, which separate this derivation from all others.
    pub(super) fn derive(input: &Key, bound: &[u8; BOUND_LEN]) -> (Self, [u8; COMMITMENT_LEN]) {
        let mut stream = Self { key: Held::place(ChaCha20Poly1305::empty()), chunk: 0 };
        let commitment = wiping_stack::<STACK_OF_DERIVATION, _>(|| {
            let mut okm = [0; COMMITMENT_LEN + KEY_LEN];
            Hkdf::<Sha256>::derive(salt_in(bound), input.0.expose(), bound, &mut okm)
                .expect("HKDF can return 255 digests");
            let (commitment, key) = okm.split_first_chunk().expect("the first half");
            let commitment = *commitment;
            stream.key.set(key.first_chunk().expect("the second half"));
            wipe(&mut okm);
            commitment
        });
        (stream, commitment)
    }

    /// Returns the nonce of the next chunk: its number in 8 little-endian bytes, 3 zeros, and 1 for the last chunk, 0
    /// for others.
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
