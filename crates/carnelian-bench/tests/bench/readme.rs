//! The table in README.md.

use crate::golden::sample;
use carnelian_bench::document::{Document, Microarchitecture, OtherBuild};
use carnelian_bench::report::readme;
use carnelian_bench::stats::Interval;

/// Returns the sample as measured on this microarchitecture on this day. The day is part of the text.
fn on(kind: Option<(&str, u16)>, date: &str) -> Document {
    let microarchitecture = kind.map(|(name, year)| Microarchitecture { name: name.to_owned(), year });
    Document { microarchitecture, date: date.to_owned(), ..sample(true) }
}

#[test]
fn the_table_letter_by_letter() {
    let mut document = on(Some(("Zen 5", 2024)), "2026-01-02T03:04:05Z");
    for (at, ordinary) in [(1, [200.5, 202.0]), (5, [14_000.0, 14_200.0])] {
        let [low, high] = ordinary;
        document.rows[at].build = "native".to_owned();
        document.rows[at].other_builds = vec![OtherBuild {
            build: "ordinary".to_owned(),
            backend: "C".to_owned(),
            ns_iqm: f64::midpoint(low, high),
            ci90_ns: Interval { low, high },
        }];
    }
    let found = readme::render(&[document]);
    let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("readme.md");
    std::fs::write(&path, &found).unwrap();
    let golden = include_str!("golden/readme.md");
    assert!(found == golden, "the table is not what it was; what it is now stands in {}", path.display());
}

#[test]
fn the_newest_result_of_the_newest_core_is_shown() {
    let documents = [
        on(Some(("Old Cove", 2019)), "2026-05-05T00:00:00Z"),
        on(Some(("New Cove", 2024)), "2026-03-03T00:00:00Z"),
        on(Some(("New Cove", 2024)), "2026-04-04T00:00:00Z"),
        on(None, "2026-06-06T00:00:00Z"),
    ];
    let shown = readme::render(&documents);
    assert!(shown.contains("New Cove") && shown.contains("2026-04-04"), "{shown}");
    let reversed: Vec<Document> = documents.into_iter().rev().collect();
    assert_eq!(readme::render(&reversed), shown);
    assert_eq!(readme::render(&[]), "");
}

/// If a later run measured some operations again, those are taken from it.
#[test]
fn runs_of_one_core_share_the_table() {
    let first = on(Some(("New Cove", 2024)), "2026-01-01T00:00:00Z");
    let mut second = on(Some(("New Cove", 2024)), "2026-02-02T00:00:00Z");
    second.operations.pop();
    second.rows.retain(|row| row.operation == second.operations[0].operation);
    second.rows[1].library = "later".to_owned();
    let shown = readme::render(&[first, second]);
    assert!(shown.contains("| later | 1.25 |") && shown.contains("`sample/sign`"), "{shown}");
}

#[test]
fn a_result_of_more_operations_is_shown_instead() {
    let full = on(Some(("Old Cove", 2019)), "2026-01-01T00:00:00Z");
    let mut newer = on(Some(("New Cove", 2024)), "2026-02-02T00:00:00Z");
    newer.operations.pop();
    let shown = readme::render(&[newer, full]);
    assert!(shown.contains("Old Cove"), "{shown}");
}

/// The library that is furthest ahead of us is the fastest, and one without a paired measurement is ignored.
#[test]
fn the_fastest_other_library_is_named() {
    let lines = |document: Document| -> Vec<String> {
        readme::render(&[document]).lines().filter(|line| line.starts_with("| `")).map(str::to_owned).collect()
    };
    let mut document = sample(true);
    assert_eq!(lines(document.clone())[0], "| `sample/64B` | 0.26 GB/s | swift | 1.25 |");
    document.rows[1].ratio = None;
    assert_eq!(lines(document.clone())[0], "| `sample/64B` | 0.26 GB/s | even | 1.00 (tie) |");
    document.rows.retain(|row| row.library == "carnelian");
    assert_eq!(lines(document)[1], "| `sample/sign` | 12.3 µs | - | - |");
}

#[test]
fn what_is_said_of_the_widest_interval_holds_for_it() {
    let mut document = sample(true);
    for (width, said) in [(0.0061, "±0.007."), (0.01, "±0.01."), (0.000_21, "±0.0003."), (0.3, "±0.3.")] {
        for row in &mut document.rows {
            row.ratio_ci90 = row.ratio.map(|_| Interval { low: 2.0 - width, high: 2.0 + width });
        }
        let shown = readme::render(&[document.clone()]);
        assert!(shown.replace('\n', " ").contains(said), "{shown}");
    }
}
