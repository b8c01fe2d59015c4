//! Our ML-DSA.

use crate::op::Offers;
use crate::op::mldsa::{self, MlDsa};
use crate::op::postquantum::drawn::DrawnSigner;
use carnelian::postquantum::mldsa::{
    self as set, BatchItem, PreparedSigningKey, Signature, SigningKey, VerifyingKey, backend, verify_batch,
};
use carnelian::random::OsRandom;
use std::hint::black_box;

/// Returns the offer of a parameter set.
macro_rules! offer {
    ($Set:ident) => {
        MlDsa::<mldsa::$Set> {
            backend: backend().to_owned(),
            key_pair: Some(|seed| SigningKey::<set::$Set>::from_seed(seed).verifying_key().to_bytes()),
            signer: |seed| {
                let key = SigningKey::<set::$Set>::from_seed(seed);
                Box::new(move |message| key.sign_deterministic(message).expect(ATTEMPTS).to_bytes())
            },
            prepared_signer: Some(|seed| {
                let key = SigningKey::<set::$Set>::from_seed(seed).prepare();
                Box::new(move |message| key.sign_deterministic(message).expect(ATTEMPTS).to_bytes())
            }),
            expand: Some(|seed| {
                let mut key = Some(SigningKey::<set::$Set>::from_seed(seed));
                Box::new(move |calls| {
                    for _ in 0..calls {
                        let prepared = key.take().map(SigningKey::prepare);
                        key = black_box(prepared).map(PreparedSigningKey::into_signing_key);
                    }
                })
            }),
            verify: |key, message, signature| {
                let key = VerifyingKey::<set::$Set>::from_bytes(key);
                Signature::from_bytes(signature).is_ok_and(|signature| key.verify(message, &signature).is_ok())
            },
            verifier: Some(|key| {
                let key = VerifyingKey::<set::$Set>::from_bytes(key).prepare();
                Box::new(move |message, signature| {
                    Signature::from_bytes(signature).is_ok_and(|signature| key.verify(message, &signature).is_ok())
                })
            }),
            verify_batch: Some(|all| {
                let keys = all.iter().map(|one| VerifyingKey::<set::$Set>::from_bytes(&one.public_key));
                let keys: Vec<_> = keys.collect();
                let signatures: Result<Vec<_>, _> =
                    all.iter().map(|one| Signature::<set::$Set>::from_bytes(&one.signature)).collect();
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
                let key = SigningKey::<set::$Set>::generate(&mut OsRandom).expect("the system delivers");
                let public = key.verifying_key().to_bytes();
                (key, public)
            },
            |key, message| key.sign(message, &mut OsRandom).expect("the system delivers").to_bytes(),
        )
    };
}

/// Adds the offers of every parameter set in the catalogue.
pub(super) fn and(mut offers: Offers) -> Offers {
    macro_rules! and_sets {
        ([$offers:ident] $($family:ident $feature:tt { $(
            $module:ident$(<$Set:ident>)? $STEM:ident $names:tt $methods:tt $file:ident;
        )+ })+) => {
            $($(of_scheme!($offers $module$(<$Set>)?);)+)+
        };
    }
    macro_rules! of_scheme {
        ($offers:ident mldsa<$Set:ident>) => {
            $offers = $offers.and(offer!($Set)).and(drawn!($Set))
        };
        ($offers:ident $($other:tt)+) => {};
    }
    carnelian::__signatures! { and_sets [offers] }
    offers
}
