//! Outputs of calls: they hold zeros after a failure.

use crate::status::carnelian_status as Status;
use carnelian_ffi::Caller;

/// Runs the body of an entry point. If it fails, each of `outputs`, pointers with their lengths in bytes, is filled
/// with zeros, except for those that cannot be memory.
///
/// The body must have no reference to an output left when it returns, which the lifetimes of the borrowed `caller`
/// cannot show: it returns nothing but a status.
pub(crate) fn zeroing<const N: usize>(
    caller: &Caller,
    outputs: [(*mut u8, usize); N],
    body: impl FnOnce() -> Result<(), Status>,
) -> Status {
    let Err(status) = body() else { return Status::CARNELIAN_OK };
    for (data, len) in outputs {
        if let Ok(output) = caller.output(data, len) {
            carnelian::secret::wipe(output);
        }
    }
    status
}

/// Runs the body of an entry point without outputs, or with one whose content after a failure its documentation
/// states.
pub(crate) fn reporting(body: impl FnOnce() -> Result<(), Status>) -> Status {
    match body() {
        Ok(()) => Status::CARNELIAN_OK,
        Err(status) => status,
    }
}

/// Returns the memory of a variable of any type as an output for [`zeroing`].
pub(crate) const fn whole<T>(place: *mut T) -> (*mut u8, usize) {
    (place.cast(), size_of::<T>())
}

/// Returns the input of exactly `N` bytes.
///
/// # Errors
/// `CARNELIAN_ERROR_LENGTH` for any other length, `CARNELIAN_ERROR_NULL`.
pub(crate) fn exactly<const N: usize>(caller: &Caller, data: *const u8, len: usize) -> Result<&[u8; N], Status> {
    needs(len == N)?;
    Ok(caller.array(data)?)
}

/// Moves `value` to an output of exactly `N` bytes, which may overlap any input: what it was is wiped, since digests and
/// tags may be keys.
///
/// # Errors
/// `CARNELIAN_ERROR_LENGTH` for any other length, `CARNELIAN_ERROR_NULL`.
pub(crate) fn write_exactly<const N: usize>(
    caller: &Caller,
    data: *mut u8,
    len: usize,
    value: &mut [u8; N],
) -> Result<(), Status> {
    let written = needs(len == N).and_then(|()| Ok(caller.write(data, value)?));
    carnelian::secret::wipe(value);
    written
}

/// Writes public bytes, or secret ones that the caller wipes, to an output that has to have their length.
///
/// # Errors
/// `CARNELIAN_ERROR_LENGTH` for any other length, `CARNELIAN_ERROR_NULL`.
pub(crate) fn write(caller: &Caller, (data, len): (*mut u8, usize), bytes: &[u8]) -> Result<(), Status> {
    needs(len == bytes.len())?;
    caller.output(data, len)?.copy_from_slice(bytes);
    Ok(())
}

/// Checks a length.
///
/// # Errors
/// `CARNELIAN_ERROR_LENGTH` if it is not allowed.
pub(crate) const fn needs(length_is_allowed: bool) -> Result<(), Status> {
    if length_is_allowed { Ok(()) } else { Err(Status::CARNELIAN_ERROR_LENGTH) }
}

/// Checks that an output shares no memory with an input.
///
/// # Errors
/// `CARNELIAN_ERROR_OVERLAP`.
pub(crate) fn apart(input: *const u8, input_len: usize, output: *const u8, output_len: usize) -> Result<(), Status> {
    let (input, output) = (input.addr(), output.addr());
    let overlap = if input < output { output - input < input_len } else { input - output < output_len };
    if overlap && input_len > 0 && output_len > 0 { Err(Status::CARNELIAN_ERROR_OVERLAP) } else { Ok(()) }
}
