//! Tests that operations on secrets leave nothing on the stack when everything is dropped, and that no operation needs more
//! stack than is documented.
//!
//! Every operation that `carnelian-ctcheck` runs is run here on a stack of its own, with the frame of its caller, at
//! every tier of this CPU; `cargo xtask lint` finds one that is missing. In builds without optimisation every move is a
//! copy, so that there is nothing to see. With `CARNELIAN_STACK_CASE` only the cases are run whose names contain that.
#![cfg(all(target_arch = "x86_64", target_os = "linux", not(miri), not(debug_assertions)))]

#[cfg(feature = "cipher")]
mod aead;
#[cfg(feature = "cipher")]
mod aes;
#[cfg(feature = "cipher")]
mod authenticators;
#[cfg(feature = "cipher")]
mod chacha20;
mod check;
#[cfg(feature = "composite")]
mod composite;
#[cfg(feature = "kdf")]
mod derivation;
#[cfg(feature = "curve")]
mod eddsa;
#[cfg(all(feature = "curve", feature = "encoding"))]
mod files;
#[cfg(feature = "curve")]
mod groups;
mod hashing;
#[cfg(all(feature = "composite", feature = "encoding"))]
mod needs;
#[cfg(feature = "postquantum")]
mod postquantum;
#[cfg(all(feature = "composite", feature = "encoding"))]
mod roles;
#[cfg(feature = "cipher")]
mod salsa20;
mod secret;
#[cfg(all(feature = "composite", feature = "encoding"))]
mod verification;
#[cfg(feature = "curve")]
mod x25519;

use check::leave_nothing;
#[cfg(feature = "composite")]
use composite::{dhkem, hybrid, nacl_box, sealed};

#[cfg(feature = "cipher")]
#[test]
fn ciphers_leave_nothing() {
    leave_nothing(&[&aead::cases(), aes::CASES, authenticators::CASES, chacha20::CASES, salsa20::CASES]);
}

#[cfg(feature = "curve")]
#[test]
fn curves_leave_nothing() {
    leave_nothing(&[eddsa::CASES, groups::CASES, x25519::CASES]);
}

#[cfg(feature = "kdf")]
#[test]
fn derivation_of_keys_leaves_nothing() {
    leave_nothing(&[derivation::CASES]);
}

#[cfg(all(feature = "curve", feature = "encoding"))]
#[test]
fn key_files_leave_nothing() {
    leave_nothing(&[files::CASES]);
}

#[test]
fn hash_functions_leave_nothing() {
    leave_nothing(&[&hashing::cases()]);
}

#[cfg(feature = "composite")]
#[test]
fn sealed_files_leave_nothing() {
    leave_nothing(&[sealed::CASES]);
}

#[cfg(feature = "composite")]
#[test]
fn key_encapsulation_leaves_nothing() {
    leave_nothing(&[dhkem::CASES, hybrid::CASES]);
}

#[cfg(feature = "composite")]
#[test]
fn boxes_leave_nothing() {
    leave_nothing(&[nacl_box::CASES]);
}

#[cfg(all(feature = "composite", feature = "encoding"))]
#[test]
fn roles_leave_nothing() {
    leave_nothing(&[&roles::cases()]);
}

#[test]
fn containers_leave_nothing() {
    leave_nothing(&[secret::CASES]);
}

#[cfg(feature = "postquantum")]
#[test]
fn lattices_leave_nothing() {
    leave_nothing(&[&postquantum::mldsa::cases(), &postquantum::mlkem::cases()]);
}

#[cfg(feature = "postquantum")]
#[test]
fn signatures_by_hashes_leave_nothing() {
    leave_nothing(&[postquantum::slhdsa::CASES]);
}
