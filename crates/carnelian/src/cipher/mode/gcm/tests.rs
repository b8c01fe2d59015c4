//! One test body for every backend, checked against the specification's test cases and an implementation composed by
//! hand.

use super::kernel::Backend;
use super::{Aead, Aes128Gcm, Aes192Gcm, Aes256Gcm, AesGcm, Gcm, GcmCipher, Seal, Start, TAG_LEN};
use crate::base::random::TestRandom;
use crate::base::testing;
use crate::cipher::aead::testing as aead;
use crate::cipher::aead::testing::{random_bytes, unhex};
use crate::cipher::block::aes::{Aes128, Aes192, Aes256, Parameters};
use crate::cipher::block::testing::Plain;
use crate::cipher::block::{BlockCipher128, EncryptionKey};
use crate::cipher::ghash::Ghash;
use std::format;
use std::vec::Vec;

const KEY: &str = "feffe9928665731c6d6a8f9467308308feffe9928665731c6d6a8f9467308308";
const PLAINTEXT: &str = "d9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a721c3c0c95956809532fcf0e2449a6b525\
                         b16aedf5aa0de657ba637b391aafd255";
const ASSOCIATED: &str = "feedfacedeadbeeffeedfacedeadbeefabaddad2";
const NONCE: &str = "cafebabefacedbaddecaf888";
const LONG_NONCE: &str = "9313225df88406e555909c5aff5269aa6a7a9538534f7da1e4c303d2a318a728c3c0c95156809539fcf0e2429a6b5254\
                          16aedbf5a0de6a57a637b39b";

fn check_case<A: Parameters, const N: usize>(key: &str, nonce: &str, aad: &str, text: &str, sealed: &str) {
    let key = unhex(&key[..2 * A::KEY_LEN])[..].try_into().unwrap();
    let nonce = unhex(nonce).try_into().unwrap();
    aead::check_case::<AesGcm<A, N>>(&key, &nonce, &unhex(aad), &unhex(text), &unhex(sealed));
}

/// The Galois/Counter Mode of Operation, the specification on which SP 800-38D is based, Appendix B: test cases 1 to 6,
/// 7, 10, 13, 14, 16, 17, 18.
#[test]
fn the_specifications_cases() {
    let zeros = "0".repeat(64);
    let (nonce, block) = (&zeros[..24], &zeros[..32]);
    check_case::<Aes128, 12>(&zeros, nonce, "", "", "58e2fccefa7e3061367f1d57a4e7455a");
    check_case::<Aes128, 12>(
        &zeros,
        nonce,
        "",
        block,
        "0388dace60b6a392f328c2b971b2fe78ab6e47d42cec13bdf53a67b21257bddf",
    );
    let long = "42831ec2217774244b7221b784d0d49ce3aa212f2c02a4e035c17e2329aca12e21d514b25466931c7d8f6a5aac84aa051ba30b39\
                6a0aac973d58e091";
    check_case::<Aes128, 12>(KEY, NONCE, "", PLAINTEXT, &format!("{long}473f59854d5c2af327cd64a62cf35abd2ba6fab4"));
    let text = &PLAINTEXT[..120];
    check_case::<Aes128, 12>(KEY, NONCE, ASSOCIATED, text, &format!("{long}5bc94fbc3221a5db94fae95ae7121a47"));
    check_case::<Aes128, 8>(
        KEY,
        &NONCE[..16],
        ASSOCIATED,
        text,
        "61353b4c2806934a777ff51fa22a4755699b2a714fcdc6f83766e5f97b6c742373806900e49f24b22b097544d4896b424989b5e1ebac0f07\
         c23f45983612d2e79e3b0785561be14aaca2fccb",
    );
    check_case::<Aes128, 60>(
        KEY,
        LONG_NONCE,
        ASSOCIATED,
        text,
        "8ce24998625615b603a033aca13fb894be9112a5c3a211a8ba262a3cca7e2ca701e4a9a4fba43c90ccdcb281d48c7c6fd62875d2aca41703\
         4c34aee5619cc5aefffe0bfa462af43c1699d050",
    );
    check_case::<Aes192, 12>(&zeros, nonce, "", "", "cd33b28ac773f74ba00ed1f312572435");
    check_case::<Aes192, 12>(
        KEY,
        NONCE,
        ASSOCIATED,
        text,
        "3980ca0b3c00e841eb06fac4872a2757859e1ceaa6efd984628593b40ca1e19c7d773d00c144c525ac619d18c84a3f4718e2448b2fe324d9\
         ccda27102519498e80f1478f37ba55bd6d27618c",
    );
    check_case::<Aes256, 12>(&zeros, nonce, "", "", "530f8afbc74536b9a963b4f1c4cb738b");
    check_case::<Aes256, 12>(
        &zeros,
        nonce,
        "",
        block,
        "cea7403d4d606b6e074ec5d3baf39d18d0d1c8a799996bf0265b98b5d48ab919",
    );
    check_case::<Aes256, 12>(
        KEY,
        NONCE,
        ASSOCIATED,
        text,
        "522dc1f099567d07f47f37a32a84427d643a8cdcbfe5c0c97598a2bd2555d1aa8cb08e48590dbb3da7b08b1056828838c5f61e6393ba7a0a\
         bcc9f66276fc6ece0f4e1768cddf8853bb2d551b",
    );
    check_case::<Aes256, 8>(
        KEY,
        &NONCE[..16],
        ASSOCIATED,
        text,
        "c3762df1ca787d32ae47c13bf19844cbaf1ae14d0b976afac52ff7d79bba9de0feb582d33934a4f0954cc2363bc73f7862ac430e64abe499\
         f47c9b1f3a337dbf46a792c45e454913fe2ea8f2",
    );
    check_case::<Aes256, 60>(
        KEY,
        LONG_NONCE,
        ASSOCIATED,
        text,
        "5a8def2f0c9e53f1f75d7853659e2a20eeb2b22aafde6419a058ab4f6f746bf40fc0c3b780f244452da3ebf1c5d82cdea2418997200ef82e\
         44ae7e3fa44a8266ee1c8eb0c8b5d4cf5ae9f19a",
    );
}

/// If the dispatcher fell back to slower code everywhere, every other test would still pass.
#[test]
fn the_best_backend_of_this_cpu_runs() {
    let best = Aes256Gcm::backend();
    #[cfg(target_arch = "x86_64")]
    {
        use crate::base::cpu::{AesNi, Avx512Vaes, Clmul, SseAesNi, SseClmul, Vpclmul};
        let one = AesNi::get().is_some() && Clmul::get().is_some();
        let sse = SseAesNi::get().is_some() && SseClmul::get().is_some();
        let four = Avx512Vaes::get().is_some() && Vpclmul::get().is_some();
        assert_eq!((best == "avx512", best.starts_with("avx2")), (four, one && !four));
        assert_eq!(best == "sse", sse && !one);
    }
    let ran = testing::trace(|| {
        let _ = Aes256Gcm::new(&[1; 32]).seal(&[2; 12], b"header", &mut [3; 100]);
    });
    assert!(ran.contains(&("aes_gcm apply", best)), "{ran:?}");
}

/// SP 800-38D Algorithms 2, 3 and 4 from single blocks and GHASH: returns the ciphertext followed by the tag.
fn by_hand<C: BlockCipher128>(key: &C::Key, start: [u8; 16], aad: &[u8], plaintext: &[u8]) -> Vec<u8> {
    let cipher = EncryptionKey::<C>::new(key);
    let encrypted = |mut block: [u8; 16]| {
        cipher.encrypt_block(&mut block);
        block
    };
    let (mut sealed, mut counter) = (Vec::new(), start);
    for block in plaintext.chunks(16) {
        let count = u32::from_be_bytes(*counter.last_chunk().unwrap()).wrapping_add(1);
        counter[12..].copy_from_slice(&count.to_be_bytes());
        sealed.extend(block.iter().zip(encrypted(counter)).map(|(byte, stream)| byte ^ stream));
    }
    let mut hash = Ghash::new(&encrypted([0; 16]));
    for part in [aad, &sealed] {
        hash.update(part);
        hash.pad();
    }
    hash.update(&(8 * aad.len() as u64).to_be_bytes());
    hash.update(&(8 * sealed.len() as u64).to_be_bytes());
    sealed.extend(hash.finalize().iter().zip(encrypted(start)).map(|(byte, mask)| byte ^ mask));
    sealed
}

fn starting_with(nonce: &[u8; 12]) -> [u8; 16] {
    [&nonce[..], &[0, 0, 0, 1]].concat().try_into().unwrap()
}

fn lengths() -> impl Iterator<Item = usize> {
    let all = testing::lengths(900, 256)
        .chain(testing::some((1000..=1400).step_by(7)))
        .chain([2047, 2048, 4095, 4096, 4097, 5000, 9999, 16384]);
    all.step_by(if cfg!(miri) { 500 } else { 1 })
}

#[test]
fn every_form_agrees_at_every_length() {
    fn check<C: GcmCipher>(lengths: impl Iterator<Item = usize>) {
        aead::check_every_form::<Gcm<C>>(
            lengths,
            |len| len % 340,
            |key, nonce, aad, plaintext| by_hand::<C>(key, starting_with(nonce), aad, plaintext),
        );
    }
    check::<Aes256>(lengths());
    check::<Aes128>(lengths().step_by(3));
    check::<Aes192>(lengths().step_by(7));
    check::<Plain<Aes256>>(lengths().step_by(11));
}

/// Where wider vectors are available, single blocks are used only for short messages; here they process all.
#[cfg(target_arch = "x86_64")]
#[test]
fn single_blocks_agree_at_every_length() {
    use crate::base::cpu::{AesNi, Clmul};
    let (Some(aes_ni), Some(clmul)) = (AesNi::get(), Clmul::get()) else { return };
    let data = random_bytes(&mut TestRandom::new(7), 5000);
    let mut key = Aes256Gcm::new(&[0x21; 32]);
    key.fused = Backend::Avx2((aes_ni, clmul));
    for len in lengths().filter(|len| *len <= data.len()) {
        let (aad, plaintext) = (&data[..len % 340], &data[..len]);
        let sealed = by_hand::<Aes256>(&[0x21; 32], starting_with(&[5; 12]), aad, plaintext);
        assert!(key.seal_combined(&[5; 12], aad, plaintext).unwrap() == sealed, "{len} bytes");
        assert!(key.open_combined(&[5; 12], aad, &sealed).unwrap() == plaintext, "{len} bytes");
    }
}

/// The counter has 32 bits: 0 follows 2³² − 1, and nothing is carried into the nonce.
#[test]
fn the_counter_wraps_without_a_carry() {
    let (key, data) = ([0x61; 32], random_bytes(&mut TestRandom::new(6), 2000));
    for before in [1, 2, 3, 5, 17, 60] {
        let mut start = [0xff; 16];
        start[12..].copy_from_slice(&(u32::MAX - before).to_be_bytes());
        let expected = by_hand::<Aes256>(&key, start, b"header", &data);
        Backend::with_every(|backend| {
            use super::aead::Pieces as _;
            let (key, mut place) = (Aes256Gcm::new(&key), data.clone());
            let start = Start { block: u128::from_le_bytes(start), counts_from_one: false };
            let in_place = &mut super::InOut::in_place(&mut place);
            let tag = key.apply::<Seal>(start, b"header", in_place);
            if let Some(tag) = tag {
                assert!([&place[..], &tag].concat() == expected, "{before} blocks before, {backend:?}");
            }
            let mut pieces = super::Sealer::new(key.pieces(start, b"header"));
            let mut place = data.clone();
            place.chunks_mut(77).for_each(|piece| pieces.update(piece).unwrap());
            assert!([&place[..], &pieces.finish()].concat() == expected, "{before} blocks before, {backend:?}");
            assert_eq!(key.pieces(start, b"").finish(0).len(), TAG_LEN);
        });
    }
}

/// The 254th block after the first has the counter 256: every 16 blocks more or less than two such carries.
#[test]
fn carries_out_of_the_last_byte_of_the_counter_are_made() {
    let (key, data) = ([0x62; 32], random_bytes(&mut TestRandom::new(7), 9000));
    for len in (3000..=data.len()).step_by(256) {
        let expected = by_hand::<Aes256>(&key, starting_with(&[5; 12]), b"header", &data[..len]);
        Backend::with_every(|backend| {
            let key = Aes256Gcm::new(&key);
            assert!(
                key.seal_combined(&[5; 12], b"header", &data[..len]).unwrap() == expected,
                "{len} bytes, {backend:?}"
            );
            assert!(
                key.open_combined(&[5; 12], b"header", &expected).unwrap() == data[..len],
                "{len} bytes, {backend:?}"
            );
        });
    }
}

#[test]
fn streaming_agrees_with_the_whole() {
    fn check<C: GcmCipher>() {
        let key = Gcm::<C>::new(&[0x41; 32][..C::KEY_LEN].try_into().unwrap());
        aead::check_pieces(&key, |nonce, aad| key.sealer(nonce, aad), |nonce, aad| key.verifier(nonce, aad));
    }
    Backend::with_every(|_| {
        check::<Aes128>();
        check::<Aes256>();
        check::<Plain<Aes256>>();
    });
}

#[test]
fn tampered_messages_are_refused_and_wiped() {
    fn check<C: GcmCipher, const N: usize>(len: usize) {
        aead::check_tampering::<Gcm<C, N>>(len, |key, nonce, aad, ciphertext, tag| {
            aead::is_refused(key.verifier(nonce, aad), ciphertext, tag);
        });
    }
    Backend::with_every(|_| {
        for len in [0, 1, 64, 300, 500, 1500].into_iter().take(if cfg!(miri) { 2 } else { 6 }) {
            check::<Aes256, 12>(len);
        }
        check::<Aes256, 20>(50);
        check::<Plain<Aes256>, 12>(300);
        check::<Plain<Aes256>, 20>(50);
    });
}

/// The danger of nonce reuse that the documentation warns of: the XOR of two messages is that of their ciphertexts.
#[test]
fn a_nonce_that_is_used_twice_reveals_the_xor_of_the_messages() {
    let (key, first, second) = (Aes256Gcm::new(&[0x71; 32]), b"attack at dawn", b"retreat, 10 pm");
    let seal = |text: &[u8]| key.seal_combined(&[1; 12], b"", text).unwrap();
    let (a, b) = (seal(first), seal(second));
    for i in 0..first.len() {
        assert_eq!(a[i] ^ b[i], first[i] ^ second[i]);
    }
}

#[test]
fn lengths_that_do_not_fit_are_refused() {
    aead::check_lengths::<Aes256Gcm>();
    aead::check_lengths::<Gcm<Plain<Aes128>>>();
}

/// SP 800-38D Section 5.2.1.1.
#[test]
fn the_longest_message_is_that_of_the_standard() {
    assert_eq!((Aes256Gcm::MAX_LEN, Aes256Gcm::MAX_AAD_LEN), (68_719_476_704, 2_305_843_009_213_693_951));
    aead::check_limits::<Aes256Gcm>(|len, aad| {
        super::within_limits(len, aad).map(|found| assert_eq!(found, len as u64))
    });
}

#[test]
fn keys_are_drawn_and_silent() {
    let keys = (
        aead::check_generated::<Aes128Gcm>(),
        aead::check_generated::<Aes192Gcm>(),
        aead::check_generated::<Aes256Gcm>(),
    );
    assert_eq!(format!("{keys:?}"), "(AES-128-GCM(..), AES-192-GCM(..), AES-256-GCM(..))");
    assert_eq!(format!("{:?}", keys.2.sealer(&[0; 12], b"")), "Sealer(..)");
}

/// Neither the round keys, H, a power of it nor the keystream may stay on the stack.
#[cfg(all(target_arch = "x86_64", not(miri), not(debug_assertions)))]
#[test]
fn nothing_of_a_key_stays_on_the_stack() {
    use crate::base::cpu::{SseAesNi, Tier};
    aead::check_stack::<Aes256Gcm>(&[0, 5, 64, 130, 300, 600, 1024, 3000], |tier, key, _, _, _| {
        let mut secrets = Vec::new();
        if tier >= Tier::Sse && SseAesNi::get().is_some() {
            secrets.extend_from_slice(key.cipher.round_keys().as_flattened());
        }
        for power in key.hash.powers.whole.iter().chain(&key.hash.powers.shifted).flatten() {
            secrets.extend_from_slice(&power.to_le_bytes());
        }
        secrets
    });
}

#[cfg(all(target_arch = "x86_64", not(miri)))]
#[test]
fn kernels_are_right_and_aligned_at_every_stack_position() {
    let (key, data) = ([0x77; 32], std::vec![0x88; 700]);
    let sealed = by_hand::<Aes256>(&key, starting_with(&[3; 12]), b"", &data);
    Backend::with_every(|backend| {
        let key = Aes256Gcm::new(&key);
        let frames = testing::frames(|| {
            testing::at_every_stack_position(&mut || {
                let mut place = data.clone();
                let tag = key.seal(&[3; 12], b"", &mut place).unwrap();
                assert!([&place[..], &tag].concat() == sealed);
            });
        });
        assert!(frames.iter().all(|address| address % 64 == 0), "{backend:?}");
    });
}
