//! The expansion of a parameter to points, and the grouping of rows to curves.

use carnelian_bench::clock::Clock;
use carnelian_bench::document::{self, Document, Parameter, Row, Sweep};
use carnelian_bench::op::{Operation, Unit};
use carnelian_bench::plan::Plan;
use carnelian_bench::session::{Session, Together};
use carnelian_bench::stats::Interval;
use carnelian_bench::sweep::{self, Curve};
use carnelian_bench::{BenchArgs, BenchError, Format, Preset, ours, peer, run};
use std::time::Duration;

fn points(parameter: Parameter, patterns: &[&str], preset: Preset) -> Result<Vec<Curve>, BenchError> {
    let patterns: Vec<String> = patterns.iter().map(ToString::to_string).collect();
    sweep::points(parameter, &patterns, preset)
}

fn names(parameter: Parameter, patterns: &[&str]) -> Vec<String> {
    let curves = points(parameter, patterns, Preset::Normal).unwrap();
    curves.iter().map(|curve| curve.growing().name().to_owned()).collect()
}

fn values(curve: &Curve) -> Vec<u64> {
    let value = |operation: &dyn Operation| operation.name().rsplit_once('=').unwrap().1.parse().unwrap();
    curve.operations().map(value).collect()
}

#[test]
fn patterns_select_what_grows() {
    let signed = ["ed25519/sign-SIZE", "ed25519/verify-SIZE"];
    assert_eq!(names(Parameter::Size, &["ed25519"]), signed);
    assert!(signed.iter().all(|name| names(Parameter::Size, &[]).iter().any(|found| found == name)));
    assert_eq!(names(Parameter::Size, &["sha512", "*/sign*"]), ["sha512/SIZE", "ed25519/sign-SIZE"]);
    assert_eq!(names(Parameter::Batch, &["x25519"]), ["x25519/dh-batchN"]);
    let of_x25519 = carnelian_bench::registry::all().iter().filter(|operation| operation.family() == "x25519").count();
    assert_eq!(names(Parameter::Threads, &["x25519/*"]).len(), of_x25519);
    // A pattern for a whole name refers to the operation's name, without the suffix.
    assert_eq!(names(Parameter::Threads, &["*/dh"]), ["x25519/dh,threads"]);
    assert_eq!(names(Parameter::Threads, &[]).len(), carnelian_bench::registry::all().len());
}

#[test]
fn values_grow_from_the_smallest_to_the_largest() {
    let of = |parameter, preset, pattern| values(&points(parameter, &[pattern], preset).unwrap()[0]);
    let sizes = of(Parameter::Size, Preset::Normal, "sha512");
    assert_eq!((sizes.len(), sizes[0], sizes[1], sizes[14]), (15, 64, 128, 1 << 20));
    assert_eq!(of(Parameter::Size, Preset::Thorough, "sha512"), sizes);
    assert_eq!(of(Parameter::Size, Preset::Quick, "sha512"), [64, 256, 1024, 4096, 16384, 65536, 262_144, 1_048_576]);
    assert_eq!(of(Parameter::Batch, Preset::Quick, "x25519"), [1, 4, 16, 64, 256, 1024]);
    assert_eq!(of(Parameter::Batch, Preset::Normal, "x25519").len(), 11);

    let hardware = std::thread::available_parallelism().unwrap().get() as u64;
    for preset in [Preset::Quick, Preset::Normal] {
        let threads = of(Parameter::Threads, preset, "x25519/dh");
        assert_eq!((threads[0], *threads.last().unwrap()), (1, hardware));
        assert!(threads.is_sorted_by(|a, b| a < b), "{threads:?}");
    }
}

#[test]
fn a_pattern_for_nothing_that_grows_is_refused_with_what_does() {
    let error = points(Parameter::Size, &["sha512", "x25519"], Preset::Normal).map(|_| ()).unwrap_err();
    assert!(matches!(error, BenchError::NothingToSweep { .. }));
    let said = error.to_string();
    assert!(said.contains("`x25519`") && said.contains("by size") && said.contains("\n  sha512/SIZE"), "{said}");
    assert!(!said.contains("batchN"), "{said}");
    let error = points(Parameter::Threads, &["sha511"], Preset::Normal).map(|_| ()).unwrap_err().to_string();
    assert!(error.contains("\n  x25519/dh\n"), "{error}");
    let error = points(Parameter::Batch, &["a**b"], Preset::Normal).map(|_| ()).unwrap_err();
    assert!(matches!(error, BenchError::MalformedPattern { .. }), "{error}");
    let args = BenchArgs { sweep: Some(Parameter::Size), patterns: vec!["x25519".to_owned()], ..BenchArgs::default() };
    assert!(matches!(run(&args), Err(BenchError::NothingToSweep { .. })));
}

fn row(operation: &str, library: &str, ns: f64) -> Row {
    Row {
        operation: operation.to_owned(),
        library: library.to_owned(),
        version: "1.0".to_owned(),
        backend: format!("backend of {operation}"),
        build: "ordinary".to_owned(),
        ns_median: ns,
        ns_iqm: ns,
        ns_min: None,
        ns_quartiles: None,
        cycles_iqm: Some(2.0 * ns),
        ci90_ns: Interval { low: 0.99 * ns, high: 1.01 * ns },
        ci_ns: None,
        rounds: 30,
        ns_rounds: None,
        merged: 1,
        ratio: None,
        ratio_ci90: None,
        ratio_ci: None,
        other_builds: vec![],
    }
}

/// Two curves at once; one peer is faster at the largest size, one is slower, and one has no time there.
#[test]
fn rows_become_curves() {
    let curves = points(Parameter::Size, &["sha512", "ed25519/sign"], Preset::Normal).unwrap();
    let mut rows = Vec::new();
    for size in [64, 128, 256, 512] {
        let (hash, sign) = (format!("sha512/SIZE={size}"), format!("ed25519/sign-SIZE={size}"));
        let size = f64::from(size);
        rows.push(row(&hash, "carnelian", 100.0 + size));
        rows.push(row(&hash, "small", 10.0 + 2.0 * size));
        if size < 512.0 {
            rows.push(row(&hash, "late", 5.0));
        }
        rows.push(row(&hash, "large", 300.0 + 0.5 * size));
        rows.push(row(&sign, "carnelian", 9000.0 + 2.0 * size));
    }
    rows.push(row("sha512/64B", "carnelian", 1.0));
    let sweeps = sweep::regroup(&curves, &rows);
    let said: Vec<(&str, &str)> = sweeps.iter().map(|sweep| (&*sweep.operation, &*sweep.library)).collect();
    let hash = "sha512/SIZE";
    let expected =
        [(hash, "carnelian"), (hash, "large"), (hash, "small"), (hash, "late"), ("ed25519/sign-SIZE", "carnelian")];
    assert_eq!(said, expected);

    let Sweep { points, fit, backend, version, .. } = &sweeps[2];
    assert_eq!((&**backend, &**version), ("backend of sha512/SIZE=512", "1.0"));
    assert_eq!(points.iter().map(|point| point.value).collect::<Vec<_>>(), [64, 128, 256, 512]);
    assert_eq!((points[3].ns_iqm, points[3].cycles_iqm, points[3].ci90_ns.low), (1034.0, Some(2068.0), 0.99 * 1034.0));
    let fit = fit.as_ref().unwrap();
    assert!((fit.fixed_ns - 10.0).abs() < 1e-6 && (fit.each_ns - 2.0).abs() < 1e-9, "{fit:?}");
    assert_eq!(sweeps[3].points.len(), 3);
    assert!(sweep::regroup(&curves, &[]).is_empty());
}

/// A session over a curve, with few rounds but real: every library that has the operation has a point at each value.
#[test]
fn a_session_over_points_gives_a_curve_for_each_library() {
    let curves = points(Parameter::Batch, &["x25519"], Preset::Quick).unwrap();
    let operations: Vec<&dyn Operation> = curves[0].operations().take(3).collect();
    let peers: Vec<_> = peer::all(&[])
        .into_iter()
        .flatten()
        .filter(|peer| ["crrl", "sha2", "x25519-dalek"].contains(&&*peer.name))
        .collect();
    let plan =
        Plan { total: Duration::from_secs(3600), operation: Duration::ZERO, precision: 1.0, warm_up: Duration::ZERO };
    let ours = ours::library();
    let mut crew = Together { ours: &ours, peers: &peers, clock: Clock::calibrated() };
    let mut session = Session { crew: &mut crew, plan, confidence: 0.9, keep_rounds: false };
    let sweeps = sweep::regroup(&curves, &session.run(&operations, &mut |_, _| ()).rows);
    assert_eq!(sweeps.len(), 3);
    assert_eq!(sweeps[0].library, "carnelian");
    for sweep in &sweeps {
        assert_eq!(sweep.points.iter().map(|point| point.value).collect::<Vec<_>>(), [1, 4, 16]);
        assert!(sweep.fit.is_some() && sweep.includes.contains("from N secret key objects"), "{sweep:?}");
    }
}

/// Runs the equivalent of `carnelian bench --sweep threads ristretto255/decode --preset quick --report json
/// --in-process`.
#[test]
fn a_whole_run_over_threads_gives_a_document_that_can_be_read() {
    let patterns = vec!["ristretto255/decode".to_owned()];
    let (sweep, preset, report) = (Some(Parameter::Threads), Preset::Quick, Format::Json);
    let args = BenchArgs { patterns, sweep, preset, report, in_process: true, ..BenchArgs::default() };
    let json = run(&args).unwrap().report;
    let Document { rows, operations, sweeps, .. } = document::read(&json).unwrap();
    assert!(rows.is_empty() && operations.is_empty());
    assert_eq!((sweeps.len(), &*sweeps[0].operation), (1, "ristretto255/decode,threads"));
    assert_eq!((sweeps[0].parameter, sweeps[0].points[0].value), (Parameter::Threads, 1));
}

/// A point's name contains everything that a separate process needs to create it.
#[test]
fn points_are_found_by_their_names() {
    for parameter in [Parameter::Size, Parameter::Batch, Parameter::Threads] {
        for curve in points(parameter, &[], Preset::Normal).unwrap() {
            for operation in curve.operations() {
                let found = carnelian_bench::registry::find(operation.name()).unwrap();
                assert_eq!((found.unit(), found.threads()), (operation.unit(), operation.threads()));
                let (Unit::Bytes(amount) | Unit::Operations(amount)) = found.unit();
                assert!(amount > 0);
            }
        }
    }
}
