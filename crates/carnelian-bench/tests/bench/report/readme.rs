//! The section of README.md.

use super::golden::{assert_golden, sample};
use carnelian_bench::document::{Document, Microarchitecture};
use carnelian_bench::op::Unit;
use carnelian_bench::report::readme;

/// Returns the sample as measured on this microarchitecture on this day, under names of operations of the section.
fn on(kind: Option<(&str, u16)>, date: &str) -> Document {
    let microarchitecture = kind.map(|(name, year)| Microarchitecture { name: name.to_owned(), year });
    let mut document = Document { microarchitecture, date: date.to_owned(), ..sample(true) };
    let named = |name: &mut String| *name = name.replace("sample/64B", "sha256/1MiB").replace("sample/", "ed25519/");
    document.operations.iter_mut().for_each(|info| named(&mut info.operation));
    document.rows.iter_mut().for_each(|row| named(&mut row.operation));
    document
}

fn at(tier: &str, document: Document) -> Document {
    Document { tier: tier.to_owned(), ..document }
}

/// Returns the cells of the table's rows.
fn rows(documents: &[Document]) -> Vec<Vec<String>> {
    let page = readme::render(documents);
    let rows = page.lines().filter(|line| line.starts_with("| "));
    rows.map(|row| row.trim_matches('|').split(" | ").map(|cell| cell.trim().to_owned()).collect()).collect()
}

#[test]
fn the_section_letter_by_letter() {
    let mut level = at("avx2", on(Some(("Zen 3", 2020)), "2026-02-02T03:04:05Z"));
    for row in level.rows.iter_mut().filter(|row| row.library == "swift") {
        (row.ratio, row.ratio_ci90, row.ratio_ci) = (Some(1.0), Some([0.99, 1.01].into()), None);
    }
    let documents = [on(Some(("Zen 5", 2024)), "2026-01-02T03:04:05Z"), level];
    assert_golden(&readme::render(&documents), "readme.md", include_str!("golden/readme.md"));
}

#[test]
fn classes_have_columns_of_their_own_newest_first() {
    let documents = [
        on(Some(("Old Cove", 2019)), "2026-05-05T00:00:00Z"),
        on(None, "2026-06-06T00:00:00Z"),
        at("avx2", on(Some(("New Cove", 2024)), "2026-03-03T00:00:00Z")),
        on(Some(("New Cove", 2024)), "2026-04-04T00:00:00Z"),
    ];
    let expected = [
        "operation",
        "`new-cove/avx512-ifma`",
        "`new-cove/avx2`",
        "`old-cove/avx512-ifma`",
        "`a-cpu-family-6-model-207-stepping-2/avx512-ifma`",
    ];
    assert_eq!(rows(&documents)[0], expected);
    let reversed: Vec<Document> = documents.iter().rev().cloned().collect();
    assert_eq!(readme::render(&reversed), readme::render(&documents));
    assert_eq!(readme::render(&[]), "");
    // An operation that is not of the dozen makes no row, and a class that has no other no column.
    assert_eq!(readme::render(&[sample(true)]), "");
}

/// If a later run of the class measured some operations again, those are taken from it; the days of both are named.
#[test]
fn runs_of_one_class_share_a_column() {
    let first = on(Some(("New Cove", 2024)), "2026-01-01T00:00:00Z");
    let mut second = on(Some(("New Cove", 2024)), "2026-02-02T00:00:00Z");
    second.operations.retain(|info| info.operation == "sha256/1MiB");
    second.rows.retain(|row| row.operation == "sha256/1MiB");
    second.rows[0].ns_iqm = 32.0;
    second.commit = String::new();
    let documents = [first, second];
    let rows = rows(&documents);
    assert!(rows[1][1].starts_with("2.00 / "), "{rows:?}");
    assert!(rows[2][1].starts_with("**12.3** / "), "{rows:?}");
    let shown = readme::render(&documents);
    assert!(shown.ends_with("; measured 2026-01-01 to 2026-02-02\n"), "{shown}");
}

/// The library that is furthest ahead of us is the fastest, and one without a paired measurement is ignored.
#[test]
fn the_best_is_bold_and_so_are_both_where_they_tie() {
    let mut document = on(Some(("New Cove", 2024)), "2026-01-01T00:00:00Z");
    let cell = |document: &Document| rows(std::slice::from_ref(document))[1][1].clone();
    assert_eq!(cell(&document), "0.26 / **0.32** GB/s");
    document.rows[1].ratio = None;
    assert_eq!(cell(&document), "**0.26** / **0.25** GB/s");
    document.rows[2].ratio = None;
    assert!(cell(&document).starts_with("**0.26** / 0.00"), "{}", cell(&document));
}

/// Where both numbers have the same digits, no reader sees which one is better.
#[test]
fn numbers_that_look_the_same_are_both_bold_or_neither() {
    let mut document = on(Some(("New Cove", 2024)), "2026-01-01T00:00:00Z");
    let cell = |document: &Document| rows(std::slice::from_ref(document))[1][1].clone();
    for (ratio, interval) in [(0.998, [0.997, 0.999]), (1.002, [1.001, 1.003])] {
        let row = &mut document.rows[1];
        (row.ns_iqm, row.ratio) = (250.0 / ratio, Some(ratio));
        (row.ratio_ci90, row.ratio_ci) = (Some(interval.into()), None);
        assert_eq!(cell(&document), "**0.26** / **0.26** GB/s");
    }
}

/// A number that the run does not know to a tenth stands in no table, and such a ratio in no count.
#[test]
fn what_is_not_known_does_not_stand() {
    let known = on(Some(("New Cove", 2024)), "2026-01-01T00:00:00Z");
    let of_hash = |documents: &[Document]| rows(documents).iter().any(|row| row[0] == "`sha256/1MiB`");
    let counts = |document: &Document, count: &str| {
        let shown = readme::render(std::slice::from_ref(document)).replace("\n  ", " ");
        assert!(shown.contains(count), "{shown}");
    };
    assert!(of_hash(std::slice::from_ref(&known)));
    counts(&known, "of 2 operations");
    let mut wide_ratio = known.clone();
    (wide_ratio.rows[1].ratio_ci90, wide_ratio.rows[1].ratio_ci) = (Some([1.1, 1.4].into()), None);
    let mut wide_time = known.clone();
    (wide_time.rows[0].ci90_ns, wide_time.rows[0].ci_ns) = ([200.0, 300.0].into(), None);
    let mut one_round = known;
    (one_round.rows[1].ratio_ci90, one_round.rows[1].ratio_ci) = (None, None);
    for (unknown, count) in
        [(wide_ratio, "of 1 operations"), (wide_time, "of 2 operations"), (one_round, "of 1 operations")]
    {
        assert!(!of_hash(std::slice::from_ref(&unknown)));
        counts(&unknown, count);
    }
}

#[test]
fn a_batch_is_shown_by_the_item() {
    let mut document = on(Some(("New Cove", 2024)), "2026-01-01T00:00:00Z");
    let cell = |document: &Document| rows(std::slice::from_ref(document))[2][1].clone();
    assert!(cell(&document).ends_with(" µs"), "{}", cell(&document));
    document.operations[1].unit = Unit::Operations(64);
    assert!(cell(&document).starts_with("**193** / ") && cell(&document).ends_with(" ns"), "{}", cell(&document));
}

#[test]
fn what_is_behind_is_counted_and_the_worst_named_first() {
    let mut document = on(Some(("New Cove", 2024)), "2026-01-01T00:00:00Z");
    let text = |document: &Document| readme::render(std::slice::from_ref(document)).replace("\n  ", " ");
    let shown = text(&document);
    let expected =
        "ahead in 1 of 2 operations, level in 0, behind in 1, most in `sha256/1MiB` (1.25); measured 2026-01-01";
    assert!(shown.contains(expected), "{shown}");
    for row in document.rows.iter_mut().filter(|row| row.operation == "ed25519/sign" && row.ratio.is_some()) {
        (row.ratio, row.ratio_ci90, row.ratio_ci) = (Some(1.5), Some([1.4, 1.6].into()), None);
    }
    let shown = text(&document);
    let expected = "behind in 2, most in `ed25519/sign` (1.50) and `sha256/1MiB` (1.25); measured 2026-01-01";
    assert!(shown.contains(expected), "{shown}");
}
