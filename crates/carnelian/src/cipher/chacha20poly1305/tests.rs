//! One test body for every backend, with the standards' own examples and the pieces put together by hand as judges.

use super::{Aead, ChaCha20Poly1305, MAX_LEN, OpenError, SealError, TAG_LEN, TooLong, XChaCha20Poly1305};
use crate::LengthError;
use crate::base::cpu::{Tier, forced};
use crate::base::random::{Random, TestRandom};
use crate::base::testing;
use crate::cipher::chacha20::ChaCha20;
use crate::cipher::poly1305;
use std::format;
use std::string::String;
use std::vec;
use std::vec::Vec;

/// Runs `body` at every tier that this CPU has.
fn with_every_tier(mut body: impl FnMut(Tier)) {
    for tier in Tier::ALL.into_iter().filter(|tier| *tier <= Tier::of_cpu()) {
        forced::at_most(tier, || body(tier));
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn random_bytes(random: &mut TestRandom, len: usize) -> Vec<u8> {
    let mut bytes = vec![0; len];
    random.fill(&mut bytes).unwrap();
    bytes
}

const SUNSCREEN: &[u8] =
    b"Ladies and Gentlemen of the class of '99: If I could offer you only one tip for the future, \
                           sunscreen would be it.";
const HEADER: [u8; 12] = [0x50, 0x51, 0x52, 0x53, 0xc0, 0xc1, 0xc2, 0xc3, 0xc4, 0xc5, 0xc6, 0xc7];

fn check_example<const N: usize>(nonce: &[u8; N], ciphertext: &str, tag: &str) {
    let key = Aead::<N>::new(&core::array::from_fn(|i| 0x80 + i as u8));
    with_every_tier(|tier| {
        let mut data = SUNSCREEN.to_vec();
        let computed = key.seal(nonce, &HEADER, &mut data).unwrap();
        assert_eq!((hex(&data), hex(&computed)), (ciphertext.into(), tag.into()), "{tier}");
        key.open(nonce, &HEADER, &mut data, &computed).unwrap();
        assert_eq!(data, SUNSCREEN, "{tier}");
    });
}

/// RFC 8439 Section 2.8.2, draft-irtf-cfrg-xchacha Appendix A.3.1.
#[test]
fn the_standards_examples() {
    check_example(
        &[0x07, 0, 0, 0, 0x40, 0x41, 0x42, 0x43, 0x44, 0x45, 0x46, 0x47],
        "d31a8d34648e60db7b86afbc53ef7ec2a4aded51296e08fea9e2b5a736ee62d63dbea45e8ca9671282fafb69da92728b\
         1a71de0a9e060b2905d6a5b67ecd3b3692ddbd7f2d778b8c9803aee328091b58fab324e4fad675945585808b4831d7bc\
         3ff4def08e4b7a9de576d26586cec64b6116",
        "1ae10b594f09e26a7e902ecbd0600691",
    );
    check_example(
        &core::array::from_fn::<u8, 24, _>(|i| 0x40 + i as u8),
        "bd6d179d3e83d43b9576579493c0e939572a1700252bfaccbed2902c21396cbb731c7f1b0b4aa6440bf3a82f4eda7e39\
         ae64c6708c54c216cb96b72e1213b4522f8c9ba40db5d945b11b69b982c1bb9e3f3fac2bc369488f76b2383565d3fff9\
         21f9664c97637da9768812f615c68b13b52e",
        "c0875924c1c7987947deafd8780acf49",
    );
}

/// Section 2.8 from its parts, neither of which knows tiles: the ciphertext, and behind it the tag.
fn by_hand(key: &[u8; 32], nonce: &[u8; 12], associated: &[u8], plaintext: &[u8]) -> Vec<u8> {
    let mut cipher = ChaCha20::new(key, nonce);
    let mut first = [0; 64];
    cipher.apply(&mut first).unwrap();
    let mut sealed = plaintext.to_vec();
    cipher.apply(&mut sealed).unwrap();
    let mut message = Vec::new();
    for part in [associated, &sealed] {
        message.extend_from_slice(part);
        message.resize(message.len().next_multiple_of(16), 0);
    }
    message.extend_from_slice(&(associated.len() as u64).to_le_bytes());
    message.extend_from_slice(&(sealed.len() as u64).to_le_bytes());
    sealed.extend_from_slice(&poly1305::tag(first.first_chunk().unwrap(), &message));
    sealed
}

fn lengths() -> impl Iterator<Item = usize> {
    let all = (0..=1300).chain((2000..=2400).step_by(7)).chain([4095, 4096, 4097, 5000, 9999, 16384]);
    all.step_by(if cfg!(miri) { 500 } else { 1 })
}

#[test]
fn every_form_agrees_at_every_length() {
    let random = &mut TestRandom::new(1);
    let data = random_bytes(random, 20_000);
    let (key_bytes, nonce) = ([0x31; 32], [0x32; 12]);
    let key = ChaCha20Poly1305::new(&key_bytes);
    for len in lengths() {
        let (associated, plaintext) = (&data[..len % 40], &data[..len]);
        let sealed = by_hand(&key_bytes, &nonce, associated, plaintext);
        let (ciphertext, tag) = sealed.split_last_chunk().unwrap();
        with_every_tier(|tier| {
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

/// A way through the message that is not taken where it should be would pass every other test.
#[test]
fn long_messages_are_gone_through_beside_other_work() {
    let key = ChaCha20Poly1305::new(&[0x61; 32]);
    with_every_tier(|tier| {
        let ran = testing::trace(|| {
            let mut data = [0; 2000];
            let tag = key.seal(&[1; 12], b"", &mut data).unwrap();
            key.open(&[1; 12], b"", &mut data, &tag).unwrap();
        });
        let (cipher, mac) = (crate::cipher::chacha20::backend(), poly1305::backend());
        assert_eq!(
            ran.contains(&("chacha20 start", cipher)),
            matches!(mac, "avx512-ifma") || cipher == "avx2",
            "{tier}"
        );
        assert_eq!(ran.contains(&("chacha20 xor_beside", cipher)), cipher == "avx2", "{tier}");
        assert_eq!(ran.contains(&("poly1305 absorbing", mac)), cipher == "avx2", "{tier}");
    });
}

/// What comes in pieces of random lengths, and is decrypted in others.
fn check_pieces<const N: usize>(random: &mut TestRandom, data: &[u8]) {
    let key = Aead::<N>::new(&[0x41; 32]);
    let nonce: [u8; N] = random_bytes(random, N).try_into().unwrap();
    let mut cuts = |len: usize| {
        let mut cuts: Vec<usize> = (0..4).map(|_| random.next_u64() as usize % (len + 1)).chain([0, len]).collect();
        cuts.sort_unstable();
        cuts
    };
    let (associated, mut message) = (&data[..data.len() % 33], data.to_vec());
    let sealed = key.seal_combined(&nonce, associated, data).unwrap();
    let (ciphertext, tag) = sealed.split_last_chunk().unwrap();

    let mut sealer = key.sealer(&nonce, associated);
    for cut in cuts(data.len()).windows(2) {
        sealer.update(&mut message[cut[0]..cut[1]]).unwrap();
    }
    assert!(message == ciphertext);
    assert_eq!(sealer.finish(), *tag);

    let mut verifier = key.verifier(&nonce, associated);
    for cut in cuts(data.len()).windows(2) {
        verifier.update(&message[cut[0]..cut[1]]).unwrap();
    }
    let mut opener = verifier.verify(tag).unwrap();
    let mut plaintext = vec![0; data.len()];
    for cut in cuts(data.len()).windows(2) {
        let piece = cut[0]..cut[1];
        opener.update_between(&message[piece.clone()], &mut plaintext[piece]).unwrap();
    }
    assert!(plaintext == data);
    let too_much = LengthError { what: "rest of the verified ciphertext", expected: 0, found: 1 };
    assert_eq!((opener.left(), opener.update(&mut [0])), (0, Err(OpenError::Length(too_much))));
}

#[test]
fn pieces_agree_with_the_whole() {
    let random = &mut TestRandom::new(2);
    let data = random_bytes(random, 10_000);
    with_every_tier(|_| {
        for len in [0, 1, 100, 1000, 5000, 10_000].into_iter().take(if cfg!(miri) { 3 } else { 6 }) {
            for _ in 0..5 {
                check_pieces::<12>(random, &data[..len]);
                check_pieces::<24>(random, &data[..len]);
            }
        }
    });
}

/// Whatever is changed, in whichever place, nothing comes out.
fn check_tampering<const N: usize>(len: usize) {
    let data = random_bytes(&mut TestRandom::new(3), len);
    let (key, nonce, associated) = (Aead::<N>::new(&[0x51; 32]), [0x52; N], *b"associated data");
    let sealed = key.seal_combined(&nonce, &associated, &data).unwrap();
    let (ciphertext, tag) = sealed.split_last_chunk::<TAG_LEN>().unwrap();
    let refused = |nonce: &[u8; N], associated: &[u8], ciphertext: &[u8], tag: &[u8; TAG_LEN]| {
        let mut place = ciphertext.to_vec();
        assert_eq!(key.open(nonce, associated, &mut place, tag), Err(OpenError::Forged));
        assert!(place.iter().all(|byte| *byte == 0));
        let mut output = vec![0xee; ciphertext.len()];
        assert_eq!(key.open_between(nonce, associated, ciphertext, &mut output, tag), Err(OpenError::Forged));
        assert!(output.iter().all(|byte| *byte == 0));
        let combined = [ciphertext, tag].concat();
        assert_eq!(key.open_combined(nonce, associated, &combined), Err(OpenError::Forged));
        let mut verifier = key.verifier(nonce, associated);
        verifier.update(ciphertext).unwrap();
        assert_eq!(verifier.verify(tag).err(), Some(OpenError::Forged));
    };
    fn changed<const L: usize>(bytes: [u8; L], at: usize) -> [u8; L] {
        core::array::from_fn(|i| bytes[i] ^ if i == at { 1 << (at % 8) } else { 0 })
    }
    (0..TAG_LEN).for_each(|at| refused(&nonce, &associated, ciphertext, &changed(*tag, at)));
    (0..N).for_each(|at| refused(&changed(nonce, at), &associated, ciphertext, tag));
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
        for len in [0, 1, 64, 300, 500, 2500].into_iter().take(if cfg!(miri) { 2 } else { 6 }) {
            check_tampering::<12>(len);
        }
        check_tampering::<24>(50);
    });
}

#[test]
fn lengths_that_do_not_fit_are_refused() {
    let key = ChaCha20Poly1305::new(&[1; 32]);
    let mut output = [0xee; 4];
    let length = |what| LengthError { what, expected: 5, found: 4 };
    let sealed = key.seal_between(&[0; 12], b"", &[0; 5], &mut output);
    assert_eq!((sealed, output), (Err(SealError::Length(length("ciphertext"))), [0xee; 4]));
    let opened = key.open_between(&[0; 12], b"", &[0; 5], &mut output, &[0; 16]);
    assert_eq!((opened, output), (Err(OpenError::Length(length("plaintext"))), [0; 4]));
    for len in 0..TAG_LEN {
        assert_eq!(key.open_combined(&[0; 12], b"", &[0; TAG_LEN][..len]), Err(OpenError::Forged));
    }
    assert_eq!(format!("{}", OpenError::Forged), "the message is not what was sealed under this key");
    assert!(
        format!("{} {}", SealError::Length(length("ciphertext")), OpenError::TooLong(TOO_LONG))
            .contains("274877906880")
    );
}

const TOO_LONG: TooLong = TooLong { what: "message", at_most: MAX_LEN };

/// RFC 8439 Section 2.8: P_MAX is 274877906880. No test has that much memory; the bound is looked at by itself.
#[test]
fn the_longest_message_is_that_of_the_rfc() {
    assert_eq!(MAX_LEN, 274_877_906_880);
    #[cfg(target_pointer_width = "64")]
    assert_eq!(
        (super::within_limit(MAX_LEN as usize), super::within_limit(MAX_LEN as usize + 1)),
        (Ok(MAX_LEN as usize), Err(TOO_LONG))
    );
}

#[test]
fn keys_are_drawn_silent_and_wiped() {
    let key = XChaCha20Poly1305::generate(&mut TestRandom::new(4)).unwrap();
    let other = XChaCha20Poly1305::new(&random_bytes(&mut TestRandom::new(4), 32).try_into().unwrap());
    let sealed = key.seal_combined(&[0; 24], b"", b"text").unwrap();
    assert_eq!(other.open_combined(&[0; 24], b"", &sealed).unwrap(), b"text");
    assert_eq!(format!("{key:?}"), "XChaCha20-Poly1305(..)");
    assert_eq!(format!("{:?}", ChaCha20Poly1305::new(&[0; 32])), "ChaCha20-Poly1305(..)");
    assert_eq!(format!("{:?}", key.sealer(&[0; 24], b"")), "Sealer(..)");
    assert_eq!(testing::bytes_after_drop(key), [0; 32]);
}

/// Neither the key nor the key stream, nor what the one-time key is, may stay on the stack.
#[cfg(all(target_arch = "x86_64", not(miri), not(debug_assertions)))]
#[test]
fn nothing_of_a_key_stays_on_the_stack() {
    let random = &mut TestRandom::new(5);
    with_every_tier(|tier| {
        for len in [0, 5, 64, 300, 440, 600, 1024, 3000, 9000] {
            let bytes: [u8; 32] = random_bytes(random, 32).try_into().unwrap();
            let nonce: [u8; 12] = random_bytes(random, 12).try_into().unwrap();
            let (key, mut data) = (ChaCha20Poly1305::new(&bytes), vec![0; len]);
            let stack = testing::stack_left_by(&mut || {
                let tag = key.seal(&nonce, b"header", &mut data).unwrap();
                key.open(&nonce, b"header", &mut data, &tag).unwrap();
            });
            let mut stream = vec![0; 64 + len];
            ChaCha20::new(&bytes, &nonce).apply(&mut stream).unwrap();
            let present: std::collections::HashSet<&[u8]> = stack.windows(8).collect();
            // r of the one-time key as it is multiplied by.
            let r: [u8; 16] = core::array::from_fn(|i| stream[i] & if i < 4 || i % 4 != 0 { 0xff } else { 0xfc });
            let r: [u8; 16] = core::array::from_fn(|i| r[i] & if i % 4 == 3 { 0x0f } else { 0xff });
            let secrets = [&bytes[..], &stream[..64 + len - len % 8], &r].concat();
            let found: Vec<_> =
                secrets.chunks_exact(8).enumerate().filter(|(_, word)| present.contains(word)).collect();
            assert!(found.is_empty(), "{tier}, {len} bytes leave {found:x?}");
        }
    });
}
