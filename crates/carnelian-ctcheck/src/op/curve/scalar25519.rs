//! Secret scalars modulo the order of curve25519's base point.

use super::edwards25519::scalar;
use crate::check::Check;
use crate::op::{Operation, TIERS_OF_25519 as TIERS};
use carnelian::ct::{Choice, Select};
use carnelian::curve::curve25519::{NonCanonicalScalar, Scalar, backend};
use carnelian::secret::Secret;

pub(super) const OPERATIONS: &[Operation] = &[
    Operation { name: "scalar25519/add", tiers: TIERS, backend, run: add },
    Operation { name: "scalar25519/mul-add", tiers: TIERS, backend, run: mul_add },
    Operation { name: "scalar25519/invert", tiers: TIERS, backend, run: invert },
    Operation { name: "scalar25519/reduce", tiers: TIERS, backend, run: reduce },
    Operation { name: "scalar25519/from-canonical-bytes", tiers: TIERS, backend, run: from_canonical_bytes },
    Operation { name: "scalar25519/compare", tiers: TIERS, backend, run: compare },
];

fn note(check: &mut Check, scalar: Scalar) {
    check.secret_result(&scalar.to_bytes());
}

/// Returns a small scalar such as 0 or 1, which the compiler must not know either.
fn small(number: u64) -> Scalar {
    let mut bytes = [0; 32];
    bytes[0] = number as u8;
    let secret = Secret::new(bytes);
    Scalar::from_canonical_bytes(secret.expose()).expect("a small number")
}

fn add(check: &mut Check) {
    let (a, b) = (scalar(check), scalar(check));
    for sum in [a + b, a - b, -a, a + -a, a + small(0), small(0) - small(1), -small(0)] {
        note(check, sum);
    }
}

fn mul_add(check: &mut Check) {
    let (a, b, c) = (scalar(check), scalar(check), scalar(check));
    for product in [a * b, a.mul_add(&b, &c), a * small(0), a * small(1), Scalar::from(3u64).mul_add(&a, &Scalar::ONE)]
    {
        note(check, product);
    }
}

fn invert(check: &mut Check) {
    let scalar = scalar(check);
    for inverse in [scalar.invert(), small(0).invert(), small(1).invert()] {
        note(check, inverse);
    }
}

fn reduce(check: &mut Check) {
    let (short, wide) = (check.array(), check.array());
    note(check, Scalar::from_bytes_mod_order(short.expose()));
    note(check, Scalar::from_bytes_mod_order_wide(wide.expose()));
    note(check, Scalar::from_bytes_mod_order_wide(Secret::new([0xff; 64]).expose()));
}

/// Reads numbers below and above L. Only the verdict becomes public.
fn from_canonical_bytes(check: &mut Check) {
    let bytes = Secret::new(scalar(check).to_bytes());
    note(check, Scalar::from_canonical_bytes(bytes.expose()).expect("a scalar's bytes"));
    let refused = Scalar::from_canonical_bytes(Secret::new([0xff; 32]).expose());
    assert_eq!(refused.err(), Some(NonCanonicalScalar));
}

fn compare(check: &mut Check) {
    let (a, b, choice) = (scalar(check), scalar(check), Choice::from_lsb(check.word()));
    for choice in [a.equals(&b), a.equals(&a), a.is_zero(), small(0).is_zero()] {
        check.secret_result(&[choice.mask::<u64>()]);
    }
    note(check, Select::select(choice, a, b));
    let (mut x, mut y) = (a, b);
    Select::swap(choice, &mut x, &mut y);
    note(check, x);
    note(check, y);
}
