//! Marks secrets for the constant-time checker; empty functions in an ordinary build.
//!
//! A checker that follows undefined memory (valgrind, MemorySanitizer) reports every branch and every address that
//! depends on it. Telling it that secrets are undefined therefore turns it into a constant-time checker.
//!
//! A mark lies on memory, and the optimiser knows nothing of marks. It must not go on with a copy that it took from
//! that memory into a register before the mark was set, nor write to it afterwards what was written to it before. Two
//! things see to that: the checker is told through a raw pointer whose provenance is exposed, so the memory may have
//! changed as far as the optimiser can tell; and whoever holds the value by reference passes it through [`reload`].
#![cfg_attr(feature = "__ctcheck", allow(unsafe_code))]
// Public through `__internals`, where there is one.
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

/// `place`, of whose content the optimiser knows nothing any more.
#[inline(always)]
pub fn reload<T: ?Sized>(place: &T) -> &T {
    #[cfg(feature = "__ctcheck")]
    let place = core::hint::black_box(place);
    place
}

/// `value`, as a secret.
#[inline(always)]
#[must_use]
pub fn secret<T: Copy>(value: T) -> T {
    let place = [value];
    poison(&place);
    reload(&place)[0]
}

/// `value`, as public data.
#[inline(always)]
#[must_use]
pub fn public<T: Copy>(value: T) -> T {
    let place = [value];
    unpoison(&place);
    reload(&place)[0]
}

/// `derived`, and all of it is secret if any of `source` is, which it was computed from.
///
/// What MemorySanitizer knows of a sum has no carries: it takes a negated secret bit for a word of which all but the
/// lowest bit is public. Whatever depends on the rest of a mask would go unchecked. valgrind needs no such help.
#[inline(always)]
#[must_use]
pub fn as_secret_as<S: Copy, T: Copy>(source: S, derived: T) -> T {
    #[cfg(carnelian_msan)]
    let derived = if poisoned_bytes(&[source]) > 0 { secret(derived) } else { derived };
    #[cfg(not(carnelian_msan))]
    let _ = source;
    derived
}

/// How many bytes of `data` hold something secret, as the checker sees it; 0 if none is watching.
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

/// Notes that code stands in for what MemorySanitizer cannot look through: assembly, or instructions of which it has no
/// model. It is called where that code computes, and does nothing in any other build.
#[inline(always)]
pub fn stands_in() {
    #[cfg(carnelian_msan)]
    STOOD_IN.store(true, core::sync::atomic::Ordering::Relaxed);
}

/// Whether [`stands_in`] was called since this was last asked.
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
        // SAFETY: the range is that of a live slice; MemorySanitizer touches its own shadow of it alone.
        unsafe {
            if secret {
                __msan_poison(address.cast(), size);
            } else {
                __msan_unpoison(address.cast(), size);
            }
        }
    }

    /// MemorySanitizer answers with the offset of the first marked byte, or with -1.
    pub(super) fn is_marked(address: *const u8) -> bool {
        // SAFETY: the byte is one of a live slice; MemorySanitizer reads its own shadow of it alone.
        unsafe { __msan_test_shadow(address.cast(), 1) == 0 }
    }
}

#[cfg(all(feature = "__ctcheck", not(carnelian_msan)))]
mod checker {
    use super::valgrind;

    /// Memcheck's requests, numbered from 'M' 'C' 0 0 (valgrind's memcheck.h).
    const MAKE_MEM_UNDEFINED: usize = 0x4d43_0001;
    const MAKE_MEM_DEFINED: usize = 0x4d43_0002;
    const GET_VBITS: usize = 0x4d43_0008;

    pub(super) fn mark(address: *const u8, size: usize, secret: bool) {
        let request = if secret { MAKE_MEM_UNDEFINED } else { MAKE_MEM_DEFINED };
        valgrind::request([request, address.expose_provenance(), size, 0, 0, 0], 0);
    }

    /// Memcheck writes one bit for each bit of the byte, set where that is undefined. Outside valgrind it writes none.
    pub(super) fn is_marked(address: *const u8) -> bool {
        let mut undefined = 0u8;
        valgrind::request(
            [GET_VBITS, address.expose_provenance(), (&raw mut undefined).expose_provenance(), 1, 0, 0],
            0,
        );
        undefined != 0
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
    ///
    /// Not inlined, so that the memory behind an exposed address is out of the optimiser's sight during the call.
    #[cfg(target_arch = "x86_64")]
    #[inline(never)]
    pub(super) fn request(arguments: [usize; 6], default: usize) -> usize {
        let mut answer = default;
        // SAFETY: the sequence has no effect on the CPU. valgrind reads the six words that rax points to; where they
        // name memory, the caller exposed it and it is alive. The block may touch memory as far as the compiler knows.
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
