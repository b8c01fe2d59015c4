//! Schemes that combine several families.
//!
//! | module | content | built from |
//! |---|---|---|
//! | [`sealed_file`] | encryption of files of any size, in chunks, under a key or a passphrase | STREAM over ChaCha20-Poly1305, HKDF, Argon2id |

pub mod sealed_file;
