//! `carnelian sign`.

use crate::room::{CARNELIAN, Room, bytes, finish};
use std::fs::File;

/// RFC 8032 Sections 7.1 (TEST 2), 7.2 (foo) and 7.3 (abc): options, seed, public key, message, signature.
const RFC8032: [(&str, &str, &str, &[u8], &str); 3] = [
    (
        "",
        "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
        "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
        b"\x72",
        "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da\
         085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00",
    ),
    (
        "--context foo ",
        "0305334e381af78f141cb666f6199f57bc3495335a256a95bd2a55bf546663f6",
        "dfc9425e4f968f7f0c29f0259cf5f9aed6851c2bb4ad8bfb860cfee0ab248292",
        b"\xf7\x26\x93\x6d\x19\xc8\x00\x49\x4e\x3f\xda\xff\x20\xb2\x76\xa8",
        "55a4cc2f70a54e04288c5f4cd1e45a7bb520b36292911876cada7323198dd87a\
         8b36950b95130022907a7fb7c4e9b2d5f6cca685a587b4b21f4b888e4e7edb0d",
    ),
    (
        "--prehash ",
        "833fe62409237b9d62ec77587520911e9a759cec1d19755b7da901b96dca3d42",
        "ec172b93ad5e563bf4932c70e1245034c35467ef2efd4d64ebf819683467e2bf",
        b"abc",
        "98a70222f0b8121aa9d30f813d683f809e462b469c7ff87639499bb94e6dae41\
         31f85042463c2a355a2003d062adf5aaa10b8c61e636062aaad11c2a26083406",
    ),
];

#[test]
fn the_examples_of_rfc_8032() {
    for (options, seed, public, message, signature) in RFC8032 {
        let room = Room::new();
        room.write("seed", seed);
        room.write("pub", public);
        room.write("file", message);
        room.succeeds(&format!("sign --key seed --algorithm ed25519 --signature sig {options}file"));
        let digits: String = room.read("sig").iter().map(|byte| format!("{byte:02x}")).collect();
        assert_eq!(digits, signature, "{options}");
        let verified = room.succeeds(&format!("verify --key pub --signature sig {options}file"));
        assert_eq!(verified.text(), "file: OK\n");
        let derived = room.succeeds("public --key seed --algorithm ed25519 --format hex");
        assert_eq!(derived.text().trim_end(), public);
    }
}

/// A text that happens to be digits is a text.
#[test]
fn a_context_is_a_text_unless_it_is_said_to_be_digits() {
    let room = Room::with_keys();
    for key in ["ed25519", "ml-dsa-44"] {
        room.succeeds(&format!("keygen {key} -o key --public pub --force"));
        for (context, digits) in [("feed", "66656564"), ("caf\u{e9}", "636166c3a9"), ("00", "3030")] {
            room.succeeds(&format!("sign --key key --signature s --force --context {context} file"));
            room.succeeds(&format!("verify --key pub --signature s --context {context} file"));
            room.succeeds(&format!("verify --key pub --signature s --context-hex {digits} file"));
            let other = if context == "feed" { "feed" } else { "3031" };
            room.fails(&format!("verify --key pub --signature s --context-hex {other} file"), 1, &["another context"]);
        }
        let long = "\u{e9}".repeat(128);
        for context in [format!("--context {long}"), format!("--context-hex {}", "00".repeat(256))] {
            let option = context.split(' ').next().unwrap();
            let refused = room.fails(&format!("sign --key key --signature t {context} file"), 2, &["found 256"]);
            assert!(refused.stderr.starts_with(&format!("carnelian: {option}: ")), "{}", refused.stderr);
        }
    }
}

#[test]
fn signs_every_length_up_to_the_limit_and_none_beyond() {
    let room = Room::with_keys();
    for len in [0, 1, 1000, 100_000] {
        room.write("some", bytes(len));
        for limit in [len, len + 1] {
            room.succeeds(&format!("sign --key key --signature new --force --memory-limit {limit} some"));
            room.succeeds("verify --key pub --signature new some");
        }
    }
    let beyond = ["expected at most 97.7 KiB to sign in memory, found more", "--prehash", "--memory-limit"];
    room.write("some", bytes(100_001));
    room.fails("sign --key key --signature other --memory-limit 100000 some", 4, &beyond);
    room.fails("sign --key key --signature other --memory-limit 100000 --context-hex 00 some", 4, &beyond);
    room.succeeds("sign --key key --signature other --prehash some");
}

/// The default limit is enforced without reading the file: this one is sparse.
#[test]
fn a_file_of_more_than_the_default_limit_is_refused() {
    let room = Room::with_keys();
    File::create(room.path().join("huge")).unwrap().set_len((1 << 30) + 1).unwrap();
    let parts = ["huge: ", "expected at most 1.0 GiB", "--prehash"];
    room.fails("sign --key key --signature new huge", 4, &parts);
}

#[test]
fn an_input_without_a_length_is_held_to_the_limit() {
    let room = Room::with_keys();
    let sign = |len: usize| {
        let arguments = ["sign", "--key", "key", "--signature", "new", "--force", "--memory-limit", "200000"];
        finish(room.command(CARNELIAN).args(arguments), &bytes(len))
    };
    assert_eq!(sign(200_000).code, Some(0));
    room.write("some", bytes(200_000));
    room.succeeds("verify --key pub --signature new some");
    sign(200_001).failed("200001 bytes", 4, &["'standard input': ", "--prehash"]);
}

/// The length of a file is known, so that no more than it is allocated. This one fits twice into no such address space.
#[test]
fn a_file_is_held_in_memory_once() {
    let room = Room::with_keys();
    File::create(room.path().join("large")).unwrap().set_len(200 << 20).unwrap();
    for options in ["--signature new", "--combined --signature /dev/null"] {
        let script = format!("ulimit -v 300000; exec {CARNELIAN} sign --key key {options} large");
        let run = room.run("sh", &["-c", &script]);
        assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""), "{options}");
    }
    room.succeeds("verify --key pub --signature new large");
}

/// The file is larger than the available memory: the message names the alternative.
#[test]
fn memory_that_is_not_there_is_an_error() {
    let room = Room::with_keys();
    File::create(room.path().join("huge")).unwrap().set_len(1 << 29).unwrap();
    let script = format!("ulimit -v 300000; exec {CARNELIAN} sign --key key --signature new huge");
    room.run("sh", &["-c", &script]).failed("a small address space", 3, &["huge: ", "--prehash"]);
    assert!(!room.path().join("new").exists());
}

#[test]
fn the_same_file_always_gets_the_same_signature() {
    let room = Room::with_keys();
    let again = room.succeeds("sign --key key --signature - file").stdout;
    let piped = ["sign", "--key", "key", "--signature", "-"];
    for names in [&[][..], &["-"]] {
        let piped = finish(room.command(CARNELIAN).args(piped).args(names), &room.read("file"));
        assert_eq!((piped.code, &piped.stdout), (Some(0), &again));
    }
    assert_eq!(room.read("sig"), again);
    let sign = ["sign", "--key", "-", "--signature", "-", "file"];
    assert_eq!(finish(room.command(CARNELIAN).args(sign), &room.read("key")).stdout, again);
}

#[test]
fn a_file_that_cannot_be_read_leaves_no_signature() {
    let room = Room::with_keys();
    for options in ["", "--prehash ", "--context-hex 00 "] {
        room.fails(&format!("sign --key key --signature new {options}missing"), 3, &["missing: No such file"]);
        room.fails(&format!("sign --key key --signature new {options}."), 3, &[".: Is a directory"]);
    }
}
