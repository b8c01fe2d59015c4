//! Means with confidence intervals, for operations that search.
//!
//! The cost of a search (for a prime, or for a key that has a representative) varies from key to key by a factor of
//! several, with a long tail. A quarter of the searches at either end is not noise but the cost itself, and the
//! interquartile mean would leave the expensive ones out. What users pay is the mean over many keys.

use super::correlation::Merged;
use super::estimate::{student_quantile, variance};
use super::{CONFIDENCE, Estimate, Interval, interquartile_mean, quantile_of_sorted, sorted};
use crate::values::Estimator;

impl Estimate {
    /// Computes the estimate that the estimator defines.
    ///
    /// # Panics
    /// Panics under the same conditions as [`of`](Self::of).
    #[must_use]
    pub fn by(estimator: Estimator, values: &[f64], confidence: f64) -> Self {
        match estimator {
            Estimator::InterquartileMean => Self::of(values, confidence),
            Estimator::Mean => Self::of_mean(values, confidence),
        }
    }

    /// Computes the mean of values in the order in which they were measured, in the field `iqm`, and its interval.
    ///
    /// The interval is Student's over the [merged](Merged) values, with the correction for skewness of Hall (1992),
    /// "On the removal of skewness by transformation": the mean of a few dozen values with a long tail is more often
    /// far below the truth than far above it, so Student's interval would end too soon at its upper end.
    ///
    /// # Panics
    /// Panics on fewer than three values, and if `confidence` is not between 0 and 1.
    #[must_use]
    pub fn of_mean(values: &[f64], confidence: f64) -> Self {
        let rounds = values.len();
        assert!(rounds >= 3, "an interval needs three values, there are {rounds}");
        let sorted = sorted(values);
        let mean = mean(values);
        let merged = Merged::of(values.to_vec());
        let spread = Skewed::of(&merged);
        let interval = |confidence| spread.interval(mean, confidence);
        Self {
            iqm: mean,
            median: quantile_of_sorted(&sorted, 0.5),
            min: sorted[0],
            quartiles: [0.25, 0.75].map(|share| quantile_of_sorted(&sorted, share)),
            ci90: interval(CONFIDENCE),
            ci: interval(confidence),
            rounds,
            merged: merged.size,
        }
    }
}

/// The spread of a series that may be skewed.
struct Skewed {
    /// The standard error of the mean.
    error: f64,
    /// The skewness of the values over the square root of their number: 0 for a symmetric series.
    skew: f64,
    /// The degrees of freedom.
    degrees: f64,
}

impl Skewed {
    fn of(merged: &Merged) -> Self {
        let (values, n) = (&merged.values, merged.values.len() as f64);
        let (mean, variance) = (mean(values), variance(values));
        let third = values.iter().map(|value| (value - mean).powi(3)).sum::<f64>() / n;
        let deviation = (variance * (n - 1.0) / n).sqrt();
        // Equal values differ by rounding errors only.
        let skewness = if deviation > 1e-12 * mean.abs() { third / deviation.powi(3) } else { 0.0 };
        Self { error: merged.widening() * (variance / n).sqrt(), skew: skewness / n.sqrt(), degrees: n - 1.0 }
    }

    fn interval(&self, mean: f64, confidence: f64) -> Interval {
        let quantile = student_quantile(self.degrees, f64::midpoint(1.0, confidence));
        let end = |quantile| mean - self.untransformed(quantile) * self.error;
        Interval { low: end(quantile).max(0.0), high: end(-quantile) }
    }

    /// Returns the standardized mean T whose transform g(T) = ((1 + γT/3)³ − 1)/γ + γ/6 is `quantile`. With γ, the
    /// skewness over √n, g(T) is normally distributed up to terms of the order 1/n.
    fn untransformed(&self, quantile: f64) -> f64 {
        let skew = self.skew;
        if skew.abs() < 1e-6 {
            return quantile;
        }
        3.0 * ((1.0 + skew * (quantile - skew / 6.0)).cbrt() - 1.0) / skew
    }
}

/// Returns the middle of values in the sense of the estimator.
///
/// # Panics
/// Panics if there are no values.
#[must_use]
pub fn middle(estimator: Estimator, values: &[f64]) -> f64 {
    match estimator {
        Estimator::InterquartileMean => interquartile_mean(values),
        Estimator::Mean => mean(values),
    }
}

fn mean(values: &[f64]) -> f64 {
    assert!(!values.is_empty(), "nothing has no mean");
    values.iter().sum::<f64>() / values.len() as f64
}
