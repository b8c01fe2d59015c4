//! The functions of libsodium, under its names. `include/sodium.h` declares them for callers in C. Most states are larger
//! than libsodium's: `docs/guide/sodium.md` has their sizes, and what this breaks, and lists the families that are here and
//! those that are not.
//!
//! Each module computes with safe functions over a [`Caller`](carnelian_ffi::Caller), and ends with a table of the names
//! under which C calls them.

#[macro_use]
mod exports;

mod aead;
mod ciphers;
mod codecs;
mod constants;
mod derivation;
mod exchange;
mod groups;
mod hashing;
mod kem;
mod library;
mod macs;
mod numbers;
mod passwords;
#[cfg(target_os = "linux")]
mod protected;
mod random;
mod secretstream;
mod signing;
mod states;
