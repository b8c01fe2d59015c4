//! `carnelian verify`.

use crate::room::{CARNELIAN, Room, finish, is_installed};
use crate::skipped::skipped;
use std::fs::{self, File};
use std::os::unix::fs::symlink;

/// The reason why a signature is not that of a file.
pub(crate) const MISMATCH: &str =
    "it belongs to another message or another key, or was made with another context or prehash";

/// Options whose signatures differ, and that every signature scheme of the command has.
pub(crate) const VARIANTS: [&str; 5] =
    ["", "--context-hex 00 ", "--context-hex 0000 ", "--prehash ", "--prehash --context-hex 00 "];

/// Expects exit code 1, `FAILED` on standard output, and a message with `part`.
pub(crate) fn is_invalid(room: &Room, arguments: &str, part: &str) {
    let run = room.fails(arguments, 1, &[" signature is not valid: ", part]);
    assert!(run.text().ends_with(": FAILED\n"), "{arguments}: {run:?}");
}

/// Changes a bit of the file `name`, and writes the result to `changed`.
pub(crate) fn change(room: &Room, name: &str, at: usize) {
    let mut contents = room.read(name);
    contents[at] ^= 1;
    room.write("changed", contents);
}

/// Signs with each of `variants`, which are options, into `sig0`, `sig1` and so on, and expects that only the same
/// options verify the signature.
pub(crate) fn no_variant_is_another(room: &Room, variants: &[&str]) {
    for (signed, options) in variants.iter().enumerate() {
        room.succeeds(&format!("sign --key key --signature sig{signed} {options}file"));
        for (verified, options) in variants.iter().enumerate() {
            let arguments = format!("verify --key pub --signature sig{signed} {options}file");
            if verified == signed {
                room.succeeds(&arguments);
            } else {
                is_invalid(room, &arguments, MISMATCH);
            }
        }
    }
}

#[test]
fn a_signature_of_this_file_by_this_key_is_valid() {
    let room = Room::with_keys();
    assert_eq!(room.succeeds("verify --key pub --signature sig file").text(), "file: OK\n");
    assert_eq!(room.succeeds("verify --key pub --signature sig --quiet file").text(), "");
    symlink("file", room.path().join("link")).unwrap();
    assert_eq!(room.succeeds("verify --key pub --signature sig link").text(), "link: OK\n");
    for rule in ["rfc8032", "zip215", "strict", "cofactorless"] {
        room.succeeds(&format!("verify --key pub --signature sig --rule {rule} file"));
    }
}

#[test]
fn a_changed_file_signature_or_key_is_noticed() {
    let room = Room::with_keys();
    let last = room.read("file").len() - 1;
    for at in [0, 1000, last] {
        change(&room, "file", at);
        is_invalid(&room, "verify --key pub --signature sig changed", MISMATCH);
    }
    room.write("changed", &room.read("file")[..last]);
    is_invalid(&room, "verify --key pub --signature sig changed", MISMATCH);
    for at in [0, 31, 32, 63] {
        change(&room, "sig", at);
        is_invalid(&room, "verify --key pub --signature changed file", "");
    }
    room.succeeds("keygen ed25519 -o other --public other.pub");
    is_invalid(&room, "verify --key other.pub --signature sig file", MISMATCH);
    assert_eq!(room.fails("verify --key other.pub --signature sig --quiet file", 1, &[]).text(), "file: FAILED\n");
}

#[test]
fn a_signature_of_another_length_is_not_valid() {
    let room = Room::with_keys();
    let mut signature = room.read("sig");
    signature.extend([0; 64]);
    let lengths =
        [(0, "found 0"), (1, "found 1"), (32, "found 32"), (63, "found 63"), (65, "found more"), (128, "found more")];
    for (len, found) in lengths {
        room.write("bad", &signature[..len]);
        is_invalid(&room, "verify --key pub --signature bad file", &format!("expected 64 bytes, {found}"));
        is_invalid(&room, "verify --key pub --signature bad --prehash file", &format!("expected 64 bytes, {found}"));
    }
    // The length is checked before the file is opened.
    is_invalid(&room, "verify --key pub --signature bad missing", "expected 64 bytes");
}

/// Each variant and context verifies what it signed, and nothing else.
#[test]
fn no_variant_is_taken_for_another() {
    let room = Room::with_keys();
    no_variant_is_another(&room, &VARIANTS);
    // For Ed25519ph, an empty context is the same as no context; Ed25519ctx has none that is empty.
    room.succeeds("verify --key pub --signature sig3 --prehash --context= file");
    for command in ["sign --key key --signature new", "verify --key pub --signature sig0"] {
        room.fails(&format!("{command} --context= file"), 2, &["--context: "]);
        for variant in ["", "--prehash "] {
            let too_long = "c".repeat(256);
            room.fails(&format!("{command} {variant}--context {too_long} file"), 2, &["--context: ", "256"]);
        }
    }
    for options in ["", "--prehash "].map(|variant| format!("{variant}--context {}", "c".repeat(255))) {
        room.succeeds(&format!("sign --key key --signature longest --force {options} file"));
        room.succeeds(&format!("verify --key pub --signature longest {options} file"));
    }
    room.fails("verify --key pub --any-strength --prehash --signature sig file", 2, &["--any-strength is for ML-DSA"]);
}

/// A key of small order, under which (0, 1) and S = 0 are valid for every message; and a non-canonical encoding.
#[test]
fn the_rules_differ_over_keys_of_small_order() {
    let room = Room::with_keys();
    let mut identity = [0; 64];
    identity[0] = 1;
    room.write("identity", &identity[..32]);
    room.write("forged", identity);
    for rule in ["rfc8032", "zip215", "cofactorless"] {
        room.succeeds(&format!("verify --key identity --signature forged --rule {rule} file"));
    }
    room.fails("verify --key identity --signature forged --rule strict file", 4, &["identity: ", "small order"]);
    // y = p + 1.
    let mut odd = [0xff; 32];
    (odd[0], odd[31]) = (0xee, 0x7f);
    room.write("odd", odd);
    for (rule, code) in [("rfc8032", 4), ("strict", 4)] {
        room.fails(&format!("verify --key odd --signature forged --rule {rule} file"), code, &["not canonically"]);
    }
    for rule in ["zip215", "cofactorless"] {
        room.succeeds(&format!("verify --key odd --signature forged --rule {rule} file"));
    }
}

#[test]
fn each_input_can_be_standard_input() {
    let room = Room::with_keys();
    let verify = |arguments: &str, input: &str| {
        finish(room.command(CARNELIAN).arg("verify").args(arguments.split(' ')), &room.read(input))
    };
    let cases = [
        ("--key - --signature sig file", "pub", "file: OK\n"),
        ("--key pub --signature - file", "sig", "file: OK\n"),
        ("--key pub --signature sig -", "file", "-: OK\n"),
        ("--key pub --signature sig", "file", "-: OK\n"),
    ];
    for (arguments, input, said) in cases {
        let run = verify(arguments, input);
        assert_eq!((run.code, run.text(), run.stderr.as_str()), (Some(0), said, ""), "{arguments}");
        assert_ne!(verify(arguments, "xpub").code, Some(0), "{arguments}");
    }
}

#[test]
fn what_cannot_be_read_is_not_taken_for_invalid() {
    let room = Room::with_keys();
    for variant in ["", "--prehash ", "--context-hex 00 "] {
        let missing = "missing: No such file or directory";
        room.fails(&format!("verify --key pub --signature sig {variant}missing"), 3, &[missing]);
        room.fails(&format!("verify --key pub --signature sig {variant}."), 3, &["Is a directory"]);
        room.fails(&format!("verify --key pub --signature missing {variant}file"), 3, &[missing]);
        room.fails(&format!("verify --key missing --signature sig {variant}file"), 3, &[missing]);
    }
}

#[test]
fn json_says_what_became_of_the_file() {
    let room = Room::with_keys();
    let json = |arguments: &str, code: i32| -> serde_json::Value {
        let run = room
            .carnelian(&format!("verify --key pub --signature {arguments} --json file").split(' ').collect::<Vec<_>>());
        assert_eq!(run.code, Some(code));
        serde_json::from_slice(&run.stdout).unwrap()
    };
    let valid = json("sig", 0);
    assert_eq!(valid, serde_json::json!({ "file": "file", "algorithm": "Ed25519", "status": "ok" }));
    let invalid = json("sig --prehash", 1);
    assert_eq!((&invalid["algorithm"], &invalid["status"]), (&"Ed25519ph".into(), &"failed".into()));
    assert!(invalid["error"].as_str().unwrap().contains("another message"));
    let short = json("/dev/null", 1);
    assert_eq!(short["error"], "the Ed25519 signature is not valid: expected 64 bytes, found 0");
}

/// 384 MiB through a pipe, in an address space of 96 MiB: verification must use constant memory, and so must signing
/// with `--prehash`, but not without it.
#[test]
fn long_inputs_take_constant_memory() {
    let room = Room::with_keys();
    let piped = |limit: &str, arguments: &str| {
        let script = format!("head -c 402653184 /dev/zero | ({limit} exec {CARNELIAN} {arguments})");
        room.run("sh", &["-c", &script])
    };
    let limit = "ulimit -v 98304;";
    assert_eq!(piped("", "sign --key key --signature pure").code, Some(0));
    let verified = piped(limit, "verify --key pub --signature pure");
    assert_eq!((verified.code, verified.text()), (Some(0), "-: OK\n"), "{verified:?}");
    piped(limit, "sign --key key --signature none").failed("pure", 3, &["'standard input': ", "--prehash"]);

    assert_eq!(piped(limit, "sign --key key --signature ph --prehash").code, Some(0));
    assert_eq!(piped(limit, "verify --key pub --signature ph --prehash").text(), "-: OK\n");
    fs::remove_file(room.path().join("pure")).unwrap();
}

#[test]
fn progress_is_shown_on_a_terminal_alone() {
    let room = Room::with_keys();
    File::create(room.path().join("long")).unwrap().set_len(65 << 20).unwrap();
    room.succeeds("sign --key key --signature new long");
    room.succeeds("verify --key pub --signature new long");
    if is_installed("script") {
        for arguments in ["verify --key pub --signature new long", "sign --key key --signature new --force long"] {
            let command = format!("{CARNELIAN} {arguments}");
            let terminal = room.run("script", &["-qec", &command, "/dev/null"]);
            assert_eq!(terminal.code, Some(0));
            assert!(terminal.text().contains("long ["), "{arguments}: {}", terminal.text());
        }
    }
}

/// Scripts rely on the exit code, which must not depend on standard output.
#[cfg(unix)]
#[test]
fn what_is_not_valid_is_so_where_that_cannot_be_written() {
    let Ok(full) = File::options().write(true).open("/dev/full") else {
        skipped("there is no /dev/full");
        return;
    };
    let room = Room::with_keys();
    room.write("other", "another message");
    room.succeeds("random 32 -o mac-key");
    let list = room.succeeds("hash sha256 file sig").text().replace("  sig", "  other");
    room.write("list", list);
    for arguments in [
        "verify --key pub --signature sig other".to_owned(),
        "verify --json --key pub --signature sig other".to_owned(),
        format!("mac hmac-sha256 --key mac-key --verify {} file", "00".repeat(32)),
        "hash sha256 --check list".to_owned(),
        "hash sha256 --check --json list".to_owned(),
    ] {
        let mut command = room.command(CARNELIAN);
        command.args(arguments.split(' ')).stdout(full.try_clone().unwrap());
        let output = command.output().unwrap();
        assert_eq!(output.status.code(), Some(1), "{arguments}: {}", String::from_utf8_lossy(&output.stderr));
        assert!(String::from_utf8_lossy(&output.stderr).contains("write error"), "{arguments}");
    }
}

/// A file that `sign --combined` wrote opens to the message, under every rule, from a file and from standard input.
#[test]
fn a_signed_message_opens_to_its_message() {
    let room = Room::with_keys();
    room.succeeds("sign --key key --combined --signature signed file");
    assert_eq!(room.read("signed"), [room.read("sig"), room.read("file")].concat());
    let verified = room.succeeds("verify --key pub --combined -o opened signed");
    assert_eq!((verified.text(), room.read("opened")), ("signed: OK\n", room.read("file")));
    for rule in ["rfc8032", "zip215", "strict", "cofactorless"] {
        room.succeeds(&format!("verify --key pub --combined --rule {rule} --force --quiet -o opened signed"));
    }
    let piped = ["verify", "--key", "pub", "--combined", "-o", "-"];
    let run = finish(room.command(CARNELIAN).args(piped), &room.read("signed"));
    assert_eq!((run.code, run.stdout), (Some(0), room.read("file")), "the message alone is on standard output");
    let told = room.succeeds("verify --key pub --combined --json --force -o opened signed");
    let told: serde_json::Value = serde_json::from_slice(&told.stdout).unwrap();
    assert_eq!(told, serde_json::json!({ "file": "signed", "algorithm": "Ed25519", "status": "ok" }));

    room.write("empty", "");
    room.succeeds("sign --key key --combined --signature nothing empty");
    assert_eq!(room.read("nothing").len(), 64);
    room.succeeds("verify --key pub --combined -o still-empty nothing");
    assert_eq!(room.read("still-empty"), b"");
}

#[test]
fn a_signed_message_that_is_not_valid_leaves_nothing() {
    let room = Room::with_keys();
    room.succeeds("sign --key key --combined --signature signed file");
    let signed = room.read("signed");
    let last = signed.len() - 1;
    for at in [0, 31, 32, 63, 64, last] {
        let mut changed = signed.clone();
        changed[at] ^= 1;
        room.write("changed", changed);
        is_invalid(&room, "verify --key pub --combined -o opened changed", "");
        let run = room.fails("verify --key pub --combined -o - changed", 1, &["the EdDSA signature is not valid"]);
        assert_eq!(run.text(), "", "nothing is on standard output");
    }
    for (len, part) in [(0, "expected 64 bytes, found 0"), (63, "found 63"), (64, "another message"), (last, "another")]
    {
        room.write("changed", &signed[..len]);
        is_invalid(&room, "verify --key pub --combined -o opened changed", part);
    }
    room.succeeds("keygen ed25519 -o other --public other.pub");
    is_invalid(&room, "verify --key other.pub --combined -o opened signed", MISMATCH);
    assert!(!room.path().join("opened").exists());
}

#[test]
fn signed_messages_follow_the_rules_of_outputs_and_options() {
    let room = Room::with_keys();
    room.succeeds("sign --key key --combined --signature signed file");
    room.fails("sign --key key --combined --signature signed file", 3, &["signed: ", "--force"]);
    room.succeeds("sign --key key --combined --signature signed --force file");
    room.fails("verify --key pub --combined -o file signed", 3, &["file: ", "--force"]);
    room.fails("verify --key pub --combined -o signed signed", 2, &["this output is an input too"]);
    room.fails("verify --key pub --combined -o - --json signed", 2, &["cannot both go to standard output"]);
    room.fails("verify --key pub --combined signed", 2, &["--output"]);
    room.fails("verify --key pub -o opened --signature sig file", 2, &["cannot be used with"]);
    room.fails("verify --key pub -o opened file", 2, &["--combined"]);
    room.fails("verify --key pub --combined -o opened --signature sig signed", 2, &["--signature"]);
    room.fails("verify --key pub file", 2, &["--signature"]);
    for variant in ["--prehash", "--context-hex 00"] {
        room.fails(&format!("sign --key key --combined --signature new {variant} file"), 2, &["--combined"]);
        room.fails(&format!("verify --key pub --combined -o opened {variant} signed"), 2, &["--combined"]);
    }
    let beyond = ["to verify in memory, found more", "--memory-limit"];
    room.fails("verify --key pub --combined -o opened --memory-limit 100 signed", 4, &beyond);
    room.fails("sign --key key --combined --signature new --memory-limit 100 file", 4, &["to sign in memory"]);
    room.fails("verify --key pub --combined -o opened missing", 3, &["missing: No such file"]);
    assert!(!room.path().join("opened").exists() && !room.path().join("new").exists());
}
