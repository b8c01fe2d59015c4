//! Ristretto255, RFC 9496: encoding and decoding.

use super::answers::{Answer, Deterministic};
use crate::operation::{Calls, Operation, Subject, repeat};
use crate::values::Unit;
use std::hint::black_box;

/// An encoded element.
pub type Encoding = [u8; 32];

/// Computes the encoding of an element from another's; `None` if the library refuses the encoding.
pub type Reencode = Box<dyn Fn(&Encoding) -> Option<Encoding>>;
/// Creates calls that start from an encoding; `None` if the library refuses it.
pub type CallsOn = Box<dyn Fn(&Encoding) -> Option<Calls>>;

/// A library's offer for the operations of this module.
pub struct Ristretto255 {
    /// The backend that runs on this CPU.
    pub backend: String,
    /// Computes the encoding of twice the element with this encoding.
    pub double: Reencode,
    /// Creates calls that encode twice the element with this encoding. (A freshly decoded element has the coordinate Z
    /// = 1, which would be an unfair example.)
    pub encode: CallsOn,
    /// Creates calls that decode this encoding.
    pub decode: CallsOn,
}

impl Ristretto255 {
    /// Creates an offer from the library's functions.
    pub fn new<E: 'static>(
        backend: &str,
        decode: fn(&Encoding) -> Option<E>,
        double: fn(&E) -> E,
        encode: fn(&E) -> Encoding,
    ) -> Self {
        Self {
            backend: backend.to_owned(),
            double: Box::new(move |encoding| Some(encode(&double(&decode(encoding)?)))),
            encode: Box::new(move |encoding| {
                let element = double(&decode(encoding)?);
                Some(repeat(move || encode(black_box(&element))))
            }),
            decode: Box::new(move |encoding| {
                let encoding = *encoding;
                Some(repeat(move || decode(black_box(&encoding))))
            }),
        }
    }
}

/// Returns the operations.
#[must_use]
pub fn operations() -> Vec<Box<dyn Operation>> {
    vec![
        Box::new(Deterministic {
            name: "ristretto255/encode".to_owned(),
            includes: "one call: from an element to its encoding".to_owned(),
            unit: Unit::Operations(1),
            subject: Box::new(|offer: &Ristretto255| Some(Subject::new(&offer.backend, (offer.encode)(&GENERATOR)?))),
            answers: Box::new(answers),
        }),
        Box::new(Deterministic {
            name: "ristretto255/decode".to_owned(),
            includes: "one call: from an encoding to the element".to_owned(),
            unit: Unit::Operations(1),
            subject: Box::new(|offer: &Ristretto255| Some(Subject::new(&offer.backend, (offer.decode)(&GENERATOR)?))),
            answers: Box::new(answers),
        }),
    ]
}

/// The canonical generator, RFC 9496 Section 4.
pub const GENERATOR: Encoding = [
    0xe2, 0xf2, 0xae, 0x0a, 0x6a, 0xbc, 0x4e, 0x71, 0xa8, 0x84, 0xa9, 0x61, 0xc5, 0x00, 0x51, 0x5f, 0x58, 0xe3, 0x0b,
    0x6a, 0xa5, 0x82, 0xdd, 0x8d, 0xb6, 0xa6, 0x59, 0x45, 0xe0, 0x8d, 0x2d, 0x76,
];

fn answers(offer: &Ristretto255) -> Vec<Answer> {
    let mut negative = GENERATOR;
    negative[0] |= 1;
    let twice = |what, encoding| {
        let encoding = (offer.double)(encoding);
        Answer::bytes_or_refusal(what, encoding.as_ref().map(|encoding| &encoding[..]))
    };
    vec![twice("twice the generator", &GENERATOR), twice("a negative encoding", &negative)]
}
