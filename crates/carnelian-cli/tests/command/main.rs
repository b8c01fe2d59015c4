//! End-to-end tests of the real binary, compared with the system's `sha512sum`, `sha384sum` and OpenSSL.
//!
//! A test whose external program is not installed prints a line that starts with `SKIPPED` and passes; `.ci/test` counts
//! these.

// These tests need Unix: modes, signals, file names that are not valid UTF-8.
#![cfg(unix)]

mod bare_keys;
#[cfg(feature = "bench")]
mod baseline;
#[cfg(feature = "bench")]
mod bench;
mod check;
mod closed;
mod coming_from;
mod convert;
mod exchange;
mod exit_codes;
mod foreign_keys;
mod general;
mod hash;
mod key_files;
mod mac;
mod ml_dsa;
mod ml_kem;
mod openssl;
mod passphrase;
mod password;
mod post_quantum;
mod random;
#[cfg(feature = "bench")]
mod report;
mod room;
mod sealed;
mod self_test;
mod shells;
mod sign;
mod signals;
#[path = "../../../carnelian/tests/skipped/mod.rs"]
mod skipped;
mod slh_dsa;
#[cfg(feature = "bench")]
mod targets;
mod terminal;
mod threads;
mod verify;
mod words;
