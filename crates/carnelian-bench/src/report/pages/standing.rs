//! Our time beside that of the best other library, operation by operation.

use super::corpus::{Families, Measured, ratio_interval};
use crate::document::{OURS, Row};
use crate::stats::Verdict;
use std::cmp::Ordering;

/// An operation that we and at least one other library were measured on, in turns.
pub(super) struct Standing<'a> {
    pub(super) operation: &'a str,
    /// The row of the other library that is the furthest ahead of us, or the least behind.
    pub(super) other: &'a Row,
    /// Our time over that library's.
    pub(super) ratio: f64,
    pub(super) verdict: Verdict,
}

impl<'a> Standing<'a> {
    /// Returns the standing in the operation; `None` if no other library was measured in turns with ours.
    fn of(measured: &Measured<'a>) -> Option<Self> {
        measured.row(OURS)?;
        let others = measured.rows.iter().copied().filter(|row| !row.is_ours());
        let compared = others.filter_map(|row| Some((row, row.ratio?, ratio_interval(row)?)));
        let (other, ratio, interval) = compared.max_by(|(_, a, _), (_, b, _)| a.total_cmp(b))?;
        Some(Self { operation: &measured.info.operation, other, ratio, verdict: Verdict::of(interval) })
    }

    /// Returns the standing in every operation, in order.
    pub(super) fn all(families: &Families<'a>) -> Vec<Self> {
        families.iter().flat_map(|family| &family.operations).filter_map(Self::of).collect()
    }
}

/// The counts of what is ahead, level and behind, and the ratio in the middle.
pub(super) struct Summary {
    pub(super) ahead: usize,
    pub(super) level: usize,
    pub(super) behind: usize,
    pub(super) median: f64,
}

impl Summary {
    /// Summarizes; `None` if there is nothing to summarize.
    pub(super) fn of(standings: &[Standing]) -> Option<Self> {
        let count = |verdict| standings.iter().filter(|standing| standing.verdict == verdict).count();
        let mut ratios: Vec<f64> = standings.iter().map(|standing| standing.ratio).collect();
        ratios.sort_unstable_by(|a, b| a.partial_cmp(b).unwrap_or(Ordering::Equal));
        let [low, high] = [ratios.get((ratios.len().max(1) - 1) / 2)?, ratios.get(ratios.len() / 2)?];
        Some(Self {
            ahead: count(Verdict::Ahead),
            level: count(Verdict::Tie),
            behind: count(Verdict::Behind),
            median: f64::midpoint(*low, *high),
        })
    }
}
