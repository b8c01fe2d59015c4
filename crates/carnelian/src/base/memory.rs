//! Memory: wiping what held secrets, and stack frames that vectors do not straddle cache lines in.
#![allow(unsafe_code)]

use super::ct::Word;
#[cfg(feature = "kdf")]
use super::words::AlignedWords;

/// Overwrites `words` with zeros that the optimiser may not leave out, even when nothing reads them again.
#[inline(always)]
pub(crate) fn wipe<W: Word + Default>(words: &mut [W]) {
    words.fill(W::default());
    zeroize::optimization_barrier(words);
}

/// As [`wipe`], for megabytes: past the caches where that can be had, since what is written is not read again. That takes
/// two thirds of the time.
#[cfg(feature = "kdf")]
pub(crate) fn wipe_past_caches<const N: usize>(items: &mut [AlignedWords<N>]) {
    #[cfg(all(target_arch = "x86_64", not(any(miri, carnelian_msan))))]
    for words in items.iter_mut().flat_map(|item| item.0.as_chunks_mut::<2>().0) {
        use core::arch::x86_64::{_mm_setzero_si128, _mm_stream_si128};
        const { assert!(N.is_multiple_of(2)) };
        // SAFETY: x86-64 has SSE2; two words are written to two words, and pairs of aligned words are aligned.
        unsafe { _mm_stream_si128(words.as_mut_ptr().cast(), _mm_setzero_si128()) };
    }
    #[cfg(all(target_arch = "x86_64", not(any(miri, carnelian_msan))))]
    // SAFETY: x86-64 has SSE. The stores above are in memory before any that follow.
    unsafe {
        core::arch::x86_64::_mm_sfence();
    }
    #[cfg(not(all(target_arch = "x86_64", not(any(miri, carnelian_msan)))))]
    items.fill(AlignedWords::ZERO);
    zeroize::optimization_barrier(items);
}

/// Says that `words` are read soon. It does nothing else, and nothing at all where the CPU cannot be told.
#[cfg(feature = "kdf")]
#[inline(always)]
pub(crate) fn prefetch<const N: usize>(words: &AlignedWords<N>) {
    #[cfg(target_arch = "x86_64")]
    for line in words.0.as_chunks::<8>().0 {
        use core::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: x86-64 has SSE, and a prefetch has no effect on any value.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(line.as_ptr().cast()) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = words;
}

/// Wipes `BYTES` bytes of stack below the caller's frame, where a function that it has called kept what did not fit
/// into registers. Nothing but this reaches the copies that the compiler makes of its own accord. `BYTES` is a frame and
/// some; the tests that look at the stack say if it is too small.
#[inline(never)]
pub(crate) fn wipe_stack<const BYTES: usize>() {
    // Mutable, since LLVM answers for a constant with an address outside the stack.
    core::hint::black_box(&mut [0u8; BYTES]);
}

/// Runs `work` in a frame of its own and wipes that with [`wipe_stack`], so that it does not matter what the compiler has
/// inlined where. What `work` gives back is the caller's.
///
/// A function whose last expression this is has it write the result where its own goes. A result that is bound to a name
/// is copied from there, and stays there too: so the wiping is what a guard does, and constructors end in this.
#[inline(always)]
pub(crate) fn wiping_stack<const BYTES: usize, R>(work: impl FnOnce() -> R) -> R {
    #[inline(never)]
    fn frame<R>(work: impl FnOnce() -> R) -> R {
        work()
    }
    struct Wiping<const BYTES: usize>;
    impl<const BYTES: usize> Drop for Wiping<BYTES> {
        #[inline(always)]
        fn drop(&mut self) {
            wipe_stack::<BYTES>();
        }
    }
    let _wiping = Wiping::<BYTES>;
    frame(work)
}

/// Aligns the frame of the function that this is inlined into to 64 bytes.
///
/// LLVM does not do so for a function that merely spills registers; its zmm slots then straddle cache lines, and where
/// one crosses a page the kernel takes nearly twice as long, in one process start of twenty.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
pub(crate) fn align_frame() {
    #[repr(align(64))]
    struct Anchor(#[allow(dead_code)] u8);
    let anchor = Anchor(0);
    #[cfg(test)]
    super::testing::frame((&raw const anchor).addr());
    #[cfg(not(carnelian_msan))]
    // SAFETY: no instruction at all; the address makes the anchor a real part of the frame.
    unsafe {
        core::arch::asm!("/* {0} */", in(reg) &raw const anchor, options(readonly, nostack, preserves_flags));
    }
    #[cfg(carnelian_msan)]
    core::hint::black_box(&raw const anchor);
}

/// The same reference, of which the compiler does not know that it is the same. What a kernel reads through it in each
/// round of a loop is read there: LLVM would load it once, and keep on the stack what does not fit into registers.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
pub(crate) fn reread<T>(reference: &T) -> &T {
    #[cfg(not(carnelian_msan))]
    {
        let mut pointer = core::ptr::from_ref(reference);
        // SAFETY: no instruction at all; the pointer stays what it is.
        unsafe {
            core::arch::asm!("/* {0} */", inout(reg) pointer, options(readonly, nostack, preserves_flags));
        }
        // SAFETY: as the reference's own.
        unsafe { &*pointer }
    }
    #[cfg(carnelian_msan)]
    core::hint::black_box(reference)
}
