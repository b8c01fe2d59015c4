//! AEAD_CHACHA20_POLY1305 of whole messages, RFC 8439 Section 2.8, step by step: right with every backend, and the best
//! choice for short messages and for backends that cannot interleave. Longer messages are left to [`interleaved`].

use super::interleaved::{self, Open, Seal};
use super::session::{IN_HEAD, Session};
use crate::base::in_out::InOut;
use crate::base::memory::wipe;
use crate::cipher::chacha20::kernel::{self as chacha20, BLOCK_LEN, HEAD_LEN, Head};
use crate::cipher::poly1305::kernel::{self as poly1305, Key as OneTimeKey, State, Tag};

impl Session<'_> {
    /// Encrypts and returns the tag.
    #[inline]
    pub(super) fn seal(&self, mut data: InOut<'_>) -> Tag {
        match interleaved::process::<Seal>(self, &mut data) {
            Some(tag) => tag,
            None => self.seal_step_by_step(&mut data),
        }
    }

    /// Decrypts and returns the tag that the ciphertext should have.
    #[inline]
    pub(super) fn decrypt(&self, mut data: InOut<'_>) -> Tag {
        match interleaved::process::<Open>(self, &mut data) {
            Some(tag) => tag,
            None => self.decrypt_step_by_step(&mut data),
        }
    }

    /// Section 2.8.1, chacha20_aead_encrypt.
    #[inline(always)]
    pub(super) fn seal_step_by_step(&self, data: &mut InOut<'_>) -> Tag {
        let mut head = Head([0; HEAD_LEN]);
        // otk = poly1305_key_gen(key, nonce)
        let (otk, keystream) = self.poly1305_key_gen(&mut head, data.len());
        // ciphertext = chacha20_encrypt(key, 1, nonce, plaintext)
        self.chacha20_encrypt(keystream, data);
        // tag = poly1305_mac(mac_data, otk)
        let tag = self.poly1305_mac(otk, data.output());
        wipe(&mut head.0);
        tag
    }

    /// Section 2.8, decryption: the same with the last two steps exchanged, since the ciphertext may be overwritten.
    #[inline(always)]
    pub(super) fn decrypt_step_by_step(&self, data: &mut InOut<'_>) -> Tag {
        let mut head = Head([0; HEAD_LEN]);
        let (otk, keystream) = self.poly1305_key_gen(&mut head, data.len());
        let tag = self.poly1305_mac(otk, data.input());
        self.chacha20_encrypt(keystream, data);
        wipe(&mut head.0);
        tag
    }

    /// Section 2.6: the one-time key is the start of block 0. Returns it, and the keystream of the first bytes of a
    /// message of `len` bytes, which is generated in the same pass.
    #[inline(always)]
    fn poly1305_key_gen<'h>(&self, head: &'h mut Head, len: usize) -> (&'h OneTimeKey, &'h [u8]) {
        let blocks = 1 + len.min(IN_HEAD).div_ceil(BLOCK_LEN);
        chacha20::head(self.cipher, self.key, self.start, blocks, head);
        let (first, keystream) = head.0.split_at(BLOCK_LEN);
        (&first.as_chunks().0[0], keystream)
    }

    /// Section 2.4 from block 1 on: XORs the first bytes with `keystream`, and the others with the blocks after it.
    #[inline(always)]
    fn chacha20_encrypt(&self, keystream: &[u8], data: &mut InOut<'_>) {
        let (len, in_head) = (data.len(), data.len().min(keystream.len()));
        if in_head > 0 {
            chacha20::xor_head(self.cipher, keystream, data.part(0..in_head));
        }
        self.chacha20_encrypt_from(in_head, data.part(in_head..len));
    }

    /// Section 2.8: mac_data = aad | pad16(aad) | ciphertext | pad16(ciphertext) | the two lengths.
    #[inline(always)]
    fn poly1305_mac(&self, otk: &OneTimeKey, ciphertext: &[u8]) -> Tag {
        if ciphertext.len() <= self.mac.short() {
            return poly1305::tag_of_two(self.mac, otk, self.aad, ciphertext);
        }
        let mut state = State::without_key();
        state.set_key(otk);
        self.absorb_aad(&mut state);
        poly1305::finish_two(self.mac, &mut state, ciphertext, self.lengths(ciphertext.len()))
    }
}
