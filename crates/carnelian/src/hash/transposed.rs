//! Words of several states side by side: row i has word i of each, a lane for each state.
//!
//! The schemes of many short hashes, such as SLH-DSA, keep their values in this form from one hash to the next, since
//! bringing bytes into lanes and back would take a tenth of the time.

use crate::base::lanes::arx::Lanes;
use crate::base::memory::wipe;

/// Rows of `LANES` words. Wiped when dropped.
#[derive(Clone)]
#[repr(C, align(64))]
pub struct Rows<W: Copy + Default, const LANES: usize, const ROWS: usize>(pub(crate) [[W; LANES]; ROWS]);

impl<W: Copy + Default, const LANES: usize, const ROWS: usize> Rows<W, LANES, ROWS> {
    /// Returns rows of zeros.
    #[inline]
    pub(crate) fn new() -> Self {
        Self([[W::default(); LANES]; ROWS])
    }

    /// Loads the first rows of a part: lanes `N`·`part` to `N`·`part` + `N` − 1.
    #[inline(always)]
    pub(crate) fn vectors<const COUNT: usize, const N: usize, V: Lanes<N, Word = W>>(
        &self,
        proof: V::Proof,
        part: usize,
    ) -> [V; COUNT] {
        let mut vectors = [V::splat(proof, W::default()); COUNT];
        for (vector, row) in vectors.iter_mut().zip(&self.0) {
            *vector = V::load_words(proof, &row.as_chunks().0[part]);
        }
        vectors
    }

    /// Sets the first rows of a part.
    #[inline(always)]
    pub(crate) fn set_vectors<const COUNT: usize, const N: usize, V: Lanes<N, Word = W>>(
        &mut self,
        part: usize,
        vectors: [V; COUNT],
    ) {
        for (vector, row) in vectors.into_iter().zip(&mut self.0) {
            vector.store_words(&mut row.as_chunks_mut().0[part]);
        }
    }
}

impl<W: Copy + Default, const LANES: usize, const ROWS: usize> Drop for Rows<W, LANES, ROWS> {
    #[inline]
    fn drop(&mut self) {
        wipe(self.0.as_flattened_mut());
    }
}
