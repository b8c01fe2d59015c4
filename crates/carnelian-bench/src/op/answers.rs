//! Operations whose answers are the same from every library: digests, public keys, shared secrets,
//! signatures, verdicts.

use super::{Difference, Offers, Operation, Subject, Unit, hex};

/// An operation of the family that `O` is the offer of. What differs from one operation to the next are these entries
/// and no code, so that a family is a table.
pub(super) struct Deterministic<O> {
    /// `family/operation[-variant]`.
    pub(super) name: String,
    /// What one call includes.
    pub(super) includes: String,
    /// What one call amounts to.
    pub(super) unit: Unit,
    /// What is timed; `None` if the library does not offer it.
    pub(super) subject: Box<Subjects<O>>,
    /// What the library answers to the inputs that are timed, and to inputs that it has to refuse.
    pub(super) answers: Box<Answers<O>>,
}

/// Makes a subject of what a library offers, if that is enough.
type Subjects<O> = dyn Fn(&O) -> Option<Subject>;

/// Asks a library.
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
    /// What it is, as part of a sentence: "shared secret".
    what: &'static str,
    /// What it says.
    value: String,
}

impl Answer {
    /// An answer in bytes.
    pub(super) fn bytes(what: &'static str, bytes: &[u8]) -> Self {
        Self { what, value: hex(bytes) }
    }

    /// An answer in bytes, or a refusal.
    pub(super) fn bytes_or_refusal(what: &'static str, bytes: Option<&[u8]>) -> Self {
        bytes.map_or(Self::verdict(what, false), |bytes| Self::bytes(what, bytes))
    }

    /// Whether the library accepts.
    pub(super) fn verdict(what: &'static str, accepted: bool) -> Self {
        Self { what, value: if accepted { "accepted" } else { "refused" }.to_owned() }
    }

    /// As much of the value as one can take in.
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
        None => Err(Difference(format!("it gives {} answers, we {}", theirs.len(), ours.len()))),
    }
}
