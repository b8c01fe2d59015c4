//! The functions that report implementations and return them by number. Each primitive has one.
#![allow(unsafe_code)] // Functions that C calls.
#![allow(non_snake_case)] // lib25519's names.

use carnelian::curve::curve25519;
use carnelian::hash::{Hash, Sha512};
use core::ffi::{CStr, c_char, c_int, c_longlong};
use core::ptr;
use std::ffi::CString;
use std::sync::OnceLock;

/// The compiler of every implementation.
const COMPILER: &CStr = c"rustc";

/// Returns a name as a string of C.
fn name(place: &'static OnceLock<CString>, backend: fn() -> &'static str) -> *const c_char {
    place.get_or_init(|| CString::new(backend()).unwrap_or_default()).as_ptr()
}

/// Returns the result for implementation 0, and null for others.
fn of_first(implementation: c_longlong, result: impl FnOnce() -> *const c_char) -> *const c_char {
    if implementation == 0 { result() } else { ptr::null() }
}

/// Writes the functions that report on a primitive: its name and the function that returns its backend, and for each of
/// its functions the name, the function and its type.
macro_rules! primitives {
    ($($primitive:literal as $module:ident, $backend:expr => {
        $($name:literal as $function:ident: $kind:ty;)*
    })*) => {$(
        mod $module {
            use super::*;

            static NAME: OnceLock<CString> = OnceLock::new();

            #[unsafe(export_name = concat!("lib25519_", $primitive, "_implementation"))]
            extern "C" fn implementation() -> *const c_char {
                name(&NAME, $backend)
            }

            #[unsafe(export_name = concat!("lib25519_", $primitive, "_compiler"))]
            extern "C" fn compiler() -> *const c_char {
                COMPILER.as_ptr()
            }

            #[unsafe(export_name = concat!("lib25519_dispatch_", $primitive, "_implementation"))]
            extern "C" fn dispatch_implementation(number: c_longlong) -> *const c_char {
                of_first(number, || implementation())
            }

            #[unsafe(export_name = concat!("lib25519_dispatch_", $primitive, "_compiler"))]
            extern "C" fn dispatch_compiler(number: c_longlong) -> *const c_char {
                of_first(number, || compiler())
            }

            #[unsafe(export_name = concat!("lib25519_numimpl_", $primitive))]
            extern "C" fn count() -> c_longlong {
                1
            }

            $(mod $function {
                use super::*;

                #[unsafe(export_name = concat!("lib25519_dispatch_", $name))]
                extern "C" fn dispatch(number: c_longlong) -> Option<$kind> {
                    if number == 0 { Some(crate::$function) } else { None }
                }
            })*
        }
    )*};
}

primitives! {
    "verify_32" as verify_32, || "portable" => {
        "verify_32" as lib25519_verify_32: unsafe extern "C" fn(*const u8, *const u8) -> c_int;
    }
    "hashblocks_sha512" as hashblocks_sha512, || "sha2" => {
        "hashblocks_sha512" as lib25519_hashblocks_sha512: unsafe extern "C" fn(*mut u8, *const u8, c_longlong) -> c_int;
    }
    "hash_sha512" as hash_sha512, Sha512::backend => {
        "hash_sha512" as lib25519_hash_sha512: unsafe extern "C" fn(*mut u8, *const u8, c_longlong);
    }
    "pow_inv25519" as pow_inv25519, || "portable" => {
        "pow_inv25519" as lib25519_pow_inv25519: unsafe extern "C" fn(*mut u8, *const u8);
    }
    "powbatch_inv25519" as powbatch_inv25519, || "portable" => {
        "powbatch_inv25519" as lib25519_powbatch_inv25519: unsafe extern "C" fn(*mut u8, *const u8, c_longlong);
    }
    "nP_montgomery25519" as nP_montgomery25519, curve25519::backend => {
        "nP_montgomery25519" as lib25519_nP_montgomery25519: unsafe extern "C" fn(*mut u8, *const u8, *const u8);
    }
    "nPbatch_montgomery25519" as nPbatch_montgomery25519, curve25519::backend => {
        "nPbatch_montgomery25519" as lib25519_nPbatch_montgomery25519: unsafe extern "C" fn(*mut u8, *const u8, *const u8, c_longlong);
    }
    "nG_merged25519" as nG_merged25519, curve25519::backend => {
        "nG_merged25519" as lib25519_nG_merged25519: unsafe extern "C" fn(*mut u8, *const u8);
    }
    "nG_montgomery25519" as nG_montgomery25519, curve25519::backend => {
        "nG_montgomery25519" as lib25519_nG_montgomery25519: unsafe extern "C" fn(*mut u8, *const u8);
    }
    "mGnP_ed25519" as mGnP_ed25519, curve25519::backend => {
        "mGnP_ed25519" as lib25519_mGnP_ed25519: unsafe extern "C" fn(*mut u8, *const u8, *const u8, *const u8);
    }
    "multiscalar_ed25519" as multiscalar_ed25519, curve25519::backend => {
        "multiscalar_ed25519" as lib25519_multiscalar_ed25519: unsafe extern "C" fn(*mut u8, *const u8, *const u8, c_longlong);
    }
    "dh_x25519" as dh_x25519, curve25519::backend => {
        "dh_x25519_keypair" as lib25519_dh_x25519_keypair: unsafe extern "C" fn(*mut u8, *mut u8);
        "dh_x25519" as lib25519_dh_x25519: unsafe extern "C" fn(*mut u8, *const u8, *const u8);
    }
    "sign_ed25519" as sign_ed25519, curve25519::backend => {
        "sign_ed25519_keypair" as lib25519_sign_ed25519_keypair: unsafe extern "C" fn(*mut u8, *mut u8);
        "sign_ed25519" as lib25519_sign_ed25519: unsafe extern "C" fn(*mut u8, *mut c_longlong, *const u8, c_longlong, *const u8);
        "sign_ed25519_open" as lib25519_sign_ed25519_open: unsafe extern "C" fn(*mut u8, *mut c_longlong, *const u8, c_longlong, *const u8) -> c_int;
    }
}
