//! Messages: they describe the problem in the user's terms, and hints lead to what was meant.

use crate::room::{CARNELIAN, Room, bytes, is_installed};
use carnelian::algorithm::{agreements, kems, signatures};

/// Phrases of the libraries that parse the command line.
const FOREIGN: [&str; 6] = ["SI unit", "parse", "ByteSize", "invalid digit", "expected number at", "panicked"];

#[test]
fn sizes_are_refused_in_words_of_our_own() {
    let room = Room::new();
    for (size, part) in [
        ("18446744073709551616", "expected less than 16EiB"),
        ("99999999999999GiB", "expected less than 16EiB"),
        ("1e3", "expected a number of bytes with a unit such as"),
        ("5XB", "expected a number of bytes with a unit such as"),
        ("MB", "expected a number of bytes, such as"),
    ] {
        let lines = ["random @", "sign --key k --signature s --memory-limit @ f", "open --max-memory @ f"];
        for line in lines.into_iter().chain(["password verify --max-memory @ f", "password hash --memory @"]) {
            let line = line.replace('@', size);
            let told = room.fails(&line, 2, &[size]).stderr;
            assert!(!line.starts_with("random") || told.contains(part), "{line}: {told}");
            assert!(FOREIGN.iter().all(|phrase| !told.contains(phrase)), "{line}: {told}");
        }
    }
}

#[test]
fn an_algorithm_has_the_names_that_others_give_it() {
    let room = Room::furnished();
    for (name, others) in [
        ("sha256", &["SHA256", "sha-256", "SHA2-256"][..]),
        ("sha512-256", &["SHA-512/256", "sha512/256", "SHA512-256"]),
        ("sha3-512", &["SHA3-512", "sha-3-512"]),
        ("blake2b", &["BLAKE2b", "blake2b-512", "blake2b512"]),
    ] {
        let expected = room.succeeds(&format!("hash {name} plain")).stdout;
        for other in others {
            assert_eq!(room.succeeds(&format!("hash {other} plain")).stdout, expected, "{other}");
        }
    }
    let expected = room.succeeds("mac hmac-sha256 --key plain big").stdout;
    for other in ["HMAC-SHA256", "hmac-sha-256", "hmacsha256", "HMAC-SHA2-256"] {
        assert_eq!(room.succeeds(&format!("mac {other} --key plain big")).stdout, expected, "{other}");
    }
    room.succeeds("keygen Ed25519 -o key");
    for name in ["ML-KEM-768", "mlkem768", "MLKEM-768", "ml_kem_768", "ML-DSA-65", "mldsa65", "SLH-DSA-SHA2-128f"] {
        room.succeeds(&format!("keygen {name} -o {name}.key"));
    }
}

#[test]
fn tips_name_what_was_meant() {
    let room = Room::with_keys();
    for command in ["sign --key key --signature new", "verify --key pub --signature sig"] {
        room.fails(&format!("{command} --prehash sha256 file"), 2, &["tip: ", "'--prehash=sha256'"]);
    }
    if cfg!(not(feature = "bench")) {
        room.fails("bench --compare", 2, &["tip: ", "feature 'bench'"]);
    }
    for command in ["sign --key key --signature new", "verify --key pub --signature sig"] {
        for value in ["-x", "-k", "--nonsense", "--", "-1"] {
            let told = room.fails(&format!("{command} --context {value} file"), 2, &["tip: "]).stderr;
            assert!(told.contains(&format!("use '--context={value}'")) && !told.contains("'-- "), "{value}: {told}");
        }
    }
    room.fails("random 4 -o -x", 2, &["tip: ", "'-o=-x'"]);
    room.fails("random 4 --output -x", 2, &["tip: ", "'--output=-x'"]);
    room.fails("password hash --memory -1", 2, &["tip: ", "'--memory=-1'"]);
    // The tips work.
    room.succeeds("sign --key key --signature dashed --context=-x file");
    room.succeeds("verify --key pub --signature dashed --context=-x file");
    room.succeeds("random 4 -o=-x");
    assert_eq!(room.read("-x").len(), 4);
    for version in ["version", "-v", "help version"] {
        let told = room.fails(version, 2, &["tip: '--version'"]).stderr;
        assert!(!told.contains("verify"), "{told}");
    }
    // The names that other programs have for sealing and opening.
    room.succeeds("random 32 -o seal-key");
    room.succeeds("encrypt --key seal-key -o sealed file");
    assert_eq!(room.succeeds("decrypt --key seal-key -o - sealed").stdout, room.read("file"));
}

/// The list of algorithms has those that the subcommand has a use for, and help names where all are listed.
#[test]
fn algorithms_are_those_of_the_subcommand() {
    let room = Room::with_keys();
    let listed = |arguments: &str| {
        let told = room.fails(arguments, 2, &["invalid value 'nonsense'", "possible values: "]).stderr;
        told.split_once("possible values: ").unwrap().1.split_once(']').unwrap().0.split(", ").count()
    };
    let (signing, agreeing) = (signatures().len(), agreements().len());
    let encapsulating = kems().iter().filter(|scheme| !scheme.decapsulation_key_lens().is_empty()).count();
    for (arguments, count) in [
        ("sign --key key --signature new --algorithm nonsense file", signing),
        ("verify --key pub --signature sig --algorithm nonsense file", signing),
        ("exchange --key xkey --peer xpub -o new --algorithm nonsense", agreeing),
        ("encapsulate --key kpub --ciphertext c --secret s --algorithm nonsense", encapsulating),
        ("decapsulate --key kkey --ciphertext kc --secret s --algorithm nonsense", encapsulating),
        ("public --key key --algorithm nonsense", signing + agreeing + encapsulating),
        ("convert --key key -o new --algorithm nonsense", signing + agreeing + encapsulating),
    ] {
        assert_eq!(listed(arguments), count, "{arguments}");
    }
    for command in ["sign", "verify", "public", "convert"] {
        let help = room.succeeds(&format!("{command} --help"));
        assert!(help.text().contains("keygen --help") && !help.text().contains("slh-dsa-shake-192f"), "{command}");
    }
    for (command, words) in [("sign", "Bind the signature to a context"), ("verify", "with which the file was signed")]
    {
        let help = room.succeeds(&format!("{command} --help"));
        let flat = help.text().split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(flat.contains(words) && flat.contains("HASH needs the ="), "{flat}");
        assert!(flat.contains("a text of at most 255 bytes. An empty one is none, except that Ed25519"), "{flat}");
    }
}

#[test]
fn tips_never_lead_to_another_function() {
    let room = Room::furnished();
    for (arguments, tip) in [
        ("hash sah256 plain", Some("'sha256'")),
        ("hash sha4 plain", None),
        ("hash sha3256 plain", None),
        ("hash md5 plain", None),
        ("mac sha256 --key plain plain", Some("'hmac-sha256'")),
        ("mac sha3-384 --key plain plain", Some("'hmac-sha3-384'")),
        ("mac md5 --key plain plain", None),
        ("keygen ed2519 -o new", None),
        ("keygen ml-ken-768 -o new", Some("'ml-kem-768'")),
        ("keygen ml-kem-769 -o new", None),
        ("keygen ml-dsa-56 -o new", None),
        ("keygen dilithium3 -o new", None),
        ("keygen slh-dsa-sha-128f -o new", None),
        ("keygen slh-dsa-shaek-128f -o new", Some("'slh-dsa-shake-128f'")),
        ("keygen slh-dsa-shake-129f -o new", None),
        ("keygen ml-kem -o new", None),
    ] {
        let told = room.fails(arguments, 2, &["possible values: "]).stderr;
        let found = told.lines().find(|line| line.contains("tip: ")).map(str::to_owned);
        match (tip, found) {
            (Some(tip), Some(found)) => assert!(found.contains(tip), "{arguments}: {told}"),
            (tip, found) => assert!(tip.is_none() && found.is_none(), "{arguments}: {told}"),
        }
    }
}

#[test]
fn output_has_any_length_where_a_function_gives_it() {
    let room = Room::furnished();
    for (name, option) in [("shake128", "-shake128"), ("shake256", "-shake256")] {
        for bits in [8, 128, 256, 512, 1024, 1344, 80_000] {
            let ours = room.succeeds(&format!("hash {name} -l {bits} empty plain big"));
            let digests: Vec<&str> = ours.text().lines().map(|line| line.split(' ').next().unwrap()).collect();
            assert!(digests.iter().all(|digest| digest.len() == bits / 4), "{name} {bits}");
            if !is_installed("openssl") {
                continue;
            }
            for (digest, file) in digests.iter().zip(["empty", "plain", "big"]) {
                let theirs = room.run("openssl", &["dgst", "-r", option, "-xoflen", &(bits / 8).to_string(), file]);
                assert_eq!(theirs.text().split(' ').next(), Some(*digest), "{name} {bits} {file}");
            }
        }
        room.fails(&format!("hash {name} -l 12 plain"), 2, &["a multiple of 8 up to", "not 12"]);
    }
}

#[test]
fn digits_on_the_command_line_are_named() {
    let room = Room::with_keys();
    let zeros = "0".repeat(64);
    for (tag, part) in
        [(format!("0x{zeros}"), "without 0x"), (format!("{zeros}0"), "found 65"), ("0g".into(), "found 'g'")]
    {
        room.fails(&format!("mac hmac-sha256 --key file --verify {tag} file"), 2, &[part]);
        room.fails(&format!("sign --key key --signature new --context-hex {tag} file"), 2, &[part]);
    }
}

#[test]
fn a_short_file_that_is_no_sealed_file_is_not_said_to_be_cut_off() {
    let room = Room::new();
    room.write("key", bytes(32));
    for content in [&b""[..], b"a", b"some text\n", &bytes(95)] {
        room.write("short", content);
        room.fails("open --key key -o new short", 1, &["short: this is no sealed file"]);
    }
    room.write("short", b"carnseal");
    room.fails("open --key key -o new short", 1, &["short: the header of the sealed file is cut off"]);
}

/// The limits of key lengths are those in the help text.
#[test]
fn keys_of_mac_have_the_lengths_that_help_names() {
    let room = Room::new();
    room.write("file", "");
    let help = room.succeeds("mac --help").stdout;
    let help = String::from_utf8(help).unwrap().split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        help.contains("It has 1 to 64 bytes for blake2b, 1 to 32 for blake2s, and 1 to 65536 for the others"),
        "{help}"
    );
    for (name, most) in [("blake2b", 64), ("blake2s", 32), ("hmac-sha256", 65_536), ("kmac256", 65_536)] {
        for len in [1, most] {
            room.write("mac-key", bytes(len));
            room.succeeds(&format!("mac {name} --key mac-key file"));
        }
        for len in [0, most + 1] {
            room.write("mac-key", bytes(len));
            room.fails(&format!("mac {name} --key mac-key file"), 4, &["mac-key: expected a key"]);
        }
    }
}

/// OpenSSL's obsolete ciphers, which it still writes if they are named.
#[test]
fn a_key_under_an_old_cipher_is_refused_with_what_helps() {
    let room = Room::with_keys();
    if !is_installed("openssl") {
        return;
    }
    let encrypt = ["pkcs8", "-topk8", "-v2", "des3", "-in", "key", "-out", "old", "-passout", "pass:a word"];
    assert_eq!(room.run("openssl", &encrypt).code, Some(0));
    let run = room.with_passphrase("a word", "public --key old");
    run.failed("des3", 4, &["old: unsupported", "openssl pkcs8 -topk8 -v2 aes256"]);
}

#[test]
fn the_list_fits_the_terminal() {
    if !is_installed("script") || !is_installed("stty") {
        return;
    }
    let room = Room::new();
    let names = |text: &str| text.lines().filter(|line| line.split(' ').next() == Some("xchacha20-poly1305")).count();
    for columns in [48, 80, 300] {
        let command = format!("stty cols {columns} rows 50; exec {CARNELIAN} list");
        let shown = room.run("script", &["-qec", &command, "/dev/null"]);
        let text = shown.text().replace('\r', "");
        let widest = text.lines().map(|line| line.chars().count()).max().unwrap();
        assert!(widest <= columns, "{columns}: {widest}\n{text}");
        assert_eq!(names(&text), 1);
        assert!(text.contains("draft-irtf-cfrg-xchacha") && text.contains("CPU tier: "), "{text}");
    }
    // In a pipe, each algorithm has one line.
    let piped = room.succeeds("list");
    assert!(piped.text().lines().any(|line| line.starts_with("xchacha20-poly1305 ") && line.contains("Section 2")));
}
