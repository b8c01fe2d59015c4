//! Keys that are encrypted with a passphrase.

use crate::room::{CARNELIAN, Room, finish, is_installed};
use crate::terminal::Terminal;

/// Returns a test directory with the encrypted keys `key` (PEM) and `der`, both with the passphrase `a word`, and a
/// `file`.
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

    // A descriptor is read from its current position, not from the start of its file.
    room.write("words", "first\na word\n");
    let script = format!("exec 3< words; read -r first <&3; exec {CARNELIAN} public --key key --passphrase-fd 3");
    assert_eq!(room.run("sh", &["-c", &script]).stdout, room.read("key.pub"));
}

/// The passphrase would be the first line of the key. Two passphrases are two lines.
#[test]
fn a_key_and_a_passphrase_do_not_share_standard_input() {
    let room = Room::with_keys();
    let piped = |arguments: &str, input: &[u8]| finish(room.command(CARNELIAN).args(arguments.split(' ')), input);
    let before = room.names();
    for (arguments, option) in [
        ("public --key - --passphrase-fd 0", "--passphrase-fd"),
        ("public --key /dev/stdin --passphrase-fd 0", "--passphrase-fd"),
        ("sign --key - --signature new --passphrase-fd 0 file", "--passphrase-fd"),
        ("convert --key - -o new --passphrase-fd 0", "--passphrase-fd"),
        ("convert --key - -o new --new-passphrase-fd 0", "--new-passphrase-fd"),
        ("convert --key - -o new --passphrase-fd 3 --new-passphrase-fd 0", "--new-passphrase-fd"),
        ("exchange --key - --peer xpub -o new --passphrase-fd 0", "--key or --passphrase-fd"),
        ("exchange --key xkey --peer - -o new --passphrase-fd 0", "--peer or --passphrase-fd"),
        ("decapsulate --key - --ciphertext kc --secret new --passphrase-fd 0", "--passphrase-fd"),
        ("seal --key - -o new --passphrase-fd 0 file", "--passphrase-fd"),
        ("open --key - -o new --passphrase-fd 0 file", "--passphrase-fd"),
    ] {
        piped(arguments, &room.read("key")).failed(arguments, 2, &["standard input is read once: ", option]);
        assert_eq!(room.names(), before, "{arguments}");
    }
    assert_eq!(room.with_passphrase("a word", "keygen ed25519 -o locked").code, Some(0));
    let change = "convert --key locked -o other --passphrase-fd 0 --new-passphrase-fd 0";
    assert_eq!(piped(change, b"a word\nanother\n").code, Some(0));
    assert_eq!(room.with_passphrase("another", "public --key other").code, Some(0));
}

#[test]
fn every_byte_before_the_line_feed_is_of_the_passphrase() {
    let room = Room::new();
    for (number, word) in ["a word\r", "\u{feff}a word", "\u{feff}a word\r"].into_iter().enumerate() {
        assert_eq!(room.with_passphrase(&format!("{word}\n"), &format!("keygen ed25519 -o {number}")).code, Some(0));
        let public = format!("public --key {number}");
        assert_eq!(room.with_passphrase(word, &public).code, Some(0), "{word:?}");
        room.with_passphrase("a word", &public).failed(word, 4, &["wrong passphrase"]);
    }
    for command in [
        "keygen",
        "public",
        "sign",
        "convert",
        "exchange",
        "decapsulate",
        "seal",
        "open",
        "password hash",
        "password verify",
    ] {
        let help = room.succeeds(&format!("{command} --help"));
        let flat = help.text().split_whitespace().collect::<Vec<_>>().join(" ");
        let options = flat.matches("passphrase-fd <N>").count();
        assert!(options > 0, "{command}: {flat}");
        let said = flat.matches("line feed, also a carriage return or a byte order mark").count();
        assert_eq!(said, options, "{command}: {flat}");
    }
}

/// The passphrase is read whether or not the key needs it: the position of the file's content must not depend on that.
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
        room.with_passphrase(empty, keygen).failed("empty", 4, &["the passphrase is empty"]);
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
    room.succeeds("keygen ed25519 -o plain");
    for (arguments, option) in [
        (&["keygen", "x25519", "--encrypt", "-o", "new"][..], "; --passphrase-fd reads it elsewhere"),
        (&["public", "--key", "key"], "; --passphrase-fd reads it elsewhere"),
        (&["convert", "--key", "plain", "--encrypt", "-o", "new"], "; --new-passphrase-fd reads it elsewhere"),
    ] {
        let run = room.run("setsid", &[&["--wait", CARNELIAN], arguments].concat());
        run.failed("no terminal", 4, &["cannot ask for a passphrase on the terminal", option]);
    }
    assert!(!room.path().join("new").exists());
}

#[test]
fn the_terminal_asks_twice_for_a_new_passphrase_and_shows_neither() {
    let room = Room::new();
    let mut terminal = Terminal::start(&room, "keygen ed25519 --encrypt -o key");
    terminal.answer("New passphrase: ", "tell nobody\n");
    terminal.answer("The same again: ", "tell nobody\n");
    let (shown, code) = terminal.end();
    assert_eq!(code, Some(0), "{shown}");
    assert!(!shown.contains("tell") && !shown.contains("nobody"), "{shown}");
    assert_eq!(room.with_passphrase("tell nobody", "public --key key").code, Some(0));

    for (typed, expected) in [("tell nobody\n", 0), ("tell everybody\n", 4)] {
        let mut terminal = Terminal::start(&room, "public --key key -o pub --force");
        terminal.answer("Passphrase of key: ", typed);
        let (shown, code) = terminal.end();
        assert_eq!(code, Some(expected), "{shown}");
        assert!(!shown.contains("tell"), "{shown}");
    }
}

#[test]
fn the_terminal_asks_for_the_passphrase_of_a_sealed_file() {
    let room = Room::new();
    room.write("file", "content");
    let mut terminal = Terminal::start(&room, "seal -o sealed file");
    terminal.answer("New passphrase: ", "tell nobody\n");
    terminal.answer("The same again: ", "tell nobody\n");
    let (shown, code) = terminal.end();
    assert_eq!(code, Some(0), "{shown}");
    for (typed, expected) in [("tell everybody\n", 1), ("tell nobody\n", 0)] {
        let mut terminal = Terminal::start(&room, "open -o opened sealed");
        terminal.answer("Passphrase of sealed: ", typed);
        let (shown, code) = terminal.end();
        assert_eq!(code, Some(expected), "{shown}");
        assert!(!shown.contains("tell"), "{shown}");
    }
    assert_eq!(room.read("opened"), b"content");
}

#[test]
fn who_types_two_passphrases_is_asked_again_and_not_for_ever() {
    let room = Room::new();
    let mut terminal = Terminal::start(&room, "keygen ed25519 --encrypt -o key");
    terminal.answer("New passphrase: ", "one\n");
    terminal.answer("The same again: ", "two\n");
    terminal.answer("New passphrase: ", "\n");
    terminal.answer("New passphrase: ", "three\n");
    terminal.answer("The same again: ", "three\n");
    let (shown, code) = terminal.end();
    assert_eq!(code, Some(0), "{shown}");
    assert!(shown.contains("the passphrases differ") && shown.contains("the passphrase is empty"), "{shown}");
    assert_eq!(room.with_passphrase("three", "public --key key").code, Some(0));

    let mut terminal = Terminal::start(&room, "keygen ed25519 --encrypt -o none");
    for _ in 0..3 {
        terminal.answer("New passphrase: ", "\n");
    }
    let (shown, code) = terminal.end();
    assert_eq!(code, Some(4), "{shown}");
    assert_eq!(room.names(), ["key"]);
}
