//! The library itself: initialization, version, CPU features, misuse.
#![allow(unsafe_code)] // Functions that C calls, and that call into C.

use crate::exports::AsItIs;
use carnelian::cipher::Aead;
use carnelian::cipher::aes_gcm::Aes256Gcm;
use carnelian_ffi::Caller;
use core::ffi::{c_char, c_int};
use std::process;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{PoisonError, RwLock};

/// The last version of libsodium before AEGIS, which is not offered: programs that ask for a later one call it.
const VERSION: *const c_char = c"1.0.18".as_ptr();

/// The version of that library's binary interface.
const MAJOR: c_int = 10;
const MINOR: c_int = 3;

static INITIALIZED: AtomicBool = AtomicBool::new(false);

/// A function that is told of misuse before the process ends.
type Handler = unsafe extern "C" fn();

static HANDLER: RwLock<Option<Handler>> = RwLock::new(None);

/// Returns 0 the first time, and 1 afterwards. Nothing needs to be initialized.
fn init(_: &Caller) -> AsItIs<c_int> {
    AsItIs(c_int::from(INITIALIZED.swap(true, Ordering::Relaxed)))
}

fn set_misuse_handler(_: &Caller, handler: Option<Handler>) -> Option<()> {
    *HANDLER.write().unwrap_or_else(PoisonError::into_inner) = handler;
    Some(())
}

/// Ends the process, after the handler was told.
pub(crate) fn misuse(_: &Caller) -> Option<()> {
    let handler = *HANDLER.read().unwrap_or_else(PoisonError::into_inner);
    if let Some(handler) = handler {
        // SAFETY: a function without arguments, which the header asks for.
        unsafe { handler() };
    }
    process::abort()
}

/// C's number for an argument that is not valid.
pub(crate) const EINVAL: c_int = 22;

/// C's number for a lack of memory.
pub(crate) const ENOMEM: c_int = 12;

/// C's number for a result that does not fit.
pub(crate) const ERANGE: c_int = 34;

/// Sets `errno`, where its place is known.
pub(crate) fn set_errno(number: c_int) {
    #[cfg(target_os = "linux")]
    {
        unsafe extern "C" {
            safe fn __errno_location() -> *mut c_int;
        }
        // SAFETY: the C library returns the place of this thread's variable.
        unsafe { *__errno_location() = number };
    }
    #[cfg(not(target_os = "linux"))]
    let _ = number;
}

fn version_string(_: &Caller) -> AsItIs<*const c_char> {
    AsItIs(VERSION)
}

fn version_major(_: &Caller) -> AsItIs<c_int> {
    AsItIs(MAJOR)
}

fn version_minor(_: &Caller) -> AsItIs<c_int> {
    AsItIs(MINOR)
}

/// The library is never reduced to some of its functions.
fn is_minimal(_: &Caller) -> bool {
    false
}

/// Returns whether the backends that run use a feature of the CPU. Only the names of backends are known.
fn has(feature: &str) -> bool {
    <Aes256Gcm as Aead>::backend().contains(feature)
}

/// Returns whether AES-NI, PCLMULQDQ and the extensions of SSE run, with AVX or without.
fn has_aes_ni(caller: &Caller) -> bool {
    has("sse") || has_avx2(caller)
}

fn has_avx2(_: &Caller) -> bool {
    has("avx2") || has("avx512")
}

fn has_avx512f(_: &Caller) -> bool {
    has("avx512")
}

/// A feature that no code of this library is written for, or that nothing is known about.
fn unknown_feature(_: &Caller) -> bool {
    false
}

exports! {
    sodium_init() -> c_int = init;
    sodium_set_misuse_handler(handler: Option<Handler>) -> c_int = set_misuse_handler;
    sodium_misuse() = misuse;
    sodium_version_string() -> *const c_char = version_string;
    sodium_library_version_major() -> c_int = version_major;
    sodium_library_version_minor() -> c_int = version_minor;
    sodium_library_minimal() -> c_int = is_minimal;
    sodium_runtime_has_aesni sodium_runtime_has_pclmul sodium_runtime_has_sse2 sodium_runtime_has_sse3
    sodium_runtime_has_sse41 sodium_runtime_has_ssse3
        () -> c_int = has_aes_ni;
    sodium_runtime_has_avx sodium_runtime_has_avx2() -> c_int = has_avx2;
    sodium_runtime_has_avx512f() -> c_int = has_avx512f;
    sodium_runtime_has_armcrypto sodium_runtime_has_neon sodium_runtime_has_rdrand() -> c_int = unknown_feature;
}
