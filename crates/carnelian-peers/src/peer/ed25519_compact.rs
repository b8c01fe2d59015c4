//! ed25519-compact. It has one backend, and no object for a decoded public key.

use super::found::{Found, locked_version};
use super::reach::Reach;
use crate::offers::Offers;
use crate::op::ed25519::Ed25519;
use crate::op::x25519::X25519;
use ed25519_compact::{KeyPair, PublicKey, Seed, Signature, x25519};

pub(super) const REACH: Reach = Reach::Portable;

pub(super) fn find() -> Found {
    let x25519 = X25519 {
        backend: "portable".to_owned(),
        public_key: |secret| x25519::SecretKey::new(*secret).recover_public_key().map_or([0; 32], |public| *public),
        diffie_hellman: |secret| {
            let secret = x25519::SecretKey::new(*secret);
            Box::new(move |public| x25519::PublicKey::new(*public).dh(&secret).map_or([0; 32], |shared| *shared))
        },
        diffie_hellman_batch: None,
    };
    let ed25519 = Ed25519 {
        backend: "portable".to_owned(),
        public_key: |seed| *KeyPair::from_seed(Seed::new(*seed)).pk,
        signer: |seed| {
            let key = KeyPair::from_seed(Seed::new(*seed)).sk;
            // Without noise, the signature is the deterministic one of RFC 8032.
            Box::new(move |message| *key.sign(message, None))
        },
        signer_batch: None,
        verify: |public_key, message, signature| {
            PublicKey::new(*public_key).verify(message, &Signature::new(*signature)).is_ok()
        },
        verifier: None,
        verify_batch: None,
    };
    Ok((locked_version("ed25519-compact", "2."), Offers::none().and(x25519).and(ed25519)))
}
