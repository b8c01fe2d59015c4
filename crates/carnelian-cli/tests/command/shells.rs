//! Completion scripts for shells, and pages for `man`.

use crate::general::SUBCOMMANDS;
use crate::room::{Room, is_installed};
use carnelian_cli::key::KeyType;
use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fs;

#[test]
fn completions_are_scripts_that_their_shell_accepts() {
    let room = Room::new();
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let run = room.carnelian(&["completions", shell]);
        assert_eq!(run.code, Some(0));
        assert!(run.text().contains("ignore-missing"), "{shell}");
        // The shells that can parse a script without running it.
        if matches!(shell, "bash" | "fish" | "zsh") && is_installed(shell) {
            room.write("script", &run.stdout);
            assert_eq!(room.run(shell, &["-n", "script"]).code, Some(0), "{shell}");
        }
    }
}

/// Returns a test directory in which shells find the completion script, and a file.
fn room_with_script(shell: &str) -> Room {
    let room = Room::new();
    room.write("script", room.carnelian(&["completions", shell]).stdout);
    room.write("some-file", "");
    room
}

/// Returns the words that bash offers for the last of `words`.
fn bash_offers(room: &Room, words: &[&str]) -> Vec<String> {
    let (last, before) = (words.len() - 1, words[words.len() - 2]);
    let quoted: Vec<String> = words.iter().map(|word| format!("'{word}'")).collect();
    let program = format!(
        "source ./script; COMP_WORDS=({}); COMP_CWORD={last}; _carnelian_or_file carnelian {} '{before}'; \
         printf '%s\\n' \"${{COMPREPLY[@]}}\"",
        quoted.join(" "),
        quoted[last]
    );
    let run = room.run("bash", &["--norc", "-c", &program]);
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""), "{words:?}");
    run.text().lines().filter(|line| !line.is_empty()).map(str::to_owned).collect()
}

/// Where nothing is offered, bash completes file names.
#[test]
fn bash_offers_values_options_and_files() {
    if !is_installed("bash") {
        return;
    }
    let room = room_with_script("bash");
    let offers = |words: &[&str]| bash_offers(&room, words);
    assert!(offers(&["carnelian", ""]).contains(&"hash".to_owned()));
    assert_eq!(offers(&["carnelian", "has"]), ["hash"]);
    assert_eq!(offers(&["carnelian", "hash", "sha5"]), ["sha512", "sha512-224", "sha512-256"]);
    let all = offers(&["carnelian", "hash", ""]);
    assert!(all.contains(&"sha256".to_owned()) && all.iter().all(|word| !word.starts_with('-')), "{all:?}");
    assert_eq!(offers(&["carnelian", "hash", "sha512", ""]), [""; 0]);
    assert_eq!(offers(&["carnelian", "hash", "sha512", "--check", ""]), [""; 0]);
    assert_eq!(offers(&["carnelian", "hash", "sha512", "--che"]), ["--check"]);
    assert_eq!(offers(&["carnelian", "seal", ""]), [""; 0]);
    assert_eq!(offers(&["carnelian", "keygen", "ed25519", "--format", ""]), ["pem", "der", "hex", "raw"]);
    assert_eq!(offers(&["carnelian", "keygen", "ml-kem-1"]), ["ml-kem-1024"]);
    assert_eq!(offers(&["carnelian", "keygen", "ml-dsa-8"]), ["ml-dsa-87"]);
    assert_eq!(offers(&["carnelian", "keygen", "slh-dsa-shake-19"]), ["slh-dsa-shake-192s", "slh-dsa-shake-192f"]);
    assert_eq!(offers(&["carnelian", "public", "--algorithm", "x2"]), ["x25519"]);
    assert_eq!(offers(&["carnelian", "decapsulate", "--algorithm", "ml-kem-5"]), ["ml-kem-512"]);
    assert_eq!(offers(&["carnelian", "convert", "--private-form", ""]), ["seed", "expanded", "both"]);
    let registered = room.run("bash", &["--norc", "-c", "source ./script; complete -p carnelian"]);
    assert!(registered.text().contains(" -F _carnelian_or_file carnelian"), "{registered:?}");
}

#[test]
fn fish_offers_values_and_then_files() {
    if !is_installed("fish") {
        return;
    }
    let room = room_with_script("fish");
    let offers = |line: &str| -> Vec<String> {
        let program = format!("source ./script; complete -C '{line}'");
        let mut fish = room.command("fish");
        fish.env("HOME", room.path()).env("XDG_CONFIG_HOME", room.path().join("config")).args(["-c", &program]);
        let run = crate::room::finish(&mut fish, b"");
        assert_eq!(run.code, Some(0), "{line}: {run:?}");
        run.text().lines().map(|line| line.split('\t').next().unwrap().to_owned()).collect()
    };
    assert_eq!(offers("carnelian hash sha5"), ["sha512", "sha512-224", "sha512-256"]);
    assert_eq!(offers("carnelian mac kmac"), ["kmac128", "kmac256"]);
    let offered: BTreeSet<String> = offers("carnelian keygen ").into_iter().collect();
    let key_types: BTreeSet<String> = KeyType::all().map(|key_type| key_type.identity().id.to_owned()).collect();
    assert_eq!(offered, key_types);
    let files = offers("carnelian hash sha512 so");
    assert_eq!(files, ["some-file"]);
    let after = offers("carnelian hash sha512 ");
    assert!(after.contains(&"some-file".to_owned()) && !after.contains(&"sha256".to_owned()), "{after:?}");
}

#[test]
fn there_is_a_manual_page_for_every_subcommand() {
    let room = Room::new();
    let run = room.carnelian(&["man", "--output-dir", "."]);
    assert_eq!((run.code, run.text(), run.stderr.as_str()), (Some(0), "", ""));
    let subcommands = SUBCOMMANDS.iter().map(|name| OsString::from(format!("carnelian-{name}.1")));
    assert!(room.names().into_iter().eq(subcommands.chain(["carnelian.1".into()])));

    let page = fs::read_to_string(room.path().join("carnelian-hash.1")).unwrap();
    for part in [".TH carnelian-hash 1 2", ".SH \"EXIT CODES\"", "\\fBcarnelian hash\\fR", "ignore\\-missing"] {
        assert!(page.contains(part), "{part} in {page}");
    }
    assert_eq!(room.carnelian(&["man"]).stdout, fs::read(room.path().join("carnelian.1")).unwrap());
    if is_installed("man") {
        let checked = room.run("man", &["--warnings", "-l", "-E", "UTF-8", "./carnelian-hash.1"]);
        assert_eq!((checked.code, checked.stderr.as_str()), (Some(0), ""));
    }
}

/// Synopses show the values of options and what can be repeated, the date of a page is not that of the build, and no
/// paragraph is empty.
#[test]
fn pages_say_what_a_command_line_may_have() {
    let room = Room::new();
    assert_eq!(room.carnelian(&["man", "--output-dir", "."]).code, Some(0));
    for name in SUBCOMMANDS.iter().map(|name| format!("carnelian-{name}.1")).chain(["carnelian.1".to_owned()]) {
        let page = String::from_utf8(room.read(&name)).unwrap();
        let lines: Vec<&str> = page.lines().collect();
        let title = lines.iter().find(|line| line.starts_with(".TH ")).unwrap();
        let date = title.split(' ').nth(3).unwrap();
        assert!(date.len() == 10 && date.split('-').all(|part| part.parse::<u32>().is_ok()), "{name}: {title}");
        for pair in lines.windows(2).filter(|pair| pair[0] == ".PP") {
            assert!(!pair[1].starts_with(".SH") && pair[1] != ".PP", "{name}: an empty paragraph");
        }
        assert_ne!(lines.last(), Some(&".PP"), "{name}");
        assert!(!page.contains("\n\n"), "{name}: an empty line");
    }
    let synopsis = |name: &str| {
        let page = String::from_utf8(room.read(name)).unwrap();
        let line = page.lines().skip_while(|line| *line != ".SH SYNOPSIS").nth(1).unwrap();
        ["\\fB", "\\fI", "\\fR", "\\"].iter().fold(line.to_owned(), |line, mark| line.replace(mark, ""))
    };
    let hash = synopsis("carnelian-hash.1");
    assert!(hash.starts_with("carnelian hash ") && hash.contains("[-l|--length BITS]"), "{hash}");
    assert!(hash.ends_with(" <ALGORITHM> [FILE]..."), "{hash}");
    let sign = synopsis("carnelian-sign.1");
    assert!(sign.contains(" -k|--key FILE ") && sign.ends_with(" [FILE]"), "{sign}");
}

#[test]
fn a_page_that_cannot_be_written_leaves_nothing_partial() {
    let room = Room::new();
    fs::create_dir(room.path().join("carnelian.1")).unwrap();
    for directory in [".", "no such directory"] {
        let run = room.carnelian(&["man", "--output-dir", directory]);
        assert_eq!(run.code, Some(3));
        assert!(run.stderr.starts_with("carnelian: "), "{}", run.stderr);
        assert_eq!(room.names(), ["carnelian.1"]);
    }
}
