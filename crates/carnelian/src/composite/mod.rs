//! What joins several families.
//!
//! | module | what | of what |
//! |---|---|---|
//! | [`sealed_file`] | encryption of files of any size, in chunks, under a key | STREAM over ChaCha20-Poly1305, HKDF |

pub mod sealed_file;
