//! Words of 32 bits: the words of as many states as there are lanes, or rows of four words of one state.

mod portable;
#[cfg(target_arch = "x86_64")]
mod x86_avx2;
#[cfg(all(target_arch = "x86_64", feature = "cipher"))]
mod x86_avx2_rows;
#[cfg(target_arch = "x86_64")]
mod x86_avx512;
#[cfg(all(target_arch = "x86_64", feature = "cipher"))]
mod x86_avx512_rows;
#[cfg(all(target_arch = "x86_64", feature = "cipher"))]
mod x86_avx512_tile;

#[cfg(feature = "cipher")]
use crate::base::in_out::InOut;
#[cfg(all(target_arch = "x86_64", feature = "cipher"))]
pub(crate) use x86_avx2_rows::{xor_bytes, xor_halves};
#[cfg(target_arch = "x86_64")]
pub(crate) use {
    x86_avx2::{U32x4Avx2, U32x8Avx2},
    x86_avx512::{U32x4Avx512, U32x8Avx512, U32x16Avx512},
};

/// 32-bit words that are added, XORed and rotated, in any number of lanes.
pub(crate) trait ArxLanes: Copy {
    /// Returns the sum modulo 2^32.
    fn add(self, other: Self) -> Self;
    /// Returns the XOR.
    fn xor(self, other: Self) -> Self;
    /// Rotates left by `R` bits, at least one and fewer than 32.
    fn rotate_left<const R: i32>(self) -> Self;
}

/// Rows of four 32-bit words, the rows of as many states: row r is lanes 4r to 4r + 3.
pub(crate) trait RowLanes: ArxLanes {
    /// The proof that the CPU supports these vectors.
    type Proof: Copy;
    /// The number of rows.
    const ROWS: usize;

    /// Loads the same row into all.
    fn splat_row(proof: Self::Proof, row: &[u8; 16]) -> Self;
    /// Returns the same row, a little-endian number, in all.
    fn splat_number(proof: Self::Proof, row: u128) -> Self;
    /// Returns rows that count: row r is `first` + r, where the sum is that of the lower 64 bits.
    fn counting_rows(proof: Self::Proof, first: u128) -> Self;
    /// Adds `number` to the lower 64 bits of each row.
    fn add_to_rows(self, number: u64) -> Self;
    /// Rotates each row: word i of the result is word (i + `K`) mod 4 of the operand. `K` is 1, 2 or 3.
    fn rotate_rows<const K: i32>(self) -> Self;
    /// Returns rows of which word i is that of `other` if bit i of `MASK` is set, and that of `self` otherwise. `MASK`
    /// is 0b1010 or 0b1100.
    fn or_words_of<const MASK: i32>(self, other: Self) -> Self;
    /// Returns the first row.
    fn first_row(self) -> [u8; 16];
    /// Transposes rows: the results, one after the other, have row 0 of each operand, row 1 of each, and so on.
    fn interleave_rows(rows: [Self; 4]) -> [Self; 4];
}

/// Rows that are written out, where vectors can be written in part.
#[cfg(feature = "cipher")]
pub(crate) trait KeystreamLanes: RowLanes {
    /// Bytes in a vector.
    const LEN: usize = 16 * Self::ROWS;

    /// XORs with this vector the [`LEN`](Self::LEN) bytes of `data` from byte `at` on, or as many of them as there are.
    fn xor_at(self, data: &mut InOut<'_>, at: usize);
    /// Stores the vector as the [`LEN`](Self::LEN) bytes from byte `at` on.
    ///
    /// # Panics
    /// If there are fewer bytes.
    fn store_at(self, bytes: &mut [u8], at: usize);
}

/// 32-bit words of as many blocks of sixteen words as there are lanes: a tile, which is written out as one block after
/// another.
#[cfg(feature = "cipher")]
pub(crate) trait TileLanes: ArxLanes {
    /// The proof that the CPU supports these vectors.
    type Proof: Copy;
    /// The saved words of a tile.
    type Tile;
    /// The number of lanes.
    const LANES: usize;
    /// The number of steps that it takes to order a saved tile and to write it out. They can be interleaved with rounds.
    const STEPS: usize;

    /// Returns `word` in every lane.
    fn splat_word(proof: Self::Proof, word: u32) -> Self;
    /// Returns the lower and the upper halves of `first` and the 64-bit numbers after it.
    fn counters(proof: Self::Proof, first: u64) -> [Self; 2];
    /// Returns a tile that holds nothing yet.
    fn new_tile() -> Self::Tile;
    /// Saves the words of a tile.
    fn put(tile: &mut Self::Tile, words: [Self; 16]);
    /// Does one of the [`STEPS`](Self::STEPS) of writing a tile into `data`, which has at most as many bytes.
    fn step(proof: Self::Proof, tile: &mut Self::Tile, step: usize, data: &mut InOut<'_>);
    /// Overwrites a tile.
    fn wipe(tile: &mut Self::Tile);
    /// XORs `data`, which has at most as many bytes as a tile, without saving the words.
    fn xor_words(words: [Self; 16], data: &mut InOut<'_>);
}
