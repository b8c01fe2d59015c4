//! Large memory from the Linux kernel, with advice to use huge pages.
#![allow(unsafe_code)]

use super::heap;
use crate::base::aligned::AlignedWords;
use core::ffi::c_void;
use core::ops::{Deref, DerefMut};
use core::ptr::{self, NonNull};
use rustix::mm::{Advice, MapFlags, ProtFlags, madvise, mmap_anonymous, munmap};

/// The size and alignment of a huge page. Where huge pages have another size, only speed is lost.
const HUGE: usize = 2 << 20;

/// Zero-initialised memory: huge pages from the kernel, or less than one from the heap, which keeps freed pages for the
/// next call, where the kernel would clear and map each anew. Its content is not wiped when it is dropped.
#[derive(Debug)]
pub(crate) enum Pages<const N: usize> {
    OfHeap(heap::Pages<N>),
    Mapped(Mapping<N>),
}

impl<const N: usize> Pages<N> {
    /// Returns `len` items of `N` zeros; `None` if there is not enough memory.
    pub(crate) fn zeroed(len: usize) -> Option<Self> {
        let bytes = len.checked_mul(size_of::<AlignedWords<N>>())?;
        if bytes < HUGE { heap::Pages::zeroed(len).map(Self::OfHeap) } else { Mapping::zeroed(len).map(Self::Mapped) }
    }
}

impl<const N: usize> Deref for Pages<N> {
    type Target = [AlignedWords<N>];

    fn deref(&self) -> &[AlignedWords<N>] {
        match self {
            Self::OfHeap(pages) => pages,
            Self::Mapped(mapping) => mapping,
        }
    }
}

impl<const N: usize> DerefMut for Pages<N> {
    fn deref_mut(&mut self) -> &mut [AlignedWords<N>] {
        match self {
            Self::OfHeap(pages) => pages,
            Self::Mapped(mapping) => mapping,
        }
    }
}

/// Memory from the kernel, which clears a page before it hands it to another process.
#[derive(Debug)]
pub(crate) struct Mapping<const N: usize> {
    start: NonNull<AlignedWords<N>>,
    len: usize,
    /// The address and size of the mapping.
    mapping: (*mut c_void, usize),
}

// SAFETY: the memory is owned by this value only.
unsafe impl<const N: usize> Send for Mapping<N> {}
// SAFETY: a shared reference allows only reads.
unsafe impl<const N: usize> Sync for Mapping<N> {}

impl<const N: usize> Mapping<N> {
    /// Returns `len` items of `N` zeros, at least one; `None` if there is not enough memory.
    fn zeroed(len: usize) -> Option<Self> {
        let bytes = len.checked_mul(size_of::<AlignedWords<N>>())?;
        let mapped = bytes.checked_add(HUGE).filter(|mapped| isize::try_from(*mapped).is_ok())?;
        let access = ProtFlags::READ | ProtFlags::WRITE;
        // SAFETY: the kernel chooses an unused address.
        let mapping = unsafe { mmap_anonymous(ptr::null_mut(), mapped, access, MapFlags::PRIVATE) }.ok()?;
        let skipped = mapping.addr().wrapping_neg() % HUGE;
        // SAFETY: less than a huge page is skipped, so that start and end are within the mapping; the advice changes no
        // content.
        let start = unsafe {
            let start = mapping.byte_add(skipped);
            // A kernel without huge pages rejects the advice, and the mapping is usable nevertheless.
            _ = madvise(start, bytes, Advice::LinuxHugepage);
            start
        };
        Some(Self { start: NonNull::new(start)?.cast(), len, mapping: (mapping, mapped) })
    }
}

impl<const N: usize> Deref for Mapping<N> {
    type Target = [AlignedWords<N>];

    fn deref(&self) -> &[AlignedWords<N>] {
        // SAFETY: the mapping has `len` items and starts at a page boundary; the kernel initialised it with zeros, and
        // it is borrowed for as long as `self` is.
        unsafe { core::slice::from_raw_parts(self.start.as_ptr(), self.len) }
    }
}

impl<const N: usize> DerefMut for Mapping<N> {
    fn deref_mut(&mut self) -> &mut [AlignedWords<N>] {
        // SAFETY: the mapping has `len` items and starts at a page boundary; the kernel initialised it with zeros, and
        // it is borrowed for as long as `self` is.
        unsafe { core::slice::from_raw_parts_mut(self.start.as_ptr(), self.len) }
    }
}

impl<const N: usize> Drop for Mapping<N> {
    fn drop(&mut self) {
        let (mapping, mapped) = self.mapping;
        // SAFETY: the mapping has this address and size and is not used again.
        _ = unsafe { munmap(mapping, mapped) };
    }
}
