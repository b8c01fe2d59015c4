//! The crate `fips203`: portable code.

use super::reach::Reach;
use super::{Found, locked_version};
use crate::op::Offers;
use crate::op::mlkem::{self, MlKem};
use fips203::traits::{Decaps as _, Encaps as _, KeyGen as _, SerDes as _};
use fips203::{ml_kem_512, ml_kem_768, ml_kem_1024};

pub(super) const REACH: Reach = Reach::Portable;

/// Returns the offer of a parameter set.
macro_rules! offer {
    ($set:ident, $Set:ident) => {
        MlKem::<mlkem::$Set> {
            backend: "portable".to_owned(),
            key_pair: Some(|seed| {
                let [d, z] = mlkem::halves(seed);
                $set::KG::keygen_from_seed(d, z).0.into_bytes()
            }),
            encapsulate: Some(|key, message| {
                let (secret, ciphertext) = $set::EncapsKey::try_from_bytes(*key).ok()?.encaps_from_seed(message);
                Some((ciphertext.into_bytes(), secret.into_bytes()))
            }),
            decapsulation_key: |seed| {
                let [d, z] = mlkem::halves(seed);
                let (_, key) = $set::KG::keygen_from_seed(d, z);
                Box::new(move |ciphertext| {
                    let ciphertext = $set::CipherText::try_from_bytes(*ciphertext).expect("of its length");
                    key.try_decaps(&ciphertext).expect("any ciphertext has a secret").into_bytes()
                })
            },
            prepare: None,
            prepare_decapsulation: None,
        }
    };
}

pub(super) fn find() -> Found {
    let offers = Offers::none().and(offer!(ml_kem_512, MlKem512)).and(offer!(ml_kem_768, MlKem768));
    Ok((locked_version("fips203", "0.5"), offers.and(offer!(ml_kem_1024, MlKem1024))))
}
