//! `carnelian hash --check`.

use crate::room::{CARNELIAN, IN_COREUTILS, IN_OPENSSL, Room, Run, finish, is_installed, odd_names};
use std::ffi::OsString;

/// Digests of the content `abc`.
const SHA384: &str = "cb00753f45a35e8bb5a03d699ac65007272c32ab0eded1631a8b605a43ff5bed8086072ba1e7cc2358baeca134c825a7";
const SHA512_256: &str = "53048e2681941ef99b2e29b76b4c7dabe4c2d0c634fc6d46e0e2f13107e7af23";

/// Returns a test directory with the file `abc`, the file `other`, files whose names need escaping, and the given
/// `list`, in which `@` is replaced by the digest of `abc` and `^` by the same in upper case.
fn room_with(list: &str) -> Room {
    let room = Room::new();
    for name in ["abc", "new\nline", "carriage\rreturn", "back\\slash", "*abc", " abc"] {
        room.write(name, "abc");
    }
    room.write("other", "not abc");
    std::fs::create_dir(room.path().join("directory")).unwrap();
    room.write("list", fill_in(list));
    room
}

fn fill_in(list: &str) -> String {
    list.replace('@', SHA384).replace('^', &SHA384.to_uppercase())
}

#[test]
fn each_checks_what_the_other_writes() {
    let room = Room::furnished();
    let mut files = odd_names();
    files.extend(["empty", "big"].map(OsString::from));
    for (algorithm, theirs) in IN_COREUTILS {
        if !is_installed(theirs) {
            continue;
        }
        for layout in [&[][..], &["-b"], &["--tag"]] {
            let arguments: Vec<_> =
                layout.iter().map(OsString::from).chain(["--".into()]).chain(files.clone()).collect();
            room.write("their list", room.run(theirs, &arguments).stdout);
            let ours = room.carnelian(&[vec!["hash".into(), algorithm.into()], arguments].concat());
            room.write("our list", &ours.stdout);

            let they_say = room.run(theirs, &["--check", "--strict", "our list"]);
            let we_say = room.carnelian(&["hash", algorithm, "--check", "--strict", "their list"]);
            assert_eq!((we_say.code, they_say.code), (Some(0), Some(0)), "{algorithm} {layout:?}");
            for said in [we_say, they_say] {
                assert_eq!(String::from_utf8_lossy(&said.stdout).matches(": OK\n").count(), files.len());
                assert_eq!(said.stderr, "");
            }
        }
    }
}

#[test]
fn checks_what_openssl_writes() {
    if !is_installed("openssl") {
        return;
    }
    let room = Room::furnished();
    // For BLAKE2, OpenSSL writes tags that no other program uses.
    for (algorithm, theirs) in IN_OPENSSL.into_iter().filter(|(name, _)| !name.starts_with("blake2")) {
        for form in [&[][..], &["-r"]] {
            let arguments = [&["dgst"], theirs, form, &["plain", "two words", "empty", "big"]].concat();
            room.write("list", room.run("openssl", &arguments).stdout);
            let run = room.carnelian(&["hash", algorithm, "--check", "--strict", "list"]);
            assert_eq!(run.text(), "plain: OK\ntwo words: OK\nempty: OK\nbig: OK\n", "{arguments:?}");
            assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
        }
    }
}

/// Lists, options and the resulting exit code; everything else matches coreutils.
const CASES: &[(&str, &[&str], i32)] = &[
    // Forms of a line.
    ("@  abc\n", &[], 0),
    ("@ *abc\n", &[], 0),
    ("^  abc\n", &[], 0),
    ("@  abc\r\n@  abc\r\n", &["--strict"], 0),
    ("@  abc", &[], 0),
    (" \t @  abc\n", &[], 0),
    ("# comment\n\n@  abc\n", &["--strict"], 0),
    ("@\t abc\n", &[], 0),
    ("@ abc\n", &[], 0),
    ("@ abc\n@  abc\n@ *abc\n", &[], 0),
    ("@  abc\n@ abc\n", &["--warn"], 0),
    ("@  *abc\n@   abc\n", &[], 0),
    ("\\@  new\\nline\n", &["--strict"], 0),
    ("\\@  other\n\\@  missing\\nfile\n", &[], 1),
    ("\\@  abc\n", &["--strict"], 0),
    ("SHA384 (abc) = @\nSHA384(abc)= ^\nSHA384 (abc)=@\r\n  SHA384 (abc)\t=\t@\n", &["--strict"], 0),
    ("\\SHA384 (new\\nline) = @\n", &["--strict"], 0),
    ("SHA384 (abc) = @\n@  abc\n", &["--strict"], 0),
    // Malformed lines.
    ("bad\n@  abc\nbad\n", &[], 0),
    ("bad\n@  abc\nbad\n", &["--warn"], 0),
    ("bad\n@  abc\n", &["--strict"], 4),
    ("bad\n@  other\n", &["--strict", "-w"], 1),
    ("bad\n", &["-w"], 4),
    ("bad\n", &["--status"], 4),
    ("", &[], 4),
    ("\n#\n", &[], 4),
    ("@\n@ \n0@  abc\n\\\\@  abc\n\\@  a\\x\n\\@  a\\\n", &["-w"], 4),
    ("SHA384  (abc) = @\nSHA384\t(abc) = @\nSHA384 (abc) = @0\nSHA384 (abc) = @ \nSHA384 (abc) x = @\n", &["-w"], 4),
    ("sha384 (abc) = @\nSHA512 (abc) = @\nSHA384 (abc = @\nSHA384 (abc) @\n", &["-w"], 4),
    // Checksums that do not match.
    ("@  other\n", &[], 1),
    ("@  other\n@  abc\n@  other\n", &[], 1),
    ("@  other\n@  abc\n", &["--quiet"], 1),
    ("@  other\n@  abc\nbad\n@  missing\n", &["--status"], 1),
    ("@  other\nbad\n@  missing\n@  missing\n", &[], 1),
    // Unreadable files.
    ("@  missing\n@  abc\n", &[], 3),
    ("@  directory\n@  abc\n", &["--ignore-missing"], 3),
    ("\\@  missing\\nfile\n", &[], 3),
    ("SHA384 () = @\n", &[], 3),
    ("bad\n@  missing\n", &["--strict"], 3),
    ("@  missing\n@  abc\n", &["--ignore-missing"], 0),
    ("@  missing\n", &["--ignore-missing"], 3),
    ("@  missing\n", &["--ignore-missing", "--status"], 3),
    // Options that override each other.
    ("bad\n@  abc\n", &["--quiet", "--warn"], 0),
    ("bad\n@  abc\n", &["--warn", "--quiet"], 0),
    ("bad\n@  abc\n", &["--status", "--warn"], 0),
    ("bad\n@  abc\n", &["--warn", "--status"], 0),
    ("bad\n@  abc\n", &["--quiet", "--status"], 0),
    ("bad\n@  abc\n", &["--status", "--quiet"], 0),
];

#[test]
fn says_what_coreutils_say_and_exits_by_our_codes() {
    let compare = is_installed("sha384sum");
    for (list, options, code) in CASES {
        let room = room_with(list);
        let ours = room.carnelian(&[&["hash", "sha384", "--check"], *options, &["list"]].concat());
        assert_eq!(ours.code, Some(*code), "{list:?} {options:?}: {ours:?}");
        if compare {
            let theirs = room.run("sha384sum", &[&["--check"], *options, &["list"]].concat());
            assert_eq!(ours.said("carnelian"), theirs.said("sha384sum"), "{list:?} {options:?}");
            assert_eq!(ours.code == Some(0), theirs.code == Some(0), "{list:?} {options:?}");
        }
    }
}

/// Digests of different lengths may alternate.
#[test]
fn a_list_may_have_digests_of_every_length() {
    let room = Room::furnished();
    let list: String = (1..=64)
        .map(|len| {
            let (bits, tag) = ((8 * len).to_string(), if len % 2 == 0 { "--tag" } else { "--text" });
            room.carnelian(&["hash", "blake2b", "-l", &bits, tag, "plain", "big"]).text().to_owned()
        })
        .collect();
    room.write("list", &list);
    let ours = room.carnelian(&["hash", "blake2b", "--check", "--strict", "list"]);
    assert_eq!((ours.code, ours.text().matches(": OK\n").count()), (Some(0), 128));
    room.write("list", list.replacen("BLAKE2b-16 (plain) = ", "BLAKE2b-24 (plain) = ", 1));
    let ours = room.carnelian(&["hash", "blake2b", "--check", "--strict", "list"]);
    assert_eq!((ours.code, ours.text().matches(": OK\n").count()), (Some(4), 127));
}

/// The number of digits decides, or the number of bits in the tag.
#[test]
fn lists_of_shake_have_outputs_of_every_length() {
    let room = Room::furnished();
    for name in ["shake128", "shake256"] {
        for layout in ["", "--tag "] {
            let list: String = [8, 128, 200, 256, 512, 1024, 80_000]
                .map(|bits| room.succeeds(&format!("hash {name} {layout}-l {bits} plain big")).text().to_owned())
                .concat();
            room.write("list", &list);
            let checked = room.succeeds(&format!("hash {name} --check --strict list"));
            assert_eq!(checked.text(), "plain: OK\nbig: OK\n".repeat(7), "{name} {layout}");
            // A digit more or less is another length than the tag says, or half a byte.
            room.write("list", list.replacen("\n", "0\n", 1));
            let code = room.carnelian(&["hash", name, "--check", "--strict", "list"]).code;
            assert_ne!(code, Some(0), "{name} {layout}");
        }
        // `openssl dgst` writes tags without a number for every length.
        let digits = |bits: usize| room.succeeds(&format!("hash {name} -l {bits} plain")).text()[..bits / 4].to_owned();
        for bits in [128, 256, 512, 800] {
            room.write("list", format!("{}({})= {}\n", name.to_uppercase().replace('E', "E-"), "plain", digits(bits)));
            assert_eq!(room.succeeds(&format!("hash {name} --check --strict list")).text(), "plain: OK\n", "{bits}");
        }
        // Few digits after such a tag are a line that was cut off.
        room.write("list", format!("{}(plain)= {}", name.to_uppercase(), digits(120)));
        room.fails(&format!("hash {name} --check list"), 4, &["no properly formatted"]);
    }
}

/// Exhausted memory is an error, not the end of the process.
#[cfg(target_os = "linux")]
#[test]
fn a_digest_for_which_there_is_no_memory_is_an_error() {
    let room = Room::new();
    room.write("file", "content");
    let long = 1 << 28;
    let written = room.run("sh", &["-c", &format!("exec {CARNELIAN} hash shake128 --length {long} file > list")]);
    assert_eq!(written.code, Some(0));
    for (arguments, reason) in
        [(format!("--length {long} file"), "file: out of memory"), ("--check list".into(), "memory")]
    {
        let limited = format!("ulimit -v 180000; exec {CARNELIAN} hash shake128 {arguments}");
        room.run("sh", &["-c", &limited]).failed(&arguments, 3, &[reason]);
    }
}

/// `--length` and `--check` have one limit.
#[test]
fn every_length_that_is_written_is_checked() {
    let room = Room::furnished();
    for (layout, bits) in [("", 8_000_000), ("--tag ", 8_000_000), ("", 40_000_000)] {
        room.write("list", room.succeeds(&format!("hash shake256 {layout}-l {bits} plain big")).stdout);
        let checked = room.succeeds("hash shake256 --check --strict list");
        assert_eq!(checked.text(), "plain: OK\nbig: OK\n", "{layout}{bits}");
    }
    let most = 8 * (64 << 20);
    assert!(room.succeeds("hash --help").text().contains("up to 64 MiB"));
    room.fails(&format!("hash shake256 -l {} plain", most + 8), 2, &[&format!("up to {most} bits")]);
}

/// Editors begin a text with a mark, which hides no line.
#[test]
fn a_byte_order_mark_hides_no_file() {
    for (list, code, said) in [
        ("\u{feff}@  abc\n@  other\n", 1, "abc: OK\nother: FAILED\n"),
        ("\u{feff}@  other\r\n@  abc\r\n", 1, "other: FAILED\nabc: OK\n"),
        ("\u{feff}SHA384 (other) = @\n@  abc\n", 1, "other: FAILED\nabc: OK\n"),
        // Two lists that were joined.
        ("\u{feff}@  abc\n\u{feff}@  other\n", 1, "abc: OK\nother: FAILED\n"),
        ("\u{feff}# comment\n@  abc\n", 0, "abc: OK\n"),
    ] {
        let run = room_with(list).carnelian(&["hash", "sha384", "--check", "--strict", "list"]);
        assert_eq!((run.code, run.text()), (Some(code), said), "{list:?}");
    }
    let room = room_with("");
    for (mark, order) in [([0xff, 0xfe], u16::to_le_bytes as fn(u16) -> [u8; 2]), ([0xfe, 0xff], u16::to_be_bytes)] {
        let text: Vec<u8> = fill_in("@  abc\n").encode_utf16().flat_map(order).collect();
        room.write("list", [&mark[..], &text].concat());
        room.fails("hash sha384 --check list", 4, &["list: expected a text in UTF-8, found one in UTF-16"]);
    }
}

/// Printed names are escaped as in a list. Older coreutils escape only newlines there.
#[test]
fn names_are_escaped_in_what_is_said_of_them() {
    let list = "\\@  new\\nline\n\\@  carriage\\rreturn\n\\@  back\\\\slash\n@  back\\slash\n";
    let run = room_with(list).carnelian(&["hash", "sha384", "--check", "--strict", "list"]);
    let expected = "\\new\\nline: OK\n\\carriage\\rreturn: OK\n\\back\\\\slash: OK\n\\back\\\\slash: OK\n";
    assert_eq!((run.code, run.text()), (Some(0), expected));
}

#[test]
fn lists_come_from_standard_input_too() {
    let room = room_with("");
    let check = |program: &str, arguments: &[&str], list: &str| -> Run {
        finish(room.command(program).args(arguments), fill_in(list).as_bytes())
    };
    for names in [&[][..], &["-"]] {
        for (list, code) in [("@  abc\n", 0), ("@  -\n", 4), ("bad\n@  abc\n", 0)] {
            let ours = check(CARNELIAN, &[&["hash", "sha384", "-cw"], names].concat(), list);
            assert_eq!(ours.code, Some(code), "{list:?}");
            if is_installed("sha384sum") {
                let theirs = check("sha384sum", &[&["-cw"], names].concat(), list);
                assert_eq!(ours.said("carnelian"), theirs.said("sha384sum"));
            }
        }
    }
    // A list in a file may name standard input.
    room.write("list", fill_in("@  -\n"));
    assert_eq!(check(CARNELIAN, &["hash", "sha384", "-c", "list"], "abc").text(), "-: OK\n");
}

#[test]
fn several_lists_give_the_gravest_exit_code() {
    let room = room_with("@  abc\n");
    for (name, list) in [("invalid", "@  other\n"), ("unreadable", "@  missing\n"), ("unusable", "bad\n")] {
        room.write(name, fill_in(list));
    }
    let code = |lists: &[&str]| room.carnelian(&[&["hash", "sha384", "--check"], lists].concat()).code;
    assert_eq!(code(&["list", "list"]), Some(0));
    assert_eq!(code(&["list", "unusable"]), Some(4));
    assert_eq!(code(&["unusable", "no such list"]), Some(3));
    assert_eq!(code(&["unreadable", "unusable"]), Some(3));
    assert_eq!(code(&["unusable", "invalid", "unreadable"]), Some(1));
    assert_eq!(code(&["directory"]), Some(3));
}

#[test]
fn a_form_that_one_list_has_is_not_that_of_the_next() {
    let room = room_with("@ abc\n");
    room.write("next", fill_in("@  abc\n"));
    let run = room.carnelian(&["hash", "sha384", "--check", "list", "next"]);
    assert_eq!((run.code, run.text()), (Some(0), "abc: OK\nabc: OK\n"));
}

#[test]
fn a_line_of_any_length_is_one_line() {
    let room = room_with("");
    let long = "x".repeat(3 << 20);
    room.write("list", fill_in(&format!("{long}\n@  abc\n")));
    let run = room.carnelian(&["hash", "sha384", "--check", "-w", "list"]);
    assert_eq!((run.code, run.text()), (Some(0), "abc: OK\n"));
    let lines: Vec<_> = run.stderr.lines().collect();
    assert_eq!(lines[0], "carnelian: list: 1: improperly formatted SHA384 checksum line");
    assert_eq!(lines[1..], ["carnelian: WARNING: 1 line is improperly formatted"]);
}

#[test]
fn tags_of_sha512_256_in_every_dialect() {
    let room = room_with("");
    let tags = ["SHA512/256", "SHA2-512/256", "SHA512-256", "SHA512t256"];
    room.write("list", tags.map(|tag| format!("{tag} (abc) = {SHA512_256}\n")).concat());
    let run = room.carnelian(&["hash", "sha512-256", "--check", "--strict", "list"]);
    assert_eq!((run.code, run.text()), (Some(0), "abc: OK\n".repeat(4).as_str()));
    let run = room.carnelian(&["hash", "sha512-256", "--tag", "abc"]);
    assert_eq!(run.text(), format!("SHA512/256 (abc) = {SHA512_256}\n"));
}

#[test]
fn json_says_what_became_of_every_line() {
    let room = room_with("#\n@  abc\nbad\n@  other\n@  missing\n@  directory\n");
    let run = room.carnelian(&["hash", "sha384", "--check", "--json", "list", "no such list"]);
    assert_eq!(run.code, Some(1));
    let elements: Vec<serde_json::Value> = serde_json::from_slice(&run.stdout).unwrap();
    let found: Vec<_> = elements
        .iter()
        .map(|element| (element["line"].as_u64(), element["file"].as_str(), element["status"].as_str().unwrap()))
        .collect();
    let expected = [
        (Some(2), Some("abc"), "ok"),
        (Some(3), None, "misformatted"),
        (Some(4), Some("other"), "failed"),
        (Some(5), Some("missing"), "missing"),
        (Some(6), Some("directory"), "unreadable"),
        (None, None, "unreadable"),
    ];
    assert_eq!(found, expected);
    assert_eq!(elements[5]["list"], "no such list");
    assert_eq!(elements[5]["error"], "No such file or directory");
}
