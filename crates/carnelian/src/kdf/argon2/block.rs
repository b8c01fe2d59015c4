//! The block of Argon2, and the order in which its words lie in memory.
//!
//! The standard sees 128 words as eight rows of sixteen. A row is four pieces of four words; here piece `q` of row 2p
//! stands beside piece `q` of row 2p + 1, and those pairs are in the order of p, then q. So a vector of eight words holds
//! the same piece of two rows, with which both the rows' turn and the columns' begin, and the exchange between the two
//! is part of a permutation that is needed anyway. The sum of two blocks does not mind the order, and word 0 stays first.
//! Only what is hashed is put into the standard's order.

use crate::base::words::AlignedWords;

/// Words in a block.
pub(super) const WORDS: usize = 128;
/// Bytes in a block.
pub(super) const BLOCK_LEN: usize = 8 * WORDS;

/// The unit of the memory that Argon2 fills: 1 KiB, at the start of a cache line.
pub type Block = AlignedWords<WORDS>;

/// Where word `i` of the standard's block lies.
pub(super) const fn place(i: usize) -> usize {
    let (row, piece, word) = (i / 16, i % 16 / 4, i % 4);
    ((row / 2 * 4 + piece) * 2 + row % 2) * 4 + word
}

/// Writes the block that the standard's bytes stand for: words in little-endian order, Section 2.
pub(super) fn from_bytes(bytes: &[u8; BLOCK_LEN], block: &mut Block) {
    for (i, word) in bytes.as_chunks().0.iter().enumerate() {
        block.0[place(i)] = u64::from_le_bytes(*word);
    }
}

/// The reverse of [`from_bytes`].
pub(super) fn to_bytes(block: &Block, bytes: &mut [u8; BLOCK_LEN]) {
    for (i, word) in bytes.as_chunks_mut().0.iter_mut().enumerate() {
        *word = block.0[place(i)].to_le_bytes();
    }
}
