//! Test bodies of the compression functions over 32-bit words, with the portable code as the reference.

use super::Compression;
#[cfg(all(target_arch = "x86_64", not(miri), not(debug_assertions)))]
use super::{Function, Hasher};
use crate::base::cpu::Portable;
#[cfg(all(target_arch = "x86_64", not(miri)))]
use crate::base::cpu::Tier;
use crate::base::random::{Random, TestRandom};
use crate::base::testing;
use crate::hash::Hash;
use crate::hash::arithmetic::half_words::{BLOCK_LEN, Block, HalfWords, Kernel, State};
use core::fmt::Debug;
use std::format;
use std::string::String;
use std::vec;
use std::vec::Vec;

pub(in crate::hash) fn random_blocks(random: &mut TestRandom, count: usize) -> Vec<Block> {
    let mut blocks = vec![[0; BLOCK_LEN]; count];
    random.fill(blocks.as_flattened_mut()).unwrap();
    blocks
}

/// Returns a hash value; the words that the function does not have are zeros.
pub(in crate::hash) fn random_state(random: &mut TestRandom, words: usize) -> State {
    core::array::from_fn(|i| if i < words { random.next_u64() as u32 } else { 0 })
}

pub(in crate::hash) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Absorbs blocks by the portable code.
pub(in crate::hash) fn absorb<C>(state: &mut State, blocks: &[Block])
where
    Portable: Kernel<C>,
{
    Kernel::<C>::compress(Portable, state, blocks);
}

/// Checks the kernels of each backend that `with_every` passes, of a function with `words` words in its hash value.
pub(in crate::hash) fn agree_with_the_portable_code<C: HalfWords>(
    words: usize,
    with_every: fn(&mut dyn FnMut(<C as HalfWords>::Backend)),
) where
    Portable: Kernel<C>,
    <C as HalfWords>::Backend: Debug,
{
    let random = &mut TestRandom::new(1);
    for count in 0..10 {
        let start: [State; 16] = core::array::from_fn(|_| random_state(random, words));
        let blocks: [Vec<Block>; 16] = core::array::from_fn(|_| random_blocks(random, count));
        let mut expected = start;
        for (state, blocks) in expected.iter_mut().zip(&blocks) {
            absorb::<C>(state, blocks);
        }
        let lanes = |first: usize| blocks[first].as_slice();
        with_every(&mut |backend| {
            let mut states = start;
            <C as Compression>::compress(backend, &mut states[0], lanes(0));
            assert_eq!(states[0], expected[0], "{backend:?}, {count} blocks");

            let mut states = start;
            for split in 0..count {
                let (first, last) = lanes(0).split_at(split);
                states[0] = start[0];
                <C as Compression>::compress_end(backend, &mut states[0], first, last);
                assert_eq!(states[0], expected[0], "{backend:?}, {split} of {count} blocks");
            }

            let mut states = start;
            C::compress_x16(backend, states.each_mut(), core::array::from_fn(lanes));
            assert_eq!(states, expected, "{backend:?}, x16, {count} blocks");

            let mut states: [State; 8] = core::array::from_fn(|lane| start[lane]);
            C::compress_x8(backend, states.each_mut(), core::array::from_fn(lanes));
            assert_eq!(states, expected[..8], "{backend:?}, x8, {count} blocks");

            let mut states = [start[0], start[1]];
            C::compress_x2(backend, states.each_mut(), core::array::from_fn(lanes));
            assert_eq!(states, expected[..2], "{backend:?}, x2, {count} blocks");
        });
    }
}

/// Checks that the algorithm over plain arrays does what the portable code does. Two lanes show the same as eight, and
/// compile faster.
pub(in crate::hash) fn lanes_agree<C, const N: usize>(words: usize, compress: fn([&mut State; N], [&[Block]; N]))
where
    Portable: Kernel<C>,
{
    let random = &mut TestRandom::new(2);
    let start: [State; N] = core::array::from_fn(|_| random_state(random, words));
    let blocks: [Vec<Block>; N] = core::array::from_fn(|_| random_blocks(random, 3));
    let (mut states, mut expected) = (start, start);
    compress(states.each_mut(), core::array::from_fn(|lane| blocks[lane].as_slice()));
    for (state, blocks) in expected.iter_mut().zip(&blocks) {
        absorb::<C>(state, blocks);
    }
    assert_eq!(states, expected, "{N} lanes");
}

/// Checks that kernels are right wherever their frames start, and that those with vectors of 32 or 64 bytes, as
/// `is_wide` says, align them.
#[cfg(all(target_arch = "x86_64", not(miri)))]
pub(in crate::hash) fn right_and_aligned_at_every_stack_position<C: HalfWords>(
    words: usize,
    with_every: fn(&mut dyn FnMut(<C as HalfWords>::Backend)),
    is_wide: fn(<C as HalfWords>::Backend) -> bool,
) where
    Portable: Kernel<C>,
    <C as HalfWords>::Backend: Debug,
{
    let random = &mut TestRandom::new(6);
    let blocks = random_blocks(random, 3);
    let start = random_state(random, words);
    let mut expected = start;
    absorb::<C>(&mut expected, &blocks);
    with_every(&mut |backend| {
        let frames = testing::frames(|| {
            testing::at_every_stack_position(&mut || {
                let mut states = [start; 16];
                C::compress_x16(backend, states.each_mut(), [&blocks; 16]);
                assert_eq!(states, [expected; 16]);
                let mut states = [start; 8];
                C::compress_x8(backend, states.each_mut(), [&blocks; 8]);
                assert_eq!(states, [expected; 8]);
                let [a, b, c] = &mut [start; 3];
                C::compress_x2(backend, [&mut *a, &mut *b], [&blocks; 2]);
                <C as Compression>::compress(backend, c, &blocks);
                assert_eq!([*a, *b, *c], [expected; 3]);
            });
        });
        assert!(frames.iter().all(|address| address % 64 == 0), "{backend:?}");
        assert_eq!(is_wide(backend), !frames.is_empty(), "{backend:?}: kernels with wide vectors align their frames");
    });
}

/// Checks that a message, its schedule and the hash value, which pass through the stack, leave nothing there.
/// `schedule_of` returns the secret words of a block, by name.
#[cfg(all(target_arch = "x86_64", not(miri), not(debug_assertions)))]
pub(in crate::hash) fn nothing_of_a_message_stays_on_the_stack<C: HalfWords, F, const LEN: usize>(
    with_every: fn(&mut dyn FnMut(<C as HalfWords>::Backend)),
    schedule_of: fn(&Block) -> Vec<(String, u32)>,
) where
    F: Function<Compression = C, Digest = [u8; LEN]>,
    Portable: Kernel<C>,
    <C as HalfWords>::Backend: Debug,
{
    let random = &mut TestRandom::new(5);
    with_every(&mut |backend| {
        for (count, length) in
            [(1, 5), (1, 60), (1, 120), (1, 300), (2, 300), (3, 60), (8, 300), (11, 60), (16, 300), (27, 300)]
        {
            let found = testing::found_twice(|| {
                let mut message = vec![0; length];
                random.fill(&mut message).unwrap();
                let messages = vec![message.as_slice(); count];
                let mut digests = vec![[0; LEN]; count];
                let stack = testing::stack_left_by(&mut || Hasher::<F>::digest_batch(&messages, &mut digests).unwrap());
                residue::<C, F, LEN>(&stack, &message, &digests[0], schedule_of)
            });
            assert!(found.is_empty(), "{backend:?}, {count} messages of {length} bytes leave {found:?}");
        }
        for (length, piece) in [(100, 30), (120, 120), (300, 70), (600, 200)] {
            let found = testing::found_twice(|| {
                let mut message = vec![0; length];
                random.fill(&mut message).unwrap();
                let mut digest = [0; LEN];
                let stack = testing::stack_left_by(&mut || {
                    let mut hasher = Hasher::<F>::new();
                    message.chunks(piece).for_each(|data| hasher.update(data));
                    digest = hasher.finalize_reset();
                });
                residue::<C, F, LEN>(&stack, &message, &digest, schedule_of)
            });
            assert!(found.is_empty(), "{backend:?}, {length} bytes in pieces of {piece} leave {found:?}");
        }
    });
}

/// Returns the words of the padded message, of its schedules and of the hash values that occur in `stack`.
#[cfg(all(target_arch = "x86_64", not(miri), not(debug_assertions)))]
fn residue<C: HalfWords, F: Function<Compression = C, Digest = [u8; LEN]>, const LEN: usize>(
    stack: &[u8],
    message: &[u8],
    digest: &[u8; LEN],
    schedule_of: fn(&Block) -> Vec<(String, u32)>,
) -> Vec<String>
where
    Portable: Kernel<C>,
{
    let mut secrets: Vec<(String, u32)> = Vec::new();
    let mut padded = message.to_vec();
    let mut last = [[0; BLOCK_LEN]; 2];
    let (_, rest) = message.as_chunks::<BLOCK_LEN>();
    let blocks = <C as Compression>::pad(&mut last, rest, message.len() as u128);
    padded.truncate(message.len() - rest.len());
    padded.extend_from_slice(last[..blocks].as_flattened());
    let mut state = F::INITIAL;
    for (index, block) in padded.as_chunks::<BLOCK_LEN>().0.iter().enumerate() {
        // A block of padding only is public, and its words are no random ones: they occur by chance.
        if index * BLOCK_LEN < message.len() {
            secrets
                .extend(schedule_of(block).into_iter().map(|(name, word)| (format!("{name} of block {index}"), word)));
        }
        absorb::<C>(&mut state, &[*block]);
        secrets.extend(state.into_iter().map(|word| (format!("H after block {index}"), word)));
    }
    // The last hash value is the digest, which the caller holds.
    secrets.truncate(secrets.len() - state.len());
    assert_eq!(F::leftmost(&state), *digest);
    // Words of padding and lengths are no secrets; a random word is never that small.
    secrets.retain(|(_, word)| word.leading_zeros() < 16 && word.trailing_zeros() < 16);
    let present: std::collections::HashSet<&[u8]> = stack.windows(4).collect();
    secrets.retain(|(_, word)| present.contains(&word.to_be_bytes()[..]) || present.contains(&word.to_le_bytes()[..]));
    secrets.into_iter().map(|(name, _)| name).collect()
}

/// Checks that the best backend of this CPU runs, for one message and for batches; `batches` returns the kernel for a number
/// of messages by its backend. A dispatcher that fell back to slower code everywhere would pass every other test.
pub(in crate::hash) fn the_best_backend_runs<H: Hash<Digest = [u8; LEN]>, const LEN: usize>(
    kernels: &str,
    batches: impl Fn(&str) -> Vec<(usize, &'static str)>,
) {
    let best = best_backend();
    let entered = |kernel: &str, work: &mut dyn FnMut()| {
        let expected = format!("{kernels} compress{kernel}");
        assert_eq!(testing::trace(work), [(expected.as_str(), best)]);
    };
    let message = [7; 300];
    entered("", &mut || _ = H::digest(&message));
    entered("", &mut || {
        let mut hasher = H::new();
        hasher.update(&message);
        _ = hasher.finalize();
    });
    entered("_x2", &mut || _ = H::new_two([&message[..64]; 2]));
    for (count, kernel) in batches(best) {
        let (messages, mut digests) = (vec![&message[..]; count], vec![[0; LEN]; count]);
        entered(kernel, &mut || H::digest_batch(&messages, &mut digests).unwrap());
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
