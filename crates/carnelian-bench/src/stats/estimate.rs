//! Interquartile means with confidence intervals.

use super::correlation::Merged;
use super::{CONFIDENCE, Interval, iqm_of_sorted, quantile_of_sorted, sorted};
use statrs::distribution::{ContinuousCDF, StudentsT};

/// An estimate of a quantity from a series of values, one for each round.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The interquartile mean, or the mean for [`Estimate::of_mean`].
    pub iqm: f64,
    /// The median.
    pub median: f64,
    /// The smallest value.
    pub min: f64,
    /// The first and the third quartile.
    pub quartiles: [f64; 2],
    /// The 90 % confidence interval of `iqm`.
    pub ci90: Interval,
    /// The confidence interval at the requested level.
    pub ci: Interval,
    /// The number of values.
    pub rounds: usize,
    /// The number of neighbors merged into one value before computing the spread.
    pub merged: usize,
}

/// Shorter series are not trimmed before computing the spread.
pub const FEWEST_TO_TRIM: usize = 12;

/// An upper bound for the variance of the interquartile mean of independent normal values over that of their mean:
/// 1/0.837, which is reached with four values and again in the limit of infinitely many.
const VARIANCE_OVER_MEANS: f64 = 1.2;

impl Estimate {
    /// Computes the estimate from values in the order in which they were measured.
    ///
    /// The interval is that of Tukey and McLaughlin (1963) for a trimmed mean: Student's t with the standard error
    /// computed from the Winsorized values, in which each trimmed value is replaced by the nearest one that is kept. Up
    /// to a factor, these are the influence of each value on the interquartile mean. It is therefore their correlation,
    /// not that of the values themselves, that determines the uncertainty of the interquartile mean, and they are the
    /// values that are [merged](Merged): an interrupt that makes one value ten times larger than the others neither
    /// hides a correlation nor creates a spurious one. The interquartile mean itself is always that of the original
    /// values, regardless of merging. The remaining correlation [widens](Merged::widening) the interval.
    ///
    /// Fewer than twelve values are too few to trim or to estimate a correlation from. Their interval is Student's,
    /// with the standard deviation of all values and the maximum variance of the interquartile mean for normal values.
    ///
    /// No timing is negative, so neither is the lower end; with a dozen rounds or more it is not below the fastest
    /// round, because disturbances only add to a timing.
    ///
    /// # Panics
    /// Panics on fewer than three values, which carry no information on their spread, and if `confidence` is not
    /// between 0 and 1.
    #[must_use]
    pub fn of(values: &[f64], confidence: f64) -> Self {
        Self::with(values, confidence, Merged::of)
    }

    /// Returns the estimate from a single value, with nothing but the value in its intervals: one value carries no
    /// information on its spread, so reports print no interval.
    #[must_use]
    pub const fn of_one(value: f64) -> Self {
        let interval = Interval { low: value, high: value };
        Self {
            iqm: value,
            median: value,
            min: value,
            quartiles: [value; 2],
            ci90: interval,
            ci: interval,
            rounds: 1,
            merged: 1,
        }
    }

    /// Like [`of`](Self::of), but for values that are known to be independent: none are merged.
    ///
    /// # Panics
    /// Panics under the same conditions as [`of`](Self::of).
    #[must_use]
    pub fn of_independent(values: &[f64], confidence: f64) -> Self {
        Self::with(values, confidence, |values| Merged { values, size: 1, correlation: 0.0 })
    }

    fn with(values: &[f64], confidence: f64, merge: impl FnOnce(Vec<f64>) -> Merged) -> Self {
        let rounds = values.len();
        assert!(rounds >= 3, "an interval needs three values, there are {rounds}");
        let sorted = sorted(values);
        let iqm = iqm_of_sorted(&sorted);
        let spread = if rounds < FEWEST_TO_TRIM { Spread::of_few(values) } else { Spread::of(values, &sorted, merge) };
        let least = if rounds < FEWEST_TO_TRIM { 0.0 } else { sorted[0] };
        let interval = |confidence| {
            let half_width = student_quantile(spread.degrees, f64::midpoint(1.0, confidence)) * spread.error;
            Interval { low: (iqm - half_width).max(least), high: iqm + half_width }
        };
        Self {
            iqm,
            median: quantile_of_sorted(&sorted, 0.5),
            min: sorted[0],
            quartiles: [0.25, 0.75].map(|share| quantile_of_sorted(&sorted, share)),
            ci90: interval(CONFIDENCE),
            ci: interval(confidence),
            rounds,
            merged: spread.merged,
        }
    }

    /// Returns half the width of the requested interval relative to the interquartile mean.
    #[must_use]
    pub fn precision(&self) -> f64 {
        self.ci.half_width() / self.iqm
    }
}

/// The uncertainty of an interquartile mean.
struct Spread {
    /// The standard error.
    error: f64,
    /// The degrees of freedom of the corresponding Student's t distribution.
    degrees: f64,
    /// The number of neighbors merged into one value.
    merged: usize,
}

impl Spread {
    fn of(values: &[f64], sorted: &[f64], merge: impl FnOnce(Vec<f64>) -> Merged) -> Self {
        let n = sorted.len();
        let trimmed = n / 4;
        let kept = (n - 2 * trimmed) as f64 / n as f64;
        let (least, most) = (sorted[trimmed], sorted[n - 1 - trimmed]);
        let winsorised = values.iter().map(|v| v.max(least).min(most)).collect();
        let merged = merge(winsorised);
        let count = merged.values.len() as f64;
        Self {
            error: merged.widening() * (variance(&merged.values) / count).sqrt() / kept,
            // Tukey and McLaughlin: one less than the number of values kept.
            degrees: kept * count - 1.0,
            merged: merged.size,
        }
    }

    fn of_few(values: &[f64]) -> Self {
        let n = values.len() as f64;
        Self { error: (VARIANCE_OVER_MEANS * variance(values) / n).sqrt(), degrees: n - 1.0, merged: 1 }
    }
}

pub(super) fn variance(values: &[f64]) -> f64 {
    let n = values.len() as f64;
    let mean = values.iter().sum::<f64>() / n;
    values.iter().map(|v| (v - mean).powi(2)).sum::<f64>() / (n - 1.0)
}

/// Returns the quantile of Student's t distribution for a possibly fractional number of degrees of freedom.
///
/// Beyond ten thousand degrees of freedom, returns the quantile for ten thousand, which exceeds the limit by less than
/// 0.05 % for every confidence level up to 0.999; `statrs` is inaccurate beyond that.
///
/// # Panics
/// Panics if `degrees` is not positive or `probability` is not between 0 and 1.
#[must_use]
pub fn student_quantile(degrees: f64, probability: f64) -> f64 {
    assert!(probability > 0.0 && probability < 1.0, "{probability} is no probability of something uncertain");
    StudentsT::new(0.0, 1.0, degrees.min(1e4)).expect("the degrees of freedom are positive").inverse_cdf(probability)
}
