//! The first screen: where we are ahead, level and behind, and by how much.

use super::super::super::chart::{Dot, Strip};
use super::super::super::numbers::ratio;
use super::super::corpus::{Corpus, Kind};
use super::super::model::{Cell, Chart, Column, Section, Table};
use super::super::standing;
use crate::document::{OURS, Standing};
use crate::stats::Verdict;

/// Returns the section; `None` if nothing was compared.
pub(super) fn section(corpus: &Corpus) -> Option<Section> {
    let rows: Vec<_> = corpus.kinds.iter().filter_map(row).collect();
    if rows.is_empty() {
        return None;
    }
    let columns = ["operations", "ahead", "level", "behind", "median", "furthest ahead", "furthest behind"];
    let table = Table {
        caption: format!("{OURS} and the best other library of each operation"),
        columns: [Column::words("class")].into_iter().chain(columns.map(Column::numbers)).collect(),
        rows,
        charts: strips(corpus).iter().map(|strip| Chart::drawn(|size| strip.svg(size))).collect(),
    };
    Some(
        Section::new("Is it faster?")
            .text(format!(
                "The time of {OURS} over that of the best other library in each operation: below 1 {OURS} is faster."
            ))
            .table(table),
    )
}

/// Returns a strip for each class in which something was compared.
pub(super) fn strips(corpus: &Corpus) -> Vec<Strip> {
    corpus.kinds.iter().filter_map(strip).collect()
}

fn strip(kind: &Kind) -> Option<Strip> {
    let families = kind.families();
    let standings = standing::of(&families);
    let median = standings.median()?;
    let dots = standings.counted.iter().map(|standing| Dot {
        name: standing.operation.to_owned(),
        other: standing.other.library.clone(),
        ratio: standing.ratio,
        verdict: standing.verdict,
    });
    Some(Strip { title: kind.heading(), median, dots: dots.collect() })
}

fn row(kind: &Kind) -> Option<Vec<Cell>> {
    let families = kind.families();
    let standings = standing::of(&families);
    let median = standings.median()?;
    let count = |verdict| standings.count(verdict);
    let counts = [standings.counted.len(), count(Verdict::Ahead), count(Verdict::Tie), count(Verdict::Behind)]
        .map(|count| Cell::number(count as f64, count.to_string()));
    let extreme =
        |standing: &Standing| Cell::number(standing.ratio, format!("{} {}", standing.operation, ratio(standing.ratio)));
    let extremes = standings.furthest()?.map(extreme);
    let middle = Cell::number(median, ratio(median));
    Some([Cell::words(kind.heading())].into_iter().chain(counts).chain([middle]).chain(extremes).collect())
}
