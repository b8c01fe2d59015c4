//! Choosing the results of one class.

use super::PageError;
use crate::document::Document;
use crate::machine::class::Class;
use carnelian::cpu::Tier;
use std::collections::BTreeSet;

/// Returns the results of a class.
///
/// # Errors
/// [`PageError::UnknownClass`], with the names of those that there are, if none is of the class.
pub fn of_class(documents: Vec<Document>, class: &str) -> Result<Vec<Document>, PageError> {
    let known: BTreeSet<String> = documents.iter().map(|document| Class::of(document).to_string()).collect();
    if !known.contains(class) {
        return Err(PageError::UnknownClass { class: class.to_owned(), known: known.into_iter().collect() });
    }
    Ok(documents.into_iter().filter(|document| Class::of(document).to_string() == class).collect())
}

/// Returns the results of this machine's class at the tier in force.
///
/// # Errors
/// As [`of_class`].
pub fn of_this_machine(documents: Vec<Document>) -> Result<Vec<Document>, PageError> {
    of_class(documents, &Class::here(Tier::in_force()).to_string())
}
