//! X25519MLKEM768 of AWS-LC's ML-KEM-768 and X25519, as rustls composes it.

use super::{backend, exchange_public};
use crate::op::hybrid::{X25519MlKem768, joined, parts};
use crate::op::postquantum::drawn::Drawn;
use aws_lc_rs::agreement::{PrivateKey, UnparsedPublicKey, X25519, agree};
use aws_lc_rs::kem::{Ciphertext, DecapsulationKey, EncapsulationKey, ML_KEM_768};

pub(super) fn x25519mlkem768() -> Drawn<X25519MlKem768> {
    Drawn::<X25519MlKem768>::new(
        format!("{}, composed", backend()),
        || {
            let ml_kem = DecapsulationKey::generate(&ML_KEM_768).expect(DRAWN);
            let x25519 = PrivateKey::generate(&X25519).expect(DRAWN);
            let public = ml_kem.encapsulation_key().and_then(|key| key.key_bytes()).expect("every key has bytes");
            let share = joined(public.as_ref(), &exchange_public(&x25519));
            ((ml_kem, x25519), share)
        },
        |share| {
            let (ml_kem, x25519) = parts::<1184>(share);
            let (ciphertext, secret) = EncapsulationKey::new(&ML_KEM_768, ml_kem).ok()?.encapsulate().ok()?;
            let key = PrivateKey::generate(&X25519).ok()?;
            let shared = shared(&key, x25519)?;
            Some((joined(ciphertext.as_ref(), &exchange_public(&key)), joined(secret.as_ref(), &shared)))
        },
        |(ml_kem, key), share| {
            let (ciphertext, x25519) = parts::<1088>(share);
            let secret = ml_kem.decapsulate(Ciphertext::from(&ciphertext[..])).expect("any ciphertext has a secret");
            shared(key, x25519).map_or([0; 64], |shared| joined(secret.as_ref(), &shared))
        },
    )
}

const DRAWN: &str = "the system has randomness";

fn shared(key: &PrivateKey, public: &[u8; 32]) -> Option<[u8; 32]> {
    agree(key, UnparsedPublicKey::new(&X25519, public), (), |shared| shared.try_into().map_err(|_| ())).ok()
}
