//! One test body for every cipher and every backend, checked against the portable code.

use super::{Cipher, Variant};
use crate::LengthError;
use crate::base::cpu::{Tier, forced};
use crate::base::in_out::InOut;
use crate::base::random::TestRandom;
use crate::base::testing;
use crate::cipher::aead::testing::{random_array, random_bytes, with_every_tier};
use crate::cipher::chacha20::variant::{ChaCha20, ChaCha20Djb, XChaCha20};
use crate::cipher::keystream::{ApplyError, EndOfKeystream};
use crate::cipher::salsa20::variant::{Salsa20, XSalsa20};
use std::format;
use std::vec;
use std::vec::Vec;

/// Returns `data` encrypted by the portable backend.
fn expected<V: Variant>(key: &[u8; 32], start: u128, data: &[u8]) -> Vec<u8> {
    let mut data = data.to_vec();
    forced::at_most(Tier::Portable64, || V::xor(key, start, InOut::in_place(&mut data)));
    data
}

/// Returns a nonce whose bytes are all equal.
fn nonce<V: Variant>(byte: u8) -> V::Nonce {
    V::Nonce::try_from(&[byte; 24][..Cipher::<V>::NONCE_LEN]).unwrap()
}

/// Nothing past the end is written, in place or between buffers, at any alignment.
#[test]
fn every_length_agrees_and_keeps_to_its_bytes() {
    fn check<V: Variant>() {
        let random = &mut TestRandom::new(1);
        let (key, start) = (random_array(random), u128::from_le_bytes(random_array(random)));
        let data = random_bytes(random, 5000);
        let whole = expected::<V>(&key, start, &data);
        let lengths: Vec<usize> =
            if cfg!(miri) { vec![1, 65, 300] } else { testing::lengths(2100, 256).chain(4090..=4100).collect() };
        with_every_tier(|tier| {
            for &len in &lengths {
                let at = len % 7;
                let mut place = vec![0xee; len + 20];
                place[at..at + len].copy_from_slice(&data[..len]);
                V::xor(&key, start, InOut::in_place(&mut place[at..at + len]));
                assert!(place[at..at + len] == whole[..len], "{tier}, {len} bytes");
                assert!(place[at + len..].iter().chain(&place[..at]).all(|byte| *byte == 0xee), "{tier}, {len} bytes");
                let mut output = vec![0xee; len + 20];
                let between = InOut::between(&data[..len], &mut output[3..len + 3], "output").unwrap();
                V::xor(&key, start, between);
                assert!(output[3..len + 3] == whole[..len], "{tier}, {len} bytes");
                assert!(output[len + 3..].iter().chain(&output[..3]).all(|byte| *byte == 0xee), "{tier}, {len} bytes");
            }
        });
    }
    check::<ChaCha20>();
    check::<Salsa20>();
}

/// The counter carries into its upper half, among the lanes of a vector and between vectors.
#[test]
fn counters_carry() {
    fn check<V: Variant>() {
        let random = &mut TestRandom::new(2);
        let key = random_array(random);
        let nonce = u128::from(random.next_u64()) << 64;
        with_every_tier(|tier| {
            for low in testing::some((0..40).step_by(if cfg!(miri) { 13 } else { 1 })) {
                let counters = [u64::from(u32::MAX) - low, u64::MAX / 2 - low, u64::MAX - low];
                for (counter, len) in counters.into_iter().zip([3000, 1000, 300]) {
                    let start = nonce | u128::from(counter);
                    // What follows the last counter is undefined and is not checked.
                    let len = len.min((u64::MAX - counter).saturating_add(1).saturating_mul(64) as usize);
                    let mut data = vec![0; len];
                    V::xor(&key, start, InOut::in_place(&mut data));
                    assert!(data == expected::<V>(&key, start, &vec![0; len]), "{tier}, {counter:x}, {len} bytes");
                }
            }
        });
    }
    check::<ChaCha20>();
    check::<Salsa20>();
}

#[test]
fn pieces_and_places_are_those_of_the_whole() {
    fn check<V: Variant>() {
        let random = &mut TestRandom::new(4);
        let (key, nonce) = (random_array(random), nonce::<V>(0x5c));
        with_every_tier(|tier| {
            let mut whole = vec![0; 3000];
            Cipher::<V>::new(&key, &nonce).apply(&mut whole).unwrap();
            let mut cipher = Cipher::<V>::new(&key, &nonce);
            for _ in 0..testing::cases(if cfg!(miri) { 5 } else { 300 }) {
                let at = random.next_u64() as usize % whole.len();
                cipher.seek(at as u128).unwrap();
                let mut from = at;
                for _ in 0..4 {
                    let piece = (random.next_u64() as usize % [20, 100, 1500][from % 3]).min(whole.len() - from);
                    let mut data = vec![0; piece];
                    cipher.apply(&mut data).unwrap();
                    assert!(data == whole[from..from + piece], "{tier}, {piece} bytes at {from}");
                    from += piece;
                    assert_eq!(cipher.position(), from as u128);
                }
            }
        });
    }
    check::<ChaCha20Djb>();
    check::<XSalsa20>();
}

/// The last block is available, and the next one is not: what follows affects neither the counter nor the nonce.
#[test]
fn the_end_of_the_keystream_is_an_error() {
    fn check<V: Variant>(last: u128) {
        let mut cipher = Cipher::<V>::new(&[1; 32], &nonce::<V>(2));
        let end = V::KEY_STREAM_LEN;
        assert_eq!(end, (last + 1) * 64);
        cipher.seek(end - 70).unwrap();
        let mut data = [0xaa; 71];
        assert_eq!(cipher.apply(&mut data), Err(EndOfKeystream { left: 70 }));
        let refused = cipher.apply_to(&data, &mut [0; 71]);
        assert_eq!(refused, Err(ApplyError::EndOfKeystream(EndOfKeystream { left: 70 })));
        assert_eq!((data, cipher.position()), ([0xaa; 71], end - 70));
        cipher.apply(&mut data[..70]).unwrap();
        assert_eq!(cipher.apply(&mut data[..1]), Err(EndOfKeystream { left: 0 }));
        assert_eq!(cipher.apply(&mut []), Ok(()));
        assert_eq!(cipher.seek(end + 1), Err(EndOfKeystream { left: 0 }));
        let tail: [u8; 64] = core::array::from_fn(|i| data[6 + i] ^ 0xaa);
        let key = *cipher.key.expose();
        assert_eq!(tail[..], expected::<V>(&key, cipher.start + last, &[0; 64]));
    }
    with_every_tier(|_| {
        check::<ChaCha20>(u128::from(u32::MAX));
        check::<XChaCha20>(u128::from(u32::MAX));
        check::<ChaCha20Djb>(u128::from(u64::MAX));
        check::<Salsa20>(u128::from(u64::MAX));
        check::<XSalsa20>(u128::from(u64::MAX));
    });
    let mut output = [0xee; 2];
    let refused = Cipher::<ChaCha20>::new(&[1; 32], &[2; 12]).apply_to(&[0; 3], &mut output).unwrap_err();
    assert_eq!(refused, ApplyError::Length(LengthError { what: "output of the cipher", expected: 3, found: 2 }));
    assert_eq!(output, [0xee; 2]);
    assert!(format!("{refused} {}", EndOfKeystream { left: 5 }).ends_with("5 bytes are left"));
}

#[test]
fn debug_shows_no_key() {
    assert_eq!(format!("{:?}", Cipher::<ChaCha20>::new(&[1; 32], &[2; 12])), "ChaCha20(..)");
    assert_eq!(format!("{:?}", Cipher::<XChaCha20>::new(&[1; 32], &[2; 24])), "XChaCha20(..)");
    assert_eq!(format!("{:?}", Cipher::<ChaCha20Djb>::new(&[1; 32], &[2; 8])), "ChaCha20 (original)(..)");
    assert_eq!(format!("{:?}", Cipher::<Salsa20>::new(&[1; 32], &[2; 8])), "Salsa20(..)");
    assert_eq!(format!("{:?}", Cipher::<XSalsa20>::new(&[1; 32], &[2; 24])), "XSalsa20(..)");
}

#[test]
fn a_dropped_cipher_leaves_no_key() {
    fn check<V: Variant>() {
        let key: [u8; 32] = random_array(&mut TestRandom::new(5));
        let mut cipher = Cipher::<V>::new(&key, &nonce::<V>(2));
        cipher.apply(&mut [0; 10]).unwrap();
        let used = *cipher.key.expose();
        let mut next = [0; 8];
        cipher.apply(&mut next).unwrap();
        let bytes = testing::bytes_after_drop(DropOnly(cipher));
        assert!(!bytes.windows(8).any(|window| window == &used[..8] || window == &key[..8] || window == next));
    }
    check::<ChaCha20>();
    check::<XSalsa20>();
}

/// The cipher as a type that has no padding of its own.
#[repr(transparent)]
struct DropOnly<V: Variant>(Cipher<V>);

#[cfg(all(target_arch = "x86_64", not(miri)))]
#[test]
fn kernels_are_right_and_aligned_at_every_stack_position() {
    fn check<V: Variant>() {
        let random = &mut TestRandom::new(7);
        let (key, start) = (random_array(random), u128::from_le_bytes(random_array(random)));
        let data = vec![0x55; 2500];
        let whole = expected::<V>(&key, start, &data);
        with_every_tier(|tier| {
            let frames = testing::frames(|| {
                testing::at_every_stack_position(&mut || {
                    for len in [400, 2500] {
                        let mut data = data[..len].to_vec();
                        V::xor(&key, start, InOut::in_place(&mut data));
                        assert!(data == whole[..len]);
                    }
                });
            });
            assert!(frames.iter().all(|address| address % 64 == 0), "{tier}");
            // The process may be limited to a lower tier.
            let vectors = matches!(Tier::in_force(), Tier::Avx2 | Tier::Avx512);
            assert_eq!(vectors, !frames.is_empty(), "{tier}: kernels with vectors align their frames");
        });
    }
    check::<ChaCha20>();
    check::<Salsa20>();
}
