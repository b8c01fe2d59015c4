//! Whole reports of fixed data, letter by letter.

use carnelian_bench::document::{Differing, Document, Missing, OperationInfo, Row, SCHEMA, Settings};
use carnelian_bench::op::Unit;
use carnelian_bench::stats::Interval;
use carnelian_bench::{Format, report};

fn row(
    operation: &str,
    library: &str,
    backend: &str,
    ns: [f64; 3],
    cycles_iqm: Option<f64>,
    ratio: Option<[f64; 3]>,
) -> Row {
    Row {
        operation: operation.to_owned(),
        library: library.to_owned(),
        version: "0.1.0".to_owned(),
        backend: backend.to_owned(),
        build: "ordinary".to_owned(),
        ns_median: ns[0],
        ns_iqm: ns[0],
        ns_min: None,
        ns_quartiles: None,
        cycles_iqm,
        ci90_ns: Interval { low: ns[1], high: ns[2] },
        ci_ns: None,
        rounds: 120,
        merged: 1,
        ratio: ratio.map(|[ratio, ..]| ratio),
        ratio_ci90: ratio.map(|[_, low, high]| Interval { low, high }),
        ratio_ci: None,
        other_builds: vec![],
    }
}

fn hashing() -> Vec<Row> {
    let name = "sample/64B";
    vec![
        row(name, "carnelian", "avx512", [250.0, 249.0, 251.0], Some(575.0), None),
        row(name, "swift", "avx2", [200.0, 199.0, 201.0], Some(460.0), Some([1.25, 1.24, 1.26])),
        row(name, "even", "a|b", [251.0, 245.0, 257.0], Some(577.3), Some([0.996, 0.985, 1.004])),
        row(name, "idle", "c", [50_000.0, 49_000.0, 51_000.0], Some(115_000.0), Some([0.005, 0.0049, 0.0051])),
    ]
}

fn signing() -> Vec<Row> {
    let name = "sample/sign";
    vec![
        row(name, "carnelian", "portable", [12_345.6, 12_300.0, 12_400.0], None, None),
        row(name, "swift", "C", [13_000.0, 12_900.0, 13_100.0], None, Some([0.95, 0.94, 0.96])),
    ]
}

/// A document with everything in it, or without peers.
pub(crate) fn sample(compare: bool) -> Document {
    let info = |operation: &str, includes: &str, unit| OperationInfo {
        operation: operation.to_owned(),
        includes: includes.to_owned(),
        unit,
    };
    let mut rows = [hashing(), signing()].concat();
    rows.retain(|row| compare || row.is_ours());
    let differing = Differing {
        operation: "sample/64B".to_owned(),
        library: "liar".to_owned(),
        version: "6.6.6".to_owned(),
        reason: "its digest starts with 00, ours with 01".to_owned(),
    };
    let missing = Missing { library: "absent".to_owned(), operation: None, reason: "this CPU lacks adx".to_owned() };
    Document {
        schema: SCHEMA,
        carnelian: "0.1.0".to_owned(),
        machine: "x86_64 linux, 2 hardware threads".to_owned(),
        cpu: "A CPU (family 6, model 207, stepping 2)".to_owned(),
        microarchitecture: None,
        date: "2026-01-02T03:04:05Z".to_owned(),
        rustc: "rustc 1.95.0 (59807616e 2026-04-14)".to_owned(),
        build: String::new(),
        tier: "avx512".to_owned(),
        conditions: Default::default(),
        settings: Settings {
            preset: if compare { "normal" } else { "quick" }.to_owned(),
            compare,
            everything: true,
            ..Settings::default()
        },
        operations: vec![
            info("sample/64B", "one call: from a message in memory to its digest", Unit::Bytes(64)),
            info(
                "sample/sign",
                "one call: from a key and a message to a signature; a sentence that is long enough to be broken into \
                 two lines",
                Unit::Operations(1),
            ),
        ],
        schemes: vec![],
        rows,
        sweeps: vec![],
        differing: if compare { vec![differing] } else { vec![] },
        missing: if compare { vec![missing] } else { vec![] },
        out_of_time: vec!["sample/late".to_owned()],
        interrupted: false,
    }
}

fn assert_same(format: Format, compare: bool, name: &str, golden: &str) {
    assert_golden(name, &report::render(&sample(compare), format), golden);
}

pub(crate) fn assert_golden(name: &str, found: &str, golden: &str) {
    let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, found).unwrap();
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
