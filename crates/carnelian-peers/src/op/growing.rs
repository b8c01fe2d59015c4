//! Operations with a parameter: the bytes of a message, the items of a batch, or the number of threads that make calls.

use super::threads::Threads;
use crate::operation::{Find, Operation};
use crate::values::Parameter;
use std::ops::RangeInclusive;

/// Sizes of messages. For smaller ones the fixed cost of a call dominates, for larger ones that of memory.
const SIZES: RangeInclusive<u64> = 64..=1 << 20;

/// More threads than any machine can use.
const MOST_THREADS: u64 = 1024;

/// An operation at each value of a parameter.
pub struct Growing {
    name: String,
    parameter: Parameter,
    includes: String,
    values: RangeInclusive<u64>,
    make: Make,
}

/// The construction of an operation from a value.
enum Make {
    /// From its name and the value of the parameter.
    OfValue(fn(&str, usize) -> Box<dyn Operation>),
    /// By calling the named operation, which this function finds, on several threads.
    OnThreads(String, Find),
}

impl Growing {
    /// Creates an operation over the size of a message.
    pub(super) fn over_sizes(name: &str, includes: String, make: fn(&str, usize) -> Box<dyn Operation>) -> Self {
        Self { name: name.to_owned(), parameter: Parameter::Size, includes, values: SIZES, make: Make::OfValue(make) }
    }

    /// Creates an operation over the items of a batch, up to `most`.
    pub(super) fn over_batches(
        name: &str,
        most: u64,
        includes: String,
        make: fn(&str, usize) -> Box<dyn Operation>,
    ) -> Self {
        let (name, make) = (name.to_owned(), Make::OfValue(make));
        Self { name, parameter: Parameter::Batch, includes, values: 1..=most, make }
    }

    /// Creates an operation over the threads that call a fixed operation, which each of them finds anew.
    pub(super) fn over_threads(operation: Box<dyn Operation>, find: Find) -> Self {
        Self {
            name: format!("{},threads", operation.name()),
            parameter: Parameter::Threads,
            includes: Threads::includes_of(&*operation),
            values: 1..=MOST_THREADS,
            make: Make::OnThreads(operation.name().to_owned(), find),
        }
    }

    /// Returns the name with a placeholder for the value: `sha512/SIZE`, `ed25519/verify-batchN`, `x25519/dh,threads`.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the name of the operation that the threads call, if threads are the parameter.
    #[must_use]
    pub fn operation(&self) -> Option<&str> {
        match &self.make {
            Make::OfValue(_) => None,
            Make::OnThreads(operation, _) => Some(operation),
        }
    }

    /// Returns the parameter.
    #[must_use]
    pub const fn parameter(&self) -> Parameter {
        self.parameter
    }

    /// Returns the description of what one call includes, at any value.
    #[must_use]
    pub fn includes(&self) -> &str {
        &self.includes
    }

    /// Returns the possible values of the parameter.
    #[must_use]
    pub const fn values(&self) -> &RangeInclusive<u64> {
        &self.values
    }

    /// Returns the operation at a value. Its name is this operation's name, `=` and the value. Returns `None` if the
    /// value is out of range.
    #[must_use]
    pub fn at(&self, value: u64) -> Option<Box<dyn Operation>> {
        let number = usize::try_from(value).ok().filter(|_| self.values.contains(&value))?;
        let name = format!("{}={value}", self.name);
        match &self.make {
            Make::OfValue(make) => Some(make(&name, number)),
            Make::OnThreads(inner, find) => Some(Box::new(Threads::new(name, find(inner)?, number, *find))),
        }
    }
}
