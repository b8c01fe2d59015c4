//! Every backend against the compression of one message.

use super::{Backend, LANES, Words, compress};
use crate::base::random::TestRandom;
#[cfg(all(target_arch = "x86_64", not(miri)))]
use crate::base::testing;
#[cfg(all(target_arch = "x86_64", not(miri), not(debug_assertions)))]
use crate::hash::sha512::compression;
use crate::hash::sha512::kernel as one_message;
use std::vec::Vec;

fn random_rows<const N: usize>(random: &mut TestRandom) -> Words<N> {
    let mut rows = Words::new();
    for word in rows.0.as_flattened_mut() {
        *word = random.next_u64();
    }
    rows
}

#[test]
fn blocks_are_compressed_as_by_themselves() {
    let random = &mut TestRandom::new(1);
    let (start, block): (Words<8>, Words<16>) = (random_rows(random), random_rows(random));
    let mut expected = start.clone();
    for lane in 0..LANES {
        let mut state = core::array::from_fn(|row| start.0[row][lane]);
        let bytes: Vec<u8> = block.0.iter().flat_map(|row| row[lane].to_be_bytes()).collect();
        one_message::compress(Backend::choose(), &mut state, &[bytes.try_into().unwrap()]);
        for (row, word) in expected.0.iter_mut().zip(state) {
            row[lane] = word;
        }
    }
    Backend::with_every(|backend| {
        for lanes in 1..=LANES {
            let mut state = start.clone();
            compress(backend, lanes, &mut state, &block);
            for (row, expected) in state.0.iter().zip(&expected.0) {
                assert_eq!(row[..lanes], expected[..lanes], "{backend:?}, {lanes} lanes");
            }
        }
    });
}

#[cfg(all(target_arch = "x86_64", not(miri)))]
#[test]
fn kernels_align_their_frames_at_every_stack_position() {
    let random = &mut TestRandom::new(2);
    let (start, block): (Words<8>, Words<16>) = (random_rows(random), random_rows(random));
    Backend::with_every(|backend| {
        let frames = testing::frames(|| {
            testing::at_every_stack_position(&mut || {
                let mut state = start.clone();
                compress(backend, 8, &mut state, &block);
                compress(backend, 4, &mut state, &block);
            });
        });
        assert!(frames.iter().all(|address| address % 64 == 0), "{backend:?}");
        let vectors = !matches!(backend, Backend::Portable(_));
        assert_eq!(vectors, !frames.is_empty(), "{backend:?}: kernels with vectors align their frames");
    });
}

/// The words of the schedules pass through the stack; no part of them may remain there.
#[cfg(all(target_arch = "x86_64", not(miri), not(debug_assertions)))]
#[test]
fn nothing_of_a_block_stays_on_the_stack() {
    let random = &mut TestRandom::new(3);
    Backend::with_every(|backend| {
        for lanes in [1, 2, 4, 8] {
            let (mut state, block): (Words<8>, Words<16>) = (random_rows(random), random_rows(random));
            let stack = testing::stack_left_by(&mut || compress(backend, lanes, &mut state, &block));
            for lane in 0..lanes {
                let mut w: Vec<u64> = block.0.iter().map(|row| row[lane]).collect();
                for t in 16..80 {
                    let [word] = compression::schedule([w[t - 2]], [w[t - 7]], [w[t - 15]], [w[t - 16]]);
                    w.push(word);
                }
                for (t, word) in w.into_iter().enumerate() {
                    let occurs =
                        stack.windows(8).any(|bytes| bytes == word.to_ne_bytes() || bytes == word.to_be_bytes());
                    assert!(!occurs, "{backend:?}, {lanes} lanes leave W_{t} of lane {lane}");
                }
            }
        }
    });
}
