//! Our ML-DSA.

use crate::op::Offers;
use crate::op::mldsa::{self, MlDsa};
use crate::op::postquantum::drawn::DrawnSigner;
use carnelian::postquantum::mldsa::{
    BatchItem, MlDsa44, MlDsa65, MlDsa87, PreparedSigningKey, Signature, SigningKey, VerifyingKey, backend,
    verify_batch,
};
use carnelian::random::OsRandom;
use std::hint::black_box;

/// Returns the offer of a parameter set.
macro_rules! offer {
    ($Set:ident) => {
        MlDsa::<mldsa::$Set> {
            backend: backend().to_owned(),
            key_pair: Some(|seed| SigningKey::<$Set>::from_seed(seed).verifying_key().to_bytes()),
            signer: |seed| {
                let key = SigningKey::<$Set>::from_seed(seed);
                Box::new(move |message| key.sign_deterministic(message).expect(ATTEMPTS).to_bytes())
            },
            prepared_signer: Some(|seed| {
                let key = SigningKey::<$Set>::from_seed(seed).prepare();
                Box::new(move |message| key.sign_deterministic(message).expect(ATTEMPTS).to_bytes())
            }),
            expand: Some(|seed| {
                let mut key = Some(SigningKey::<$Set>::from_seed(seed));
                Box::new(move |calls| {
                    for _ in 0..calls {
                        let prepared = key.take().map(SigningKey::prepare);
                        key = black_box(prepared).map(PreparedSigningKey::into_signing_key);
                    }
                })
            }),
            verify: |key, message, signature| {
                let key = VerifyingKey::<$Set>::from_bytes(key);
                Signature::from_bytes(signature).is_ok_and(|signature| key.verify(message, &signature).is_ok())
            },
            verifier: Some(|key| {
                let key = VerifyingKey::<$Set>::from_bytes(key).prepare();
                Box::new(move |message, signature| {
                    Signature::from_bytes(signature).is_ok_and(|signature| key.verify(message, &signature).is_ok())
                })
            }),
            verify_batch: Some(|all| {
                let keys = all.iter().map(|one| VerifyingKey::<$Set>::from_bytes(&one.public_key));
                let keys: Vec<_> = keys.collect();
                let signatures: Result<Vec<_>, _> =
                    all.iter().map(|one| Signature::<$Set>::from_bytes(&one.signature)).collect();
                signatures.is_ok_and(|signatures| {
                    let items = keys.iter().zip(all).zip(&signatures);
                    let items: Vec<_> =
                        items.map(|((key, one), signature)| BatchItem::new(key, one.message, signature)).collect();
                    verify_batch(&items).is_ok()
                })
            }),
        }
    };
}

const ATTEMPTS: &str = "an attempt succeeds";

/// Returns the offer of a parameter set with draws.
macro_rules! drawn {
    ($Set:ident) => {
        DrawnSigner::<mldsa::$Set>::new(
            backend(),
            || {
                let key = SigningKey::<$Set>::generate(&mut OsRandom).expect("the system delivers");
                let public = key.verifying_key().to_bytes();
                (key, public)
            },
            |key, message| key.sign(message, &mut OsRandom).expect("the system delivers").to_bytes(),
        )
    };
}

/// Adds the offers of all parameter sets.
pub(super) fn and(offers: Offers) -> Offers {
    let offers = offers.and(offer!(MlDsa44)).and(offer!(MlDsa65)).and(offer!(MlDsa87));
    offers.and(drawn!(MlDsa44)).and(drawn!(MlDsa65)).and(drawn!(MlDsa87))
}
