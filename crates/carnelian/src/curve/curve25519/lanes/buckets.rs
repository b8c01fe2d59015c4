//! Sums of many multiples over eight lanes by Pippenger's method, in variable time: lane = window.
//!
//! A scalar is divided into signed digits. In each window a point is added to the bucket of its digit's magnitude, with
//! the digit's sign; the sum of the buckets, each times its magnitude, is the window's. Eight neighbouring windows are
//! a group. Every lane has separate buckets, so lanes are independent, and the same point is added to eight buckets at
//! once.

use super::field::{Fe, FieldLanes, FieldLanesX8, Proof};
use super::group::{NielsPoints, Points};
use crate::base::lanes::u64::WordLanesX8;
use crate::curve::arithmetic::windows::{Widths, Windows, bias, biased};
use crate::curve::curve25519::field::{Field, Packed};
use crate::curve::curve25519::group::Point;
use crate::curve::curve25519::tables;
use alloc::vec;
use alloc::vec::Vec;

/// The number of points that are added to buckets together. They share an inversion, are in memory as second operands,
/// and are enough to pay for summing the buckets of each group once.
const CHUNK: usize = 2048;

/// The sum of the points in a window whose digits have one magnitude: the lower four limbs of Y − X, of Y + X and of T,
/// then the highest limb of these and of Z, then the lower four limbs of Z.
#[derive(Clone, Copy)]
#[repr(align(32))]
struct Bucket([[u64; 4]; 5]);

impl Bucket {
    /// Y − X = Y + X = Z = 1, T = 0.
    const EMPTY: Self = Self([[1, 0, 0, 0], [1, 0, 0, 0], [0; 4], [0; 4], [1, 0, 0, 0]]);
}

/// A point with Z = 1 as a second operand, y − x, y + x, 2dxy, and its scalar plus the [`bias`] of the digits.
#[derive(Clone, Copy)]
struct Term {
    niels: [Packed; 3],
    biased: [u64; 4],
}

impl Term {
    const NONE: Self = Self { niels: [[0; 5]; 3], biased: [0; 4] };

    /// Returns the place of a limb in eight lanes.
    #[inline(always)]
    fn limb(&mut self) -> &mut [u64; 8] {
        self.niels.as_flattened_mut().first_chunk_mut().expect("three elements have fifteen limbs")
    }
}

/// Memory for a sum, on the heap.
pub(crate) struct Scratch {
    /// Those of the widest group: 1280·(1 + 2^(width − 1)) bytes, 161 KiB for a width of 8.
    buckets: Vec<Bucket>,
    /// As many as there are points in a chunk, in whole groups of eight: 152 bytes each, and 304 KiB at most.
    terms: Vec<Term>,
}

impl Scratch {
    pub(crate) fn new(widths: &Widths, points: usize) -> Self {
        let per_lane = widths.iter().map(|width| per_lane(*width)).max().unwrap_or(0);
        let terms = points.min(CHUNK).next_multiple_of(8);
        Self { buckets: vec![Bucket::EMPTY; 8 * per_lane], terms: vec![Term::NONE; terms] }
    }
}

/// The divisions into digits that are the fastest for some number of points: fewer groups have more buckets.
pub(crate) const WIDTHS: [&Widths; 4] = [&[6, 6, 5, 5, 5, 5], &[7, 7, 6, 6, 6], &[8, 8, 6, 5, 5], &[8, 8, 8, 8]];

/// The costs of the parts of a sum over the lanes of a backend, in cycles.
pub(crate) struct Costs {
    /// Preparing a point.
    pub(crate) ready: usize,
    /// Adding a point to the buckets of a group.
    pub(crate) bucketing: usize,
    /// Summing the buckets of one magnitude.
    pub(crate) summing: usize,
    /// Computing a point's table of multiples.
    pub(crate) table: usize,
    /// Adding eight multiples from tables.
    pub(crate) adding: usize,
}

/// Returns the division of scalars into digits that is cheapest for buckets, or `None` if tables of multiples are
/// cheaper. Takes time that depends on the scalars.
pub(crate) fn cheapest_vartime(costs: &Costs, scalars: &[[u8; 32]]) -> Option<&'static Widths> {
    let is_long = |scalar: &&[u8; 32]| scalar[16..] != [0; 16];
    let (all, long) = (scalars.len(), scalars.iter().filter(is_long).count());
    let cost = |widths: &Widths| {
        let starts = widths.iter().scan(0, |start, width| Some(core::mem::replace(start, *start + 8 * width)));
        let added: usize = starts.map(|start| if start < 128 { all } else { long }).sum();
        let magnitudes: usize = widths.iter().map(|width| 1 << (width - 1)).sum();
        costs.ready * all + costs.bucketing * added + costs.summing * magnitudes
    };
    let cheapest = WIDTHS.into_iter().min_by_key(|widths| cost(widths));
    cheapest.filter(|widths| cost(widths) < costs.table * all + 4 * costs.adding * (all + long))
}

/// Computes for each window w the sum of digit w of `scalars[i]` times `points[i]`, in groups of eight windows with the
/// given widths. Scalars are below 2²⁵⁵. Takes time that depends on all operands.
///
/// `scratch` is memory for sums of as many points and with these widths.
#[inline(always)]
pub(crate) fn bucket_sums_vartime<K: FieldLanesX8, F: Field<Proof = ()>>(
    proof: Proof<K>,
    widths: &Widths,
    scalars: &[[u8; 32]],
    points: &[Point],
    scratch: &mut Scratch,
    sums: &mut [[Point; 8]],
) {
    let Scratch { buckets, terms } = scratch;
    let k = K::new(proof);
    let bias: [u64; 4] = bias(widths);
    for (scalars, points) in scalars.chunks(CHUNK).zip(points.chunks(CHUNK)) {
        make_affine::<_, F>(proof, &k, points, &mut terms[..points.len().next_multiple_of(8)]);
        let terms = &mut terms[..points.len()];
        for (term, scalar) in terms.iter_mut().zip(scalars) {
            term.biased = biased(scalar, &bias);
        }
        let mut start = 0;
        for (sum, width) in sums.iter_mut().zip(widths) {
            let buckets = &mut buckets[..8 * per_lane(*width)];
            buckets.fill(Bucket::EMPTY);
            accumulate(proof, &k, &Windows::new(proof, &bias, start, *width), terms, buckets);
            let before = Points::load(proof, &k, sum).cached(proof, &k);
            weighted_sum(proof, &k, buckets).add(&k, &before).store(&k, sum);
            start += 8 * width;
        }
    }
}

/// Returns the number of buckets of a window: one for each magnitude, and one for the digit zero, which avoids a
/// branch.
const fn per_lane(width: u32) -> usize {
    1 + (1 << (width - 1))
}

/// Adds every point to the buckets of its digits in a group.
///
/// An addition exceeds the reorder buffer of the CPU, so the bucket indices of the next point are computed before this
/// one is added.
#[inline(always)]
fn accumulate<V: WordLanesX8>(
    proof: V::Proof,
    k: &impl FieldLanes<Word = V>,
    windows: &Windows<V>,
    terms: &[Term],
    buckets: &mut [Bucket],
) {
    let per_lane = buckets.len() as u64 / 8;
    let first = V::load(proof, &core::array::from_fn(|lane| lane as u64 * per_lane));
    let terms = terms.iter().map(|term| (&term.niels, windows.word(&term.biased)));
    let mut terms = terms.filter(|(_, word)| *word != windows.zeros());
    let Some((mut niels, word)) = terms.next() else { return };
    let (mut indices, mut negative) = bucket_indices(proof, windows, first, word);
    loop {
        let next = terms.next();
        let next_word = next.map_or(windows.zeros(), |(_, word)| word);
        let (next_indices, next_negative) = bucket_indices(proof, windows, first, next_word);
        let [minus, plus, xy2d] = niels;
        let point =
            NielsPoints { minus: Fe::splat(proof, minus), plus: Fe::splat(proof, plus), xy2d: Fe::splat(proof, xy2d) };
        let sums = load(proof, buckets, &indices).add_niels_signed(k, &point, negative);
        store(&sums, buckets, &indices);
        let Some((next, _)) = next else { return };
        (niels, indices, negative) = (next, next_indices, next_negative);
    }
}

/// Returns the bucket indices of the digits in a word, given the first bucket of each lane, and a mask of the negative
/// digits.
#[inline(always)]
fn bucket_indices<V: WordLanesX8>(proof: V::Proof, windows: &Windows<V>, first: V, word: u64) -> ([u64; 8], V::Mask) {
    let (magnitudes, negative) = windows.digits(proof, word);
    (first.add(magnitudes).store(), negative)
}

/// Returns in each lane the sum of `m` times bucket `m`: the sum of the sums from each bucket on.
#[inline(always)]
fn weighted_sum<V: WordLanesX8>(proof: V::Proof, k: &impl FieldLanes<Word = V>, buckets: &[Bucket]) -> Points<V> {
    let per_lane = buckets.len() / 8;
    let mut sum = Points::<V>::load(proof, k, &[]);
    let mut from_here_on = sum.cached(proof, k);
    for magnitude in (1..per_lane).rev() {
        let indices = core::array::from_fn(|lane| (lane * per_lane + magnitude) as u64);
        from_here_on = load::<V>(proof, buckets, &indices).add(k, &from_here_on).cached(proof, k);
        sum = sum.add(k, &from_here_on);
    }
    sum
}

/// Loads bucket `indices[i]` into lane `i`.
#[inline(always)]
fn load<V: WordLanesX8>(proof: V::Proof, buckets: &[Bucket], indices: &[u64; 8]) -> Points<V> {
    let [m0, m1, m2, m3] = load_part::<V, 0>(proof, buckets, indices);
    let [p0, p1, p2, p3] = load_part::<V, 1>(proof, buckets, indices);
    let [t0, t1, t2, t3] = load_part::<V, 2>(proof, buckets, indices);
    let [m4, p4, t4, z4] = load_part::<V, 3>(proof, buckets, indices);
    let [z0, z1, z2, z3] = load_part::<V, 4>(proof, buckets, indices);
    Points {
        minus: Fe([m0, m1, m2, m3, m4]),
        plus: Fe([p0, p1, p2, p3, p4]),
        z: Fe([z0, z1, z2, z3, z4]),
        t: Fe([t0, t1, t2, t3, t4]),
    }
}

#[inline(always)]
fn load_part<V: WordLanesX8, const PART: usize>(proof: V::Proof, buckets: &[Bucket], indices: &[u64; 8]) -> [V; 4] {
    let mut rows = [&buckets[0].0[PART]; 8];
    for (row, index) in rows.iter_mut().zip(indices) {
        *row = &buckets[*index as usize].0[PART];
    }
    V::load_transposed(proof, rows)
}

/// The inverse of [`load`].
#[inline(always)]
fn store<V: WordLanesX8>(points: &Points<V>, buckets: &mut [Bucket], indices: &[u64; 8]) {
    let Points { minus: Fe(m), plus: Fe(p), z: Fe(z), t: Fe(t) } = *points;
    store_part::<V, 0>([m[0], m[1], m[2], m[3]], buckets, indices);
    store_part::<V, 1>([p[0], p[1], p[2], p[3]], buckets, indices);
    store_part::<V, 2>([t[0], t[1], t[2], t[3]], buckets, indices);
    store_part::<V, 3>([m[4], p[4], t[4], z[4]], buckets, indices);
    store_part::<V, 4>([z[0], z[1], z[2], z[3]], buckets, indices);
}

#[inline(always)]
fn store_part<V: WordLanesX8, const PART: usize>(words: [V; 4], buckets: &mut [Bucket], indices: &[u64; 8]) {
    for (row, index) in V::store_transposed(words).into_iter().zip(indices) {
        buckets[*index as usize].0[PART] = row;
    }
}

/// Writes the points of the terms, which are as many as `points`, in whole groups of eight.
#[inline(always)]
fn make_affine<V: WordLanesX8, F: Field<Proof = ()>>(
    proof: V::Proof,
    k: &impl FieldLanes<Word = V>,
    points: &[Point],
    terms: &mut [Term],
) {
    let one = Fe::<V>::splat(proof, &[1, 0, 0, 0, 0]);
    let d2 = k.fold(&Fe::splat(proof, &tables::D2));
    let are_affine = points.iter().all(|[_, _, z, _]| *z == [1, 0, 0, 0, 0]);
    // The product of all Z before each group of eight points, in each lane (Montgomery's trick). It is kept where the points
    // of the group are written later.
    let mut inverse = k.fold(&one);
    if !are_affine {
        let mut product = one;
        for (terms, points) in terms.chunks_exact_mut(8).zip(points.chunks(8)) {
            for (term, limb) in terms.iter_mut().zip(&product.0) {
                *term.limb() = limb.store();
            }
            product = k.carry(k.mul(&product, &k.fold(&Points::load(proof, k, points).z)));
        }
        inverse = k.fold(&product.inverted::<F>(proof));
    }
    for (points, terms) in points.chunks(8).zip(terms.chunks_exact_mut(8)).rev() {
        let Points { mut minus, mut plus, z, mut t } = Points::<V>::load(proof, k, points);
        if !are_affine {
            let mut product = one;
            for (limb, term) in product.0.iter_mut().zip(terms.iter_mut()) {
                *limb = V::load(proof, term.limb());
            }
            let own = k.fold(&k.carry(k.mul(&product, &inverse)));
            inverse = k.fold(&k.carry(k.mul(&z, &inverse)));
            minus = k.carry(k.mul(&minus, &own));
            plus = k.carry(k.mul(&plus, &own));
            t = k.carry(k.mul(&t, &own));
        }
        for (number, coordinate) in [minus, plus, k.carry(k.mul(&t, &d2))].iter().enumerate() {
            let mut elements = [[0; 5]; 8];
            coordinate.store(&mut elements);
            for (term, element) in terms.iter_mut().zip(elements) {
                term.niels[number] = element;
            }
        }
    }
}
