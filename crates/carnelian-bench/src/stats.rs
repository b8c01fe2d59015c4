//! Medians, interquartile means, their intervals, and what a ratio says.
//!
//! Timings have a long tail to one side: interrupts and neighbours only ever make a call slower. The interquartile mean
//! ignores a quarter of the values at either end and still averages the half in the middle, so it is nearly as precise
//! as the mean on clean data and nearly as robust as the median on dirty data.

use serde::{Deserialize, Serialize};

/// The confidence level of every interval here, as it is printed.
pub const CONFIDENCE_PERCENT: u32 = 90;

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
    /// Whether `value` lies in it, ends included.
    #[must_use]
    pub fn contains(&self, value: f64) -> bool {
        self.low <= value && value <= self.high
    }

    /// Half its width.
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

/// An interquartile mean and where its true value lies with 90 % confidence.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The interquartile mean.
    pub iqm: f64,
    /// Its 90 % confidence interval.
    pub ci90: Interval,
}

impl Estimate {
    /// From independent values.
    ///
    /// The interval is that of Tukey and McLaughlin (1963) for a trimmed mean: Student's t with the standard error
    /// taken from the Winsorised values, in which each trimmed value is replaced by the nearest one that is kept. No
    /// timing is negative, so the lower end is not either.
    ///
    /// # Panics
    /// On fewer than three values, which say nothing about their spread.
    #[must_use]
    pub fn of(values: &[f64]) -> Self {
        let n = values.len();
        assert!(n >= 3, "an interval needs three values, there are {n}");
        let sorted = sorted(values);
        let iqm = iqm_of_sorted(&sorted);
        let trimmed = n / 4;
        let kept = n - 2 * trimmed;
        let winsorised: Vec<f64> = sorted.iter().map(|v| v.clamp(sorted[trimmed], sorted[n - 1 - trimmed])).collect();
        let mean = winsorised.iter().sum::<f64>() / n as f64;
        let variance = winsorised.iter().map(|v| (v - mean).powi(2)).sum::<f64>() / (n - 1) as f64;
        let error = (variance * n as f64).sqrt() / kept as f64;
        let half_width = student_t95(kept - 1) * error;
        Self { iqm, ci90: Interval { low: (iqm - half_width).max(0.0), high: iqm + half_width } }
    }

    /// Half the interval's width as a share of the interquartile mean.
    #[must_use]
    pub fn precision(&self) -> f64 {
        self.ci90.half_width() / self.iqm
    }
}

/// What the ratio of our time to a peer's says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Ours takes less time.
    Ahead,
    /// The interval contains 1: nothing is shown either way.
    Tie,
    /// Ours takes more time.
    Behind,
}

impl Verdict {
    /// The verdict on a ratio ours/theirs with this interval.
    #[must_use]
    pub fn of(ratio_ci90: Interval) -> Self {
        if ratio_ci90.contains(1.0) {
            Self::Tie
        } else if ratio_ci90.high < 1.0 {
            Self::Ahead
        } else {
            Self::Behind
        }
    }

    /// The word that reports print.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Ahead => "ahead",
            Self::Tie => "tie",
            Self::Behind => "behind",
        }
    }
}

/// The value in the middle, or the mean of the two in the middle.
///
/// # Panics
/// On no values.
#[must_use]
pub fn median(values: &[f64]) -> f64 {
    let sorted = sorted(values);
    let n = sorted.len();
    f64::midpoint(sorted[(n - 1) / 2], sorted[n / 2])
}

/// The mean of the values between the quartiles. Where a quartile falls inside a value, that value counts in part.
///
/// # Panics
/// On no values.
#[must_use]
pub fn interquartile_mean(values: &[f64]) -> f64 {
    iqm_of_sorted(&sorted(values))
}

fn iqm_of_sorted(sorted: &[f64]) -> f64 {
    let n = sorted.len();
    // The quarter to leave out at each end is `whole` values and `part` of the next one.
    let (whole, part) = (n / 4, (n % 4) as f64 / 4.0);
    let kept = &sorted[whole..n - whole];
    let ends = kept[0] + kept[kept.len() - 1];
    (kept.iter().sum::<f64>() - part * ends) / (n as f64 / 2.0)
}

fn sorted(values: &[f64]) -> Vec<f64> {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted
}

/// The 0.95 quantile of Student's t distribution, so that ± it covers 90 %.
///
/// From five degrees of freedom on by the Cornish-Fisher expansion around the normal quantile (Abramowitz and Stegun
/// 26.7.5), which is then within 0.001.
fn student_t95(degrees: usize) -> f64 {
    const EXACT: [f64; 4] = [6.313_752, 2.919_986, 2.353_363, 2.131_847];
    const Z: f64 = 1.644_854;
    match degrees {
        0 => f64::INFINITY,
        1..=4 => EXACT[degrees - 1],
        _ => {
            let v = degrees as f64;
            let terms = [
                (Z.powi(3) + Z) / 4.0,
                (5.0 * Z.powi(5) + 16.0 * Z.powi(3) + 3.0 * Z) / 96.0,
                (3.0 * Z.powi(7) + 19.0 * Z.powi(5) + 17.0 * Z.powi(3) - 15.0 * Z) / 384.0,
            ];
            terms.iter().zip(1..).fold(Z, |sum, (term, power)| sum + term / v.powi(power))
        }
    }
}
