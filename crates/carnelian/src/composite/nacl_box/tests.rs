//! The examples of NaCl, boxes composed by hand, and errors.

use super::SharedKey;
use super::anonymous::{self, HEADER_LEN, OpenError, SealError};
use crate::base::hex;
use crate::base::random::{Random, RandomError, TestRandom};
use crate::base::testing::bytes_after_drop;
use crate::cipher::xsalsa20poly1305::SecretBox;
use crate::curve::x25519::{NonContributory, PublicKey, SecretKey};
use crate::hash::Blake2b;
use std::string::ToString;
use std::vec;
use std::vec::Vec;

fn bytes(text: &str) -> [u8; 32] {
    hex::decode("an example", text).unwrap()
}

/// "Cryptography in NaCl", Sections 2, 5 and 8: the keys of Alice and Bob, and the key that they share.
#[test]
fn the_example_of_nacl() {
    let alice = SecretKey::from_bytes(bytes("77076d0a7318a57d3c16c17251b26645df4c2f87ebc0992ab177fba51db92c2a"));
    let bob = SecretKey::from_bytes(bytes("5dab087e624a8a4b79e17f8b83800ee66f3bb1292618b6fd1c2f8b27ff88e0eb"));
    let first = bytes("1b27556473e985d462cd51197a9a46c76009549eac6474f206c4ee0844f68389");
    assert_eq!(SharedKey::new(&alice, &bob.public_key()).unwrap().expose(), &first);
    assert_eq!(SharedKey::new(&bob, &alice.public_key()).unwrap().expose(), &first);
    let shared = bytes("4a5d9d5ba4ce2de1728e3bf480350f25e07e21c947d19e3376f09b3c1e161742");
    assert_eq!(SharedKey::from_x25519(&shared).expose(), &first);
    assert_eq!(SharedKey::from_bytes(&first).expose(), &first);
}

/// A sealed box is a box from a key pair of its own, under a nonce of the two public keys.
#[test]
fn sealed_boxes_are_boxes_with_a_header() {
    let secret = SecretKey::from_bytes([7; 32]);
    let public = secret.public_key();
    for len in [0, 1, 31, 32, 300, 2000] {
        let message: Vec<u8> = (0..len).map(|i| i as u8).collect();
        let sealed = anonymous::seal_combined(&public, &message, &mut TestRandom::new(1)).unwrap();

        let ephemeral = SecretKey::generate(&mut TestRandom::new(1)).unwrap();
        let (header, ciphertext) = sealed.split_at(32);
        assert_eq!(header, ephemeral.public_key().as_bytes());
        let nonce = Blake2b::<24>::digest(&[header, public.as_bytes()].concat());
        let key = SharedKey::new(&ephemeral, &public).unwrap();
        assert_eq!(ciphertext, key.as_secret_box().seal_combined(&nonce, &message));

        let mut data = message.clone();
        let header = anonymous::seal(&public, &mut data, &mut TestRandom::new(1)).unwrap();
        assert_eq!([&header[..], &data].concat(), sealed);
        anonymous::open(&secret, &public, &mut data, &header).unwrap();
        assert_eq!(data, message);
        assert_eq!(anonymous::open_combined(&secret, &public, &sealed).unwrap(), message);
    }
}

#[test]
fn what_was_tampered_with_is_refused_and_releases_nothing() {
    let secret = SecretKey::from_bytes([7; 32]);
    let public = secret.public_key();
    let sealed = anonymous::seal_combined(&public, b"attack at dawn", &mut TestRandom::new(2)).unwrap();
    let refused = |secret: &SecretKey, public: &PublicKey, sealed: &[u8]| {
        assert_eq!(anonymous::open_combined(secret, public, sealed), Err(OpenError::Forged));
        if let Some((header, ciphertext)) = sealed.split_first_chunk() {
            let mut data = ciphertext.to_vec();
            assert_eq!(anonymous::open(secret, public, &mut data, header), Err(OpenError::Forged));
            assert!(data.iter().all(|byte| *byte == 0));
        }
    };
    for at in 0..sealed.len() {
        let mut changed = sealed.clone();
        changed[at] ^= 1 << (at % 8);
        refused(&secret, &public, &changed);
        refused(&secret, &public, &sealed[..at]);
    }
    let other = SecretKey::from_bytes([8; 32]);
    refused(&other, &public, &sealed);
    refused(&other, &other.public_key(), &sealed);
    refused(&secret, &other.public_key(), &sealed);
    // A public key of small order is one that no sender makes.
    let small = SharedKey::from_x25519(&[0; 32]);
    let nonce = Blake2b::<24>::digest(&[&[0; 32], public.as_bytes()].map(|key| &key[..]).concat());
    let forged = [&[0; 32], &small.as_secret_box().seal_combined(&nonce, b"known to all")[..]].concat();
    refused(&secret, &public, &forged);
    assert!(sealed.len() > HEADER_LEN);
}

/// A source that delivers nothing.
struct Broken;

impl Random for Broken {
    fn fill(&mut self, _: &mut [u8]) -> Result<(), RandomError> {
        Err(RandomError)
    }
}

#[test]
fn errors_change_nothing() {
    let public = SecretKey::from_bytes([7; 32]).public_key();
    let mut data = vec![9; 5];
    let mut minus_one = [0xff; 32];
    minus_one[0] = 0xec; // p − 1, with the top bit set
    for small in [[0; 32], minus_one].map(PublicKey::from_bytes) {
        assert_eq!(SharedKey::new(&SecretKey::from_bytes([7; 32]), &small).err(), Some(NonContributory));
        let random = &mut TestRandom::new(3);
        assert_eq!(anonymous::seal(&small, &mut data, random), Err(SealError::NonContributory));
        assert_eq!(anonymous::seal_combined(&small, &data, random), Err(SealError::NonContributory));
    }
    assert_eq!(anonymous::seal(&public, &mut data, &mut Broken), Err(SealError::Random(RandomError)));
    assert_eq!(anonymous::seal_combined(&public, &data, &mut Broken), Err(SealError::Random(RandomError)));
    assert_eq!(data, [9; 5]);
    assert_eq!(SealError::NonContributory.to_string(), NonContributory.to_string());
    assert_eq!(SealError::Random(RandomError).to_string(), RandomError.to_string());
}

#[test]
fn a_dropped_key_leaves_zeros() {
    let key = SharedKey::from_x25519(&[7; 32]);
    assert_eq!(std::format!("{key:?}"), "SharedKey(SecretBox(..))");
    assert_eq!(bytes_after_drop::<SecretBox>(key.into_secret_box()), [0; 32]);
}
