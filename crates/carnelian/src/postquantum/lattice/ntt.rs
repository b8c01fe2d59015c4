//! The layers of an NTT over vectors, FIPS 203 Algorithms 9 and 10, FIPS 204 Algorithms 41 and 42.
//!
//! Layers whose distances are multiples of a vector's length combine whole vectors. In the others, coefficients of one
//! vector are combined: pairs of vectors exchange lanes, so that these coefficients are in the same lane of both.
//!
//! Factors have the numbers of the standards: block `k` of a layer is split into blocks 2`k` and 2`k` + 1 of the next, and
//! the first layer is block 1. A table of the inverse has the same order, and factors for differences a − b.

/// Arithmetic modulo q in the lanes of vectors, with q in every lane where it is needed.
pub(in crate::postquantum) trait Modulus: Copy {
    /// Numbers modulo q.
    type Vector: Copy;
    /// A factor that is the same in every lane.
    type Constant: Copy;
    /// A factor for each lane, in a table.
    type Row: Copy;

    /// Returns the sum.
    fn add(a: Self::Vector, b: Self::Vector) -> Self::Vector;
    /// Returns the difference.
    fn sub(a: Self::Vector, b: Self::Vector) -> Self::Vector;
    /// Returns `a` times a factor.
    fn product(self, a: Self::Vector, by: Self::Constant) -> Self::Vector;
    /// Returns `a` times the factor of each lane.
    fn product_by_row(self, a: Self::Vector, by: Self::Row) -> Self::Vector;

    /// Algorithm 9, steps 8 to 10, and Algorithm 41, steps 11 to 13: (a + zb, a − zb).
    #[inline(always)]
    fn butterfly(self, a: &mut Self::Vector, b: &mut Self::Vector, z: Self::Constant) {
        let t = self.product(*b, z);
        (*a, *b) = (Self::add(*a, t), Self::sub(*a, t));
    }

    /// Algorithm 10, steps 8 to 10, and Algorithm 42, steps 11 to 14: (a + b, z(a − b)).
    #[inline(always)]
    fn inverse_butterfly(self, a: &mut Self::Vector, b: &mut Self::Vector, z: Self::Constant) {
        let difference = Self::sub(*a, *b);
        (*a, *b) = (Self::add(*a, *b), self.product(difference, z));
    }

    /// [`butterfly`](Self::butterfly) with a factor for each lane.
    #[inline(always)]
    fn row_butterfly(self, (a, b): (Self::Vector, Self::Vector), z: Self::Row) -> (Self::Vector, Self::Vector) {
        let t = self.product_by_row(b, z);
        (Self::add(a, t), Self::sub(a, t))
    }

    /// [`inverse_butterfly`](Self::inverse_butterfly) with a factor for each lane.
    #[inline(always)]
    fn inverse_row_butterfly(self, (a, b): (Self::Vector, Self::Vector), z: Self::Row) -> (Self::Vector, Self::Vector) {
        let difference = self.product_by_row(Self::sub(a, b), z);
        (Self::add(a, b), difference)
    }
}

/// The factors of the layers within vectors, for each pair of vectors.
pub(in crate::postquantum) trait Tables<Row>: Copy {
    /// Returns the factors of the layer with distance 2^`layer` for a pair.
    fn forward(layer: usize, pair: usize) -> Row;
    /// Like [`forward`](Self::forward), for the inverse.
    fn inverse(layer: usize, pair: usize) -> Row;
}

/// Applies three layers to eight vectors, whose first layer is block `k`.
#[inline(always)]
pub(in crate::postquantum) fn three_layers<M: Modulus>(
    q: M,
    factors: &[M::Constant],
    k: usize,
    [mut a, mut b, mut c, mut d, mut e, mut f, mut g, mut h]: [M::Vector; 8],
) -> [M::Vector; 8] {
    q.butterfly(&mut a, &mut e, factors[k]);
    q.butterfly(&mut b, &mut f, factors[k]);
    q.butterfly(&mut c, &mut g, factors[k]);
    q.butterfly(&mut d, &mut h, factors[k]);
    q.butterfly(&mut a, &mut c, factors[2 * k]);
    q.butterfly(&mut b, &mut d, factors[2 * k]);
    q.butterfly(&mut e, &mut g, factors[2 * k + 1]);
    q.butterfly(&mut f, &mut h, factors[2 * k + 1]);
    q.butterfly(&mut a, &mut b, factors[4 * k]);
    q.butterfly(&mut c, &mut d, factors[4 * k + 1]);
    q.butterfly(&mut e, &mut f, factors[4 * k + 2]);
    q.butterfly(&mut g, &mut h, factors[4 * k + 3]);
    [a, b, c, d, e, f, g, h]
}

/// Applies two layers of the inverse to eight vectors, before the one whose block is `k`.
#[inline(always)]
pub(in crate::postquantum) fn inverse_two_layers<M: Modulus>(
    q: M,
    factors: &[M::Constant],
    k: usize,
    [mut a, mut b, mut c, mut d, mut e, mut f, mut g, mut h]: [M::Vector; 8],
) -> [M::Vector; 8] {
    q.inverse_butterfly(&mut a, &mut b, factors[4 * k]);
    q.inverse_butterfly(&mut c, &mut d, factors[4 * k + 1]);
    q.inverse_butterfly(&mut e, &mut f, factors[4 * k + 2]);
    q.inverse_butterfly(&mut g, &mut h, factors[4 * k + 3]);
    q.inverse_butterfly(&mut a, &mut c, factors[2 * k]);
    q.inverse_butterfly(&mut b, &mut d, factors[2 * k]);
    q.inverse_butterfly(&mut e, &mut g, factors[2 * k + 1]);
    q.inverse_butterfly(&mut f, &mut h, factors[2 * k + 1]);
    [a, b, c, d, e, f, g, h]
}
