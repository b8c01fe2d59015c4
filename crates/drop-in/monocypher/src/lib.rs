//! The functions of Monocypher 4, under its names and with its results, for programs that were written for it.
//!
//! `include/monocypher.h` and `include/monocypher-ed25519.h` declare them. A program is compiled with these headers and
//! linked with this library instead of Monocypher's; its source stays as it is. Most contexts are larger than
//! Monocypher's: `docs/guide/monocypher.md` has their sizes, and what this breaks.
//!
//! Results are those of Monocypher in every case in which it has defined ones, also where the Rust library decides
//! otherwise: [`elligator`] maps coordinates of the twist, [`x25519`] accepts points of small order and converts
//! coordinates that belong to no point, signatures are accepted by the rule of ZIP 215.
//!
//! Three things differ, and all are outside of what Monocypher promises:
//! - A null pointer to something that is not empty makes a function do nothing, or return -1.
//! - Buffers that overlap in any way are encrypted and decrypted as if they did not.
//! - [`argon2`] ends the process where it cannot compute a hash.

use carnelian_ffi::Fault;
use core::ffi::c_int;

pub mod aead;
pub mod argon2;
pub mod blake2b;
pub mod chacha20;
mod context;
mod data;
pub mod ed25519;
pub mod eddsa;
pub mod elligator;
mod field;
pub mod memory;
pub mod poly1305;
pub mod sha512;
mod short_inputs;
mod signing;
pub mod x25519;

/// Runs the body of a function that returns nothing: it has no way to report a pointer that it refuses.
#[inline]
fn serve(work: impl FnOnce() -> Result<(), Fault>) {
    let _ = work();
}

/// Runs the body of a function that returns a verdict: 0, or -1 if it is negative or a pointer is refused.
#[inline]
fn judge(work: impl FnOnce() -> Result<bool, Fault>) -> c_int {
    if work() == Ok(true) { 0 } else { -1 }
}
