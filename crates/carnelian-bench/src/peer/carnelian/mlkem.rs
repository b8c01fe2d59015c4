//! Our ML-KEM.

use crate::op::Offers;
use crate::op::mlkem::{self, MlKem};
use carnelian::postquantum::mlkem::{
    Ciphertext, DecapsulationKey, EncapsulationKey, MlKem512, MlKem768, MlKem1024, backend, hazmat,
};

/// Returns the offer of a parameter set.
macro_rules! offer {
    ($Set:ident) => {
        MlKem::<mlkem::$Set> {
            backend: backend().to_owned(),
            key_pair: Some(|seed| DecapsulationKey::<$Set>::from_seed(seed).encapsulation_key().to_bytes()),
            encapsulate: Some(|key, message| {
                let key = EncapsulationKey::<$Set>::from_bytes(key).ok()?;
                let (ciphertext, secret) = hazmat::encapsulate_internal(&key, message);
                Some((ciphertext.to_bytes(), *secret.expose()))
            }),
            decapsulation_key: |seed| {
                let key = DecapsulationKey::<$Set>::from_seed(seed);
                Box::new(move |ciphertext| {
                    let ciphertext = Ciphertext::from_bytes(ciphertext).expect("of its length");
                    *key.decapsulate(&ciphertext).expose()
                })
            },
            prepare: Some(|key| {
                let key = EncapsulationKey::<$Set>::from_bytes(key).expect("a valid key").prepare();
                Box::new(move |message| {
                    let (ciphertext, secret) = hazmat::encapsulate_prepared_internal(&key, message);
                    (ciphertext.to_bytes(), *secret.expose())
                })
            }),
            prepare_decapsulation: Some(|seed| {
                let key = DecapsulationKey::<$Set>::from_seed(seed).prepare();
                Box::new(move |ciphertext| {
                    let ciphertext = Ciphertext::from_bytes(ciphertext).expect("of its length");
                    *key.decapsulate(&ciphertext).expose()
                })
            }),
        }
    };
}

/// Adds the offers of all parameter sets.
pub(super) fn and(offers: Offers) -> Offers {
    offers.and(offer!(MlKem512)).and(offer!(MlKem768)).and(offer!(MlKem1024))
}
