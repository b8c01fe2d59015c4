//! A checksum of what a key keeps, which finds memory faults. It is no protection against changes that were chosen.

use super::ct::{self, Choice};
use super::secret::Secret;

/// Odd, and neither small nor sparse: the fractional part of the golden ratio.
const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;
const _: () = assert!(FACTOR % 2 == 1);

/// The number of words that are absorbed side by side.
const LANES: usize = 4;

/// The states at the start, from the square roots of 2, 3, 5 and 7: all different, since the same words in two lanes
/// would cancel each other where they come together.
const START: [u64; LANES] =
    [0x6a09_e667_f3bc_c908, 0xbb67_ae85_84ca_a73b, 0x3c6e_f372_fe94_f82b, 0xa54f_f53a_5f1d_36f1];

/// The state of a checksum. It takes constant time.
///
/// A word is absorbed by a map that is bijective both in the word and in the state. So a change within one word of eight
/// bytes, counted from the start of each part, always changes the checksum. Changes of several words go unnoticed only if
/// they cancel each other, which few patterns do.
pub(crate) struct Checksum([u64; LANES]);

impl Checksum {
    pub(crate) const fn new() -> Self {
        Self(START)
    }

    /// Absorbs a part of the content.
    #[inline(always)]
    pub(crate) fn absorb(&mut self, part: &[u8]) {
        for words in part.chunks(8 * LANES) {
            for (lane, word) in self.0.iter_mut().zip(words.chunks(8)) {
                let mut bytes = [0; 8];
                bytes[..word.len()].copy_from_slice(word);
                *lane = step(*lane, u64::from_le_bytes(bytes));
            }
        }
    }

    /// Absorbs words that other lanes have absorbed others in.
    #[cfg(feature = "postquantum")]
    #[inline(always)]
    pub(crate) fn absorb_words(&mut self, words: &[u32]) {
        for words in words.chunks(LANES) {
            for (lane, word) in self.0.iter_mut().zip(words) {
                *lane = step(*lane, u64::from(*word));
            }
        }
    }

    /// Returns the checksum.
    #[inline(always)]
    pub(crate) fn finish(self) -> [u8; 8] {
        self.0.into_iter().fold(0, step).to_le_bytes()
    }
}

/// Returns whether a checksum is the one that was kept.
#[inline(always)]
pub(crate) fn is_same(checksum: &[u8; 8], kept: &Secret<[u8; 8]>) -> Choice {
    ct::eq(checksum, kept.expose())
}

/// Absorbs a word: each of XOR, the shift with XOR, and the product with an odd number can be inverted. The shift takes
/// the upper bits to where the product carries them on.
#[inline(always)]
const fn step(state: u64, word: u64) -> u64 {
    let mixed = state ^ word;
    (mixed ^ (mixed >> 32)).wrapping_mul(FACTOR)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::random::{Random, TestRandom};

    fn of(part: &[u8]) -> [u8; 8] {
        let mut checksum = Checksum::new();
        checksum.absorb(part);
        checksum.finish()
    }

    #[test]
    fn every_bit_counts_and_every_pair_of_bits() {
        let mut content = [0; 75];
        for fill in 0..4 {
            match fill {
                0 | 1 => content.fill(fill * 0xff),
                seed => TestRandom::new(u64::from(seed)).fill(&mut content).unwrap(),
            }
            let expected = of(&content);
            let bits = 8 * content.len();
            for i in 0..bits {
                content[i / 8] ^= 1 << (i % 8);
                assert_ne!(of(&content), expected, "bit {i}");
                for j in 0..i {
                    content[j / 8] ^= 1 << (j % 8);
                    assert_ne!(of(&content), expected, "bits {i} and {j}");
                    content[j / 8] ^= 1 << (j % 8);
                }
                content[i / 8] ^= 1 << (i % 8);
            }
        }
    }

    #[test]
    fn words_count_too() {
        let mut words = [7; 64];
        let of = |words: &[u32]| {
            let mut checksum = Checksum::new();
            checksum.absorb_words(words);
            checksum.finish()
        };
        let expected = of(&words);
        for bit in 0..32 * words.len() {
            words[bit / 32] ^= 1 << (bit % 32);
            assert_ne!(of(&words), expected);
            words[bit / 32] ^= 1 << (bit % 32);
        }
        assert_eq!(of(&words), expected);
    }
}
