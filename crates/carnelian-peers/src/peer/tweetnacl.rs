//! TweetNaCl, one file of portable C. Its signatures are joined with their messages, and it holds no key objects.

use super::found::{Found, locked_version};
use super::reach::Reach;
use crate::offers::Offers;
use crate::op::aead::nacl_box::{PublicBox, SecretBox};
use crate::op::ed25519::{Ed25519, PublicKey, Seed, Signature};
use crate::op::hashing::Sha512;
use crate::op::poly1305::Poly1305;
use crate::op::signed_messages::SignedMessages;
use crate::op::stream_ciphers::Salsa20;
use crate::op::x25519::X25519;

pub(super) const REACH: Reach = Reach::Portable;

const BACKEND: &str = "portable";

/// The version is that of the crate with the C code; TweetNaCl itself has only ever had 20140427.
pub(super) fn find() -> Found {
    let poly1305 = Poly1305 {
        backend: BACKEND.to_owned(),
        tag: |key, message| {
            let mut tag = [0; 16];
            tweetnacl::onetimeauth(&mut tag, message, key);
            tag
        },
    };
    let sha512 = Sha512::one_by_one(BACKEND, |message| {
        let mut digest = [0; 64];
        tweetnacl::hash_sha512(&mut digest, message);
        digest
    });
    let signed_messages = SignedMessages {
        backend: BACKEND.to_owned(),
        open: |public, signed, message| tweetnacl::sign_open(&mut message[..signed.len()], signed, public).ok(),
    };
    let offers = Offers::none().and(sha512).and(x25519()).and(ed25519()).and(signed_messages).and(poly1305);
    let offers = offers.and(salsa20()).and(secret_box()).and(public_box());
    Ok((locked_version("tweetnacl-sys", "0."), offers))
}

/// Offers Salsa20. The function works in place, which the crate's types do not allow, so that data is copied first.
fn salsa20() -> Salsa20 {
    Salsa20 {
        backend: "portable, and a copy".to_owned(),
        apply: |key, nonce, data| {
            let copy = data.to_vec();
            tweetnacl::stream_salsa20_xor(data, Some(&copy), nonce, key);
        },
    }
}

/// The zeros before a message, and before a ciphertext.
const ZEROS: [u8; 32] = [0; 32];
const BOX_ZEROS: [u8; 16] = [0; 16];

/// Offers `crypto_secretbox`, which takes messages with zeros before them.
fn secret_box() -> SecretBox {
    SecretBox {
        backend: "portable".to_owned(),
        seal: |key, nonce, message| {
            let padded = [&ZEROS[..], message].concat();
            let mut sealed = vec![0; padded.len()];
            tweetnacl::secretbox(&mut sealed, &padded, nonce, key).expect("the zeros are there");
            sealed.split_off(BOX_ZEROS.len())
        },
        open: |key, nonce, sealed| {
            let padded = [&BOX_ZEROS[..], sealed].concat();
            let mut message = vec![0; padded.len()];
            tweetnacl::secretbox_open(&mut message, &padded, nonce, key).ok()?;
            Some(message.split_off(ZEROS.len()))
        },
    }
}

/// Offers `crypto_box`, which takes messages with zeros before them.
fn public_box() -> PublicBox {
    PublicBox {
        backend: "portable".to_owned(),
        public_key: |secret| {
            let mut public = [0; 32];
            tweetnacl::scalarmult_base(&mut public, secret);
            public
        },
        seal: |secret, public, nonce, message| {
            let padded = [&ZEROS[..], message].concat();
            let mut sealed = vec![0; padded.len()];
            tweetnacl::box_(&mut sealed, &padded, nonce, public, secret).expect("the zeros are there");
            sealed.split_off(BOX_ZEROS.len())
        },
        open: |secret, public, nonce, sealed| {
            let padded = [&BOX_ZEROS[..], sealed].concat();
            let mut message = vec![0; padded.len()];
            tweetnacl::box_open(&mut message, &padded, nonce, public, secret).ok()?;
            Some(message.split_off(ZEROS.len()))
        },
    }
}

fn x25519() -> X25519 {
    X25519 {
        backend: BACKEND.to_owned(),
        public_key: |secret| {
            let mut public = [0; 32];
            tweetnacl::scalarmult_base(&mut public, secret);
            public
        },
        diffie_hellman: |secret| {
            let secret = *secret;
            Box::new(move |public| {
                let mut shared = [0; 32];
                tweetnacl::scalarmult(&mut shared, &secret, public);
                shared
            })
        },
        diffie_hellman_batch: None,
    }
}

fn ed25519() -> Ed25519 {
    Ed25519 {
        backend: BACKEND.to_owned(),
        public_key: |seed| key_pair(seed).1,
        signer: |seed| {
            let (secret, _) = key_pair(seed);
            Box::new(move |message| {
                let mut signed = vec![0; 64 + message.len()];
                tweetnacl::sign(&mut signed, message, &secret);
                *signed.first_chunk().expect("64 bytes and the message")
            })
        },
        signer_batch: None,
        verify,
        verifier: None,
        verify_batch: None,
    }
}

/// Returns the secret key, which contains the public one, and the public key.
fn key_pair(seed: &Seed) -> ([u8; 64], PublicKey) {
    let (mut secret, mut public) = ([0; 64], [0; 32]);
    tweetnacl::sign_keypair_seed(&mut public, &mut secret, seed);
    (secret, public)
}

fn verify(public: &PublicKey, message: &[u8], signature: &Signature) -> bool {
    let signed = [signature, message].concat();
    let mut opened = vec![0; signed.len()];
    tweetnacl::sign_open(&mut opened, &signed, public).is_ok()
}
