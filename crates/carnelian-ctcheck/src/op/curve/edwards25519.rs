//! Secret points of edwards25519, and multiplication by secret scalars.

use crate::check::Check;
use crate::op::{Operation, TIERS_OF_25519 as TIERS};
use carnelian::ct::{Choice, Select};
use carnelian::curve::curve25519::{EdwardsPoint, Scalar, backend};
use carnelian::secret::Secret;

pub(super) const OPERATIONS: &[Operation] = &[
    Operation { name: "edwards25519/mul-base", tiers: TIERS, backend, run: mul_base },
    Operation { name: "edwards25519/mul", tiers: TIERS, backend, run: mul },
    Operation { name: "edwards25519/add", tiers: TIERS, backend, run: add },
    Operation { name: "edwards25519/equals", tiers: TIERS, backend, run: equals },
    Operation { name: "edwards25519/select", tiers: TIERS, backend, run: select },
    Operation { name: "edwards25519/compress", tiers: TIERS, backend, run: compress },
    Operation { name: "edwards25519/compress-batch", tiers: TIERS, backend, run: compress_batch },
    Operation { name: "edwards25519/decompress", tiers: TIERS, backend, run: decompress },
    Operation { name: "edwards25519/montgomery", tiers: TIERS, backend, run: montgomery },
];

pub(super) fn scalar(check: &mut Check) -> Scalar {
    Scalar::from_bytes_mod_order_wide(check.array().expose())
}

pub(super) fn point(check: &mut Check) -> EdwardsPoint {
    EdwardsPoint::mul_base(&scalar(check))
}

fn note(check: &mut Check, point: &EdwardsPoint) {
    check.secret_result(&point.compress());
}

fn note_choice(check: &mut Check, choice: Choice) {
    check.secret_result(&[choice.mask::<u64>()]);
}

fn mul_base(check: &mut Check) {
    let scalar = scalar(check);
    note(check, &EdwardsPoint::mul_base(&scalar));
    let number = check.array();
    note(check, &EdwardsPoint::mul_base_bytes(number.expose()));
    for count in [1, 8, 11] {
        let scalars: Vec<_> = (0..count).map(|_| self::scalar(check)).collect();
        let mut points = vec![EdwardsPoint::IDENTITY; count];
        EdwardsPoint::mul_base_batch(&scalars, &mut points).expect("as many points as scalars");
        points.iter().for_each(|point| note(check, point));
    }
}

/// Multiplies a public point and a secret one by a secret scalar.
fn mul(check: &mut Check) {
    let (scalar, secret) = (scalar(check), point(check));
    note(check, &(EdwardsPoint::BASE.double() * scalar));
    note(check, &(secret * scalar));
    note(check, &(secret * Scalar::from(5u64)));
}

fn add(check: &mut Check) {
    let (a, b) = (point(check), point(check));
    for sum in [a + b, a - b, -a, a.double(), a.mul_by_cofactor(), a + a, a + EdwardsPoint::IDENTITY] {
        note(check, &sum);
    }
}

fn equals(check: &mut Check) {
    let (a, b) = (point(check), point(check));
    for choice in [a.equals(&b), a.equals(&a), a.is_identity(), a.is_small_order(), a.is_torsion_free()] {
        note_choice(check, choice);
    }
}

fn select(check: &mut Check) {
    let (a, b, choice) = (point(check), point(check), Choice::from_lsb(check.word()));
    note(check, &Select::select(choice, a, b));
    note(check, &Select::select(choice, EdwardsPoint::BASE, EdwardsPoint::IDENTITY));
    let (mut x, mut y) = (a, b);
    Select::swap(choice, &mut x, &mut y);
    note(check, &x);
    note(check, &y);
}

fn compress(check: &mut Check) {
    let point = point(check);
    check.secret_result(&point.compress());
}

fn compress_batch(check: &mut Check) {
    for count in [0, 1, 8, 35] {
        let points: Vec<_> = (0..count).map(|_| point(check)).collect();
        let mut encodings = vec![[0; 32]; count];
        EdwardsPoint::compress_batch(&points, &mut encodings).expect("as many encodings as points");
        check.secret_result(&encodings);
    }
}

/// Decodes valid and invalid encodings. Only the verdict becomes public.
fn decompress(check: &mut Check) {
    let encoding = Secret::new(point(check).compress());
    let decode = [EdwardsPoint::decompress, EdwardsPoint::decompress_zip215];
    for decode in decode {
        let decoded = decode(encoding.expose()).expect("a point's encoding");
        note(check, &decoded);
        for _ in 0..8 {
            if let Ok(point) = decode(check.array().expose()) {
                note(check, &point);
            }
        }
        let mut not_canonical = [0xff; 32];
        not_canonical[31] = 0x7f;
        _ = decode(Secret::new(not_canonical).expose());
    }
}

fn montgomery(check: &mut Check) {
    let secret = point(check);
    let u = Secret::new(secret.to_montgomery());
    check.secret_result(u.expose());
    let back = EdwardsPoint::from_montgomery(u.expose(), false).expect("a point's coordinate");
    note(check, &back);
}
