//! One test body for every backend, with the portable code and the standard's examples as references.

use super::compression::{BLOCK_LEN, Block, State};
use super::kernel::Kernel;
use super::kernel::{Backend, compress, compress_x2, compress_x8, compress_x16};
use super::{Sha224, Sha256, compression};
#[cfg(target_arch = "x86_64")]
use crate::base::cpu;
use crate::base::cpu::{Portable, Tier};
use crate::base::random::{Random, TestRandom};
use crate::base::testing;
use crate::hash::Hash;
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
    core::array::from_fn(|_| random.next_u64() as u32)
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Messages and digests of SHA-256 and SHA-224 from the examples that NIST publishes with FIPS 180-4, and the empty
/// message and a million times "a".
const EXAMPLES: [(&str, usize, [&str; 2]); 4] = [
    (
        "",
        1,
        [
            "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
            "d14a028c2a3a2bc9476102bb288234c415a2b01f828ea62ac5b3e42f",
        ],
    ),
    (
        "abc",
        1,
        [
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
            "23097d223405d8228642a477bda255b32aadbce4bda0b3f7e36c9da7",
        ],
    ),
    (
        "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
        1,
        [
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
            "75388b16512776cc5dba5da1fd890150b0c6455cb4f58b1952522525",
        ],
    ),
    (
        "a",
        if cfg!(miri) { 0 } else { 1_000_000 },
        [
            "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0",
            "20794655980c91d8bbb4c1ea97618a4bf03f42581948b2ee4ee7ad67",
        ],
    ),
];

#[test]
fn the_standards_examples() {
    Backend::with_every(|backend| {
        for (text, times, [sha256, sha224]) in EXAMPLES.into_iter().filter(|(_, times, _)| *times > 0) {
            let message = text.repeat(times);
            assert_eq!(hex(&Sha256::digest(message.as_bytes())), sha256, "{backend:?}");
            assert_eq!(hex(&Sha224::digest(message.as_bytes())), sha224, "{backend:?}");
        }
    });
}

/// A dispatcher that fell back to slower code everywhere would pass every other test.
#[test]
fn the_best_backend_of_this_cpu_runs() {
    let best = best_backend();
    let message = [7; 300];
    assert_eq!(testing::trace(|| _ = Sha256::digest(&message)), [("sha256 compress", best)]);
    let incremental = testing::trace(|| {
        let mut hasher = Sha256::new();
        hasher.update(&message);
        _ = hasher.finalize();
    });
    assert_eq!(incremental, [("sha256 compress", best)]);
    assert_eq!(
        testing::trace(|| _ = Sha256::new_two([&message[..64]; 2])).first(),
        Some(&("sha256 compress_x2", best))
    );

    let batch = |count| {
        let (messages, mut digests) = (vec![&message[..]; count], vec![[0; 32]; count]);
        testing::trace(|| Sha256::digest_batch(&messages, &mut digests).unwrap())
    };
    if best.ends_with("avx512") {
        assert_eq!(batch(16), [("sha256 compress_x16", best)]);
    }
    if best.contains("avx") {
        assert_eq!(batch(8), [("sha256 compress_x8", best)]);
    }
    if best.contains("sha-ni") {
        assert_eq!(batch(2), [("sha256 compress_x2", best)]);
    }
    if best == "portable" {
        assert_eq!(batch(16), [("sha256 compress", best)]);
    }
}

/// Returns the name of the backend that follows from the standard library's detection and the tier in force.
#[cfg(all(target_arch = "x86_64", not(miri)))]
fn best_backend() -> &'static str {
    let sha_ni = std::is_x86_feature_detected!("sha");
    match (Tier::in_force(), sha_ni) {
        (Tier::Avx512, true) => "sha-ni, avx512",
        (Tier::Avx512, false) => "avx512",
        (Tier::Avx2, true) => "sha-ni",
        (Tier::Avx2, false) => "avx2",
        (Tier::Sse, true) => "sse-sha-ni",
        (Tier::Sse, false) | (Tier::Portable64 | Tier::Portable32, _) => "portable",
    }
}

#[cfg(any(not(target_arch = "x86_64"), miri))]
fn best_backend() -> &'static str {
    "portable"
}

/// Calls `check` for every backend of this CPU, chosen or not.
pub(super) fn with_every_implementation(mut check: impl FnMut(Backend)) {
    Backend::with_every(&mut check);
    #[cfg(target_arch = "x86_64")]
    if let Some(avx2) = cpu::Avx2::get() {
        check(Backend::Avx2(avx2));
        if let Some(avx512) = cpu::Avx512::get() {
            check(Backend::Avx512((avx2, avx512)));
        }
    }
}

#[test]
fn every_kernel_agrees_with_the_portable_one() {
    let random = &mut TestRandom::new(1);
    for count in 0..10 {
        let start: [State; 16] = core::array::from_fn(|_| random_state(random));
        let blocks: [Vec<Block>; 16] = core::array::from_fn(|_| random_blocks(random, count));
        let mut expected = start;
        for (state, blocks) in expected.iter_mut().zip(&blocks) {
            Portable.compress(state, blocks);
        }
        let lanes = |first: usize| blocks[first].as_slice();
        with_every_implementation(|backend| {
            let mut states = start;
            compress(backend, &mut states[0], lanes(0));
            assert_eq!(states[0], expected[0], "{backend:?}, {count} blocks");

            let mut states = start;
            compress_x16(backend, states.each_mut(), core::array::from_fn(lanes));
            assert_eq!(states, expected, "{backend:?}, x16, {count} blocks");

            let mut states: [State; 8] = core::array::from_fn(|lane| start[lane]);
            compress_x8(backend, states.each_mut(), core::array::from_fn(lanes));
            assert_eq!(states, expected[..8], "{backend:?}, x8, {count} blocks");

            let mut states = [start[0], start[1]];
            compress_x2(backend, states.each_mut(), core::array::from_fn(lanes));
            assert_eq!(states, expected[..2], "{backend:?}, x2, {count} blocks");
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
        compression::compress::<N, [u32; N]>(
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
    let mut hasher = Sha224::new();
    hasher.update(b"secret");
    assert_eq!(format!("{hasher:?}"), "SHA-224(..)");
}

#[test]
fn a_dropped_hasher_leaves_zeros() {
    let mut hasher = Sha256::new();
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
        for (count, length) in
            [(1, 5), (1, 60), (1, 120), (1, 300), (2, 300), (3, 60), (8, 300), (11, 60), (16, 300), (27, 300)]
        {
            let found = testing::found_twice(|| {
                let mut message = vec![0; length];
                random.fill(&mut message).unwrap();
                let messages = vec![message.as_slice(); count];
                let mut digests = vec![[0; 32]; count];
                let stack = testing::stack_left_by(&mut || Sha256::digest_batch(&messages, &mut digests).unwrap());
                residue(&stack, &message, &digests[0])
            });
            assert!(found.is_empty(), "{backend:?}, {count} messages of {length} bytes leave {found:?}");
        }
        for (length, piece) in [(100, 30), (120, 120), (300, 70), (600, 200)] {
            let found = testing::found_twice(|| {
                let mut message = vec![0; length];
                random.fill(&mut message).unwrap();
                let mut digest = [0; 32];
                let stack = testing::stack_left_by(&mut || {
                    let mut hasher = Sha256::new();
                    message.chunks(piece).for_each(|data| hasher.update(data));
                    digest = hasher.finalize_reset();
                });
                residue(&stack, &message, &digest)
            });
            assert!(found.is_empty(), "{backend:?}, {length} bytes in pieces of {piece} leave {found:?}");
        }
    });
}

/// Returns the words of the padded message, of its schedules, with and without K, and of the hash values that occur in
/// `stack`.
#[cfg(all(target_arch = "x86_64", not(miri), not(debug_assertions)))]
fn residue(stack: &[u8], message: &[u8], digest: &[u8]) -> Vec<String> {
    use super::{Sha256Compression, tables};
    use crate::hash::merkle_damgard::Compression;
    let mut secrets: Vec<(String, u32)> = Vec::new();
    let mut padded = message.to_vec();
    let mut last = [[0; BLOCK_LEN]; 2];
    let (_, rest) = message.as_chunks::<BLOCK_LEN>();
    let blocks = Sha256Compression::pad(&mut last, rest, message.len() as u128);
    padded.truncate(message.len() - rest.len());
    padded.extend_from_slice(last[..blocks].as_flattened());
    let mut state = tables::INITIAL_256;
    for (index, block) in padded.as_chunks::<BLOCK_LEN>().0.iter().enumerate() {
        let mut w: Vec<u32> = block.as_chunks().0.iter().map(|bytes| u32::from_be_bytes(*bytes)).collect();
        for t in 16..64 {
            let [word] = compression::schedule([w[t - 2]], [w[t - 7]], [w[t - 15]], [w[t - 16]]);
            w.push(word);
        }
        for (t, word) in w.into_iter().enumerate() {
            secrets.push((format!("W_{t} of block {index}"), word));
            secrets.push((format!("K_{t} + W_{t} of block {index}"), word.wrapping_add(tables::K.0[t])));
        }
        Portable.compress(&mut state, &[*block]);
        secrets.extend(state.into_iter().map(|word| (format!("H after block {index}"), word)));
    }
    // The last hash value is the digest, which the caller holds.
    secrets.truncate(secrets.len() - state.len());
    assert_eq!(Sha256Compression::leftmost::<32>(&state)[..], *digest);
    // Words of padding and lengths are no secrets; a random word is never that small.
    secrets.retain(|(_, word)| word.leading_zeros() < 16 && word.trailing_zeros() < 16);
    let present: std::collections::HashSet<&[u8]> = stack.windows(4).collect();
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
    with_every_implementation(|backend| {
        let frames = testing::frames(|| {
            testing::at_every_stack_position(&mut || {
                let mut states = [start; 16];
                compress_x16(backend, states.each_mut(), [&blocks; 16]);
                assert_eq!(states, [expected; 16]);
                let mut states = [start; 8];
                compress_x8(backend, states.each_mut(), [&blocks; 8]);
                assert_eq!(states, [expected; 8]);
                let [a, b, c] = &mut [start; 3];
                compress_x2(backend, [&mut *a, &mut *b], [&blocks; 2]);
                compress(backend, c, &blocks);
                assert_eq!([*a, *b, *c], [expected; 3]);
            });
        });
        assert!(frames.iter().all(|address| address % 64 == 0), "{backend:?}");
        // 16-byte vectors are aligned in any frame.
        let wide = !matches!(backend, Backend::Portable(_) | Backend::ShaNi(_) | Backend::SseShaNi(_));
        assert_eq!(wide, !frames.is_empty(), "{backend:?}: kernels with wide vectors align their frames");
    });
}

/// SHA-NI in one process with AVX-512. If the kernel did not clear the upper halves of the vector registers first, it
/// would take several times as long after one that leaves them nonzero, and a hundred times as long with instructions
/// of AVX in between. The minimum of many measurements is compared, since other load on the machine does not affect it.
#[test]
#[cfg(all(target_arch = "x86_64", not(miri)))]
fn sha_ni_keeps_its_speed_class_beside_avx512() {
    let (Some(_), Some(avx512)) = (cpu::ShaNi::get(), cpu::Avx512::get()) else { return };
    let (backend, mut state) = (Backend::choose(), [7; 8]);
    let mut least = |before: &dyn Fn()| {
        let mut time = || {
            let begin = std::time::Instant::now();
            for _ in 0..20 {
                before();
                compress(backend, &mut state, &[[7; BLOCK_LEN]]);
            }
            begin.elapsed()
        };
        (0..500).map(|_| time()).min().unwrap()
    };
    let alone = least(&|| ());
    let dirty = least(&|| testing::dirty_upper_halves(avx512));
    assert!(dirty < 2 * alone, "{alone:?} alone, {dirty:?} beside AVX-512");
}
