//! One test body for every backend, checked against the standards' definitions, bit by bit, and their examples.

use super::function::{self, Function};
use super::kernel::{self, Backend};
use super::{Ghash, Hash, Polyval};
use crate::base::cpu::Tier;
use crate::base::random::{Random, TestRandom};
use crate::base::testing;
use std::format;
use std::string::String;
use std::vec::Vec;

fn unhex<const N: usize>(text: &str) -> [u8; N] {
    assert_eq!(text.len(), 2 * N);
    core::array::from_fn(|i| u8::from_str_radix(&text[2 * i..2 * i + 2], 16).unwrap())
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn random_bytes(random: &mut TestRandom, len: usize) -> Vec<u8> {
    let mut bytes = std::vec![0; len];
    random.fill(&mut bytes).unwrap();
    bytes
}

/// SP 800-38D Section 6.3, Algorithm 1; the first bit of a block is the highest of a number.
fn product_of_blocks(x: u128, y: u128) -> u128 {
    let (mut z, mut v) = (0, y);
    for i in 0..128 {
        if x >> (127 - i) & 1 == 1 {
            z ^= v;
        }
        v = if v & 1 == 1 { v >> 1 ^ 0xe1 << 120 } else { v >> 1 };
    }
    z
}

/// SP 800-38D Section 6.4, Algorithm 2.
fn ghash_by_definition(key: &[u8; 16], message: &[u8]) -> [u8; 16] {
    let h = u128::from_be_bytes(*key);
    let blocks = message.as_chunks().0.iter();
    blocks.fold(0, |y, block| product_of_blocks(y ^ u128::from_be_bytes(*block), h)).to_be_bytes()
}

/// RFC 8452 Section 3: returns a · b · x⁻¹²⁸ modulo x¹²⁸ + x¹²⁷ + x¹²⁶ + x¹²¹ + 1.
fn dot(a: u128, b: u128) -> u128 {
    let mut product = 0;
    for i in 0..128 {
        // Multiply by x⁻¹: an odd polynomial is first made even by adding the modulus.
        product ^= if a >> i & 1 == 1 { b } else { 0 };
        product = if product & 1 == 1 { product >> 1 ^ 0xe1 << 120 } else { product >> 1 };
    }
    product
}

fn polyval_by_definition(key: &[u8; 16], message: &[u8]) -> [u8; 16] {
    let h = u128::from_le_bytes(*key);
    let blocks = message.as_chunks().0.iter();
    blocks.fold(0, |s, block| dot(s ^ u128::from_le_bytes(*block), h)).to_le_bytes()
}

fn by_definition<F: Function>(key: &[u8; 16], message: &[u8]) -> [u8; 16] {
    let mut padded = message.to_vec();
    padded.resize(message.len().next_multiple_of(16), 0);
    (if F::NAME == "Ghash" { ghash_by_definition } else { polyval_by_definition })(key, &padded)
}

/// RFC 8452 Section 3 and Appendix A.
#[test]
fn the_rfcs_examples() {
    let (a, b) = (unhex("66e94bd4ef8a2c3b884cfa59ca342b2e"), unhex("ff000000000000000000000000000000"));
    let product = dot(u128::from_le_bytes(a), u128::from_le_bytes(b));
    assert_eq!(hex(&product.to_le_bytes()), "ebe563401e7e91ea3ad6426b8140c394");
    let (key, message) = (
        unhex("25629347589242761d31f826ba4b757b"),
        unhex::<32>("4f4f95668c83dfb6401762bb2d01a262d1a24ddd2721d006bbe45f20d3c9f362"),
    );
    Backend::with_every(|backend| {
        assert_eq!(hex(&Polyval::sum(&key, &message)), "f7a3b47b846119fae5b7866cf5e5b77e", "{backend:?}");
        assert_eq!(hex(&Ghash::sum(&key, &message)), "bd9b3997046731fb96251b91f9c99d7a", "{backend:?}");
        assert_eq!(hex(&Polyval::sum(&a, &b)), "ebe563401e7e91ea3ad6426b8140c394", "{backend:?}");
    });
}

/// If the dispatcher fell back to slower code everywhere, every other test would still pass.
#[test]
fn the_best_backend_of_this_cpu_runs() {
    #[cfg(target_arch = "x86_64")]
    let (four, two, one, sse) = {
        use crate::base::cpu::{Avx2Vpclmul, Clmul, SseClmul, Vpclmul};
        let of_avx = (Vpclmul::get().is_some(), Avx2Vpclmul::get().is_some(), Clmul::get().is_some());
        (of_avx.0, of_avx.1, of_avx.2, SseClmul::get().is_some())
    };
    #[cfg(not(target_arch = "x86_64"))]
    let (four, two, one, sse) = (false, false, false, false);
    let best = match Tier::in_force() {
        Tier::Avx512 if four => "avx512",
        Tier::Avx512 | Tier::Avx2 if two => "avx2-vpclmul",
        Tier::Avx512 | Tier::Avx2 if one => "avx2",
        Tier::Avx512 | Tier::Avx2 | Tier::Sse if sse => "sse-clmul",
        Tier::Portable32 => "portable32",
        _ => "portable64",
    };
    let ran = testing::trace(|| {
        let _ = Ghash::sum(&[1; 16], &[2; 100]);
        let _ = Polyval::sum(&[1; 16], &[2; 100]);
    });
    assert_eq!(ran, [("ghash absorb", best)]);
    assert_eq!(super::backend(), best);
}

/// Where wider vectors are available, single blocks are used only for short messages; here they process all.
#[cfg(target_arch = "x86_64")]
#[test]
fn single_blocks_agree_at_every_length() {
    fn check<F: Function>(clmul: crate::base::cpu::Clmul, key: &[u8; 16], message: &[u8]) {
        let mut hash_key = kernel::Key::new::<F>(key);
        hash_key.backend = Backend::Avx2(clmul);
        hash_key.set::<F>(key);
        let mut pieces = super::Pieces::<F>::new();
        pieces.update(&hash_key, message);
        pieces.pad(&hash_key);
        assert_eq!(pieces.sum(), by_definition::<F>(key, message), "{} bytes", message.len());
    }
    let Some(clmul) = crate::base::cpu::Clmul::get() else { return };
    let random = &mut TestRandom::new(8);
    let message = random_bytes(random, 700);
    for len in 0..=message.len() {
        let key = random_bytes(random, 16).try_into().unwrap();
        check::<function::Ghash>(clmul, &key, &message[..len]);
        check::<function::Polyval>(clmul, &key, &message[..len]);
        let (aad, text) = (&message[..len % 50], &message[..len]);
        let mut sum = [0; 2];
        kernel::Kernel::polyval(clmul, &key, kernel::Message { aad, text }, &mut sum);
        let sum = u128::from(sum[1]) << 64 | u128::from(sum[0]);
        assert_eq!(sum, kernel::polyval(&key, aad, text), "{len} bytes");
    }
}

#[test]
fn every_length_is_that_of_the_definition() {
    fn check<F: Function>(key: &[u8; 16], message: &[u8]) {
        let expected = by_definition::<F>(key, message);
        Backend::with_every(|backend| {
            assert_eq!(Hash::<F>::sum(key, message), expected, "{backend:?}, {} bytes", message.len());
        });
    }
    let random = &mut TestRandom::new(1);
    let message = random_bytes(random, 1500);
    for len in testing::lengths(message.len(), 256).step_by(if cfg!(miri) { 500 } else { 1 }) {
        let key = random_bytes(random, 16).try_into().unwrap();
        check::<function::Ghash>(&key, &message[..len]);
        check::<function::Polyval>(&key, &message[..len]);
    }
}

/// Operands with one bit, all bits and no bits, which maximize every sum of a multiplication with holes.
#[test]
fn extreme_inputs_are_those_of_the_definition() {
    let words = [0, 1, 1 << 63, 1 << 64, 1 << 127, u128::MAX, u128::MAX << 64, u128::MAX >> 64, u128::MAX / 15];
    let words = words.into_iter().chain((0..128).step_by(13).map(|bit| 1 << bit)).map(u128::to_le_bytes);
    for key in words.clone() {
        for block in testing::some(words.clone()) {
            for count in [1, 4, 21, 40].into_iter().take(if cfg!(miri) { 1 } else { 4 }) {
                let message = [block; 40];
                let message = message[..count].as_flattened();
                let expected = (
                    by_definition::<function::Ghash>(&key, message),
                    by_definition::<function::Polyval>(&key, message),
                );
                Backend::with_every(|backend| {
                    let found = (Ghash::sum(&key, message), Polyval::sum(&key, message));
                    assert_eq!(found, expected, "{backend:?}, {count} of {block:x?} under {key:x?}");
                });
            }
        }
    }
}

#[test]
fn pieces_of_any_lengths_give_the_sum_of_the_whole() {
    let random = &mut TestRandom::new(2);
    let message = random_bytes(random, 3000);
    for _ in 0..testing::cases(if cfg!(miri) { 1 } else { 100 }) {
        let key = random_bytes(random, 16).try_into().unwrap();
        let message = &message[..random.next_u64() as usize % message.len()];
        let expected = by_definition::<function::Ghash>(&key, message);
        Backend::with_every(|backend| {
            let (mut ghash, mut rest) = (Ghash::new(&key), message);
            while !rest.is_empty() {
                let most = [20, 200, 2000][random.next_u64() as usize % 3];
                let (piece, others) = rest.split_at(random.next_u64() as usize % rest.len().min(most) + 1);
                ghash.update(piece);
                rest = others;
            }
            ghash.update(&[]);
            assert_eq!(ghash.finalize(), expected, "{backend:?}");
        });
    }
}

/// The data that AES-GCM-SIV authenticates, with associated data and text of every length up to two vectors, and some
/// more.
#[test]
fn whole_messages_are_those_in_pieces() {
    let random = &mut TestRandom::new(6);
    let data = random_bytes(random, 2000);
    let text_lens = || (0..=130).chain([159, 160, 255, 256, 257, 303, 304, 320, 321, 337, 352, 500, 1000, 1999]);
    for aad in (0..=130).step_by(13).chain([1, 16, 64, 320, 350, 1000]) {
        for text in testing::some(text_lens()).step_by(if cfg!(miri) { 50 } else { 1 }) {
            let (aad, text) = (&data[..aad], &data[2000 - text..]);
            let key: [u8; 16] = random_bytes(random, 16).try_into().unwrap();
            let mut pieces = Polyval::new(&key);
            pieces.update(aad);
            pieces.pad();
            pieces.update(text);
            pieces.pad();
            pieces.update(&(8 * aad.len() as u64).to_le_bytes());
            pieces.update(&(8 * text.len() as u64).to_le_bytes());
            let expected = u128::from_le_bytes(pieces.finalize());
            Backend::with_every(|backend| {
                let found = kernel::polyval(&key, aad, text);
                assert_eq!(found, expected, "{backend:?}, {} and {} bytes", aad.len(), text.len());
            });
        }
    }
}

/// A key stays with the backend that it was set up for.
#[test]
fn a_key_serves_at_every_tier() {
    let (key, message) = ([0x35; 16], [0x53; 999]);
    let expected = by_definition::<function::Ghash>(&key, &message);
    Backend::with_every(|made_for| {
        let ghash = Ghash::new(&key);
        Backend::with_every(|backend| {
            let mut ghash = ghash.clone();
            ghash.update(&message);
            assert_eq!(ghash.finalize(), expected, "{made_for:?}, {backend:?}");
        });
    });
}

#[test]
fn debug_shows_nothing_and_a_drop_leaves_nothing() {
    let key = random_bytes(&mut TestRandom::new(3), 16).try_into().unwrap();
    assert_eq!(format!("{:?} {:?}", Ghash::new(&key), Polyval::new(&key)), "Ghash(..) Polyval(..)");
    Backend::with_every(|backend| {
        let mut ghash = Ghash::new(&key);
        ghash.update(&[0x5a; 1003]);
        let powers = ghash.key.powers.clone();
        let bytes = testing::bytes_after_drop(ghash.key);
        let words: Vec<u64> = bytes.chunks(8).map(|word| u64::from_ne_bytes(word.try_into().unwrap())).collect();
        for power in powers.whole.iter().chain(&powers.shifted).flatten().filter(|power| **power != 0) {
            assert!(!words.contains(power), "{backend:?}");
        }
        assert!(!testing::bytes_after_drop(ghash.pieces).contains(&0x5a), "{backend:?}");
    });
}

/// Neither the key, a power of it nor the sum may stay on the stack.
#[cfg(all(target_arch = "x86_64", not(miri), not(debug_assertions)))]
#[test]
fn nothing_of_a_key_stays_on_the_stack() {
    fn check<F: Function>(random: &mut TestRandom, backend: Backend) {
        for len in [1, 3, 16, 20, 21, 100] {
            let bytes = random_bytes(random, 16).try_into().unwrap();
            let blocks: Vec<[u8; 16]> = (0..len).map(|_| random_bytes(random, 16).try_into().unwrap()).collect();
            let mut sum = [0; 2];
            let mut key = std::boxed::Box::new(kernel::Key::new::<F>(&[0; 16]));
            let stack = testing::stack_left_by(&mut || {
                key.set::<F>(&bytes);
                kernel::absorb::<F>(&key, &mut sum, &blocks);
            });
            let present: std::collections::HashSet<&[u8]> = stack.windows(8).collect();
            let powers = key.powers.whole.iter().chain(&key.powers.shifted).chain(&key.powers.folded);
            let powers = powers.chain([&sum]).flatten();
            let words = powers.filter(|word| **word != 0).map(|word| word.to_le_bytes());
            let secrets = words.chain(bytes.as_chunks().0.iter().copied());
            let found: Vec<_> = secrets.enumerate().filter(|(_, word)| present.contains(&word[..])).collect();
            assert!(found.is_empty(), "{backend:?}, {len} blocks leave {found:x?}");
        }
    }
    let random = &mut TestRandom::new(4);
    Backend::with_every(|backend| {
        check::<function::Ghash>(random, backend);
        check::<function::Polyval>(random, backend);
    });
}
