//! The inputs and outputs of ciphers.

use carnelian_ffi::{Caller, Fault, Pair};

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

/// Splits a pair in two, after `len` bytes.
pub(crate) fn split_at(pair: Pair<'_>, len: usize) -> (Pair<'_>, Pair<'_>) {
    match pair {
        Pair::InPlace(data) => {
            let (first, rest) = data.split_at_mut(len);
            (Pair::InPlace(first), Pair::InPlace(rest))
        }
        Pair::Apart { input, output } => {
            let ((first, rest), (first_output, rest_output)) = (input.split_at(len), output.split_at_mut(len));
            (Pair::Apart { input: first, output: first_output }, Pair::Apart { input: rest, output: rest_output })
        }
    }
}

/// Returns the length of either half.
pub(crate) fn len(pair: &Pair<'_>) -> usize {
    match pair {
        Pair::InPlace(data) => data.len(),
        Pair::Apart { output, .. } => output.len(),
    }
}

/// Returns the output.
pub(crate) fn output<'a>(pair: &'a Pair<'_>) -> &'a [u8] {
    match pair {
        Pair::InPlace(data) => data,
        Pair::Apart { output, .. } => output,
    }
}

/// Returns the input.
pub(crate) fn input<'a>(pair: &'a Pair<'_>) -> &'a [u8] {
    match pair {
        Pair::InPlace(data) => data,
        Pair::Apart { input, .. } => input,
    }
}
