//! The first screen: where we are ahead, level and behind, and by how much.

use super::super::super::chart::{Dot, Strip};
use super::super::corpus::{Corpus, Kind};
use super::super::model::{Cell, Chart, Column, Section, Table};
use super::super::standing::{Standing, Summary};
use crate::document::OURS;

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
    let standings = Standing::all(&families);
    let Summary { median, .. } = Summary::of(&standings)?;
    let dots = standings.iter().map(|standing| Dot {
        name: standing.operation.to_owned(),
        other: standing.other.library.clone(),
        ratio: standing.ratio,
        verdict: standing.verdict,
    });
    Some(Strip { title: kind.heading(), median, dots: dots.collect() })
}

fn row(kind: &Kind) -> Option<Vec<Cell>> {
    let families = kind.families();
    let standings = Standing::all(&families);
    let Summary { ahead, level, behind, median } = Summary::of(&standings)?;
    let counts = [standings.len(), ahead, level, behind].map(|count| Cell::number(count as f64, count.to_string()));
    let least = standings.iter().min_by(|a, b| a.ratio.total_cmp(&b.ratio));
    let most = standings.iter().max_by(|a, b| a.ratio.total_cmp(&b.ratio));
    let extreme =
        |standing: &Standing| Cell::number(standing.ratio, format!("{} {}", standing.operation, ratio(standing.ratio)));
    let extremes = [least, most].map(|standing| standing.map_or_else(Cell::none, extreme));
    let middle = Cell::number(median, ratio(median));
    Some([Cell::words(kind.heading())].into_iter().chain(counts).chain([middle]).chain(extremes).collect())
}

/// Formats a ratio.
fn ratio(ratio: f64) -> String {
    if ratio < 0.01 { format!("{ratio:.3}") } else { format!("{ratio:.2}") }
}
