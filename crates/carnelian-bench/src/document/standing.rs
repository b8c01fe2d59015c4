//! Our time beside that of the best other library, operation by operation: the source of every count and headline.

use super::Row;
use crate::stats::{Interval, Verdict};
use crate::values::OURS;

/// Our standing in an operation whose ratio is known well enough to count.
#[derive(Clone, Copy, Debug)]
pub struct Standing<'a> {
    /// The operation's name.
    pub operation: &'a str,
    /// The row of the other library that is the furthest ahead of us, or the least behind.
    pub other: &'a Row,
    /// Our time over that library's.
    pub ratio: f64,
    /// The ratio's interval.
    pub interval: Interval,
    /// The verdict on the ratio.
    pub verdict: Verdict,
}

/// Our standings in all operations, and the operations that do not count.
#[derive(Clone, Debug, Default)]
pub struct Standings<'a> {
    /// Those that count, in the order of the operations.
    pub counted: Vec<Standing<'a>>,
    /// The operations whose ratio to the best other library is not known well enough
    /// ([`Verdict::if_it_counts`]), or known from a single round only.
    pub uncounted: Vec<&'a str>,
    /// The operations without a ratio: no other library has them, or ours does not.
    pub alone: Vec<&'a str>,
}

impl<'a> Standings<'a> {
    /// Returns the standings from the rows of each operation, all of which are of one run.
    #[must_use]
    pub fn of<'r>(operations: impl IntoIterator<Item = (&'a str, &'r [&'a Row])>) -> Self
    where
        'a: 'r,
    {
        let mut standings = Self::default();
        for (operation, rows) in operations {
            match best_other(rows) {
                None => standings.alone.push(operation),
                Some((other, ratio)) => match counted(operation, other, ratio) {
                    Some(standing) => standings.counted.push(standing),
                    None => standings.uncounted.push(operation),
                },
            }
        }
        standings
    }

    /// Returns the number of operations with this verdict.
    #[must_use]
    pub fn count(&self, verdict: Verdict) -> usize {
        self.counted.iter().filter(|standing| standing.verdict == verdict).count()
    }

    /// Returns the median ratio; `None` if nothing counts.
    #[must_use]
    pub fn median(&self) -> Option<f64> {
        let ratios: Vec<f64> = self.counted.iter().map(|standing| standing.ratio).collect();
        (!ratios.is_empty()).then(|| crate::stats::median(&ratios))
    }

    /// Returns the standing with the smallest ratio and the one with the largest; `None` if nothing counts.
    #[must_use]
    pub fn furthest(&self) -> Option<[&Standing<'a>; 2]> {
        let least = self.counted.iter().min_by(|a, b| a.ratio.total_cmp(&b.ratio))?;
        let most = self.counted.iter().max_by(|a, b| a.ratio.total_cmp(&b.ratio))?;
        Some([least, most])
    }

    /// Returns the standings in which we are behind, worst first.
    #[must_use]
    pub fn behind(&self) -> Vec<&Standing<'a>> {
        let mut behind: Vec<_> = self.counted.iter().filter(|standing| standing.verdict == Verdict::Behind).collect();
        behind.sort_by(|a, b| b.ratio.total_cmp(&a.ratio));
        behind
    }
}

/// Returns the row of the best other library with our time over its: the one with the largest ratio, because only
/// ratios are of libraries that took turns. A row without an interval takes part, so that a library for which there was
/// no time is not passed over in favor of a slower one.
fn best_other<'a>(rows: &[&'a Row]) -> Option<(&'a Row, f64)> {
    rows.iter().find(|row| row.library == OURS)?;
    let others = rows.iter().filter(|row| !row.is_ours()).filter_map(|row| Some((*row, row.ratio?)));
    others.max_by(|(_, a), (_, b)| a.total_cmp(b))
}

/// Returns the standing beside that row, if its ratio counts.
fn counted<'a>(operation: &'a str, other: &'a Row, ratio: f64) -> Option<Standing<'a>> {
    let interval = other.ratio_interval()?;
    let verdict = Verdict::if_it_counts(ratio, interval)?;
    Some(Standing { operation, other, ratio, interval, verdict })
}
