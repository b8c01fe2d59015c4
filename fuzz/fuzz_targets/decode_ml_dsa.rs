//! The decoders of ML-DSA keys and signatures take any bytes without a panic and give the same verdict at every tier.
//! What they take they write back; a signature is taken exactly if FIPS 204 encodes its parts so, a changed one is never
//! valid, and a key that is taken signs what its public key verifies.
#![no_main]

use carnelian::postquantum::mldsa::{MlDsa44, MlDsa65, MlDsa87, Parameters, Signature, SigningKey, VerifyingKey};
use carnelian_fuzz::{Input, at_two_tiers, edited};
use libfuzzer_sys::fuzz_target;
use std::collections::BTreeSet;
use std::sync::LazyLock;

const MESSAGE: &[u8] = b"a message";

fuzz_target!(|input: Input<'_>| {
    match input.0 % 3 {
        0 => decode::<MlDsa44>(&VALID[0], &input),
        1 => decode::<MlDsa65>(&VALID[1], &input),
        _ => decode::<MlDsa87>(&VALID[2], &input),
    }
});

static VALID: LazyLock<[Valid; 3]> = LazyLock::new(|| [valid::<MlDsa44>(), valid::<MlDsa65>(), valid::<MlDsa87>()]);

struct Valid {
    pk: Vec<u8>,
    sk: Vec<u8>,
    signature: Vec<u8>,
}

fn valid<P: Parameters>() -> Valid {
    let key = SigningKey::<P>::from_seed(&[7; 32]);
    Valid {
        pk: key.verifying_key().as_ref().to_vec(),
        sk: key.to_expanded_bytes().declassify("fuzzing").as_ref().to_vec(),
        signature: key.sign_deterministic(MESSAGE).expect("a few attempts suffice").as_ref().to_vec(),
    }
}

/// The case edits a key or what the other side sends. What is left of its number is a tier.
fn decode<P: Parameters>(valid: &Valid, input: &Input<'_>) {
    let case = input.0 / 9;
    match input.0 / 3 % 3 {
        0 => public_key::<P>(case, valid, &edited(&valid.pk, input)),
        1 => private_key::<P>(case, &edited(&valid.sk, input)),
        _ => decode_signature::<P>(case, valid, &edited(&valid.signature, input)),
    }
}

fn public_key<P: Parameters>(case: u8, valid: &Valid, pk: &[u8]) {
    let key = VerifyingKey::<P>::from_slice(pk).expect("any bytes of this length are a key");
    assert_eq!(key.to_bytes().as_ref(), pk);
    let signature = Signature::<P>::from_slice(&valid.signature[..]).expect("a valid signature");
    let verified = at_two_tiers(case, || key.verify(MESSAGE, &signature));
    assert_eq!(verified.is_ok(), pk == valid.pk);
}

fn private_key<P: Parameters>(case: u8, sk: &[u8]) {
    let written = at_two_tiers(case, || {
        let key = SigningKey::<P>::from_expanded_slice(sk)?;
        Ok::<_, carnelian::postquantum::mldsa::ExpandedKeyError>(*key.to_expanded_bytes().declassify("fuzzing"))
    });
    let Ok(bytes) = written else { return };
    assert_eq!(bytes.as_ref(), sk);
    let key = SigningKey::<P>::from_expanded_bytes(&bytes).expect("a valid key");
    let signature = key.sign_deterministic(MESSAGE).expect("a few attempts suffice");
    assert_eq!(key.verifying_key().verify(MESSAGE, &signature), Ok(()));
}

fn decode_signature<P: Parameters>(case: u8, valid: &Valid, bytes: &[u8]) {
    let key = VerifyingKey::<P>::from_slice(&valid.pk[..]).expect("a valid key");
    let decoded = at_two_tiers(case, || Signature::<P>::from_slice(bytes));
    let (c_tilde, z_bits) = (P::LAMBDA / 4, if P::GAMMA1 == 1 << 17 { 18 } else { 20 });
    let (z, hint) = bytes[c_tilde..].split_at(P::L * 32 * z_bits);
    assert_eq!(decoded.is_ok(), has_short_z::<P>(z, z_bits) && is_canonical::<P>(hint), "{decoded:?}");
    let Ok(signature) = decoded else { return };
    assert_eq!(signature.as_ref(), bytes);
    let verified = at_two_tiers(case, || {
        let verified = key.verify(MESSAGE, &signature);
        assert_eq!(key.prepare().verify(MESSAGE, &signature), verified);
        verified
    });
    assert_eq!(verified.is_ok(), bytes == valid.signature);
}

/// Algorithm 19, BitUnpack(v, γ₁ − 1, γ₁), and the norm that Algorithm 8 asks for.
fn has_short_z<P: Parameters>(z: &[u8], z_bits: usize) -> bool {
    let bit = |at: usize| i32::from(z[at / 8] >> (at % 8) & 1);
    let number = |i: usize| (0..z_bits).map(|j| bit(i * z_bits + j) << j).sum::<i32>();
    (0..P::L * 256).all(|i| (P::GAMMA1 - number(i)).abs() < P::GAMMA1 - P::BETA)
}

/// Returns whether Algorithm 20, HintBitPack, returns these bytes for the hint that they stand for.
fn is_canonical<P: Parameters>(hint: &[u8]) -> bool {
    let (positions, ends) = hint.split_at(P::OMEGA);
    let mut rows: Vec<BTreeSet<u8>> = vec![BTreeSet::new(); P::K];
    let mut first = 0;
    for (row, end) in rows.iter_mut().zip(ends) {
        let Some(positions) = positions.get(first..usize::from(*end)) else { return false };
        row.extend(positions);
        first = usize::from(*end);
    }
    let mut packed: Vec<u8> = rows.iter().flatten().copied().collect();
    packed.resize(P::OMEGA, 0);
    let mut count = 0;
    packed.extend(rows.iter().map(|row| {
        count += row.len() as u8;
        count
    }));
    packed == hint
}
