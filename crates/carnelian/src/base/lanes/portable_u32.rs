//! Lanes of 32-bit words as plain arrays: the form that runs everywhere.

use super::U32Lanes;

impl<const N: usize> U32Lanes<N> for [u32; N] {
    type Proof = ();

    #[inline(always)]
    fn splat((): (), word: u32) -> Self {
        [word; N]
    }

    #[inline(always)]
    fn load_transposed((): (), rows: [&[u8; 32]; N]) -> [Self; 8] {
        core::array::from_fn(|word| core::array::from_fn(|lane| u32::from_ne_bytes(rows[lane].as_chunks().0[word])))
    }

    #[inline(always)]
    fn store_transposed(vectors: [Self; 8], rows: [&mut [u8; 32]; N]) {
        for (lane, row) in rows.into_iter().enumerate() {
            for (bytes, vector) in row.as_chunks_mut().0.iter_mut().zip(vectors) {
                *bytes = vector[lane].to_ne_bytes();
            }
        }
    }

    #[inline(always)]
    fn be_to_native(self) -> Self {
        self.map(u32::from_be)
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
        const { assert!(R > 0 && R < 32) };
        self.map(|word| word.rotate_right(R as u32))
    }

    #[inline(always)]
    fn shift_right<const R: i32>(self) -> Self {
        self.map(|word| word >> R)
    }
}
