//! Poly1305 against two independent libraries and a textbook, at every tier.

use crate::inputs::bytes;
use crate::tiers::tiers;
use ::poly1305::universal_hash::KeyInit;
use carnelian::__internals::{TestRandom, at_most};
use carnelian::InvalidTag;
use carnelian::cipher::poly1305::{self, Poly1305};
use carnelian::random::Random;
use num_bigint::BigUint;
use proptest::prelude::*;

/// RFC 8439 Section 2.5.1, word for word, over integers of any size.
fn textbook(key: &[u8; 32], message: &[u8]) -> [u8; 16] {
    let clamp = BigUint::from(0x0fff_fffc_0fff_fffc_0fff_fffc_0fff_ffff_u128);
    let (r, s) = (BigUint::from_bytes_le(&key[..16]) & clamp, BigUint::from_bytes_le(&key[16..]));
    let p = (BigUint::from(1u8) << 130) - 5u8;
    let mut a = BigUint::ZERO;
    for block in message.chunks(16) {
        a = (a + BigUint::from_bytes_le(block) + (BigUint::from(1u8) << (8 * block.len()))) * &r % &p;
    }
    let mut tag = (a + s).to_bytes_le();
    tag.resize(16, 0);
    tag[..16].try_into().unwrap()
}

/// RustCrypto's, confirmed by libcrux.
fn oracles(key: &[u8; 32], message: &[u8]) -> [u8; 16] {
    let mut other = [0; 16];
    assert!(libcrux_poly1305::mac(key, message, &mut other).is_ok());
    let tag: [u8; 16] = ::poly1305::Poly1305::new(&(*key).into()).compute_unpadded(message).into();
    assert_eq!(tag, other);
    tag
}

#[test]
fn every_length_up_to_four_kilobytes() {
    let random = &mut TestRandom::new(1);
    let mut message = vec![0; 4200];
    random.fill(&mut message).unwrap();
    for len in 0..=message.len() {
        let (key, message) = (bytes(random), &message[..len]);
        let expected = oracles(&key, message);
        for tier in tiers() {
            at_most(tier, || assert_eq!(poly1305::tag(&key, message), expected, "{len} bytes at {tier}"));
        }
    }
}

/// All ones, and blocks that bring the sum to the modulus and around it: where carries run furthest.
#[test]
fn extreme_inputs_are_those_of_the_textbook() {
    let largest_r = 0x0fff_fffc_0fff_fffc_0fff_fffc_0fff_ffff_u128;
    let blocks = [u128::MAX, u128::MAX - 4, u128::MAX - 5, 0xfb, 0, 1, 1 << 127, u128::MAX << 64, u128::MAX >> 64];
    for r in [0, 1, 2, 4, 1 << 59, 1 << 64, 1 << 123, largest_r, largest_r - (1 << 64)] {
        for s in [0, u128::MAX] {
            let key: [u8; 32] = [u128::to_le_bytes(r), u128::to_le_bytes(s)].concat().try_into().unwrap();
            for block in blocks {
                for count in [1, 2, 3, 8, 31, 32, 33, 64, 72, 100] {
                    let message = vec![block.to_le_bytes(); count];
                    let expected = textbook(&key, message.as_flattened());
                    for tier in tiers() {
                        let tag = at_most(tier, || poly1305::tag(&key, message.as_flattened()));
                        assert_eq!(tag, expected, "{count} times {block:x} with r = {r:x}, {tier}");
                    }
                }
            }
        }
    }
}

proptest! {
    #[test]
    fn any_split_gives_the_tag_of_the_whole(
        key: [u8; 32],
        message in prop::collection::vec(any::<u8>(), 0..4000),
        cuts in prop::collection::vec(any::<prop::sample::Index>(), 0..8),
    ) {
        let mut places: Vec<usize> = cuts.iter().map(|cut| cut.index(message.len() + 1)).collect();
        places.extend([0, message.len()]);
        places.sort_unstable();
        let expected = oracles(&key, &message);
        for tier in tiers() {
            at_most(tier, || {
                let take_in = || {
                    let mut authenticator = Poly1305::new(&key);
                    places.windows(2).for_each(|ends| authenticator.update(&message[ends[0]..ends[1]]));
                    authenticator
                };
                prop_assert_eq!(take_in().finalize(), expected);
                prop_assert_eq!(take_in().verify(&expected), Ok(()));
                let wrong = expected.map(|byte| !byte);
                prop_assert_eq!(take_in().verify(&wrong), Err(InvalidTag));
                prop_assert_eq!(poly1305::verify(&key, &message, &wrong), Err(InvalidTag));
                Ok(())
            })?;
        }
    }
}
