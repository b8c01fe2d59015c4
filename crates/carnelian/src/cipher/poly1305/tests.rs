//! One test body for every backend, checked against the 32-bit one and the standard's examples.

use super::kernel::{self, Backend, Interleaves, State};
use super::{Poly1305, tag, verify};
use crate::InvalidTag;
use crate::base::cpu::{Avx512IfmaVbmi2, Portable32, Tier};
use crate::base::random::{Random, TestRandom};
use crate::base::testing;
use std::format;
use std::string::String;
use std::vec;
use std::vec::Vec;

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn random_array<const N: usize>(random: &mut TestRandom) -> [u8; N] {
    let mut bytes = [0; N];
    random.fill(&mut bytes).unwrap();
    bytes
}

/// Returns a key with these r and s.
fn key(r: u128, s: u128) -> [u8; 32] {
    [r.to_le_bytes(), s.to_le_bytes()].concat().try_into().unwrap()
}

/// Returns the tag by the other representation.
fn expected(key: &[u8; 32], message: &[u8]) -> [u8; 16] {
    kernel::tag_of_message(Backend::Portable32(Portable32), key, message)
}

/// RFC 8439 Section 2.5.2.
#[test]
fn the_rfcs_example() {
    let key = [
        0x85, 0xd6, 0xbe, 0x78, 0x57, 0x55, 0x6d, 0x33, 0x7f, 0x44, 0x52, 0xfe, 0x42, 0xd5, 0x06, 0xa8, 0x01, 0x03,
        0x80, 0x8a, 0xfb, 0x0d, 0xb2, 0xfd, 0x4a, 0xbf, 0xf6, 0xaf, 0x41, 0x49, 0xf5, 0x1b,
    ];
    Backend::with_every(|backend| {
        let tag = tag(&key, b"Cryptographic Forum Research Group");
        assert_eq!(hex(&tag), "a8061dc1305136c6c22b8baf0c0127a9", "{backend:?}");
    });
}

/// RFC 8439 Appendix A.3, test vectors 7 to 11: sums at 2¹²⁸, 2¹³⁰ and the modulus.
#[test]
fn the_rfcs_edges() {
    let block = |first: u8, others: u8| {
        let mut block = [others; 16];
        block[0] = first;
        block
    };
    let (ff, two) = (block(0xff, 0xff), block(2, 0));
    let examples = [
        (key(2, 0), vec![ff], block(3, 0)),
        (key(2, u128::MAX), vec![two], block(3, 0)),
        (key(1, 0), vec![ff, block(0xf0, 0xff), block(0x11, 0)], block(5, 0)),
        (key(1, 0), vec![ff, block(0xfb, 0xfe), block(1, 1)], block(0, 0)),
        (key(2, 0), vec![block(0xfd, 0xff)], block(0xfa, 0xff)),
    ];
    Backend::with_every(|backend| {
        for (key, blocks, expected) in &examples {
            assert_eq!(tag(key, blocks.as_flattened()), *expected, "{backend:?}");
        }
    });
}

/// If the dispatcher fell back to slower code everywhere, every other test would still pass.
#[test]
fn the_best_backend_of_this_cpu_runs() {
    let best = match Tier::in_force() {
        Tier::Avx512 if Avx512IfmaVbmi2::get().is_some() => "avx512-ifma",
        Tier::Avx512 | Tier::Avx2 => "avx2",
        Tier::Sse | Tier::Portable64 => "portable64",
        Tier::Portable32 => "portable32",
    };
    let ran = testing::trace(|| {
        let _ = tag(&[1; 32], &[2; 100]);
        let mut authenticator = Poly1305::new(&[1; 32]);
        authenticator.update(&[3; 2000]);
        let _ = authenticator.finalize();
    });
    assert_eq!(ran, [("poly1305 absorb", best), ("poly1305 tag_of_message", best)]);
    assert_eq!(super::backend(), best);
}

/// Returns keys and messages that make every sum as large or as small as possible, and random ones.
fn extremes(random: &mut TestRandom) -> Vec<([u8; 32], [u8; 16])> {
    let clamped = 0x0fff_fffc_0fff_fffc_0fff_fffc_0fff_ffff_u128;
    let rs =
        [0, 1, 2, 4, clamped, u128::MAX, clamped - 1, 1 << 59, 1 << 123, u128::from_le_bytes(random_array(random))];
    let blocks = [0, 1, u128::MAX, u128::MAX - 4, u128::MAX - 5, 1 << 127, u128::from_le_bytes(random_array(random))];
    let pairs = rs.into_iter().flat_map(|r| blocks.into_iter().map(move |block| (r, block)));
    pairs.map(|(r, block)| (key(r, u128::MAX), block.to_le_bytes())).collect()
}

#[test]
fn extreme_inputs_agree_at_every_number_of_blocks() {
    let random = &mut TestRandom::new(1);
    for (key, block) in extremes(random) {
        let message = [block; 140];
        for count in testing::lengths(message.len(), 16).step_by(if cfg!(miri) { 70 } else { 1 }) {
            let message = message[..count].as_flattened();
            let expected = expected(&key, message);
            Backend::with_every(|backend| {
                assert_eq!(tag(&key, message), expected, "{backend:?}, {count} of {block:x?} with {key:x?}");
            });
        }
    }
}

/// The modulus, its neighbors and its multiples are reduced like any other number: 2¹³⁰ - 5 + n as three blocks.
#[test]
fn sums_around_the_modulus_are_reduced() {
    Backend::with_every(|backend| {
        for n in 0..=32u8 {
            // With r = 1 the accumulator is the sum of the blocks plus 2¹²⁸ for each: 3 · 2¹²⁸ + 2¹²⁸ - 5 + n.
            let first = u128::MAX / 2 - 10;
            let second = u128::MAX - 4 - first + u128::from(n);
            let message = [first.to_le_bytes(), second.to_le_bytes(), [0; 16]];
            let tag = tag(&key(1, 0), message.as_flattened());
            assert_eq!(u128::from_le_bytes(tag), u128::from(n), "{backend:?}, {n}");
        }
    });
}

/// Powers computed one by one equal those that vectors compute at once.
#[test]
fn powers_one_by_one_give_the_same_tags() {
    let random = &mut TestRandom::new(9);
    for (key, block) in extremes(random) {
        let message = [block; 140];
        Backend::with_every(|backend| {
            if backend.interleaves() != Interleaves::Powers {
                return;
            }
            for count in [0, 8, 24, 33, 64, 71, 140] {
                let mut state = State::without_key();
                let mut powers: kernel::PowersOfR<'_> = state.powers();
                powers.begin(&key);
                (0..10).for_each(|number| powers.step(number));
                kernel::take_key(backend, &mut state, &key);
                kernel::absorb(backend, &mut state, &message[..count]);
                let tag = kernel::finish(backend, &mut state, &[]);
                assert_eq!(tag, expected(&key, message[..count].as_flattened()), "{count} of {block:x?} with {key:x?}");
            }
        });
    }
}

/// Steps absorb some of the blocks, and the following calls absorb the remainder.
#[test]
fn interleaved_blocks_give_the_same_tags() {
    let random = &mut TestRandom::new(10);
    let (key, data) = (random_array(random), random_array::<700>(random));
    Backend::with_every(|backend| {
        for (aad, first, second) in [(0, 16, 1), (13, 448, 0), (33, 48, 600), (20, 512, 100)] {
            if backend.interleaves() != Interleaves::Blocks {
                continue;
            }
            let (aad, text) = (&data[..aad], &data[..first + second]);
            let (first, second) = text.split_at(first);
            let mut absorbing = kernel::absorbing(&key, aad, first);
            (0..10).for_each(|_| absorbing.step());
            absorbing.follow(second);
            absorbing.step();
            let lengths = super::evaluation::lengths(aad.len(), text.len());
            let tag = kernel::finish_absorbing(backend, &mut absorbing, &key, lengths);
            assert_eq!(tag, kernel::tag_of_two(Backend::Portable32(Portable32), &key, aad, text), "{backend:?}");
        }
    });
}

#[test]
fn every_length_agrees() {
    let random = &mut TestRandom::new(2);
    let key = random_array(random);
    let message: Vec<u8> = (0..4096).map(|_| random.next_u64() as u8).collect();
    for len in testing::lengths(message.len(), 256).step_by(if cfg!(miri) { 1001 } else { 1 }) {
        let expected = expected(&key, &message[..len]);
        Backend::with_every(|backend| {
            assert_eq!(tag(&key, &message[..len]), expected, "{backend:?}, {len} bytes");
            let mut state = State::without_key();
            state.set_key(&key);
            let (blocks, end) = message[..len].as_chunks();
            kernel::absorb(backend, &mut state, blocks);
            assert_eq!(kernel::finish(backend, &mut state, end), expected, "{backend:?}, {len} bytes");
        });
    }
}

#[test]
fn pieces_of_any_lengths_give_the_tag_of_the_whole() {
    let random = &mut TestRandom::new(3);
    let message: Vec<u8> = (0..6000).map(|_| random.next_u64() as u8).collect();
    Backend::with_every(|backend| {
        for _ in 0..testing::cases(if cfg!(miri) { 2 } else { 300 }) {
            let key = random_array(random);
            let message = &message[..random.next_u64() as usize % message.len()];
            let mut authenticator = Poly1305::new(&key);
            let mut rest = message;
            while !rest.is_empty() {
                let most = [20, 200, 2000][random.next_u64() as usize % 3];
                let (piece, others) = rest.split_at(random.next_u64() as usize % rest.len().min(most) + 1);
                authenticator.update(piece);
                rest = others;
            }
            authenticator.update(&[]);
            assert_eq!(authenticator.finalize(), expected(&key, message), "{backend:?}");
        }
    });
}

/// RFC 8439 Section 2.8, composed by hand.
#[test]
fn two_parts_are_padded_and_counted() {
    let random = &mut TestRandom::new(4);
    let data: Vec<u8> = (0..700).map(|_| random.next_u64() as u8).collect();
    let key = random_array(random);
    for (aad, text) in [(0, 0), (13, 64), (16, 16), (1, 700), (700, 1), (15, 449), (33, 31)] {
        let (aad, text) = (&data[..aad], &data[..text]);
        let mut message = Vec::new();
        for part in [aad, text] {
            message.extend_from_slice(part);
            message.resize(message.len().next_multiple_of(16), 0);
        }
        message.extend_from_slice(&(aad.len() as u64).to_le_bytes());
        message.extend_from_slice(&(text.len() as u64).to_le_bytes());
        Backend::with_every(|backend| {
            let tag = kernel::tag_of_two(backend, &key, aad, text);
            assert_eq!(tag, expected(&key, &message), "{backend:?}, {} and {}", aad.len(), text.len());
        });
    }
}

#[test]
fn every_bit_of_a_tag_counts() {
    let (key, message) = (random_array(&mut TestRandom::new(5)), b"message");
    let right = tag(&key, message);
    assert_eq!(verify(&key, message, &right), Ok(()));
    for bit in 0..128 {
        let mut wrong = right;
        wrong[bit / 8] ^= 1 << (bit % 8);
        assert_eq!(verify(&key, message, &wrong), Err(InvalidTag));
        let mut authenticator = Poly1305::new(&key);
        authenticator.update(message);
        assert_eq!(authenticator.verify(&wrong), Err(InvalidTag));
    }
    assert_eq!(format!("{InvalidTag}"), "the tag is not that of the message under this key");
}

#[test]
fn debug_shows_nothing_and_a_drop_leaves_nothing() {
    let key: [u8; 32] = random_array(&mut TestRandom::new(6));
    Backend::with_every(|backend| {
        let mut authenticator = Poly1305::new(&key);
        authenticator.update(&[0x5a; 1003]);
        assert_eq!(format!("{authenticator:?}"), "Poly1305(..)");
        let (r, value, powers) = (authenticator.state.r, authenticator.state.value, authenticator.state.vectors.0);
        let halves = [r as u64, (r >> 64) as u64];
        let bytes = testing::bytes_after_drop(authenticator);
        let words: Vec<u64> = bytes.chunks(8).map(|word| u64::from_ne_bytes(word.try_into().unwrap())).collect();
        let secrets = powers.as_flattened().iter().chain(&value).chain(&halves);
        for secret in secrets.filter(|secret| **secret > 1 << 16) {
            assert!(!words.contains(secret), "{backend:?}");
        }
        assert!(!bytes.windows(8).any(|window| window == [0x5a; 8]), "{backend:?}");
    });
}

/// Neither the key, the accumulator nor a power of r may stay on the stack.
#[cfg(all(target_arch = "x86_64", not(miri), not(debug_assertions)))]
#[test]
fn nothing_of_a_key_stays_on_the_stack() {
    let random = &mut TestRandom::new(7);
    Backend::with_every(|backend| {
        for len in [5, 16, 64, 400, 449, 700, 1500, 5000] {
            let key: [u8; 32] = random_array(random);
            let message: Vec<u8> = (0..len).map(|_| random.next_u64() as u8).collect();
            let mut tags = [[0; 16]; 2];
            let mut state = State::without_key();
            state.set_key(&key);
            let stack = testing::stack_left_by(&mut || {
                tags[0] = kernel::tag_of_message(backend, &key, &message);
                let (blocks, end) = message.as_chunks();
                kernel::absorb(backend, &mut state, blocks);
                tags[1] = kernel::finish(backend, &mut state, end);
            });
            assert_eq!(tags[0], tags[1]);
            let present: std::collections::HashSet<&[u8]> = stack.windows(8).collect();
            let r = state.r.to_le_bytes();
            let words = state.vectors.0.as_flattened().iter().chain(&state.value);
            let words = words.filter(|word| **word > 1 << 24).map(|word| word.to_le_bytes());
            let secrets = key.as_chunks().0.iter().copied().chain(r.as_chunks().0.iter().copied()).chain(words);
            let found: Vec<_> = secrets.enumerate().filter(|(_, word)| present.contains(&word[..])).collect();
            assert!(found.is_empty(), "{backend:?}, {len} bytes leave {found:x?}");
        }
    });
}

#[cfg(all(target_arch = "x86_64", not(miri)))]
#[test]
fn kernels_are_right_and_aligned_at_every_stack_position() {
    let key = random_array(&mut TestRandom::new(8));
    let message = vec![0x77; 1600];
    let right = expected(&key, &message);
    Backend::with_every(|backend| {
        let frames = testing::frames(|| {
            testing::at_every_stack_position(&mut || assert_eq!(tag(&key, &message), right));
        });
        assert!(frames.iter().all(|address| address % 64 == 0), "{backend:?}");
        assert_eq!(matches!(backend, Backend::Ifma(..)), !frames.is_empty(), "{backend:?}");
    });
}
