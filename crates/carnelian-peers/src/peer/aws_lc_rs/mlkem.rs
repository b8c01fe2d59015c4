//! AWS-LC's ML-KEM. `aws-lc-rs` has what draws randomness; what computes from given bytes is called in C.

#![allow(unsafe_code)]

use super::backend;
use crate::offers::Offers;
use crate::op::mlkem::{MlKem, MlKem512, MlKem768, MlKem1024};
use crate::op::postquantum::Bytes as _;
use crate::op::postquantum::drawn::Drawn;
use crate::op::postquantum::kem::{Encapsulated, Seeded};
use crate::peer::shared::file::Owned;
use aws_lc_rs::kem::{self, AlgorithmId, Ciphertext, DecapsulationKey, EncapsulationKey};
use aws_lc_sys::{
    EVP_PKEY, EVP_PKEY_CTX, EVP_PKEY_CTX_free, EVP_PKEY_CTX_kem_set_params, EVP_PKEY_CTX_new, EVP_PKEY_CTX_new_id,
    EVP_PKEY_KEM, EVP_PKEY_decapsulate, EVP_PKEY_encapsulate_deterministic, EVP_PKEY_free, EVP_PKEY_get_raw_public_key,
    EVP_PKEY_kem_new_raw_public_key, EVP_PKEY_keygen_deterministic, EVP_PKEY_keygen_init, NID_MLKEM512, NID_MLKEM768,
    NID_MLKEM1024,
};
use std::ffi::c_int;
use std::ptr::null_mut;

/// A parameter set, with the library's names for it.
trait Set: Seeded {
    const NID: c_int;
    const ALGORITHM: &'static kem::Algorithm<AlgorithmId>;
}

impl Set for MlKem512 {
    const NID: c_int = NID_MLKEM512;
    const ALGORITHM: &'static kem::Algorithm<AlgorithmId> = &kem::ML_KEM_512;
}

impl Set for MlKem768 {
    const NID: c_int = NID_MLKEM768;
    const ALGORITHM: &'static kem::Algorithm<AlgorithmId> = &kem::ML_KEM_768;
}

impl Set for MlKem1024 {
    const NID: c_int = NID_MLKEM1024;
    const ALGORITHM: &'static kem::Algorithm<AlgorithmId> = &kem::ML_KEM_1024;
}

/// Adds the offers of all parameter sets.
pub(super) fn and(offers: Offers) -> Offers {
    let offers = offers.and(given::<MlKem512>()).and(given::<MlKem768>()).and(given::<MlKem1024>());
    offers.and(drawn::<MlKem512>()).and(drawn::<MlKem768>()).and(drawn::<MlKem1024>())
}

/// Key objects are the bytes of keys: none holds the matrix.
fn given<S: Set>() -> MlKem<S> {
    MlKem {
        backend: backend(),
        key_pair: Some(|seed| {
            let mut bytes = S::EncapsulationKey::zeros();
            assert!(read_public_key(&key_pair::<S>(seed), bytes.as_mut()), "{IN_MEMORY}");
            bytes
        }),
        encapsulate: Some(|key, message| encapsulate::<S>(&context(&public_key::<S>(key)), message)),
        decapsulation_key: |seed| {
            let context = context(&key_pair::<S>(seed));
            Box::new(move |ciphertext| decapsulate::<S>(&context, ciphertext))
        },
        prepare: None,
        prepare_decapsulation: None,
        batches: None,
    }
}

fn drawn<S: Set>() -> Drawn<S> {
    Drawn::<S>::new(
        backend(),
        || {
            let key = DecapsulationKey::generate(S::ALGORITHM).expect("the system has randomness");
            let public = key.encapsulation_key().and_then(|key| key.key_bytes().map(|bytes| copied(bytes.as_ref())));
            (key, public.expect("a generated key has its public half"))
        },
        |key| {
            let (ciphertext, secret) = EncapsulationKey::new(S::ALGORITHM, key.as_ref()).ok()?.encapsulate().ok()?;
            Some((copied(ciphertext.as_ref()), copied(secret.as_ref())))
        },
        |key, ciphertext| {
            let secret = key.decapsulate(Ciphertext::from(ciphertext.as_ref()));
            copied(secret.expect("any ciphertext has a secret").as_ref())
        },
    )
}

const IN_MEMORY: &str = "the library has memory";

fn copied<B: crate::op::postquantum::Bytes>(bytes: &[u8]) -> B {
    B::copied(bytes)
}

fn key_pair<S: Set>(seed: &S::Seed) -> Owned<EVP_PKEY> {
    let (mut key, mut len) = (null_mut(), S::Seed::LEN);
    // SAFETY: the functions are called as documented: with a context for this algorithm, a pointer to which the key is
    // written, and the seed with its length. Context and key are freed by their functions, once.
    let key = unsafe {
        let context = Owned::new(EVP_PKEY_CTX_new_id(EVP_PKEY_KEM, null_mut()), EVP_PKEY_CTX_free).expect(IN_MEMORY);
        let context = context.as_ptr();
        let is_ready = EVP_PKEY_CTX_kem_set_params(context, S::NID) == 1 && EVP_PKEY_keygen_init(context) == 1;
        assert!(
            is_ready && EVP_PKEY_keygen_deterministic(context, &mut key, seed.as_ref().as_ptr(), &mut len) == 1,
            "{IN_MEMORY}"
        );
        Owned::new(key, EVP_PKEY_free)
    };
    key.expect("a generated key")
}

fn read_public_key(key: &Owned<EVP_PKEY>, bytes: &mut [u8]) -> bool {
    let mut len = bytes.len();
    // SAFETY: the key is valid, and the bytes are passed with their length.
    unsafe { EVP_PKEY_get_raw_public_key(key.as_ptr(), bytes.as_mut_ptr(), &mut len) == 1 }
}

fn public_key<S: Set>(bytes: &S::EncapsulationKey) -> Owned<EVP_PKEY> {
    let bytes = bytes.as_ref();
    // SAFETY: the bytes are passed with their length; the key is freed by its function, once.
    let key =
        unsafe { Owned::new(EVP_PKEY_kem_new_raw_public_key(S::NID, bytes.as_ptr(), bytes.len()), EVP_PKEY_free) };
    key.expect("bytes of this length are a key until it is used")
}

/// Creates a context, which keeps the key.
fn context(key: &Owned<EVP_PKEY>) -> Owned<EVP_PKEY_CTX> {
    // SAFETY: the key is valid, and the context counts as one of its users; it is freed by its function, once.
    unsafe { Owned::new(EVP_PKEY_CTX_new(key.as_ptr(), null_mut()), EVP_PKEY_CTX_free).expect(IN_MEMORY) }
}

fn encapsulate<S: Set>(context: &Owned<EVP_PKEY_CTX>, message: &S::Message) -> Option<Encapsulated<S>> {
    let (mut ciphertext, mut secret) = (S::Ciphertext::zeros(), S::Secret::zeros());
    let [mut ciphertext_len, mut secret_len, mut message_len] = [S::Ciphertext::LEN, S::Secret::LEN, S::Message::LEN];
    // SAFETY: the context is valid, and every array is passed with its length.
    let status = unsafe {
        EVP_PKEY_encapsulate_deterministic(
            context.as_ptr(),
            ciphertext.as_mut().as_mut_ptr(),
            &mut ciphertext_len,
            secret.as_mut().as_mut_ptr(),
            &mut secret_len,
            message.as_ref().as_ptr(),
            &mut message_len,
        )
    };
    (status == 1).then_some((ciphertext, secret))
}

fn decapsulate<S: Set>(context: &Owned<EVP_PKEY_CTX>, ciphertext: &S::Ciphertext) -> S::Secret {
    let (mut secret, mut len) = (S::Secret::zeros(), S::Secret::LEN);
    // SAFETY: the context is valid, and every array is passed with its length.
    let status = unsafe {
        let ciphertext = ciphertext.as_ref();
        EVP_PKEY_decapsulate(
            context.as_ptr(),
            secret.as_mut().as_mut_ptr(),
            &mut len,
            ciphertext.as_ptr(),
            ciphertext.len(),
        )
    };
    if status == 1 { secret } else { S::Secret::zeros() }
}
