//! One test body for every scheme and every backend.

use super::{Aead, OpenError, Pieces, SealError, Sealer, TAG_LEN, Tag, TooLong, Verifier};
use crate::LengthError;
use crate::base::cpu::{Tier, forced};
use crate::base::random::{Random, TestRandom};
#[cfg(all(target_arch = "x86_64", not(miri), not(debug_assertions)))]
use crate::base::testing;
use core::array::TryFromSliceError;
use std::format;
use std::vec;
use std::vec::Vec;

/// Runs `body` at every tier that this CPU has.
pub(in crate::cipher) fn with_every_tier(mut body: impl FnMut(Tier)) {
    for tier in forced::tiers() {
        forced::at_most(tier, || body(tier));
    }
}

pub(in crate::cipher) fn unhex(text: &str) -> Vec<u8> {
    (0..text.len()).step_by(2).map(|at| u8::from_str_radix(&text[at..at + 2], 16).unwrap()).collect()
}

pub(in crate::cipher) fn random_bytes(random: &mut TestRandom, len: usize) -> Vec<u8> {
    let mut bytes = vec![0; len];
    random.fill(&mut bytes).unwrap();
    bytes
}

pub(in crate::cipher) fn random_array<const N: usize>(random: &mut TestRandom) -> [u8; N] {
    let mut bytes = [0; N];
    random.fill(&mut bytes).unwrap();
    bytes
}

/// Returns a key or a nonce: the first of these bytes.
fn first<T: for<'a> TryFrom<&'a [u8], Error = TryFromSliceError>>(bytes: &[u8]) -> T {
    T::try_from(&bytes[..size_of::<T>()]).unwrap()
}

/// Returns a key whose bytes are all equal.
fn key_of<A: Aead>(byte: u8) -> A {
    A::new(&first(&[byte; 32]))
}

/// Checks a test vector of a standard: `sealed` is the ciphertext followed by the tag.
pub(in crate::cipher) fn check_case<A: Aead>(key: &A::Key, nonce: &A::Nonce, aad: &[u8], text: &[u8], sealed: &[u8]) {
    let (ciphertext, tag) = sealed.split_last_chunk().unwrap();
    with_every_tier(|tier| {
        let key = A::new(key);
        let mut data = text.to_vec();
        assert_eq!(key.seal(nonce, aad, &mut data).unwrap(), *tag, "{tier}");
        assert_eq!(data, ciphertext, "{tier}");
        key.open(nonce, aad, &mut data, tag).unwrap();
        assert_eq!(data, text, "{tier}");
        assert_eq!(key.seal_combined(nonce, aad, text).unwrap(), sealed, "{tier}");
        assert_eq!(key.open_combined(nonce, aad, sealed).unwrap(), text, "{tier}");
    });
}

/// Checks that all forms return what `by_hand` returns: the ciphertext followed by the tag. `aad` maps the
/// length of a message to the length of its associated data.
pub(in crate::cipher) fn check_every_form<A: Aead>(
    lengths: impl Iterator<Item = usize>,
    aad: impl Fn(usize) -> usize,
    by_hand: impl Fn(&A::Key, &A::Nonce, &[u8], &[u8]) -> Vec<u8>,
) {
    let random = &mut TestRandom::new(1);
    let data = random_bytes(random, 20_000);
    let (key_bytes, nonce) = (first(&random_bytes(random, A::KEY_LEN)), first(&[0x32; 24]));
    for len in lengths {
        let (aad, plaintext) = (&data[..aad(len)], &data[..len]);
        let sealed = by_hand(&key_bytes, &nonce, aad, plaintext);
        let (ciphertext, tag) = sealed.split_last_chunk().unwrap();
        with_every_tier(|tier| {
            let key = A::new(&key_bytes);
            let mut place = plaintext.to_vec();
            assert_eq!(key.seal(&nonce, aad, &mut place).unwrap(), *tag, "{len} bytes at {tier}");
            assert!(place == ciphertext, "{len} bytes at {tier}");
            key.open(&nonce, aad, &mut place, tag).unwrap();
            assert!(place == plaintext, "{len} bytes at {tier}");
            let mut other = vec![0xee; len];
            assert_eq!(key.seal_to(&nonce, aad, plaintext, &mut other).unwrap(), *tag);
            assert!(other == ciphertext, "{len} bytes at {tier}");
            place.fill(0xee);
            key.open_to(&nonce, aad, ciphertext, &mut place, tag).unwrap();
            assert!(place == plaintext, "{len} bytes at {tier}");
            assert!(key.seal_combined(&nonce, aad, plaintext).unwrap() == sealed, "{len} bytes at {tier}");
            check_once::<A>(&key_bytes, &nonce, aad, plaintext, &sealed);
            assert!(key.open_combined(&nonce, aad, &sealed).unwrap() == plaintext, "{len} bytes at {tier}");
        });
    }
}

/// Checks the forms that set up a key for one message.
fn check_once<A: Aead>(key: &A::Key, nonce: &A::Nonce, aad: &[u8], plaintext: &[u8], sealed: &[u8]) {
    let (ciphertext, tag) = sealed.split_last_chunk().unwrap();
    let mut place = plaintext.to_vec();
    assert_eq!(A::seal_once(key, nonce, aad, &mut place).unwrap(), *tag);
    assert!(place == ciphertext);
    A::open_once(key, nonce, aad, &mut place, tag).unwrap();
    assert!(place == plaintext);
    place.fill(0xee);
    assert_eq!(A::seal_once_to(key, nonce, aad, plaintext, &mut place).unwrap(), *tag);
    assert!(place == ciphertext);
    place.fill(0xee);
    A::open_once_to(key, nonce, aad, ciphertext, &mut place, tag).unwrap();
    assert!(place == plaintext);
    let mut wrong = *tag;
    wrong[0] ^= 1;
    assert_eq!(A::open_once_to(key, nonce, aad, ciphertext, &mut place, &wrong), Err(OpenError::Forged));
    assert!(place.iter().all(|byte| *byte == 0));
}

/// Checks that streaming with pieces of random lengths, decrypted with other lengths, agrees with the whole
/// message.
pub(in crate::cipher) fn check_pieces<A: Aead, P: Pieces>(
    key: &A,
    sealer: impl Fn(&A::Nonce, &[u8]) -> Sealer<P>,
    verifier: impl Fn(&A::Nonce, &[u8]) -> Verifier<P>,
) {
    let random = &mut TestRandom::new(2);
    let data = random_bytes(random, 10_000);
    let lengths = [0, 1, 100, 1000, 5000, 10_000].into_iter().take(if cfg!(miri) { 3 } else { 6 });
    for data in lengths.flat_map(|len| [&data[..len]; 5]) {
        let nonce = first(&random_bytes(random, A::NONCE_LEN));
        let aad = &data[..data.len() % 33];
        let sealed = key.seal_combined(&nonce, aad, data).unwrap();
        check_one_in_pieces(sealer(&nonce, aad), verifier(&nonce, aad), random, data, &sealed);
    }
}

fn check_one_in_pieces<P: Pieces>(
    mut sealer: Sealer<P>,
    mut verifier: Verifier<P>,
    random: &mut TestRandom,
    data: &[u8],
    sealed: &[u8],
) {
    let mut cuts = |len: usize| {
        let mut cuts: Vec<usize> = (0..4).map(|_| random.next_u64() as usize % (len + 1)).chain([0, len]).collect();
        cuts.sort_unstable();
        cuts
    };
    let (ciphertext, tag) = sealed.split_last_chunk().unwrap();
    let mut message = data.to_vec();
    for cut in cuts(data.len()).windows(2) {
        sealer.update(&mut message[cut[0]..cut[1]]).unwrap();
    }
    assert!(message == ciphertext);
    assert_eq!(sealer.finish(), *tag);

    for cut in cuts(data.len()).windows(2) {
        verifier.update(&message[cut[0]..cut[1]]).unwrap();
    }
    let mut opener = verifier.verify(tag).unwrap();
    let mut plaintext = vec![0; data.len()];
    for cut in cuts(data.len()).windows(2) {
        let piece = cut[0]..cut[1];
        opener.update_to(&message[piece.clone()], &mut plaintext[piece]).unwrap();
    }
    assert!(plaintext == data);
    let too_much = LengthError { what: "rest of the verified ciphertext", expected: 0, found: 1 };
    assert_eq!((opener.left(), opener.update(&mut [0])), (0, Err(OpenError::Length(too_much))));
}

/// Checks that a change to any byte of a message of `len` bytes, its associated data, nonce or tag is rejected and
/// releases no plaintext. `in_pieces` checks the same for streaming.
pub(in crate::cipher) fn check_tampering<A: Aead>(len: usize, in_pieces: impl Fn(&A, &A::Nonce, &[u8], &[u8], &Tag)) {
    let data = random_bytes(&mut TestRandom::new(3), len);
    let (key, nonce, aad) = (key_of::<A>(0x51), first(&[0x52; 24]), *b"associated data");
    let sealed = key.seal_combined(&nonce, &aad, &data).unwrap();
    let (ciphertext, tag) = sealed.split_last_chunk::<TAG_LEN>().unwrap();
    let refused = |nonce: &A::Nonce, aad: &[u8], ciphertext: &[u8], tag: &Tag| {
        let mut place = ciphertext.to_vec();
        assert_eq!(key.open(nonce, aad, &mut place, tag), Err(OpenError::Forged));
        assert!(place.iter().all(|byte| *byte == 0));
        let mut output = vec![0xee; ciphertext.len()];
        assert_eq!(key.open_to(nonce, aad, ciphertext, &mut output, tag), Err(OpenError::Forged));
        assert!(output.iter().all(|byte| *byte == 0));
        assert_eq!(key.open_combined(nonce, aad, &[ciphertext, tag].concat()), Err(OpenError::Forged));
        in_pieces(&key, nonce, aad, ciphertext, tag);
    };
    fn changed<T: AsMut<[u8]>>(mut bytes: T, at: usize) -> T {
        bytes.as_mut()[at] ^= 1 << (at % 8);
        bytes
    }
    (0..TAG_LEN).for_each(|at| refused(&nonce, &aad, ciphertext, &changed(*tag, at)));
    (0..A::NONCE_LEN).for_each(|at| refused(&changed(nonce, at), &aad, ciphertext, tag));
    (0..aad.len()).for_each(|at| refused(&nonce, &changed(aad, at), ciphertext, tag));
    (0..len).for_each(|at| refused(&nonce, &aad, &changed(ciphertext.to_vec(), at), tag));
    refused(&nonce, &aad[1..], ciphertext, tag);
    refused(&nonce, b"associated data\0", ciphertext, tag);
    if len > 0 {
        refused(&nonce, &aad, &ciphertext[..len - 1], tag);
    }
    refused(&nonce, &aad, &[ciphertext, &[0]].concat(), tag);
}

/// Checks for streaming what [`check_tampering`] checks.
pub(in crate::cipher) fn is_refused<P: Pieces>(mut verifier: Verifier<P>, ciphertext: &[u8], tag: &Tag) {
    verifier.update(ciphertext).unwrap();
    assert_eq!(verifier.verify(tag).err(), Some(OpenError::Forged));
}

/// Checks buffers of different lengths, and input shorter than a tag.
pub(in crate::cipher) fn check_lengths<A: Aead>() {
    let (key, nonce) = (key_of::<A>(1), first(&[0; 24]));
    let mut output = [0xee; 4];
    let length = |what| LengthError { what, expected: 5, found: 4 };
    let sealed = key.seal_to(&nonce, b"", &[0; 5], &mut output);
    assert_eq!((sealed, output), (Err(SealError::Length(length("ciphertext"))), [0xee; 4]));
    let opened = key.open_to(&nonce, b"", &[0; 5], &mut output, &[0; 16]);
    assert_eq!((opened, output), (Err(OpenError::Length(length("plaintext"))), [0; 4]));
    let (bytes, mut output) = (first(&[1; 32]), [0xee; 4]);
    let sealed = A::seal_once_to(&bytes, &nonce, b"", &[0; 5], &mut output);
    assert_eq!((sealed, output), (Err(SealError::Length(length("ciphertext"))), [0xee; 4]));
    let opened = A::open_once_to(&bytes, &nonce, b"", &[0; 5], &mut output, &[0; 16]);
    assert_eq!((opened, output), (Err(OpenError::Length(length("plaintext"))), [0; 4]));
    for len in 0..TAG_LEN {
        assert_eq!(key.open_combined(&nonce, b"", &[0; TAG_LEN][..len]), Err(OpenError::Forged));
    }
}

/// Checks the limits on lengths. No test has that much memory, so `within`, which checks the lengths of message and
/// associated data, is tested by itself.
pub(in crate::cipher) fn check_limits<A: Aead>(within: impl Fn(usize, usize) -> Result<(), TooLong>) {
    let too_long = |what, at_most| Err(TooLong { what, at_most });
    if let (Ok(len), Ok(aad)) = (A::MAX_LEN.try_into(), usize::try_from(A::MAX_AAD_LEN)) {
        assert_eq!(within(len, aad), Ok(()));
        assert_eq!(within(len + 1, 0), too_long("message", A::MAX_LEN));
        if let Some(aad) = aad.checked_add(1) {
            assert_eq!(within(0, aad), too_long("associated data", A::MAX_AAD_LEN));
        }
    }
}

/// Checks that a generated key is the one drawn, and that the lengths are as declared. Returns the key.
pub(in crate::cipher) fn check_generated<A: Aead>() -> A {
    assert_eq!((A::KEY_LEN, A::NONCE_LEN, A::TAG_LEN), (size_of::<A::Key>(), size_of::<A::Nonce>(), size_of::<Tag>()));
    let key = A::generate(&mut TestRandom::new(4)).unwrap();
    let other = A::new(&first(&random_bytes(&mut TestRandom::new(4), A::KEY_LEN)));
    let nonce = first(&[0; 24]);
    let sealed = key.seal_combined(&nonce, b"", b"text").unwrap();
    assert_eq!(other.open_combined(&nonce, b"", &sealed).unwrap(), b"text");
    key
}

/// Checks that neither the message nor the secrets stay on the stack. `secrets` returns these for a key, its bytes, a
/// nonce and the length of the message.
#[cfg(all(target_arch = "x86_64", not(miri), not(debug_assertions)))]
pub(in crate::cipher) fn check_stack<A: Aead>(
    lengths: &[usize],
    secrets: impl Fn(Tier, &A, &A::Key, &A::Nonce, usize) -> Vec<u8>,
) {
    let random = &mut TestRandom::new(5);
    with_every_tier(|tier| {
        for len in lengths {
            let bytes = first(&random_bytes(random, A::KEY_LEN));
            let nonce = first(&random_bytes(random, A::NONCE_LEN));
            let (key, plaintext) = (A::new(&bytes), random_bytes(random, *len));
            let mut data = plaintext.clone();
            let stack = testing::stack_left_by(&mut || {
                let tag = key.seal(&nonce, b"header", &mut data).unwrap();
                key.open(&nonce, b"header", &mut data, &tag).unwrap();
                let tag = A::seal_once(&bytes, &nonce, b"header", &mut data).unwrap();
                A::open_once(&bytes, &nonce, b"header", &mut data, &tag).unwrap();
            });
            let present: std::collections::HashSet<&[u8]> = stack.windows(8).collect();
            let secrets = [secrets(tier, &key, &bytes, &nonce, *len), plaintext].concat();
            let words = secrets.chunks_exact(8).filter(|word| **word != [0; 8]);
            let found: Vec<_> = words.enumerate().filter(|(_, word)| present.contains(word)).collect();
            assert!(found.is_empty(), "{tier}, {len} bytes leave {found:x?}");
        }
    });
}

#[test]
fn errors_say_what_is_wrong() {
    assert_eq!(format!("{}", OpenError::Forged), "the message is not what was sealed under this key");
    let (length, too_long) = (
        LengthError { what: "ciphertext", expected: 5, found: 4 },
        TooLong { what: "message", at_most: 274_877_906_880 },
    );
    for error in [SealError::TooLong(too_long), SealError::Length(length)] {
        assert!(["message", "ciphertext"].iter().any(|what| format!("{error}").contains(what)));
    }
    assert!(format!("{} {}", SealError::Length(length), OpenError::TooLong(too_long)).contains("274877906880"));
}
