//! Digits of base64 (RFC 4648 Section 4) and base16 (Section 8) to and from secret bytes, without a branch or a table
//! lookup that depends on them.
//!
//! The crates that do this in constant time branch at the end on whether all digits were valid. This verdict depends on
//! secret text, so the checker reports the branch as a leak. Here it is a [`Choice`] that is declassified.

use super::error::EncodingError;
use super::layout::{position, white_space};
use super::lengths::Lengths;
use super::tlv::Result;
use crate::base::ct::{self, Choice, Select};
use crate::base::digits::{BASE16, BASE16_EITHER_CASE, BASE64, digit, is, value};
use crate::base::secret::Secret;
use alloc::vec::Vec;
use zeroize::Zeroizing;

/// The verdict on a text, and the place of its first character that is no digit. The character itself may be one of a
/// key, if the file is no text.
struct Verdict {
    alphabet: &'static str,
    is_good: Choice,
    offset: u64,
}

impl Verdict {
    fn new(alphabet: &'static str) -> Self {
        Self { alphabet, is_good: Choice::TRUE, offset: 0 }
    }

    fn note(&mut self, offset: usize, is_digit: Choice) {
        let is_first_bad = self.is_good & !is_digit;
        self.offset = u64::select(is_first_bad, self.offset, offset as u64);
        self.is_good = self.is_good & is_digit;
    }

    fn check(&self) -> Result<()> {
        if self.is_good.declassify("whether a file is a key is public") {
            return Ok(());
        }
        let offset = ct::declassify(self.offset, "the layout of a text is public") as usize;
        Err(EncodingError::Character { alphabet: self.alphabet, offset })
    }
}

fn is_white_space(c: u8) -> bool {
    white_space(c).declassify("the layout of a text is public")
}

/// Decodes the base64 digits in `text`. White space between digits is skipped; padding is required, and the unused bits
/// of the last digit must be zero. `start` is the offset of the text in its file, for errors.
pub(super) fn decode_base64(text: &[u8], start: usize) -> Result<Secret<Vec<u8>>> {
    let mut bytes = Zeroizing::new(Vec::with_capacity(text.len() / 4 * 3 + 3));
    let mut verdict = Verdict::new("base64");
    // The bits of the digits of a group so far, below a bit that marks their number.
    let mut group = Zeroizing::new(1u32);
    let digits = position(text, b'=');
    let mut count = 0;
    for (at, &c) in text[..digits].iter().enumerate() {
        if is_white_space(c) {
            continue;
        }
        let (sextet, is_digit) = value(c, BASE64);
        verdict.note(start + at, is_digit);
        *group = *group << 6 | u32::from(sextet);
        count += 1;
        if count % 4 == 0 {
            bytes.extend_from_slice(&group.to_be_bytes()[1..]);
            *group = 1;
        }
    }
    verdict.check()?;
    let padding = check_padding(&text[digits..], start + digits, count % 4)?;
    *group <<= 6 * padding;
    let [_, a, b, c] = group.to_be_bytes();
    let (complete, over) = match padding {
        0 => (&[][..], 0),
        1 => (&[a, b][..], c),
        _ => (&[a][..], b | c),
    };
    bytes.extend_from_slice(complete);
    if !ct::is_zero(over).declassify("whether a file is a key is public") {
        let fault = "expected zeros in the bits that the last base64 digit leaves over";
        return Err(EncodingError::NotPem { offset: start + digits, fault });
    }
    Ok(Secret::new(core::mem::take(&mut *bytes)))
}

/// Checks that the text after the digits consists of one `=` for each digit that the last group lacks, and of white
/// space. Returns the number of `=`.
fn check_padding(tail: &[u8], offset: usize, digits_of_last_group: usize) -> Result<usize> {
    let expected = match digits_of_last_group {
        0 => Some(0),
        1 => None,
        digits => Some(4 - digits),
    };
    let mut found = 0;
    for (at, &c) in tail.iter().enumerate().filter(|(_, c)| !is_white_space(**c)) {
        if !is(c, b'=').declassify("the layout of a text is public") {
            return Err(EncodingError::Character { alphabet: "base64", offset: offset + at });
        }
        found += 1;
    }
    if expected == Some(found) {
        return Ok(found);
    }
    Err(EncodingError::NotPem { offset, fault: "expected base64 digits padded to groups of four" })
}

/// Appends the base64 digits of `bytes` in lines of 64, each ended by a line feed.
pub(super) fn encode_base64(bytes: &[u8], text: &mut Vec<u8>) {
    const BYTES_IN_LINE: usize = 48;
    for line in bytes.chunks(BYTES_IN_LINE) {
        for group in line.chunks(3) {
            let mut word = [0; 4];
            word[1..=group.len()].copy_from_slice(group);
            let word = Zeroizing::new(u32::from_be_bytes(word));
            let digits = [18, 12, 6, 0].map(|shift| digit((*word >> shift) as u8 & 63, BASE64));
            text.extend_from_slice(&digits[..=group.len()]);
            text.extend_from_slice(&b"=="[..3 - group.len()]);
        }
        text.push(b'\n');
    }
}

/// Returns the number of characters that [`encode_base64`] appends for `length` bytes.
pub(super) const fn base64_len(length: usize) -> usize {
    length.div_ceil(3) * 4 + length.div_ceil(48)
}

/// Decodes hexadecimal digits, two for each byte. One line end may follow. `lengths` are the numbers of bytes that are
/// permitted.
pub(super) fn decode_hex(what: &'static str, text: &[u8], lengths: &Lengths) -> Result<Secret<Vec<u8>>> {
    let wrong_length = || EncodingError::WrongLength { what, expected: lengths.in_digits(), found: text.len() };
    let digits = digits_of(text, lengths).ok_or_else(wrong_length)?;
    let mut bytes = Zeroizing::new(Vec::with_capacity(digits.len() / 2));
    let mut verdict = Verdict::new("hexadecimal");
    for (at, pair) in digits.as_chunks::<2>().0.iter().enumerate() {
        let [(high, high_is_digit), (low, low_is_digit)] = pair.map(|c| value(c, BASE16_EITHER_CASE));
        verdict.note(2 * at, high_is_digit);
        verdict.note(2 * at + 1, low_is_digit);
        bytes.push(high << 4 | low);
    }
    verdict.check()?;
    Ok(Secret::new(core::mem::take(&mut *bytes)))
}

/// Returns `text` without the line end that may follow, if its length is then that of the digits of a permitted number
/// of bytes. Looks only at the line end, and only where the length leaves space for one.
pub(super) fn digits_of<'a>(text: &'a [u8], lengths: &Lengths) -> Option<&'a [u8]> {
    let permitted = lengths.in_digits();
    [&b""[..], b"\n", b"\r\n"].into_iter().find_map(|end| {
        let length = text.len().checked_sub(end.len()).filter(|length| permitted.contains(*length))?;
        let (digits, tail) = text.split_at(length);
        // A permitted length may be odd only if a range of lengths is permitted, and digits come in pairs.
        let is_text = length.is_multiple_of(2) && ct::eq(tail, end).declassify("the layout of a text is public");
        is_text.then_some(digits)
    })
}

/// Returns whether `text` consists of hexadecimal digits only.
pub(super) fn is_hex(text: &[u8]) -> bool {
    let are_digits = text.iter().fold(Choice::TRUE, |so_far, c| so_far & value(*c, BASE16_EITHER_CASE).1);
    are_digits.declassify("the form of a file is public")
}

/// Returns two lower-case hexadecimal digits for each byte of a private key, and a line feed: the file of a key whose
/// algorithm has no container, such as one of EdDSA-BLAKE2b. Others have
/// [`PrivateKeyInfo::to_hex`](super::PrivateKeyInfo::to_hex).
///
/// Time depends only on the number of bytes.
///
/// ```
/// use carnelian::encoding::encode_hex;
/// let text = encode_hex(&[0x07, 0xfe]);
/// assert_eq!(text.declassify("an example"), b"07fe\n");
/// ```
#[must_use]
pub fn encode_hex(key: &[u8]) -> Secret<Vec<u8>> {
    Secret::new(hex_line(key))
}

/// Returns two lower-case hexadecimal digits for each byte, and a line feed.
pub(super) fn hex_line(bytes: &[u8]) -> Vec<u8> {
    let mut text = Vec::with_capacity(2 * bytes.len() + 1);
    for byte in bytes {
        text.extend([digit(byte >> 4, BASE16), digit(byte & 15, BASE16)]);
    }
    text.push(b'\n');
    text
}
