//! What the points of a growth curve say together.

use crate::document::{Fit, Parameter, Point};

/// Fewest points that a line says anything about: two lie on one whatever they are.
const FEWEST: usize = 3;

/// How far a point may lie from the line without being measured badly. No library's cost is a straight line to the
/// last digit, so a point whose interval is narrower than this counts no more than one that is as wide.
const OWN_FAULT: f64 = 0.01;

/// Cost is proportional where it is at most this many times the least for each unit.
const PROPORTIONAL: f64 = 1.1;

/// The line through `points`, which stand smallest first; `None` if there are fewer than three or if not all their
/// times are positive.
///
/// Costs spread over many powers of ten, so that it is the distance as a share of a point's own time that is made
/// least: a byte's cost shows in large messages, the fixed cost in small ones, and each is heard.
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

/// How far off a point may be, as a share of its time; all of it where nothing is known.
fn relative_error(point: &Point) -> f64 {
    OWN_FAULT.hypot(point.ci90_ns.half_width() / point.ns_iqm).min(1.0)
}

/// fixed + each · value.
struct Line {
    fixed: f64,
    each: f64,
}

impl Line {
    fn at(&self, value: u64) -> f64 {
        self.fixed + self.each * value as f64
    }

    /// By weighted least squares, each point's weight the inverse square of its error. Nothing costs less than nothing:
    /// where the best line has a negative number, the best one without that number takes its place.
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

/// The slope of the line through the logarithms.
fn exponent(points: &[Point]) -> f64 {
    let logarithms =
        points.iter().map(|point| ((point.value as f64).ln(), point.ns_iqm.ln(), relative_error(point).powi(-2)));
    Moments::of(logarithms).slope()
}

/// Weighted means, and the weighted means of products of distances from them.
struct Moments {
    mean_x: f64,
    mean_y: f64,
    xx: f64,
    xy: f64,
}

impl Moments {
    /// Of x, y and weight.
    fn of(points: impl Iterator<Item = (f64, f64, f64)> + Clone) -> Self {
        let total: f64 = points.clone().map(|(_, _, weight)| weight).sum();
        let mean = |of: fn(f64, f64) -> f64, (x0, y0): (f64, f64)| {
            points.clone().map(|(x, y, weight)| weight * of(x - x0, y - y0)).sum::<f64>() / total
        };
        let (mean_x, mean_y) = (mean(|x, _| x, (0.0, 0.0)), mean(|_, y| y, (0.0, 0.0)));
        let centre = (mean_x, mean_y);
        Self { mean_x, mean_y, xx: mean(|x, _| x * x, centre), xy: mean(|x, y| x * y, centre) }
    }

    /// Of the best line; 0 if all points stand at one value.
    fn slope(&self) -> f64 {
        if self.xx > 0.0 { self.xy / self.xx } else { 0.0 }
    }

    /// Of the best line that goes through zero.
    fn slope_through_zero(&self) -> f64 {
        (self.xy + self.mean_x * self.mean_y) / (self.xx + self.mean_x * self.mean_x)
    }
}

/// The ends of the longest run of points of which none has an interval that lies wholly above what still is
/// proportional.
fn proportional(parameter: Parameter, points: &[Point]) -> Option<[u64; 2]> {
    let units = |point: &Point| match parameter {
        Parameter::Size | Parameter::Batch => point.value as f64,
        // The cost of n threads is n times as long as they take, for n calls.
        Parameter::Threads => 1.0,
    };
    let least = points.iter().map(|point| point.ns_iqm / units(point)).reduce(f64::min)?;
    let within = |point: &Point| point.ci90_ns.low.min(point.ns_iqm) / units(point) <= PROPORTIONAL * least;
    let runs = points.chunk_by(|a, b| within(a) && within(b));
    let (first, last) = runs.max_by_key(|run| run.len()).and_then(|run| run.first().zip(run.last()))?;
    (first.value < last.value).then_some([first.value, last.value])
}
