//! Lanes as plain arrays: the form that runs everywhere.

use super::U64Lanes;

impl<const N: usize> U64Lanes<N> for [u64; N] {
    type Proof = ();

    #[inline(always)]
    fn splat((): (), word: u64) -> Self {
        [word; N]
    }

    #[inline(always)]
    fn load_transposed((): (), rows: [&[u8; 64]; N]) -> [Self; 8] {
        core::array::from_fn(|word| core::array::from_fn(|lane| u64::from_ne_bytes(rows[lane].as_chunks().0[word])))
    }

    #[inline(always)]
    fn store_transposed(vectors: [Self; 8], rows: [&mut [u8; 64]; N]) {
        for (lane, row) in rows.into_iter().enumerate() {
            for (bytes, vector) in row.as_chunks_mut().0.iter_mut().zip(vectors) {
                *bytes = vector[lane].to_ne_bytes();
            }
        }
    }

    #[inline(always)]
    fn be_to_native(self) -> Self {
        self.map(u64::from_be)
    }

    #[inline(always)]
    fn add(self, other: Self) -> Self {
        core::array::from_fn(|i| self[i].wrapping_add(other[i]))
    }

    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        core::array::from_fn(|i| self[i] ^ other[i])
    }

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        core::array::from_fn(|i| self[i] & other[i])
    }

    #[inline(always)]
    fn rotate_right<const R: i32>(self) -> Self {
        const { assert!(R > 0 && R < 64) };
        self.map(|word| word.rotate_right(R as u32))
    }

    #[inline(always)]
    fn shift_right<const R: i32>(self) -> Self {
        self.map(|word| word >> R)
    }
}
