//! Memory between inaccessible pages, for keys: locked, left out of core dumps, wiped when freed.
//!
//! ```text
//! | size, read-only | inaccessible | ... canary, the caller's bytes | inaccessible |
//! ```
//! The caller's bytes end where the inaccessible part begins, so that a read or a write behind them stops the program;
//! writing before them changes the canary, which is checked when they are freed. They are aligned only if their number
//! is a multiple of the alignment.
#![allow(unsafe_code)] // Maps memory, and hands it to callers in C.

use crate::exports::AsItIs;
use crate::library::{ENOMEM, set_errno};
use crate::random;
use carnelian::ct;
use carnelian::secret::wipe;
use carnelian_ffi::Caller;
use core::ffi::{c_int, c_void};
use core::{ptr, slice};
use rustix::io::Errno;
use rustix::mm::{self, Advice, MapFlags, MprotectFlags, ProtFlags};
use rustix::param::page_size;
use std::process;
use std::sync::OnceLock;

/// Bytes of the canary.
const CANARY: usize = 16;

/// The byte that new memory is filled with, so that its use as zeros is noticed.
const FILLING: u8 = 0xdb;

/// The canary of this process.
fn canary() -> &'static [u8; CANARY] {
    static CANARY_BYTES: OnceLock<[u8; CANARY]> = OnceLock::new();
    CANARY_BYTES.get_or_init(|| *random::secret().declassify("a canary finds overflows and keeps no secret"))
}

/// The parts of a mapping, whose unit is a page: the first part is found from any byte of the page in which the canary
/// begins. Every page that is written costs a fault and is wiped, so that there are no more than are needed.
struct Area {
    base: *mut u8,
    /// Bytes in a page.
    page: usize,
    /// Bytes of the part that holds the caller's bytes.
    len: usize,
}

impl Area {
    /// Maps the parts for `size` bytes.
    fn map(size: usize) -> Option<Self> {
        let page = page_size();
        let len = size.checked_add(CANARY)?.checked_next_multiple_of(page)?;
        let all = len.checked_add(3 * page).filter(|all| isize::try_from(*all).is_ok())?;
        // SAFETY: a new mapping, at a place that the system chooses.
        let base = unsafe {
            mm::mmap_anonymous(ptr::null_mut(), all, ProtFlags::READ | ProtFlags::WRITE, MapFlags::PRIVATE).ok()?
        };
        let area = Self { base: base.cast(), page, len };
        // SAFETY: the first part of the mapping is writable and aligned.
        unsafe { base.cast::<usize>().write(len) };
        let is_protected = area.protect(0, page, MprotectFlags::READ)
            && area.protect(page, page, MprotectFlags::empty())
            && area.protect(2 * page + len, page, MprotectFlags::empty());
        if !is_protected {
            area.unmap();
            return None;
        }
        // SAFETY: the part is mapped. Neither call changes its content; where they are not permitted, it is used as it is.
        unsafe {
            let _ = mm::mlock(area.data().cast(), len);
            let _ = mm::madvise(area.data().cast(), len, Advice::LinuxDontDump);
        }
        Some(area)
    }

    /// Returns the area of bytes that [`malloc`] returned.
    fn of(place: *mut c_void) -> Option<Self> {
        if place.is_null() {
            return None;
        }
        // The canary begins in the first page of its part, two pages behind the base.
        let page = page_size();
        let canary = place.cast::<u8>().wrapping_sub(CANARY);
        let base = canary.wrapping_sub(canary.addr() % page).wrapping_sub(2 * page);
        // SAFETY: the mapping begins with this length, which is readable and never written again.
        let len = unsafe { base.cast::<usize>().read() };
        Some(Self { base, page, len })
    }

    /// Returns the part that holds the canary and the caller's bytes.
    fn data(&self) -> *mut u8 {
        self.base.wrapping_add(2 * self.page)
    }

    fn protect(&self, at: usize, len: usize, flags: MprotectFlags) -> bool {
        // SAFETY: the range is a part of the mapping, which only its owner uses.
        told(unsafe { mm::mprotect(self.base.wrapping_add(at).cast(), len, flags) }).is_some()
    }

    fn unmap(self) {
        // SAFETY: the whole mapping, which its owner gives up.
        let _ = unsafe { mm::munmap(self.base.cast(), self.len + 3 * self.page) };
    }
}

fn malloc(_: &Caller, size: usize) -> AsItIs<*mut c_void> {
    let Some(area) = Area::map(size) else {
        set_errno(ENOMEM);
        return AsItIs(ptr::null_mut());
    };
    // SAFETY: the part is mapped, writable, and no other pointer to it exists yet.
    let data = unsafe { slice::from_raw_parts_mut(area.data(), area.len) };
    let at = data.len() - size;
    data[at - CANARY..at].copy_from_slice(canary());
    data[at..].fill(FILLING);
    AsItIs(area.data().wrapping_add(at).cast())
}

fn allocarray(caller: &Caller, count: usize, size: usize) -> AsItIs<*mut c_void> {
    count.checked_mul(size).map_or_else(
        || {
            set_errno(ENOMEM);
            AsItIs(ptr::null_mut())
        },
        |size| malloc(caller, size),
    )
}

/// Checks the canary, wipes and frees; ends the process if something was written before the bytes.
fn free(_: &Caller, place: *mut c_void) -> Option<()> {
    let area = Area::of(place)?;
    if !area.protect(2 * area.page, area.len, MprotectFlags::READ | MprotectFlags::WRITE) {
        process::abort();
    }
    // SAFETY: the part is mapped and writable, and its owner gives it up.
    let data = unsafe { slice::from_raw_parts_mut(area.data(), area.len) };
    let at = place.addr() - area.data().addr();
    if !ct::verify(&data[at - CANARY..at], canary()) {
        process::abort();
    }
    wipe(data);
    area.unmap();
    Some(())
}

fn set_access(place: *mut c_void, flags: MprotectFlags) -> Option<()> {
    let area = Area::of(place)?;
    area.protect(2 * area.page, area.len, flags).then_some(())
}

fn no_access(_: &Caller, place: *mut c_void) -> Option<()> {
    set_access(place, MprotectFlags::empty())
}

fn read_only(_: &Caller, place: *mut c_void) -> Option<()> {
    set_access(place, MprotectFlags::READ)
}

fn read_write(_: &Caller, place: *mut c_void) -> Option<()> {
    set_access(place, MprotectFlags::READ | MprotectFlags::WRITE)
}

/// Tells C the number of an error of the system.
fn told(result: Result<(), Errno>) -> Option<()> {
    result.map_err(|error| set_errno(error.raw_os_error())).ok()
}

/// Locks memory, and leaves it out of core dumps.
fn lock(_: &Caller, place: *mut c_void, len: usize) -> Option<()> {
    // SAFETY: neither call changes the content of memory, whatever is mapped there.
    unsafe {
        let _ = mm::madvise(place, len, Advice::LinuxDontDump);
        told(mm::mlock(place, len))
    }
}

/// Wipes memory, and unlocks it.
fn unlock(caller: &Caller, place: *mut c_void, len: usize) -> Option<()> {
    wipe(caller.output(place.cast(), len).ok()?);
    // SAFETY: neither call changes the content of memory, whatever is mapped there.
    unsafe {
        let _ = mm::madvise(place, len, Advice::LinuxDoDump);
        told(mm::munlock(place, len))
    }
}

exports! {
    sodium_malloc(size: usize) -> *mut c_void = malloc;
    sodium_allocarray(count: usize, size: usize) -> *mut c_void = allocarray;
    sodium_free(place: *mut c_void) = free;
    sodium_mprotect_noaccess(place: *mut c_void) -> c_int = no_access;
    sodium_mprotect_readonly(place: *mut c_void) -> c_int = read_only;
    sodium_mprotect_readwrite(place: *mut c_void) -> c_int = read_write;
    sodium_mlock(place: *mut c_void, len: usize) -> c_int = lock;
    sodium_munlock(place: *mut c_void, len: usize) -> c_int = unlock;
}
