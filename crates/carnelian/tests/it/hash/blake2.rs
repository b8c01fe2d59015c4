//! BLAKE2b and BLAKE2s against two independent libraries, at every tier.

use crate::inputs::{every_length_up_to, random_bytes};
use crate::tiers::tiers;
use blake2::Digest;
use blake2::digest::Mac;
use carnelian::__internals::at_most;
use carnelian::hash::blake2::{B, S, VariableHasher};
use carnelian::hash::{Blake2b512, Blake2bMac, Blake2s256, Blake2sMac};
use proptest::prelude::*;

/// The digests of `message` by blake2b_simd and blake2s_simd, confirmed by RustCrypto's blake2.
fn oracles(message: &[u8]) -> ([u8; 64], [u8; 32]) {
    let (b, s) = (*blake2b_simd::blake2b(message).as_array(), *blake2s_simd::blake2s(message).as_array());
    assert_eq!(b[..], blake2::Blake2b512::digest(message)[..]);
    assert_eq!(s[..], blake2::Blake2s256::digest(message)[..]);
    (b, s)
}

#[test]
fn every_length_up_to_four_kilobytes() {
    let data = random_bytes(1, 4096);
    for length in every_length_up_to(data.len()) {
        let message = &data[..length];
        let (b, s) = oracles(message);
        for tier in tiers() {
            at_most(tier, || {
                assert_eq!(Blake2b512::digest(message), b, "{length} bytes at {tier}");
                assert_eq!(Blake2s256::digest(message), s, "{length} bytes at {tier}");
            });
        }
    }
}

/// Lengths around every boundary, one message after another shorter by one, and eights of one length between them.
#[test]
fn every_length_in_one_batch() {
    let data = random_bytes(2, 600);
    let mut messages: Vec<&[u8]> = (0..=data.len()).rev().map(|length| &data[..length]).collect();
    messages.extend((0..=data.len()).flat_map(|length| (0..8).map(move |i| (i, length))).filter_map(|(i, length)| {
        // Eight different ones.
        data.get(i..i + length)
    }));
    for tier in tiers() {
        let mut digests = vec![[0; 64]; messages.len()];
        at_most(tier, || Blake2b512::digest_batch(&messages, &mut digests)).unwrap();
        for (message, digest) in messages.iter().zip(&digests) {
            assert_eq!(*digest, oracles(message).0, "{} bytes at {tier}", message.len());
        }
    }
}

#[test]
fn eights_of_every_length() {
    let data = random_bytes(3, 1100);
    for length in 0..1024 {
        let messages: [&[u8]; 8] = std::array::from_fn(|i| &data[i * 9..][..length]);
        let expected = messages.map(|message| oracles(message).0);
        for tier in tiers() {
            let mut digests = [[0; 64]; 8];
            at_most(tier, || Blake2b512::digest_batch(&messages, &mut digests)).unwrap();
            assert_eq!(digests, expected, "{length} bytes at {tier}");
        }
    }
}

#[test]
fn every_length_of_digests() {
    let message = random_bytes(4, 300);
    for length in 1..=64 {
        let expected = blake2b_simd::Params::new().hash_length(length).hash(&message);
        let mut digest = vec![0; length];
        let mut hasher = VariableHasher::<B>::new(length).unwrap();
        hasher.update(&message);
        hasher.finalize_into(&mut digest).unwrap();
        assert_eq!(digest, expected.as_bytes(), "{length} bytes of BLAKE2b");
    }
    for length in 1..=32 {
        let expected = blake2s_simd::Params::new().hash_length(length).hash(&message);
        let mut digest = vec![0; length];
        let mut hasher = VariableHasher::<S>::new(length).unwrap();
        hasher.update(&message);
        hasher.finalize_into(&mut digest).unwrap();
        assert_eq!(digest, expected.as_bytes(), "{length} bytes of BLAKE2s");
    }
}

/// With every parameter at once: length, key, salt and personalization.
#[test]
fn every_length_with_a_key() {
    let (message, key) = (random_bytes(14, 300), random_bytes(15, 64));
    let (salt, person) = (random_bytes(16, 16), random_bytes(17, 16));
    let (salt_b, person_b) = (*salt.first_chunk().unwrap(), *person.first_chunk().unwrap());
    let (salt_s, person_s) = (*salt.first_chunk().unwrap(), *person.first_chunk().unwrap());
    for length in 1..=64 {
        let key = &key[..64 - length];
        let mut oracle = blake2b_simd::Params::new();
        let oracle = oracle.hash_length(length).key(key).salt(&salt).personal(&person);
        let mut digest = vec![0; length];
        let mut hasher = VariableHasher::<B>::with(length, key, &salt_b, &person_b).unwrap();
        assert_eq!(hasher.digest_len(), length);
        hasher.update(&message);
        hasher.finalize_into(&mut digest).unwrap();
        assert_eq!(digest, oracle.hash(&message).as_bytes(), "{length} bytes of BLAKE2b");
    }
    for length in 1..=32 {
        let key = &key[..32 - length];
        let mut oracle = blake2s_simd::Params::new();
        let oracle = oracle.hash_length(length).key(key).salt(&salt[..8]).personal(&person[..8]);
        let mut digest = vec![0; length];
        let mut hasher = VariableHasher::<S>::with(length, key, &salt_s, &person_s).unwrap();
        hasher.update(&message);
        hasher.finalize_into(&mut digest).unwrap();
        assert_eq!(digest, oracle.hash(&message).as_bytes(), "{length} bytes of BLAKE2s");
    }
}

#[test]
fn keys_of_every_length() {
    let (key, message) = (random_bytes(5, 64), random_bytes(6, 200));
    for length in 1..=64 {
        let mut oracle = blake2::Blake2bMac512::new_with_salt_and_personal(Some(&key[..length]), &[], &[]).unwrap();
        Mac::update(&mut oracle, &message);
        let expected = oracle.finalize().into_bytes();
        assert_eq!(blake2b_simd::Params::new().key(&key[..length]).hash(&message).as_bytes(), &expected[..]);
        let mut mac = Blake2bMac::<64>::new(&key[..length]).unwrap();
        mac.update(&message);
        assert_eq!(mac.finalize()[..], expected[..], "{length} bytes for BLAKE2b");
    }
    for length in 1..=32 {
        let mut mac = Blake2sMac::<32>::new(&key[..length]).unwrap();
        mac.update(&message);
        let expected = blake2s_simd::Params::new().key(&key[..length]).hash(&message);
        assert_eq!(mac.finalize(), *expected.as_array(), "{length} bytes for BLAKE2s");
    }
    // The key alone is a message too.
    let mut oracle = blake2b_simd::Params::new().key(&key).to_state();
    assert_eq!(Blake2bMac::<64>::new(&key).unwrap().finalize(), *oracle.update(b"").finalize().as_array());
}

proptest! {
    #[test]
    fn salts_and_personalisations(
        salt: [u8; 16], name: [u8; 16], key in proptest::collection::vec(any::<u8>(), 1..=32), message: Vec<u8>,
    ) {
        let expected = blake2b_simd::Params::new().hash_length(32).salt(&salt).personal(&name).hash(&message);
        let mut hasher = carnelian::hash::Blake2b256::with(&salt, &name);
        hasher.update(&message);
        prop_assert_eq!(&hasher.finalize()[..], expected.as_bytes());

        let (salt, name) = (*salt.first_chunk().unwrap(), *name.first_chunk().unwrap());
        let expected = blake2s_simd::Params::new().salt(&salt).personal(&name).key(&key).hash(&message);
        let mut mac = Blake2sMac::<32>::with(&key, &salt, &name).unwrap();
        mac.update(&message);
        prop_assert_eq!(&mac.finalize()[..], expected.as_bytes());
    }

    #[test]
    fn any_pieces_are_the_whole(pieces: Vec<Vec<u8>>) {
        let (mut b, mut s) = (Blake2b512::new(), Blake2s256::new());
        for piece in &pieces {
            b.update(piece);
            s.update(piece);
        }
        let (expected_b, expected_s) = oracles(&pieces.concat());
        prop_assert_eq!(b.finalize(), expected_b);
        prop_assert_eq!(s.finalize(), expected_s);
    }
}

#[test]
fn the_writer_takes_everything_in() {
    let data = random_bytes(7, 100_000);
    let mut hasher = Blake2b512::new();
    assert_eq!(std::io::copy(&mut data.as_slice(), &mut hasher).unwrap(), data.len() as u64);
    assert_eq!(hasher.finalize(), oracles(&data).0);
}
