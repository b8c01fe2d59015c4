//! OpenSSL's ML-KEM and X25519MLKEM768, in C. Its key objects hold the matrix.
//!
//! The crate `openssl` has no functions for these, so libcrypto is called directly. Encapsulation is initialized each time,
//! with the message as its "ikme", or without one to draw it.

#![allow(unsafe_code)]

use super::IN_MEMORY;
use crate::offers::Offers;
use crate::op::hybrid::X25519MlKem768;
use crate::op::mlkem::{MlKem, MlKem512, MlKem768, MlKem1024};
use crate::op::postquantum::Bytes as _;
use crate::op::postquantum::drawn::Drawn;
use crate::op::postquantum::kem::{Decapsulate, Encapsulated, Kem, Seeded};
use crate::peer::shared::file::Owned;
use openssl_sys::{
    EVP_PKEY, EVP_PKEY_CTX, EVP_PKEY_CTX_free, EVP_PKEY_CTX_new, EVP_PKEY_CTX_new_from_name, EVP_PKEY_CTX_set_params,
    EVP_PKEY_Q_keygen, EVP_PKEY_decapsulate, EVP_PKEY_decapsulate_init, EVP_PKEY_encapsulate,
    EVP_PKEY_encapsulate_init, EVP_PKEY_free, EVP_PKEY_get_raw_public_key, EVP_PKEY_keygen, EVP_PKEY_keygen_init,
    EVP_PKEY_new_raw_public_key_ex, OSSL_PARAM,
};
use std::ffi::CStr;
use std::ptr::{null, null_mut};

/// A mechanism, with the library's name for it.
trait Named: Kem {
    const ALGORITHM: &'static CStr;
}

impl Named for MlKem512 {
    const ALGORITHM: &'static CStr = c"ML-KEM-512";
}

impl Named for MlKem768 {
    const ALGORITHM: &'static CStr = c"ML-KEM-768";
}

impl Named for MlKem1024 {
    const ALGORITHM: &'static CStr = c"ML-KEM-1024";
}

impl Named for X25519MlKem768 {
    const ALGORITHM: &'static CStr = c"X25519MLKEM768";
}

/// Adds the offers of all mechanisms.
pub(super) fn and(offers: Offers) -> Offers {
    let offers = offers.and(given::<MlKem512>()).and(given::<MlKem768>()).and(given::<MlKem1024>());
    let offers = offers.and(drawn::<MlKem512>()).and(drawn::<MlKem768>()).and(drawn::<MlKem1024>());
    offers.and(drawn::<X25519MlKem768>())
}

fn given<K: Named + Seeded>() -> MlKem<K> {
    MlKem {
        backend: "C".to_owned(),
        key_pair: Some(|seed| public_bytes::<K>(&key_of_seed::<K>(seed))),
        encapsulate: Some(|key, message| encapsulate::<K>(&context(&public_key::<K>(key)?), &with_message(message))),
        decapsulation_key: |seed| decapsulator::<K>(&key_of_seed::<K>(seed)),
        prepare: Some(|key| {
            let context = context(&public_key::<K>(key).expect("a valid key"));
            Box::new(move |message| encapsulate::<K>(&context, &with_message(message)).expect(IN_MEMORY))
        }),
        prepare_decapsulation: Some(|seed| decapsulator::<K>(&key_of_seed::<K>(seed))),
        batches: None,
    }
}

fn drawn<K: Named>() -> Drawn<K> {
    Drawn::<K>::new(
        "C",
        || {
            let key = generated::<K>();
            let public = public_bytes::<K>(&key);
            (key, public)
        },
        |key| encapsulate::<K>(&context(&public_key::<K>(key)?), &[END]),
        |key, ciphertext| decapsulate::<K>(&decapsulation(key), ciphertext),
    )
}

/// The end of an array of parameters.
pub(super) const END: OSSL_PARAM =
    OSSL_PARAM { key: null(), data_type: 0, data: null_mut(), data_size: 0, return_size: 0 };

/// Returns a parameter that consists of bytes, which the library reads.
pub(super) fn octets(name: &'static CStr, bytes: &[u8]) -> OSSL_PARAM {
    const OCTET_STRING: u32 = 5;
    OSSL_PARAM {
        key: name.as_ptr(),
        data_type: OCTET_STRING,
        data: bytes.as_ptr().cast_mut().cast(),
        data_size: bytes.len(),
        return_size: usize::MAX,
    }
}

fn with_message(message: &impl AsRef<[u8]>) -> [OSSL_PARAM; 2] {
    [octets(c"ikme", message.as_ref()), END]
}

/// Generates a key from a seed. Import of a seed would also test the key that comes of it.
fn key_of_seed<K: Named + Seeded>(seed: &K::Seed) -> Owned<EVP_PKEY> {
    let parameters = [octets(c"seed", seed.as_ref()), END];
    let mut key = null_mut();
    // SAFETY: the name ends with a zero, the array of parameters with its end, and the bytes of the seed outlive it. The
    // library writes a key to `key` or leaves it null. Context and key are freed by their functions, once.
    let key = unsafe {
        let context = EVP_PKEY_CTX_new_from_name(null_mut(), K::ALGORITHM.as_ptr(), null());
        let owned = Owned::new(context, EVP_PKEY_CTX_free).expect(IN_MEMORY);
        let context = owned.as_ptr();
        let is_ready = EVP_PKEY_keygen_init(context) == 1 && EVP_PKEY_CTX_set_params(context, parameters.as_ptr()) == 1;
        assert!(is_ready && EVP_PKEY_keygen(context, &mut key) == 1, "any bytes of this length are a seed");
        Owned::new(key, EVP_PKEY_free)
    };
    key.expect("a key from a seed")
}

fn generated<K: Named>() -> Owned<EVP_PKEY> {
    // SAFETY: the name ends with a zero, and these algorithms have no further arguments; the key is freed by its function,
    // once.
    let key = unsafe { Owned::new(EVP_PKEY_Q_keygen(null_mut(), null(), K::ALGORITHM.as_ptr()), EVP_PKEY_free) };
    key.expect("the system has randomness")
}

fn public_bytes<K: Named>(key: &Owned<EVP_PKEY>) -> K::EncapsulationKey {
    let (mut bytes, mut len) = (K::EncapsulationKey::zeros(), K::EncapsulationKey::LEN);
    // SAFETY: the key is valid, and the array is passed with its length.
    let status = unsafe { EVP_PKEY_get_raw_public_key(key.as_ptr(), bytes.as_mut().as_mut_ptr(), &mut len) };
    assert!(status == 1 && len == K::EncapsulationKey::LEN, "every key has bytes");
    bytes
}

fn public_key<K: Named>(bytes: &K::EncapsulationKey) -> Option<Owned<EVP_PKEY>> {
    let bytes = bytes.as_ref();
    // SAFETY: the name ends with a zero, and the bytes are passed with their length; the key is freed by its function,
    // once.
    unsafe {
        let name = K::ALGORITHM.as_ptr();
        let key = EVP_PKEY_new_raw_public_key_ex(null_mut(), name, null(), bytes.as_ptr(), bytes.len());
        Owned::new(key, EVP_PKEY_free)
    }
}

/// Creates a context, which keeps the key.
fn context(key: &Owned<EVP_PKEY>) -> Owned<EVP_PKEY_CTX> {
    // SAFETY: the key is valid, and the context counts as one of its users; it is freed by its function, once.
    unsafe { Owned::new(EVP_PKEY_CTX_new(key.as_ptr(), null_mut()), EVP_PKEY_CTX_free).expect(IN_MEMORY) }
}

/// Encapsulates with parameters that end with [`END`].
fn encapsulate<K: Named>(context: &Owned<EVP_PKEY_CTX>, parameters: &[OSSL_PARAM]) -> Option<Encapsulated<K>> {
    let (mut ciphertext, mut secret) = (K::Ciphertext::zeros(), K::Secret::zeros());
    let (mut ciphertext_len, mut secret_len) = (K::Ciphertext::LEN, K::Secret::LEN);
    // SAFETY: the context is valid, the parameters have an end, and every array is passed with its length.
    let is_done = unsafe {
        EVP_PKEY_encapsulate_init(context.as_ptr(), parameters.as_ptr()) == 1
            && EVP_PKEY_encapsulate(
                context.as_ptr(),
                ciphertext.as_mut().as_mut_ptr(),
                &mut ciphertext_len,
                secret.as_mut().as_mut_ptr(),
                &mut secret_len,
            ) == 1
    };
    is_done.then_some((ciphertext, secret))
}

/// Returns a context that is ready to decapsulate.
fn decapsulation(key: &Owned<EVP_PKEY>) -> Owned<EVP_PKEY_CTX> {
    let context = context(key);
    // SAFETY: the context is valid, and there are no parameters.
    let status = unsafe { EVP_PKEY_decapsulate_init(context.as_ptr(), null()) };
    assert!(status == 1, "{IN_MEMORY}");
    context
}

fn decapsulator<K: Named>(key: &Owned<EVP_PKEY>) -> Decapsulate<K> {
    let context = decapsulation(key);
    Box::new(move |ciphertext| decapsulate::<K>(&context, ciphertext))
}

fn decapsulate<K: Named>(context: &Owned<EVP_PKEY_CTX>, ciphertext: &K::Ciphertext) -> K::Secret {
    let (mut secret, mut len) = (K::Secret::zeros(), K::Secret::LEN);
    // SAFETY: the context is valid and ready to decapsulate, and every array is passed with its length.
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
    if status == 1 { secret } else { K::Secret::zeros() }
}
