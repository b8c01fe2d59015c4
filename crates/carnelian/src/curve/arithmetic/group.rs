//! The interface of a group for methods of multiplication, and tables of odd multiples.

/// A group in the forms that sums of multiples need.
#[cfg_attr(not(feature = "alloc"), allow(dead_code, reason = "sums of many multiples need a heap"))]
pub(crate) trait Group: Copy {
    /// A point to which another can be added.
    type Point: Copy;
    /// A point as the second operand of an addition.
    type Addend: Copy;
    /// A point as a result, which can be doubled and converted to a [`Point`](Self::Point).
    type Sum;

    /// Returns the identity element.
    fn identity(self) -> Self::Sum;
    /// Returns 2·`sum`.
    fn double(sum: &Self::Sum) -> Self::Sum;
    /// Returns `point` + `addend`.
    fn add(point: &Self::Point, addend: &Self::Addend) -> Self::Sum;
    /// Returns `point` − `addend`.
    fn sub(point: &Self::Point, addend: &Self::Addend) -> Self::Sum;
    /// Converts a sum.
    fn point(sum: &Self::Sum) -> Self::Point;
    /// Returns 2·`point`.
    fn double_point(point: &Self::Point) -> Self::Sum;
    /// Converts a point.
    fn addend(point: &Self::Point) -> Self::Addend;
}

/// Returns the odd multiples P, 3P, ... of a point.
#[inline(always)]
pub(crate) fn odd_multiples<G: Group, const N: usize>(point: &G::Point) -> [G::Addend; N] {
    let double = G::point(&G::double_point(point));
    let mut table = [G::addend(point); N];
    for i in 1..N {
        table[i] = G::addend(&G::point(&G::add(&double, &table[i - 1])));
    }
    table
}

/// Returns `point` + `digit` times the point whose odd multiples are in the table; the digit is odd.
#[inline(always)]
pub(crate) fn add_odd_vartime<G: Group, const N: usize>(
    point: &G::Point,
    multiples: &[G::Addend; N],
    digit: i8,
) -> G::Sum {
    let multiple = &multiples[usize::from(digit.unsigned_abs()) / 2];
    if digit > 0 { G::add(point, multiple) } else { G::sub(point, multiple) }
}
