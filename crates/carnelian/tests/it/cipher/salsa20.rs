//! Salsa20 and XSalsa20 against RustCrypto's, at every tier, and HSalsa20 and the block function through them.

use crate::inputs::{bytes, every_length_up_to};
use crate::tiers::tiers;
use ::salsa20::cipher::{KeyIvInit, StreamCipher};
use carnelian::__internals::{TestRandom, at_most};
use carnelian::cipher::salsa20::{SIGMA, Salsa20, XSalsa20, core, hsalsa20};
use carnelian::random::Random;
use proptest::prelude::*;

fn by_rust_crypto<C: KeyIvInit + StreamCipher>(key: &[u8; 32], nonce: &[u8], len: usize) -> Vec<u8> {
    let mut stream = vec![0; len];
    C::new_from_slices(key, nonce).unwrap().apply_keystream(&mut stream);
    stream
}

#[test]
fn every_length_up_to_four_kilobytes() {
    let random = &mut TestRandom::new(1);
    let (key, nonce, long): ([u8; 32], [u8; 8], [u8; 24]) = (bytes(random), bytes(random), bytes(random));
    let expected = by_rust_crypto::<::salsa20::Salsa20>(&key, &nonce, 4200);
    let expected_long = by_rust_crypto::<::salsa20::XSalsa20>(&key, &long, 4200);
    for tier in tiers() {
        at_most(tier, || {
            for len in every_length_up_to(4200) {
                let mut stream = vec![0; len];
                Salsa20::new(&key, &nonce).apply(&mut stream).unwrap();
                assert!(stream == expected[..len], "{len} bytes at {tier}");
                stream.fill(0);
                XSalsa20::new(&key, &long).apply(&mut stream).unwrap();
                assert!(stream == expected_long[..len], "{len} bytes at {tier}");
            }
        });
    }
}

/// A long nonce is a subkey and what is left of it, and a keystream is blocks.
#[test]
fn subkeys_and_blocks_are_those_of_the_keystream() {
    let random = &mut TestRandom::new(2);
    for _ in 0..100 {
        let (key, nonce): ([u8; 32], [u8; 24]) = (bytes(random), bytes(random));
        let expected = by_rust_crypto::<::salsa20::XSalsa20>(&key, &nonce, 256);
        for tier in tiers() {
            at_most(tier, || {
                let subkey = hsalsa20(&key, nonce.first_chunk().unwrap());
                for (number, block) in expected.chunks(64).enumerate() {
                    let input = [&nonce[16..], &(number as u64).to_le_bytes()].concat();
                    let found = core(&SIGMA, subkey.expose(), &input.try_into().unwrap());
                    assert_eq!(found.declassify("test")[..], *block, "{tier}");
                }
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
        let (key, nonce): ([u8; 32], [u8; 8]) = (bytes(random), bytes(random));
        let whole = by_rust_crypto::<::salsa20::Salsa20>(&key, &nonce, 13_000);
        for tier in tiers() {
            at_most(tier, || {
                let mut cipher = Salsa20::new(&key, &nonce);
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
