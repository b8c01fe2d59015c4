//! Tests of the ladder with floating-point numbers: its bounds, over intervals, and its steps on extreme limbs against
//! big integers.

#[cfg(target_arch = "x86_64")]
use crate::base::cpu::Avx2Fma;
use crate::base::lanes::f64::F64Four;
#[cfg(target_arch = "x86_64")]
use crate::base::lanes::f64::U64x4Fma;
use crate::base::lanes::interval::{Intervals, prove};
use crate::base::random::TestRandom;
use crate::curve::curve25519::field::Packed;
use crate::curve::curve25519::lanes::ladder_f64::{Constants, Element, HALF, MASK, ladder, step};
use num_bigint::BigInt;

const BITS_OF_2_52: u64 = 0x433 << 52;
/// The upper bound of balanced limbs.
const CARRIED: i64 = (1 << 50) + (1 << 17);

type V = Intervals<4>;

/// From any balanced limbs, with any x₁ and either bit, a step leads to balanced limbs, and the operations check that no
/// intermediate value is too long. The start and the end of the ladder are checked with given coordinates.
#[test]
fn a_step_holds_for_any_limbs() {
    prove(|| {
        let any = V::new(-(1_i64 << 50), CARRIED - 1);
        let keep = <V as F64Four>::merge::<0b1100>(V::new(0, 0), V::new(0, u64::MAX));
        for u in [[0; 5], [(1 << 52) - 1; 5]] {
            let mut constants = Constants::<V>::new((), &u);
            constants.x_1 = constants.x_1.map(|limb| <V as F64Four>::merge::<0b0001>(limb, any));
            for limb in step((), &constants, keep, [any; 5]) {
                limb.within(-(1_i64 << 50), CARRIED - 1);
            }
            let (x, z) = ladder::<V>((), &[0x40; 32], &u);
            assert!([x, z].as_flattened().iter().all(|limb| *limb < 1 << 52));
        }
    });
}

/// The basis of the proof: an interval that is too wide is detected.
#[test]
#[should_panic(expected = "is not within")]
fn sums_are_no_factors() {
    prove(|| {
        let any = V::new(-(1_i64 << 50), CARRIED - 1);
        let constants = Constants::<V>::new((), &[0; 5]);
        step((), &constants, V::new(0, 0), [V::twice(any); 5]);
    });
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
