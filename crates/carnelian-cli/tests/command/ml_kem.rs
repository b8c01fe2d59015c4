//! `carnelian encapsulate`, `carnelian decapsulate`, and ML-KEM keys.

use crate::key_files::{in_every_format, is_file_of_seed};
use crate::room::{CARNELIAN, Room, finish};
use std::fs;

/// The parameter sets: the name, and the bytes in an expanded private key, a public key and a ciphertext.
pub(crate) const SETS: [(&str, usize, usize, usize); 3] =
    [("ml-kem-512", 1632, 800, 768), ("ml-kem-768", 2400, 1184, 1088), ("ml-kem-1024", 3168, 1568, 1568)];

/// The private keys of RFC 9935 Appendix C.1, as seeds 00 01 .. 3f, by the last byte of their identifier.
pub(crate) fn rfc9935_seed(set: usize) -> String {
    let first = ["MFQCAQAwCwYJYIZIAWUDBAQB", "MFQCAQAwCwYJYIZIAWUDBAQC", "MFQCAQAwCwYJYIZIAWUDBAQD"][set];
    let rest = "GhscHR4fICEiIyQlJicoKSorLC0uLzAxMjM0NTY3ODk6Ozw9Pj8=";
    format!(
        "-----BEGIN PRIVATE KEY-----\n{first}BEKAQAABAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZ\n{rest}\n-----END PRIVATE KEY-----\n"
    )
}

#[test]
fn the_seeds_of_rfc_9935_are_read_and_written() {
    for (set, (name, ..)) in SETS.into_iter().enumerate() {
        is_file_of_seed(name, &Vec::from_iter(0..64), &rfc9935_seed(set));
    }
}

#[test]
fn both_sides_get_the_same_secret() {
    for (name, _, _, ciphertext) in SETS {
        let room = Room::new();
        room.succeeds(&format!("keygen {name} -o key --public pub"));
        let secrets = ["one", "two"].map(|secret| {
            room.succeeds(&format!("encapsulate --key pub --ciphertext {secret}.c --secret {secret}"));
            room.succeeds(&format!("decapsulate --key key --ciphertext {secret}.c --secret {secret}.got"));
            assert_eq!(room.read(&format!("{secret}.c")).len(), ciphertext, "{name}");
            assert_eq!(room.read(secret), room.read(&format!("{secret}.got")), "{name}");
            room.read(secret)
        });
        assert_eq!(secrets[0].len(), 32);
        assert_ne!(secrets[0], secrets[1], "{name}");
    }
}

#[test]
fn every_format_of_a_key_serves_both_sides() {
    for (name, _, public, _) in SETS {
        let room = Room::new();
        in_every_format(&room, name, |key, named| {
            room.succeeds(&format!("encapsulate --key {key}.pub{named} --ciphertext c --secret s --force"));
            let got = room.succeeds(&format!("decapsulate --key {key}{named} --ciphertext c --secret -"));
            assert_eq!(got.stdout, room.read("s"), "{name} {key}");
        });
        let lengths = ["hex", "raw", "hex.pub", "raw.pub"].map(|name| room.read(name).len());
        assert_eq!(lengths, [129, 64, 2 * public + 1, public], "{name}");
    }
}

/// A seed has as many bytes in every parameter set, and as many as an Ed25519 key has digits.
#[test]
fn a_key_without_a_container_needs_to_be_told_what_it_is_for() {
    let room = Room::with_keys();
    room.succeeds("convert --key kkey --format raw -o seed");
    room.succeeds("convert --key kkey --format hex -o digits");
    room.succeeds("convert --key kkey --private-form expanded --format raw -o expanded");
    room.succeeds("public --key kkey --format raw -o bytes.pub");
    room.succeeds("public --key kkey --format hex -o digits.pub");
    let unknown = ["does not name its algorithm", "specify it with --algorithm"];
    for key in ["seed", "digits", "expanded"] {
        room.fails(&format!("decapsulate --key {key} --ciphertext kc --secret s"), 4, &unknown);
        room.fails(&format!("public --key {key}"), 4, &unknown);
        let got = room.succeeds(&format!("decapsulate --key {key} --algorithm ml-kem-768 --ciphertext kc --secret -"));
        assert_eq!(got.stdout, room.read("ks"), "{key}");
    }
    for key in ["bytes.pub", "digits.pub"] {
        room.fails(&format!("encapsulate --key {key} --ciphertext c --secret s"), 4, &unknown);
        let parts = [key, "expected a key as PEM, DER"];
        room.fails(
            &format!("encapsulate --key {key} --algorithm ml-kem-1024 --ciphertext c --secret s"),
            4,
            &parts[..1],
        );
    }
    let wrong = "decapsulate --key kkey --algorithm ml-kem-512 --ciphertext kc --secret s";
    room.fails(wrong, 4, &["kkey: algorithm: expected", "(ML-KEM-512), found", "(ML-KEM-768)"]);
    room.write("short", [7; 32]);
    let short = "decapsulate --key short --algorithm ml-kem-768 --ciphertext kc --secret s";
    room.fails(
        short,
        4,
        &["short: expected an ML-KEM-768 private key as", "raw bytes (64, 2400 or 2464), found 32 bytes"],
    );
    let signed = "sign --key seed --algorithm ml-kem-768 --signature new file";
    room.fails(signed, 2, &["invalid value 'ml-kem-768'", "possible values: ed25519, "]);
}

#[test]
fn a_changed_ciphertext_leads_to_another_secret() {
    let room = Room::with_keys();
    room.succeeds("keygen ml-kem-768 -o other");
    let mut ciphertext = room.read("kc");
    for byte in [0, 500, 1087] {
        ciphertext[byte] ^= 1;
        room.write("changed", &ciphertext);
        ciphertext[byte] ^= 1;
        let decapsulate = "decapsulate --key kkey --ciphertext changed --secret -";
        let secret = room.succeeds(decapsulate).stdout;
        assert_eq!(secret.len(), 32);
        assert_ne!(secret, room.read("ks"), "byte {byte}");
        assert_eq!(room.succeeds(decapsulate).stdout, secret, "a ciphertext has one secret");
    }
    assert_ne!(room.succeeds("decapsulate --key other --ciphertext kc --secret -").stdout, room.read("ks"));
    let help = room.succeeds("decapsulate --help").stdout;
    assert!(String::from_utf8(help).unwrap().contains("is not an error"));
}

#[test]
fn a_ciphertext_of_another_length_is_refused_with_both_lengths() {
    let room = Room::with_keys();
    let ciphertext = room.read("kc");
    for (contents, found) in [
        (&ciphertext[..1087], "1087"),
        (&[&ciphertext[..], b"\n"].concat(), "1089"),
        (&[], "0"),
        (&ciphertext[..768], "768"),
        (&[7; 100_000], "100000"),
    ] {
        room.write("wrong", contents);
        let parts = [format!("wrong: expected a ciphertext of 1088 bytes, found {found}\n")];
        room.fails("decapsulate --key kkey --ciphertext wrong --secret s", 4, &parts.each_ref().map(String::as_str));
    }
    let endless = "decapsulate --key kkey --ciphertext /dev/zero --secret s";
    room.fails(endless, 4, &["/dev/zero: expected a ciphertext of 1088 bytes, found more"]);
    room.fails("decapsulate --key kkey --ciphertext missing --secret s", 3, &["missing: No such file or directory"]);
}

#[test]
fn a_public_key_that_is_not_canonical_is_refused() {
    for (name, _, public, _) in SETS {
        let room = Room::new();
        room.write("bad", vec![0xff; public]);
        let encapsulate = format!("encapsulate --key bad --algorithm {name} --ciphertext c --secret s");
        room.fails(&encapsulate, 4, &["bad: ", "public key: a coefficient is not below 3329"]);
        room.write("bad", vec![0; public - 1]);
        room.fails(&encapsulate, 4, &["bad: "]);
    }
}

#[test]
fn keys_and_ciphertexts_go_through_pipes() {
    let room = Room::with_keys();
    let piped =
        |arguments: &str, input: &str| finish(room.command(CARNELIAN).args(arguments.split(' ')), &room.read(input));
    let run = piped("encapsulate --key - --ciphertext - --secret s", "kpub");
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
    let got = finish(
        room.command(CARNELIAN).args("decapsulate --key kkey --ciphertext - --secret -".split(' ')),
        &run.stdout,
    );
    assert_eq!(got.stdout, room.read("s"));
    assert_eq!(piped("decapsulate --key - --ciphertext kc --secret -", "kkey").stdout, room.read("ks"));
    let run = piped("encapsulate --key - --ciphertext c --secret -", "kpub");
    assert_eq!(room.succeeds("decapsulate --key kkey --ciphertext c --secret -").stdout, run.stdout);
}

#[test]
fn an_encrypted_key_decapsulates_by_its_passphrase_alone() {
    let room = Room::new();
    for format in ["pem", "der"] {
        let keygen = format!("keygen ml-kem-512 -o {format} --public {format}.pub --format {format}");
        assert_eq!(room.with_passphrase("a word", &keygen).code, Some(0));
        room.succeeds(&format!("encapsulate --key {format}.pub --ciphertext c --secret s --force"));
        let decapsulate = format!("decapsulate --key {format} --ciphertext c --secret -");
        let run = room.with_passphrase("a word", &decapsulate);
        assert_eq!((run.code, run.stderr.as_str(), &run.stdout), (Some(0), "", &room.read("s")), "{format}");
        room.with_passphrase("another", &decapsulate).failed(format, 4, &[&format!("{format}: wrong passphrase")]);
    }
    // The passphrase is the first line of standard input, the ciphertext the rest.
    let input = [b"a word\n", &room.read("c")[..]].concat();
    let arguments = "decapsulate --key der --ciphertext - --secret - --passphrase-fd 0";
    assert_eq!(finish(room.command(CARNELIAN).args(arguments.split(' ')), &input).stdout, room.read("s"));
}

/// A name is taken, or the disk is full when one of the two is written.
#[cfg(target_os = "linux")]
#[test]
fn encapsulate_writes_both_files_or_neither() {
    let room = Room::with_keys();
    let (key, file) = (room.read("key"), room.read("file"));
    room.fails("encapsulate --key kpub --ciphertext new --secret key", 3, &["key: exists already"]);
    room.fails("encapsulate --key kpub --ciphertext file --secret new", 3, &["file: exists already"]);
    room.fails("encapsulate --key kpub --ciphertext new --secret no/such", 3, &["no/such: "]);
    room.fails("encapsulate --key kpub --ciphertext /dev/full --secret new", 3, &["/dev/full: No space left"]);
    room.fails("encapsulate --key kpub --ciphertext /dev/full --secret key --force", 3, &["/dev/full: No space left"]);
    room.fails("encapsulate --key kpub --ciphertext new --secret /dev/full", 3, &["/dev/full: No space left"]);
    fs::create_dir(room.path().join("directory")).unwrap();
    room.fails("encapsulate --key kpub --ciphertext directory --secret new --force", 3, &["directory: Is a directory"]);
    for arguments in ["--ciphertext - --secret new", "--ciphertext new --secret -"] {
        let names = room.names();
        let run = room.run("sh", &["-c", &format!("exec {CARNELIAN} encapsulate --key kpub {arguments} > /dev/full")]);
        run.failed(arguments, 3, &["write error: No space left on device"]);
        assert_eq!(room.names(), names, "{arguments}");
    }
    assert_eq!((room.read("key"), room.read("file")), (key, file));
}

/// A secret is its owner's alone in place of a file that others could read too; the ciphertext is for everybody.
#[test]
fn force_replaces_both_files() {
    let room = Room::with_keys();
    room.write("s", "old");
    room.write("c", "old");
    assert_ne!(room.mode("s"), 0o600);
    let public = room.mode("c");
    room.succeeds("encapsulate --key kpub --ciphertext c --secret s --force");
    assert_eq!((room.mode("s"), room.mode("c")), (0o600, public));
    room.succeeds("decapsulate --key kkey --ciphertext c --secret s2");
    assert_eq!(room.read("s"), room.read("s2"));
}
