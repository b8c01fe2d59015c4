//! The inputs and outputs of ciphers.

use carnelian_ffi::{Caller, Fault, Pair};

/// The longest message that is decrypted in memory of this library's own, in bytes.
pub(crate) const SHORT: usize = 2048;

/// Returns an input and an output of `len` bytes. A null pointer stands for an input of zeros. An input that overlaps
/// the output is moved there first.
pub(crate) fn pair(caller: &Caller, input: *const u8, output: *mut u8, len: usize) -> Result<Pair<'_>, Fault> {
    if input.is_null() {
        let zeros = caller.output(output, len)?;
        zeros.fill(0);
        return Ok(Pair::InPlace(zeros));
    }
    caller.pair_or_moved(input, output, len)
}
