//! The arithmetic of polynomials over vectors of eight or sixteen words.
//!
//! Coefficients are in natural order in memory. The layers of an NTT whose distances are multiples of a vector's length
//! work on whole vectors. In the others words of one vector meet: pairs of vectors exchange lanes, so that these words
//! are in the same lane of both, and the order is restored at the end.
//!
//! Nothing is reduced on the way. Forward, a product is below q in absolute value, so that each of the eight layers adds
//! less than q. Inverse, each layer doubles the bound, to at most 256q < 2³¹.

use super::packing::{self, Packing};
use super::polynomial::{Coefficients, N, NttPoly, Poly, Q};
use super::rejection::{self, ACCEPTED};
use super::rounding;
use super::tables::{Constant, FORWARD, INVERSE, LAST, LAST_BY_INVERSE_1, Q_INV};
use crate::base::ct;
use crate::base::lanes::i32::{I32Lanes, RejectionLanes, exchange_source};

const _: () = assert!(256 * Q as i64 <= i32::MAX as i64);

/// Factors for every lane of the first vector of a pair after an exchange.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
struct LaneConstants<const W: usize> {
    factor: [i32; W],
    times_q_inverse: [i32; W],
}

/// The factors of the layers within vectors: for each distance 2^i, element `i` has those of each pair of vectors.
type PairConstants<const W: usize, const PAIRS: usize, const LAYERS: usize> = [[LaneConstants<W>; PAIRS]; LAYERS];

/// The tables for vectors of one length.
pub(in crate::postquantum::mldsa) trait Tables<const W: usize>: Copy {
    /// Returns the factors of layer 2^`layer` for a pair.
    fn forward(layer: usize, pair: usize) -> (&'static [i32; W], &'static [i32; W]);
    /// Like [`forward`](Self::forward), for the inverse.
    fn inverse(layer: usize, pair: usize) -> (&'static [i32; W], &'static [i32; W]);
}

/// Tables for vectors of eight words.
#[derive(Clone, Copy)]
pub(in crate::postquantum::mldsa) struct Eight;
/// Tables for vectors of sixteen words.
#[derive(Clone, Copy)]
pub(in crate::postquantum::mldsa) struct Sixteen;

macro_rules! tables {
    ($($Tables:ident: $lanes:literal, $pairs:literal, $layers:literal;)+) => {$(
        impl Tables<$lanes> for $Tables {
            #[inline(always)]
            fn forward(layer: usize, pair: usize) -> (&'static [i32; $lanes], &'static [i32; $lanes]) {
                static TABLE: PairConstants<$lanes, $pairs, $layers> = pair_constants(&FORWARD);
                let constants = &TABLE[layer][pair];
                (&constants.factor, &constants.times_q_inverse)
            }

            #[inline(always)]
            fn inverse(layer: usize, pair: usize) -> (&'static [i32; $lanes], &'static [i32; $lanes]) {
                static TABLE: PairConstants<$lanes, $pairs, $layers> = pair_constants(&INVERSE);
                let constants = &TABLE[layer][pair];
                (&constants.factor, &constants.times_q_inverse)
            }
        }
    )+};
}
tables! {
    Eight: 8, 16, 3;
    Sixteen: 16, 8, 4;
}

/// Arranges the factors of the layers with distances below `W` as the exchanges arrange the words.
const fn pair_constants<const W: usize, const PAIRS: usize, const LAYERS: usize>(
    factors: &[Constant; N],
) -> PairConstants<W, PAIRS, LAYERS> {
    let mut table = [[LaneConstants { factor: [0; W], times_q_inverse: [0; W] }; PAIRS]; LAYERS];
    let mut pair = 0;
    while pair < PAIRS {
        // The numbers of the coefficients in the lanes.
        let (mut a, mut b, mut i) = ([0; W], [0; W], 0);
        while i < W {
            (a[i], b[i]) = (2 * pair * W + i, (2 * pair + 1) * W + i);
            i += 1;
        }
        let mut layer = LAYERS;
        while layer > 0 {
            layer -= 1;
            let d = 1 << layer;
            let before = [a, b];
            i = 0;
            while i < W {
                let (is_b, j) = exchange_source(W, d, i);
                (a[i], b[i]) = (before[is_b as usize][j], before[is_b as usize][j + d]);
                let constant = factors[(N / 2 + a[i] / 2) / d];
                table[layer][pair].factor[i] = constant.factor;
                table[layer][pair].times_q_inverse[i] = constant.times_q_inverse;
                i += 1;
            }
        }
        pair += 1;
    }
    table
}

/// q in every lane.
#[derive(Clone, Copy)]
struct Modulus<V>(V);

impl<V> Modulus<V> {
    /// Returns `a` times a factor.
    #[inline(always)]
    fn product<const W: usize>(self, proof: V::Proof, a: V, by: Constant) -> V
    where
        V: I32Lanes<W>,
    {
        a.montgomery_product_by_one(V::splat(proof, by.factor), V::splat(proof, by.times_q_inverse), self.0)
    }

    /// Steps 11 to 13 of Algorithm 41, for a factor that is the same in every lane.
    #[inline(always)]
    fn butterfly<const W: usize>(self, proof: V::Proof, a: &mut V, b: &mut V, factor: Constant)
    where
        V: I32Lanes<W>,
    {
        let t = self.product(proof, *b, factor);
        (*a, *b) = (a.add(t), a.sub(t));
    }

    /// Steps 11 to 14 of Algorithm 42, for a factor that is the same in every lane.
    #[inline(always)]
    fn inverse_butterfly<const W: usize>(self, proof: V::Proof, a: &mut V, b: &mut V, factor: Constant)
    where
        V: I32Lanes<W>,
    {
        let difference = a.sub(*b);
        (*a, *b) = (a.add(*b), self.product(proof, difference, factor));
    }

    /// An exchange by `D` = 2^`layer`, and the layer of Algorithm 41 with this distance.
    #[inline(always)]
    fn layer<const D: usize, const W: usize, T: Tables<W>>(self, proof: V::Proof, pair: usize, (a, b): (V, V)) -> (V, V)
    where
        V: I32Lanes<W>,
    {
        let (a, b) = V::exchange::<D>(a, b);
        let (factor, times_q_inverse) = T::forward(D.ilog2() as usize, pair);
        let t = b.montgomery_product(V::load(proof, factor), V::load(proof, times_q_inverse), self.0);
        (a.add(t), a.sub(t))
    }

    /// The layer of Algorithm 42 with the distance `D`, and the inverse of the exchange.
    #[inline(always)]
    fn inverse_layer<const D: usize, const W: usize, T: Tables<W>>(
        self,
        proof: V::Proof,
        pair: usize,
        (a, b): (V, V),
    ) -> (V, V)
    where
        V: I32Lanes<W>,
    {
        let (factor, times_q_inverse) = T::inverse(D.ilog2() as usize, pair);
        let difference = a.sub(b).montgomery_product(V::load(proof, factor), V::load(proof, times_q_inverse), self.0);
        V::revert_exchange::<D>(a.add(b), difference)
    }
}

/// Algorithm 41, NTT(w).
#[inline(always)]
pub(in crate::postquantum::mldsa) fn ntt<const W: usize, V: I32Lanes<W>, T: Tables<W>>(
    proof: V::Proof,
    w: &Coefficients,
    w_hat: &mut Coefficients,
) {
    let q = Modulus(V::splat(proof, Q));
    let (w, w_hat) = (w.as_chunks::<W>().0, w_hat.as_chunks_mut::<W>().0);
    for j in 0..8 {
        if W == 16 {
            let (mut a, mut b) = (V::load(proof, &w[j]), V::load(proof, &w[j + 8]));
            q.butterfly(proof, &mut a, &mut b, FORWARD[1]);
            a.store(&mut w_hat[j]);
            b.store(&mut w_hat[j + 8]);
        } else {
            let (mut a, mut b) = (V::load(proof, &w[j]), V::load(proof, &w[j + 8]));
            let (mut c, mut d) = (V::load(proof, &w[j + 16]), V::load(proof, &w[j + 24]));
            q.butterfly(proof, &mut a, &mut c, FORWARD[1]);
            q.butterfly(proof, &mut b, &mut d, FORWARD[1]);
            q.butterfly(proof, &mut a, &mut b, FORWARD[2]);
            q.butterfly(proof, &mut c, &mut d, FORWARD[3]);
            a.store(&mut w_hat[j]);
            b.store(&mut w_hat[j + 8]);
            c.store(&mut w_hat[j + 16]);
            d.store(&mut w_hat[j + 24]);
        }
    }
    for (number, w_hat) in w_hat.as_chunks_mut::<8>().0.iter_mut().enumerate() {
        eight_vectors::<W, V, T>(proof, q, number, w_hat);
    }
}

/// The layers of [`ntt`] with distances from four vectors on down, for eight vectors.
#[inline(always)]
fn eight_vectors<const W: usize, V: I32Lanes<W>, T: Tables<W>>(
    proof: V::Proof,
    q: Modulus<V>,
    number: usize,
    w: &mut [[i32; W]; 8],
) {
    let (mut a, mut b, mut c, mut d) =
        (V::load(proof, &w[0]), V::load(proof, &w[1]), V::load(proof, &w[2]), V::load(proof, &w[3]));
    let (mut e, mut f, mut g, mut h) =
        (V::load(proof, &w[4]), V::load(proof, &w[5]), V::load(proof, &w[6]), V::load(proof, &w[7]));
    let k = N / (8 * W) + number;
    q.butterfly(proof, &mut a, &mut e, FORWARD[k]);
    q.butterfly(proof, &mut b, &mut f, FORWARD[k]);
    q.butterfly(proof, &mut c, &mut g, FORWARD[k]);
    q.butterfly(proof, &mut d, &mut h, FORWARD[k]);
    q.butterfly(proof, &mut a, &mut c, FORWARD[2 * k]);
    q.butterfly(proof, &mut b, &mut d, FORWARD[2 * k]);
    q.butterfly(proof, &mut e, &mut g, FORWARD[2 * k + 1]);
    q.butterfly(proof, &mut f, &mut h, FORWARD[2 * k + 1]);
    q.butterfly(proof, &mut a, &mut b, FORWARD[4 * k]);
    q.butterfly(proof, &mut c, &mut d, FORWARD[4 * k + 1]);
    q.butterfly(proof, &mut e, &mut f, FORWARD[4 * k + 2]);
    q.butterfly(proof, &mut g, &mut h, FORWARD[4 * k + 3]);
    let [wa, wb, wc, wd, we, wf, wg, wh] = w;
    pair::<W, V, T>(proof, q, 4 * number, (a, b), wa, wb);
    pair::<W, V, T>(proof, q, 4 * number + 1, (c, d), wc, wd);
    pair::<W, V, T>(proof, q, 4 * number + 2, (e, f), we, wf);
    pair::<W, V, T>(proof, q, 4 * number + 3, (g, h), wg, wh);
}

/// The layers of [`ntt`] within vectors, for a pair of them.
#[inline(always)]
fn pair<const W: usize, V: I32Lanes<W>, T: Tables<W>>(
    proof: V::Proof,
    q: Modulus<V>,
    number: usize,
    mut pair: (V, V),
    a: &mut [i32; W],
    b: &mut [i32; W],
) {
    if W == 16 {
        pair = q.layer::<8, W, T>(proof, number, pair);
    }
    pair = q.layer::<4, W, T>(proof, number, pair);
    pair = q.layer::<2, W, T>(proof, number, pair);
    pair = q.layer::<1, W, T>(proof, number, pair);
    let pair = V::revert_exchanges(pair.0, pair.1);
    pair.0.store(a);
    pair.1.store(b);
}

/// Algorithm 42, NTT⁻¹(ŵ), times 2³².
#[inline(always)]
pub(in crate::postquantum::mldsa) fn inverse_ntt<const W: usize, V: I32Lanes<W>, T: Tables<W>>(
    proof: V::Proof,
    w_hat: &Coefficients,
    w: &mut Coefficients,
) {
    let q = Modulus(V::splat(proof, Q));
    let (w_hat, w) = (w_hat.as_chunks::<W>().0, w.as_chunks_mut::<W>().0);
    let eights = w_hat.as_chunks::<8>().0.iter().zip(w.as_chunks_mut::<8>().0);
    for (number, (w_hat, w)) in eights.enumerate() {
        inverse_eight_vectors::<W, V, T>(proof, q, number, w_hat, w);
    }
    for j in 0..8 {
        if W == 16 {
            inverse_last(proof, q, w, j, j + 8);
        } else {
            let (mut a, mut b) = (V::load(proof, &w[j]), V::load(proof, &w[j + 8]));
            let (mut c, mut d) = (V::load(proof, &w[j + 16]), V::load(proof, &w[j + 24]));
            q.inverse_butterfly(proof, &mut a, &mut b, INVERSE[2]);
            q.inverse_butterfly(proof, &mut c, &mut d, INVERSE[3]);
            a.store(&mut w[j]);
            b.store(&mut w[j + 8]);
            c.store(&mut w[j + 16]);
            d.store(&mut w[j + 24]);
            inverse_last(proof, q, w, j, j + 16);
            inverse_last(proof, q, w, j + 8, j + 24);
        }
    }
}

/// The last layer of [`inverse_ntt`] with steps 21 to 24, for two vectors.
#[inline(always)]
fn inverse_last<const W: usize, V: I32Lanes<W>>(
    proof: V::Proof,
    q: Modulus<V>,
    w: &mut [[i32; W]],
    first: usize,
    second: usize,
) {
    let (a, b) = (V::load(proof, &w[first]), V::load(proof, &w[second]));
    q.product(proof, a.add(b), LAST).store(&mut w[first]);
    q.product(proof, a.sub(b), LAST_BY_INVERSE_1).store(&mut w[second]);
}

/// The layers of [`inverse_ntt`] with distances up to four vectors, for eight vectors.
#[inline(always)]
fn inverse_eight_vectors<const W: usize, V: I32Lanes<W>, T: Tables<W>>(
    proof: V::Proof,
    q: Modulus<V>,
    number: usize,
    w_hat: &[[i32; W]; 8],
    w: &mut [[i32; W]; 8],
) {
    let [wa, wb, wc, wd, we, wf, wg, wh] = w_hat;
    let (mut a, mut b) = inverse_pair::<W, V, T>(proof, q, 4 * number, wa, wb);
    let (mut c, mut d) = inverse_pair::<W, V, T>(proof, q, 4 * number + 1, wc, wd);
    let (mut e, mut f) = inverse_pair::<W, V, T>(proof, q, 4 * number + 2, we, wf);
    let (mut g, mut h) = inverse_pair::<W, V, T>(proof, q, 4 * number + 3, wg, wh);
    let k = N / (8 * W) + number;
    q.inverse_butterfly(proof, &mut a, &mut b, INVERSE[4 * k]);
    q.inverse_butterfly(proof, &mut c, &mut d, INVERSE[4 * k + 1]);
    q.inverse_butterfly(proof, &mut e, &mut f, INVERSE[4 * k + 2]);
    q.inverse_butterfly(proof, &mut g, &mut h, INVERSE[4 * k + 3]);
    q.inverse_butterfly(proof, &mut a, &mut c, INVERSE[2 * k]);
    q.inverse_butterfly(proof, &mut b, &mut d, INVERSE[2 * k]);
    q.inverse_butterfly(proof, &mut e, &mut g, INVERSE[2 * k + 1]);
    q.inverse_butterfly(proof, &mut f, &mut h, INVERSE[2 * k + 1]);
    q.inverse_butterfly(proof, &mut a, &mut e, INVERSE[k]);
    q.inverse_butterfly(proof, &mut b, &mut f, INVERSE[k]);
    q.inverse_butterfly(proof, &mut c, &mut g, INVERSE[k]);
    q.inverse_butterfly(proof, &mut d, &mut h, INVERSE[k]);
    a.store(&mut w[0]);
    b.store(&mut w[1]);
    c.store(&mut w[2]);
    d.store(&mut w[3]);
    e.store(&mut w[4]);
    f.store(&mut w[5]);
    g.store(&mut w[6]);
    h.store(&mut w[7]);
}

/// The layers of [`inverse_ntt`] within vectors, for a pair of them.
#[inline(always)]
fn inverse_pair<const W: usize, V: I32Lanes<W>, T: Tables<W>>(
    proof: V::Proof,
    q: Modulus<V>,
    number: usize,
    a: &[i32; W],
    b: &[i32; W],
) -> (V, V) {
    let mut pair = V::exchange_all(V::load(proof, a), V::load(proof, b));
    pair = q.inverse_layer::<1, W, T>(proof, number, pair);
    pair = q.inverse_layer::<2, W, T>(proof, number, pair);
    pair = q.inverse_layer::<4, W, T>(proof, number, pair);
    if W == 16 { q.inverse_layer::<8, W, T>(proof, number, pair) } else { pair }
}

/// Returns vector `i` of a polynomial.
#[inline(always)]
fn vector<const W: usize, V: I32Lanes<W>>(proof: V::Proof, i: usize, poly: &NttPoly) -> V {
    V::load(proof, &poly.0.as_chunks::<W>().0[i])
}

/// Returns Σ a[j]∘b[j]·2⁻³² for vector `i` of the polynomials. There is at least one.
#[inline(always)]
fn products<const W: usize, V: I32Lanes<W>>(
    proof: V::Proof,
    q: V,
    q_inv: V,
    i: usize,
    a: &[NttPoly],
    b: &[NttPoly],
) -> V {
    let mut sum = vector::<W, V>(proof, i, &a[0]).product(vector(proof, i, &b[0]));
    for (a, b) in a[1..].iter().zip(&b[1..]) {
        sum = V::add_wide(sum, vector::<W, V>(proof, i, a).product(vector(proof, i, b)));
    }
    V::montgomery(sum, q, q_inv)
}

/// [`Kernel::inner_product`](super::kernel::Kernel::inner_product).
#[inline(always)]
pub(in crate::postquantum::mldsa) fn inner_product<const W: usize, V: I32Lanes<W>>(
    proof: V::Proof,
    sum: &mut NttPoly,
    a: &[NttPoly],
    b: &[NttPoly],
) {
    let (q, q_inv) = (V::splat(proof, Q), V::splat(proof, Q_INV));
    for (i, sum) in sum.0.as_chunks_mut::<W>().0.iter_mut().enumerate() {
        products(proof, q, q_inv, i, a, b).store(sum);
    }
}

/// [`Kernel::add_inner_product`](super::kernel::Kernel::add_inner_product).
#[inline(always)]
pub(in crate::postquantum::mldsa) fn add_inner_product<const W: usize, V: I32Lanes<W>>(
    proof: V::Proof,
    sum: &mut NttPoly,
    a: &[NttPoly],
    b: &[NttPoly],
) {
    let (q, q_inv) = (V::splat(proof, Q), V::splat(proof, Q_INV));
    for (i, sum) in sum.0.as_chunks_mut::<W>().0.iter_mut().enumerate() {
        V::load(proof, sum).add(products(proof, q, q_inv, i, a, b)).store(sum);
    }
    sum.0.iter_mut().for_each(|sum| *sum = rounding::reduce(*sum));
}

/// [`Kernel::unpack`](super::kernel::Kernel::unpack): vectors for the packings of z, the portable code for the others.
#[inline(always)]
pub(in crate::postquantum::mldsa) fn unpack<const W: usize, V: RejectionLanes<W>>(
    proof: V::Proof,
    packing: Packing,
    bytes: &[u8],
    w: &mut Poly,
) {
    match packing {
        Packing::Z17 => unpack_z::<18, W, V>(proof, 1 << 17, bytes, w),
        Packing::Z19 => unpack_z::<20, W, V>(proof, 1 << 19, bytes, w),
        _ => packing::unpack_by(packing, bytes, &mut w.0),
    }
}

/// Algorithm 19, BitUnpack(v, γ₁ − 1, γ₁).
#[inline(always)]
fn unpack_z<const BITS: usize, const W: usize, V: RejectionLanes<W>>(
    proof: V::Proof,
    gamma1: i32,
    bytes: &[u8],
    w: &mut Poly,
) {
    assert!(bytes.len() == N / 8 * BITS);
    let gamma1 = V::splat(proof, gamma1);
    for (w, bytes) in w.0.as_chunks_mut::<W>().0.iter_mut().zip(bytes.chunks_exact(W * BITS / 8)) {
        gamma1.sub(V::load_bits::<BITS>(proof, bytes)).store(w);
    }
}

/// [`Kernel::reject_uniform`](super::kernel::Kernel::reject_uniform).
#[inline(always)]
pub(in crate::postquantum::mldsa) fn reject_uniform<const W: usize, V: RejectionLanes<W>>(
    proof: V::Proof,
    mut bytes: &[u8],
    found: &mut Coefficients,
    mut count: usize,
) -> usize {
    let q = V::splat(proof, Q);
    while bytes.len() >= 3 * W
        && let Some(places) = found[count..].first_chunk_mut()
    {
        let candidates = V::load_23_bits(proof, bytes);
        let accepted = candidates.less_than(q);
        candidates.compress(accepted).store(places);
        count += accepted.count_ones() as usize;
        bytes = &bytes[3 * W..];
    }
    rejection::reject_uniform(bytes, found, count)
}

/// [`Kernel::reject_bounded`](super::kernel::Kernel::reject_bounded).
#[inline(always)]
pub(in crate::postquantum::mldsa) fn reject_bounded<const W: usize, V: RejectionLanes<W>>(
    proof: V::Proof,
    eta: i32,
    mut bytes: &[u8],
    found: &mut Coefficients,
    first: usize,
) -> usize {
    let bound = V::splat(proof, rejection::half_byte_bound(eta));
    let mut count = first;
    while bytes.len() >= W / 2
        && let Some(places) = found[count..].first_chunk_mut()
    {
        let candidates = V::load_4_bits(proof, bytes);
        let accepted = ct::declassify(candidates.less_than(bound), ACCEPTED);
        candidates.compress(accepted).store(places);
        count += accepted.count_ones() as usize;
        bytes = &bytes[W / 2..];
    }
    found[first..count].iter_mut().for_each(|b| *b = rejection::from_half_byte(eta, *b));
    rejection::reject_bounded(eta, bytes, found, count)
}
