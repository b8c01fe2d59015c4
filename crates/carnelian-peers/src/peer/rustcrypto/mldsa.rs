//! RustCrypto's ML-DSA: portable code. Its key objects hold the matrix.

use crate::offers::Offers;
use crate::op::mldsa::{self, MlDsa};
use crate::op::postquantum::drawn::DrawnSigner;
use crate::peer::found::{Found, locked_version};
use crate::peer::system::draw;
use ml_dsa::signature::Keypair as _;
use ml_dsa::{MlDsa44, MlDsa65, MlDsa87, Signature, SigningKey, VerifyingKey};

/// Returns the offer of a parameter set. A signing key object is the same whether it is prepared or not.
macro_rules! offer {
    ($Set:ident) => {
        MlDsa::<mldsa::$Set> {
            backend: "portable".to_owned(),
            key_pair: Some(|seed| SigningKey::<$Set>::from_seed(&(*seed).into()).verifying_key().encode().into()),
            signer: |seed| {
                let key = SigningKey::<$Set>::from_seed(&(*seed).into());
                Box::new(move |message| {
                    key.expanded_key().sign_deterministic(message, &[]).expect(SIGNS).encode().into()
                })
            },
            prepared_signer: Some(|seed| {
                let key = SigningKey::<$Set>::from_seed(&(*seed).into());
                Box::new(move |message| {
                    key.expanded_key().sign_deterministic(message, &[]).expect(SIGNS).encode().into()
                })
            }),
            expand: None,
            verify: |key, message, signature| {
                let key = VerifyingKey::<$Set>::decode(&(*key).into());
                let signature = Signature::<$Set>::decode(&(*signature).into());
                signature.is_some_and(|signature| key.verify_with_context(message, &[], &signature))
            },
            verifier: Some(|key| {
                let key = VerifyingKey::<$Set>::decode(&(*key).into());
                Box::new(move |message, signature| {
                    let signature = Signature::<$Set>::decode(&(*signature).into());
                    signature.is_some_and(|signature| key.verify_with_context(message, &[], &signature))
                })
            }),
            verify_batch: None,
        }
    };
}

/// Returns the offer of a parameter set with draws.
macro_rules! drawn {
    ($Set:ident) => {
        DrawnSigner::<mldsa::$Set>::new(
            "portable",
            || {
                let key = SigningKey::<$Set>::from_seed(&draw::<32>().into());
                let public = key.verifying_key().encode().into();
                (key, public)
            },
            |key, message| key.expanded_key().sign_deterministic(message, &[]).expect(SIGNS).encode().into(),
        )
    };
}

const SIGNS: &str = "the context is short and an attempt succeeds";

pub(in crate::peer) fn find() -> Found {
    let offers = Offers::none().and(offer!(MlDsa44)).and(offer!(MlDsa65)).and(offer!(MlDsa87));
    let offers = offers.and(drawn!(MlDsa44)).and(drawn!(MlDsa65)).and(drawn!(MlDsa87));
    Ok((locked_version("ml-dsa", "0.1"), offers))
}
