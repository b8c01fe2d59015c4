//! The NTT over vectors of eight words of 64 bits, with products of 52 bits.
//!
//! Coefficients are in natural order in memory, as words of 32 bits, and in registers as signed words of 64 bits. The
//! layers are those of [`lanes`](super::lanes). A vector has half as many words, but a product takes two operations
//! instead of eight.
//!
//! A product is at most (q − 1)/2 in absolute value, so that each layer of the NTT adds at most that. The inverse doubles
//! sums: a difference of the sixth layer is at most 64q, the largest that a product takes. Only one vector in eight
//! contains sums of all layers until then, and it is reduced.

use super::polynomial::{Coefficients, N};
use super::tables_52::{FORWARD, INVERSE, LAST, LAST_BY_INVERSE_1, ONE, SCALING};
use crate::base::lanes::i64::{I64Lanes, exchange_source_64};
use crate::base::memory::Filling;

/// Factors for every lane of the first vector of a pair.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
struct LaneConstants([i64; 8]);

/// The factors of the layers within vectors: for each distance 2^i, element `i` has those of each pair of vectors.
type PairConstants = [[LaneConstants; 16]; 3];

/// The tables for the layers within vectors.
pub(in crate::postquantum::mldsa) trait Tables52: Copy {
    /// Returns the factors of layer 2^`layer` for a pair.
    fn forward(layer: usize, pair: usize) -> &'static [i64; 8];
    /// Like [`forward`](Self::forward), for the inverse.
    fn inverse(layer: usize, pair: usize) -> &'static [i64; 8];
}

/// The tables of [`FORWARD`] and [`INVERSE`].
#[derive(Clone, Copy)]
pub(in crate::postquantum::mldsa) struct Eight52;

impl Tables52 for Eight52 {
    #[inline(always)]
    fn forward(layer: usize, pair: usize) -> &'static [i64; 8] {
        static TABLE: PairConstants = pair_constants();
        &TABLE[layer][pair].0
    }

    #[inline(always)]
    fn inverse(layer: usize, pair: usize) -> &'static [i64; 8] {
        static TABLE: PairConstants = inverse_pair_constants();
        &TABLE[layer][pair].0
    }
}

/// The numbers of the coefficients in the lanes of a pair of vectors.
#[derive(Clone, Copy)]
struct Numbers([[usize; 8]; 2]);

impl Numbers {
    /// Those of a pair in natural order.
    const fn in_order(pair: usize) -> Self {
        let (mut numbers, mut i) = ([[0; 8]; 2], 0);
        while i < 8 {
            (numbers[0][i], numbers[1][i]) = (16 * pair + i, 16 * pair + 8 + i);
            i += 1;
        }
        Self(numbers)
    }

    /// Returns whether they are [`in_order`](Self::in_order).
    const fn is_in_order(self, pair: usize) -> bool {
        let mut i = 0;
        while i < 8 && self.0[0][i] == 16 * pair + i && self.0[1][i] == 16 * pair + 8 + i {
            i += 1;
        }
        i == 8
    }

    /// Those after [`I64Lanes::exchange`].
    const fn exchange(self, d: usize) -> Self {
        let (mut numbers, mut i) = ([[0; 8]; 2], 0);
        while i < 8 {
            let (is_b, j) = exchange_source_64(d, i);
            (numbers[0][i], numbers[1][i]) = (self.0[is_b as usize][j], self.0[is_b as usize][j + d]);
            i += 1;
        }
        Self(numbers)
    }

    /// Returns the factors of the layer with distance `d`. Needs coefficients that are `d` apart in the same lane.
    const fn factors(self, factors: &[i64; N], d: usize) -> LaneConstants {
        let (mut lanes, mut i) = ([0; 8], 0);
        while i < 8 {
            assert!(self.0[0][i] + d == self.0[1][i]);
            lanes[i] = factors[(N / 2 + self.0[0][i] / 2) / d];
            i += 1;
        }
        LaneConstants(lanes)
    }
}

/// Arranges the factors as [`ntt`] arranges the coefficients.
const fn pair_constants() -> PairConstants {
    let (mut table, mut pair) = ([[LaneConstants([0; 8]); 16]; 3], 0);
    while pair < 16 {
        let by_4 = Numbers::in_order(pair).exchange(4);
        let by_2 = by_4.exchange(2);
        table[2][pair] = by_4.factors(&FORWARD, 4);
        table[1][pair] = by_2.factors(&FORWARD, 2);
        table[0][pair] = by_2.exchange(1).factors(&FORWARD, 1);
        pair += 1;
    }
    table
}

/// Arranges the factors as [`inverse_ntt`] arranges the coefficients.
const fn inverse_pair_constants() -> PairConstants {
    let (mut table, mut pair) = ([[LaneConstants([0; 8]); 16]; 3], 0);
    while pair < 16 {
        let by_1 = Numbers::in_order(pair).exchange(4).exchange(2).exchange(1);
        let by_2 = by_1.exchange(1);
        let by_4 = by_2.exchange(4);
        table[0][pair] = by_1.factors(&INVERSE, 1);
        table[1][pair] = by_2.factors(&INVERSE, 2);
        table[2][pair] = by_4.factors(&INVERSE, 4);
        assert!(by_4.exchange(2).is_in_order(pair));
        pair += 1;
    }
    table
}

/// The constants of products in every lane.
#[derive(Clone, Copy)]
struct Residues<V: I64Lanes> {
    proof: V::Proof,
    scaling: [V; 3],
}

impl<V: I64Lanes> Residues<V> {
    #[inline(always)]
    fn new(proof: V::Proof) -> Self {
        let [c, q, start] = SCALING;
        Self { proof, scaling: [V::splat(proof, c), V::splat(proof, q), V::splat(proof, start)] }
    }

    /// Returns `a` times a factor. Needs |a| ≤ 64q.
    #[inline(always)]
    fn product(self, a: V, factor: i64) -> V {
        a.scaled(V::splat(self.proof, factor), self.scaling)
    }

    /// Steps 11 to 13 of Algorithm 41, for a factor that is the same in every lane.
    #[inline(always)]
    fn butterfly(self, a: &mut V, b: &mut V, factor: i64) {
        let t = self.product(*b, factor);
        (*a, *b) = (a.add(t), a.sub(t));
    }

    /// Steps 11 to 14 of Algorithm 42, for a factor that is the same in every lane.
    #[inline(always)]
    fn inverse_butterfly(self, a: &mut V, b: &mut V, factor: i64) {
        let difference = a.sub(*b);
        (*a, *b) = (a.add(*b), self.product(difference, factor));
    }

    /// An exchange by `D` = 2^`layer`, and the layer of Algorithm 41 with this distance.
    #[inline(always)]
    fn layer<const D: usize, T: Tables52>(self, pair: usize, (a, b): (V, V)) -> (V, V) {
        let (a, b) = V::exchange::<D>(a, b);
        let t = b.scaled(V::load(self.proof, T::forward(D.ilog2() as usize, pair)), self.scaling);
        (a.add(t), a.sub(t))
    }

    /// The layer of Algorithm 42 with the distance `D`, and an exchange by `E`.
    #[inline(always)]
    fn inverse_layer<const D: usize, const E: usize, T: Tables52>(self, pair: usize, (a, b): (V, V)) -> (V, V) {
        let factors = V::load(self.proof, T::inverse(D.ilog2() as usize, pair));
        V::exchange::<E>(a.add(b), a.sub(b).scaled(factors, self.scaling))
    }

    /// [`layer`](Self::layer) for four pairs.
    #[inline(always)]
    fn layer_of_four<const D: usize, T: Tables52>(self, first: usize, [a, b, c, d]: [(V, V); 4]) -> [(V, V); 4] {
        [
            self.layer::<D, T>(first, a),
            self.layer::<D, T>(first + 1, b),
            self.layer::<D, T>(first + 2, c),
            self.layer::<D, T>(first + 3, d),
        ]
    }

    /// [`inverse_layer`](Self::inverse_layer) for four pairs, all in step.
    #[inline(always)]
    fn inverse_layer_of_four<const D: usize, const E: usize, T: Tables52>(
        self,
        first: usize,
        [a, b, c, d]: [(V, V); 4],
    ) -> [(V, V); 4] {
        V::in_order([
            self.inverse_layer::<D, E, T>(first, a),
            self.inverse_layer::<D, E, T>(first + 1, b),
            self.inverse_layer::<D, E, T>(first + 2, c),
            self.inverse_layer::<D, E, T>(first + 3, d),
        ])
    }
}

/// Algorithm 41, NTT(w).
#[inline(always)]
pub(in crate::postquantum::mldsa) fn ntt<V: I64Lanes, T: Tables52>(
    proof: V::Proof,
    w: &Coefficients,
    w_hat: &mut Coefficients,
) {
    let (q, w) = (Residues::<V>::new(proof), w.as_chunks().0);
    let mut rows = Filling::<[V; 4], 8>::new();
    for j in 0..8 {
        rows.push(first_layers(q, w, j));
    }
    let [a, b, c, d, e, f, g, h] = rows.full();
    for (i, w_hat) in w_hat.as_chunks_mut().0.as_chunks_mut().0.iter_mut().enumerate() {
        eight_vectors::<V, T>(q, i, [a[i], b[i], c[i], d[i], e[i], f[i], g[i], h[i]], w_hat);
    }
}

/// The first two layers of [`ntt`], for four vectors that are eight apart.
#[inline(always)]
fn first_layers<V: I64Lanes>(q: Residues<V>, w: &[[i32; 8]], j: usize) -> [V; 4] {
    let (mut a, mut b) = (V::load_narrow(q.proof, &w[j]), V::load_narrow(q.proof, &w[j + 8]));
    let (mut c, mut d) = (V::load_narrow(q.proof, &w[j + 16]), V::load_narrow(q.proof, &w[j + 24]));
    q.butterfly(&mut a, &mut c, FORWARD[1]);
    q.butterfly(&mut b, &mut d, FORWARD[1]);
    q.butterfly(&mut a, &mut b, FORWARD[2]);
    q.butterfly(&mut c, &mut d, FORWARD[3]);
    [a, b, c, d]
}

/// The layers of [`ntt`] with distances from four vectors on down, for eight vectors.
#[inline(always)]
fn eight_vectors<V: I64Lanes, T: Tables52>(
    q: Residues<V>,
    number: usize,
    [mut a, mut b, mut c, mut d, mut e, mut f, mut g, mut h]: [V; 8],
    w_hat: &mut [[i32; 16]; 4],
) {
    let k = 4 + number;
    q.butterfly(&mut a, &mut e, FORWARD[k]);
    q.butterfly(&mut b, &mut f, FORWARD[k]);
    q.butterfly(&mut c, &mut g, FORWARD[k]);
    q.butterfly(&mut d, &mut h, FORWARD[k]);
    q.butterfly(&mut a, &mut c, FORWARD[2 * k]);
    q.butterfly(&mut b, &mut d, FORWARD[2 * k]);
    q.butterfly(&mut e, &mut g, FORWARD[2 * k + 1]);
    q.butterfly(&mut f, &mut h, FORWARD[2 * k + 1]);
    q.butterfly(&mut a, &mut b, FORWARD[4 * k]);
    q.butterfly(&mut c, &mut d, FORWARD[4 * k + 1]);
    q.butterfly(&mut e, &mut f, FORWARD[4 * k + 2]);
    q.butterfly(&mut g, &mut h, FORWARD[4 * k + 3]);
    let pairs = [(a, b), (c, d), (e, f), (g, h)];
    let pairs = q.layer_of_four::<4, T>(4 * number, pairs);
    let pairs = q.layer_of_four::<2, T>(4 * number, pairs);
    let [a, b, c, d] = q.layer_of_four::<1, T>(4 * number, pairs);
    V::store_unexchanged(a.0, a.1, &mut w_hat[0]);
    V::store_unexchanged(b.0, b.1, &mut w_hat[1]);
    V::store_unexchanged(c.0, c.1, &mut w_hat[2]);
    V::store_unexchanged(d.0, d.1, &mut w_hat[3]);
}

/// Algorithm 42, NTT⁻¹(ŵ), times 2³².
#[inline(always)]
pub(in crate::postquantum::mldsa) fn inverse_ntt<V: I64Lanes, T: Tables52>(
    proof: V::Proof,
    w_hat: &Coefficients,
    w: &mut Coefficients,
) {
    let q = Residues::<V>::new(proof);
    let mut eights = Filling::<[V; 8], 4>::new();
    for (i, w_hat) in w_hat.as_chunks().0.as_chunks().0.iter().enumerate() {
        eights.push(inverse_eight_vectors::<V, T>(q, i, w_hat));
    }
    let ([a, b, c, d], w) = (eights.full(), w.as_chunks_mut().0);
    for j in 0..4 {
        let (i, k) = (2 * j, 2 * j + 1);
        inverse_last(q, j, [[a[i], b[i], c[i], d[i]], [a[k], b[k], c[k], d[k]]], w);
    }
}

/// The layers of [`inverse_ntt`] with distances up to four vectors, for eight vectors.
#[inline(always)]
fn inverse_eight_vectors<V: I64Lanes, T: Tables52>(q: Residues<V>, number: usize, w_hat: &[[i32; 16]; 4]) -> [V; 8] {
    let pairs = [
        V::load_exchanged(q.proof, &w_hat[0]),
        V::load_exchanged(q.proof, &w_hat[1]),
        V::load_exchanged(q.proof, &w_hat[2]),
        V::load_exchanged(q.proof, &w_hat[3]),
    ];
    let pairs = q.inverse_layer_of_four::<1, 1, T>(4 * number, pairs);
    let pairs = q.inverse_layer_of_four::<2, 4, T>(4 * number, pairs);
    let pairs = q.inverse_layer_of_four::<4, 2, T>(4 * number, pairs);
    let [(mut a, mut b), (mut c, mut d), (mut e, mut f), (mut g, mut h)] = pairs;
    let k = 4 + number;
    q.inverse_butterfly(&mut a, &mut b, INVERSE[4 * k]);
    q.inverse_butterfly(&mut c, &mut d, INVERSE[4 * k + 1]);
    q.inverse_butterfly(&mut e, &mut f, INVERSE[4 * k + 2]);
    q.inverse_butterfly(&mut g, &mut h, INVERSE[4 * k + 3]);
    q.inverse_butterfly(&mut a, &mut c, INVERSE[2 * k]);
    q.inverse_butterfly(&mut b, &mut d, INVERSE[2 * k]);
    q.inverse_butterfly(&mut e, &mut g, INVERSE[2 * k + 1]);
    q.inverse_butterfly(&mut f, &mut h, INVERSE[2 * k + 1]);
    q.inverse_butterfly(&mut a, &mut e, INVERSE[k]);
    q.inverse_butterfly(&mut b, &mut f, INVERSE[k]);
    q.inverse_butterfly(&mut c, &mut g, INVERSE[k]);
    q.inverse_butterfly(&mut d, &mut h, INVERSE[k]);
    // The first vector is a sum in each of the six layers, at most 64q; the others are at most 2q.
    [q.product(a, ONE), b, c, d, e, f, g, h]
}

/// The last two layers of [`inverse_ntt`] with steps 21 to 24, for vectors 2`j` and 2`j` + 1 of each eight.
#[inline(always)]
fn inverse_last<V: I64Lanes>(q: Residues<V>, j: usize, [even, odd]: [[V; 4]; 2], w: &mut [[i32; 16]]) {
    let ([a, b, c, d], [e, f, g, h]) = (inverse_last_four(q, even), inverse_last_four(q, odd));
    V::store_narrow(a, e, &mut w[j]);
    V::store_narrow(b, f, &mut w[j + 4]);
    V::store_narrow(c, g, &mut w[j + 8]);
    V::store_narrow(d, h, &mut w[j + 12]);
}

/// The last two layers of [`inverse_ntt`] with steps 21 to 24, for four vectors that are eight apart.
#[inline(always)]
fn inverse_last_four<V: I64Lanes>(q: Residues<V>, [mut a, mut b, mut c, mut d]: [V; 4]) -> [V; 4] {
    q.inverse_butterfly(&mut a, &mut b, INVERSE[2]);
    q.inverse_butterfly(&mut c, &mut d, INVERSE[3]);
    [
        q.product(a.add(c), LAST),
        q.product(b.add(d), LAST),
        q.product(a.sub(c), LAST_BY_INVERSE_1),
        q.product(b.sub(d), LAST_BY_INVERSE_1),
    ]
}
