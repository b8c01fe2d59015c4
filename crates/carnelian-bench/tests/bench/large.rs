//! Pages from large documents: time and length grow in proportion to what was measured.

use crate::golden::sample;
use carnelian_bench::document::{Document, OperationInfo, Row};
use carnelian_bench::op::Unit;
use carnelian_bench::report::pages::render;
use carnelian_bench::{PageFormat, View};
use std::time::{Duration, Instant};

/// Returns a document with this number of operations, in families of ten, each of six libraries.
fn large(operations: usize) -> Document {
    let mut document = sample(true);
    let (ours, theirs) = (document.rows[0].clone(), document.rows[1].clone());
    document.operations = (0..operations).map(info).collect();
    document.rows = (0..operations).flat_map(|i| rows(i, &ours, &theirs)).collect();
    document
}

fn info(i: usize) -> OperationInfo {
    let unit = if i.is_multiple_of(2) { Unit::Bytes(64) } else { Unit::Operations(1) };
    OperationInfo { operation: format!("family{}/{i}", i / 10), includes: "one call".to_owned(), unit }
}

fn rows(i: usize, ours: &Row, theirs: &Row) -> Vec<Row> {
    let operation = format!("family{}/{i}", i / 10);
    let row = |library: usize| {
        let row = if library == 0 { ours } else { theirs };
        let name = if library == 0 { "carnelian".to_owned() } else { format!("library{library}") };
        Row { operation: operation.clone(), library: name, ..row.clone() }
    };
    (0..6).map(row).collect()
}

/// Returns the shortest of three times, and the length of the page.
fn cost(document: &Document, format: PageFormat) -> (Duration, usize) {
    let run = || {
        let start = Instant::now();
        let page = render(std::slice::from_ref(document), View::Machines, format, "carnelian").unwrap();
        (start.elapsed(), page.len())
    };
    [run(), run(), run()].into_iter().min().unwrap()
}

/// Eight times the operations may take three times eight times as long; work that is quadratic takes sixty-four.
#[test]
fn the_cost_of_a_page_is_proportional() {
    let (few, many) = (large(300), large(2400));
    for format in [PageFormat::Markdown, PageFormat::Html] {
        let ((short_time, short), (long_time, long)) = (cost(&few, format), cost(&many, format));
        assert!(long < 9 * short, "{format:?}: {short} and {long} bytes");
        assert!(long_time < 24 * short_time, "{format:?}: {short_time:?} and {long_time:?}");
    }
}
