//! Ciphers, authenticators and authenticated encryption.

pub(super) mod aead;
pub(super) mod aes;
pub(super) mod aes_gcm;
pub(super) mod chacha20;
pub(super) mod chacha20poly1305;
pub(super) mod ghash;
pub(super) mod poly1305;
pub(super) mod salsa20;
pub(super) mod xsalsa20poly1305;

use super::Operation;

written!(cipher: aes chacha20 poly1305 chacha20poly1305 salsa20 xsalsa20poly1305 ghash aes_gcm);
