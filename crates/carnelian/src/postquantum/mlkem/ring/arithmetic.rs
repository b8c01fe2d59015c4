//! The arithmetic of polynomials over lanes of 16-bit integers: Montgomery products with constants, the NTT and its
//! inverse, products in T_q.
//!
//! Each function says what range it needs and what range it returns; `bounds_tests` runs it on intervals. Coefficients
//! are in the order of FIPS 203 in memory everywhere.

use super::polynomial::{Factor, N, NttPoly, Poly, Q};
use super::tables::{Constant, GAMMAS, Layers, ONE_128TH, ONE_128TH_TIMES_ZETA, Q_INVERSE, UNDO_REDUCTION, ZETAS};
use crate::base::lanes::i16::I16Lanes;

/// A factor in every lane, and its product with q⁻¹.
#[derive(Clone, Copy)]
struct Multiplier<L> {
    factor: L,
    times_q_inverse: L,
}

impl<L> Multiplier<L> {
    #[inline(always)]
    fn splat<const W: usize>(proof: L::Proof, constant: Constant) -> Self
    where
        L: I16Lanes<W>,
    {
        let Constant { factor, times_q_inverse } = constant;
        Self { factor: L::splat(proof, factor), times_q_inverse: L::splat(proof, times_q_inverse) }
    }

    #[inline(always)]
    fn load<const W: usize>(proof: L::Proof, [factor, times_q_inverse]: [&[i16; W]; 2]) -> Self
    where
        L: I16Lanes<W>,
    {
        Self { factor: L::load(proof, factor), times_q_inverse: L::load(proof, times_q_inverse) }
    }
}

/// Returns x times the constant, between -q and q, for any x.
#[inline(always)]
fn multiply<L: I16Lanes<W>, const W: usize>(x: L, by: Multiplier<L>, q: L) -> L {
    x.mul_high(by.factor).sub(x.mul_low(by.times_q_inverse).mul_high(q))
}

/// Returns a representative of the class of x between -2188 and 2188, for any x.
#[inline(always)]
fn barrett<L: I16Lanes<W>, const W: usize>(x: L, ten: L, q: L) -> L {
    // 2^15/10 is 3277, nearly q.
    x.sub(x.mul_round(ten).mul_low(q))
}

/// Returns the representative of the class of x from 0 to q - 1, for any x.
#[inline(always)]
fn canonical<L: I16Lanes<W>, const W: usize>(x: L, ten: L, q: L) -> L {
    let x = barrett(x, ten, q);
    x.add(x.sign().and(q))
}

/// Algorithm 9, steps 8 to 10: (a + ζb, a - ζb).
#[inline(always)]
fn butterfly<L: I16Lanes<W>, const W: usize>(a: L, b: L, zeta: Multiplier<L>, q: L) -> (L, L) {
    let t = multiply(b, zeta, q);
    (a.add(t), a.sub(t))
}

/// Algorithm 10, steps 8 to 10: (a + b, ζ(b - a)).
#[inline(always)]
fn inverse_butterfly<L: I16Lanes<W>, const W: usize>(a: L, b: L, zeta: Multiplier<L>, q: L) -> (L, L) {
    (a.add(b), multiply(b.sub(a), zeta, q))
}

/// Applies a butterfly to pairs of named vectors.
macro_rules! butterflies {
    ($butterfly:ident, $q:ident, $($zeta:expr => $(($a:ident $b:ident))+;)+) => {$(
        let zeta = $zeta;
        $( ($a, $b) = $butterfly($a, $b, zeta, $q); )+
    )+};
}

/// Loads eight vectors, `stride` apart.
macro_rules! eight {
    ($proof:ident, $vectors:expr, $offset:ident, $stride:ident) => {
        [
            L::load($proof, &$vectors[$offset]),
            L::load($proof, &$vectors[$offset + $stride]),
            L::load($proof, &$vectors[$offset + 2 * $stride]),
            L::load($proof, &$vectors[$offset + 3 * $stride]),
            L::load($proof, &$vectors[$offset + 4 * $stride]),
            L::load($proof, &$vectors[$offset + 5 * $stride]),
            L::load($proof, &$vectors[$offset + 6 * $stride]),
            L::load($proof, &$vectors[$offset + 7 * $stride]),
        ]
    };
}

/// Algorithm 9, NTT(f). Needs |f[i]| ≤ q; returns |f̂[i]| < 8q.
///
/// Layers of blocks of 128, 64 and 32 coefficients combine whole vectors. For the others, pairs of vectors are
/// exchanged so that the coefficients to combine are at the same index.
#[inline(always)]
pub(super) fn ntt<L: I16Lanes<W>, const W: usize>(proof: L::Proof, layers: &Layers, f: &Poly, f_hat: &mut NttPoly) {
    let q = L::splat(proof, Q);
    let (from, to) = (f.0.as_chunks::<W>().0, f_hat.0.as_chunks_mut::<W>().0);
    let stride = N / W / 8;
    for offset in 0..stride {
        let [mut a, mut b, mut c, mut d, mut e, mut f, mut g, mut h] = eight!(proof, from, offset, stride);
        butterflies! { butterfly, q,
            Multiplier::splat(proof, ZETAS[1]) => (a e) (b f) (c g) (d h);
            Multiplier::splat(proof, ZETAS[2]) => (a c) (b d);
            Multiplier::splat(proof, ZETAS[3]) => (e g) (f h);
            Multiplier::splat(proof, ZETAS[4]) => (a b);
            Multiplier::splat(proof, ZETAS[5]) => (c d);
            Multiplier::splat(proof, ZETAS[6]) => (e f);
            Multiplier::splat(proof, ZETAS[7]) => (g h);
        }
        store_eight([a, b, c, d, e, f, g, h], to, offset, stride);
    }
    for (pair, [first, second]) in to.as_chunks_mut().0.iter_mut().enumerate() {
        let (mut a, mut b) = (L::load(proof, first), L::load(proof, second));
        if W > 16 {
            (a, b) = L::exchange::<16>(a, b);
        }
        (a, b) = butterfly(a, b, Multiplier::load(proof, layers.of(pair, 0)), q);
        (a, b) = L::exchange::<8>(a, b);
        (a, b) = butterfly(a, b, Multiplier::load(proof, layers.of(pair, 1)), q);
        (a, b) = L::exchange::<4>(a, b);
        (a, b) = butterfly(a, b, Multiplier::load(proof, layers.of(pair, 2)), q);
        (a, b) = L::exchange::<2>(a, b);
        (a, b) = butterfly(a, b, Multiplier::load(proof, layers.of(pair, 3)), q);
        (a, b) = L::revert_exchanges(a, b);
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

/// Algorithm 10: adds 2^16 · NTT⁻¹(f̂), which undoes the reduction of [`inner_product`], to g. Needs |f̂[i]| ≤ 4.5q;
/// what is added to each coefficient is between -q and q. f̂ is overwritten.
#[inline(always)]
pub(super) fn add_inverse_ntt<L: I16Lanes<W>, const W: usize>(
    proof: L::Proof,
    layers: &Layers,
    f_hat: &mut NttPoly,
    g: &mut Poly,
) {
    let (q, ten) = (L::splat(proof, Q), L::splat(proof, 10));
    let (from, to) = (f_hat.0.as_chunks_mut::<W>().0, g.0.as_chunks_mut::<W>().0);
    for (pair, [first, second]) in from.as_chunks_mut().0.iter_mut().enumerate() {
        let (mut a, mut b) = (L::load(proof, first), L::load(proof, second));
        (a, b) = L::exchanges(a, b);
        (a, b) = inverse_butterfly(a, b, Multiplier::load(proof, layers.of(pair, 3)), q);
        a = barrett(a, ten, q);
        (a, b) = L::exchange::<2>(a, b);
        (a, b) = inverse_butterfly(a, b, Multiplier::load(proof, layers.of(pair, 2)), q);
        (a, b) = L::exchange::<4>(a, b);
        (a, b) = inverse_butterfly(a, b, Multiplier::load(proof, layers.of(pair, 1)), q);
        (a, b) = L::exchange::<8>(a, b);
        (a, b) = inverse_butterfly(a, b, Multiplier::load(proof, layers.of(pair, 0)), q);
        a = barrett(a, ten, q);
        if W > 16 {
            (a, b) = L::exchange::<16>(a, b);
        }
        a.store(first);
        b.store(second);
    }
    let stride = N / W / 8;
    for offset in 0..stride {
        let [mut a, mut b, mut c, mut d, mut e, mut f, mut g, mut h] = eight!(proof, from, offset, stride);
        butterflies! { inverse_butterfly, q,
            Multiplier::splat(proof, ZETAS[7]) => (a b);
            Multiplier::splat(proof, ZETAS[6]) => (c d);
            Multiplier::splat(proof, ZETAS[5]) => (e f);
            Multiplier::splat(proof, ZETAS[4]) => (g h);
            Multiplier::splat(proof, ZETAS[3]) => (a c) (b d);
            Multiplier::splat(proof, ZETAS[2]) => (e g) (f h);
        }
        // The last layer, and the factor 128⁻¹ of step 14.
        let [first, second] = [ONE_128TH, ONE_128TH_TIMES_ZETA].map(|constant| Multiplier::splat(proof, constant));
        macro_rules! last {
            ($($a:ident $b:ident)+) => {$(
                ($a, $b) = (multiply($a.add($b), first, q), multiply($b.sub($a), second, q));
            )+};
        }
        last!(a e b f c g d h);
        let [s, t, u, v, w, x, y, z] = eight!(proof, to, offset, stride);
        let sums = [s.add(a), t.add(b), u.add(c), v.add(d), w.add(e), x.add(f), y.add(g), z.add(h)];
        store_eight(sums, to, offset, stride);
    }
}

/// Returns b in the form in which it is multiplied. Needs any b; the coefficients of [`Factor::constant`] at odd indices
/// are between -q and q, the others are those of b.
#[inline(always)]
pub(super) fn factor<L: I16Lanes<W>, const W: usize>(proof: L::Proof, b: &NttPoly, factor: &mut Factor) {
    let q = L::splat(proof, Q);
    let (constant, linear) = (factor.constant.as_chunks_mut().0, factor.linear.as_chunks_mut().0);
    let [gammas, times_q_inverse] = [&GAMMAS[0], &GAMMAS[1]].map(|gammas| gammas.as_chunks().0);
    for (i, b) in b.0.as_chunks::<W>().0.iter().enumerate() {
        let b = L::load(proof, b);
        let b_gamma = multiply(b, Multiplier::load(proof, [&gammas[i], &times_q_inverse[i]]), q);
        b.merge_odd(b_gamma).store(&mut constant[i]);
        b.swap_neighbours().store(&mut linear[i]);
    }
}

/// Algorithm 11 and the sums of (2.13): sets r to 2⁻¹⁶ · Σ aᵢ ∘ bᵢ. Needs at most four products with |aᵢ| < 2^12 and
/// |bᵢ| < 8q; returns |r[i]| ≤ 4.5q.
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

/// Adds 2^16 · f̂, which undoes the reduction of [`inner_product`], to t̂. Needs |t̂[i]| < 8q; returns 0 ≤ t̂[i] < q.
#[inline(always)]
pub(super) fn add_to_product<L: I16Lanes<W>, const W: usize>(proof: L::Proof, f_hat: &NttPoly, t_hat: &mut NttPoly) {
    let (q, ten) = (L::splat(proof, Q), L::splat(proof, 10));
    let undo = Multiplier::splat(proof, UNDO_REDUCTION);
    for (f, t) in f_hat.0.as_chunks::<W>().0.iter().zip(t_hat.0.as_chunks_mut().0) {
        let sum = multiply(L::load(proof, f), undo, q).add(L::load(proof, t));
        canonical(sum, ten, q).store(t);
    }
}

/// Reduces coefficients to the range from 0 to q - 1.
#[inline(always)]
pub(super) fn reduce<L: I16Lanes<W>, const W: usize>(proof: L::Proof, f_hat: &mut NttPoly) {
    let (q, ten) = (L::splat(proof, Q), L::splat(proof, 10));
    for f in f_hat.0.as_chunks_mut::<W>().0 {
        canonical(L::load(proof, f), ten, q).store(f);
    }
}
