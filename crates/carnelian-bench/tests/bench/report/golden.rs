//! Complete reports of fixed data, compared character by character.

use carnelian_bench::document::{
    Attempt, Conditions, Differing, Document, Fit, Microarchitecture, Missing, OperationInfo, OtherBuild, Parameter,
    Point, Row, SCHEMA, Scheme, Settings, Sweep,
};
use carnelian_bench::op::{Estimator, Unit};
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
    let interval = |[_, low, high]: [f64; 3]| Interval { low, high };
    // At 95 % intervals are wider than at 90 %.
    let wider = |[middle, low, high]: [f64; 3]| Interval {
        low: low - (middle - low) / 4.0,
        high: high + (high - middle) / 4.0,
    };
    Row {
        operation: operation.to_owned(),
        library: library.to_owned(),
        version: "0.1.0".to_owned(),
        backend: backend.to_owned(),
        build: "ordinary".to_owned(),
        ns_median: ns[0],
        ns_iqm: ns[0],
        ns_min: Some(ns[1] - 1.0),
        ns_quartiles: Some([ns[0] - 0.5, ns[0] + 0.75]),
        cycles_iqm,
        ci90_ns: interval(ns),
        ci_ns: Some(wider(ns)),
        rounds: 120,
        ns_rounds: None,
        merged: 1,
        ratio: ratio.map(|[ratio, ..]| ratio),
        ratio_ci90: ratio.map(interval),
        ratio_ci: ratio.map(wider),
        other_builds: vec![],
    }
}

fn hashing() -> Vec<Row> {
    let name = "sample/64B";
    let mut rows = vec![
        row(name, "carnelian", "avx512", [250.0, 249.0, 251.0], Some(575.0), None),
        row(name, "swift", "avx2", [200.0, 199.0, 201.0], Some(460.0), Some([1.25, 1.24, 1.26])),
        row(name, "even", "a|b", [251.0, 245.0, 257.0], Some(577.3), Some([0.996, 0.985, 1.004])),
        row(name, "idle", "c", [50_000.0, 49_000.0, 51_000.0], Some(115_000.0), Some([0.005, 0.0049, 0.0051])),
    ];
    rows[1].build = "native".to_owned();
    rows[1].other_builds = vec![OtherBuild {
        build: "ordinary".to_owned(),
        backend: "portable".to_owned(),
        ns_iqm: 300.0,
        ci90_ns: Interval { low: 297.0, high: 303.0 },
    }];
    rows[2].build = "native".to_owned();
    rows[2].merged = 4;
    rows
}

fn signing() -> Vec<Row> {
    let name = "sample/sign";
    vec![
        row(name, "carnelian", "portable", [12_345.6, 12_300.0, 12_400.0], None, None),
        row(name, "swift", "C", [13_000.0, 12_900.0, 13_100.0], None, Some([0.95, 0.94, 0.96])),
    ]
}

fn conditions() -> Conditions {
    Conditions {
        cpus: None,
        load: Some(0.42),
        governor: Some("performance".to_owned()),
        hypervisor: Some("KVM".to_owned()),
        huge_pages: Some("madvise".to_owned()),
        counter: Some("TSC".to_owned()),
        counter_hz: Some(2.1e9),
        core_per_cycle: Some(1.6185),
        isolated: true,
        pinned: Attempt::Done("CPU 1".to_owned()),
        real_time: Attempt::Refused("the system does not permit it".to_owned()),
    }
}

fn operations() -> Vec<OperationInfo> {
    let info = |operation: &str, includes: &str, unit| OperationInfo {
        operation: operation.to_owned(),
        includes: includes.to_owned(),
        unit,
        items: None,
        estimator: Estimator::default(),
    };
    vec![
        info("sample/64B", "one call: from a message in memory to its digest", Unit::Bytes(64)),
        info(
            "sample/sign",
            "one call: from a key and a message to a signature; a sentence that is long enough to be broken into two \
             lines",
            Unit::Operations(1),
        ),
    ]
}

/// Returns libraries that are present but cannot be measured.
fn left_out() -> (Vec<Differing>, Vec<Missing>) {
    let differing = Differing {
        operation: "sample/64B".to_owned(),
        library: "liar".to_owned(),
        version: "6.6.6".to_owned(),
        reason: "its digest starts with 00, ours with 01".to_owned(),
    };
    let missing = |library: &str, operation: Option<&str>, reason: &str| Missing {
        library: library.to_owned(),
        operation: operation.map(str::to_owned),
        reason: reason.to_owned(),
    };
    let missing = [
        missing("absent", None, "this CPU lacks adx"),
        missing("half", Some("sample/sign"), "the library has no symbol `sign`"),
        missing("half", Some("sample/late"), "its process ended"),
    ];
    (vec![differing], missing.into())
}

/// Returns a document with a value in every field except `sweeps`, or one without peers.
pub(crate) fn sample(compare: bool) -> Document {
    let mut rows = [hashing(), signing()].concat();
    rows.retain(|row| compare || row.is_ours());
    let (differing, missing) = if compare { left_out() } else { Default::default() };
    Document {
        schema: SCHEMA,
        carnelian: "0.1.0".to_owned(),
        machine: "x86_64 linux, 2 hardware threads".to_owned(),
        cpu: "A CPU (family 6, model 207, stepping 2)".to_owned(),
        microarchitecture: Some(Microarchitecture { name: "Golden Cove".to_owned(), year: 2021 }),
        date: "2026-01-02T03:04:05Z".to_owned(),
        rustc: "rustc 1.95.0 (59807616e 2026-04-14)".to_owned(),
        build: "release, for any x86_64".to_owned(),
        tier: "avx512".to_owned(),
        features: ["avx2", "avx512f", "avx512ifma"].map(str::to_owned).into(),
        commit: "0123456789ab".to_owned(),
        conditions: conditions(),
        settings: Settings {
            preset: if compare { "normal" } else { "quick" }.to_owned(),
            compare,
            everything: true,
            confidence: 0.95,
            precision: 0.005,
            max_time_s: 450.0,
        },
        operations: operations(),
        schemes: vec![Scheme {
            name: "Sample".to_owned(),
            roles: vec![("sign".to_owned(), "sample/sign".to_owned())],
            sizes: vec![("signature".to_owned(), 64)],
        }],
        rows,
        sweeps: vec![],
        differing,
        missing,
        out_of_time: vec!["sample/late".to_owned()],
        interrupted: false,
    }
}

/// Returns a run that measured growth, and was ended early.
pub(crate) fn sample_of_growth() -> Document {
    let point = |value: u64, ns: f64, cycles_iqm| Point {
        value,
        ns_iqm: ns,
        ci90_ns: Interval { low: 0.99 * ns, high: 1.01 * ns },
        cycles_iqm,
    };
    let sweep = |library: &str, parameter, points, fit| Sweep {
        operation: match parameter {
            Parameter::Size => "sample/SIZE",
            Parameter::Batch => "sample/verify-batchN",
            Parameter::Threads => "sample/sign,threads",
        }
        .to_owned(),
        includes: "one call: from what is in memory to the answer".to_owned(),
        parameter,
        library: library.to_owned(),
        version: "0.1.0".to_owned(),
        backend: "avx2".to_owned(),
        points,
        fit,
    };
    let fit = |fixed_ns, each_ns, proportional| Fit { fixed_ns, each_ns, exponent: 0.937, worst: 0.0412, proportional };
    let sizes = vec![point(64, 204.0, Some(428.4)), point(4096, 5486.0, Some(11_520.6)), point(1 << 20, 1.38e6, None)];
    let sizes = sweep("carnelian", Parameter::Size, sizes, Some(fit(120.0, 1.31, Some([4096, 1 << 20]))));
    let items = vec![point(1, 30_000.0, None), point(64, 600_000.0, None)];
    let items = sweep("swift", Parameter::Batch, items, Some(fit(21_000.4, 9052.3, None)));
    let threads = vec![point(1, 50.0, None), point(2, 52.0, None)];
    let threads = sweep("swift", Parameter::Threads, threads, Some(fit(48.0, 2.0, Some([1, 2]))));
    let one = sweep("idle", Parameter::Threads, vec![point(1, 50.0, None)], None);
    Document {
        rows: vec![],
        operations: vec![],
        sweeps: vec![sizes, items, threads, one],
        interrupted: true,
        ..sample(true)
    }
}

fn assert_same(document: &Document, format: Format, name: &str, golden: &str) {
    assert_golden(&report::render(document, format), name, golden);
}

/// Compares with a golden file, and writes the output to a file for inspection.
pub(crate) fn assert_golden(found: &str, name: &str, golden: &str) {
    assert_all_golden(&[(found, name, golden)]);
}

/// Compares each output with the golden file of this name, after all have been written to files for inspection.
pub(crate) fn assert_all_golden(all: &[(&str, &str, &str)]) {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR"));
    for (found, name, _) in all {
        std::fs::write(folder.join(name), found).unwrap();
    }
    let changed: Vec<&str> =
        all.iter().filter(|(found, _, golden)| found != golden).map(|(_, name, _)| *name).collect();
    assert!(changed.is_empty(), "{changed:?} are not what they were; what they are now stands in {}", folder.display());
}

#[test]
fn text_with_peers() {
    assert_same(&sample(true), Format::Text, "compare.txt", include_str!("golden/compare.txt"));
}

#[test]
fn text_alone() {
    assert_same(&sample(false), Format::Text, "alone.txt", include_str!("golden/alone.txt"));
}

#[test]
fn text_of_growth() {
    assert_same(&sample_of_growth(), Format::Text, "growth.txt", include_str!("golden/growth.txt"));
}

#[test]
fn markdown_with_peers() {
    assert_same(&sample(true), Format::Markdown, "compare.md", include_str!("golden/compare.md"));
}

#[test]
fn markdown_alone() {
    assert_same(&sample(false), Format::Markdown, "alone.md", include_str!("golden/alone.md"));
}

#[test]
fn markdown_of_growth() {
    assert_same(&sample_of_growth(), Format::Markdown, "growth.md", include_str!("golden/growth.md"));
}

#[test]
fn csv_with_peers() {
    assert_same(&sample(true), Format::Csv, "compare.csv", include_str!("golden/compare.csv"));
}

#[test]
fn csv_alone() {
    assert_same(&sample(false), Format::Csv, "alone.csv", include_str!("golden/alone.csv"));
}

#[test]
fn csv_of_growth() {
    assert_same(&sample_of_growth(), Format::Csv, "growth.csv", include_str!("golden/growth.csv"));
}

#[test]
fn json_with_peers() {
    assert_same(&sample(true), Format::Json, "compare.json", include_str!("golden/compare.json"));
}

#[test]
fn json_alone() {
    assert_same(&sample(false), Format::Json, "alone.json", include_str!("golden/alone.json"));
}

#[test]
fn json_of_growth() {
    assert_same(&sample_of_growth(), Format::Json, "growth.json", include_str!("golden/growth.json"));
}

/// Every field of a document is a fact that a reader may need; the test searches the text for one value of each.
#[test]
fn nothing_is_left_unsaid() {
    let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let text = words(&report::render(&sample(true), Format::Text));
    for fact in [
        "golden-cove/avx512-ifma",
        "0.1.0; commit 0123456789ab; release, for any x86_64; tier avx512",
        "Golden Cove, 2021",
        "load 0.42",
        "governor performance",
        "hypervisor KVM",
        "huge pages madvise",
        "counter TSC at 2.100 GHz",
        "1.619 core cycles",
        "a process of its own",
        "bound to CPU 1",
        "no real-time priority (the system does not permit it)",
        "95 % interval",
        "swift's build native is its best; ordinary (portable) takes 300.0 ns ± 1.0 %, 1.50 times as long",
        "even is measured in its build native",
        "120/4",
        "half is missing: the library has no symbol `sign`",
        "half in sample/late its process ended",
    ] {
        assert!(text.contains(fact), "{fact}: {text}");
    }
}

/// The printed intervals are at the printed level.
#[test]
fn intervals_are_of_the_level_that_is_said() {
    let mut document = sample(true);
    let line = |document: &Document| {
        let text = report::render(document, Format::Markdown);
        text.lines().find(|line| line.starts_with("| swift")).unwrap().to_owned()
    };
    let at_95 = line(&document);
    assert!(at_95.contains("1.238 to 1.262"), "{at_95}");
    // A single row without them is sufficient: a table has one heading.
    document.rows[5].ci_ns = None;
    let at_90 = line(&document);
    assert!(at_90.contains("1.240 to 1.260"), "{at_90}");
    assert!(report::render(&document, Format::Text).contains("90 % interval"));
}
