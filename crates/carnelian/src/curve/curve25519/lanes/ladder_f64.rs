//! The Montgomery ladder in four lanes, with a multiplier for floating-point numbers.
//!
//! A step is three levels of four products, as in [`ladder`](super::ladder), here over signed limbs. The parts of
//! products are converted to integers at once, so that sums, exchanges and signs of wide products take one cycle each;
//! carried limbs are floating-point factors.
//!
//! The source has all operations in the order in which they are executed. The compiler would defer the sums of a
//! product to its end, and spill most of the parts.

use crate::base::ct::Choice;
use crate::base::lanes::f64::{F64Four, F64Half, ROUND_TO_1, ROUND_TO_2_51};
use crate::curve::curve25519::field::Packed;

/// (A − 2)/4 for the coefficient A = 486662 of the curve.
const A24: f64 = 121_665.0;
pub(crate) const MASK: u64 = (1 << 51) - 1;
const P: Packed = [MASK - 18, MASK, MASK, MASK, MASK];
/// The offset that is added to limbs before the carry and subtracted after it, which balances them.
pub(crate) const HALF: u64 = 1 << 50;
/// The multiple of p that is added to differences, which makes them positive.
const BIAS: u64 = 1 << 9;

/// Balanced limbs: at least −2⁵⁰, and below 2⁵⁰ + 2¹⁷.
pub(crate) type Element<H> = [<H as F64Half>::Factor; 5];
/// Limbs before they are carried, modulo 2⁶⁴.
type Wide<H> = [H; 5];
/// The initial values of the columns of a product, in each lane.
type Start = [[u64; 4]; 5];

/// The offset of a lane, besides those of the words.
#[derive(Clone, Copy)]
enum Offset {
    /// Nothing.
    None,
    /// `BIAS`·p and `HALF`.
    Once,
    /// Twice that and 1, so that the complement of a value with one such offset can be added.
    Twice,
    /// The difference of these two, subtracted.
    LessHalf,
    /// For a pair of lanes whose sum and difference are computed, the latter by adding a complement: the lane that is
    /// complemented.
    Subtrahend,
    /// The other lane of that pair. Sum and difference get `HALF`, the one `BIAS` + 1 times p and the other `BIAS`
    /// times p: since p's limbs are odd, one of the offsets needs another p to be divisible by 2.
    Minuend,
}

/// The numbers of lower and of upper parts of products in each column.
const LOWS: [u64; 10] = [1, 1, 2, 2, 3, 2, 2, 1, 1, 0];
const HIGHS: [u64; 10] = [0, 1, 1, 2, 2, 3, 2, 2, 1, 1];

const fn offset(offset: Offset, p: u64) -> u64 {
    let once = BIAS * p + HALF;
    match offset {
        Offset::None => 0,
        Offset::Once => once,
        Offset::Twice => 2 * once + 1,
        Offset::LessHalf => 0_u64.wrapping_sub(HALF + 1),
        Offset::Subtrahend => p / 2,
        Offset::Minuend => BIAS * p + p / 2 + 1 + HALF,
    }
}

const fn start(lanes: [Offset; 4]) -> Start {
    let mut start = [[0; 4]; 5];
    let mut i = 0;
    while i < 20 {
        let (column, lane) = (i / 4, i % 4);
        let lows = LOWS[column] + 19 * LOWS[column + 5];
        let highs = HIGHS[column] + 19 * HIGHS[column + 5];
        let too_much =
            ROUND_TO_1.to_bits().wrapping_mul(lows).wrapping_add(ROUND_TO_2_51.to_bits().wrapping_mul(highs));
        start[column][lane] = offset(lanes[lane], P[column]).wrapping_sub(too_much);
        i += 1;
    }
    start
}

/// The initial values for [DA, CB, AA, BB].
static FIRST: Start = start([Offset::Subtrahend, Offset::Minuend, Offset::Once, Offset::Twice]);
/// The initial values for [d², s², BB, AA + a24·E], where BB and AA contain the offsets of [`FIRST`].
static SECOND: Start = start([Offset::Once, Offset::Once, Offset::LessHalf, Offset::None]);
/// The initial values for [z₃, −x₃, x₂, −z₂].
static THIRD: Start = start([Offset::Subtrahend, Offset::Minuend, Offset::Subtrahend, Offset::Minuend]);

/// The parts of one or two products of one column that belong to it and to the next column.
#[derive(Clone, Copy)]
struct Parts<H> {
    low: H,
    high: H,
}

#[inline(always)]
fn one<H: F64Four>(a: H::Factor, b: H::Factor) -> Parts<H> {
    let high = H::high_in_order(H::high(a, b));
    Parts { low: H::low_word(a, b, high), high: H::high_word(high) }
}

/// Returns the parts of a·b + c·d.
#[inline(always)]
fn two<H: F64Four>(a: H::Factor, b: H::Factor, c: H::Factor, d: H::Factor) -> Parts<H> {
    let first = H::high_in_order(H::high(a, b));
    let both = H::high_in_order(H::high_of_both(first, c, d));
    let low = H::low_word(a, b, first);
    Parts { low: H::low_word_of_both(low, c, d, first, both), high: H::high_word(both) }
}

/// The partial sum of a column, and that of the next one, which is complete when this one is.
#[derive(Clone, Copy)]
struct Column<H> {
    sum: H,
    above: H,
}

impl<H: F64Four> Column<H> {
    #[inline(always)]
    fn highest(Parts { low, high }: Parts<H>) -> Self {
        Self { sum: low, above: high }
    }

    /// Starts the column below with this.
    #[inline(always)]
    fn below(self, Parts { low, high }: Parts<H>) -> Self {
        Self { above: self.sum.add(high).in_order(), sum: low }
    }

    #[inline(always)]
    fn and(self, Parts { low, high }: Parts<H>) -> Self {
        let above = self.above.add(high).in_order();
        Self { above, sum: self.sum.add(low).in_order() }
    }
}

/// Returns columns 0 to 4, plus 19 times columns 5 to 8.
#[inline(always)]
fn wrapped<H: F64Four>([c0, c1, c2, c3, c4, c5, c6, c7, c8]: [Column<H>; 9], start: Wide<H>) -> Wide<H> {
    let [s0, s1, s2, s3, s4] = start;
    [
        plus_19_times(c0.sum.add(s0), c4.above),
        plus_19_times(c0.above.add(s1), c5.above),
        plus_19_times(c1.above.add(s2), c6.above),
        plus_19_times(c2.above.add(s3), c7.above),
        plus_19_times(c3.above.add(s4), c8.above),
    ]
}

#[inline(always)]
fn plus_19_times<H: F64Four>(z: H, t: H) -> H {
    let times_16 = t.shift_left::<4>();
    z.add(t).add(t.add(t).add(times_16))
}

/// Returns a·b.
#[inline(always)]
fn product<H: F64Four>([a0, a1, a2, a3, a4]: Element<H>, [b0, b1, b2, b3, b4]: Element<H>, start: Wide<H>) -> Wide<H> {
    let c8 = Column::highest(one(a4, b4));
    let c7 = c8.below(two(a3, b4, a4, b3));
    let c6 = c7.below(two(a2, b4, a4, b2)).and(one(a3, b3));
    let c5 = c6.below(two(a1, b4, a4, b1)).and(two(a2, b3, a3, b2));
    let c4 = c5.below(two(a0, b4, a4, b0)).and(two(a1, b3, a3, b1)).and(one(a2, b2));
    let c3 = c4.below(two(a0, b3, a3, b0)).and(two(a1, b2, a2, b1));
    let c2 = c3.below(two(a0, b2, a2, b0)).and(one(a1, b1));
    let c1 = c2.below(two(a0, b1, a1, b0));
    let c0 = c1.below(one(a0, b0));
    wrapped([c0, c1, c2, c3, c4, c5, c6, c7, c8], start)
}

/// Returns the squares of the elements in lanes 0 and 1, 0 in lane 2, and in lane 3 the product with `small`, whose
/// other lanes are 0.
#[inline(always)]
fn squares_and_multiple<H: F64Four>(
    zero: H::Factor,
    small: H::Factor,
    [a0, a1, a2, a3, a4]: Element<H>,
    start: Wide<H>,
) -> Wide<H> {
    // Limbs of the second factor for products that occur once, and for those that occur twice. The small number has
    // only one limb, so each of its products occurs once.
    let (b0, b1, b2) = (H::merge::<0b1100>(a0, small), H::merge::<0b1100>(a1, zero), H::merge::<0b1100>(a2, zero));
    let (b3, b4) = (H::merge::<0b1100>(a3, zero), H::merge::<0b1100>(a4, zero));
    let (d0, d1) = (H::merge::<0b1100>(H::twice(a0), small), H::twice(b1));
    let (d2, d3) = (H::twice(b2), H::twice(b3));
    let c8 = Column::highest(one(a4, b4));
    let c7 = c8.below(one(a4, d3));
    let c6 = c7.below(one(a3, b3)).and(one(a4, d2));
    let c5 = c6.below(one(a3, d2)).and(one(a4, d1));
    let c4 = c5.below(one(a3, d1)).and(one(a2, b2)).and(one(a4, d0));
    let c3 = c4.below(one(a2, d1)).and(one(a3, d0));
    let c2 = c3.below(one(a1, b1)).and(one(a2, d0));
    let c1 = c2.below(one(a1, d0));
    let c0 = c1.below(one(a0, b0));
    wrapped([c0, c1, c2, c3, c4, c5, c6, c7, c8], start)
}

/// Constants in every lane.
#[derive(Clone, Copy)]
pub(crate) struct Constants<H: F64Four> {
    mask: H,
    nineteen: H,
    zero: H::Factor,
    /// −a24 in lane 3.
    small: H::Factor,
    /// x₁ and −1 in lanes 0 and 1.
    pub(crate) x_1: Element<H>,
}

impl<H: F64Four> Constants<H> {
    #[inline(always)]
    pub(crate) fn new(proof: H::Proof, u: &Packed) -> Self {
        let zero = H::number(proof, 0.0);
        let small = H::merge::<0b1000>(zero, H::number(proof, -A24));
        let mut constants =
            Self { mask: H::splat(proof, MASK), nineteen: H::splat(proof, 19), zero, small, x_1: [zero; 5] };
        constants.x_1 = constants.carry(load(proof, u, [1, 0, 0, 0], [0, -1, 0, 0]));
        constants
    }

    /// Carries limbs with the offset `HALF`, and returns them as factors without it.
    #[inline(always)]
    fn carry(&self, [z0, z1, z2, z3, z4]: Wide<H>) -> Element<H> {
        let low = |z: H| z.and(self.mask).above_2_52();
        let wrap = z4.shift_right::<51>().mul_short(self.nineteen);
        let (t0, t1) = (low(z0).add(wrap), low(z1).add(z0.shift_right::<51>()));
        let (t2, t3) = (low(z2).add(z1.shift_right::<51>()), low(z3).add(z2.shift_right::<51>()));
        let t4 = low(z4).add(z3.shift_right::<51>());
        let (f0, f1) = (H::factor_in_order(t0.balanced()), H::factor_in_order(t1.balanced()));
        let (f2, f3) = (H::factor_in_order(t2.balanced()), H::factor_in_order(t3.balanced()));
        [f0, f1, f2, f3, H::factor_in_order(t4.balanced())]
    }
}

/// Returns in lane i `us[i]` times `u` plus `ones[i]`, plus 4p and `HALF`.
#[inline(always)]
fn load<H: F64Four>(proof: H::Proof, u: &Packed, us: [i64; 4], ones: [i64; 4]) -> Wide<H> {
    let limb = |i: usize| {
        let (u, one) = (u[i].cast_signed(), i64::from(i == 0));
        let lane = |lane: usize| (us[lane] * u + ones[lane] * one).cast_unsigned().wrapping_add(4 * P[i] + HALF);
        H::load(proof, &[lane(0), lane(1), lane(2), lane(3)])
    };
    [limb(0), limb(1), limb(2), limb(3), limb(4)]
}

/// Returns the limbs of both factors of the first level, [D, C, A′, B′] and [A, B, A′, B′] for [C, D, A, B], where A′
/// and B′ are A and B if `keep` is set, else C and D.
#[inline(always)]
fn factors<H: F64Four>(keep: H, w: H::Factor) -> (H::Factor, H::Factor) {
    let second = H::select(keep, H::swap_halves(w), w);
    (H::merge::<0b1100>(H::swap_pairs_of_factors(w), second), second)
}

/// Computes a step, from [−C, −D, −A, B] to their values after it. `keep` is set in the last two lanes if A and B are
/// not exchanged with C and D.
#[inline(always)]
pub(crate) fn step<H: F64Four>(
    proof: H::Proof,
    k: &Constants<H>,
    keep: H,
    [w0, w1, w2, w3, w4]: Element<H>,
) -> Element<H> {
    let from = |start: &Start, i: usize| H::load(proof, &start[i]);
    let all = |start: &Start| [from(start, 0), from(start, 1), from(start, 2), from(start, 3), from(start, 4)];
    let ((a0, b0), (a1, b1), (a2, b2)) = (factors(keep, w0), factors(keep, w1), factors(keep, w2));
    let ((a3, b3), (a4, b4)) = (factors(keep, w3), factors(keep, w4));
    // [DA, −CB, AA, BB] and the same exchanged in pairs yield [d, −s, AA, BB − AA = −E].
    let [v0, v1, v2, v3, v4] = product([a0, a1, a2, a3, a4], [b0, b1, b2, b3, b4], all(&FIRST));
    let differences = |v: H| v.add(v.swap_pairs::<0b1011>().complement::<0b1010>());
    let r = k.carry([differences(v0), differences(v1), differences(v2), differences(v3), differences(v4)]);
    // [0, 0, BB, AA] and [d², s², 0, a24·E].
    let squares = |v: H, i: usize| v.swap_pairs::<0b1100>().add(from(&SECOND, i));
    let addend = [squares(v0, 0), squares(v1, 1), squares(v2, 2), squares(v3, 3), squares(v4, 4)];
    let q = k.carry(squares_and_multiple(k.zero, k.small, r, addend));
    // Times [x₁, −1, AA, −E]: [z₃, −x₃, x₂, −z₂].
    let ([r0, r1, r2, r3, r4], [x0, x1, x2, x3, x4]) = (r, k.x_1);
    let (x0, x1, x2) = (H::merge::<0b1100>(x0, r0), H::merge::<0b1100>(x1, r1), H::merge::<0b1100>(x2, r2));
    let (x3, x4) = (H::merge::<0b1100>(x3, r3), H::merge::<0b1100>(x4, r4));
    let [v0, v1, v2, v3, v4] = product(q, [x0, x1, x2, x3, x4], all(&THIRD));
    let sums = |v: H| v.complement::<0b0101>().add(v.swap_pairs::<0b1111>());
    k.carry([sums(v0), sums(v1), sums(v2), sums(v3), sums(v4)])
}

/// Returns the projective u-coordinate (x₂ : z₂) of `k` times the point with coordinate `u`. The scalar is a multiple
/// of 2 below 2²⁵⁵, the limbs of the coordinate are below 2⁵². Constant time.
#[inline(always)]
pub(crate) fn ladder<H: F64Four>(proof: H::Proof, k: &[u8; 32], u: &Packed) -> (Packed, Packed) {
    let constants = Constants::<H>::new(proof, u);
    let last_two = H::load(proof, &[0, 0, u64::MAX, u64::MAX]);
    // x₂ = 1, z₂ = 0, x₃ = u, z₃ = 1.
    let mut w = constants.carry(load(proof, u, [-1, -1, 0, 0], [-1, 1, -1, 1]));
    let mut before = 0;
    for t in (0..255).rev() {
        let bit = k[t / 8] >> (t % 8);
        let keep = !Choice::from_lsb(bit ^ before);
        before = bit;
        let keep = H::splat(proof, keep.mask()).and(last_two);
        w = step(proof, &constants, keep, w);
    }
    // The last bit is 0: nothing to exchange. A + B and A − B are the coordinates, doubled.
    let [w0, w1, w2, w3, w4] = w;
    let lanes = [w0, w1, w2, w3, w4].map(|limb| H::unbalanced(limb).store());
    let mut coordinates = ([0; 5], [0; 5]);
    for (i, [_, _, minus_a, b]) in lanes.into_iter().enumerate() {
        let (minus_a, b) = (minus_a & ((1 << 52) - 1), b & ((1 << 52) - 1));
        coordinates.0[i] = b + 4 * P[i] - minus_a;
        coordinates.1[i] = 2 * HALF + 4 * P[i] - minus_a - b;
    }
    (carried(coordinates.0), carried(coordinates.1))
}

/// Carries an element, so that its limbs are below 2⁵².
fn carried([z0, z1, z2, z3, z4]: [u64; 5]) -> Packed {
    let low = |z: u64| z & MASK;
    [low(z0) + 19 * (z4 >> 51), low(z1) + (z0 >> 51), low(z2) + (z1 >> 51), low(z3) + (z2 >> 51), low(z4) + (z3 >> 51)]
}
