//! The random source, which the caller may replace.
#![allow(unsafe_code)] // Functions that C calls, and that call into C.

use carnelian::random::{OsRandom, Random};
use carnelian_ffi::Caller;
use core::ffi::c_void;
use std::process;
use std::sync::{PoisonError, RwLock};

/// A random source in C.
pub type Fill = unsafe extern "C" fn(*mut c_void, usize);

/// The caller's source.
static CUSTOM: RwLock<Option<Fill>> = RwLock::new(None);

/// Replaces the random source of [`ed25519_randombytes_unsafe`]; a null pointer restores that of the operating system.
///
/// # Safety
/// `fill` must write as many bytes as it is asked for, from any thread.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_donna_set_randombytes(fill: Option<Fill>) {
    *CUSTOM.write().unwrap_or_else(PoisonError::into_inner) = fill;
}

/// Writes random bytes, or ends the process: the interface has no way to report a failure, and bytes that are not
/// random would be used as keys.
///
/// # Safety
/// `out` must point to `count` writable bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ed25519_randombytes_unsafe(out: *mut c_void, count: usize) {
    // SAFETY: this function's contract, which the header states.
    let caller = unsafe { Caller::promises() };
    let custom = *CUSTOM.read().unwrap_or_else(PoisonError::into_inner);
    if let Some(fill) = custom {
        // SAFETY: `fill` is as `carnelian_donna_set_randombytes` demands, and `out` as this function does.
        unsafe { fill(out, count) };
    } else if caller.output(out.cast(), count).is_ok_and(|out| OsRandom.fill(out).is_err()) {
        process::abort();
    }
}
