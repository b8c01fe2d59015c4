//! The decoders of ML-KEM keys take any bytes without a panic, at every tier: encapsulation keys exactly if each
//! coefficient is reduced, expanded decapsulation keys exactly if their halves belong together, and both are written back
//! as they came. Every tier gets the same secret from a ciphertext of any bytes, as does a prepared key.
#![no_main]

use carnelian::postquantum::mlkem::{
    Ciphertext, DecapsulationKey, EncapsulationKey, MlKem512, MlKem768, MlKem1024, Parameters, hazmat,
};
use carnelian_fuzz::{Input, at_two_tiers, edited};
use libfuzzer_sys::fuzz_target;
use std::sync::LazyLock;

fuzz_target!(|input: Input<'_>| {
    match input.0 % 3 {
        0 => decode::<MlKem512>(&VALID[0], &input),
        1 => decode::<MlKem768>(&VALID[1], &input),
        _ => decode::<MlKem1024>(&VALID[2], &input),
    }
});

static VALID: LazyLock<[Valid; 3]> = LazyLock::new(|| [valid::<MlKem512>(), valid::<MlKem768>(), valid::<MlKem1024>()]);

struct Valid {
    ek: Vec<u8>,
    dk: Vec<u8>,
    c: Vec<u8>,
}

fn valid<P: Parameters>() -> Valid {
    let key = DecapsulationKey::<P>::from_seed(&[7; 64]);
    let ek = key.encapsulation_key();
    let (c, _) = hazmat::encapsulate_internal(&ek, &[8; 32]);
    Valid { ek: ek.as_ref().to_vec(), dk: key.as_expanded_bytes().expose().as_ref().to_vec(), c: c.as_ref().to_vec() }
}

/// The case edits a key or what the other side sends. What is left of its number is a tier.
fn decode<P: Parameters>(valid: &Valid, input: &Input<'_>) {
    let case = input.0 / 9;
    match input.0 / 3 % 3 {
        0 => encapsulation_key::<P>(case, &edited(&valid.ek, input)),
        1 => {
            let dk = edited(&valid.dk, input);
            if decapsulation_key::<P>(case, &dk, &valid.dk) {
                decapsulate::<P>(case, &dk, &valid.c);
            }
        }
        _ => decapsulate::<P>(case, &valid.dk, &edited(&valid.c, input)),
    }
}

fn encapsulation_key<P: Parameters>(case: u8, ek: &[u8]) {
    let (vector, _) = ek.split_at(384 * P::K);
    let numbers = |[a, b, c]: &[u8; 3]| [u16::from_le_bytes([*a, b & 15]), u16::from_le_bytes([*b, *c]) >> 4];
    let is_reduced = vector.as_chunks().0.iter().flat_map(numbers).all(|number| number < 3329);
    let taken = at_two_tiers(case, || {
        let ek = EncapsulationKey::<P>::from_slice(ek).ok()?;
        let (c, k) = hazmat::encapsulate_internal(&ek, &[9; 32]);
        Some((ek.to_bytes(), c.to_bytes(), *k.expose()))
    });
    assert_eq!(taken.is_some(), is_reduced);
    assert!(taken.is_none_or(|(bytes, ..)| bytes.as_ref() == ek));
}

/// Returns whether an expanded key is valid, given a key that is. Its halves belong together, and their hash is there; z,
/// its last 32 bytes, may be any.
fn decapsulation_key<P: Parameters>(case: u8, dk: &[u8], valid: &[u8]) -> bool {
    let z = dk.len() - 32;
    let is_valid = dk[..z] == valid[..z];
    let written = at_two_tiers(case, || {
        DecapsulationKey::<P>::from_expanded_slice(dk).ok().map(|key| *key.as_expanded_bytes().expose())
    });
    assert_eq!(written.is_some(), is_valid);
    assert!(written.is_none_or(|bytes| bytes.as_ref() == dk));
    is_valid
}

fn decapsulate<P: Parameters>(case: u8, dk: &[u8], c: &[u8]) {
    let c = Ciphertext::<P>::from_slice(c).expect("any bytes of this length are a ciphertext");
    at_two_tiers(case, || {
        let key = DecapsulationKey::<P>::from_expanded_slice(dk).expect("a valid key");
        let secret = *key.decapsulate(&c).expose();
        assert_eq!(*key.prepare().decapsulate(&c).expose(), secret);
        secret
    });
}
