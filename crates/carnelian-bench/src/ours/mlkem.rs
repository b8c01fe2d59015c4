//! Our ML-KEM.

use crate::op::Offers;
use crate::op::mlkem::{self, MlKem};
use crate::op::postquantum::batches::Batches;
use crate::op::postquantum::drawn::Drawn;
use carnelian::postquantum::mlkem::{
    self as set, Ciphertext, DecapsulationKey, EncapsulationKey, SharedSecret, backend, decapsulate_batch,
    encapsulate_batch, generate_batch, hazmat,
};
use carnelian::random::{OsRandom, Random, RandomError};

/// Bytes in place of random ones.
pub(super) struct Bytes<'a>(pub(super) &'a [u8]);

impl Random for Bytes<'_> {
    fn fill(&mut self, out: &mut [u8]) -> Result<(), RandomError> {
        let bytes = self.0.split_off(..out.len()).ok_or(RandomError)?;
        out.copy_from_slice(bytes);
        Ok(())
    }
}

/// Returns the functions of a parameter set for many keys.
macro_rules! batches {
    ($Set:ident) => {
        Batches::<mlkem::$Set> {
            key_pairs: |seeds| {
                let keys = generate_batch::<set::$Set>(seeds.len(), &mut Bytes(seeds.as_flattened()));
                keys.expect("a seed for each").iter().map(|key| key.encapsulation_key().to_bytes()).collect()
            },
            encapsulate: |keys, messages| {
                let keys = keys.iter().map(|key| EncapsulationKey::<set::$Set>::from_slice(key).ok());
                let keys: Vec<_> = keys.collect::<Option<_>>()?;
                let made = encapsulate_batch(&keys.iter().collect::<Vec<_>>(), &mut Bytes(messages.as_flattened()));
                let bytes = |(ciphertext, secret): (Ciphertext<set::$Set>, SharedSecret)| {
                    (ciphertext.to_bytes(), *secret.expose())
                };
                Some(made.ok()?.into_iter().map(bytes).collect())
            },
            decapsulation_keys: |seeds| {
                let keys: Vec<_> = seeds.iter().map(DecapsulationKey::<set::$Set>::from_seed).collect();
                Box::new(move |ciphertexts| {
                    let ciphertexts =
                        ciphertexts.iter().map(|bytes| Ciphertext::from_slice(bytes).expect("of its length"));
                    let ciphertexts: Vec<_> = ciphertexts.collect();
                    let pairs: Vec<_> = keys.iter().zip(&ciphertexts).collect();
                    decapsulate_batch(&pairs).iter().map(|secret| *secret.expose()).collect()
                })
            },
        }
    };
}

/// Returns the offer of a parameter set.
macro_rules! offer {
    ($Set:ident) => {
        MlKem::<mlkem::$Set> {
            backend: backend().to_owned(),
            key_pair: Some(|seed| DecapsulationKey::<set::$Set>::from_seed(seed).encapsulation_key().to_bytes()),
            encapsulate: Some(|key, message| {
                let key = EncapsulationKey::<set::$Set>::from_slice(key).ok()?;
                let (ciphertext, secret) = hazmat::encapsulate_internal(&key, message);
                Some((ciphertext.to_bytes(), *secret.expose()))
            }),
            decapsulation_key: |seed| {
                let key = DecapsulationKey::<set::$Set>::from_seed(seed);
                Box::new(move |ciphertext| {
                    let ciphertext = Ciphertext::from_slice(ciphertext).expect("of its length");
                    *key.decapsulate(&ciphertext).expose()
                })
            },
            prepare: Some(|key| {
                let key = EncapsulationKey::<set::$Set>::from_slice(key).expect("a valid key").prepare();
                Box::new(move |message| {
                    let (ciphertext, secret) = hazmat::encapsulate_prepared_internal(&key, message);
                    (ciphertext.to_bytes(), *secret.expose())
                })
            }),
            prepare_decapsulation: Some(|seed| {
                let key = DecapsulationKey::<set::$Set>::from_seed(seed).prepare();
                Box::new(move |ciphertext| {
                    let ciphertext = Ciphertext::from_slice(ciphertext).expect("of its length");
                    *key.decapsulate(&ciphertext).expose()
                })
            }),
            batches: Some(batches!($Set)),
        }
    };
}

/// Returns the offer of a parameter set with draws.
macro_rules! drawn {
    ($Set:ident) => {
        Drawn::<mlkem::$Set>::new(
            backend(),
            || {
                let key = DecapsulationKey::<set::$Set>::generate(&mut OsRandom).expect("the system delivers");
                let public = key.encapsulation_key().to_bytes();
                (key, public)
            },
            |key| {
                let key = EncapsulationKey::<set::$Set>::from_slice(key).ok()?;
                let (ciphertext, secret) = key.encapsulate(&mut OsRandom).ok()?;
                Some((ciphertext.to_bytes(), *secret.expose()))
            },
            |key, ciphertext| {
                let ciphertext = Ciphertext::from_slice(ciphertext).expect("of its length");
                *key.decapsulate(&ciphertext).expose()
            },
        )
    };
}

/// Adds the offers of every parameter set in the catalogue.
pub(super) fn and(mut offers: Offers) -> Offers {
    macro_rules! and_sets {
        ([$offers:ident] $($feature:literal [$($Key:tt)+] $STEM:ident $names:tt $methods:tt $file:ident;)+) => {
            $(of_scheme!($offers [$($Key)+]);)+
        };
    }
    macro_rules! of_scheme {
        ($offers:ident [$library:tt::postquantum::mlkem::DecapsulationKey<$again:tt::postquantum::mlkem::$Set:ident>]) => {
            $offers = $offers.and(offer!($Set)).and(drawn!($Set))
        };
        ($offers:ident $($other:tt)+) => {};
    }
    carnelian::__kems! { and_sets [offers] }
    offers
}
