//! One test body for every backend, checked against the portable code, the specification's examples, and the vectors of
//! ECRYPT and NaCl.

use super::kernel::{self, BLOCK_LEN, Backend, HEAD_LEN, Head, Kernel};
use super::rounds::{double_round, quarter};
use super::{SIGMA, Salsa20, XSalsa20, core as expand, hsalsa20, hsalsa20_with};
#[cfg(target_arch = "x86_64")]
use crate::base::cpu::{Avx2, Avx512, Bmi2, FastBmi2};
use crate::base::cpu::{Portable, Tier};
use crate::base::in_out::InOut;
use crate::base::random::TestRandom;
use crate::base::testing;
use crate::cipher::aead::testing::{random_array, unhex};
use std::vec;
use std::vec::Vec;

/// Returns keystream of the portable backend.
fn expected(key: &[u8; 32], start: u128, len: usize) -> Vec<u8> {
    let mut data = vec![0; len];
    Portable.xor(key, start, InOut::in_place(&mut data));
    data
}

/// Runs `body` with the backend of every tier, and with both kernels for one block. A CPU uses one of the two.
fn with_every_kernel(mut body: impl FnMut(Backend)) {
    Backend::with_every(&mut body);
    #[cfg(target_arch = "x86_64")]
    if let Some(bmi2) = Bmi2::get().map(FastBmi2) {
        Avx2::get().map(|avx2| [Backend::Avx2(avx2), Backend::Bmi2Avx2((bmi2, avx2))].map(&mut body));
        Avx512::get().map(|avx512| [Backend::Avx512(avx512), Backend::Bmi2Avx512((bmi2, avx512))].map(&mut body));
    }
}

/// Returns as many bytes of an example as the array has.
fn bytes<const N: usize>(text: &str) -> [u8; N] {
    unhex(text).try_into().unwrap()
}

/// "Salsa20 specification", Section 3, and Section 6.
#[test]
fn the_specifications_rounds() {
    assert_eq!(quarter([0; 4]), [0; 4]);
    assert_eq!(quarter([1, 0, 0, 0]), [0x0800_8145, 0x0000_0080, 0x0001_0200, 0x2050_0000]);
    assert_eq!(quarter([0, 1, 0, 0]), [0x8800_0100, 0x0000_0001, 0x0000_0200, 0x0040_2000]);
    assert_eq!(quarter([0, 0, 0, 1]), [0x0004_8044, 0x0000_0080, 0x0001_0000, 0x2010_0001]);
    assert_eq!(
        quarter([0xe7e8_c006, 0xc4f9_417d, 0x6479_b4b2, 0x68c6_7137]),
        [0xe876_d72b, 0x9361_dfd5, 0xf146_0244, 0x9485_41a3]
    );
    let mut x = [0; 16];
    x[0] = 1;
    double_round(&mut x);
    let expected = [
        0x8186_a22d,
        0x0040_a284,
        0x8247_9210,
        0x0692_9051,
        0x0800_0090,
        0x0240_2200,
        0x0000_4000,
        0x0080_0000,
        0x0001_0200,
        0x2040_0000,
        0x0800_8104,
        0x0000_0000,
        0x2050_0000,
        0xa000_0040,
        0x0008_180a,
        0x612a_8020,
    ];
    assert_eq!(x, expected);
}

/// "Salsa20 specification", Section 9, the key of 32 bytes; also the test `core4` of NaCl.
#[test]
fn the_specifications_block() {
    let key = core::array::from_fn(|i| if i < 16 { i as u8 + 1 } else { i as u8 + 185 });
    let input = core::array::from_fn(|i| i as u8 + 101);
    let expected = "45254427290f6bc1ff8b7a06aae9d9625990b66a1533c841ef31de22d772287e\
                    68c507e1c5991f02664e4cb054f5f6b8b1a0858206489577c0c384ecea67f64a";
    assert_eq!(expand(&SIGMA, &key, &input).expose(), &bytes::<64>(expected));
    let start = u128::from_le_bytes(input).rotate_left(64);
    with_every_kernel(|backend| {
        let mut stream = [0; BLOCK_LEN];
        kernel::xor(backend, &key, start, InOut::in_place(&mut stream));
        assert_eq!(stream, bytes(expected), "{backend:?}");
    });
}

/// ECRYPT's "verified.test-vectors" of Salsa20 with keys of 32 bytes: set 1, vector 0, and set 6, vector 0. Key, nonce,
/// and blocks of the keystream with their positions.
#[test]
fn the_vectors_of_ecrypt() {
    type Blocks<'a> = &'a [(u128, &'a str)];
    let examples: [(&str, &str, Blocks<'_>); 2] = [
        (
            "8000000000000000000000000000000000000000000000000000000000000000",
            "0000000000000000",
            &[
                (
                    0,
                    "e3be8fdd8beca2e3ea8ef9475b29a6e7003951e1097a5c38d23b7a5fad9f6844\
                     b22c97559e2723c7cbbd3fe4fc8d9a0744652a83e72a9c461876af4d7ef1a117",
                ),
                (
                    192,
                    "57be81f47b17d9ae7c4ff15429a73e10acf250ed3a90a93c711308a74c6216a9\
                     ed84cd126da7f28e8abf8bb63517e1ca98e712f4fb2e1a6aed9fdc73291faa17",
                ),
                (
                    256,
                    "958211c4ba2ebd5838c635edb81f513a91a294e194f1c039aeec657dce40aa7e\
                     7c0af57cacefa40c9f14b71a4b3456a63e162ec7d8d10b8ffb1810d71001b618",
                ),
                (
                    448,
                    "696afcfd0cddcc83c7e77f11a649d79acdc3354e9635ff137e929933a0bd6f53\
                     77efa105a3a4266b7c0d089d08f1e855cc32b15b93784a36e56a76cc64bc8477",
                ),
            ],
        ),
        (
            "0053a6f94c9ff24598eb3e91e4378add3083d6297ccf2275c81b6ec11467ba0d",
            "0d74db42a91077de",
            &[
                (
                    0,
                    "f5fad53f79f9df58c4aea0d0ed9a9601f278112ca7180d565b420a48019670ea\
                     f24ce493a86263f677b46ace1924773d2bb25571e1aa8593758fc382b1280b71",
                ),
                (
                    65472,
                    "b70c50139c63332ef6e77ac54338a4079b82bec9f9a403dfea821b83f7860791\
                     650ef1b2489d0590b1de772eeda4e3bcd60fa7ce9cd623d9d2fd5758b8653e70",
                ),
                (
                    65536,
                    "81582c65d7562b80aec2f1a673a9d01c9f892a23d4919f6ab47b9154e08e699b\
                     4117d7c666477b60f8391481682f5d95d96623dbc489d88daa6956b9f0646b6e",
                ),
                (
                    131_008,
                    "a13ffa1208f8bf50900886faab40fd10e8caa306e63df39536a1564fb760b242\
                     a9d6a4628cdc878762834e27a541da2a5e3b3445989c76f611e0fec6d91acacc",
                ),
            ],
        ),
    ];
    Backend::with_every(|backend| {
        for (key, nonce, blocks) in examples {
            let mut cipher = Salsa20::new(&bytes(key), &bytes(nonce));
            for (position, expected) in blocks {
                let mut stream = [0; 64];
                cipher.seek(*position).unwrap();
                cipher.apply(&mut stream).unwrap();
                assert_eq!(stream, bytes(expected), "{backend:?}");
            }
        }
    });
}

/// "Cryptography in NaCl", Sections 8 and 9: the tests `core1`, `core2` and `stream3` of NaCl.
#[test]
fn the_examples_of_nacl() {
    let shared = bytes("4a5d9d5ba4ce2de1728e3bf480350f25e07e21c947d19e3376f09b3c1e161742");
    let first = bytes("1b27556473e985d462cd51197a9a46c76009549eac6474f206c4ee0844f68389");
    let prefix = bytes("69696ee955b62b73cd62bda875fc73d6");
    let second = bytes::<32>("dc908dda0b9344a953629b733820778880f3ceb421bb61b91cbd4c3e66256ce4");
    let nonce = bytes("69696ee955b62b73cd62bda875fc73d68219e0036b7a0b37");
    let stream = bytes::<32>("eea6a7251c1e72916d11c2cb214d3c252539121d8e234e652d651fa4c8cff880");
    Backend::with_every(|backend| {
        assert_eq!(hsalsa20(&shared, &[0; 16]).expose(), &first, "{backend:?}");
        assert_eq!(hsalsa20(&first, &prefix).expose(), &second, "{backend:?}");
        assert_eq!(hsalsa20_with(&SIGMA, &first, &prefix).expose(), &second, "{backend:?}");
        let mut data = [0; 32];
        XSalsa20::new(&first, &nonce).apply(&mut data).unwrap();
        assert_eq!(data, stream, "{backend:?}");
    });
}

/// If the dispatcher fell back to slower code everywhere, every other test would still pass.
#[test]
fn the_best_backend_of_this_cpu_runs() {
    let best = match Tier::in_force() {
        Tier::Avx512 => "avx512",
        Tier::Avx2 => "avx2",
        Tier::Sse | Tier::Portable64 | Tier::Portable32 => "portable",
    };
    let ran = testing::trace(|| {
        XSalsa20::new(&[1; 32], &[2; 24]).apply(&mut [0; 100]).unwrap();
        kernel::head(Backend::choose(), &[1; 32], 0, 1, &mut Head([0; HEAD_LEN]));
    });
    assert_eq!(ran, [("salsa20 head", best), ("salsa20 hsalsa20", best), ("salsa20 xor", best)]);
    assert_eq!(super::backend(), best);
}

/// Any constants and inputs, and counters that carry.
#[test]
fn heads_subkeys_and_blocks_agree() {
    let random = &mut TestRandom::new(3);
    for _ in 0..testing::cases(if cfg!(miri) { 1 } else { 100 }) {
        let (key, constants) = (random_array(random), random_array(random));
        let start = u128::from(u64::MAX - 2) | u128::from(random.next_u64()) << 64;
        let stream = expected(&key, start, 3 * BLOCK_LEN);
        assert_eq!(expand(&SIGMA, &key, &start.rotate_left(64).to_le_bytes()).expose()[..], stream[..BLOCK_LEN]);
        let mut subkey = [0; 32];
        Portable.hsalsa20(&constants, &key, start, &mut subkey);
        // The final sum is that of the words before the rounds, which are known for these places.
        let block = expand(&constants, &key, &start.to_le_bytes());
        let block = block.expose();
        let word = |bytes: &[u8], at: usize| u32::from_le_bytes(bytes[4 * at..][..4].try_into().unwrap());
        let input = start.to_le_bytes();
        for (at, of_block) in [0, 5, 10, 15, 6, 7, 8, 9].into_iter().enumerate() {
            let first = if at < 4 { word(&constants, at) } else { word(&input, at - 4) };
            assert_eq!(word(&subkey, at).wrapping_add(first), word(block, of_block));
        }
        let data = random_array::<192>(random);
        with_every_kernel(|backend| {
            for blocks in 1..=3 {
                let mut head = Head([0; HEAD_LEN]);
                kernel::head(backend, &key, start, blocks, &mut head);
                assert_eq!(head.0[..blocks * BLOCK_LEN], stream[..blocks * BLOCK_LEN], "{backend:?}");
            }
            let mut other = [0; 32];
            kernel::hsalsa20(backend, &constants, &key, start, &mut other);
            assert_eq!(other, subkey, "{backend:?}");
            for len in testing::lengths(192, 64) {
                let mut changed = data;
                kernel::xor_head(backend, &stream, InOut::in_place(&mut changed[..len]));
                let xor = |i: usize| data[i] ^ if i < len { stream[i] } else { 0 };
                assert_eq!(changed, core::array::from_fn(xor), "{backend:?}, {len} bytes");
                let mut apart = [0; 192];
                let between = InOut::between(&data[..len], &mut apart[..len], "output").unwrap();
                kernel::xor(backend, &key, start, between);
                assert_eq!(apart[..len], changed[..len], "{backend:?}, {len} bytes");
                kernel::xor(backend, &key, start, InOut::in_place(&mut changed[..len]));
                assert_eq!(changed, data, "{backend:?}, {len} bytes");
            }
        });
    }
}

/// No part of keys or keystreams may stay on the stack.
#[cfg(all(target_arch = "x86_64", not(miri), not(debug_assertions)))]
#[test]
fn nothing_of_a_key_stays_on_the_stack() {
    let random = &mut TestRandom::new(6);
    with_every_kernel(|backend| {
        for len in [1, 64, 100, 129, 256, 300, 500, 700, 1000, 1024, 1500, 5000] {
            let found = testing::found_twice(|| {
                let key: [u8; 32] = random_array(random);
                let start = u128::from_le_bytes(random_array(random)) & !0xffff;
                let (mut data, mut subkey) = (vec![0; len], [0; 32]);
                let mut head = Head([0; HEAD_LEN]);
                // Each kernel has a stack of its own: what one leaves in registers, which is a part of the key, the call of the
                // next one by this test may write to the stack.
                let mut stack = testing::stack_left_by(&mut || {
                    kernel::xor(backend, &key, start, InOut::in_place(&mut data));
                });
                for blocks in [1, 4] {
                    stack.extend(testing::stack_left_by(&mut || kernel::head(backend, &key, start, blocks, &mut head)));
                }
                stack.extend(testing::stack_left_by(&mut || {
                    kernel::hsalsa20(backend, &SIGMA, &key, start, &mut subkey);
                }));
                let rounded = expected(&key, start, 256 + len.next_multiple_of(1024));
                let present: std::collections::HashSet<&[u8]> = stack.windows(4).collect();
                let secrets = [&key[..], &subkey, &head.0, &rounded].concat();
                let words = secrets.chunks(4).enumerate().filter(|(_, word)| present.contains(word));
                words.map(|(index, _)| index).collect()
            });
            assert!(found.is_empty(), "{backend:?}, {len} bytes leave the words {found:?}");
        }
    });
}
