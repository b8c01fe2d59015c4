//! The order in which operations are measured, and the time for each.
//!
//! The first operation of every family comes first, then the second of every family, and so on, so that no family is
//! without a measurement when the time is up. A family that has used up its share of the time waits until the others
//! are done, so that a slow one does not take their time.

use crate::plan::Plan;
use std::collections::VecDeque;
use std::time::Duration;

/// The operations that are still to be measured.
#[derive(Clone, Debug)]
pub struct Schedule {
    plan: Plan,
    families: Vec<Family>,
    /// The number of all operations, measured or not.
    operations: usize,
}

/// The operations of a family.
#[derive(Clone, Debug)]
struct Family {
    waiting: VecDeque<usize>,
    measured: usize,
    spent: Duration,
}

/// An operation whose turn it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn {
    /// The operation's index.
    pub operation: usize,
    /// The time for it.
    pub time: Duration,
    /// The time for it if it is so slow that few rounds fit into the former.
    pub at_most: Duration,
    family: usize,
}

/// A slow operation may take this many times the share of an ordinary one.
const PATIENCE: u32 = 4;

impl Schedule {
    /// Creates the schedule of operations of these families, given for each operation in the registry's order.
    #[must_use]
    pub fn new<'a>(plan: Plan, families: impl IntoIterator<Item = &'a str>) -> Self {
        let mut names: Vec<&str> = Vec::new();
        let mut schedule = Self { plan, families: Vec::new(), operations: 0 };
        for (operation, name) in families.into_iter().enumerate() {
            let family = names.iter().position(|known| *known == name).unwrap_or_else(|| {
                names.push(name);
                schedule.families.push(Family { waiting: VecDeque::new(), measured: 0, spent: Duration::ZERO });
                names.len() - 1
            });
            schedule.families[family].waiting.push_back(operation);
            schedule.operations = operation + 1;
        }
        schedule
    }

    /// Takes the next operation from the schedule after `spent` has elapsed. Returns `None` once time is up or nothing
    /// is left.
    ///
    /// The time for it is an equal share of what is left, so time that one operation does not use is available to those
    /// after it. First, what the waiting families are expected to need is set aside, as much for each operation as those
    /// before it took. But no share is less than half of an equal share of all: with less, no interval would be narrow
    /// enough, and the last operations are left out instead.
    pub fn next(&mut self, spent: Duration) -> Option<Turn> {
        let rest = self.plan.total.checked_sub(spent).filter(|rest| !rest.is_zero())?;
        let waiting = (0..self.families.len()).filter(|&i| !self.families[i].waiting.is_empty());
        let family = waiting.min_by(|&a, &b| self.urgency(a).total_cmp(&self.urgency(b)))?;
        let share = self.share(rest, self.used(family) >= 1.0).max(self.fair() / 2).min(rest);
        let unmeasured = self.families.iter().filter(|family| family.measured == 0).count();
        let for_others = rest / u32::try_from(unmeasured).unwrap_or(u32::MAX).max(1);
        let operation = self.families[family].waiting.pop_front()?;
        self.families[family].measured += 1;
        let time = self.plan.operation.min(share);
        Some(Turn { operation, time, at_most: (share * PATIENCE).min(for_others).max(time), family })
    }

    /// Records the time that an operation took.
    pub fn took(&mut self, turn: &Turn, time: Duration) {
        self.families[turn.family].spent += time;
    }

    /// Returns an equal share of all the time.
    fn fair(&self) -> Duration {
        self.plan.total / u32::try_from(self.operations).unwrap_or(u32::MAX).max(1)
    }

    /// Returns an equal share of `rest` for an operation of a family that has used up its share of the time, or of one
    /// that has not, to which only what the others are not expected to need is available.
    fn share(&self, rest: Duration, is_late: bool) -> Duration {
        let of_late = |late: bool| (0..self.families.len()).filter(move |&i| (self.used(i) >= 1.0) == late);
        let left = |late: bool| of_late(late).map(|i| self.families[i].waiting.len()).sum::<usize>();
        let needed: f64 = of_late(true).map(|i| self.families[i].needed()).sum();
        // Without a limit, more may be needed than a duration can hold.
        let needed = Duration::try_from_secs_f64(needed).unwrap_or(rest).min(rest);
        let available = if is_late { rest } else { rest - needed };
        available / u32::try_from(left(is_late)).unwrap_or(u32::MAX).max(1)
    }

    /// Returns the rank of a family in the order of the next operations, the least first: the number of its measured
    /// operations; or, once its share of the time is used up, after all others, by how many times it is used up.
    fn urgency(&self, family: usize) -> f64 {
        let used = self.used(family);
        if used < 1.0 { self.families[family].measured as f64 } else { self.operations as f64 + used }
    }

    /// Returns how many times a family has used up its share of the time.
    fn used(&self, family: usize) -> f64 {
        let Family { waiting, measured, spent } = &self.families[family];
        let share = self.fair().as_secs_f64() * (waiting.len() + measured) as f64;
        spent.as_secs_f64() / share.max(1e-9)
    }
}

impl Family {
    /// Returns the seconds that the waiting operations need if they are like the measured ones.
    fn needed(&self) -> f64 {
        self.spent.as_secs_f64() / self.measured.max(1) as f64 * self.waiting.len() as f64
    }
}
