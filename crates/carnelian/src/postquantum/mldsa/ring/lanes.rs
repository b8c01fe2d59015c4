//! The arithmetic of polynomials over vectors of eight or sixteen words.
//!
//! Coefficients are in natural order in memory; the layers of an NTT are those of [`ntt`](crate::postquantum::lattice::ntt).
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
use crate::postquantum::lattice::ntt::{Modulus, Tables, inverse_two_layers, three_layers};
use crate::postquantum::lattice::tables::{PairConstants, Sources, pair_constants};

const _: () = assert!(256 * Q as i64 <= i32::MAX as i64);

/// A factor for each lane, and those times q⁻¹.
pub(in crate::postquantum::mldsa) type Row<const W: usize> = [&'static [i32; W]; 2];

/// Tables for vectors of eight words.
#[derive(Clone, Copy)]
pub(in crate::postquantum::mldsa) struct Eight;
/// Tables for vectors of sixteen words.
#[derive(Clone, Copy)]
pub(in crate::postquantum::mldsa) struct Sixteen;

macro_rules! tables {
    ($($Tables:ident: $lanes:literal, $pairs:literal, $layers:literal;)+) => {$(
        impl Tables<Row<$lanes>> for $Tables {
            #[inline(always)]
            fn forward(layer: usize, pair: usize) -> Row<$lanes> {
                static TABLE: PairConstants<i32, $lanes, $pairs, $layers> = pair_constants(&FORWARD, 0, &sources());
                TABLE[layer][pair].row()
            }

            #[inline(always)]
            fn inverse(layer: usize, pair: usize) -> Row<$lanes> {
                static TABLE: PairConstants<i32, $lanes, $pairs, $layers> = pair_constants(&INVERSE, 0, &sources());
                TABLE[layer][pair].row()
            }
        }
    )+};
}
tables! {
    Eight: 8, 16, 3;
    Sixteen: 16, 8, 4;
}

/// Returns the origins of lanes in [`I32Lanes::exchange`] by 1, 2, 4 and so on.
const fn sources<const W: usize, const LAYERS: usize>() -> [Sources<W>; LAYERS] {
    let (mut sources, mut layer) = ([[(false, 0); W]; LAYERS], 0);
    while layer < LAYERS {
        let mut i = 0;
        while i < W {
            sources[layer][i] = exchange_source(W, 1 << layer, i);
            i += 1;
        }
        layer += 1;
    }
    sources
}

/// q in every lane.
#[derive(Clone, Copy)]
struct Residues<const W: usize, V: I32Lanes<W>> {
    proof: V::Proof,
    q: V,
}

impl<const W: usize, V: I32Lanes<W>> Modulus for Residues<W, V> {
    type Vector = V;
    type Constant = Constant;
    type Row = Row<W>;

    #[inline(always)]
    fn add(a: V, b: V) -> V {
        a.add(b)
    }

    #[inline(always)]
    fn sub(a: V, b: V) -> V {
        a.sub(b)
    }

    #[inline(always)]
    fn product(self, a: V, by: Constant) -> V {
        let (factor, times_q_inverse) = (V::splat(self.proof, by.factor), V::splat(self.proof, by.times_q_inverse));
        a.montgomery_product_by_one(factor, times_q_inverse, self.q)
    }

    #[inline(always)]
    fn product_by_row(self, a: V, [factor, times_q_inverse]: Row<W>) -> V {
        a.montgomery_product(V::load(self.proof, factor), V::load(self.proof, times_q_inverse), self.q)
    }
}

impl<const W: usize, V: I32Lanes<W>> Residues<W, V> {
    #[inline(always)]
    fn new(proof: V::Proof) -> Self {
        Self { proof, q: V::splat(proof, Q) }
    }

    /// An exchange by `D`, and the layer of Algorithm 41 with this distance.
    #[inline(always)]
    fn layer<const D: usize, T: Tables<Row<W>>>(self, pair: usize, (a, b): (V, V)) -> (V, V) {
        self.row_butterfly(V::exchange::<D>(a, b), T::forward(D.ilog2() as usize, pair))
    }

    /// The layer of Algorithm 42 with the distance `D`, and the inverse of the exchange.
    #[inline(always)]
    fn inverse_layer<const D: usize, T: Tables<Row<W>>>(self, pair: usize, vectors: (V, V)) -> (V, V) {
        let (a, b) = self.inverse_row_butterfly(vectors, T::inverse(D.ilog2() as usize, pair));
        V::unexchange::<D>(a, b)
    }
}

/// Applies two layers to four vectors, whose first layer is block `k`.
#[inline(always)]
pub(super) fn two_layers<M: Modulus>(
    q: M,
    factors: &[M::Constant],
    k: usize,
    [mut a, mut b, mut c, mut d]: [M::Vector; 4],
) -> [M::Vector; 4] {
    q.butterfly(&mut a, &mut c, factors[k]);
    q.butterfly(&mut b, &mut d, factors[k]);
    q.butterfly(&mut a, &mut b, factors[2 * k]);
    q.butterfly(&mut c, &mut d, factors[2 * k + 1]);
    [a, b, c, d]
}

/// Applies three layers of the inverse to eight vectors, whose last layer is block `k`.
#[inline(always)]
pub(super) fn inverse_three_layers<M: Modulus>(
    q: M,
    factors: &[M::Constant],
    k: usize,
    vectors: [M::Vector; 8],
) -> [M::Vector; 8] {
    let [mut a, mut b, mut c, mut d, mut e, mut f, mut g, mut h] = inverse_two_layers(q, factors, k, vectors);
    q.inverse_butterfly(&mut a, &mut e, factors[k]);
    q.inverse_butterfly(&mut b, &mut f, factors[k]);
    q.inverse_butterfly(&mut c, &mut g, factors[k]);
    q.inverse_butterfly(&mut d, &mut h, factors[k]);
    [a, b, c, d, e, f, g, h]
}

/// Loads eight vectors.
#[inline(always)]
fn load_eight<const W: usize, V: I32Lanes<W>>(proof: V::Proof, w: &[[i32; W]; 8]) -> [V; 8] {
    let [a, b, c, d, e, f, g, h] = w;
    [
        V::load(proof, a),
        V::load(proof, b),
        V::load(proof, c),
        V::load(proof, d),
        V::load(proof, e),
        V::load(proof, f),
        V::load(proof, g),
        V::load(proof, h),
    ]
}

/// Algorithm 41, NTT(w).
#[inline(always)]
pub(in crate::postquantum::mldsa) fn ntt<const W: usize, V: I32Lanes<W>, T: Tables<Row<W>>>(
    proof: V::Proof,
    w: &Coefficients,
    w_hat: &mut Coefficients,
) {
    let q = Residues::<W, V>::new(proof);
    let (w, w_hat) = (w.as_chunks::<W>().0, w_hat.as_chunks_mut::<W>().0);
    for j in 0..8 {
        let (mut a, mut b) = (V::load(proof, &w[j]), V::load(proof, &w[j + 8]));
        if W == 16 {
            q.butterfly(&mut a, &mut b, FORWARD[1]);
            a.store(&mut w_hat[j]);
            b.store(&mut w_hat[j + 8]);
        } else {
            let (c, d) = (V::load(proof, &w[j + 16]), V::load(proof, &w[j + 24]));
            let [a, b, c, d] = two_layers(q, &FORWARD, 1, [a, b, c, d]);
            a.store(&mut w_hat[j]);
            b.store(&mut w_hat[j + 8]);
            c.store(&mut w_hat[j + 16]);
            d.store(&mut w_hat[j + 24]);
        }
    }
    for (number, w_hat) in w_hat.as_chunks_mut::<8>().0.iter_mut().enumerate() {
        eight_vectors::<W, V, T>(q, number, w_hat);
    }
}

/// The layers of [`ntt`] with distances from four vectors on down, for eight vectors.
#[inline(always)]
fn eight_vectors<const W: usize, V: I32Lanes<W>, T: Tables<Row<W>>>(
    q: Residues<W, V>,
    number: usize,
    w: &mut [[i32; W]; 8],
) {
    let vectors = load_eight(q.proof, w);
    let [a, b, c, d, e, f, g, h] = three_layers(q, &FORWARD, N / (8 * W) + number, vectors);
    let [wa, wb, wc, wd, we, wf, wg, wh] = w;
    pair::<W, V, T>(q, 4 * number, (a, b), wa, wb);
    pair::<W, V, T>(q, 4 * number + 1, (c, d), wc, wd);
    pair::<W, V, T>(q, 4 * number + 2, (e, f), we, wf);
    pair::<W, V, T>(q, 4 * number + 3, (g, h), wg, wh);
}

/// The layers of [`ntt`] within vectors, for a pair of them.
#[inline(always)]
fn pair<const W: usize, V: I32Lanes<W>, T: Tables<Row<W>>>(
    q: Residues<W, V>,
    number: usize,
    mut pair: (V, V),
    a: &mut [i32; W],
    b: &mut [i32; W],
) {
    if W == 16 {
        pair = q.layer::<8, T>(number, pair);
    }
    pair = q.layer::<4, T>(number, pair);
    pair = q.layer::<2, T>(number, pair);
    pair = q.layer::<1, T>(number, pair);
    let pair = V::unexchange_all(pair.0, pair.1);
    pair.0.store(a);
    pair.1.store(b);
}

/// Algorithm 42, NTT⁻¹(ŵ), times 2³².
#[inline(always)]
pub(in crate::postquantum::mldsa) fn inverse_ntt<const W: usize, V: I32Lanes<W>, T: Tables<Row<W>>>(
    proof: V::Proof,
    w_hat: &Coefficients,
    w: &mut Coefficients,
) {
    let q = Residues::<W, V>::new(proof);
    let (w_hat, w) = (w_hat.as_chunks::<W>().0, w.as_chunks_mut::<W>().0);
    let eights = w_hat.as_chunks::<8>().0.iter().zip(w.as_chunks_mut::<8>().0);
    for (number, (w_hat, w)) in eights.enumerate() {
        inverse_eight_vectors::<W, V, T>(q, number, w_hat, w);
    }
    for j in 0..8 {
        if W == 16 {
            inverse_last(q, w, j, j + 8);
        } else {
            let (mut a, mut b) = (V::load(proof, &w[j]), V::load(proof, &w[j + 8]));
            let (mut c, mut d) = (V::load(proof, &w[j + 16]), V::load(proof, &w[j + 24]));
            q.inverse_butterfly(&mut a, &mut b, INVERSE[2]);
            q.inverse_butterfly(&mut c, &mut d, INVERSE[3]);
            a.store(&mut w[j]);
            b.store(&mut w[j + 8]);
            c.store(&mut w[j + 16]);
            d.store(&mut w[j + 24]);
            inverse_last(q, w, j, j + 16);
            inverse_last(q, w, j + 8, j + 24);
        }
    }
}

/// The last layer of [`inverse_ntt`] with steps 21 to 24, for two vectors.
#[inline(always)]
fn inverse_last<const W: usize, V: I32Lanes<W>>(q: Residues<W, V>, w: &mut [[i32; W]], first: usize, second: usize) {
    let (a, b) = (V::load(q.proof, &w[first]), V::load(q.proof, &w[second]));
    q.product(a.add(b), LAST).store(&mut w[first]);
    q.product(a.sub(b), LAST_BY_INVERSE_1).store(&mut w[second]);
}

/// The layers of [`inverse_ntt`] with distances up to four vectors, for eight vectors.
#[inline(always)]
fn inverse_eight_vectors<const W: usize, V: I32Lanes<W>, T: Tables<Row<W>>>(
    q: Residues<W, V>,
    number: usize,
    w_hat: &[[i32; W]; 8],
    w: &mut [[i32; W]; 8],
) {
    let [wa, wb, wc, wd, we, wf, wg, wh] = w_hat;
    let (a, b) = inverse_pair::<W, V, T>(q, 4 * number, wa, wb);
    let (c, d) = inverse_pair::<W, V, T>(q, 4 * number + 1, wc, wd);
    let (e, f) = inverse_pair::<W, V, T>(q, 4 * number + 2, we, wf);
    let (g, h) = inverse_pair::<W, V, T>(q, 4 * number + 3, wg, wh);
    let vectors = [a, b, c, d, e, f, g, h];
    let [a, b, c, d, e, f, g, h] = inverse_three_layers(q, &INVERSE, N / (8 * W) + number, vectors);
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
fn inverse_pair<const W: usize, V: I32Lanes<W>, T: Tables<Row<W>>>(
    q: Residues<W, V>,
    number: usize,
    a: &[i32; W],
    b: &[i32; W],
) -> (V, V) {
    let mut pair = V::exchange_all(V::load(q.proof, a), V::load(q.proof, b));
    pair = q.inverse_layer::<1, T>(number, pair);
    pair = q.inverse_layer::<2, T>(number, pair);
    pair = q.inverse_layer::<4, T>(number, pair);
    if W == 16 { q.inverse_layer::<8, T>(number, pair) } else { pair }
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
