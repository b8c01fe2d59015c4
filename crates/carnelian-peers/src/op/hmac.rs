//! HMAC with SHA-256, RFC 2104: the tag of a message under a reused key, and under a key that is used once.

use super::answers::{Answer, Deterministic};
use super::growing::Growing;
use crate::inputs::{random_array, random_bytes};
use crate::operation::{Operation, Subject, repeat};
use crate::values::Unit;
use std::hint::black_box;

/// A key.
pub type Key = [u8; 32];
/// A tag.
pub type Tag = [u8; 32];

/// A key object: computes the tag of a message.
pub type Mac = Box<dyn Fn(&[u8]) -> Tag>;

/// A library's offer for the operations of this module.
#[derive(Clone)]
pub struct HmacSha256 {
    /// The backend that runs on this CPU.
    pub backend: String,
    /// Creates a key object, with the library's fastest strategy for reusing a key.
    pub key: Option<fn(&Key) -> Mac>,
    /// Computes the tag of a message from the bytes of a key.
    pub tag: fn(&Key, &[u8]) -> Tag,
}

/// Returns the operations, those with a reused key first.
#[must_use]
pub fn operations() -> Vec<Box<dyn Operation>> {
    vec![
        known_key("hmac-sha256/32B", 32),
        known_key("hmac-sha256/1KiB", 1 << 10),
        fresh_key("hmac-sha256/fresh-32B", 32),
    ]
}

/// Returns the operations that have a parameter.
#[must_use]
pub fn growing() -> Vec<Growing> {
    vec![
        Growing::over_sizes("hmac-sha256/SIZE", KNOWN_KEY.to_owned(), known_key),
        Growing::over_sizes("hmac-sha256/fresh-SIZE", FRESH_KEY.to_owned(), fresh_key),
    ]
}

const KNOWN_KEY: &str = "one call: from a key object and a message in memory to its tag; a library without key objects \
                         starts from the bytes of the key";
const FRESH_KEY: &str = "one call: from the 32 bytes of a key and a message in memory to its tag";

/// Returns a key object, or the closest equivalent.
fn key_object(offer: &HmacSha256, key: &Key) -> Mac {
    let (tag, key) = (offer.tag, *key);
    offer.key.map_or_else(|| -> Mac { Box::new(move |message| tag(&key, message)) }, |object| object(&key))
}

fn known_key(name: &str, size: usize) -> Box<dyn Operation> {
    let key: Key = random_array(0);
    Box::new(Deterministic {
        name: name.to_owned(),
        includes: KNOWN_KEY.to_owned(),
        unit: Unit::Bytes(size as u64),
        subject: Box::new(move |offer: &HmacSha256| {
            let (mac, message) = (key_object(offer, &key), random_bytes(size, 0));
            let without = if offer.key.is_some() { "" } else { ", no key object" };
            let backend = format!("{}{without}", offer.backend);
            Some(Subject::new(&backend, repeat(move || mac(black_box(&message)))))
        }),
        answers: Box::new(move |offer| {
            let mac = key_object(offer, &key);
            // A key object is reused: state from its first message must not remain in it.
            let first = mac(&random_bytes(size, 1));
            vec![Answer::bytes("first tag", &first), Answer::bytes("tag", &mac(&random_bytes(size, 0)))]
        }),
    })
}

fn fresh_key(name: &str, size: usize) -> Box<dyn Operation> {
    let key: Key = random_array(0);
    Box::new(Deterministic {
        name: name.to_owned(),
        includes: FRESH_KEY.to_owned(),
        unit: Unit::Bytes(size as u64),
        subject: Box::new(move |offer: &HmacSha256| {
            let (tag, message) = (offer.tag, random_bytes(size, 0));
            Some(Subject::new(&offer.backend, repeat(move || tag(black_box(&key), black_box(&message)))))
        }),
        answers: Box::new(move |offer| vec![Answer::bytes("tag", &(offer.tag)(&key, &random_bytes(size, 0)))]),
    })
}
