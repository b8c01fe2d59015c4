//! Tables of the multiples of a point in the windows of a scalar.

/// The multiples of a point in its 64 windows: at \[round\]\[j\]\[coordinate\]\[limb\]\[lane\] a limb of (j +
/// 1)·16^(8·round + lane) times the point, in the coordinates (y + x, y − x, 2dxy). Rows of eight lanes can be loaded
/// whole.
#[derive(Clone)]
#[repr(C, align(64))]
pub(crate) struct WindowsX8(pub(crate) [[[[[u64; 8]; 5]; 3]; 8]; 8]);

impl WindowsX8 {
    /// Tables to be filled.
    pub(crate) const ZERO: Self = Self([[[[[0; 8]; 5]; 3]; 8]; 8]);
}
