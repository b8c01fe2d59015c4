//! Tests of every function of `kernel.rs`: every backend against the one over 64-bit words, and that one against the
//! textbook.

use super::super::kernel::{self, Backend, TOGETHER};
use super::super::{EdwardsPoint, RistrettoPoint, Scalar, tables};
use super::{bytes, edges, hex, oracle, points, rewritten, scalars, testing, with_every_backend};
use crate::base::cpu::{Portable64, Tier};
use crate::base::ct::Choice;
use crate::base::random::TestRandom;
use crate::curve::curve25519::group::Point;
use crate::curve::curve25519::group::scalar_mul::half;
use crate::curve::x25519;
use num_bigint::BigUint;
use std::vec;
use std::vec::Vec;

const JUDGE: Backend = Backend::Portable64(Portable64);

/// Returns the encoding of a point, after checking that it is on the curve.
fn encoding(point: &Point) -> [u8; 32] {
    oracle::encode(&oracle::affine(point))
}

fn known(choice: Choice) -> bool {
    choice.declassify("test")
}

/// Returns the name of the best backend, independently of the dispatcher.
fn best() -> &'static str {
    #[cfg(target_arch = "x86_64")]
    if Tier::in_force() == Tier::Avx512 && std::is_x86_feature_detected!("avx512ifma") {
        return "avx512-ifma";
    }
    #[cfg(target_arch = "x86_64")]
    if Tier::in_force() >= Tier::Avx2 && std::is_x86_feature_detected!("fma") {
        return "avx2-fma";
    }
    if Tier::in_force() == Tier::Portable32 { "portable32" } else { "portable64" }
}

/// A dispatcher that always falls back to slower code would pass every other test.
#[test]
fn the_best_backend_of_this_cpu_runs() {
    let best = best();
    let runs = |kernels: &[&'static str], work: &dyn Fn()| {
        let expected: Vec<_> = kernels.iter().map(|kernel| (*kernel, best)).collect();
        assert_eq!(testing::trace(work), expected);
    };
    let (scalar, point) = (Scalar::from(3u64), EdwardsPoint::BASE);
    runs(&["mul_base"], &|| _ = EdwardsPoint::mul_base(&scalar));
    runs(&["mul"], &|| _ = point * scalar);
    runs(&["encode"], &|| _ = point.compress());
    runs(&["decode"], &|| _ = EdwardsPoint::decompress(&[0; 32]));
    runs(&["combination_vartime"], &|| {
        _ = EdwardsPoint::double_scalar_mul_base_vartime(&scalar, &point, &scalar);
    });
    runs(&["multi_scalar_mul_vartime"], &|| {
        _ = EdwardsPoint::multiscalar_mul_vartime(&[scalar; 5], &[point; 5]);
    });
    runs(&["to_montgomery"], &|| _ = point.to_montgomery());
    runs(&["ristretto_encode"], &|| _ = RistrettoPoint::BASE.compress());
    runs(&["ristretto_decode"], &|| _ = RistrettoPoint::decompress(&[0; 32]));
    runs(&["ristretto_map"], &|| _ = RistrettoPoint::from_uniform_bytes(&[7; 64]));
    runs(&["scalar_mul_add"], &|| _ = scalar * scalar);
    runs(&["scalar_invert"], &|| _ = scalar.invert());
    runs(&["scalar_reduce_wide"], &|| _ = Scalar::from_bytes_mod_order(&[7; 32]));

    let secrets: Vec<_> = (0..9).map(|i| x25519::SecretKey::from_bytes([i; 32])).collect();
    let peer = x25519::PublicKey::from_bytes(x25519::BASE);
    let pairs: Vec<_> = secrets.iter().map(|secret| (secret, &peer)).collect();
    runs(&["x25519"], &|| _ = x25519::x25519(&[1; 32], &x25519::BASE));
    runs(&["x25519_many"], &|| _ = x25519::diffie_hellman_batch(&pairs));
    runs(&["mul_base", "to_montgomery"], &|| _ = x25519::public_key_batch(&secrets));
    runs(&["mul_base", "to_montgomery"], &|| _ = secrets[0].public_key());
}

/// Returns all pairs of scalars and coordinates at their edges, and random ones.
fn pairs_of_x25519() -> Vec<([u8; 32], [u8; 32])> {
    let random = &mut TestRandom::new(1);
    let mut us = edges();
    us.extend([
        hex("e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800"),
        hex("5f9c95bca3508c24b1d0b1559c83ef5b04445cc4581c8e86d8224eddd09f1157"),
    ]);
    us.extend((0..8).map(|_| bytes::<32>(random)));
    // Multiples of 8, as the contract requires.
    let mut scalars = scalars(random);
    scalars.iter_mut().for_each(|k| k[0] &= 0xf8);
    us.iter().enumerate().flat_map(|(i, u)| scalars.iter().skip(i % 5).step_by(5).map(|k| (*k, *u))).collect()
}

#[test]
fn x25519_alone_and_together() {
    let pairs = pairs_of_x25519();
    let expected: Vec<_> = pairs.iter().map(|(k, u)| kernel::x25519(JUDGE, k, u)).collect();
    assert!(expected.iter().filter(|u| **u == [0; 32]).count() > 20, "results of zero are tried");
    with_every_backend(|backend| {
        for ((k, u), expected) in pairs.iter().zip(&expected) {
            assert_eq!(kernel::x25519(backend, k, u), *expected, "{k:02x?} · {u:02x?} on {backend:?}");
        }
        let mut rest = 0..pairs.len();
        for count in (0..=TOGETHER).chain([1, 7, 8, 9, TOGETHER].into_iter().cycle()) {
            let next: Vec<usize> = rest.by_ref().take(count).collect();
            let ks: Vec<_> = next.iter().map(|i| &pairs[*i].0).collect();
            let us: Vec<_> = next.iter().map(|i| &pairs[*i].1).collect();
            let mut found = vec![[0xaa; 32]; next.len()];
            kernel::batch::x25519_many(backend, &ks, &us, &mut found);
            let expected: Vec<_> = next.iter().map(|i| expected[*i]).collect();
            assert_eq!(found, expected, "{count} from {next:?} on {backend:?}");
            if rest.is_empty() {
                break;
            }
        }
        assert!(rest.is_empty());
    });
}

#[test]
fn multiples_of_the_base_point() {
    let scalars = scalars(&mut TestRandom::new(2));
    let expected: Vec<_> = scalars.iter().map(|scalar| encoding(&kernel::mul_base(JUDGE, scalar))).collect();
    // The reference backend is checked by doubling and adding.
    for (scalar, expected) in scalars.iter().rev().zip(expected.iter().rev()).take(3) {
        let base = oracle::affine(&tables::BASE);
        let number = BigUint::from_bytes_le(scalar);
        let product = (0..255).rev().fold((BigUint::ZERO, BigUint::from(1u8)), |sum, bit| {
            let double = oracle::add(&sum, &sum);
            if number.bit(bit) { oracle::add(&double, &base) } else { double }
        });
        assert_eq!(oracle::encode(&product), *expected);
    }
    with_every_backend(|backend| {
        for (scalar, expected) in scalars.iter().zip(&expected) {
            let found = kernel::mul_base(backend, scalar);
            assert_eq!(encoding(&found), *expected, "{scalar:02x?} on {backend:?}");
            let found = kernel::mul(backend, scalar, &tables::BASE);
            assert_eq!(encoding(&found), *expected, "{scalar:02x?} · B on {backend:?}");
        }
        for count in testing::some(0..=scalars.len()) {
            let some: Vec<_> = scalars.iter().skip(scalars.len() - count).collect();
            let mut found = vec![tables::BASE; count];
            kernel::mul_base_many(backend, &some, &mut found);
            for (found, expected) in found.iter().zip(&expected[scalars.len() - count..]).step_by(count / 8 + 1) {
                assert_eq!(encoding(found), *expected, "{count} on {backend:?}");
            }
        }
    });
}

#[test]
fn multiples_of_any_point() {
    let random = &mut TestRandom::new(3);
    let (scalars, points) = (scalars(random), points(random));
    let count = scalars.len().max(points.len());
    let case = |i: usize| (&scalars[i % scalars.len()], &points[i * 5 % points.len()], &scalars[i * 7 % scalars.len()]);
    let cases: Vec<_> = testing::some(0..count).map(case).collect();
    with_every_backend(|backend| {
        for (a, point, b) in &cases {
            let product = kernel::mul(JUDGE, a, point);
            let found = kernel::mul(backend, a, point);
            assert_eq!(encoding(&found), encoding(&product), "{a:02x?} · {point:x?} on {backend:?}");
            let sum = kernel::add(JUDGE, &product, &kernel::mul_base(JUDGE, b));
            let found = kernel::combination_vartime(backend, [a], [point], b);
            assert_eq!(encoding(&found), encoding(&sum), "{a:02x?} · {point:x?} + {b:02x?} · B on {backend:?}");
            // Every backend can use the tables of every other.
            for (preparer, user) in [(backend, backend), (backend, JUDGE), (JUDGE, backend)] {
                let prepared = kernel::batch::prepare(preparer, point);
                let found = kernel::batch::double_scalar_mul_base_prepared_vartime(user, a, &prepared, b);
                assert_eq!(encoding(&found), encoding(&sum), "{a:02x?} · {point:x?} + {b:02x?} · B, {backend:?}");
            }
            // Scalars of different lengths, where each in turn is the longest.
            let (short, other) = (half(b, 16), kernel::negate(JUDGE, point));
            let sum = kernel::add(JUDGE, &sum, &kernel::mul(JUDGE, &short, &other));
            let found = kernel::combination_vartime(backend, [&short, a], [&other, point], b);
            assert_eq!(encoding(&found), encoding(&sum), "{short:02x?} · −P + {a:02x?} · P + ... on {backend:?}");
            let found = kernel::combination_vartime(backend, [a, &short], [point, &other], b);
            assert_eq!(encoding(&found), encoding(&sum), "{a:02x?} · P + {short:02x?} · −P + ... on {backend:?}");
        }
    });
}

/// Tests numbers of points on both sides of every change of method and width.
#[test]
fn sums_of_many_multiples() {
    let random = &mut TestRandom::new(4);
    let (scalars, points) = (scalars(random), points(random));
    let mut sum = (BigUint::ZERO, BigUint::from(1u8));
    let (mut all_scalars, mut all_points, mut sums) = (vec![], vec![], vec![oracle::encode(&sum)]);
    // The textbook is slow, above all in an emulator, where every method but not every width is tested.
    let most = if testing::cases(2100) < 2100 { 260 } else { 2100 };
    for i in 0..most {
        let (mut scalar, point) = (scalars[i % scalars.len()], points[i * 3 % points.len()]);
        // Short ones among the others, as in batches of signatures.
        if i % 5 == 1 {
            scalar[16..].fill(0);
        }
        sum = oracle::add(&sum, &oracle::affine(&kernel::mul(JUDGE, &scalar, &point)));
        sums.push(oracle::encode(&sum));
        all_scalars.push(scalar);
        all_points.push(point);
    }
    with_every_backend(|backend| {
        let counts = [63, 64, 100, 128, 150, 189, 190, 191, 255, 257, 499, 501, 799, 801, 2048, 2049, 2100];
        for count in testing::some(0..=33).chain(counts).filter(|count| *count <= most) {
            let found = kernel::batch::multi_scalar_mul_vartime(backend, &all_scalars[..count], &all_points[..count]);
            assert_eq!(encoding(&found), sums[count], "{count} on {backend:?}");
        }
    });
}

#[test]
fn sums_doubles_and_negatives() {
    let random = &mut TestRandom::new(5);
    let points = points(random);
    let affine: Vec<_> = points.iter().map(oracle::affine).collect();
    with_every_backend(|backend| {
        for (i, a) in testing::some(points.iter().enumerate()) {
            let (x, y) = &affine[i];
            assert_eq!(oracle::affine(&kernel::negate(backend, a)), (oracle::negate(x), y.clone()), "{a:x?}");
            // The formulas must be complete: a point with itself, with its negative and with points of small order.
            let negative = kernel::negate(backend, a);
            assert_eq!(oracle::affine(&kernel::add(backend, a, &negative)).0, BigUint::ZERO);
            for j in [i, 0, 1, 2, 4, 8, (i + 7) % points.len(), (i + 17) % points.len()] {
                let sum = oracle::affine(&kernel::add(backend, a, &points[j]));
                assert_eq!(sum, oracle::add(&affine[i], &affine[j]), "{a:x?} + {:x?} on {backend:?}", points[j]);
                assert_eq!(known(kernel::equals(backend, a, &points[j])), affine[i] == affine[j], "{backend:?}");
            }
            let mut power = affine[i].clone();
            for n in 1..=4 {
                power = oracle::add(&power, &power);
                assert_eq!(oracle::affine(&kernel::double_times(backend, a, n)), power, "2^{n} on {backend:?}");
                if n == 3 {
                    let is_small = power.0 == BigUint::ZERO && power.1 == BigUint::from(1u8);
                    assert_eq!(known(kernel::is_small_order(backend, a)), is_small, "{a:x?} on {backend:?}");
                }
            }
        }
    });
}

#[test]
fn encodings() {
    let random = &mut TestRandom::new(6);
    let mut points = points(random);
    points.truncate(TOGETHER);
    let affine: Vec<_> = points.iter().map(oracle::affine).collect();
    with_every_backend(|backend| {
        for count in testing::some(0..=points.len()) {
            let mut found = vec![[0xaa; 32]; count];
            kernel::encode(backend, &points[..count], &mut found);
            assert!(found.iter().zip(&affine).all(|(found, affine)| *found == oracle::encode(affine)), "{backend:?}");
            kernel::to_montgomery(backend, &points[..count], &mut found);
            let expected = affine.iter().map(oracle::montgomery);
            assert!(found.iter().zip(expected).all(|(found, expected)| *found == expected), "{backend:?}");
        }
    });
}

/// Tests encodings of points mixed with invalid ones, in numbers that fill the lanes partially, exactly and more than
/// once.
#[cfg(feature = "alloc")]
#[test]
fn many_decodings() {
    let random = &mut TestRandom::new(16);
    let mut strings = edges();
    strings.extend((0..40).map(|_| bytes::<32>(random)));
    with_every_backend(|backend| {
        for count in [0, 1, 2, 3, 4, 5, 6, 15, 16, 17, 33, strings.len()] {
            let mut place = 0;
            kernel::batch::decode_many_public(backend, &strings[..count], |point, valid| {
                let (expected, expected_valid) = kernel::decode(JUDGE, &strings[place]);
                assert_eq!(known(valid), known(expected_valid), "{place} of {count} on {backend:?}");
                assert!(!known(valid) || known(kernel::equals(JUDGE, &point, &expected)), "{place} on {backend:?}");
                place += 1;
            });
            assert_eq!(place, count);
        }
    });
}

/// Tests strings of every kind: the points are those of the textbook, and exist if the reference backend finds one.
#[test]
fn decodings() {
    let random = &mut TestRandom::new(7);
    let mut strings = edges();
    strings.extend(points(random).iter().map(encoding));
    strings.extend((0..testing::cases(200)).map(|_| bytes::<32>(random)));
    with_every_backend(|backend| {
        for string in &strings {
            let (point, valid) = kernel::decode(backend, string);
            assert_eq!(known(valid), known(kernel::decode(JUDGE, string).1), "{string:02x?} on {backend:?}");
            if known(valid) {
                let (x, y) = oracle::affine(&point);
                let mut number = *string;
                number[31] &= 0x7f;
                assert_eq!(y, BigUint::from_bytes_le(&number) % oracle::p(), "{string:02x?} on {backend:?}");
                let sign = string[31] >> 7 == 1;
                assert!(x == BigUint::ZERO || x.bit(0) == sign, "{string:02x?} on {backend:?}");
            }
            let (y, exists) = kernel::from_montgomery(backend, string);
            let (expected, expected_exists) = kernel::from_montgomery(JUDGE, string);
            assert_eq!((y, known(exists)), (expected, known(expected_exists)), "{string:02x?} on {backend:?}");

            let (element, valid) = kernel::ristretto_decode(backend, string);
            let (expected, expected_valid) = kernel::ristretto_decode(JUDGE, string);
            assert_eq!(known(valid), known(expected_valid), "{string:02x?} on {backend:?}");
            if known(valid) {
                assert_eq!(encoding(&element), encoding(&expected), "{string:02x?} on {backend:?}");
                assert_eq!(kernel::ristretto_encode(backend, &element), *string, "{backend:?}");
            }
            let mapped = kernel::ristretto_map(backend, string);
            assert_eq!(encoding(&mapped), encoding(&kernel::ristretto_map(JUDGE, string)), "{string:02x?}");
        }
    });
}

/// An element is a coset of the points whose order divides 4, which all have the same encoding in every form.
#[test]
fn elements_of_ristretto() {
    let random = &mut TestRandom::new(8);
    let points = points(random);
    with_every_backend(|backend| {
        for (i, point) in points.iter().enumerate() {
            // Only even points, such as twice a point, represent elements.
            let even = kernel::double_times(JUDGE, point, 1);
            let encoding = kernel::ristretto_encode(JUDGE, &even);
            for torsion in tables::TORSION.iter().step_by(2) {
                let same = kernel::add(JUDGE, &even, torsion).map(|coordinate| rewritten(&coordinate, random));
                assert_eq!(kernel::ristretto_encode(backend, &same), encoding, "{backend:?}");
                assert!(known(kernel::ristretto_equals(backend, &even, &same)), "{backend:?}");
            }
            let other = kernel::double_times(JUDGE, &points[(i + 1) % points.len()], 1);
            let expected = encoding == kernel::ristretto_encode(JUDGE, &other);
            assert_eq!(known(kernel::ristretto_equals(backend, &even, &other)), expected, "{backend:?}");
        }
    });
}

#[test]
fn scalars_modulo_l() {
    let random = &mut TestRandom::new(9);
    let mut wide: Vec<[u8; 64]> = (0..60).map(|_| bytes(random)).collect();
    wide.extend([0, 0x80, 0xff].map(|fill| [fill; 64]));
    with_every_backend(|backend| {
        let words: Vec<_> = wide.iter().map(|wide| kernel::scalar_reduce_wide(backend, wide)).collect();
        for (i, a) in words.iter().enumerate() {
            assert_eq!(*a, kernel::scalar_reduce_wide(JUDGE, &wide[i]), "{backend:?}");
            let (b, c) = (&words[(i + 1) % words.len()], &words[(i + 2) % words.len()]);
            assert_eq!(kernel::scalar_mul_add(backend, a, b, c), kernel::scalar_mul_add(JUDGE, a, b, c), "{backend:?}");
            assert_eq!(kernel::scalar_add(backend, a, b), kernel::scalar_add(JUDGE, a, b), "{backend:?}");
            assert_eq!(kernel::scalar_sub(backend, a, b), kernel::scalar_sub(JUDGE, a, b), "{backend:?}");
            assert_eq!(kernel::scalar_invert(backend, a), kernel::scalar_invert(JUDGE, a), "{backend:?}");
        }
    });
}
