//! Many messages in one call: arrays of pointers and lengths as slices.

use crate::outputs::{apart, needs};
use crate::status::carnelian_status as Status;
use carnelian::LengthError;
use carnelian_ffi::Caller;

/// The number of messages that are handed over at once. The lanes of a vector run dry only at the end of each.
const AT_ONCE: usize = 256;

/// Computes outputs of `N` bytes for the messages, with a function for many at once.
///
/// # Errors
/// `CARNELIAN_ERROR_LENGTH`, `CARNELIAN_ERROR_NULL`, `CARNELIAN_ERROR_MISALIGNED`, `CARNELIAN_ERROR_OVERLAP`.
pub(crate) fn digests<const N: usize>(
    caller: &Caller,
    messages: *const *const u8,
    message_lens: *const usize,
    count: usize,
    digests: *mut u8,
    digests_len: usize,
    batch: impl Fn(&[&[u8]], &mut [[u8; N]]) -> Result<(), LengthError>,
) -> Result<(), Status> {
    needs(count.checked_mul(N) == Some(digests_len))?;
    let (pointers, lens) = (caller.items(messages, count)?, caller.items(message_lens, count)?);
    apart(messages.cast(), size_of_val(pointers), digests, digests_len)?;
    apart(message_lens.cast(), size_of_val(lens), digests, digests_len)?;
    for (data, len) in pointers.iter().zip(lens) {
        caller.bytes(*data, *len)?;
        apart(*data, *len, digests, digests_len)?;
    }
    let (outputs, _) = caller.output(digests, digests_len)?.as_chunks_mut::<N>();
    let runs = pointers.chunks(AT_ONCE).zip(lens.chunks(AT_ONCE)).zip(outputs.chunks_mut(AT_ONCE));
    for ((pointers, lens), outputs) in runs {
        let mut slices: [&[u8]; AT_ONCE] = [&[]; AT_ONCE];
        for ((slice, data), len) in slices.iter_mut().zip(pointers).zip(lens) {
            *slice = caller.bytes(*data, *len)?;
        }
        batch(&slices[..pointers.len()], outputs)?;
    }
    Ok(())
}
