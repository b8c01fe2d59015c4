//! Carnelian: fast, constant-time cryptography in one library.
//!
//! Every primitive is written once, readable next to its standard, on top of small kernels that are selected at run
//! time for the CPU at hand; no build flag or C compiler is needed. Secrets have types that wipe themselves and cannot
//! be branched on, and a constant-time checker runs every operation on them with every backend.
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
//! | module | contents |
//! |---|---|
//! | [`hash`] | SHA-2, SHA-3, SHAKE, cSHAKE, BLAKE2; HMAC, KMAC |
//! | [`cipher`] | ChaCha20-Poly1305, XChaCha20-Poly1305, AES-GCM, AES-GCM-SIV, NaCl's XSalsa20-Poly1305; AES-CTR, ChaCha20, Salsa20, Poly1305; CTR_DRBG |
//! | [`curve`] | Ed25519, X25519, EdDSA with BLAKE2b, Elligator 2; the group edwards25519 and Ristretto255 |
//! | [`postquantum`] | ML-KEM, ML-DSA, SLH-DSA |
//! | [`kdf`] | HKDF, Argon2, password hashes |
//! | [`encoding`] | keys in PKCS #8, SubjectPublicKeyInfo and PEM, optionally encrypted with a passphrase |
//! | [`composite`] | DHKEM, X-Wing, X25519MLKEM768; NaCl's boxes; sealed files: streams encrypted with a key or a passphrase |
//! | [`random`], [`secret`], [`ct`], [`cpu`] | random sources, secret types, constant-time choices, backends |
//! | [`self_test`](mod@self_test) | known answers of every family, by each kernel of this CPU |
//! | `interop` | implementations of other crates' traits |
//!
//! `examples/` contains a program for each family.
//!
//! # Features
//! - `std` (default): the operating system's random source, `std::io::Write` for hashers, `CARNELIAN_CPU`.
//! - `cipher` (default): authenticated encryption with ChaCha20-Poly1305, XSalsa20-Poly1305 and AES, the primitives it
//!   is built from, and CTR_DRBG.
//! - `composite` (default): constructions that combine several of these: DHKEM, hybrids with ML-KEM, NaCl's boxes,
//!   sealed files.
//! - `curve` (default): X25519, Ed25519 and the underlying group.
//! - `kdf` (default): key derivation with HKDF and Argon2.
//! - `postquantum` (default): ML-KEM, ML-DSA and SLH-DSA.
//! - `encoding` (default): keys on disk, as PKCS #8, SubjectPublicKeyInfo, PEM and digits; needs `alloc`.
//! - `aead`, `digest`, `kem`, `rand_core`, `serde`, `signature`: the traits of the crates of these names (`interop`).
//! - `rayon`: processes batches of signatures, the trees of a signature of SLH-DSA and the lanes of Argon2 on as many
//!   threads as there are CPUs.
//! - `threads`: the same for a program that asks for it when it runs (`threads`).
//! - `alloc`: everything that needs a heap; implied by `std`. Without either the library is `no_std`.
#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]

#[cfg(feature = "alloc")]
extern crate alloc;
#[cfg(any(feature = "std", test))]
extern crate std;

#[cfg(all(feature = "alloc", feature = "curve"))]
mod agreement;
#[cfg(feature = "alloc")]
pub mod algorithm;
mod base;
#[cfg(feature = "cipher")]
pub mod cipher;
#[cfg(feature = "composite")]
pub mod composite;
#[cfg(feature = "curve")]
pub mod curve;
#[cfg(feature = "encoding")]
pub mod encoding;
#[cfg(all(feature = "alloc", feature = "composite"))]
mod encryption;
mod error;
pub mod hash;
#[cfg(any(
    feature = "aead",
    feature = "digest",
    feature = "kem",
    feature = "rand_core",
    feature = "serde",
    feature = "signature"
))]
pub mod interop;
#[cfg(feature = "kdf")]
pub mod kdf;
#[cfg(all(feature = "alloc", feature = "postquantum"))]
mod kem;
#[cfg(feature = "postquantum")]
pub mod postquantum;
pub mod self_test;
#[cfg(all(feature = "alloc", any(feature = "curve", feature = "postquantum")))]
mod signature;

#[cfg(any(feature = "curve", feature = "postquantum"))]
pub use base::context;
#[cfg(feature = "threads")]
pub use base::parallel::threads;
pub use base::{cpu, ct, random, secret};
pub use error::{FaultError, HexError, HexFault, InvalidTag, LengthError, LengthRangeError};
pub use self_test::self_test;

/// Only for the benchmarks, the tests and the constant-time checker; no stability is promised.
#[cfg(feature = "__internals")]
#[doc(hidden)]
pub mod __internals {
    pub use crate::base::cpu::forced::{at_most, tell_tiers_not_run, tiers};
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    pub use crate::base::own_stack::{on_a_thread_of, stack_left_by, stack_used_by};
    pub use crate::base::random::TestRandom;
    pub use crate::base::taint;
}

/// Tests the example in the package's README.
#[cfg(all(doctest, feature = "curve", feature = "std"))]
#[doc = include_str!("../README.md")]
mod readme {}
