//! Graviola's ML-KEM-768. Its key objects hold the matrix.
//!
//! Its public functions use a key up, and encapsulate with randomness that they draw. Those that compute from given bytes,
//! and those that leave the key, are hidden in its documentation.

use crate::offers::Offers;
use crate::op::mlkem::{MlKem, MlKem768, Seed};
use crate::op::postquantum::drawn::Drawn;
use crate::op::postquantum::kem::Decapsulate;
use graviola::key_agreement::mlkem768::{Ciphertext, DecapKey, EncapKey, Message};

/// Adds these offers.
pub(super) fn and(offers: Offers) -> Offers {
    offers.and(given()).and(drawn())
}

fn given() -> MlKem<MlKem768> {
    MlKem {
        backend: BACKEND.to_owned(),
        key_pair: Some(|seed| DecapKey::keygen_internal(seed).encapsulation_key().as_bytes()),
        encapsulate: Some(|key, message| {
            let (secret, ciphertext) = EncapKey::from_bytes(key).ok()?.encaps_internal(Message(*message));
            Some((*ciphertext.as_ref(), *secret.as_ref()))
        }),
        decapsulation_key: decapsulator,
        prepare: Some(|key| {
            let key = EncapKey::from_bytes(key).expect("a valid key");
            Box::new(move |message| {
                let (secret, ciphertext) = key.clone().encaps_internal(Message(*message));
                (*ciphertext.as_ref(), *secret.as_ref())
            })
        }),
        prepare_decapsulation: Some(decapsulator),
        batches: None,
    }
}

/// Returns a decapsulation key object, which holds the matrix in any case.
fn decapsulator(seed: &Seed) -> Decapsulate<MlKem768> {
    let key = DecapKey::keygen_internal(seed);
    Box::new(move |ciphertext| *key.decaps_internal(&Ciphertext::from(*ciphertext)).as_ref())
}

fn drawn() -> Drawn<MlKem768> {
    Drawn::new(
        BACKEND,
        || {
            let key = DecapKey::generate().expect("the system delivers");
            let public = key.encapsulation_key().as_bytes();
            (key, public)
        },
        |key| {
            let (secret, ciphertext) = EncapKey::from_bytes(key).ok()?.encaps().ok()?;
            Some((*ciphertext.as_ref(), *secret.as_ref()))
        },
        |key, ciphertext| *key.decaps_internal(&Ciphertext::from(*ciphertext)).as_ref(),
    )
}

#[cfg(target_arch = "x86_64")]
pub(super) const BACKEND: &str = "avx512 or avx2";
#[cfg(target_arch = "aarch64")]
pub(super) const BACKEND: &str = "neon";
