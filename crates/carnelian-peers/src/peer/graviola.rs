//! Graviola. It panics on a CPU below its minimum of features, so they are checked first.

mod hybrid;
mod mlkem768;

use super::found::{Found, lacking, locked_version};
use super::reach::{Isa, Reach};
use crate::offers::Offers;
use crate::op::aead::{Aead, Aes128GcmScheme, Aes256GcmScheme, ChaCha20Poly1305, Scheme, XChaCha20Poly1305};
use crate::op::ed25519::Ed25519;
use crate::op::hashing::{Sha3_256, Sha256, Sha512, Shake128};
use crate::op::hmac::HmacSha256;
use crate::op::keys::{self, Decoded, Decoder, Drawn};
use crate::op::x25519::X25519;
use graviola::hashing::hmac::Hmac;
use graviola::hashing::sha2::{Sha256Context, Sha512Context};
use graviola::hashing::sha3;
use graviola::key_agreement::x25519::{PublicKey, StaticPrivateKey};
use graviola::signing::eddsa::{Ed25519SigningKey, Ed25519VerifyingKey};
use graviola::{aead, hashing};

pub(super) fn find() -> Found {
    if let Some(reason) = below_the_floor() {
        return Err(reason);
    }
    let offers = Offers::none().and(sha256()).and(sha512()).and(sha3_256()).and(shake128());
    let offers = offers.and(hmac_sha256()).and(x25519()).and(ed25519());
    let offers = offers.and(decoded_x25519()).and(decoded_ed25519()).and(drawn_x25519());
    let offers = offers.and(chacha20poly1305()).and(xchacha20poly1305());
    let offers = if held_below_avx512() {
        offers
    } else {
        let offers = offers.and(hybrid::x25519mlkem768());
        mlkem768::and(offers.and(aes_gcm::<Aes128GcmScheme>()).and(aes_gcm::<Aes256GcmScheme>()))
    };
    Ok((locked_version("graviola", "0.4"), offers))
}

pub(super) const REACH: Reach = Reach::UpTo(Isa::Avx2, "needs AVX2 and ADX");

/// Returns whether our library is held to a tier below AVX-512 on a CPU that has it. Graviola's AES and its ML-KEM use
/// AVX-512 when detected, and are then not offered; its switches exist in debug builds only.
fn held_below_avx512() -> bool {
    #[cfg(target_arch = "x86_64")]
    let has = std::arch::is_x86_feature_detected!("avx512f");
    #[cfg(not(target_arch = "x86_64"))]
    let has = false;
    has && std::env::var_os("CARNELIAN_CPU").is_some_and(|tier| !tier.is_empty() && tier != "avx512")
}

fn sha256() -> Sha256 {
    Sha256 {
        backend: SHA256_BACKEND.to_owned(),
        digest: |message| {
            let mut context = Sha256Context::new();
            context.update(message);
            context.finish()
        },
        digest_batch: None,
    }
}

fn sha512() -> Sha512 {
    Sha512 {
        backend: SHA512_BACKEND.to_owned(),
        digest: |message| {
            let mut context = Sha512Context::new();
            context.update(message);
            context.finish()
        },
        digest_batch: None,
    }
}

fn sha3_256() -> Sha3_256 {
    Sha3_256::one_by_one(KECCAK_BACKEND, |message| {
        let mut context = sha3::Sha3_256Context::new();
        context.update(message);
        context.finish()
    })
}

fn shake128() -> Shake128 {
    Shake128::one_by_one(KECCAK_BACKEND, |message| {
        let mut output = [0; 32];
        sha3::Shake128::new(&[message]).read(&mut output);
        output
    })
}

/// A key object is a keyed state, which is copied for each message.
fn hmac_sha256() -> HmacSha256 {
    HmacSha256 {
        backend: SHA256_BACKEND.to_owned(),
        key: Some(|key| {
            let hmac = Hmac::new(key);
            Box::new(move |message| hmac_tag(hmac.clone(), message))
        }),
        tag: |key, message| hmac_tag(Hmac::new(key), message),
    }
}

fn hmac_tag(mut hmac: Hmac<hashing::Sha256>, message: &[u8]) -> [u8; 32] {
    hmac.update(message);
    hmac.finish().as_ref().try_into().expect("32 bytes")
}

fn x25519() -> X25519 {
    X25519 {
        backend: CURVE25519_BACKEND.to_owned(),
        public_key: |secret| StaticPrivateKey::from_array(secret).public_key().as_bytes(),
        diffie_hellman: |secret| {
            let secret = StaticPrivateKey::from_array(secret);
            Box::new(move |public| {
                let shared = secret.diffie_hellman(&PublicKey::from_array(public));
                shared.map_or([0; 32], |shared| shared.as_bytes())
            })
        },
        diffie_hellman_batch: None,
    }
}

fn ed25519() -> Ed25519 {
    Ed25519 {
        backend: CURVE25519_BACKEND.to_owned(),
        public_key: |seed| signing_key(seed).public_key().as_bytes(),
        signer: |seed| {
            let key = signing_key(seed);
            Box::new(move |message| key.sign(message))
        },
        signer_batch: None,
        verify: |public_key, message, signature| {
            Ed25519VerifyingKey::from_bytes(public_key).is_ok_and(|key| key.verify(signature, message).is_ok())
        },
        verifier: Some(|public_key| {
            let key = Ed25519VerifyingKey::from_bytes(public_key).ok()?;
            Some(Box::new(move |message, signature| key.verify(signature, message).is_ok()))
        }),
        verify_batch: None,
    }
}

fn decoded_x25519() -> Decoded<keys::X25519> {
    let secret = Decoder::new(
        |bytes| Some(StaticPrivateKey::from_array(bytes)),
        |key: &StaticPrivateKey| key.public_key().as_bytes(),
    );
    let public = Decoder::new(|bytes| Some(PublicKey::from_array(bytes)), PublicKey::as_bytes);
    Decoded::new(CURVE25519_BACKEND, Some(secret), Some(public))
}

fn decoded_ed25519() -> Decoded<keys::Ed25519> {
    let secret = Decoder::new(|seed| Some(signing_key(seed)), |key: &Ed25519SigningKey| key.public_key().as_bytes());
    let public = Decoder::new(|bytes| Ed25519VerifyingKey::from_bytes(bytes).ok(), Ed25519VerifyingKey::as_bytes);
    Decoded::new(CURVE25519_BACKEND, Some(secret), Some(public))
}

fn drawn_x25519() -> Drawn<keys::X25519> {
    Drawn::new(CURVE25519_BACKEND, || {
        let secret = StaticPrivateKey::new_random().expect("the system delivers");
        (secret.as_bytes(), secret.public_key().as_bytes())
    })
}

fn signing_key(seed: &[u8; 32]) -> Ed25519SigningKey {
    Ed25519SigningKey::from_bytes(seed).expect("32 bytes")
}

fn chacha20poly1305() -> ChaCha20Poly1305 {
    ChaCha20Poly1305::new(
        CHACHA20_BACKEND,
        |key| {
            let key = aead::ChaCha20Poly1305::new(*key);
            Box::new(move |nonce, aad, data| {
                let mut tag = [0; 16];
                key.encrypt(nonce, aad, data, &mut tag);
                tag
            })
        },
        |key| {
            let key = aead::ChaCha20Poly1305::new(*key);
            Box::new(move |nonce, aad, ciphertext, tag, plaintext| {
                plaintext.copy_from_slice(ciphertext);
                key.decrypt(nonce, aad, plaintext, tag).is_ok()
            })
        },
    )
}

fn xchacha20poly1305() -> XChaCha20Poly1305 {
    XChaCha20Poly1305::new(
        CHACHA20_BACKEND,
        |key| {
            let key = aead::XChaCha20Poly1305::new(*key);
            Box::new(move |nonce, aad, data| {
                let mut tag = [0; 16];
                key.encrypt(nonce, aad, data, &mut tag);
                tag
            })
        },
        |key| {
            let key = aead::XChaCha20Poly1305::new(*key);
            Box::new(move |nonce, aad, ciphertext, tag, plaintext| {
                plaintext.copy_from_slice(ciphertext);
                key.decrypt(nonce, aad, plaintext, tag).is_ok()
            })
        },
    )
}

fn aes_gcm<S: Scheme<Nonce = [u8; 12]>>() -> Aead<S> {
    Aead::new(
        AES_BACKEND,
        |key: &S::Key| {
            let key = aead::AesGcm::new(key.as_ref());
            Box::new(move |nonce, aad, data| {
                let mut tag = [0; 16];
                key.encrypt(nonce, aad, data, &mut tag);
                tag
            })
        },
        |key: &S::Key| {
            let key = aead::AesGcm::new(key.as_ref());
            Box::new(move |nonce, aad, ciphertext, tag, plaintext| {
                plaintext.copy_from_slice(ciphertext);
                key.decrypt(nonce, aad, plaintext, tag).is_ok()
            })
        },
    )
}

#[cfg(target_arch = "x86_64")]
const AES_BACKEND: &str = "vaes, avx512 or aes-ni";
#[cfg(target_arch = "aarch64")]
const AES_BACKEND: &str = "aes";

#[cfg(target_arch = "x86_64")]
const CHACHA20_BACKEND: &str = "avx2";
#[cfg(target_arch = "aarch64")]
const CHACHA20_BACKEND: &str = "neon";

const KECCAK_BACKEND: &str = "generic or assembly";

const SHA256_BACKEND: &str = "SHA extensions or portable";

#[cfg(target_arch = "x86_64")]
const SHA512_BACKEND: &str = "avx2";
#[cfg(target_arch = "aarch64")]
const SHA512_BACKEND: &str = "generic";

/// The assembly of s2n-bignum, which exists in one version only.
#[cfg(target_arch = "x86_64")]
const CURVE25519_BACKEND: &str = "adx";
#[cfg(target_arch = "aarch64")]
const CURVE25519_BACKEND: &str = "assembly";

#[cfg(target_arch = "x86_64")]
fn below_the_floor() -> Option<String> {
    use std::arch::is_x86_feature_detected as has;
    lacking(&[
        ("aes", has!("aes")),
        ("pclmulqdq", has!("pclmulqdq")),
        ("bmi1", has!("bmi1")),
        ("bmi2", has!("bmi2")),
        ("adx", has!("adx")),
        ("avx", has!("avx")),
        ("avx2", has!("avx2")),
    ])
}

#[cfg(target_arch = "aarch64")]
fn below_the_floor() -> Option<String> {
    use std::arch::is_aarch64_feature_detected as has;
    lacking(&[("neon", has!("neon")), ("aes", has!("aes")), ("pmull", has!("pmull")), ("sha2", has!("sha2"))])
}
