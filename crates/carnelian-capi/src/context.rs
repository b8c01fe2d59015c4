//! Contexts: values that live in memory of the caller between calls.
//!
//! A context is an array of words in the caller's memory. Its first word is a tag that depends on the type and on the
//! address of the context; the Rust value follows, at its own alignment. A context that was never initialized, is
//! finished, has another type or was copied byte by byte has another tag and is refused.
#![allow(unsafe_code)] // Keeps values in memory that has another type in C.

use crate::status::carnelian_status as Status;
use carnelian_ffi::Caller;
use core::mem::MaybeUninit;
use core::ops::{Deref, DerefMut};
use core::slice;

/// The memory of a context: what C declares.
///
/// # Safety
/// The type must be a `repr(C)` structure of an array of `u64` and nothing else, so that all bytes are a value of it.
pub(crate) unsafe trait Memory: Sized {
    /// The value that the memory holds. It must not own memory elsewhere, which a context that its owner abandons
    /// would leak, and threads may share it where a function takes a constant context.
    type Value: Send + Sync;
    /// A number for the type, different from those of other contexts.
    const TAG: u64;
}

/// Returns a number that spells a name.
pub(crate) const fn tag(name: &[u8; 8]) -> u64 {
    u64::from_le_bytes(*name)
}

/// Returns whether the memory can hold its value wherever it begins: in a constant that asserts it.
pub(crate) const fn fits<M: Memory>() -> bool {
    let padding = align_of::<M::Value>().saturating_sub(align_of::<M>());
    align_of::<M>() == align_of::<u64>() && size_of::<u64>() + padding + size_of::<M::Value>() <= size_of::<M>()
}

/// Returns the tag of a context at this address.
fn live<M: Memory>(place: *const M) -> u64 {
    M::TAG.wrapping_add(place.addr() as u64) | 1
}

/// Returns the address of the value.
fn value<M: Memory>(place: *mut M) -> *mut M::Value {
    const { assert!(fits::<M>()) };
    let after_tag = place.cast::<u8>().wrapping_add(size_of::<u64>());
    after_tag.wrapping_add(after_tag.align_offset(align_of::<M::Value>())).cast()
}

/// Starts a context: writes the value that `make` returns to the memory at `place`, whatever it holds.
///
/// # Errors
/// `CARNELIAN_ERROR_NULL`, `CARNELIAN_ERROR_MISALIGNED`, the error of `make`. The memory is zeroed by the entry point,
/// which names it among its outputs.
pub(crate) fn start<M: Memory>(
    caller: &Caller,
    place: *mut M,
    make: impl FnOnce() -> Result<M::Value, Status>,
) -> Result<(), Status> {
    // No reference stays: functions of the caller, which `make` may call, can reach the memory.
    caller.place(place)?;
    wiping_stack::<M, _>(|| {
        let made = make()?;
        // SAFETY: `place` is aligned memory for an `M`; `value` lies in it, aligned, because it fits.
        unsafe {
            value(place).write(made);
            place.cast::<u64>().write(live(place));
        }
        Ok(())
    })
}

/// Returns the value of a context.
///
/// # Errors
/// `CARNELIAN_ERROR_NULL`, `CARNELIAN_ERROR_MISALIGNED`, `CARNELIAN_ERROR_STATE`.
pub(crate) fn get<M: Memory>(caller: &Caller, place: *const M) -> Result<&M::Value, Status> {
    let memory = caller.get(place.cast::<MaybeUninit<M>>())?.as_ptr().cast_mut();
    check(memory)?;
    // SAFETY: the tag says that the value at this address was written and is not finished; it is not written while the
    // call lasts, by the caller's promise.
    Ok(unsafe { &*value(memory) })
}

/// Returns the value of a context for a change.
///
/// # Errors
/// `CARNELIAN_ERROR_NULL`, `CARNELIAN_ERROR_MISALIGNED`, `CARNELIAN_ERROR_STATE`.
#[expect(clippy::mut_from_ref, reason = "the memory belongs to the caller in C, not to `caller`")]
pub(crate) fn get_mut<M: Memory>(caller: &Caller, place: *mut M) -> Result<&mut M::Value, Status> {
    let memory = caller.place(place)?.as_mut_ptr();
    check(memory)?;
    // SAFETY: the tag says that the value at this address was written and is not finished; no one else uses it while
    // the call lasts, by the caller's promise.
    Ok(unsafe { &mut *value(memory) })
}

/// Ends a context: returns its value for a last use, after which the memory is zeroed.
///
/// # Errors
/// `CARNELIAN_ERROR_NULL`, `CARNELIAN_ERROR_MISALIGNED`, `CARNELIAN_ERROR_STATE`.
pub(crate) fn finish<M: Memory>(caller: &Caller, place: *mut M) -> Result<Finished<'_, M>, Status> {
    let memory = caller.place(place)?;
    check(memory.as_mut_ptr())?;
    Ok(Finished { memory, holds: true })
}

/// Starts the context at `copy` with what `clone` makes of the value of the one at `place`. After a failure it is zeroed,
/// unless the two share memory.
///
/// # Errors
/// `CARNELIAN_ERROR_NULL`, `CARNELIAN_ERROR_MISALIGNED`, `CARNELIAN_ERROR_STATE`; `CARNELIAN_ERROR_OVERLAP` if the two
/// share memory.
pub(crate) fn copy<M: Memory<Value: Clone>>(caller: &Caller, place: *const M, copy: *mut M) -> Result<(), Status> {
    if !place.is_null() && !copy.is_null() && place.addr().abs_diff(copy.addr()) < size_of::<M>() {
        return Err(Status::CARNELIAN_ERROR_OVERLAP);
    }
    let copied = get(caller, place).and_then(|original| start(caller, copy, || Ok(original.clone())));
    if let (Err(_), Ok(memory)) = (copied, caller.place(copy)) {
        erase(memory);
    }
    copied
}

/// Ends a context without a result. Memory that holds none is zeroed too.
///
/// # Errors
/// `CARNELIAN_ERROR_NULL`, `CARNELIAN_ERROR_MISALIGNED`.
pub(crate) fn wipe<M: Memory>(caller: &Caller, place: *mut M) -> Result<(), Status> {
    match finish(caller, place) {
        Ok(_) => Ok(()),
        Err(Status::CARNELIAN_ERROR_STATE) => {
            erase(caller.place(place)?);
            Ok(())
        }
        Err(error) => Err(error),
    }
}

/// The value of a context that has ended. When it is dropped, the value is too, and the memory is zeroed.
pub(crate) struct Finished<'c, M: Memory> {
    memory: &'c mut MaybeUninit<M>,
    /// False once the value is moved out.
    holds: bool,
}

impl<M: Memory> Finished<'_, M> {
    /// Moves the value out, and calls `work` with it. Copies that the move leaves on the stack are wiped.
    pub(crate) fn take<R>(mut self, work: impl FnOnce(M::Value) -> R) -> R {
        self.holds = false;
        wiping_stack::<M, _>(|| {
            // SAFETY: the context held the value when it ended, and `holds` says that it is not used again.
            let taken = unsafe { value(self.memory.as_mut_ptr()).read() };
            work(taken)
        })
    }
}

impl<M: Memory> Deref for Finished<'_, M> {
    type Target = M::Value;

    fn deref(&self) -> &M::Value {
        // SAFETY: the context held the value when it ended; `take` consumes `self`.
        unsafe { &*value(self.memory.as_ptr().cast_mut()) }
    }
}

impl<M: Memory> DerefMut for Finished<'_, M> {
    fn deref_mut(&mut self) -> &mut M::Value {
        // SAFETY: the context held the value when it ended; `take` consumes `self`.
        unsafe { &mut *value(self.memory.as_mut_ptr()) }
    }
}

impl<M: Memory> Drop for Finished<'_, M> {
    fn drop(&mut self) {
        if self.holds {
            // SAFETY: the context held the value when it ended, was not moved out, and is dropped only here.
            unsafe { value(self.memory.as_mut_ptr()).drop_in_place() };
        }
        erase(self.memory);
    }
}

/// Checks the tag.
fn check<M: Memory>(memory: *mut M) -> Result<(), Status> {
    // SAFETY: the memory is aligned, holds more than a word, and by the caller's promise is initialized.
    let found = unsafe { memory.cast::<u64>().read() };
    if found == live(memory) { Ok(()) } else { Err(Status::CARNELIAN_ERROR_STATE) }
}

/// Overwrites the memory of a context with zeros.
fn erase<M: Memory>(memory: &mut MaybeUninit<M>) {
    *memory = MaybeUninit::zeroed();
    // SAFETY: every byte was written just now, and bytes need no alignment.
    let bytes = unsafe { slice::from_raw_parts_mut(memory.as_mut_ptr().cast(), size_of::<M>()) };
    carnelian::secret::wipe(bytes);
}

/// Runs `work` in a frame of its own and overwrites the stack below, where a value of a context may have been on its
/// way to the memory.
#[inline(always)]
pub(crate) fn wiping_stack<M, R>(work: impl FnOnce() -> R) -> R {
    #[inline(never)]
    fn frame<R>(work: impl FnOnce() -> R) -> R {
        work()
    }
    #[inline(never)]
    fn overwrite<const BYTES: usize>() {
        core::hint::black_box(&mut MaybeUninit::new([0u8; BYTES]));
    }
    let result = frame(work);
    // The value itself, one that encloses it, and what else these functions spill.
    if size_of::<M>() <= 512 {
        overwrite::<2048>();
    } else if size_of::<M>() <= 1024 {
        overwrite::<4096>();
    } else {
        overwrite::<16384>();
    }
    result
}
