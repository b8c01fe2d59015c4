//! Properties that few operations have: calls that process several items, and calls that search.

use super::{Difference, Estimator, Items, Offers, Operation, Subject, Unit};
use std::time::Duration;

/// Returns an operation whose calls each process `count` items, so that reports print the cost of one.
pub(super) fn of_items(count: usize, name: &str, operation: impl Operation + 'static) -> Box<dyn Operation> {
    let items = (count > 1).then(|| Items { count: count as u64, name: name.to_owned() });
    Box::new(Marked { operation: Box::new(operation), items, estimator: Estimator::default() })
}

/// Returns an operation whose calls search, each with a fresh key, so that its estimate is the mean.
pub(super) fn searching(operation: impl Operation + 'static) -> Box<dyn Operation> {
    Box::new(Marked { operation: Box::new(operation), items: None, estimator: Estimator::Mean })
}

/// An operation with one of these properties.
struct Marked {
    operation: Box<dyn Operation>,
    items: Option<Items>,
    estimator: Estimator,
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
