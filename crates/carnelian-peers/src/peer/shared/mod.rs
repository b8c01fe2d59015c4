//! Libraries that are located at run time: none of them is needed to build the program.
//!
//! To add one: write `NAME.rs` with its [`Kind`]: the names under which its file is installed, and the function that
//! opens it, which declares the library's functions once with [`functions!`](file), checks its version and returns its
//! offers. Add the kind to [`KINDS`] and the file, if it contains `unsafe`, to the list of `cargo xtask lint`.
//!
//! A file that lacks a function is refused with a message that names both. A library that returns an error code has
//! refused: that becomes an answer of zeros, a negative verdict, or `None`, and never ends the program.

mod crypto_mb;
pub(super) mod file;
mod gmp;
mod isal_crypto;
mod kind;
mod lib25519;
mod libargon2;
mod libgcrypt;
mod liboqs;
mod libsodium;
mod monocypher;
pub(super) mod openssl;
mod tweetnacl;
mod wolfssl;

pub(super) use kind::{Kind, reported};

/// All libraries that are searched for, in the order in which reports list them.
const KINDS: [Kind; 13] = [
    openssl::VERSION_3,
    openssl::VERSION_4,
    libsodium::KIND,
    lib25519::KIND,
    libargon2::KIND,
    monocypher::KIND,
    tweetnacl::KIND,
    libgcrypt::KIND,
    gmp::KIND,
    liboqs::KIND,
    wolfssl::KIND,
    crypto_mb::KIND,
    isal_crypto::KIND,
];

/// Returns all libraries that are searched for.
pub(super) fn kinds() -> &'static [Kind] {
    &KINDS
}
