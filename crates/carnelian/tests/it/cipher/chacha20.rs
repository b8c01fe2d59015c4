//! ChaCha20 and its relatives against RustCrypto's, at every tier, and against libcrux, whose authenticated encryption
//! shows the keystream from the second block on.

use crate::inputs::{bytes, every_length_up_to};
use crate::tiers::tiers;
use ::chacha20::cipher::{KeyIvInit, StreamCipher};
use carnelian::__internals::{TestRandom, at_most};
use carnelian::cipher::chacha20::{ChaCha20, ChaCha20Djb, XChaCha20, hchacha20};
use carnelian::random::Random;
use proptest::prelude::*;

fn by_rust_crypto<C: KeyIvInit + StreamCipher>(key: &[u8; 32], nonce: &[u8], len: usize) -> Vec<u8> {
    let mut stream = vec![0; len];
    C::new_from_slices(key, nonce).unwrap().apply_keystream(&mut stream);
    stream
}

/// Without the first block.
fn by_libcrux(key: &[u8; 32], nonce: &[u8; 12], len: usize) -> Vec<u8> {
    let (mut stream, mut tag) = (vec![0; len], [0; 16]);
    libcrux_chacha20poly1305::encrypt_detached(key, &vec![0; len], &mut stream, &mut tag, b"", nonce).unwrap();
    stream
}

#[test]
fn every_length_up_to_four_kilobytes() {
    let random = &mut TestRandom::new(1);
    let (key, nonce, long): ([u8; 32], [u8; 12], [u8; 24]) = (bytes(random), bytes(random), bytes(random));
    let short = nonce.first_chunk().unwrap();
    let expected = by_rust_crypto::<::chacha20::ChaCha20>(&key, &nonce, 4200);
    assert!(by_libcrux(&key, &nonce, 4200 - 64) == expected[64..]);
    let expected_original = by_rust_crypto::<::chacha20::ChaCha20Legacy>(&key, short, 4200);
    let expected_long = by_rust_crypto::<::chacha20::XChaCha20>(&key, &long, 4200);
    for tier in tiers() {
        at_most(tier, || {
            for len in every_length_up_to(4200) {
                let mut stream = vec![0; len];
                ChaCha20::new(&key, &nonce).apply(&mut stream).unwrap();
                assert!(stream == expected[..len], "{len} bytes at {tier}");
                stream.fill(0);
                ChaCha20Djb::new(&key, short).apply(&mut stream).unwrap();
                assert!(stream == expected_original[..len], "{len} bytes at {tier}");
                stream.fill(0);
                XChaCha20::new(&key, &long).apply(&mut stream).unwrap();
                assert!(stream == expected_long[..len], "{len} bytes at {tier}");
            }
        });
    }
}

/// A long nonce is a subkey and what is left of it.
#[test]
fn the_subkey_is_that_of_the_long_nonce() {
    let random = &mut TestRandom::new(2);
    for _ in 0..100 {
        let (key, nonce): ([u8; 32], [u8; 24]) = (bytes(random), bytes(random));
        let expected = by_rust_crypto::<::chacha20::XChaCha20>(&key, &nonce, 500);
        for tier in tiers() {
            at_most(tier, || {
                let subkey = hchacha20(&key, nonce.first_chunk().unwrap());
                let mut stream = [0; 500];
                let rest = nonce.last_chunk().unwrap();
                ChaCha20Djb::new(subkey.declassify("test"), rest).apply(&mut stream).unwrap();
                assert_eq!(stream[..], expected, "{tier}");
            });
        }
    }
}

proptest! {
    #[test]
    fn any_pieces_at_any_place_are_those_of_the_whole(
        seed: u64, start in 0u128..5000, pieces in prop::collection::vec(0usize..1500, 1..6),
    ) {
        let random = &mut TestRandom::new(seed);
        let (key, nonce): ([u8; 32], [u8; 12]) = (bytes(random), bytes(random));
        let whole = by_rust_crypto::<::chacha20::ChaCha20>(&key, &nonce, 13_000);
        for tier in tiers() {
            at_most(tier, || {
                let mut cipher = ChaCha20::new(&key, &nonce);
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
                Ok(())
            })?;
        }
    }
}
