//! RustCrypto's ML-KEM: portable code. Its key objects hold the keys decoded, but not the matrix.

use crate::offers::Offers;
use crate::op::mlkem::{self, MlKem};
use crate::op::postquantum::drawn::Drawn;
use crate::peer::found::{Found, locked_version};
use crate::peer::reach::Reach;
use crate::peer::system::draw;
use ml_kem::kem::{Decapsulate as _, KeyExport as _};
use ml_kem::{DecapsulationKey, EncapsulationKey, MlKem512, MlKem768, MlKem1024};

pub(in crate::peer) const REACH: Reach = Reach::Portable;

/// Returns the offer of a parameter set.
macro_rules! offer {
    ($Set:ident) => {
        MlKem::<mlkem::$Set> {
            backend: "portable".to_owned(),
            key_pair: Some(|seed| {
                DecapsulationKey::<$Set>::from_seed((*seed).into()).encapsulation_key().to_bytes().into()
            }),
            encapsulate: Some(|key, message| {
                let key = EncapsulationKey::<$Set>::new(&(*key).into()).ok()?;
                let (ciphertext, secret) = key.encapsulate_deterministic(&(*message).into());
                Some((ciphertext.into(), secret.into()))
            }),
            decapsulation_key: |seed| {
                let key = DecapsulationKey::<$Set>::from_seed((*seed).into());
                Box::new(move |ciphertext| key.decapsulate(&(*ciphertext).into()).into())
            },
            prepare: None,
            prepare_decapsulation: None,
            batches: None,
        }
    };
}

/// Returns the offer of a parameter set with draws.
macro_rules! drawn {
    ($Set:ident) => {
        Drawn::<mlkem::$Set>::new(
            "portable",
            || {
                let key = DecapsulationKey::<$Set>::from_seed(draw::<64>().into());
                let public = key.encapsulation_key().to_bytes().into();
                (key, public)
            },
            |key| {
                let key = EncapsulationKey::<$Set>::new(&(*key).into()).ok()?;
                let (ciphertext, secret) = key.encapsulate_deterministic(&draw::<32>().into());
                Some((ciphertext.into(), secret.into()))
            },
            |key, ciphertext| key.decapsulate(&(*ciphertext).into()).into(),
        )
    };
}

pub(in crate::peer) fn find() -> Found {
    let offers = Offers::none().and(offer!(MlKem512)).and(offer!(MlKem768)).and(offer!(MlKem1024));
    let offers = offers.and(drawn!(MlKem512)).and(drawn!(MlKem768)).and(drawn!(MlKem1024));
    Ok((locked_version("ml-kem", "0.3"), offers))
}
