//! One message, and the steps that every way of processing it takes.

use crate::base::in_out::InOut;
use crate::cipher::chacha20::kernel::{self as chacha20, BLOCK_LEN, HEAD_LEN};
use crate::cipher::poly1305::evaluation::lengths;
use crate::cipher::poly1305::kernel::{self as poly1305, State};

/// Bytes of a message whose keystream is generated together with the one-time key.
pub(super) const IN_HEAD: usize = HEAD_LEN - BLOCK_LEN;

/// One message under one key and nonce, and its associated data.
pub(super) struct Session<'m> {
    pub(super) cipher: chacha20::Backend,
    pub(super) mac: poly1305::Backend,
    pub(super) key: &'m [u8; 32],
    /// The last row of the state of the keystream's first block.
    pub(super) start: u128,
    pub(super) aad: &'m [u8],
}

impl<'m> Session<'m> {
    #[inline]
    pub(super) fn new(key: &'m [u8; 32], start: u128, aad: &'m [u8]) -> Self {
        Self { cipher: chacha20::Backend::choose(), mac: poly1305::Backend::choose(), key, start, aad }
    }

    /// Section 2.4: XORs `data`, which starts at byte `at` of the message, a multiple of the block length. The message
    /// starts at block 1.
    #[inline]
    pub(super) fn chacha20_encrypt_from(&self, at: usize, data: InOut<'_>) {
        chacha20::xor(self.cipher, self.key, self.block_at(at), data);
    }

    /// Returns the last row of the state of the block for byte `at` of the message.
    #[inline]
    pub(super) fn block_at(&self, at: usize) -> u128 {
        self.start.wrapping_add((1 + at / BLOCK_LEN) as u128)
    }

    /// Absorbs aad | pad16(aad).
    #[inline]
    pub(super) fn absorb_aad(&self, state: &mut State) {
        let (blocks, end) = self.aad.as_chunks();
        poly1305::absorb(self.mac, state, blocks);
        if !end.is_empty() {
            let mut block = [0; poly1305::BLOCK_LEN];
            block[..end.len()].copy_from_slice(end);
            poly1305::absorb(self.mac, state, &[block]);
        }
    }

    /// Returns num_to_8_le_bytes(aad.length) | num_to_8_le_bytes(ciphertext.length).
    #[inline]
    pub(super) fn lengths(&self, ciphertext: usize) -> u128 {
        lengths(self.aad.len(), ciphertext)
    }
}
