//! `carnelian hash` without `--check`.

use crate::room::{CARNELIAN, IN_COREUTILS, IN_OPENSSL, Room, bytes, finish, is_installed, odd_names};
use crate::skipped::skipped;
use std::ffi::OsString;
use std::fs::File;
use std::io::Write;
use std::process::Stdio;

/// Returns every file of a furnished test directory, with two unreadable ones in between.
fn files() -> Vec<OsString> {
    let mut files = odd_names();
    files.insert(3, "missing \n file".into());
    files.insert(5, "directory".into());
    files.extend(["empty", "big", "./big"].map(OsString::from));
    files
}

#[test]
fn prints_what_coreutils_print() {
    let room = Room::furnished();
    let layouts: [&[&str]; 9] =
        [&[], &["-b"], &["-t"], &["-b", "-t"], &["-t", "-b"], &["--tag"], &["-z"], &["--zero", "--tag"], &["--binary"]];
    for (algorithm, theirs) in IN_COREUTILS {
        if !is_installed(theirs) {
            continue;
        }
        for layout in layouts {
            let options = layout.iter().map(OsString::from).chain(["--".into()]);
            let arguments: Vec<_> = options.chain(files()).collect();
            let expected = room.run(theirs, &arguments);
            let ours = room.carnelian(&[vec!["hash".into(), algorithm.into()], arguments].concat());
            assert_eq!(ours.said("carnelian"), expected.said(theirs), "{algorithm} {layout:?}");
            assert_eq!(ours.code, Some(3));
        }
    }
}

#[test]
fn reads_standard_input_by_default_and_by_name() {
    let room = Room::new();
    let content = bytes(100_000);
    for (algorithm, theirs) in IN_COREUTILS {
        for names in [&[][..], &["-"], &["-", "-"]] {
            let ours = finish(room.command(CARNELIAN).args(["hash", algorithm]).args(names), &content);
            assert_eq!((ours.code, ours.stderr.as_str()), (Some(0), ""));
            if is_installed(theirs) {
                let expected = finish(room.command(theirs).args(names), &content);
                assert_eq!(ours.text(), expected.text(), "{algorithm} {names:?}");
            }
        }
    }
}

#[test]
fn digests_are_those_of_openssl_at_every_tier() {
    if !is_installed("openssl") {
        return;
    }
    let room = Room::furnished();
    for (algorithm, theirs) in IN_OPENSSL {
        for file in ["empty", "plain", "big"] {
            let expected = room.run("openssl", &[&["dgst", "-r"], theirs, &[file]].concat());
            let expected = expected.text().split(' ').next().unwrap();
            for tier in ["portable32", "portable64", "sse", "avx2", "avx512"] {
                let ours =
                    finish(room.command(CARNELIAN).env("CARNELIAN_CPU", tier).args(["hash", algorithm, file]), b"");
                assert_eq!(ours.text(), format!("{expected}  {file}\n"), "{algorithm} at {tier}");
            }
        }
    }
}

#[test]
fn digests_of_any_length_are_those_of_b2sum() {
    let room = Room::furnished();
    for bits in [0, 8, 128, 136, 256, 384, 504, 512] {
        for layout in [&[][..], &["--tag"]] {
            let bits = bits.to_string();
            let arguments = [&["--length", &bits], layout, &["empty", "plain", "big"]].concat();
            let ours = room.carnelian(&[&["hash", "blake2b"], &*arguments].concat());
            assert_eq!((ours.code, &*ours.stderr), (Some(0), ""));
            if is_installed("b2sum") {
                assert_eq!(ours.text(), room.run("b2sum", &arguments).text(), "{bits}");
            }
            room.write("list", &ours.stdout);
            let check = room.carnelian(&["hash", "blake2b", "--check", "--strict", "list"]);
            assert_eq!(check.text(), "empty: OK\nplain: OK\nbig: OK\n", "{check:?}");
            if is_installed("b2sum") {
                assert_eq!(room.run("b2sum", &["--check", "--strict", "list"]).text(), check.text());
            }
        }
    }
}

#[test]
fn lengths_that_a_function_does_not_have_are_refused() {
    let room = Room::furnished();
    for (arguments, reason) in [
        ("hash blake2b -l 12 plain", "--length: blake2b has a multiple of 8 up to 512 bits, not 12"),
        ("hash blake2b -l 520 plain", "not 520"),
        ("hash blake2s -l 264 plain", "--length: blake2s has a multiple of 8 up to 256 bits, not 264"),
        ("hash sha256 -l 128 plain", "--length: sha256 has 256 bits, not 128"),
        ("hash blake2b -l 256 --check plain", "--length"),
    ] {
        room.fails(arguments, 2, &[reason]);
    }
    assert_eq!(room.succeeds("hash sha256 -l 256 plain").text(), room.succeeds("hash sha256 plain").text());
}

#[test]
fn json_names_every_file_and_what_became_of_it() {
    let room = Room::furnished();
    let run = room.carnelian(&[vec!["hash".into(), "sha384".into(), "--json".into()], files()].concat());
    assert_eq!(run.code, Some(3));
    let elements: Vec<serde_json::Value> = serde_json::from_slice(&run.stdout).unwrap();
    let plain = room.carnelian(&["hash", "sha384", "plain"]);
    for (element, file) in elements.iter().zip(files()) {
        assert_eq!(element["file"], *file.to_string_lossy());
        assert_eq!(element["algorithm"], "sha384");
        let unreadable = matches!(file.to_str(), Some("missing \n file" | "directory"));
        assert_eq!(element["error"].is_string(), unreadable);
        assert_eq!(element["digest"].is_string(), !unreadable);
        assert_eq!(element["file_hex"].is_string(), file.to_str().is_none());
    }
    assert_eq!(elements.len(), files().len());
    assert!(plain.text().starts_with(elements[0]["digest"].as_str().unwrap()));
    assert!(elements.iter().any(|element| element["file_hex"] == "6e6f207465787420fffe"));
}

/// The reader of standard output goes away before anything is written: the command ends without a message, and its exit
/// code reports the findings.
#[test]
fn a_broken_pipe_ends_the_command_quietly() {
    let room = Room::new();
    for (arguments, code) in
        [(&["hash", "sha512"][..], 141), (&["hash", "sha512", "--check"], 1), (&["hash", "sha512", "--json"], 141)]
    {
        let mut command = room.command(CARNELIAN);
        let pipes = command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = pipes.spawn().unwrap();
        drop(child.stdout.take());
        let list = format!("{}  /dev/null\n", "0".repeat(128));
        child.stdin.take().unwrap().write_all(list.as_bytes()).unwrap();
        let output = child.wait_with_output().unwrap();
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{arguments:?}");
        assert_eq!(output.status.code(), Some(code), "{arguments:?}");
    }
}

#[test]
fn a_broken_standard_error_does_not_change_the_exit_code() {
    let room = Room::new();
    let mut child = room
        .command(CARNELIAN)
        .args(["hash", "sha512", "-", "missing"])
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stderr.take());
    drop(child.stdin.take());
    assert_eq!(child.wait().unwrap().code(), Some(3));
}

#[test]
fn a_full_disk_is_an_error() {
    let Ok(full) = File::options().write(true).open("/dev/full") else {
        skipped("there is no /dev/full");
        return;
    };
    let room = Room::furnished();
    let output = room.command(CARNELIAN).args(["hash", "sha512", "plain"]).stdout(full).output().unwrap();
    assert_eq!(output.status.code(), Some(3));
    let message = String::from_utf8(output.stderr).unwrap();
    assert_eq!(message, "carnelian: write error: No space left on device\n");
}

#[test]
fn progress_is_shown_on_a_terminal_alone() {
    let room = Room::new();
    File::create(room.path().join("long")).unwrap().set_len(65 << 20).unwrap();
    let command = format!("{CARNELIAN} hash sha512 long");
    let piped = room.run("sh", &["-c", &command]);
    assert_eq!(piped.stderr, "");
    if is_installed("script") {
        let terminal = room.run("script", &["-qec", &command, "/dev/null"]);
        let (shown, line) = terminal.text().rsplit_once("long [").unwrap();
        assert!(shown.contains("long ["), "{shown}");
        assert!(line.trim_end().ends_with(piped.text().trim_end()), "{line}");
        assert!(!terminal.text().contains("\u{1b}[3"), "there are colours");
    }
}
