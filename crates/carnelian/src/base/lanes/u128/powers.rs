//! Powers of an element of the field of 2¹²⁸ elements, in the layout that kernels load.

/// A polynomial: the coefficients of x⁰ to x⁶³, then those of x⁶⁴ to x¹²⁷.
pub(crate) type Element = [u64; 2];

/// The number of powers.
pub(crate) const POWERS: usize = 20;

/// Hᴾ to H¹ for P = [`POWERS`], followed by zeros, so that whole vectors can be loaded starting at any of them. A
/// backend fills in only as many of the last powers as it uses.
#[repr(C, align(64))]
#[derive(Clone)]
pub struct Powers {
    pub(crate) whole: [Element; POWERS + 4],
    /// The powers times x⁻⁶⁴.
    pub(crate) shifted: [Element; POWERS + 4],
    /// The sum of the two halves of each power, in both halves; not every backend uses it.
    pub(crate) folded: [Element; POWERS + 4],
}

/// Returns `N` elements starting at index `at`, which must not be past the end of the powers.
#[inline(always)]
pub(crate) fn from_index<const N: usize>(elements: &[Element; POWERS + 4], at: usize) -> &[Element; N] {
    const { assert!(N <= 4, "there are zeros for four elements after the powers") };
    assert!(at <= POWERS, "an index after the last power");
    elements[at..].first_chunk().expect("there are zeros after the powers")
}

impl Powers {
    /// Zeros.
    pub(crate) const NONE: Self =
        Self { whole: [[0; 2]; POWERS + 4], shifted: [[0; 2]; POWERS + 4], folded: [[0; 2]; POWERS + 4] };
}
