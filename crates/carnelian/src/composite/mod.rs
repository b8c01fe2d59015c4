//! Schemes that combine several families.
//!
//! | module | content | built from |
//! |---|---|---|
//! | [`dhkem`] | key encapsulation, also authenticated | X25519, HKDF-SHA256 (RFC 9180) |
//! | [`hybrid`] | key exchange of TLS, secure while either part is: X25519MLKEM768 | ML-KEM, X25519 |
//! | [`nacl_box`] | public-key authenticated encryption of NaCl, and sealed boxes of libsodium | X25519, HSalsa20, XSalsa20-Poly1305, BLAKE2b |
//! | [`xwing`] | key encapsulation, secure while either part is | ML-KEM-768, X25519, SHA3-256 |
//! | [`sealed_file`] | encryption of files of any size, in chunks, under a key or a passphrase | STREAM over ChaCha20-Poly1305, HKDF, Argon2id |

pub mod dhkem;
pub mod hybrid;
pub mod nacl_box;
pub mod sealed_file;
pub mod xwing;
