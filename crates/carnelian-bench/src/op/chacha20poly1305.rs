//! ChaCha20-Poly1305, RFC 8439 Section 2.8, and XChaCha20-Poly1305, draft-irtf-cfrg-xchacha: sealing in place and opening
//! into another buffer, with 13 bytes of associated data, as a record of TLS has.

use super::answers::{Answer, Deterministic};
use super::{Growing, Operation, Subject, Unit, random_array, random_bytes};
use std::hint::black_box;

/// A key.
pub type Key = [u8; 32];
/// A tag.
pub type Tag = [u8; 16];

/// A key object: encrypts data where it lies and gives the tag, from a nonce, associated data and the data.
pub type Seal<const NONCE_LEN: usize> = Box<dyn Fn(&[u8; NONCE_LEN], &[u8], &mut [u8]) -> Tag>;
/// A key object: decrypts into another buffer, and says whether the tag is right, from a nonce, associated data, the
/// ciphertext, the tag and the buffer.
pub type Open<const NONCE_LEN: usize> = Box<dyn Fn(&[u8; NONCE_LEN], &[u8], &[u8], &Tag, &mut [u8]) -> bool>;

/// What a library offers to be measured here: with nonces of 12 bytes ChaCha20-Poly1305, with 24 XChaCha20-Poly1305.
#[derive(Clone)]
pub struct Aead<const NONCE_LEN: usize> {
    /// The backend that runs on this CPU.
    pub backend: String,
    /// Makes a key object that encrypts.
    pub seal: fn(&Key) -> Seal<NONCE_LEN>,
    /// Makes a key object that decrypts. One that works in place copies the ciphertext first.
    pub open: fn(&Key) -> Open<NONCE_LEN>,
}

/// The offer for ChaCha20-Poly1305.
pub type ChaCha20Poly1305 = Aead<12>;
/// The offer for XChaCha20-Poly1305.
pub type XChaCha20Poly1305 = Aead<24>;

const SIZES: [(&str, usize); 4] = [("64B", 64), ("1KiB", 1 << 10), ("16KiB", 16 << 10), ("1MiB", 1 << 20)];

/// The operations, shortest first.
#[must_use]
pub fn operations() -> Vec<Box<dyn Operation>> {
    let of_family = |family: &'static str, seal: Make, open: Make| {
        let sealing = SIZES.map(|(name, size)| seal(&format!("{family}/seal-{name}"), size));
        let opening = SIZES.map(|(name, size)| open(&format!("{family}/open-{name}"), size));
        sealing.into_iter().chain(opening)
    };
    of_family("chacha20poly1305", sealing::<12>, opening::<12>)
        .chain(of_family("xchacha20poly1305", sealing::<24>, opening::<24>))
        .collect()
}

type Make = fn(&str, usize) -> Box<dyn Operation>;

/// What grows.
#[must_use]
pub fn growing() -> Vec<Growing> {
    vec![
        Growing::over_sizes("chacha20poly1305/seal-SIZE", SEALING.to_owned(), sealing::<12>),
        Growing::over_sizes("chacha20poly1305/open-SIZE", OPENING.to_owned(), opening::<12>),
        Growing::over_sizes("xchacha20poly1305/seal-SIZE", SEALING.to_owned(), sealing::<24>),
        Growing::over_sizes("xchacha20poly1305/open-SIZE", OPENING.to_owned(), opening::<24>),
    ]
}

const SEALING: &str = "one call: from a key object, a nonce and 13 bytes of associated data, encrypting a message in place \
                       and making its tag";
const OPENING: &str = "one call: from a key object, a nonce, 13 bytes of associated data, a ciphertext and its tag to the \
                       plaintext in another buffer; a library that works in place copies the ciphertext first";

fn inputs<const NONCE_LEN: usize>(size: usize) -> (Key, [u8; NONCE_LEN], [u8; 13], Vec<u8>) {
    (random_array(0), random_array(1), random_array(2), random_bytes(size, 0))
}

fn sealing<const NONCE_LEN: usize>(name: &str, size: usize) -> Box<dyn Operation> {
    Box::new(Deterministic {
        name: name.to_owned(),
        includes: SEALING.to_owned(),
        unit: Unit::Bytes(size as u64),
        subject: Box::new(move |offer: &Aead<NONCE_LEN>| {
            let (key, nonce, associated, mut data) = inputs::<NONCE_LEN>(size);
            let seal = (offer.seal)(&key);
            let calls = Box::new(move |calls| {
                for _ in 0..calls {
                    black_box(seal(black_box(&nonce), black_box(&associated), black_box(&mut data)));
                }
            });
            Some(Subject::new(&offer.backend, calls))
        }),
        answers: Box::new(move |offer| {
            let (key, nonce, associated, mut data) = inputs::<NONCE_LEN>(size);
            let tag = (offer.seal)(&key)(&nonce, &associated, &mut data);
            vec![Answer::bytes("tag", &tag), Answer::bytes("ciphertext", &data)]
        }),
    })
}

fn opening<const NONCE_LEN: usize>(name: &str, size: usize) -> Box<dyn Operation> {
    let sealed = move |offer: &Aead<NONCE_LEN>| {
        let (key, nonce, associated, mut data) = inputs::<NONCE_LEN>(size);
        let tag = (offer.seal)(&key)(&nonce, &associated, &mut data);
        (key, nonce, associated, data, tag)
    };
    Box::new(Deterministic {
        name: name.to_owned(),
        includes: OPENING.to_owned(),
        unit: Unit::Bytes(size as u64),
        subject: Box::new(move |offer: &Aead<NONCE_LEN>| {
            let (key, nonce, associated, data, tag) = sealed(offer);
            let (open, mut plaintext) = ((offer.open)(&key), vec![0; size]);
            let calls = Box::new(move |calls| {
                for _ in 0..calls {
                    let plaintext = black_box(&mut plaintext);
                    assert!(open(black_box(&nonce), black_box(&associated), black_box(&data), &tag, plaintext));
                }
            });
            Some(Subject::new(&offer.backend, calls))
        }),
        answers: Box::new(move |offer| {
            let (key, nonce, associated, mut data, tag) = sealed(offer);
            let (open, mut plaintext) = ((offer.open)(&key), vec![0; size]);
            let accepted = open(&nonce, &associated, &data, &tag, &mut plaintext);
            data[size / 2] ^= 1;
            vec![
                Answer::bytes_or_refusal("plaintext", accepted.then_some(&plaintext)),
                Answer::verdict("a changed ciphertext", open(&nonce, &associated, &data, &tag, &mut vec![0; size])),
            ]
        }),
    })
}
