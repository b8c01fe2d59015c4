//! Our SLH-DSA.

use crate::op::Offers;
use crate::op::slhdsa::{self, SlhDsa};
use carnelian::postquantum::slhdsa::{
    self as set, BatchItem, Signature, SigningKey, VerifyingKey, backend, verify_batch,
};

/// Our signatures are valid.
const SIGNS: &str = "no fault";

/// Returns the offer of a parameter set.
macro_rules! offer {
    ($Set:ident) => {
        SlhDsa::<slhdsa::$Set> {
            backend: backend::<set::$Set>().to_owned(),
            key_pair: |[seed, prf, public]| {
                SigningKey::<set::$Set>::from_seeds(seed, prf, public).verifying_key().to_bytes()
            },
            signer: |[seed, prf, public]| {
                let key = SigningKey::<set::$Set>::from_seeds(seed, prf, public);
                Box::new(move |message| key.sign_deterministic(message).expect(SIGNS).to_bytes())
            },
            prepared_signer: Some(|[seed, prf, public]| {
                let key = SigningKey::<set::$Set>::from_seeds(seed, prf, public).prepare();
                Box::new(move |message| key.sign_deterministic(message).expect(SIGNS).to_bytes())
            }),
            #[cfg(not(feature = "rayon"))]
            signer_on_threads: None,
            #[cfg(feature = "rayon")]
            signer_on_threads: Some(|[seed, prf, public]| {
                let key = SigningKey::<set::$Set>::from_seeds(seed, prf, public);
                Box::new(move |message| {
                    super::threads::on_all(|| key.sign_deterministic(message)).expect(SIGNS).to_bytes()
                })
            }),
            verify: |key, message, signature| {
                VerifyingKey::<set::$Set>::from_bytes(key).verify(message, &Signature::from_bytes(signature)).is_ok()
            },
            verify_batch: Some(|all| {
                let keys: Vec<_> =
                    all.iter().map(|one| VerifyingKey::<set::$Set>::from_bytes(&one.public_key)).collect();
                let signatures: Vec<_> =
                    all.iter().map(|one| Signature::<set::$Set>::from_bytes(one.signature)).collect();
                let items = keys.iter().zip(all).zip(&signatures);
                let items: Vec<_> =
                    items.map(|((key, one), signature)| BatchItem::new(key, one.message, signature)).collect();
                verify_batch(&items).is_ok()
            }),
        }
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
        ($offers:ident slhdsa<$Set:ident>) => {
            $offers = $offers.and(offer!($Set))
        };
        ($offers:ident $($other:tt)+) => {};
    }
    carnelian::__signatures! { and_sets [offers] }
    offers
}
