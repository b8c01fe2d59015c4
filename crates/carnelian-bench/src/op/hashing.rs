//! Hash functions: one message of any size, and many messages at once.

use super::answers::{Answer, Deterministic};
use super::{Growing, Operation, Subject, Unit, random_bytes, repeat};
use std::fmt::Display;
use std::hint::black_box;

/// A hash function, by which what libraries offer is told apart.
pub trait Function: Sized + 'static {
    /// A digest.
    type Digest: AsRef<[u8]> + Copy + 'static;
    /// A digest of zeros.
    const ZERO: Self::Digest;
    /// What operations are called: `name/64B`, `name/batch8-1KiB`.
    const NAME: &'static str;
    /// How many messages there are in a batch: as many as vectors have words.
    const BATCHES: &'static [usize];
}

/// Writes the table of functions: what marks it, what a library offers of it, its name, bytes in a digest, messages in
/// batches.
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

            /// What a library offers of the function.
            pub type $offer = Offer<$marker>;
        )+

        /// The operations, function by function, shortest first.
        #[must_use]
        pub fn operations() -> Vec<Box<dyn Operation>> {
            [$(operations_of::<$marker>()),+].into_iter().flatten().collect()
        }

        /// What grows.
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
    /// SHA3-256, FIPS 202.
    Sha3_256Function Sha3_256 "sha3-256" 32 [8];
    /// SHAKE128 with 32 bytes of output, FIPS 202.
    Shake128Function Shake128 "shake128" 32 [8];
    /// BLAKE2b with digests of 64 bytes, RFC 7693.
    Blake2bFunction Blake2b "blake2b" 64 [8];
    /// BLAKE2s with digests of 32 bytes, RFC 7693.
    Blake2sFunction Blake2s "blake2s" 32 [8, 16];
}

/// Writes the digest of each message to the same place among the digests.
pub type DigestBatch<F> = fn(&[&[u8]], &mut [<F as Function>::Digest]);

/// What a library offers of a hash function.
pub struct Offer<F: Function> {
    /// The backend that runs on this CPU.
    pub backend: String,
    /// The digest of one message.
    pub digest: fn(&[u8]) -> F::Digest,
    /// The digests of many messages, if the library has a way of its own; else they are hashed one after the other.
    pub digest_batch: Option<DigestBatch<F>>,
}

impl<F: Function> Offer<F> {
    /// From a backend and a digest, without a way of its own for many messages.
    #[must_use]
    pub fn one_by_one(backend: &str, digest: fn(&[u8]) -> F::Digest) -> Self {
        Self { backend: backend.to_owned(), digest, digest_batch: None }
    }

    /// The digests of many messages in the best way that the library has.
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
    Box::new(Deterministic {
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
    })
}
