//! The C interface of Carnelian: what `carnelian.h` declares, with the names that it has there.
//!
//! An entry point takes the caller's promise once, with `caller!`; everything after it is safe code that returns a
//! `Result`. Inputs come first, outputs last, each pointer with its length behind it; `outputs` zeroes what a failed call
//! leaves. Algorithms are numbers of the catalogue, which finds them.
//!
//! ```ignore
//! /// Fills `digest` with the digest of `message`. `digest_len` is that of the algorithm, `carnelian_hash_len`.
//! ///
//! /// Errors: `CARNELIAN_ERROR_ALGORITHM`, `CARNELIAN_ERROR_LENGTH`.
//! #[unsafe(no_mangle)]
//! pub unsafe extern "C" fn carnelian_hash(
//!     algorithm: carnelian_hash_algorithm,
//!     message: *const u8,
//!     message_len: usize,
//!     digest: *mut u8,
//!     digest_len: usize,
//! ) -> carnelian_status {
//!     let caller = caller!();
//!     zeroing(&caller, [(digest, digest_len)], || {
//!         with_hash!(algorithm, H => {
//!             let mut value = H::digest(caller.bytes(message, message_len)?);
//!             write_exactly(&caller, digest, digest_len, &mut value)
//!         })
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
#![allow(clippy::missing_safety_doc, reason = "the conventions of the header are those of every function")]

/// Takes the promise of an entry point's caller: its pointers are what the header says, and what it releases is not used
/// again.
macro_rules! caller {
    () => {
        // SAFETY: every entry point has the promise from the header, whose conventions its callers keep.
        unsafe { ::carnelian_ffi::Caller::promises() }
    };
}

pub mod aead;
pub mod argon2;
pub mod blake2;
pub mod boxes;
mod causes;
pub mod cipher;
mod context;
pub mod drbg;
pub mod eddsa;
pub mod elligator2;
pub mod exchange;
pub mod group;
pub mod hash;
mod heap;
pub mod hkdf;
pub mod kem;
pub mod keys;
pub mod library;
pub mod mac;
pub mod mldsa;
pub mod mlkem;
mod outputs;
pub mod poly1305;
pub mod random;
pub mod sealed_file;
pub mod signature;
pub mod slhdsa;
pub mod status;
pub mod x25519;
pub mod xof;
