//! Every backend against the digests of the concatenated bytes.

use super::{Backend, LANES, Stop, Words, compress, iterate, walk};
use crate::base::random::TestRandom;
use crate::base::testing;
use crate::hash::Sha256;
use crate::hash::merkle_damgard::Compression;
use crate::hash::sha256::Sha256Compression;
#[cfg(all(target_arch = "x86_64", not(miri), not(debug_assertions)))]
use crate::hash::sha256::compression;
use crate::hash::sha256::tables::INITIAL_256;
use crate::hash::sha256::tests::with_every_implementation;
use std::vec::Vec;
#[cfg(all(target_arch = "x86_64", not(miri), not(debug_assertions)))]
use std::{collections::HashSet, format, string::String};

fn random_rows<const N: usize>(random: &mut TestRandom) -> Words<N> {
    let mut rows = Words::new();
    for word in rows.0.as_flattened_mut() {
        *word = random.next_u64() as u32;
    }
    rows
}

/// Returns the bytes of a lane's words.
fn bytes<const N: usize>(rows: &Words<N>, lane: usize) -> Vec<u8> {
    rows.0.iter().flat_map(|row| row[lane].to_be_bytes()).collect()
}

/// Chains of random values, and their values after every number of steps.
struct Example {
    midstate: Words<8>,
    prefix: Words<6>,
    values: Vec<Words<8>>,
    words: usize,
}

impl Example {
    fn new(random: &mut TestRandom, words: usize, steps: usize) -> Self {
        let (seeds, mut prefix): (Words<16>, Words<6>) = (random_rows(random), random_rows(random));
        for word in &mut prefix.0[5] {
            // Beyond the lower half, the upper half counts to 2^16 and on.
            *word = (*word & 0xffff_0000) | 0xfff8_0000;
        }
        let mut midstate = Words::new();
        for (row, word) in midstate.0.iter_mut().zip(INITIAL_256) {
            *row = [word; LANES];
        }
        for lane in 0..LANES {
            let mut state = core::array::from_fn(|row| midstate.0[row][lane]);
            let block = bytes(&seeds, lane).try_into().unwrap();
            Sha256Compression::compress(Backend::choose(), &mut state, &[block]);
            for (row, word) in midstate.0.iter_mut().zip(state) {
                row[lane] = word;
            }
        }
        let mut values = std::vec![random_rows::<8>(random)];
        for step in 0..steps {
            let mut next = values[step].clone();
            for lane in 0..LANES {
                let mut message = bytes(&seeds, lane);
                message.extend_from_slice(&bytes(&prefix, lane)[..20]);
                let last = (prefix.0[5][lane] >> 16) as u16;
                message.extend_from_slice(&last.wrapping_add(step as u16).to_be_bytes());
                message.extend_from_slice(&bytes(&values[step], lane)[..4 * words]);
                let digest = Sha256::digest(&message);
                for (row, word) in next.0.iter_mut().zip(digest.as_chunks().0).take(words) {
                    row[lane] = u32::from_be_bytes(*word);
                }
            }
            values.push(next);
        }
        Self { midstate, prefix, values, words }
    }

    fn check(&self, backend: Backend, lanes: usize, steps: usize) {
        let mut value = self.values[0].clone();
        iterate(backend, lanes, &self.midstate, &self.prefix, &mut value, self.words, steps);
        for (row, expected) in value.0.iter().zip(&self.values[steps].0).take(self.words) {
            assert_eq!(
                row[..lanes],
                expected[..lanes],
                "{backend:?}, {} words, {lanes} lanes, {steps} steps",
                self.words
            );
        }
    }
}

#[test]
fn steps_are_digests() {
    let random = &mut TestRandom::new(1);
    for words in [4, 6, 8] {
        let example = Example::new(random, words, 16);
        with_every_implementation(&mut |backend| {
            for lanes in testing::some(1..=LANES) {
                for steps in testing::some(0..=16) {
                    example.check(backend, lanes, steps);
                }
            }
        });
    }
}

/// The step before a chain has another prefix; lanes keep their values at stops, before the first step and after the
/// last too.
#[test]
fn values_are_kept_at_stops() {
    let random = &mut TestRandom::new(7);
    for words in [4, 6, 8] {
        let example = Example::new(random, words, 9);
        let (mut before, start): (Words<6>, Words<8>) = (random_rows(random), random_rows(random));
        before.0[5].iter_mut().for_each(|word| *word &= 0xffff_0000);
        let at = |step: usize| {
            let mut value = start.clone();
            iterate(Backend::choose(), LANES, &example.midstate, &before, &mut value, words, 1);
            iterate(Backend::choose(), LANES, &example.midstate, &example.prefix, &mut value, words, step);
            value
        };
        let stop = |step, lanes: &[usize]| Stop {
            step,
            lanes: core::array::from_fn(|lane| if lanes.contains(&lane) { !0 } else { 0 }),
        };
        let stops = [stop(0, &[0, 15]), stop(3, &[1, 2, 8]), stop(4, &[9]), stop(9, &[4, 10])];
        with_every_implementation(&mut |backend| {
            for lanes in testing::some(1..=LANES) {
                let (mut value, mut kept) = (start.clone(), Words::new());
                let prefixes = [&before, &example.prefix];
                walk(backend, lanes, &example.midstate, prefixes, &mut value, words, 9, &stops, &mut kept);
                for lane in 0..lanes {
                    let stop = stops.iter().find(|stop| stop.lanes[lane] != 0);
                    let expected = stop.map_or(Words::new(), |stop| at(stop.step));
                    for row in 0..words {
                        assert_eq!(value.0[row][lane], at(9).0[row][lane], "{backend:?}, {lanes} lanes, lane {lane}");
                        assert_eq!(kept.0[row][lane], expected.0[row][lane], "{backend:?}, {lanes} lanes, lane {lane}");
                    }
                }
            }
        });
    }
}

#[test]
fn blocks_are_compressed_as_by_themselves() {
    let random = &mut TestRandom::new(2);
    let (start, block): (Words<8>, Words<16>) = (random_rows(random), random_rows(random));
    let mut expected = start.clone();
    for lane in 0..LANES {
        let mut state = core::array::from_fn(|row| start.0[row][lane]);
        Sha256Compression::compress(Backend::choose(), &mut state, &[bytes(&block, lane).try_into().unwrap()]);
        for (row, word) in expected.0.iter_mut().zip(state) {
            row[lane] = word;
        }
    }
    with_every_implementation(&mut |backend| {
        for lanes in 1..=LANES {
            let mut state = start.clone();
            compress(backend, lanes, &mut state, &block);
            for (row, expected) in state.0.iter().zip(&expected.0) {
                assert_eq!(row[..lanes], expected[..lanes], "{backend:?}, {lanes} lanes");
            }
        }
    });
}

#[test]
fn no_steps_change_nothing() {
    let random = &mut TestRandom::new(3);
    let (midstate, prefix, start): (Words<8>, Words<6>, Words<8>) =
        (random_rows(random), random_rows(random), random_rows(random));
    with_every_implementation(&mut |backend| {
        let mut value = start.clone();
        iterate(backend, LANES, &midstate, &prefix, &mut value, 6, 0);
        assert_eq!(value.0, start.0, "{backend:?}");
    });
}

/// Words beyond the value are another row's: they are neither read nor written.
#[test]
fn rows_after_a_value_do_not_matter() {
    let random = &mut TestRandom::new(4);
    let example = Example::new(random, 4, 1);
    with_every_implementation(&mut |backend| {
        for lanes in [1, 2, 8, 10, 16] {
            let mut value = example.values[0].clone();
            let other = [[0x5a5a_5a5a; LANES]; 4];
            value.0[4..].copy_from_slice(&other);
            iterate(backend, lanes, &example.midstate, &example.prefix, &mut value, 4, 1);
            for (row, expected) in value.0.iter().zip(&example.values[1].0).take(4) {
                assert_eq!(row[..lanes], expected[..lanes], "{backend:?}, {lanes} lanes");
            }
            assert_eq!(value.0[4..], other, "{backend:?}, {lanes} lanes");
        }
    });
}

#[cfg(all(target_arch = "x86_64", not(miri)))]
#[test]
fn kernels_are_right_and_aligned_at_every_stack_position() {
    let random = &mut TestRandom::new(5);
    let examples = [4, 6, 8].map(|words| Example::new(random, words, 2));
    with_every_implementation(&mut |backend| {
        let frames = testing::frames(|| {
            testing::at_every_stack_position(&mut || {
                for example in &examples {
                    example.check(backend, 16, 2);
                    example.check(backend, 8, 2);
                }
                let mut state = examples[0].midstate.clone();
                compress(backend, 16, &mut state, &Words::new());
                compress(backend, 8, &mut state, &Words::new());
            });
        });
        assert!(frames.iter().all(|address| address % 64 == 0), "{backend:?}");
        // 16-byte vectors are aligned in any frame.
        let wide = !matches!(backend, Backend::Portable(_) | Backend::ShaNi(_) | Backend::SseShaNi(_));
        assert_eq!(wide, !frames.is_empty(), "{backend:?}: kernels with wide vectors align their frames");
    });
}

/// The values and the words of the schedules pass through the stack; no part of them may remain there.
#[cfg(all(target_arch = "x86_64", not(miri), not(debug_assertions)))]
#[test]
fn nothing_of_a_value_stays_on_the_stack() {
    let random = &mut TestRandom::new(6);
    with_every_implementation(&mut |backend| {
        for (words, lanes) in [(4, 1), (8, 1), (6, 2), (4, 5), (8, 8), (8, 10), (4, 16), (6, 16), (8, 16)] {
            let found = testing::found_twice(|| {
                let example = Example::new(random, words, 3);
                let mut value = example.values[0].clone();
                let stack = testing::stack_left_by(&mut || {
                    iterate(backend, lanes, &example.midstate, &example.prefix, &mut value, words, 3);
                });
                let (mut secrets, present) = (example.secrets(lanes), words_of(&stack));
                secrets.retain(|(_, word)| is_random(*word) && present.contains(word));
                secrets.into_iter().map(|(name, _)| name).collect()
            });
            assert!(found.is_empty(), "{backend:?}, {lanes} lanes of {words} words leave {found:?}");
        }
        for lanes in [1, 2, 4, 8, 16] {
            let found = testing::found_twice(|| {
                let (mut state, block): (Words<8>, Words<16>) = (random_rows(random), random_rows(random));
                let stack = testing::stack_left_by(&mut || compress(backend, lanes, &mut state, &block));
                let words = (0..lanes).flat_map(|lane| schedule(core::array::from_fn(|row| block.0[row][lane])));
                let present = words_of(&stack);
                words.filter(|word| is_random(*word) && present.contains(word)).collect()
            });
            assert!(found.is_empty(), "{backend:?}, a block in {lanes} lanes leaves {found:x?}");
        }
    });
}

/// Returns W₀ to W₆₃.
#[cfg(all(target_arch = "x86_64", not(miri), not(debug_assertions)))]
fn schedule(block: [u32; 16]) -> Vec<u32> {
    let mut w = block.to_vec();
    for t in 16..64 {
        let [word] = compression::schedule([w[t - 2]], [w[t - 7]], [w[t - 15]], [w[t - 16]]);
        w.push(word);
    }
    w
}

/// Returns the words of a stack at any position. The other order of bytes is that of loads and stores of blocks.
#[cfg(all(target_arch = "x86_64", not(miri), not(debug_assertions)))]
fn words_of(stack: &[u8]) -> HashSet<u32> {
    let bytes = stack.windows(4).map(|bytes| bytes.try_into().unwrap());
    bytes.flat_map(|bytes| [u32::from_ne_bytes(bytes), u32::from_be_bytes(bytes)]).collect()
}

/// Returns whether a word is not one of padding or a length; a random word is never that small.
#[cfg(all(target_arch = "x86_64", not(miri), not(debug_assertions)))]
fn is_random(word: u32) -> bool {
    word.leading_zeros() < 16 && word.trailing_zeros() < 16
}

#[cfg(all(target_arch = "x86_64", not(miri), not(debug_assertions)))]
impl Example {
    /// Returns the words of the values but the last, which the caller holds, and those of the schedules that depend on
    /// them.
    fn secrets(&self, lanes: usize) -> Vec<(String, u32)> {
        use super::PREFIX_LEN;
        let mut secrets = Vec::new();
        for (step, lane) in (0..self.values.len() - 1).flat_map(|step| (0..lanes).map(move |lane| (step, lane))) {
            let value = &self.values[step].0;
            for (row, words) in value.iter().enumerate().take(self.words) {
                secrets.push((format!("word {row} of value {step} in lane {lane}"), words[lane]));
            }
            let mut block = [0; 16];
            for (word, row) in block.iter_mut().zip(&self.prefix.0) {
                *word = row[lane];
            }
            block[5] = block[5].wrapping_add((step as u32) << 16) | value[0][lane] >> 16;
            for row in 1..self.words {
                block[5 + row] = value[row - 1][lane] << 16 | value[row][lane] >> 16;
            }
            block[5 + self.words] = value[self.words - 1][lane] << 16 | 0x8000;
            block[15] = 8 * (64 + PREFIX_LEN as u32 + 4 * self.words as u32);
            for (t, word) in schedule(block).into_iter().enumerate().skip(5) {
                secrets.push((format!("W_{t} of step {step} in lane {lane}"), word));
            }
        }
        secrets
    }
}
