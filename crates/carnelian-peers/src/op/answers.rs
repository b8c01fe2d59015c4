//! Operations for which all libraries return the same answers: digests, public keys, shared secrets, signatures,
//! verdicts.

use crate::inputs::hex;
use crate::offers::Offers;
use crate::operation::{Difference, Operation, Subject};
use crate::values::Unit;

/// An operation of the family whose offer is `O`. Operations differ only in the values of these fields, so a family is
/// a table.
pub(super) struct Deterministic<O> {
    /// `family/operation[-variant]`.
    pub(super) name: String,
    /// A description of the work that one call includes.
    pub(super) includes: String,
    /// The amount of work in one call.
    pub(super) unit: Unit,
    /// Creates the subject to be timed; `None` if the library does not offer the operation.
    pub(super) subject: Box<Subjects<O>>,
    /// Returns the library's answers to the timed inputs, and to inputs that it must refuse.
    pub(super) answers: Box<Answers<O>>,
}

/// Creates a subject from a library's offer, if that is sufficient.
type Subjects<O> = dyn Fn(&O) -> Option<Subject>;

/// Collects a library's answers.
type Answers<O> = dyn Fn(&O) -> Vec<Answer>;

impl<O: 'static> Operation for Deterministic<O> {
    fn name(&self) -> &str {
        &self.name
    }

    fn includes(&self) -> &str {
        &self.includes
    }

    fn unit(&self) -> Unit {
        self.unit
    }

    fn subject(&self, library: &Offers) -> Option<Subject> {
        (self.subject)(library.get::<O>()?)
    }

    fn check(&self, ours: &Offers, theirs: &Offers) -> Result<(), Difference> {
        let answers = |library: &Offers| library.get::<O>().map_or(Vec::new(), |offer| (self.answers)(offer));
        agree(&answers(ours), &answers(theirs))
    }
}

/// One answer of a library.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Answer {
    /// A description of the answer, as part of a sentence: "shared secret".
    what: &'static str,
    /// The answer's value.
    value: String,
}

impl Answer {
    /// Creates an answer that consists of bytes.
    pub(super) fn bytes(what: &'static str, bytes: &[u8]) -> Self {
        Self { what, value: hex(bytes) }
    }

    /// Creates an answer that consists of bytes, or of a refusal.
    pub(super) fn bytes_or_refusal(what: &'static str, bytes: Option<&[u8]>) -> Self {
        bytes.map_or(Self::verdict(what, false), |bytes| Self::bytes(what, bytes))
    }

    /// Creates an answer that tells whether the library accepts an input.
    pub(super) fn verdict(what: &'static str, accepted: bool) -> Self {
        Self { what, value: if accepted { "accepted" } else { "refused" }.to_owned() }
    }

    /// Returns a readable prefix of the value.
    fn start(&self) -> String {
        self.value.chars().take(16).collect()
    }
}

fn agree(ours: &[Answer], theirs: &[Answer]) -> Result<(), Difference> {
    match ours.iter().zip(theirs).find(|(ours, theirs)| ours != theirs) {
        Some((ours, theirs)) => {
            Err(Difference(format!("{}: {} from it, {} from us", theirs.what, theirs.start(), ours.start())))
        }
        None if ours.len() == theirs.len() => Ok(()),
        None => Err(Difference(format!("it returns {} answers, we {}", theirs.len(), ours.len()))),
    }
}
