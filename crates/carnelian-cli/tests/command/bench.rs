//! `bench`: the processes of a run and their inputs. No test depends on timings.

use crate::room::{CARNELIAN, Room, finish, is_installed};
use serde_json::Value;
use std::fs;
use std::process::{Child, Command, Stdio};

/// Errors in its command line.
pub(crate) const MISTAKES: &[&[&str]] = &[
    &["bench", "no/such/operation"],
    &["bench", "--max-time", "soon"],
    &["bench", "--max-time", "0s"],
    &["bench", "--tier", "avx1024"],
    &["bench", "--precision", "0"],
    &["report"],
];

const QUICK: &str = "bench sha512/64B --preset quick --report json";

fn document(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

fn strings<'a>(array: &'a Value, field: &str) -> Vec<&'a str> {
    array.as_array().unwrap().iter().map(|entry| entry[field].as_str().unwrap()).collect()
}

#[test]
fn each_library_has_a_process_of_its_own() {
    let room = Room::new();
    let found = document(room.succeeds(&format!("{QUICK} --compare")).text());
    assert_eq!(found["conditions"]["isolated"], true);
    let libraries = strings(&found["rows"], "library");
    assert!(libraries.contains(&"sha2") && libraries[0] == "carnelian", "{libraries:?}");
    assert_eq!(document(room.succeeds(&format!("{QUICK} --in-process")).text())["conditions"]["isolated"], false);
}

#[test]
fn the_better_of_a_peers_builds_counts() {
    let room = Room::new();
    let found = document(room.succeeds(&format!("{QUICK} --peers sha2 --peer-build other={CARNELIAN}")).text());
    assert_eq!(strings(&found["rows"], "library"), ["carnelian", "sha2"]);
    let ours = &found["rows"][0];
    assert!(ours["build"] == "ordinary" && ours["other_builds"].is_null(), "{ours}");
    let row = &found["rows"][1];
    let mut builds = vec![row["build"].as_str().unwrap(), row["other_builds"][0]["build"].as_str().unwrap()];
    builds.sort_unstable();
    assert_eq!(builds, ["ordinary", "other"]);
    assert!(row["other_builds"][0]["ns_iqm"].as_f64() >= row["ns_iqm"].as_f64(), "{row}");
}

#[test]
fn what_is_no_build_of_this_program_is_refused() {
    let room = Room::new();
    let refused = |option: &str, code, parts: &[&str]| {
        room.fails(&format!("{QUICK} --output report {option}"), code, parts);
    };
    refused("--peer-build nonsense", 2, &["nonsense", "a name, `=` and a path"]);
    refused("--peer-build =/bin/true", 2, &["path"]);
    refused("--peer-build other=/bin/true", 4, &["`other`", "ended", "another build of this program"]);
    refused("--peer-build other=/bin/cat", 4, &["`other`", "another build of this program"]);
    refused("--peer-build other=/no/such/program", 4, &["`other`", "/no/such/program", "No such file"]);
}

#[test]
fn what_is_no_shared_library_and_no_peer_is_refused() {
    let room = Room::new();
    room.write("text", b"no library\n");
    let refused = |option: &str, code, parts: &[&str]| {
        room.fails(&format!("{QUICK} --output report {option}"), code, parts);
        assert!(!room.path().join("report").exists(), "{option}");
    };
    refused("--peers botan", 2, &["no peer matches `botan`", "crrl", "libsodium (shared)"]);
    refused("--peer-lib libsodium", 2, &["a name, `=` and a path"]);
    refused("--peer-lib crrl=text", 2, &["`--peer-lib crrl=text`", "libsodium"]);
    refused("--peer-lib gmp=text --peer-lib gmp=text", 2, &["twice"]);
    refused("--peer-lib libsodium=text", 4, &["libsodium", "text cannot be loaded as a shared library"]);
    refused("--peer-lib libsodium=text --in-process", 4, &["libsodium", "text cannot be loaded as a shared library"]);
    refused("--peer-lib libsodium=/no/such/file", 4, &["there is no file /no/such/file"]);
}

#[test]
fn levels_and_shares_have_bounds() {
    let room = Room::new();
    for option in
        ["--confidence 1", "--confidence 90%", "--precision 0", "--precision 200%", "--max-time soon", "--threshold 3%"]
    {
        assert_eq!(
            room.carnelian(&format!("{QUICK} {option}").split(' ').collect::<Vec<_>>()).code,
            Some(2),
            "{option}"
        );
    }
    let found = document(room.succeeds(&format!("{QUICK} --confidence 0.99 --precision 1% --max-time 20s")).text());
    let settings = &found["settings"];
    assert_eq!((settings["confidence"].as_f64(), settings["precision"].as_f64()), (Some(0.99), Some(0.01)));
    assert_eq!(settings["max_time_s"], 20.0);
}

#[test]
fn operations_can_be_listed() {
    let room = Room::new();
    let all = room.succeeds("bench --list");
    let all: Vec<&str> = all.text().lines().collect();
    assert!(all.len() > 50 && all.contains(&"x25519/dh") && all.iter().all(|name| name.contains('/')), "{all:?}");
    assert_eq!(room.succeeds("bench --list x25519/dh").text(), "x25519/dh\nx25519/dh-batch16\nx25519/dh-init\n");
    room.succeeds("bench --list x25519 -o names");
    assert!(room.read("names").starts_with(b"x25519/"));
}

/// The message is what stays on the screen, and nothing scrolls it away.
#[test]
fn an_operation_that_does_not_exist_is_answered_with_what_was_meant() {
    let room = Room::new();
    let told = room.fails("bench sha511", 2, &["the families of operations are sha256, sha512, "]).stderr;
    assert!(told.ends_with("no operation matches `sha511`; did you mean `sha512`?\n"), "{told}");
    assert_eq!(told.lines().count(), 2, "{told}");
}

#[test]
fn a_tier_that_the_cpu_has_not_is_refused_and_times_are_named() {
    let room = Room::new();
    let mut command = room.command(CARNELIAN);
    command.env("CARNELIAN_CPU", "portable64").args(QUICK.split(' ')).args(["--tier", "avx2"]);
    finish(&mut command, b"").failed("avx2", 2, &["`--tier avx2`: CARNELIAN_CPU allows portable64"]);
    if carnelian::cpu::Tier::of_cpu() < carnelian::cpu::Tier::Avx512 {
        room.fails(&format!("{QUICK} --tier avx512"), 2, &["`--tier avx512`: the CPU has", "lacks", "avx512f"]);
    }
    for (time, part) in [("soon", "expected a time such as 90s"), ("0s", "expected more than no time")] {
        let told = room.fails(&format!("{QUICK} --max-time {time}"), 2, &[part]).stderr;
        assert!(!told.contains("expected number"), "{told}");
    }
}

/// A worker process receives its instructions on standard input. It ends when that is closed, and reports requests that
/// it does not understand.
#[test]
fn a_process_answers_what_it_is_asked() {
    let room = Room::new();
    let mut command = room.command(CARNELIAN);
    let run = finish(command.arg("bench-process"), b"nonsense\n{\"turn\":{\"calls\":1,\"samples\":1}}\n");
    let replies: Vec<Value> = run.text().lines().map(document).collect();
    assert_eq!((run.code, replies.len()), (Some(0), 2));
    assert!(replies[0]["refused"].as_str().unwrap().contains("understand"), "{replies:?}");
    assert!(replies[1]["refused"].as_str().unwrap().contains("order"), "{replies:?}");
}

/// A run whose processes are disturbed.
#[cfg(target_os = "linux")]
struct Running(Child);

#[cfg(target_os = "linux")]
impl Running {
    fn start(room: &Room, arguments: &str) -> Self {
        let mut command = room.command(CARNELIAN);
        command.args(arguments.split(' ')).stdout(Stdio::piped()).stderr(Stdio::piped());
        Self(command.spawn().unwrap())
    }

    /// Returns the child processes, once there are `count` of them.
    fn children(&self, count: usize) -> Vec<String> {
        let list = format!("/proc/{0}/task/{0}/children", self.0.id());
        loop {
            let children: Vec<String> =
                fs::read_to_string(&list).unwrap().split_whitespace().map(str::to_owned).collect();
            if children.len() >= count {
                return children;
            }
            std::thread::yield_now();
        }
    }

    fn end(self) -> (Option<i32>, Value) {
        let output = self.0.wait_with_output().unwrap();
        (output.status.code(), document(std::str::from_utf8(&output.stdout).unwrap()))
    }
}

#[cfg(target_os = "linux")]
fn signal(name: &str, process: &str) {
    assert!(Command::new("sh").args(["-c", &format!("kill -{name} {process}")]).status().unwrap().success());
}

#[cfg(target_os = "linux")]
#[test]
fn ctrl_c_reports_what_is_done() {
    let room = Room::new();
    let run = Running::start(&room, "bench sha512 --peers sha2 --report json");
    // The judge, our process and the peer's: the first operation is being measured.
    run.children(3);
    signal("INT", &run.0.id().to_string());
    let (code, found) = run.end();
    assert_eq!(code, Some(130));
    assert_eq!(found["interrupted"], true);
    let measured = found["operations"].as_array().unwrap().len();
    assert_eq!(measured + found["out_of_time"].as_array().unwrap().len(), 5, "{found}");
    assert!(measured < 5);
}

/// As in a script's background jobs.
#[cfg(target_os = "linux")]
#[test]
fn an_ignored_interrupt_does_not_end_a_run() {
    let room = Room::new();
    let script = format!("trap '' INT; exec {CARNELIAN} {QUICK} --peers sha2");
    let mut command = room.command("sh");
    command.args(["-c", &script]).stdout(Stdio::piped()).stderr(Stdio::piped());
    let run = Running(command.spawn().unwrap());
    run.children(3);
    signal("INT", &run.0.id().to_string());
    let (code, found) = run.end();
    assert_eq!(code, Some(0));
    assert_ne!(found["interrupted"], true);
}

/// The report's file gets its name at the end.
#[cfg(target_os = "linux")]
#[test]
fn a_run_that_a_signal_ends_leaves_no_file() {
    let room = Room::new();
    for name in ["HUP", "TERM", "KILL"] {
        let run = Running::start(&room, "bench sha512 --peers sha2 --output report");
        run.children(3);
        signal(name, &run.0.id().to_string());
        assert_eq!(run.0.wait_with_output().unwrap().status.code(), None, "{name}");
        assert!(room.names().is_empty(), "{name}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_process_that_dies_takes_nobody_with_it() {
    let room = Room::new();
    let run = Running::start(&room, &format!("{QUICK} --peers sha2"));
    let children = run.children(3);
    signal("KILL", &children[2]);
    let (code, found) = run.end();
    assert_eq!(code, Some(0));
    assert_eq!(strings(&found["rows"], "library"), ["carnelian"]);
    let missing = &found["missing"][0];
    assert_eq!((&missing["library"], &missing["operation"]), (&"sha2".into(), &"sha512/64B".into()));
    assert!(missing["reason"].as_str().unwrap().contains("signal: 9"), "{missing}");
}

/// A shared library that crashes its caller. It crashes the judge first, which must still judge the other libraries.
#[cfg(target_os = "linux")]
#[test]
fn a_library_that_brings_its_process_down_takes_nobody_with_it() {
    let room = Room::new();
    let functions = [
        "crypto_aead_lock",
        "crypto_aead_unlock",
        "crypto_argon2",
        "crypto_blake2b",
        "crypto_chacha20_ietf",
        "crypto_eddsa_check",
        "crypto_eddsa_key_pair",
        "crypto_eddsa_sign",
        "crypto_elligator_key_pair",
        "crypto_elligator_map",
        "crypto_elligator_rev",
        "crypto_poly1305",
        "crypto_x25519",
        "crypto_x25519_public_key",
    ];
    let code: String = functions.iter().map(|name| format!("void {name}() {{ __builtin_trap(); }}\n")).collect();
    room.write("made.c", code);
    if !is_installed("cc") {
        return;
    }
    let made = room.run("cc", &["-shared", "-fPIC", "-o", "made.so", "made.c"]);
    assert_eq!(made.code, Some(0), "{made:?}");
    let run = "bench x25519/dh --preset quick --report json --peers crrl --peer-lib monocypher=./made.so";
    let found = document(room.succeeds(run).text());
    assert_eq!(strings(&found["rows"], "library"), ["carnelian", "crrl", "carnelian", "crrl"]);
    assert_eq!(strings(&found["missing"], "library"), ["monocypher (shared)"; 2]);
    assert_eq!(strings(&found["missing"], "operation"), ["x25519/dh", "x25519/dh-batch16"]);
    assert!(strings(&found["missing"], "reason").iter().all(|reason| reason.contains("signal")), "{found}");
}

#[test]
fn a_bench_report_replaces_its_file_when_it_is_complete() {
    let room = Room::new();
    room.write("report", "before");
    let run = room.carnelian(&["bench", "sha512/64B", "--preset", "quick", "--report", "json", "--output", "report"]);
    assert_eq!((run.code, run.text(), run.stderr.as_str()), (Some(0), "", ""));
    let report: Value = serde_json::from_slice(&fs::read(room.path().join("report")).unwrap()).unwrap();
    assert_eq!(report["rows"][0]["library"], "carnelian");
    assert_eq!(room.names(), ["report"]);

    let run = room.carnelian(&["bench", "no/such/operation", "--output", "other"]);
    assert_eq!(run.code, Some(2));
    assert_eq!(room.names(), ["report"]);
}

/// The refusal comes before any measurement: a run over everything would take minutes.
#[test]
fn a_bench_report_that_cannot_be_written_is_refused_at_once() {
    let room = Room::new();
    fs::create_dir(room.path().join("directory")).unwrap();
    for path in ["directory", "no such directory/report"] {
        let run = room.carnelian(&["bench", "--output", path]);
        assert_eq!((run.code, run.text()), (Some(3), ""));
        assert!(run.stderr.contains(path), "{}", run.stderr);
        assert_eq!(room.names(), ["directory"]);
    }
}
