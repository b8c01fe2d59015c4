//! The command as its users meet it: the real binary, beside the system's `sha512sum`, `sha384sum` and OpenSSL.
//!
//! A test whose outside program is not installed prints a line that starts with `SKIPPED` and passes.

// These tests speak of Unix: modes, signals, file names that are no text.
#![cfg(unix)]

mod baseline;
mod bench;
mod check;
mod exchange;
mod general;
mod hash;
mod key_files;
mod mac;
mod openssl;
mod passphrase;
mod password;
mod random;
mod report;
mod room;
mod sealed;
mod sign;
mod verify;
