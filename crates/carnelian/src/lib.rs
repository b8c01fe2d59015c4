//! Carnelian: fast, constant-time cryptography in one library.
//!
//! Every primitive is written once, readable beside its standard, over small kernels that are chosen at run time for
//! the CPU at hand; nothing needs a build flag or a C compiler. Secrets are of types that wipe themselves and cannot
//! be branched on, and a checker runs every operation on them for every backend.
//!
//! ```
//! use carnelian::hash::Sha512;
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
//! | module | what is in it |
//! |---|---|
//! | [`hash`] | SHA-2, SHA-3, SHAKE, cSHAKE, BLAKE2; HMAC, KMAC |
//! | [`cipher`] | ChaCha20-Poly1305, XChaCha20-Poly1305, AES-GCM, AES-GCM-SIV; AES-CTR, ChaCha20, Poly1305; CTR_DRBG |
//! | [`curve`] | Ed25519, X25519, EdDSA with BLAKE2b, Elligator 2; the group edwards25519 and Ristretto255 |
//! | [`kdf`] | HKDF, Argon2, password hashes |
//! | [`encoding`] | keys in PKCS #8, SubjectPublicKeyInfo, PEM, also encrypted with a passphrase |
//! | [`composite`] | sealed files: streams encrypted with a key or a passphrase |
//! | [`random`], [`secret`], [`ct`], [`cpu`] | sources of randomness, types of secrets, choices in constant time, backends |
//! | `interop` | traits of other crates |
//!
//! `examples/` has a program for each family.
//!
//! # Features
//! - `std` (default): the operating system's random source, `std::io::Write` for hashers, `CARNELIAN_CPU`.
//! - `cipher` (default): authenticated encryption with ChaCha20 and Poly1305 and with AES, and what it is made of, CTR_DRBG.
//! - `composite` (default): what joins several of these, sealed files.
//! - `curve` (default): X25519, Ed25519 and the group beneath them.
//! - `kdf` (default): derivation of keys, HKDF and Argon2.
//! - `encoding` (default): keys on disk, as PKCS #8, SubjectPublicKeyInfo, PEM, digits; needs `alloc`.
//! - `aead`, `digest`, `rand_core`, `serde`, `signature`: the traits of the crates of these names (`interop`).
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
#[cfg(any(feature = "aead", feature = "digest", feature = "rand_core", feature = "serde", feature = "signature"))]
pub mod interop;
#[cfg(feature = "kdf")]
pub mod kdf;

pub use base::{cpu, ct, random, secret};
pub use error::{HexError, HexFault, InvalidTag, LengthError, LengthRangeError};

/// For the bench, the tests and the constant-time checker alone; no stability is promised.
#[cfg(feature = "__internals")]
#[doc(hidden)]
pub mod __internals {
    pub use crate::base::cpu::forced::{at_most, tell_tiers_not_run, tiers};
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    pub use crate::base::own_stack::stack_left_by;
    pub use crate::base::random::TestRandom;
    pub use crate::base::taint;
}
