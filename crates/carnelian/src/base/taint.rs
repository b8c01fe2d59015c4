//! Marks secrets for the constant-time checker; empty functions in an ordinary build.
//!
//! A checker that follows undefined memory (valgrind, MemorySanitizer) reports every branch and every address that
//! depends on it. Telling it that secrets are undefined therefore turns it into a constant-time checker.
#![cfg_attr(feature = "__ctcheck", allow(unsafe_code))]
// Public through `__internals`, where there is one.
#![cfg_attr(not(feature = "__internals"), allow(unreachable_pub))]

/// Marks `data` as secret.
#[inline(always)]
pub fn poison<T>(data: &[T]) {
    #[cfg(feature = "__ctcheck")]
    checker::mark(data.as_ptr().cast(), size_of_val(data), true);
    #[cfg(not(feature = "__ctcheck"))]
    let _ = data;
}

/// Marks `data` as public.
#[inline(always)]
pub fn unpoison<T>(data: &[T]) {
    #[cfg(feature = "__ctcheck")]
    checker::mark(data.as_ptr().cast(), size_of_val(data), false);
    #[cfg(not(feature = "__ctcheck"))]
    let _ = data;
}

#[cfg(all(feature = "__ctcheck", carnelian_msan))]
mod checker {
    use core::ffi::c_void;

    unsafe extern "C" {
        fn __msan_poison(address: *const c_void, size: usize);
        fn __msan_unpoison(address: *const c_void, size: usize);
    }

    pub(super) fn mark(address: *const u8, size: usize, secret: bool) {
        // SAFETY: the range is that of a live slice; MemorySanitizer touches its own shadow of it alone.
        unsafe {
            if secret {
                __msan_poison(address.cast(), size);
            } else {
                __msan_unpoison(address.cast(), size);
            }
        }
    }
}

#[cfg(all(feature = "__ctcheck", not(carnelian_msan)))]
mod checker {
    use super::valgrind;

    /// Memcheck's requests, numbered from 'M' 'C' 0 0 (valgrind's memcheck.h).
    const MAKE_MEM_UNDEFINED: usize = 0x4d43_0001;
    const MAKE_MEM_DEFINED: usize = 0x4d43_0002;

    pub(super) fn mark(address: *const u8, size: usize, secret: bool) {
        let request = if secret { MAKE_MEM_UNDEFINED } else { MAKE_MEM_DEFINED };
        valgrind::request([request, address.addr(), size, 0, 0, 0], 0);
        // The bytes may have changed as far as the compiler knows, so nothing read before is reused.
        core::hint::black_box(address);
    }
}

/// Talking to valgrind from inside the program.
#[cfg(feature = "__ctcheck")]
pub mod valgrind {
    /// valgrind.h: how deep under valgrind this program runs.
    const RUNNING_ON_VALGRIND: usize = 0x1001;
    /// valgrind.h: how many errors it has reported so far.
    const COUNT_ERRORS: usize = 0x1201;

    /// Whether this program runs under valgrind.
    #[must_use]
    pub fn running() -> bool {
        request([RUNNING_ON_VALGRIND, 0, 0, 0, 0, 0], 0) != 0
    }

    /// How many errors valgrind has reported so far; 0 outside of it.
    #[must_use]
    pub fn errors() -> usize {
        request([COUNT_ERRORS, 0, 0, 0, 0, 0], 0)
    }

    /// One client request (valgrind.h, amd64): four rotations of rdi that add up to none, then `xchg rbx, rbx`; the
    /// arguments' address in rax, the answer in rdx. Outside valgrind it changes nothing and answers `default`.
    #[cfg(target_arch = "x86_64")]
    pub(super) fn request(arguments: [usize; 6], default: usize) -> usize {
        let mut answer = default;
        // SAFETY: the sequence has no effect on the CPU; valgrind reads the six words that rax points to.
        unsafe {
            core::arch::asm!(
                "rol rdi, 3", "rol rdi, 13", "rol rdi, 61", "rol rdi, 51", "xchg rbx, rbx",
                in("rax") arguments.as_ptr(), inout("rdx") answer, out("rdi") _,
            );
        }
        answer
    }

    #[cfg(not(target_arch = "x86_64"))]
    pub(super) fn request(_: [usize; 6], default: usize) -> usize {
        default
    }
}
