//! The states of computations in parts, in memory that C provides. C may copy them byte by byte, to any place.
#![allow(unsafe_code)] // Reads and writes the memory of callers in C.

use carnelian::secret::wipe;
use carnelian_ffi::{Caller, wiping_stack};
use core::marker::PhantomData;
use core::mem::ManuallyDrop;
use core::{ptr, slice};

/// The mark of a state that was begun.
const BEGUN: [u8; 7] = *b"carnel\0";

/// Bytes of stack that moving a value may use: the largest one twice, and more.
pub(crate) const STACK: usize = 4096;

/// Bytes before the value: the mark, and the distance of the value from the start.
const HEAD: usize = 8;

/// The memory for a state with a value of type `T`, which owns nothing on the heap. C sees bytes.
#[repr(transparent)]
pub(crate) struct State<T>([u8; HEAD], PhantomData<T>);

/// Returns the bytes that a state needs: its start may be aligned in any way.
pub(crate) const fn room<T>() -> usize {
    HEAD + align_of::<T>() - 1 + size_of::<T>()
}

/// Returns the distance at which a value is aligned.
fn aligned<T>(start: *const u8) -> usize {
    HEAD + start.wrapping_add(HEAD).align_offset(align_of::<T>()) % align_of::<T>()
}

/// Begins a computation under a key, and wipes what is left of it on the stack.
pub(crate) fn begin_keyed<T>(caller: &Caller, state: *mut State<T>, make: impl FnOnce() -> Option<T>) -> Option<()> {
    wiping_stack::<STACK, _>(|| begin(caller, state, make()?))
}

/// Begins a computation.
pub(crate) fn begin<T>(_: &Caller, state: *mut State<T>, value: T) -> Option<()> {
    let start = state.cast::<u8>();
    if start.is_null() {
        return None;
    }
    let at = aligned::<T>(start);
    // SAFETY: by the caller's promise the state has as many bytes as the header says, at least `room`, so that the mark
    // and an aligned value have their places in it.
    unsafe {
        ptr::copy_nonoverlapping(BEGUN.as_ptr(), start, BEGUN.len());
        start.add(BEGUN.len()).write(at as u8);
        start.add(at).cast::<T>().write(value);
    }
    Some(())
}

/// Works on the value of a state that was begun.
pub(crate) fn with<T, R>(_: &Caller, state: *mut State<T>, work: impl FnOnce(&mut T) -> R) -> Option<R> {
    let start = state.cast::<u8>();
    let (from, to) = (found::<T>(start)?, aligned::<T>(start));
    // SAFETY: the mark shows that a value was begun at `from`. It has the same bytes at `to`, which is aligned, after a
    // state was copied to a place of another alignment; both lie within the room of a state. By the caller's promise the
    // state is not used elsewhere during the call.
    let value = unsafe {
        if from != to {
            ptr::copy(start.add(from), start.add(to), size_of::<T>());
            start.add(BEGUN.len()).write(to as u8);
        }
        &mut *start.add(to).cast::<T>()
    };
    Some(work(value))
}

/// Works on the value of a state that C holds as constant.
pub(crate) fn peek<T, R>(_: &Caller, state: *const State<T>, work: impl FnOnce(&T) -> R) -> Option<R> {
    let start = state.cast::<u8>().cast_mut();
    let from = found::<T>(start)?;
    if from == aligned::<T>(start) {
        // SAFETY: the mark shows that a value was begun there, and it is aligned.
        return Some(work(unsafe { &*start.add(from).cast::<T>() }));
    }
    // SAFETY: the mark shows that a value was begun there, and it is read at any alignment. The copy is not dropped as a
    // value, but wiped.
    let mut copy = ManuallyDrop::new(unsafe { start.add(from).cast::<T>().read_unaligned() });
    let result = work(&copy);
    // SAFETY: the bytes of a local variable, which is not used again.
    wipe(unsafe { slice::from_raw_parts_mut((&raw mut copy).cast(), size_of::<T>()) });
    Some(result)
}

/// Ends a computation: returns its value, and wipes the state, wherever in it copies of the value were.
pub(crate) fn end<T>(_: &Caller, state: *mut State<T>) -> Option<T> {
    let start = state.cast::<u8>();
    let from = found::<T>(start)?;
    // SAFETY: the mark shows that a value was begun there. It is moved out, and its bytes are zeroed with the mark, so
    // that it is not moved out twice.
    unsafe {
        let value = start.add(from).cast::<T>().read_unaligned();
        wipe(slice::from_raw_parts_mut(start, room::<T>()));
        Some(value)
    }
}

/// Returns the distance of the value in a state that was begun.
fn found<T>(start: *mut u8) -> Option<usize> {
    if start.is_null() {
        return None;
    }
    // SAFETY: not null, and by the caller's promise a state has these bytes, initialized by a function that begins one.
    let head: [u8; HEAD] = unsafe { start.cast::<[u8; HEAD]>().read() };
    let at = usize::from(head[BEGUN.len()]);
    (head.starts_with(&BEGUN) && (HEAD..HEAD + align_of::<T>()).contains(&at)).then_some(at)
}
