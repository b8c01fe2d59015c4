//! Signature schemes and key encapsulation mechanisms by name: the operations of a scheme that has no file of its own.
//!
//! Schemes with files have types for their keys, and operations with seeds, prepared keys and batches. Any other scheme of
//! our library is measured here, with keys and outputs as bytes of any length: the generation of a key, and each use of
//! it. So a new scheme has operations as soon as our library offers it. Another library takes part if it offers a scheme
//! with the same identifier.

mod kems;
mod signatures;

pub use kems::{Decapsulate, KemScheme, Kems};
pub use signatures::{SignatureScheme, Signatures, Signer};

use crate::offers::Offers;
use crate::operation::{Difference, Operation, Subject};
use crate::values::{Scheme, Unit};
use std::collections::BTreeSet;

/// The number of messages that calls cycle through, since the cost of a signature may depend on the message. It is small,
/// since some schemes need a second for each signature.
pub const TURNS: usize = 8;

/// Returns the operations of our library's schemes, except those of `typed` families, which are [`folded`].
pub(super) fn operations(typed: &BTreeSet<String>) -> Vec<Box<dyn Operation>> {
    let ours = crate::reference::offers();
    let signatures = others::<SignatureScheme>(&ours, typed).flat_map(signatures::operations);
    signatures.chain(others::<KemScheme>(&ours, typed).flat_map(kems::operations)).collect()
}

/// Returns the operations of a scheme of our library, also if it has operations of its own.
#[must_use]
pub fn operations_of(id: &str) -> Vec<Box<dyn Operation>> {
    let ours = crate::reference::offers();
    let signatures = of::<SignatureScheme>(&ours, id).map(signatures::operations);
    signatures.into_iter().chain(of::<KemScheme>(&ours, id).map(kems::operations)).flatten().collect()
}

/// Returns the schemes with these operations, for tables.
pub(super) fn schemes(typed: &BTreeSet<String>) -> Vec<Scheme> {
    let ours = crate::reference::offers();
    let signatures = others::<SignatureScheme>(&ours, typed).map(signatures::scheme);
    signatures.chain(others::<KemScheme>(&ours, typed).map(kems::scheme)).collect()
}

/// Returns the name that an identifier and a family of operations have in common: hyphens do not count, so `ml-dsa-65`
/// names `mldsa65`.
#[must_use]
pub fn folded(name: &str) -> String {
    name.replace('-', "")
}

/// A scheme that a library offers by its name.
trait Named: Sized + 'static {
    /// The type under which a library offers all of them.
    type All: AsRef<[Self]> + 'static;

    /// Returns the identifier.
    fn id(&self) -> &str;
}

/// Returns the schemes that have no operations of their own.
fn others<'a, S: Named>(library: &'a Offers, typed: &BTreeSet<String>) -> impl Iterator<Item = &'a S> {
    let schemes = library.get::<S::All>().map_or(&[][..], S::All::as_ref);
    schemes.iter().filter(|scheme| !typed.contains(&folded(scheme.id())))
}

/// Returns the scheme with an identifier.
fn of<'a, S: Named>(library: &'a Offers, id: &str) -> Option<&'a S> {
    library.get::<S::All>()?.as_ref().iter().find(|scheme| scheme.id() == id)
}

/// An operation of a scheme.
struct ByName<S> {
    /// The scheme's identifier.
    id: String,
    /// The identifier, `/` and the operation.
    name: String,
    includes: String,
    cycle: usize,
    subject: fn(&S) -> Option<Subject>,
    check: fn(&S, &S) -> Result<(), Difference>,
}

impl<S: Named> Operation for ByName<S> {
    fn name(&self) -> &str {
        &self.name
    }

    fn includes(&self) -> &str {
        &self.includes
    }

    fn unit(&self) -> Unit {
        Unit::Operations(1)
    }

    fn cycle(&self) -> u64 {
        self.cycle as u64
    }

    fn subject(&self, library: &Offers) -> Option<Subject> {
        (self.subject)(of(library, &self.id)?)
    }

    fn check(&self, ours: &Offers, theirs: &Offers) -> Result<(), Difference> {
        match (of(ours, &self.id), of(theirs, &self.id)) {
            (Some(ours), Some(theirs)) => (self.check)(ours, theirs),
            _ => Ok(()),
        }
    }
}

/// Returns a description of a disagreement unless `is_so`.
fn expect(is_so: bool, otherwise: &str) -> Result<(), Difference> {
    if is_so { Ok(()) } else { Err(Difference(otherwise.to_owned())) }
}
