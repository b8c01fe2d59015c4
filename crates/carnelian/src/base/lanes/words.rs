//! Words that are added, XORed, rotated and shifted, as in hash functions and ciphers.

#[cfg(feature = "cipher")]
use crate::base::in_out::InOut;

/// `N` independent words of 32 or 64 bits.
pub(crate) trait Lanes<const N: usize>: Copy {
    /// The proof that the CPU supports these vectors.
    type Proof: Copy;
    /// `u32` or `u64`.
    type Word: Copy;
    /// Eight words in memory.
    type Row;

    /// Returns `word` in every lane.
    fn splat(proof: Self::Proof, word: Self::Word) -> Self;
    /// Loads `words[i]` into lane i.
    fn load_words(proof: Self::Proof, words: &[Self::Word; N]) -> Self;
    /// The inverse of [`load_words`](Self::load_words).
    fn store_words(self, words: &mut [Self::Word; N]);
    /// Loads eight words from each of `N` rows, transposed: result `i` holds word `i` of every row.
    fn load_transposed(proof: Self::Proof, rows: [&Self::Row; N]) -> [Self; 8];
    /// The inverse of [`load_transposed`](Self::load_transposed).
    fn store_transposed(vectors: [Self; 8], rows: [&mut Self::Row; N]);
    /// Converts words that were loaded in memory order from big-endian.
    fn be_to_native(self) -> Self;
    /// Converts words that were loaded in memory order from little-endian: by default a no-op, since machines with
    /// vectors are little-endian.
    #[inline(always)]
    fn le_to_native(self) -> Self {
        self
    }

    /// Returns the sum modulo 2^32 or 2^64.
    fn add(self, other: Self) -> Self;
    /// Returns the XOR.
    fn xor(self, other: Self) -> Self;
    /// Returns the bitwise AND.
    fn and(self, other: Self) -> Self;
    /// Rotates right by `R` bits, at least one and fewer than the word has.
    fn rotate_right<const R: i32>(self) -> Self;
    /// Returns the same words, but hides their origin from the compiler. Otherwise it merges the shuffles that
    /// implement rotations across the operations between them, which takes more shuffles.
    #[inline(always)]
    fn opaque(self) -> Self {
        self
    }
    /// Returns the same sum, but keeps its order: otherwise the compiler may add first what is known last.
    #[inline(always)]
    fn pinned(self) -> Self {
        self
    }
    /// Shifts right by `R` bits, filling with zeros.
    fn shift_right<const R: i32>(self) -> Self;

    /// Whether [`xor3`](Self::xor3) is one instruction, so that there is no need to combine two of its operands
    /// beforehand.
    const HAS_XOR3: bool = false;

    /// Returns the XOR of three words.
    #[inline(always)]
    fn xor3(self, y: Self, z: Self) -> Self {
        self.xor(y).xor(z)
    }

    /// Returns the bitwise OR.
    #[inline(always)]
    fn or(self, other: Self) -> Self {
        self.xor(other.and_not(self))
    }

    /// Returns `self` AND NOT `other`.
    #[inline(always)]
    fn and_not(self, other: Self) -> Self {
        self.xor(self.and(other))
    }

    /// Selects bitwise: `y` where `self` is set, else `z`.
    #[inline(always)]
    fn choose(self, y: Self, z: Self) -> Self {
        y.xor(z).and(self).xor(z)
    }

    /// Returns the bitwise majority of the three.
    #[inline(always)]
    fn majority(self, y: Self, z: Self) -> Self {
        // In hash functions y and z are often the x and y of the call before, and the compiler has their XOR already.
        self.xor(y).and(y.xor(z)).xor(y)
    }
}

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

/// `N` independent 64-bit words.
pub(crate) trait U64Lanes<const N: usize>: Lanes<N, Word = u64, Row = [u8; 64]> {}
impl<const N: usize, V: Lanes<N, Word = u64, Row = [u8; 64]>> U64Lanes<N> for V {}

/// Four words of 32 or 64 bits of one computation, such as a row of a matrix.
pub(crate) trait FourLanes: Copy {
    /// The proof that the CPU supports these vectors.
    type Proof: Copy;
    /// `u32` or `u64`.
    type Word: Copy;

    /// Returns a vector of four words.
    fn from_words(proof: Self::Proof, words: [Self::Word; 4]) -> Self;
    /// Loads `words[i]` into lane `i`.
    fn load(proof: Self::Proof, words: &[Self::Word; 4]) -> Self;
    /// The inverse of [`load`](Self::load).
    fn store(self, words: &mut [Self::Word; 4]);
    /// Returns the sum modulo 2^32 or 2^64.
    fn add(self, other: Self) -> Self;
    /// Returns the XOR.
    fn xor(self, other: Self) -> Self;
    /// Returns in lane `i` lane `i` + `K` modulo 4, where 1 ≤ `K` ≤ 3.
    fn rotate_lanes<const K: usize>(self) -> Self;
}
