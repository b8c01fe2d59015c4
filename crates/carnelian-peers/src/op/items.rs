//! Properties that few operations have: calls that process several items, calls that search, calls whose inputs differ
//! in cost, and calls that are only the first part of something.

use crate::offers::Offers;
use crate::operation::{Difference, Operation, Subject};
use crate::values::{Estimator, Items, Unit};
use std::time::Duration;

/// Returns an operation whose calls each process `count` items, so that reports print the cost of one.
pub(super) fn of_items(count: usize, name: &str, operation: impl Operation + 'static) -> Box<dyn Operation> {
    let items = (count > 1).then(|| Items { count: count as u64, name: name.to_owned() });
    Box::new(Marked { items, ..Marked::of(operation) })
}

/// Returns an operation whose calls search, each with a fresh key, so that its estimate is the mean.
pub(super) fn searching(operation: impl Operation + 'static) -> Box<dyn Operation> {
    Box::new(Marked { estimator: Estimator::Mean, ..Marked::of(operation) })
}

/// Returns an operation whose calls cycle through `count` inputs that differ in cost.
pub(super) fn cycling(count: usize, operation: impl Operation + 'static) -> Box<dyn Operation> {
    Box::new(Marked { cycle: count as u64, ..Marked::of(operation) })
}

/// Returns an operation of which libraries leave more or less to the call that follows, so that times of it alone say
/// nothing about which one is ahead.
pub(super) fn first_part(operation: impl Operation + 'static) -> Box<dyn Operation> {
    Box::new(Marked { is_compared: false, ..Marked::of(operation) })
}

/// An operation with one of these properties.
struct Marked {
    operation: Box<dyn Operation>,
    items: Option<Items>,
    estimator: Estimator,
    cycle: u64,
    is_compared: bool,
}

impl Marked {
    fn of(operation: impl Operation + 'static) -> Self {
        Self {
            operation: Box::new(operation),
            items: None,
            estimator: Estimator::default(),
            cycle: 1,
            is_compared: true,
        }
    }
}

impl Operation for Marked {
    fn name(&self) -> &str {
        self.operation.name()
    }

    fn includes(&self) -> &str {
        self.operation.includes()
    }

    fn unit(&self) -> Unit {
        self.operation.unit()
    }

    fn items(&self) -> Option<Items> {
        self.items.clone()
    }

    fn estimator(&self) -> Estimator {
        self.estimator
    }

    fn cycle(&self) -> u64 {
        self.cycle
    }

    fn is_compared(&self) -> bool {
        self.is_compared
    }

    fn threads(&self) -> usize {
        self.operation.threads()
    }

    fn sample(&self) -> Duration {
        self.operation.sample()
    }

    fn subject(&self, library: &Offers) -> Option<Subject> {
        self.operation.subject(library)
    }

    fn check(&self, ours: &Offers, theirs: &Offers) -> Result<(), Difference> {
        self.operation.check(ours, theirs)
    }
}
