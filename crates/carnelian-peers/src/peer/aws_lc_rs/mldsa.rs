//! AWS-LC's ML-DSA. Its signatures are randomized, and its key objects are the bytes of keys.

use super::backend;
use crate::offers::Offers;
use crate::op::mldsa::{self, MlDsa, MlDsa44, MlDsa65, MlDsa87};
use crate::op::postquantum::Bytes as _;
use crate::op::postquantum::drawn::DrawnSigner;
use aws_lc_rs::signature::{
    KeyPair as _, ML_DSA_44, ML_DSA_44_SIGNING, ML_DSA_65, ML_DSA_65_SIGNING, ML_DSA_87, ML_DSA_87_SIGNING,
    ParsedPublicKey, PqdsaKeyPair, PqdsaSigningAlgorithm, PqdsaVerificationAlgorithm, UnparsedPublicKey,
};

/// A parameter set, with the library's names for it.
trait Set: mldsa::Set {
    const SIGNING: &'static PqdsaSigningAlgorithm;
    const VERIFICATION: &'static PqdsaVerificationAlgorithm;
}

impl Set for MlDsa44 {
    const SIGNING: &'static PqdsaSigningAlgorithm = &ML_DSA_44_SIGNING;
    const VERIFICATION: &'static PqdsaVerificationAlgorithm = &ML_DSA_44;
}

impl Set for MlDsa65 {
    const SIGNING: &'static PqdsaSigningAlgorithm = &ML_DSA_65_SIGNING;
    const VERIFICATION: &'static PqdsaVerificationAlgorithm = &ML_DSA_65;
}

impl Set for MlDsa87 {
    const SIGNING: &'static PqdsaSigningAlgorithm = &ML_DSA_87_SIGNING;
    const VERIFICATION: &'static PqdsaVerificationAlgorithm = &ML_DSA_87;
}

/// Adds the offers of all parameter sets.
pub(super) fn and(offers: Offers) -> Offers {
    let offers = offers.and(given::<MlDsa44>()).and(given::<MlDsa65>()).and(given::<MlDsa87>());
    offers.and(drawn::<MlDsa44>()).and(drawn::<MlDsa65>()).and(drawn::<MlDsa87>())
}

fn given<S: Set>() -> MlDsa<S> {
    MlDsa {
        backend: backend(),
        key_pair: Some(|seed| public_key::<S>(&key_pair::<S>(seed))),
        signer: |seed| {
            let key = key_pair::<S>(seed);
            Box::new(move |message| sign::<S>(&key, message))
        },
        prepared_signer: None,
        expand: None,
        verify: |key, message, signature| {
            UnparsedPublicKey::new(S::VERIFICATION, key).verify(message, signature.as_ref()).is_ok()
        },
        verifier: Some(|key| {
            let key = ParsedPublicKey::new(S::VERIFICATION, key).expect("any bytes are a key");
            Box::new(move |message, signature| key.verify_sig(message, signature.as_ref()).is_ok())
        }),
        verify_batch: None,
    }
}

fn drawn<S: Set>() -> DrawnSigner<S> {
    DrawnSigner::new(
        backend(),
        || {
            let key = PqdsaKeyPair::generate(S::SIGNING).expect("the system has randomness");
            let public = public_key::<S>(&key);
            (key, public)
        },
        sign::<S>,
    )
}

fn key_pair<S: Set>(seed: &mldsa::Seed) -> PqdsaKeyPair {
    PqdsaKeyPair::from_seed(S::SIGNING, seed).expect("any 32 bytes are a seed")
}

fn public_key<S: Set>(key: &PqdsaKeyPair) -> S::PublicKey {
    S::PublicKey::copied(key.public_key().as_ref())
}

fn sign<S: Set>(key: &PqdsaKeyPair, message: &[u8]) -> S::Signature {
    let mut signature = S::Signature::zeros();
    key.sign(message, signature.as_mut()).expect("an attempt succeeds");
    signature
}
