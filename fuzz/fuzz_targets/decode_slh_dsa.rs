//! The decoders of SLH-DSA keys and signatures accept any bytes of the right length without a panic, and write them
//! back. Verification gives the same verdict at every tier, and accepts no signature, key or message that was changed.
#![no_main]

use carnelian::postquantum::slhdsa::{
    Parameters, Signature, SigningKey, SlhDsaSha2_128f, SlhDsaSha2_192f, SlhDsaSha2_256f, SlhDsaShake128f,
    SlhDsaShake192f, SlhDsaShake256f, VerifyingKey,
};
use carnelian_fuzz::{Input, at_two_tiers, edited};
use libfuzzer_sys::fuzz_target;
use std::sync::LazyLock;

const MESSAGE: &[u8] = b"a message";

fuzz_target!(|input: Input<'_>| {
    match input.0 % 6 {
        0 => decode::<SlhDsaSha2_128f>(&VALID[0], &input),
        1 => decode::<SlhDsaShake128f>(&VALID[1], &input),
        2 => decode::<SlhDsaSha2_192f>(&VALID[2], &input),
        3 => decode::<SlhDsaShake192f>(&VALID[3], &input),
        4 => decode::<SlhDsaSha2_256f>(&VALID[4], &input),
        _ => decode::<SlhDsaShake256f>(&VALID[5], &input),
    }
});

static VALID: [LazyLock<Valid>; 6] = [
    LazyLock::new(valid::<SlhDsaSha2_128f>),
    LazyLock::new(valid::<SlhDsaShake128f>),
    LazyLock::new(valid::<SlhDsaSha2_192f>),
    LazyLock::new(valid::<SlhDsaShake192f>),
    LazyLock::new(valid::<SlhDsaSha2_256f>),
    LazyLock::new(valid::<SlhDsaShake256f>),
];

struct Valid {
    pk: Vec<u8>,
    sk: Vec<u8>,
    signature: Vec<u8>,
}

fn valid<P: Parameters>() -> Valid {
    let seed = |byte: u8| P::SeedBytes::try_from(&vec![byte; P::N][..]).expect("n bytes");
    let key = SigningKey::<P>::from_seeds(&seed(1), &seed(2), &seed(3));
    Valid {
        pk: key.verifying_key().as_ref().to_vec(),
        sk: key.to_bytes().declassify("fuzzing").as_ref().to_vec(),
        signature: key.sign_deterministic(MESSAGE).expect("no fault").as_ref().to_vec(),
    }
}

/// The case edits a key, the message or the signature. What is left of its number is a tier.
fn decode<P: Parameters>(valid: &Valid, input: &Input<'_>) {
    let case = input.0 / 24;
    match input.0 / 6 % 4 {
        0 => private_key::<P>(valid, &edited(&valid.sk, input)),
        1 => verify::<P>(case, valid, &edited(&valid.pk, input), MESSAGE, &valid.signature),
        2 => verify::<P>(case, valid, &valid.pk, &edited(MESSAGE, input), &valid.signature),
        _ => verify::<P>(case, valid, &valid.pk, MESSAGE, &edited(&valid.signature, input)),
    }
}

/// The root of a key is right exactly if the key is the valid one, except that SK.prf has no part in it.
fn private_key<P: Parameters>(valid: &Valid, sk: &[u8]) {
    let key = SigningKey::<P>::from_slice(sk).expect("any bytes of this length are a key");
    assert_eq!(key.to_bytes().declassify("fuzzing").as_ref(), sk);
    assert_eq!(key.verifying_key().as_ref(), &sk[2 * P::N..]);
    assert!(SigningKey::<P>::from_slice(&sk[1..]).is_err());
    let has_its_seeds = sk[..P::N] == valid.sk[..P::N] && sk[2 * P::N..] == valid.sk[2 * P::N..];
    assert_eq!(key.check().is_ok(), has_its_seeds);
}

fn verify<P: Parameters>(case: u8, valid: &Valid, pk: &[u8], message: &[u8], signature: &[u8]) {
    let key = VerifyingKey::<P>::from_slice(pk).expect("any bytes of this length are a key");
    assert_eq!(key.to_bytes().as_ref(), pk);
    assert!(VerifyingKey::<P>::from_slice(&pk[1..]).is_err());
    let decoded = Signature::<P>::from_slice(signature).expect("any bytes of this length are a signature");
    assert_eq!(decoded.as_ref(), signature);
    assert!(Signature::<P>::from_slice(&signature[1..]).is_err());
    let verified = at_two_tiers(case, || key.verify(message, &decoded));
    assert_eq!(verified.is_ok(), pk == valid.pk && message == MESSAGE && signature == valid.signature);
}
