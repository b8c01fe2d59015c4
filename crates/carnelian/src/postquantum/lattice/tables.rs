//! Tables of the factors of an NTT, computed at compile time.

use super::polynomial::N;

/// A fixed factor z of Montgomery products with R, 2¹⁶ or 2³²: z·R modulo q as a number of at most (q − 1)/2 in absolute
/// value, and that number times q⁻¹ modulo R.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::postquantum) struct Constant<T> {
    pub(in crate::postquantum) factor: T,
    pub(in crate::postquantum) times_q_inverse: T,
}

/// A [`Constant`] for each lane.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
pub(in crate::postquantum) struct LaneConstants<T, const W: usize> {
    pub(in crate::postquantum) factor: [T; W],
    pub(in crate::postquantum) times_q_inverse: [T; W],
}

impl<T, const W: usize> LaneConstants<T, W> {
    /// Returns the factors, and those times q⁻¹.
    #[inline(always)]
    pub(in crate::postquantum) const fn row(&self) -> [&[T; W]; 2] {
        [&self.factor, &self.times_q_inverse]
    }
}

/// The factors of the layers within vectors: of distances 2^`first`, 2^(`first` + 1) and so on, for each pair of vectors.
pub(in crate::postquantum) type PairConstants<T, const W: usize, const PAIRS: usize, const LAYERS: usize> =
    [[LaneConstants<T, W>; PAIRS]; LAYERS];

/// For each lane of the first of two vectors after an exchange its origin: whether it is in the second vector, and its
/// lane. That of the second vector is as many lanes after it as the distance of the layer.
pub(in crate::postquantum) type Sources<const W: usize> = [(bool, usize); W];

/// The indices of the coefficients in the lanes of a pair of vectors.
#[derive(Clone, Copy)]
pub(in crate::postquantum) struct Indices<const W: usize>(pub(in crate::postquantum) [[usize; W]; 2]);

impl<const W: usize> Indices<W> {
    /// Returns the indices of a pair in natural order.
    pub(in crate::postquantum) const fn in_order(pair: usize) -> Self {
        let (mut indices, mut i) = ([[0; W]; 2], 0);
        while i < W {
            (indices[0][i], indices[1][i]) = (2 * W * pair + i, 2 * W * pair + W + i);
            i += 1;
        }
        Self(indices)
    }

    /// Returns the indices after an exchange by `d` lanes.
    pub(in crate::postquantum) const fn exchange(self, d: usize, sources: &Sources<W>) -> Self {
        let (mut indices, mut i) = ([[0; W]; 2], 0);
        while i < W {
            let (is_second, lane) = sources[i];
            let from = &self.0[is_second as usize];
            (indices[0][i], indices[1][i]) = (from[lane], from[lane + d]);
            i += 1;
        }
        Self(indices)
    }

    /// Returns the number of the factor of lane `i` in the layer with distance `d`. Needs coefficients that are `d` apart
    /// in the same lane.
    pub(in crate::postquantum) const fn number(self, i: usize, d: usize) -> usize {
        assert!(self.0[0][i] + d == self.0[1][i]);
        (N / 2 + self.0[0][i] / 2) / d
    }

    /// Returns the constants of the layer with distance `d`, each in its lane.
    const fn constants<T: Copy>(self, factors: &[Constant<T>], d: usize) -> LaneConstants<T, W> {
        let Constant { factor, times_q_inverse } = factors[1];
        let mut lanes = LaneConstants { factor: [factor; W], times_q_inverse: [times_q_inverse; W] };
        let mut i = 0;
        while i < W {
            let constant = factors[self.number(i, d)];
            (lanes.factor[i], lanes.times_q_inverse[i]) = (constant.factor, constant.times_q_inverse);
            i += 1;
        }
        lanes
    }
}

/// Arranges the factors of the layers with distances from 2^`first` on as exchanges arrange the coefficients, the widest
/// first. `sources` has the exchange of each layer; one with the distance of a vector's length needs none.
pub(in crate::postquantum) const fn pair_constants<T: Copy, const W: usize, const PAIRS: usize, const LAYERS: usize>(
    factors: &[Constant<T>],
    first: usize,
    sources: &[Sources<W>; LAYERS],
) -> PairConstants<T, W, PAIRS, LAYERS> {
    let none = LaneConstants { factor: [factors[1].factor; W], times_q_inverse: [factors[1].times_q_inverse; W] };
    let (mut table, mut pair) = ([[none; PAIRS]; LAYERS], 0);
    while pair < PAIRS {
        let (mut indices, mut layer) = (Indices::<W>::in_order(pair), LAYERS);
        while layer > 0 {
            layer -= 1;
            let d = 1 << (first + layer);
            if d < W {
                indices = indices.exchange(d, &sources[layer]);
            }
            table[layer][pair] = indices.constants(factors, d);
        }
        pair += 1;
    }
    table
}

/// Returns `base`^`exponent` modulo q. Needs q below 2³¹ and a `base` below q in absolute value.
pub(in crate::postquantum) const fn power(base: i64, mut exponent: u32, q: i64) -> i64 {
    let (mut result, mut square) = (1, base);
    while exponent > 0 {
        if exponent & 1 == 1 {
            result = result * square % q;
        }
        square = square * square % q;
        exponent >>= 1;
    }
    result
}
