//! The crate `fips203`.

use crate::offers::Offers;
use crate::op::mlkem::{self, MlKem};
use crate::op::postquantum::drawn::Drawn;
use crate::peer::found::{Found, locked_version};
use crate::peer::system::draw;
use fips203::traits::{Decaps as _, Encaps as _, KeyGen as _, SerDes as _};
use fips203::{ml_kem_512, ml_kem_768, ml_kem_1024};

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
            batches: None,
        }
    };
}

/// Returns the offer of a parameter set with draws.
macro_rules! drawn {
    ($set:ident, $Set:ident) => {
        Drawn::<mlkem::$Set>::new(
            "portable",
            || {
                let (public, key) = $set::KG::keygen_from_seed(draw(), draw());
                (key, public.into_bytes())
            },
            |key| {
                let (secret, ciphertext) = $set::EncapsKey::try_from_bytes(*key).ok()?.encaps_from_seed(&draw());
                Some((ciphertext.into_bytes(), secret.into_bytes()))
            },
            |key, ciphertext| {
                let ciphertext = $set::CipherText::try_from_bytes(*ciphertext).expect("of its length");
                key.try_decaps(&ciphertext).expect("any ciphertext has a secret").into_bytes()
            },
        )
    };
}

pub(in crate::peer) fn find() -> Found {
    let offers = Offers::none().and(offer!(ml_kem_512, MlKem512)).and(offer!(ml_kem_768, MlKem768));
    let offers = offers.and(offer!(ml_kem_1024, MlKem1024)).and(drawn!(ml_kem_512, MlKem512));
    let offers = offers.and(drawn!(ml_kem_768, MlKem768)).and(drawn!(ml_kem_1024, MlKem1024));
    Ok((locked_version("fips203", "0.5"), offers))
}
