//! Hexadecimal encoding.

/// Encodes bytes in lower-case digits.
#[must_use]
pub fn encode(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    bytes.iter().flat_map(|byte| [byte >> 4, byte & 15]).map(|digit| char::from(DIGITS[usize::from(digit)])).collect()
}

/// Decodes digits of either case. Returns `None` for other characters or an odd number of digits.
#[must_use]
pub fn decode(digits: &[u8]) -> Option<Vec<u8>> {
    let value = |digit: u8| char::from(digit).to_digit(16);
    let (pairs, []) = digits.as_chunks::<2>() else { return None };
    pairs.iter().map(|&[high, low]| u8::try_from(value(high)? << 4 | value(low)?).ok()).collect()
}

/// Decodes digits given on the command line.
///
/// # Errors
/// A sentence that states the expected form and the fault.
pub fn typed(digits: &str) -> Result<Vec<u8>, String> {
    let expected = "expected hexadecimal digits, two for each byte";
    if let Some(prefix) = ["0x", "0X"].into_iter().find(|prefix| digits.starts_with(prefix)) {
        return Err(format!("{expected}, without {prefix}"));
    }
    if let Some((place, other)) = digits.chars().enumerate().find(|(_, c)| !c.is_ascii_hexdigit()) {
        return Err(format!("{expected}, found {other:?} at position {}", place + 1));
    }
    decode(digits.as_bytes()).ok_or_else(|| format!("{expected}, found {}, an odd number", digits.len()))
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
    #[test]
    fn what_is_wrong_with_digits_is_named() {
        assert_eq!(typed("00fF"), Ok(vec![0, 255]));
        assert_eq!(typed(""), Ok(vec![]));
        for (digits, part) in [("0x00", "without 0x"), ("00g0", "found 'g' at position 3"), ("000", "found 3, ")] {
            let refused = typed(digits).unwrap_err();
            assert!(refused.contains(part), "{digits}: {refused}");
        }
    }
}
