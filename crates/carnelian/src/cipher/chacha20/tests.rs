//! One test body for every backend, checked against the portable code and the standards' examples.

use super::kernel::{
    self, BLOCK_LEN, Backend, HEAD_LEN, Head, Kernel, MAX_START_LEN, MacBlock, Multiplied, NoWork, StartWork, TileWork,
};
use super::{ChaCha20, XChaCha20, hchacha20};
use crate::base::cpu::{Portable, Tier};
use crate::base::in_out::InOut;
use crate::base::random::{Random, TestRandom};
use crate::base::testing;
use core::cell::Cell;
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

/// Returns `data` encrypted by the portable backend.
fn expected(key: &[u8; 32], start: u128, data: &[u8]) -> Vec<u8> {
    let mut data = data.to_vec();
    Portable.xor(key, start, InOut::in_place(&mut data));
    data
}

/// RFC 8439 Section 2.3.2 and Appendix A.1, the first two: key, nonce, block number, keystream.
#[test]
fn the_rfcs_keystreams() {
    let counting = core::array::from_fn(|i| i as u8);
    let examples: [([u8; 32], [u8; 12], u128, &str); 3] = [
        (
            counting,
            [0, 0, 0, 9, 0, 0, 0, 0x4a, 0, 0, 0, 0],
            1,
            "10f1e7e4d13b5915500fdd1fa32071c4c7d1f4c733c068030422aa9ac3d46c4e\
             d2826446079faa0914c2d705d98b02a2b5129cd1de164eb9cbd083e8a2503c4e",
        ),
        (
            [0; 32],
            [0; 12],
            0,
            "76b8e0ada0f13d90405d6ae55386bd28bdd219b8a08ded1aa836efcc8b770dc7\
             da41597c5157488d7724e03fb8d84a376a43b8f41518a11cc387b669b2ee6586",
        ),
        (
            [0; 32],
            [0; 12],
            1,
            "9f07e7be5551387a98ba977c732d080dcb0f29a048e3656912c6533e32ee7aed\
             29b721769ce64e43d57133b074d839d531ed1f28510afb45ace10a1f4b794d6f",
        ),
    ];
    Backend::with_every(|backend| {
        for (key, nonce, block, expected) in &examples {
            let mut stream = [0; BLOCK_LEN];
            let mut cipher = ChaCha20::new(key, nonce);
            cipher.seek(block * BLOCK_LEN as u128).unwrap();
            cipher.apply(&mut stream).unwrap();
            assert_eq!(hex(&stream), *expected, "{backend:?}");
        }
    });
}

/// RFC 8439 Section 2.4.2.
#[test]
fn the_rfcs_message() {
    Backend::with_every(|backend| {
        let mut text = *b"Ladies and Gentlemen of the class of '99: If I could offer you only one tip for the future, \
                          sunscreen would be it.";
        let key = core::array::from_fn(|i| i as u8);
        let mut cipher = ChaCha20::new(&key, &[0, 0, 0, 0, 0, 0, 0, 0x4a, 0, 0, 0, 0]);
        cipher.seek(64).unwrap();
        cipher.apply(&mut text).unwrap();
        let expected = "6e2e359a2568f98041ba0728dd0d6981e97e7aec1d4360c20a27afccfd9fae0b\
                        f91b65c5524733ab8f593dabcd62b3571639d624e65152ab8f530c359f0861d8\
                        07ca0dbf500d6a6156a38e088a22b65e52bc514d16ccf806818ce91ab7793736\
                        5af90bbf74a35be6b40b8eedf2785e42874d";
        assert_eq!(hex(&text), expected, "{backend:?}");
    });
}

/// draft-irtf-cfrg-xchacha Section 2.2.1.
#[test]
fn the_drafts_subkey() {
    Backend::with_every(|backend| {
        let input = [0, 0, 0, 9, 0, 0, 0, 0x4a, 0, 0, 0, 0, 0x31, 0x41, 0x59, 0x27];
        let subkey = hchacha20(&core::array::from_fn(|i| i as u8), &input);
        let expected = "82413b4227b27bfed30e42508a877d73a0f9e4d58a74a853c12ec41326d3ecdc";
        assert_eq!(hex(subkey.declassify("test")), expected, "{backend:?}");
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
        XChaCha20::new(&[1; 32], &[2; 24]).apply(&mut [0; 100]).unwrap();
        kernel::head(Backend::choose(), &[1; 32], 0, 1, &mut Head([0; HEAD_LEN]));
    });
    assert_eq!(ran, [("chacha20 head", best), ("chacha20 xor", best)]);
    assert_eq!(super::backend(), best);
}

#[test]
fn heads_agree() {
    let random = &mut TestRandom::new(3);
    for _ in 0..testing::cases(if cfg!(miri) { 1 } else { 100 }) {
        let (key, start) = (random_array(random), u128::from(u64::MAX - 2) | u128::from(random.next_u64()) << 64);
        let stream = expected(&key, start, &[0; 3 * BLOCK_LEN]);
        let data = random_array::<192>(random);
        Backend::with_every(|backend| {
            for blocks in 1..=3 {
                let mut head = Head([0; HEAD_LEN]);
                kernel::head(backend, &key, start, blocks, &mut head);
                assert_eq!(head.0[..blocks * BLOCK_LEN], stream[..blocks * BLOCK_LEN], "{backend:?}");
            }
            for len in testing::lengths(192, 64) {
                let mut changed = data;
                kernel::xor_head(backend, &stream, InOut::in_place(&mut changed[..len]));
                let xor = |i: usize| data[i] ^ if i < len { stream[i] } else { 0 };
                assert_eq!(changed, core::array::from_fn(xor), "{backend:?}, {len} bytes");
            }
        });
    }
}

/// Records which steps were done, and what came before them.
#[derive(Clone, Copy)]
struct Steps<'f> {
    first: &'f Cell<Option<[u8; BLOCK_LEN]>>,
    expected: &'f [u8],
    done: &'f Cell<usize>,
}

impl StartWork for Steps<'_> {
    fn first_block(&mut self, block: &[u8; BLOCK_LEN]) {
        self.first.set(Some(*block));
    }

    fn step(&mut self, number: usize) {
        assert_eq!(self.first.get().unwrap(), *self.expected);
        assert_eq!(self.done.replace(number + 1), number);
    }
}

/// Any length, in place and between buffers; the counter carries into its upper half at different blocks.
#[test]
fn starts_agree_and_do_all_steps_in_order() {
    let random = &mut TestRandom::new(8);
    let (key, data) = (random_array(random), random_array::<MAX_START_LEN>(random));
    let nonce = u128::from(random.next_u64()) << 64;
    Backend::with_every(|backend| {
        let Some(most) = backend.start_len() else { return };
        for len in testing::lengths(most, 64).step_by(if cfg!(miri) { 200 } else { 1 }) {
            let start = nonce | u128::from(u32::MAX - len as u32 % 25);
            let stream = expected(&key, start, &vec![0; BLOCK_LEN + len]);
            let (first_block, stream) = stream.split_at(BLOCK_LEN);
            let sum: Vec<u8> = data.iter().zip(stream).map(|(data, stream)| data ^ stream).collect();
            let (seen, done) = (Cell::new(None), Cell::new(0));
            let steps = Steps { first: &seen, expected: first_block, done: &done };
            let (mut place, mut output, mut first) = (data, [0xee; MAX_START_LEN], [0; BLOCK_LEN]);
            kernel::start(backend, &key, start, InOut::in_place(&mut place[..len]), &mut first, &steps);
            let is_done = !backend.interleaves_tiles();
            assert_eq!((done.get(), seen.get().is_some()), (10 * usize::from(is_done), is_done), "{backend:?}");
            assert_eq!(first, *first_block, "{backend:?}, {len} bytes");
            assert!(place[..len] == sum && place[len..] == data[len..], "{backend:?}, {len} bytes");
            let between = InOut::between(&data[..len], &mut output[..len], "output").unwrap();
            kernel::start(backend, &key, start, between, &mut first, &NoWork);
            assert!(output[..len] == sum && output[len..].iter().all(|byte| *byte == 0xee), "{backend:?}, {len} bytes");
        }
    });
}

/// Records what was read and what was written, and checks that it is in order.
#[derive(Clone, Copy)]
struct Text<'d> {
    input: &'d [u8],
    output: &'d [u8],
    read: usize,
    written: usize,
    steps: usize,
}

impl<'d> TileWork<'d> for Text<'d> {
    fn reads(&mut self, input: &'d [u8]) {
        assert!(self.read == self.written && input == &self.input[self.read..][..input.len()]);
        self.read += input.len();
        self.steps = 0;
    }

    fn step(&mut self) {
        self.steps += 1;
    }

    fn tile(&mut self, tile: impl FnOnce(&mut Multiplied, *const [MacBlock])) {
        let blocks: &[MacBlock] = &[];
        tile(&mut { Multiplied::NONE }, blocks);
        self.steps += 10;
    }

    fn settle(&mut self) {
        assert_eq!(self.steps, 10);
    }

    fn wrote(&mut self, output: &'d [u8]) {
        assert!(output == &self.output[self.written..self.read]);
        self.written = self.read;
    }
}

#[test]
fn interleaved_work_sees_all_that_is_read_and_written() {
    let random = &mut TestRandom::new(9);
    let (key, start) = (random_array(random), u128::from_le_bytes(random_array(random)));
    let input: Vec<u8> = (0..3000).map(|_| random.next_u64() as u8).collect();
    let whole = expected(&key, start, &input);
    let lengths = [0, 1, 64, 128, 129, 200, 256, 257, 320, 384, 385, 500, 511, 512, 513, 1024, 1100, 3000];
    Backend::with_every(|backend| {
        for len in lengths.into_iter().take(if cfg!(miri) { 5 } else { lengths.len() }) {
            let mut output = vec![0; len];
            let mut text = Text { input: &input, output: &whole, read: 0, written: 0, steps: 0 };
            let between = InOut::between(&input[..len], &mut output, "output").unwrap();
            kernel::xor_interleaved(backend, &key, start, between, &mut text);
            let seen = if backend.interleaves_tiles() { len } else { 0 };
            assert_eq!((text.read, text.written), (seen, seen), "{backend:?}");
            assert!(output == whole[..len], "{backend:?}, {len} bytes");
        }
    });
}

/// No part of keys or keystreams may stay on the stack.
#[cfg(all(target_arch = "x86_64", not(miri), not(debug_assertions)))]
#[test]
fn nothing_of_a_key_stays_on_the_stack() {
    use super::derive;
    use crate::base::secret::Secret;
    let random = &mut TestRandom::new(6);
    Backend::with_every(|backend| {
        for len in [1, 64, 100, 129, 256, 300, 500, 700, 1000, 1024, 1500, 5000] {
            let found = testing::found_twice(|| {
                let key: [u8; 32] = random_array(random);
                let start = u128::from_le_bytes(random_array(random)) & !0xffff;
                let (mut data, mut subkey) = (vec![0; len], Secret::ZEROED);
                let (mut head, mut first) = (Head([0; HEAD_LEN]), [0; BLOCK_LEN]);
                let stack = testing::stack_left_by(&mut || {
                    kernel::xor(backend, &key, start, InOut::in_place(&mut data));
                    kernel::head(backend, &key, start, 4, &mut head);
                    derive(&key, &start.to_le_bytes(), &mut subkey);
                    let _ = hchacha20(&key, &start.to_le_bytes());
                    if let Some(most) = backend.start_len() {
                        let data = InOut::in_place(&mut data[..most.min(len)]);
                        kernel::start(backend, &key, start, data, &mut first, &NoWork);
                    }
                });
                let rounded = expected(&key, start, &vec![0; 256 + len.next_multiple_of(1024)]);
                let present: std::collections::HashSet<&[u8]> = stack.windows(4).collect();
                let secrets = [&key[..], subkey.expose(), &head.0, &rounded].concat();
                let words = secrets.chunks(4).enumerate().filter(|(_, word)| present.contains(word));
                words.map(|(index, _)| index).collect()
            });
            assert!(found.is_empty(), "{backend:?}, {len} bytes leave the words {found:?}");
        }
    });
}
