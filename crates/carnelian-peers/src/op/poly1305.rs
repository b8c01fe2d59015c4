//! Poly1305, RFC 8439 Section 2.5: the tag of one message.

use super::answers::{Answer, Deterministic};
use super::growing::Growing;
use crate::inputs::{random_array, random_bytes};
use crate::operation::{Operation, Subject, repeat};
use crate::values::Unit;
use std::hint::black_box;

/// A one-time key.
pub type Key = [u8; 32];
/// A tag.
pub type Tag = [u8; 16];

/// A library's offer for the operations of this module.
#[derive(Clone)]
pub struct Poly1305 {
    /// The backend that runs on this CPU.
    pub backend: String,
    /// Computes the tag of a message.
    pub tag: fn(&Key, &[u8]) -> Tag,
}

/// Returns the operations, shortest first.
#[must_use]
pub fn operations() -> Vec<Box<dyn Operation>> {
    vec![
        one_message("poly1305/64B", 64),
        one_message("poly1305/1KiB", 1 << 10),
        one_message("poly1305/16KiB", 16 << 10),
        one_message("poly1305/1MiB", 1 << 20),
    ]
}

/// Returns the operations that have a parameter.
#[must_use]
pub fn growing() -> Vec<Growing> {
    vec![Growing::over_sizes("poly1305/SIZE", INCLUDES.to_owned(), one_message)]
}

const INCLUDES: &str = "one call: from the bytes of a key and a message in memory to its tag, in one go";

fn one_message(name: &str, size: usize) -> Box<dyn Operation> {
    let key: Key = random_array(0);
    Box::new(Deterministic {
        name: name.to_owned(),
        includes: INCLUDES.to_owned(),
        unit: Unit::Bytes(size as u64),
        subject: Box::new(move |offer: &Poly1305| {
            let (tag, message) = (offer.tag, random_bytes(size, 0));
            Some(Subject::new(&offer.backend, repeat(move || tag(black_box(&key), black_box(&message)))))
        }),
        answers: Box::new(move |offer| vec![Answer::bytes("tag", &(offer.tag)(&key, &random_bytes(size, 0)))]),
    })
}
