//! From the kernel of Linux, which is told that huge pages are wanted.
#![allow(unsafe_code)]

use crate::base::words::AlignedWords;
use core::ffi::c_void;
use core::ops::{Deref, DerefMut};
use core::ptr::{self, NonNull};
use rustix::mm::{Advice, MapFlags, ProtFlags, madvise, mmap_anonymous, munmap};

/// The size of a huge page, and what it must be aligned to. Where they have another size nothing but speed is lost.
const HUGE: usize = 2 << 20;

/// Zeros from the kernel. Their content is not wiped when they are dropped; the kernel hands no page on before it has
/// cleared it.
#[derive(Debug)]
pub(crate) struct Pages<const N: usize> {
    start: NonNull<AlignedWords<N>>,
    len: usize,
    /// What was mapped, and how many bytes of it.
    mapping: (*mut c_void, usize),
}

// SAFETY: the memory is this value's alone.
unsafe impl<const N: usize> Send for Pages<N> {}
// SAFETY: through a shared reference it can only be read.
unsafe impl<const N: usize> Sync for Pages<N> {}

impl<const N: usize> Pages<N> {
    /// `len` times `N` zeros; `None` if there is not as much memory.
    pub(crate) fn zeroed(len: usize) -> Option<Self> {
        if len == 0 {
            return Some(Self { start: NonNull::dangling(), len, mapping: (ptr::null_mut(), 0) });
        }
        let bytes = len.checked_mul(size_of::<AlignedWords<N>>())?;
        // Less than a huge page starts where it may, at the start of a page.
        let slack = if bytes < HUGE { 0 } else { HUGE };
        let mapped = bytes.checked_add(slack).filter(|mapped| isize::try_from(*mapped).is_ok())?;
        let access = ProtFlags::READ | ProtFlags::WRITE;
        // SAFETY: the kernel chooses an address where nothing is.
        let mapping = unsafe { mmap_anonymous(ptr::null_mut(), mapped, access, MapFlags::PRIVATE) }.ok()?;
        let skipped = if slack == 0 { 0 } else { mapping.addr().wrapping_neg() % HUGE };
        // SAFETY: at most the slack is skipped, so that start and end lie in the mapping; the advice changes no content.
        let start = unsafe {
            let start = mapping.byte_add(skipped);
            // A kernel without huge pages refuses the advice, and what was mapped serves all the same.
            _ = madvise(start, bytes, Advice::LinuxHugepage);
            start
        };
        Some(Self { start: NonNull::new(start)?.cast(), len, mapping: (mapping, mapped) })
    }
}

impl<const N: usize> Deref for Pages<N> {
    type Target = [AlignedWords<N>];

    fn deref(&self) -> &[AlignedWords<N>] {
        // SAFETY: the mapping has as many, at the start of a page; the kernel initialised it with zeros, and it is borrowed
        // as this value is.
        unsafe { core::slice::from_raw_parts(self.start.as_ptr(), self.len) }
    }
}

impl<const N: usize> DerefMut for Pages<N> {
    fn deref_mut(&mut self) -> &mut [AlignedWords<N>] {
        // SAFETY: the mapping has as many, at the start of a page; the kernel initialised it with zeros, and it is borrowed
        // as this value is.
        unsafe { core::slice::from_raw_parts_mut(self.start.as_ptr(), self.len) }
    }
}

impl<const N: usize> Drop for Pages<N> {
    fn drop(&mut self) {
        let (mapping, mapped) = self.mapping;
        if mapped > 0 {
            // SAFETY: it was mapped with this address and size and is not used again.
            _ = unsafe { munmap(mapping, mapped) };
        }
    }
}
