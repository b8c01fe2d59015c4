//! Nested arrays of words as source text.

use std::fmt::Write;

/// A nested array.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Rows {
    /// An array of arrays.
    List(Vec<Rows>),
    /// An array of words, each with this many hexadecimal digits.
    Words(Vec<u64>, usize),
}

impl Rows {
    /// Returns an array of words of 51 bits.
    pub(super) fn limbs(limbs: Vec<u64>) -> Self {
        Self::Words(limbs, 13)
    }

    /// Returns an array of words of 64 bits.
    pub(super) fn words(words: Vec<u64>) -> Self {
        Self::Words(words, 16)
    }

    /// Writes the array at a nesting depth; its opening bracket is appended to the text. Up to five words are written
    /// on one line, with their brackets unless they are the whole array; more words are written in lines of four.
    pub(super) fn write(&self, text: &mut String, depth: usize) {
        let margin = |depth| " ".repeat(4 * depth);
        let inner = margin(depth + 1);
        match self {
            Self::List(entries) => {
                text.push_str("[\n");
                for entry in entries {
                    text.push_str(&inner);
                    entry.write(text, depth + 1);
                    text.push_str(",\n");
                }
                text.push_str(&margin(depth));
            }
            Self::Words(words, digits) if words.len() <= 5 && depth > 0 => {
                text.push('[');
                text.push_str(&line(words, *digits));
            }
            Self::Words(words, digits) => {
                text.push_str("[\n");
                for words in words.chunks(if words.len() <= 5 { 5 } else { 4 }) {
                    writeln!(text, "{inner}{},", line(words, *digits)).expect("a String takes everything");
                }
                text.push_str(&margin(depth));
            }
        }
        text.push(']');
    }
}

fn line(words: &[u64], digits: usize) -> String {
    words.iter().map(|word| grouped(*word, digits)).collect::<Vec<_>>().join(", ")
}

/// Formats hexadecimal digits in groups of four.
fn grouped(word: u64, digits: usize) -> String {
    let hex = format!("{word:0digits$x}");
    let mut text = String::from("0x");
    for (at, digit) in hex.chars().enumerate() {
        if at > 0 && (hex.len() - at).is_multiple_of(4) {
            text.push('_');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(rows: &Rows) -> String {
        let mut text = String::new();
        rows.write(&mut text, 0);
        text
    }

    #[test]
    fn words_are_grouped_from_the_right() {
        let limbs = Rows::limbs(vec![1, 0x7_ffff_1234_5678]);
        assert_eq!(written(&limbs), "[\n    0x0_0000_0000_0001, 0x7_ffff_1234_5678,\n]");
        assert_eq!(written(&Rows::words(vec![u64::MAX - 1])), "[\n    0xffff_ffff_ffff_fffe,\n]");
    }

    #[test]
    fn arrays_are_nested() {
        let six = "[\n        0x00, 0x01, 0x02, 0x03,\n        0x04, 0x05,\n    ]";
        let rows = Rows::List(vec![Rows::Words((0..6).collect(), 2), Rows::Words(vec![7], 2)]);
        assert_eq!(written(&rows), format!("[\n    {six},\n    [0x07],\n]"));
    }
}
