//! The authenticated encryption of NaCl: XSalsa20-Poly1305 under a key, `crypto_secretbox`, and under the keys of two
//! parties, `crypto_box`. The results are combined, the tag before the ciphertext, and in new buffers.

use crate::inputs::{random_array, random_bytes};
use crate::op::answers::{Answer, Deterministic};
use crate::op::growing::Growing;
use crate::operation::{Operation, Subject, repeat};
use crate::values::Unit;
use std::hint::black_box;

/// A key, secret or public.
pub type Key = [u8; 32];
/// A nonce.
pub type Nonce = [u8; 24];
/// A message, if its tag is right.
pub type Message = Option<Vec<u8>>;

/// A library's offer of `crypto_secretbox`.
#[derive(Clone)]
pub struct SecretBox {
    /// The backend that runs on this CPU.
    pub backend: String,
    /// Returns the tag and the ciphertext of a message.
    pub seal: fn(&Key, &Nonce, &[u8]) -> Vec<u8>,
    /// Returns the message, if the tag is right.
    pub open: fn(&Key, &Nonce, &[u8]) -> Message,
}

/// A library's offer of `crypto_box`. The keys are a secret key and the public key of the other party.
#[derive(Clone)]
pub struct PublicBox {
    /// The backend that runs on this CPU.
    pub backend: String,
    /// Returns the public key of a secret key.
    pub public_key: fn(&Key) -> Key,
    /// Returns the tag and the ciphertext of a message.
    pub seal: fn(&Key, &Key, &Nonce, &[u8]) -> Vec<u8>,
    /// Returns the message, if the tag is right.
    pub open: fn(&Key, &Key, &Nonce, &[u8]) -> Message,
}

const SIZES: [(&str, usize); 4] = [("64B", 64), ("1KiB", 1 << 10), ("16KiB", 16 << 10), ("1MiB", 1 << 20)];

/// Returns the operations, shortest first.
#[must_use]
pub fn operations() -> Vec<Box<dyn Operation>> {
    let sealing = SIZES.map(|(label, size)| sealing(&format!("xsalsa20poly1305/seal-{label}"), size));
    let opening = SIZES.map(|(label, size)| opening(&format!("xsalsa20poly1305/open-{label}"), size));
    let of_parties = [public_sealing("nacl-box/seal-1KiB", 1 << 10), public_opening("nacl-box/open-1KiB", 1 << 10)];
    sealing.into_iter().chain(opening).chain(of_parties).collect()
}

/// Returns the operations that have a parameter.
#[must_use]
pub fn growing() -> Vec<Growing> {
    vec![
        Growing::over_sizes("xsalsa20poly1305/seal-SIZE", SEALING.to_owned(), sealing),
        Growing::over_sizes("xsalsa20poly1305/open-SIZE", OPENING.to_owned(), opening),
    ]
}

const SEALING: &str =
    "one call: from the bytes of a key and a nonce and a message to its tag and ciphertext in a new buffer";
const OPENING: &str = "one call: from the bytes of a key and a nonce, the tag and the ciphertext to the message in a new \
                       buffer";
const PUBLIC_SEALING: &str = "one call: from the bytes of a secret key, another's public key and a nonce and a message \
                              to its tag and ciphertext in a new buffer";
const PUBLIC_OPENING: &str = "one call: from the bytes of a secret key, another's public key and a nonce, the tag and the \
                              ciphertext to the message in a new buffer";

fn inputs(size: usize) -> (Key, Nonce, Vec<u8>) {
    (random_array(0), random_array(1), random_bytes(size, 0))
}

fn sealing(name: &str, size: usize) -> Box<dyn Operation> {
    Box::new(Deterministic {
        name: name.to_owned(),
        includes: SEALING.to_owned(),
        unit: Unit::Bytes(size as u64),
        subject: Box::new(move |offer: &SecretBox| {
            let (seal, (key, nonce, message)) = (offer.seal, inputs(size));
            let call = move || seal(black_box(&key), black_box(&nonce), black_box(&message));
            Some(Subject::new(&offer.backend, repeat(call)))
        }),
        answers: Box::new(move |offer: &SecretBox| {
            let (key, nonce, message) = inputs(size);
            vec![Answer::bytes("sealed", &(offer.seal)(&key, &nonce, &message))]
        }),
    })
}

fn opening(name: &str, size: usize) -> Box<dyn Operation> {
    let sealed = move |offer: &SecretBox| {
        let (key, nonce, message) = inputs(size);
        (key, nonce, (offer.seal)(&key, &nonce, &message))
    };
    Box::new(Deterministic {
        name: name.to_owned(),
        includes: OPENING.to_owned(),
        unit: Unit::Bytes(size as u64),
        subject: Box::new(move |offer: &SecretBox| {
            let (open, (key, nonce, sealed)) = (offer.open, sealed(offer));
            let call = move || open(black_box(&key), black_box(&nonce), black_box(&sealed));
            Some(Subject::new(&offer.backend, repeat(call)))
        }),
        answers: Box::new(move |offer: &SecretBox| {
            let (key, nonce, mut sealed) = sealed(offer);
            let opened = (offer.open)(&key, &nonce, &sealed).unwrap_or_default();
            sealed[3] ^= 1;
            let forged = (offer.open)(&key, &nonce, &sealed).is_some();
            vec![Answer::bytes("message", &opened), Answer::bytes("forged", &[u8::from(forged)])]
        }),
    })
}

/// Returns the secret key of one party and the public key of the other, for both.
fn parties(offer: &PublicBox) -> [(Key, Key); 2] {
    let secrets: [Key; 2] = [random_array(2), random_array(3)];
    let publics = secrets.map(|secret| (offer.public_key)(&secret));
    [(secrets[0], publics[1]), (secrets[1], publics[0])]
}

fn public_sealing(name: &str, size: usize) -> Box<dyn Operation> {
    Box::new(Deterministic {
        name: name.to_owned(),
        includes: PUBLIC_SEALING.to_owned(),
        unit: Unit::Operations(1),
        subject: Box::new(move |offer: &PublicBox| {
            let ([(secret, public), _], (_, nonce, message)) = (parties(offer), inputs(size));
            let seal = offer.seal;
            let call = move || seal(black_box(&secret), black_box(&public), black_box(&nonce), black_box(&message));
            Some(Subject::new(&offer.backend, repeat(call)))
        }),
        answers: Box::new(move |offer: &PublicBox| {
            let ([(secret, public), _], (_, nonce, message)) = (parties(offer), inputs(size));
            vec![Answer::bytes("sealed", &(offer.seal)(&secret, &public, &nonce, &message))]
        }),
    })
}

fn public_opening(name: &str, size: usize) -> Box<dyn Operation> {
    let sealed = move |offer: &PublicBox| {
        let ([(secret, public), recipient], (_, nonce, message)) = (parties(offer), inputs(size));
        (recipient, nonce, (offer.seal)(&secret, &public, &nonce, &message))
    };
    Box::new(Deterministic {
        name: name.to_owned(),
        includes: PUBLIC_OPENING.to_owned(),
        unit: Unit::Operations(1),
        subject: Box::new(move |offer: &PublicBox| {
            let (open, ((secret, public), nonce, sealed)) = (offer.open, sealed(offer));
            let call = move || open(black_box(&secret), black_box(&public), black_box(&nonce), black_box(&sealed));
            Some(Subject::new(&offer.backend, repeat(call)))
        }),
        answers: Box::new(move |offer: &PublicBox| {
            let ((secret, public), nonce, sealed) = sealed(offer);
            let opened = (offer.open)(&secret, &public, &nonce, &sealed).unwrap_or_default();
            vec![Answer::bytes("message", &opened)]
        }),
    })
}
