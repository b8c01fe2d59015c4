//! Marks secrets for the constant-time checker; empty functions in an ordinary build.
//!
//! A checker that tracks undefined memory (valgrind, MemorySanitizer) reports every branch and every address that
//! depends on it. Declaring secrets undefined therefore turns it into a constant-time checker.
//!
//! A mark applies to memory, and the optimiser knows nothing of marks. After a mark is set, the optimiser must not
//! continue with a copy that it loaded from that memory into a register before, nor delay stores to that memory until
//! after the mark. Two things ensure that: the checker receives a raw pointer whose provenance is exposed, so as far as
//! the optimiser can tell the memory may have changed; and code that holds the value by reference passes it through
//! [`reload`].
#![cfg_attr(feature = "__ctcheck", allow(unsafe_code))]
// Public through `__internals`, if that feature is enabled.
#![cfg_attr(not(feature = "__internals"), allow(dead_code))]

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

/// Returns `place`, after which the optimiser knows nothing about its content.
#[inline(always)]
pub fn reload<T: ?Sized>(place: &T) -> &T {
    #[cfg(feature = "__ctcheck")]
    let place = core::hint::black_box(place);
    place
}

/// Returns `value` marked as secret.
#[inline(always)]
#[must_use]
pub fn secret<T: Copy>(value: T) -> T {
    let place = [value];
    poison(&place);
    reload(&place)[0]
}

/// Returns `value` marked as public.
#[inline(always)]
#[must_use]
pub fn public<T: Copy>(value: T) -> T {
    let place = [value];
    unpoison(&place);
    reload(&place)[0]
}

/// Returns `derived`, which was computed from `source`; all of it is secret if any part of `source` is.
///
/// MemorySanitizer's model of addition has no carries: it takes a negated secret bit for a word in which only the
/// lowest bit is secret. Anything that depends on the other bits of a mask would go unchecked. valgrind needs no such
/// help.
#[inline(always)]
#[must_use]
pub fn as_secret_as<S: Copy, T: Copy>(source: S, derived: T) -> T {
    #[cfg(carnelian_msan)]
    let derived = if poisoned_bytes(&[source]) > 0 { secret(derived) } else { derived };
    #[cfg(not(carnelian_msan))]
    let _ = source;
    derived
}

/// Returns how many bytes of `data` contain something secret according to the checker; 0 if none is active.
#[must_use]
pub fn poisoned_bytes<T>(data: &[T]) -> usize {
    #[cfg(feature = "__ctcheck")]
    {
        let start = data.as_ptr().cast::<u8>();
        (0..size_of_val(data)).filter(|&offset| checker::is_marked(start.wrapping_add(offset))).count()
    }
    #[cfg(not(feature = "__ctcheck"))]
    {
        let _ = data;
        0
    }
}

/// Notes that a substitute ran for code that MemorySanitizer cannot track: assembly, or instructions that it has no
/// model of. It is called where the substitute computes, and does nothing in any other build.
#[inline(always)]
pub fn stands_in() {
    #[cfg(carnelian_msan)]
    STOOD_IN.store(true, core::sync::atomic::Ordering::Relaxed);
}

/// Returns whether [`stands_in`] was called since the last call of this function.
#[must_use]
pub fn has_stood_in() -> bool {
    #[cfg(carnelian_msan)]
    let has = STOOD_IN.swap(false, core::sync::atomic::Ordering::Relaxed);
    #[cfg(not(carnelian_msan))]
    let has = false;
    has
}

#[cfg(carnelian_msan)]
static STOOD_IN: core::sync::atomic::AtomicBool = core::sync::atomic::AtomicBool::new(false);

#[cfg(all(feature = "__ctcheck", carnelian_msan))]
mod checker {
    use core::ffi::c_void;

    unsafe extern "C" {
        fn __msan_poison(address: *const c_void, size: usize);
        fn __msan_unpoison(address: *const c_void, size: usize);
        fn __msan_test_shadow(address: *const c_void, size: usize) -> isize;
    }

    pub(super) fn mark(address: *const u8, size: usize, secret: bool) {
        // SAFETY: the range is that of a live slice; MemorySanitizer modifies only its own shadow memory.
        unsafe {
            if secret {
                __msan_poison(address.cast(), size);
            } else {
                __msan_unpoison(address.cast(), size);
            }
        }
    }

    /// MemorySanitizer returns the offset of the first marked byte, or -1.
    pub(super) fn is_marked(address: *const u8) -> bool {
        // SAFETY: the byte is in a live slice; MemorySanitizer reads only its own shadow memory.
        unsafe { __msan_test_shadow(address.cast(), 1) == 0 }
    }
}

#[cfg(all(feature = "__ctcheck", not(carnelian_msan)))]
mod checker {
    use super::valgrind;

    /// Memcheck's client requests, numbered from 'M' 'C' 0 0 (valgrind's memcheck.h).
    const MAKE_MEM_UNDEFINED: usize = 0x4d43_0001;
    const MAKE_MEM_DEFINED: usize = 0x4d43_0002;
    const GET_VBITS: usize = 0x4d43_0008;

    pub(super) fn mark(address: *const u8, size: usize, secret: bool) {
        let request = if secret { MAKE_MEM_UNDEFINED } else { MAKE_MEM_DEFINED };
        valgrind::request([request, address.expose_provenance(), size, 0, 0, 0], 0);
    }

    /// Memcheck writes one bit for each bit of the byte, set if that bit is undefined. Outside valgrind nothing is
    /// written.
    pub(super) fn is_marked(address: *const u8) -> bool {
        let mut undefined = 0u8;
        valgrind::request(
            [GET_VBITS, address.expose_provenance(), (&raw mut undefined).expose_provenance(), 1, 0, 0],
            0,
        );
        undefined != 0
    }
}

/// Client requests to valgrind.
#[cfg(feature = "__ctcheck")]
pub mod valgrind {
    /// valgrind.h: the nesting depth under valgrind.
    const RUNNING_ON_VALGRIND: usize = 0x1001;
    /// valgrind.h: the number of errors reported so far.
    const COUNT_ERRORS: usize = 0x1201;

    /// Returns whether this program runs under valgrind.
    #[must_use]
    pub fn running() -> bool {
        request([RUNNING_ON_VALGRIND, 0, 0, 0, 0, 0], 0) != 0
    }

    /// Returns the number of errors that valgrind has reported so far; 0 outside valgrind.
    #[must_use]
    pub fn errors() -> usize {
        request([COUNT_ERRORS, 0, 0, 0, 0, 0], 0)
    }

    /// Issues a client request (valgrind.h, amd64): four rotations of rdi that add up to the identity, then `xchg rbx,
    /// rbx`; rax holds the address of the arguments, rdx the result. Outside valgrind it changes nothing and returns
    /// `default`.
    ///
    /// Not inlined, so that the optimiser does not see that memory behind an exposed address is unchanged by the call.
    #[cfg(target_arch = "x86_64")]
    #[inline(never)]
    pub(super) fn request(arguments: [usize; 6], default: usize) -> usize {
        let mut answer = default;
        // SAFETY: the sequence has no effect on the CPU. valgrind reads the six words that rax points to; where they
        // are addresses, the caller has exposed them and the memory is alive. The compiler must assume that the block
        // touches memory.
        unsafe {
            core::arch::asm!(
                "rol rdi, 3", "rol rdi, 13", "rol rdi, 61", "rol rdi, 51", "xchg rbx, rbx",
                in("rax") arguments.as_ptr(), inout("rdx") answer, out("rdi") _, options(nostack),
            );
        }
        answer
    }

    #[cfg(not(target_arch = "x86_64"))]
    pub(super) fn request(_: [usize; 6], default: usize) -> usize {
        default
    }
}
