//! Secret elements of Ristretto255.

use super::edwards25519::scalar;
use crate::check::Check;
use crate::op::{Operation, TIERS_OF_25519 as TIERS};
use carnelian::__internals::TestRandom;
use carnelian::curve::curve25519::{RistrettoPoint, backend};
use carnelian::secret::Secret;

pub(super) const OPERATIONS: &[Operation] = &[
    Operation { name: "ristretto255/encode", tiers: TIERS, backend, run: encode },
    Operation { name: "ristretto255/decode", tiers: TIERS, backend, run: decode },
    Operation { name: "ristretto255/map", tiers: TIERS, backend, run: map },
    Operation { name: "ristretto255/group", tiers: TIERS, backend, run: group },
    Operation { name: "ristretto255/equals", tiers: TIERS, backend, run: equals },
];

fn element(check: &mut Check) -> RistrettoPoint {
    RistrettoPoint::mul_base(&scalar(check))
}

fn note(check: &mut Check, element: &RistrettoPoint) {
    check.secret_result(&element.compress());
}

fn encode(check: &mut Check) {
    let element = element(check);
    note(check, &element);
}

/// Decodes valid and invalid encodings. Only the verdict becomes public.
fn decode(check: &mut Check) {
    let encoding = Secret::new(element(check).compress());
    let decoded = RistrettoPoint::decompress(encoding.expose()).expect("an element's encoding");
    note(check, &decoded);
    for _ in 0..16 {
        if let Ok(element) = RistrettoPoint::decompress(check.array().expose()) {
            note(check, &element);
        }
    }
}

fn map(check: &mut Check) {
    let uniform = check.array();
    note(check, &RistrettoPoint::from_uniform_bytes(uniform.expose()));
    note(check, &RistrettoPoint::from_uniform_bytes(Secret::new([0; 64]).expose()));
    let drawn = RistrettoPoint::random(&mut TestRandom::new(1)).expect("a deterministic source delivers");
    note(check, &drawn);
}

fn group(check: &mut Check) {
    let (a, b, scalar) = (element(check), element(check), scalar(check));
    for result in [a + b, a - b, -a, a.double(), a * scalar, RistrettoPoint::BASE * scalar] {
        note(check, &result);
    }
}

fn equals(check: &mut Check) {
    let (a, b) = (element(check), element(check));
    for choice in [a.equals(&b), a.equals(&a), a.is_identity()] {
        check.secret_result(&[choice.mask::<u64>()]);
    }
}
