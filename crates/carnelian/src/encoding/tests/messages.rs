//! No message holds a byte of a private key, whatever a file is taken for: two files that differ in the key only are
//! refused with the same words.

use super::super::pem;
use super::*;
use crate::base::random::TestRandom;
use alloc::string::String;
use alloc::vec;
use std::format;

/// Bytes of keys. None of them begins a DER value that is read here, and none is a character of a text.
const MARKERS: [u8; 2] = [0xc7, 0xe9];
/// The first bytes of keys: a marker, or an identifier octet, so that the marker after it is read as a length.
const LEADS: [Option<u8>; 6] = [None, Some(0x02), Some(0x04), Some(0x30), Some(0x80), Some(0xa1)];
/// The bytes that stand in for others.
const REPLACEMENTS: [u8; 7] = [0x00, 0x04, 0x30, 0x80, 0xff, b'-', b'\n'];

/// Returns what every reader says of a file.
fn said(file: &[u8]) -> Vec<String> {
    fn words<T>(read: Result<T, EncodingError>) -> String {
        read.map_or_else(|error| format!("{error}\n{error:?}"), |_| "read".into())
    }
    let passphrase = b"passphrase";
    let algorithms = [Some(Algorithm::Ed25519), Some(Algorithm::X25519), Some(Algorithm::MlDsa44), None];
    let mut said = vec![
        words(Form::of(file)),
        words(PrivateKeyInfo::from_pkcs8_der(file)),
        words(PrivateKeyInfo::from_pkcs8_pem(file)),
        words(PrivateKeyInfo::from_encrypted_der(file, passphrase)),
        words(PrivateKeyInfo::from_encrypted_pem(file, passphrase)),
        words(SubjectPublicKeyInfo::from_spki_der(file)),
        words(SubjectPublicKeyInfo::from_spki_pem(file)),
    ];
    for algorithm in algorithms {
        said.push(words(PrivateKeyInfo::from_file(file, algorithm, Some(passphrase))));
        said.push(words(SubjectPublicKeyInfo::from_file(file, algorithm)));
        if let Some(algorithm) = algorithm {
            said.push(words(PrivateKeyInfo::from_hex(algorithm, file)));
            said.push(words(SubjectPublicKeyInfo::from_hex(algorithm, file)));
        }
    }
    said
}

#[track_caller]
fn are_refused_in_the_same_words([a, b]: &[Vec<u8>; 2]) {
    assert_eq!(said(a), said(b), "{a:x?}");
}

/// Returns two keys of `length` bytes.
fn keys(lead: Option<u8>, length: usize) -> [Vec<u8>; 2] {
    MARKERS.map(|marker| {
        let mut key = vec![marker; length];
        key[..1].copy_from_slice(&[lead.unwrap_or(marker)]);
        key
    })
}

/// Calls `check` with two files that are damaged in the same way at the place `at`.
fn damaged(files: &[Vec<u8>; 2], at: usize, check: impl Fn(&[Vec<u8>; 2])) {
    let both = |damage: &dyn Fn(&mut Vec<u8>)| {
        let mut files = files.clone();
        files.iter_mut().for_each(damage);
        check(&files);
    };
    both(&|file| file.truncate(at));
    both(&|file| {
        file.remove(at);
    });
    both(&|file| drop(file.drain(..at)));
    for byte in REPLACEMENTS {
        both(&|file| file[at] = byte);
        both(&|file| file.insert(at, byte));
    }
}

/// Returns the places of `files` that are worth damage: those of the structure and the ends of the key.
fn places([a, b]: &[Vec<u8>; 2]) -> impl Iterator<Item = usize> {
    let differ = |at: &usize| a[*at] != b[*at];
    let first = (0..a.len()).find(differ).expect("the keys differ");
    let last = (0..a.len()).rfind(differ).expect("the keys differ");
    (0..first + 2).chain(last - 1..a.len().min(last + 10))
}

#[test]
fn structures_that_are_damaged_anywhere() {
    // One of each structure.
    let algorithms =
        [Algorithm::Ed25519, Algorithm::X25519, Algorithm::MlKem512, Algorithm::MlDsa44, Algorithm::SlhDsaSha2_128s];
    for algorithm in algorithms {
        let public = vec![9; (0..5000).find(|length| algorithm.public_lengths().contains(*length)).unwrap()];
        for length in (0..5000).filter(|length| algorithm.private_lengths().contains(*length)) {
            let leads = if length < 100 { &LEADS[..] } else { &LEADS[..1] };
            for &lead in leads {
                let info = keys(lead, length).map(|key| PrivateKeyInfo::new(algorithm, &key, Some(&public)).unwrap());
                let v1 = info.each_ref().map(|info| info.to_pkcs8_der().declassify("test").clone());
                let v2 = info.each_ref().map(|info| info.to_pkcs8_v2_der().unwrap().declassify("test").clone());
                for files in [v1, v2] {
                    places(&files).for_each(|at| {
                        damaged(&files, at, |files| {
                            are_refused_in_the_same_words(files);
                            // A text of a long structure is long, and its readers are the same.
                            if length < 100 {
                                let texts = files.each_ref().map(|der| pem::encode(pem::PRIVATE_KEY, der));
                                are_refused_in_the_same_words(&texts);
                            }
                        });
                    });
                }
            }
        }
    }
}

#[test]
fn texts_that_are_damaged_anywhere() {
    let files = keys(None, 32).map(|key| PrivateKeyInfo::new(Algorithm::Ed25519, &key, None).unwrap());
    let pem = files.each_ref().map(|info| info.to_pkcs8_pem().declassify("test").clone());
    let one_line = pem.clone().map(|text| text.into_iter().filter(|c| *c != b'\n').collect());
    for files in [pem, one_line] {
        let before_the_key = files[0].len() - 80;
        for at in (0..before_the_key).chain(files[0].len() - 28..files[0].len()) {
            damaged(&files, at, are_refused_in_the_same_words);
        }
        // Without the dashes after it, the digits stand where a label does.
        let end = |file: &Vec<u8>| file.windows(8).position(|window| window == b"KEY-----").unwrap() + 3;
        are_refused_in_the_same_words(&files.clone().map(|mut file| {
            drop(file.drain(end(&file)..end(&file) + 5));
            file
        }));
    }
}

#[test]
fn bytes_of_every_length() {
    for length in 1..200 {
        for lead in LEADS {
            are_refused_in_the_same_words(&keys(lead, length));
        }
        // A text that is none: the place where the digits end is no secret, the character there may be one. Nor is it a
        // secret that a text consists of digits of hexadecimal or base64.
        for markers in [[b'!', b'~'], [b'k', b'Z'], [b'7', b'b'], [b'-', b'_']] {
            are_refused_in_the_same_words(&markers.map(|marker| vec![marker; length]));
            are_refused_in_the_same_words(&markers.map(|marker| [vec![marker; length], b"\n".to_vec()].concat()));
        }
    }
}

/// The content of an encrypted file is no less secret.
#[test]
fn encrypted_structures_that_are_damaged() {
    let encryption = Encryption::with_iterations(1000).unwrap();
    let files = keys(None, 32).map(|key| {
        PrivateKeyInfo::new(Algorithm::Ed25519, &key, None).unwrap().to_pkcs8_der().declassify("test").clone()
    });
    for at in 2..16 {
        damaged(&files, at, |files| {
            // The length of the whole is right, since it is how a wrong passphrase is noticed.
            let encrypted = files.clone().map(|mut der| {
                der.splice(..2, [0x30, 0]);
                der[1] = (der.len() - 2) as u8;
                pbes2::encrypt(&der, b"passphrase", encryption, &mut TestRandom::new(3)).unwrap()
            });
            are_refused_in_the_same_words(&encrypted);
        });
    }
}
