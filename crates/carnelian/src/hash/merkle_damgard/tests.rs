//! Tests of the construction around the compression functions, run for every function built on it.

use super::Compression;
use crate::LengthError;
use crate::base::cpu::{Tier, forced};
use crate::base::random::{Random, TestRandom};
use crate::hash::sha256::Sha256Compression;
use crate::hash::sha512::Sha512Compression;
use crate::hash::{Hash, Sha1, Sha224, Sha256, Sha384, Sha512, Sha512_256};
use std::vec;
use std::vec::Vec;

/// A call for many messages, with digests of any length.
type Batch = fn(&[&[u8]], &mut Vec<Vec<u8>>) -> Result<(), LengthError>;

/// Calls a generic check for every function, with its call for many messages.
macro_rules! for_every_function {
    ($check:ident) => {
        for_every_function!($check, Sha1 20, Sha256 32, Sha224 28, Sha512 64, Sha384 48, Sha512_256 32);
    };
    ($check:ident, $($function:ident $len:literal),+) => {$(
        $check::<$function>(|messages, digests| {
            let mut arrays: Vec<[u8; $len]> = digests.iter().map(|digest| digest.as_slice().try_into().unwrap()).collect();
            let result = $function::digest_batch(messages, &mut arrays);
            *digests = arrays.into_iter().map(Vec::from).collect();
            result
        });
    )+};
}

fn at_every_tier(mut check: impl FnMut(Tier)) {
    for tier in forced::tiers() {
        forced::at_most(tier, || check(tier));
    }
}

fn random_bytes(random: &mut TestRandom, length: usize) -> Vec<u8> {
    let mut data = vec![0; length];
    random.fill(&mut data).unwrap();
    data
}

#[test]
fn batches_of_every_size_agree_with_single_messages() {
    fn check<H: Hash>(batch: Batch) {
        let random = &mut TestRandom::new(3);
        let data = random_bytes(random, 2000);
        let largest = if cfg!(miri) { 10 } else { 40 };
        at_every_tier(|tier| {
            for count in crate::base::testing::some(0..=largest) {
                // Short and long ones, so that lanes end and start at different times.
                let lengths =
                    (0..count).map(|_| random.next_u64() as usize % [130, 2000][random.next_u64() as usize % 2]);
                let messages: Vec<&[u8]> = lengths.map(|length| &data[..length]).collect();
                let mut digests = vec![vec![0; H::DIGEST_LEN]; count];
                batch(&messages, &mut digests).unwrap();
                for (message, digest) in messages.iter().zip(&digests) {
                    assert_eq!(*digest, H::digest(message).as_ref(), "{}, {tier}, {count} messages", H::NAME);
                }
            }
        });
    }
    for_every_function!(check);
}

#[test]
fn a_batch_of_unequal_lengths_is_refused_and_writes_nothing() {
    fn check<H: Hash>(batch: Batch) {
        for (messages, found) in [(3, 2), (2, 3), (1, 0), (0, 1)] {
            let untouched = vec![vec![0xee; H::DIGEST_LEN]; found];
            let mut digests = untouched.clone();
            let refused = batch(&vec![&b"m"[..]; messages], &mut digests);
            assert_eq!(refused, Err(LengthError { what: "digests of a batch", expected: messages, found }));
            assert_eq!(digests, untouched);
        }
    }
    for_every_function!(check);
}

#[test]
fn incremental_hashing_agrees_with_one_shot() {
    fn check<H: Hash>(_: Batch) {
        let random = &mut TestRandom::new(4);
        let data = random_bytes(random, 1500);
        let tries = crate::base::testing::cases(if cfg!(miri) { 3 } else { 200 });
        at_every_tier(|tier| {
            for _ in 0..tries {
                let message = &data[..random.next_u64() as usize % data.len()];
                let expected = H::digest(message);
                let mut hasher = H::new();
                let mut rest = message;
                while !rest.is_empty() {
                    assert_eq!(hasher.digest_with(rest).as_ref(), expected.as_ref(), "{}, {tier}", H::NAME);
                    let (piece, others) = rest.split_at(random.next_u64() as usize % rest.len().min(300) + 1);
                    hasher.update(piece);
                    rest = others;
                }
                hasher.update(&[]);
                assert_eq!(hasher.clone().finalize().as_ref(), expected.as_ref(), "{}, {tier}", H::NAME);
                assert_eq!(hasher.finalize_reset().as_ref(), expected.as_ref(), "{}, {tier}", H::NAME);
                assert_eq!(hasher.finalize().as_ref(), H::digest(b"").as_ref(), "{}, {tier}", H::NAME);
            }
        });
    }
    for_every_function!(check);
}

#[test]
fn two_first_blocks_are_two_messages() {
    fn check<H: Hash>(_: Batch) {
        let data = random_bytes(&mut TestRandom::new(5), 3 * H::BLOCK_LEN);
        let [first, second, rest] = [0, 1, 2].map(|i| &data[i * H::BLOCK_LEN..(i + 1) * H::BLOCK_LEN]);
        at_every_tier(|tier| {
            for (mut hasher, block) in H::new_two([first, second]).into_iter().zip([first, second]) {
                let expected = H::digest(&[block, rest].concat());
                assert_eq!(hasher.digest_with(rest).as_ref(), expected.as_ref(), "{}, {tier}", H::NAME);
                hasher.update(rest);
                assert_eq!(hasher.finalize().as_ref(), expected.as_ref(), "{}, {tier}", H::NAME);
            }
            for len in [0, 1, H::BLOCK_LEN - 17, H::BLOCK_LEN - 1, H::BLOCK_LEN] {
                let inner = H::digest(&[first, &rest[..len]].concat());
                let expected = H::digest(&[second, inner.as_ref()].concat());
                let nested = H::digest_nested([first, second], &rest[..len]);
                assert_eq!(nested.as_ref(), expected.as_ref(), "{}, {tier}, {len} bytes", H::NAME);
            }
        });
        for wrong in [&data[..0], &data[..H::BLOCK_LEN - 1], &data[..H::BLOCK_LEN + 1]] {
            assert!(std::panic::catch_unwind(|| H::new_two([wrong, first])).is_err(), "{}", H::NAME);
            assert!(std::panic::catch_unwind(|| H::digest_nested([first, wrong], b"")).is_err(), "{}", H::NAME);
        }
    }
    for_every_function!(check);
}

/// The length field is 128 bits wide where blocks have 128 bytes: a message of 2^61 bytes and more needs its upper
/// half.
#[test]
fn long_lengths_reach_the_padding_whole() {
    let mut last = [[0xff; 128]; 2];
    assert_eq!(Sha512Compression::pad(&mut last, &[0xaa; 112], (1 << 100) + 112), 2);
    assert_eq!(last[0][..114], [&[0xaa; 112][..], &[0x80, 0]].concat());
    assert_eq!(last[1][..112], [0; 112]);
    assert_eq!(last[1][112..], ((1u128 << 103) + 896).to_be_bytes());

    let mut last = [[0xff; 64]; 2];
    assert_eq!(Sha256Compression::pad(&mut last, &[0xaa; 55], (1 << 60) + 55), 1);
    assert_eq!(last[0][..56], [&[0xaa; 55][..], &[0x80]].concat());
    assert_eq!(last[0][56..], ((1u64 << 63) + 440).to_be_bytes());
    assert_eq!(Sha256Compression::pad(&mut last, &[0xaa; 56], 56), 2);
    assert_eq!(
        last[1],
        core::array::from_fn(|i| if i == 62 {
            1
        } else if i == 63 {
            192
        } else {
            0
        })
    );
}

#[test]
fn a_digest_is_the_state_in_big_endian_order() {
    let state: [u64; 8] = core::array::from_fn(|i| 0x0102_0304_0506_0708 * (i as u64 + 1));
    let digest: [u8; 48] = Sha512Compression::leftmost(&state);
    for (bytes, word) in digest.chunks(8).zip(state) {
        assert_eq!(bytes, word.to_be_bytes());
    }
    let state: [u32; 8] = core::array::from_fn(|i| 0x0102_0304 * (i as u32 + 1));
    let digest: [u8; 28] = Sha256Compression::leftmost(&state);
    for (bytes, word) in digest.chunks(4).zip(state) {
        assert_eq!(bytes, word.to_be_bytes());
    }
}
