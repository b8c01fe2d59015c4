//! Large memory from the heap.
#![allow(unsafe_code)]

use crate::base::aligned::AlignedWords;
use alloc::alloc::{Layout, alloc_zeroed, dealloc};
use core::ops::{Deref, DerefMut};
use core::ptr::NonNull;

/// Zero-initialised memory from the heap. Its content is not wiped when it is dropped.
#[derive(Debug)]
pub(crate) struct Pages<const N: usize> {
    start: NonNull<AlignedWords<N>>,
    len: usize,
}

// SAFETY: the memory is owned by this value only.
unsafe impl<const N: usize> Send for Pages<N> {}
// SAFETY: a shared reference allows only reads.
unsafe impl<const N: usize> Sync for Pages<N> {}

impl<const N: usize> Pages<N> {
    /// Returns `len` items of `N` zeros; `None` if there is not enough memory.
    pub(crate) fn zeroed(len: usize) -> Option<Self> {
        if len == 0 {
            return Some(Self { start: NonNull::dangling(), len });
        }
        // SAFETY: the size is not zero.
        let start = unsafe { alloc_zeroed(Layout::array::<AlignedWords<N>>(len).ok()?) };
        Some(Self { start: NonNull::new(start)?.cast(), len })
    }
}

impl<const N: usize> Deref for Pages<N> {
    type Target = [AlignedWords<N>];

    fn deref(&self) -> &[AlignedWords<N>] {
        // SAFETY: the allocation has `len` items, was initialised with zeros and is borrowed for as long as `self` is.
        unsafe { core::slice::from_raw_parts(self.start.as_ptr(), self.len) }
    }
}

impl<const N: usize> DerefMut for Pages<N> {
    fn deref_mut(&mut self) -> &mut [AlignedWords<N>] {
        // SAFETY: the allocation has `len` items, was initialised with zeros and is borrowed for as long as `self` is.
        unsafe { core::slice::from_raw_parts_mut(self.start.as_ptr(), self.len) }
    }
}

impl<const N: usize> Drop for Pages<N> {
    fn drop(&mut self) {
        if let (Ok(layout), true) = (Layout::array::<AlignedWords<N>>(self.len), self.len > 0) {
            // SAFETY: it was allocated with this layout and is not used again.
            unsafe { dealloc(self.start.as_ptr().cast(), layout) }
        }
    }
}
