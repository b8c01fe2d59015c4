//! The decoding of points over lanes: sixteen at a time, or up to four.
//!
//! In a chain of squarings each product depends on the one before it. Sixteen elements are two vectors of eight with
//! interleaved chains; a few elements are one vector of four, which uses the products with the lower latency.

use super::field::{Fe, FieldLanes, FieldLanesX8, Proof};
use crate::base::ct::Choice;
use crate::base::lanes::u64::WordLanes;
use crate::curve::curve25519::field::{Multiplicative, Packed, sqrt_ratio_candidate};
use crate::curve::curve25519::group::Point;
use crate::curve::curve25519::tables;

/// The number of points that are decoded together if there are many.
pub(crate) const DECODED_TOGETHER: usize = 16;
/// The number of points that cost no more than one.
pub(crate) const DECODED_AS_ONE: usize = 4;

/// Decodes points by RFC 8032 Section 5.1.3, but with y taken modulo p and the sign of x = 0 ignored. Writes each point
/// and whether there is one. Constant time.
#[inline(always)]
pub(crate) fn decode_many<K: FieldLanesX8>(
    proof: Proof<K>,
    encodings: &[[u8; 32]; DECODED_TOGETHER],
    points: &mut [(Point, Choice); DECODED_TOGETHER],
) {
    decode::<K, 2>(proof, encodings, points);
}

/// Decodes like [`decode_many`], with a lower latency.
#[inline(always)]
pub(crate) fn decode_few<K: FieldLanes<Word: WordLanes<Words = [u64; 4]>>>(
    proof: Proof<K>,
    encodings: &[[u8; 32]; DECODED_AS_ONE],
    points: &mut [(Point, Choice); DECODED_AS_ONE],
) {
    decode::<K, 1>(proof, encodings, points);
}

/// Decodes as many points as `N` vectors have lanes.
#[inline(always)]
fn decode<K: FieldLanes, const N: usize>(proof: Proof<K>, encodings: &[[u8; 32]], points: &mut [(Point, Choice)]) {
    let y = Elements::<K, N>::ordinates(proof, encodings);
    let (one, d) = (Elements::splat(proof, &[1, 0, 0, 0, 0]), Elements::splat(proof, &tables::D));
    // 2. x² = u/v = (y² − 1)/(dy² + 1).
    let yy = y.squared();
    let (u, v) = (yy.minus(&one), yy.product(&d).plus(&one));
    let r = sqrt_ratio_candidate(&u, &v);
    let check = v.product(&r.squared());
    let lanes = encodings.len() / N;
    for (i, (encodings, points)) in encodings.chunks(lanes).zip(points.chunks_mut(lanes)).enumerate() {
        let of_vector = [&y.vectors[i], &u.vectors[i], &r.vectors[i], &check.vectors[i]];
        complete(proof, &y.k, encodings, of_vector, points);
    }
}

/// Computes steps 3 and 4 for as many encodings as there are lanes, given y, u, the candidate r for √(u/v), and v·r².
/// Writes each point and whether there is one.
#[inline(always)]
fn complete<V: WordLanes>(
    proof: V::Proof,
    k: &impl FieldLanes<Word = V>,
    encodings: &[[u8; 32]],
    [y, u, r, check]: [&Fe<V>; 4],
    points: &mut [(Point, Choice)],
) {
    let (zero, one) = (V::splat(proof, 0), V::splat(proof, 1));
    // 3. r is a root if vr² = u, and i·r is one if vr² = −u.
    let is_root = k.is_zero(proof, &k.carry(k.biased(&check.wide()).sub(&u.wide())));
    let is_root_of_minus = k.is_zero(proof, &k.carry(check.wide().add(&u.wide())));
    let i_r = k.carry(k.mul(r, &k.fold(&Fe::splat(proof, &tables::SQRT_M1))));
    let root = Fe::select(is_root_of_minus, r, &i_r);
    // For u = 0 both are true.
    let valid = V::select(is_root_of_minus, V::select(is_root, zero, one), one).store();
    // 4. The root whose lowest bit is the sign of the encoding.
    let mut signs = zero.store();
    for (sign, encoding) in signs.as_mut().iter_mut().zip(encodings) {
        *sign = u64::from(encoding[31] >> 7);
    }
    let is_wrong = k.freeze(&root)[0].add(V::load(proof, &signs)).and(one).equal(one);
    let negated = k.carry(k.biased(&Fe::splat(proof, &[0; 5]).wide()).sub(&root.wide()));
    let x = Fe::select(is_wrong, &root, &negated);
    let t = k.carry(k.mul(&x, &k.fold(y)));
    let (mut xs, mut ys, mut ts) = ([[0; 5]; 8], [[0; 5]; 8], [[0; 5]; 8]);
    x.store(&mut xs);
    y.store(&mut ys);
    t.store(&mut ts);
    for (lane, (point, valid)) in points.iter_mut().zip(valid.as_ref()).enumerate() {
        *point = ([xs[lane], ys[lane], [1, 0, 0, 0, 0], ts[lane]], Choice::from_lsb(*valid));
    }
}

/// Elements in the lanes of `N` vectors.
#[derive(Clone, Copy)]
struct Elements<K: FieldLanes, const N: usize> {
    k: K,
    vectors: [Fe<K::Word>; N],
}

impl<K: FieldLanes, const N: usize> Multiplicative for Elements<K, N> {
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

    /// Works in place, since copying several vectors is slow.
    #[inline(always)]
    fn squared_times(&self, n: u32) -> Self {
        let (k, mut power) = (self.k, *self);
        for _ in 0..n {
            for a in &mut power.vectors {
                *a = k.carry(if N == 1 { k.square_short(a) } else { k.square(a) });
            }
        }
        power
    }
}

impl<K: FieldLanes, const N: usize> Elements<K, N> {
    #[inline(always)]
    fn splat(proof: Proof<K>, element: &Packed) -> Self {
        Self { k: K::new(proof), vectors: [Fe::splat(proof, element); N] }
    }

    /// Loads the y of each encoding.
    #[inline(always)]
    fn ordinates(proof: Proof<K>, encodings: &[[u8; 32]]) -> Self {
        const MASK: u64 = (1 << 51) - 1;
        let mut ys = Self::splat(proof, &[0; 5]);
        for (vector, encodings) in ys.vectors.iter_mut().zip(encodings.chunks(encodings.len() / N)) {
            let mut elements: [Packed; 8] = [[0; 5]; 8];
            for (element, encoding) in elements.iter_mut().zip(encodings) {
                let (words, _) = encoding.as_chunks::<8>();
                let word = |i: usize| u64::from_le_bytes(words[i]);
                let limb = |i: usize, shift: usize| (word(i) >> shift | word(i + 1) << (64 - shift)) & MASK;
                *element = [word(0) & MASK, limb(0, 51), limb(1, 38), limb(2, 25), word(3) >> 12 & MASK];
            }
            *vector = Fe::load(proof, &elements);
        }
        ys
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
}
