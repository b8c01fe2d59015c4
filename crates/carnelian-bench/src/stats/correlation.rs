//! Correlation of neighboring rounds, and its correction.
//!
//! The CPU's frequency, its temperature and other programs change on a slower time scale than that of the rounds, so a
//! slow round is likely to be followed by another. Such rounds carry less information than the same number of
//! independent ones, and an interval that assumes independence is too narrow.

/// Neighbors are merged as long as their correlation is at least this.
const TOLERATED: f64 = 0.2;
/// Neighbors are not merged if fewer values than this would remain: their spread would be too uncertain.
const FEWEST: usize = 8;
/// A shorter series is too short to reveal a correlation.
const FEWEST_TO_SEE: usize = 8;
/// An upper bound for estimated correlations. At this value, 40 values carry the information of one independent value,
/// and results computed from them are no longer reliable.
const HIGHEST: f64 = 0.95;

/// A series in which neighbors have been averaged until they are nearly independent.
#[derive(Clone, Debug, PartialEq)]
pub struct Merged {
    /// The averages, in order.
    pub values: Vec<f64>,
    /// The number of values of the original series in each average.
    pub size: usize,
    /// The remaining correlation of neighbors.
    pub correlation: f64,
}

impl Merged {
    /// Averages pairs of neighbors, then pairs of those averages, and so on until their [`correlation`] is below 0.2 or
    /// merging again would leave too few values. If their number is odd, the last one is dropped.
    #[must_use]
    pub fn of(mut values: Vec<f64>) -> Self {
        let mut size = 1;
        let mut left = correlation(&values);
        while left >= TOLERATED && values.len() / 2 >= FEWEST {
            values = values.chunks_exact(2).map(|pair| f64::midpoint(pair[0], pair[1])).collect();
            size *= 2;
            left = correlation(&values);
        }
        Self { values, size, correlation: left }
    }

    /// Returns the factor by which the remaining correlation widens an interval. For a series whose autocorrelation
    /// decays by a constant factor with each step, it is exactly √((1+r)/(1-r)). A negative correlation would narrow
    /// the interval; it is treated as zero.
    #[must_use]
    pub fn widening(&self) -> f64 {
        let r = self.correlation.max(0.0);
        ((1.0 + r) / (1.0 - r)).sqrt()
    }
}

/// Returns the correlation of each value with the next; 0 for series that are constant or too short.
///
/// The estimate from the deviations from the series' own mean is biased low by (1+3r)/n, where r is the true
/// correlation (Marriott and Pope 1954, Kendall 1954). That bias is added back, because an interval that is too narrow
/// is worse than one that is too wide.
#[must_use]
pub fn correlation(values: &[f64]) -> f64 {
    let n = values.len();
    // For equal values, the deviations consist of rounding errors only.
    if n < FEWEST_TO_SEE || values.iter().all(|value| *value == values[0]) {
        return 0.0;
    }
    let mean = values.iter().sum::<f64>() / n as f64;
    let products =
        |step: usize| -> f64 { values.iter().zip(&values[step..]).map(|(a, b)| (a - mean) * (b - mean)).sum() };
    let (square, product) = (products(0), products(1));
    let found = product / square;
    (found + (1.0 + 3.0 * found.max(0.0)) / n as f64).min(HIGHEST)
}
