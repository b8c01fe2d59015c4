//! Pages from large documents.

use super::golden::sample;
use carnelian_bench::document::{Document, OperationInfo, Row};
use carnelian_bench::op::{Estimator, Unit};
use carnelian_bench::report::pages::render;
use carnelian_bench::{PageFormat, View};

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
    OperationInfo {
        operation: format!("family{}/{i}", i / 10),
        includes: "one call".to_owned(),
        unit,
        items: None,
        estimator: Estimator::default(),
    }
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

/// A page has no part that grows faster than what was measured, such as a table of every pair.
#[test]
fn the_length_of_a_page_is_proportional() {
    let (few, many) = (large(300), large(2400));
    for format in [PageFormat::Markdown, PageFormat::Html] {
        let length =
            |document| render(std::slice::from_ref(document), View::Machines, format, "carnelian").unwrap().len();
        let (short, long) = (length(&few), length(&many));
        assert!(long < 9 * short, "{format:?}: {short} and {long} bytes");
    }
}
