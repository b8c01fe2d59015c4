//! The RustCrypto crates. They detect CPU features at run time.
//!
//! For Curve25519 and Ed25519 they define interfaces and encodings but no arithmetic: the underlying implementation is
//! that of the dalek crates, which are peers of their own.

pub(super) mod mldsa;
pub(super) mod mlkem;
pub(super) mod slhdsa;
pub(super) mod xwing;

use crate::offers::Offers;
use crate::op::aead::{
    Aead, Aes128GcmScheme, Aes256GcmScheme, Aes256GcmSivScheme, ChaCha20Poly1305Scheme, Scheme, XChaCha20Poly1305Scheme,
};
use crate::op::aes_ctr::Aes256Ctr;
use crate::op::argon2::{Argon2i, Argon2id, Cost};
use crate::op::hashing::{Blake2b, Blake2s, Sha1, Sha3_256, Sha256, Sha512, Shake128};
use crate::op::hmac::HmacSha256;
use crate::op::poly1305::Poly1305;
use crate::op::stream_ciphers::{ChaCha20, Salsa20};
use crate::peer::found::{Found, locked_version};
use crate::peer::reach::{Isa, Reach};
use argon2::{Algorithm, Argon2, Block, Params, Version};
use chacha20::cipher::{InnerIvInit, KeyIvInit, StreamCipher};
use chacha20poly1305::aead::array::ArraySize;
use chacha20poly1305::aead::inout::InOutBuf;
use chacha20poly1305::{AeadInOut, KeyInit};
use ctr::CtrCore;
use hmac::{Hmac, Mac};
use sha2::Digest;
use shake::ExtendableOutput;

pub(super) fn find() -> Found {
    let sha512 = Sha512::one_by_one(sha512_backend(), |message| sha2::Sha512::digest(message).into());
    let sha256 = Sha256::one_by_one(sha256_backend(), |message| sha2::Sha256::digest(message).into());
    Ok((locked_version("sha2", "0.11"), Offers::none().and(sha256).and(sha512)))
}

/// Finds SHA-1, with the SHA extensions where the CPU has them.
pub(super) fn sha1() -> Found {
    let sha1 = Sha1::one_by_one(sha256_backend(), |message| sha1::Sha1::digest(message).into());
    Ok((locked_version("sha1", "0.11"), Offers::none().and(sha1)))
}

pub(super) const SHA1_REACH: Reach = Reach::UpTo(Isa::Avx2, "takes the SHA extensions where it finds them");

/// Finds BLAKE2: portable code as compiled; there is no other backend.
pub(super) fn blake2() -> Found {
    let blake2b = Blake2b::one_by_one("portable", |message| blake2::Blake2b512::digest(message).into());
    let blake2s = Blake2s::one_by_one("portable", |message| blake2::Blake2s256::digest(message).into());
    Ok((locked_version("blake2", "0.11"), Offers::none().and(blake2b).and(blake2s)))
}

pub(super) const BLAKE2_REACH: Reach = Reach::Portable;

/// Finds SHA3-256: portable code as compiled, or AArch64's instructions for it.
pub(super) fn sha3() -> Found {
    let sha3_256 = Sha3_256::one_by_one(KECCAK_BACKEND, |message| sha3::Sha3_256::digest(message).into());
    Ok((locked_version("sha3", "0.12"), Offers::none().and(sha3_256)))
}

/// Finds SHAKE128, implemented like [`sha3`].
pub(super) fn shake() -> Found {
    let shake128 = Shake128::one_by_one(KECCAK_BACKEND, |message| {
        let mut output = [0; 32];
        shake::Shake128::digest_xof(message, &mut output);
        output
    });
    Ok((locked_version("shake", "0.1"), Offers::none().and(shake128)))
}

/// Returns the reach of the AES crates: `aes` uses AVX-512 when detected; `polyval` uses nothing above AVX's CLMUL.
pub(super) const fn aes_reach() -> Reach {
    if cfg!(aes_backend = "soft") && cfg!(polyval_backend = "soft") {
        Reach::Portable
    } else {
        Reach::UpTo(Isa::Avx512, "takes AVX-512 where it finds it, unless built with `--cfg aes_backend=\"soft\"`")
    }
}

/// Returns the backend that the crate chooses.
fn aes_backend() -> &'static str {
    if cfg!(aes_backend = "soft") {
        return "soft";
    }
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    {
        use std::arch::is_x86_feature_detected as has;
        if has!("aes") {
            return match (has!("vaes"), has!("avx512f")) {
                (true, true) => "vaes, avx512",
                (true, false) => "vaes",
                (false, _) => "aes-ni",
            };
        }
    }
    "chosen by the crate"
}

#[cfg(not(target_arch = "aarch64"))]
const KECCAK_BACKEND: &str = "portable";
#[cfg(target_arch = "aarch64")]
const KECCAK_BACKEND: &str = "aarch64-sha3 or portable";

pub(super) const KECCAK_REACH: Reach = Reach::Portable;

/// The reach of `argon2`, which uses AVX2 when detected.
pub(super) const ARGON2_REACH: Reach = Reach::UpTo(Isa::Avx2, "takes AVX2 where it finds it");

/// Returns the backend that the crate chooses.
fn argon2_backend() -> &'static str {
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    if std::arch::is_x86_feature_detected!("avx2") {
        return "avx2";
    }
    "portable"
}

pub(super) fn argon2() -> Found {
    let argon2id = Argon2id {
        backend: argon2_backend().to_owned(),
        most_lanes: u32::MAX,
        hash: |cost, password, salt| {
            let mut key = [0; 32];
            argon2_of(Algorithm::Argon2id, cost)
                .hash_password_into(password, salt, &mut key)
                .expect("there is memory for it");
            key
        },
        in_memory: Some(|cost| {
            let argon2 = argon2_of(Algorithm::Argon2id, cost);
            let mut memory = vec![Block::default(); argon2.params().block_count()];
            Box::new(move |password, salt| {
                let mut key = [0; 32];
                let done = argon2.hash_password_into_with_memory(password, salt, &mut key, &mut memory[..]);
                done.expect("memory of the right size");
                key
            })
        }),
    };
    let argon2i = Argon2i {
        backend: argon2_backend().to_owned(),
        most_lanes: u32::MAX,
        hash: |cost, password, salt| {
            let mut key = [0; 32];
            let argon2 = argon2_of(Algorithm::Argon2i, cost);
            argon2.hash_password_into(password, salt, &mut key).expect("there is memory for it");
            key
        },
    };
    Ok((locked_version("argon2", "0.6"), Offers::none().and(argon2id).and(argon2i)))
}

fn argon2_of(algorithm: Algorithm, cost: Cost) -> Argon2<'static> {
    let params = Params::new(cost.memory_kib, cost.passes, cost.lanes, Some(32)).expect("parameters that it has");
    Argon2::new(algorithm, Version::V0x13, params)
}

/// Finds HMAC. A key object is a keyed state, which is copied for each message.
pub(super) fn hmac() -> Found {
    let hmac_sha256 = HmacSha256 {
        backend: sha256_backend().to_owned(),
        key: Some(|key| {
            let hmac = hmac_key(key);
            Box::new(move |message| hmac.clone().chain_update(message).finalize().into_bytes().into())
        }),
        tag: |key, message| hmac_key(key).chain_update(message).finalize().into_bytes().into(),
    };
    Ok((locked_version("hmac", "0.13"), Offers::none().and(hmac_sha256)))
}

fn hmac_key(key: &[u8; 32]) -> Hmac<sha2::Sha256> {
    Hmac::new_from_slice(key).expect("any length")
}

/// Whether the build leaves the vector backends out. `sha2_512_backend="soft"` has no effect in version 0.11.1: its
/// SHA-512 checks the other two settings.
const SOFT: bool = cfg!(any(sha2_backend = "soft", sha2_256_backend = "soft"));

pub(super) const fn reach() -> Reach {
    if SOFT {
        Reach::Portable
    } else {
        Reach::UpTo(Isa::Avx2, "takes AVX2 where it finds it, unless built with `--cfg sha2_backend=\"soft\"`")
    }
}

/// Returns the backend that the crate chooses.
fn sha256_backend() -> &'static str {
    if SOFT {
        return "soft";
    }
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    if std::arch::is_x86_feature_detected!("sha") {
        return "sha-ni";
    }
    #[cfg(target_arch = "aarch64")]
    if std::arch::is_aarch64_feature_detected!("sha2") {
        return "aarch64-sha2";
    }
    "soft"
}

/// Returns the backend that the crate chooses.
fn sha512_backend() -> &'static str {
    if SOFT {
        return "soft";
    }
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    if std::arch::is_x86_feature_detected!("avx2") {
        return "avx2";
    }
    #[cfg(target_arch = "aarch64")]
    if std::arch::is_aarch64_feature_detected!("sha3") {
        return "aarch64-sha3";
    }
    "soft"
}

/// Returns the reach of the ChaCha20 crates. They use the best of the compiled backends that they detect: vector
/// backends are compiled unless disabled, AVX-512 only if enabled.
pub(super) const fn chacha20_reach() -> Reach {
    if cfg!(chacha20_avx512) {
        Reach::UpTo(Isa::Avx512, "takes AVX-512 where it finds it in a build with `--cfg chacha20_avx512`")
    } else if cfg!(chacha20_backend = "soft") && cfg!(poly1305_backend = "soft") {
        Reach::Portable
    } else {
        Reach::UpTo(Isa::Avx2, "takes AVX2 where it finds it, unless built with `--cfg chacha20_backend=\"soft\"`")
    }
}

pub(super) const fn poly1305_reach() -> Reach {
    if cfg!(poly1305_backend = "soft") {
        Reach::Portable
    } else {
        Reach::UpTo(Isa::Avx2, "takes AVX2 where it finds it, unless built with `--cfg poly1305_backend=\"soft\"`")
    }
}

/// Returns the backend that the crate chooses.
fn chacha20_backend() -> &'static str {
    if cfg!(chacha20_backend = "soft") {
        return "soft";
    }
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    {
        use std::arch::is_x86_feature_detected as has;
        if cfg!(chacha20_avx512) && has!("avx512f") && has!("avx512vl") {
            return "avx512";
        }
        if has!("avx2") {
            return "avx2";
        }
    }
    "chosen by the crate"
}

/// Returns the backend that the crate chooses.
fn poly1305_backend() -> &'static str {
    if cfg!(poly1305_backend = "soft") {
        return "soft";
    }
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    if std::arch::is_x86_feature_detected!("avx2") {
        return "avx2";
    }
    "chosen by the crate"
}

/// Finds AES-256-CTR. A key object is an expanded key, which is copied for each message.
pub(super) fn ctr() -> Found {
    let aes256ctr = Aes256Ctr {
        backend: aes_backend().to_owned(),
        key: |key| {
            let key = aes::Aes256::new(&(*key).into());
            Box::new(move |counter, data| {
                let core = CtrCore::inner_iv_init(key.clone(), &(*counter).into());
                ctr::Ctr128BE::from_core(core).apply_keystream(data);
            })
        },
    };
    Ok((locked_version("ctr", "0.10"), Offers::none().and(aes256ctr)))
}

pub(super) fn chacha20() -> Found {
    let chacha20 = ChaCha20 {
        backend: chacha20_backend().to_owned(),
        apply: |key, nonce, data| chacha20::ChaCha20::new(&(*key).into(), &(*nonce).into()).apply_keystream(data),
    };
    Ok((locked_version("chacha20", "0.10"), Offers::none().and(chacha20)))
}

/// The reach of the crate `salsa20`, which has no code for vectors.
pub(super) const SALSA20_REACH: Reach = Reach::Portable;

pub(super) fn salsa20() -> Found {
    let salsa20 = Salsa20 {
        backend: "portable".to_owned(),
        apply: |key, nonce, data| salsa20::Salsa20::new(&(*key).into(), &(*nonce).into()).apply_keystream(data),
    };
    Ok((locked_version("salsa20", "0.11"), Offers::none().and(salsa20)))
}

pub(super) fn poly1305() -> Found {
    let poly1305 = Poly1305 {
        backend: poly1305_backend().to_owned(),
        tag: |key, message| poly1305::Poly1305::new(&(*key).into()).compute_unpadded(message).into(),
    };
    Ok((locked_version("poly1305", "0.9"), Offers::none().and(poly1305)))
}

pub(super) fn chacha20poly1305() -> Found {
    let backend = format!("{}, {}", chacha20_backend(), poly1305_backend());
    let offers = Offers::none()
        .and(aead::<chacha20poly1305::ChaCha20Poly1305, ChaCha20Poly1305Scheme>(&backend))
        .and(aead::<chacha20poly1305::XChaCha20Poly1305, XChaCha20Poly1305Scheme>(&backend));
    Ok((locked_version("chacha20poly1305", "0.11"), offers))
}

pub(super) fn aes_gcm() -> Found {
    let offers =
        Offers::none()
            .and(aead::<aes_gcm::Aes128Gcm, Aes128GcmScheme>(aes_backend()))
            .and(aead::<aes_gcm::Aes256Gcm, Aes256GcmScheme>(aes_backend()));
    Ok((locked_version("aes-gcm", "0.11"), offers))
}

pub(super) fn aes_gcm_siv() -> Found {
    let aes256gcmsiv = aead::<aes_gcm_siv::Aes256GcmSiv, Aes256GcmSivScheme>(aes_backend());
    Ok((locked_version("aes-gcm-siv", "0.12"), Offers::none().and(aes256gcmsiv)))
}

fn aead<A: KeyInit + AeadInOut + 'static, S: Scheme>(backend: &str) -> Aead<S>
where
    A::NonceSize: ArraySize,
{
    Aead::new(
        backend,
        |key: &S::Key| {
            let key = A::new_from_slice(key.as_ref()).expect("the length of a key");
            Box::new(move |nonce: &S::Nonce, aad, data| {
                let nonce = nonce.as_ref().try_into().expect("the length of a nonce");
                let tag = key.encrypt_inout_detached(nonce, aad, data.into()).expect("below the limit");
                tag[..].try_into().expect("16 bytes")
            })
        },
        |key: &S::Key| {
            let key = A::new_from_slice(key.as_ref()).expect("the length of a key");
            Box::new(move |nonce: &S::Nonce, aad, ciphertext, tag, plaintext| {
                let nonce = nonce.as_ref().try_into().expect("the length of a nonce");
                let tag = tag[..].try_into().expect("the length of a tag");
                let data = InOutBuf::new(ciphertext, plaintext).expect("equal lengths");
                key.decrypt_inout_detached(nonce, aad, data, tag).is_ok()
            })
        },
    )
}
