//! X25519MLKEM768 of Graviola's ML-KEM-768 and X25519, as rustls composes it.

use super::mlkem768::BACKEND;
use crate::op::hybrid::{X25519MlKem768, joined, parts};
use crate::op::postquantum::drawn::Drawn;
use graviola::key_agreement::mlkem768::{Ciphertext, DecapKey, EncapKey};
use graviola::key_agreement::x25519::{PublicKey, StaticPrivateKey};

pub(super) fn x25519mlkem768() -> Drawn<X25519MlKem768> {
    Drawn::<X25519MlKem768>::new(
        format!("{BACKEND}, composed"),
        || {
            let ml_kem = DecapKey::generate().expect(DRAWN);
            let x25519 = StaticPrivateKey::new_random().expect(DRAWN);
            let share = joined(&ml_kem.encapsulation_key().as_bytes(), &x25519.public_key().as_bytes());
            ((ml_kem, x25519), share)
        },
        |share| {
            let (ml_kem, x25519) = parts(share);
            let (secret, ciphertext) = EncapKey::from_bytes(ml_kem).ok()?.encaps().ok()?;
            let key = StaticPrivateKey::new_random().ok()?;
            let shared = shared(&key, x25519)?;
            Some((joined(ciphertext.as_ref(), &key.public_key().as_bytes()), joined(secret.as_ref(), &shared)))
        },
        |(ml_kem, key), share| {
            let (ciphertext, x25519) = parts::<1088>(share);
            let secret = ml_kem.decaps_internal(&Ciphertext::from(*ciphertext));
            shared(key, x25519).map_or([0; 64], |shared| joined(secret.as_ref(), &shared))
        },
    )
}

const DRAWN: &str = "the system delivers";

fn shared(key: &StaticPrivateKey, public: &[u8; 32]) -> Option<[u8; 32]> {
    Some(key.diffie_hellman(&PublicKey::from_array(public)).ok()?.as_bytes())
}
