//! Time limits of a run and of an operation in it; [`schedule`](crate::schedule) divides them.

use crate::args::Preset;
use std::time::Duration;

/// A run over all operations takes at most ten minutes; the remaining thirty seconds are for building the report and
/// for the last operation to finish its round.
const EVERYTHING: Duration = Duration::from_secs(570);

/// The time for one operation over all libraries, regardless of how much of the run's time is left.
const OPERATION: Duration = Duration::from_secs(15);

/// The time limits of a run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plan {
    /// The limit for all operations together.
    pub total: Duration,
    /// The limit for one operation over all libraries.
    pub operation: Duration,
    /// An operation ends early once every interval's half-width is at most this share of its value.
    pub precision: f64,
    /// The time for each library to warm up on an operation.
    pub warm_up: Duration,
}

impl Plan {
    /// Returns the plan of a run over `families` families selected by patterns, or over everything.
    #[must_use]
    pub fn new(preset: Preset, families: usize, everything: bool) -> Self {
        let seconds = Duration::from_secs;
        let (family, operation, precision, warm_up) = match preset {
            Preset::Quick => (seconds(80), seconds(3), 0.02, Duration::from_millis(5)),
            Preset::Normal => (seconds(450), OPERATION, 0.005, Duration::from_millis(20)),
            Preset::Thorough => (seconds(1800), seconds(60), 0.002, Duration::from_millis(50)),
        };
        let families = family.saturating_mul(u32::try_from(families).unwrap_or(u32::MAX));
        let in_all = everything && preset != Preset::Thorough;
        let total = if in_all { families.min(EVERYTHING) } else { families };
        Self { total, operation, precision, warm_up }
    }

    /// Overrides the precision or the time limit if one is given. A user who sets a time limit wants it used, so one
    /// operation may take all of it.
    #[must_use]
    pub fn with(self, precision: Option<f64>, max_time: Option<Duration>) -> Self {
        Self {
            precision: precision.unwrap_or(self.precision),
            total: max_time.unwrap_or(self.total),
            operation: max_time.unwrap_or(self.operation),
            ..self
        }
    }
}
