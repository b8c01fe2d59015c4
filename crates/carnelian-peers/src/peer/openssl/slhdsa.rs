//! OpenSSL's SLH-DSA, in C over its hash functions. The crate `openssl` has no functions for it, so libcrypto is called
//! directly. A context is set to its key and to the deterministic variant once, and signs or verifies any number of
//! messages.

#![allow(unsafe_code)]

use super::IN_MEMORY;
use super::kem::{END, octets};
use crate::offers::Offers;
use crate::op::postquantum::Bytes as _;
use crate::op::slhdsa::{self, Seeds, SlhDsa};
use crate::peer::shared::file::Owned;
use openssl_sys::{
    EVP_PKEY, EVP_PKEY_CTX, EVP_PKEY_CTX_free, EVP_PKEY_CTX_new, EVP_PKEY_CTX_new_from_name, EVP_PKEY_CTX_set_params,
    EVP_PKEY_free, EVP_PKEY_get_raw_public_key, EVP_PKEY_keygen, EVP_PKEY_keygen_init, EVP_PKEY_new_raw_public_key_ex,
    EVP_PKEY_sign, EVP_PKEY_sign_message_init, EVP_PKEY_verify, EVP_PKEY_verify_message_init, EVP_SIGNATURE,
    EVP_SIGNATURE_fetch, EVP_SIGNATURE_free, OSSL_PARAM,
};
use std::ffi::{CStr, c_int};
use std::ptr::{null, null_mut};

/// A parameter set, with the library's name for it.
trait Set: slhdsa::Set {
    const ALGORITHM: &'static CStr;
}

/// Names the sets, and writes the function that adds their offers.
macro_rules! sets {
    ($($Set:ident, $name:literal;)+) => {
        $(impl Set for slhdsa::$Set {
            const ALGORITHM: &'static CStr = $name;
        })+

        /// Adds the offers of all parameter sets.
        pub(super) fn and(offers: Offers) -> Offers {
            offers$(.and(offer::<slhdsa::$Set>()))+
        }
    };
}

sets! {
    SlhDsaSha2_128s, c"SLH-DSA-SHA2-128s";
    SlhDsaShake128s, c"SLH-DSA-SHAKE-128s";
    SlhDsaSha2_128f, c"SLH-DSA-SHA2-128f";
    SlhDsaShake128f, c"SLH-DSA-SHAKE-128f";
    SlhDsaSha2_192s, c"SLH-DSA-SHA2-192s";
    SlhDsaShake192s, c"SLH-DSA-SHAKE-192s";
    SlhDsaSha2_192f, c"SLH-DSA-SHA2-192f";
    SlhDsaShake192f, c"SLH-DSA-SHAKE-192f";
    SlhDsaSha2_256s, c"SLH-DSA-SHA2-256s";
    SlhDsaShake256s, c"SLH-DSA-SHAKE-256s";
    SlhDsaSha2_256f, c"SLH-DSA-SHA2-256f";
    SlhDsaShake256f, c"SLH-DSA-SHAKE-256f";
}

fn offer<S: Set>() -> SlhDsa<S> {
    SlhDsa {
        backend: "C".to_owned(),
        key_pair: |seeds| public_bytes::<S>(&private_key::<S>(seeds)),
        signer: |seeds| {
            let context = context::<S>(&private_key::<S>(seeds), Purpose::Signing);
            Box::new(move |message| sign::<S>(&context, message))
        },
        prepared_signer: None,
        signer_on_threads: None,
        verify: |key, message, signature| {
            public_key::<S>(key)
                .is_some_and(|key| verify::<S>(&context::<S>(&key, Purpose::Verification), message, signature))
        },
        verify_batch: None,
    }
}

/// Generates a key from its seeds.
fn private_key<S: Set>([seed, prf, public]: &Seeds<S>) -> Owned<EVP_PKEY> {
    let seeds = [seed.as_ref(), prf.as_ref(), public.as_ref()].concat();
    let parameters = [octets(c"seed", &seeds), END];
    let mut key = null_mut();
    // SAFETY: the name ends with a zero, the array of parameters with its end, and the seeds outlive it. The library writes
    // a key to `key` or leaves it null. Context and key are freed by their functions, once.
    let key = unsafe {
        let context = EVP_PKEY_CTX_new_from_name(null_mut(), S::ALGORITHM.as_ptr(), null());
        let owned = Owned::new(context, EVP_PKEY_CTX_free).expect(IN_MEMORY);
        let context = owned.as_ptr();
        let is_ready = EVP_PKEY_keygen_init(context) == 1 && EVP_PKEY_CTX_set_params(context, parameters.as_ptr()) == 1;
        assert!(is_ready && EVP_PKEY_keygen(context, &mut key) == 1, "any bytes of this length are seeds");
        Owned::new(key, EVP_PKEY_free)
    };
    key.expect("a key from seeds")
}

fn public_bytes<S: Set>(key: &Owned<EVP_PKEY>) -> S::PublicKey {
    let (mut bytes, mut len) = (S::PublicKey::zeros(), S::PublicKey::LEN);
    // SAFETY: the key is valid, and the array is passed with its length.
    let status = unsafe { EVP_PKEY_get_raw_public_key(key.as_ptr(), bytes.as_mut().as_mut_ptr(), &mut len) };
    assert!(status == 1 && len == S::PublicKey::LEN, "every key has bytes");
    bytes
}

fn public_key<S: Set>(bytes: &S::PublicKey) -> Option<Owned<EVP_PKEY>> {
    let bytes = bytes.as_ref();
    // SAFETY: the name ends with a zero, and the bytes are passed with their length; the key is freed by its function,
    // once.
    unsafe {
        let name = S::ALGORITHM.as_ptr();
        let key = EVP_PKEY_new_raw_public_key_ex(null_mut(), name, null(), bytes.as_ptr(), bytes.len());
        Owned::new(key, EVP_PKEY_free)
    }
}

/// The use of a context.
#[derive(Clone, Copy)]
enum Purpose {
    Signing,
    Verification,
}

/// Returns a context for signatures with a key, or for their verification.
fn context<S: Set>(key: &Owned<EVP_PKEY>, purpose: Purpose) -> Owned<EVP_PKEY_CTX> {
    let deterministic: c_int = 1;
    let parameters = [integer(c"deterministic", &deterministic), END];
    let algorithm = algorithm::<S>();
    // SAFETY: the key and the algorithm are valid, and the context counts as one of their users; the parameters have an
    // end and outlive the call. The context is freed by its function, once.
    unsafe {
        let context = Owned::new(EVP_PKEY_CTX_new(key.as_ptr(), null_mut()), EVP_PKEY_CTX_free).expect(IN_MEMORY);
        let status = match purpose {
            Purpose::Signing => EVP_PKEY_sign_message_init(context.as_ptr(), algorithm.as_ptr(), parameters.as_ptr()),
            Purpose::Verification => EVP_PKEY_verify_message_init(context.as_ptr(), algorithm.as_ptr(), null()),
        };
        assert!(status == 1, "{IN_MEMORY}");
        context
    }
}

/// Looks up the algorithm.
fn algorithm<S: Set>() -> Owned<EVP_SIGNATURE> {
    // SAFETY: the name ends with a zero; the algorithm is freed by its function, once.
    let algorithm =
        unsafe { Owned::new(EVP_SIGNATURE_fetch(null_mut(), S::ALGORITHM.as_ptr(), null()), EVP_SIGNATURE_free) };
    algorithm.expect("the default provider has it")
}

/// Returns a parameter that is a number, which the library reads.
fn integer(name: &'static CStr, number: &c_int) -> OSSL_PARAM {
    const INTEGER: u32 = 1;
    OSSL_PARAM {
        key: name.as_ptr(),
        data_type: INTEGER,
        data: std::ptr::from_ref(number).cast_mut().cast(),
        data_size: size_of::<c_int>(),
        return_size: usize::MAX,
    }
}

fn sign<S: Set>(context: &Owned<EVP_PKEY_CTX>, message: &[u8]) -> S::Signature {
    let (mut signature, mut len) = (S::Signature::zeros(), S::Signature::LEN);
    // SAFETY: the context is valid and ready to sign, and message and signature are passed with their lengths.
    let status = unsafe {
        let signature = signature.as_mut().as_mut_ptr();
        EVP_PKEY_sign(context.as_ptr(), signature, &mut len, message.as_ptr(), message.len())
    };
    assert!(status == 1 && len == S::Signature::LEN, "signing does not fail");
    signature
}

fn verify<S: Set>(context: &Owned<EVP_PKEY_CTX>, message: &[u8], signature: &S::Signature) -> bool {
    let signature = signature.as_ref();
    // SAFETY: the context is valid and ready to verify, and message and signature are passed with their lengths.
    unsafe {
        EVP_PKEY_verify(context.as_ptr(), signature.as_ptr(), signature.len(), message.as_ptr(), message.len()) == 1
    }
}
