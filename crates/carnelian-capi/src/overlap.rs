//! Inputs that are read while an output is written.

use crate::status::carnelian_status as Status;

/// Checks that an input shares no memory with an output.
///
/// # Errors
/// `CARNELIAN_ERROR_OVERLAP`.
pub(crate) fn apart(
    (input, input_len): (*const u8, usize),
    (output, output_len): (*mut u8, usize),
) -> Result<(), Status> {
    let begin = input.addr().max(output.addr());
    let end = input.addr().saturating_add(input_len).min(output.addr().saturating_add(output_len));
    if begin < end { Err(Status::CARNELIAN_ERROR_OVERLAP) } else { Ok(()) }
}
