//! The check detects the planted leaks: a branch, an index and a division that depend on a secret.

#[path = "../../carnelian/tests/skipped/mod.rs"]
mod skipped;

use skipped::skipped;
use std::path::Path;
use std::process::{Command, Output};

fn check(arguments: &[&str]) -> Output {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).expect("this crate lies two levels down");
    let cargo = std::env::var_os("CARGO").expect("cargo runs the tests");
    let mut command = Command::new(cargo);
    command.current_dir(root).args(["xtask", "ct"]).args(arguments);
    command.output().expect("cargo starts")
}

/// Asserts that in `rows` each planted operation has the given verdict by this method.
fn assert_verdicts(rows: &str, method: &str, verdicts: [(&str, &str); 4]) {
    for (operation, verdict) in verdicts {
        let row = rows.lines().find(|row| row.starts_with(operation) && row.contains(method));
        let row = row.unwrap_or_else(|| panic!("no row for {operation} by {method} in:\n{rows}"));
        assert_eq!(row.split_whitespace().last(), Some(verdict), "{row}");
    }
}

#[test]
#[ignore = "builds the library twice more; .ci/deep runs it"]
fn planted_leaks_are_reported_and_fail_the_check() {
    let scanned = check(&["--planted", "--method", "scan", "--level", "release"]);
    let rows = String::from_utf8_lossy(&scanned.stdout);
    assert!(!scanned.status.success(), "leaks, and yet success:\n{rows}");
    let control = ("planted/control", "clean");
    let [branch, index, division] = ["planted/branch", "planted/index", "planted/division"].map(|name| (name, "LEAK"));
    assert_verdicts(&rows, "scan", [control, branch, index, division]);

    let poisoned = check(&["--planted", "--method", "valgrind", "--level", "release"]);
    let rows = String::from_utf8_lossy(&poisoned.stdout);
    if let Some(row) = rows.lines().find(|row| row.contains("skipped:")) {
        let (_, reason) = row.split_once("skipped: ").unwrap_or_default();
        assert!(std::env::var_os("CI").is_none(), "{reason}");
        return skipped(reason);
    }
    assert!(!poisoned.status.success(), "leaks, and yet success:\n{rows}");
    assert_verdicts(&rows, "valgrind", [control, branch, index, ("planted/division", "clean")]);
}

#[test]
#[ignore = "builds the library twice more; .ci/deep runs it"]
fn a_check_of_nothing_fails() {
    let output = check(&["--method", "scan", "--level", "release", "--operation", "no such operation"]);
    assert!(!output.status.success());
}
