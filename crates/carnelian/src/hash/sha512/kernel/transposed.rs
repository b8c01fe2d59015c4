//! The contract of the kernels over rows.

use crate::hash::transposed::Rows;

/// The number of inputs side by side.
pub(crate) const LANES: usize = 8;
/// Rows of words in native order.
pub(crate) type Words<const N: usize> = Rows<u64, LANES, N>;

/// The compression function over rows.
pub(in crate::hash::sha512) trait Kernel: Copy {
    /// FIPS 180-4 Section 6.4.2: absorbs one block for each lane. Lanes from `lanes` on, which is 1 to 8, may become
    /// anything.
    fn compress(self, lanes: usize, state: &mut Words<8>, block: &Words<16>);
}
