//! One test body for every backend, with the portable code and the standard's examples as references.

use super::compression::{BLOCK_LEN, Block, State};
use super::kernel::Kernel;
use super::kernel::{Backend, compress, compress_x4, compress_x8};
use super::{Sha384, Sha512, Sha512_224, Sha512_256, compression, function, tables};
use crate::base::cpu::{Portable, Tier};
use crate::base::random::{Random, TestRandom};
use crate::base::testing;
use crate::hash::merkle_damgard::intake::finish;
use std::format;
use std::string::String;
use std::vec;
use std::vec::Vec;

fn random_blocks(random: &mut TestRandom, count: usize) -> Vec<Block> {
    let mut blocks = vec![[0; BLOCK_LEN]; count];
    random.fill(blocks.as_flattened_mut()).unwrap();
    blocks
}

fn random_state(random: &mut TestRandom) -> State {
    core::array::from_fn(|_| random.next_u64())
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Messages and digests of SHA-512, SHA-384, SHA-512/256 and SHA-512/224 from the examples that NIST publishes with FIPS 180-4, and
/// the empty message and a million times "a".
const EXAMPLES: [(&str, usize, [&str; 4]); 4] = [
    (
        "",
        1,
        [
            "cf83e1357eefb8bdf1542850d66d8007d620e4050b5715dc83f4a921d36ce9ce\
             47d0d13c5d85f2b0ff8318d2877eec2f63b931bd47417a81a538327af927da3e",
            "38b060a751ac96384cd9327eb1b1e36a21fdb71114be07434c0cc7bf63f6e1da274edebfe76f65fbd51ad2f14898b95b",
            "c672b8d1ef56ed28ab87c3622c5114069bdd3ad7b8f9737498d0c01ecef0967a",
            "6ed0dd02806fa89e25de060c19d3ac86cabb87d6a0ddd05c333b84f4",
        ],
    ),
    (
        "abc",
        1,
        [
            "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a\
             2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f",
            "cb00753f45a35e8bb5a03d699ac65007272c32ab0eded1631a8b605a43ff5bed8086072ba1e7cc2358baeca134c825a7",
            "53048e2681941ef99b2e29b76b4c7dabe4c2d0c634fc6d46e0e2f13107e7af23",
            "4634270f707b6a54daae7530460842e20e37ed265ceee9a43e8924aa",
        ],
    ),
    (
        "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmn\
         hijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
        1,
        [
            "8e959b75dae313da8cf4f72814fc143f8f7779c6eb9f7fa17299aeadb6889018\
             501d289e4900f7e4331b99dec4b5433ac7d329eeb6dd26545e96e55b874be909",
            "09330c33f71147e83d192fc782cd1b4753111b173b3b05d22fa08086e3b0f712fcc7c71a557e2db966c3e9fa91746039",
            "3928e184fb8690f840da3988121d31be65cb9d3ef83ee6146feac861e19b563a",
            "23fec5bb94d60b23308192640b0c453335d664734fe40e7268674af9",
        ],
    ),
    (
        "a",
        if cfg!(miri) { 0 } else { 1_000_000 },
        [
            "e718483d0ce769644e2e42c7bc15b4638e1f98b13b2044285632a803afa973eb\
             de0ff244877ea60a4cb0432ce577c31beb009c5c2c49aa2e4eadb217ad8cc09b",
            "9d0e1809716474cb086e834e310a4a1ced149e9c00f248527972cec5704c2a5b07b8b3dc38ecc4ebae97ddd87f3d8985",
            "9a59a052930187a97038cae692f30708aa6491923ef5194394dc68d56c74fb21",
            "37ab331d76f0d36de422bd0edeb22a28accd487b7a8453ae965dd287",
        ],
    ),
];

#[test]
fn the_standards_examples() {
    Backend::with_every(|backend| {
        for (text, times, [sha512, sha384, sha512_256, sha512_224]) in
            EXAMPLES.into_iter().filter(|(_, times, _)| *times > 0)
        {
            let message = text.repeat(times);
            assert_eq!(hex(&Sha512::digest(message.as_bytes())), sha512, "{backend:?}");
            assert_eq!(hex(&Sha384::digest(message.as_bytes())), sha384, "{backend:?}");
            assert_eq!(hex(&Sha512_256::digest(message.as_bytes())), sha512_256, "{backend:?}");
            assert_eq!(hex(&Sha512_224::digest(message.as_bytes())), sha512_224, "{backend:?}");
        }
    });
}

/// Section 5.3.6: SHA-512 with its initial value XORed with a5a5..., over the name of the function.
#[test]
fn the_initial_values_of_truncated_functions_are_derived_by_the_standards_rule() {
    for (name, initial) in [(b"SHA-512/224", tables::INITIAL_512_224), (b"SHA-512/256", tables::INITIAL_512_256)] {
        let mut state = tables::INITIAL_512.map(|word| word ^ 0xa5a5_a5a5_a5a5_a5a5);
        _ = finish::<function::Sha512>(&mut state, &[], name, name.len() as u128);
        assert_eq!(state, initial);
    }
}

/// A dispatcher that fell back to slower code everywhere would pass every other test.
#[test]
fn the_best_backend_of_this_cpu_runs() {
    let best = match Tier::in_force() {
        Tier::Avx512 => "avx512",
        Tier::Avx2 => "avx2",
        Tier::Sse | Tier::Portable64 | Tier::Portable32 => "portable",
    };
    let message = [7; 300];
    assert_eq!(testing::trace(|| _ = Sha512::digest(&message)), [("sha512 compress", best)]);
    let incremental = testing::trace(|| {
        let mut hasher = Sha512::new();
        hasher.update(&message);
        _ = hasher.finalize();
    });
    assert_eq!(incremental, [("sha512 compress", best)]);

    let batch = |count| {
        let (messages, mut digests) = (vec![&message[..]; count], vec![[0; 64]; count]);
        testing::trace(|| Sha512::digest_batch(&messages, &mut digests).unwrap())
    };
    match Tier::in_force() {
        Tier::Avx512 => {
            assert_eq!(batch(8), [("sha512 compress_x8", best)]);
            assert_eq!(batch(4), [("sha512 compress_x4", best)]);
        }
        Tier::Avx2 => assert_eq!(batch(4), [("sha512 compress_x4", best)]),
        Tier::Sse | Tier::Portable64 | Tier::Portable32 => assert_eq!(batch(8), [("sha512 compress", best)]),
    }
}

#[test]
fn every_kernel_agrees_with_the_portable_one() {
    let random = &mut TestRandom::new(1);
    for count in 0..10 {
        let start: [State; 8] = core::array::from_fn(|_| random_state(random));
        let blocks: [Vec<Block>; 8] = core::array::from_fn(|_| random_blocks(random, count));
        let mut expected = start;
        for (state, blocks) in expected.iter_mut().zip(&blocks) {
            Portable.compress(state, blocks);
        }
        let lanes = |first: usize| blocks[first].as_slice();
        Backend::with_every(|backend| {
            let mut states = start;
            compress(backend, &mut states[0], lanes(0));
            assert_eq!(states[0], expected[0], "{backend:?}, {count} blocks");

            let mut states = start;
            compress_x8(backend, states.each_mut(), core::array::from_fn(lanes));
            assert_eq!(states, expected, "{backend:?}, x8, {count} blocks");

            let [a, b, c, d, ..] = &mut { start };
            compress_x4(backend, [&mut *a, &mut *b, &mut *c, &mut *d], core::array::from_fn(lanes));
            assert_eq!([*a, *b, *c, *d], expected[..4], "{backend:?}, x4, {count} blocks");
        });
    }
}

/// The lane algorithm runs on any machine. Two lanes show the same as eight, and compile faster.
#[test]
fn the_lane_algorithm_over_plain_arrays_agrees() {
    fn check<const N: usize>(random: &mut TestRandom) {
        let start: [State; N] = core::array::from_fn(|_| random_state(random));
        let blocks: [Vec<Block>; N] = core::array::from_fn(|_| random_blocks(random, 3));
        let (mut states, mut expected) = (start, start);
        compression::compress::<N, [u64; N]>(
            (),
            states.each_mut(),
            core::array::from_fn(|lane| blocks[lane].as_slice()),
        );
        for (state, blocks) in expected.iter_mut().zip(&blocks) {
            Portable.compress(state, blocks);
        }
        assert_eq!(states, expected, "{N} lanes");
    }
    let random = &mut TestRandom::new(2);
    check::<1>(random);
    check::<2>(random);
}

#[test]
fn debug_shows_no_state() {
    let mut hasher = Sha512_256::new();
    hasher.update(b"secret");
    assert_eq!(format!("{hasher:?}"), "SHA-512/256(..)");
}

#[test]
fn a_dropped_hasher_leaves_zeros() {
    let mut hasher = Sha512::new();
    hasher.update(&[0xa5; 200]);
    let bytes = testing::bytes_after_drop(hasher);
    assert_eq!(bytes.iter().filter(|byte| **byte != 0).count(), 1, "nothing but the length, 200, stays");
}

/// The message, its schedule and the hash value pass through the stack; no part of them may remain there.
#[cfg(all(target_arch = "x86_64", not(miri), not(debug_assertions)))]
#[test]
fn nothing_of_a_message_stays_on_the_stack() {
    let random = &mut TestRandom::new(5);
    Backend::with_every(|backend| {
        for (count, length) in [(1, 5), (1, 100), (1, 120), (1, 300), (2, 300), (4, 300), (8, 120), (8, 300), (13, 300)]
        {
            let mut message = vec![0; length];
            random.fill(&mut message).unwrap();
            let messages = vec![message.as_slice(); count];
            let mut digests = vec![[0; 64]; count];
            let stack = testing::stack_left_by(&mut || Sha512::digest_batch(&messages, &mut digests).unwrap());
            let found = residue(&stack, &message, &digests[0]);
            assert!(found.is_empty(), "{backend:?}, {count} messages of {length} bytes leave {found:?}");
        }
        for (length, piece) in [(100, 30), (120, 120), (300, 70), (600, 200)] {
            let mut message = vec![0; length];
            random.fill(&mut message).unwrap();
            let mut digest = [0; 64];
            let stack = testing::stack_left_by(&mut || {
                let mut hasher = Sha512::new();
                message.chunks(piece).for_each(|data| hasher.update(data));
                digest = hasher.finalize_reset();
            });
            let found = residue(&stack, &message, &digest);
            assert!(found.is_empty(), "{backend:?}, {length} bytes in pieces of {piece} leave {found:?}");
        }
    });
}

/// Returns the words of the padded message, of its schedules, with and without K, and of the hash values that occur in
/// `stack`.
#[cfg(all(target_arch = "x86_64", not(miri), not(debug_assertions)))]
fn residue(stack: &[u8], message: &[u8], digest: &[u8]) -> Vec<String> {
    use super::Sha512Compression;
    use crate::hash::merkle_damgard::Compression;
    let is_random = |word: u64| word.leading_zeros() < 32 && word.trailing_zeros() < 32;
    let mut secrets: Vec<(String, u64)> = Vec::new();
    let mut padded = message.to_vec();
    let mut last = [[0; BLOCK_LEN]; 2];
    let (_, rest) = message.as_chunks::<BLOCK_LEN>();
    let blocks = Sha512Compression::pad(&mut last, rest, message.len() as u128);
    padded.truncate(message.len() - rest.len());
    padded.extend_from_slice(last[..blocks].as_flattened());
    let mut state = tables::INITIAL_512;
    for (index, block) in padded.as_chunks::<BLOCK_LEN>().0.iter().enumerate() {
        let mut w: Vec<u64> = block.as_chunks().0.iter().map(|bytes| u64::from_be_bytes(*bytes)).collect();
        for t in 16..80 {
            let [word] = compression::schedule([w[t - 2]], [w[t - 7]], [w[t - 15]], [w[t - 16]]);
            w.push(word);
        }
        // Words of padding and lengths are no secrets, nor is K with them; a random word is never that small.
        for (t, word) in w.into_iter().enumerate().filter(|(_, word)| is_random(*word)) {
            secrets.push((format!("W_{t} of block {index}"), word));
            secrets.push((format!("K_{t} + W_{t} of block {index}"), word.wrapping_add(tables::K.0[t])));
        }
        Portable.compress(&mut state, &[*block]);
        secrets.extend(state.into_iter().map(|word| (format!("H after block {index}"), word)));
    }
    // The last hash value is the digest, which the caller holds.
    secrets.truncate(secrets.len() - state.len());
    assert_eq!(Sha512Compression::leftmost::<64>(&state)[..], *digest);
    let present: std::collections::HashSet<&[u8]> = stack.windows(8).collect();
    secrets.retain(|(_, word)| present.contains(&word.to_be_bytes()[..]) || present.contains(&word.to_le_bytes()[..]));
    secrets.into_iter().map(|(name, _)| name).collect()
}

#[cfg(all(target_arch = "x86_64", not(miri)))]
#[test]
fn kernels_are_right_and_aligned_at_every_stack_position() {
    let random = &mut TestRandom::new(6);
    let blocks = random_blocks(random, 3);
    let start = random_state(random);
    let mut expected = start;
    Portable.compress(&mut expected, &blocks);
    Backend::with_every(|backend| {
        let frames = testing::frames(|| {
            testing::at_every_stack_position(&mut || {
                let mut states = [start; 8];
                compress_x8(backend, states.each_mut(), [&blocks; 8]);
                assert_eq!(states, [expected; 8]);
                let [a, b, c, d, e, ..] = &mut [start; 8];
                compress_x4(backend, [&mut *a, &mut *b, &mut *c, &mut *d], [&blocks; 4]);
                compress(backend, e, &blocks);
                assert_eq!([*a, *b, *c, *d, *e], [expected; 5]);
            });
        });
        assert!(frames.iter().all(|address| address % 64 == 0), "{backend:?}");
        let vectors = !matches!(backend, Backend::Portable(_));
        assert_eq!(vectors, !frames.is_empty(), "{backend:?}: kernels with vectors align their frames");
    });
}
