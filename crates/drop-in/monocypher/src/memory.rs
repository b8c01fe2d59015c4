//! Comparison in constant time, and wiping.
#![allow(unsafe_code)] // Entry points of C.

use crate::{judge, serve};
use carnelian::{ct, secret};
use carnelian_ffi::Caller;
use core::ffi::{c_int, c_void};

/// Returns 0 if two arrays of `N` bytes are equal, -1 if they are not.
fn verify<const N: usize>(caller: &Caller, a: *const u8, b: *const u8) -> c_int {
    judge(|| Ok(ct::verify(caller.array::<N>(a)?, caller.array::<N>(b)?)))
}

/// Compares 16 bytes.
///
/// # Safety
/// As in `monocypher.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn crypto_verify16(a: *const u8, b: *const u8) -> c_int {
    // SAFETY: the caller of a function of the header keeps its promises.
    verify::<16>(&unsafe { Caller::promises() }, a, b)
}

/// Compares 32 bytes.
///
/// # Safety
/// As in `monocypher.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn crypto_verify32(a: *const u8, b: *const u8) -> c_int {
    // SAFETY: the caller of a function of the header keeps its promises.
    verify::<32>(&unsafe { Caller::promises() }, a, b)
}

/// Compares 64 bytes.
///
/// # Safety
/// As in `monocypher.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn crypto_verify64(a: *const u8, b: *const u8) -> c_int {
    // SAFETY: the caller of a function of the header keeps its promises.
    verify::<64>(&unsafe { Caller::promises() }, a, b)
}

/// Overwrites `size` bytes with zeros.
///
/// # Safety
/// As in `monocypher.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn crypto_wipe(secret: *mut c_void, size: usize) {
    // SAFETY: the caller of a function of the header keeps its promises.
    let caller = unsafe { Caller::promises() };
    serve(|| {
        secret::wipe(caller.output(secret.cast(), size)?);
        Ok(())
    });
}
