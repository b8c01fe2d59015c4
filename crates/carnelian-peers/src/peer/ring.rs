//! ring. It selects among its assembly implementations at run time and does not report the choice.
//!
//! Its X25519 cannot be compared with others: a secret key can only come from the system's randomness and can be used
//! only once, so neither public keys nor shared secrets could be checked.

use super::found::{Found, locked_version};
use super::reach::{Isa, Reach};
use crate::offers::Offers;
use crate::op::aead::{Aead, Aes128GcmScheme, Aes256GcmScheme, ChaCha20Poly1305Scheme, Scheme};
use crate::op::ed25519::Ed25519;
use crate::op::hashing::{Sha1, Sha256, Sha512};
use crate::op::hmac::HmacSha256;
use crate::op::keys::{self, Decoded, Decoder, Drawn};
use ring::aead::{self, Aad, LessSafeKey, Nonce, UnboundKey};
use ring::rand::SystemRandom;
use ring::signature::{self, Ed25519KeyPair, KeyPair, UnparsedPublicKey};
use ring::{digest, hmac};

pub(super) fn find() -> Found {
    let chacha20poly1305 = aead::<ChaCha20Poly1305Scheme>(&aead::CHACHA20_POLY1305);
    let offers = Offers::none().and(sha1()).and(sha256()).and(sha512()).and(hmac_sha256());
    let offers = offers.and(ed25519()).and(decoded()).and(drawn()).and(chacha20poly1305);
    let offers =
        offers.and(aead::<Aes128GcmScheme>(&aead::AES_128_GCM)).and(aead::<Aes256GcmScheme>(&aead::AES_256_GCM));
    Ok((locked_version("ring", "0.17"), offers))
}

/// It has no AVX-512 code, and its other vector code cannot be switched off.
pub(super) const REACH: Reach = Reach::UpTo(Isa::Avx2, "takes AVX, BMI2 and ADX where it finds them");

fn sha1() -> Sha1 {
    Sha1::one_by_one("C", |message| {
        let digest = digest::digest(&digest::SHA1_FOR_LEGACY_USE_ONLY, message);
        digest.as_ref().try_into().expect("20 bytes")
    })
}

fn sha256() -> Sha256 {
    Sha256 {
        backend: "assembly".to_owned(),
        digest: |message| {
            let digest = digest::digest(&digest::SHA256, message);
            digest.as_ref().try_into().expect("32 bytes")
        },
        digest_batch: None,
    }
}

fn sha512() -> Sha512 {
    Sha512 {
        backend: "assembly".to_owned(),
        digest: |message| {
            let digest = digest::digest(&digest::SHA512, message);
            digest.as_ref().try_into().expect("64 bytes")
        },
        digest_batch: None,
    }
}

fn hmac_sha256() -> HmacSha256 {
    HmacSha256 {
        backend: "assembly".to_owned(),
        key: Some(|key| {
            let key = hmac_key(key);
            Box::new(move |message| hmac::sign(&key, message).as_ref().try_into().expect("32 bytes"))
        }),
        tag: |key, message| hmac::sign(&hmac_key(key), message).as_ref().try_into().expect("32 bytes"),
    }
}

fn hmac_key(key: &[u8; 32]) -> hmac::Key {
    hmac::Key::new(hmac::HMAC_SHA256, key)
}

/// Offers Ed25519 without an object for a decoded public key.
fn ed25519() -> Ed25519 {
    Ed25519 {
        backend: "assembly".to_owned(),
        public_key: |seed| public_bytes(&key_pair(seed)),
        signer: |seed| {
            let key = key_pair(seed);
            Box::new(move |message| key.sign(message).as_ref().try_into().expect("64 bytes"))
        },
        signer_batch: None,
        verify: |public_key, message, signature| {
            UnparsedPublicKey::new(&signature::ED25519, public_key).verify(message, signature).is_ok()
        },
        verifier: None,
        verify_batch: None,
    }
}

fn key_pair(seed: &[u8; 32]) -> Ed25519KeyPair {
    Ed25519KeyPair::from_seed_unchecked(seed).expect("any 32 bytes are a seed")
}

fn public_bytes(key: &Ed25519KeyPair) -> [u8; 32] {
    key.public_key().as_ref().try_into().expect("32 bytes")
}

/// Offers decoded seeds; it has no object for a public key.
fn decoded() -> Decoded<keys::Ed25519> {
    let secret = Decoder::new(|seed| Ed25519KeyPair::from_seed_unchecked(seed).ok(), public_bytes);
    Decoded::new("assembly", Some(secret), None)
}

/// Offers generation of a key pair, which exists only as a PKCS#8 document.
fn drawn() -> Drawn<keys::Ed25519> {
    Drawn::new("assembly, and PKCS#8", || {
        let document = Ed25519KeyPair::generate_pkcs8(&SystemRandom::new()).expect("the system has randomness");
        // RFC 5958 with RFC 8410: the seed follows 16 bytes of the structure, and the public key ends it.
        let bytes = document.as_ref();
        let public = bytes.last_chunk().expect("it ends in 32 bytes");
        (bytes[16..48].try_into().expect("32 bytes"), *public)
    })
}

fn aead<S: Scheme<Nonce = [u8; 12]>>(algorithm: &'static aead::Algorithm) -> Aead<S> {
    let key_object =
        move |key: &S::Key| LessSafeKey::new(UnboundKey::new(algorithm, key.as_ref()).expect("the length of a key"));
    Aead::new(
        "assembly",
        move |key: &S::Key| {
            let key = key_object(key);
            Box::new(move |nonce, aad, data| {
                let nonce = Nonce::assume_unique_for_key(*nonce);
                let tag = key.seal_in_place_separate_tag(nonce, Aad::from(aad), data);
                tag.expect("below the limit").as_ref().try_into().expect("16 bytes")
            })
        },
        move |key: &S::Key| {
            let key = key_object(key);
            Box::new(move |nonce, aad, ciphertext, tag, plaintext| {
                let nonce = Nonce::assume_unique_for_key(*nonce);
                plaintext.copy_from_slice(ciphertext);
                key.open_in_place_separate_tag(nonce, Aad::from(aad), (*tag).into(), plaintext, 0..).is_ok()
            })
        },
    )
}
