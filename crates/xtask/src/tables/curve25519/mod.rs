//! Constants and tables of curve25519: RFC 8032 Section 5.1, RFC 9496 Section 4.1, RFC 9380 Appendix D.1, and multiples
//! of the base point.

mod group;
mod rows;

use group::{Curve, Point, power_of_two};
use num_bigint::BigUint;
use rows::Rows;
use std::array;
use std::fmt::Write;

/// Returns the text of `tables.rs`.
pub(super) fn generate() -> String {
    let curve = Curve::new();
    let mut text = String::from(HEAD);
    for (name, doc, value) in field_constants(&curve) {
        item(&mut text, doc, &format!("const {name}: [u64; 5]"), &element(&value));
    }
    let base = curve.base();
    item(&mut text, BASE_DOC, "const BASE: [[u64; 5]; 4]", &extended(&curve, &base));
    for (name, doc, value) in scalar_constants(&curve) {
        item(&mut text, doc, &format!("const {name}: [u64; 4]"), &scalar(&value));
    }
    let torsion = torsion(&curve).iter().map(|point| extended(&curve, point)).collect();
    item(&mut text, TORSION_DOC, "static TORSION: [[[u64; 5]; 4]; 8]", &Rows::List(torsion));
    let windows = windows(&curve, 256, 32);
    let rows = windows.iter().map(|window| list(window, |point| addend(&curve, point)));
    item(&mut text, WINDOWS_DOC, "static BASE_WINDOWS: [[[[u64; 5]; 3]; 8]; 32]", &Rows::List(rows.collect()));
    for (name, doc, point) in
        [("BASE_ODD", ODD_DOC, &base), ("BASE_2_128_ODD", ODD_2_128_DOC, &curve.double(&base, 128))]
    {
        let rows = list(&odd_multiples(&curve, point), |point| addend(&curve, point));
        item(&mut text, doc, &format!("static {name}: [[[u64; 5]; 3]; 64]"), &rows);
    }
    text
}

/// Returns the text of `lanes/tables.rs`.
pub(super) fn generate_x8() -> String {
    let curve = Curve::new();
    let mut text = String::from(HEAD_X8);
    let windows = windows(&curve, 16, 64);
    let (rounds, _) = windows.as_chunks();
    let rows = Rows::List(rounds.iter().map(|round| round_x8(&curve, round)).collect());
    rows.write(&mut text, 0);
    // The tuple struct's parenthesis is still open.
    text.push_str(");\n");
    text
}

const HEAD: &str = "\
//! Constants of curve25519 (RFC 8032 Section 5.1, RFC 9496 Section 4.1) and multiples of its base point.
//!
//! Here p = 2^255 − 19, L = 2^252 + 27742317777372353535851937790883648493 and the curve is −x² + y² = 1 + d·x²·y². A
//! field element is its value below p in five limbs of 51 bits, the least significant first. An entry of a table of
//! multiples is an affine point (x, y) as (y + x, y − x, 2d·x·y); the first limb of its last element is at most
//! 2^51 − 19, so that subtracting the element from p limb by limb borrows nothing.
";

const HEAD_X8: &str = "\
//! Multiples of the base point of curve25519, eight windows in parallel lanes.

use crate::curve::curve25519::group::windows::WindowsX8;

/// Word \\[round\\]\\[j\\]\\[coordinate\\]\\[limb\\]\\[lane\\] is a limb of 51 bits, counted from the least
/// significant, of (j + 1)·16^(8·round + lane)·B for the base point B, in the coordinates (y + x, y − x, 2d·x·y), each
/// below p = 2^255 − 19.
#[rustfmt::skip]
pub(crate) static BASE_WINDOWS_X8: WindowsX8 = WindowsX8(";

const BASE_DOC: &str = "\
/// B, the base point of RFC 8032 Section 5.1, as (X, Y, Z, T): y = 4/5, x even, Z = 1, T = X·Y.";
const TORSION_DOC: &str = "\
/// The eight points whose order divides 8, as (X, Y, 1, X·Y). Entry \\[i\\] is i·P, where P is the point of order 8
/// whose coordinates are both even, and below p/2.";
const WINDOWS_DOC: &str = "\
/// Entry \\[i\\]\\[j\\] is (j + 1)·256^i·B.";
const ODD_DOC: &str = "\
/// Entry \\[j\\] is (2j + 1)·B.";
const ODD_2_128_DOC: &str = "\
/// Entry \\[j\\] is (2j + 1)·2^128·B.";

/// Returns name, documentation and value of the constants of the field.
fn field_constants(curve: &Curve) -> [(&'static str, &'static str, BigUint); 9] {
    let (p, d) = (&curve.p, &curve.d);
    // a = −1, so a·d − 1 and a − d are the same, −d − 1.
    let minus_d_minus_one = curve.negative(&(d + 1u32));
    let sqrt = |odd| curve.sqrt(&minus_d_minus_one, odd).expect("RFC 9496 has this root");
    let inverse = curve.ratio(&1u32.into(), &sqrt(false));
    let inverse = if inverse.bit(0) { curve.negative(&inverse) } else { inverse };
    let d_minus_one = d - 1u32;
    [
        ("D", "/// d = −121665/121666.", d.clone()),
        ("D2", "/// 2d.", d * 2u32 % p),
        ("D2_INVERSE", "/// 1/(2d).", curve.ratio(&1u32.into(), &(d * 2u32 % p))),
        ("SQRT_M1", "/// √−1 = 2^((p−1)/4), the root that is even.", curve.sqrt_m1()),
        (
            "SQRT_AD_MINUS_ONE",
            "/// √(a·d − 1) of RFC 9496 for a = −1, the root that is odd: the RFC's choice.",
            sqrt(true),
        ),
        (
            "INVSQRT_A_MINUS_D",
            "/// 1/√(a − d) of RFC 9496 for a = −1, the one of the two that is even: the RFC's choice.",
            inverse,
        ),
        (
            "SQRT_MINUS_486664",
            "/// √−486664 of RFC 9380 Appendix D.1, the root that is even: the RFC's choice.",
            curve.sqrt(&curve.negative(&486_664u32.into()), false).expect("RFC 9380 has this root"),
        ),
        ("ONE_MINUS_D_SQ", "/// 1 − d².", (p + 1u32 - d * d % p) % p),
        ("D_MINUS_ONE_SQ", "/// (d − 1)².", &d_minus_one * &d_minus_one % p),
    ]
}

/// Returns name, documentation and value of the constants modulo L.
fn scalar_constants(curve: &Curve) -> [(&'static str, &'static str, BigUint); 4] {
    let power = |exponent| power_of_two(exponent) % &curve.l;
    [
        ("L", "/// L, the order of B, in words of 64 bits, the least significant first.", curve.l.clone()),
        ("R2", "/// 2^512 mod L, in words like [`L`]: the square of the Montgomery radix R = 2^256.", power(512)),
        ("R2_192", "/// R²·2^192 mod L.", power(512 + 192)),
        ("R2_384", "/// R²·2^384 mod L.", power(512 + 384)),
    ]
}

/// Returns a table whose entry i is i times the point of order 8 that its documentation names.
fn torsion(curve: &Curve) -> [Point; 8] {
    curve.progression(&curve.identity(), &curve.torsion_generator())
}

/// Returns tables in which entry \[i\]\[j\] is (j + 1)·radix^i·B. Needs a radix that is a power of two and at least 8.
fn windows(curve: &Curve, radix: u32, count: usize) -> Vec<[Point; 8]> {
    let mut start = curve.base();
    let mut window = || {
        let window: [Point; 8] = curve.progression(&start, &start);
        // The last entry is 8 times the first.
        start = curve.double(&window[7], radix.ilog2() - 3);
        window
    };
    (0..count).map(|_| window()).collect()
}

/// Returns a table whose entry j is (2j + 1)·a.
fn odd_multiples(curve: &Curve, a: &Point) -> [Point; 64] {
    curve.progression(a, &curve.double(a, 1))
}

/// Returns the table entries of eight windows, by coordinate, limb and lane.
fn round_x8(curve: &Curve, windows: &[[Point; 8]; 8]) -> Rows {
    let entry = |j: usize| {
        let lanes = windows.each_ref().map(|window| niels(curve, &window[j]).map(|value| limbs(&value)));
        let limb = |coordinate: usize, limb: usize| lanes.map(|lane| lane[coordinate][limb]).to_vec();
        let coordinate = |coordinate| Rows::List((0..5).map(|at| Rows::limbs(limb(coordinate, at))).collect());
        Rows::List((0..3).map(coordinate).collect())
    };
    Rows::List((0..8).map(entry).collect())
}

/// Returns (y + x, y − x, 2d·x·y).
fn niels(curve: &Curve, Point { x, y }: &Point) -> [BigUint; 3] {
    let p = &curve.p;
    let t = &curve.d * 2u32 * (x * y % p) % p;
    assert!(limbs(&t)[0] <= limbs(p)[0], "p − t borrows from its second limb");
    [(y + x) % p, (y + p - x) % p, t]
}

fn addend(curve: &Curve, point: &Point) -> Rows {
    list(&niels(curve, point), element)
}

/// Returns (X, Y, 1, X·Y).
fn extended(curve: &Curve, Point { x, y }: &Point) -> Rows {
    list(&[x.clone(), y.clone(), 1u32.into(), x * y % &curve.p], element)
}

fn list<T>(entries: &[T], row: impl Fn(&T) -> Rows) -> Rows {
    Rows::List(entries.iter().map(row).collect())
}

fn element(value: &BigUint) -> Rows {
    Rows::limbs(limbs(value).to_vec())
}

fn scalar(value: &BigUint) -> Rows {
    Rows::words(digits::<4>(value, 64).to_vec())
}

/// Returns a number below 2^255 in radix 2^51.
fn limbs(value: &BigUint) -> [u64; 5] {
    digits(value, 51)
}

/// Returns the digits of a number in radix 2^bits, the least significant first.
fn digits<const N: usize>(value: &BigUint, bits: u32) -> [u64; N] {
    assert!(value.bits() <= N as u64 * u64::from(bits), "{value} has more than {N} digits");
    let mask = u64::MAX >> (64 - bits);
    array::from_fn(|at| (value >> (at as u32 * bits)).iter_u64_digits().next().unwrap_or(0) & mask)
}

/// Appends an item with its documentation.
fn item(text: &mut String, doc: &str, declaration: &str, value: &Rows) {
    write!(text, "\n{doc}\n#[rustfmt::skip]\npub(super) {declaration} = ").expect("a String takes everything");
    value.write(text, 0);
    text.push_str(";\n");
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The constants of RFC 9496 Section 4.1, RFC 8032's d, and those of RFC 9380 Appendix D.1.
    #[test]
    fn the_standards_constants() {
        let expected = [
            ("D", "37095705934669439343138083508754565189542113879843219016388785533085940283555"),
            ("D2", "16295367250680780974490674513165176452449235426866156013048779062215315747161"),
            ("D2_INVERSE", "43549684094568965012858857662598492841029503910925194177450539249793226832920"),
            ("SQRT_M1", "19681161376707505956807079304988542015446066515923890162744021073123829784752"),
            ("SQRT_AD_MINUS_ONE", "25063068953384623474111414158702152701244531502492656460079210482610430750235"),
            ("INVSQRT_A_MINUS_D", "54469307008909316920995813868745141605393597292927456921205312896311721017578"),
            ("SQRT_MINUS_486664", "6853475219497561581579357271197624642482790079785650197046958215289687604742"),
            ("ONE_MINUS_D_SQ", "1159843021668779879193775521855586647937357759715417654439879720876111806838"),
            ("D_MINUS_ONE_SQ", "40440834346308536858101042469323190826248399146238708352240133220865137265952"),
        ];
        let found = field_constants(&Curve::new()).map(|(name, _, value)| (name, value.to_string()));
        assert_eq!(found.each_ref().map(|(name, value)| (*name, value.as_str())), expected);
    }

    #[test]
    fn scalars_are_powers_of_two() {
        let curve = Curve::new();
        let [(_, _, l), (_, _, r2), (_, _, r2_192), (_, _, r2_384)] = scalar_constants(&curve);
        assert_eq!(digits::<4>(&l, 64)[..], [0x5812_631a_5cf5_d3ed, 0x14de_f9de_a2f7_9cd6, 0, 0x1000_0000_0000_0000]);
        // Division by R² leaves 1, 2^192 and 2^384.
        let inverse = power_of_two(512).modinv(&l).unwrap();
        let remainders = [r2, r2_192, r2_384].map(|value| value * &inverse % &l);
        assert_eq!(remainders, [0, 192, 384].map(|exponent| power_of_two(exponent) % &l));
    }

    #[test]
    fn digits_make_the_number_again() {
        let curve = Curve::new();
        for value in [curve.d.clone(), &curve.p - 1u32, BigUint::ZERO] {
            let limbs = limbs(&value);
            assert!(limbs.iter().all(|limb| limb >> 51 == 0));
            let sum = |sum: BigUint, limb: &u64| (sum << 51) + *limb;
            assert_eq!(limbs.iter().rev().fold(BigUint::ZERO, sum), value);
        }
    }

    #[test]
    #[should_panic(expected = "more than 5 digits")]
    fn too_large_a_number_is_refused() {
        limbs(&power_of_two(255));
    }

    #[test]
    fn windows_hold_multiples() {
        let curve = Curve::new();
        for (radix, count) in [(256, 32), (16, 64)] {
            let windows = windows(&curve, radix, count);
            assert_eq!(windows.len(), count);
            for (i, j) in [(0, 0), (0, 7), (1, 0), (count / 2, 4), (count - 1, 7)] {
                let scalar = BigUint::from(radix).pow(i as u32) * (j as u32 + 1);
                assert_eq!(windows[i][j], curve.multiply(&scalar, &curve.base()), "{radix} {i} {j}");
            }
        }
    }

    #[test]
    fn odd_multiples_are_odd() {
        let curve = Curve::new();
        let multiples = odd_multiples(&curve, &curve.base());
        for (at, scalar) in [(0, 1u32), (1, 3), (63, 127)] {
            assert_eq!(multiples[at], curve.multiply(&scalar.into(), &curve.base()));
        }
    }

    #[test]
    fn torsion_points_are_eight() {
        let curve = Curve::new();
        let points = torsion(&curve);
        assert_eq!(points[0], curve.identity());
        for (at, point) in points.iter().enumerate() {
            assert_eq!(curve.double(point, 3), curve.identity());
            assert_eq!(points.iter().position(|other| other == point), Some(at), "the points differ");
        }
    }

    /// (3, 2) is not on the curve, but its coordinates are easy to follow.
    #[test]
    fn entries_are_sum_difference_and_product() {
        let curve = Curve::new();
        let point = Point { x: 3u32.into(), y: 2u32.into() };
        let expected = [5u32.into(), &curve.p - 1u32, &curve.d * 12u32 % &curve.p];
        assert_eq!(niels(&curve, &point), expected);
    }

    /// Lane and limb exchange positions between the two forms of the table.
    #[test]
    fn lanes_hold_windows() {
        let curve = Curve::new();
        let windows: [[Point; 8]; 8] = windows(&curve, 16, 8).try_into().expect("eight windows");
        let Rows::List(entries) = round_x8(&curve, &windows) else { panic!() };
        let Rows::List(coordinates) = &entries[4] else { panic!() };
        let Rows::List(limbs_of_y_minus_x) = &coordinates[1] else { panic!() };
        let expected = windows.each_ref().map(|window| limbs(&niels(&curve, &window[4])[1])[3]);
        assert_eq!(limbs_of_y_minus_x[3], Rows::limbs(expected.to_vec()));
    }
}
