//! `bench --targets`: what is judged, and the exit codes. No test depends on timings: limits are beyond what any machine
//! can miss or reach.

use crate::room::Room;

const QUICK: &str = "bench sha512/64B --preset quick --max-time 500ms --in-process --targets file";

fn room(limit: &str) -> Room {
    let room = Room::new();
    room.write("file", format!("[[target]]\noperation = \"sha512/64B\"\n{limit}\n"));
    room
}

#[test]
fn a_target_that_is_required_decides_the_exit_code() {
    let missed = room("ns = 0.01");
    let report = missed.succeeds(QUICK);
    assert!(report.text().contains("\nTargets\n") && report.text().contains("  miss\n"), "{}", report.text());
    let run = missed.carnelian(&format!("{QUICK} --require-targets").split(' ').collect::<Vec<_>>());
    assert_eq!((run.code, run.stderr.as_str()), (Some(1), "carnelian: targets missed: sha512/64B\n"));
    let reached = room("ns = 1e9").succeeds(&format!("{QUICK} --require-targets"));
    assert!(reached.text().ends_with("  1 pass, 0 close, 0 miss; 0 not measured\n"), "{}", reached.text());
}

#[test]
fn a_file_that_is_wrong_is_refused_before_anything_is_measured() {
    room("ratio = -1").fails(QUICK, 4, &["file: line 3, `ratio`", "a number above 0 is expected, found -1"]);
    room("limit = 1").fails(QUICK, 4, &["line 3, `limit`", "unknown field"]);
    Room::new().fails(QUICK, 3, &["file"]);
    Room::new().fails("bench --require-targets", 2, &["--targets"]);
}
