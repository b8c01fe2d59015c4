//! Our SLH-DSA.

use crate::op::Offers;
use crate::op::slhdsa::{self, SlhDsa};
use carnelian::postquantum::slhdsa::{
    BatchItem, Signature, SigningKey, SlhDsaSha2_128f, SlhDsaSha2_128s, SlhDsaSha2_192f, SlhDsaSha2_192s,
    SlhDsaSha2_256f, SlhDsaSha2_256s, SlhDsaShake128f, SlhDsaShake128s, SlhDsaShake192f, SlhDsaShake192s,
    SlhDsaShake256f, SlhDsaShake256s, VerifyingKey, backend, verify_batch,
};

/// Our signatures are valid.
const SIGNS: &str = "no fault";

/// Adds the offers of parameter sets.
macro_rules! and_sets {
    ($offers:expr, $($Set:ident)+) => {
        $offers$(.and(SlhDsa::<slhdsa::$Set> {
            backend: backend::<$Set>().to_owned(),
            key_pair: |[seed, prf, public]| {
                SigningKey::<$Set>::from_seeds(seed, prf, public).verifying_key().to_bytes()
            },
            signer: |[seed, prf, public]| {
                let key = SigningKey::<$Set>::from_seeds(seed, prf, public);
                Box::new(move |message| key.sign_deterministic(message).expect(SIGNS).to_bytes())
            },
            prepared_signer: Some(|[seed, prf, public]| {
                let key = SigningKey::<$Set>::from_seeds(seed, prf, public).prepare();
                Box::new(move |message| key.sign_deterministic(message).expect(SIGNS).to_bytes())
            }),
            #[cfg(not(feature = "rayon"))]
            signer_on_threads: None,
            #[cfg(feature = "rayon")]
            signer_on_threads: Some(|[seed, prf, public]| {
                let key = SigningKey::<$Set>::from_seeds(seed, prf, public);
                Box::new(move |message| {
                    super::threads::on_all(|| key.sign_deterministic(message)).expect(SIGNS).to_bytes()
                })
            }),
            verify: |key, message, signature| {
                VerifyingKey::<$Set>::from_bytes(key).verify(message, &Signature::from_bytes(signature)).is_ok()
            },
            verify_batch: Some(|all| {
                let keys: Vec<_> = all.iter().map(|one| VerifyingKey::<$Set>::from_bytes(&one.public_key)).collect();
                let signatures: Vec<_> = all.iter().map(|one| Signature::<$Set>::from_bytes(one.signature)).collect();
                let items = keys.iter().zip(all).zip(&signatures);
                let items: Vec<_> =
                    items.map(|((key, one), signature)| BatchItem::new(key, one.message, signature)).collect();
                verify_batch(&items).is_ok()
            }),
        }))+
    };
}

/// Adds the offers of all parameter sets.
pub(super) fn and(offers: Offers) -> Offers {
    and_sets!(
        offers,
        SlhDsaSha2_128s SlhDsaSha2_128f SlhDsaSha2_192s SlhDsaSha2_192f SlhDsaSha2_256s SlhDsaSha2_256f
        SlhDsaShake128s SlhDsaShake128f SlhDsaShake192s SlhDsaShake192f SlhDsaShake256s SlhDsaShake256f
    )
}
