//! The standard's examples at every tier, the ends of counters and keystreams, and wiping.

use super::{Aes128Ctr, Aes256Ctr, ApplyError, Ctr, EndOfKeystream};
use crate::LengthError;
use crate::base::cpu::{Tier, forced};
use crate::base::testing;
use crate::cipher::block::aes::{Aes128, Aes192, Aes256};
use crate::cipher::block::testing::Plain;
use crate::cipher::block::{BlockCipher128, EncryptionKey};
use std::format;
use std::string::String;
use std::vec;
use std::vec::Vec;

/// Runs `body` at every tier that this CPU has.
fn at_every_tier(mut body: impl FnMut(Tier)) {
    for tier in forced::tiers() {
        forced::at_most(tier, || body(tier));
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn unhex<const N: usize>(digits: &str) -> [u8; N] {
    assert_eq!(digits.len(), 2 * N);
    core::array::from_fn(|i| u8::from_str_radix(&digits[2 * i..2 * i + 2], 16).unwrap())
}

/// SP 800-38A Appendix F.5, which has the same plaintext and counter for every length of a key.
#[test]
fn the_standards_examples() {
    fn check<C: BlockCipher128>(tier: Tier, key: &C::Key, ciphertext: &str) {
        let plaintext = "6bc1bee22e409f96e93d7e117393172aae2d8a571e03ac9c9eb76fac45af8e51\
                         30c81c46a35ce411e5fbc1191a0a52eff69f2445df4f9b17ad2b417be66c3710";
        let mut data = unhex::<64>(plaintext);
        let mut cipher = Ctr::<C>::new(key, &unhex("f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff"));
        cipher.apply(&mut data).unwrap();
        assert_eq!(hex(&data), ciphertext, "{tier}");
        cipher.seek(0).unwrap();
        cipher.apply(&mut data).unwrap();
        assert_eq!(hex(&data), plaintext, "{tier}");
    }
    at_every_tier(|tier| {
        check::<Aes128>(
            tier,
            &unhex("2b7e151628aed2a6abf7158809cf4f3c"),
            "874d6191b620e3261bef6864990db6ce9806f66b7970fdff8617187bb9fffdff\
             5ae4df3edbd5d35e5b4f09020db03eab1e031dda2fbe03d1792170a0f3009cee",
        );
        check::<Aes192>(
            tier,
            &unhex("8e73b0f7da0e6452c810f32b809079e562f8ead2522c6b7b"),
            "1abc932417521ca24f2b0459fe7e6e0b090339ec0aa6faefd5ccc2c6f4ce8e94\
             1e36b26bd1ebc670d1bd1d665620abf74f78a7f6d29809585a97daec58c6b050",
        );
        let key = unhex("603deb1015ca71be2b73aef0857d77811f352c073b6108d72d9810a30914dff4");
        let ciphertext = "601ec313775789a5b7a7f504bbf3d228f443e3ca4d62b59aca84e990cacaf5c5\
                          2b0930daa23de94ce87017ba2d84988ddfc9c58db67aada613c2dd08457941a6";
        check::<Aes256>(tier, &key, ciphertext);
        check::<Plain<Aes256>>(tier, &key, ciphertext);
    });
}

/// The counter carries through all of its 128 bits, and wraps after the last value.
#[test]
fn counters_carry() {
    at_every_tier(|tier| {
        for lowest in [32, 64, 96, 128] {
            for before in [1, 2, 5, 31, 40] {
                let first = (u128::MAX >> (128 - lowest)) - before;
                let key = EncryptionKey::<Aes256>::new(&[3; 32]);
                let mut expected = vec![0; 1000];
                for (number, bytes) in expected.chunks_mut(16).enumerate() {
                    let mut block = first.wrapping_add(number as u128).to_be_bytes();
                    key.encrypt_block(&mut block);
                    bytes.copy_from_slice(&block[..bytes.len()]);
                }
                let mut stream = vec![0; 1000];
                Aes256Ctr::new(&[3; 32], &first.to_be_bytes()).apply(&mut stream).unwrap();
                assert!(stream == expected, "{tier}, {first:x}");
                let mut cipher = Aes256Ctr::new(&[3; 32], &first.to_be_bytes());
                cipher.seek(77).unwrap();
                cipher.apply_to(&[0; 900], &mut stream[..900]).unwrap();
                assert!(stream[..900] == expected[77..977], "{tier}, {first:x}");
            }
        }
    });
}

/// Every byte of the counter carries, in every lane of every vector of every step.
#[test]
fn counters_carry_in_every_lane() {
    let key = EncryptionKey::<Aes256>::new(&[3; 32]);
    // Eight vectors of four blocks, then steps of four, two and one, and a partial one.
    let most = 32 + 16 + 8 + 4 + 3;
    for lowest in (8..=128).step_by(8) {
        // Some bits above the carry are set.
        let above = if lowest < 128 { 0x5au128.wrapping_mul(u128::MAX / 0xff) << lowest } else { 0 };
        let end = above | u128::MAX >> (128 - lowest);
        let numbers = (0..2 * most).map(|number| end.wrapping_sub(most).wrapping_add(number));
        let mut all: Vec<[u8; 16]> = numbers.map(u128::to_be_bytes).collect();
        key.encrypt_blocks(&mut all);
        at_every_tier(|tier| {
            for skipped in 0..most as usize {
                let first = end.wrapping_sub(most).wrapping_add(skipped as u128);
                let mut stream = vec![0; 16 * most as usize - 5];
                Aes256Ctr::new(&[3; 32], &first.to_be_bytes()).apply(&mut stream).unwrap();
                assert!(all[skipped..].as_flattened().starts_with(&stream), "{tier}, {first:x}");
            }
        });
    }
}

/// Restarting works at any position, also within a buffered block.
#[test]
fn a_restarted_cipher_is_a_new_one() {
    at_every_tier(|tier| {
        let mut cipher = Aes256Ctr::new(&[1; 32], &[2; 16]);
        for used in [0, 5, 16, 21, 100] {
            for counter in [[3; 16], [2; 16]] {
                let (mut restarted, mut new) = ([0; 50], [0; 50]);
                cipher.apply(&mut vec![0; used]).unwrap();
                cipher.restart(&counter);
                assert_eq!(cipher.position(), 0);
                for piece in restarted.chunks_mut(7) {
                    cipher.apply(piece).unwrap();
                }
                Aes256Ctr::new(&[1; 32], &counter).apply(&mut new).unwrap();
                assert_eq!(restarted, new, "{tier}, after {used} bytes");
            }
        }
    });
}

/// The last block is available, and the next one is not.
#[test]
fn the_end_of_the_keystream_is_an_error() {
    at_every_tier(|_| {
        let end = Aes128Ctr::KEY_STREAM_LEN;
        let mut cipher = Aes128Ctr::new(&[1; 16], &[2; 16]);
        cipher.seek(end - 20).unwrap();
        let mut data = [0; 21];
        assert_eq!(cipher.apply(&mut data), Err(EndOfKeystream { left: 20 }));
        let refused = cipher.apply_to(&data, &mut [0; 21]);
        assert_eq!(refused, Err(ApplyError::EndOfKeystream(EndOfKeystream { left: 20 })));
        assert_eq!((data, cipher.position()), ([0; 21], end - 20));
        cipher.apply(&mut data[..20]).unwrap();
        assert_eq!(cipher.apply(&mut data[..1]), Err(EndOfKeystream { left: 0 }));
        assert_eq!(cipher.apply(&mut []), Ok(()));
        assert_eq!(cipher.seek(end + 1), Err(EndOfKeystream { left: 0 }));
        let mut last = (u128::from_be_bytes([2; 16]) + u128::from(u64::MAX)).to_be_bytes();
        EncryptionKey::<Aes128>::new(&[1; 16]).encrypt_block(&mut last);
        assert_eq!(data[4..20], last);
    });
    let mut output = [0xee; 2];
    let refused = Aes128Ctr::new(&[1; 16], &[2; 16]).apply_to(&[0; 3], &mut output).unwrap_err();
    assert_eq!(refused, ApplyError::Length(LengthError { what: "output of the cipher", expected: 3, found: 2 }));
    assert_eq!(output, [0xee; 2]);
}

#[test]
fn debug_shows_no_key() {
    assert_eq!(format!("{:?}", Aes256Ctr::new(&[1; 32], &[2; 16])), "AES-256 in counter mode(..)");
}

/// Only the buffered keystream: another test covers the key.
#[cfg(not(miri))]
#[test]
fn a_dropped_cipher_leaves_no_keystream() {
    at_every_tier(|tier| {
        let mut cipher = Aes256Ctr::new(&[1; 32], &[2; 16]);
        let mut next = [0; 8];
        cipher.apply(&mut next[..3]).unwrap();
        cipher.apply(&mut next).unwrap();
        let bytes = testing::bytes_after_drop(cipher.place);
        assert!(!bytes.windows(8).any(|window| window == next), "{tier}");
    });
}
