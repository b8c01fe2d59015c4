//! States of the Rust library in the contexts that programs in C declare, copy by assignment and wipe.
#![allow(unsafe_code)] // Reads and writes values of other types in memory of programs in C.

use core::mem::MaybeUninit;
use core::ptr;

/// A state that can be kept in a [`Context`].
///
/// # Safety
/// A copy of the bytes of a value is a value of its own, wherever it is in memory: a state owns no memory and contains
/// no address.
pub(crate) unsafe trait State: Sized {
    /// Marks a context that contains a state of this type. No two types have the same number.
    const KIND: u64;
}

/// Room for a state of up to 8·`WORDS` bytes, and a mark that says whether there is one, and of which type.
///
/// Programs align contexts to eight bytes. A state that needs more, where the context happens not to be, is moved out
/// for an operation and back.
#[repr(C)]
pub struct Context<const WORDS: usize> {
    words: [MaybeUninit<u64>; WORDS],
    kind: u64,
}

impl<const WORDS: usize> Context<WORDS> {
    /// A context without a state. Its words are not initialized, which takes no time.
    pub(crate) const EMPTY: Self = Self { words: [MaybeUninit::uninit(); WORDS], kind: 0 };

    /// A context without a state, all zeros.
    const WIPED: Self = Self { words: [MaybeUninit::new(0); WORDS], kind: 0 };

    /// Returns a context that contains `state`.
    pub(crate) fn new<T: State>(state: T) -> Self {
        let mut context = Self::EMPTY;
        context.put(state);
        context
    }

    /// Replaces the content by `state`.
    pub(crate) fn put<T: State>(&mut self, state: T) {
        const { assert!(size_of::<T>() <= 8 * WORDS, "the context of the header is too small") };
        // SAFETY: the words are as many bytes as the state has, or more, and any bytes may be written to them.
        unsafe { self.words.as_mut_ptr().cast::<T>().write_unaligned(state) };
        self.kind = T::KIND;
    }

    /// Returns the result of `work` on the state, or nothing if there is none of this type.
    #[inline]
    pub(crate) fn with<T: State, R>(&mut self, work: impl FnOnce(&mut T) -> R) -> Option<R> {
        if self.kind != T::KIND {
            return None;
        }
        let place = self.words.as_mut_ptr().cast::<T>();
        if place.is_aligned() {
            // SAFETY: by its mark the context holds a state of this type that `put` wrote, or a copy of one; it is
            // aligned, and nothing else refers to it.
            return Some(work(unsafe { &mut *place }));
        }
        // SAFETY: by its mark the context holds a state of this type, and this read needs no alignment. Of the two
        // copies of the state, the one here is overwritten by its drop, and the other one by the copy below.
        let mut state = unsafe { place.read_unaligned() };
        let result = work(&mut state);
        // SAFETY: the words are as many bytes as the state has, or more, and any bytes may be written to them.
        unsafe { ptr::copy_nonoverlapping((&raw const state).cast::<u8>(), place.cast(), size_of::<T>()) };
        Some(result)
    }

    /// Returns the result of `work` on the state, which is then removed and wiped, or nothing if there is none of this
    /// type.
    #[inline]
    pub(crate) fn finish<T: State, R>(&mut self, work: impl FnOnce(T) -> R) -> Option<R> {
        if self.kind != T::KIND {
            return None;
        }
        // SAFETY: by its mark the context holds a state of this type, which is moved out once, since the mark is
        // removed below; reading needs no alignment.
        let state = unsafe { self.words.as_ptr().cast::<T>().read_unaligned() };
        *self = Self::WIPED;
        Some(work(state))
    }

    /// Returns the mark of the state.
    pub(crate) const fn kind(&self) -> u64 {
        self.kind
    }
}
