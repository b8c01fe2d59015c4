//! Tests of the ladder with floating-point numbers: its bounds, on intervals instead of numbers as in
//! [`bounds`](super::bounds), and its steps on extreme limbs against big integers.

#[cfg(target_arch = "x86_64")]
use crate::base::cpu::Avx2Fma;
#[cfg(target_arch = "x86_64")]
use crate::base::lanes::f64::U64x4Fma;
use crate::base::lanes::f64::{F64Four, F64Half, ROUND_TO_1, ROUND_TO_2_51};
use crate::base::random::TestRandom;
use crate::curve::curve25519::field::Packed;
use crate::curve::curve25519::lanes::ladder_f64::{Constants, Element, HALF, MASK, ladder, step};
use num_bigint::BigInt;

const BITS_OF_2_52: u64 = 0x433 << 52;
/// The upper bound of balanced limbs.
const CARRIED: i64 = (1 << 50) + (1 << 17);

/// The interval of integers from the first to the second. Words are intervals too, modulo 2⁶⁴ in operations on bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Interval(i128, i128);

impl Interval {
    fn of(word: u64) -> Self {
        Self(word.into(), word.into())
    }

    fn plus(self, other: Self) -> Self {
        Self(self.0 + other.0, self.1 + other.1)
    }

    fn shifted(self, by: i128) -> Self {
        Self(self.0 + by, self.1 + by)
    }

    /// Returns the interval shifted into 0 to 2⁶³ by a multiple of 2⁶⁴.
    fn word(self) -> Self {
        let below = self.0.div_euclid(1 << 64) << 64;
        let Self(low, high) = self.shifted(-below);
        assert!(high < 1 << 63, "{self:x?} is one row of numbers, and none of them negative");
        Self(low, high)
    }

    fn times(self, other: Self) -> Self {
        let products = [self.0 * other.0, self.0 * other.1, self.1 * other.0, self.1 * other.1];
        let (low, high) = products.iter().fold((i128::MAX, i128::MIN), |(low, high), x| (low.min(*x), high.max(*x)));
        Self(low, high)
    }

    fn union(self, other: Self) -> Self {
        Self(self.0.min(other.0), self.1.max(other.1))
    }

    fn within(self, low: i128, high: i128) -> Self {
        assert!(low <= self.0 && self.1 <= high, "{self:x?} is from {low:x} to {high:x}");
        self
    }
}

/// The rest of a product beyond its nearest multiple of 2⁵¹.
const REST: Interval = Interval(-(1 << 50), 1 << 50);

#[derive(Clone, Copy, Debug)]
struct Intervals([Interval; 4]);

impl Intervals {
    fn with(self, other: Self, op: impl Fn(Interval, Interval) -> Interval) -> Self {
        Self(core::array::from_fn(|i| op(self.0[i], other.0[i])))
    }

    fn map(self, op: impl Fn(Interval) -> Interval) -> Self {
        Self(self.0.map(op))
    }
}

/// Returns the nearest multiples of 2⁵¹, which are small enough to be exact.
fn multiples(product: Interval) -> Interval {
    let Interval(low, high) = product.within(-(0b11 << 100) + 1, (0b101 << 100) - 1);
    Interval((low + (1 << 50)) >> 51, (high + (1 << 50)) >> 51)
}

impl F64Half for Intervals {
    type Proof = ();
    type Factor = Self;
    type High = Self;

    #[inline(never)]
    fn splat((): (), word: u64) -> Self {
        Self([Interval::of(word); 4])
    }

    #[inline(never)]
    fn add(self, other: Self) -> Self {
        self.with(other, Interval::plus)
    }

    fn times_8(self) -> Self {
        unreachable!("a ladder does not fold")
    }

    fn factor(self) -> Self {
        unreachable!("its factors are balanced")
    }

    #[inline(never)]
    fn high(a: Self, b: Self) -> Self {
        a.with(b, |a, b| multiples(a.times(b)))
    }

    #[inline(never)]
    fn high_word(high: Self) -> Self {
        high.map(|number| number.shifted(ROUND_TO_2_51.to_bits().into()))
    }

    #[inline(never)]
    fn low_word(_: Self, _: Self, _: Self) -> Self {
        Self([REST.shifted(ROUND_TO_1.to_bits().into()); 4])
    }

    fn low_factor(_: Self, _: Self, _: Self) -> Self {
        unreachable!("a ladder does not fold")
    }

    fn plus_high(_: Self, _: Self) -> Self {
        unreachable!("a ladder does not fold")
    }

    #[inline(never)]
    fn number((): (), number: f64) -> Self {
        Self([Interval(number as i128, number as i128); 4])
    }
}

impl F64Four for Intervals {
    #[inline(never)]
    fn load((): (), words: &[u64; 4]) -> Self {
        Self(words.map(Interval::of))
    }

    /// Returns the highest number.
    #[inline(never)]
    fn store(self) -> [u64; 4] {
        self.0.map(|interval| interval.word().1 as u64)
    }

    #[inline(never)]
    fn and(self, other: Self) -> Self {
        self.with(other, |word, mask| {
            let Interval(low, high) = word;
            if low == high {
                return Interval::of(low as u64 & mask.0 as u64);
            }
            assert_eq!(mask, Interval::of(MASK));
            let Interval(low, high) = word.word();
            if high <= mask.0 { Interval(low, high) } else { Interval(0, mask.0) }
        })
    }

    #[inline(never)]
    fn shift_left<const S: i32>(self) -> Self {
        self.map(|Interval(low, high)| Interval(low << S, high << S))
    }

    #[inline(never)]
    fn shift_right<const S: i32>(self) -> Self {
        self.map(|word| {
            let Interval(low, high) = word.word();
            Interval(low >> S, high >> S)
        })
    }

    #[inline(never)]
    fn mul_short(self, other: Self) -> Self {
        self.with(other, |a, b| a.within(0, (1 << 32) - 1).times(b.within(0, (1 << 32) - 1)))
    }

    #[inline(never)]
    fn complement<const LANES: u8>(self) -> Self {
        let complement = |Interval(low, high)| Interval(-1 - high, -1 - low);
        Self(core::array::from_fn(|i| if LANES >> i & 1 == 1 { complement(self.0[i]) } else { self.0[i] }))
    }

    #[inline(never)]
    fn swap_pairs<const LANES: u8>(self) -> Self {
        Self(core::array::from_fn(|i| if LANES >> i & 1 == 1 { self.0[i ^ 1] } else { Interval::of(0) }))
    }

    #[inline(never)]
    fn above_2_52(self) -> Self {
        self.map(|word| word.within(0, MASK.into()).shifted(BITS_OF_2_52.into()))
    }

    #[inline(never)]
    fn balanced(self) -> Self {
        self.map(|word| {
            let number = word.shifted(-i128::from(BITS_OF_2_52)).within(0, (1 << 52) - 1);
            number.shifted(-i128::from(HALF)).within(-i128::from(HALF), i128::from(CARRIED) - 1)
        })
    }

    #[inline(never)]
    fn unbalanced(factor: Self) -> Self {
        factor.map(|number| number.shifted(HALF.into()).within(0, (1 << 52) - 1).shifted(BITS_OF_2_52.into()))
    }

    #[inline(never)]
    fn high_of_both(first: Self, a: Self, b: Self) -> Self {
        let second = Self::high(a, b);
        // The sum is within the bounds of one product too.
        first.with(second, |first, second| multiples(first.plus(second).times(Interval(1 << 51, 1 << 51))))
    }

    /// The sum of two rests has to be within the bounds of [`ROUND_TO_1`], in which words are exact.
    #[inline(never)]
    fn low_word_of_both(low: Self, _: Self, _: Self, _: Self, _: Self) -> Self {
        let zero: i128 = ROUND_TO_1.to_bits().into();
        low.map(|low| low.plus(REST).within(zero - (1 << 51), zero + (1 << 51)))
    }

    #[inline(never)]
    fn twice(factor: Self) -> Self {
        factor.with(factor, Interval::plus)
    }

    #[inline(never)]
    fn merge<const LANES: u8>(a: Self, b: Self) -> Self {
        Self(core::array::from_fn(|i| if LANES >> i & 1 == 1 { b.0[i] } else { a.0[i] }))
    }

    /// A secret bit selects in the last two lanes, so they are unknown.
    #[inline(never)]
    fn select(_: Self, if_clear: Self, if_set: Self) -> Self {
        let union = if_clear.with(if_set, Interval::union);
        Self::merge::<0b1100>(if_clear, union)
    }

    #[inline(never)]
    fn swap_pairs_of_factors(factor: Self) -> Self {
        Self(core::array::from_fn(|i| factor.0[i ^ 1]))
    }

    #[inline(never)]
    fn swap_halves(factor: Self) -> Self {
        Self(core::array::from_fn(|i| factor.0[i ^ 2]))
    }
}

/// From any balanced limbs, with any x₁, a step leads to balanced limbs, and the operations check that no intermediate
/// value is too long. The start and the end of the ladder are checked with given coordinates.
#[test]
fn a_step_holds_for_any_limbs() {
    let any = Intervals([Interval((-(1_i64 << 50)).into(), (CARRIED - 1).into()); 4]);
    for u in [[0; 5], [(1 << 52) - 1; 5]] {
        let mut constants = Constants::<Intervals>::new((), &u);
        constants.x_1 = constants.x_1.map(|limb| Intervals::merge::<0b0001>(limb, any));
        for limb in step((), &constants, Intervals::splat((), 0), [any; 5]) {
            limb.map(|limb| limb.within(any.0[0].0, any.0[0].1));
        }
        let (x, z) = ladder::<Intervals>((), &[0x40; 32], &u);
        assert!([x, z].as_flattened().iter().all(|limb| *limb < 1 << 52));
    }
}

/// The basis of the proof: an interval that is too wide is detected.
#[test]
#[should_panic(expected = "is from")]
fn sums_are_no_factors() {
    let any = Intervals([Interval((-(1_i64 << 50)).into(), (CARRIED - 1).into()); 4]);
    let constants = Constants::<Intervals>::new((), &[0; 5]);
    step((), &constants, Intervals::splat((), 0), [Intervals::twice(any); 5]);
}

fn p() -> BigInt {
    (BigInt::from(1) << 255) - 19
}

fn number(limbs: impl DoubleEndedIterator<Item = i64>) -> BigInt {
    limbs.rev().fold(BigInt::ZERO, |sum, limb| (sum << 51) + limb).modpow(&BigInt::from(1), &p())
}

/// Computes a step by the formulas, from [−C, −D, −A, B] to their new values.
fn expected(x_1: &BigInt, keep: bool, [minus_c, minus_d, minus_a, b]: [BigInt; 4]) -> [BigInt; 4] {
    let (c, d, a) = (-minus_c, -minus_d, -minus_a);
    let (da, cb) = (&d * &a, &c * &b);
    let (a, b) = if keep { (a, b) } else { (c, d) };
    let (aa, bb) = (&a * &a, &b * &b);
    let e = &aa - &bb;
    let x_3 = (&da + &cb).pow(2);
    let z_3 = (&da - &cb).pow(2) * x_1;
    let (x_2, z_2): (BigInt, BigInt) = (&aa * &bb, &e * (&aa + &e * 121_665u32));
    let after: [BigInt; 4] = [-(&x_3 + &z_3), &z_3 - &x_3, -(&x_2 + &z_2), &x_2 - &z_2];
    after.map(|number| number.modpow(&BigInt::from(1), &p()))
}

#[inline(never)]
fn one_step<H: F64Four>(proof: H::Proof, x_1: &[i64; 5], keep: bool, lanes: &[[i64; 5]; 4]) -> [[i64; 5]; 4] {
    let factor = |limbs: [i64; 4]| {
        H::balanced(H::load(proof, &limbs.map(|limb| BITS_OF_2_52 + (limb + HALF.cast_signed()).cast_unsigned())))
    };
    let all = |limbs: [[i64; 4]; 5]| -> Element<H> { limbs.map(factor) };
    let mut constants = Constants::<H>::new(proof, &[0; 5]);
    constants.x_1 = all(core::array::from_fn(|i| [x_1[i], -i64::from(i == 0), 0, 0]));
    let keep = if keep { u64::MAX } else { 0 };
    let w = all(core::array::from_fn(|i| lanes.map(|limbs| limbs[i])));
    let after = step(proof, &constants, H::load(proof, &[0, 0, keep, keep]), w);
    let words = after.map(|limb| H::unbalanced(limb).store());
    let limb = |word: u64| (word - BITS_OF_2_52).cast_signed() - HALF.cast_signed();
    core::array::from_fn(|lane| words.map(|words| limb(words[lane])))
}

fn check_step<H: F64Four>(proof: H::Proof, x_1: &[i64; 5], keep: bool, lanes: &[[i64; 5]; 4]) {
    let after = one_step::<H>(proof, x_1, keep, lanes);
    let bounds = -(1 << 50)..CARRIED;
    assert!(after.as_flattened().iter().all(|limb| bounds.contains(limb)), "{lanes:x?}");
    let before = lanes.map(|limbs| number(limbs.into_iter()));
    let expected = expected(&number(x_1.iter().copied()), keep, before);
    assert_eq!(after.map(|limbs| number(limbs.into_iter())), expected, "{lanes:x?} {x_1:x?} {keep}");
}

/// Tests elements with all limbs at the same bound, at alternating bounds, and with a mix of bounds and random limbs.
#[test]
fn steps_on_extreme_limbs() {
    const LIMBS: [i64; 7] = [-(1 << 50), CARRIED - 1, (1 << 50) - 1, 1 - (1 << 50), 0, 1, -1];
    let random = &mut TestRandom::new(255);
    for round in 0..1200_usize {
        let mut limb = |i: usize| match (round / 400, random.next_u64()) {
            (0, _) => LIMBS[(round / 7_usize.pow(i as u32 % 3)) % 7],
            (1, r) => LIMBS[r as usize % 2],
            (_, r) if r % 3 == 0 => LIMBS[(r >> 8) as usize % 7],
            (_, r) => (r >> 13).cast_signed() - (1 << 50),
        };
        let lanes: [[i64; 5]; 4] = core::array::from_fn(|lane| core::array::from_fn(|_| limb(lane)));
        let x_1: [i64; 5] = core::array::from_fn(|_| limb(round));
        for keep in [false, true] {
            check_step::<[u64; 4]>((), &x_1, keep, &lanes);
            #[cfg(target_arch = "x86_64")]
            if let Some(proof) = Avx2Fma::get() {
                check_step::<U64x4Fma>(proof, &x_1, keep, &lanes);
            }
        }
    }
}

/// Loading splits a coordinate into balanced limbs of the same number.
#[test]
fn coordinates_are_loaded_as_they_are() {
    let largest: Packed = [(1 << 52) - 1; 5];
    for u in [[0; 5], [1, 0, 0, 0, 0], [MASK; 5], largest] {
        let constants = Constants::<[u64; 4]>::new((), &u);
        let found = constants.x_1.map(|limb| limb[0]);
        assert!(found.iter().all(|limb| (-(1 << 50)..CARRIED).contains(limb)));
        assert_eq!(number(found.into_iter()), number(u.map(u64::cast_signed).into_iter()));
        assert_eq!(number(constants.x_1.map(|limb| limb[1]).into_iter()), p() - 1);
    }
}
