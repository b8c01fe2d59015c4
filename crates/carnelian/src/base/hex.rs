//! Hexadecimal encoding of public bytes. Secrets are encoded and decoded in constant time by `digits`.

use crate::error::{HexError, HexFault};
use core::fmt;

/// Decodes hexadecimal digits in either case; `what` describes the expected value in an error.
#[cfg_attr(not(feature = "curve"), allow(dead_code))]
pub(crate) fn decode<const N: usize>(what: &'static str, text: &str) -> Result<[u8; N], HexError> {
    let mut bytes = [0; N];
    decode_to(what, text, &mut bytes).map(|()| bytes)
}

/// Decodes hexadecimal digits like [`decode`], as many as `bytes` holds. After an error `bytes` holds some of them.
#[cfg_attr(not(feature = "curve"), allow(dead_code))]
pub(crate) fn decode_to(what: &'static str, text: &str, bytes: &mut [u8]) -> Result<(), HexError> {
    let expected = 2 * bytes.len();
    let refused = |found| HexError { what, expected, found };
    let (pairs, rest) = text.as_bytes().as_chunks::<2>();
    if pairs.len() != bytes.len() || !rest.is_empty() {
        return Err(refused(HexFault::Length(text.len())));
    }
    for ((i, byte), pair) in bytes.iter_mut().enumerate().zip(pairs) {
        for (j, c) in pair.iter().enumerate() {
            let digit = char::from(*c).to_digit(16).ok_or(refused(HexFault::Digit(2 * i + j)))?;
            *byte = *byte << 4 | digit as u8;
        }
    }
    Ok(())
}

/// Writes two digits for each byte.
pub(crate) fn encode(bytes: &[u8], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    bytes.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
}
