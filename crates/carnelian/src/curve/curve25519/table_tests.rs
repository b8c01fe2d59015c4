//! Tests of the generated constants and tables against their definitions, by slow arithmetic over every representation.

use super::field::fe_5x51::Fe5x51;
use super::field::fe_10x26::Fe10x26;
use super::field::{self, Field, Packed, PrimeField};
use super::group::{Extended, PackedNiels, Point};
use super::lanes::tables::BASE_WINDOWS_X8;
use super::order::sc_4x64::Sc4x64;
use super::order::sc_8x32::Sc8x32;
use super::order::{ScalarField, Words};
use super::tables;

/// Returns the element as a number below p.
fn bytes<F: Field>(loose: &F::Loose) -> [u8; 32] {
    F::carry(loose).to_bytes()
}

fn element<F: Field>(proof: F::Proof, packed: &Packed) -> F {
    field::unpack(proof, packed)
}

fn small<F: Field>(proof: F::Proof, number: u64) -> F {
    element(proof, &[number, 0, 0, 0, 0])
}

/// Returns −`a`.
fn minus<F: Field>(a: &F) -> F {
    F::carry(&a.neg())
}

/// Returns whether the limbs are those of a number below p in radix 2⁵¹: unpacking and reducing does not change it.
fn is_canonical(packed: &Packed) -> bool {
    let mut number = [0; 32];
    for bit in 0..255 {
        number[bit / 8] |= ((packed[bit / 51] >> (bit % 51) & 1) as u8) << (bit % 8);
    }
    packed.iter().all(|limb| limb >> 51 == 0) && element::<Fe5x51>((), packed).to_bytes() == number
}

fn is_even<F: Field>(a: &F) -> bool {
    a.to_bytes()[0].is_multiple_of(2)
}

fn add<F: Field>(a: &Extended<F>, b: &Extended<F>) -> Extended<F> {
    a.add(&b.cached()).extended()
}

/// Returns `a` and its multiples 2·`a`, 3·`a`, ..., by addition.
fn multiples<F: Field>(a: Extended<F>) -> impl Iterator<Item = Extended<F>> {
    core::iter::successors(Some(a), move |multiple| Some(add(multiple, &a)))
}

/// Returns 2^`times`·`a`, by addition.
fn doubled<F: Field>(a: Extended<F>, times: u32) -> Extended<F> {
    (0..times).fold(a, |point, _| add(&point, &point))
}

fn is_same<F: Field>(a: &Extended<F>, b: &Extended<F>) -> bool {
    a.equals(b).declassify("a test compares public points")
}

pub(super) fn base<F: Field>(proof: F::Proof) -> Extended<F> {
    Extended::unpack(proof, &tables::BASE)
}

/// Asserts that an entry of a table is the point, as (y + x, y − x, 2dxy), and canonical, and that subtracting its last
/// coordinate from p does not borrow from the first limb.
#[track_caller]
fn assert_is<F: Field>(entry: &PackedNiels, point: &Extended<F>) {
    let Extended { x, y, z, t } = point;
    let proof = t.proof();
    let [plus, minus, xy2d] = entry.each_ref().map(|packed| element::<F>(proof, packed));
    assert_eq!(field::mul(&plus, z).to_bytes(), bytes::<F>(&y.add(x)));
    assert_eq!(field::mul(&minus, z).to_bytes(), bytes::<F>(&y.sub(x)));
    assert_eq!(field::mul(&xy2d, z).to_bytes(), field::mul(t, &element(proof, &tables::D2)).to_bytes());
    assert!(entry.iter().all(is_canonical) && entry[2][0] <= (1 << 51) - 19);
}

/// Asserts that a point in the common form is on the curve, with Z = 1 and T = XY, and canonical.
#[track_caller]
fn assert_is_affine_point<F: Field>(proof: F::Proof, point: &Point) {
    let Extended { x, y, t, .. } = Extended::<F>::unpack(proof, point);
    assert_eq!(point[2], [1, 0, 0, 0, 0]);
    assert_eq!(field::mul(&x, &y).to_bytes(), t.to_bytes());
    // −x² + y² = 1 + d·(xy)²
    let d_tt = field::mul(&element(proof, &tables::D), &field::square(&t));
    assert_eq!(bytes::<F>(&field::square(&y).sub(&field::square(&x))), bytes::<F>(&F::one(proof).add(&d_tt)));
    assert!(point.iter().all(is_canonical));
}

pub(super) fn constants<F: Field>(proof: F::Proof) {
    let constants = [tables::D, tables::D2, tables::SQRT_M1, tables::SQRT_AD_MINUS_ONE, tables::INVSQRT_A_MINUS_D]
        .into_iter()
        .chain([tables::D2_INVERSE, tables::ONE_MINUS_D_SQ, tables::D_MINUS_ONE_SQ]);
    assert!(constants.into_iter().all(|constant| is_canonical(&constant)));

    let d = element::<F>(proof, &tables::D);
    assert_eq!(field::mul(&d, &small(proof, 121_666)).to_bytes(), minus(&small::<F>(proof, 121_665)).to_bytes());
    assert_eq!(element::<F>(proof, &tables::D2).to_bytes(), bytes::<F>(&d.add(&d)));
    assert_eq!(
        field::mul(&element(proof, &tables::D2_INVERSE), &F::carry(&d.add(&d))).to_bytes(),
        F::one(proof).to_bytes()
    );
    let i = element::<F>(proof, &tables::SQRT_M1);
    assert_eq!(field::square(&i).to_bytes(), minus(&F::one(proof)).to_bytes());
    assert!(is_even(&i));

    // RFC 9496 Section 4.1 for a = −1; its decimal digits determine which of the two roots it means.
    let minus_d_minus_one = F::carry(&minus(&d).sub(&F::one(proof)));
    let root = element::<F>(proof, &tables::SQRT_AD_MINUS_ONE);
    assert_eq!(field::square(&root).to_bytes(), minus_d_minus_one.to_bytes());
    assert!(!is_even(&root));
    let inverse_root = element::<F>(proof, &tables::INVSQRT_A_MINUS_D);
    assert_eq!(field::mul(&field::square(&inverse_root), &minus_d_minus_one).to_bytes(), F::one(proof).to_bytes());
    assert!(is_even(&inverse_root));
    assert_eq!(
        element::<F>(proof, &tables::ONE_MINUS_D_SQ).to_bytes(),
        bytes::<F>(&F::one(proof).sub(&field::square(&d)))
    );
    let d_minus_one = F::carry(&d.sub(&F::one(proof)));
    assert_eq!(element::<F>(proof, &tables::D_MINUS_ONE_SQ).to_bytes(), field::square(&d_minus_one).to_bytes());
}

#[test]
fn constants_are_what_they_are_called() {
    constants::<Fe5x51>(());
    constants::<Fe10x26>(());
}

pub(super) fn base_point<F: Field>(proof: F::Proof) {
    assert_is_affine_point::<F>(proof, &tables::BASE);
    let Extended { x, y, .. } = base::<F>(proof);
    assert_eq!(field::mul(&y, &small(proof, 5)).to_bytes(), small::<F>(proof, 4).to_bytes());
    assert!(is_even(&x));
    let is_set = |bit: usize| tables::L[bit / 64] >> (bit % 64) & 1 == 1;
    let multiple = (0..253).rev().fold(Extended::identity(proof), |sum, bit| {
        let sum = add(&sum, &sum);
        if is_set(bit) { add(&sum, &base(proof)) } else { sum }
    });
    assert!(is_same::<F>(&multiple, &Extended::identity(proof)));
}

#[test]
fn the_base_point_is_the_standards_and_has_order_l() {
    assert_eq!(tables::L[2..], [0, 1 << 60]);
    let low = u128::from(tables::L[1]) << 64 | u128::from(tables::L[0]);
    assert_eq!(low, 27_742_317_777_372_353_535_851_937_790_883_648_493);
    base_point::<Fe5x51>(());
    base_point::<Fe10x26>(());
}

fn powers<S: ScalarField>() {
    let doubled = |words: Words, times| (0..times).fold(S::raw(&words), |sum, _| sum.add(&sum)).words();
    assert_eq!(doubled([1, 0, 0, 0], 512), tables::R2);
    assert_eq!(doubled(tables::R2, 192), tables::R2_192);
    assert_eq!(doubled(tables::R2_192, 192), tables::R2_384);
}

#[test]
fn powers_of_two_are_reached_by_doubling() {
    powers::<Sc4x64>();
    powers::<Sc8x32>();
}

pub(super) fn torsion<F: Field>(proof: F::Proof) {
    let generator = Extended::<F>::unpack(proof, &tables::TORSION[1]);
    assert!(is_even(&generator.x) && is_even(&generator.y));
    let order_two = Extended { y: minus(&F::one(proof)), ..Extended::identity(proof) };
    assert!(is_same(&doubled(generator, 2), &order_two));
    for (point, multiple) in
        tables::TORSION.iter().zip(core::iter::once(Extended::identity(proof)).chain(multiples(generator)))
    {
        assert_is_affine_point::<F>(proof, point);
        assert!(is_same(&Extended::unpack(proof, point), &multiple));
    }
}

#[test]
fn torsion_points_are_the_multiples_of_one_of_order_eight() {
    torsion::<Fe5x51>(());
    torsion::<Fe10x26>(());
}

pub(super) fn windows<F: Field>(proof: F::Proof) {
    let mut start = base::<F>(proof);
    for window in &tables::BASE_WINDOWS {
        for (entry, multiple) in window.iter().zip(multiples(start)) {
            assert_is(entry, &multiple);
        }
        start = doubled(start, 8);
    }
}

#[test]
fn windows_hold_multiples_of_powers_of_256() {
    windows::<Fe5x51>(());
    windows::<Fe10x26>(());
}

pub(super) fn odd<F: Field>(table: &[PackedNiels; 64], point: Extended<F>) {
    for (entry, multiple) in table.iter().zip(multiples(point).step_by(2)) {
        assert_is(entry, &multiple);
    }
}

#[test]
fn odd_tables_hold_odd_multiples() {
    odd::<Fe5x51>(&tables::BASE_ODD, base(()));
    odd::<Fe10x26>(&tables::BASE_ODD, base(()));
    odd::<Fe5x51>(&tables::BASE_2_128_ODD, doubled(base(()), 128));
    odd::<Fe10x26>(&tables::BASE_2_128_ODD, doubled(base(()), 128));
}

#[test]
fn lanes_hold_multiples_of_powers_of_16() {
    let mut start = base::<Fe5x51>(());
    for round in &BASE_WINDOWS_X8.0 {
        for lane in 0..8 {
            for (entry, multiple) in round.iter().zip(multiples(start)) {
                assert_is(&entry.map(|coordinate| coordinate.map(|limb| limb[lane])), &multiple);
            }
            start = doubled(start, 4);
        }
    }
}
