//! Tests of the algorithms over lanes: over plain arrays on every machine, and over registers where the CPU has them.
//! The oracle is the verified field.

mod bounds;
mod ladder;
mod outlined;

use super::buckets::{self, Scratch, bucket_sums_vartime};
use super::decode::{self, DECODED_AS_ONE, DECODED_TOGETHER};
use super::elements_f64::Doubles;
use super::elements_u52::Constants;
use super::field::{Fe, FieldLanes, FieldLanes52, FieldLanesX8, Proof, Wide};
use super::msm::{self, window_sums_vartime};
use super::{ladder as ladders, ladder_f64, mul_base, point, prepared};
#[cfg(target_arch = "x86_64")]
use crate::base::cpu::{Avx2Fma, Avx512Ifma};
use crate::base::ct::Choice;
#[cfg(target_arch = "x86_64")]
use crate::base::lanes::f64::U64x8Fma;
use crate::base::lanes::u52::U52Lanes;
#[cfg(target_arch = "x86_64")]
use crate::base::lanes::u52::{U52x4Ifma, U52x8Ifma};
use crate::base::lanes::u64::WordLanes;
use crate::base::random::{Random, TestRandom};
use crate::base::testing::some;
use crate::curve::curve25519::field::fe_5x51::Fe5x51;
use crate::curve::curve25519::field::{self, Field, Packed, PrimeField};
use crate::curve::curve25519::group::windows::WindowsX8;
use crate::curve::curve25519::group::{self, Extended, IDENTITY, Point, scalar_mul};
use crate::curve::curve25519::tables;
use outlined::Outlined;

/// The arithmetic with integers and with floating-point numbers.
type Integers<V> = Outlined<Constants<V>>;
type Floats<V> = Outlined<Doubles<V>>;

/// The upper bound of a carried limb.
const CARRIED: u64 = (1 << 51) + (1 << 17);

fn bytes(packed: &Packed) -> [u8; 32] {
    field::unpack::<Fe5x51>((), packed).to_bytes()
}

/// Returns every element whose limbs are each 0, 2⁵¹ − 1 or the largest carried limb.
fn extremes() -> impl Iterator<Item = Packed> + Clone {
    (0..243).map(|number| [1, 3, 9, 27, 81].map(|power| [0, (1 << 51) - 1, CARRIED - 1][number / power % 3]))
}

/// Runs a check with every arithmetic, over plain arrays and, where available, over registers.
macro_rules! over_all_lanes {
    ($check:ident($($argument:expr),*)) => {
        $check::<Integers<[u64; 4]>>((), $($argument),*);
        $check::<Floats<[u64; 8]>>((), $($argument),*);
        #[cfg(target_arch = "x86_64")]
        if let Some(proof) = Avx512Ifma::get() {
            $check::<Integers<U52x4Ifma>>(proof, $($argument),*);
            $check::<Integers<U52x8Ifma>>(proof, $($argument),*);
        }
        #[cfg(target_arch = "x86_64")]
        if let Some(proof) = Avx2Fma::get() {
            $check::<Floats<U64x8Fma>>(proof, $($argument),*);
        }
    };
}

/// Runs a check only with the multiplier for 52-bit numbers.
macro_rules! over_ifma_lanes {
    ($check:ident($($argument:expr),*)) => {
        $check::<[u64; 4]>((), $($argument),*);
        #[cfg(target_arch = "x86_64")]
        if let Some(proof) = Avx512Ifma::get() {
            $check::<U52x4Ifma>(proof, $($argument),*);
            $check::<U52x8Ifma>(proof, $($argument),*);
        }
    };
}

/// Returns the carried form of a wide element, after checking that its limbs are in bounds and the same in every lane.
fn carried<K: FieldLanes>(k: &K, wide: Wide<K::Word>) -> Packed {
    let carried = k.carry(wide);
    let mut elements = [[0; 5]; 8];
    carried.store(&mut elements);
    assert!(elements[0].iter().all(|limb| *limb < CARRIED), "{:x?}", elements[0]);
    let lanes = carried.0[0].store().as_ref().len();
    assert!(elements[..lanes].iter().all(|element| *element == elements[0]));
    elements[0]
}

/// Asserts that columns are below 2^`bits`. For products that is below the bias, so that a difference is never
/// negative.
fn columns_are_short<V: WordLanes>(wide: &Wide<V>, bits: u32) {
    for column in wide.0 {
        assert!(column.store().as_ref().iter().all(|word| *word < 1 << bits));
    }
}

fn products<K: FieldLanes>(proof: Proof<K>, a: &Packed, b: &Packed) {
    let k = K::new(proof);
    let (fa, fb) = (Fe::splat(proof, a), Fe::splat(proof, b));
    let expected = Fe5x51::mul(&Fe5x51::loose((), a), &Fe5x51::loose((), b)).to_bytes();
    let folded = k.fold(&fb);
    for product in [k.mul(&fa, &folded), k.mul_biased(&fa, &folded), k.mul_short(&fa, &folded)] {
        assert_eq!(bytes(&carried(&k, product)), expected);
    }
    columns_are_short(&k.mul(&fa, &folded), 58);
    let sum = k.mul_biased(&fa, &folded).sub(&k.mul(&fb, &k.fold(&fb)));
    let square_of_b = Fe5x51::square(&Fe5x51::loose((), b));
    let expected = Fe5x51::carry(&Fe5x51::from_bytes((), &expected).sub(&square_of_b)).to_bytes();
    assert_eq!(bytes(&carried(&k, sum)), expected);
}

fn products_with_masks<V: U52Lanes>(proof: V::Proof, a: &Packed, b: &Packed) {
    let k = Constants::<V>::new(proof);
    let (fa, fb) = (Fe::splat(proof, a), Fe::splat(proof, b));
    let expected = Fe5x51::mul(&Fe5x51::loose((), a), &Fe5x51::loose((), b)).to_bytes();
    assert_eq!(bytes(&carried(&k, k.mul_biased_short(&fa, &k.fold(&fb)))), expected);
    columns_are_short(&k.mul(&fa, &k.fold(&fb)), 56);
}

fn squares<K: FieldLanes>(proof: Proof<K>, a: &Packed) {
    let k = K::new(proof);
    let fa = Fe::splat(proof, a);
    for square in [k.square(&fa), k.square_short(&fa)] {
        assert_eq!(bytes(&carried(&k, square)), Fe5x51::square(&Fe5x51::loose((), a)).to_bytes());
        columns_are_short(&square, 58);
    }
    let by_121666 = k.mul_small(&fa, <K::Word>::splat(proof, 121_666));
    assert_eq!(bytes(&carried(&k, by_121666)), Fe5x51::mul_121666(&Fe5x51::loose((), a)).to_bytes());
}

/// Tests with a small number as b in lane 2, and 0 in lane 3.
fn squares_beside_multiples<V: U52Lanes>(proof: V::Proof, a: &Packed, t: &Packed) {
    let k = Constants::<V>::new(proof);
    let (fa, ft) = (Fe::splat(proof, a), Fe::splat(proof, t));
    let small = Fe::splat(proof, &[121_666, 0, 0, 0, 0]);
    let b = fa.merge::<0b0100>(&small).merge::<0b1000>(&Fe::splat(proof, &[0; 5]));
    let found = k.square_or_scale::<0b0100>(&fa, &b, &k.biased(&ft.wide()));
    assert!(found.0.iter().all(|column| column.store().as_ref().iter().all(|word| *word < 1 << 63)));
    let mut found_lanes = [[0; 5]; 4];
    k.carry(found).store(&mut found_lanes);
    let (a, t) = (field::unpack::<Fe5x51>((), a), field::unpack::<Fe5x51>((), t));
    let plus_2t = |sum: &Fe5x51| Fe5x51::carry(&Fe5x51::carry(&sum.add(&t)).add(&t)).to_bytes();
    let multiple = Fe5x51::mul_121666(&a.relax());
    let doubled = Fe5x51::carry(&multiple.add(&multiple));
    let expected = [field::square(&a), field::square(&a), doubled, Fe5x51::zero(())].map(|sum| plus_2t(&sum));
    assert_eq!(found_lanes.map(|lane| bytes(&lane)), expected);
}

#[test]
fn extreme_factors() {
    for a in some(extremes()) {
        over_all_lanes!(squares(&a));
        over_ifma_lanes!(squares_beside_multiples(&a, &[CARRIED - 1; 5]));
        for b in some(extremes().step_by(5)) {
            over_all_lanes!(products(&a, &b));
            over_ifma_lanes!(products_with_masks(&a, &b));
        }
    }
}

fn longest_carry<K: FieldLanes>(proof: Proof<K>) {
    let k = K::new(proof);
    let all_ones = <K::Word>::splat(proof, (1 << 63) - 1);
    carried(&k, Wide([all_ones; 5]));
}

#[test]
fn one_carry_is_enough_for_the_longest_columns() {
    over_all_lanes!(longest_carry());
}

#[test]
fn lanes_do_not_mix() {
    fn check<K: FieldLanes>(proof: Proof<K>) {
        let count = <K::Word>::splat(proof, 0).store().as_ref().len();
        let k = K::new(proof);
        let elements: std::vec::Vec<_> = extremes().skip(100).take(count).collect();
        let mut found = std::vec![[0; 5]; count];
        let fe = Fe::load(proof, &elements);
        k.carry(k.mul(&fe, &k.fold(&fe))).store(&mut found);
        for (element, found) in elements.iter().zip(&found) {
            assert_eq!(bytes(found), Fe5x51::square(&Fe5x51::loose((), element)).to_bytes());
        }
    }
    over_all_lanes!(check());
}

/// Returns numbers below 2²⁵⁵, extreme ones first.
fn scalars(count: usize) -> std::vec::Vec<[u8; 32]> {
    let mut random = TestRandom::new(52);
    let mut scalars = std::vec![[0; 32], [0xff; 32], [0x88; 32], [0x77; 32], [1; 32], [0x80; 32]];
    while scalars.len() < count {
        let mut scalar = [0; 32];
        random.fill(&mut scalar).unwrap();
        scalars.push(scalar);
    }
    scalars.truncate(count);
    scalars.iter_mut().for_each(|scalar| scalar[31] &= 0x7f);
    scalars
}

fn points(count: usize) -> std::vec::Vec<Point> {
    scalars(count).iter().rev().map(|scalar| scalar_mul::mul_base::<Fe5x51>((), scalar).pack()).collect()
}

fn same(found: &Point, expected: &Extended<Fe5x51>) {
    assert!(Extended::unpack((), found).equals(expected).declassify("test"));
    let [x, y, z, t] = found.map(|coordinate| field::unpack::<Fe5x51>((), &coordinate));
    assert!(field::equal(&field::mul(&x, &y), &field::mul(&z, &t)).declassify("test"), "XY = ZT");
}

#[test]
fn multiples_of_the_base_point_over_arrays() {
    for scalar in scalars(20) {
        let expected = scalar_mul::mul_base((), &scalar);
        same(&mul_base::mul_base::<Integers<[u64; 8]>>((), &scalar), &expected);
        same(&mul_base::mul_base::<Floats<[u64; 8]>>((), &scalar), &expected);
    }
}

#[test]
fn ladders_over_arrays() {
    let ks: [[u8; 32]; 8] = scalars(8).try_into().unwrap();
    let ks = ks.map(|mut k| {
        k[0] &= 248;
        k
    });
    let us: [Packed; 8] = core::array::from_fn(|i| points(8)[i][1]);
    let quotient =
        |x: &Packed, z: &Packed| group::ladder::quotient::<Fe5x51>(&field::unpack((), x), &field::unpack((), z));
    let (xs, zs) = ladders::ladder_x8::<Integers<[u64; 8]>>((), ks.each_ref(), &us);
    let (xs_too, zs_too) = ladders::ladder_x8::<Floats<[u64; 8]>>((), ks.each_ref(), &us);
    for i in 0..8 {
        let expected = group::ladder::x25519::<Fe5x51>((), &ks[i], &bytes(&us[i]));
        assert_eq!(quotient(&xs[i], &zs[i]), expected);
        assert_eq!(quotient(&xs_too[i], &zs_too[i]), expected);
        let (x, z) = ladders::ladder_x4::<[u64; 4]>((), &ks[i], &us[i]);
        assert_eq!(quotient(&x, &z), expected);
        let (x, z) = ladder_f64::ladder::<[u64; 4]>((), &ks[i], &us[i]);
        assert_eq!(quotient(&x, &z), expected);
    }
}

#[test]
fn multiples_of_points_over_arrays() {
    for (a, (b, point)) in scalars(12).iter().zip(scalars(12).iter().rev().zip(points(12))) {
        let unpacked = Extended::<Fe5x51>::unpack((), &point);
        same(&point::mul::<Integers<[u64; 4]>>((), a, &point), &scalar_mul::mul(a, &unpacked));
        let found = point::combination_vartime::<Integers<[u64; 4]>, 1>((), [a], [&point], b);
        same(&found, &scalar_mul::combination_vartime((), [a], [unpacked], b));
        let found = point::combination_vartime::<Integers<[u64; 4]>, 2>((), [a, b], [&point, &tables::BASE], a);
        same(&found, &scalar_mul::combination_vartime((), [a, b], [unpacked, Extended::unpack((), &tables::BASE)], a));
    }
}

#[test]
fn prepared_points_over_arrays() {
    let (scalars, points) = (scalars(8), points(8));
    for (a, (b, point)) in scalars.iter().zip(scalars.iter().rev().zip(points)).skip(5) {
        let expected = scalar_mul::combination_vartime((), [a], [Extended::unpack((), &point)], b);
        let window_points = point::window_points::<Integers<[u64; 4]>>((), &point);
        let mut tables = std::boxed::Box::new(WindowsX8::ZERO);
        prepared::fill::<Integers<[u64; 8]>, Fe5x51>((), &window_points, &mut tables);
        let found = prepared::double_scalar_mul_base::<Integers<[u64; 8]>>((), a, &tables, b);
        same(&found, &expected);
        prepared::fill::<Floats<[u64; 8]>, Fe5x51>((), &window_points, &mut tables);
        let found = prepared::double_scalar_mul_base::<Floats<[u64; 8]>>((), a, &tables, b);
        same(&found, &expected);
    }
}

#[test]
fn sums_of_multiples_over_arrays() {
    for count in [0, 1, 7, 8, 9, 17] {
        let (scalars, points) = (scalars(count), points(count));
        let expected = scalars.iter().zip(&points).fold(Extended::<Fe5x51>::identity(()), |sum, (scalar, point)| {
            sum.add(&scalar_mul::mul(scalar, &Extended::unpack((), point)).cached()).extended()
        });
        let mut windows = [[IDENTITY; 8]; msm::GROUPS];
        window_sums_vartime::<Integers<[u64; 8]>>((), &scalars, &points, &mut windows);
        same(&point::horner::<Integers<[u64; 4]>>((), &windows, &msm::WIDTHS), &expected);
        window_sums_vartime::<Floats<[u64; 8]>>((), &scalars, &points, &mut windows);
        same(&point::horner::<Integers<[u64; 4]>>((), &windows, &msm::WIDTHS), &expected);
    }
}

/// Every division of scalars into digits: the identity element, points of small order, equal and opposite points, with
/// Z = 1 and other Z; scalars that are zero, short, or at the edge of a digit.
#[test]
fn sums_by_buckets_over_all_lanes() {
    fn check<K: FieldLanesX8>(proof: Proof<K>, scalars: &[[u8; 32]], points: &[Point], expected: &Extended<Fe5x51>) {
        for widths in buckets::WIDTHS {
            let mut sums = [[IDENTITY; 8]; msm::GROUPS];
            let mut scratch = Scratch::new(widths, points.len());
            bucket_sums_vartime::<K, Fe5x51>(proof, widths, scalars, points, &mut scratch, &mut sums);
            same(&point::horner::<Integers<[u64; 4]>>((), &sums, widths), expected);
        }
    }
    let mut some = points(16);
    some.extend(tables::TORSION);
    some.extend(points(6).iter().map(|point| Extended::<Fe5x51>::unpack((), point).negate().pack()));
    some.push(tables::BASE);
    let mut numbers = scalars(20);
    numbers.extend([127, 128, 129].map(|bit| {
        let mut power = [0u8; 32];
        power[bit / 8] = 1 << (bit % 8);
        power
    }));
    numbers.push(core::array::from_fn(|i| if i < 16 { 0xff } else { 0 }));
    for (count, affine) in
        [(0, false), (1, false), (1, true), (7, false), (8, true), (9, false), (64, false), (65, true)]
    {
        let scalars: std::vec::Vec<_> = (0..count).map(|i| numbers[i * 7 % numbers.len()]).collect();
        let choose = |i: usize| if affine { tables::TORSION[i % 8] } else { some[i * 3 % some.len()] };
        let points: std::vec::Vec<_> = (0..count).map(choose).collect();
        let expected = scalars.iter().zip(&points).fold(Extended::<Fe5x51>::identity(()), |sum, (scalar, point)| {
            sum.add(&scalar_mul::mul(scalar, &Extended::unpack((), point)).cached()).extended()
        });
        check::<Integers<[u64; 8]>>((), &scalars, &points, &expected);
        check::<Floats<[u64; 8]>>((), &scalars, &points, &expected);
        #[cfg(target_arch = "x86_64")]
        if let Some(proof) = Avx512Ifma::get() {
            check::<Integers<U52x8Ifma>>(proof, &scalars, &points, &expected);
        }
    }
}

/// Asserts that the points are those of the verified field.
#[test]
fn decodings_over_arrays() {
    let mut encodings = scalars(40);
    encodings.extend((0..24).map(|i| {
        let mut near_p = if i % 2 == 0 { [0xff; 32] } else { [0; 32] };
        (near_p[0], near_p[31]) = (if i % 2 == 0 { 0xe9 + i } else { i / 2 }, near_p[31] >> (i / 2 % 2));
        near_p
    }));
    for encodings in encodings.as_chunks().0 {
        let mut points = [(IDENTITY, Choice::FALSE); DECODED_TOGETHER];
        decode::decode_many::<Integers<[u64; 8]>>((), encodings, &mut points);
        check_decodings(encodings, &points);
        decode::decode_many::<Floats<[u64; 8]>>((), encodings, &mut points);
        check_decodings(encodings, &points);
    }
    for encodings in encodings.as_chunks().0 {
        let mut points = [(IDENTITY, Choice::FALSE); DECODED_AS_ONE];
        decode::decode_few::<Integers<[u64; 4]>>((), encodings, &mut points);
        check_decodings(encodings, &points);
    }
}

fn check_decodings(encodings: &[[u8; 32]], points: &[(Point, Choice)]) {
    for (encoding, (point, valid)) in encodings.iter().zip(points) {
        let (expected, expected_valid) = group::decode::<Fe5x51>((), encoding);
        assert_eq!(valid.declassify("test"), expected_valid.declassify("test"), "{encoding:02x?}");
        if valid.declassify("test") {
            same(point, &expected);
        }
    }
}

/// The lowest and the highest possible limbs, p and its neighbours.
#[test]
fn frozen_elements_are_canonical() {
    fn check<K: FieldLanes>(proof: Proof<K>, a: &Packed) {
        let k = K::new(proof);
        let mut frozen = [[0; 5]];
        Fe(k.freeze(&Fe::splat(proof, a))).store(&mut frozen);
        let [f0, f1, f2, f3, f4] = frozen[0];
        assert!(frozen[0].iter().all(|limb| *limb < 1 << 51));
        let words = [f0 | f1 << 51, f1 >> 13 | f2 << 38, f2 >> 26 | f3 << 25, f3 >> 39 | f4 << 12];
        assert_eq!(words.map(u64::to_le_bytes).as_flattened(), bytes(a), "{a:x?}");
    }
    let ones = (1 << 51) - 1;
    let near_p = (ones - 20..=ones + 20).map(|lowest| [lowest, ones, ones, ones, ones]);
    for a in some(extremes()).chain(near_p) {
        over_all_lanes!(check(&a));
    }
}
