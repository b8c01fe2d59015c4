//! The functions of TweetNaCl, under its names and with its results, for programs that were written for it.
//!
//! `include/tweetnacl.h` declares them. A program is compiled with this header and linked with this library instead of
//! compiling `tweetnacl.c`; its source stays as it is, with the `randombytes` that TweetNaCl demands of it.
//!
//! Results are those of TweetNaCl in every case, also where the Rust library decides otherwise: public keys of small
//! order are accepted, and signatures by the rule described at [`sign`]. What TweetNaCl declares and does not define is
//! here too: HMAC-SHA-512-256 and SHA-256.
//!
//! Two things differ, and both are outside of what TweetNaCl promises: a null pointer to something that is not empty
//! makes a function return -1, and inputs and outputs may overlap in any way.

use carnelian_ffi::Fault;
use core::ffi::{c_int, c_ulonglong};

pub mod auth;
pub mod boxes;
pub mod core_functions;
mod data;
pub mod hash;
pub mod onetimeauth;
mod random;
pub mod scalarmult;
pub mod secretbox;
pub mod sign;
mod signing;
pub mod stream;
pub mod verify;

/// Runs the body of a function: 0 if it succeeds, -1 if its verdict is negative or a pointer is refused.
#[inline]
fn judge(work: impl FnOnce() -> Result<bool, Fault>) -> c_int {
    if work() == Ok(true) { 0 } else { -1 }
}

/// Returns a length that memory can have.
#[inline]
fn length(len: c_ulonglong) -> Result<usize, Fault> {
    usize::try_from(len).map_err(|_| Fault::TooLong)
}
