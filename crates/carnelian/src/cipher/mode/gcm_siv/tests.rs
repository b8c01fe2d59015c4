//! One test body for every backend, checked against the standard's examples and an implementation composed by hand.

use super::{Aead, Aes128GcmSiv, Aes256GcmSiv, AesGcmSiv, GcmSiv};
use crate::base::testing;
use crate::cipher::aead::testing as aead;
use crate::cipher::aead::testing::{unhex, with_every_tier};
use crate::cipher::block::aes::{Aes128, Aes256, DerivesKeys};
use crate::cipher::block::testing::Plain;
use crate::cipher::block::{BlockCipher128, EncryptionKey};
use crate::cipher::ghash::Polyval;
#[cfg(all(target_arch = "x86_64", not(miri), not(debug_assertions)))]
use crate::cipher::ghash::{function, kernel::Key as HashKey};
use std::format;
use std::vec::Vec;

fn check_example<A: DerivesKeys>(first_bytes: [u8; 2], text: &str, sealed: &str) {
    let (mut key, mut nonce) = (A::Key::default(), [0; 12]);
    [key.as_mut()[0], nonce[0]] = first_bytes;
    aead::check_case::<AesGcmSiv<A>>(&key, &nonce, b"", &unhex(text), &unhex(sealed));
}

/// RFC 8452 Appendices C.1, C.2, and C.3, where the counter wraps.
#[test]
fn the_rfcs_examples() {
    check_example::<Aes128>([1, 3], "", "dc20e2d83f25705bb49e439eca56de25");
    check_example::<Aes128>([1, 3], "0100000000000000", "b5d839330ac7b786578782fff6013b815b287c22493a364c");
    check_example::<Aes256>([1, 3], "", "07f5f4169bbf55a8400cd47ea6fd400f");
    check_example::<Aes256>([1, 3], "0100000000000000", "c2ef328e5c71c83b843122130f7364b761e0b97427e3df28");
    check_example::<Aes256>(
        [0, 0],
        "000000000000000000000000000000004db923dc793ee6497c76dcc03a98e108",
        "f3f80f2cf0cb2dd9c5984fcda908456cc537703b5ba70324a6793a7bf218d3eaffffffff000000000000000000000000",
    );
    check_example::<Aes256>(
        [0, 0],
        "eb3640277c7ffd1303c7a542d02d3e4c0000000000000000",
        "18ce4f0b8cb4d0cac65fea8f79257b20888e53e72299e56dffffffff000000000000000000000000",
    );
}

/// RFC 8452 Section 4 from single blocks and POLYVAL: returns the ciphertext followed by the tag.
fn by_hand<C: BlockCipher128>(key: &C::Key, nonce: &[u8; 12], aad: &[u8], plaintext: &[u8]) -> Vec<u8> {
    fn encrypted<C: BlockCipher128>(key: &C::Key, mut block: [u8; 16]) -> [u8; 16] {
        EncryptionKey::<C>::new(key).encrypt_block(&mut block);
        block
    }
    let halves = (0..2 + C::KEY_LEN as u32 / 8).flat_map(|counter| {
        let block = [&counter.to_le_bytes()[..], nonce].concat().try_into().unwrap();
        encrypted::<C>(key, block)[..8].to_vec()
    });
    let derived: Vec<u8> = halves.collect();
    let (authentication, encryption) = derived.split_first_chunk().unwrap();
    let encryption = &C::Key::try_from(encryption).unwrap();
    let mut sum = Polyval::new(authentication);
    for part in [aad, plaintext] {
        sum.update(part);
        sum.pad();
    }
    sum.update(&(8 * aad.len() as u64).to_le_bytes());
    sum.update(&(8 * plaintext.len() as u64).to_le_bytes());
    let mut tag = sum.finalize();
    (0..12).for_each(|i| tag[i] ^= nonce[i]);
    tag[15] &= 0x7f;
    let tag = encrypted::<C>(encryption, tag);
    let (mut counter, mut sealed) = (tag, Vec::new());
    counter[15] |= 0x80;
    for block in plaintext.chunks(16) {
        let stream = encrypted::<C>(encryption, counter);
        sealed.extend(block.iter().zip(stream).map(|(byte, stream)| byte ^ stream));
        let next = u32::from_le_bytes(*counter.first_chunk().unwrap()).wrapping_add(1);
        counter[..4].copy_from_slice(&next.to_le_bytes());
    }
    sealed.extend(tag);
    sealed
}

#[test]
fn every_form_agrees_at_every_length() {
    let step = if cfg!(miri) { 200 } else { 1 };
    let lengths = testing::lengths(400, 128).chain([1000, 4095, 4096, 4097, 8192, 9999]).step_by(step);
    aead::check_every_form::<Aes256GcmSiv>(lengths, |len| len * 7 % 150, by_hand::<Aes256>);
    aead::check_every_form::<Aes128GcmSiv>(
        testing::lengths(400, 128).step_by(7 * step),
        |len| len * 7 % 150,
        by_hand::<Aes128>,
    );
    let lengths = || testing::lengths(400, 128).chain([4095, 4096, 4097, 9999]).step_by(11 * step);
    aead::check_every_form::<GcmSiv<Plain<Aes128>>>(lengths(), |len| len * 7 % 150, by_hand::<Plain<Aes128>>);
    aead::check_every_form::<GcmSiv<Plain<Aes256>>>(lengths(), |len| len * 7 % 150, by_hand::<Plain<Aes256>>);
}

#[test]
fn the_backend_of_each_tier_runs() {
    with_every_tier(|tier| {
        let ran = testing::trace(|| {
            let _ = Aes256GcmSiv::new(&[1; 32]).seal(&[2; 12], b"header", &mut [3; 100]);
        });
        assert!(ran.contains(&("polyval", Aes256GcmSiv::backend())), "{tier}, {ran:?}");
    });
}

#[test]
fn tampered_messages_are_refused_and_wiped() {
    with_every_tier(|_| {
        for len in [0, 1, 64, 300].into_iter().take(if cfg!(miri) { 2 } else { 4 }) {
            aead::check_tampering::<Aes256GcmSiv>(len, |_, _, _, _, _| {});
            aead::check_tampering::<GcmSiv<Plain<Aes256>>>(len, |_, _, _, _, _| {});
        }
    });
}

/// Tests what the documentation says of nonce reuse: equal messages show, others reveal nothing.
#[test]
fn a_nonce_that_is_used_twice_reveals_only_equal_messages() {
    let key = Aes256GcmSiv::new(&[0x71; 32]);
    let seal = |text: &[u8]| key.seal_combined(&[1; 12], b"", text).unwrap();
    assert_eq!(seal(b"attack at dawn"), seal(b"attack at dawn"));
    let (a, b) = (seal(b"attack at dawn"), seal(b"attack at dusk"));
    let same = a.iter().zip(&b).filter(|(a, b)| a == b).count();
    assert!(same < 6, "{same} bytes of {a:x?} and {b:x?} are the same");
}

#[test]
fn lengths_that_do_not_fit_are_refused() {
    aead::check_lengths::<Aes256GcmSiv>();
}

/// RFC 8452 Section 6.
#[test]
fn the_longest_message_is_that_of_the_rfc() {
    assert_eq!((Aes256GcmSiv::MAX_LEN, Aes256GcmSiv::MAX_AAD_LEN), (68_719_476_736, 68_719_476_736));
    aead::check_limits::<Aes256GcmSiv>(super::within_limits);
}

#[test]
fn keys_are_drawn_and_silent() {
    let keys = (aead::check_generated::<Aes128GcmSiv>(), aead::check_generated::<Aes256GcmSiv>());
    assert_eq!(format!("{keys:?}"), "(AES-128-GCM-SIV(..), AES-256-GCM-SIV(..))");
}

/// Neither the keys of a message nor values computed from them may stay on the stack.
#[cfg(all(target_arch = "x86_64", not(miri), not(debug_assertions)))]
#[test]
fn nothing_of_a_key_stays_on_the_stack() {
    use crate::base::cpu::{SseAesNi, Tier};
    aead::check_stack::<Aes256GcmSiv>(&[0, 5, 64, 65, 150, 300, 3000, 9000], |tier, key, _, nonce, _| {
        let (mut hash_key, mut cipher) = ([0; 16], key.generating.empty_like_this());
        key.generating.derive(nonce, &mut hash_key, &mut cipher);
        let hash = HashKey::new::<function::Polyval>(&hash_key);
        let mut secrets = Vec::new();
        if tier >= Tier::Sse && SseAesNi::get().is_some() {
            secrets.extend_from_slice(cipher.round_keys().as_flattened());
        }
        for power in hash.powers.whole.iter().chain(&hash.powers.shifted).flatten() {
            secrets.extend_from_slice(&power.to_le_bytes());
        }
        secrets
    });
}
