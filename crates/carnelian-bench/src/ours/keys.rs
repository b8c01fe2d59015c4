//! Our offers around the keys of curve25519: generation, decoding, signed messages, sums from bytes, EdDSA
//! with BLAKE2b, and Elligator 2.

use crate::op::Offers;
use crate::op::eddsa_blake2b::EddsaBlake2b;
use crate::op::edwards25519::EncodedSums;
use crate::op::elligator2::Elligator2;
use crate::op::keys::{self, Decoded, Decoder, Drawn};
use crate::op::signed_messages::SignedMessages;
use carnelian::cipher::chacha20::ChaCha20Djb;
use carnelian::curve::curve25519::{self, EdwardsPoint, Scalar};
use carnelian::curve::ed25519::{self, SigningKey, VerifyingKey};
use carnelian::curve::eddsa_blake2b;
use carnelian::curve::elligator2::{Representative, hide};
use carnelian::curve::x25519::{PublicKey, SecretKey};
use carnelian::random::OsRandom;

/// Adds these offers.
pub(super) fn and(offers: Offers) -> Offers {
    let offers = offers.and(drawn_x25519()).and(drawn_ed25519()).and(decoded_x25519()).and(decoded_ed25519());
    offers.and(signed_messages()).and(encoded_sums()).and(eddsa_blake2b()).and(elligator2())
}

fn drawn_x25519() -> Drawn<keys::X25519> {
    Drawn::new(curve25519::backend(), || {
        let secret = SecretKey::generate(&mut OsRandom).expect("the system delivers");
        (*secret.to_bytes().expose(), secret.public_key().to_bytes())
    })
}

fn drawn_ed25519() -> Drawn<keys::Ed25519> {
    Drawn::new(curve25519::backend(), || {
        let key = SigningKey::generate(&mut OsRandom).expect("the system delivers");
        (*key.as_seed().expose(), key.verifying_key().to_bytes())
    })
}

fn decoded_x25519() -> Decoded<keys::X25519> {
    let secret =
        Decoder::new(|bytes| Some(SecretKey::from_bytes(*bytes)), |key: &SecretKey| key.public_key().to_bytes());
    let public = Decoder::new(|bytes| Some(PublicKey::from_bytes(*bytes)), |key: &PublicKey| key.to_bytes());
    Decoded::new(curve25519::backend(), Some(secret), Some(public))
}

fn decoded_ed25519() -> Decoded<keys::Ed25519> {
    let secret =
        Decoder::new(|seed| Some(SigningKey::from_seed(*seed)), |key: &SigningKey| key.verifying_key().to_bytes());
    let public = Decoder::new(|bytes| VerifyingKey::from_bytes(bytes).ok(), VerifyingKey::to_bytes);
    Decoded::new(curve25519::backend(), Some(secret), Some(public))
}

fn signed_messages() -> SignedMessages {
    SignedMessages {
        backend: curve25519::backend().to_owned(),
        open: |public_key, signed, buffer| {
            let message = ed25519::open_combined(public_key, signed).ok()?;
            buffer[..message.len()].copy_from_slice(message);
            Some(message.len())
        },
    }
}

fn encoded_sums() -> EncodedSums {
    EncodedSums {
        backend: curve25519::backend().to_owned(),
        sum: |scalars, points| {
            let scalars: Option<Vec<Scalar>> =
                scalars.iter().map(|scalar| Scalar::from_canonical_bytes(scalar).ok()).collect();
            let points: Result<Vec<EdwardsPoint>, _> = EdwardsPoint::decompress_batch(points).into_iter().collect();
            let sum = EdwardsPoint::multiscalar_mul_vartime(&scalars?, &points.ok()?);
            Some(sum.expect("as many scalars as points").compress())
        },
    }
}

fn eddsa_blake2b() -> EddsaBlake2b {
    EddsaBlake2b {
        backend: curve25519::backend().to_owned(),
        public_key: |seed| eddsa_blake2b::SigningKey::from_seed(*seed).verifying_key().to_bytes(),
        signer: |seed| {
            let key = eddsa_blake2b::SigningKey::from_seed(*seed);
            Box::new(move |message| key.sign(message).to_bytes())
        },
        verify: |public_key, message, signature| {
            let signature = eddsa_blake2b::Signature::from_bytes(signature);
            eddsa_blake2b::verify(public_key, message, &signature).is_ok()
        },
    }
}

fn elligator2() -> Elligator2 {
    Elligator2 {
        backend: curve25519::backend().to_owned(),
        map: |hidden| Representative::from_bytes(*hidden).public_key().to_bytes(),
        rev: |public, tweak| {
            Representative::of(&PublicKey::from_bytes(*public), tweak).ok().map(Representative::to_bytes)
        },
        key_pair: hidden_key_pair,
    }
}

/// Computes `crypto_elligator_key_pair` of Monocypher: the keystream of ChaCha20 under the seed is a secret key, and the
/// tweak or the next seed.
fn hidden_key_pair(seed: &[u8; 32]) -> ([u8; 32], [u8; 32]) {
    let mut seed = *seed;
    loop {
        let mut stream = [0; 64];
        ChaCha20Djb::new(&seed, &[0; 8]).apply(&mut stream).expect("below the limit");
        let (secret, rest) = stream.split_at(32);
        let secret: [u8; 32] = secret.try_into().expect("32 bytes");
        if let Ok(hidden) = hide(&SecretKey::from_bytes(secret), rest[0]) {
            return (hidden.to_bytes(), secret);
        }
        seed.copy_from_slice(rest);
    }
}
