//! The arithmetic of polynomials over lanes of 16-bit integers: Montgomery products with constants, the NTT and its
//! inverse, products in T_q.
//!
//! Each function says what range it needs and what range it returns; `tests::bounds` runs it on intervals. Coefficients
//! are in the order of FIPS 203 in memory everywhere.

use super::polynomial::{Factor, N, NttPoly, Poly, Q};
use super::tables::{Constant, FORWARD, GAMMAS, INVERSE, LAST, LAST_BY_INVERSE_1, Q_INVERSE, Row, UNDO_REDUCTION};
use crate::base::lanes::i16::I16Lanes;
use crate::postquantum::lattice::ntt::{Modulus, Tables, inverse_two_layers, three_layers};

/// q in every lane, and 10, by which a product is a quotient of [`reduce`](Self::reduce).
#[derive(Clone, Copy)]
struct Residues<L: I16Lanes<W>, const W: usize> {
    proof: L::Proof,
    q: L,
    ten: L,
}

impl<L: I16Lanes<W>, const W: usize> Modulus for Residues<L, W> {
    type Vector = L;
    type Constant = Constant;
    type Row = Row<W>;

    #[inline(always)]
    fn add(a: L, b: L) -> L {
        a.add(b)
    }

    #[inline(always)]
    fn sub(a: L, b: L) -> L {
        a.sub(b)
    }

    #[inline(always)]
    fn product(self, a: L, by: Constant) -> L {
        self.montgomery_product(a, L::splat(self.proof, by.factor), L::splat(self.proof, by.times_q_inverse))
    }

    #[inline(always)]
    fn product_by_row(self, a: L, [factor, times_q_inverse]: Row<W>) -> L {
        self.montgomery_product(a, L::load(self.proof, factor), L::load(self.proof, times_q_inverse))
    }
}

impl<L: I16Lanes<W>, const W: usize> Residues<L, W> {
    #[inline(always)]
    fn new(proof: L::Proof) -> Self {
        Self { proof, q: L::splat(proof, Q), ten: L::splat(proof, 10) }
    }

    /// Returns a times the constant, between -q and q, for any a.
    #[inline(always)]
    fn montgomery_product(self, a: L, factor: L, times_q_inverse: L) -> L {
        a.mul_high(factor).sub(a.mul_low(times_q_inverse).mul_high(self.q))
    }

    /// Returns a representative of the class of a between -2188 and 2188, for any a.
    #[inline(always)]
    fn reduce(self, a: L) -> L {
        // 2^15/10 is 3277, nearly q.
        a.sub(a.mul_round(self.ten).mul_low(self.q))
    }

    /// Returns the representative of the class of a from 0 to q - 1, for any a.
    #[inline(always)]
    fn canonical(self, a: L) -> L {
        let a = self.reduce(a);
        a.add(a.sign().and(self.q))
    }
}

/// Loads eight vectors, `stride` apart.
#[inline(always)]
fn load_eight<L: I16Lanes<W>, const W: usize>(
    proof: L::Proof,
    vectors: &[[i16; W]],
    offset: usize,
    stride: usize,
) -> [L; 8] {
    [
        L::load(proof, &vectors[offset]),
        L::load(proof, &vectors[offset + stride]),
        L::load(proof, &vectors[offset + 2 * stride]),
        L::load(proof, &vectors[offset + 3 * stride]),
        L::load(proof, &vectors[offset + 4 * stride]),
        L::load(proof, &vectors[offset + 5 * stride]),
        L::load(proof, &vectors[offset + 6 * stride]),
        L::load(proof, &vectors[offset + 7 * stride]),
    ]
}

/// Algorithm 9, NTT(f). Needs `|f[i]| ≤ q`; returns `|f̂[i]| < 8q`.
///
/// Layers of blocks of 128, 64 and 32 coefficients combine whole vectors. For the others, pairs of vectors are
/// exchanged so that the coefficients to combine are at the same index.
#[inline(always)]
pub(super) fn ntt<L: I16Lanes<W>, T: Tables<Row<W>>, const W: usize>(proof: L::Proof, f: &Poly, f_hat: &mut NttPoly) {
    let q = Residues::<L, W>::new(proof);
    let (from, to) = (f.0.as_chunks::<W>().0, f_hat.0.as_chunks_mut::<W>().0);
    let stride = N / W / 8;
    for offset in 0..stride {
        store_eight(three_layers(q, &FORWARD, 1, load_eight(proof, from, offset, stride)), to, offset, stride);
    }
    for (pair, [first, second]) in to.as_chunks_mut().0.iter_mut().enumerate() {
        let (mut a, mut b) = (L::load(proof, first), L::load(proof, second));
        if W > 16 {
            (a, b) = L::exchange::<16>(a, b);
        }
        (a, b) = q.row_butterfly((a, b), T::forward(4, pair));
        (a, b) = L::exchange::<8>(a, b);
        (a, b) = q.row_butterfly((a, b), T::forward(3, pair));
        (a, b) = L::exchange::<4>(a, b);
        (a, b) = q.row_butterfly((a, b), T::forward(2, pair));
        (a, b) = L::exchange::<2>(a, b);
        (a, b) = q.row_butterfly((a, b), T::forward(1, pair));
        (a, b) = L::unexchange_all(a, b);
        a.store(first);
        b.store(second);
    }
}

#[inline(always)]
fn store_eight<L: I16Lanes<W>, const W: usize>(vectors: [L; 8], to: &mut [[i16; W]], offset: usize, stride: usize) {
    let [a, b, c, d, e, f, g, h] = vectors;
    a.store(&mut to[offset]);
    b.store(&mut to[offset + stride]);
    c.store(&mut to[offset + 2 * stride]);
    d.store(&mut to[offset + 3 * stride]);
    e.store(&mut to[offset + 4 * stride]);
    f.store(&mut to[offset + 5 * stride]);
    g.store(&mut to[offset + 6 * stride]);
    h.store(&mut to[offset + 7 * stride]);
}

/// Algorithm 10: adds 2^16 · NTT⁻¹(f̂), which undoes the reduction of [`inner_product`], to g. Needs `|f̂[i]| ≤ 4.5q`;
/// what is added to each coefficient is between -q and q. f̂ is overwritten.
#[inline(always)]
pub(super) fn add_inverse_ntt<L: I16Lanes<W>, T: Tables<Row<W>>, const W: usize>(
    proof: L::Proof,
    f_hat: &mut NttPoly,
    g: &mut Poly,
) {
    let q = Residues::<L, W>::new(proof);
    let (from, to) = (f_hat.0.as_chunks_mut::<W>().0, g.0.as_chunks_mut::<W>().0);
    for (pair, [first, second]) in from.as_chunks_mut().0.iter_mut().enumerate() {
        let (mut a, mut b) = (L::load(proof, first), L::load(proof, second));
        (a, b) = L::exchange_all(a, b);
        (a, b) = q.inverse_row_butterfly((a, b), T::inverse(1, pair));
        a = q.reduce(a);
        (a, b) = L::exchange::<2>(a, b);
        (a, b) = q.inverse_row_butterfly((a, b), T::inverse(2, pair));
        (a, b) = L::exchange::<4>(a, b);
        (a, b) = q.inverse_row_butterfly((a, b), T::inverse(3, pair));
        (a, b) = L::exchange::<8>(a, b);
        (a, b) = q.inverse_row_butterfly((a, b), T::inverse(4, pair));
        a = q.reduce(a);
        if W > 16 {
            (a, b) = L::exchange::<16>(a, b);
        }
        a.store(first);
        b.store(second);
    }
    let stride = N / W / 8;
    for offset in 0..stride {
        let vectors = inverse_two_layers(q, &INVERSE, 1, load_eight(proof, from, offset, stride));
        let [a, b, c, d, e, f, g, h] = last_layer(q, vectors);
        let [s, t, u, v, w, x, y, z] = load_eight::<L, W>(proof, to, offset, stride);
        let sums = [s.add(a), t.add(b), u.add(c), v.add(d), w.add(e), x.add(f), y.add(g), z.add(h)];
        store_eight(sums, to, offset, stride);
    }
}

/// The last layer of the inverse NTT, and the factor 128⁻¹ of step 14.
#[inline(always)]
fn last_layer<L: I16Lanes<W>, const W: usize>(q: Residues<L, W>, [a, b, c, d, e, f, g, h]: [L; 8]) -> [L; 8] {
    let ((a, e), (b, f), (c, g), (d, h)) = (last(q, a, e), last(q, b, f), last(q, c, g), last(q, d, h));
    [a, b, c, d, e, f, g, h]
}

/// [`last_layer`] for two vectors.
#[inline(always)]
fn last<L: I16Lanes<W>, const W: usize>(q: Residues<L, W>, a: L, b: L) -> (L, L) {
    (q.product(a.add(b), LAST), q.product(a.sub(b), LAST_BY_INVERSE_1))
}

/// Returns b in the form in which it is multiplied. Needs any b; the coefficients of [`Factor::constant`] at odd indices
/// are between -q and q, the others are those of b.
#[inline(always)]
pub(super) fn factor<L: I16Lanes<W>, const W: usize>(proof: L::Proof, b: &NttPoly, factor: &mut Factor) {
    let q = Residues::<L, W>::new(proof);
    let (constant, linear) = (factor.constant.as_chunks_mut().0, factor.linear.as_chunks_mut().0);
    let [gammas, times_q_inverse] = [&GAMMAS[0], &GAMMAS[1]].map(|gammas| gammas.as_chunks().0);
    for (i, b) in b.0.as_chunks::<W>().0.iter().enumerate() {
        let b = L::load(proof, b);
        let b_gamma = q.product_by_row(b, [&gammas[i], &times_q_inverse[i]]);
        b.merge_odd(b_gamma).store(&mut constant[i]);
        b.swap_neighbours().store(&mut linear[i]);
    }
}

/// Algorithm 11 and the sums of (2.13): sets r to 2⁻¹⁶ · Σ aᵢ ∘ bᵢ. Needs at most four products with |aᵢ| < 2^12 and
/// |bᵢ| < 8q; returns `|r[i]| ≤ 4.5q`.
#[inline(always)]
pub(super) fn inner_product<L: I16Lanes<W>, const W: usize>(
    proof: L::Proof,
    a: &[NttPoly],
    b: &[Factor],
    r: &mut NttPoly,
) {
    let (q, q_inverse) = (L::splat(proof, Q), L::splat(proof, Q_INVERSE));
    for (i, r) in r.0.as_chunks_mut::<W>().0.iter_mut().enumerate() {
        macro_rules! products {
            ($j:expr) => {{
                let a = L::load(proof, &a[$j].0.as_chunks().0[i]);
                let [constant, linear] = [&b[$j].constant, &b[$j].linear].map(|b| &b.as_chunks().0[i]);
                (a.mul_pairs(L::load(proof, constant)), a.mul_pairs(L::load(proof, linear)))
            }};
        }
        let (mut constant, mut linear) = products!(0);
        for j in 1..a.len().min(b.len()) {
            let (c, l) = products!(j);
            (constant, linear) = (L::add_pairs(constant, c), L::add_pairs(linear, l));
        }
        // Montgomery reduction of 32 bits: the lower half becomes zero, so only the upper halves are subtracted.
        let low = L::low_halves(constant, linear).mul_low(q_inverse).mul_high(q);
        L::high_halves(constant, linear).sub(low).store(r);
    }
}

/// Adds 2^16 · f̂, which undoes the reduction of [`inner_product`], to t̂. Needs `|t̂[i]| < 8q`; returns `0 ≤ t̂[i] < q`.
#[inline(always)]
pub(super) fn add_to_product<L: I16Lanes<W>, const W: usize>(proof: L::Proof, f_hat: &NttPoly, t_hat: &mut NttPoly) {
    let q = Residues::<L, W>::new(proof);
    for (f, t) in f_hat.0.as_chunks::<W>().0.iter().zip(t_hat.0.as_chunks_mut().0) {
        let sum = q.product(L::load(proof, f), UNDO_REDUCTION).add(L::load(proof, t));
        q.canonical(sum).store(t);
    }
}

/// Reduces coefficients to the range from 0 to q - 1.
#[inline(always)]
pub(super) fn reduce<L: I16Lanes<W>, const W: usize>(proof: L::Proof, f_hat: &mut NttPoly) {
    let q = Residues::<L, W>::new(proof);
    for f in f_hat.0.as_chunks_mut::<W>().0 {
        q.canonical(L::load(proof, f)).store(f);
    }
}
