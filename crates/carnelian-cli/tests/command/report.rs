//! `report`: pages from files, and what becomes of files that are none.

use crate::room::{CARNELIAN, Room, finish};
use std::fs;

const AVX2: &str = include_str!("../../../carnelian-bench/tests/bench/pages/data/tier-avx2.json");
const AVX512: &str = include_str!("../../../carnelian-bench/tests/bench/pages/data/tier-avx512.json");
const OTHER: &str = include_str!("../../../carnelian-bench/tests/bench/pages/data/unknown.json");

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

#[test]
fn what_is_no_result_of_a_bench_is_refused_by_name_and_nothing_is_written() {
    let room = room();
    room.write("text", "not JSON");
    room.write("foreign", "{\"results\": []}");
    room.write("newer", AVX2.replacen("\"schema\": 2", "\"schema\": 999", 1));
    room.write("binary", [0xff, 0xfe, 0x00]);
    room.write("page", "before");
    let cases = [
        ("absent", "No such file"),
        ("text", "`carnelian bench --report json`"),
        ("foreign", "`carnelian bench --report json`"),
        ("newer", "use a newer one"),
        ("binary", "`carnelian bench --report json`"),
    ];
    for (file, right) in cases {
        let run = room.carnelian(&["report", "avx2", file, "--output", "page"]);
        assert_eq!((run.code, run.text()), (Some(3), ""), "{file}");
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
