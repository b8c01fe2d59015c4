//! One test body for every backend, with the standard's examples and the parts put together by hand as judges.

use super::{Aes256GcmSiv, AesGcmSiv, MAX_LEN, OpenError, SealError, TAG_LEN, TooLong};
use crate::LengthError;
use crate::base::cpu::{Tier, forced};
use crate::base::random::{Random, TestRandom};
use crate::base::testing;
use crate::cipher::aes::EncryptionKey;
use crate::cipher::ghash::Polyval;
#[cfg(all(target_arch = "x86_64", not(miri), not(debug_assertions)))]
use crate::cipher::ghash::kernel::{Key as HashKey, POLYVAL};
use std::format;
use std::vec;
use std::vec::Vec;

/// Runs `body` at every tier that this CPU has.
fn with_every_tier(mut body: impl FnMut(Tier)) {
    for tier in Tier::ALL.into_iter().filter(|tier| *tier <= Tier::of_cpu()) {
        forced::at_most(tier, || body(tier));
    }
}

fn unhex(text: &str) -> Vec<u8> {
    (0..text.len()).step_by(2).map(|at| u8::from_str_radix(&text[at..at + 2], 16).unwrap()).collect()
}

fn random_bytes(random: &mut TestRandom, len: usize) -> Vec<u8> {
    let mut bytes = vec![0; len];
    random.fill(&mut bytes).unwrap();
    bytes
}

fn check_example<const K: usize>(first_bytes: [u8; 2], text: &str, sealed: &str) {
    let (mut key, mut nonce) = ([0; K], [0; 12]);
    [key[0], nonce[0]] = first_bytes;
    let (text, sealed) = (unhex(text), unhex(sealed));
    with_every_tier(|tier| {
        let key = AesGcmSiv::<K>::new(&key);
        assert_eq!(key.seal_combined(&nonce, b"", &text).unwrap(), sealed, "{tier}");
        assert_eq!(key.open_combined(&nonce, b"", &sealed).unwrap(), text, "{tier}");
    });
}

/// RFC 8452 Appendices C.1, C.2, and C.3, where the counter wraps.
#[test]
fn the_rfcs_examples() {
    check_example::<16>([1, 3], "", "dc20e2d83f25705bb49e439eca56de25");
    check_example::<16>([1, 3], "0100000000000000", "b5d839330ac7b786578782fff6013b815b287c22493a364c");
    check_example::<32>([1, 3], "", "07f5f4169bbf55a8400cd47ea6fd400f");
    check_example::<32>([1, 3], "0100000000000000", "c2ef328e5c71c83b843122130f7364b761e0b97427e3df28");
    check_example::<32>(
        [0, 0],
        "000000000000000000000000000000004db923dc793ee6497c76dcc03a98e108",
        "f3f80f2cf0cb2dd9c5984fcda908456cc537703b5ba70324a6793a7bf218d3eaffffffff000000000000000000000000",
    );
    check_example::<32>(
        [0, 0],
        "eb3640277c7ffd1303c7a542d02d3e4c0000000000000000",
        "18ce4f0b8cb4d0cac65fea8f79257b20888e53e72299e56dffffffff000000000000000000000000",
    );
}

/// RFC 8452 Section 4 from single blocks and POLYVAL: the ciphertext, and behind it the tag.
fn by_hand<const K: usize>(key: &[u8; K], nonce: &[u8; 12], associated: &[u8], plaintext: &[u8]) -> Vec<u8> {
    fn encrypted<const K: usize>(key: &[u8; K], mut block: [u8; 16]) -> [u8; 16] {
        EncryptionKey::new(key).encrypt_block(&mut block);
        block
    }
    let halves = (0..2 + K as u32 / 8).flat_map(|counter| {
        let block = [&counter.to_le_bytes()[..], nonce].concat().try_into().unwrap();
        encrypted(key, block)[..8].to_vec()
    });
    let derived: Vec<u8> = halves.collect();
    let (authentication, encryption) = derived.split_first_chunk().unwrap();
    let encryption: &[u8; K] = encryption.try_into().unwrap();
    let mut sum = Polyval::new(authentication);
    for part in [associated, plaintext] {
        sum.update(part);
        sum.pad();
    }
    sum.update(&(8 * associated.len() as u64).to_le_bytes());
    sum.update(&(8 * plaintext.len() as u64).to_le_bytes());
    let mut tag = sum.finalize();
    (0..12).for_each(|i| tag[i] ^= nonce[i]);
    tag[15] &= 0x7f;
    let tag = encrypted(encryption, tag);
    let (mut counter, mut sealed) = (tag, Vec::new());
    counter[15] |= 0x80;
    for block in plaintext.chunks(16) {
        let stream = encrypted(encryption, counter);
        sealed.extend(block.iter().zip(stream).map(|(byte, stream)| byte ^ stream));
        let next = u32::from_le_bytes(*counter.first_chunk().unwrap()).wrapping_add(1);
        counter[..4].copy_from_slice(&next.to_le_bytes());
    }
    sealed.extend(tag);
    sealed
}

fn check_every_form<const K: usize>(lengths: impl Iterator<Item = usize>) {
    let random = &mut TestRandom::new(1);
    let data = random_bytes(random, 10_000);
    let (key_bytes, nonce): ([u8; K], _) = (random_bytes(random, K).try_into().unwrap(), [0x32; 12]);
    for len in lengths.step_by(if cfg!(miri) { 200 } else { 1 }) {
        let (associated, plaintext) = (&data[..len * 7 % 150], &data[..len]);
        let sealed = by_hand(&key_bytes, &nonce, associated, plaintext);
        let (ciphertext, tag) = sealed.split_last_chunk().unwrap();
        with_every_tier(|tier| {
            let key = AesGcmSiv::<K>::new(&key_bytes);
            let mut place = plaintext.to_vec();
            assert_eq!(key.seal(&nonce, associated, &mut place).unwrap(), *tag, "{len} bytes at {tier}");
            assert!(place == ciphertext, "{len} bytes at {tier}");
            key.open(&nonce, associated, &mut place, tag).unwrap();
            assert!(place == plaintext, "{len} bytes at {tier}");
            let mut other = vec![0xee; len];
            assert_eq!(key.seal_between(&nonce, associated, plaintext, &mut other).unwrap(), *tag);
            assert!(other == ciphertext, "{len} bytes at {tier}");
            key.open_between(&nonce, associated, ciphertext, &mut place, tag).unwrap();
            assert!(place == plaintext, "{len} bytes at {tier}");
            assert!(key.seal_combined(&nonce, associated, plaintext).unwrap() == sealed, "{len} bytes at {tier}");
            assert!(key.open_combined(&nonce, associated, &sealed).unwrap() == plaintext, "{len} bytes at {tier}");
        });
    }
}

#[test]
fn every_form_agrees_at_every_length() {
    check_every_form::<32>((0..=400).chain([1000, 4095, 4096, 4097, 8192, 9999]));
    check_every_form::<16>((0..=400).step_by(7));
}

#[test]
fn the_backend_of_each_tier_runs() {
    with_every_tier(|tier| {
        let ran = testing::trace(|| {
            let _ = Aes256GcmSiv::new(&[1; 32]).seal(&[2; 12], b"header", &mut [3; 100]);
        });
        assert!(ran.contains(&("polyval", super::backend())), "{tier}, {ran:?}");
    });
}

/// Whatever is changed, in whichever place, nothing comes out.
fn check_tampering(len: usize) {
    let data = random_bytes(&mut TestRandom::new(3), len);
    let (key, nonce, associated) = (Aes256GcmSiv::new(&[0x51; 32]), [0x52; 12], *b"associated data");
    let sealed = key.seal_combined(&nonce, &associated, &data).unwrap();
    let (ciphertext, tag) = sealed.split_last_chunk::<TAG_LEN>().unwrap();
    let refused = |nonce: &[u8; 12], associated: &[u8], ciphertext: &[u8], tag: &[u8; TAG_LEN]| {
        let mut place = ciphertext.to_vec();
        assert_eq!(key.open(nonce, associated, &mut place, tag), Err(OpenError::Forged));
        assert!(place.iter().all(|byte| *byte == 0));
        let mut output = vec![0xee; ciphertext.len()];
        assert_eq!(key.open_between(nonce, associated, ciphertext, &mut output, tag), Err(OpenError::Forged));
        assert!(output.iter().all(|byte| *byte == 0));
        assert_eq!(key.open_combined(nonce, associated, &[ciphertext, tag].concat()), Err(OpenError::Forged));
    };
    fn changed<const L: usize>(bytes: [u8; L], at: usize) -> [u8; L] {
        core::array::from_fn(|i| bytes[i] ^ if i == at { 1 << (at % 8) } else { 0 })
    }
    (0..TAG_LEN).for_each(|at| refused(&nonce, &associated, ciphertext, &changed(*tag, at)));
    (0..12).for_each(|at| refused(&changed(nonce, at), &associated, ciphertext, tag));
    (0..associated.len()).for_each(|at| refused(&nonce, &changed(associated, at), ciphertext, tag));
    for at in 0..len {
        let mut ciphertext = ciphertext.to_vec();
        ciphertext[at] ^= 1 << (at % 8);
        refused(&nonce, &associated, &ciphertext, tag);
    }
    refused(&nonce, &associated[1..], ciphertext, tag);
    refused(&nonce, b"associated data\0", ciphertext, tag);
    if len > 0 {
        refused(&nonce, &associated, &ciphertext[..len - 1], tag);
    }
    refused(&nonce, &associated, &[ciphertext, &[0]].concat(), tag);
}

#[test]
fn what_was_tampered_with_is_refused_and_wiped() {
    with_every_tier(|_| {
        for len in [0, 1, 64, 300].into_iter().take(if cfg!(miri) { 2 } else { 4 }) {
            check_tampering(len);
        }
    });
}

/// What the documentation says of a nonce that is used twice: equal messages show, others give nothing away.
#[test]
fn a_nonce_that_is_used_twice_shows_equal_messages_alone() {
    let key = Aes256GcmSiv::new(&[0x71; 32]);
    let seal = |text: &[u8]| key.seal_combined(&[1; 12], b"", text).unwrap();
    assert_eq!(seal(b"attack at dawn"), seal(b"attack at dawn"));
    let (a, b) = (seal(b"attack at dawn"), seal(b"attack at dusk"));
    let same = a.iter().zip(&b).filter(|(a, b)| a == b).count();
    assert!(same < 6, "{same} bytes of {a:x?} and {b:x?} are the same");
}

#[test]
fn lengths_that_do_not_fit_are_refused() {
    let key = Aes256GcmSiv::new(&[1; 32]);
    let mut output = [0xee; 4];
    let length = |what| LengthError { what, expected: 5, found: 4 };
    let sealed = key.seal_between(&[0; 12], b"", &[0; 5], &mut output);
    assert_eq!((sealed, output), (Err(SealError::Length(length("ciphertext"))), [0xee; 4]));
    let opened = key.open_between(&[0; 12], b"", &[0; 5], &mut output, &[0; 16]);
    assert_eq!((opened, output), (Err(OpenError::Length(length("plaintext"))), [0; 4]));
    for len in 0..TAG_LEN {
        assert_eq!(key.open_combined(&[0; 12], b"", &[0; TAG_LEN][..len]), Err(OpenError::Forged));
    }
}

/// RFC 8452 Section 6. No test has that much memory; the bound is looked at by itself.
#[test]
fn the_longest_message_is_that_of_the_rfc() {
    assert_eq!(MAX_LEN, 68_719_476_736);
    #[cfg(target_pointer_width = "64")]
    {
        let most = MAX_LEN as usize;
        let too_long = |what| Err(TooLong { what, at_most: MAX_LEN });
        assert_eq!(super::within_limits(most, most), Ok(()));
        assert_eq!(super::within_limits(most + 1, 0), too_long("message"));
        assert_eq!(super::within_limits(0, most + 1), too_long("associated data"));
    }
}

#[test]
fn keys_are_drawn_and_silent() {
    let key = Aes256GcmSiv::generate(&mut TestRandom::new(4)).unwrap();
    let other = Aes256GcmSiv::new(&random_bytes(&mut TestRandom::new(4), 32).try_into().unwrap());
    let sealed = key.seal_combined(&[0; 12], b"", b"text").unwrap();
    assert_eq!(other.open_combined(&[0; 12], b"", &sealed).unwrap(), b"text");
    assert_eq!(format!("{key:?} {:?}", AesGcmSiv::<16>::new(&[0; 16])), "AES-256-GCM-SIV(..) AES-128-GCM-SIV(..)");
}

/// Neither the keys of the message nor what is computed from them may stay on the stack.
#[cfg(all(target_arch = "x86_64", not(miri), not(debug_assertions)))]
#[test]
fn nothing_of_a_key_stays_on_the_stack() {
    let random = &mut TestRandom::new(5);
    with_every_tier(|tier| {
        for len in [0, 5, 64, 65, 150, 300, 3000, 9000] {
            let bytes: [u8; 32] = random_bytes(random, 32).try_into().unwrap();
            let nonce: [u8; 12] = random_bytes(random, 12).try_into().unwrap();
            let (key, plaintext) = (Aes256GcmSiv::new(&bytes), random_bytes(random, len));
            let mut data = plaintext.clone();
            let stack = testing::stack_left_by(&mut || {
                let tag = key.seal(&nonce, b"header", &mut data).unwrap();
                key.open(&nonce, b"header", &mut data, &tag).unwrap();
            });
            let (mut hash_key, mut cipher) = ([0; 16], key.generating.place());
            key.generating.derive(&nonce, &mut hash_key, &mut cipher);
            let hash = HashKey::new::<POLYVAL>(&hash_key);
            let mut secrets = plaintext;
            secrets.truncate(len / 8 * 8); // what follows starts with a word of its own
            if tier >= Tier::Avx2 {
                secrets.extend_from_slice(cipher.round_keys().as_flattened());
            }
            for power in hash.powers.whole.iter().chain(&hash.powers.shifted).flatten() {
                secrets.extend_from_slice(&power.to_le_bytes());
            }
            let present: std::collections::HashSet<&[u8]> = stack.windows(8).collect();
            let words = secrets.chunks_exact(8).filter(|word| **word != [0; 8]);
            let found: Vec<_> = words.enumerate().filter(|(_, word)| present.contains(word)).collect();
            assert!(found.is_empty(), "{tier}, {len} bytes leave {found:x?}");
        }
    });
}
