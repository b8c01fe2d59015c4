//! libcrux's ML-DSA, with AVX2 where the CPU has it. It has no prepared keys.

use super::mlkem::backend;
use crate::offers::Offers;
use crate::op::mldsa::{self, MlDsa};
use crate::op::postquantum::drawn::DrawnSigner;
use crate::peer::found::{Found, locked_version};
use crate::peer::system::draw;
use libcrux_ml_dsa::{MLDSASignature, MLDSAVerificationKey, ml_dsa_44, ml_dsa_65, ml_dsa_87};

/// Returns the offer of a parameter set.
macro_rules! offer {
    ($set:ident, $Set:ident) => {
        MlDsa::<mldsa::$Set> {
            backend: backend().to_owned(),
            key_pair: Some(|seed| *$set::generate_key_pair(*seed).verification_key.as_ref()),
            signer: |seed| {
                let key = $set::generate_key_pair(*seed).signing_key;
                Box::new(move |message| *$set::sign(&key, message, &[], [0; 32]).ok().expect(SIGNS).as_ref())
            },
            prepared_signer: None,
            expand: None,
            verify: |key, message, signature| {
                let (key, signature) = (MLDSAVerificationKey::new(*key), MLDSASignature::new(*signature));
                $set::verify(&key, message, &[], &signature).is_ok()
            },
            verifier: None,
            verify_batch: None,
        }
    };
}

/// Returns the offer of a parameter set with draws.
macro_rules! drawn {
    ($set:ident, $Set:ident) => {
        DrawnSigner::<mldsa::$Set>::new(
            backend(),
            || {
                let pair = $set::generate_key_pair(draw());
                let public = *pair.verification_key.as_ref();
                (pair, public)
            },
            |pair, message| *$set::sign(&pair.signing_key, message, &[], draw()).ok().expect(SIGNS).as_ref(),
        )
    };
}

const SIGNS: &str = "an attempt succeeds";

pub(in crate::peer) fn find() -> Found {
    let offers = Offers::none().and(offer!(ml_dsa_44, MlDsa44)).and(offer!(ml_dsa_65, MlDsa65));
    let offers = offers.and(offer!(ml_dsa_87, MlDsa87)).and(drawn!(ml_dsa_44, MlDsa44));
    let offers = offers.and(drawn!(ml_dsa_65, MlDsa65)).and(drawn!(ml_dsa_87, MlDsa87));
    Ok((locked_version("libcrux-ml-dsa", "0.0"), offers))
}
