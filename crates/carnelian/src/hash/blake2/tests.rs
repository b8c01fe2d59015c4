//! One test body for every backend, with the portable code and the standard's own examples as judges.

use super::compression::{self, IV_32, IV_64};
use super::kernel::Kernel;
use super::kernel::{Backend, Block32, Block64, Run, State32, State64, Whole};
use super::kernel::{compress_32, compress_32_x8, compress_32_x16, compress_64, compress_64_x4, compress_64_x8};
use super::kernel::{digest_32, digest_64};
use super::{B, Blake2b, Blake2b512, Blake2bMac, Blake2s, Blake2s256, Blake2sMac, VariableHasher};
#[cfg(target_arch = "x86_64")]
use crate::base::cpu::{Avx2, Avx512, Bmi2, FastBmi2};
use crate::base::cpu::{Portable, Tier};
use crate::base::random::{Random, TestRandom};
use crate::base::testing;
use crate::{InvalidTag, LengthError, LengthRangeError};
use num_bigint::BigUint;
use std::format;
use std::string::String;
use std::vec;
use std::vec::Vec;

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// RFC 7693 Appendices A and B.
#[test]
fn the_standards_examples() {
    Backend::with_every(|backend| {
        assert_eq!(
            hex(&Blake2b512::digest(b"abc")),
            "ba80a53f981c4d0d6a2797b69f12f6e94c212f14685ac4b74b12bb6fdbffa2d1\
             7d87c5392aab792dc252d5de4533cc9518d38aa8dbf1925ab92386edd4009923",
            "{backend:?}"
        );
        assert_eq!(
            hex(&Blake2s256::digest(b"abc")),
            "508c5e8c327c14e2e1a72ba34eeb452f37458b209ed63a294d999b4c86675982",
            "{backend:?}"
        );
    });
}

/// The bytes of Appendix E's generator.
fn sequence(len: usize, seed: u32) -> Vec<u8> {
    let (mut a, mut b) = (0xdead_4badu32.wrapping_mul(seed), 1u32);
    let next = |_| {
        let t = a.wrapping_add(b);
        (a, b) = (b, t);
        (t >> 24) as u8
    };
    (0..len).map(next).collect()
}

/// Appendix E: the digest of the digests of messages of many lengths, without a key and under one as long as the
/// digest.
macro_rules! self_test {
    ($hash:ident, $mac:ident, $message_lens:expr, [$($len:literal),+]) => {{
        let mut digests = $hash::<32>::new();
        $(for message in $message_lens.map(|len| sequence(len, len as u32)) {
            digests.update(&$hash::<$len>::digest(&message));
            let mut mac = $mac::<$len>::new(&sequence($len, $len)).unwrap();
            mac.update(&message);
            digests.update(&mac.finalize());
        })+
        hex(&digests.finalize())
    }};
}

#[test]
fn the_standards_self_test() {
    Backend::with_every(|backend| {
        assert_eq!(
            self_test!(Blake2b, Blake2bMac, [0, 3, 128, 129, 255, 1024], [20, 32, 48, 64]),
            "c23a7800d98123bd10f506c61e29da5603d763b8bbad2e737f5e765a7bccd475",
            "{backend:?}"
        );
        assert_eq!(
            self_test!(Blake2s, Blake2sMac, [0, 3, 64, 65, 255, 1024], [16, 20, 28, 32]),
            "6a411f08ce25adcdfb02aba641451cec53c598b24f4fc787fbdc88797f4c1dfe",
            "{backend:?}"
        );
    });
}

/// Section 2.6.
#[test]
fn the_iv_is_of_square_roots() {
    for (prime, word) in [2u32, 3, 5, 7, 11, 13, 17, 19].into_iter().zip(IV_64) {
        let root = (BigUint::from(prime) << 128u32).sqrt();
        assert_eq!(root % (BigUint::from(1u32) << 64u32), BigUint::from(word), "{prime}");
    }
    assert_eq!(IV_64.map(|word| (word >> 32) as u32), IV_32);
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
    assert_eq!(testing::trace(|| _ = Blake2b512::digest(&message)), [("blake2b digest", best)]);
    assert_eq!(testing::trace(|| _ = Blake2s256::digest(&message)), [("blake2s digest", best)]);
    assert_eq!(testing::trace(|| Blake2b512::new().update(&message)), [("blake2b compress", best)]);
    assert_eq!(testing::trace(|| Blake2s256::new().update(&message)), [("blake2s compress", best)]);

    let [b, s] = match best {
        "avx512" => ["blake2b compress_x8", "blake2s compress_x16"],
        "avx2" => ["blake2b compress_x4", "blake2s compress_x8"],
        _ => ["blake2b digest", "blake2s digest"],
    };
    let messages = [&message[..]; 16];
    let trace = testing::trace(|| Blake2b512::digest_batch(&messages, &mut [[0; 64]; 16]).unwrap());
    assert_eq!(trace, [(b, best)]);
    let trace = testing::trace(|| Blake2s256::digest_batch(&messages, &mut [[0; 32]; 16]).unwrap());
    assert_eq!(trace, [(s, best)]);
}

fn random_run<'m, Block>(random: &mut TestRandom, blocks: &'m [Block]) -> Run<'m, Block> {
    // Also where the lower word of the counter of BLAKE2s overflows.
    let counter = [random.next_u64(), (1 << 32) - 1, (1 << 32) - 64][random.next_u64() as usize % 3];
    Run { blocks, counter, is_last: blocks.len() == 1 && random.next_u64() % 2 == 1 }
}

/// Runs `body` with the backend of every tier, and with both kernels for one message. A CPU uses one of the two.
fn with_every_kernel(mut body: impl FnMut(Backend)) {
    Backend::with_every(&mut body);
    #[cfg(target_arch = "x86_64")]
    if let Some(bmi2) = Bmi2::get().map(FastBmi2) {
        Avx2::get().map(|avx2| [Backend::Avx2(avx2), Backend::Bmi2Avx2((bmi2, avx2))].map(&mut body));
        Avx512::get().map(|avx512| [Backend::Avx512(avx512), Backend::Bmi2Avx512((bmi2, avx512))].map(&mut body));
    }
}

#[test]
fn every_kernel_agrees_with_the_portable_one() {
    let random = &mut TestRandom::new(1);
    for count in 1..10 {
        let start: [State64; 8] = core::array::from_fn(|_| core::array::from_fn(|_| random.next_u64()));
        let mut blocks = vec![[[0u8; 128]; 8]; count];
        random.fill(blocks.as_flattened_mut().as_flattened_mut()).unwrap();
        let lanes: [Vec<Block64>; 8] = core::array::from_fn(|lane| blocks.iter().map(|row| row[lane]).collect());
        let runs = lanes.each_ref().map(|blocks| random_run(random, blocks));
        let mut expected = start;
        for (h, run) in expected.iter_mut().zip(runs) {
            Portable.compress_64(h, run);
        }
        with_every_kernel(|backend| {
            let mut h = start;
            compress_64(backend, &mut h[0], runs[0]);
            assert_eq!(h[0], expected[0], "{backend:?}, {count} blocks");

            let mut h = start;
            compress_64_x8(backend, h.each_mut(), runs);
            assert_eq!(h, expected, "{backend:?}, x8, {count} blocks");

            let [a, b, c, d, ..] = &mut { start };
            compress_64_x4(backend, [&mut *a, &mut *b, &mut *c, &mut *d], core::array::from_fn(|i| runs[i]));
            assert_eq!([*a, *b, *c, *d], expected[..4], "{backend:?}, x4, {count} blocks");
        });
        // Two lanes show the same as eight, and compile faster.
        let [a, b, ..] = &mut { start };
        compression::compress_lanes::<u64, 2, [u64; 2]>((), [&mut *a, &mut *b], [runs[0], runs[1]]);
        assert_eq!([*a, *b], expected[..2], "arrays, {count} blocks");
    }
}

#[test]
fn every_kernel_of_blake2s_agrees_with_the_portable_one() {
    let random = &mut TestRandom::new(4);
    for count in 1..10 {
        let start: [State32; 16] = core::array::from_fn(|_| core::array::from_fn(|_| random.next_u64() as u32));
        let mut blocks = vec![[[0u8; 64]; 16]; count];
        random.fill(blocks.as_flattened_mut().as_flattened_mut()).unwrap();
        let lanes: [Vec<Block32>; 16] = core::array::from_fn(|lane| blocks.iter().map(|row| row[lane]).collect());
        let runs = lanes.each_ref().map(|blocks| random_run(random, blocks));
        let mut expected = start;
        for (h, run) in expected.iter_mut().zip(runs) {
            Portable.compress_32(h, run);
        }
        with_every_kernel(|backend| {
            let mut h = start;
            compress_32(backend, &mut h[0], runs[0]);
            assert_eq!(h[0], expected[0], "{backend:?}, {count} blocks");

            let mut h = start;
            compress_32_x16(backend, h.each_mut(), runs);
            assert_eq!(h, expected, "{backend:?}, x16, {count} blocks");

            for half in [0, 8] {
                let mut h: [State32; 8] = core::array::from_fn(|i| start[half + i]);
                compress_32_x8(backend, h.each_mut(), core::array::from_fn(|i| runs[half + i]));
                assert_eq!(h, expected[half..half + 8], "{backend:?}, x8, {count} blocks");
            }
        });
        let [a, b, ..] = &mut { start };
        compression::compress_lanes::<u32, 2, [u32; 2]>((), [&mut *a, &mut *b], [runs[0], runs[1]]);
        assert_eq!([*a, *b], expected[..2], "arrays, {count} blocks");
    }
}

#[test]
fn incremental_hashing_agrees_with_one_shot() {
    let random = &mut TestRandom::new(2);
    let mut data = vec![0; 1500];
    random.fill(&mut data).unwrap();
    let tries = testing::cases(if cfg!(miri) { 3 } else { 200 });
    Backend::with_every(|backend| {
        for number in 0..tries {
            // Whole blocks too, since the last one must wait.
            let len = if number % 4 == 0 { number / 4 % 10 * 64 } else { random.next_u64() as usize % data.len() };
            let message = &data[..len];
            let (mut b, mut s) = (Blake2b512::new(), Blake2s256::new());
            let mut variable = VariableHasher::<B>::new(64).unwrap();
            let mut rest = message;
            while !rest.is_empty() {
                let longest = rest.len().min([64, 128, 300][number % 3]);
                let taken = if number % 2 == 0 { longest } else { random.next_u64() as usize % longest + 1 };
                let (piece, others) = rest.split_at(taken);
                b.update(piece);
                s.update(piece);
                variable.update(piece);
                rest = others;
                if number % 8 == 1 {
                    let mut digest = [0; 64];
                    variable.digest_so_far(&mut digest).unwrap();
                    assert_eq!(digest, Blake2b512::digest(&message[..len - rest.len()]), "{backend:?}");
                }
            }
            b.update(&[]);
            assert_eq!(b.clone().finalize(), Blake2b512::digest(message), "{backend:?}");
            assert_eq!(b.finalize_reset(), Blake2b512::digest(message), "{backend:?}");
            assert_eq!(b.finalize(), Blake2b512::digest(b""), "{backend:?}");
            assert_eq!(s.finalize(), Blake2s256::digest(message), "{backend:?}");
            let mut digest = [0; 64];
            variable.finalize_into(&mut digest).unwrap();
            assert_eq!(digest, Blake2b512::digest(message), "{backend:?}");
        }
    });
}

#[test]
fn batches_of_every_size_agree_with_single_messages() {
    let random = &mut TestRandom::new(3);
    let mut data = vec![0; 2000];
    random.fill(&mut data).unwrap();
    let largest = if cfg!(miri) { 10 } else { 40 };
    Backend::with_every(|backend| {
        for count in testing::some(0..=largest) {
            // Short and long ones, so that lanes end and start at different times; some end with a whole block.
            let longest = [130, 2000][count % 2];
            let len = |random: &mut TestRandom| match random.next_u64() as usize {
                n if n % 3 == 0 => n % longest / 128 * 128,
                n => n % longest,
            };
            // And all of one length.
            let one = len(random);
            let lengths: Vec<usize> = (0..count).map(|_| if count % 3 == 0 { one } else { len(random) }).collect();
            let messages: Vec<&[u8]> = lengths.iter().map(|len| &data[..*len]).collect();
            let (mut b, mut s) = (vec![[0; 48]; count], vec![[0; 32]; count]);
            Blake2b::<48>::digest_batch(&messages, &mut b).unwrap();
            Blake2s256::digest_batch(&messages, &mut s).unwrap();
            for (i, message) in messages.iter().enumerate() {
                assert_eq!(b[i], Blake2b::<48>::digest(message), "{backend:?}, {lengths:?}");
                assert_eq!(s[i], Blake2s256::digest(message), "{backend:?}, {lengths:?}");
            }
        }
    });
}

#[test]
fn a_batch_of_unequal_lengths_is_refused_and_writes_nothing() {
    for (messages, found) in [(3, 2), (2, 3), (1, 0), (0, 1)] {
        let mut digests = vec![[0xee; 64]; found];
        let refused = Blake2b512::digest_batch(&vec![&b"m"[..]; messages], &mut digests);
        assert_eq!(refused, Err(LengthError { what: "digests of a batch", expected: messages, found }));
        assert_eq!(digests, vec![[0xee; 64]; found]);
    }
}

#[test]
fn salt_and_personalisation_stay_when_a_hasher_starts_again() {
    let mut hasher = Blake2b512::with(b"salt of 16 bytes", b"name of 16 bytes");
    hasher.update(b"message");
    let first = hasher.finalize_reset();
    hasher.update(b"message");
    assert_eq!(hasher.finalize(), first);
    assert_ne!(first, Blake2b512::digest(b"message"));
}

#[test]
fn unsupported_lengths_are_refused() {
    let range = |what, at_most, found| LengthRangeError { what, at_least: 1, at_most, found };
    for found in [0, 65, 1000] {
        assert_eq!(Blake2bMac::<64>::new(&vec![0; found]).unwrap_err(), range("BLAKE2 key", 64, found));
        assert_eq!(VariableHasher::<B>::new(found).unwrap_err(), range("BLAKE2 digest", 64, found));
        let refused = VariableHasher::<B>::with(found, b"", &[0; 16], &[0; 16]).unwrap_err();
        assert_eq!(refused, range("BLAKE2 digest", 64, found));
    }
    let refused = VariableHasher::<B>::with(64, &[0; 65], &[0; 16], &[0; 16]).unwrap_err();
    assert_eq!(refused, LengthRangeError { what: "BLAKE2 key", at_least: 0, at_most: 64, found: 65 });
    for found in [0, 33] {
        assert_eq!(Blake2sMac::<32>::new(&vec![0; found]).unwrap_err(), range("BLAKE2 key", 32, found));
    }
    for found in [0, 31, 33, 64] {
        let mut digest = vec![0xee; found];
        let refused = VariableHasher::<B>::new(32).unwrap().finalize_into(&mut digest);
        assert_eq!(refused, Err(LengthError { what: "BLAKE2 digest", expected: 32, found }));
        assert_eq!(digest, vec![0xee; found]);
    }
}

#[test]
fn every_bit_of_a_tag_counts() {
    let key = Blake2sMac::<16>::new(b"key").unwrap();
    let tag = key.clone().finalize();
    assert_eq!(key.clone().verify(&tag), Ok(()));
    for bit in 0..128 {
        let mut other = tag;
        other[bit / 8] ^= 1 << (bit % 8);
        assert_eq!(key.clone().verify(&other), Err(InvalidTag), "bit {bit}");
    }
}

#[test]
fn debug_shows_no_state() {
    let mut hasher = Blake2b512::new();
    hasher.update(b"secret");
    assert_eq!(format!("{hasher:?}"), "BLAKE2b(..)");
    assert_eq!(format!("{:?}", Blake2sMac::<32>::new(b"secret").unwrap()), "BLAKE2s MAC(..)");
    assert_eq!(format!("{:?}", VariableHasher::<B>::new(7).unwrap()), "BLAKE2b(..)");
}

#[test]
fn a_dropped_code_leaves_zeros() {
    let mut mac = Blake2bMac::<64>::new(&[0xa5; 64]).unwrap();
    mac.update(&[0xa5; 200]);
    let bytes = testing::bytes_after_drop(mac);
    assert_eq!(bytes.iter().filter(|byte| **byte != 0).count(), 2, "nothing but two lengths stays");
}

/// The message, the key and the hash value pass through the stack; none of it may stay there.
#[cfg(all(target_arch = "x86_64", not(miri), not(debug_assertions)))]
#[test]
fn nothing_of_a_message_stays_on_the_stack() {
    let random = &mut TestRandom::new(5);
    Backend::with_every(|backend| {
        for len in [5, 64, 100, 128, 130, 300] {
            let mut message = vec![0; len];
            random.fill(&mut message).unwrap();
            let mut digest = ([0; 64], [0; 32]);
            let stack = testing::stack_left_by(&mut || {
                digest = (Blake2b512::digest(&message), Blake2s256::digest(&message));
                let (mut b, mut s) = (Blake2b512::new(), Blake2s256::new());
                b.update(&message);
                s.update(&message);
                assert_eq!(digest, (b.finalize_reset(), s.finalize_reset()));
            });
            // Four bytes of a secret, and the compression's values of them, in runs of eight.
            let windows: std::collections::HashSet<&[u8]> = stack.windows(8).collect();
            let found = message.chunks_exact(8).filter(|words| windows.contains(words)).count();
            assert_eq!(found, 0, "{backend:?}, {len} bytes");
            for h in states(&message) {
                assert!(!windows.contains(&h.to_le_bytes()[..]), "{backend:?}, {len} bytes");
            }
            core::hint::black_box(&digest);
        }
    });
}

/// The same for many messages, in any lanes.
#[cfg(all(target_arch = "x86_64", not(miri), not(debug_assertions)))]
#[test]
fn nothing_of_a_batch_stays_on_the_stack() {
    let random = &mut TestRandom::new(7);
    Backend::with_every(|backend| {
        // Groups of one length, and lengths that need lanes of their own.
        for (count, shorter) in [(4, 0), (8, 0), (16, 0), (4, 1), (7, 1), (16, 1)] {
            let mut data = vec![0; 16 * 300];
            random.fill(&mut data).unwrap();
            let messages = data.chunks(300).enumerate().map(|(i, message)| &message[..300 - i * shorter]);
            let messages: Vec<&[u8]> = messages.take(count).collect();
            let (mut b, mut s) = (vec![[0; 64]; count], vec![[0; 32]; count]);
            let stack = testing::stack_left_by(&mut || {
                Blake2b512::digest_batch(&messages, &mut b).unwrap();
                Blake2s256::digest_batch(&messages, &mut s).unwrap();
            });
            let windows: std::collections::HashSet<&[u8]> = stack.windows(8).collect();
            for message in &messages {
                let found = message.chunks_exact(8).filter(|words| windows.contains(words)).count();
                assert_eq!(found, 0, "{backend:?}, {count} messages");
                for h in states(message) {
                    assert!(!windows.contains(&h.to_le_bytes()[..]), "{backend:?}, {count} messages");
                }
            }
            core::hint::black_box((&b, &s));
        }
    });
}

/// Returns the words of the intermediate hash values of BLAKE2b.
#[cfg(all(target_arch = "x86_64", not(miri), not(debug_assertions)))]
fn states(message: &[u8]) -> Vec<u64> {
    let mut h = IV_64;
    h[0] ^= 0x0101_0040;
    let mut words = h[1..4].to_vec();
    words.clear();
    for (i, block) in message.chunks(128).enumerate().take(message.len().div_ceil(128) - 1) {
        let blocks = [block.try_into().unwrap()];
        Portable.compress_64(&mut h, Run { blocks: &blocks, counter: 128 * (i as u64 + 1), is_last: false });
        words.extend(h);
    }
    words
}

#[cfg(all(target_arch = "x86_64", not(miri)))]
#[test]
fn kernels_are_right_and_aligned_at_every_stack_position() {
    let random = &mut TestRandom::new(6);
    let mut blocks = vec![[0; 128]; 3];
    random.fill(blocks.as_flattened_mut()).unwrap();
    let run = Run { blocks: &blocks, counter: 128, is_last: false };
    let start: State64 = core::array::from_fn(|_| random.next_u64());
    let mut expected = start;
    Portable.compress_64(&mut expected, run);
    let short_run = Run { blocks: blocks.as_flattened().as_chunks().0, counter: 64, is_last: false };
    let short_start = start.map(|word| word as u32);
    let mut short_expected = short_start;
    Portable.compress_32(&mut short_expected, short_run);
    let message = Whole { parameters: 1, body: &blocks[1..], last: &blocks[0], len: 300 };
    let short_blocks: &[Block32] = blocks.as_flattened().as_chunks().0;
    let short_message = Whole { parameters: 1, body: &short_blocks[1..], last: &short_blocks[0], len: 300 };
    let (mut digest, mut short_digest) = ([0; 8], [0; 8]);
    Portable.digest_64(&mut digest, message);
    Portable.digest_32(&mut short_digest, short_message);
    with_every_kernel(|backend| {
        let frames = testing::frames(|| {
            testing::at_every_stack_position(&mut || {
                let mut states = [start; 8];
                compress_64_x8(backend, states.each_mut(), [run; 8]);
                assert_eq!(states, [expected; 8]);
                let [a, b, c, d, e, ..] = &mut [start; 8];
                compress_64_x4(backend, [&mut *a, &mut *b, &mut *c, &mut *d], [run; 4]);
                compress_64(backend, e, run);
                assert_eq!([*a, *b, *c, *d, *e], [expected; 5]);
                digest_64(backend, e, message);
                assert_eq!(*e, digest);

                let mut states = [short_start; 16];
                compress_32_x16(backend, states.each_mut(), [short_run; 16]);
                assert_eq!(states, [short_expected; 16]);
                let mut states = [short_start; 8];
                compress_32_x8(backend, states.each_mut(), [short_run; 8]);
                assert_eq!(states, [short_expected; 8]);
                digest_32(backend, &mut states[0], short_message);
                assert_eq!(states[0], short_digest);
            });
        });
        assert!(frames.iter().all(|address| address % 64 == 0), "{backend:?}");
        let vectors = !matches!(backend, Backend::Portable(_));
        assert_eq!(vectors, !frames.is_empty(), "{backend:?}: kernels with vectors align their frames");
    });
}
