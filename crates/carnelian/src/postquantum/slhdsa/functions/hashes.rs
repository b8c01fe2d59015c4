//! Hash values in lanes.

use crate::hash::transposed::Rows;

/// A hash value in each lane.
pub trait Hashes: Clone + Send + Sync {
    /// Returns zeros.
    fn zeroed() -> Self;

    /// Copies the first bytes of the value in a lane.
    fn get(&self, lane: usize, value: &mut [u8]);

    /// Sets the first bytes of the value in a lane.
    fn set(&mut self, lane: usize, value: &[u8]);

    /// Copies the value in a lane.
    fn copy(&mut self, from: &Self, lane: usize);

    /// Sets the value in every lane.
    fn set_all(&mut self, value: &[u8]);

    /// Sets lane i of the results to the values of lanes 2i and 2i + 1, for `count` lanes.
    fn split(&self, count: usize, pairs: &mut [Self; 2]);

    /// Sets each lane of the results to the value and its sibling, in this order, or exchanged where `is_right` says
    /// so.
    fn pair(&self, sibling: &Self, is_right: impl Fn(usize) -> bool, pairs: &mut [Self; 2]);
}

/// A word of a hash value, in the byte order of its hash function.
pub(super) trait Word: Copy + Default + Send + Sync {
    const LEN: usize;
    fn read(bytes: &[u8]) -> Self;
    fn write(self, bytes: &mut [u8]);
}

/// A word of SHA-256.
impl Word for u32 {
    const LEN: usize = 4;

    #[inline(always)]
    fn read(bytes: &[u8]) -> Self {
        Self::from_be_bytes(*bytes.first_chunk().expect("four bytes"))
    }

    #[inline(always)]
    fn write(self, bytes: &mut [u8]) {
        bytes.copy_from_slice(&self.to_be_bytes());
    }
}

/// A word of Keccak.
impl Word for u64 {
    const LEN: usize = 8;

    #[inline(always)]
    fn read(bytes: &[u8]) -> Self {
        Self::from_le_bytes(*bytes.first_chunk().expect("eight bytes"))
    }

    #[inline(always)]
    fn write(self, bytes: &mut [u8]) {
        bytes.copy_from_slice(&self.to_le_bytes());
    }
}

impl<W: Word, const LANES: usize, const ROWS: usize> Hashes for Rows<W, LANES, ROWS> {
    fn zeroed() -> Self {
        Self::new()
    }

    fn get(&self, lane: usize, value: &mut [u8]) {
        for (row, bytes) in self.0.iter().zip(value.chunks_exact_mut(W::LEN)) {
            row[lane].write(bytes);
        }
    }

    fn set(&mut self, lane: usize, value: &[u8]) {
        for (row, bytes) in self.0.iter_mut().zip(value.chunks_exact(W::LEN)) {
            row[lane] = W::read(bytes);
        }
    }

    fn copy(&mut self, from: &Self, lane: usize) {
        for (row, from) in self.0.iter_mut().zip(&from.0) {
            row[lane] = from[lane];
        }
    }

    fn set_all(&mut self, value: &[u8]) {
        for (row, bytes) in self.0.iter_mut().zip(value.chunks_exact(W::LEN)) {
            *row = [W::read(bytes); LANES];
        }
    }

    fn split(&self, count: usize, [left, right]: &mut [Self; 2]) {
        let sides = left.0.iter_mut().zip(&mut right.0);
        for ((left, right), row) in sides.zip(&self.0) {
            for ((left, right), [even, odd]) in left.iter_mut().zip(right).zip(row.as_chunks().0).take(count) {
                (*left, *right) = (*even, *odd);
            }
        }
    }

    fn pair(&self, sibling: &Self, is_right: impl Fn(usize) -> bool, [left, right]: &mut [Self; 2]) {
        let is_right: [bool; LANES] = core::array::from_fn(is_right);
        let sides = left.0.iter_mut().zip(&mut right.0);
        for ((left, right), (node, sibling)) in sides.zip(self.0.iter().zip(&sibling.0)) {
            for lane in 0..LANES {
                let (node, sibling) = (node[lane], sibling[lane]);
                (left[lane], right[lane]) = if is_right[lane] { (sibling, node) } else { (node, sibling) };
            }
        }
    }
}
