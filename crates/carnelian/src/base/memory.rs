//! Memory: wiping what held secrets, and stack frames that vectors do not straddle cache lines in.
#![allow(unsafe_code)]

use super::ct::Word;

/// Overwrites `words` with zeros that the optimiser may not leave out, even when nothing reads them again.
#[inline(always)]
pub(crate) fn wipe<W: Word + Default>(words: &mut [W]) {
    words.fill(W::default());
    zeroize::optimization_barrier(words);
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
#[cfg(any(feature = "cipher", feature = "curve"))]
#[inline(always)]
pub(crate) fn wiping_stack<const BYTES: usize, R>(work: impl FnOnce() -> R) -> R {
    #[inline(never)]
    fn frame<R>(work: impl FnOnce() -> R) -> R {
        work()
    }
    let result = frame(work);
    wipe_stack::<BYTES>();
    result
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
#[cfg(all(target_arch = "x86_64", feature = "cipher"))]
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
