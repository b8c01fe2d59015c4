//! Scalars, points, Ristretto255 and Elligator 2.
//!
//! Scalars and points are values that can be copied: what lies where they were given and taken is the caller's, here on
//! the heap. What is computed between must not stay.

use crate::check::{Case, Check, Source};
use crate::x25519::key;
use carnelian::ct::{Choice, Select};
use carnelian::curve::curve25519::{EdwardsPoint, RistrettoPoint, Scalar};
use carnelian::curve::elligator2::{self, Representative};
use carnelian::curve::x25519::{PublicKey, SecretKey};
use std::hint::black_box;

pub(crate) const CASES: &[Case] = &[
    Case { name: "edwards25519/mul-base", run: mul_base },
    Case { name: "edwards25519/mul", run: mul },
    Case { name: "edwards25519/add", run: add },
    Case { name: "edwards25519/equals", run: equals },
    Case { name: "edwards25519/select", run: select },
    Case { name: "edwards25519/compress", run: compress },
    Case { name: "edwards25519/compress-batch", run: compress_batch },
    Case { name: "edwards25519/decompress", run: decompress },
    Case { name: "edwards25519/montgomery", run: montgomery },
    Case { name: "scalar25519/add", run: scalar_add },
    Case { name: "scalar25519/mul-add", run: scalar_mul_add },
    Case { name: "scalar25519/invert", run: scalar_invert },
    Case { name: "scalar25519/reduce", run: scalar_reduce },
    Case { name: "scalar25519/from-canonical-bytes", run: scalar_from_canonical_bytes },
    Case { name: "scalar25519/compare", run: scalar_compare },
    Case { name: "ristretto255/encode", run: ristretto_encode },
    Case { name: "ristretto255/decode", run: ristretto_decode },
    Case { name: "ristretto255/map", run: ristretto_map },
    Case { name: "ristretto255/group", run: ristretto_group },
    Case { name: "ristretto255/equals", run: ristretto_equals },
    Case { name: "elligator2/map", run: elligator_map },
    Case { name: "elligator2/inverse", run: elligator_inverse },
    Case { name: "elligator2/dirty-public-key", run: dirty_public_key },
    Case { name: "elligator2/hide", run: hide },
    Case { name: "elligator2/generate", run: generate },
    Case { name: "elligator2/hash-to-curve", run: hash_to_curve },
];

/// A scalar that the caller has as a plain value.
fn scalar(check: &mut Check) -> Box<Scalar> {
    let wide = check.array("the wide number");
    let scalar = Box::new(Scalar::from_bytes_mod_order_wide(&wide));
    check.public_value(&*scalar);
    scalar
}

/// The same of a point.
fn point(check: &mut Check) -> Box<EdwardsPoint> {
    let point = Box::new(EdwardsPoint::mul_base(&scalar(check)));
    check.public_value(&*point);
    point
}

fn element(check: &mut Check) -> Box<RistrettoPoint> {
    let element = Box::new(RistrettoPoint::mul_base(&scalar(check)));
    check.public_value(&*element);
    element
}

/// Runs `work`, whose result is the caller's as a plain value.
fn gives<T>(check: &mut Check, what: &str, work: &dyn Fn() -> T) {
    let mut result = Box::new(work());
    check.run(what, &mut || *result = work());
    check.public_value(&*result);
}

fn mul_base(check: &mut Check) {
    let scalar = check.array("the wide number");
    let scalar = Box::new(Scalar::from_bytes_mod_order_wide(&scalar));
    check.secret("the scalar", &scalar.to_bytes());
    gives(check, "mul_base", &|| EdwardsPoint::mul_base(&scalar));
    let number = check.array("the number");
    gives(check, "mul_base_bytes", &|| EdwardsPoint::mul_base_bytes(&number));
    for count in [1, 8, 11] {
        let scalars: Vec<_> = (0..count).map(|_| *self::scalar(check)).collect();
        let mut points = vec![EdwardsPoint::IDENTITY; count];
        check.run("mul_base_batch", &mut || {
            EdwardsPoint::mul_base_batch(&scalars, &mut points).expect("as many points");
        });
        points.iter().for_each(|point| check.public_value(point));
    }
}

fn mul(check: &mut Check) {
    let (a, p) = (scalar(check), point(check));
    gives(check, "mul", &|| *p * *a);
    gives(check, "mul of the base", &|| EdwardsPoint::BASE * *a);
}

fn add(check: &mut Check) {
    let (a, b) = (point(check), point(check));
    gives(check, "add", &|| *a + *b);
    gives(check, "sub", &|| *a - *b);
    gives(check, "neg", &|| -*a);
    gives(check, "double", &|| a.double());
    gives(check, "mul_by_cofactor", &|| a.mul_by_cofactor());
}

fn equals(check: &mut Check) {
    let (a, b) = (point(check), point(check));
    check.public_value(&-*a);
    check.run("equals", &mut || _ = black_box(a.equals(&b)));
    check.run("is_identity", &mut || _ = black_box(a.is_identity()));
    check.run("is_small_order", &mut || _ = black_box(a.is_small_order()));
    check.run("is_torsion_free", &mut || _ = black_box(a.is_torsion_free()));
}

fn select(check: &mut Check) {
    let (mut a, mut b) = (point(check), point(check));
    let choice = Choice::from_lsb(u64::from(check.drawn(1)[0]));
    gives(check, "select", &|| Select::select(choice, *a, *b));
    check.run("swap", &mut || Select::swap(choice, &mut *a, &mut *b));
}

fn compress(check: &mut Check) {
    let point = point(check);
    gives(check, "compress", &|| point.compress());
}

fn compress_batch(check: &mut Check) {
    for count in [1, 8, 35] {
        let points: Vec<_> = (0..count).map(|_| *point(check)).collect();
        let mut encodings = vec![[0; 32]; count];
        check.run("compress_batch", &mut || {
            EdwardsPoint::compress_batch(&points, &mut encodings).expect("as many encodings");
        });
        check.public(encodings.as_flattened());
    }
}

fn decompress(check: &mut Check) {
    let encoding = Box::new(point(check).compress());
    check.public(&encoding[..]);
    gives(check, "decompress", &|| EdwardsPoint::decompress(&encoding));
    gives(check, "decompress_zip215", &|| EdwardsPoint::decompress_zip215(&encoding));
}

fn montgomery(check: &mut Check) {
    let point = point(check);
    let u = Box::new(point.to_montgomery());
    check.public(&u[..]);
    gives(check, "to_montgomery", &|| point.to_montgomery());
    let back = EdwardsPoint::from_montgomery(&u, false).expect("a point's coordinate");
    check.public(&back.compress());
    gives(check, "from_montgomery", &|| EdwardsPoint::from_montgomery(&u, false));
}

fn scalar_add(check: &mut Check) {
    let (a, b) = (scalar(check), scalar(check));
    gives(check, "add", &|| *a + *b);
    gives(check, "sub", &|| *a - *b);
    gives(check, "neg", &|| -*a);
}

fn scalar_mul_add(check: &mut Check) {
    let (a, b, c) = (scalar(check), scalar(check), scalar(check));
    gives(check, "mul_add", &|| a.mul_add(&b, &c));
    gives(check, "mul", &|| *a * *b);
}

fn scalar_invert(check: &mut Check) {
    let a = scalar(check);
    gives(check, "invert", &|| a.invert());
}

fn scalar_reduce(check: &mut Check) {
    let (number, wide) = (check.array("the number"), check.array("the wide number"));
    // The order has no bits in the third word, which a reduced number has in common with the number.
    check.public(&number[16..24]);
    gives(check, "from_bytes_mod_order", &|| Scalar::from_bytes_mod_order(&number));
    gives(check, "from_bytes_mod_order_wide", &|| Scalar::from_bytes_mod_order_wide(&wide));
    gives(check, "random", &|| Scalar::random(&mut Source(&wide[..])).expect("the source delivers"));
    let a = scalar(check);
    gives(check, "to_bytes", &|| a.to_bytes());
}

fn scalar_from_canonical_bytes(check: &mut Check) {
    let bytes = Box::new(scalar(check).to_bytes());
    gives(check, "from_canonical_bytes", &|| Scalar::from_canonical_bytes(&bytes));
}

fn scalar_compare(check: &mut Check) {
    let (mut a, mut b) = (scalar(check), scalar(check));
    let choice = Choice::from_lsb(u64::from(check.drawn(1)[0]));
    check.run("equals", &mut || _ = black_box(a.equals(&b)));
    check.run("is_zero", &mut || _ = black_box(a.is_zero()));
    gives(check, "select", &|| Select::select(choice, *a, *b));
    check.run("swap", &mut || Select::swap(choice, &mut *a, &mut *b));
}

fn ristretto_encode(check: &mut Check) {
    let element = element(check);
    gives(check, "compress", &|| element.compress());
}

fn ristretto_decode(check: &mut Check) {
    let encoding = Box::new(element(check).compress());
    check.public(&encoding[..]);
    gives(check, "decompress", &|| RistrettoPoint::decompress(&encoding));
}

fn ristretto_map(check: &mut Check) {
    let uniform = check.array("the uniform bytes");
    gives(check, "from_uniform_bytes", &|| RistrettoPoint::from_uniform_bytes(&uniform));
    gives(check, "random", &|| RistrettoPoint::random(&mut Source(&uniform[..])).expect("the source delivers"));
}

fn ristretto_group(check: &mut Check) {
    let (a, b, k) = (element(check), element(check), scalar(check));
    gives(check, "add", &|| *a + *b);
    gives(check, "sub", &|| *a - *b);
    gives(check, "neg", &|| -*a);
    gives(check, "double", &|| a.double());
    gives(check, "mul", &|| *a * *k);
    gives(check, "mul_base", &|| RistrettoPoint::mul_base(&k));
}

fn ristretto_equals(check: &mut Check) {
    let (a, b) = (element(check), element(check));
    check.run("equals", &mut || _ = black_box(a.equals(&b)));
    check.run("is_identity", &mut || _ = black_box(a.is_identity()));
}

fn elligator_map(check: &mut Check) {
    let bytes = check.drawn(32);
    check.public(&bytes);
    let representative = Box::new(Representative::from_bytes(bytes[..].try_into().expect("32 bytes")));
    gives(check, "public_key", &|| representative.public_key());
}

fn elligator_inverse(check: &mut Check) {
    for tweak in 0..4 {
        let bytes = check.drawn(32);
        check.public(&bytes);
        let public = Box::new(PublicKey::from_bytes(bytes[..].try_into().expect("32 bytes")));
        // Of a key without one nothing may be seen either, and it is no plain result.
        if let Ok(representative) = Representative::of(&public, tweak) {
            check.public(representative.as_bytes());
        }
        check.run("of", &mut || _ = black_box(Representative::of(&public, tweak)));
    }
}

fn dirty_public_key(check: &mut Check) {
    let key = Box::new(SecretKey::from_bytes(*key(check)));
    gives(check, "dirty_public_key", &|| elligator2::dirty_public_key(&key));
}

fn hide(check: &mut Check) {
    for tweak in 0..8 {
        let key = Box::new(SecretKey::from_bytes(*key(check)));
        check.public(elligator2::dirty_public_key(&key).as_bytes());
        if let Ok(representative) = elligator2::hide(&key, tweak) {
            check.public(representative.as_bytes());
        }
        check.run("hide", &mut || _ = black_box(elligator2::hide(&key, tweak)));
    }
}

fn generate(check: &mut Check) {
    let bytes = check.bytes("what is drawn", 5000);
    let (key, hidden) = elligator2::generate(&mut Source(&bytes)).expect("the source delivers");
    check.public(hidden.as_bytes());
    check.public(elligator2::dirty_public_key(&key).as_bytes());
    // Keys that were drawn and have no representative.
    for seed in bytes.chunks_exact(33).take(100) {
        let key = SecretKey::from_bytes(seed[..32].try_into().expect("32 bytes"));
        check.public(elligator2::dirty_public_key(&key).as_bytes());
    }
    check.run("generate", &mut || _ = black_box(&elligator2::generate(&mut Source(&bytes))));
}

fn hash_to_curve(check: &mut Check) {
    let message = check.bytes("the message", 300);
    gives(check, "hash_to_curve", &|| elligator2::hash_to_curve(&message, b"tag"));
    gives(check, "encode_to_curve", &|| elligator2::encode_to_curve(&message, b"tag"));
}
