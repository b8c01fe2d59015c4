//! NaCl's boxes against the same composed of other libraries: x25519-dalek, and RustCrypto's `salsa20` and `poly1305`, and
//! blake2b_simd, at every tier.

use crate::inputs::{bytes, random_bytes};
use crate::tiers::tiers;
use carnelian::__internals::{TestRandom, at_most};
use carnelian::cipher::xsalsa20poly1305::SecretBox;
use carnelian::composite::nacl_box::{SharedKey, anonymous};
use carnelian::curve::x25519::SecretKey;
use poly1305::Poly1305;
use poly1305::universal_hash::KeyInit;
use salsa20::XSalsa20;
use salsa20::cipher::consts::U10;
use salsa20::cipher::{KeyIvInit, StreamCipher};
use x25519_dalek::{PublicKey, StaticSecret};

/// `crypto_secretbox`: the tag followed by the ciphertext.
fn secretbox(key: &[u8; 32], nonce: &[u8; 24], message: &[u8]) -> Vec<u8> {
    let mut stream = [&[0; 32], message].concat();
    XSalsa20::new(key.into(), nonce.into()).apply_keystream(&mut stream);
    let (one_time_key, ciphertext) = stream.split_first_chunk::<32>().unwrap();
    let tag = Poly1305::new(one_time_key.into()).compute_unpadded(ciphertext);
    [&tag[..], ciphertext].concat()
}

/// `crypto_box_beforenm`.
fn beforenm(secret: &StaticSecret, public: &PublicKey) -> [u8; 32] {
    let shared = secret.diffie_hellman(public);
    salsa20::hsalsa::<U10>(shared.as_bytes().into(), &[0; 16].into()).into()
}

#[test]
fn secret_boxes_agree() {
    let random = &mut TestRandom::new(1);
    for len in [0, 1, 16, 31, 32, 33, 200, 224, 225, 480, 1000, 1024, 1500, 4096, 5000, 20_000] {
        let (key, nonce, message) = (bytes(random), bytes(random), random_bytes(len as u64, len));
        let expected = secretbox(&key, &nonce, &message);
        for tier in tiers() {
            at_most(tier, || {
                let key = SecretBox::new(&key);
                assert!(key.seal_combined(&nonce, &message) == expected, "{len} bytes at {tier}");
                assert!(key.open_combined(&nonce, &expected).unwrap() == message, "{len} bytes at {tier}");
            });
        }
    }
}

#[test]
fn boxes_and_sealed_boxes_agree() {
    let random = &mut TestRandom::new(2);
    for seed in 0..20 {
        let (alice, bob, nonce): ([u8; 32], [u8; 32], [u8; 24]) = (bytes(random), bytes(random), bytes(random));
        let (their_alice, their_bob) = (StaticSecret::from(alice), StaticSecret::from(bob));
        let expected = beforenm(&their_alice, &PublicKey::from(&their_bob));
        let message = random_bytes(seed, 100 * seed as usize);
        for tier in tiers() {
            at_most(tier, || {
                let (alice, bob) = (SecretKey::from_bytes(alice), SecretKey::from_bytes(bob));
                let key = SharedKey::new(&alice, &bob.public_key()).unwrap();
                assert_eq!(key.expose(), &expected, "{tier}");
                assert_eq!(SharedKey::new(&bob, &alice.public_key()).unwrap().expose(), &expected, "{tier}");
                let sealed = key.as_secret_box().seal_combined(&nonce, &message);
                assert!(sealed == secretbox(&expected, &nonce, &message), "{tier}");

                let sealed = anonymous::seal_combined(&bob.public_key(), &message, &mut TestRandom::new(seed)).unwrap();
                let (ephemeral, boxed) = sealed.split_first_chunk::<32>().unwrap();
                let key = beforenm(&their_bob, &PublicKey::from(*ephemeral));
                let mut hash = blake2b_simd::Params::new().hash_length(24).to_state();
                let hash = hash.update(ephemeral).update(bob.public_key().as_bytes()).finalize();
                let nonce = hash.as_bytes().try_into().unwrap();
                assert!(boxed == secretbox(&key, &nonce, &message), "{tier}");
                assert!(anonymous::open_combined(&bob, &bob.public_key(), &sealed).unwrap() == message, "{tier}");
            });
        }
    }
}
