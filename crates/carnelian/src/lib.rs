//! Carnelian: fast, constant-time cryptography in one library.
//!
//! Every primitive is written once, readable beside its standard, over small kernels that are chosen at run time for
//! the CPU at hand; nothing needs a build flag or a C compiler. Secrets are of types that wipe themselves and cannot
//! be branched on, and a checker runs every operation on them for every backend.
//!
//! ```
//! use carnelian::hash::{Hash, Sha512};
//!
//! let digest = Sha512::digest(b"abc");
//! assert_eq!(digest[..4], [0xdd, 0xaf, 0x35, 0xa1]);
//!
//! let mut hasher = Sha512::new();
//! hasher.update(b"a");
//! hasher.update(b"bc");
//! assert_eq!(hasher.finalize(), digest);
//! ```
//!
//! # Features
//! - `std` (default): the operating system's random source, `std::io::Write` for hashers, `CARNELIAN_CPU`.
//! - `cipher` (default): ChaCha20, Poly1305 and their authenticated encryption, AES in counter mode, CTR_DRBG.
//! - `composite` (default): what joins several of these, sealed files.
//! - `curve` (default): X25519, Ed25519 and the group beneath them.
//! - `kdf` (default): derivation of keys, HKDF and Argon2.
//! - `encoding` (default): keys on disk, as PKCS #8, SubjectPublicKeyInfo, PEM, digits; needs `alloc`.
//! - `rayon`: batches of signatures, and the lanes of Argon2, on all threads.
//! - `alloc`: what needs a heap; `std` brings it. Without either the library is `no_std`.
#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]

#[cfg(feature = "alloc")]
extern crate alloc;
#[cfg(any(feature = "std", test))]
extern crate std;

mod base;
#[cfg(feature = "cipher")]
pub mod cipher;
#[cfg(feature = "composite")]
pub mod composite;
#[cfg(feature = "curve")]
pub mod curve;
#[cfg(feature = "encoding")]
pub mod encoding;
mod error;
pub mod hash;
#[cfg(feature = "kdf")]
pub mod kdf;

pub use base::{cpu, ct, random, secret};
pub use error::{InvalidTag, LengthError, LengthRangeError};

/// For the bench, the tests and the constant-time checker alone; no stability is promised.
#[cfg(feature = "__internals")]
#[doc(hidden)]
pub mod __internals {
    pub use crate::base::cpu::forced::{at_most, tell_tiers_not_run, tiers};
    pub use crate::base::random::TestRandom;
    pub use crate::base::taint;
}
