//! Schemes that combine several families.
//!
//! | module | content | built from |
//! |---|---|---|
//! | [`dhkem`] | key encapsulation, also authenticated | X25519, HKDF-SHA256 (RFC 9180) |
//! | [`sealed_file`] | encryption of files of any size, in chunks, under a key or a passphrase | STREAM over ChaCha20-Poly1305, HKDF, Argon2id |

pub mod dhkem;
pub mod sealed_file;
