//! Operations whose cost grows: with the bytes of a message, the items of a batch, the threads that make calls.

use super::threads::Threads;
use super::{Operation, aead, aes_ctr, all, chacha20, ed25519, edwards25519, hashing, hmac, poly1305, x25519};
use crate::document::Parameter;
use std::ops::RangeInclusive;

/// Sizes of messages: below, the cost of a call is hardly that of its bytes; above, that of memory.
const SIZES: RangeInclusive<u64> = 64..=1 << 20;

/// More threads than any machine has a use for.
const MOST_THREADS: u64 = 1024;

/// Every operation that can be measured over a parameter, family by family, and then every operation over threads.
#[must_use]
pub fn growing() -> Vec<Growing> {
    let families = [
        hashing::growing(),
        hmac::growing(),
        x25519::growing(),
        ed25519::growing(),
        edwards25519::growing(),
        aead::growing(),
        aes_ctr::growing(),
        chacha20::growing(),
        poly1305::growing(),
    ];
    families.into_iter().flatten().chain(all().into_iter().map(Growing::over_threads)).collect()
}

/// An operation at each value of a parameter.
pub struct Growing {
    name: String,
    parameter: Parameter,
    includes: String,
    values: RangeInclusive<u64>,
    make: Make,
}

/// What makes an operation.
enum Make {
    /// From its name and the value of a parameter.
    OfValue(fn(&str, usize) -> Box<dyn Operation>),
    /// By calling the operation of that name on several threads.
    OnThreads(String),
}

impl Growing {
    /// Over the size of a message.
    pub(super) fn over_sizes(name: &str, includes: String, make: fn(&str, usize) -> Box<dyn Operation>) -> Self {
        Self { name: name.to_owned(), parameter: Parameter::Size, includes, values: SIZES, make: Make::OfValue(make) }
    }

    /// Over the items of a batch, `most` of them at the end.
    pub(super) fn over_batches(
        name: &str,
        most: u64,
        includes: String,
        make: fn(&str, usize) -> Box<dyn Operation>,
    ) -> Self {
        let (name, make) = (name.to_owned(), Make::OfValue(make));
        Self { name, parameter: Parameter::Batch, includes, values: 1..=most, make }
    }

    /// Over threads that call a fixed operation.
    fn over_threads(operation: Box<dyn Operation>) -> Self {
        Self {
            name: format!("{},threads", operation.name()),
            parameter: Parameter::Threads,
            includes: Threads::includes_of(&*operation),
            values: 1..=MOST_THREADS,
            make: Make::OnThreads(operation.name().to_owned()),
        }
    }

    /// Its name without a value: `sha512/SIZE`, `ed25519/verify-batchN`, `x25519/dh,threads`.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The operation that threads call, if it is threads that it grows with.
    #[must_use]
    pub fn operation(&self) -> Option<&str> {
        match &self.make {
            Make::OfValue(_) => None,
            Make::OnThreads(operation) => Some(operation),
        }
    }

    /// What grows.
    #[must_use]
    pub const fn parameter(&self) -> Parameter {
        self.parameter
    }

    /// What one call includes, at any value.
    #[must_use]
    pub fn includes(&self) -> &str {
        &self.includes
    }

    /// The values that the parameter can have.
    #[must_use]
    pub const fn values(&self) -> &RangeInclusive<u64> {
        &self.values
    }

    /// The operation at a value, whose name is this one's, `=` and the value; `None` where it has no such value.
    #[must_use]
    pub fn at(&self, value: u64) -> Option<Box<dyn Operation>> {
        let number = usize::try_from(value).ok().filter(|_| self.values.contains(&value))?;
        let name = format!("{}={value}", self.name);
        match &self.make {
            Make::OfValue(make) => Some(make(&name, number)),
            Make::OnThreads(inner) => {
                let inner = all().into_iter().find(|operation| operation.name() == inner)?;
                Some(Box::new(Threads::new(name, inner, number)))
            }
        }
    }
}

/// The operation that a name with a value stands for, such as `sha512/SIZE=4096`. A value has one way to be written:
/// without a sign, a space or a zero at its start.
pub(super) fn at(name: &str) -> Option<Box<dyn Operation>> {
    let (name, digits) = name.rsplit_once('=')?;
    let value: u64 = digits.parse().ok()?;
    growing().iter().find(|growing| growing.name == name && value.to_string() == digits)?.at(value)
}
