//! Square roots, which decoding a point takes one of, over lanes: sixteen at a time, or up to four.
//!
//! A chain of squarings waits for each product. Sixteen elements are two vectors of eight, whose chains run side by side;
//! a few elements are one vector of four, whose products are made in the way that is sooner done. What comes after the
//! power is a small part and is done one by one.

use super::fe_5x51_lanes::{Constants, Fe};
use super::field::{Multiplicative, Packed, sqrt_ratio_candidate};
use super::tables;
use crate::base::lanes::{U52Lanes, U52x8Lanes};

/// How many points are decoded together where there are many.
pub(super) const DECODED_TOGETHER: usize = 16;
/// How many points cost no more than one.
pub(super) const DECODED_AS_ONE: usize = 4;

/// What decoding a point takes from its y: u = y² − 1, the candidate r for √(u/v) with v = dy² + 1, and v·r².
#[derive(Clone, Copy, Default)]
pub(super) struct Candidate {
    pub(super) u: Packed,
    pub(super) r: Packed,
    pub(super) check: Packed,
}

/// The candidates for `ys`, whose limbs are below 2⁵¹ + 2¹⁷. Constant time.
#[inline(always)]
pub(super) fn candidates_of_many<V: U52x8Lanes>(
    proof: V::Proof,
    ys: &[Packed; DECODED_TOGETHER],
    candidates: &mut [Candidate; DECODED_TOGETHER],
) {
    candidates_in::<V, 2>(proof, ys, candidates);
}

/// As [`candidates_of_many`].
#[inline(always)]
pub(super) fn candidates_of_few<V: U52Lanes<Words = [u64; 4]>>(
    proof: V::Proof,
    ys: &[Packed; DECODED_AS_ONE],
    candidates: &mut [Candidate; DECODED_AS_ONE],
) {
    candidates_in::<V, 1>(proof, ys, candidates);
}

/// The candidate r for √(`u`/`v`), and `v`·r², for elements whose limbs are below 2⁵¹ + 2¹⁷. Constant time.
#[inline(always)]
pub(super) fn candidate_of_ratio<V: U52Lanes<Words = [u64; 4]>>(
    proof: V::Proof,
    u: &Packed,
    v: &Packed,
) -> (Packed, Packed) {
    let (u, v) = (Elements::<V, 1>::load(proof, &[*u]), Elements::load(proof, &[*v]));
    let r = sqrt_ratio_candidate(&u, &v);
    let check = v.product(&r.squared());
    let mut candidate = [Candidate::default()];
    r.store(&mut candidate, |candidate| &mut candidate.r);
    check.store(&mut candidate, |candidate| &mut candidate.check);
    (candidate[0].r, candidate[0].check)
}

/// With as many elements as `N` vectors have lanes.
#[inline(always)]
fn candidates_in<V: U52Lanes, const N: usize>(proof: V::Proof, ys: &[Packed], candidates: &mut [Candidate]) {
    let y = Elements::<V, N>::load(proof, ys);
    let one = Elements::splat(proof, &[1, 0, 0, 0, 0]);
    let yy = y.squared();
    let (u, v) = (yy.minus(&one), yy.product(&Elements::splat(proof, &tables::D)).plus(&one));
    let r = sqrt_ratio_candidate(&u, &v);
    let check = v.product(&r.squared());
    u.store(candidates, |candidate| &mut candidate.u);
    r.store(candidates, |candidate| &mut candidate.r);
    check.store(candidates, |candidate| &mut candidate.check);
}

/// Elements in the lanes of `N` vectors.
#[derive(Clone, Copy)]
struct Elements<V, const N: usize> {
    k: Constants<V>,
    vectors: [Fe<V>; N],
}

impl<V: U52Lanes, const N: usize> Multiplicative for Elements<V, N> {
    #[inline(always)]
    fn product(&self, other: &Self) -> Self {
        let (k, mut product) = (self.k, *self);
        for (a, b) in product.vectors.iter_mut().zip(&other.vectors) {
            let b = k.fold(b);
            *a = k.carry(if N == 1 { k.mul_short(a, &b) } else { k.mul(a, &b) });
        }
        product
    }

    #[inline(always)]
    fn squared(&self) -> Self {
        let (k, mut square) = (self.k, *self);
        for a in &mut square.vectors {
            *a = k.carry(if N == 1 { k.square_short(a) } else { k.square(a) });
        }
        square
    }
}

impl<V: U52Lanes, const N: usize> Elements<V, N> {
    #[inline(always)]
    fn splat(proof: V::Proof, element: &Packed) -> Self {
        Self { k: Constants::new(proof), vectors: [Fe::splat(proof, element); N] }
    }

    #[inline(always)]
    fn load(proof: V::Proof, elements: &[Packed]) -> Self {
        let mut loaded = Self::splat(proof, &[0; 5]);
        for (vector, elements) in loaded.vectors.iter_mut().zip(elements.chunks(elements.len() / N)) {
            *vector = Fe::load(proof, elements);
        }
        loaded
    }

    #[inline(always)]
    fn plus(&self, other: &Self) -> Self {
        let (k, mut sum) = (self.k, *self);
        for (a, b) in sum.vectors.iter_mut().zip(&other.vectors) {
            *a = k.carry(a.wide().add(&b.wide()));
        }
        sum
    }

    #[inline(always)]
    fn minus(&self, other: &Self) -> Self {
        let (k, mut difference) = (self.k, *self);
        for (a, b) in difference.vectors.iter_mut().zip(&other.vectors) {
            *a = k.carry(k.biased(&a.wide()).sub(&b.wide()));
        }
        difference
    }

    /// Writes the elements to a field of the candidates.
    #[inline(always)]
    fn store(&self, candidates: &mut [Candidate], field: impl Fn(&mut Candidate) -> &mut Packed) {
        let lanes = candidates.len() / N;
        for (vector, candidates) in self.vectors.iter().zip(candidates.chunks_mut(lanes)) {
            let mut elements = [[0; 5]; 8];
            vector.store(&mut elements);
            for (candidate, element) in candidates.iter_mut().zip(elements) {
                *field(candidate) = element;
            }
        }
    }
}
