//! An interquartile mean and its interval.

use super::correlation::Merged;
use super::{CONFIDENCE, Interval, iqm_of_sorted, quantile_of_sorted, sorted};
use statrs::distribution::{ContinuousCDF, StudentsT};

/// What a series of values, one for each round, says about the value behind it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The interquartile mean.
    pub iqm: f64,
    /// The median.
    pub median: f64,
    /// The least value.
    pub min: f64,
    /// The first and the third quartile.
    pub quartiles: [f64; 2],
    /// The 90 % confidence interval of the interquartile mean.
    pub ci90: Interval,
    /// The same at the confidence level that was asked for.
    pub ci: Interval,
    /// The number of values.
    pub rounds: usize,
    /// How many neighbours were merged into one value before their spread was taken.
    pub merged: usize,
}

/// Fewer values than these are not trimmed before their spread is taken.
const FEWEST_TO_TRIM: usize = 12;

/// The most that the interquartile mean of independent normal values can vary, over how much their mean does: 1/0.837,
/// which it reaches with four values and again with infinitely many.
const VARIANCE_OVER_MEANS: f64 = 1.2;

impl Estimate {
    /// From values in the order in which they were measured.
    ///
    /// The interval is that of Tukey and McLaughlin (1963) for a trimmed mean: Student's t with the standard error
    /// taken from the Winsorised values, in which each trimmed value is replaced by the nearest one that is kept. Up to
    /// a factor these are the influence that each value has on the interquartile mean, so that it is their
    /// correlation, not that of the values themselves, which decides how uncertain the interquartile mean is. They are
    /// therefore what is [merged](Merged): an interrupt, which makes one value ten times the others, neither hides a
    /// correlation nor shows one that is not there; and the interquartile mean itself is always that of the values as
    /// they were measured, whatever is merged. The correlation that is left [widens](Merged::widening) the interval.
    ///
    /// Fewer than twelve values are too few to trim or to look for a correlation in. Their interval is Student's with
    /// the standard deviation of all of them and the most that the interquartile mean can vary where values are normal.
    ///
    /// No timing is negative, so the lower end is not either; and of a dozen rounds or more it is not below the fastest, since
    /// what disturbs a timing adds to it.
    ///
    /// # Panics
    /// On fewer than three values, which say nothing about their spread, and if `confidence` is not between 0 and 1.
    #[must_use]
    pub fn of(values: &[f64], confidence: f64) -> Self {
        Self::with(values, confidence, Merged::of)
    }

    /// As [`of`](Self::of), from values that are known not to depend on one another: nothing is merged.
    ///
    /// # Panics
    /// As [`of`](Self::of).
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

    /// Half the width of the interval that was asked for as a share of the interquartile mean.
    #[must_use]
    pub fn precision(&self) -> f64 {
        self.ci.half_width() / self.iqm
    }
}

/// How uncertain an interquartile mean is.
struct Spread {
    /// Its standard error.
    error: f64,
    /// The degrees of freedom of Student's t that goes with it.
    degrees: f64,
    /// How many neighbours were merged.
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
            // Tukey and McLaughlin: one less than the values that are kept.
            degrees: kept * count - 1.0,
            merged: merged.size,
        }
    }

    fn of_few(values: &[f64]) -> Self {
        let n = values.len() as f64;
        Self { error: (VARIANCE_OVER_MEANS * variance(values) / n).sqrt(), degrees: n - 1.0, merged: 1 }
    }
}

fn variance(values: &[f64]) -> f64 {
    let n = values.len() as f64;
    let mean = values.iter().sum::<f64>() / n;
    values.iter().map(|v| (v - mean).powi(2)).sum::<f64>() / (n - 1.0)
}

/// What Student's t with so many degrees of freedom, not necessarily a whole number, is below with this probability.
///
/// From ten thousand degrees on it is that of ten thousand, which lies above its limit by less than 0.05 % for every
/// confidence level up to 0.999; `statrs` becomes inexact further out.
///
/// # Panics
/// If `degrees` is not positive or `probability` is not between 0 and 1.
#[must_use]
pub fn student_quantile(degrees: f64, probability: f64) -> f64 {
    assert!(probability > 0.0 && probability < 1.0, "{probability} is no probability of something uncertain");
    StudentsT::new(0.0, 1.0, degrees.min(1e4)).expect("the degrees of freedom are positive").inverse_cdf(probability)
}
