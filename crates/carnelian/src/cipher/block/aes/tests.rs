//! One test body for every backend, checked against the standard's examples and the standard read literally.

mod oracle;

use super::kernel::{BLOCK_LEN, Backend, Block, Counter, SCHEDULE_LEN};
use super::{Aes128, Aes192, Aes256, DecryptionKey, EncryptionKey, Parameters};
use crate::base::cpu::Tier;
#[cfg(target_arch = "x86_64")]
use crate::base::cpu::{AesNi, Avx2Vaes, Avx512Vaes, SseAesNi};
use crate::base::in_out::InOut;
use crate::base::random::{Random, TestRandom};
use crate::base::testing;
use std::format;
use std::vec;
use std::vec::Vec;

/// Runs `body` with every backend that this CPU has.
fn with_every_backend(mut body: impl FnMut(Backend)) {
    Backend::with_every(&mut body);
    #[cfg(target_arch = "x86_64")]
    {
        // CPUs with AVX2 may lack VAES: their backend is also tested where both are available.
        if Avx2Vaes::get().is_some()
            && let Some(proof) = AesNi::get()
        {
            body(Backend::AesNi(proof));
        }
    }
}

fn random_key<A: Parameters>(random: &mut TestRandom) -> A::Key {
    let mut key = A::Key::default();
    random.fill(key.as_mut()).unwrap();
    key
}

fn random_array<const N: usize>(random: &mut TestRandom) -> [u8; N] {
    let mut bytes = [0; N];
    random.fill(&mut bytes).unwrap();
    bytes
}

fn counting<const N: usize>() -> [u8; N] {
    core::array::from_fn(|i| i as u8)
}

/// FIPS 197 Appendix B, and the examples of its first edition's Appendix C for each length of a key.
#[test]
fn the_standards_examples() {
    fn check<A: Parameters>(backend: Backend, key: &A::Key, plaintext: u128, ciphertext: u128) {
        let mut block = plaintext.to_be_bytes();
        EncryptionKey::<A>::of_backend(backend, key).encrypt_block(&mut block);
        assert_eq!(block, ciphertext.to_be_bytes(), "{backend:?}");
        DecryptionKey::<A>::of_backend(backend, key).decrypt_block(&mut block);
        assert_eq!(block, plaintext.to_be_bytes(), "{backend:?}");
    }
    with_every_backend(|backend| {
        let key = 0x2b7e151628aed2a6abf7158809cf4f3c_u128.to_be_bytes();
        check::<Aes128>(backend, &key, 0x3243f6a8885a308d313198a2e0370734, 0x3925841d02dc09fbdc118597196a0b32);
        let plaintext = 0x00112233445566778899aabbccddeeff;
        check::<Aes128>(backend, &counting(), plaintext, 0x69c4e0d86a7b0430d8cdb78070b4c55a);
        check::<Aes192>(backend, &counting(), plaintext, 0xdda97ca4864cdfe06eaf70a0ec0d7191);
        check::<Aes256>(backend, &counting(), plaintext, 0x8ea2b7ca516745bfeafc49904b496089);
    });
}

/// Random keys, and as many blocks as every step of a backend processes, with some numbers in between.
#[test]
fn backends_agree_with_the_standard_read_literally() {
    fn check<A: Parameters>(random: &mut TestRandom) {
        for blocks in testing::some(if cfg!(miri) { vec![5] } else { (1..=40).chain([64, 65, 127]).collect() }) {
            let key = random_key::<A>(random);
            let plaintext: Vec<Block> = (0..blocks).map(|_| random_array(random)).collect();
            let ciphertext: Vec<Block> = plaintext.iter().map(|block| oracle::cipher(key.as_ref(), *block)).collect();
            with_every_backend(|backend| {
                let mut data = plaintext.clone();
                EncryptionKey::<A>::of_backend(backend, &key).encrypt_blocks(&mut data);
                assert!(data == ciphertext, "{backend:?}, AES-{}, {blocks} blocks", 8 * A::KEY_LEN);
                DecryptionKey::<A>::of_backend(backend, &key).decrypt_blocks(&mut data);
                assert!(data == plaintext, "{backend:?}, AES-{}, {blocks} blocks", 8 * A::KEY_LEN);
            });
        }
    }
    let random = &mut TestRandom::new(1);
    check::<Aes128>(random);
    check::<Aes192>(random);
    check::<Aes256>(random);
}

/// Every byte value passes through the S-box, in the key schedule too.
#[test]
fn every_byte_at_every_index() {
    with_every_backend(|backend| {
        for byte in testing::some((0..=255).step_by(if cfg!(miri) { 85 } else { 1 })) {
            let (key, block) = ([byte; 32], core::array::from_fn(|i| byte ^ i as u8));
            let mut data = block;
            EncryptionKey::<Aes256>::of_backend(backend, &key).encrypt_block(&mut data);
            assert_eq!(data, oracle::cipher(&key, block), "{backend:?}");
            DecryptionKey::<Aes256>::of_backend(backend, &key).decrypt_block(&mut data);
            assert_eq!(data, block, "{backend:?}");
        }
    });
}

/// Returns the data XORed with the keystream, block by block.
fn expected(key: &[u8], counter: Counter, first: Block, data: &[u8]) -> Vec<u8> {
    let mut next = first;
    let mut output = data.to_vec();
    for bytes in output.chunks_mut(BLOCK_LEN) {
        for (byte, stream) in bytes.iter_mut().zip(oracle::cipher(key, next)) {
            *byte ^= stream;
        }
        counter.increment(&mut next);
    }
    output
}

/// Nothing past the end is written, in place or between buffers, at any alignment; counters wrap among the lanes of a
/// vector, between vectors and between steps.
#[test]
fn counted_streams_of_every_length() {
    fn check<A: Parameters>(random: &mut TestRandom, lengths: &[usize]) {
        let key = random_key::<A>(random);
        let data: Vec<u8> = (0..2200).map(|_| random.next_u64() as u8).collect();
        for counter in [Counter::LastBig, Counter::PublicLastBig, Counter::FirstLittle] {
            let mut first: Block = random_array(random);
            for before_the_wrap in [1_i32, 37, 100] {
                match counter {
                    Counter::LastBig | Counter::PublicLastBig => {
                        first[12..].copy_from_slice(&(-before_the_wrap).to_be_bytes());
                    }
                    Counter::FirstLittle => first[..4].copy_from_slice(&(-before_the_wrap).to_le_bytes()),
                }
                let longest = lengths.iter().max().unwrap();
                let whole = expected(key.as_ref(), counter, first, &data[..*longest]);
                with_every_backend(|backend| {
                    let key = EncryptionKey::<A>::of_backend(backend, &key);
                    for &len in lengths {
                        let at = len % 7;
                        let mut place = vec![0xee; len + 20];
                        place[at..at + len].copy_from_slice(&data[..len]);
                        key.xor_counted(counter, &first, InOut::in_place(&mut place[at..at + len]));
                        assert!(place[at..at + len] == whole[..len], "{backend:?}, {len} bytes, in place");
                        assert!(place[at + len..].iter().chain(&place[..at]).all(|byte| *byte == 0xee), "{backend:?}");
                        let mut output = vec![0xee; len + 20];
                        let between = InOut::between(&data[..len], &mut output[3..len + 3], "output").unwrap();
                        key.xor_counted(counter, &first, between);
                        assert!(output[3..len + 3] == whole[..len], "{backend:?}, {len} bytes, between buffers");
                        assert!(output[len + 3..].iter().chain(&output[..3]).all(|byte| *byte == 0xee), "{backend:?}");
                    }
                });
            }
        }
    }
    let random = &mut TestRandom::new(2);
    let some = [1, 15, 16, 63, 64, 100, 128, 255, 256, 500, 512, 1000, 1024, 2000];
    if cfg!(miri) {
        return check::<Aes128>(random, &[1, 70]);
    }
    check::<Aes128>(random, &some);
    check::<Aes192>(random, &some);
    check::<Aes256>(random, &testing::lengths(1200, 256).chain(2040..=2060).collect::<Vec<_>>());
}

/// Returns the name of the backend that the tokens of this CPU imply.
fn best_backend() -> &'static str {
    #[cfg(target_arch = "x86_64")]
    {
        if Avx512Vaes::get().is_some() {
            return "avx512-vaes";
        }
        if Avx2Vaes::get().is_some() {
            return "avx2-vaes";
        }
        if AesNi::get().is_some() {
            return "aes-ni";
        }
        if SseAesNi::get().is_some() {
            return "sse-aes-ni";
        }
    }
    if Tier::in_force() >= Tier::Portable64 { "portable64" } else { "portable32" }
}

/// If the dispatcher fell back to slower code everywhere, every other test would still pass.
#[test]
fn the_best_backend_of_this_cpu_runs() {
    let best = best_backend();
    let ran = testing::trace(|| {
        let mut block = [1; 16];
        let key = EncryptionKey::<Aes128>::new(&[1; 16]);
        key.encrypt_block(&mut block);
        key.xor_counted(Counter::LastBig, &[2; 16], InOut::in_place(&mut block));
        DecryptionKey::<Aes128>::new(&[1; 16]).decrypt_block(&mut block);
    });
    let kernels = ["aes counter", "aes decrypt", "aes encrypt", "aes expand"];
    assert_eq!(ran, kernels.map(|kernel| (kernel, best)));
    assert_eq!(super::backend(), best);
}

/// The round keys that sibling modules see are those of the standard.
#[cfg(target_arch = "x86_64")]
#[test]
fn round_keys_are_as_the_standard_writes_them() {
    fn check<A: Parameters>(backend: Backend, random: &mut TestRandom) {
        let key = random_key::<A>(random);
        let expanded = EncryptionKey::<A>::of_backend(backend, &key);
        let expected = oracle::key_expansion(key.as_ref());
        assert_eq!(expanded.round_keys()[..=A::NR], expected, "{backend:?}");
    }
    let random = &mut TestRandom::new(3);
    with_every_backend(|backend| {
        if !matches!(backend, Backend::Portable64(_) | Backend::Portable32(_)) {
            check::<Aes128>(backend, random);
            check::<Aes192>(backend, random);
            check::<Aes256>(backend, random);
        }
    });
}

/// Neither a dropped key nor a replaced one leaves a trace.
#[test]
fn keys_are_wiped() {
    fn is_wiped(schedule: &[u8], after: &[u8]) -> bool {
        schedule.chunks(8).all(|part| part == [0; 8] || !after.windows(8).any(|window| window == part))
    }
    let random = &mut TestRandom::new(4);
    with_every_backend(|backend| {
        let (first, second): ([u8; 24], [u8; 24]) = (random_array(random), random_array(random));
        let mut key = EncryptionKey::<Aes192>::of_backend(backend, &first);
        let old = key.schedule;
        key.replace(&second);
        assert!(is_wiped(&old, &key.schedule), "{backend:?}");
        assert_eq!(key.schedule, EncryptionKey::<Aes192>::of_backend(backend, &second).schedule, "{backend:?}");
        let (schedule, inverse) = (key.schedule, DecryptionKey::<Aes192>::of_backend(backend, &first));
        let inverse_schedule = inverse.schedule;
        assert!(is_wiped(&schedule, &testing::bytes_after_drop(key)[..SCHEDULE_LEN]), "{backend:?}");
        assert!(is_wiped(&inverse_schedule, &testing::bytes_after_drop(inverse)[..SCHEDULE_LEN]), "{backend:?}");
    });
}

/// No part of keys, round keys or states between rounds may stay on the stack.
#[cfg(all(target_arch = "x86_64", not(miri), not(debug_assertions)))]
#[test]
fn nothing_of_a_key_stays_on_the_stack() {
    use super::kernel;
    fn check<A: Parameters>(backend: Backend, random: &mut TestRandom) {
        for len in [16, 48, 64, 160, 700, 2048] {
            let key = random_key::<A>(random);
            let first: Block = random_array(random);
            let mut data = vec![0; len];
            let mut schedules = [[0; SCHEDULE_LEN]; 2];
            let stack = testing::stack_left_by(&mut || {
                let [forwards, backwards] = &mut schedules;
                kernel::expand::<A>(backend, &key, forwards);
                kernel::expand::<A>(backend, &key, backwards);
                kernel::invert::<A>(backend, backwards);
                for counter in [Counter::LastBig, Counter::PublicLastBig, Counter::FirstLittle] {
                    let first = u128::from_le_bytes(first);
                    kernel::xor_counted::<A>(backend, forwards, counter, first, InOut::in_place(&mut data));
                }
                kernel::encrypt::<A>(backend, forwards, InOut::in_place(&mut data));
                kernel::decrypt::<A>(backend, backwards, InOut::in_place(&mut data));
            });
            let present: std::collections::HashSet<&[u8]> = stack.windows(8).collect();
            let round_keys = oracle::key_expansion(key.as_ref());
            let secrets = [key.as_ref(), round_keys.as_flattened(), schedules.as_flattened(), &data].concat();
            let found = secrets.chunks(8).enumerate().filter(|(_, word)| *word != [0; 8] && present.contains(word));
            let found: Vec<_> = found.collect();
            assert!(found.is_empty(), "{backend:?}, AES-{}, {len} bytes leave words {found:x?}", 8 * A::KEY_LEN);
        }
    }
    let random = &mut TestRandom::new(5);
    with_every_backend(|backend| {
        check::<Aes128>(backend, random);
        check::<Aes192>(backend, random);
        check::<Aes256>(backend, random);
    });
}

#[cfg(all(target_arch = "x86_64", not(miri)))]
#[test]
fn kernels_are_right_at_every_stack_position() {
    let random = &mut TestRandom::new(6);
    let (key, first): ([u8; 32], Block) = (random_array(random), random_array(random));
    let data = vec![0x55; 700];
    let whole = expected(&key, Counter::LastBig, first, &data);
    with_every_backend(|backend| {
        testing::at_every_stack_position(&mut || {
            let mut data = data.clone();
            let key = EncryptionKey::<Aes256>::of_backend(backend, &key);
            key.xor_counted(Counter::LastBig, &first, InOut::in_place(&mut data));
            assert!(data == whole, "{backend:?}");
        });
    });
}

#[test]
fn debug_shows_no_key() {
    assert_eq!(format!("{:?}", EncryptionKey::<Aes128>::new(&[1; 16])), "AES-128 encryption key(..)");
    assert_eq!(format!("{:?}", DecryptionKey::<Aes256>::new(&[1; 32])), "AES-256 decryption key(..)");
}
