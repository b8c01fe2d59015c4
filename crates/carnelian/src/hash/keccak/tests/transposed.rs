//! The kernels on states that stay transposed.

use super::*;
use crate::hash::keccak::transposed::{self, Digests, LANES, States};

fn random_states(random: &mut TestRandom) -> States {
    let mut states = States::new();
    states.0.as_flattened_mut().fill_with(|| random.next_u64());
    states
}

fn state(states: &States, lane: usize) -> State {
    states.0.map(|row| row[lane])
}

/// The inputs PK.seed ‖ ADRS ‖ value of SHAKE256, padded, in the form of the kernels.
fn states_of(inputs: &[Vec<u8>; LANES]) -> States {
    let mut states = States::new();
    for (lane, input) in inputs.iter().enumerate() {
        let mut block = input.clone();
        block.push(0x1f);
        block.resize(136, 0);
        block[135] |= 0x80;
        for (row, bytes) in states.0.iter_mut().zip(block.as_chunks().0) {
            row[lane] = u64::from_le_bytes(*bytes);
        }
    }
    states
}

/// The hash address is in the last four bytes of ADRS.
fn chained(mut input: Vec<u8>, words: usize, steps: usize) -> Vec<u8> {
    let value = 8 * words + 32;
    for _ in 0..steps {
        let mut digest = vec![0; 8 * words];
        Shake256::hash(&input, &mut digest);
        input[value..].copy_from_slice(&digest);
        let counter: &mut [u8; 4] = input[value - 4..].first_chunk_mut().unwrap();
        *counter = (u32::from_be_bytes(*counter) + 1).to_be_bytes();
    }
    input
}

#[test]
fn rows_are_permuted_and_hashed_like_single_states() {
    let random = &mut TestRandom::new(9);
    let states = random_states(random);
    let expected: [State; LANES] = core::array::from_fn(|lane| permuted(state(&states, lane)));
    Backend::with_every(|backend| {
        for lanes in 1..=LANES {
            let mut found = states.clone();
            transposed::permute(backend, &mut found, lanes);
            for (lane, expected) in expected.iter().enumerate().take(lanes) {
                assert_eq!(state(&found, lane), *expected, "{backend:?}, lane {lane} of {lanes}");
            }
            for words in 2..=4 {
                let mut digests = Digests::new();
                digests.0.as_flattened_mut().fill(0xee);
                transposed::hash(backend, &states, lanes, words, &mut digests);
                for (lane, expected) in expected.iter().enumerate().take(lanes) {
                    let found = digests.0.map(|row| row[lane]);
                    assert_eq!(found[..words], expected[..words], "{backend:?}, lane {lane} of {lanes}");
                    assert!(found[words..].iter().all(|word| *word == 0xee), "{backend:?}, lane {lane} of {lanes}");
                }
            }
        }
    });
}

#[test]
fn chains_agree_with_shake256_step_by_step() {
    let random = &mut TestRandom::new(10);
    let most = if cfg!(miri) { 2 } else { 16 };
    for (words, steps) in testing::some((2..=4).flat_map(|words| (0..=most).map(move |steps| (words, steps)))) {
        let inputs: [Vec<u8>; LANES] = core::array::from_fn(|lane| {
            let mut input = random_bytes(random, 16 * words + 32);
            let counter = 8 * words + 28;
            input[counter..counter + 4].copy_from_slice(&(5 * lane as u32).to_be_bytes());
            input
        });
        let start = states_of(&inputs);
        let expected = states_of(&inputs.each_ref().map(|input| chained(input.clone(), words, steps)));
        Backend::with_every(|backend| {
            for lanes in 1..=LANES {
                let mut found = start.clone();
                transposed::iterate(backend, &mut found, lanes, words, steps);
                for lane in 0..lanes {
                    let (found, expected) = (state(&found, lane), state(&expected, lane));
                    assert_eq!(found, expected, "{backend:?}, lane {lane} of {lanes}, {words} words, {steps} steps");
                }
            }
        });
    }
}

#[test]
fn the_best_kernels_on_rows_run() {
    let best = match Tier::in_force() {
        Tier::Avx512 => "avx512",
        Tier::Avx2 => "avx2",
        Tier::Sse | Tier::Portable64 | Tier::Portable32 => "portable",
    };
    let backend = Backend::choose();
    let (mut states, mut digests) = (States::new(), Digests::new());
    let trace = testing::trace(|| {
        transposed::permute(backend, &mut states, 8);
        transposed::hash(backend, &states, 8, 2, &mut digests);
        transposed::iterate(backend, &mut states, 8, 2, 1);
    });
    let kernels = ["keccak hash_transposed", "keccak iterate_transposed", "keccak permute_transposed"];
    assert_eq!(trace, kernels.map(|kernel| (kernel, best)));
}

#[cfg(all(target_arch = "x86_64", not(miri)))]
#[test]
fn kernels_on_rows_are_right_and_aligned_at_every_stack_position() {
    let random = &mut TestRandom::new(11);
    let states = random_states(random);
    let expected: [State; LANES] = core::array::from_fn(|lane| permuted(state(&states, lane)));
    Backend::with_every(|backend| {
        let frames = testing::frames(|| {
            testing::at_every_stack_position(&mut || {
                for lanes in [1, 4, 8] {
                    let (mut found, mut digests) = (states.clone(), Digests::new());
                    transposed::hash(backend, &found, lanes, 4, &mut digests);
                    assert_eq!(digests.0.map(|row| row[lanes - 1]), expected[lanes - 1][..4]);
                    transposed::permute(backend, &mut found, lanes);
                    assert_eq!(state(&found, lanes - 1), expected[lanes - 1]);
                    found.clone_from(&states);
                    transposed::iterate(backend, &mut found, lanes, 4, 1);
                    assert_eq!(state(&found, lanes - 1)[8..12], expected[lanes - 1][..4]);
                }
            });
        });
        assert!(frames.iter().all(|address| address % 64 == 0), "{backend:?}");
        let vectors = !matches!(backend, Backend::Portable(_));
        assert_eq!(vectors, !frames.is_empty(), "{backend:?}: kernels with vectors align their frames");
    });
}

/// The words of the states and of the results pass through the stack; none of them may stay there.
#[cfg(all(target_arch = "x86_64", not(miri), not(debug_assertions)))]
#[test]
fn nothing_of_the_rows_stays_on_the_stack() {
    let random = &mut TestRandom::new(12);
    Backend::with_every(|backend| {
        for lanes in 1..=LANES {
            let start = random_states(random);
            let (mut found, mut digests) = (start.clone(), Digests::new());
            for kernel in 0..3 {
                let stack = testing::stack_left_by(&mut || match kernel {
                    0 => transposed::hash(backend, &found, lanes, 4, &mut digests),
                    1 => transposed::iterate(backend, &mut found, lanes, 4, 2),
                    _ => transposed::permute(backend, &mut found, lanes),
                });
                let present: std::collections::HashSet<&[u8]> = stack.windows(8).collect();
                let secrets = [start.0.as_flattened(), found.0.as_flattened(), digests.0.as_flattened()].concat();
                let left =
                    secrets.iter().filter(|word| **word != 0 && present.contains(&word.to_le_bytes()[..])).count();
                assert_eq!(left, 0, "{backend:?}, {lanes} lanes, kernel {kernel}");
            }
        }
    });
}
