//! Words that are added, subtracted, multiplied and selected, as in the arithmetic of fields.

/// Independent 64-bit words, in a multiple of four lanes: moves, additions and selections.
pub(crate) trait WordLanes: Copy {
    /// The proof that the CPU supports these vectors.
    type Proof: Copy;
    /// A truth value for each lane. It may be secret.
    type Mask: Copy;
    /// An array with one word per lane.
    type Words: Copy + AsRef<[u64]> + AsMut<[u64]>;

    /// Returns `word` in every lane.
    fn splat(proof: Self::Proof, word: u64) -> Self;
    /// Loads `words[i]` into lane `i`.
    fn load(proof: Self::Proof, words: &Self::Words) -> Self;
    /// The inverse of [`load`](Self::load).
    fn store(self) -> Self::Words;

    /// Returns the sum modulo 2^64.
    fn add(self, other: Self) -> Self;
    /// Returns the difference modulo 2^64.
    fn sub(self, other: Self) -> Self;
    /// Returns the bitwise AND.
    fn and(self, other: Self) -> Self;
    /// Shifts right by `S` bits, filling with zeros.
    fn shift_right<const S: u32>(self) -> Self;
    /// Returns `self` plus the product of `a` and `b`, which must be below 2^32 and their product below 2^52.
    fn add_product(self, a: Self, b: Self) -> Self;

    /// Returns a mask of the lanes in which the words are equal.
    fn equal(self, other: Self) -> Self::Mask;
    /// Returns the mask that is set in lane `i` if bit `i` is set.
    fn mask_of(proof: Self::Proof, bits: u8) -> Self::Mask;
    /// Returns `if_set` in the lanes where the mask is set, `if_clear` in the others.
    fn select(mask: Self::Mask, if_clear: Self, if_set: Self) -> Self;
    /// Returns `word` in the lanes where the mask is set, in which `self` must be 0, and `self` in the others.
    fn fill_in(self, mask: Self::Mask, word: Self) -> Self;

    /// Returns in lane `i` the lane whose number is in lane `i` of `index`. The index may be secret.
    fn lookup(self, index: Self) -> Self;
    /// Returns in lane `i` lane `i` + `K` modulo the number of lanes.
    fn rotate_lanes<const K: i32>(self) -> Self;
}

/// Eight lanes.
pub(crate) trait WordLanesX8: WordLanes<Words = [u64; 8]> {
    /// Loads eight signed bytes as words modulo 2^64.
    fn load_signed(proof: Self::Proof, bytes: &[i8; 8]) -> Self;
    /// Shifts each lane right by the number of bits, fewer than 64, in the same lane of `counts`.
    fn shift_right_each(self, counts: Self) -> Self;
    /// Loads eight rows, transposed: result `i` holds word `i` of every row.
    fn load_transposed(proof: Self::Proof, rows: [&[u64; 4]; 8]) -> [Self; 4];
    /// The inverse of [`load_transposed`](Self::load_transposed).
    fn store_transposed(vectors: [Self; 4]) -> [[u64; 4]; 8];
    /// Transposes: result `i` holds lane `i` of every row.
    fn transpose(rows: [Self; 8]) -> [Self; 8];
}

/// Lanes with the 52-bit multiplier and the masks of AVX-512 IFMA.
pub(crate) trait U52Lanes: WordLanes {
    /// Returns the lower 52 bits of the product of the lower 52 bits of `a` and `b`.
    fn mul_lo(a: Self, b: Self) -> Self;
    /// Returns the upper 52 bits of the product of the lower 52 bits of `a` and `b`.
    fn mul_hi(a: Self, b: Self) -> Self;
    /// Returns `self` plus the lower half of the product, as in [`mul_lo`](Self::mul_lo).
    fn add_lo(self, a: Self, b: Self) -> Self;
    /// Returns `self` plus the upper half of the product, as in [`mul_hi`](Self::mul_hi).
    fn add_hi(self, a: Self, b: Self) -> Self;

    /// Returns `self` − `other` in the lanes that are set in `LANES`, `self` + `other` in the others.
    fn add_sub<const LANES: u8>(self, other: Self) -> Self;
    /// Like [`add_sub`](Self::add_sub), but with a mask.
    fn add_sub_by(self, mask: Self::Mask, other: Self) -> Self;
    /// Returns `self` in the lanes that are set in `LANES`, 0 in the others.
    fn keep<const LANES: u8>(self) -> Self;
    /// Returns `other` in the lanes that are set in `LANES`, `self` in the others.
    fn merge<const LANES: u8>(self, other: Self) -> Self;
    /// Swaps lanes 2i and 2i + 1.
    fn swap_pairs(self) -> Self;
    /// Like [`swap_pairs`](Self::swap_pairs), but 0 in the lanes where the mask is clear.
    fn swap_pairs_by(self, mask: Self::Mask) -> Self;
    /// Permutes lanes within each group of four: lane `i` of the result is the lane whose number within the group is in
    /// bits 2i and 2i + 1 of `LANES`.
    fn permute<const LANES: i32>(self) -> Self;
}
