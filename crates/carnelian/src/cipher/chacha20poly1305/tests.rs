//! One test body for every backend, checked against the standards' examples and an implementation composed by hand.

use super::session::Session;
use super::{Aead, AeadVariant, ChaCha20Poly1305, ChaChaPoly, XChaCha20Poly1305};
use crate::base::in_out::InOut;
use crate::base::testing;
use crate::cipher::aead::testing as aead;
use crate::cipher::aead::testing::{unhex, with_every_tier};
use crate::cipher::chacha20::{ChaCha20, variant};
use crate::cipher::poly1305;
use std::format;
use std::vec::Vec;

const SUNSCREEN: &[u8] =
    b"Ladies and Gentlemen of the class of '99: If I could offer you only one tip for the future, \
                           sunscreen would be it.";
const HEADER: [u8; 12] = [0x50, 0x51, 0x52, 0x53, 0xc0, 0xc1, 0xc2, 0xc3, 0xc4, 0xc5, 0xc6, 0xc7];

fn check_example<V: AeadVariant>(nonce: &V::Nonce, ciphertext: &str, tag: &str) {
    let key = core::array::from_fn(|i| 0x80 + i as u8);
    let sealed = [unhex(ciphertext), unhex(tag)].concat();
    aead::check_case::<ChaChaPoly<V>>(&key, nonce, &HEADER, SUNSCREEN, &sealed);
}

/// RFC 8439 Section 2.8.2, draft-irtf-cfrg-xchacha Appendix A.3.1.
#[test]
fn the_standards_examples() {
    check_example::<variant::ChaCha20>(
        &[0x07, 0, 0, 0, 0x40, 0x41, 0x42, 0x43, 0x44, 0x45, 0x46, 0x47],
        "d31a8d34648e60db7b86afbc53ef7ec2a4aded51296e08fea9e2b5a736ee62d63dbea45e8ca9671282fafb69da92728b\
         1a71de0a9e060b2905d6a5b67ecd3b3692ddbd7f2d778b8c9803aee328091b58fab324e4fad675945585808b4831d7bc\
         3ff4def08e4b7a9de576d26586cec64b6116",
        "1ae10b594f09e26a7e902ecbd0600691",
    );
    check_example::<variant::XChaCha20>(
        &core::array::from_fn::<u8, 24, _>(|i| 0x40 + i as u8),
        "bd6d179d3e83d43b9576579493c0e939572a1700252bfaccbed2902c21396cbb731c7f1b0b4aa6440bf3a82f4eda7e39\
         ae64c6708c54c216cb96b72e1213b4522f8c9ba40db5d945b11b69b982c1bb9e3f3fac2bc369488f76b2383565d3fff9\
         21f9664c97637da9768812f615c68b13b52e",
        "c0875924c1c7987947deafd8780acf49",
    );
}

/// Section 2.8 from its parts, neither of which uses tiles: returns the ciphertext followed by the tag.
fn by_hand(key: &[u8; 32], nonce: &[u8; 12], aad: &[u8], plaintext: &[u8]) -> Vec<u8> {
    let mut cipher = ChaCha20::new(key, nonce);
    let mut first = [0; 64];
    cipher.apply(&mut first).unwrap();
    let mut sealed = plaintext.to_vec();
    cipher.apply(&mut sealed).unwrap();
    let mut message = Vec::new();
    for part in [aad, &sealed] {
        message.extend_from_slice(part);
        message.resize(message.len().next_multiple_of(16), 0);
    }
    message.extend_from_slice(&(aad.len() as u64).to_le_bytes());
    message.extend_from_slice(&(sealed.len() as u64).to_le_bytes());
    sealed.extend_from_slice(&poly1305::tag(first.first_chunk().unwrap(), &message));
    sealed
}

fn lengths() -> impl Iterator<Item = usize> {
    let all = testing::lengths(1300, 256)
        .chain(testing::some((2000..=2400).step_by(7)))
        .chain([4095, 4096, 4097, 5000, 9999, 16384]);
    all.step_by(if cfg!(miri) { 500 } else { 1 })
}

#[test]
fn every_form_agrees_at_every_length() {
    aead::check_every_form::<ChaCha20Poly1305>(lengths(), |len| len % 40, by_hand);
}

/// Interleaved kernels return what the construction returns step by step.
#[test]
fn interleaving_changes_no_result_at_any_length() {
    let (key, start) = ([0x71; 32], 0x1234_5678_9abc << 64);
    let data: Vec<u8> = (0..5000).map(|i: usize| (i * i / 7) as u8).collect();
    // With AVX-512 the first 1216 bytes are processed at once, and 1280 bytes of ciphertext are kept.
    let edges = [1215, 1216, 1217, 1279, 1280, 1281, 3264, 3265, 3300, 4096, 4097, 5000];
    let lengths = testing::lengths(2500, 512).chain(edges);
    for len in lengths.step_by(if cfg!(miri) { 400 } else { 1 }) {
        let plaintext = &data[..len];
        with_every_tier(|tier| {
            let session = Session::new(&key, start, &data[..len % 35]);
            let mut expected = plaintext.to_vec();
            let tag = session.seal_step_by_step(&mut InOut::in_place(&mut expected));
            let mut found = plaintext.to_vec();
            assert_eq!(session.seal(InOut::in_place(&mut found)), tag, "{len} bytes at {tier}");
            assert!(found == expected, "{len} bytes at {tier}");
            assert_eq!(session.decrypt(InOut::in_place(&mut found)), tag, "{len} bytes at {tier}");
            assert!(found == plaintext, "{len} bytes at {tier}");
            assert_eq!(session.decrypt_step_by_step(&mut InOut::in_place(&mut expected)), tag, "{len} bytes at {tier}");
            assert!(expected == plaintext, "{len} bytes at {tier}");
        });
    }
}

/// If a kernel were not used where it should be, every other test would still pass.
#[test]
fn long_messages_are_interleaved() {
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
        assert_eq!(ran.contains(&("chacha20 xor_interleaved", cipher)), cipher == "avx2", "{tier}");
        assert_eq!(ran.contains(&("poly1305 absorbing", mac)), cipher == "avx2", "{tier}");
    });
}

#[test]
fn pieces_agree_with_the_whole() {
    fn check<V: AeadVariant>() {
        let key = ChaChaPoly::<V>::new(&[0x41; 32]);
        aead::check_pieces(&key, |nonce, aad| key.sealer(nonce, aad), |nonce, aad| key.verifier(nonce, aad));
    }
    with_every_tier(|_| {
        check::<variant::ChaCha20>();
        check::<variant::XChaCha20>();
    });
}

#[test]
fn what_was_tampered_with_is_refused_and_wiped() {
    fn check<V: AeadVariant>(len: usize) {
        aead::check_tampering::<ChaChaPoly<V>>(len, |key, nonce, aad, ciphertext, tag| {
            aead::is_refused(key.verifier(nonce, aad), ciphertext, tag);
        });
    }
    with_every_tier(|_| {
        for len in [0, 1, 64, 300, 500, 2500].into_iter().take(if cfg!(miri) { 2 } else { 6 }) {
            check::<variant::ChaCha20>(len);
        }
        check::<variant::XChaCha20>(50);
    });
}

#[test]
fn lengths_that_do_not_fit_are_refused() {
    aead::check_lengths::<ChaCha20Poly1305>();
}

/// RFC 8439 Section 2.8: P_MAX is 274877906880, A_MAX 2⁶⁴ − 1.
#[test]
fn the_longest_message_is_that_of_the_rfc() {
    assert_eq!((ChaCha20Poly1305::MAX_LEN, ChaCha20Poly1305::MAX_AAD_LEN), (274_877_906_880, u64::MAX));
    aead::check_limits::<ChaCha20Poly1305>(|len, _| super::within_limit(len).map(|found| assert_eq!(found, len)));
}

#[test]
fn keys_are_drawn_silent_and_wiped() {
    let keys = (aead::check_generated::<ChaCha20Poly1305>(), aead::check_generated::<XChaCha20Poly1305>());
    assert_eq!(format!("{keys:?}"), "(ChaCha20-Poly1305(..), XChaCha20-Poly1305(..))");
    assert_eq!(format!("{:?}", keys.1.sealer(&[0; 24], b"")), "Sealer(..)");
    assert_eq!(testing::bytes_after_drop(keys.1), [0; 32]);
}

/// Neither the key, the keystream nor the one-time key may stay on the stack.
#[cfg(all(target_arch = "x86_64", not(miri), not(debug_assertions)))]
#[test]
fn nothing_of_a_key_stays_on_the_stack() {
    let lengths = [0, 5, 64, 300, 440, 600, 1024, 3000, 9000];
    aead::check_stack::<ChaCha20Poly1305>(&lengths, |_, _, bytes, nonce, len| {
        let mut stream = std::vec![0; 64 + len];
        ChaCha20::new(bytes, nonce).apply(&mut stream).unwrap();
        // r of the one-time key, in the clamped form that is multiplied.
        let r: [u8; 16] = core::array::from_fn(|i| stream[i] & if i < 4 || i % 4 != 0 { 0xff } else { 0xfc });
        let r: [u8; 16] = core::array::from_fn(|i| r[i] & if i % 4 == 3 { 0x0f } else { 0xff });
        // The remainder starts with a word of its own.
        [&bytes[..], &stream[..64 + len - len % 8], &r].concat()
    });
}
