//! Hexadecimal encoding of public bytes. Secrets are encoded and decoded in constant time by `digits`.

use crate::error::{HexError, HexFault};
use core::fmt;

/// Decodes hexadecimal digits in either case; `what` describes the expected value in an error.
#[cfg_attr(not(feature = "curve"), allow(dead_code))]
pub(crate) fn decode<const N: usize>(what: &'static str, text: &str) -> Result<[u8; N], HexError> {
    let refused = |found| HexError { what, expected: 2 * N, found };
    let (pairs, rest) = text.as_bytes().as_chunks::<2>();
    if pairs.len() != N || !rest.is_empty() {
        return Err(refused(HexFault::Length(text.len())));
    }
    let mut bytes = [0; N];
    for ((i, byte), pair) in bytes.iter_mut().enumerate().zip(pairs) {
        for (j, c) in pair.iter().enumerate() {
            let digit = char::from(*c).to_digit(16).ok_or(refused(HexFault::Digit(2 * i + j)))?;
            *byte = *byte << 4 | digit as u8;
        }
    }
    Ok(bytes)
}

/// Writes two digits for each byte.
pub(crate) fn encode(bytes: &[u8], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    bytes.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
}
