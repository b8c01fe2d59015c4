//! Ciphers, message authentication codes and authenticated encryption (AEAD).
//!
//! | module | what | standard |
//! |---|---|---|
//! | [`aes`] | block cipher: AES-128, AES-192, AES-256 | FIPS 197 |
//! | [`aes_ctr`] | stream ciphers: AES-128, AES-192, AES-256 in CTR mode | SP 800-38A Section 6.5 |
//! | [`aes_gcm`] | AEAD: AES-128-GCM, AES-192-GCM, AES-256-GCM | SP 800-38D |
//! | [`aes_gcm_siv`] | nonce-misuse-resistant AEAD: AES-128-GCM-SIV, AES-256-GCM-SIV | RFC 8452 |
//! | [`chacha20poly1305`] | AEAD: ChaCha20-Poly1305, XChaCha20-Poly1305 | RFC 8439 Section 2.8, draft-irtf-cfrg-xchacha |
//! | [`chacha20`] | stream ciphers: ChaCha20 and XChaCha20, with HChaCha20 | RFC 8439 Section 2.4, draft-irtf-cfrg-xchacha |
//! | [`xsalsa20poly1305`] | authenticated encryption of NaCl: XSalsa20-Poly1305, `crypto_secretbox` | "Cryptography in NaCl" |
//! | [`salsa20`] | stream ciphers: Salsa20 and XSalsa20, with HSalsa20 | Bernstein, 2005 and 2011 |
//! | [`ctr_drbg`] | random bit generator: CTR_DRBG with AES-256 | SP 800-90A Section 10.2.1 |
//! | [`poly1305`] | one-time authenticator | RFC 8439 Section 2.5 |
//! | [`ghash`] | universal hashes: GHASH, POLYVAL | SP 800-38D Section 6.4, RFC 8452 Section 3 |
//!
//! [`BlockCipher`] is the trait of block ciphers, which modes of operation are generic over.
//! [`Aead`] is the trait of all authenticated encryption; its documentation lists the lengths of each scheme.

mod aead;
mod arithmetic;
mod block;
pub mod chacha20;
pub mod chacha20poly1305;
pub mod ctr_drbg;
pub mod ghash;
mod keystream;
mod mode;
pub mod poly1305;
#[cfg(feature = "alloc")]
pub(crate) mod role;
pub mod salsa20;
mod stream_cipher;
pub mod xsalsa20poly1305;

pub use aead::{Aead, OpenError, SealError, Tag, TooLong};
pub use block::{BlockCipher, BlockCipher128, DecryptionKey, EncryptionKey, aes};
pub use mode::{ctr as aes_ctr, gcm as aes_gcm, gcm_siv as aes_gcm_siv};
