//! Memory: wiping secrets, and aligning stack frames so that vectors do not straddle cache lines.
#![allow(unsafe_code)]

#[cfg(feature = "kdf")]
use super::aligned::AlignedWords;
#[cfg(all(any(test, target_arch = "x86_64"), feature = "postquantum"))]
use core::mem::MaybeUninit;

/// Overwrites `words` with zeros, in a way the optimiser may not remove even when the words are never read again.
#[inline(always)]
pub(crate) fn wipe<W: Copy + Default>(words: &mut [W]) {
    words.fill(W::default());
    zeroize::optimization_barrier(words);
}

/// Like [`wipe`], but for megabytes: where possible the stores bypass the caches, since the data is not read again.
/// That takes two thirds of the time.
#[cfg(feature = "kdf")]
pub(crate) fn wipe_past_caches<const N: usize>(items: &mut [AlignedWords<N>]) {
    #[cfg(all(target_arch = "x86_64", not(any(miri, carnelian_msan))))]
    for words in items.iter_mut().flat_map(|item| item.0.as_chunks_mut::<2>().0) {
        use core::arch::x86_64::{_mm_setzero_si128, _mm_stream_si128};
        const { assert!(N.is_multiple_of(2)) };
        // SAFETY: x86-64 has SSE2; 16 bytes are stored to two words, and two words at an even index of `AlignedWords`
        // are 16-byte aligned.
        unsafe { _mm_stream_si128(words.as_mut_ptr().cast(), _mm_setzero_si128()) };
    }
    #[cfg(all(target_arch = "x86_64", not(any(miri, carnelian_msan))))]
    // SAFETY: x86-64 has SSE. The fence orders the stores above before all later ones.
    unsafe {
        core::arch::x86_64::_mm_sfence();
    }
    #[cfg(not(all(target_arch = "x86_64", not(any(miri, carnelian_msan)))))]
    items.fill(AlignedWords::ZERO);
    zeroize::optimization_barrier(items);
}

/// Hints that `words` are read soon. It has no other effect, and none at all where the CPU has no such hint.
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

/// Wipes `BYTES` bytes of stack below the caller's frame, where a function that the caller has called spilled
/// registers. There is no other way to reach the copies that the compiler makes of its own accord. `BYTES` is the size
/// of a frame plus a margin; the tests that inspect the stack fail if it is too small.
#[inline(never)]
pub(crate) fn wipe_stack<const BYTES: usize>() {
    // Mutable, since for a constant LLVM passes an address outside the stack.
    core::hint::black_box(&mut [0u8; BYTES]);
}

/// Runs `work` in a frame of its own and wipes that frame with [`wipe_stack`], so that the compiler's inlining
/// decisions do not matter. The return value of `work` is the caller's to protect.
///
/// A function that ends in this expression has `work` write the result directly to the function's own return slot. A
/// result that is bound to a name is copied from there, and the original stays behind. That is why a guard does the
/// wiping, and why constructors end in this call.
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

/// Aligns the frame of the function that inlines this to 64 bytes.
///
/// LLVM does not do so for a function that merely spills registers. Its zmm slots then straddle cache lines, and where
/// one crosses a page the kernel takes nearly twice as long; this happens in one process start in twenty.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
pub(crate) fn align_frame() {
    #[repr(align(64))]
    struct Anchor(#[allow(dead_code)] u8);
    let anchor = Anchor(0);
    #[cfg(test)]
    super::testing::frame((&raw const anchor).addr());
    #[cfg(not(carnelian_msan))]
    // SAFETY: the block has no instructions; passing the address makes the anchor a real part of the frame.
    unsafe {
        core::arch::asm!("/* {0} */", in(reg) &raw const anchor, options(readonly, nostack, preserves_flags));
    }
    #[cfg(carnelian_msan)]
    core::hint::black_box(&raw const anchor);
}

/// An array that is filled from the front, and not set before: a kernel's results between two passes.
#[cfg(all(any(test, target_arch = "x86_64"), feature = "postquantum"))]
pub(crate) struct Filling<T: Copy, const N: usize> {
    items: [MaybeUninit<T>; N],
    count: usize,
}

#[cfg(all(any(test, target_arch = "x86_64"), feature = "postquantum"))]
impl<T: Copy, const N: usize> Filling<T, N> {
    #[inline(always)]
    pub(crate) fn new() -> Self {
        Self { items: [const { MaybeUninit::uninit() }; N], count: 0 }
    }

    /// Sets the next item. There must be one left.
    #[inline(always)]
    pub(crate) fn push(&mut self, item: T) {
        self.items[self.count].write(item);
        self.count += 1;
    }

    /// Returns the items, all of which must have been set.
    #[inline(always)]
    pub(crate) fn full(&self) -> &[T; N] {
        assert!(self.count == N, "an item is missing");
        // SAFETY: `push` has set the items below `count`, that is all. The two arrays have the same layout.
        unsafe { &*(&raw const self.items).cast() }
    }
}

/// Returns the same reference, but the compiler does not know that it is the same. What a kernel reads through it in
/// each round of a loop is read at that point: LLVM would otherwise load it once, and spill to the stack what does not
/// fit into registers.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
pub(crate) fn reread<T>(reference: &T) -> &T {
    #[cfg(not(carnelian_msan))]
    {
        let mut pointer = core::ptr::from_ref(reference);
        // SAFETY: the block has no instructions, so the pointer is unchanged.
        unsafe {
            core::arch::asm!("/* {0} */", inout(reg) pointer, options(readonly, nostack, preserves_flags));
        }
        // SAFETY: the pointer equals `reference`, which is valid for the returned lifetime.
        unsafe { &*pointer }
    }
    #[cfg(carnelian_msan)]
    core::hint::black_box(reference)
}
