//! Hexadecimal digits.

/// Bytes in lower-case digits.
#[must_use]
pub fn encode(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    bytes.iter().flat_map(|byte| [byte >> 4, byte & 15]).map(|digit| char::from(DIGITS[usize::from(digit)])).collect()
}

/// The bytes that digits of either case stand for; `None` for other characters or half a byte.
#[must_use]
pub fn decode(digits: &[u8]) -> Option<Vec<u8>> {
    let value = |digit: u8| char::from(digit).to_digit(16);
    let (pairs, []) = digits.as_chunks::<2>() else { return None };
    pairs.iter().map(|&[high, low]| u8::try_from(value(high)? << 4 | value(low)?).ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_round_trips_in_either_case() {
        let bytes: Vec<u8> = (0..=255).collect();
        let digits = encode(&bytes);
        assert_eq!(digits[..8], *"00010203");
        assert_eq!(decode(digits.as_bytes()), Some(bytes.clone()));
        assert_eq!(decode(digits.to_uppercase().as_bytes()), Some(bytes));
    }

    #[test]
    fn what_is_no_hexadecimal_is_refused() {
        for digits in ["0", "000", "0g", "g0", " 0", "0 ", "+1", "é"] {
            assert_eq!(decode(digits.as_bytes()), None, "{digits}");
        }
    }
}
