//! How long a run, and each operation in it, may take.

use crate::args::Preset;
use std::time::Duration;

/// A run over everything there is takes at most ten minutes; the rest is for building the report and for the last
/// operation to finish its round.
const EVERYTHING: Duration = Duration::from_secs(570);

/// The time for one operation over all libraries, however much of the run's time is left.
const OPERATION: Duration = Duration::from_secs(15);

/// The time limits of a run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plan {
    /// For all operations together.
    pub total: Duration,
    /// For one operation over all libraries.
    pub operation: Duration,
    /// An operation ends early once every interval's half-width is at most this share of its value.
    pub precision: f64,
    /// Time for each library to warm up on an operation.
    pub warm_up: Duration,
}

impl Plan {
    /// For a run over `families` families that patterns selected, or over everything.
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

    /// With another precision or time limit, where one is asked for. Whoever sets a time limit wants it used, so that
    /// one operation may take all of it.
    #[must_use]
    pub fn with(self, precision: Option<f64>, max_time: Option<Duration>) -> Self {
        Self {
            precision: precision.unwrap_or(self.precision),
            total: max_time.unwrap_or(self.total),
            operation: max_time.unwrap_or(self.operation),
            ..self
        }
    }

    /// The time that the next operation may take at the very most, as [`share`](Self::share) but for the limit of a
    /// single operation: what is slow may take longer as long as the run's limit holds.
    #[must_use]
    pub fn at_most(&self, spent: Duration, left: usize) -> Duration {
        self.total.saturating_sub(spent) / u32::try_from(left).unwrap_or(u32::MAX).max(1)
    }

    /// The time for the next operation when `spent` is gone and `left` operations, it among them, are still to come:
    /// an equal share, so that what one operation does not use falls to those after it. `None` once time is up.
    ///
    /// # Panics
    /// If no operation is left.
    #[must_use]
    pub fn share(&self, spent: Duration, left: usize) -> Option<Duration> {
        let rest = self.total.checked_sub(spent).filter(|rest| !rest.is_zero())?;
        let left = u32::try_from(left).unwrap_or(u32::MAX);
        Some(self.operation.min(rest / left))
    }
}
