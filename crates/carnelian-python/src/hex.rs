//! Hexadecimal digits, in constant time: some digests are secret.

use crate::buffer::repeated;
use crate::error::Result;
use carnelian::secret::wipe;
use pyo3::prelude::*;
use pyo3::types::PyString;

/// The greatest number of bytes whose digits are written without the heap.
const SHORT: usize = 64;

/// Returns the lower-case digits of `bytes`.
pub(crate) fn digits<'py>(py: Python<'py>, bytes: &[u8]) -> Result<Bound<'py, PyString>> {
    let text = if bytes.len() <= SHORT {
        text(py, &mut [0; 2 * SHORT][..2 * bytes.len()], bytes)
    } else {
        text(py, &mut repeated(0, 2 * bytes.len())?, bytes)
    };
    Ok(text?)
}

/// Returns the digits, which are written to `digits` first and wiped there.
fn text<'py>(py: Python<'py>, digits: &mut [u8], bytes: &[u8]) -> PyResult<Bound<'py, PyString>> {
    for (pair, byte) in digits.as_chunks_mut().0.iter_mut().zip(bytes) {
        *pair = [digit(byte >> 4), digit(byte & 0xf)];
    }
    let text = PyString::from_bytes(py, digits);
    wipe(digits);
    text
}

/// Returns the digit for a number below 16.
fn digit(nibble: u8) -> u8 {
    // 39 leads from the character after '9' to 'a'. 9 − nibble is negative, with its upper bits set, from 10 on.
    let letter = 9_u8.wrapping_sub(nibble) >> 7;
    b'0' + nibble + letter * 39
}
