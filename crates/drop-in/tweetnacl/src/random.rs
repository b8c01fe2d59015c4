//! Random bytes from `randombytes`, which the program supplies, as TweetNaCl demands of it; or from the operating system
//! if it does not.
//!
//! Where executables are in the format ELF, the function is an undefined symbol of this library, bound when the program
//! is linked or loaded, so one definition serves the static and the shared library. It is weak: a program that loads the
//! shared library at run time, such as an interpreter of another language, has none, and then the symbol is null. Stable
//! Rust cannot declare such a symbol, hence the assembly. Elsewhere a shared library cannot have undefined symbols, and
//! the operating system's source is used.
#![allow(unsafe_code)] // Calls a function of the program.

use carnelian::random::{OsRandom, Random, RandomError};
use carnelian::secret::Secret;
use core::ffi::c_ulonglong;

/// The function of the program.
type RandomBytes = unsafe extern "C" fn(*mut u8, c_ulonglong);

/// Returns the function of the program, if it has one.
#[cfg(all(unix, not(target_vendor = "apple"), target_pointer_width = "64", target_arch = "x86_64"))]
fn supplied() -> Option<RandomBytes> {
    let address: usize;
    // SAFETY: reads an address from the global offset table.
    unsafe {
        core::arch::asm!(
            ".weak randombytes",
            "mov {}, qword ptr [rip + randombytes@GOTPCREL]",
            out(reg) address,
            options(nostack, preserves_flags, readonly),
        );
    }
    // SAFETY: null, or the address of a function that has this type in every program for TweetNaCl.
    unsafe { core::mem::transmute::<usize, Option<RandomBytes>>(address) }
}

/// Returns the function of the program, if it has one.
#[cfg(all(unix, not(target_vendor = "apple"), target_pointer_width = "64", target_arch = "aarch64"))]
fn supplied() -> Option<RandomBytes> {
    let address: usize;
    // SAFETY: reads an address from the global offset table.
    unsafe {
        core::arch::asm!(
            ".weak randombytes",
            "adrp {0}, :got:randombytes",
            "ldr {0}, [{0}, :got_lo12:randombytes]",
            out(reg) address,
            options(nostack, preserves_flags, readonly),
        );
    }
    // SAFETY: null, or the address of a function that has this type in every program for TweetNaCl.
    unsafe { core::mem::transmute::<usize, Option<RandomBytes>>(address) }
}

/// Returns nothing: the operating system's source is used.
#[cfg(not(all(
    unix,
    not(target_vendor = "apple"),
    target_pointer_width = "64",
    any(target_arch = "x86_64", target_arch = "aarch64")
)))]
const fn supplied() -> Option<RandomBytes> {
    None
}

/// Returns 32 random bytes; nothing if the operating system has none.
pub(crate) fn draw() -> Option<Secret<[u8; 32]>> {
    let fill = |bytes: &mut [u8; 32]| match supplied() {
        Some(randombytes) => {
            // SAFETY: it writes as many bytes as it is told to, and the array has as many.
            unsafe { randombytes(bytes.as_mut_ptr(), bytes.len() as c_ulonglong) };
            Ok::<_, RandomError>(())
        }
        None => OsRandom.fill(bytes),
    };
    Secret::build(fill).ok()
}
