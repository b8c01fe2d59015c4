//! Powers of an element of the field of 2¹²⁸ elements, as kernels load them.

/// A polynomial: the coefficients of x⁰ to x⁶³, and those of x⁶⁴ to x¹²⁷.
pub(crate) type Element = [u64; 2];

/// How many powers there are.
pub(crate) const POWERS: usize = 20;

/// Hᴾ to H¹ for P = [`POWERS`], where whole vectors can be loaded from each of them on: zeros stand behind. A backend has
/// as many of the last ones as it uses.
#[repr(C, align(64))]
#[derive(Clone)]
pub(crate) struct Powers {
    pub(crate) whole: [Element; POWERS + 4],
    /// The same times x⁻⁶⁴.
    pub(crate) shifted: [Element; POWERS + 4],
    /// The sums of the same' halves, each in either half; a backend may do without.
    pub(crate) folded: [Element; POWERS + 4],
}

/// `N` elements from place `at` on, which must not lie behind all powers.
#[inline(always)]
pub(crate) fn from_place<const N: usize>(elements: &[Element; POWERS + 4], at: usize) -> &[Element; N] {
    const { assert!(N <= 4, "zeros for four stand behind the powers") };
    assert!(at <= POWERS, "a power behind the last");
    elements[at..].first_chunk().expect("zeros stand behind the powers")
}

impl Powers {
    /// Zeros.
    pub(crate) const NONE: Self =
        Self { whole: [[0; 2]; POWERS + 4], shifted: [[0; 2]; POWERS + 4], folded: [[0; 2]; POWERS + 4] };
}
