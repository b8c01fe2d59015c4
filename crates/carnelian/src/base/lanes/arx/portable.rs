//! Arrays of words of both lengths: the implementation that runs everywhere.

use super::Lanes;

/// Generates the implementations that differ only in the word type.
macro_rules! lanes_of {
    ($($word:ident),+) => {$(
        impl<const N: usize> Lanes<N> for [$word; N] {
            type Proof = ();
            type Word = $word;
            type Row = [u8; 8 * size_of::<$word>()];

            #[inline(always)]
            fn splat((): (), word: $word) -> Self {
                [word; N]
            }

            #[inline(always)]
            fn load_words((): (), words: &[$word; N]) -> Self {
                *words
            }

            #[inline(always)]
            fn store_words(self, words: &mut [$word; N]) {
                *words = self;
            }

            #[inline(always)]
            fn load_transposed((): (), rows: [&Self::Row; N]) -> [Self; 8] {
                let word = |lane: usize, word: usize| $word::from_ne_bytes(rows[lane].as_chunks().0[word]);
                core::array::from_fn(|index| core::array::from_fn(|lane| word(lane, index)))
            }

            #[inline(always)]
            fn store_transposed(vectors: [Self; 8], rows: [&mut Self::Row; N]) {
                for (lane, row) in rows.into_iter().enumerate() {
                    for (bytes, vector) in row.as_chunks_mut().0.iter_mut().zip(vectors) {
                        *bytes = vector[lane].to_ne_bytes();
                    }
                }
            }

            #[inline(always)]
            fn be_to_native(self) -> Self {
                self.map($word::from_be)
            }

            #[inline(always)]
            fn le_to_native(self) -> Self {
                self.map($word::from_le)
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
                const { assert!(R > 0 && (R as u32) < $word::BITS) };
                self.map(|word| word.rotate_right(R as u32))
            }

            #[inline(always)]
            fn shift_right<const R: i32>(self) -> Self {
                self.map(|word| word >> R)
            }
        }
    )+};
}
lanes_of!(u32, u64);
