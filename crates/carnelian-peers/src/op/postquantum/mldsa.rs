//! ML-DSA, FIPS 204: keys, signatures and their verification, with keys as the library makes them and with prepared keys.
//!
//! Signing makes attempts until one succeeds. Their number depends on the message and is often several times the average,
//! so calls take turns among many messages, the same for every library, and every sample has all of them. Signatures are
//! under the empty context and without randomness; a library that signs only with randomness draws it in the call.

pub use super::signature::{Set, Signer};

use super::{Bytes, drawn};
use crate::inputs::{random_array, random_bytes};
use crate::op::answers::{Answer, Deterministic};
use crate::op::growing::Growing;
use crate::op::items::{cycling, first_part, of_items};
use crate::operation::{Calls, Operation, Subject, repeat};
use crate::values::{PreparedKeys, Scheme, Unit};
use std::fmt;
use std::fmt::Display;
use std::hint::black_box;
use std::marker::PhantomData;

/// The seed of a key, ξ.
pub type Seed = [u8; 32];

/// Writes the sets: the name of the type, of the family, of the standard, and the lengths of public keys, signatures and
/// expanded private keys.
macro_rules! sets {
    ($($Set:ident: $family:literal, $name:literal, $pk:literal, $signature:literal, $sk:literal;)+) => {$(
        #[doc = $name]
        #[derive(Debug)]
        pub enum $Set {}

        impl Set for $Set {
            const FAMILY: &'static str = $family;
            const NAME: &'static str = $name;
            type PublicKey = [u8; $pk];
            type Signature = [u8; $signature];
            const EXPANDED_LEN: u64 = $sk;
            const PREPARED_KEYS: [PreparedKeys; 2] = [
                PreparedKeys {
                    keys: concat!($name, " public key"),
                    prepare: concat!($family, "/prepare"),
                    plain: concat!($family, "/verify"),
                    prepared: concat!($family, "/verify-prepared"),
                },
                PreparedKeys {
                    keys: concat!($name, " signing key"),
                    prepare: concat!($family, "/expand"),
                    plain: concat!($family, "/sign"),
                    prepared: concat!($family, "/sign-prepared"),
                },
            ];
        }
    )+};
}

sets! {
    MlDsa44: "mldsa44", "ML-DSA-44", 1312, 2420, 2560;
    MlDsa65: "mldsa65", "ML-DSA-65", 1952, 3309, 4032;
    MlDsa87: "mldsa87", "ML-DSA-87", 2592, 4627, 4896;
}

/// Returns whether a signature is valid, by a public key in bytes.
pub type Verify<S> = fn(&<S as Set>::PublicKey, &[u8], &<S as Set>::Signature) -> bool;
/// Returns whether a signature is valid, by a prepared public key.
pub type Verifier<S> = Box<dyn Fn(&[u8], &<S as Set>::Signature) -> bool>;
/// Returns whether all signatures are valid.
pub type VerifyBatch<S> = fn(&[Signed<'_, S>]) -> bool;
/// Prepares a public key.
pub type Prepare<S> = fn(&<S as Set>::PublicKey) -> Verifier<S>;

/// A signature with its message and its public key.
pub struct Signed<'a, S: Set> {
    /// The public key.
    pub public_key: S::PublicKey,
    /// The message.
    pub message: &'a [u8],
    /// The signature.
    pub signature: S::Signature,
}

impl<S: Set> Clone for Signed<'_, S> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<S: Set> Copy for Signed<'_, S> {}

/// A library's offer for the operations of this module.
pub struct MlDsa<S: Set> {
    /// The backend that runs on this CPU.
    pub backend: String,
    /// Generates a key pair from a seed, and reads the public key from it.
    pub key_pair: Option<fn(&Seed) -> S::PublicKey>,
    /// Creates a signing key object, as the library makes them from a seed or from bytes.
    pub signer: fn(&Seed) -> Signer<S>,
    /// Prepares a signing key for many signatures.
    pub prepared_signer: Option<fn(&Seed) -> Signer<S>>,
    /// Returns calls that prepare a signing key, if that is a step of its own.
    pub expand: Option<fn(&Seed) -> Calls>,
    /// Returns whether a signature is valid.
    pub verify: Verify<S>,
    /// Prepares a public key such that verification is fastest, if the library has objects for that.
    pub verifier: Option<Prepare<S>>,
    /// Returns whether all signatures are valid, if the library can verify in batches; otherwise they are verified one
    /// by one.
    pub verify_batch: Option<VerifyBatch<S>>,
}

impl<S: Set> MlDsa<S> {
    /// Returns whether all signatures are valid, using the library's fastest strategy.
    #[must_use]
    pub fn verify_all(&self, all: &[Signed<'_, S>]) -> bool {
        match self.verify_batch {
            Some(verify_batch) => verify_batch(all),
            None => all.iter().all(|one| (self.verify)(&one.public_key, one.message, &one.signature)),
        }
    }
}

impl<S: Set> fmt::Debug for MlDsa<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", S::NAME, self.backend)
    }
}

/// Returns the schemes' operations by their roles, and the sizes of their keys and outputs.
#[must_use]
pub fn schemes() -> [Scheme; 3] {
    [Family::<MlDsa44>::scheme(), Family::<MlDsa65>::scheme(), Family::<MlDsa87>::scheme()]
}

/// Returns the keys that can be prepared.
pub(in crate::op) fn prepared_keys() -> impl Iterator<Item = PreparedKeys> {
    [MlDsa44::PREPARED_KEYS, MlDsa65::PREPARED_KEYS, MlDsa87::PREPARED_KEYS].into_iter().flatten()
}

/// Returns the operations.
#[must_use]
pub fn operations() -> Vec<Box<dyn Operation>> {
    let sets = [Family::<MlDsa44>::operations(), Family::<MlDsa65>::operations(), Family::<MlDsa87>::operations()];
    sets.into_iter().flatten().collect()
}

/// Returns the operations that have a parameter.
#[must_use]
pub fn growing() -> Vec<Growing> {
    vec![Family::<MlDsa44>::growing(), Family::<MlDsa65>::growing(), Family::<MlDsa87>::growing()]
}

/// The length of messages, as for Ed25519.
const MESSAGE: usize = 59;
/// The number of messages among which calls take turns.
pub const TURNS: usize = 64;
/// The number of signatures whose bytes are compared before anything is timed.
const COMPARED: u64 = 4;

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
                ("seed", Seed::LEN as u64),
                ("expanded private key", S::EXPANDED_LEN),
                ("public key", S::PublicKey::LEN as u64),
                ("signature", S::Signature::LEN as u64),
            ],
        )
    }

    fn operations() -> Vec<Box<dyn Operation>> {
        vec![
            Self::key_generation(),
            drawn::signers::<S>(is_valid::<S>),
            Self::signing(),
            Self::expanding(),
            Self::prepared_signing(),
            Self::verification(),
            Self::preparing(),
            Self::prepared_verification(),
            Self::verification_of_many(&format!("{}/verify-batch16", S::FAMILY), 16),
        ]
    }

    fn growing() -> Growing {
        let name = format!("{}/verify-batchN", S::FAMILY);
        Growing::over_batches(&name, 1024, many_include("N"), Self::verification_of_many)
    }

    fn operation(
        name: &str,
        includes: impl Into<String>,
        subject: impl Fn(&MlDsa<S>) -> Option<Subject> + 'static,
        answers: impl Fn(&MlDsa<S>) -> Vec<Answer> + 'static,
    ) -> Deterministic<MlDsa<S>> {
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
            "one call: from a seed of 32 bytes to a key pair, and the public key read from it",
            |offer| {
                let (key_pair, seed) = (offer.key_pair?, seed(0));
                Some(Subject::new(&offer.backend, repeat(move || key_pair(black_box(&seed)))))
            },
            |offer| {
                let key = offer.key_pair.map(|key_pair| key_pair(&seed(0)));
                key.iter().map(|key| Answer::bytes("public key", key.as_ref())).collect()
            },
        ))
    }

    fn signing() -> Box<dyn Operation> {
        cycling(
            TURNS,
            Self::operation(
                "sign",
                format!(
                    "one call: from a signing key object, as the library makes it, and a message of {MESSAGE} bytes to \
                     the signature; calls take turns among {TURNS} messages"
                ),
                |offer| Some(Subject::new(&offer.backend, in_turns::<S>((offer.signer)(&seed(0))))),
                |offer| signatures::<S>(Some((offer.signer)(&seed(0)))),
            ),
        )
    }

    fn expanding() -> Box<dyn Operation> {
        first_part(Self::operation(
            "expand",
            "one call: from a signing key object, or its bytes where the library prepares from these, to an object with \
             what signatures have in common, such as the matrix, and the end of that object",
            |offer| Some(Subject::new(&offer.backend, (offer.expand?)(&seed(0)))),
            |offer| signatures::<S>(offer.prepared_signer.map(|prepare| prepare(&seed(0)))),
        ))
    }

    fn prepared_signing() -> Box<dyn Operation> {
        cycling(
            TURNS,
            Self::operation(
                "sign-prepared",
                format!(
                    "one call: from a signing key object with the matrix and a message of {MESSAGE} bytes to the \
                     signature; calls take turns among {TURNS} messages"
                ),
                |offer| Some(Subject::new(&offer.backend, in_turns::<S>((offer.prepared_signer?)(&seed(0))))),
                |offer| signatures::<S>(offer.prepared_signer.map(|prepare| prepare(&seed(0)))),
            ),
        )
    }

    fn verification() -> Box<dyn Operation> {
        Box::new(Self::operation(
            "verify",
            format!(
                "one call: from a public key in bytes, a message of {MESSAGE} bytes and a signature to the verdict; calls \
                 take turns among {TURNS} keys, messages and signatures"
            ),
            |offer| {
                let (verify, batch) = (offer.verify, Batch::<S>::new(TURNS));
                let mut turn = 0;
                let calls = repeat(move || {
                    let i = turn;
                    turn = (turn + 1) % TURNS;
                    verify(black_box(&batch.keys[i]), black_box(&batch.messages[i]), black_box(&batch.signatures[i]))
                });
                Some(Subject::new(&offer.backend, calls))
            },
            |offer| verdicts::<S>(|one| (offer.verify)(&one.public_key, one.message, &one.signature)),
        ))
    }

    fn preparing() -> Box<dyn Operation> {
        first_part(Self::operation(
            "prepare",
            format!(
                "one call: from a public key in bytes to an object that verifies fastest, and the end of that object; \
                 calls take turns among {TURNS} keys"
            ),
            |offer| {
                let (prepare, keys) = (offer.verifier?, Batch::<S>::new(TURNS).keys);
                let mut turn = 0;
                let calls = repeat(move || {
                    let key = &keys[turn];
                    turn = (turn + 1) % TURNS;
                    prepare(black_box(key))
                });
                Some(Subject::new(&offer.backend, calls))
            },
            prepared_verdicts::<S>,
        ))
    }

    fn prepared_verification() -> Box<dyn Operation> {
        Box::new(Self::operation(
            "verify-prepared",
            format!(
                "one call: from a public key that has been decoded and prepared, a message of {MESSAGE} bytes and a \
                 signature to the verdict; calls take turns among {TURNS} messages and signatures by one key"
            ),
            |offer| {
                let batch = Batch::<S>::by_one_key(TURNS);
                let verify = (offer.verifier?)(&batch.keys[0]);
                let mut turn = 0;
                let calls = repeat(move || {
                    let i = turn;
                    turn = (turn + 1) % TURNS;
                    verify(black_box(&batch.messages[i]), black_box(&batch.signatures[i]))
                });
                Some(Subject::new(&offer.backend, calls))
            },
            prepared_verdicts::<S>,
        ))
    }

    fn verification_of_many(name: &str, count: usize) -> Box<dyn Operation> {
        let operation = Self::operation(
            "",
            many_include(count),
            move |offer| {
                let (verify, verify_batch) = (offer.verify, offer.verify_batch);
                let batch = Batch::<S>::new(count);
                let calls = Box::new(move |calls| {
                    let all = batch.all();
                    for _ in 0..calls {
                        let all = black_box(&all[..]);
                        black_box(match verify_batch {
                            Some(verify_batch) => verify_batch(all),
                            None => all.iter().all(|one| verify(&one.public_key, one.message, &one.signature)),
                        });
                    }
                });
                Some(Subject::of_batch(&offer.backend, verify_batch.is_some(), calls))
            },
            move |offer| {
                let batch = Batch::<S>::new(count);
                verdicts::<S>(|one| {
                    let mut all = batch.all();
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
         on them all; a library without a call for many verifies them one after the other"
    )
}

/// Returns calls that each sign the next message.
fn in_turns<S: Set>(sign: Signer<S>) -> Calls {
    let messages: Vec<Vec<u8>> = (0..TURNS as u64).map(message).collect();
    let mut turn = 0;
    repeat(move || {
        let message = &messages[turn];
        turn = (turn + 1) % TURNS;
        sign(black_box(message))
    })
}

/// Returns the signatures of a few messages. The signature without randomness is unique. A library that signs with
/// randomness gives a different one each time; if ours accepts it, it counts as the one without.
fn signatures<S: Set>(sign: Option<Signer<S>>) -> Vec<Answer> {
    let Some(sign) = sign else { return Vec::new() };
    let (public_key, our_sign) = (public_key::<S>(0), ours::<S, _>(|ours| (ours.signer)(&seed(0))));
    let comparable = |message: &[u8]| {
        let signature = sign(message);
        let is_random = sign(message) != signature;
        if is_random && is_valid::<S>(&public_key, message, &signature) { our_sign(message) } else { signature }
    };
    let signatures = (0..COMPARED).map(|number| comparable(&message(number)));
    signatures.map(|signature| Answer::bytes("signature", signature.as_ref())).collect()
}

fn prepared_verdicts<S: Set>(offer: &MlDsa<S>) -> Vec<Answer> {
    let Some(prepare) = offer.verifier else { return Vec::new() };
    verdicts::<S>(|one| prepare(&one.public_key)(one.message, &one.signature))
}

/// Returns a library's verdicts on a signature, and on variants in which a bit of the key, of the message, or of each part
/// of the signature is flipped.
fn verdicts<S: Set>(verify: impl Fn(&Signed<'_, S>) -> bool) -> Vec<Answer> {
    let batch = Batch::<S>::new(1);
    let signed = batch.get(0);
    let changed = |at: usize, bit: u8| {
        let mut signature = signed.signature;
        signature.as_mut()[at] ^= bit;
        Signed { signature, ..signed }
    };
    let (mut public_key, mut message) = (signed.public_key, signed.message.to_vec());
    public_key.as_mut()[40] ^= 1;
    message[MESSAGE - 1] ^= 0x80;
    let last = S::Signature::LEN - 1;
    vec![
        Answer::verdict("a signature", verify(&signed)),
        Answer::verdict("a signature with another commitment", verify(&changed(0, 1))),
        Answer::verdict("a signature with another response", verify(&changed(S::Signature::LEN / 2, 1))),
        Answer::verdict("a signature with a hint that is too long", verify(&changed(last, 0x80))),
        Answer::verdict("a signature of another message", verify(&Signed { message: &message, ..signed })),
        Answer::verdict("a signature by another key", verify(&Signed { public_key, ..signed })),
    ]
}

/// Messages, each with its signature by our library and its signer's public key.
struct Batch<S: Set> {
    keys: Vec<S::PublicKey>,
    messages: Vec<Vec<u8>>,
    signatures: Vec<S::Signature>,
}

impl<S: Set> Batch<S> {
    fn new(count: usize) -> Self {
        Self::signed_by(0..count as u64)
    }

    fn by_one_key(count: usize) -> Self {
        Self::signed_by(std::iter::repeat_n(0, count))
    }

    fn signed_by(keys: impl Iterator<Item = u64>) -> Self {
        let signer = ours::<S, _>(|ours| ours.signer);
        let (mut batch, mut number) = (Self { keys: Vec::new(), messages: Vec::new(), signatures: Vec::new() }, 0);
        for key in keys {
            let message = message(number);
            number += 1;
            batch.keys.push(public_key::<S>(key));
            batch.signatures.push(signer(&seed(key))(&message));
            batch.messages.push(message);
        }
        batch
    }

    fn get(&self, i: usize) -> Signed<'_, S> {
        Signed { public_key: self.keys[i], message: &self.messages[i], signature: self.signatures[i] }
    }

    fn all(&self) -> Vec<Signed<'_, S>> {
        (0..self.keys.len()).map(|i| self.get(i)).collect()
    }
}

/// Reads our library's offer.
fn ours<S: Set, R>(read: impl FnOnce(&MlDsa<S>) -> R) -> R {
    let offers = crate::reference::offers();
    read(offers.get().expect("our library has every set"))
}

/// Returns our library's verdict on a signature.
fn is_valid<S: Set>(public_key: &S::PublicKey, message: &[u8], signature: &S::Signature) -> bool {
    let verify = ours::<S, _>(|ours| ours.verify);
    verify(public_key, message, signature)
}

fn public_key<S: Set>(number: u64) -> S::PublicKey {
    let key_pair = ours::<S, _>(|ours| ours.key_pair);
    key_pair.expect("our library has every operation")(&seed(number))
}

fn seed(number: u64) -> Seed {
    random_array(number)
}

fn message(number: u64) -> Vec<u8> {
    random_bytes(MESSAGE, number)
}
