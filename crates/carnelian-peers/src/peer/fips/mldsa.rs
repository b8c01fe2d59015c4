//! The crate `fips204`. Its key objects hold the keys transformed, but not the matrix.

use super::Zeros;
use crate::offers::Offers;
use crate::op::mldsa::{self, MlDsa};
use crate::op::postquantum::drawn::DrawnSigner;
use crate::peer::found::{Found, locked_version};
use crate::peer::system::draw;
use fips204::traits::{KeyGen as _, SerDes as _, Signer as _, Verifier as _};
use fips204::{ml_dsa_44, ml_dsa_65, ml_dsa_87};

/// Returns the offer of a parameter set.
macro_rules! offer {
    ($set:ident, $Set:ident) => {
        MlDsa::<mldsa::$Set> {
            backend: "portable".to_owned(),
            key_pair: Some(|seed| $set::KG::keygen_from_seed(seed).0.into_bytes()),
            signer: |seed| {
                let (_, key) = $set::KG::keygen_from_seed(seed);
                Box::new(move |message| key.try_sign_with_rng(&mut Zeros, message, &[]).expect(SIGNS))
            },
            prepared_signer: None,
            expand: None,
            verify: |key, message, signature| {
                $set::PublicKey::try_from_bytes(*key).is_ok_and(|key| key.verify(message, signature, &[]))
            },
            verifier: Some(|key| {
                let key = $set::PublicKey::try_from_bytes(*key).expect("any bytes are a key");
                Box::new(move |message, signature| key.verify(message, signature, &[]))
            }),
            verify_batch: None,
        }
    };
}

/// Returns the offer of a parameter set with draws.
macro_rules! drawn {
    ($set:ident, $Set:ident) => {
        DrawnSigner::<mldsa::$Set>::new(
            "portable",
            || {
                let (public, key) = $set::KG::keygen_from_seed(&draw());
                (key, public.into_bytes())
            },
            |key, message| key.try_sign_with_rng(&mut Zeros, message, &[]).expect(SIGNS),
        )
    };
}

const SIGNS: &str = "the source delivers and an attempt succeeds";

pub(in crate::peer) fn find() -> Found {
    let offers = Offers::none().and(offer!(ml_dsa_44, MlDsa44)).and(offer!(ml_dsa_65, MlDsa65));
    let offers = offers.and(offer!(ml_dsa_87, MlDsa87)).and(drawn!(ml_dsa_44, MlDsa44));
    let offers = offers.and(drawn!(ml_dsa_65, MlDsa65)).and(drawn!(ml_dsa_87, MlDsa87));
    Ok((locked_version("fips204", "0.5"), offers))
}
