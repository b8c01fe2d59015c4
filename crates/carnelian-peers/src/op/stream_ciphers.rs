//! ChaCha20, RFC 8439 Section 2.4, and Salsa20 with nonces of 8 bytes: the keystream from block 0 on, applied to data in
//! place.

use super::answers::{Answer, Deterministic};
use super::growing::Growing;
use crate::inputs::{random_array, random_bytes};
use crate::operation::{Operation, Subject};
use crate::values::Unit;
use std::hint::black_box;

/// A key.
pub type Key = [u8; 32];

/// A library's offer of a cipher, which its nonce tells from others.
#[derive(Clone)]
pub struct StreamCipher<const NONCE_LEN: usize> {
    /// The backend that runs on this CPU.
    pub backend: String,
    /// Encrypts or decrypts in place, with the block counter starting at 0.
    pub apply: fn(&Key, &[u8; NONCE_LEN], &mut [u8]),
}

/// A library's offer of ChaCha20.
pub type ChaCha20 = StreamCipher<12>;
/// A library's offer of Salsa20.
pub type Salsa20 = StreamCipher<8>;

/// Returns the operations, shortest first.
#[must_use]
pub fn operations() -> Vec<Box<dyn Operation>> {
    vec![
        one_message::<12>("chacha20/64B", 64),
        one_message::<12>("chacha20/1KiB", 1 << 10),
        one_message::<12>("chacha20/16KiB", 16 << 10),
        one_message::<12>("chacha20/1MiB", 1 << 20),
        one_message::<8>("salsa20/64B", 64),
        one_message::<8>("salsa20/1KiB", 1 << 10),
        one_message::<8>("salsa20/1MiB", 1 << 20),
    ]
}

/// Returns the operations that have a parameter.
#[must_use]
pub fn growing() -> Vec<Growing> {
    vec![
        Growing::over_sizes("chacha20/SIZE", INCLUDES.to_owned(), one_message::<12>),
        Growing::over_sizes("salsa20/SIZE", INCLUDES.to_owned(), one_message::<8>),
    ]
}

const INCLUDES: &str = "one call: from the bytes of a key and a nonce, encrypting data in place from block 0 on";

fn one_message<const NONCE_LEN: usize>(name: &str, size: usize) -> Box<dyn Operation> {
    let (key, nonce): (Key, [u8; NONCE_LEN]) = (random_array(0), random_array(1));
    Box::new(Deterministic {
        name: name.to_owned(),
        includes: INCLUDES.to_owned(),
        unit: Unit::Bytes(size as u64),
        subject: Box::new(move |offer: &StreamCipher<NONCE_LEN>| {
            let (apply, mut data) = (offer.apply, random_bytes(size, 0));
            let calls = Box::new(move |calls| {
                for _ in 0..calls {
                    apply(black_box(&key), black_box(&nonce), black_box(&mut data));
                }
            });
            Some(Subject::new(&offer.backend, calls))
        }),
        answers: Box::new(move |offer| {
            let mut data = random_bytes(size, 0);
            (offer.apply)(&key, &nonce, &mut data);
            vec![Answer::bytes("ciphertext", &data)]
        }),
    })
}
