//! Logarithmic scales, which map values to positions.

use super::text;
use plotters::prelude::{IntoLogRange, LogCoord, Ranged};

/// An axis: the range of its values, and its tick marks.
pub(super) struct Scale {
    coord: LogCoord<f64>,
    /// The values with tick marks, and their labels.
    pub(super) ticks: Vec<(f64, String)>,
    /// The value at its start.
    pub(super) start: f64,
}

impl Scale {
    /// Creates a logarithmic scale from a round number below the smallest value to one that is at least the largest.
    pub(super) fn logarithmic(values: impl Iterator<Item = f64>) -> Self {
        let [smallest, largest] = extent(values).unwrap_or([1.0, 1.0]);
        // Keep the smallest value away from the end, so that its bar or its corner is visible.
        let (start, end) = (round_down(0.9 * smallest), round_up(largest));
        let decades = (end / start).log10();
        let each = (decades / 10.0) as usize + 1;
        let within: &[f64] = if decades <= 2.0 { &[1.0, 2.0, 5.0] } else { &[1.0] };
        let powers = (start.log10().floor() as i32..=end.log10().ceil() as i32).step_by(each);
        let ticks = powers.flat_map(|power| within.iter().map(move |m| m * 10f64.powi(power)));
        // Powers of ten are not exact below one.
        let ticks = ticks.filter(|tick| (start * 0.999..=end * 1.001).contains(tick));
        let ticks = ticks.map(|tick| (tick, text::short(tick))).collect();
        Self { coord: (start..end).log_scale().into(), ticks, start }
    }

    /// Creates a scale from the smallest value to the largest, all of which are powers of two.
    ///
    /// Returns `None` if some are not, or if all are equal.
    pub(super) fn binary(values: impl Iterator<Item = f64> + Clone) -> Option<Self> {
        let [smallest, largest] = extent(values.clone())?;
        let whole = |value: f64| value.log2().fract() == 0.0;
        if smallest < 1.0 || smallest == largest || !values.filter(|value| shown(*value)).all(whole) {
            return None;
        }
        let (first, last) = (smallest.log2() as i32, largest.log2() as i32);
        let each = ((last - first) / 11 + 1) as usize;
        let ticks = (first..=last).step_by(each).map(|power| 2f64.powi(power));
        let ticks = ticks.map(|tick| (tick, text::binary(tick))).collect();
        Some(Self { coord: (smallest..largest).log_scale().into(), ticks, start: smallest })
    }

    /// Returns the position of the value between two positions; `None` if the scale cannot show it.
    pub(super) fn place(&self, value: f64, [from, to]: [f64; 2]) -> Option<f64> {
        // The scales of plotters return integers. A million steps are finer than any screen.
        const STEPS: i32 = 1_000_000;
        let step = shown(value).then(|| self.coord.map(&value, (0, STEPS)))?;
        Some(from + (to - from) * f64::from(step) / f64::from(STEPS))
    }
}

/// Returns whether a logarithmic scale can show the value. No quantity of a benchmark is beyond these limits, and
/// within them no calculation here overflows.
fn shown(value: f64) -> bool {
    (1e-30..=1e30).contains(&value)
}

/// Returns the smallest and the largest of the values that a logarithmic scale can show.
fn extent(values: impl Iterator<Item = f64>) -> Option<[f64; 2]> {
    values.filter(|value| shown(*value)).fold(None, |extent, value| match extent {
        None => Some([value, value]),
        Some([low, high]) => Some([value.min(low), value.max(high)]),
    })
}

/// Returns 1, 2, 5 and 10 times the power of ten below `value`.
fn round_numbers(value: f64) -> [f64; 4] {
    let power = 10f64.powi(value.log10().floor() as i32);
    [1.0, 2.0, 5.0, 10.0].map(|m| m * power)
}

/// Returns the smallest round number that is not below `value`, up to rounding errors.
fn round_up(value: f64) -> f64 {
    let numbers = round_numbers(value);
    numbers.into_iter().find(|round| *round >= value * 0.999).unwrap_or(numbers[3])
}

/// Returns the largest round number that is not above `value`, up to rounding errors.
fn round_down(value: f64) -> f64 {
    let numbers = round_numbers(value);
    numbers.into_iter().rfind(|round| *round <= value * 1.001).unwrap_or(numbers[0])
}
