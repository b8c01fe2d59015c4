//! AWS-LC through `aws-lc-rs`. It selects among its assembly implementations at run time and does not report the
//! choice.

mod hybrid;
mod mldsa;
mod mlkem;

use super::found::{Found, locked_version};
use super::reach::Reach;
use crate::offers::Offers;
use crate::op::aead::{Aead, Aes128GcmScheme, Aes256GcmScheme, Aes256GcmSivScheme, ChaCha20Poly1305Scheme, Scheme};
use crate::op::aes_ctr::Aes256Ctr;
use crate::op::ed25519::Ed25519;
use crate::op::hashing::{Sha1, Sha3_256, Sha256, Sha512};
use crate::op::hmac::HmacSha256;
use crate::op::keys::{self, Decoded, Decoder, Drawn};
use crate::op::x25519::X25519;
use aws_lc_rs::aead::{self, Aad, LessSafeKey, Nonce, UnboundKey};
use aws_lc_rs::agreement::{self, PrivateKey, agree};
use aws_lc_rs::cipher::{self, EncryptingKey, EncryptionContext, UnboundCipherKey};
use aws_lc_rs::encoding::{AsBigEndian, Curve25519SeedBin};
use aws_lc_rs::signature::{self, Ed25519KeyPair, KeyPair, ParsedPublicKey};
use aws_lc_rs::{digest, hmac};

pub(super) fn find() -> Found {
    let chacha20poly1305 = aead::<ChaCha20Poly1305Scheme>(&aead::CHACHA20_POLY1305);
    let offers = Offers::none().and(sha1()).and(sha256()).and(sha512()).and(sha3_256()).and(hmac_sha256());
    let offers = keys(offers).and(x25519()).and(ed25519()).and(aes256ctr()).and(chacha20poly1305);
    let offers =
        offers.and(aead::<Aes128GcmScheme>(&aead::AES_128_GCM)).and(aead::<Aes256GcmScheme>(&aead::AES_256_GCM));
    let offers = offers.and(aead::<Aes256GcmSivScheme>(&aead::AES_256_GCM_SIV));
    Ok((locked_version("aws-lc-rs", "1."), mldsa::and(mlkem::and(offers)).and(hybrid::x25519mlkem768())))
}

pub(super) const REACH: Reach = Reach::Variable;

fn backend() -> String {
    format!("AWS-LC {}", aws_lc_rs::awslc_version())
}

fn sha1() -> Sha1 {
    Sha1::one_by_one(&backend(), |message| {
        let digest = digest::digest(&digest::SHA1_FOR_LEGACY_USE_ONLY, message);
        digest.as_ref().try_into().expect("20 bytes")
    })
}

fn sha256() -> Sha256 {
    Sha256 {
        backend: backend(),
        digest: |message| {
            let digest = digest::digest(&digest::SHA256, message);
            digest.as_ref().try_into().expect("32 bytes")
        },
        digest_batch: None,
    }
}

fn sha512() -> Sha512 {
    Sha512 {
        backend: backend(),
        digest: |message| {
            let digest = digest::digest(&digest::SHA512, message);
            digest.as_ref().try_into().expect("64 bytes")
        },
        digest_batch: None,
    }
}

fn sha3_256() -> Sha3_256 {
    Sha3_256::one_by_one(&backend(), |message| {
        digest::digest(&digest::SHA3_256, message).as_ref().try_into().expect("32 bytes")
    })
}

fn hmac_sha256() -> HmacSha256 {
    HmacSha256 {
        backend: backend(),
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

fn x25519() -> X25519 {
    X25519 {
        backend: backend(),
        public_key: |secret| exchange_public(&secret_key(secret)),
        diffie_hellman: |secret| {
            let secret = secret_key(secret);
            Box::new(move |public| {
                let public = agreement::UnparsedPublicKey::new(&agreement::X25519, public);
                agree(&secret, public, (), |shared| shared.try_into().map_err(|_| ())).unwrap_or([0; 32])
            })
        },
        diffie_hellman_batch: None,
    }
}

fn secret_key(secret: &[u8; 32]) -> PrivateKey {
    PrivateKey::from_private_key(&agreement::X25519, secret).expect("any 32 bytes are a key")
}

fn ed25519() -> Ed25519 {
    Ed25519 {
        backend: backend(),
        public_key: |seed| signer_public(&key_pair(seed)),
        signer: |seed| {
            let key = key_pair(seed);
            Box::new(move |message| key.sign(message).as_ref().try_into().expect("64 bytes"))
        },
        signer_batch: None,
        verify: |public_key, message, signature| {
            signature::UnparsedPublicKey::new(&signature::ED25519, public_key).verify(message, signature).is_ok()
        },
        verifier: Some(|public_key| {
            let key = ParsedPublicKey::new(&signature::ED25519, public_key).ok()?;
            Some(Box::new(move |message, signature| key.verify_sig(message, signature).is_ok()))
        }),
        verify_batch: None,
    }
}

fn key_pair(seed: &[u8; 32]) -> Ed25519KeyPair {
    Ed25519KeyPair::from_seed_unchecked(seed).expect("any 32 bytes are a seed")
}

fn exchange_public(key: &PrivateKey) -> [u8; 32] {
    key.compute_public_key().expect("every key has one").as_ref().try_into().expect("32 bytes")
}

fn signer_public(key: &Ed25519KeyPair) -> [u8; 32] {
    key.public_key().as_ref().try_into().expect("32 bytes")
}

/// Adds offers of keys apart from their use. Public keys of X25519 are decoded when they are used.
fn keys(offers: Offers) -> Offers {
    let secret = Decoder::new(|secret| PrivateKey::from_private_key(&agreement::X25519, secret).ok(), exchange_public);
    let offers = offers.and(Decoded::<keys::X25519>::new(backend(), Some(secret), None));
    let secret = Decoder::new(|seed| Ed25519KeyPair::from_seed_unchecked(seed).ok(), signer_public);
    let public = Decoder::new(
        |public| ParsedPublicKey::new(&signature::ED25519, public).ok(),
        |key| key.as_ref().try_into().expect("32 bytes"),
    );
    let offers = offers.and(Decoded::<keys::Ed25519>::new(backend(), Some(secret), Some(public)));
    let offers = offers.and(Drawn::<keys::X25519>::new(backend(), || {
        let key = PrivateKey::generate(&agreement::X25519).expect(DRAWN);
        let secret: Curve25519SeedBin<'_> = key.as_be_bytes().expect("every key has bytes");
        (secret.as_ref().try_into().expect("32 bytes"), exchange_public(&key))
    }));
    offers.and(Drawn::<keys::Ed25519>::new(backend(), || {
        let key = Ed25519KeyPair::generate().expect(DRAWN);
        let seed = key.seed().and_then(|seed| seed.as_be_bytes()).expect("every key has a seed");
        (seed.as_ref().try_into().expect("32 bytes"), signer_public(&key))
    }))
}

const DRAWN: &str = "the system has randomness";

fn aes256ctr() -> Aes256Ctr {
    Aes256Ctr {
        backend: backend(),
        key: |key| {
            let key = UnboundCipherKey::new(&cipher::AES_256, key).and_then(EncryptingKey::ctr).expect("32 bytes");
            Box::new(move |counter, data| {
                let counter = EncryptionContext::Iv128(counter.into());
                key.less_safe_encrypt(data, counter).expect("a stream cipher takes any length");
            })
        },
    }
}

fn aead<S: Scheme<Nonce = [u8; 12]>>(algorithm: &'static aead::Algorithm) -> Aead<S> {
    let key_object =
        move |key: &S::Key| LessSafeKey::new(UnboundKey::new(algorithm, key.as_ref()).expect("the length of a key"));
    Aead::new(
        &backend(),
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
                key.open_separate_gather(nonce, Aad::from(aad), ciphertext, tag, plaintext).is_ok()
            })
        },
    )
}
