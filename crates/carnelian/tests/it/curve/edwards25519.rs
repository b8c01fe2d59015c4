//! The group of edwards25519: laws, encodings and conversions against curve25519-dalek, at every tier.

use crate::inputs::{TORSION, bytes, edges, hex, le_bytes, order};
use crate::tiers::{tiers, with_every_backend};
use carnelian::__internals::{TestRandom, at_most};
use carnelian::LengthError;
use carnelian::curve::curve25519::{EdwardsPoint, PointError, Scalar};
use carnelian::curve::x25519;
use curve25519_dalek as dalek;
use curve25519_dalek::edwards::CompressedEdwardsY;
use curve25519_dalek::traits::VartimeMultiscalarMul;
use proptest::prelude::*;

fn known(choice: carnelian::ct::Choice) -> bool {
    choice.declassify("test")
}

/// Checks that two points are the same, by comparison and by encoding.
#[track_caller]
fn assert_same(a: EdwardsPoint, b: EdwardsPoint) {
    assert_eq!(a.compress(), b.compress());
    assert!(known(a.equals(&b)));
}

fn scalar(wide: &[u8; 64]) -> Scalar {
    Scalar::from_bytes_mod_order_wide(wide)
}

fn torsion(index: usize) -> EdwardsPoint {
    EdwardsPoint::decompress(&hex(TORSION[index % 8])).unwrap()
}

/// Returns a point of the whole group: a multiple of the base point plus a point of small order.
#[derive(Clone, Debug)]
struct Any {
    multiple: [u8; 64],
    torsion: usize,
}

impl Any {
    fn point(&self) -> EdwardsPoint {
        EdwardsPoint::mul_base(&scalar(&self.multiple)) + torsion(self.torsion)
    }
}

fn any_point() -> impl Strategy<Value = Any> {
    (any::<[u8; 64]>(), 0..8usize).prop_map(|(multiple, torsion)| Any { multiple, torsion })
}

/// Returns scalars, some of them small.
fn any_scalar() -> impl Strategy<Value = Scalar> {
    prop_oneof![
        4 => any::<[u8; 64]>().prop_map(|wide| scalar(&wide)),
        1 => any::<u64>().prop_map(|small| Scalar::from(small >> (small % 64))),
        1 => any::<u64>().prop_map(|small| -Scalar::from(small >> (small % 64))),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn the_points_are_a_commutative_group(a in any_point(), b in any_point(), c in any_point()) {
        for tier in tiers() {
            at_most(tier, || {
                let (a, b, c) = (a.point(), b.point(), c.point());
                assert_same((a + b) + c, a + (b + c));
                assert_same(a + b, b + a);
                assert_same(a + EdwardsPoint::IDENTITY, a);
                assert_same(a + -a, EdwardsPoint::IDENTITY);
                assert_same((a - b) + b, a);
                assert_same(-(a + b), -a - b);
                assert_same(a.double(), a + a);
                assert_same(a.mul_by_cofactor(), a.double().double().double());
            });
        }
    }

    #[test]
    fn multiples_distribute(p in any_point(), q in any_point(), a in any_scalar(), b in any_scalar()) {
        for tier in tiers() {
            at_most(tier, || {
                let (p, q) = (p.point(), q.point());
                assert_same((p + q) * a, p * a + q * a);
                assert_same(p * Scalar::ZERO, EdwardsPoint::IDENTITY);
                assert_same(p * Scalar::ONE, p);
                assert_same(p * Scalar::from(8u64), p.mul_by_cofactor());
                // Scalars are numbers modulo L, so the rest holds where there is no torsion.
                let p = p.mul_by_cofactor();
                assert_same(p * (a + b), p * a + p * b);
                assert_same((p * a) * b, p * (a * b));
                assert_same(p * -a, -(p * a));
                assert_same(EdwardsPoint::mul_base(&a), EdwardsPoint::BASE * a);
            });
        }
    }

    #[test]
    fn sums_of_multiples_in_variable_time(p in any_point(), a in any_scalar(), b in any_scalar()) {
        for tier in tiers() {
            at_most(tier, || {
                let p = p.point();
                let expected = p * a + EdwardsPoint::mul_base(&b);
                assert_same(EdwardsPoint::double_scalar_mul_base_vartime(&a, &p, &b), expected);
                let sum = EdwardsPoint::multiscalar_mul_vartime(&[a, b], &[p, EdwardsPoint::BASE]).unwrap();
                assert_same(sum, expected);
            });
        }
    }

    #[test]
    fn encodings_round_trip(a in any_point()) {
        for tier in tiers() {
            at_most(tier, || {
                let point = a.point();
                let encoding = point.compress();
                assert_same(EdwardsPoint::decompress(&encoding).unwrap(), point);
                assert_same(EdwardsPoint::decompress_zip215(&encoding).unwrap(), point);
                let theirs = CompressedEdwardsY(encoding).decompress().expect("a point to dalek too");
                assert_eq!(theirs.compress().0, encoding);
            });
        }
    }

    #[test]
    fn both_halves_of_the_group_are_told_apart(a in any_point()) {
        for tier in tiers() {
            at_most(tier, || {
                let point = a.point();
                assert_eq!(known(point.is_torsion_free()), a.torsion == 0);
                assert!(!known(point.is_small_order()));
                assert!(known(point.mul_by_cofactor().is_torsion_free()));
            });
        }
    }
}

#[test]
fn points_of_small_order() {
    for tier in tiers() {
        at_most(tier, || {
            let generator = torsion(1);
            for (index, encoding) in TORSION.into_iter().enumerate() {
                let point = torsion(index);
                assert_eq!(point.compress(), hex(encoding), "{tier}");
                assert_same(point, generator * Scalar::from(index as u64));
                assert_same(point + generator, torsion(index + 1));
                assert!(known(point.is_small_order()));
                assert_eq!(known(point.is_identity()), index == 0);
                assert_eq!(known(point.is_torsion_free()), index == 0);
                assert_same(point.mul_by_cofactor(), EdwardsPoint::IDENTITY);
            }
            assert!(!known(EdwardsPoint::BASE.is_small_order()));
            assert!(known(EdwardsPoint::BASE.is_torsion_free()));
        });
    }
}

/// (L − 1)·B = −B, and L·B, for the number L, which is not a scalar, is the identity element.
#[test]
fn the_base_point_has_the_order_l() {
    for tier in tiers() {
        at_most(tier, || {
            assert_same(EdwardsPoint::mul_base(&-Scalar::ONE), -EdwardsPoint::BASE);
            assert_same(EdwardsPoint::mul_base_bytes(&le_bytes(&order())), EdwardsPoint::IDENTITY);
            let encoding = "5866666666666666666666666666666666666666666666666666666666666666";
            assert_eq!(EdwardsPoint::BASE.compress(), hex(encoding));
        });
    }
}

/// `mul_base_bytes` does not reduce the number, and ignores its top bit.
#[test]
fn numbers_from_l_on_times_the_base_point() {
    let random = &mut TestRandom::new(1);
    let numbers: Vec<[u8; 32]> = edges().into_iter().chain((0..50).map(|_| bytes(random))).collect();
    with_every_backend(|backend| {
        for number in &numbers {
            let mut below = *number;
            below[31] &= 0x7f;
            let expected = EdwardsPoint::mul_base(&Scalar::from_bytes_mod_order(&below));
            assert_same(EdwardsPoint::mul_base_bytes(number), expected);
            let clamped = dalek::scalar::clamp_integer(*number);
            let theirs = dalek::EdwardsPoint::mul_base_clamped(*number).compress().0;
            assert_eq!(EdwardsPoint::mul_base_bytes(&clamped).compress(), theirs, "{number:02x?} on {backend}");
        }
    });
}

/// Returns random strings and edge cases of decoding.
fn strings(random: &mut TestRandom) -> Vec<[u8; 32]> {
    let mut strings: Vec<[u8; 32]> = (0..500).map(|_| bytes(random)).collect();
    for mut edge in edges() {
        strings.push(edge);
        edge[31] ^= 0x80;
        strings.push(edge);
    }
    strings.extend(TORSION.map(hex::<32>));
    strings
}

/// dalek decodes by ZIP 215; the canonical decoder rejects exactly the strings that encoding does not reproduce.
#[test]
fn decoders_accept_what_they_should() {
    let random = &mut TestRandom::new(2);
    let strings = strings(random);
    with_every_backend(|backend| {
        let mut seen = [0; 3];
        for string in &strings {
            let zip215 = EdwardsPoint::decompress_zip215(string).map(|point| point.compress());
            let theirs = CompressedEdwardsY(*string).decompress().map(|point| point.compress().0);
            assert_eq!(zip215.ok(), theirs, "{string:02x?} on {backend}");
            let canonical = EdwardsPoint::decompress(string).map(|point| point.compress());
            match (canonical, theirs) {
                (Ok(encoding), Some(_)) => assert_eq!(encoding, *string),
                (Err(PointError::NotCanonical), Some(encoding)) => assert_ne!(encoding, *string),
                (Err(_), None) => {}
                (found, expected) => panic!("{string:02x?} on {backend}: {found:?}, {expected:02x?}"),
            }
            let class = match canonical {
                Ok(_) => 0,
                Err(PointError::NotCanonical) => 1,
                Err(PointError::NotOnCurve) => 2,
            };
            seen[class] += 1;
        }
        assert!(seen.iter().all(|count| *count > 20), "not every class was seen: {seen:?}");
    });
}

/// Tests every string with y ≥ p, or with a sign for x = 0.
#[test]
fn what_is_not_canonical_is_refused_as_such() {
    for tier in tiers() {
        at_most(tier, || {
            for low in 0xed..=0xff {
                for top in [0x7f, 0xff] {
                    let mut y = [0xff; 32];
                    (y[0], y[31]) = (low, top);
                    assert_eq!(EdwardsPoint::decompress(&y).err(), Some(PointError::NotCanonical), "{low:x}, {tier}");
                }
            }
            let mut one = [0; 32];
            (one[0], one[31]) = (1, 0x80);
            let mut minus_one = [0xff; 32];
            minus_one[0] = 0xec;
            for x_is_zero in [one, minus_one] {
                assert_eq!(EdwardsPoint::decompress(&x_is_zero).err(), Some(PointError::NotCanonical));
                assert!(EdwardsPoint::decompress_zip215(&x_is_zero).is_ok());
            }
        });
    }
}

fn to_dalek(point: &EdwardsPoint) -> dalek::EdwardsPoint {
    CompressedEdwardsY(point.compress()).decompress().expect("a point to dalek too")
}

fn scalar_to_dalek(scalar: &Scalar) -> dalek::Scalar {
    dalek::Scalar::from_canonical_bytes(scalar.to_bytes()).expect("a scalar to dalek too")
}

/// Returns random points of the whole group and scalars, with edge cases among the scalars.
fn pairs(random: &mut TestRandom, count: usize) -> (Vec<Scalar>, Vec<EdwardsPoint>) {
    let edges = edges();
    let scalars = (0..count).map(|i| match i % 3 {
        0 => Scalar::from_bytes_mod_order(&edges[i * 7 % edges.len()]),
        _ => scalar(&bytes(random)),
    });
    let scalars: Vec<_> = scalars.collect();
    let points = (0..count).map(|i| EdwardsPoint::mul_base(&scalar(&bytes(random))) + torsion(i * 3)).collect();
    (scalars, points)
}

#[test]
fn multiplications_agree_with_dalek() {
    let (scalars, points) = pairs(&mut TestRandom::new(3), 90);
    with_every_backend(|backend| {
        for (i, (a, point)) in scalars.iter().zip(&points).enumerate() {
            let b = &scalars[(i + 1) % scalars.len()];
            let (their_a, their_b, their_point) = (scalar_to_dalek(a), scalar_to_dalek(b), to_dalek(point));
            let base = dalek::EdwardsPoint::mul_base(&their_a).compress().0;
            assert_eq!(EdwardsPoint::mul_base(a).compress(), base, "{i} on {backend}");
            assert_eq!((*point * *a).compress(), (their_point * their_a).compress().0, "{i} on {backend}");
            let sum = EdwardsPoint::double_scalar_mul_base_vartime(a, point, b);
            let theirs = dalek::EdwardsPoint::vartime_double_scalar_mul_basepoint(&their_a, &their_point, &their_b);
            assert_eq!(sum.compress(), theirs.compress().0, "{i} on {backend}");
        }
    });
}

/// Numbers of points around those at which the method, its windows and its blocks change.
#[test]
fn sums_of_many_multiples_agree_with_dalek() {
    let (scalars, points) = pairs(&mut TestRandom::new(4), 820);
    let (their_scalars, their_points): (Vec<_>, Vec<_>) =
        scalars.iter().zip(&points).map(|(s, p)| (scalar_to_dalek(s), to_dalek(p))).unzip();
    with_every_backend(|backend| {
        for count in (0..=18).chain([31, 32, 33, 63, 64, 65, 189, 190, 191, 255, 256, 257, 499, 500, 799, 800, 820]) {
            let ours = EdwardsPoint::multiscalar_mul_vartime(&scalars[..count], &points[..count]).unwrap();
            let theirs = dalek::EdwardsPoint::vartime_multiscalar_mul(&their_scalars[..count], &their_points[..count]);
            assert_eq!(ours.compress(), theirs.compress().0, "{count} points on {backend}");
        }
        let refused = EdwardsPoint::multiscalar_mul_vartime(&scalars[..3], &points[..4]).unwrap_err();
        assert!(matches!(refused, LengthError { expected: 4, found: 3, .. }), "{refused}");
    });
}

/// The same point many times, its negative, and zeros: sums that pass through the identity element.
#[test]
fn sums_of_many_multiples_that_cancel() {
    for tier in tiers() {
        at_most(tier, || {
            for count in [2u64, 8, 64, 200, 256] {
                let scalars: Vec<_> = (0..count).map(|i| Scalar::from(i / 2 + 1)).collect();
                let point = EdwardsPoint::mul_base(&Scalar::from(12_345u64));
                let points: Vec<_> = (0..count).map(|i| if i % 2 == 0 { point } else { -point }).collect();
                let sum = EdwardsPoint::multiscalar_mul_vartime(&scalars, &points).unwrap();
                assert_same(sum, EdwardsPoint::IDENTITY);
                let zeros = vec![Scalar::ZERO; points.len()];
                assert_same(EdwardsPoint::multiscalar_mul_vartime(&zeros, &points).unwrap(), EdwardsPoint::IDENTITY);
                let same = vec![point; points.len()];
                let sum = EdwardsPoint::multiscalar_mul_vartime(&scalars, &same).unwrap();
                assert_same(sum, point * scalars.iter().fold(Scalar::ZERO, |sum, scalar| sum + *scalar));
            }
        });
    }
}

#[test]
fn encodings_of_many_points() {
    let (_, mut points) = pairs(&mut TestRandom::new(5), 70);
    // The identity element and points of small order need no special treatment.
    points.splice(5..13, (0..8).map(torsion));
    let expected: Vec<_> = points.iter().map(EdwardsPoint::compress).collect();
    for tier in tiers() {
        at_most(tier, || {
            for count in (0..=40).chain([64, 65, 70]) {
                let mut found = vec![[0xaa; 32]; count];
                EdwardsPoint::compress_batch(&points[..count], &mut found).unwrap();
                assert_eq!(found, expected[..count], "{count} at {tier}");
            }
            let mut untouched = [[0xaa; 32]; 3];
            let refused = EdwardsPoint::compress_batch(&points[..2], &mut untouched).unwrap_err();
            assert!(matches!(refused, LengthError { expected: 2, found: 3, .. }), "{refused}");
            assert_eq!(untouched, [[0xaa; 32]; 3]);
        });
    }
}

/// To the Montgomery form and back, with the sign; and the public key of X25519 is that of the point.
#[test]
fn conversions_agree_with_dalek() {
    let (_, points) = pairs(&mut TestRandom::new(6), 60);
    with_every_backend(|backend| {
        for point in points.iter().copied().chain((0..8).map(torsion)) {
            let u = point.to_montgomery();
            assert_eq!(u, to_dalek(&point).to_montgomery().0, "{backend}");
            let sign = point.compress()[31] >> 7 == 1;
            // The identity element is at infinity there; it shares u = 0 with the point of order 2.
            if !known(point.is_identity()) {
                assert_same(EdwardsPoint::from_montgomery(&u, sign).unwrap(), point);
            }
        }
        let random = &mut TestRandom::new(7);
        for _ in 0..20 {
            let secret = bytes(random);
            let key = x25519::SecretKey::from_bytes(secret);
            let point = EdwardsPoint::mul_base_bytes(&dalek::scalar::clamp_integer(secret));
            assert_eq!(key.public_key().to_bytes(), point.to_montgomery(), "{backend}");
        }
    });
}

/// Coordinates with a point, on the twist, and −1, which has none.
#[test]
fn coordinates_become_points_where_there_are_any() {
    let random = &mut TestRandom::new(8);
    let coordinates: Vec<[u8; 32]> = (0..300).map(|_| bytes(random)).chain(edges()).collect();
    with_every_backend(|backend| {
        let mut exist = [0; 2];
        for u in &coordinates {
            for sign in [false, true] {
                let ours = EdwardsPoint::from_montgomery(u, sign).map(|point| point.compress());
                let theirs = dalek::MontgomeryPoint(*u).to_edwards(sign.into()).map(|point| point.compress().0);
                exist[usize::from(ours.is_ok())] += 1;
                // At x = 0 there is no sign to set: dalek returns a point for both signs.
                assert_eq!(ours.ok(), theirs, "{u:02x?}, {sign} on {backend}");
            }
        }
        assert!(exist[0] > 100 && exist[1] > 100, "{exist:?}");
        let mut minus_one = [0xff; 32];
        (minus_one[0], minus_one[31]) = (0xec, 0x7f);
        for sign in [false, true] {
            assert_eq!(EdwardsPoint::from_montgomery(&minus_one, sign).err(), Some(PointError::NotOnCurve));
        }
    });
}

#[test]
fn points_are_told_apart() {
    let (_, points) = pairs(&mut TestRandom::new(9), 9);
    for tier in tiers() {
        at_most(tier, || {
            for (i, a) in points.iter().enumerate() {
                for (j, b) in points.iter().enumerate() {
                    assert_eq!(known(a.equals(b)), i == j, "{tier}");
                }
                assert!(!known(a.equals(&-*a)) && !known((*a + torsion(4)).equals(a)));
            }
        });
    }
}
