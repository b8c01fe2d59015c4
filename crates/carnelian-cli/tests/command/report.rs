//! `report`: pages from result files, and errors for invalid files.

use crate::room::{CARNELIAN, Room, finish};
use serde_json::{Value, json};
use std::fs;

const AVX2: &str = include_str!("../../../carnelian-bench/tests/bench/report/pages/data/tier-avx2.json");
const AVX512: &str = include_str!("../../../carnelian-bench/tests/bench/report/pages/data/tier-avx512.json");
const OTHER: &str = include_str!("../../../carnelian-bench/tests/bench/report/pages/data/unknown.json");

fn room() -> Room {
    let room = Room::new();
    for (name, content) in [("avx2", AVX2), ("avx512", AVX512), ("other", OTHER)] {
        room.write(name, content);
    }
    room
}

#[test]
fn a_page_is_printed_or_written_whole() {
    let room = room();
    let printed = room.carnelian(&["report", "avx2", "other"]);
    assert_eq!((printed.code, printed.stderr.as_str()), (Some(0), ""));
    assert!(printed.text().starts_with("# Carnelian's speed beside other libraries\n"), "{}", printed.text());
    assert_eq!(room.carnelian(&["report", "other", "avx2"]).stdout, printed.stdout);
    assert_eq!(finish(room.command(CARNELIAN).args(["report", "-", "other"]), AVX2.as_bytes()).stdout, printed.stdout);

    room.write("page", "before");
    let written = room.carnelian(&["report", "avx2", "avx512", "--view", "tiers", "--format", "html", "-o", "page"]);
    assert_eq!((written.code, written.text(), written.stderr.as_str()), (Some(0), "", ""));
    let page = fs::read_to_string(room.path().join("page")).unwrap();
    assert!(page.starts_with("<!DOCTYPE html>") && page.ends_with("</html>\n"));
    assert_eq!(room.names(), ["avx2", "avx512", "other", "page"]);
}

/// Saved results are printed as `bench` prints them, one after the other.
#[test]
fn text_is_that_of_bench_for_each_file() {
    let room = room();
    let one = room.carnelian(&["report", "--format", "text", "avx2"]);
    assert_eq!((one.code, one.stderr.as_str()), (Some(0), ""));
    assert!(one.text().starts_with("Carnelian beside other libraries: "), "{}", one.text());
    let other = room.carnelian(&["report", "--format", "text", "other"]);
    let both = room.carnelian(&["report", "--format", "text", "avx2", "other"]);
    assert_eq!(both.text(), format!("{}\n{}", one.text(), other.text()));
    let details = room.carnelian(&["report", "--format", "text", "--details", "avx2"]);
    assert!(details.text().contains("machine  ") && details.text().lines().all(|line| line.chars().count() <= 80));
    room.fails("report --format text --view tiers avx2 avx512", 2, &["use `--format markdown` or `--format html`"]);
}

#[test]
fn what_is_no_result_of_a_bench_is_refused_by_name_and_nothing_is_written() {
    let room = room();
    room.write("text", "not JSON");
    room.write("foreign", "{\"results\": []}");
    room.write("newer", AVX2.replacen("\"schema\": 2", "\"schema\": 999", 1));
    room.write("binary", [0xff, 0xfe, 0x00]);
    room.write("page", "before");
    let cases = [
        (3, "absent", "No such file"),
        (4, "text", "`carnelian bench --report json`"),
        (4, "foreign", "`carnelian bench --report json`"),
        (4, "newer", "use a newer one"),
        (4, "binary", "`carnelian bench --report json`"),
    ];
    for (code, file, right) in cases {
        let run = room.carnelian(&["report", "avx2", file, "--output", "page"]);
        assert_eq!((run.code, run.text()), (Some(code), ""), "{file}");
        assert!(
            run.stderr.starts_with(&format!("carnelian: {file}: ")) && run.stderr.contains(right),
            "{}",
            run.stderr
        );
    }
    let directory = room.carnelian(&["report", "avx2", "--output", "no such directory/page"]);
    assert_eq!(directory.code, Some(3));
    assert_eq!(fs::read(room.path().join("page")).unwrap(), b"before");
}

#[test]
fn a_view_that_the_files_cannot_fill_is_a_usage_error() {
    let room = room();
    let before = room.names();
    let cases: [(&[&str], &str); 5] = [
        (&["avx2", "other", "--view", "tiers"], "one machine"),
        (&["avx2", "--view", "tiers"], "two or more are expected"),
        (&["avx2", "--view", "profiles"], "two or more are expected"),
        (&["avx2", "--relative-to", "nobody"], "`nobody` was not measured"),
        (&["-", "-"], "standard input is read once"),
    ];
    for (arguments, right) in cases {
        let arguments: Vec<_> = [&["report"], arguments, &["--output", "page"]].concat();
        let run = room.carnelian(&arguments);
        assert_eq!((run.code, run.text()), (Some(2), ""), "{arguments:?}");
        assert!(run.stderr.contains(right), "{}", run.stderr);
    }
    let clash = room.carnelian(&["report", "avx2", "--output", "avx2"]);
    assert_eq!(clash.code, Some(2), "{}", clash.stderr);
    assert_eq!(room.names(), before);
    assert_eq!(fs::read(room.path().join("avx2")).unwrap(), AVX2.as_bytes());
}

/// Such numbers would make a page say that we are the fastest in everything.
#[test]
fn numbers_that_no_run_finds_are_refused_by_their_rows() {
    let room = room();
    let document: Value = serde_json::from_str(AVX2).unwrap();
    let refused = |what: &str, change: &dyn Fn(&mut Value)| {
        let mut document = document.clone();
        change(&mut document["rows"][1]);
        room.write("edited", document.to_string());
        let run = room.carnelian(&["report", "edited", "--output", "page"]);
        run.failed(what, 4, &["carnelian: edited: `hash/64B` of ", what, "expected ", "found "]);
        assert!(!room.path().join("page").exists());
    };
    for time in [-5.0, 0.0, 1e300, 1e-300] {
        for field in ["ns_iqm", "ns_median"] {
            refused(field, &|row| row[field] = time.into());
        }
    }
    refused("ci90_ns", &|row| row["ci90_ns"] = json!([9e9, 1.0]));
    refused("ci90_ns", &|row| row["ci90_ns"] = json!([1e-3, 2e-3]));
    refused("ci90_ns", &|row| row["ci90_ns"] = json!([-1.0, 1e9]));
    refused("ratio", &|row| row["ratio"] = (-1.0).into());
    refused("ratio_ci90", &|row| row["ratio_ci90"] = json!([1e300, 1e301]));
    refused("cycles_iqm", &|row| row["cycles_iqm"] = (-1.0).into());
}

#[test]
fn a_file_without_rows_cannot_be_used() {
    let room = room();
    let mut document: Value = serde_json::from_str(AVX2).unwrap();
    document["rows"] = json!([]);
    document["sweeps"] = json!([]);
    room.write("empty", document.to_string());
    room.fails("report empty", 4, &["nothing was measured"]);
}

/// An endless file, which would fill the memory.
#[test]
fn a_file_that_is_too_long_is_refused() {
    let room = room();
    let script = format!("ulimit -v 400000; exec {CARNELIAN} report /dev/zero");
    room.run("sh", &["-c", &script]).failed("/dev/zero", 4, &["/dev/zero: it is longer than 96 MiB"]);
}

/// Several thousand operations, for which work quadratic in their number would not end.
#[test]
fn many_operations_are_no_more_work_each_than_few() {
    let room = room();
    let mut document: Value = serde_json::from_str(AVX2).unwrap();
    let (row, mut rows, mut operations) = (document["rows"][0].clone(), Vec::new(), Vec::new());
    for i in 0..24_000 {
        let mut row = row.clone();
        row["operation"] = format!("family{}/operation-{i}", i % 6000).into();
        operations.push(json!({"operation": row["operation"], "includes": "one call", "unit": {"bytes": 64}}));
        rows.push(row);
    }
    (document["rows"], document["operations"]) = (rows.into(), operations.into());
    room.write("many", document.to_string());
    let page = room.succeeds("report many");
    assert!(page.text().contains("operation-23999"));
}

#[test]
fn what_is_behind_is_of_a_class() {
    let room = room();
    room.write("avx2", AVX2);
    let page = room.succeeds("report --view behind --class amber-cove/avx2 avx2");
    assert!(page.text().starts_with("# Where Carnelian is behind\n"), "{}", page.text());
    let parts = ["none of these results is of the class `amber-cove/avx1024`", "amber-cove/avx2"];
    room.fails("report --view behind --class amber-cove/avx1024 avx2", 2, &parts);
    // This machine's class is none of those that the file invents.
    room.fails("report --view behind avx2", 2, &["there are: amber-cove/avx2"]);
}
