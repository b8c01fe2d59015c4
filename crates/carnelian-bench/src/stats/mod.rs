//! Interquartile means, medians, their intervals, and verdicts on ratios.
//!
//! Timings have a long tail on one side: interrupts and other programs only ever make a call slower. The interquartile
//! mean ignores a quarter of the values at either end and averages the middle half, so it is nearly as precise as the
//! mean on clean data and nearly as robust as the median on noisy data. Operations that search are the exception:
//! their estimate is the mean, [`Estimate::of_mean`].
//!
//! [`Estimate::of`] describes how intervals are computed; `docs/measuring/benchmarking.md` describes how their coverage is
//! verified.

mod correlation;
mod estimate;
mod mean;

pub use correlation::{Merged, correlation};
pub use estimate::{Estimate, FEWEST_TO_TRIM, student_quantile};
pub use mean::middle;

use serde::{Deserialize, Serialize};

/// The confidence level of every interval whose name ends in 90, and the default of all others.
pub const CONFIDENCE: f64 = 0.9;

/// [`CONFIDENCE`] in percent, for printing.
pub const CONFIDENCE_PERCENT: u32 = 90;

/// The widest interval of a ratio from which a conclusion is drawn: half its width, as a share of the ratio.
pub const WIDEST: f64 = 0.1;

/// A closed interval; in JSON `[low, high]`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(from = "[f64; 2]", into = "[f64; 2]")]
pub struct Interval {
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Interval {
    /// Returns whether the interval contains `value`, ends included.
    #[must_use]
    pub fn contains(&self, value: f64) -> bool {
        self.low <= value && value <= self.high
    }

    /// Returns half the width of the interval.
    #[must_use]
    pub fn half_width(&self) -> f64 {
        (self.high - self.low) / 2.0
    }
}

impl From<[f64; 2]> for Interval {
    fn from([low, high]: [f64; 2]) -> Self {
        Self { low, high }
    }
}

impl From<Interval> for [f64; 2] {
    fn from(interval: Interval) -> Self {
        [interval.low, interval.high]
    }
}

/// The verdict on the ratio of our time to a peer's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Our code takes less time.
    Ahead,
    /// The interval contains 1: no difference is shown.
    Tie,
    /// Our code takes more time.
    Behind,
}

impl Verdict {
    /// Returns the verdict on a ratio ours/theirs with this interval.
    #[must_use]
    pub fn of(ratio: Interval) -> Self {
        if ratio.contains(1.0) {
            Self::Tie
        } else if ratio.high < 1.0 {
            Self::Ahead
        } else {
            Self::Behind
        }
    }

    /// Returns the verdict on a ratio ours/theirs with this interval, if it counts: `None` if half the interval's width
    /// is more than [`WIDEST`] of the ratio. Such a ratio is in no count and in no headline, whatever its verdict is.
    #[must_use]
    pub fn if_it_counts(ratio: f64, interval: Interval) -> Option<Self> {
        (interval.half_width() <= WIDEST * ratio).then(|| Self::of(interval))
    }

    /// Returns the word that reports print.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Ahead => "ahead",
            Self::Tie => "tie",
            Self::Behind => "behind",
        }
    }
}

/// Returns the middle value, or the mean of the two middle values.
///
/// # Panics
/// Panics if there are no values.
#[must_use]
pub fn median(values: &[f64]) -> f64 {
    quantile_of_sorted(&sorted(values), 0.5)
}

/// Returns the mean of the values between the quartiles. A value that contains a quartile counts in part.
///
/// # Panics
/// Panics if there are no values.
#[must_use]
pub fn interquartile_mean(values: &[f64]) -> f64 {
    iqm_of_sorted(&sorted(values))
}

fn iqm_of_sorted(sorted: &[f64]) -> f64 {
    let n = sorted.len();
    // The quarter to drop at each end consists of `whole` values and `part` of the next one.
    let (whole, part) = (n / 4, (n % 4) as f64 / 4.0);
    let kept = &sorted[whole..n - whole];
    let ends = kept[0] + kept[kept.len() - 1];
    (kept.iter().sum::<f64>() - part * ends) / (n as f64 / 2.0)
}

/// Returns a quantile by linear interpolation between the two nearest values: the default definition in spreadsheets, R
/// and NumPy.
fn quantile_of_sorted(sorted: &[f64], share: f64) -> f64 {
    let place = share * (sorted.len() - 1) as f64;
    let (below, above) = (sorted[place.floor() as usize], sorted[place.ceil() as usize]);
    below + (above - below) * place.fract()
}

fn sorted(values: &[f64]) -> Vec<f64> {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted
}
