//! SLH-DSA, FIPS 205: keys, signatures and their verification, in all twelve parameter sets.
//!
//! Signatures are those of the deterministic variant under the empty context. Every signature of a set takes the same
//! number of hashes; the verification of one takes more or fewer, so it takes turns among several.

use super::Bytes;
use crate::inputs::random_bytes;
use crate::op::answers::{Answer, Deterministic};
use crate::op::growing::Growing;
use crate::op::items::{cycling, of_items};
use crate::operation::{Operation, Subject, repeat};
use crate::values::{Scheme, Unit};
use std::any::{Any, TypeId};
use std::collections::HashMap;
use std::fmt;
use std::fmt::Display;
use std::hint::black_box;
use std::marker::PhantomData;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

/// A parameter set: a marker type that tells the libraries' offers apart.
pub trait Set: Sized + Send + Sync + 'static {
    /// The family in names of operations.
    const FAMILY: &'static str;
    /// The name in FIPS 205.
    const NAME: &'static str;
    /// The bytes of a seed.
    type Seed: Bytes;
    /// The bytes of a public key.
    type PublicKey: Bytes;
    /// The bytes of a private key.
    type PrivateKey: Bytes;
    /// The bytes of a signature.
    type Signature: Bytes;
}

/// Writes the sets: the name of the type, of the family and of the standard, n, and the length of signatures; and the
/// functions over all of them.
macro_rules! sets {
    ($($Set:ident: $family:literal, $name:literal, $n:literal, $signature:literal;)+) => {
        $(
            #[doc = $name]
            #[derive(Debug)]
            pub enum $Set {}

            impl Set for $Set {
                const FAMILY: &'static str = $family;
                const NAME: &'static str = $name;
                type Seed = [u8; $n];
                type PublicKey = [u8; 2 * $n];
                type PrivateKey = [u8; 4 * $n];
                type Signature = [u8; $signature];
            }
        )+

        /// Returns the schemes' operations by their roles, and the sizes of their keys and outputs.
        #[must_use]
        pub fn schemes() -> Vec<Scheme> {
            vec![$(Family::<$Set>::scheme()),+]
        }

        /// Returns the operations.
        #[must_use]
        pub fn operations() -> Vec<Box<dyn Operation>> {
            [$(Family::<$Set>::operations()),+].into_iter().flatten().collect()
        }
    };
}

sets! {
    SlhDsaSha2_128s: "slhdsa-sha2-128s", "SLH-DSA-SHA2-128s", 16, 7856;
    SlhDsaShake128s: "slhdsa-shake-128s", "SLH-DSA-SHAKE-128s", 16, 7856;
    SlhDsaSha2_128f: "slhdsa-sha2-128f", "SLH-DSA-SHA2-128f", 16, 17088;
    SlhDsaShake128f: "slhdsa-shake-128f", "SLH-DSA-SHAKE-128f", 16, 17088;
    SlhDsaSha2_192s: "slhdsa-sha2-192s", "SLH-DSA-SHA2-192s", 24, 16224;
    SlhDsaShake192s: "slhdsa-shake-192s", "SLH-DSA-SHAKE-192s", 24, 16224;
    SlhDsaSha2_192f: "slhdsa-sha2-192f", "SLH-DSA-SHA2-192f", 24, 35664;
    SlhDsaShake192f: "slhdsa-shake-192f", "SLH-DSA-SHAKE-192f", 24, 35664;
    SlhDsaSha2_256s: "slhdsa-sha2-256s", "SLH-DSA-SHA2-256s", 32, 29792;
    SlhDsaShake256s: "slhdsa-shake-256s", "SLH-DSA-SHAKE-256s", 32, 29792;
    SlhDsaSha2_256f: "slhdsa-sha2-256f", "SLH-DSA-SHA2-256f", 32, 49856;
    SlhDsaShake256f: "slhdsa-shake-256f", "SLH-DSA-SHAKE-256f", 32, 49856;
}

/// Returns the operations that have a parameter: two sets stand for all.
#[must_use]
pub fn growing() -> Vec<Growing> {
    vec![Family::<SlhDsaSha2_128f>::growing(), Family::<SlhDsaShake128f>::growing()]
}

/// The three seeds of a key: SK.seed, SK.prf and PK.seed.
pub type Seeds<S> = [<S as Set>::Seed; 3];
/// Signs a message with a signing key object.
pub type Signer<S> = Box<dyn Fn(&[u8]) -> <S as Set>::Signature>;
/// Creates a signing key object from the seeds of a key.
pub type MakeSigner<S> = fn(&Seeds<S>) -> Signer<S>;
/// Returns whether a signature is valid, by a public key in bytes.
pub type Verify<S> = fn(&<S as Set>::PublicKey, &[u8], &<S as Set>::Signature) -> bool;
/// Returns whether all signatures are valid.
pub type VerifyBatch<S> = fn(&[Signed<'_, S>]) -> bool;

/// A signature with its message and its public key.
pub struct Signed<'a, S: Set> {
    /// The public key.
    pub public_key: S::PublicKey,
    /// The message.
    pub message: &'a [u8],
    /// The signature.
    pub signature: &'a S::Signature,
}

impl<S: Set> Clone for Signed<'_, S> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<S: Set> Copy for Signed<'_, S> {}

/// A library's offer for the operations of this module.
pub struct SlhDsa<S: Set> {
    /// The backend that runs on this CPU.
    pub backend: String,
    /// Generates a key pair from its seeds, and reads the public key from it.
    pub key_pair: fn(&Seeds<S>) -> S::PublicKey,
    /// Creates a signing key object.
    pub signer: MakeSigner<S>,
    /// Prepares a signing key for many signatures.
    pub prepared_signer: Option<MakeSigner<S>>,
    /// Creates a signing key object whose signatures are each made by all threads of the machine.
    pub signer_on_threads: Option<MakeSigner<S>>,
    /// Returns whether a signature is valid.
    pub verify: Verify<S>,
    /// Returns whether all signatures are valid, if the library can verify in batches; otherwise they are verified one
    /// by one.
    pub verify_batch: Option<VerifyBatch<S>>,
}

impl<S: Set> SlhDsa<S> {
    /// Returns whether all signatures are valid, using the library's fastest strategy.
    #[must_use]
    pub fn verify_all(&self, all: &[Signed<'_, S>]) -> bool {
        all_are_valid(self.verify, self.verify_batch, all)
    }
}

fn all_are_valid<S: Set>(verify: Verify<S>, verify_batch: Option<VerifyBatch<S>>, all: &[Signed<'_, S>]) -> bool {
    match verify_batch {
        Some(verify_batch) => verify_batch(all),
        None => all.iter().all(|one| verify(&one.public_key, one.message, one.signature)),
    }
}

impl<S: Set> fmt::Debug for SlhDsa<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", S::NAME, self.backend)
    }
}

/// The length of messages, as for Ed25519.
const MESSAGE: usize = 59;
/// The number of keys, messages and signatures among which verification takes turns. Our library makes the signatures
/// first, for some sets a second each.
pub const TURNS: usize = 8;

/// The operations of a set.
struct Family<S>(PhantomData<S>);

impl<S: Set> Family<S> {
    fn scheme() -> Scheme {
        let name = |operation: &str| format!("{}/{operation}", S::FAMILY);
        let [keygen, sign, verify] = ["keygen", "sign", "verify"].map(name);
        Scheme::new(
            S::NAME,
            &[("key generation", &keygen), ("sign", &sign), ("verify", &verify)],
            &[
                ("seeds", 3 * S::Seed::LEN as u64),
                ("private key", S::PrivateKey::LEN as u64),
                ("public key", S::PublicKey::LEN as u64),
                ("signature", S::Signature::LEN as u64),
            ],
        )
    }

    fn operations() -> Vec<Box<dyn Operation>> {
        let mut operations = vec![
            Self::key_generation(),
            Self::signing("sign", "a signing key object", |offer| Some(offer.signer)),
            Self::signing("sign-prepared", "a signing key object with the nodes of the top tree", |offer| {
                offer.prepared_signer
            }),
        ];
        if crate::reference::of(|ours: &SlhDsa<S>| ours.signer_on_threads.is_some()) {
            operations.push(Self::signing(
                "sign-rayon",
                "a signing key object, on all threads of the machine,",
                |offer| offer.signer_on_threads,
            ));
        }
        operations.push(Self::verification());
        operations.push(Self::verification_of_many(&format!("{}/verify-batch16", S::FAMILY), 16));
        operations
    }

    fn growing() -> Growing {
        let name = format!("{}/verify-batchN", S::FAMILY);
        Growing::over_batches(&name, 1024, many_include("N"), Self::verification_of_many)
    }

    fn operation(
        name: &str,
        includes: impl Into<String>,
        subject: impl Fn(&SlhDsa<S>) -> Option<Subject> + 'static,
        answers: impl Fn(&SlhDsa<S>) -> Vec<Answer> + 'static,
    ) -> Deterministic<SlhDsa<S>> {
        Deterministic {
            name: format!("{}/{name}", S::FAMILY),
            includes: includes.into(),
            unit: Unit::Operations(1),
            subject: Box::new(subject),
            answers: Box::new(answers),
        }
    }

    fn key_generation() -> Box<dyn Operation> {
        Box::new(Self::operation(
            "keygen",
            "one call: from the three seeds to a key pair, and the public key read from it",
            |offer| {
                let (key_pair, seeds) = (offer.key_pair, seeds::<S>(0));
                Some(Subject::new(&offer.backend, repeat(move || key_pair(black_box(&seeds)))))
            },
            |offer| vec![Answer::bytes("public key", (offer.key_pair)(&seeds::<S>(0)).as_ref())],
        ))
    }

    fn signing(name: &str, key: &str, signer: fn(&SlhDsa<S>) -> Option<MakeSigner<S>>) -> Box<dyn Operation> {
        Box::new(Self::operation(
            name,
            format!(
                "one call: from {key} and a message of {MESSAGE} bytes to the signature; calls take turns among {TURNS} \
                 messages"
            ),
            move |offer| {
                let sign = signer(offer)?(&seeds::<S>(0));
                let messages: Vec<Vec<u8>> = (0..TURNS).map(message).collect();
                let mut turn = 0;
                let calls = repeat(move || {
                    let message = &messages[turn];
                    turn = (turn + 1) % TURNS;
                    sign(black_box(message))
                });
                Some(Subject::new(&offer.backend, calls))
            },
            move |offer| {
                let signature = signer(offer).map(|signer| signer(&seeds::<S>(0))(&message(0)));
                signature.iter().map(|signature| Answer::bytes("signature", signature.as_ref())).collect()
            },
        ))
    }

    fn verification() -> Box<dyn Operation> {
        cycling(
            TURNS,
            Self::operation(
                "verify",
                format!(
                    "one call: from a public key in bytes, a message of {MESSAGE} bytes and a signature to the verdict; \
                     calls take turns among {TURNS} keys, messages and signatures"
                ),
                |offer| {
                    let (verify, made) = (offer.verify, made_in_turns::<S>(TURNS));
                    let mut turn = 0;
                    let calls = repeat(move || {
                        let one = black_box(&*made[turn]);
                        turn = (turn + 1) % TURNS;
                        verify(&one.public_key, &one.message, &one.signature)
                    });
                    Some(Subject::new(&offer.backend, calls))
                },
                |offer| verdicts::<S>(|one| (offer.verify)(&one.public_key, one.message, one.signature)),
            ),
        )
    }

    fn verification_of_many(name: &str, count: usize) -> Box<dyn Operation> {
        let operation = Self::operation(
            "",
            many_include(count),
            move |offer| {
                let (verify, verify_batch, made) = (offer.verify, offer.verify_batch, made_in_turns::<S>(count));
                let calls = Box::new(move |calls| {
                    let all: Vec<_> = made.iter().map(|one| one.signed()).collect();
                    for _ in 0..calls {
                        black_box(all_are_valid(verify, verify_batch, black_box(&all)));
                    }
                });
                Some(Subject::of_batch(&offer.backend, verify_batch.is_some(), calls))
            },
            move |offer| {
                let made = made_in_turns::<S>(count);
                verdicts::<S>(|one| {
                    let mut all: Vec<_> = made.iter().map(|one| one.signed()).collect();
                    all[count / 2] = *one;
                    offer.verify_all(&all)
                })
            },
        );
        of_items(
            count,
            "signature",
            Deterministic { name: name.to_owned(), unit: Unit::Operations(count as u64), ..operation },
        )
    }
}

fn many_include(count: impl Display) -> String {
    format!(
        "one call: from {count} public keys in bytes, a message of {MESSAGE} bytes and a signature by each to the verdict \
         on them all, {TURNS} different ones in turns; a library without a call for many verifies them one after the other"
    )
}

/// Returns a library's verdicts on a signature, and on variants in which a bit of the key, of the message, or of each part
/// of the signature is flipped.
fn verdicts<S: Set>(verify: impl Fn(&Signed<'_, S>) -> bool) -> Vec<Answer> {
    let made = made::<S>(0);
    let signed = made.signed();
    let changed = |at: usize| {
        let mut signature = made.signature;
        signature.as_mut()[at] ^= 1;
        verify(&Signed { signature: &signature, ..signed })
    };
    let (mut public_key, mut message) = (made.public_key, made.message.clone());
    public_key.as_mut()[S::PublicKey::LEN - 1] ^= 1;
    message[MESSAGE - 1] ^= 0x80;
    vec![
        Answer::verdict("a signature", verify(&signed)),
        Answer::verdict("a signature with another randomizer", changed(0)),
        Answer::verdict("a signature with another FORS signature", changed(S::Seed::LEN)),
        Answer::verdict("a signature with another path to the root", changed(S::Signature::LEN - 1)),
        Answer::verdict("a signature of another message", verify(&Signed { message: &message, ..signed })),
        Answer::verdict("a signature by another key", verify(&Signed { public_key, ..signed })),
    ]
}

/// A message with its signature by our library and its signer's public key.
struct Made<S: Set> {
    public_key: S::PublicKey,
    message: Vec<u8>,
    signature: S::Signature,
}

impl<S: Set> Made<S> {
    fn signed(&self) -> Signed<'_, S> {
        Signed { public_key: self.public_key, message: &self.message, signature: &self.signature }
    }
}

/// Returns `count` signatures, [`TURNS`] of them in turns.
fn made_in_turns<S: Set>(count: usize) -> Vec<Arc<Made<S>>> {
    (0..count).map(|number| made::<S>(number % TURNS)).collect()
}

/// Makes a signature, once in a process: it takes up to a second, and several operations have the same inputs.
fn made<S: Set>(number: usize) -> Arc<Made<S>> {
    type Kept = HashMap<(TypeId, usize), Arc<dyn Any + Send + Sync>>;
    static KEPT: LazyLock<Mutex<Kept>> = LazyLock::new(Mutex::default);
    let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    let one = kept.entry((TypeId::of::<S>(), number)).or_insert_with(|| {
        let offers = crate::reference::offers();
        let ours: &SlhDsa<S> = offers.get().expect("our library has every set");
        let (seeds, message) = (seeds::<S>(number), message(number));
        let signature = (ours.signer)(&seeds)(&message);
        Arc::new(Made::<S> { public_key: (ours.key_pair)(&seeds), message, signature })
    });
    Arc::clone(one).downcast().expect("the key names the type")
}

fn seeds<S: Set>(key: usize) -> Seeds<S> {
    [0, 1, 2].map(|which| S::Seed::numbered(3 * key as u64 + which))
}

fn message(number: usize) -> Vec<u8> {
    random_bytes(MESSAGE, number as u64)
}
