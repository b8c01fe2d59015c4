//! Ciphers, and authenticated encryption with them.

mod aead;
mod aes;
mod aes_gcm;
mod aes_gcm_siv;
mod chacha20;
mod chacha20poly1305;
mod ctr_drbg;
mod poly1305;
mod salsa20;
