//! The fit of a growth curve to its points.

use crate::document::{Fit, Point};
use crate::values::Parameter;

/// The minimum number of points for a fit: a line through two points always fits.
const FEWEST: usize = 3;

/// The relative distance of a point from the line that is not attributed to measurement error. No library's cost is
/// exactly linear, so points with narrower intervals than this get no more weight than points with intervals of this
/// width.
const OWN_FAULT: f64 = 0.01;

/// Cost counts as proportional if its value per unit is at most this multiple of the minimum.
const PROPORTIONAL: f64 = 1.1;

/// Returns the line through `points`, which are ordered smallest first; `None` if there are fewer than three or if not
/// all their times are positive.
///
/// Costs span many orders of magnitude, so the fit minimizes relative errors: large messages determine the cost per
/// byte, small ones the fixed cost, and both have weight.
#[must_use]
pub fn fit(parameter: Parameter, points: &[Point]) -> Option<Fit> {
    let positive = |point: &Point| point.value > 0 && point.ns_iqm > 0.0 && point.ns_iqm.is_finite();
    if points.len() < FEWEST || !points.iter().all(positive) {
        return None;
    }
    let line = Line::through(points);
    let distance = |point: &Point| (point.ns_iqm / line.at(point.value) - 1.0).abs();
    Some(Fit {
        fixed_ns: line.fixed,
        each_ns: line.each,
        exponent: exponent(points),
        worst: points.iter().map(distance).fold(0.0, f64::max),
        proportional: proportional(parameter, points),
    })
}

/// Returns the relative error of a point; at most 1, which is also the value if nothing is known.
fn relative_error(point: &Point) -> f64 {
    OWN_FAULT.hypot(point.ci90_ns.half_width() / point.ns_iqm).min(1.0)
}

/// The line fixed + each · value.
struct Line {
    fixed: f64,
    each: f64,
}

impl Line {
    fn at(&self, value: u64) -> f64 {
        self.fixed + self.each * value as f64
    }

    /// Fits by weighted least squares, with the inverse square of each point's error as its weight. Costs are never
    /// negative: if the best line has a negative coefficient, the best line without that term is used instead.
    fn through(points: &[Point]) -> Self {
        let moments = Moments::of(points.iter().map(|point| {
            let error = relative_error(point) * point.ns_iqm;
            (point.value as f64, point.ns_iqm, error.powi(-2))
        }));
        let each = moments.slope();
        let fixed = moments.mean_y - each * moments.mean_x;
        if fixed < 0.0 {
            Self { fixed: 0.0, each: moments.slope_through_zero() }
        } else if each < 0.0 {
            Self { fixed: moments.mean_y, each: 0.0 }
        } else {
            Self { fixed, each }
        }
    }
}

/// Returns the slope of the line through the logarithms.
fn exponent(points: &[Point]) -> f64 {
    let logarithms =
        points.iter().map(|point| ((point.value as f64).ln(), point.ns_iqm.ln(), relative_error(point).powi(-2)));
    Moments::of(logarithms).slope()
}

/// Weighted means, and the weighted means of products of deviations from them.
struct Moments {
    mean_x: f64,
    mean_y: f64,
    xx: f64,
    xy: f64,
}

impl Moments {
    /// Computes the moments from triples of x, y and weight.
    fn of(points: impl Iterator<Item = (f64, f64, f64)> + Clone) -> Self {
        let total: f64 = points.clone().map(|(_, _, weight)| weight).sum();
        let mean = |of: fn(f64, f64) -> f64, (x0, y0): (f64, f64)| {
            points.clone().map(|(x, y, weight)| weight * of(x - x0, y - y0)).sum::<f64>() / total
        };
        let (mean_x, mean_y) = (mean(|x, _| x, (0.0, 0.0)), mean(|_, y| y, (0.0, 0.0)));
        let centre = (mean_x, mean_y);
        Self { mean_x, mean_y, xx: mean(|x, _| x * x, centre), xy: mean(|x, y| x * y, centre) }
    }

    /// Returns the slope of the best line; 0 if all points have the same x.
    fn slope(&self) -> f64 {
        if self.xx > 0.0 { self.xy / self.xx } else { 0.0 }
    }

    /// Returns the slope of the best line through the origin.
    fn slope_through_zero(&self) -> f64 {
        (self.xy + self.mean_x * self.mean_y) / (self.xx + self.mean_x * self.mean_x)
    }
}

/// Returns the ends of the longest run of points none of whose intervals is entirely above the limit for proportional
/// cost.
fn proportional(parameter: Parameter, points: &[Point]) -> Option<[u64; 2]> {
    let units = |point: &Point| match parameter {
        Parameter::Size | Parameter::Batch => point.value as f64,
        // n threads cost n times as long as they take, and make n calls.
        Parameter::Threads => 1.0,
    };
    let least = points.iter().map(|point| point.ns_iqm / units(point)).reduce(f64::min)?;
    let within = |point: &Point| point.ci90_ns.low.min(point.ns_iqm) / units(point) <= PROPORTIONAL * least;
    let runs = points.chunk_by(|a, b| within(a) && within(b));
    let (first, last) = runs.max_by_key(|run| run.len()).and_then(|run| run.first().zip(run.last()))?;
    (first.value < last.value).then_some([first.value, last.value])
}
