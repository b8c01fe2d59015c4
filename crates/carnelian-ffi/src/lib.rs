//! Pointers of callers in C, checked and turned into references: data with a length, contexts, and pairs of an input and
//! an output that may be the same memory. Every library with a C interface uses it, so the questions that a pointer
//! raises (null, aligned, overlapping) are answered in one file.
//!
//! [`wiping_stack`] removes what entry points leave on the stack when they move secrets.
#![allow(unsafe_code)] // Dereferences the pointers of callers in C.
#![allow(clippy::not_unsafe_ptr_arg_deref, reason = "`Caller::promises` is where the caller vouches for its pointers")]

use core::mem::MaybeUninit;
use core::{fmt, ptr, slice};

mod stack;

pub use stack::wiping_stack;

/// A pointer or a length that no caller may hand over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// A null pointer, where there is something to read or write.
    Null,
    /// A pointer to a context that is not aligned as its type demands.
    Misaligned,
    /// An input and an output that share some of their memory and do not begin at the same byte.
    Overlap,
    /// A length beyond that of any object in memory.
    TooLong,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Null => "a pointer is null",
            Self::Misaligned => "a pointer to a context is not aligned",
            Self::Overlap => "input and output overlap",
            Self::TooLong => "a length exceeds the address space",
        })
    }
}

impl core::error::Error for Fault {}

/// An input and an output of the same length.
pub enum Pair<'a> {
    /// They share no memory.
    Apart {
        /// The bytes to read.
        input: &'a [u8],
        /// The bytes to write.
        output: &'a mut [u8],
    },
    /// They are the same memory.
    InPlace(&'a mut [u8]),
}

/// The promise of a caller in C that its pointers are what the header says: each points to as many initialized elements
/// as the length beside it, or as the header fixes, which no other code writes during the call, nor reads where it is an
/// output.
///
/// What can be checked is checked by the methods; the promise covers the rest.
pub struct Caller(());

impl Caller {
    /// Takes the caller's promise.
    ///
    /// # Safety
    /// The pointers that are passed to the methods must be as the type's documentation says for as long as the value
    /// lives, except for those that the methods refuse.
    #[inline]
    #[must_use]
    pub const unsafe fn promises() -> Self {
        Self(())
    }

    /// Returns the `len` bytes at `data`; without any, the pointer may be null.
    ///
    /// # Errors
    /// [`Fault::Null`], [`Fault::TooLong`].
    #[inline]
    pub fn bytes(&self, data: *const u8, len: usize) -> Result<&[u8], Fault> {
        if len == 0 {
            return Ok(&[]);
        }
        check(data, len)?;
        // SAFETY: not null, no longer than an object can be, and by the caller's promise readable and left alone.
        Ok(unsafe { slice::from_raw_parts(data, len) })
    }

    /// Returns the `N` bytes at `data`.
    ///
    /// # Errors
    /// [`Fault::Null`].
    #[inline]
    pub fn array<const N: usize>(&self, data: *const u8) -> Result<&[u8; N], Fault> {
        check(data, N)?;
        // SAFETY: not null, alignment 1, and by the caller's promise readable and left alone.
        Ok(unsafe { &*data.cast() })
    }

    /// Returns the `len` bytes at `data` for writing; without any, the pointer may be null. The memory must not be
    /// reachable by another reference: obtain outputs after the last use of what they may overlap, or use
    /// [`pair`](Self::pair).
    ///
    /// # Errors
    /// [`Fault::Null`], [`Fault::TooLong`].
    #[inline]
    #[expect(clippy::mut_from_ref, reason = "the memory belongs to the caller in C, not to `self`")]
    pub fn output(&self, data: *mut u8, len: usize) -> Result<&mut [u8], Fault> {
        if len == 0 {
            return Ok(&mut []);
        }
        check(data, len)?;
        // SAFETY: not null, no longer than an object can be, and by the caller's promise writable and used by no
        // other code.
        Ok(unsafe { slice::from_raw_parts_mut(data, len) })
    }

    /// Writes `value` to `data`, which may overlap any input.
    ///
    /// # Errors
    /// [`Fault::Null`].
    #[inline]
    pub fn write<const N: usize>(&self, data: *mut u8, value: &[u8; N]) -> Result<(), Fault> {
        check(data, N)?;
        // SAFETY: not null, and by the caller's promise `N` bytes are writable; `value` is a variable of ours.
        unsafe { ptr::copy_nonoverlapping(value.as_ptr(), data, N) };
        Ok(())
    }

    /// Returns `len` bytes of input and as many of output, which are either the same memory or share none.
    ///
    /// # Errors
    /// [`Fault::Null`], [`Fault::TooLong`], [`Fault::Overlap`].
    #[inline]
    pub fn pair(&self, input: *const u8, output: *mut u8, len: usize) -> Result<Pair<'_>, Fault> {
        if len == 0 {
            return Ok(Pair::InPlace(&mut []));
        }
        if ptr::eq(input, output) {
            return self.output(output, len).map(Pair::InPlace);
        }
        if input.addr().abs_diff(output.addr()) < len && !input.is_null() && !output.is_null() {
            return Err(Fault::Overlap);
        }
        Ok(Pair::Apart { input: self.bytes(input, len)?, output: self.output(output, len)? })
    }

    /// Returns `len` bytes of input and as many of output. An input that overlaps the output is moved there first, and is
    /// lost where it was.
    ///
    /// # Errors
    /// [`Fault::Null`], [`Fault::TooLong`].
    #[inline]
    pub fn pair_or_moved(&self, input: *const u8, output: *mut u8, len: usize) -> Result<Pair<'_>, Fault> {
        match self.pair(input, output, len) {
            Err(Fault::Overlap) => self.moved(input, output, len).map(Pair::InPlace),
            pair => pair,
        }
    }

    /// Copies `len` bytes from `input` to `output`, however they overlap, and returns the output: for interfaces that
    /// permit every overlap, and then work in place.
    ///
    /// # Errors
    /// [`Fault::Null`], [`Fault::TooLong`].
    #[inline]
    #[expect(clippy::mut_from_ref, reason = "the memory belongs to the caller in C, not to `self`")]
    pub fn moved(&self, input: *const u8, output: *mut u8, len: usize) -> Result<&mut [u8], Fault> {
        if len > 0 {
            check(input, len)?;
            check(output, len)?;
            // SAFETY: neither is null, and by the caller's promise `len` bytes of each may be read and written.
            unsafe { ptr::copy(input, output, len) };
        }
        self.output(output, len)
    }

    /// Returns the object at `place`.
    ///
    /// # Errors
    /// [`Fault::Null`], [`Fault::Misaligned`].
    #[inline]
    pub fn get<T>(&self, place: *const T) -> Result<&T, Fault> {
        check_object(place)?;
        // SAFETY: not null, aligned, and by the caller's promise an initialized object that no other code writes.
        Ok(unsafe { &*place })
    }

    /// Returns the object at `place` for writing.
    ///
    /// # Errors
    /// [`Fault::Null`], [`Fault::Misaligned`].
    #[inline]
    #[expect(clippy::mut_from_ref, reason = "the memory belongs to the caller in C, not to `self`")]
    pub fn get_mut<T>(&self, place: *mut T) -> Result<&mut T, Fault> {
        check_object(place)?;
        // SAFETY: not null, aligned, and by the caller's promise an initialized object that no other code uses.
        Ok(unsafe { &mut *place })
    }

    /// Returns the memory at `place`, which need not be initialized, for an object.
    ///
    /// # Errors
    /// [`Fault::Null`], [`Fault::Misaligned`].
    #[inline]
    #[expect(clippy::mut_from_ref, reason = "the memory belongs to the caller in C, not to `self`")]
    pub fn place<T>(&self, place: *mut T) -> Result<&mut MaybeUninit<T>, Fault> {
        check_object(place)?;
        // SAFETY: not null, aligned, and by the caller's promise memory for a `T` that no other code uses.
        Ok(unsafe { &mut *place.cast() })
    }

    /// Returns the `count` elements at `items`, such as the pointers and lengths of a batch; without any, the pointer
    /// may be null.
    ///
    /// # Errors
    /// [`Fault::Null`], [`Fault::Misaligned`], [`Fault::TooLong`].
    #[inline]
    pub fn items<T>(&self, items: *const T, count: usize) -> Result<&[T], Fault> {
        if count == 0 {
            return Ok(&[]);
        }
        check_object(items)?;
        if count > isize::MAX as usize / size_of::<T>().max(1) {
            return Err(Fault::TooLong);
        }
        // SAFETY: not null, aligned, no longer than an object can be, and by the caller's promise readable and left
        // alone.
        Ok(unsafe { slice::from_raw_parts(items, count) })
    }

    /// Returns the `count` elements at `items` for writing, such as the blocks of a work area; without any, the pointer
    /// may be null.
    ///
    /// # Errors
    /// [`Fault::Null`], [`Fault::Misaligned`], [`Fault::TooLong`].
    #[inline]
    #[expect(clippy::mut_from_ref, reason = "the memory belongs to the caller in C, not to `self`")]
    pub fn items_mut<T>(&self, items: *mut T, count: usize) -> Result<&mut [T], Fault> {
        self.items(items, count)?;
        if count == 0 {
            return Ok(&mut []);
        }
        // SAFETY: checked above, and by the caller's promise writable and used by no one else.
        Ok(unsafe { slice::from_raw_parts_mut(items, count) })
    }
}

/// Checks a pointer to at least one byte.
#[inline]
fn check(data: *const u8, len: usize) -> Result<(), Fault> {
    if data.is_null() {
        return Err(Fault::Null);
    }
    if len > isize::MAX as usize {
        return Err(Fault::TooLong);
    }
    Ok(())
}

#[inline]
fn check_object<T>(place: *const T) -> Result<(), Fault> {
    if place.is_null() {
        return Err(Fault::Null);
    }
    if !place.is_aligned() {
        return Err(Fault::Misaligned);
    }
    Ok(())
}
