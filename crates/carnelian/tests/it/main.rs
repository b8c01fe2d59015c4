//! The library through its public interface, in one binary.

mod aes_gcm;
mod aes_gcm_siv;
mod blake2;
mod chacha20;
mod chacha20poly1305;
mod differential25519;
mod ed25519;
mod edwards25519;
mod encoding;
mod hmac;
mod inputs;
mod poly1305;
mod ristretto255;
mod scalar25519;
mod sha256;
mod sha512;
mod tiers;
mod x25519;
