//! The command as its users meet it: the real binary, beside the system's `sha512sum`, `sha384sum` and OpenSSL.
//!
//! A test whose outside program is not installed prints a line that starts with `SKIPPED` and passes.

// These tests speak of Unix: modes, signals, file names that are no text.
#![cfg(unix)]

#[cfg(feature = "bench")]
mod baseline;
#[cfg(feature = "bench")]
mod bench;
mod check;
mod closed;
mod exchange;
mod exit_codes;
mod general;
mod hash;
mod key_files;
mod mac;
mod openssl;
mod passphrase;
mod password;
mod random;
#[cfg(feature = "bench")]
mod report;
mod room;
mod sealed;
mod shells;
mod sign;
mod signals;
mod terminal;
mod verify;
mod words;
