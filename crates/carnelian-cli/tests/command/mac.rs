//! `carnelian mac`.

use crate::room::{CARNELIAN, Room, bytes, finish, is_installed};

/// 32 bytes, with a line feed at their end.
const KEY: &[u8] = b"a key of thirty-two bytes, all.\n";

fn room() -> Room {
    let room = Room::furnished();
    room.write("key", KEY);
    room
}

fn digits(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Returns the first word of the single line that `mac` prints.
fn tag(room: &Room, arguments: &str) -> String {
    room.succeeds(arguments).text().split(' ').next().unwrap().to_owned()
}

/// RFC 4231 Section 4.3, and sample 1 of NIST's examples for KMAC.
#[test]
fn tags_are_those_of_the_standards() {
    let room = Room::new();
    room.write("key", "Jefe");
    room.write("data", "what do ya want for nothing?");
    assert_eq!(
        room.succeeds("mac hmac-sha256 --key key data").text(),
        "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843  data\n"
    );
    room.write("key", (0x40..=0x5f).collect::<Vec<u8>>());
    room.write("data", [0, 1, 2, 3]);
    let expected = "e5780b0d3ea6f7d3a429c5706aa43a00fadbd7d49628839e3187243f456ee14e";
    assert_eq!(tag(&room, "mac kmac128 --key key data"), expected);
}

#[test]
fn tags_are_those_of_openssl_at_every_tier() {
    if !is_installed("openssl") {
        return;
    }
    let room = room();
    let key = format!("hexkey:{}", digits(KEY));
    let hmac = |digest: &'static str| vec!["-digest", digest, "HMAC"];
    let rows = [
        ("hmac-sha256", hmac("SHA256")),
        ("hmac-sha224", hmac("SHA224")),
        ("hmac-sha512", hmac("SHA512")),
        ("hmac-sha384", hmac("SHA384")),
        ("hmac-sha512-256", hmac("SHA512-256")),
        ("hmac-sha3-256", hmac("SHA3-256")),
        ("hmac-sha3-224", hmac("SHA3-224")),
        ("hmac-sha3-384", hmac("SHA3-384")),
        ("hmac-sha3-512", hmac("SHA3-512")),
        ("kmac128", vec!["KMAC128"]),
        ("kmac256", vec!["KMAC256"]),
        ("blake2b", vec!["BLAKE2BMAC"]),
        ("blake2s", vec!["BLAKE2SMAC"]),
    ];
    for (algorithm, theirs) in rows {
        for file in ["empty", "plain", "big"] {
            let expected = room.run("openssl", &[&["mac", "-macopt", &key, "-in", file], &*theirs].concat());
            let expected = expected.text().trim().to_lowercase();
            for tier in ["portable32", "portable64", "sse", "avx2", "avx512"] {
                let arguments = ["mac", algorithm, "--key", "key", file];
                let ours = finish(room.command(CARNELIAN).env("CARNELIAN_CPU", tier).args(arguments), b"");
                assert_eq!(ours.text(), format!("{expected}  {file}\n"), "{algorithm} at {tier}");
            }
        }
    }
    let option = format!("hexkey:{}", digits(KEY));
    let dgst = room.run("openssl", &["dgst", "-sha256", "-mac", "HMAC", "-macopt", &option, "-r", "plain"]);
    assert_eq!(dgst.text().split(' ').next().unwrap(), tag(&room, "mac hmac-sha256 --key key plain"));
}

#[test]
fn a_valid_tag_is_told_from_others() {
    let room = room();
    for algorithm in ["hmac-sha256", "kmac256", "blake2b", "blake2s"] {
        let tag = tag(&room, &format!("mac {algorithm} --key key plain"));
        let verify = format!("mac {algorithm} --key key --verify");
        assert_eq!(room.succeeds(&format!("{verify} {tag} plain")).text(), "plain: OK\n");
        assert_eq!(room.succeeds(&format!("{verify} {} plain --quiet", tag.to_uppercase())).text(), "");
        let mut other = tag.clone();
        other.replace_range(0..1, if tag.starts_with('0') { "1" } else { "0" });
        let failed = room.fails(&format!("{verify} {other} plain"), 1, &["plain: the ", " tag is not valid"]);
        assert_eq!(failed.text(), "plain: FAILED\n");
        for other in [&tag[2..], &format!("{tag}00"), ""] {
            let arguments = ["mac", algorithm, "--key", "key", "--verify", other, "plain"];
            let failed = room.carnelian(&arguments);
            assert_eq!(failed.code, Some(1), "{failed:?}");
            assert!(failed.stderr.contains(&format!("found {}\n", other.len() / 2)), "{failed:?}");
        }
        assert_eq!(room.fails(&format!("{verify} {tag} big"), 1, &["big: "]).text(), "big: FAILED\n");
        room.fails(&format!("{verify} {tag} missing"), 3, &["missing: No such file"]);
    }
}

#[test]
fn keys_of_the_wrong_length_are_refused() {
    let room = room();
    room.write("none", "");
    room.write("33", [1; 33]);
    room.write("65", [1; 65]);
    room.write("huge", vec![1; (64 << 10) + 1]);
    room.fails("mac hmac-sha256 --key none plain", 4, &["none: expected a key for hmac-sha256, of 1 to 65536 bytes"]);
    room.fails("mac blake2s --key 33 plain", 4, &["33: expected a key for blake2s, of 1 to 32 bytes, found 33"]);
    room.fails("mac blake2b --key 65 plain", 4, &["found 65"]);
    room.fails("mac kmac128 --key huge plain", 4, &["huge: expected a key file of at most 65536 bytes"]);
    room.fails("mac kmac128 --key missing plain", 3, &["missing: No such file"]);
    room.succeeds("mac blake2b --key 33 plain");
}

/// Digits may be the text of a key or the digits of one, in whatever layout they are written.
#[test]
fn a_key_of_digits_in_any_layout_needs_its_form() {
    let room = room();
    for (contents, found) in [
        ("00ff 00ff\n", "8 hexadecimal digits with white space between them"),
        ("00ff\n00ff\n", "8 hexadecimal digits with white space between them"),
        ("00ff00ff\n\n", "8 hexadecimal digits with white space around them"),
        (" 00ff00ff", "8 hexadecimal digits with white space around them"),
        ("0x00ff00ff\n", "8 hexadecimal digits with 0x before them"),
        ("00:ff:00:ff", "8 hexadecimal digits with colons between them"),
        ("\u{feff}00FF 00FF", "8 hexadecimal digits with white space between them"),
        ("00ff00f\n", "7 hexadecimal digits"),
    ] {
        room.write("digits", contents);
        let length = format!("--key-form bytes reads a key of {} bytes\n", contents.len());
        let said = format!("digits: {found}: --key-form hex reads two digits for each byte and at most one line end, ");
        room.fails("mac hmac-sha256 --key digits plain", 4, &[&said, &length]);
        let hex = format!("two for each byte of the key, and at most one line end, found {found}\n");
        room.fails("mac hmac-sha256 --key digits --key-form hex plain", 4, &[&hex]);
        let expected = tag(&room, "mac hmac-sha256 --key digits --key-form bytes plain");
        room.write("longer", format!("{contents}z"));
        assert_ne!(tag(&room, "mac hmac-sha256 --key longer plain"), expected);
    }
    room.write("digits", "00ff00ff\n");
    let both = ["--key-form hex reads a key of 4 bytes", "--key-form bytes one of 9\n"];
    room.fails("mac hmac-sha256 --key digits plain", 4, &both);
    // Words, and base64, are texts that no one takes for digits of this key.
    for text in ["a passphrase\n", "axe", "Zm9vYmFyZm9vYmFyZm9vYmFy\n"] {
        room.write("text", text);
        room.succeeds("mac hmac-sha256 --key text plain");
    }
}

#[test]
fn keys_and_messages_come_from_standard_input_and_descriptors() {
    let room = room();
    let content = bytes(300_000);
    room.write("content", &content);
    let expected = tag(&room, "mac hmac-sha512 --key key content");
    let piped = finish(room.command(CARNELIAN).args(["mac", "hmac-sha512", "--key", "key"]), &content);
    assert_eq!(piped.text(), format!("{expected}  -\n"));
    let piped = finish(room.command(CARNELIAN).args(["mac", "hmac-sha512", "--key", "-", "content"]), KEY);
    assert_eq!(piped.text(), format!("{expected}  content\n"));
    let script = format!("exec {CARNELIAN} mac hmac-sha512 --key /dev/fd/3 content 3< key");
    assert_eq!(room.run("sh", &["-c", &script]).text(), format!("{expected}  content\n"));
}

#[test]
fn json_names_every_file_and_what_became_of_it() {
    let room = room();
    let run = room.carnelian(&["mac", "blake2b", "--key", "key", "--json", "plain", "missing", "big"]);
    assert_eq!(run.code, Some(3));
    let elements: serde_json::Value = serde_json::from_slice(&run.stdout).unwrap();
    for (element, file) in elements.as_array().unwrap().iter().zip(["plain", "missing", "big"]) {
        assert_eq!((&element["file"], &element["algorithm"]), (&file.into(), &"blake2b".into()));
        assert_eq!(element["error"].is_string(), file == "missing");
        assert_eq!(element["tag"].is_string(), file != "missing");
    }
    let tag = elements[0]["tag"].as_str().unwrap();
    for (file, status, code) in [("plain", "ok", 0), ("big", "failed", 1)] {
        let run = room.carnelian(&["mac", "blake2b", "--key", "key", "--json", "--verify", tag, file]);
        let elements: serde_json::Value = serde_json::from_slice(&run.stdout).unwrap();
        assert_eq!((run.code, &elements[0]["status"]), (Some(code), &status.into()), "{run:?}");
    }
}
