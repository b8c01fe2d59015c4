//! Random bytes: the operating system's, or those of a function of the caller.
#![allow(unsafe_code)] // Exports functions under their names in C, and calls functions of the caller.

use crate::outputs::zeroing;
use crate::status::carnelian_status;
use carnelian::random::{OsRandom, Random, RandomError};
use carnelian_ffi::Caller;
use core::ffi::{c_int, c_void};

/// A source of random bytes fit for keys. Where a function takes a pointer to one, NULL stands for the operating
/// system's source.
#[repr(C)]
pub struct carnelian_random_source {
    /// Fills `out_len` bytes at `out` with random bytes and returns 0; any other result is a failure.
    pub fill: Option<unsafe extern "C" fn(context: *mut c_void, out: *mut u8, out_len: usize) -> c_int>,
    /// The first argument of each call.
    pub context: *mut c_void,
}

/// The source that a function is to use.
pub(crate) enum Source<'c> {
    System,
    Callers(&'c carnelian_random_source),
}

impl<'c> Source<'c> {
    /// Returns the caller's source, or the operating system's if the pointer is null.
    ///
    /// # Errors
    /// `CARNELIAN_ERROR_NULL` if the source has no function, `CARNELIAN_ERROR_MISALIGNED`.
    pub(crate) fn of(caller: &'c Caller, source: *const carnelian_random_source) -> Result<Self, carnelian_status> {
        if source.is_null() {
            return Ok(Self::System);
        }
        let source = caller.get(source)?;
        if source.fill.is_none() {
            return Err(carnelian_status::CARNELIAN_ERROR_NULL);
        }
        Ok(Self::Callers(source))
    }
}

impl Random for Source<'_> {
    fn fill(&mut self, out: &mut [u8]) -> Result<(), RandomError> {
        let Self::Callers(source) = self else { return OsRandom.fill(out) };
        let fill = source.fill.ok_or(RandomError)?;
        // SAFETY: by the caller's promise the function takes its context and writes within the buffer that it is given.
        let result = unsafe { fill(source.context, out.as_mut_ptr(), out.len()) };
        if result == 0 { Ok(()) } else { Err(RandomError) }
    }
}

/// Fills `out` with random bytes.
///
/// Errors: `CARNELIAN_ERROR_RANDOM` if the source fails.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_random(
    source: *const carnelian_random_source,
    out: *mut u8,
    out_len: usize,
) -> carnelian_status {
    let caller = caller!();
    zeroing(&caller, [(out, out_len)], || {
        let mut source = Source::of(&caller, source)?;
        Ok(source.fill(caller.output(out, out_len)?)?)
    })
}
