//! Values on the heap, for those that are too large for a context: functions named `_new` allocate them, and functions
//! named `_free` wipe and release them.
#![allow(unsafe_code)] // Allocates, and releases what the caller hands back.

use crate::context::wiping_stack;
use crate::status::carnelian_status as Status;
use carnelian_ffi::Caller;
use std::alloc::{Layout, alloc};

/// Moves the value that `make` returns to the heap, and writes its address to `place`.
///
/// # Errors
/// `CARNELIAN_ERROR_MEMORY`, `CARNELIAN_ERROR_NULL`, `CARNELIAN_ERROR_MISALIGNED`, the error of `make`. Entry points
/// name `place` among their outputs, so that it holds NULL then.
pub(crate) fn give<T: Send + Sync>(
    caller: &Caller,
    place: *mut *mut T,
    make: impl FnOnce() -> Result<T, Status>,
) -> Result<(), Status> {
    give_to_one(caller, place, make)
}

/// Does the same for a value that functions take by a pointer to what is not constant only, so that threads do not share
/// it.
pub(crate) fn give_to_one<T: Send>(
    caller: &Caller,
    place: *mut *mut T,
    make: impl FnOnce() -> Result<T, Status>,
) -> Result<(), Status> {
    const { assert!(size_of::<T>() > 0) };
    caller.place(place)?;
    let memory = wiping_stack::<T, _>(|| {
        let value = make()?;
        // SAFETY: the layout is not empty.
        let memory = unsafe { alloc(Layout::new::<T>()) }.cast::<T>();
        if memory.is_null() {
            return Err(Status::CARNELIAN_ERROR_MEMORY);
        }
        // SAFETY: fresh memory of the size and alignment of a `T`.
        unsafe { memory.write(value) };
        Ok(memory)
    })?;
    caller.place(place)?.write(memory);
    Ok(())
}

/// Drops and releases what [`give`] or [`give_to_one`] has handed out; nothing if the pointer is null.
///
/// The caller promises, with `caller!`, that it comes from there and is not used any more.
pub(crate) fn take_back<T>(caller: &Caller, value: *mut T) {
    if let Ok(value) = caller.get_mut(value) {
        // SAFETY: the memory is that of `give`, allocated with the layout of a `T`, as a box would; the entry point has
        // the promise that this is its last use.
        drop(unsafe { Box::from_raw(value) });
    }
}
