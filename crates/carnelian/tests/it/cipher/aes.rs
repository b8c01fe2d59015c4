//! AES and its counter mode against RustCrypto's, at every tier, and against graviola, whose GCM shows the keystream
//! from the counter block on that is the nonce and 2.

use crate::inputs::{bytes, every_length_up_to};
use crate::tiers::tiers;
use ::aes::cipher::{
    BlockCipherDecrypt, BlockCipherEncrypt, BlockSizeUser, KeyInit, KeyIvInit, StreamCipher, consts::U16,
};
use carnelian::__internals::{TestRandom, at_most};
use carnelian::cipher::aes::{Aes128, Aes192, Aes256, DecryptionKey, EncryptionKey, Parameters};
use carnelian::cipher::aes_ctr::{Aes128Ctr, Aes256Ctr, AesCtr};
use carnelian::random::Random;
use ctr::Ctr128BE;
use proptest::prelude::*;

fn key<A: Parameters>(random: &mut TestRandom) -> A::Key {
    let mut key = A::Key::default();
    random.fill(key.as_mut()).unwrap();
    key
}

fn by_rust_crypto<C: KeyIvInit + StreamCipher>(key: &[u8], counter: &[u8; 16], len: usize) -> Vec<u8> {
    let mut stream = vec![0; len];
    C::new_from_slices(key, counter).unwrap().apply_keystream(&mut stream);
    stream
}

#[test]
fn every_length_up_to_four_kilobytes() {
    fn check<C: KeyIvInit + StreamCipher, A: Parameters>(random: &mut TestRandom) {
        let (key, counter) = (key::<A>(random), bytes(random));
        let expected = by_rust_crypto::<C>(key.as_ref(), &counter, 4200);
        for tier in tiers() {
            at_most(tier, || {
                for len in every_length_up_to(4200) {
                    let mut stream = vec![0; len];
                    AesCtr::<A>::new(&key, &counter).apply(&mut stream).unwrap();
                    assert!(stream == expected[..len], "AES-{}, {len} bytes at {tier}", 8 * A::KEY_LEN);
                }
            });
        }
    }
    let random = &mut TestRandom::new(1);
    check::<Ctr128BE<::aes::Aes128>, Aes128>(random);
    check::<Ctr128BE<::aes::Aes192>, Aes192>(random);
    check::<Ctr128BE<::aes::Aes256>, Aes256>(random);
}

/// The keystream of AES-GCM begins with the counter 2.
#[cfg(target_arch = "x86_64")]
#[test]
fn the_keystream_is_that_of_graviola() {
    let random = &mut TestRandom::new(2);
    for _ in 0..20 {
        let (short, long, nonce): ([u8; 16], [u8; 32], [u8; 12]) = (bytes(random), bytes(random), bytes(random));
        let (mut by_short, mut by_long) = ([0; 3000], [0; 3000]);
        let mut tag = [0; 16];
        graviola::aead::AesGcm::new(&short).encrypt(&nonce, b"", &mut by_short, &mut tag);
        graviola::aead::AesGcm::new(&long).encrypt(&nonce, b"", &mut by_long, &mut tag);
        let mut counter = [0; 16];
        counter[..12].copy_from_slice(&nonce);
        counter[15] = 2;
        for tier in tiers() {
            at_most(tier, || {
                let mut stream = [0; 3000];
                Aes128Ctr::new(&short, &counter).apply(&mut stream).unwrap();
                assert!(stream == by_short, "{tier}");
                stream.fill(0);
                Aes256Ctr::new(&long, &counter).apply(&mut stream).unwrap();
                assert!(stream == by_long, "{tier}");
            });
        }
    }
}

#[test]
fn blocks_are_those_of_rust_crypto() {
    fn check<C, A: Parameters>(random: &mut TestRandom)
    where
        C: KeyInit + BlockSizeUser<BlockSize = U16> + BlockCipherEncrypt + BlockCipherDecrypt,
    {
        for blocks in (0..70).chain([128, 200]) {
            let key = key::<A>(random);
            let (other, text): (_, Vec<[u8; 16]>) =
                (C::new_from_slice(key.as_ref()).unwrap(), (0..blocks).map(|_| bytes(random)).collect());
            let (mut encrypted, mut decrypted) = (text.clone(), text.clone());
            encrypted.iter_mut().for_each(|block| other.encrypt_block(block.into()));
            decrypted.iter_mut().for_each(|block| other.decrypt_block(block.into()));
            for tier in tiers() {
                at_most(tier, || {
                    let mut data = text.clone();
                    EncryptionKey::<A>::new(&key).encrypt_blocks(&mut data);
                    assert!(data == encrypted, "AES-{}, {blocks} blocks at {tier}", 8 * A::KEY_LEN);
                    data.clone_from(&text);
                    DecryptionKey::<A>::new(&key).decrypt_blocks(&mut data);
                    assert!(data == decrypted, "AES-{}, {blocks} blocks at {tier}", 8 * A::KEY_LEN);
                });
            }
        }
    }
    let random = &mut TestRandom::new(3);
    check::<::aes::Aes128, Aes128>(random);
    check::<::aes::Aes192, Aes192>(random);
    check::<::aes::Aes256, Aes256>(random);
}

proptest! {
    /// The counter starts so that its lower 32 and 64 bits wrap on the way in some of the cases.
    #[test]
    fn any_pieces_at_any_place_are_those_of_the_whole(
        seed: u64, before in 0u32..1000, start in 0u128..5000, pieces in prop::collection::vec(0usize..1500, 1..6),
    ) {
        let random = &mut TestRandom::new(seed);
        let (key, mut counter): ([u8; 32], [u8; 16]) = (bytes(random), bytes(random));
        let low = [before.wrapping_neg().to_be_bytes(), u32::MAX.to_be_bytes()];
        counter[12..].copy_from_slice(&low[0]);
        if seed % 2 == 0 {
            counter[8..12].copy_from_slice(&low[1]);
        }
        let whole = by_rust_crypto::<Ctr128BE<::aes::Aes256>>(&key, &counter, 13_000);
        for tier in tiers() {
            at_most(tier, || {
                let mut cipher = Aes256Ctr::new(&key, &counter);
                cipher.seek(start).unwrap();
                let mut at = start as usize;
                for len in &pieces {
                    let mut data = vec![0; *len];
                    random.fill(&mut data).unwrap();
                    let mut output = vec![0; *len];
                    cipher.apply_to(&data, &mut output).unwrap();
                    let expected: Vec<u8> = data.iter().zip(&whole[at..]).map(|(a, b)| a ^ b).collect();
                    prop_assert_eq!(output, expected);
                    at += len;
                }
                prop_assert_eq!(cipher.position(), at as u128);
                cipher.restart(&counter);
                let mut again = vec![0; pieces[0]];
                cipher.apply(&mut again).unwrap();
                prop_assert_eq!(&again, &whole[..pieces[0]]);
                Ok(())
            })?;
        }
    }
}
