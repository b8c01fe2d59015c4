//! SHA-512, FIPS 180-4: one message of several sizes, and eight messages at once.

use super::{Difference, Offers, Operation, Subject, Unit, hex, repeat};
use carnelian::__internals::TestRandom;
use carnelian::random::Random;
use std::hint::black_box;
use std::rc::Rc;

/// A digest.
pub type Digest = [u8; 64];

/// Writes the digest of each message to the same place among the digests.
pub type DigestBatch = fn(&[&[u8]], &mut [Digest]);

/// What a library offers to be measured here.
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
        Box::new(OneMessage::new("sha512/64B", 64)),
        Box::new(OneMessage::new("sha512/1KiB", 1 << 10)),
        Box::new(OneMessage::new("sha512/16KiB", 16 << 10)),
        Box::new(OneMessage::new("sha512/1MiB", 1 << 20)),
        Box::new(EightMessages::new("sha512/batch8-1KiB", 1 << 10)),
    ]
}

/// One call hashes one message.
struct OneMessage {
    name: &'static str,
    message: Rc<[u8]>,
}

impl OneMessage {
    fn new(name: &'static str, len: usize) -> Self {
        Self { name, message: message(len, 0) }
    }
}

impl Operation for OneMessage {
    fn name(&self) -> &str {
        self.name
    }

    fn includes(&self) -> &'static str {
        "one call: from a message in memory to its digest, in one go"
    }

    fn unit(&self) -> Unit {
        Unit::Bytes(self.message.len() as u64)
    }

    fn subject(&self, library: &Offers) -> Option<Subject> {
        let offer = library.get::<Sha512>()?;
        let (digest, message) = (offer.digest, Rc::clone(&self.message));
        Some(Subject::new(&offer.backend, repeat(move || digest(black_box(&message)))))
    }

    fn check(&self, ours: &Offers, theirs: &Offers) -> Result<(), Difference> {
        let digest = |library: &Offers| library.get::<Sha512>().map(|offer| (offer.digest)(&self.message));
        agree(digest(ours).as_slice(), digest(theirs).as_slice())
    }
}

/// One call hashes eight messages of one length.
struct EightMessages {
    name: &'static str,
    messages: [Rc<[u8]>; 8],
}

impl EightMessages {
    fn new(name: &'static str, len: usize) -> Self {
        Self { name, messages: std::array::from_fn(|i| message(len, i as u64)) }
    }
}

impl Operation for EightMessages {
    fn name(&self) -> &str {
        self.name
    }

    fn includes(&self) -> &'static str {
        "one call: from eight messages of one length in memory to their digests; a library without a call for many \
         messages hashes them one after the other"
    }

    fn unit(&self) -> Unit {
        Unit::Bytes(self.messages.iter().map(|message| message.len() as u64).sum())
    }

    fn subject(&self, library: &Offers) -> Option<Subject> {
        let offer = library.get::<Sha512>()?;
        let messages = self.messages.clone();
        let (digest, digest_batch) = (offer.digest, offer.digest_batch);
        let calls = match digest_batch {
            Some(digest_batch) => repeat(move || {
                let mut digests = [[0; 64]; 8];
                digest_batch(&messages.each_ref().map(|message| &**black_box(message)), &mut digests);
                digests
            }),
            None => repeat(move || messages.each_ref().map(|message| digest(black_box(message)))),
        };
        Some(Subject::of_batch(&offer.backend, digest_batch.is_some(), calls))
    }

    fn check(&self, ours: &Offers, theirs: &Offers) -> Result<(), Difference> {
        let digests = |library: &Offers| {
            library.get::<Sha512>().map_or(Vec::new(), |offer| {
                let mut digests = vec![[0; 64]; self.messages.len()];
                offer.digest_all(&self.messages.each_ref().map(|message| &**message), &mut digests);
                digests
            })
        };
        agree(&digests(ours), &digests(theirs))
    }
}

/// Random bytes, the same on every machine.
fn message(len: usize, number: u64) -> Rc<[u8]> {
    let mut bytes = vec![0; len];
    TestRandom::new(len as u64 ^ number << 32).fill(&mut bytes).expect("the generator for tests always delivers");
    bytes.into()
}

fn agree(ours: &[Digest], theirs: &[Digest]) -> Result<(), Difference> {
    match ours.iter().zip(theirs).find(|(ours, theirs)| ours != theirs) {
        Some((ours, theirs)) => {
            Err(Difference(format!("its digest starts with {}, ours with {}", hex(&theirs[..8]), hex(&ours[..8]))))
        }
        None if ours.len() == theirs.len() => Ok(()),
        None => Err(Difference(format!("it gives {} digests, we {}", theirs.len(), ours.len()))),
    }
}
