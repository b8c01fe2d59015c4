//! X-Wing and the hybrid key exchange of TLS with secret keys.

use crate::check::Check;
use crate::op::{Operation, TIERS_OF_25519 as TIERS};
use carnelian::__internals::TestRandom;
use carnelian::composite::hybrid::{ClientKey, HybridError, X25519MlKem768, respond};
use carnelian::composite::xwing::{Ciphertext, DecapsulationKey};
use carnelian::curve::curve25519::backend;

pub(super) const OPERATIONS: &[Operation] = &[
    Operation { name: "xwing/generate", tiers: TIERS, backend, run: generate },
    Operation { name: "xwing/encapsulate", tiers: TIERS, backend, run: encapsulate },
    Operation { name: "xwing/decapsulate", tiers: TIERS, backend, run: decapsulate },
    Operation { name: "x25519mlkem768/exchange", tiers: TIERS, backend, run: exchange },
];

fn generate(check: &mut Check) {
    let drawn = DecapsulationKey::generate(&mut check.salts()).expect("a deterministic source delivers");
    check.secret_result(drawn.to_bytes());
    check.public_result(&drawn.encapsulation_key().to_bytes());
    let key = DecapsulationKey::from_bytes(check.array().expose());
    check.secret_result(key.to_bytes());
    check.public_result(&key.encapsulation_key().to_bytes());
}

fn encapsulate(check: &mut Check) {
    let key = DecapsulationKey::generate(&mut TestRandom::new(2)).expect("a deterministic source delivers");
    let made = key.encapsulation_key().encapsulate(&mut check.salts());
    let (ciphertext, secret) = made.expect("a deterministic source delivers");
    check.public_result(ciphertext.as_bytes());
    check.secret_result(secret.expose());
    check.secret_result(secret.as_secret().expose());
}

/// A ciphertext of the key, and one that is rejected: nothing tells them apart.
fn decapsulate(check: &mut Check) {
    let key = DecapsulationKey::from_bytes(check.array().expose());
    let (ciphertext, _) = key.encapsulation_key().encapsulate(&mut check.salts()).expect("the source delivers");
    let mut other = ciphertext.to_bytes();
    other[0] ^= 1;
    for ciphertext in [ciphertext, Ciphertext::from_bytes(&other).expect("of the same length")] {
        check.secret_result(key.decapsulate(&ciphertext).expose());
    }
    assert_eq!(key.check_pair(), Ok(()));
}

/// Both sides; and a share with a key of small order: only that fact becomes public.
fn exchange(check: &mut Check) {
    let client = ClientKey::<X25519MlKem768>::generate(&mut check.salts()).expect("a deterministic source delivers");
    let share = client.share();
    check.public_result(&share);
    let (answer, secret) = respond::<X25519MlKem768>(&share, &mut check.salts()).expect("the share of a client");
    check.public_result(&answer);
    check.secret_result(secret.expose());
    check.secret_result(client.finish(&answer).expect("the share of a server").expose());
    let mut small = answer;
    small[1088..].fill(0);
    assert_eq!(client.finish(&small).err(), Some(HybridError::NonContributory));
}
