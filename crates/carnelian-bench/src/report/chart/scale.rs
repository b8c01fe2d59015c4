//! From values to places.

use super::text;
use plotters::coord::types::RangedCoordf64;
use plotters::prelude::{IntoLogRange, LogCoord, Ranged};

/// An axis: which values it shows, and where it is marked.
pub(super) struct Scale {
    kind: Kind,
    /// The values at which it is marked, and what is written there.
    pub(super) ticks: Vec<(f64, String)>,
}

enum Kind {
    Linear(RangedCoordf64),
    Logarithmic(LogCoord<f64>),
}

impl Scale {
    /// From zero to the largest value.
    pub(super) fn linear(values: impl Iterator<Item = f64>) -> Self {
        let largest = values.filter(|value| value.is_finite()).fold(0.0, f64::max);
        // The next tick above the largest value ends the axis.
        let step = round_step(if largest > 0.0 { largest } else { 1.0 } / 5.0);
        let steps = (largest / step).ceil().max(1.0);
        let ticks = (0..=steps as u32).map(|i| f64::from(i) * step).map(|tick| (tick, text::short(tick))).collect();
        Self { kind: Kind::Linear((0.0..steps * step).into()), ticks }
    }

    /// From a power of ten below the smallest value to one that is not below the largest.
    pub(super) fn logarithmic(values: impl Iterator<Item = f64>) -> Self {
        let [smallest, largest] = extent(values).unwrap_or([1.0, 1.0]);
        // The smallest value keeps some distance from the end, so that its bar or its corner can be seen.
        let first = (smallest.log10() - 0.1).floor() as i32;
        let last = ((largest.log10() - 1e-9).ceil() as i32).max(first + 1);
        let decades = last - first;
        let each = (decades / 10 + 1) as usize;
        let within: &[f64] = if decades <= 2 { &[1.0, 2.0, 5.0] } else { &[1.0] };
        let ticks = (first..=last).step_by(each).flat_map(|power| within.iter().map(move |m| m * 10f64.powi(power)));
        let end = 10f64.powi(last);
        let ticks = ticks.filter(|tick| *tick <= end * 1.001).map(|tick| (tick, text::short(tick))).collect();
        Self { kind: Kind::Logarithmic((10f64.powi(first)..end).log_scale().into()), ticks }
    }

    /// From the smallest value to the largest, which are powers of two.
    ///
    /// `None` if not all are, or if they are all the same.
    pub(super) fn binary(values: impl Iterator<Item = f64> + Clone) -> Option<Self> {
        let [smallest, largest] = extent(values.clone())?;
        let whole = |value: f64| value.log2().fract() == 0.0;
        if smallest < 1.0 || smallest == largest || !values.filter(shown).all(whole) {
            return None;
        }
        let (first, last) = (smallest.log2() as i32, largest.log2() as i32);
        let each = ((last - first) / 11 + 1) as usize;
        let ticks = (first..=last).step_by(each).map(|power| 2f64.powi(power));
        let ticks = ticks.map(|tick| (tick, text::binary(tick))).collect();
        Some(Self { kind: Kind::Logarithmic((smallest..largest).log_scale().into()), ticks })
    }

    /// Where the value stands between two places; `None` if the scale cannot show it.
    pub(super) fn place(&self, value: f64, [from, to]: [f64; 2]) -> Option<f64> {
        // The scales of plotters give whole numbers. A million steps are finer than any screen.
        const STEPS: i32 = 1_000_000;
        let step = match &self.kind {
            Kind::Linear(coord) => (value.is_finite() && value >= 0.0).then(|| coord.map(&value, (0, STEPS))),
            Kind::Logarithmic(coord) => shown(&value).then(|| coord.map(&value, (0, STEPS))),
        }?;
        Some(from + (to - from) * f64::from(step) / f64::from(STEPS))
    }
}

/// Whether a logarithmic scale can show it.
fn shown(value: &f64) -> bool {
    value.is_finite() && *value > 0.0
}

/// The smallest and the largest of the values that a logarithmic scale can show.
fn extent(values: impl Iterator<Item = f64>) -> Option<[f64; 2]> {
    values.filter(shown).fold(None, |extent, value| match extent {
        None => Some([value, value]),
        Some([low, high]) => Some([value.min(low), value.max(high)]),
    })
}

/// The smallest of 1, 2 and 5 times a power of ten that is not below `step`.
fn round_step(step: f64) -> f64 {
    let power = 10f64.powi(step.log10().floor() as i32);
    [1.0, 2.0, 5.0, 10.0].map(|m| m * power).into_iter().find(|round| *round >= step * 0.999).unwrap_or(10.0 * power)
}
