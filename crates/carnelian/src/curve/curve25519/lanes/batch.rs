//! The contract of a backend with eight lanes for many elements, and the operations that follow from it. They need a
//! heap.

use super::buckets::{self, Costs, Scratch};
use super::decode::DECODED_TOGETHER;
use super::msm::{self, GROUPS};
use crate::base::ct::Choice;
use crate::curve::arithmetic::windows::Widths;
use crate::curve::curve25519::field::{self, Field, Packed, PrimeField};
use crate::curve::curve25519::group::{IDENTITY, Point, ladders};

/// The kernels of a backend with eight lanes, implemented by its token.
pub(crate) trait Lanes: Copy {
    /// The field, for one element at a time, where a vector operation begins or ends.
    type Single: Field<Proof = ()>;

    /// The measured costs of sums of multiples.
    const COSTS: Costs;

    /// The measured number of busy lanes from which eight ladders in parallel are faster than sequential ones.
    const LADDERS_PAY_FROM: usize;

    /// Returns the projective u-coordinate (x₂ : z₂) of `k` times the point with coordinate `u`. Constant time.
    fn ladder(self, k: &[u8; 32], u: &Packed) -> (Packed, Packed);

    /// [`ladder`](Self::ladder) for eight pairs.
    fn ladder_x8(self, ks: [&[u8; 32]; 8], us: &[Packed; 8]) -> ([Packed; 8], [Packed; 8]);

    /// Computes the sums of windows of [`msm::window_sums_vartime`].
    fn window_sums_vartime(self, scalars: &[[u8; 32]], points: &[Point], sums: &mut [[Point; 8]; GROUPS]);

    /// Computes the sums of windows of [`buckets::bucket_sums_vartime`].
    fn bucket_sums_vartime(
        self,
        widths: &Widths,
        scalars: &[[u8; 32]],
        points: &[Point],
        scratch: &mut Scratch,
        sums: &mut [[Point; 8]],
    );

    /// Returns the sum of the windows, each times 2 to the number of bits below it; a window of group g has `widths[g]`
    /// bits. Takes time that depends only on the widths.
    fn horner(self, groups: &[[Point; 8]], widths: &[u32]) -> Point;

    /// Decodes as many points as two vectors have lanes. Constant time.
    fn decode_x16(self, encodings: &[[u8; 32]; DECODED_TOGETHER], points: &mut [(Point, Choice); DECODED_TOGETHER]);
}

/// Computes X25519 for at most [`field::TOGETHER`] pairs: eight at a time, and one by one if too few are left for eight
/// lanes to pay.
#[inline(always)]
pub(crate) fn x25519_many<L: Lanes>(lanes: L, ks: &[&[u8; 32]], us: &[&[u8; 32]], out: &mut [[u8; 32]]) {
    ladders::x25519_many::<L::Single>((), ks, us, out, |(), ks, us, xs, zs| {
        for (first, ks) in (0..).step_by(8).zip(ks.chunks(8)) {
            let (us, xs, zs) = (&us[first..][..ks.len()], &mut xs[first..], &mut zs[first..]);
            if ks.len() < L::LADDERS_PAY_FROM {
                for (i, k) in ks.iter().enumerate() {
                    let (x, z) = lanes.ladder(k, &L::Single::from_bytes((), us[i]).pack());
                    (xs[i], zs[i]) = (field::unpack((), &x), field::unpack((), &z));
                }
            } else {
                eight_ladders(lanes, ks, us, xs, zs);
            }
        }
    });
}

/// Computes at most eight ladders; idle lanes repeat the last one.
#[inline(always)]
fn eight_ladders<L: Lanes>(lanes: L, ks: &[&[u8; 32]], us: &[&[u8; 32]], xs: &mut [L::Single], zs: &mut [L::Single]) {
    let last = ks.len() - 1;
    let us = core::array::from_fn(|i| L::Single::from_bytes((), us[i.min(last)]).pack());
    let (x, z) = lanes.ladder_x8(core::array::from_fn(|i| ks[i.min(last)]), &us);
    for i in 0..ks.len() {
        (xs[i], zs[i]) = (field::unpack((), &x[i]), field::unpack((), &z[i]));
    }
}

/// Returns the sum of `scalars[i]`·`points[i]`, with buckets or with tables of multiples, whichever costs less. Takes
/// time that depends on all operands.
#[inline(always)]
pub(crate) fn multi_scalar_mul_vartime<L: Lanes>(lanes: L, scalars: &[[u8; 32]], points: &[Point]) -> Point {
    let mut sums = [[IDENTITY; 8]; GROUPS];
    let Some(widths) = buckets::cheapest_vartime(&L::COSTS, scalars) else {
        lanes.window_sums_vartime(scalars, points, &mut sums);
        return lanes.horner(&sums, &msm::WIDTHS);
    };
    let mut scratch = Scratch::new(widths, points.len());
    lanes.bucket_sums_vartime(widths, scalars, points, &mut scratch, &mut sums);
    lanes.horner(&sums, widths)
}

/// Decodes [`DECODED_TOGETHER`] points at a time; lanes without an encoding decode zeros. Calls `done` with each point
/// and whether there is one, in order. Constant time.
#[inline(always)]
pub(crate) fn decode_many<L: Lanes>(lanes: L, encodings: &[[u8; 32]], mut done: impl FnMut(Point, Choice)) {
    for encodings in encodings.chunks(DECODED_TOGETHER) {
        let mut padded = [[0; 32]; DECODED_TOGETHER];
        padded[..encodings.len()].copy_from_slice(encodings);
        let mut points = [(IDENTITY, Choice::FALSE); DECODED_TOGETHER];
        lanes.decode_x16(&padded, &mut points);
        points.into_iter().take(encodings.len()).for_each(|(point, valid)| done(point, valid));
    }
}
