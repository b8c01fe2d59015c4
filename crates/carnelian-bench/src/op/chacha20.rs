//! ChaCha20, RFC 8439 Section 2.4: the keystream from block 0 on, applied to data in place.

use super::answers::{Answer, Deterministic};
use super::{Growing, Operation, Subject, Unit, random_array, random_bytes};
use std::hint::black_box;

/// A key.
pub type Key = [u8; 32];
/// A nonce.
pub type Nonce = [u8; 12];

/// A library's offer for the operations of this module.
#[derive(Clone)]
pub struct ChaCha20 {
    /// The backend that runs on this CPU.
    pub backend: String,
    /// Encrypts or decrypts in place, with the block counter starting at 0.
    pub apply: fn(&Key, &Nonce, &mut [u8]),
}

/// Returns the operations, shortest first.
#[must_use]
pub fn operations() -> Vec<Box<dyn Operation>> {
    vec![
        one_message("chacha20/64B", 64),
        one_message("chacha20/1KiB", 1 << 10),
        one_message("chacha20/16KiB", 16 << 10),
        one_message("chacha20/1MiB", 1 << 20),
    ]
}

/// Returns the operations that have a parameter.
#[must_use]
pub fn growing() -> Vec<Growing> {
    vec![Growing::over_sizes("chacha20/SIZE", INCLUDES.to_owned(), one_message)]
}

const INCLUDES: &str = "one call: from the bytes of a key and a nonce, encrypting data in place from block 0 on";

fn one_message(name: &str, size: usize) -> Box<dyn Operation> {
    let (key, nonce): (Key, Nonce) = (random_array(0), random_array(1));
    Box::new(Deterministic {
        name: name.to_owned(),
        includes: INCLUDES.to_owned(),
        unit: Unit::Bytes(size as u64),
        subject: Box::new(move |offer: &ChaCha20| {
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
