//! Authenticated encryption: sealing in place and opening into another buffer, with 13 bytes of associated data, as in
//! a TLS record.

pub mod nacl_box;

use super::answers::{Answer, Deterministic};
use super::growing::Growing;
use crate::inputs::{random_array, random_bytes};
use crate::operation::{Operation, Subject};
use crate::values::Unit;
use std::hint::black_box;

/// A scheme: a marker type that tells the libraries' offers apart.
pub trait Scheme: Sized + 'static {
    /// A key.
    type Key: Bytes;
    /// A nonce.
    type Nonce: Bytes;
    /// The prefix of operation names: `name/seal-64B`, `name/open-64B`.
    const NAME: &'static str;
}

/// An array of bytes.
pub trait Bytes: AsRef<[u8]> + Copy + 'static {
    /// Returns random bytes, the same on every machine.
    fn random(number: u64) -> Self;
}

impl<const LEN: usize> Bytes for [u8; LEN] {
    fn random(number: u64) -> Self {
        random_array(number)
    }
}

/// A tag.
pub type Tag = [u8; 16];

/// A key object for encryption: takes a nonce, associated data and the data, encrypts the data in place and returns the
/// tag.
pub type Seal<S> = Box<dyn Fn(&<S as Scheme>::Nonce, &[u8], &mut [u8]) -> Tag>;
/// A key object for decryption: takes a nonce, associated data, the ciphertext, the tag and a buffer, decrypts into the
/// buffer and returns whether the tag is valid.
pub type Open<S> = Box<dyn Fn(&<S as Scheme>::Nonce, &[u8], &[u8], &Tag, &mut [u8]) -> bool>;

/// Creates a key object from a key.
type OfKey<S, Object> = Box<dyn Fn(&<S as Scheme>::Key) -> Object>;

/// A library's offer of a scheme.
pub struct Aead<S: Scheme> {
    /// The backend that runs on this CPU.
    pub backend: String,
    seal: OfKey<S, Seal<S>>,
    open: OfKey<S, Open<S>>,
}

impl<S: Scheme> Aead<S> {
    /// Creates an offer from a backend and the functions that create key objects: for encryption, and for decryption. A
    /// decrypting key object that works in place copies the ciphertext first.
    pub fn new(
        backend: &str,
        seal: impl Fn(&S::Key) -> Seal<S> + 'static,
        open: impl Fn(&S::Key) -> Open<S> + 'static,
    ) -> Self {
        Self { backend: backend.to_owned(), seal: Box::new(seal), open: Box::new(open) }
    }

    /// Returns a key object for encryption.
    #[must_use]
    pub fn seal(&self, key: &S::Key) -> Seal<S> {
        (self.seal)(key)
    }

    /// Returns a key object for decryption.
    #[must_use]
    pub fn open(&self, key: &S::Key) -> Open<S> {
        (self.open)(key)
    }
}

/// Defines the table of schemes: the marker type, a library's offer, the name, and the lengths of a key and of a nonce
/// in bytes.
macro_rules! schemes {
    ($($(#[$doc:meta])* $marker:ident $offer:ident $name:literal $key_len:literal $nonce_len:literal;)+) => {
        $(
            $(#[$doc])*
            #[derive(Clone, Debug)]
            pub enum $marker {}

            impl Scheme for $marker {
                type Key = [u8; $key_len];
                type Nonce = [u8; $nonce_len];
                const NAME: &'static str = $name;
            }

            /// A library's offer of the scheme.
            pub type $offer = Aead<$marker>;
        )+

        /// Returns the operations, scheme by scheme, shortest first.
        #[must_use]
        pub fn operations() -> Vec<Box<dyn Operation>> {
            [$(operations_of::<$marker>()),+].into_iter().flatten().collect()
        }

        /// Returns the operations that have a parameter.
        #[must_use]
        pub fn growing() -> Vec<Growing> {
            [$(growing_of::<$marker>()),+].into_iter().flatten().collect()
        }
    };
}

schemes! {
    /// ChaCha20-Poly1305, RFC 8439 Section 2.8.
    ChaCha20Poly1305Scheme ChaCha20Poly1305 "chacha20poly1305" 32 12;
    /// XChaCha20-Poly1305, draft-irtf-cfrg-xchacha.
    XChaCha20Poly1305Scheme XChaCha20Poly1305 "xchacha20poly1305" 32 24;
    /// AES-GCM with a key of 128 bits, SP 800-38D.
    Aes128GcmScheme Aes128Gcm "aes128gcm" 16 12;
    /// AES-GCM with a key of 256 bits, SP 800-38D.
    Aes256GcmScheme Aes256Gcm "aes256gcm" 32 12;
    /// AES-GCM-SIV with a key of 256 bits, RFC 8452.
    Aes256GcmSivScheme Aes256GcmSiv "aes256gcmsiv" 32 12;
}

const SIZES: [(&str, usize); 4] = [("64B", 64), ("1KiB", 1 << 10), ("16KiB", 16 << 10), ("1MiB", 1 << 20)];

fn operations_of<S: Scheme>() -> Vec<Box<dyn Operation>> {
    let sealing = SIZES.map(|(label, size)| sealing::<S>(&format!("{}/seal-{label}", S::NAME), size));
    let opening = SIZES.map(|(label, size)| opening::<S>(&format!("{}/open-{label}", S::NAME), size));
    sealing.into_iter().chain(opening).collect()
}

fn growing_of<S: Scheme>() -> Vec<Growing> {
    vec![
        Growing::over_sizes(&format!("{}/seal-SIZE", S::NAME), SEALING.to_owned(), sealing::<S>),
        Growing::over_sizes(&format!("{}/open-SIZE", S::NAME), OPENING.to_owned(), opening::<S>),
    ]
}

const SEALING: &str = "one call: from a key object, a nonce and 13 bytes of associated data, encrypting a message in place \
                       and making its tag";
const OPENING: &str = "one call: from a key object, a nonce, 13 bytes of associated data, a ciphertext and its tag to the \
                       plaintext in another buffer; a library that works in place copies the ciphertext first";

fn inputs<S: Scheme>(size: usize) -> (S::Key, S::Nonce, [u8; 13], Vec<u8>) {
    (S::Key::random(0), S::Nonce::random(1), random_array(2), random_bytes(size, 0))
}

fn sealing<S: Scheme>(name: &str, size: usize) -> Box<dyn Operation> {
    Box::new(Deterministic {
        name: name.to_owned(),
        includes: SEALING.to_owned(),
        unit: Unit::Bytes(size as u64),
        subject: Box::new(move |offer: &Aead<S>| {
            let (key, nonce, aad, mut data) = inputs::<S>(size);
            let seal = offer.seal(&key);
            let calls = Box::new(move |calls| {
                for _ in 0..calls {
                    black_box(seal(black_box(&nonce), black_box(&aad), black_box(&mut data)));
                }
            });
            Some(Subject::new(&offer.backend, calls))
        }),
        answers: Box::new(move |offer: &Aead<S>| {
            let (key, nonce, aad, mut data) = inputs::<S>(size);
            let seal = offer.seal(&key);
            // The timed messages are not the first ones of their key object.
            seal(&nonce, &aad, &mut random_bytes(size, 1));
            let tag = seal(&nonce, &aad, &mut data);
            vec![Answer::bytes("tag", &tag), Answer::bytes("ciphertext", &data)]
        }),
    })
}

fn opening<S: Scheme>(name: &str, size: usize) -> Box<dyn Operation> {
    let sealed = move |offer: &Aead<S>| {
        let (key, nonce, aad, mut data) = inputs::<S>(size);
        let tag = offer.seal(&key)(&nonce, &aad, &mut data);
        (key, nonce, aad, data, tag)
    };
    Box::new(Deterministic {
        name: name.to_owned(),
        includes: OPENING.to_owned(),
        unit: Unit::Bytes(size as u64),
        subject: Box::new(move |offer: &Aead<S>| {
            let (key, nonce, aad, data, tag) = sealed(offer);
            let (open, mut plaintext) = (offer.open(&key), vec![0; size]);
            let calls = Box::new(move |calls| {
                for _ in 0..calls {
                    let plaintext = black_box(&mut plaintext);
                    assert!(open(black_box(&nonce), black_box(&aad), black_box(&data), &tag, plaintext));
                }
            });
            Some(Subject::new(&offer.backend, calls))
        }),
        answers: Box::new(move |offer: &Aead<S>| {
            let (key, nonce, aad, mut data, tag) = sealed(offer);
            let (open, mut plaintext) = (offer.open(&key), vec![0; size]);
            data[size / 2] ^= 1;
            let changed = open(&nonce, &aad, &data, &tag, &mut plaintext);
            data[size / 2] ^= 1;
            let accepted = open(&nonce, &aad, &data, &tag, &mut plaintext);
            vec![
                Answer::bytes_or_refusal("plaintext", accepted.then_some(&plaintext)),
                Answer::verdict("a changed ciphertext", changed),
            ]
        }),
    })
}
