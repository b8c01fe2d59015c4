//! Signed messages of Ed25519, R ‖ S ‖ M: verification and recovery of the message, as NaCl's `crypto_sign_open`.

use super::answers::{Answer, Deterministic};
use super::ed25519::Ed25519;
use crate::inputs::{random_array, random_bytes};
use crate::operation::{Operation, Subject, repeat};
use crate::reference;
use crate::values::Unit;
use std::hint::black_box;

/// A library's offer for the operations of this module.
pub struct SignedMessages {
    /// The backend that runs on this CPU.
    pub backend: String,
    /// Verifies a signed message and recovers the message.
    pub open: Open,
}

/// Verifies a signed message under a public key in bytes, and writes the message to a buffer as long as the signed
/// message. Returns the length of the message; `None` if the signature is not valid.
pub type Open = fn(&[u8; 32], &[u8], &mut [u8]) -> Option<usize>;

impl SignedMessages {
    fn opened(&self, public_key: &[u8; 32], signed: &[u8]) -> Option<Vec<u8>> {
        let mut message = vec![0; signed.len()];
        let len = (self.open)(public_key, signed, &mut message)?;
        message.truncate(len);
        Some(message)
    }
}

/// Returns the operations.
#[must_use]
pub fn operations() -> Vec<Box<dyn Operation>> {
    vec![open("ed25519/open-59B", 59)]
}

/// The number of signed messages that calls cycle through: see `ed25519/verify`.
const TURNS: usize = 64;

fn open(name: &str, size: usize) -> Box<dyn Operation> {
    Box::new(Deterministic {
        name: name.to_owned(),
        includes: format!(
            "one call: from a public key in bytes and a signed message, R ‖ S ‖ M, to a copy of the message of {size} \
             bytes; calls take turns among {TURNS} keys and messages"
        ),
        unit: Unit::Operations(1),
        subject: Box::new(move |offer: &SignedMessages| {
            let (open, mut message) = (offer.open, vec![0; 64 + size]);
            let signed: Vec<_> = (0..TURNS as u64).map(|number| signed(number, size)).collect();
            let mut turn = 0;
            let calls = repeat(move || {
                let (public_key, signed) = &signed[turn];
                turn = (turn + 1) % TURNS;
                open(black_box(public_key), black_box(signed), &mut message)
            });
            Some(Subject::new(&offer.backend, calls))
        }),
        answers: Box::new(move |offer| {
            let (public_key, signed) = signed(0, size);
            let answer =
                |what, signed: &[u8]| Answer::bytes_or_refusal(what, offer.opened(&public_key, signed).as_deref());
            let changed = |at: usize| {
                let mut changed = signed.clone();
                changed[at] ^= 1;
                changed
            };
            vec![
                answer("message", &signed),
                answer("message with another R", &changed(0)),
                answer("message with another S", &changed(32)),
                answer("message that was changed", &changed(64)),
                answer("message that was cut", &signed[..signed.len() - 1]),
                answer("message that is too short", &signed[..63]),
            ]
        }),
    })
}

/// Returns a numbered public key and a message signed by its owner.
fn signed(number: u64, size: usize) -> ([u8; 32], Vec<u8>) {
    let (seed, message) = (random_array(number), random_bytes(size, number));
    reference::of(|ours: &Ed25519| {
        let signature = (ours.signer)(&seed)(&message);
        ((ours.public_key)(&seed), [&signature[..], &message].concat())
    })
}
