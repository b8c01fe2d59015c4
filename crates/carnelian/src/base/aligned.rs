//! Cache-line-aligned words.

/// `N` words, the first of them at the start of a cache line, so that no vector load or store straddles two lines.
#[derive(Clone, Debug, PartialEq, Eq)]
#[repr(C, align(64))]
pub struct AlignedWords<const N: usize>(pub(crate) [u64; N]);

impl<const N: usize> AlignedWords<N> {
    /// Zeros.
    pub const ZERO: Self = Self([0; N]);
}
