//! Baselines: names, files, comparisons. The tests of the command cover them as a whole.

use crate::report::golden::{assert_golden, sample};
use carnelian_bench::baseline::{BaselineError, Comparison, Place, Request, Trend};
use carnelian_bench::document::{Document, Microarchitecture, Row};
use carnelian_bench::stats::Interval;
use carnelian_bench::{BenchArgs, BenchError, Fault, Format, report};
use std::fs;
use std::path::Path;

/// Scales all times of a library in an operation by `factor`.
fn scaled(mut document: Document, library: &str, operation: &str, factor: f64) -> Document {
    for row in document.rows.iter_mut().filter(|row| row.library == library && row.operation == operation) {
        row.ns_iqm *= factor;
        row.ci90_ns = Interval { low: row.ci90_ns.low * factor, high: row.ci90_ns.high * factor };
    }
    document
}

/// Returns the sample with all peers' times multiplied by `peers` and ours by `ours`.
fn slowed(ours: f64, peers: f64) -> Document {
    let mut document = scaled(sample(true), "carnelian", "sample/64B", ours);
    for library in ["swift", "even", "idle"] {
        document = scaled(document, library, "sample/64B", peers);
    }
    for row in document.rows.iter_mut().filter(|row| row.operation == "sample/64B") {
        row.ratio = row.ratio.map(|ratio| ratio * ours / peers);
    }
    document
}

fn compared(then: &Document, now: &Document) -> Comparison {
    Comparison::of("main", then, now, 0.03)
}

fn row<'d>(document: &'d mut Document, library: &str, operation: &str) -> &'d mut Row {
    document.rows.iter_mut().find(|row| row.library == library && row.operation == operation).unwrap()
}

#[test]
fn a_change_beyond_the_threshold_counts() {
    for (factor, trend) in [
        (2.0, Trend::Slower),
        (1.04, Trend::Slower),
        (1.02, Trend::Unchanged),
        (1.0, Trend::Unchanged),
        (0.98, Trend::Unchanged),
        (0.96, Trend::Faster),
        (0.5, Trend::Faster),
    ] {
        let comparison = compared(&sample(true), &slowed(factor, 1.0));
        let [hashing, signing] = &comparison.changes[..] else { panic!("two operations") };
        assert_eq!((hashing.trend, signing.trend), (trend, Trend::Unchanged), "{factor}");
        assert!((hashing.ratio - factor).abs() < 1e-12 && hashing.interval.contains(factor), "{factor}");
        let slower: Vec<_> = comparison.slower().map(|change| &*change.operation).collect();
        assert_eq!(slower, if trend == Trend::Slower { vec!["sample/64B"] } else { vec![] }, "{factor}");
    }
    let strict = Comparison::of("main", &sample(true), &slowed(1.02, 1.0), 0.01);
    assert_eq!(strict.changes[0].trend, Trend::Slower);
}

/// Even a large change does not count if its interval contains 1.
#[test]
fn a_change_within_the_interval_does_not_count() {
    let mut now = slowed(1.5, 1.0);
    row(&mut now, "carnelian", "sample/64B").ci90_ns = Interval { low: 240.0, high: 900.0 };
    assert_eq!(compared(&sample(true), &now).changes[0].trend, Trend::Unchanged);
    assert_eq!(compared(&now, &sample(true)).changes[0].trend, Trend::Unchanged);
    // An interval whose lower end is zero.
    row(&mut now, "carnelian", "sample/64B").ci90_ns.low = 0.0;
    let [there, back] = [compared(&sample(true), &now), compared(&now, &sample(true))].map(|c| c.changes[0].interval);
    assert_eq!((there.low, back.high), (0.0, f64::INFINITY));
}

/// First 100 with 4 % either way on a logarithmic scale, then 200 with 3 %: combined 5 %.
#[test]
fn the_distances_of_both_intervals_add_up_at_right_angles() {
    let (mut then, mut now) = (sample(true), sample(true));
    let set = |document: &mut Document, ns: f64, down: f64, up: f64| {
        let row = row(document, "carnelian", "sample/64B");
        (row.ns_iqm, row.ci90_ns) = (ns, Interval { low: ns * (-down).exp(), high: ns * up.exp() });
    };
    set(&mut then, 100.0, 0.04, 0.04);
    set(&mut now, 200.0, 0.03, 0.03);
    let interval = compared(&then, &now).changes[0].interval;
    let close = |found: f64, expected: f64| assert!((found - expected).abs() < 1e-9, "{found}, not {expected}");
    close(interval.low, 2.0 * (-0.05f64).exp());
    close(interval.high, 2.0 * 0.05f64.exp());
    // Each end separately: the lower end combines the lower distance now with the upper distance then.
    set(&mut then, 100.0, 0.12, 0.04);
    set(&mut now, 200.0, 0.03, 0.05);
    let interval = compared(&then, &now).changes[0].interval;
    close(interval.low, 2.0 * (-0.05f64).exp());
    close(interval.high, 2.0 * 0.13f64.exp());
}

#[test]
fn exchanging_the_runs_exchanges_the_verdicts() {
    for factor in [1.029, 1.031, 1.2] {
        let (then, now) = (sample(true), slowed(factor, 1.0));
        let (there, back) = (&compared(&then, &now).changes[0], &compared(&now, &then).changes[0]);
        assert_eq!(there.trend == Trend::Slower, back.trend == Trend::Faster, "{factor}");
        assert!((there.interval.low * back.interval.high - 1.0).abs() < 1e-9, "{factor}");
    }
}

/// An effect of the machine on all libraries appears in the times, but not relative to the peers.
#[test]
fn peers_tell_the_machine_from_the_code() {
    for (ours, peers, trend, beside, remark) in [
        (1.2, 1.2, Trend::Slower, 1.0, Some("that looks like the machine")),
        (1.2, 1.0, Trend::Slower, 1.2, None),
        (0.8, 0.8, Trend::Faster, 1.0, Some("that looks like the machine")),
        (0.8, 1.0, Trend::Faster, 0.8, None),
        (1.0, 0.8, Trend::Unchanged, 1.25, Some("beside the other libraries it is slower")),
        (0.9, 0.8, Trend::Faster, 1.125, Some("beside the other libraries it is slower")),
        (1.0, 1.25, Trend::Unchanged, 0.8, Some("beside the other libraries it is faster")),
        (1.1, 1.25, Trend::Slower, 0.88, Some("beside the other libraries it is faster")),
        (1.0, 1.0, Trend::Unchanged, 1.0, None),
    ] {
        let comparison = compared(&sample(true), &slowed(ours, peers));
        let change = &comparison.changes[0];
        assert_eq!(change.trend, trend, "{ours}, {peers}");
        assert!((change.beside_peers.unwrap() - beside).abs() < 1e-9, "{change:?}");
        assert_eq!(change.remarks.len(), usize::from(remark.is_some()), "{change:?}");
        assert!(remark.is_none_or(|remark| change.remarks[0].contains(remark)), "{change:?}");
        // The peers' times change neither verdict nor exit code.
        assert_eq!(comparison.slower().count(), usize::from(trend == Trend::Slower));
    }
}

/// A peer with another version is ignored, and one that deviates from the others does not decide.
#[test]
fn only_the_same_peers_are_asked() {
    let mut now = slowed(1.2, 1.2);
    row(&mut now, "swift", "sample/64B").ratio = Some(5.0);
    assert!((compared(&sample(true), &now).changes[0].beside_peers.unwrap() - 1.0).abs() < 1e-9);
    for (library, field) in [("even", "version"), ("idle", "backend")] {
        let row = row(&mut now, library, "sample/64B");
        if field == "version" { row.version.push('1') } else { row.backend.push('1') }
    }
    assert!((compared(&sample(true), &now).changes[0].beside_peers.unwrap() - 4.0).abs() < 1e-9);
    row(&mut now, "swift", "sample/64B").build = "another".to_owned();
    assert_eq!(compared(&sample(true), &now).changes[0].beside_peers, None);
    assert_eq!(compared(&sample(false), &sample(false)).changes[0].beside_peers, None);
}

/// Returns a comparison of two variants of the sample with everything that a comparison can report.
fn eventful() -> Comparison {
    let mut then = sample(true);
    for row in &mut then.rows {
        if row.operation == "sample/sign" {
            row.operation = "sample/gone".to_owned();
        }
    }
    for (name, factor) in [("sample/batch", 1.3), ("sample/redefined", 1.0)] {
        let mut row = sample(true).rows[0].clone();
        row.operation = name.to_owned();
        row.ns_iqm *= factor;
        row.ci90_ns = Interval { low: row.ci90_ns.low * factor, high: row.ci90_ns.high * factor };
        then.rows.push(row);
        let mut info = then.operations[0].clone();
        info.operation = name.to_owned();
        then.operations.push(info);
    }
    let mut now = slowed(1.2, 1.2);
    now.rows.extend(then.rows[6..].iter().cloned());
    now.operations.extend(then.operations[2..].iter().cloned());
    row(&mut now, "carnelian", "sample/batch").ns_iqm = 250.0;
    row(&mut now, "carnelian", "sample/batch").ci90_ns = Interval { low: 0.0, high: 251.0 };
    row(&mut now, "carnelian", "sample/batch").backend = "avx|2".to_owned();
    now.operations.last_mut().unwrap().includes = "another call".to_owned();
    then.cpu = "An older CPU".to_owned();
    then.tier = "avx2".to_owned();
    then.microarchitecture = Some(Microarchitecture { name: "Old Lake".to_owned(), year: 2001 });
    now.microarchitecture = None;
    then.conditions.isolated = false;
    compared(&then, &now)
}

#[test]
fn what_cannot_be_compared_is_said() {
    let comparison = eventful();
    let operations: Vec<_> = comparison.changes.iter().map(|change| &*change.operation).collect();
    assert_eq!(operations, ["sample/64B", "sample/batch"]);
    assert_eq!(comparison.only_now, ["sample/sign"]);
    assert_eq!(comparison.only_then, ["sample/gone"]);
    assert_eq!(comparison.redefined, ["sample/redefined"]);
    assert!(comparison.changes[1].remarks[0].contains("avx512 and is avx|2"), "{:?}", comparison.changes[1]);
    // A document without a microarchitecture is not considered different.
    let unlike: Vec<_> = comparison.unlike.iter().map(|unlike| unlike.what).collect();
    assert_eq!(unlike, ["cpu", "tier", "processes"]);
    assert!(compared(&sample(true), &sample(true)).unlike.is_empty());
}

#[test]
fn comparisons_in_full() {
    let rendered = |format| report::comparison::render(&eventful(), format);
    assert_golden(&rendered(Format::Text), "changes.txt", include_str!("report/golden/changes.txt"));
    assert_golden(&rendered(Format::Markdown), "changes.md", include_str!("report/golden/changes.md"));
    assert_eq!(rendered(Format::Json), rendered(Format::Text));
}

/// A baseline of the first schema can be compared with as well.
#[test]
fn documents_of_the_first_schema_are_baselines() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("old.json");
    fs::write(&path, include_str!("report/golden/schema1.json")).unwrap();
    let then = Place::of(path.to_str().unwrap()).unwrap().load().unwrap();
    let comparison = compared(&then, &then);
    assert!(!comparison.changes.is_empty() && comparison.slower().count() == 0);
    let comparison = compared(&then, &sample(true));
    let unlike: Vec<_> = comparison.unlike.iter().map(|unlike| unlike.what).collect();
    assert!(unlike.contains(&"schema") && !unlike.contains(&"processes"), "{unlike:?}");
}

#[test]
fn names_and_files() {
    let data = Path::new("/data");
    let path = |name: &str| Place::below(name, data).map(|place| place.path().to_owned());
    for (name, expected) in [
        ("main", "/data/carnelian/bench/main.json"),
        ("v1.2-rc_3", "/data/carnelian/bench/v1.2-rc_3.json"),
        ("main.json", "main.json"),
        ("a/b", "a/b"),
        ("./main", "./main"),
        ("/tmp/x.json", "/tmp/x.json"),
    ] {
        assert_eq!(path(name).unwrap(), Path::new(expected), "{name}");
    }
    for name in ["", ".", "..", ".hidden", "two words", "caf\u{e9}", "new\nline", "a*", "a:b"] {
        let error = path(name).unwrap_err();
        assert!(matches!(error, BaselineError::BadName { .. }) && error.fault() == Fault::CommandLine, "{name}");
        assert!(error.to_string().contains("letters, digits"), "{error}");
    }
}

fn names(directory: &Path) -> Vec<String> {
    let mut names: Vec<_> =
        fs::read_dir(directory).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn what_is_kept_comes_back() {
    let dir = tempfile::tempdir().unwrap();
    let place = Place::below("main", dir.path()).unwrap();
    place.prepare().unwrap();
    let directory = place.path().parent().unwrap();
    assert!(names(directory).is_empty(), "only whether it can be written is found out");
    place.save(&sample(true)).unwrap();
    assert_eq!(place.load().unwrap(), sample(true));
    // The last save wins, and no other file remains.
    place.save(&sample(false)).unwrap();
    assert_eq!(place.load().unwrap(), sample(false));
    assert_eq!(names(directory), ["main.json"]);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        fs::write(dir.path().join("plain"), "").unwrap();
        let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode();
        assert_eq!(mode(place.path()), mode(&dir.path().join("plain")));
    }

    let error = Place::below("mian", dir.path()).unwrap().load().unwrap_err();
    assert!(matches!(&error, BaselineError::Unknown { known, .. } if known == &["main"]), "{error}");
    assert!(error.to_string().contains("`mian`; there are: main"), "{error}");
    let error = Place::below("main", &dir.path().join("empty")).unwrap().load().unwrap_err();
    assert!(error.to_string().contains("--save main"), "{error}");
}

#[test]
fn files_that_are_no_baselines_are_refused() {
    let dir = tempfile::tempdir().unwrap();
    let place = |name: &str| Place::of(dir.path().join(name).to_str().unwrap()).unwrap();
    let refused = |name: &str, content: &[u8], part: &str| {
        fs::write(place(name).path(), content).unwrap();
        let error = place(name).load().unwrap_err();
        let said = error.to_string();
        assert!(error.fault() == Fault::Content && said.contains(name) && said.contains(part), "{said}");
    };
    refused("text", b"hello", "not JSON");
    refused("binary", b"\xff\xfe", "not JSON");
    refused("foreign", b"{\"schema\": 1}", "no result of a bench");
    refused("future", b"{\"schema\": 99}", "its schema is 99");
    let mut impossible = sample(true);
    for (ns, low, part) in [
        (0.0, 0.0, "ns_iqm: expected a time above 0 and below a day, found 0 ns"),
        (-1.0, -2.0, "ns_iqm: expected a time above 0 and below a day, found -1 ns"),
        (5.0, 6.0, "ci90_ns: expected an interval"),
    ] {
        impossible.rows[0].ns_iqm = ns;
        impossible.rows[0].ci90_ns.low = low;
        let part = format!("`sample/64B` of {}: {part}", impossible.rows[0].library);
        refused("impossible", report::render(&impossible, Format::Json).as_bytes(), &part);
    }
    assert!(matches!(place("absent").load().unwrap_err(), BaselineError::Unreadable { .. }));

    fs::create_dir(dir.path().join("directory")).unwrap();
    let error = place("directory").prepare().unwrap_err();
    assert!(matches!(error, BaselineError::Unwritable { .. }) && error.to_string().contains("regular file"), "{error}");
    let error = place("no/such/directory").prepare().unwrap_err();
    assert!(matches!(error, BaselineError::Unwritable { .. }), "{error}");
    assert_eq!(names(dir.path()), ["binary", "directory", "foreign", "future", "impossible", "text"]);
}

/// Errors are found before anything is measured: `run` would take minutes.
#[test]
fn what_is_wrong_with_baselines_is_found_out_first() {
    let dir = tempfile::tempdir().unwrap();
    let kept = dir.path().join("kept.json");
    Place::of(kept.to_str().unwrap()).unwrap().save(&sample(true)).unwrap();
    let asked = |save: Option<&str>, baseline: Option<&str>| {
        let args = BenchArgs {
            save: save.map(str::to_owned),
            baseline: baseline.map(|name| dir.path().join(name).display().to_string()),
            ..BenchArgs::default()
        };
        Request::of(&args, &["sample/64B", "other"]).map(|request| request.compare(&sample(true)).is_some())
    };
    assert!(!asked(None, None).unwrap());
    assert!(asked(None, Some("kept.json")).unwrap());
    assert!(matches!(asked(None, Some("absent.json")), Err(BaselineError::Unreadable { .. })));
    assert!(matches!(asked(Some("no/such/directory/file"), None), Err(BaselineError::Unwritable { .. })));
    // An invalid name is reported before a missing file.
    assert!(matches!(asked(Some("bad name"), Some("absent.json")), Err(BaselineError::BadName { .. })));

    let args = BenchArgs { baseline: Some(kept.display().to_string()), ..BenchArgs::default() };
    let error = Request::of(&args, &["other"]).unwrap_err();
    assert!(error.to_string().contains("it has: sample/64B, sample/sign"), "{error}");
    assert_eq!(BenchError::from(error).fault(), Fault::Content);
}

/// A partial result does not replace a complete one.
#[test]
fn an_interrupted_run_is_not_kept() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("kept.json");
    let args = BenchArgs { save: Some(file.display().to_string()), ..BenchArgs::default() };
    let request = Request::of(&args, &[]).unwrap();
    request.save(&sample(true)).unwrap();
    let before = fs::read(&file).unwrap();
    let error = request.save(&Document { interrupted: true, ..sample(false) }).unwrap_err();
    assert!(error.to_string().contains("interrupted"), "{error}");
    assert_eq!(fs::read(&file).unwrap(), before);
}
