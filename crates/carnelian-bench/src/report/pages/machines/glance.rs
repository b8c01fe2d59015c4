//! The first screen: where we are ahead, level and behind, and by how much.

use super::super::super::chart::{Dot, Size, Strip};
use super::super::corpus::{Corpus, Kind};
use super::super::model::{Cell, Chart, Column, Section, Table};
use super::super::numbers::{counted, ratio};
use super::super::standing;
use crate::document::{Standing, Standings};
use crate::stats::{Verdict, WIDEST};
use crate::values::OURS;

/// Returns the section; `None` if nothing was compared.
pub(super) fn section(corpus: &Corpus) -> Option<Section> {
    let rows: Vec<_> = corpus.kinds.iter().filter_map(row).collect();
    if rows.is_empty() {
        return None;
    }
    let columns = ["measured", "compared", "ahead", "level", "behind", "median", "furthest ahead", "furthest behind"];
    let table = Table {
        caption: format!("{OURS} and the best other library of each operation"),
        columns: [Column::words("class")].into_iter().chain(columns.map(Column::numbers)).collect(),
        rows,
        charts: strips(corpus).iter().map(|strip| Chart::Drawn(strip.svg(Size::Narrow))).collect(),
    };
    Some(
        Section::new("Is it faster?")
            .text(format!(
                "The time of {OURS} over that of the best other library in each operation: below 1 {OURS} is faster."
            ))
            .table(table)
            .facts(corpus.kinds.iter().filter_map(not_compared).collect()),
    )
}

/// Returns a strip for each class in which something was compared.
pub(super) fn strips(corpus: &Corpus) -> Vec<Strip> {
    corpus.kinds.iter().filter_map(strip).collect()
}

fn strip(kind: &Kind) -> Option<Strip> {
    let families = kind.families();
    let standings = standing::of(&families);
    let dots = standings.counted.iter().map(|standing| Dot {
        name: standing.operation.to_owned(),
        other: standing.other.library.clone(),
        ratio: standing.ratio,
        verdict: standing.verdict,
    });
    Some(Strip { title: kind.heading(), median: standings.median()?, dots: dots.collect() })
}

fn row(kind: &Kind) -> Option<Vec<Cell>> {
    let families = kind.families();
    let standings = standing::of(&families);
    let median = standings.median()?;
    let counts = [
        standing::measured(&standings),
        standings.counted.len(),
        standings.count(Verdict::Ahead),
        standings.count(Verdict::Tie),
        standings.count(Verdict::Behind),
    ];
    let counts = counts.map(|count| Cell::number(count as f64, count.to_string()));
    let extreme =
        |standing: &Standing| Cell::number(standing.ratio, format!("{} {}", standing.operation, ratio(standing.ratio)));
    let extremes = standings.furthest()?.map(extreme);
    let middle = Cell::number(median, ratio(median));
    Some([Cell::words(kind.heading())].into_iter().chain(counts).chain([middle]).chain(extremes).collect())
}

/// Says how many operations of a class are not compared, and why; `None` if all are.
pub(super) fn not_compared(kind: &Kind) -> Option<(String, String)> {
    let families = kind.families();
    let Standings { uncounted, alone, .. } = standing::of(&families);
    let alone = (!alone.is_empty()).then(|| {
        format!("{} that no other library has, or that are parts of others", counted(alone.len(), "operation"))
    });
    let uncounted = (!uncounted.is_empty()).then(|| {
        let (count, percent) = (counted(uncounted.len(), "operation"), 100.0 * WIDEST);
        format!("{count} whose ratio is not known to ± {percent:.0} %, or only from a single round")
    });
    let reasons: Vec<String> = [alone, uncounted].into_iter().flatten().collect();
    (!reasons.is_empty()).then(|| (format!("not compared on {}", kind.name), reasons.join("; ")))
}
