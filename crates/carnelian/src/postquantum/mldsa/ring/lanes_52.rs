//! The NTT over vectors of eight words of 64 bits, with products of 52 bits.
//!
//! Coefficients are in natural order in memory, as words of 32 bits, and in registers as signed words of 64 bits. The
//! layers are those of [`lanes`](super::lanes). A vector has half as many words, but a product takes two operations
//! instead of eight.
//!
//! A product is at most (q − 1)/2 in absolute value, so that each layer of the NTT adds at most that. The inverse doubles
//! sums: a difference of the sixth layer is at most 64q, the largest that a product takes. Only one vector in eight
//! contains sums of all layers until then, and it is reduced.

use super::lanes::{inverse_three_layers, two_layers};
use super::polynomial::{Coefficients, N};
use super::tables_52::{FORWARD, INVERSE, LAST, LAST_BY_INVERSE_1, ONE, SCALING};
use crate::base::lanes::i64::{I64Lanes, exchange_source_64};
use crate::base::memory::Filling;
use crate::postquantum::lattice::ntt::{Modulus, Tables, three_layers};
use crate::postquantum::lattice::tables::{Indices, Sources};

/// Factors for every lane of the first vector of a pair.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
struct LaneFactors([i64; 8]);

/// The factors of the layers within vectors: for each distance 2^i, element `i` has those of each pair of vectors.
type PairFactors = [[LaneFactors; 16]; 3];

/// A factor for each lane.
pub(in crate::postquantum::mldsa) type Row52 = &'static [i64; 8];

/// The tables of [`FORWARD`] and [`INVERSE`].
#[derive(Clone, Copy)]
pub(in crate::postquantum::mldsa) struct Eight52;

impl Tables<Row52> for Eight52 {
    #[inline(always)]
    fn forward(layer: usize, pair: usize) -> Row52 {
        static TABLE: PairFactors = pair_factors();
        &TABLE[layer][pair].0
    }

    #[inline(always)]
    fn inverse(layer: usize, pair: usize) -> Row52 {
        static TABLE: PairFactors = inverse_pair_factors();
        &TABLE[layer][pair].0
    }
}

/// The origins of lanes in [`I64Lanes::exchange`] by 1, 2 and 4.
const BY_1: Sources<8> = sources(1);
const BY_2: Sources<8> = sources(2);
const BY_4: Sources<8> = sources(4);

const fn sources(d: usize) -> Sources<8> {
    let (mut sources, mut i) = ([(false, 0); 8], 0);
    while i < 8 {
        sources[i] = exchange_source_64(d, i);
        i += 1;
    }
    sources
}

/// Returns the factors of the layer with distance `d`, each in its lane.
const fn factors(indices: Indices<8>, factors: &[i64; N], d: usize) -> LaneFactors {
    let (mut lanes, mut i) = ([0; 8], 0);
    while i < 8 {
        lanes[i] = factors[indices.number(i, d)];
        i += 1;
    }
    LaneFactors(lanes)
}

/// Returns whether the indices of a pair are in natural order.
const fn is_in_order(indices: Indices<8>, pair: usize) -> bool {
    let (Indices(indices), Indices(expected)) = (indices, Indices::<8>::in_order(pair));
    let mut i = 0;
    while i < 8 && indices[0][i] == expected[0][i] && indices[1][i] == expected[1][i] {
        i += 1;
    }
    i == 8
}

/// Arranges the factors as [`ntt`] arranges the coefficients.
const fn pair_factors() -> PairFactors {
    let (mut table, mut pair) = ([[LaneFactors([0; 8]); 16]; 3], 0);
    while pair < 16 {
        let by_4 = Indices::in_order(pair).exchange(4, &BY_4);
        let by_2 = by_4.exchange(2, &BY_2);
        table[2][pair] = factors(by_4, &FORWARD, 4);
        table[1][pair] = factors(by_2, &FORWARD, 2);
        table[0][pair] = factors(by_2.exchange(1, &BY_1), &FORWARD, 1);
        pair += 1;
    }
    table
}

/// Arranges the factors as [`inverse_ntt`] arranges the coefficients.
const fn inverse_pair_factors() -> PairFactors {
    let (mut table, mut pair) = ([[LaneFactors([0; 8]); 16]; 3], 0);
    while pair < 16 {
        let by_1 = Indices::in_order(pair).exchange(4, &BY_4).exchange(2, &BY_2).exchange(1, &BY_1);
        let by_2 = by_1.exchange(1, &BY_1);
        let by_4 = by_2.exchange(4, &BY_4);
        table[0][pair] = factors(by_1, &INVERSE, 1);
        table[1][pair] = factors(by_2, &INVERSE, 2);
        table[2][pair] = factors(by_4, &INVERSE, 4);
        assert!(is_in_order(by_4.exchange(2, &BY_2), pair));
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

impl<V: I64Lanes> Modulus for Residues<V> {
    type Vector = V;
    type Constant = i64;
    type Row = Row52;

    #[inline(always)]
    fn add(a: V, b: V) -> V {
        a.add(b)
    }

    #[inline(always)]
    fn sub(a: V, b: V) -> V {
        a.sub(b)
    }

    /// Needs |a| ≤ 64q.
    #[inline(always)]
    fn product(self, a: V, by: i64) -> V {
        a.scaled(V::splat(self.proof, by), self.scaling)
    }

    /// Needs |a| ≤ 64q.
    #[inline(always)]
    fn product_by_row(self, a: V, by: Row52) -> V {
        a.scaled(V::load(self.proof, by), self.scaling)
    }
}

impl<V: I64Lanes> Residues<V> {
    #[inline(always)]
    fn new(proof: V::Proof) -> Self {
        let [c, q, start] = SCALING;
        Self { proof, scaling: [V::splat(proof, c), V::splat(proof, q), V::splat(proof, start)] }
    }

    /// An exchange by `D` = 2^`layer`, and the layer of Algorithm 41 with this distance.
    #[inline(always)]
    fn layer<const D: usize, T: Tables<Row52>>(self, pair: usize, (a, b): (V, V)) -> (V, V) {
        self.row_butterfly(V::exchange::<D>(a, b), T::forward(D.ilog2() as usize, pair))
    }

    /// The layer of Algorithm 42 with the distance `D`, and an exchange by `E`.
    #[inline(always)]
    fn inverse_layer<const D: usize, const E: usize, T: Tables<Row52>>(self, pair: usize, vectors: (V, V)) -> (V, V) {
        let (a, b) = self.inverse_row_butterfly(vectors, T::inverse(D.ilog2() as usize, pair));
        V::exchange::<E>(a, b)
    }

    /// [`layer`](Self::layer) for four pairs.
    #[inline(always)]
    fn layer_of_four<const D: usize, T: Tables<Row52>>(self, first: usize, [a, b, c, d]: [(V, V); 4]) -> [(V, V); 4] {
        [
            self.layer::<D, T>(first, a),
            self.layer::<D, T>(first + 1, b),
            self.layer::<D, T>(first + 2, c),
            self.layer::<D, T>(first + 3, d),
        ]
    }

    /// [`inverse_layer`](Self::inverse_layer) for four pairs, all in step.
    #[inline(always)]
    fn inverse_layer_of_four<const D: usize, const E: usize, T: Tables<Row52>>(
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
pub(in crate::postquantum::mldsa) fn ntt<V: I64Lanes, T: Tables<Row52>>(
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
    let (a, b) = (V::load_narrow(q.proof, &w[j]), V::load_narrow(q.proof, &w[j + 8]));
    let (c, d) = (V::load_narrow(q.proof, &w[j + 16]), V::load_narrow(q.proof, &w[j + 24]));
    two_layers(q, &FORWARD, 1, [a, b, c, d])
}

/// The layers of [`ntt`] with distances from four vectors on down, for eight vectors.
#[inline(always)]
fn eight_vectors<V: I64Lanes, T: Tables<Row52>>(
    q: Residues<V>,
    number: usize,
    vectors: [V; 8],
    w_hat: &mut [[i32; 16]; 4],
) {
    let [a, b, c, d, e, f, g, h] = three_layers(q, &FORWARD, 4 + number, vectors);
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
pub(in crate::postquantum::mldsa) fn inverse_ntt<V: I64Lanes, T: Tables<Row52>>(
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
fn inverse_eight_vectors<V: I64Lanes, T: Tables<Row52>>(
    q: Residues<V>,
    number: usize,
    w_hat: &[[i32; 16]; 4],
) -> [V; 8] {
    let pairs = [
        V::load_exchanged(q.proof, &w_hat[0]),
        V::load_exchanged(q.proof, &w_hat[1]),
        V::load_exchanged(q.proof, &w_hat[2]),
        V::load_exchanged(q.proof, &w_hat[3]),
    ];
    let pairs = q.inverse_layer_of_four::<1, 1, T>(4 * number, pairs);
    let pairs = q.inverse_layer_of_four::<2, 4, T>(4 * number, pairs);
    let pairs = q.inverse_layer_of_four::<4, 2, T>(4 * number, pairs);
    let [(a, b), (c, d), (e, f), (g, h)] = pairs;
    let [a, b, c, d, e, f, g, h] = inverse_three_layers(q, &INVERSE, 4 + number, [a, b, c, d, e, f, g, h]);
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
