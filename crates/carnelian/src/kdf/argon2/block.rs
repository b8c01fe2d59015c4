//! The block of Argon2, and the order of its words in memory.
//!
//! The standard views 128 words as eight rows of sixteen. A row consists of four pieces of four words; here piece `q`
//! of row 2p is adjacent to piece `q` of row 2p + 1, and those pairs are ordered by p, then q. So a vector of eight
//! words holds the same piece of two rows, which is what both the row step and the column step start from, and the
//! conversion between the two is part of a permutation that is needed anyway. The XOR of two blocks does not depend on
//! the order, and word 0 stays first. Only data that is hashed is converted to the standard's order.

use crate::base::aligned::AlignedWords;

/// The number of words in a block.
pub(super) const WORDS: usize = 128;
/// The number of bytes in a block.
pub(super) const BLOCK_LEN: usize = 8 * WORDS;

/// The unit of the memory that Argon2 fills: 1 KiB, aligned to a cache line.
pub type Block = AlignedWords<WORDS>;

/// Returns the index of word `i` of the standard's block.
pub(super) const fn index_of(i: usize) -> usize {
    let (row, piece, word) = (i / 16, i % 16 / 4, i % 4);
    ((row / 2 * 4 + piece) * 2 + row % 2) * 4 + word
}

/// Decodes the standard's bytes into a block: words in little-endian order, Section 2.
pub(super) fn from_bytes(bytes: &[u8; BLOCK_LEN], block: &mut Block) {
    for (i, word) in bytes.as_chunks().0.iter().enumerate() {
        block.0[index_of(i)] = u64::from_le_bytes(*word);
    }
}

/// The inverse of [`from_bytes`].
pub(super) fn to_bytes(block: &Block, bytes: &mut [u8; BLOCK_LEN]) {
    for (i, word) in bytes.as_chunks_mut().0.iter_mut().enumerate() {
        *word = block.0[index_of(i)].to_le_bytes();
    }
}
