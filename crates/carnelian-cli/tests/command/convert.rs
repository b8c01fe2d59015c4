//! `carnelian convert`.

use crate::ml_kem::{SETS, rfc9935_seed};
use crate::room::Room;
use crate::terminal::Terminal;
use std::fs;

#[test]
fn the_forms_of_an_ml_kem_key_lead_to_one_key() {
    for (set, (name, expanded, ..)) in SETS.into_iter().enumerate() {
        let room = Room::new();
        room.write("seed", rfc9935_seed(set));
        for (form, from) in [("both", "seed"), ("expanded", "both"), ("expanded", "seed")] {
            room.succeeds(&format!("convert --key {from} --private-form {form} -o {form} --force"));
        }
        room.succeeds("convert --key both --private-form seed -o back");
        assert_eq!(room.read("back"), room.read("seed"), "{name}");
        let bytes = |key: &str| room.succeeds(&format!("convert --key {key} --format raw -o -")).stdout;
        assert_eq!(bytes("seed"), (0..64).collect::<Vec<u8>>(), "{name}");
        assert_eq!(bytes("expanded").len(), expanded, "{name}");
        assert_eq!(bytes("both"), [bytes("seed"), bytes("expanded")].concat(), "{name}");

        let public = room.succeeds("public --key seed -o pub --format pem");
        assert!(public.stdout.is_empty());
        room.succeeds("encapsulate --key pub --ciphertext c --secret s");
        for key in ["seed", "expanded", "both"] {
            assert_eq!(room.succeeds(&format!("public --key {key}")).stdout, room.read("pub"), "{name} {key}");
            let got = room.succeeds(&format!("decapsulate --key {key} --ciphertext c --secret -"));
            assert_eq!(got.stdout, room.read("s"), "{name} {key}");
        }
    }
}

#[test]
fn an_expanded_key_has_no_seed() {
    let room = Room::with_keys();
    room.succeeds("convert --key kkey --private-form expanded -o expanded");
    for form in ["seed", "both"] {
        let convert = format!("convert --key expanded --private-form {form} -o new");
        room.fails(&convert, 4, &["expanded: expected a key with its seed, found the expanded key only"]);
    }
    room.succeeds("convert --key expanded --private-form expanded --format der -o again");
    room.succeeds("convert --key again -o once-more");
    assert_eq!(room.read("once-more"), room.read("expanded"));
}

#[test]
fn a_form_is_for_keys_with_a_seed() {
    let room = Room::with_keys();
    room.succeeds("keygen slh-dsa-shake-128f -o skey");
    for (key, name) in [("key", "Ed25519"), ("xkey", "X25519"), ("skey", "SLH-DSA-SHAKE-128f")] {
        let parts = [format!("{key}: --private-form is for ML-DSA and ML-KEM keys, found {name}")];
        room.fails(
            &format!("convert --key {key} --private-form seed -o new"),
            2,
            &parts.each_ref().map(String::as_str),
        );
    }
}

#[test]
fn every_format_leads_to_every_other() {
    for (key, name) in [
        ("key", "ed25519"),
        ("xkey", "x25519"),
        ("kkey", "ml-kem-768"),
        ("dkey", "ml-dsa-44"),
        ("skey", "slh-dsa-sha2-192f"),
    ] {
        let room = Room::with_keys();
        room.succeeds("keygen ml-dsa-44 -o dkey");
        room.succeeds("keygen slh-dsa-sha2-192f -o skey");
        let formats = ["pem", "der", "hex", "raw", "pem --v2", "der --v2"];
        for first in formats {
            room.succeeds(&format!("convert --key {key} --format {first} -o first --force"));
            for second in formats {
                let convert = format!("convert --key first --algorithm {name} --format {second} -o second --force");
                room.succeeds(&convert);
                room.succeeds(&format!("convert --key second --algorithm {name} -o third --force"));
                assert_eq!(room.read("third"), room.read(key), "{name} {first} {second}");
            }
        }
    }
}

#[test]
fn parts_that_contradict_each_other_are_refused() {
    let room = Room::with_keys();
    room.succeeds("convert --key kkey --private-form both --format raw -o both");
    let bytes = room.read("both");
    for (byte, said) in
        [(0, "the expanded key is not that of the seed"), (100, "the expanded key is not that of the seed")]
    {
        let mut bad = bytes.clone();
        bad[byte] ^= 1;
        room.write("bad", &bad);
        for command in ["convert --key bad --algorithm ml-kem-768 -o new", "public --key bad --algorithm ml-kem-768"] {
            room.fails(command, 4, &["bad: ML-KEM-768 private key: ", said]);
        }
    }
    // The hash of the public key stands before the last 32 bytes.
    let mut bad = bytes[64..].to_vec();
    bad[2400 - 33] ^= 1;
    room.write("bad", &bad);
    let decapsulate = "decapsulate --key bad --algorithm ml-kem-768 --ciphertext kc --secret s";
    room.fails(decapsulate, 4, &["bad: ML-KEM-768 private key: it does not hold the hash of its encapsulation key"]);
}

/// The file shows that it is a public key; bytes and digits do not.
#[test]
fn public_keys_have_every_format_too() {
    for name in ["ed25519", "x25519", "ml-kem-512", "ml-dsa-44", "slh-dsa-sha2-128f"] {
        let room = Room::new();
        room.succeeds(&format!("keygen {name} -o key --public pub"));
        for first in ["pem", "der", "hex", "raw"] {
            room.succeeds(&format!("convert --key pub --format {first} -o first --force"));
            assert_eq!(room.read("first"), room.succeeds(&format!("public --key key --format {first}")).stdout);
            room.succeeds(&format!("convert --public --key first --algorithm {name} -o second --force"));
            assert_eq!(room.read("second"), room.read("pub"), "{name} {first}");
            assert_eq!(room.mode("second"), room.mode("pub"), "{name}");
        }
    }
    let room = Room::with_keys();
    for option in ["--encrypt", "--decrypt", "--v2", "--private-form seed"] {
        let refused = format!("{} is for private keys, found a public key", option.split(' ').next().unwrap());
        room.fails(&format!("convert --key pub {option} -o new"), 2, &["pub: ", &refused]);
        room.fails(&format!("convert --key pub --public {option} -o new"), 2, &["cannot be used with"]);
    }
    room.fails("convert --key key --public -o new", 4, &["key: expected a public key, found a private key"]);
    // Of a file with both, the private key is read unless the public key is asked for.
    room.write("both", [room.read("key"), room.read("pub")].concat());
    assert_eq!(room.succeeds("convert --key both -o -").stdout, room.read("key"));
    assert_eq!(room.succeeds("convert --key both --public -o -").stdout, room.read("pub"));
    let mut no_point = [0; 32];
    no_point[0] = 2;
    room.write("bad", no_point);
    room.fails(
        "convert --public --key bad --algorithm ed25519 -o new",
        4,
        &["bad: Ed25519 public key: expected a point"],
    );
}

#[test]
fn a_key_is_converted_in_place() {
    let room = Room::with_keys();
    let before = room.read("key");
    for (lines, arguments) in [
        ("a word\n", "convert --key key --new-passphrase-fd 3 --in-place"),
        ("a word\nanother\n", "convert --key key --passphrase-fd 3 --new-passphrase-fd 3 --in-place"),
        ("another\n", "convert --key key --passphrase-fd 3 --decrypt --in-place"),
    ] {
        let run = room.with_descriptor(lines, arguments);
        assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""), "{arguments}");
        assert_eq!(is_encrypted(&room, "key"), !arguments.contains("--decrypt"), "{arguments}");
        assert_eq!(room.mode("key"), 0o600);
    }
    assert_eq!(room.read("key"), before);
    // A wrong passphrase leaves the file as it is.
    room.with_descriptor("a word\n", "convert --key key --new-passphrase-fd 3 --in-place");
    let locked = room.read("key");
    let run = room.with_descriptor("a sword\n", "convert --key key --passphrase-fd 3 --decrypt --in-place");
    run.failed("wrong", 4, &["key: wrong passphrase"]);
    assert_eq!(room.read("key"), locked);
    room.fails("convert --key - --in-place", 2, &["--in-place replaces a file"]);
    // More than the key would be lost, or a second name would keep the old key.
    room.succeeds("keygen ed25519 -o fresh --public fresh.pub");
    let bundle = [room.read("fresh"), room.read("fresh.pub")].concat();
    room.write("bundle", &bundle);
    for options in ["--in-place", "--public --in-place", "--v2 --in-place"] {
        room.fails(&format!("convert --key bundle {options}"), 3, &["bundle: --in-place would remove other PEM"]);
    }
    room.fails("convert --key fresh --public --in-place", 3, &["fresh: --in-place would remove the private key"]);
    assert_eq!(room.read("bundle"), bundle);
    fs::hard_link(room.path().join("fresh"), room.path().join("second")).unwrap();
    room.fails("convert --key fresh --v2 --in-place", 3, &["fresh: has another name", "--force"]);
    fs::remove_file(room.path().join("second")).unwrap();
    std::os::unix::fs::symlink("fresh", room.path().join("link")).unwrap();
    room.succeeds("convert --key link --format der --in-place");
    assert!(fs::symlink_metadata(room.path().join("link")).unwrap().is_symlink());
    assert_eq!(room.read("fresh")[0], 0x30);
    room.succeeds("convert --key bundle --v2 --in-place --force");
    assert_eq!(room.run("mkfifo", &["pipe"]).code, Some(0));
    room.fails("convert --key pipe --in-place", 3, &["pipe: is not a regular file"]);
    room.fails("convert --key key --in-place -o new", 2, &["cannot be used with"]);
}

fn is_encrypted(room: &Room, name: &str) -> bool {
    room.read(name).starts_with(b"-----BEGIN ENCRYPTED PRIVATE KEY-----\n")
}

#[test]
fn an_encrypted_key_stays_encrypted_unless_told_otherwise() {
    let room = Room::with_keys();
    let succeeds = |lines: &str, arguments: &str| {
        let run = room.with_descriptor(lines, arguments);
        assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""), "{arguments}");
    };
    succeeds("a word\n", "convert --key kkey -o locked --new-passphrase-fd 3");
    assert!(is_encrypted(&room, "locked"));
    assert_eq!(room.mode("locked"), 0o600);
    succeeds("a word\n", "convert --key locked --private-form both -o kept --passphrase-fd 3");
    assert!(is_encrypted(&room, "kept"));
    succeeds("a word\nanother\n", "convert --key kept -o changed --passphrase-fd 3 --new-passphrase-fd 3");
    assert!(is_encrypted(&room, "changed"));
    succeeds("another", "convert --key changed --private-form seed -o open --decrypt --passphrase-fd 3");
    assert_eq!(room.read("open"), room.read("kkey"));

    let names = room.names();
    for (lines, arguments, code, part) in [
        (
            "a word",
            "convert --key locked -o new --passphrase-fd 3 --format raw",
            2,
            "--format raw or hex does not encrypt",
        ),
        ("a word", "convert --key locked -o new --passphrase-fd 3 --v2", 2, "locked: the key is encrypted, and --v2"),
        ("\n", "convert --key kkey -o new --new-passphrase-fd 3", 4, "the passphrase is empty"),
        ("", "convert --key kkey -o new --new-passphrase-fd 77", 3, "--new-passphrase-fd 77: Bad file descriptor"),
    ] {
        room.with_descriptor(lines, arguments).failed(arguments, code, &[part]);
        assert_eq!(room.names(), names, "{arguments}");
    }
}

#[test]
fn the_terminal_asks_for_both_passphrases() {
    let room = Room::new();
    assert_eq!(room.with_passphrase("old", "keygen ml-kem-768 -o key --public pub").code, Some(0));
    let mut terminal = Terminal::start(&room, "convert --key key --encrypt -o new");
    terminal.answer("Passphrase of key: ", "old\n");
    terminal.answer("New passphrase: ", "tell nobody\n");
    terminal.answer("The same again: ", "tell nobody\n");
    let (shown, code) = terminal.end();
    assert_eq!(code, Some(0), "{shown}");
    assert!(!shown.contains("nobody"), "{shown}");
    let public = room.with_passphrase("tell nobody", "public --key new");
    assert_eq!(public.stdout, room.read("pub"));
}
