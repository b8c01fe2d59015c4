//! Whole reports of fixed data, letter by letter.

use carnelian_bench::machine::Machine;
use carnelian_bench::op::Unit;
use carnelian_bench::peer::Missing;
use carnelian_bench::report::Report;
use carnelian_bench::session::{Differing, Measured, Results, Row};
use carnelian_bench::stats::{Estimate, Interval};
use carnelian_bench::{Format, Preset};

fn estimate(iqm: f64, low: f64, high: f64) -> Estimate {
    Estimate { iqm, ci90: Interval { low, high } }
}

fn row(library: &str, backend: &str, ns: Estimate, cycles_iqm: Option<f64>, ratio: Option<Estimate>) -> Row {
    Row {
        library: library.to_owned(),
        version: "0.1.0".to_owned(),
        backend: backend.to_owned(),
        ns_median: ns.iqm,
        ns,
        cycles_iqm,
        rounds: 120,
        ratio,
    }
}

fn hashing() -> Measured {
    Measured {
        operation: "sample/64B".to_owned(),
        includes: "one call: from a message in memory to its digest".to_owned(),
        unit: Unit::Bytes(64),
        rows: vec![
            row("carnelian", "avx512", estimate(250.0, 249.0, 251.0), Some(575.0), None),
            row("swift", "avx2", estimate(200.0, 199.0, 201.0), Some(460.0), Some(estimate(1.25, 1.24, 1.26))),
            row("even", "a|b", estimate(251.0, 245.0, 257.0), Some(577.3), Some(estimate(0.996, 0.985, 1.004))),
            row(
                "idle",
                "c",
                estimate(50_000.0, 49_000.0, 51_000.0),
                Some(115_000.0),
                Some(estimate(0.005, 0.0049, 0.0051)),
            ),
        ],
        differing: vec![Differing {
            library: "liar".to_owned(),
            version: "6.6.6".to_owned(),
            reason: "its digest starts with 00, ours with 01".to_owned(),
        }],
    }
}

fn signing() -> Measured {
    Measured {
        operation: "sample/sign".to_owned(),
        includes: "one call: from a key and a message to a signature; a sentence that is long enough to be broken \
                   into two lines"
            .to_owned(),
        unit: Unit::Operations(1),
        rows: vec![
            row("carnelian", "portable", estimate(12_345.6, 12_300.0, 12_400.0), None, None),
            row("swift", "", estimate(13_000.0, 12_900.0, 13_100.0), None, Some(estimate(0.95, 0.94, 0.96))),
        ],
        differing: vec![],
    }
}

/// A report with everything in it, or without peers.
pub(crate) fn sample(compare: bool) -> Report {
    let mut operations = vec![hashing(), signing()];
    operations[1].rows[1].backend = "C".to_owned();
    let mut missing = vec![Missing { name: "absent", reason: "this CPU lacks adx".to_owned() }];
    if !compare {
        for measured in &mut operations {
            measured.rows.truncate(1);
            measured.differing.clear();
        }
        missing.clear();
    }
    Report {
        machine: Machine {
            machine: "x86_64 linux, 2 hardware threads".to_owned(),
            cpu: "A CPU (family 6, model 207, stepping 2)".to_owned(),
            date: "2026-01-02T03:04:05Z".to_owned(),
            rustc: "rustc 1.95.0 (59807616e 2026-04-14)".to_owned(),
        },
        results: Results { operations, out_of_time: vec!["sample/late".to_owned()], missing },
        compare,
        everything: true,
        preset: if compare { Preset::Normal } else { Preset::Quick },
    }
}

fn assert_same(format: Format, compare: bool, name: &str, golden: &str) {
    let found = sample(compare).render(format);
    let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, &found).unwrap();
    assert!(found == golden, "{name} is not what it was; what it is now stands in {}", path.display());
}

#[test]
fn text_with_peers() {
    assert_same(Format::Text, true, "compare.txt", include_str!("golden/compare.txt"));
}

#[test]
fn text_alone() {
    assert_same(Format::Text, false, "alone.txt", include_str!("golden/alone.txt"));
}

#[test]
fn markdown_with_peers() {
    assert_same(Format::Markdown, true, "compare.md", include_str!("golden/compare.md"));
}

#[test]
fn markdown_alone() {
    assert_same(Format::Markdown, false, "alone.md", include_str!("golden/alone.md"));
}

#[test]
fn json_with_peers() {
    assert_same(Format::Json, true, "compare.json", include_str!("golden/compare.json"));
}
