//! SHA-512, FIPS 180-4: one message of any size, and many messages at once.

use super::answers::{Answer, Deterministic};
use super::{Growing, Operation, Subject, Unit, random_bytes, repeat};
use std::fmt::Display;
use std::hint::black_box;

/// A digest.
pub type Digest = [u8; 64];

/// Writes the digest of each message to the same place among the digests.
pub type DigestBatch = fn(&[&[u8]], &mut [Digest]);

/// What a library offers to be measured here.
#[derive(Clone)]
pub struct Sha512 {
    /// The backend that runs on this CPU.
    pub backend: String,
    /// The digest of one message.
    pub digest: fn(&[u8]) -> Digest,
    /// The digests of many messages, if the library has a way of its own; else they are hashed one after the other.
    pub digest_batch: Option<DigestBatch>,
}

impl Sha512 {
    /// The digests of many messages in the best way that the library has.
    pub fn digest_all(&self, messages: &[&[u8]], digests: &mut [Digest]) {
        if let Some(digest_batch) = self.digest_batch {
            digest_batch(messages, digests);
        } else {
            for (message, digest) in messages.iter().zip(digests) {
                *digest = (self.digest)(message);
            }
        }
    }
}

/// The operations, shortest first.
#[must_use]
pub fn operations() -> Vec<Box<dyn Operation>> {
    vec![
        one_message("sha512/64B", 64),
        one_message("sha512/1KiB", 1 << 10),
        one_message("sha512/16KiB", 16 << 10),
        one_message("sha512/1MiB", 1 << 20),
        many_messages("sha512/batch8-1KiB", 8),
    ]
}

/// What grows.
#[must_use]
pub fn growing() -> Vec<Growing> {
    vec![
        Growing::over_sizes("sha512/SIZE", ONE_MESSAGE.to_owned(), one_message),
        Growing::over_batches("sha512/batchN-1KiB", 4096, many_messages_include("N"), many_messages),
    ]
}

const ONE_MESSAGE: &str = "one call: from a message in memory to its digest, in one go";

fn one_message(name: &str, size: usize) -> Box<dyn Operation> {
    let message = move || random_bytes(size, 0);
    Box::new(Deterministic {
        name: name.to_owned(),
        includes: ONE_MESSAGE.to_owned(),
        unit: Unit::Bytes(size as u64),
        subject: Box::new(move |offer: &Sha512| {
            let (digest, message) = (offer.digest, message());
            Some(Subject::new(&offer.backend, repeat(move || digest(black_box(&message)))))
        }),
        answers: Box::new(move |offer| vec![Answer::bytes("digest", &(offer.digest)(&message()))]),
    })
}

fn many_messages_include(count: impl Display) -> String {
    format!(
        "one call: from {count} messages of 1 KiB in memory to their digests; a library without a call for many \
         messages hashes them one after the other"
    )
}

fn many_messages(name: &str, count: usize) -> Box<dyn Operation> {
    const SIZE: usize = 1 << 10;
    let messages = move || -> Vec<Vec<u8>> { (0..count as u64).map(|number| random_bytes(SIZE, number)).collect() };
    Box::new(Deterministic {
        name: name.to_owned(),
        includes: many_messages_include(count),
        unit: Unit::Bytes((count * SIZE) as u64),
        subject: Box::new(move |offer: &Sha512| {
            let (library, messages) = (offer.clone(), messages());
            let mut digests = vec![[0; 64]; count];
            let calls = Box::new(move |calls| {
                let messages: Vec<&[u8]> = messages.iter().map(|message| &message[..]).collect();
                for _ in 0..calls {
                    library.digest_all(black_box(&messages), black_box(&mut digests));
                }
            });
            Some(Subject::of_batch(&offer.backend, offer.digest_batch.is_some(), calls))
        }),
        answers: Box::new(move |offer| {
            let (messages, mut digests) = (messages(), vec![[0; 64]; count]);
            offer.digest_all(&messages.iter().map(|message| &message[..]).collect::<Vec<_>>(), &mut digests);
            digests.iter().map(|digest| Answer::bytes("digest", digest)).collect()
        }),
    })
}
