//! Hash functions: one message of any size, and batches of messages.

use super::answers::{Answer, Deterministic};
use super::growing::Growing;
use super::items::of_items;
use crate::inputs::random_bytes;
use crate::operation::{Operation, Subject, repeat};
use crate::values::Unit;
use std::fmt::Display;
use std::hint::black_box;

/// A hash function: a marker type that tells the libraries' offers apart.
pub trait Function: Sized + 'static {
    /// A digest.
    type Digest: AsRef<[u8]> + Copy + 'static;
    /// An all-zero digest.
    const ZERO: Self::Digest;
    /// The prefix of operation names: `name/64B`, `name/batch8-1KiB`.
    const NAME: &'static str;
    /// The numbers of messages in a batch: the numbers of words in vector registers.
    const BATCHES: &'static [usize];
}

/// Defines the table of functions: the marker type, a library's offer, the name, the length of a digest in bytes, and
/// the numbers of messages in batches.
macro_rules! functions {
    ($($(#[$doc:meta])* $marker:ident $offer:ident $name:literal $len:literal $batches:expr;)+) => {
        $(
            $(#[$doc])*
            #[derive(Debug)]
            pub enum $marker {}

            impl Function for $marker {
                type Digest = [u8; $len];
                const ZERO: [u8; $len] = [0; $len];
                const NAME: &'static str = $name;
                const BATCHES: &'static [usize] = &$batches;
            }

            /// A library's offer of the function.
            pub type $offer = Offer<$marker>;
        )+

        /// Returns the operations, function by function, shortest first.
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

functions! {
    /// SHA-256, FIPS 180-4.
    Sha256Function Sha256 "sha256" 32 [8, 16];
    /// SHA-512, FIPS 180-4.
    Sha512Function Sha512 "sha512" 64 [8];
    /// SHA-1, FIPS 180-4.
    Sha1Function Sha1 "sha1" 20 [8, 16];
    /// SHA3-256, FIPS 202.
    Sha3_256Function Sha3_256 "sha3-256" 32 [8];
    /// SHAKE128 with 32 bytes of output, FIPS 202.
    Shake128Function Shake128 "shake128" 32 [8];
    /// BLAKE2b with digests of 64 bytes, RFC 7693.
    Blake2bFunction Blake2b "blake2b" 64 [8];
    /// BLAKE2s with digests of 32 bytes, RFC 7693.
    Blake2sFunction Blake2s "blake2s" 32 [8, 16];
}

/// Writes the digest of each message to the same index among the digests.
pub type DigestBatch<F> = fn(&[&[u8]], &mut [<F as Function>::Digest]);

/// A library's offer of a hash function.
pub struct Offer<F: Function> {
    /// The backend that runs on this CPU.
    pub backend: String,
    /// Computes the digest of one message.
    pub digest: fn(&[u8]) -> F::Digest,
    /// Computes the digests of many messages, if the library has a batch function; otherwise they are hashed one by
    /// one.
    pub digest_batch: Option<DigestBatch<F>>,
}

impl<F: Function> Offer<F> {
    /// Creates an offer from a backend and a digest function, without a batch function.
    #[must_use]
    pub fn one_by_one(backend: &str, digest: fn(&[u8]) -> F::Digest) -> Self {
        Self { backend: backend.to_owned(), digest, digest_batch: None }
    }

    /// Computes the digests of many messages with the library's fastest strategy.
    pub fn digest_all(&self, messages: &[&[u8]], digests: &mut [F::Digest]) {
        digest_all::<F>(self.digest, self.digest_batch, messages, digests);
    }
}

fn digest_all<F: Function>(
    digest: fn(&[u8]) -> F::Digest,
    digest_batch: Option<DigestBatch<F>>,
    messages: &[&[u8]],
    digests: &mut [F::Digest],
) {
    if let Some(digest_batch) = digest_batch {
        digest_batch(messages, digests);
    } else {
        for (message, place) in messages.iter().zip(digests) {
            *place = digest(message);
        }
    }
}

fn operations_of<F: Function>() -> Vec<Box<dyn Operation>> {
    let sizes = [("64B", 64), ("1KiB", 1 << 10), ("16KiB", 16 << 10), ("1MiB", 1 << 20)];
    let one = sizes.map(|(label, size)| one_message::<F>(&format!("{}/{label}", F::NAME), size));
    let many = F::BATCHES.iter().map(|&count| many_messages::<F>(&format!("{}/batch{count}-1KiB", F::NAME), count));
    one.into_iter().chain(many).collect()
}

fn growing_of<F: Function>() -> Vec<Growing> {
    let (size, batch) = (format!("{}/SIZE", F::NAME), format!("{}/batchN-1KiB", F::NAME));
    vec![
        Growing::over_sizes(&size, ONE_MESSAGE.to_owned(), one_message::<F>),
        Growing::over_batches(&batch, 4096, many_messages_include("N"), many_messages::<F>),
    ]
}

const ONE_MESSAGE: &str = "one call: from a message in memory to its digest, in one go";

fn one_message<F: Function>(name: &str, size: usize) -> Box<dyn Operation> {
    let message = move || random_bytes(size, 0);
    Box::new(Deterministic {
        name: name.to_owned(),
        includes: ONE_MESSAGE.to_owned(),
        unit: Unit::Bytes(size as u64),
        subject: Box::new(move |offer: &Offer<F>| {
            let (digest, message) = (offer.digest, message());
            Some(Subject::new(&offer.backend, repeat(move || digest(black_box(&message)))))
        }),
        answers: Box::new(move |offer: &Offer<F>| vec![Answer::bytes("digest", (offer.digest)(&message()).as_ref())]),
    })
}

fn many_messages_include(count: impl Display) -> String {
    format!(
        "one call: from {count} messages of 1 KiB in memory to their digests; a library without a call for many \
         messages hashes them one after the other"
    )
}

fn many_messages<F: Function>(name: &str, count: usize) -> Box<dyn Operation> {
    const SIZE: usize = 1 << 10;
    let messages = move || -> Vec<Vec<u8>> { (0..count as u64).map(|number| random_bytes(SIZE, number)).collect() };
    of_items(
        count,
        "message",
        Deterministic {
            name: name.to_owned(),
            includes: many_messages_include(count),
            unit: Unit::Bytes((count * SIZE) as u64),
            subject: Box::new(move |offer: &Offer<F>| {
                let (digest, batch, messages) = (offer.digest, offer.digest_batch, messages());
                let mut digests = vec![F::ZERO; count];
                let calls = Box::new(move |calls| {
                    let messages: Vec<&[u8]> = messages.iter().map(|message| &message[..]).collect();
                    for _ in 0..calls {
                        digest_all::<F>(digest, batch, black_box(&messages), black_box(&mut digests));
                    }
                });
                Some(Subject::of_batch(&offer.backend, offer.digest_batch.is_some(), calls))
            }),
            answers: Box::new(move |offer: &Offer<F>| {
                let (messages, mut digests) = (messages(), vec![F::ZERO; count]);
                offer.digest_all(&messages.iter().map(|message| &message[..]).collect::<Vec<_>>(), &mut digests);
                digests.iter().map(|digest| Answer::bytes("digest", digest.as_ref())).collect()
            }),
        },
    )
}
