//! Password hashes, compared with the Python package `argon2-cffi`, which wraps the reference implementation.

use crate::room::{CARNELIAN, Room, Run, finish};
use crate::skipped::skipped;
use crate::terminal::Terminal;
use std::process::Command;

/// The least work that is possible.
const QUICK: &str = "password hash --little-memory --memory 8KiB --passes 1 --lanes 1";

/// The hash of `password` by the reference implementation: "$argon2id$v=19$m=256,t=2,p=1$" and so on.
const OF_REFERENCE: &str = "$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4";
/// The same for version 1.0.
const OF_OLD_REFERENCE: &str = "$argon2i$m=256,t=2,p=1$c29tZXNhbHQ$/U3YPXYsSb3q9XxHvc0MLxur+GP960kN9j7emXX8zwY";

/// Returns a test directory whose file `stored` contains the hash of `a word`.
fn room_with_a_hash() -> Room {
    let room = Room::new();
    let run = room.with_passphrase("a word\n", QUICK);
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
    room.write("stored", run.stdout);
    room
}

#[test]
fn a_password_verifies_by_its_hash_and_no_other_does() {
    let room = room_with_a_hash();
    let stored = String::from_utf8(room.read("stored")).unwrap();
    assert!(stored.starts_with("$argon2id$v=19$m=8,t=1,p=1$") && stored.ends_with('\n'), "{stored}");
    let run = room.with_passphrase("a word", "password verify stored");
    assert_eq!((run.code, run.text(), run.stderr.as_str()), (Some(0), "stored: OK\n", ""));
    let run = room.with_passphrase("a word", "password verify -q stored");
    assert_eq!((run.code, run.text(), run.stderr.as_str()), (Some(0), "", ""));
    for wrong in ["another", "a word ", "a word\r", "A word", "", "\na word"] {
        let said = "carnelian: stored: the password is not the one that was hashed\n";
        let run = room.with_passphrase(wrong, "password verify stored");
        assert_eq!((run.code, run.text(), run.stderr.as_str()), (Some(1), "stored: FAILED\n", said), "{wrong:?}");
        let run = room.with_passphrase(wrong, "password verify --quiet stored");
        assert_eq!((run.code, run.text(), run.stderr.as_str()), (Some(1), "", ""), "{wrong:?}");
    }
    // The salt differs each time.
    assert_ne!(room.with_passphrase("a word", QUICK).text(), stored);
}

#[test]
fn every_variant_and_parameter_is_taken() {
    let room = Room::new();
    for (options, start) in [
        ("--little-memory --variant argon2i -m 1MiB -t 2 -p 3", "$argon2i$v=19$m=1024,t=2,p=3$"),
        ("--little-memory --variant Argon2d -m 64KiB -t 5 -p 8", "$argon2d$v=19$m=64,t=5,p=8$"),
        ("", "$argon2id$v=19$m=65536,t=3,p=4$"),
    ] {
        let run = room.with_passphrase("a word", format!("password hash {options}").trim_end());
        assert!(run.text().starts_with(start), "{run:?}");
        room.write("stored", run.stdout);
        assert_eq!(room.with_passphrase("a word", "password verify stored").code, Some(0), "{options}");
    }
}

/// Copying m=65536 from a hash means 64 MiB; without a unit, it would yield a thousandth of that.
#[test]
fn memory_has_its_unit_and_is_not_little_by_mistake() {
    let room = Room::new();
    let refused = |memory: &str, parts: &[&str]| {
        room.with_passphrase("a word", &format!("password hash -p 1 -t 1 -m {memory}")).failed(memory, 2, parts);
    };
    refused("65536", &["expected a unit", "m=65536 of Argon2 is 64MiB"]);
    refused("65536B", &["--memory 64KiB: less than 8MiB", "--little-memory"]);
    refused("8191KiB", &["--memory 8191KiB: less than 8MiB", "--little-memory"]);
    for (memory, expected) in [("8MiB", "m=8192,"), ("8191KiB --little-memory", "m=8191,")] {
        let run = room.with_passphrase("a word", &format!("password hash -p 1 -t 1 -m {memory}"));
        assert!(run.code == Some(0) && run.text().contains(expected), "{run:?}");
    }
}

#[test]
fn hashes_of_others_verify() {
    let room = Room::new();
    for text in [OF_REFERENCE, OF_OLD_REFERENCE] {
        for (start, end) in [("", ""), ("", "\n"), ("", "\r\n"), ("\u{feff}", "\r\n")] {
            room.write("stored", format!("{start}{text}{end}"));
            assert_eq!(room.with_passphrase("password", "password verify stored").code, Some(0), "{text}{end:?}");
            assert_eq!(room.with_passphrase("Password", "password verify stored").code, Some(1), "{text}{end:?}");
        }
    }
}

#[test]
fn the_hash_comes_from_standard_input_too() {
    let room = Room::new();
    let verify = |arguments: &[&str], input: &str| {
        let arguments = [&["password", "verify", "--passphrase-fd", "0"], arguments].concat();
        finish(room.command(CARNELIAN).args(arguments), input.as_bytes()).code
    };
    // The password is the first line, and the hash follows.
    for arguments in [&[][..], &["-"]] {
        assert_eq!(verify(arguments, &format!("password\n{OF_REFERENCE}\n")), Some(0));
        assert_eq!(verify(arguments, &format!("passwort\n{OF_REFERENCE}\n")), Some(1));
    }
}

#[test]
fn what_is_no_hash_cannot_be_used() {
    let room = Room::new();
    let refused = |content: &[u8], part: &str| {
        room.write("stored", content);
        let run = room.with_passphrase("password", "password verify stored");
        run.failed(&String::from_utf8_lossy(content), 4, &["carnelian: stored: ", part]);
        assert_eq!(run.text(), "");
    };
    refused(b"", "expected $ at offset 0");
    refused(b"\n", "expected $ at offset 0");
    refused(b"\xff\xfe", "expected text");
    refused(format!("{OF_REFERENCE}\n\n").as_bytes(), "expected the end at offset 84");
    refused(format!(" {OF_REFERENCE}").as_bytes(), "expected $ at offset 0");
    refused(OF_REFERENCE.replace("m=256", "m=0256").as_bytes(), "a number below 2^32");
    refused(OF_REFERENCE.replace("v=19", "v=18").as_bytes(), "version 18");
    refused(OF_REFERENCE.replace("p=1", "p=33").as_bytes(), "at least 264 KiB, not 256");
    refused(&[b'x'; 5000], "at most 4096 bytes");
    let run = room.with_passphrase("password", "password verify missing");
    run.failed("missing", 3, &["carnelian: missing: "]);
}

/// No password could be called right or wrong without the secret; it is not asked for.
#[test]
fn a_hash_that_names_a_secret_cannot_be_used() {
    let room = Room::new();
    for more in ["", ",data=ZGF0YQ"] {
        room.write("stored", OF_REFERENCE.replace(",p=1$", &format!(",p=1,keyid=aGVsbG8{more}$")));
        let run = room.with_passphrase("password", "password verify stored");
        run.failed(more, 4, &["carnelian: stored: the hash names a secret (keyid), which this command cannot take"]);
        assert_eq!(run.text(), "");
        room.fails("password verify stored", 4, &["stored: the hash names a secret"]);
    }
}

#[test]
fn a_hash_above_the_limits_is_not_looked_at() {
    let room = Room::new();
    room.write("stored", OF_REFERENCE.replace("m=256", "m=4294967295"));
    let verify = |options: &str| room.with_passphrase("password", &format!("password verify stored {options}"));
    verify("").failed("4 TiB", 4, &["m=4294967295 is above the limit of 1048576"]);
    room.write("stored", OF_REFERENCE.replace("t=2", "t=4294967295"));
    verify("").failed("passes", 4, &["t=4294967295 is above the limit of 10"]);
    room.write("stored", OF_REFERENCE);
    verify("--max-memory 255KiB").failed("255 KiB", 4, &["m=256 is above the limit of 255"]);
    verify("--max-passes 1").failed("1 pass", 4, &["t=2 is above the limit of 1"]);
    assert_eq!(verify("--max-memory 256KiB --max-passes 2").code, Some(0));
}

#[test]
fn what_is_no_password_is_refused() {
    let room = Room::new();
    for empty in ["", "\n", "\nword"] {
        room.with_passphrase(empty, QUICK).failed("empty", 4, &["the passphrase is empty"]);
    }
    room.fails(&format!("{QUICK} --passphrase-fd 77"), 3, &["--passphrase-fd 77: Bad file descriptor"]);
}

#[test]
fn the_terminal_asks_twice_for_a_new_password_and_once_for_an_old_one() {
    let room = Room::new();
    let mut terminal = Terminal::start(&room, &format!("{QUICK} > stored"));
    terminal.answer("New passphrase: ", "a word\n");
    terminal.answer("The same again: ", "a word\n");
    let (shown, code) = terminal.end();
    assert_eq!(code, Some(0), "{shown}");
    for (word, expected) in [("a word\n", 0), ("a sword\n", 1)] {
        let mut terminal = Terminal::start(&room, "password verify stored");
        terminal.answer("Password: ", word);
        let (shown, code) = terminal.end();
        assert_eq!(code, Some(expected), "{shown}");
        assert!(!shown.contains("word\r"), "{shown}");
    }
}

/// Runs Python with the package, if that is installed.
fn argon2_cffi(room: &Room, program: &str, arguments: &[&str]) -> Option<Run> {
    let has_package =
        Command::new("python3").args(["-c", "import argon2"]).output().is_ok_and(|run| run.status.success());
    if !has_package {
        skipped("the Python package argon2-cffi is not installed");
        return None;
    }
    let run = room.run("python3", &[&["-c", program], arguments].concat());
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    Some(run)
}

#[test]
fn they_verify_our_hashes() {
    let room = room_with_a_hash();
    for variant in ["argon2id", "argon2i", "argon2d"] {
        let hash = format!("password hash --little-memory -m 100KiB -t 2 -p 3 --variant {variant}");
        let hash = room.with_passphrase("a word", &hash);
        let program = "import sys, argon2; argon2.PasswordHasher().verify(sys.argv[1], 'a word')";
        if argon2_cffi(&room, program, &[hash.text().trim_end()]).is_none() {
            return;
        }
    }
}

#[test]
fn we_verify_their_hashes() {
    let room = Room::new();
    let program = "import argon2\n\
        for kind in argon2.low_level.Type:\n    \
            for length in (4, 16, 57):\n        \
                print(argon2.PasswordHasher(2, 99, 3, length, 8 + length, type=kind).hash('a word'))";
    let Some(hashes) = argon2_cffi(&room, program, &[]) else { return };
    assert_eq!(hashes.text().lines().count(), 9);
    for text in hashes.text().lines() {
        room.write("stored", text);
        assert_eq!(room.with_passphrase("a word", "password verify stored").code, Some(0), "{text}");
        assert_eq!(room.with_passphrase("a ward", "password verify stored").code, Some(1), "{text}");
    }
}
