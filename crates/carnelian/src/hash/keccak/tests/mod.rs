//! One test body for every backend, with a textbook permutation and the standards' own examples as judges.

mod examples;
#[cfg(feature = "postquantum")]
mod transposed;

use super::kernel::{Backend, State, States, absorb, absorb_x4, absorb_x8, squeeze, squeeze_x4, squeeze_x8};
use super::lanes::{ShakeLanes, Squeeze as _};
use super::tables::{OFFSETS, ROUND_CONSTANTS};
use super::{
    CShake128, CShake256, Kmac128, Kmac256, Sha3_224, Sha3_256, Sha3_384, Sha3_512, Shake128, Shake256, permutation,
    sponge,
};
#[cfg(target_arch = "x86_64")]
use crate::base::cpu::Avx512;
use crate::base::cpu::Tier;
use crate::base::random::{Random, TestRandom};
use crate::base::testing;
use crate::{InvalidTag, LengthError};
use examples::{CSHAKE_EXAMPLES, EXAMPLES, KMAC_EXAMPLES, SHAKE_EXAMPLES};
use std::format;
use std::string::String;
use std::vec;
use std::vec::Vec;

/// The rates of SHAKE128, SHA3-224, SHA3-256 and SHAKE256, SHA3-384, SHA3-512.
const RATES: [usize; 5] = [168, 144, 136, 104, 72];

fn random_bytes(random: &mut TestRandom, length: usize) -> Vec<u8> {
    let mut bytes = vec![0; length];
    random.fill(&mut bytes).unwrap();
    bytes
}

fn random_state(random: &mut TestRandom) -> State {
    core::array::from_fn(|_| random.next_u64())
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Section 3.2 word by word: θ, ρ and π, χ, ι.
fn permuted(mut a: State) -> State {
    for rc in ROUND_CONSTANTS {
        let c: [u64; 5] = core::array::from_fn(|x| (0..5).fold(0, |sum, y| sum ^ a[x + 5 * y]));
        let mut b = [0; 25];
        for (x, y) in (0..25).map(|lane| (lane % 5, lane / 5)) {
            let sum = a[x + 5 * y] ^ c[(x + 4) % 5] ^ c[(x + 1) % 5].rotate_left(1);
            b[y + 5 * ((2 * x + 3 * y) % 5)] = sum.rotate_left(OFFSETS[x][y]);
        }
        a = core::array::from_fn(|lane| {
            let (x, row) = (lane % 5, lane / 5 * 5);
            b[lane] ^ !b[(x + 1) % 5 + row] & b[(x + 2) % 5 + row]
        });
        a[0] ^= rc;
    }
    a
}

/// The contract of the kernels for one state, written directly.
fn absorbed(mut state: State, blocks: &[u8], rate: usize) -> State {
    for block in blocks.chunks_exact(rate) {
        for (word, bytes) in state.iter_mut().zip(block.as_chunks().0) {
            *word ^= u64::from_le_bytes(*bytes);
        }
        state = permuted(state);
    }
    state
}

/// Permutes before each block, and returns the blocks.
fn squeezed(mut state: State, count: usize, rate: usize) -> (State, Vec<u8>) {
    let mut blocks = Vec::new();
    for _ in 0..count {
        state = permuted(state);
        blocks.extend(state.iter().flat_map(|word| word.to_le_bytes()).take(rate));
    }
    (state, blocks)
}

#[test]
fn the_standards_examples_of_sha3() {
    Backend::with_every(|backend| {
        for (text, times, digests) in EXAMPLES.into_iter().filter(|(_, times, _)| *times > 0) {
            let message = text.repeat(times).into_bytes();
            assert_eq!(hex(&Sha3_224::digest(&message)), digests[0], "{backend:?}");
            assert_eq!(hex(&Sha3_256::digest(&message)), digests[1], "{backend:?}");
            assert_eq!(hex(&Sha3_384::digest(&message)), digests[2], "{backend:?}");
            assert_eq!(hex(&Sha3_512::digest(&message)), digests[3], "{backend:?}");
        }
    });
}

#[test]
fn the_standards_examples_of_shake() {
    Backend::with_every(|backend| {
        for (length, [shake128, shake256]) in SHAKE_EXAMPLES {
            let message = vec![0xa3; length];
            let mut out = [0; 512];
            Shake128::hash(&message, &mut out);
            assert_eq!([hex(&out[..32]), hex(&out[480..])], shake128, "{backend:?}");
            Shake256::hash(&message, &mut out);
            assert_eq!([hex(&out[..32]), hex(&out[480..])], shake256, "{backend:?}");
        }
    });
}

/// 00 01 02 … in as many bytes.
fn counting(length: usize) -> Vec<u8> {
    (0..length).map(|byte| byte as u8).collect()
}

#[test]
fn the_standards_examples_of_cshake() {
    Backend::with_every(|backend| {
        for (length, customization, expected) in CSHAKE_EXAMPLES {
            let (message, mut out) = (counting(length), vec![0; expected.len() / 2]);
            if out.len() == 32 {
                let mut cshake = CShake128::new(b"", customization.as_bytes());
                cshake.update(&message);
                cshake.finalize().fill(&mut out);
            } else {
                let mut cshake = CShake256::new(b"", customization.as_bytes());
                cshake.update(&message);
                cshake.finalize().fill(&mut out);
            }
            assert_eq!(hex(&out), expected, "{backend:?}");
        }
    });
}

#[test]
fn the_standards_examples_of_kmac() {
    let key = &counting(0x60)[0x40..];
    Backend::with_every(|backend| {
        for (length, customization, [tag, xof]) in KMAC_EXAMPLES {
            let (message, mut out) = (counting(length), vec![0; tag.len() / 2]);
            if out.len() == 32 {
                let mut kmac = Kmac128::new(key, customization.as_bytes());
                kmac.update(&message);
                kmac.clone().finalize_into(&mut out);
                assert_eq!(hex(&out), tag, "{backend:?}");
                assert_eq!(kmac.clone().verify(&out), Ok(()));
                kmac.finalize_xof().fill(&mut out);
            } else {
                let mut kmac = Kmac256::new(key, customization.as_bytes());
                kmac.update(&message);
                kmac.clone().finalize_into(&mut out);
                assert_eq!(hex(&out), tag, "{backend:?}");
                assert_eq!(kmac.clone().verify(&out), Ok(()));
                kmac.finalize_xof().fill(&mut out);
            }
            assert_eq!(hex(&out), xof, "{backend:?}");
        }
    });
}

#[test]
fn wrong_tags_are_refused() {
    let kmac = || {
        let mut kmac = Kmac128::new(b"key", b"");
        kmac.update(b"message");
        kmac
    };
    for length in [4, 31, 32, 33, 200] {
        let mut tag = vec![0; length];
        kmac().finalize_into(&mut tag);
        assert_eq!(kmac().verify(&tag), Ok(()));
        assert_eq!(kmac().verify(&tag[..length - 1]), Err(InvalidTag), "a tag of another length is another tag");
        for bit in [0, 7, 8 * length - 1, 4 * length] {
            let mut other = tag.clone();
            other[bit / 8] ^= 1 << (bit % 8);
            assert_eq!(kmac().verify(&other), Err(InvalidTag), "bit {bit} of {length} bytes");
        }
    }
    for length in 0..Kmac128::SHORTEST_TAG_LEN {
        let mut tag = vec![0; length];
        kmac().finalize_into(&mut tag);
        assert_eq!(kmac().verify(&tag), Err(InvalidTag), "{length} bytes");
    }
}

/// Keys, names and customizations are kept apart from each other and from the message.
#[test]
fn strings_are_separated_unambiguously() {
    let cshake = |name: &[u8], customization: &[u8], message: &[u8]| {
        let mut out = [0; 32];
        let mut cshake = CShake256::new(name, customization);
        cshake.update(message);
        cshake.finalize().fill(&mut out);
        out
    };
    let mut seen =
        vec![cshake(b"ab", b"", b""), cshake(b"a", b"b", b""), cshake(b"", b"ab", b""), cshake(b"", b"", b"ab")];
    seen.extend([cshake(b"a", b"", b"b"), cshake(b"", b"a", b"b")]);
    let kmac = |key: &[u8], customization: &[u8]| Kmac256::new(key, customization).finalize();
    seen.extend([kmac(b"ab", b""), kmac(b"a", b"b"), kmac(b"", b"ab"), kmac(b"ab\0", b"")]);
    let distinct: std::collections::BTreeSet<_> = seen.iter().collect();
    assert_eq!(distinct.len(), seen.len());
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
    assert_eq!(testing::trace(|| _ = Sha3_256::digest(&message)), [("keccak absorb", best)]);
    let xof = testing::trace(|| Shake128::hash(&message, &mut [0; 400]));
    assert_eq!(xof, [("keccak absorb", best), ("keccak squeeze", best)]);

    // Messages of one length, and of lengths that differ by a byte from one to the next.
    let batch = |count: usize, step: usize| {
        let messages: Vec<&[u8]> = (0..count).map(|i| &message[i * step..]).collect();
        let mut digests = vec![[0; 32]; count];
        testing::trace(|| Sha3_256::digest_batch(&messages, &mut digests).unwrap())
    };
    match Tier::in_force() {
        Tier::Avx512 => {
            assert_eq!(batch(8, 0), [("keccak absorb_x8", best), ("keccak squeeze_x8", best)]);
            assert_eq!(batch(4, 0), [("keccak absorb_x4", best), ("keccak squeeze_x4", best)]);
            assert_eq!(batch(8, 1), [("keccak absorb_x8", best)]);
            assert_eq!(batch(4, 1), [("keccak absorb_x4", best)]);
        }
        Tier::Avx2 => {
            assert_eq!(batch(4, 0), [("keccak absorb_x4", best), ("keccak squeeze_x4", best)]);
            assert_eq!(batch(4, 1), [("keccak absorb_x4", best)]);
        }
        Tier::Sse | Tier::Portable64 | Tier::Portable32 => {
            assert_eq!(batch(8, 0), [("keccak absorb", best), ("keccak squeeze", best)]);
            assert_eq!(batch(8, 1), [("keccak absorb", best)]);
        }
    }
}

/// The states and blocks of eight lanes, and the resulting states.
fn eight_absorbed(random: &mut TestRandom, count: usize, rate: usize) -> ([State; 8], [Vec<u8>; 8], [State; 8]) {
    let start: [State; 8] = core::array::from_fn(|_| random_state(random));
    let blocks: [Vec<u8>; 8] = core::array::from_fn(|_| random_bytes(random, count * rate));
    let expected = core::array::from_fn(|lane| absorbed(start[lane], &blocks[lane], rate));
    (start, blocks, expected)
}

fn side_by_side<const N: usize>(states: &[State]) -> States<N> {
    let mut all = States::new();
    for (lane, state) in states.iter().take(N).enumerate() {
        all.set(lane, state);
    }
    all
}

fn lane_of<const N: usize>(states: &States<N>, lane: usize) -> State {
    let mut state = [0; 25];
    states.get(lane, &mut state);
    state
}

#[test]
fn every_backend_absorbs_like_the_textbook() {
    let random = &mut TestRandom::new(1);
    for (count, rate) in [0, 1, 2, 3].into_iter().flat_map(|count| RATES.map(|rate| (count, rate))) {
        let (start, blocks, expected) = eight_absorbed(random, count, rate);
        Backend::with_every(|backend| {
            let mut state = start[0];
            absorb(backend, &mut state, &blocks[0], rate);
            assert_eq!(state, expected[0], "{backend:?}, {count} blocks of {rate}");

            let mut states = side_by_side::<8>(&start);
            absorb_x8(backend, &mut states, blocks.each_ref().map(Vec::as_slice), rate);
            let mut half = side_by_side::<4>(&start);
            absorb_x4(backend, &mut half, core::array::from_fn(|lane| blocks[lane].as_slice()), rate);
            for lane in 0..8 {
                assert_eq!(lane_of(&states, lane), expected[lane], "{backend:?}, x8, {count} blocks of {rate}");
                assert_eq!(lane_of(&half, lane % 4), expected[lane % 4], "{backend:?}, x4, {count} blocks of {rate}");
            }
        });
    }
}

#[test]
fn every_backend_squeezes_like_the_textbook() {
    let random = &mut TestRandom::new(2);
    for (count, rate) in [0, 1, 2, 3].into_iter().flat_map(|count| RATES.map(|rate| (count, rate))) {
        let start: [State; 8] = core::array::from_fn(|_| random_state(random));
        let expected = start.map(|state| squeezed(state, count, rate));
        Backend::with_every(|backend| {
            let (mut state, mut out) = (start[0], vec![0; count * rate]);
            squeeze(backend, &mut state, &mut out, rate);
            assert_eq!((state, out), expected[0], "{backend:?}, {count} blocks of {rate}");

            let (mut states, mut out) = (side_by_side::<8>(&start), vec![vec![0; count * rate]; 8]);
            let [a, b, c, d, e, f, g, h] = &mut out[..] else { unreachable!() };
            squeeze_x8(backend, &mut states, [a, b, c, d, e, f, g, h], rate);
            for (lane, out) in out.into_iter().enumerate() {
                assert_eq!((lane_of(&states, lane), out), expected[lane], "{backend:?}, x8, {count} blocks of {rate}");
            }

            let (mut states, mut out) = (side_by_side::<4>(&start), vec![vec![0; count * rate]; 4]);
            let [a, b, c, d] = &mut out[..] else { unreachable!() };
            squeeze_x4(backend, &mut states, [a, b, c, d], rate);
            for (lane, out) in out.into_iter().enumerate() {
                assert_eq!((lane_of(&states, lane), out), expected[lane], "{backend:?}, x4, {count} blocks of {rate}");
            }
        });
    }
}

/// Which one a CPU runs depends on its maker, but it can run both.
#[cfg(target_arch = "x86_64")]
#[test]
fn both_kernels_for_one_state_are_like_the_textbook() {
    use super::{x86_avx512_planes as planes, x86_avx512_words as words};
    let Some(proof) = Avx512::get() else { return };
    let mut random = TestRandom::new(6);
    for (rate, count) in RATES.into_iter().flat_map(|rate| [(rate, 0), (rate, 1), (rate, 3)]) {
        let (state, mut blocks) = (random_state(&mut random), random_bytes(&mut random, count * rate));
        for (absorb, squeeze) in [
            (planes::absorb as fn(_, &mut _, &_, _), planes::squeeze as fn(_, &mut _, &mut _, _)),
            (words::absorb, words::squeeze),
        ] {
            let mut found = state;
            absorb(proof, &mut found, &blocks, rate);
            assert_eq!(found, absorbed(state, &blocks, rate));
            let expected = squeezed(found, count, rate);
            squeeze(proof, &mut found, &mut blocks, rate);
            assert_eq!((found, &blocks), (expected.0, &expected.1));
        }
    }
}

/// Each bit of a state by itself: one permutation shows a lane that is misplaced or rotated by a wrong amount.
#[test]
fn every_bit_of_a_state_is_permuted_correctly() {
    for bit in testing::some((0..1600).step_by(if cfg!(miri) { 200 } else { 1 })) {
        let start = core::array::from_fn(|word| u64::from(word == bit / 64) << (bit % 64));
        let expected = permuted(start);
        Backend::with_every(|backend| {
            let mut state = start;
            absorb(backend, &mut state, &[0; 72], 72);
            assert_eq!(state, expected, "{backend:?}, bit {bit}");
        });
    }
}

/// The lane algorithm runs on any machine.
#[test]
fn the_lane_algorithm_over_plain_arrays_agrees() {
    fn check<const N: usize>(random: &mut TestRandom) {
        let (start, blocks, expected) = eight_absorbed(random, 2, 136);
        let mut states = side_by_side::<N>(&start);
        let blocks = core::array::from_fn(|lane| blocks[lane].as_slice());
        permutation::absorb::<permutation::Plain, N, [u64; N]>((), &mut states.0, blocks, 136);
        for (lane, expected) in expected.iter().take(N).enumerate() {
            assert_eq!(lane_of(&states, lane), *expected, "lane {lane} of {N}");
        }
    }
    let random = &mut TestRandom::new(3);
    check::<1>(random);
    check::<2>(random);
}

#[test]
fn batches_of_every_size_agree_with_single_messages() {
    let random = &mut TestRandom::new(4);
    let data = random_bytes(random, 2000);
    let largest = if cfg!(miri) { 10 } else { 40 };
    Backend::with_every(|backend| {
        for count in testing::some(0..=largest) {
            // Short and long ones, so that lanes end and start at different times.
            let lengths = (0..count).map(|_| random.next_u64() as usize % [140, 2000][random.next_u64() as usize % 2]);
            let messages: Vec<&[u8]> = lengths.map(|length| &data[..length]).collect();
            let mut digests = vec![[0; 48]; count];
            Sha3_384::digest_batch(&messages, &mut digests).unwrap();
            let mut outputs = vec![[0; 400]; count];
            Shake256::hash_batch(&messages, &mut outputs).unwrap();
            for ((message, digest), output) in messages.iter().zip(&digests).zip(&outputs) {
                assert_eq!(*digest, Sha3_384::digest(message), "{backend:?}, {count} messages");
                let mut expected = [0; 400];
                Shake256::hash(message, &mut expected);
                assert_eq!(*output, expected, "{backend:?}, {count} messages");
            }
        }
    });
}

#[test]
fn a_batch_of_unequal_lengths_is_refused_and_writes_nothing() {
    for (messages, found) in [(3, 2), (2, 3), (1, 0), (0, 1)] {
        let mut digests = vec![[0xee; 64]; found];
        let refused = Sha3_512::digest_batch(&vec![&b"m"[..]; messages], &mut digests);
        assert_eq!(refused, Err(LengthError { what: "digests of a batch", expected: messages, found }));
        let refused = Shake128::hash_batch(&vec![&b"m"[..]; messages], &mut digests);
        assert_eq!(refused, Err(LengthError { what: "outputs of a batch", expected: messages, found }));
        assert_eq!(digests, vec![[0xee; 64]; found]);
    }
}

/// Inputs shorter than a block, a whole one, and longer; two blocks of output, then one more.
#[test]
fn lanes_of_shake_agree_with_one_after_the_other() {
    fn check<const SECURITY: usize>(random: &mut TestRandom) {
        let rate = 200 - SECURITY / 4;
        for length in [0, 1, 33, 34, rate - 1, rate, rate + 1, 3 * rate + 7] {
            let inputs: [Vec<u8>; 8] = core::array::from_fn(|_| random_bytes(random, length));
            let expected = inputs.each_ref().map(|input| {
                let mut out = vec![0; 3 * rate];
                super::Shake::<SECURITY>::hash(input, &mut out);
                out
            });
            Backend::with_every(|backend| {
                let mut eight = ShakeLanes::<SECURITY, 8>::new(inputs.each_ref().map(Vec::as_slice));
                let mut four = ShakeLanes::<SECURITY, 4>::new(core::array::from_fn(|lane| inputs[lane].as_slice()));
                let mut out: [Vec<u8>; 8] = core::array::from_fn(|_| vec![0; 3 * rate]);
                for blocks in [0..2 * rate, 2 * rate..3 * rate] {
                    eight.squeeze(out.each_mut().map(|out| &mut out[blocks.clone()]));
                }
                assert_eq!(out, expected, "{backend:?}, x8, {length} bytes");
                let [a, b, c, d, ..] = &mut out;
                for blocks in [0..rate, rate..3 * rate] {
                    let out = [&mut *a, &mut *b, &mut *c, &mut *d].map(|out| &mut out[blocks.clone()]);
                    out.into_iter().for_each(|out| out.fill(0));
                    let out = [&mut *a, &mut *b, &mut *c, &mut *d].map(|out| &mut out[blocks.clone()]);
                    four.squeeze(out);
                }
                assert_eq!(out, expected, "{backend:?}, x4, {length} bytes");
            });
        }
    }
    let random = &mut TestRandom::new(5);
    check::<128>(random);
    check::<256>(random);
}

#[test]
fn incremental_hashing_agrees_with_one_shot() {
    let random = &mut TestRandom::new(6);
    let data = random_bytes(random, 1500);
    let tries = testing::cases(if cfg!(miri) { 3 } else { 200 });
    Backend::with_every(|backend| {
        for _ in 0..tries {
            let message = &data[..random.next_u64() as usize % data.len()];
            let (mut hasher, mut shake) = (Sha3_512::new(), Shake128::new());
            let mut rest = message;
            while !rest.is_empty() {
                let (piece, others) = rest.split_at(random.next_u64() as usize % rest.len().min(300) + 1);
                hasher.update(piece);
                shake.update(piece);
                rest = others;
            }
            hasher.update(&[]);
            assert_eq!(hasher.clone().finalize(), Sha3_512::digest(message), "{backend:?}");
            assert_eq!(hasher.finalize_reset(), Sha3_512::digest(message), "{backend:?}");
            assert_eq!(hasher.finalize(), Sha3_512::digest(b""), "{backend:?}");

            let mut expected = vec![0; random.next_u64() as usize % 1000];
            Shake128::hash(message, &mut expected);
            let (mut reader, mut out) = (shake.finalize(), vec![0; expected.len()]);
            let mut rest = &mut out[..];
            while !rest.is_empty() {
                let (piece, others) = rest.split_at_mut(random.next_u64() as usize % rest.len().min(400) + 1);
                reader.fill(piece);
                rest = others;
            }
            assert_eq!(out, expected, "{backend:?}");
        }
    });
}

#[test]
fn debug_shows_no_state() {
    let shown = [
        format!("{:?}", Sha3_224::new()),
        format!("{:?}", Shake256::new()),
        format!("{:?}", CShake128::new(b"name", b"")),
        format!("{:?}", Kmac256::new(b"secret", b"")),
        format!("{:?}", Shake128::new().finalize()),
    ];
    assert_eq!(shown, ["SHA3-224(..)", "SHAKE256(..)", "cSHAKE128(..)", "KMAC256(..)", "Reader(..)"]);
}

#[test]
fn dropped_values_leave_zeros() {
    let mut hasher = Sha3_256::new();
    hasher.update(&[0xa5; 200]);
    let bytes = testing::bytes_after_drop(hasher);
    assert_eq!(bytes.iter().filter(|byte| **byte != 0).count(), 1, "nothing but the position, 64, stays");
    let mut reader = Shake128::new().finalize();
    reader.fill(&mut [0; 10]);
    let bytes = testing::bytes_after_drop(reader);
    assert_eq!(bytes.iter().filter(|byte| **byte != 0).count(), 1, "nothing but the position, 10, stays");
    let bytes = testing::bytes_after_drop(side_by_side::<8>(&[[7; 25]; 8]));
    assert!(bytes.iter().all(|byte| *byte == 0));
}

/// The message and the states pass through the stack; none of it may stay there.
#[cfg(all(target_arch = "x86_64", not(miri), not(debug_assertions)))]
#[test]
fn nothing_of_a_message_stays_on_the_stack() {
    let random = &mut TestRandom::new(7);
    Backend::with_every(|backend| {
        for (count, length) in [(1, 5), (1, 100), (1, 140), (1, 300), (2, 300), (4, 300), (8, 120), (8, 300), (13, 300)]
        {
            let message = random_bytes(random, length);
            let messages = vec![message.as_slice(); count];
            let mut digests = vec![[0; 32]; count];
            let stack = testing::stack_left_by(&mut || Sha3_256::digest_batch(&messages, &mut digests).unwrap());
            let found = residue(&stack, &message);
            assert!(found.is_empty(), "{backend:?}, {count} messages of {length} bytes leave {found:?}");
            if count > 1 {
                // All but the first are longer by a byte: they go through lanes that are kept busy one by one.
                let mut other = message.clone();
                other.push(7);
                let mut messages = vec![other.as_slice(); count];
                messages[0] = &message;
                let stack = testing::stack_left_by(&mut || Sha3_256::digest_batch(&messages, &mut digests).unwrap());
                let found = [residue(&stack, &message), residue(&stack, &other)].concat();
                assert!(found.is_empty(), "{backend:?}, {count} messages of two lengths leave {found:?}");
            }
        }
        for (length, piece) in [(100, 30), (136, 136), (300, 70), (600, 200)] {
            let message = random_bytes(random, length);
            let mut digest = [0; 32];
            let stack = testing::stack_left_by(&mut || {
                let mut hasher = Sha3_256::new();
                message.chunks(piece).for_each(|data| hasher.update(data));
                digest = hasher.finalize_reset();
            });
            let found = residue(&stack, &message);
            assert!(found.is_empty(), "{backend:?}, {length} bytes in pieces of {piece} leave {found:?}");
            let stack = testing::stack_left_by(&mut || digest = Sha3_256::digest(&message));
            let found = residue(&stack, &message);
            assert!(found.is_empty(), "{backend:?}, {length} bytes at once leave {found:?}");
        }
    });
}

/// Returns the words of the message and of the states between blocks that occur in `stack`. The digest is the caller's.
#[cfg(all(target_arch = "x86_64", not(miri), not(debug_assertions)))]
fn residue(stack: &[u8], message: &[u8]) -> Vec<String> {
    let mut padded = message.to_vec();
    padded.push(6);
    padded.resize(padded.len().next_multiple_of(136), 0);
    *padded.last_mut().unwrap() |= 0x80;
    let mut secrets: Vec<(String, u64)> = Vec::new();
    let mut state = [0; 25];
    for (index, block) in padded.chunks(136).enumerate() {
        for (word, bytes) in block.as_chunks().0.iter().enumerate() {
            secrets.push((format!("word {word} of block {index}"), u64::from_le_bytes(*bytes)));
            secrets.push((format!("word {word} with block {index}"), u64::from_le_bytes(*bytes) ^ state[word]));
        }
        state = absorbed(state, block, 136);
        secrets
            .extend(state.iter().enumerate().map(|(word, lane)| (format!("word {word} after block {index}"), *lane)));
    }
    // The first words of the last state are the digest. Padding is no secret; a random word is never that small.
    secrets.drain(secrets.len() - 25..secrets.len() - 21);
    secrets.retain(|(_, word)| word.leading_zeros() < 32 && word.trailing_zeros() < 32);
    let present: std::collections::HashSet<&[u8]> = stack.windows(8).collect();
    secrets.retain(|(_, word)| present.contains(&word.to_le_bytes()[..]));
    secrets.into_iter().map(|(name, _)| name).collect()
}

#[cfg(all(target_arch = "x86_64", not(miri)))]
#[test]
fn kernels_are_right_and_aligned_at_every_stack_position() {
    let random = &mut TestRandom::new(8);
    let (start, blocks, expected) = eight_absorbed(random, 2, 136);
    Backend::with_every(|backend| {
        let frames = testing::frames(|| {
            testing::at_every_stack_position(&mut || {
                let mut states = side_by_side::<8>(&start);
                absorb_x8(backend, &mut states, blocks.each_ref().map(Vec::as_slice), 136);
                assert_eq!(core::array::from_fn(|lane| lane_of(&states, lane)), expected);
                let mut states = side_by_side::<4>(&start);
                absorb_x4(backend, &mut states, core::array::from_fn(|lane| blocks[lane].as_slice()), 136);
                assert_eq!(core::array::from_fn::<_, 4, _>(|lane| lane_of(&states, lane)), expected[..4]);
                let mut state = start[0];
                absorb(backend, &mut state, &blocks[0], 136);
                assert_eq!(state, expected[0]);
            });
        });
        assert!(frames.iter().all(|address| address % 64 == 0), "{backend:?}");
        let vectors = !matches!(backend, Backend::Portable(_));
        assert_eq!(vectors, !frames.is_empty(), "{backend:?}: kernels with vectors align their frames");
    });
}

#[test]
fn whole_blocks_are_counted_as_division_does() {
    for rate in [72, 104, 136, 144, 168] {
        let ends = [0, 1000, 1 << 20, usize::MAX >> 9].map(|blocks: usize| blocks / rate * rate);
        for length in ends.into_iter().flat_map(|end| end.saturating_sub(2)..end + 2 * rate) {
            assert_eq!(sponge::whole_blocks(length, rate), length / rate, "{length} bytes");
        }
    }
}
