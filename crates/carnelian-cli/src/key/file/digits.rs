//! Keys as texts of hexadecimal or base64 digits, decoded in time that does not depend on the digits.
//!
//! That a file is such a text is public, and so is where its lines end.

use carnelian::ct::{self, Choice, Select};
use carnelian::encoding::EncodingError;
use carnelian::secret::Secret;
use std::mem;
use zeroize::Zeroizing;

/// The digits of an alphabet: ranges, each given as its first digit, its last digit and the value of the first.
type Alphabet = [(u8, u8, u8)];

/// Hexadecimal digits of either case.
const HEX: &Alphabet = &[(b'0', b'9', 0), (b'a', b'f', 10), (b'A', b'F', 10)];
/// RFC 4648 Section 4.
const BASE64: &Alphabet = &[(b'A', b'Z', 0), (b'a', b'z', 26), (b'0', b'9', 52), (b'+', b'+', 62), (b'/', b'/', 63)];

/// The byte order mark of UTF-8.
const MARK: &[u8] = b"\xef\xbb\xbf";

/// Returns the key if the file has as many hexadecimal digits as a permitted number of bytes. A line end may follow.
///
/// # Errors
/// [`EncodingError::Character`] if a character is no digit.
pub(super) fn hex(contents: &[u8], permits: impl Fn(usize) -> bool) -> Option<Result<Secret<Vec<u8>>, EncodingError>> {
    let digits =
        line(contents).into_iter().find(|digits| digits.len().is_multiple_of(2) && permits(digits.len() / 2))?;
    Some(decoded_hex(digits))
}

/// Returns the number of hexadecimal digits of which the file consists, with a line end or without, if they are whole
/// bytes.
pub(super) fn hex_digits(contents: &[u8]) -> Option<usize> {
    let is_hex = |digits: &&[u8]| !digits.is_empty() && digits.len().is_multiple_of(2) && are_digits(digits, HEX);
    line(contents).into_iter().find(is_hex).map(<[u8]>::len)
}

/// Returns whether the file is a text of ASCII characters. No random key is.
pub(super) fn is_text(contents: &[u8]) -> bool {
    let all = without_mark(contents).iter().fold(0, |bits, c| bits | c);
    ct::eq(&[all & 0x80], &[0]).declassify("the form of a file is public")
}

/// Returns what the line of a file may be: all of it, or all but a line end.
fn line(contents: &[u8]) -> Vec<&[u8]> {
    let without = |end: &[u8]| {
        let (line, tail) = contents.split_at_checked(contents.len().checked_sub(end.len())?)?;
        ct::eq(tail, end).declassify("the layout of a text is public").then_some(line)
    };
    [&b""[..], b"\n", b"\r\n"].into_iter().filter_map(without).map(without_mark).collect()
}

fn without_mark(text: &[u8]) -> &[u8] {
    match text.split_at_checked(MARK.len()) {
        Some((start, rest)) if ct::eq(start, MARK).declassify("the layout of a text is public") => rest,
        _ => text,
    }
}

fn are_digits(text: &[u8], alphabet: &Alphabet) -> bool {
    let are_digits = text.iter().fold(Choice::TRUE, |so_far, c| so_far & value(*c, alphabet).1);
    are_digits.declassify("the form of a file is public")
}

/// Decodes pairs of digits.
fn decoded_hex(digits: &[u8]) -> Result<Secret<Vec<u8>>, EncodingError> {
    let is_no_digit = |c: &u8| !value(*c, HEX).1.declassify("the layout of a text is public");
    if let Some(offset) = digits.iter().position(is_no_digit) {
        return Err(EncodingError::Character { alphabet: "hexadecimal", offset });
    }
    let mut bytes = Zeroizing::new(Vec::with_capacity(digits.len() / 2));
    bytes.extend(digits.as_chunks::<2>().0.iter().map(|[high, low]| value(*high, HEX).0 << 4 | value(*low, HEX).0));
    Ok(Secret::new(mem::take(&mut *bytes)))
}

/// Returns the key if the file is the base64 of a permitted number of bytes, with padding, in one line or several.
pub(super) fn base64(contents: &[u8], permits: impl Fn(usize) -> bool) -> Option<Secret<Vec<u8>>> {
    let is = |c: &u8, other: u8| ct::eq(&[*c], &[other]).declassify("the layout of a text is public");
    let mut text = Zeroizing::new(Vec::<u8>::with_capacity(contents.len()));
    text.extend(without_mark(contents).iter().filter(|c| !is(c, b'\n') && !is(c, b'\r')));
    let padding = text.iter().rev().take_while(|c| is(c, b'=')).count();
    let (digits, _) = text.split_at(text.len() - padding);
    let length = (text.len() / 4 * 3).checked_sub(padding)?;
    let has_its_length = !digits.is_empty() && padding <= 2 && text.len().is_multiple_of(4) && permits(length);
    if !has_its_length || !are_digits(digits, BASE64) {
        return None;
    }
    let mut bytes = Zeroizing::new(Vec::with_capacity(text.len() / 4 * 3));
    for group in digits.chunks(4) {
        let mut word = Zeroizing::new(0u32);
        group.iter().for_each(|digit| *word = *word << 6 | u32::from(value(*digit, BASE64).0));
        *word <<= 6 * (4 - group.len());
        let [_, group_bytes @ ..] = word.to_be_bytes();
        let (whole, spare) = group_bytes.split_at(group.len() - 1);
        let zeros = ct::eq(spare, &[0; 3][..spare.len()]);
        if !zeros.declassify("the form of a file is public") {
            return None;
        }
        bytes.extend_from_slice(whole);
    }
    Some(Secret::new(mem::take(&mut *bytes)))
}

/// Returns the value of a digit, and whether `c` is one.
fn value(c: u8, alphabet: &Alphabet) -> (u8, Choice) {
    alphabet.iter().fold((0, Choice::FALSE), |(value, is_digit), &(first, last, value_of_first)| {
        let below = u32::from(c).wrapping_sub(u32::from(first));
        let above = u32::from(last).wrapping_sub(u32::from(c));
        // The top bit of a difference is set if it is negative.
        let inside = !Choice::from_lsb((below | above) >> 31);
        let in_range = c.wrapping_sub(first).wrapping_add(value_of_first);
        (u8::select(inside, value, in_range), is_digit | inside)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use carnelian::encoding::encode_hex;

    fn from_base64(text: &str, length: usize) -> Option<Vec<u8>> {
        base64(text.as_bytes(), |found| found == length).map(|key| key.declassify("a test").clone())
    }

    #[test]
    fn every_character_has_its_value() {
        let base64 = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
        for c in 0..=255 {
            let shown = |alphabet| {
                let (value, is_digit) = value(c, alphabet);
                is_digit.declassify("a test").then(|| u32::from(value))
            };
            assert_eq!(shown(HEX), char::from(c).to_digit(16), "{c}");
            assert_eq!(shown(BASE64), (0..64).find(|value| base64[*value as usize] == c), "{c}");
        }
    }

    /// RFC 4648 Section 10.
    #[test]
    fn base64_is_read_with_its_padding() {
        for (text, bytes) in [("Zg==", "f"), ("Zm8=", "fo"), ("Zm9v", "foo"), ("Zm9vYmE=", "fooba")] {
            for text in
                [text.to_owned(), format!("{text}\n"), format!("\u{feff}{text}\r\n"), text.replacen('m', "m\n", 1)]
            {
                assert_eq!(from_base64(&text, bytes.len()), Some(bytes.into()), "{text:?}");
                assert_eq!(from_base64(&text, bytes.len() + 1), None);
            }
        }
        for text in ["", "Zg", "Zg=", "Zg===", "Zh==", "Z===", "Zm9=", "Z-8=", "Zm8= ", "=Zm8"] {
            assert!((0..4).all(|length| from_base64(text, length).is_none()), "{text:?}");
        }
    }

    #[test]
    fn a_key_is_written_in_hexadecimal_as_it_is_read() {
        let key: Vec<u8> = (0..=255).collect();
        let text = encode_hex(&key);
        assert_eq!(*text.declassify("a test"), (crate::hex::encode(&key) + "\n").into_bytes());
        let read = hex(text.declassify("a test"), |length| length == key.len()).unwrap().unwrap();
        assert_eq!(*read.declassify("a test"), key);
    }

    #[test]
    fn hexadecimal_digits_are_whole_bytes() {
        for (text, count) in [("00ff", Some(4)), ("00ff\n", Some(4)), ("\u{feff}00FF\r\n", Some(4)), ("00f", None)] {
            assert_eq!(hex_digits(text.as_bytes()), count, "{text:?}");
        }
        for text in ["", "\n", "0g", "00 ff", "00ff\n\n", "x"] {
            assert_eq!(hex_digits(text.as_bytes()), None, "{text:?}");
        }
        let read = |text: &str| {
            hex(text.as_bytes(), |length| length == 2).map(|key| key.map(|key| key.declassify("a test").clone()))
        };
        assert_eq!(read("00fF\r\n"), Some(Ok(vec![0, 255])));
        assert_eq!(read("00fg"), Some(Err(EncodingError::Character { alphabet: "hexadecimal", offset: 3 })));
        assert_eq!(read("00ff00"), None);
    }
}
