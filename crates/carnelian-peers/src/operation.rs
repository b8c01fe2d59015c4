//! An operation that can be measured, and a library's calls of it.

use crate::offers::Offers;
use crate::values::{Estimator, Items, SAMPLE, Unit};
use std::fmt;
use std::hint::black_box;
use std::time::Duration;

/// An operation that can be measured: `family/operation[-variant]`.
pub trait Operation {
    /// Returns the name, which is unique among all operations.
    fn name(&self) -> &str;

    /// Returns the description of what one call includes, as printed in reports.
    fn includes(&self) -> &str;

    /// Returns the amount of work in one call.
    fn unit(&self) -> Unit;

    /// Returns the items of one call, if it processes several.
    fn items(&self) -> Option<Items> {
        None
    }

    /// Returns the estimate of the cost from its rounds.
    fn estimator(&self) -> Estimator {
        Estimator::InterquartileMean
    }

    /// Returns whether only other libraries offer it, because ours has no such step.
    fn is_of_peers_only(&self) -> bool {
        false
    }

    /// Returns whether our time is set in relation to that of others: not where one library does in this call what
    /// another leaves to the next.
    fn is_compared(&self) -> bool {
        true
    }

    /// Returns the number of threads that make calls at the same time.
    fn threads(&self) -> usize {
        1
    }

    /// Returns the number of calls after which their inputs repeat, where these differ in cost. A sample consists of
    /// whole cycles, so every sample of every library has the same inputs.
    fn cycle(&self) -> u64 {
        1
    }

    /// Returns the target duration of a sample.
    fn sample(&self) -> Duration {
        SAMPLE
    }

    /// Returns the library's calls of this operation; `None` if it does not offer it.
    fn subject(&self, library: &Offers) -> Option<Subject>;

    /// Checks that `theirs` computes the same as `ours`: equal bytes if the call is deterministic, otherwise a round
    /// trip through the other library in both directions. This is called before anything is timed, and only with
    /// libraries that both have a [`subject`](Self::subject).
    ///
    /// # Errors
    /// Returns a [`Difference`] that describes the disagreement.
    fn check(&self, ours: &Offers, theirs: &Offers) -> Result<(), Difference>;

    /// Returns the part of the name before the first `/`.
    fn family(&self) -> &str {
        let name = self.name();
        name.split_once('/').map_or(name, |(family, _)| family)
    }
}

/// Finds an operation by its name.
pub(crate) type Find = fn(&str) -> Option<Box<dyn Operation>>;

/// A disagreement between a peer's answer and ours.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference(pub String);

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A library about to be measured on one operation.
pub struct Subject {
    /// The backend that runs, if the library reports it.
    pub backend: String,
    /// Makes the given number of calls, one after the other.
    pub calls: Calls,
}

impl Subject {
    /// Creates a subject with the library's own name for its backend.
    #[must_use]
    pub fn new(backend: &str, calls: Calls) -> Self {
        Self { backend: backend.to_owned(), calls }
    }

    /// Creates a subject for a batch. If the library has no batch function, the backend's name states that the items
    /// are processed one by one.
    #[must_use]
    pub fn of_batch(backend: &str, has_call_for_many: bool, calls: Calls) -> Self {
        let suffix = if has_call_for_many { "" } else { ", one by one" };
        Self { backend: format!("{backend}{suffix}"), calls }
    }
}

/// Makes the given number of calls of an operation, one after the other.
pub type Calls = Box<dyn FnMut(u64)>;

/// Repeats `call`. The loop is compiled together with the call, and the result is used.
pub fn repeat<R>(mut call: impl FnMut() -> R + 'static) -> Calls {
    Box::new(move |calls| {
        for _ in 0..calls {
            black_box(call());
        }
    })
}

/// Cycles through calls with different inputs, so that code with data-dependent branches meets more inputs than the
/// branch predictor can memorize.
///
/// # Panics
/// Panics if there are none.
#[must_use]
pub fn in_turns(mut each: Vec<Calls>) -> Calls {
    assert!(!each.is_empty(), "nothing takes turns");
    let mut next = 0;
    Box::new(move |calls| {
        for _ in 0..calls {
            each[next](1);
            next = (next + 1) % each.len();
        }
    })
}
