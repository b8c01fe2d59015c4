//! AES with 256-bit keys in counter mode, SP 800-38A Section 6.5, applied to data in place.

use super::answers::{Answer, Deterministic};
use super::growing::Growing;
use crate::inputs::{random_array, random_bytes};
use crate::operation::{Operation, Subject};
use crate::values::Unit;
use std::hint::black_box;

/// A key.
pub type Key = [u8; 32];
/// The first counter block.
pub type Counter = [u8; 16];

/// A key object: encrypts or decrypts in place, starting from the given counter block.
pub type Apply = Box<dyn Fn(&Counter, &mut [u8])>;

/// A library's offer for the operations of this module.
#[derive(Clone)]
pub struct Aes256Ctr {
    /// The backend that runs on this CPU.
    pub backend: String,
    /// Creates a key object.
    pub key: fn(&Key) -> Apply,
}

/// Returns the operations, shortest first.
#[must_use]
pub fn operations() -> Vec<Box<dyn Operation>> {
    vec![
        one_message("aes256ctr/64B", 64),
        one_message("aes256ctr/1KiB", 1 << 10),
        one_message("aes256ctr/16KiB", 16 << 10),
        one_message("aes256ctr/1MiB", 1 << 20),
    ]
}

/// Returns the operations that have a parameter.
#[must_use]
pub fn growing() -> Vec<Growing> {
    vec![Growing::over_sizes("aes256ctr/SIZE", INCLUDES.to_owned(), one_message)]
}

const INCLUDES: &str = "one call: from a key object and the first counter block, encrypting data in place; a library \
                        without key objects starts from the bytes of the key";

fn one_message(name: &str, size: usize) -> Box<dyn Operation> {
    let (key, counter): (Key, Counter) = (random_array(0), random_array(1));
    Box::new(Deterministic {
        name: name.to_owned(),
        includes: INCLUDES.to_owned(),
        unit: Unit::Bytes(size as u64),
        subject: Box::new(move |offer: &Aes256Ctr| {
            let (apply, mut data) = ((offer.key)(&key), random_bytes(size, 0));
            let calls = Box::new(move |calls| {
                for _ in 0..calls {
                    apply(black_box(&counter), black_box(&mut data));
                }
            });
            Some(Subject::new(&offer.backend, calls))
        }),
        answers: Box::new(move |offer| {
            let (apply, mut data) = ((offer.key)(&key), random_bytes(size, 0));
            // The timed messages are not the first ones of their key object.
            apply(&[0; 16], &mut random_bytes(size, 1));
            apply(&counter, &mut data);
            vec![Answer::bytes("ciphertext", &data)]
        }),
    })
}
