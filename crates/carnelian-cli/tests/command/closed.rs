//! Standard streams that are closed when the command is started.

use crate::room::{CARNELIAN, Room, Run, is_installed};

fn room() -> Room {
    let room = Room::with_keys();
    room.succeeds("random 32 -o secret");
    room.succeeds("seal --key secret -o sealed file");
    room.write("list", room.succeeds("hash sha256 file").stdout);
    room
}

fn redirected(room: &Room, arguments: &str, redirection: &str) -> Run {
    room.run("sh", &["-c", &format!("exec {CARNELIAN} {arguments} {redirection}")])
}

#[test]
fn a_closed_standard_output_is_an_error() {
    let room = room();
    let before = room.names();
    for arguments in [
        "hash sha256 file",
        "hash sha256 --json file",
        "hash sha256 --check list",
        "mac hmac-sha256 --key secret file",
        "mac hmac-sha256 --key secret --json file",
        "keygen ed25519 -o -",
        "keygen ed25519 -o new --public -",
        "keygen ed25519 -o - --public new",
        "public --key key",
        "sign --key key --signature - file",
        "verify --key pub --signature sig file",
        "exchange --key xkey --peer xpub -o -",
        "encapsulate --key kpub --ciphertext - --secret new",
        "encapsulate --key kpub --ciphertext new --secret -",
        "decapsulate --key kkey --ciphertext kc --secret -",
        "convert --key key -o -",
        "seal --key secret file",
        "open --key secret sealed",
        "random 32",
        "random --hex 32",
        "list",
        "list --json",
        "self-test",
        "completions bash",
        "man",
        "--help",
        "--version",
        "hash --help",
    ] {
        let run = redirected(&room, arguments, ">&-");
        assert_eq!((run.code, run.text()), (Some(3), ""), "{arguments}: {run:?}");
        assert_eq!(run.stderr, "carnelian: write error: standard output is closed\n", "{arguments}");
        assert_eq!(room.names(), before, "{arguments}");
    }
}

#[test]
fn a_closed_standard_input_is_an_error() {
    let room = room();
    let before = room.names();
    for arguments in [
        "hash sha256",
        "hash sha256 -",
        "hash sha256 --check",
        "mac hmac-sha256 --key secret",
        "mac hmac-sha256 --key - file",
        "public --key -",
        "sign --key key --signature new",
        "sign --key key --prehash --signature new",
        "verify --key pub --signature sig",
        "seal --key secret -o new",
        "open --key secret -o new",
        "open --key - -o new sealed",
        "keygen ed25519 -o new --passphrase-fd 0",
    ] {
        let run = redirected(&room, arguments, "<&-");
        run.failed(arguments, 3, &[": it is closed\n"]);
        assert_eq!(room.names(), before, "{arguments}");
    }
}

#[test]
fn a_stream_that_nobody_needs_may_be_closed() {
    let room = room();
    for (number, (arguments, redirection)) in [
        ("hash sha256 file", "<&-"),
        ("seal --key secret -o new0 file", "<&- >&-"),
        ("hash sha256 --status --check list", ">&- 2>&-"),
        ("hash sha256 --quiet --check list", ">&-"),
        ("verify --quiet --key pub --signature sig file", ">&-"),
        ("keygen ed25519 -o new1 --public new2", "<&- >&- 2>&-"),
    ]
    .into_iter()
    .enumerate()
    {
        assert_eq!(redirected(&room, arguments, redirection).code, Some(0), "{number}: {arguments}");
    }
    room.succeeds("open --key secret -o opened new0");
    assert_eq!(room.read("opened"), room.read("file"));
}

/// `/dev/null` is valid however it was opened: other programs open it for reading and writing at once.
#[test]
fn the_null_device_is_not_closed() {
    let room = room();
    let digest = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855  -\n";
    for null in ["< /dev/null", "<> /dev/null"] {
        let run = redirected(&room, "hash sha256", null);
        assert_eq!((run.code, run.text()), (Some(0), digest), "{null}");
    }
    for null in ["> /dev/null", "1<> /dev/null"] {
        let run = redirected(&room, "hash sha256 file", null);
        assert_eq!((run.code, run.text(), run.stderr.as_str()), (Some(0), "", ""), "{null}");
    }
}

/// Scripts with `pipefail` know this code from every other program, and a verdict that is known has precedence.
#[test]
fn a_reader_that_is_gone_is_no_failure_of_writing() {
    if !is_installed("bash") {
        return;
    }
    let room = room();
    room.write("wrong", format!("{}  file\n", "0".repeat(64)).repeat(20_000));
    for (arguments, code) in [("random 100MB", 141), ("hash sha256 --check wrong", 1), ("list", 141)] {
        // The reader of `list` is gone before it is written.
        let script = format!("{{ sleep 0.1; exec {CARNELIAN} {arguments}; }} 2> said | true; exit ${{PIPESTATUS[0]}}");
        let run = room.run("bash", &["-c", &script]);
        assert_eq!(run.code, Some(code), "{arguments}");
        assert!(!String::from_utf8(room.read("said")).unwrap().contains("write error"), "{arguments}");
    }
}

/// A descriptor that is open but cannot be written to is also an error.
#[test]
fn a_standard_output_that_can_only_be_read_is_an_error() {
    let room = room();
    for arguments in ["hash sha256 file", "random 32", "list"] {
        let run = redirected(&room, arguments, "1< file");
        run.failed(arguments, 3, &["carnelian: write error: Bad file descriptor\n"]);
    }
}
