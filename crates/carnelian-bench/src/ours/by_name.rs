//! Our signature schemes and key encapsulation mechanisms by name: every row of the catalogue, through its role.

use crate::op::Offers;
use crate::op::by_name::{KemScheme, Kems, SignatureScheme, Signatures};
use carnelian::algorithm::{KemAlgorithm, SignOptions, SignatureAlgorithm, VerifyOptions, kems, signatures};
use carnelian::random::OsRandom;
use std::rc::Rc;

/// Adds these offers.
pub(super) fn and(offers: Offers) -> Offers {
    let signatures = Signatures(signatures().iter().map(signature).collect());
    offers.and(signatures).and(Kems(kems().iter().map(kem).collect()))
}

fn signature(scheme: &'static SignatureAlgorithm) -> SignatureScheme {
    SignatureScheme {
        id: scheme.identity().id.to_owned(),
        name: scheme.identity().name.to_owned(),
        backend: scheme.backend().to_owned(),
        public_key_len: scheme.public_key_len(),
        signature_len: scheme.signature_len(),
        key_pair: Rc::new(|| {
            let key = scheme.generate(&mut OsRandom).expect("the system delivers");
            let public = key.verifying_key().as_bytes().to_vec();
            let sign =
                move |message: &[u8]| key.sign(message, &SignOptions::default(), &mut OsRandom).expect("no fault");
            (public, Box::new(sign))
        }),
        verify: Rc::new(|public, message, signature| {
            scheme.verify(public, message, signature, &VerifyOptions::default()).is_ok()
        }),
    }
}

fn kem(scheme: &'static KemAlgorithm) -> KemScheme {
    KemScheme {
        id: scheme.identity().id.to_owned(),
        name: scheme.identity().name.to_owned(),
        backend: scheme.backend().to_owned(),
        encapsulation_key_len: scheme.encapsulation_key_len(),
        ciphertext_len: scheme.ciphertext_len(),
        shared_secret_len: scheme.shared_secret_len(),
        key_pair: Rc::new(|| {
            let key = scheme.generate(&mut OsRandom).expect("the system delivers");
            let public = key.encapsulation_key().to_bytes();
            (public, Box::new(move |ciphertext| Some(key.decapsulate(ciphertext).ok()?.expose().clone())))
        }),
        encapsulate: Rc::new(|public| {
            let key = scheme.encapsulation_key_from_bytes(public).ok()?;
            let (ciphertext, secret) = key.encapsulate(&mut OsRandom).ok()?;
            Some((ciphertext, secret.expose().clone()))
        }),
    }
}
