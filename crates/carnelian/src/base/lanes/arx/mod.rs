//! Words of 32 or 64 bits that are added, rotated and XORed, as in hash functions and ciphers: what vectors of both have in
//! common.

mod portable;
#[cfg(target_arch = "x86_64")]
pub(super) mod x86_operations;

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
