//! One test body for every tier, checked against NaCl's examples and an implementation composed by hand.

use super::{OpenError, SecretBox, Tag};
use crate::LengthError;
use crate::base::random::{Random, RandomError, TestRandom};
use crate::base::testing;
use crate::cipher::aead::testing::{random_array, random_bytes, unhex, with_every_tier};
use crate::cipher::poly1305;
use crate::cipher::salsa20::XSalsa20;
use std::format;
use std::vec;
use std::vec::Vec;

/// "Cryptography in NaCl", Section 10: the tests `secretbox` and `secretbox2` of NaCl.
#[test]
fn the_example_of_nacl() {
    let key = unhex("1b27556473e985d462cd51197a9a46c76009549eac6474f206c4ee0844f68389").try_into().unwrap();
    let nonce = unhex("69696ee955b62b73cd62bda875fc73d68219e0036b7a0b37").try_into().unwrap();
    let message = unhex(
        "be075fc53c81f2d5cf141316ebeb0c7b5228c52a4c62cbd44b66849b64244ffce5ecbaaf33bd751a1ac728d45e6c61296cdc\
         3c01233561f41db66cce314adb310e3be8250c46f06dceea3a7fa1348057e2f6556ad6b1318a024a838f21af1fde048977eb\
         48f59ffd4924ca1c60902e52f0a089bc76897040e082f937763848645e0705",
    );
    let sealed = unhex(
        "f3ffc7703f9400e52a7dfb4b3d3305d98e993b9f48681273c29650ba32fc76ce48332ea7164d96a4476fb8c531a1186ac0df\
         c17c98dce87b4da7f011ec48c97271d2c20f9b928fe2270d6fb863d51738b48eeee314a7cc8ab932164548e526ae90224368\
         517acfeabd6bb3732bc0e9da99832b61ca01b6de56244a9e88d5f9b37973f622a43d14a6599b1f654cb45a74e355a5",
    );
    with_every_tier(|tier| {
        let key = SecretBox::new(&key);
        assert_eq!(key.seal_combined(&nonce, &message), sealed, "{tier}");
        assert_eq!(key.open_combined(&nonce, &sealed).unwrap(), message, "{tier}");
    });
}

/// Section 10 from its parts: returns the tag followed by the ciphertext.
fn by_hand(key: &[u8; 32], nonce: &[u8; 24], plaintext: &[u8]) -> Vec<u8> {
    let mut cipher = XSalsa20::new(key, nonce);
    let mut one_time_key = [0; 32];
    cipher.apply(&mut one_time_key).unwrap();
    let mut ciphertext = plaintext.to_vec();
    cipher.apply(&mut ciphertext).unwrap();
    [&poly1305::tag(&one_time_key, &ciphertext)[..], &ciphertext].concat()
}

#[test]
fn every_form_agrees_at_every_length() {
    let random = &mut TestRandom::new(1);
    let (bytes, nonce) = (random_array(random), random_array(random));
    let data = random_bytes(random, 17_000);
    let lengths = testing::lengths(1500, 256).chain([2048, 2272, 2273, 4096, 5000, 16384]);
    for len in lengths.step_by(if cfg!(miri) { 500 } else { 1 }) {
        let plaintext = &data[..len];
        let sealed = by_hand(&bytes, &nonce, plaintext);
        let (tag, ciphertext) = sealed.split_first_chunk().unwrap();
        with_every_tier(|tier| {
            let key = SecretBox::boxed(&bytes);
            let mut place = plaintext.to_vec();
            assert_eq!(key.seal(&nonce, &mut place), *tag, "{len} bytes at {tier}");
            assert!(place == ciphertext, "{len} bytes at {tier}");
            key.open(&nonce, &mut place, tag).unwrap();
            assert!(place == plaintext, "{len} bytes at {tier}");
            let mut other = vec![0xee; len];
            assert_eq!(key.seal_to(&nonce, plaintext, &mut other).unwrap(), *tag, "{len} bytes at {tier}");
            assert!(other == ciphertext, "{len} bytes at {tier}");
            place.fill(0xee);
            key.open_to(&nonce, ciphertext, &mut place, tag).unwrap();
            assert!(place == plaintext, "{len} bytes at {tier}");
            assert!(key.seal_combined(&nonce, plaintext) == sealed, "{len} bytes at {tier}");
            assert!(key.open_combined(&nonce, &sealed).unwrap() == plaintext, "{len} bytes at {tier}");
        });
    }
}

#[test]
fn what_was_tampered_with_is_refused_and_releases_nothing() {
    fn changed<const N: usize>(mut bytes: [u8; N], at: usize) -> [u8; N] {
        bytes[at] ^= 1 << (at % 8);
        bytes
    }
    let (key, nonce) = (SecretBox::new(&[0x51; 32]), [0x52; 24]);
    let refused = |nonce: &[u8; 24], ciphertext: &[u8], tag: &Tag| {
        let mut place = ciphertext.to_vec();
        assert_eq!(key.open(nonce, &mut place, tag), Err(OpenError::Forged));
        assert!(place.iter().all(|byte| *byte == 0));
        let mut output = vec![0xee; ciphertext.len()];
        assert_eq!(key.open_to(nonce, ciphertext, &mut output, tag), Err(OpenError::Forged));
        assert!(output.iter().all(|byte| *byte == 0));
        assert_eq!(key.open_combined(nonce, &[tag, ciphertext].concat()), Err(OpenError::Forged));
    };
    with_every_tier(|_| {
        for len in [0, 1, 32, 33, 300, 1500].into_iter().take(if cfg!(miri) { 2 } else { 6 }) {
            let sealed = key.seal_combined(&nonce, &random_bytes(&mut TestRandom::new(3), len));
            let (tag, ciphertext) = sealed.split_first_chunk().unwrap();
            (0..16).for_each(|at| refused(&nonce, ciphertext, &changed(*tag, at)));
            (0..24).for_each(|at| refused(&changed(nonce, at), ciphertext, tag));
            for at in 0..len {
                let mut ciphertext = ciphertext.to_vec();
                ciphertext[at] ^= 1 << (at % 8);
                refused(&nonce, &ciphertext, tag);
            }
            refused(&nonce, &[ciphertext, &[0]].concat(), tag);
            if let Some((_, shorter)) = ciphertext.split_last() {
                refused(&nonce, shorter, tag);
            }
        }
    });
}

#[test]
fn lengths_that_do_not_fit_are_refused() {
    let (key, nonce) = (SecretBox::new(&[1; 32]), [0; 24]);
    let mut output = [0xee; 4];
    let length = |what| LengthError { what, expected: 5, found: 4 };
    assert_eq!(key.seal_to(&nonce, &[0; 5], &mut output), Err(length("ciphertext")));
    assert_eq!(output, [0xee; 4]);
    let opened = key.open_to(&nonce, &[0; 5], &mut output, &[0; 16]);
    assert_eq!((opened, output), (Err(OpenError::Length(length("plaintext"))), [0; 4]));
    for len in 0..SecretBox::TAG_LEN {
        assert_eq!(key.open_combined(&nonce, &[0; 16][..len]), Err(OpenError::Forged));
    }
}

#[test]
fn keys_are_drawn_silent_and_wiped() {
    let key = SecretBox::generate(&mut TestRandom::new(4)).unwrap();
    let other = SecretBox::new(&random_array(&mut TestRandom::new(4)));
    assert_eq!(other.open_combined(&[0; 24], &key.seal_combined(&[0; 24], b"text")).unwrap(), b"text");
    assert_eq!(format!("{key:?}"), "SecretBox(..)");
    assert_eq!(testing::bytes_after_drop(key), [0; 32]);
    assert_eq!(SecretBox::generate(&mut Broken).err(), Some(RandomError));
}

/// A source that delivers nothing.
struct Broken;

impl Random for Broken {
    fn fill(&mut self, _: &mut [u8]) -> Result<(), RandomError> {
        Err(RandomError)
    }
}

/// Neither the key, the keystream nor the one-time key may stay on the stack.
#[cfg(all(target_arch = "x86_64", not(miri), not(debug_assertions)))]
#[test]
fn nothing_of_a_key_stays_on_the_stack() {
    let random = &mut TestRandom::new(5);
    with_every_tier(|tier| {
        // The tag of an empty message is the second half of the one-time key.
        for len in [1, 5, 32, 64, 224, 300, 600, 1024, 3000, 9000] {
            let (bytes, nonce) = (random_array(random), random_array(random));
            let (key, plaintext) = (SecretBox::new(&bytes), random_bytes(random, len));
            let mut data = plaintext.clone();
            let stack = testing::stack_left_by(&mut || {
                let tag = key.seal(&nonce, &mut data);
                key.open(&nonce, &mut data, &tag).unwrap();
            });
            let mut stream = vec![0; 32 + len];
            XSalsa20::new(&bytes, &nonce).apply(&mut stream).unwrap();
            let subkey = crate::cipher::salsa20::hsalsa20(&bytes, nonce.first_chunk().unwrap());
            // r of the one-time key, in the clamped form that is multiplied.
            let r = u128::from_le_bytes(*stream.first_chunk().unwrap()) & 0x0fff_fffc_0fff_fffc_0fff_fffc_0fff_ffff;
            let present: std::collections::HashSet<&[u8]> = stack.windows(8).collect();
            let secrets = [&bytes[..], subkey.expose(), &stream, &r.to_le_bytes(), &plaintext];
            let words = secrets.iter().flat_map(|secret| secret.chunks_exact(8));
            let found: Vec<_> = words.enumerate().filter(|(_, word)| present.contains(word)).collect();
            assert!(found.is_empty(), "{tier}, {len} bytes leave {found:x?}");
        }
    });
}
