//! Key encapsulation mechanisms and signature schemes with randomness that each library draws. No two answers are equal,
//! so what a library makes is checked with ours.

use super::kem::{DECAPSULATION, Decapsulate, Encapsulated, Kem};
use super::signature::{Set, Signer};
use crate::offers::Offers;
use crate::operation::{Calls, Difference, Operation, Subject, repeat};
use crate::values::Unit;
use std::hint::black_box;

/// A library's offer of a key encapsulation mechanism with draws.
pub struct Drawn<K: Kem> {
    /// The backend that runs on this CPU.
    pub backend: String,
    key_pairs: Box<dyn Fn() -> Calls>,
    key_pair: Box<dyn Fn() -> (K::EncapsulationKey, Decapsulate<K>)>,
    encapsulate: fn(&K::EncapsulationKey) -> Option<Encapsulated<K>>,
    round_trips: Box<dyn Fn() -> Calls>,
}

impl<K: Kem> Drawn<K> {
    /// Creates an offer from functions that generate a key pair, encapsulate to a key in bytes, and decapsulate with a
    /// generated key.
    pub fn new<Key: 'static>(
        backend: impl Into<String>,
        generate: fn() -> (Key, K::EncapsulationKey),
        encapsulate: fn(&K::EncapsulationKey) -> Option<Encapsulated<K>>,
        decapsulate: fn(&Key, &K::Ciphertext) -> K::Secret,
    ) -> Self {
        Self {
            backend: backend.into(),
            key_pairs: Box::new(move || repeat(generate)),
            key_pair: Box::new(move || {
                let (key, public) = generate();
                (public, Box::new(move |ciphertext| decapsulate(&key, ciphertext)))
            }),
            encapsulate,
            round_trips: Box::new(move || {
                repeat(move || {
                    let (key, public) = generate();
                    let (ciphertext, secret) = encapsulate(black_box(&public))?;
                    Some((secret, decapsulate(&key, black_box(&ciphertext))))
                })
            }),
        }
    }

    /// Returns a drawn key pair: the encapsulation key and the decapsulation key object.
    #[must_use]
    pub fn key_pair(&self) -> (K::EncapsulationKey, Decapsulate<K>) {
        (self.key_pair)()
    }

    /// Encapsulates to a key in bytes; `None` if the library refuses the key.
    #[must_use]
    pub fn encapsulate(&self, key: &K::EncapsulationKey) -> Option<Encapsulated<K>> {
        (self.encapsulate)(key)
    }
}

/// Returns the operations with draws of a mechanism that also computes from given seeds.
pub(super) fn beside_given<K: Kem>() -> Vec<Box<dyn Operation>> {
    vec![
        operation::<K>("keygen-random", GENERATION, |offer| Some((offer.key_pairs)())),
        operation::<K>("encaps-random", ENCAPSULATION, encapsulations),
        operation::<K>(
            "roundtrip",
            "one call: a key pair from a draw, encapsulation to its key in bytes with another draw, and decapsulation; \
             draws are from the library's source of randomness or, if it has none, from the system's",
            |offer| Some((offer.round_trips)()),
        ),
    ]
}

/// Returns the operations of a mechanism that libraries offer with draws alone.
pub(super) fn alone<K: Kem>() -> Vec<Box<dyn Operation>> {
    vec![
        operation::<K>("keygen", GENERATION, |offer| Some((offer.key_pairs)())),
        operation::<K>("encaps", ENCAPSULATION, encapsulations),
        operation::<K>("decaps", DECAPSULATION, |offer| {
            let (key, decapsulate) = offer.key_pair();
            let (ciphertext, _) = offer.encapsulate(&key)?;
            Some(repeat(move || decapsulate(black_box(&ciphertext))))
        }),
    ]
}

pub(in crate::op) const GENERATION: &str = "one call: from a draw, of the library's source of randomness or, if it has none, of the \
                          system's, to a key pair, and the public key read from it";

pub(in crate::op) const ENCAPSULATION: &str = "one call: from an encapsulation key in bytes, with its checks, and a draw, of the library's \
                             source of randomness or, if it has none, of the system's, to the ciphertext and the shared \
                             secret";

fn encapsulations<K: Kem>(offer: &Drawn<K>) -> Option<Calls> {
    let (encapsulate, (key, _)) = (offer.encapsulate, offer.key_pair());
    encapsulate(&key)?;
    Some(repeat(move || encapsulate(black_box(&key))))
}

fn operation<K: Kem>(name: &str, includes: &'static str, calls: fn(&Drawn<K>) -> Option<Calls>) -> Box<dyn Operation> {
    Box::new(OfDraws::<Drawn<K>> {
        name: format!("{}/{name}", K::FAMILY),
        includes,
        subject: Box::new(move |offer| Some(Subject::new(&offer.backend, calls(offer)?))),
        check: Box::new(check),
    })
}

/// Checks round trips between the libraries in both directions, and that draws differ.
fn check<K: Kem>(ours: &Drawn<K>, theirs: &Drawn<K>) -> Result<(), Difference> {
    let (key, decapsulate) = theirs.key_pair();
    let (other, _) = theirs.key_pair();
    differ("key", &key, &other)?;
    let exchanged = |maker: &Drawn<K>, key: &K::EncapsulationKey, decapsulate: &Decapsulate<K>| {
        let refused = || Difference("it or we refuse a key".to_owned());
        let (ciphertext, secret) = maker.encapsulate(key).ok_or_else(refused)?;
        if decapsulate(&ciphertext) == secret {
            Ok(ciphertext)
        } else {
            Err(Difference("shared secret: another from it than from us".to_owned()))
        }
    };
    exchanged(ours, &key, &decapsulate)?;
    let (key, decapsulate) = ours.key_pair();
    let [one, other] = [exchanged(theirs, &key, &decapsulate)?, exchanged(theirs, &key, &decapsulate)?];
    differ("ciphertext", &one, &other)
}

fn differ<T: PartialEq>(what: &str, one: &T, other: &T) -> Result<(), Difference> {
    if one == other { Err(Difference(format!("it draws the same {what} twice"))) } else { Ok(()) }
}

/// A library's offer of a signature scheme's keys with draws.
pub struct DrawnSigner<S: Set> {
    /// The backend that runs on this CPU.
    pub backend: String,
    key_pairs: Box<dyn Fn() -> Calls>,
    key_pair: Box<dyn Fn() -> (S::PublicKey, Signer<S>)>,
}

impl<S: Set> DrawnSigner<S> {
    /// Creates an offer from functions that generate a key pair, and sign with a generated key.
    pub fn new<Key: 'static>(
        backend: impl Into<String>,
        generate: fn() -> (Key, S::PublicKey),
        sign: fn(&Key, &[u8]) -> S::Signature,
    ) -> Self {
        Self {
            backend: backend.into(),
            key_pairs: Box::new(move || repeat(generate)),
            key_pair: Box::new(move || {
                let (key, public) = generate();
                (public, Box::new(move |message| sign(&key, message)))
            }),
        }
    }

    /// Returns a drawn key pair: the public key and the signing key object.
    #[must_use]
    pub fn key_pair(&self) -> (S::PublicKey, Signer<S>) {
        (self.key_pair)()
    }
}

/// Returns whether a signature is valid, by a public key and a message.
type IsValid<S> = fn(&<S as Set>::PublicKey, &[u8], &<S as Set>::Signature) -> bool;

/// Returns the operation that generates a signer's key pair; `is_valid` is our verdict on the signatures that it makes.
pub(super) fn signers<S: Set>(is_valid: IsValid<S>) -> Box<dyn Operation> {
    Box::new(OfDraws::<DrawnSigner<S>> {
        name: format!("{}/keygen-random", S::FAMILY),
        includes: GENERATION,
        subject: Box::new(|offer| Some(Subject::new(&offer.backend, (offer.key_pairs)()))),
        check: Box::new(move |_, theirs| {
            let (key, sign) = theirs.key_pair();
            let (other, _) = theirs.key_pair();
            differ("key", &key, &other)?;
            let message = b"drawn";
            if is_valid(&key, message, &sign(message)) {
                Ok(())
            } else {
                Err(Difference("we refuse the signature of a key that it draws".to_owned()))
            }
        }),
    })
}

/// An operation whose answers are checked one by one.
struct OfDraws<O> {
    name: String,
    includes: &'static str,
    subject: Box<Subjects<O>>,
    check: Box<Check<O>>,
}

/// Compares a library's offer with ours.
type Check<O> = dyn Fn(&O, &O) -> Result<(), Difference>;
/// Creates a subject from a library's offer, if that is sufficient.
type Subjects<O> = dyn Fn(&O) -> Option<Subject>;

impl<O: 'static> Operation for OfDraws<O> {
    fn name(&self) -> &str {
        &self.name
    }

    fn includes(&self) -> &str {
        self.includes
    }

    fn unit(&self) -> Unit {
        Unit::Operations(1)
    }

    fn subject(&self, library: &Offers) -> Option<Subject> {
        (self.subject)(library.get::<O>()?)
    }

    fn check(&self, ours: &Offers, theirs: &Offers) -> Result<(), Difference> {
        match (ours.get::<O>(), theirs.get::<O>()) {
            (Some(ours), Some(theirs)) => (self.check)(ours, theirs),
            _ => Ok(()),
        }
    }
}
