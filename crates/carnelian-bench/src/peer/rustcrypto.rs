//! The RustCrypto crates. They look for CPU features at run time.
//!
//! For Curve25519 and Ed25519 they have interfaces and encodings but no arithmetic: the implementation behind them is
//! that of the dalek crates, which are peers of their own.

use super::tier::Reach;
use super::{Found, locked_version};
use crate::op::Offers;
use crate::op::chacha20::ChaCha20;
use crate::op::chacha20poly1305::Aead;
use crate::op::poly1305::Poly1305;
use crate::op::sha512::Sha512;
use carnelian::cpu::Tier;
use chacha20::cipher::{KeyIvInit, StreamCipher};
use chacha20poly1305::aead::array::ArraySize;
use chacha20poly1305::aead::inout::InOutBuf;
use chacha20poly1305::{AeadInOut, KeyInit};
use sha2::Digest;

pub(super) fn find() -> Found {
    let sha512 = Sha512 {
        backend: sha512_backend().to_owned(),
        digest: |message| sha2::Sha512::digest(message).into(),
        digest_batch: None,
    };
    Ok((locked_version("sha2", "0.11"), Offers::none().and(sha512)))
}

/// Whether the build leaves the vector backends out. `sha2_512_backend="soft"` has no effect in version 0.11.1: its
/// SHA-512 looks at the other two settings.
const SOFT: bool = cfg!(any(sha2_backend = "soft", sha2_256_backend = "soft"));

pub(super) const fn reach() -> Reach {
    if SOFT {
        Reach::Portable
    } else {
        Reach::UpTo(Tier::Avx2, "takes AVX2 where it finds it, unless built with `--cfg sha2_backend=\"soft\"`")
    }
}

/// The choice that `sha2` makes.
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

/// They take AVX2 where they find it; AVX-512 only in a build with `--cfg chacha20_avx512`.
pub(super) const CHACHA20_REACH: Reach = Reach::UpTo(Tier::Avx2, "takes AVX2 where it finds it");

/// What the crates for ChaCha20 and Poly1305 run.
fn chacha20_backend() -> String {
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    if std::arch::is_x86_feature_detected!("avx2") {
        return "avx2".to_owned();
    }
    "chosen by the crate".to_owned()
}

pub(super) fn chacha20() -> Found {
    let chacha20 = ChaCha20 {
        backend: chacha20_backend(),
        apply: |key, nonce, data| chacha20::ChaCha20::new(&(*key).into(), &(*nonce).into()).apply_keystream(data),
    };
    Ok((locked_version("chacha20", "0.10"), Offers::none().and(chacha20)))
}

pub(super) fn poly1305() -> Found {
    let poly1305 = Poly1305 {
        backend: chacha20_backend(),
        tag: |key, message| poly1305::Poly1305::new(&(*key).into()).compute_unpadded(message).into(),
    };
    Ok((locked_version("poly1305", "0.9"), Offers::none().and(poly1305)))
}

pub(super) fn chacha20poly1305() -> Found {
    let offers = Offers::none()
        .and(aead::<chacha20poly1305::ChaCha20Poly1305, 12>())
        .and(aead::<chacha20poly1305::XChaCha20Poly1305, 24>());
    Ok((locked_version("chacha20poly1305", "0.11"), offers))
}

fn aead<A, const NONCE_LEN: usize>() -> Aead<NONCE_LEN>
where
    A: KeyInit + AeadInOut + 'static,
    A::NonceSize: ArraySize,
{
    Aead {
        backend: chacha20_backend(),
        seal: |key| {
            let key = A::new_from_slice(key).expect("32 bytes");
            Box::new(move |nonce, associated, data| {
                let nonce = nonce[..].try_into().expect("the length of a nonce");
                let tag = key.encrypt_inout_detached(nonce, associated, data.into()).expect("below the limit");
                tag[..].try_into().expect("16 bytes")
            })
        },
        open: |key| {
            let key = A::new_from_slice(key).expect("32 bytes");
            Box::new(move |nonce, associated, ciphertext, tag, plaintext| {
                let nonce = nonce[..].try_into().expect("the length of a nonce");
                let tag = tag[..].try_into().expect("the length of a tag");
                let data = InOutBuf::new(ciphertext, plaintext).expect("equal lengths");
                key.decrypt_inout_detached(nonce, associated, data, tag).is_ok()
            })
        },
    }
}
