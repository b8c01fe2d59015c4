//! OpenSSL's ML-DSA, in C. Its signatures are randomized. A context is reset for each message, as for Ed25519; keys hold
//! what is computed from them once, but not the matrix.

use super::IN_MEMORY;
use crate::offers::Offers;
use crate::op::mldsa::{self, MlDsa, MlDsa44, MlDsa65, MlDsa87};
use crate::op::postquantum::Bytes as _;
use crate::op::postquantum::drawn::DrawnSigner;
use openssl::md_ctx::MdCtx;
use openssl::pkey::{KeyType, PKey, PKeyRef, Private, Public};
use openssl::rand::rand_bytes;
use std::cell::RefCell;

/// A parameter set, with the library's name for it.
trait Set: mldsa::Set {
    const KEYS: KeyType;
}

impl Set for MlDsa44 {
    const KEYS: KeyType = KeyType::ML_DSA_44;
}

impl Set for MlDsa65 {
    const KEYS: KeyType = KeyType::ML_DSA_65;
}

impl Set for MlDsa87 {
    const KEYS: KeyType = KeyType::ML_DSA_87;
}

/// Adds the offers of all parameter sets.
pub(super) fn and(offers: Offers) -> Offers {
    let offers = offers.and(given::<MlDsa44>()).and(given::<MlDsa65>()).and(given::<MlDsa87>());
    offers.and(drawn::<MlDsa44>()).and(drawn::<MlDsa65>()).and(drawn::<MlDsa87>())
}

fn given<S: Set>() -> MlDsa<S> {
    MlDsa {
        backend: "C".to_owned(),
        key_pair: Some(|seed| public_bytes::<S>(&private_key::<S>(seed))),
        signer: |seed| {
            let (key, context) = (private_key::<S>(seed), RefCell::new(MdCtx::new().expect(IN_MEMORY)));
            Box::new(move |message| sign::<S>(&mut context.borrow_mut(), &key, message))
        },
        prepared_signer: None,
        expand: None,
        verify: |key, message, signature| {
            let key = public_key::<S>(key);
            key.is_some_and(|key| verify::<S>(&mut MdCtx::new().expect(IN_MEMORY), &key, message, signature))
        },
        verifier: Some(|key| {
            let (key, context) = (public_key::<S>(key), RefCell::new(MdCtx::new().expect(IN_MEMORY)));
            Box::new(move |message, signature| {
                key.as_ref().is_some_and(|key| verify::<S>(&mut context.borrow_mut(), key, message, signature))
            })
        }),
        verify_batch: None,
    }
}

fn drawn<S: Set>() -> DrawnSigner<S> {
    DrawnSigner::new(
        "C",
        || {
            let mut seed = mldsa::Seed::zeros();
            rand_bytes(&mut seed).expect("the system has randomness");
            let key = private_key::<S>(&seed);
            let public = public_bytes::<S>(&key);
            (key, public)
        },
        |key, message| sign::<S>(&mut MdCtx::new().expect(IN_MEMORY), key, message),
    )
}

fn private_key<S: Set>(seed: &mldsa::Seed) -> PKey<Private> {
    PKey::private_key_from_seed(None, S::KEYS, None, seed).expect("any 32 bytes are a seed")
}

fn public_bytes<S: Set>(key: &PKeyRef<Private>) -> S::PublicKey {
    S::PublicKey::copied(&key.raw_public_key().expect("every key has bytes"))
}

fn public_key<S: Set>(bytes: &S::PublicKey) -> Option<PKey<Public>> {
    PKey::public_key_from_raw_bytes_ex(None, S::KEYS, None, bytes.as_ref()).ok()
}

fn sign<S: Set>(context: &mut MdCtx, key: &PKeyRef<Private>, message: &[u8]) -> S::Signature {
    let mut signature = S::Signature::zeros();
    context.digest_sign_init(None, key).expect(IN_MEMORY);
    context.digest_sign(message, Some(signature.as_mut())).expect("an attempt succeeds");
    signature
}

fn verify<S: Set>(context: &mut MdCtx, key: &PKeyRef<Public>, message: &[u8], signature: &S::Signature) -> bool {
    context.digest_verify_init(None, key).is_ok()
        && context.digest_verify(message, signature.as_ref()).is_ok_and(|valid| valid)
}
