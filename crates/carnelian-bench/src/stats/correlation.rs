//! Whether neighbouring rounds depend on one another, and what is done about it.
//!
//! The CPU's frequency, its temperature and other programs change more slowly than rounds follow one another, so that a
//! slow round is likely to be followed by another. Such rounds say less than as many independent ones would, and an
//! interval that takes them for independent is too narrow.

/// Neighbours are merged as long as their correlation is at least this.
const TOLERATED: f64 = 0.2;
/// Neighbours are not merged if fewer values would be left: their spread would be too uncertain.
const FEWEST: usize = 8;
/// A series of fewer values is too short to see a correlation in it.
const FEWEST_TO_SEE: usize = 8;
/// No correlation is taken to be higher. At this one, values are worth a fortieth of what independent ones are worth,
/// and nothing that is computed from them can be relied on any more.
const HIGHEST: f64 = 0.95;

/// A series in which neighbours are averaged until they hardly depend on one another.
#[derive(Clone, Debug, PartialEq)]
pub struct Merged {
    /// The averages, in order.
    pub values: Vec<f64>,
    /// How many values of the original series each is the average of.
    pub size: usize,
    /// The correlation of neighbours that is left.
    pub correlation: f64,
}

impl Merged {
    /// Averages pairs of neighbours, then pairs of those averages, and so on until their [`correlation`] is below 0.2
    /// or so few are left that their number counts for more. If their number is odd, the last one is left out.
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

    /// By how much the correlation that is left widens an interval: for a series whose correlation falls off by the
    /// same factor with each step, √((1+r)/(1-r)) exactly. A negative correlation would narrow it; that is not relied
    /// on.
    #[must_use]
    pub fn widening(&self) -> f64 {
        let r = self.correlation.max(0.0);
        ((1.0 + r) / (1.0 - r)).sqrt()
    }
}

/// The correlation of each value with the next. 0 for series that are constant or too short to show one.
///
/// What is computed from the deviations from the series' own mean is too low by (1+3r)/n, where r is the true one
/// (Marriott and Pope 1954, Kendall 1954); that is added, because an interval that is too narrow is worse than one that
/// is too wide.
#[must_use]
pub fn correlation(values: &[f64]) -> f64 {
    let n = values.len();
    // What rounding leaves of the deviations of equal values is no spread.
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
