//! The crates `pqcrypto-mlkem` and `pqcrypto-mldsa`: PQClean's code in C, with AVX2 where it is built in and the CPU has
//! it. All their keys, ciphertexts and signatures are from draws, and their key objects are the bytes of keys. Their
//! encapsulation does not check the key.

use super::found::{Found, locked_version};
use super::reach::{Isa, Reach};
use crate::offers::Offers;
use crate::op::mldsa::{self, MlDsa};
use crate::op::mlkem::{self, MlKem};
use crate::op::postquantum::Bytes as _;
use crate::op::postquantum::drawn::{Drawn, DrawnSigner};
use fips203::traits::{KeyGen as _, SerDes as _};
use fips203::{ml_kem_512, ml_kem_768, ml_kem_1024};
use fips204::traits::{KeyGen as _, SerDes as _};
use fips204::{ml_dsa_44, ml_dsa_65, ml_dsa_87};
use pqcrypto_mldsa::{mldsa44, mldsa65, mldsa87};
use pqcrypto_mlkem::{mlkem512, mlkem768, mlkem1024};
use pqcrypto_traits::{kem, sign};

pub(super) const REACH: Reach = Reach::UpTo(Isa::Avx2, "takes AVX2 where it finds it");

/// Returns the offer of a parameter set of ML-KEM, with decapsulation keys that `fips203` has expanded from seeds.
macro_rules! given_kem {
    ($set:ident, $expander:ident, $Set:ident) => {
        MlKem::<mlkem::$Set> {
            backend: backend().to_owned(),
            key_pair: None,
            encapsulate: None,
            decapsulation_key: |seed| {
                let [d, z] = mlkem::halves(seed);
                let expanded = $expander::KG::keygen_from_seed(d, z).1.into_bytes();
                let key: $set::SecretKey = kem::SecretKey::from_bytes(&expanded).expect(LENGTH);
                Box::new(move |ciphertext| {
                    let ciphertext = kem::Ciphertext::from_bytes(ciphertext).expect(LENGTH);
                    copied(kem::SharedSecret::as_bytes(&$set::decapsulate(&ciphertext, &key)))
                })
            },
            prepare: None,
            prepare_decapsulation: None,
            batches: None,
        }
    };
}

/// Returns the offer of a parameter set of ML-KEM with draws.
macro_rules! drawn_kem {
    ($set:ident, $Set:ident) => {
        Drawn::<mlkem::$Set>::new(
            backend(),
            || {
                let (public, key) = $set::keypair();
                (key, copied(kem::PublicKey::as_bytes(&public)))
            },
            |key| {
                let (secret, ciphertext) = $set::encapsulate(&kem::PublicKey::from_bytes(key).ok()?);
                let ciphertext = copied(kem::Ciphertext::as_bytes(&ciphertext));
                Some((ciphertext, copied(kem::SharedSecret::as_bytes(&secret))))
            },
            |key, ciphertext| {
                let ciphertext = kem::Ciphertext::from_bytes(ciphertext).expect(LENGTH);
                copied(kem::SharedSecret::as_bytes(&$set::decapsulate(&ciphertext, key)))
            },
        )
    };
}

/// Returns the offer of a parameter set of ML-DSA, with signing keys that `fips204` has expanded from seeds.
macro_rules! given_signer {
    ($set:ident, $expander:ident, $Set:ident) => {
        MlDsa::<mldsa::$Set> {
            backend: backend().to_owned(),
            key_pair: None,
            signer: |seed| {
                let expanded = $expander::KG::keygen_from_seed(seed).1.into_bytes();
                let key = sign::SecretKey::from_bytes(&expanded).expect(LENGTH);
                Box::new(move |message| copied(sign::DetachedSignature::as_bytes(&$set::detached_sign(message, &key))))
            },
            prepared_signer: None,
            expand: None,
            verify: |key, message, signature| {
                let key = sign::PublicKey::from_bytes(key).expect(LENGTH);
                let signature = sign::DetachedSignature::from_bytes(signature).expect(LENGTH);
                $set::verify_detached_signature(&signature, message, &key).is_ok()
            },
            verifier: None,
            verify_batch: None,
        }
    };
}

/// Returns the offer of a parameter set of ML-DSA with draws.
macro_rules! drawn_signer {
    ($set:ident, $Set:ident) => {
        DrawnSigner::<mldsa::$Set>::new(
            backend(),
            || {
                let (public, key) = $set::keypair();
                (key, copied(sign::PublicKey::as_bytes(&public)))
            },
            |key, message| copied(sign::DetachedSignature::as_bytes(&$set::detached_sign(message, key))),
        )
    };
}

pub(super) fn mlkem() -> Found {
    let offers =
        Offers::none().and(given_kem!(mlkem512, ml_kem_512, MlKem512)).and(given_kem!(mlkem768, ml_kem_768, MlKem768));
    let offers = offers.and(given_kem!(mlkem1024, ml_kem_1024, MlKem1024)).and(drawn_kem!(mlkem512, MlKem512));
    let offers = offers.and(drawn_kem!(mlkem768, MlKem768)).and(drawn_kem!(mlkem1024, MlKem1024));
    Ok((locked_version("pqcrypto-mlkem", "0.1"), offers))
}

pub(super) fn mldsa() -> Found {
    let offers =
        Offers::none().and(given_signer!(mldsa44, ml_dsa_44, MlDsa44)).and(given_signer!(mldsa65, ml_dsa_65, MlDsa65));
    let offers = offers.and(given_signer!(mldsa87, ml_dsa_87, MlDsa87)).and(drawn_signer!(mldsa44, MlDsa44));
    let offers = offers.and(drawn_signer!(mldsa65, MlDsa65)).and(drawn_signer!(mldsa87, MlDsa87));
    Ok((locked_version("pqcrypto-mldsa", "0.1"), offers))
}

const LENGTH: &str = "bytes of the right length";

fn copied<const LEN: usize>(bytes: &[u8]) -> [u8; LEN] {
    <[u8; LEN]>::copied(bytes)
}

/// Returns the backend that the crates choose.
fn backend() -> &'static str {
    #[cfg(all(target_arch = "x86_64", not(windows), not(target_os = "macos")))]
    if std::arch::is_x86_feature_detected!("avx2") {
        return "avx2";
    }
    if cfg!(target_arch = "aarch64") { "neon" } else { "portable" }
}
