//! No limb overflows, whatever the operands: the algorithms over lanes run over intervals. (The tests on numbers check
//! that the results are congruent to the expected ones.)

use super::outlined::Outlined;
use crate::base::lanes::interval::{Interval, Intervals, prove};
use crate::curve::curve25519::group::Point;
use crate::curve::curve25519::lanes::elements_f64::{Doubles, Folded, ProductLanes, SquareFactors};
use crate::curve::curve25519::lanes::elements_model;
use crate::curve::curve25519::lanes::elements_u52::Constants;
use crate::curve::curve25519::lanes::field::{Fe, FieldLanes, FieldLanes52, Wide};
use crate::curve::curve25519::lanes::group::{CachedPoints, NielsPoints, Points};
use crate::curve::curve25519::lanes::{ladder, msm, point};

/// The largest carried limb.
const LARGEST: u64 = (1 << 51) + (1 << 17) - 1;

type V = Intervals<4>;
type K = Outlined<Constants<V>>;
type IntegersX8 = Outlined<Constants<Intervals<8>>>;
type FloatsX8 = Outlined<Doubles<Intervals<8>>>;

impl ProductLanes for Intervals<8> {
    fn product(proof: (), a: &Fe<Self>, b: &Folded<Self>, start: &'static [u64; 5]) -> Wide<Self> {
        elements_model::product(proof, a, b, start)
    }

    fn square(proof: (), factors: &[SquareFactors<V>; 2]) -> Wide<Self> {
        elements_model::square(proof, factors)
    }
}

/// Returns the interval of all carried elements.
fn any<const N: usize>() -> Fe<Intervals<N>> {
    Fe([Intervals::new(0, LARGEST); 5])
}

/// Returns a word that stands for all carried limbs.
fn any_limb() -> u64 {
    Interval::new(0, LARGEST).to_word()
}

/// Asserts that every number in the intervals of the limbs is a carried element.
fn assert_carried<const N: usize>(elements: &[Fe<Intervals<N>>]) {
    elements.iter().flat_map(|element| element.0).for_each(|limb| _ = limb.within(0, LARGEST));
}

/// Asserts that every word that was stored stands for carried limbs.
fn assert_limbs(limbs: &[[u64; 5]]) {
    assert!(limbs.as_flattened().iter().all(|limb| *limb <= LARGEST), "{limbs:x?}");
}

fn assert_points(Points { minus, plus, z, t }: &Points<V>) {
    assert_carried(&[*minus, *plus, *z, *t]);
}

/// Asserts that columns are below 2^`bits`.
fn columns_are_short<const N: usize>(Wide(columns): &Wide<Intervals<N>>, bits: u32) {
    columns.iter().for_each(|column| _ = column.within(0, (1_u64 << bits) - 1));
}

/// The columns of a product are below 2^`bits`.
fn products<F: FieldLanes<Word = Intervals<N>>, const N: usize>(k: &F, bits: u32) {
    let a = any();
    let folded = k.fold(&a);
    let plain = [
        k.mul(&a, &folded),
        k.mul_short(&a, &folded),
        k.square(&a),
        k.square_short(&a),
        k.mul_small(&a, Intervals::new(0, 1 << 20)),
    ];
    for product in plain {
        columns_are_short(&product, bits);
        // Sums and differences of two products, as in the formulas, and four times one product.
        let four = product.add(&product).add(&product).add(&product);
        let biased = k.biased(&four).sub(&four);
        for sum in [product, four, biased, biased.add(&four)] {
            columns_are_short(&sum, 63);
            assert_carried(&[k.carry(sum)]);
        }
    }
    let biased = k.mul_biased(&a, &folded);
    assert_carried(&[k.carry(biased.sub(&plain[0])), k.carry(biased.add(&plain[0])), k.carry(biased)]);
    assert_carried(&[k.carry(k.biased(&a.wide()).sub(&a.wide())), k.carry(a.wide().add(&a.wide()))]);
    // A frozen element's limbs have 51 bits.
    columns_are_short(&Wide(k.freeze(&a)), 51);
    assert_carried(&[k.carry(Wide([Intervals::new(0, i64::MAX); 5]))]);
}

#[test]
fn products_of_carried_elements_fit_and_are_carried_in_one_pass() {
    prove(|| {
        let (k, a) = (K::new(()), any());
        products(&k, 56);
        let (biased, product) = (k.mul_biased_short(&a, &k.fold(&a)), k.mul(&a, &k.fold(&a)));
        assert_carried(&[k.carry(biased.sub(&product)), k.carry(biased.add(&product)), k.carry(biased)]);
        products(&FloatsX8::new(()), 58);
    });
}

#[test]
fn points_in_lanes_stay_carried() {
    prove(|| {
        let (k, a, unknown) = (K::new(()), any(), [None; 4]);
        let point = Points { minus: a, plus: a, z: a, t: a };
        let CachedPoints { minus, plus, z2, t2d } = point.cached((), &k);
        assert_carried(&[minus, plus, z2, t2d]);
        let (cached, niels) =
            (CachedPoints { minus: a, plus: a, z2: a, t2d: a }, NielsPoints { minus: a, plus: a, xy2d: a });
        assert_points(&point.double(&k));
        assert_points(&point.add(&k, &cached));
        assert_points(&point.add_signed(&k, &cached, unknown));
        assert_points(&point.add_niels_signed(&k, &niels, unknown));
        assert_points(&Points::from_niels((), &k, &niels, unknown));
        assert_points(&Points::load((), &k, &[[[Interval::new(0, (1_u64 << 52) - 1).to_word(); 5]; 4]; 4]));
        let mut stored = [[[0; 5]; 4]; 4];
        point.store(&k, &mut stored);
        assert_limbs(stored.as_flattened());
    });
}

/// The exchanges are unknown, so the result holds for every scalar.
#[test]
fn ladders_hold_for_any_coordinate() {
    prove(|| {
        let (scalar, u) = ([0x40; 32], [any_limb(); 5]);
        let (x, z) = ladder::ladder_x4::<V>((), &scalar, &u);
        assert_limbs(&[x, z]);
        let (xs, zs) = ladder::ladder_x8::<IntegersX8>((), [&scalar; 8], &[u; 8]);
        assert_limbs([xs, zs].as_flattened());
        let (xs, zs) = ladder::ladder_x8::<FloatsX8>((), [&scalar; 8], &[u; 8]);
        assert_limbs([xs, zs].as_flattened());
    });
}

/// Digits are known; the addends at each of them are not.
#[test]
fn sums_of_multiples_hold_for_any_points() {
    prove(|| {
        let point: Point = [[any_limb(); 5]; 4];
        for byte in [0x00, 0x0f, 0x35, 0x7f] {
            let scalar = [byte; 32];
            assert_limbs(&point::combination_vartime::<K, 2>((), [&scalar; 2], [&point; 2], &scalar));
            assert_limbs(&point::mul::<K>((), &scalar, &point));
            let mut windows = [[point; 8]; msm::GROUPS];
            msm::window_sums_vartime::<IntegersX8>((), &[scalar; 9], &[point; 9], &mut windows);
            assert_limbs(windows.as_flattened().as_flattened());
            assert_limbs(&point::horner::<K>((), &windows, &msm::WIDTHS));
        }
        point::window_points::<K>((), &point).iter().for_each(|point| assert_limbs(point));
    });
}

/// The basis of the proofs: an interval that is too wide is detected.
#[test]
#[should_panic(expected = "is not within 0 to 4503599627370495")]
fn sums_are_no_factors() {
    prove(|| {
        let (k, a) = (K::new(()), any());
        let sum = Fe(a.wide().add(&a.wide()).0);
        k.mul(&sum, &k.fold(&a));
    });
}

#[test]
#[should_panic(expected = "is not within 0 to 18446744073709551615")]
fn differences_need_a_bias() {
    prove(|| {
        let (k, a) = (K::new(()), any());
        let product = k.mul(&a, &k.fold(&a));
        let _ = product.sub(&product);
    });
}
