//! The library through its public interface, in one binary.

mod aead;
mod aes;
mod aes_gcm;
mod aes_gcm_siv;
mod argon2;
mod blake2;
mod catalogue;
mod chacha20;
mod chacha20poly1305;
mod coming_from;
mod conversions;
mod ctr_drbg;
mod dhkem;
mod differential25519;
mod ed25519;
mod eddsa_blake2b;
mod edwards25519;
mod elligator2;
mod encoding;
mod function_map;
mod hmac;
mod inputs;
mod keccak;
mod mlkem;
mod nacl_box;
mod poly1305;
mod ristretto255;
mod salsa20;
mod scalar25519;
mod sealed_file;
mod sha256;
mod sha512;
#[path = "../skipped/mod.rs"]
mod skipped;
mod tiers;
mod x25519;
