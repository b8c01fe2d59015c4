//! `bench --save` and `bench --baseline`. No test depends on timings: baselines are edited until their values are
//! beyond what any machine can reach.

use crate::room::{CARNELIAN, Room, Run, finish};
use serde_json::Value;
use std::fs;
use std::path::PathBuf;

const QUICK: &str = "bench sha512/64B --preset quick --max-time 500ms --in-process";

/// A test directory with saved results.
struct Kept(Room);

impl Kept {
    /// Creates the directory with a result of this machine named `main`.
    fn new() -> Self {
        let kept = Self(Room::new());
        let run = kept.carnelian("--save main");
        assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
        kept
    }

    fn path(&self) -> PathBuf {
        self.0.path().join("data/carnelian/bench/main.json")
    }

    /// Runs `bench` on one operation with these options.
    fn carnelian(&self, options: &str) -> Run {
        let mut command = self.0.command(CARNELIAN);
        command.env("XDG_DATA_HOME", self.0.path().join("data")).args(QUICK.split(' ')).args(options.split(' '));
        finish(&mut command, b"")
    }

    fn document(&self) -> Value {
        serde_json::from_slice(&fs::read(self.path()).unwrap()).unwrap()
    }

    /// Multiplies all times of the baseline by `factor`.
    fn scale(&self, factor: f64) {
        let mut document = self.document();
        for row in document["rows"].as_array_mut().unwrap() {
            for time in [&["ns_iqm"][..], &["ci90_ns", "0"], &["ci90_ns", "1"], &["ci_ns", "0"], &["ci_ns", "1"]] {
                let value = row.pointer_mut(&format!("/{}", time.join("/"))).unwrap();
                *value = (value.as_f64().unwrap() * factor).into();
            }
        }
        fs::write(self.path(), document.to_string()).unwrap();
    }
}

#[test]
fn what_was_faster_then_is_slower_now() {
    let kept = Kept::new();
    kept.scale(0.01);
    let run = kept.carnelian("--baseline main");
    assert_eq!(run.code, Some(1), "{run:?}");
    assert_eq!(run.stderr, "carnelian: slower than the baseline: sha512/64B\n");
    let (report, changes) = run.text().split_once("\nChanges since main of ").unwrap();
    assert!(report.starts_with("Carnelian's speed") && changes.contains("  slower  "), "{changes}");

    // In a file, the report is complete.
    let run = kept.carnelian("--baseline main --report markdown --output report.md");
    assert_eq!((run.code, run.text()), (Some(1), ""));
    let report = String::from_utf8(kept.0.read("report.md")).unwrap();
    assert!(report.starts_with("# Carnelian") && report.contains("| **slower** |"), "{report}");
}

#[test]
fn what_was_slower_then_is_faster_now() {
    let kept = Kept::new();
    kept.scale(100.0);
    let run = kept.carnelian("--baseline main");
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
    assert!(run.text().contains("  faster  "), "{}", run.text());
}

/// A machine-readable report is unchanged; the changes go to standard error.
#[test]
fn the_changes_do_not_disturb_a_program() {
    let kept = Kept::new();
    kept.scale(0.01);
    let run = kept.carnelian("--baseline main --report json");
    assert_eq!(run.code, Some(1));
    let report: Value = serde_json::from_slice(&run.stdout).unwrap();
    assert_eq!(report["rows"][0]["operation"], "sha512/64B");
    assert!(run.stderr.starts_with("\nChanges since main of ") && run.stderr.contains("  slower  "), "{}", run.stderr);
    assert!(run.stderr.ends_with("carnelian: slower than the baseline: sha512/64B\n"), "{}", run.stderr);
}

#[test]
fn the_report_says_the_threshold() {
    let kept = Kept::new();
    let run = kept.carnelian("--baseline main --threshold 99%");
    let text = run.text().replace('\n', " ");
    assert!(text.contains("if it is more than 99 %"), "{text}");
    let run = kept.carnelian("--baseline main --threshold 0%");
    run.failed("--threshold 0%", 2, &["--threshold"]);
}

/// A run can be compared with the result that it replaces.
#[test]
fn a_result_is_kept_in_place_of_the_one_before() {
    let kept = Kept::new();
    kept.scale(0.01);
    let before = kept.document()["rows"][0]["ns_iqm"].as_f64().unwrap();
    let run = kept.carnelian("--baseline main --save main --report json");
    assert_eq!(run.code, Some(1));
    let report: Value = serde_json::from_slice(&run.stdout).unwrap();
    assert_eq!(kept.document(), report);
    assert_ne!(report["rows"][0]["ns_iqm"].as_f64().unwrap(), before);
    // There is no other file in that directory, and a path is accepted like a name.
    assert_eq!(fs::read_dir(kept.path().parent().unwrap()).unwrap().count(), 1);
    let run = kept.carnelian("--baseline data/carnelian/bench/main.json --save other.json --threshold 99%");
    assert!(run.text().contains("Changes since data/carnelian/bench/main.json of "), "{}", run.text());
    assert_eq!(kept.0.names(), ["data", "other.json"]);
}

#[test]
fn what_cannot_be_compared_with_or_kept_is_refused_at_once() {
    let kept = Kept::new();
    kept.0.write("foreign.json", "{\"schema\": 2, \"name\": \"something else\"}");
    kept.0.write("text.json", "no JSON");
    let before = (kept.0.names(), kept.document());
    let refused = |options: &str, code, parts: &[&str]| {
        let run = kept.carnelian(&format!("{options} --output report"));
        run.failed(options, code, parts);
        assert!(run.stdout.is_empty());
    };
    refused("--baseline mian", 3, &["`mian`", "there are: main"]);
    refused("--baseline no/such/file", 3, &["no/such/file", "No such file"]);
    refused("--baseline foreign.json", 4, &["foreign.json", "no result of a bench", "--save"]);
    refused("--baseline text.json", 4, &["text.json", "not JSON"]);
    refused("--baseline ma*n", 2, &["`ma*n`", "letters, digits"]);
    refused("--save ma*n", 2, &["`ma*n`", "letters, digits"]);
    refused("--save no/such/directory", 3, &["no/such/directory", "cannot be written"]);
    refused("--save data/", 3, &["data/", "regular file"]);
    kept.0.fails(
        "bench sha512/1KiB --baseline data/carnelian/bench/main.json",
        4,
        &["none of the operations that are to be measured; it has: sha512/64B"],
    );
    assert_eq!((kept.0.names(), kept.document()), before);
}
