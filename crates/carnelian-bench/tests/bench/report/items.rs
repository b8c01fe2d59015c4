//! The cost of one item, in every table of calls that process several.

use super::golden::sample;
use carnelian_bench::document::{self, Document};
use carnelian_bench::op::{Items, Unit};
use carnelian_bench::{Format, PageFormat, View, report};

/// Returns a sample in which the second operation makes 16 signatures, ours in 12 345.6 ns.
fn of_many(compare: bool) -> Document {
    let mut document = sample(compare);
    document.operations[1].unit = Unit::Operations(16);
    document.operations[1].items = Some(Items { count: 16, name: "signature".to_owned() });
    document
}

#[test]
fn tables_have_the_cost_of_one_item() {
    for compare in [false, true] {
        let page = report::render(&of_many(compare), Format::Markdown);
        let mut lines = page.lines().filter(|line| line.ends_with("ns/signature |"));
        assert!(lines.next().is_some() && lines.next().is_none(), "{page}");
        let ours = page.lines().find(|line| line.contains("carnelian") && line.contains("12,346")).unwrap();
        // 12 345.6 / 16.
        assert!(ours.ends_with("771.6 |"), "{ours}");
        // On a terminal it is in the table or, if that has no room for it, below.
        let page = report::render(&of_many(compare), Format::Text);
        let ours = page.lines().find(|line| line.contains("carnelian") && line.contains("771.6")).unwrap();
        assert_eq!((ours.contains("12,346"), ours.contains("carnelian: ns/signature 771.6; ")), (!compare, compare));
        assert!(page.contains("ns/signature"), "{page}");
    }
    let alone = report::render(&sample(true), Format::Text);
    assert!(!alone.contains("ns/"), "{alone}");
}

/// Where every row has cycles, the cost of one item is in cycles.
#[test]
fn cycles_come_first() {
    let mut document = of_many(true);
    let rows = document.rows.iter_mut().filter(|row| row.operation == "sample/sign");
    rows.for_each(|row| row.cycles_iqm = Some(32_000.0));
    let page = report::render(&document, Format::Text);
    assert!(page.contains("cycles/signature") && page.contains("2,000"), "{page}");
}

#[test]
fn pages_have_the_cost_of_one_item() {
    for format in [PageFormat::Markdown, PageFormat::Html] {
        let page = report::pages::render(&[of_many(true)], View::Machines, format, "carnelian").unwrap();
        assert!(page.contains("771.6 nanoseconds per signature"), "{page}");
        assert!(page.contains("771.6 per signature)"), "{page}");
    }
}

/// An older document does not say how many items there are; the registry does.
#[test]
fn older_documents_get_their_items() {
    let mut document = sample(true);
    let old = "ed25519/verify-batch64";
    document.operations[1].operation = old.to_owned();
    for row in document.rows.iter_mut().filter(|row| row.operation == "sample/sign") {
        row.operation = old.to_owned();
    }
    let read = document::read(report::render(&document, Format::Json)).unwrap();
    assert_eq!(read.operations[1].items, Some(Items { count: 64, name: "signature".to_owned() }));
    assert_eq!(read.operations[0].items, None);
}
