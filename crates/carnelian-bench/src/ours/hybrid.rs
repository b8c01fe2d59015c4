//! Our X-Wing and X25519MLKEM768.

use super::mlkem::Bytes;
use crate::op::Offers;
use crate::op::hybrid::{X25519MlKem768, XWing};
use crate::op::postquantum::drawn::Drawn;
use crate::op::postquantum::kem::Given;
use carnelian::composite::hybrid::{self, ClientKey, HybridSecret, respond};
use carnelian::composite::xwing::{Ciphertext, DecapsulationKey, EncapsulationKey};
use carnelian::postquantum::mlkem;
use carnelian::random::OsRandom;

/// Adds these offers.
pub(super) fn and(offers: Offers) -> Offers {
    offers.and(xwing()).and(x25519mlkem768())
}

fn xwing() -> Given<XWing> {
    Given {
        backend: mlkem::backend().to_owned(),
        key_pair: Some(|seed| DecapsulationKey::from_bytes(seed).encapsulation_key().to_bytes()),
        encapsulate: Some(|key, message| {
            let key = EncapsulationKey::from_bytes(key).ok()?;
            let (ciphertext, secret) = key.encapsulate(&mut Bytes(message)).ok()?;
            Some((ciphertext.to_bytes(), *secret.expose()))
        }),
        decapsulation_key: |seed| {
            let key = DecapsulationKey::from_bytes(seed);
            Box::new(move |ciphertext| {
                let ciphertext = Ciphertext::from_bytes(ciphertext).expect("of its length");
                *key.decapsulate(&ciphertext).expose()
            })
        },
        prepare: None,
        prepare_decapsulation: None,
        batches: None,
    }
}

fn x25519mlkem768() -> Drawn<X25519MlKem768> {
    Drawn::<X25519MlKem768>::new(
        mlkem::backend(),
        || {
            let key = ClientKey::<hybrid::X25519MlKem768>::generate(&mut OsRandom).expect("the system delivers");
            let share = key.share();
            (key, share)
        },
        |share| {
            let (share, secret) = respond::<hybrid::X25519MlKem768>(share, &mut OsRandom).ok()?;
            Some((share, secret_bytes(&secret)))
        },
        |key, share| key.finish(share).map_or([0; 64], |secret| secret_bytes(&secret)),
    )
}

fn secret_bytes(secret: &HybridSecret<hybrid::X25519MlKem768>) -> [u8; 64] {
    secret.expose().try_into().expect("64 bytes")
}
