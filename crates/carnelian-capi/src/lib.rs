//! The C interface of Carnelian: what `carnelian.h` declares, with the names that it has there.
//!
//! An entry point takes the caller's promise once; everything after it is safe code that returns a `Result`. Inputs
//! come first, outputs last, each pointer with its length behind it; `outputs` zeroes what a failed call leaves.
//! Algorithms are numbers that a `match` turns into types of the library, so that another algorithm is a constant and
//! an arm.
//!
//! ```ignore
//! /// Fills `digest` with the digest of `message`. `digest_len` is that of the algorithm, `carnelian_hash_len`.
//! ///
//! /// Errors: `CARNELIAN_ERROR_ALGORITHM`, `CARNELIAN_ERROR_LENGTH`.
//! ///
//! /// # Safety
//! /// The pointers must be what the header says.
//! #[unsafe(no_mangle)]
//! pub unsafe extern "C" fn carnelian_hash(
//!     algorithm: carnelian_hash_algorithm,
//!     message: *const u8,
//!     message_len: usize,
//!     digest: *mut u8,
//!     digest_len: usize,
//! ) -> carnelian_status {
//!     // SAFETY: the promise is that of this function's documentation.
//!     let caller = unsafe { Caller::promises() };
//!     zeroing(&caller, [(digest, digest_len)], || match algorithm {
//!         CARNELIAN_SHA256 => write_exactly(&caller, digest, digest_len, &Sha256::digest(caller.bytes(message, message_len)?)),
//!         _ => Err(Status::CARNELIAN_ERROR_ALGORITHM),
//!     })
//! }
//! ```
//! A context is a structure of words here and in C, with a size and an alignment that are constants of the header, and
//! its value is kept there by `context`:
//!
//! ```ignore
//! /// A computation of a digest in progress.
//! #[repr(C)]
//! pub struct carnelian_hasher {
//!     opaque: [u64; 56],
//! }
//!
//! // SAFETY: an array of words.
//! unsafe impl Memory for carnelian_hasher {
//!     type Value = AnyHasher;
//!     const TAG: u64 = tag(b"hasher  ");
//! }
//! ```
#![allow(non_camel_case_types, reason = "types and constants have the names that they have in C")]

pub mod aead;
pub mod argon2;
pub mod blake2;
pub mod boxes;
mod causes;
pub mod cipher;
mod context;
pub mod drbg;
pub mod ed25519;
pub mod elligator2;
pub mod group;
pub mod hash;
mod heap;
pub mod hkdf;
pub mod hmac;
pub mod kem;
pub mod keys;
pub mod kmac;
pub mod library;
pub mod mldsa;
pub mod mlkem;
mod outputs;
pub mod poly1305;
pub mod random;
pub mod sealed_file;
pub mod slhdsa;
pub mod status;
pub mod x25519;
pub mod xof;
