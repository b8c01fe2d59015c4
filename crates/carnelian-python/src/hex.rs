//! Hexadecimal digits, in constant time: some digests are secret.

use crate::buffer::with_capacity;
use crate::error::Result;
use carnelian::secret::wipe;
use pyo3::prelude::*;
use pyo3::types::PyString;

/// Returns the lower-case digits of `bytes`.
pub(crate) fn digits<'py>(py: Python<'py>, bytes: &[u8]) -> Result<Bound<'py, PyString>> {
    let mut digits = with_capacity(2 * bytes.len())?;
    digits.extend(bytes.iter().flat_map(|byte| [digit(byte >> 4), digit(byte & 0xf)]));
    let text = PyString::from_bytes(py, &digits);
    wipe(&mut digits);
    Ok(text?)
}

/// Returns the digit for a number below 16.
fn digit(nibble: u8) -> u8 {
    // 39 leads from the character after '9' to 'a'. 9 − nibble is negative, with its upper bits set, from 10 on.
    let letter = 9_u8.wrapping_sub(nibble) >> 7;
    b'0' + nibble + letter * 39
}
