//! Keys that are encrypted with a passphrase.

use crate::room::{CARNELIAN, Room, finish, is_installed};

/// A room with the encrypted keys `key` (PEM) and `der`, of the passphrase `a word`, and a `file`.
fn room_with_encrypted_keys() -> Room {
    let room = Room::new();
    for (name, format) in [("key", "pem"), ("der", "der")] {
        let arguments = format!("keygen ed25519 -o {name} --public {name}.pub --format {format}");
        assert_eq!(room.with_passphrase("a word\n", &arguments).code, Some(0));
    }
    room.write("file", "content");
    room
}

#[test]
fn an_encrypted_key_opens_by_its_passphrase_alone() {
    let room = room_with_encrypted_keys();
    assert!(room.read("key").starts_with(b"-----BEGIN ENCRYPTED PRIVATE KEY-----\n"));
    for key in ["key", "der"] {
        assert_eq!(room.mode(key), 0o600);
        let sign = format!("sign --key {key} --signature {key}.sig file");
        let run = room.with_passphrase("a word", &sign);
        assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
        room.succeeds(&format!("verify --key {key}.pub --signature {key}.sig file"));
        let wrong = format!("sign --key {key} --signature other file");
        for passphrase in ["another", "a word ", "a word\r", "A word", "", "\na word"] {
            let said = [&format!("carnelian: {key}: wrong passphrase"), "damaged"];
            room.with_passphrase(passphrase, &wrong).failed(passphrase, 4, &said.map(|part| part as &str));
        }
    }
    assert!(!room.path().join("other").exists());
}

#[test]
fn a_damaged_key_does_not_open() {
    let room = room_with_encrypted_keys();
    let mut der = room.read("der");
    *der.last_mut().unwrap() ^= 1;
    room.write("der", der);
    room.with_passphrase("a word", "public --key der").failed("damaged", 4, &["carnelian: der: "]);
}

#[test]
fn the_passphrase_is_the_first_line_and_the_rest_is_left() {
    let room = room_with_encrypted_keys();
    let piped = |arguments: &str, input: &[u8]| finish(room.command(CARNELIAN).args(arguments.split(' ')), input);
    let sign = "sign --key key --signature sig --passphrase-fd 0 -";
    assert_eq!(piped(sign, b"a word\ncontent").code, Some(0));
    room.succeeds("verify --key key.pub --signature sig file");

    let key = [b"a word\n", &room.read("key")[..]].concat();
    let public = piped("public --key - --passphrase-fd 0", &key);
    assert_eq!(public.stdout, room.read("key.pub"));
}

/// Whether or not the key needs it: what the file is must not depend on that.
#[test]
fn a_passphrase_that_is_not_needed_is_read_all_the_same() {
    let room = Room::with_keys();
    room.write("file", "content");
    let sign = ["sign", "--key", "key", "--signature", "new", "--passphrase-fd", "0"];
    assert_eq!(finish(room.command(CARNELIAN).args(sign), b"a word\ncontent").code, Some(0));
    room.succeeds("verify --key pub --signature new file");
}

#[test]
fn what_is_no_passphrase_is_refused() {
    let room = Room::with_keys();
    let keygen = "keygen ed25519 -o new";
    for empty in ["", "\n", "\nword"] {
        room.with_passphrase(empty, keygen).failed("empty", 4, &["an empty passphrase is none"]);
    }
    let long = "x".repeat(1025);
    room.with_passphrase(&long, keygen).failed("long", 4, &["at most 1024 bytes, found more"]);
    room.fails("keygen ed25519 -o new --passphrase-fd 77", 3, &["--passphrase-fd 77: Bad file descriptor"]);
    assert_eq!(room.with_passphrase(&long[1..], keygen).code, Some(0));
}

#[test]
fn without_a_terminal_the_message_names_the_option() {
    if !is_installed("setsid") {
        return;
    }
    let room = room_with_encrypted_keys();
    for arguments in [&["keygen", "x25519", "--encrypt", "-o", "new"][..], &["public", "--key", "key"]] {
        let run = room.run("setsid", &[&["--wait", CARNELIAN], arguments].concat());
        run.failed("no terminal", 4, &["cannot ask for a passphrase on the terminal", "--passphrase-fd"]);
    }
    assert!(!room.path().join("new").exists());
}

/// Runs the command on a terminal on which `typed` is typed; gives what the terminal showed and the exit code.
fn on_terminal(room: &Room, arguments: &str, typed: &str) -> (String, Option<i32>) {
    let command = format!("{CARNELIAN} {arguments}");
    let run = finish(room.command("script").args(["-qec", &command, "/dev/null"]), typed.as_bytes());
    (run.text().to_owned(), run.code)
}

#[test]
fn the_terminal_asks_twice_for_a_new_passphrase_and_once_for_a_known_one() {
    if !is_installed("script") {
        return;
    }
    let room = Room::new();
    let (shown, code) = on_terminal(&room, "keygen ed25519 --encrypt -o key", "tell nobody\ntell nobody\n");
    assert_eq!(code, Some(0), "{shown}");
    assert!(shown.contains("New passphrase: ") && shown.contains("The same again: "), "{shown}");
    assert_eq!(room.with_passphrase("tell nobody", "public --key key").code, Some(0));

    let (shown, code) = on_terminal(&room, "public --key key -o pub", "tell nobody\n");
    assert_eq!((code, shown.matches("Passphrase of key: ").count()), (Some(0), 1), "{shown}");
    let (shown, code) = on_terminal(&room, "public --key key", "tell everybody\n");
    assert_eq!(code, Some(4), "{shown}");

    let (shown, code) = on_terminal(&room, "keygen ed25519 --encrypt -o new", "one\ntwo\n\none\none\n");
    assert_eq!(code, Some(0), "{shown}");
    assert!(shown.contains("the passphrases differ") && shown.contains("an empty passphrase is none"), "{shown}");
    assert_eq!(room.with_passphrase("one", "public --key new").code, Some(0));

    let (shown, code) = on_terminal(&room, "keygen ed25519 --encrypt -o none", "1\n2\n3\n4\n5\n6\n");
    assert_eq!(code, Some(4), "{shown}");
    assert!(!room.path().join("none").exists());
}
