//! Authenticated encryption: each row against its type.

use super::are_distinct;
use crate::algorithm::{AeadAlgorithm, DynAead, PiecesError, Status, aead, aeads};
use crate::base::random::{Random, RandomError, TestRandom};
use crate::cipher::xsalsa20poly1305::SecretBox;
use crate::cipher::{self, Aead, OpenError, SealError, TooLong};
use crate::error::LengthError;
use std::vec;
use std::vec::Vec;

const TEXT: &[u8] = b"a message of more than a block, and of less than a few";
const AAD: &[u8] = b"associated data";

#[test]
fn schemes_are_distinct() {
    are_distinct(aeads().iter().map(AeadAlgorithm::identity));
    assert!(aeads().iter().map(|scheme| scheme.identity().number).eq(1..=aeads().len() as u32));
    assert_eq!(aead("ChaCha20/Poly1305").unwrap().identity().cose, Some(24));
    assert_eq!(aead("aes256gcm").unwrap().identity().jose, Some("A256GCM"));
    assert_eq!(aead("crypto_secretbox").unwrap().identity().status, Status::Legacy);
    assert!(aead("aes-512-gcm").is_none());
}

/// Returns the key of a scheme, a nonce, and associated data, if it has any.
fn parts(scheme: &AeadAlgorithm) -> (Vec<u8>, Vec<u8>, &'static [u8]) {
    let key = (0..scheme.key_len()).map(|i| i as u8).collect();
    let nonce = (0..scheme.nonce_len()).map(|i| 0x80 | i as u8).collect();
    (key, nonce, if scheme.max_aad_len() == 0 { b"" } else { AAD })
}

/// Returns what a type says of itself, with its ciphertext and tag.
fn of_type<A: Aead>(row: &AeadAlgorithm) -> (&'static str, [usize; 3], [u64; 2], &'static str, Vec<u8>) {
    let (key, nonce, aad) = parts(row);
    let (key, nonce) = (A::Key::try_from(&key).unwrap(), A::Nonce::try_from(&nonce).unwrap());
    let sealed = A::new(&key).seal_combined(&nonce, aad, TEXT).unwrap();
    (A::NAME, [A::KEY_LEN, A::NONCE_LEN, A::TAG_LEN], [A::MAX_LEN, A::MAX_AAD_LEN], A::backend(), sealed)
}

/// Names each type, in the order of the rows.
macro_rules! types {
    ([] $($module:ident $Type:ident $STEM:ident $identity:tt $more:tt $form:ident;)+) => {
        [$(of_type::<cipher::$module::$Type>),+]
    };
}

#[test]
fn rows_are_those_of_their_types() {
    let types = __aeads! { types [] };
    assert_eq!(aeads().len(), types.len() + 1);
    for (row, of_type) in aeads().iter().zip(types) {
        let (key, nonce, aad) = parts(row);
        let sealed = row.key(&key).unwrap().seal_combined(&nonce, aad, TEXT).unwrap();
        let (lens, longest) = ([row.key_len(), row.nonce_len(), row.tag_len()], [row.max_len(), row.max_aad_len()]);
        assert_eq!((row.identity().name, lens, longest, row.backend(), sealed), of_type(row), "{row:?}");
        assert!(!row.is_tag_first());
    }
    let row = aead("xsalsa20-poly1305").unwrap();
    let (key, nonce, _) = parts(row);
    let (key, nonce) = (<[u8; 32]>::try_from(&key[..]).unwrap(), <[u8; 24]>::try_from(&nonce[..]).unwrap());
    let of_type = SecretBox::new(&key).seal_combined(&nonce, TEXT);
    assert_eq!(row.key(&key).unwrap().seal_combined(&nonce, b"", TEXT).unwrap(), of_type);
    assert_eq!((row.is_tag_first(), row.backend()), (true, SecretBox::backend()));
}

/// Calls `check` with each scheme, its key, a nonce and associated data.
fn with_every(check: impl Fn(&AeadAlgorithm, &dyn DynAead, &[u8], &[u8])) {
    for scheme in aeads() {
        let (key, nonce, aad) = parts(scheme);
        check(scheme, &*scheme.key(&key).unwrap(), &nonce, aad);
    }
}

/// Returns the ciphertext and the tag of the text.
fn sealed(key: &dyn DynAead, nonce: &[u8], aad: &[u8]) -> (Vec<u8>, Vec<u8>) {
    let (mut data, mut tag) = (TEXT.to_vec(), vec![0; key.tag_len()]);
    key.seal(nonce, aad, &mut data, &mut tag).unwrap();
    (data, tag)
}

#[test]
fn all_forms_agree() {
    with_every(|scheme, key, nonce, aad| {
        assert_eq!([scheme.nonce_len(), scheme.tag_len()], [key.nonce_len(), key.tag_len()]);
        assert_eq!([scheme.max_len(), scheme.max_aad_len()], [key.max_len(), key.max_aad_len()]);
        let (ciphertext, tag) = sealed(key, nonce, aad);
        let (mut other, mut other_tag) = (vec![0; TEXT.len()], vec![0; tag.len()]);
        key.seal_to(nonce, aad, TEXT, &mut other, &mut other_tag).unwrap();
        assert_eq!((&other, &other_tag), (&ciphertext, &tag), "{scheme:?}");
        let combined = if scheme.is_tag_first() { [&tag[..], &ciphertext] } else { [&ciphertext[..], &tag] }.concat();
        assert_eq!(key.seal_combined(nonce, aad, TEXT).unwrap(), combined, "{scheme:?}");
        assert_eq!(key.open_combined(nonce, aad, &combined).unwrap(), TEXT, "{scheme:?}");
        let mut plaintext = vec![0; TEXT.len()];
        key.open_to(nonce, aad, &ciphertext, &mut plaintext, &tag).unwrap();
        key.open(nonce, aad, &mut other, &tag).unwrap();
        assert_eq!((&plaintext[..], &other[..]), (TEXT, TEXT), "{scheme:?}");
    });
}

#[test]
fn wrong_tags_leave_no_plaintext() {
    with_every(|scheme, key, nonce, aad| {
        let (ciphertext, tag) = sealed(key, nonce, aad);
        let refused = |nonce: &[u8], aad: &[u8], tag: &[u8]| {
            let (mut data, mut plaintext) = (ciphertext.clone(), vec![0xee; TEXT.len()]);
            let error = key.open(nonce, aad, &mut data, tag).unwrap_err();
            assert_eq!(key.open_to(nonce, aad, &ciphertext, &mut plaintext, tag), Err(error), "{scheme:?}");
            assert!(data.iter().chain(&plaintext).all(|byte| *byte == 0), "{scheme:?}");
            error
        };
        for bit in 0..8 * tag.len() {
            let mut other = tag.clone();
            other[bit / 8] ^= 1 << (bit % 8);
            assert_eq!(refused(nonce, aad, &other), OpenError::Forged, "{scheme:?} {bit}");
        }
        let wrong = |what, expected, found| OpenError::Length(LengthError { what, expected, found });
        for len in [0, tag.len() - 1, tag.len() + 1] {
            let other = vec![0; len];
            assert_eq!(refused(nonce, aad, &other), wrong("tag", tag.len(), len), "{scheme:?}");
        }
        for len in [0, nonce.len() - 1, nonce.len() + 1] {
            let other = vec![0; len];
            assert_eq!(refused(&other, aad, &tag), wrong("nonce", nonce.len(), len), "{scheme:?}");
            assert_eq!(key.open_combined(&other, aad, &[0; 99]), Err(wrong("nonce", nonce.len(), len)));
        }
        let other_aad = refused(nonce, b"other", &tag);
        let none = TooLong { what: "associated data", at_most: 0 };
        assert_eq!(other_aad, if aad.is_empty() { OpenError::TooLong(none) } else { OpenError::Forged });
        assert_eq!(key.open_combined(nonce, aad, &tag[1..]), Err(OpenError::Forged));
        let mut short = vec![0xee; TEXT.len() - 1];
        assert!(matches!(key.open_to(nonce, aad, &ciphertext, &mut short, &tag), Err(OpenError::Length(_))));
        assert!(short.iter().all(|byte| *byte == 0), "{scheme:?}");
    });
}

#[test]
fn what_cannot_be_sealed_is_unchanged() {
    with_every(|scheme, key, nonce, aad| {
        let refused = |nonce: &[u8], aad: &[u8], tag_len: usize| {
            let (mut data, mut ciphertext, mut tag) = (TEXT.to_vec(), vec![0xee; TEXT.len()], vec![0xee; tag_len]);
            let error = key.seal(nonce, aad, &mut data, &mut tag).unwrap_err();
            assert_eq!(key.seal_to(nonce, aad, TEXT, &mut ciphertext, &mut tag), Err(error), "{scheme:?}");
            assert!(data == TEXT && ciphertext.iter().chain(&tag).all(|byte| *byte == 0xee), "{scheme:?}");
            error
        };
        for len in [0, 15, 17] {
            let error = LengthError { what: "tag", expected: 16, found: len };
            assert_eq!(refused(nonce, aad, len), SealError::Length(error));
        }
        for len in [0, nonce.len() - 1, nonce.len() + 1] {
            let error = LengthError { what: "nonce", expected: nonce.len(), found: len };
            assert_eq!(refused(&vec![0; len], aad, 16), SealError::Length(error));
            assert_eq!(key.seal_combined(&vec![0; len], aad, TEXT), Err(SealError::Length(error)));
        }
        if aad.is_empty() {
            let error = SealError::TooLong(TooLong { what: "associated data", at_most: 0 });
            assert_eq!((refused(nonce, b"a", 16), key.seal_combined(nonce, b"a", TEXT)), (error, Err(error)));
        }
        let (mut short, mut tag) = (vec![0xee; TEXT.len() - 1], [0xee; 16]);
        assert!(matches!(key.seal_to(nonce, aad, TEXT, &mut short, &mut tag), Err(SealError::Length(_))));
        assert!(short.iter().chain(&tag).all(|byte| *byte == 0xee));
    });
}

#[test]
fn pieces_are_those_of_the_whole() {
    with_every(|scheme, key, nonce, aad| {
        if !scheme.is_streaming() {
            assert_eq!(key.sealer(nonce, aad).err(), Some(PiecesError::WholeMessage));
            assert_eq!(key.verifier(nonce, aad).err(), Some(PiecesError::WholeMessage));
            return;
        }
        let wrong = PiecesError::Nonce(LengthError { what: "nonce", expected: nonce.len(), found: 1 });
        assert_eq!((key.sealer(&[0], aad).err(), key.verifier(&[0], aad).err()), (Some(wrong), Some(wrong)));
        let (ciphertext, tag) = sealed(key, nonce, aad);
        let ((head, tail), mut data) = (TEXT.split_at(20), TEXT.to_vec());
        let mut sealer = key.sealer(nonce, aad).unwrap();
        sealer.update(&mut data[..20]).unwrap();
        assert!(sealer.update_to(head, &mut data[20..]).is_err());
        sealer.update_to(tail, &mut data[20..]).unwrap();
        let mut found = vec![0; tag.len()];
        sealer.finish_into(&mut found).unwrap();
        assert_eq!((&data, &found), (&ciphertext, &tag), "{scheme:?}");
        assert!(key.sealer(nonce, aad).unwrap().finish_into(&mut found[1..]).is_err());
        opens_in_pieces(key, nonce, aad, data, &tag);
    });
}

fn opens_in_pieces(key: &dyn DynAead, nonce: &[u8], aad: &[u8], mut data: Vec<u8>, tag: &[u8]) {
    let mut verifier = key.verifier(nonce, aad).unwrap();
    data.chunks(7).for_each(|piece| verifier.update(piece).unwrap());
    let mut opener = verifier.verify(tag).unwrap();
    assert_eq!(opener.left(), TEXT.len() as u64);
    let ciphertext = data.split_off(20);
    opener.update(&mut data).unwrap();
    let mut plaintext = vec![0; ciphertext.len()];
    opener.update_to(&ciphertext, &mut plaintext).unwrap();
    assert_eq!([&data[..], &plaintext].concat(), TEXT);
    assert!(matches!(opener.update(&mut [0]), Err(OpenError::Length(_))));
    let verifier = key.verifier(nonce, aad).unwrap();
    assert_eq!(verifier.verify(tag).err(), Some(OpenError::Forged));
    assert!(matches!(key.verifier(nonce, aad).unwrap().verify(&tag[1..]).err(), Some(OpenError::Length(_))));
}

#[test]
fn keys_have_one_length() {
    for scheme in aeads() {
        for found in [0, scheme.key_len() - 1, scheme.key_len() + 1] {
            let error = LengthError { what: "key", expected: scheme.key_len(), found };
            assert_eq!(scheme.key(&vec![0; found]).err(), Some(error), "{scheme:?}");
        }
        let (random, same) = (&mut TestRandom::new(1), &mut TestRandom::new(1));
        let mut expected = vec![0; scheme.key_len()];
        same.fill(&mut expected).unwrap();
        assert_eq!(*scheme.generate_key(random).unwrap().declassify("a test"), expected);
    }
    struct Dead;
    impl Random for Dead {
        fn fill(&mut self, _: &mut [u8]) -> Result<(), RandomError> {
            Err(RandomError)
        }
    }
    assert_eq!(aeads()[0].generate_key(&mut Dead).err(), Some(RandomError));
}
