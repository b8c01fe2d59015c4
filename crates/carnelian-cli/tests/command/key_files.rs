//! `carnelian keygen` and `carnelian public`, and the key files that every subcommand reads.

use crate::foreign_keys::base64;
use crate::room::{CARNELIAN, Room, finish, is_installed};
use crate::terminal::wait_until;
use std::fs;
use std::os::unix::fs::symlink;

/// RFC 8410 Section 10.3: a private key in v1, in v2 with attributes, and its public key.
const RFC8410_V1: &str = "\
-----BEGIN PRIVATE KEY-----
MC4CAQAwBQYDK2VwBCIEINTuctv5E1hK1bbY8fdp+K06/nwoy/HU++CXqI9EdVhC
-----END PRIVATE KEY-----
";
const RFC8410_V2: &str = "\
-----BEGIN PRIVATE KEY-----
MHICAQEwBQYDK2VwBCIEINTuctv5E1hK1bbY8fdp+K06/nwoy/HU++CXqI9EdVhC
oB8wHQYKKoZIhvcNAQkJFDEPDA1DdXJkbGUgQ2hhaXJzgSEAGb9ECWmEzf6FQbrB
Z9w7lshQhqowtrbLDFw4rXAxZuE=
-----END PRIVATE KEY-----
";
const RFC8410_PUBLIC: &str = "\
-----BEGIN PUBLIC KEY-----
MCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE=
-----END PUBLIC KEY-----
";

/// RFC 7748 Section 6.1, Alice.
const ALICE: &str = "77076d0a7318a57d3c16c17251b26645df4c2f87ebc0992ab177fba51db92c2a";

/// Expects that a key file is what is written for a seed, as raw bytes it is the seed, and both have one public key.
pub(crate) fn is_file_of_seed(algorithm: &str, seed: &[u8], file: &str) {
    let room = Room::new();
    room.write("key", file);
    assert_eq!(room.succeeds("convert --key key --format raw -o -").stdout, seed, "{algorithm}");
    room.write("seed", seed);
    room.succeeds(&format!("convert --key seed --algorithm {algorithm} -o again"));
    assert_eq!(room.read("again"), file.as_bytes(), "{algorithm}");
    let public = room.succeeds("public --key key").stdout;
    assert_eq!(room.succeeds(&format!("public --key seed --algorithm {algorithm}")).stdout, public, "{algorithm}");
}

/// Writes a key and its public key in every format, into `pem` and `pem.pub` and so on, and calls `check` with the name
/// of the file and the option that names the algorithm, where the format does not.
pub(crate) fn in_every_format(room: &Room, algorithm: &str, check: impl Fn(&str, &str)) {
    let option = &*format!(" --algorithm {algorithm}");
    for (file, format, named) in
        [("pem", "pem", ""), ("der", "der", ""), ("v2", "der", ""), ("hex", "hex", option), ("raw", "raw", option)]
    {
        let version = if file == "v2" { " --v2" } else { "" };
        room.succeeds(&format!("keygen {algorithm} -o {file} --public {file}.pub --format {format}{version}"));
        let made = room.succeeds(&format!("public --key {file} --format {format}{named}"));
        assert_eq!(made.stdout, room.read(&format!("{file}.pub")), "{algorithm} {file}");
        check(file, named);
    }
}

#[test]
fn the_keys_of_rfc_8410_are_read_in_both_versions() {
    let room = Room::new();
    for contents in [RFC8410_V1, RFC8410_V2] {
        room.write("key", contents);
        assert_eq!(room.succeeds("public --key key").text(), RFC8410_PUBLIC);
    }
}

#[test]
fn every_format_that_is_written_is_read() {
    for key_type in ["ed25519", "x25519"] {
        let room = Room::new();
        for format in ["pem", "der", "hex", "raw"] {
            room.succeeds(&format!("keygen {key_type} -o {format} --public {format}.pub --format {format}"));
            let public = room.succeeds(&format!("public --key {format} --format {format} --algorithm {key_type}"));
            assert_eq!(public.stdout, room.read(&format!("{format}.pub")), "{key_type} {format}");
        }
        let lengths = ["der", "hex", "raw", "der.pub", "hex.pub", "raw.pub"].map(|name| room.read(name).len());
        assert_eq!(lengths, [48, 65, 32, 44, 65, 32]);
        for v2 in ["pem", "der"] {
            room.succeeds(&format!("keygen {key_type} --v2 -o v2.{v2} --public v2.{v2}.pub --format {v2}"));
            let public = room.succeeds(&format!("public --key v2.{v2} --format {v2}"));
            assert_eq!(public.stdout, room.read(&format!("v2.{v2}.pub")), "{key_type} {v2}");
        }
    }
}

#[test]
fn no_two_keys_are_the_same() {
    let room = Room::new();
    let keys = [(); 3].map(|()| room.succeeds("keygen ed25519 --format hex -o -").stdout);
    assert!(keys[0] != keys[1] && keys[1] != keys[2] && keys[0] != keys[2]);
}

#[test]
fn a_private_key_is_its_owners_alone_and_a_public_key_is_not() {
    let room = Room::with_keys();
    room.write("plain", "");
    room.succeeds("exchange --key xkey --peer xpub -o secret");
    room.succeeds("keygen ed25519 --format raw -o raw");
    room.succeeds("decapsulate --key kkey --ciphertext kc --secret decapsulated");
    room.succeeds("convert --key key -o converted");
    for secret in ["key", "xkey", "secret", "raw", "kkey", "ks", "decapsulated", "converted"] {
        assert_eq!(room.mode(secret), 0o600, "{secret}");
    }
    for public in ["pub", "xpub", "sig", "kpub", "kc"] {
        assert_eq!(room.mode(public), room.mode("plain"), "{public}");
    }
}

/// Subcommands, with `@` in place of their output.
const WRITERS: [&str; 9] = [
    "keygen ed25519 -o @",
    "keygen ed25519 -o new --public @",
    "public --key key -o @",
    "sign --key key --signature @ file",
    "exchange --key xkey --peer xpub -o @",
    "encapsulate --key kpub --ciphertext @ --secret new",
    "encapsulate --key kpub --ciphertext new --secret @",
    "decapsulate --key kkey --ciphertext kc --secret @",
    "convert --key key -o @",
];

#[test]
fn nothing_that_exists_is_replaced_without_force() {
    for writer in WRITERS {
        let room = Room::with_keys();
        room.write("old", "old");
        symlink("old", room.path().join("link")).unwrap();
        symlink("nowhere", room.path().join("dangling")).unwrap();
        for taken in ["old", "link", "dangling"] {
            room.fails(&writer.replace('@', taken), 3, &[taken, "exists already; --force replaces it"]);
        }
        room.fails(&writer.replace('@', "."), 3, &["."]);
        room.fails(&writer.replace('@', "no/such/directory"), 3, &["no/such/directory"]);
        assert_eq!(room.read("old"), b"old");

        room.succeeds(&(writer.replace('@', "link") + " --force"));
        assert!(fs::symlink_metadata(room.path().join("link")).unwrap().is_file(), "{writer}");
        assert_eq!(room.read("old"), b"old", "{writer}");
        room.succeeds(&(writer.replace('@', "old") + " --force"));
        assert_ne!(room.read("old"), b"old", "{writer}");
    }
}

/// A descriptor has the same content under each of its names, and is neither opened anew nor replaced.
#[cfg(target_os = "linux")]
#[test]
fn an_open_descriptor_is_an_output_under_its_name() {
    let room = Room::with_keys();
    for writer in [
        "public --key key -o @",
        "convert --key key -o @",
        "exchange --key xkey --peer xpub -o @",
        "decapsulate --key kkey --ciphertext kc --secret @",
        "sign --key key --signature @ file",
    ] {
        let expected = room.succeeds(&writer.replace('@', "-")).stdout;
        for name in ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"] {
            assert_eq!(room.succeeds(&writer.replace('@', name)).stdout, expected, "{writer} {name}");
        }
        // A file that has a line already, and another descriptor.
        for (name, redirected) in [("/dev/stdout", "> new"), ("/dev/fd/7", "7> new >&7")] {
            let script = format!("{{ echo line; {CARNELIAN} {}; }} {redirected}", writer.replace('@', name));
            let run = room.run("sh", &["-c", &script]);
            assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""), "{script}");
            assert_eq!(room.read("new"), [b"line\n", &expected[..]].concat(), "{script}");
        }
    }
    let random = room.succeeds("random 32 -o /dev/stdout").stdout;
    assert_eq!(random.len(), 32);
    room.succeeds("keygen ed25519 -o /dev/stdout");
    room.fails("keygen ed25519 -o /dev/stdout --public -", 2, &["two outputs cannot be one file"]);
    room.fails("public --key key -o /dev/fd/77", 3, &["/dev/fd/77: Bad file descriptor"]);
    room.fails("sign --key /dev/stdin --signature new -", 2, &["standard input is read once"]);
    if is_installed("bash") {
        let script = format!("{CARNELIAN} convert --key key -o >(cat > copy); wait $!");
        assert_eq!(room.run("bash", &["-c", &script]).code, Some(0));
        assert_eq!(room.read("copy"), room.read("key"));
    }
}

/// Descriptors run out at each step in turn: what was there stays, and nothing else is left.
#[cfg(target_os = "linux")]
#[test]
fn a_replacement_that_fails_leaves_nothing() {
    let room = Room::with_keys();
    room.write("file", "content");
    room.succeeds("sign --key key -f --signature sig file");
    let names = room.names();
    let writers = [
        "keygen ed25519 -f -o key --public pub",
        "sign --key key -f --signature sig file",
        "public --key key -f -o pub",
        "convert --key key --v2 --in-place",
    ];
    let mut failed = 0;
    for (writer, most) in writers.iter().flat_map(|writer| (3..14).map(move |most| (writer, most))) {
        let run = room.run("sh", &["-c", &format!("ulimit -n {most}; exec {CARNELIAN} {writer}")]);
        failed += usize::from(run.code != Some(0));
        assert_eq!(room.names(), names, "{writer} with {most} descriptors");
    }
    assert!(failed > 4, "{failed}");
}

/// The beginning of a PEM text is the same in every file.
#[test]
fn a_pem_text_that_was_cut_short_is_no_key() {
    let room = Room::with_keys();
    let pem = String::from_utf8(room.read("key")).unwrap();
    let found = |length: usize| format!("PEM text at byte {length}: expected the rest of the text");
    room.write("cut", &pem[..32]);
    room.write("file", "content");
    room.fails("public --key cut --algorithm ed25519 -o -", 4, &["cut: ", &found(32)]);
    room.succeeds("keygen x25519 -o agreement --public peer");
    room.fails("exchange --key cut --algorithm x25519 --peer peer -o s", 4, &[&found(32)]);
    room.fails("exchange --key agreement --peer cut -o s", 4, &[&found(32)]);
    room.fails("public --key cut --algorithm ml-dsa-65 -o -", 4, &[&found(32)]);
    room.fails(
        "seal --key cut -o sealed file",
        4,
        &["cut: expected a key of 32 bytes", "the first 32 bytes of a PEM text"],
    );
    room.write("cut", &pem[..64]);
    room.fails("public --key cut --algorithm ml-kem-768 -o -", 4, &[&found(64)]);
    room.fails("public --key cut --algorithm slh-dsa-sha2-128s -o -", 4, &[&found(64)]);
}

/// The disk is full when one of the two is written.
#[cfg(target_os = "linux")]
#[test]
fn keygen_writes_both_files_or_neither() {
    let room = Room::with_keys();
    let before = room.read("key");
    room.fails("keygen ed25519 -o new --public /dev/full", 3, &["/dev/full: No space left on device"]);
    room.fails("keygen ed25519 -o key --public /dev/full --force", 3, &["/dev/full: No space left on device"]);
    assert_eq!(room.read("key"), before);
    for arguments in ["-o - --public new", "-o new --public -"] {
        let names = room.names();
        let run = room.run("sh", &["-c", &format!("exec {CARNELIAN} keygen ed25519 {arguments} > /dev/full")]);
        run.failed(arguments, 3, &["write error: No space left on device"]);
        assert_eq!(room.names(), names, "{arguments}");
    }
    fs::create_dir(room.path().join("directory")).unwrap();
    room.fails("keygen ed25519 -o new --public directory --force", 3, &["directory: Is a directory"]);
}

/// One process waits for the other's lock on the directory before it names any file.
#[cfg(target_os = "linux")]
#[test]
fn keys_that_are_made_at_once_are_named_one_after_another() {
    let room = Room::new();
    room.succeeds("keygen ed25519 -o key --public pub");
    let before = ["key", "pub"].map(|name| room.read(name));
    let held = fs::File::open(room.path()).unwrap();
    held.lock().unwrap();
    let mut keygen = room.command(CARNELIAN);
    let mut keygen = keygen.args("keygen ed25519 -o key --public pub --force".split(' ')).spawn().unwrap();
    let waits = |process: &str| {
        let locks = fs::read_to_string("/proc/locks").unwrap();
        let mut waiting = locks.lines().filter(|line| line.contains("-> FLOCK"));
        waiting.any(|line| line.split_whitespace().any(|word| word == process))
    };
    let process = keygen.id().to_string();
    wait_until("keygen waits", || waits(&process) || keygen.try_wait().unwrap().is_some());
    assert!(keygen.try_wait().unwrap().is_none());
    assert_eq!(["key", "pub"].map(|name| room.read(name)), before);
    assert_eq!(room.names(), ["key", "pub"]);
    drop(held);
    assert!(keygen.wait().unwrap().success());
    assert_ne!(room.read("key"), before[0]);
    assert_eq!(room.succeeds("public --key key").stdout, room.read("pub"));
}

/// Whichever comes last, both files belong to one key.
#[test]
fn keys_that_are_made_at_once_are_pairs() {
    let room = Room::new();
    for _ in 0..10 {
        let start = || room.command(CARNELIAN).args("keygen ed25519 -o key --public pub --force".split(' ')).spawn();
        let children: Vec<_> = (0..6).map(|_| start().unwrap()).collect();
        assert!(children.into_iter().all(|mut child| child.wait().unwrap().success()));
        assert_eq!(room.succeeds("public --key key").stdout, room.read("pub"));
        assert_eq!(room.names(), ["key", "pub"]);
    }
}

/// An old file that others may read is replaced, not written into.
#[test]
fn force_makes_a_secret_its_owners_alone() {
    let room = Room::with_keys();
    for writer in ["keygen ed25519 -o old --force", "exchange --key xkey --peer xpub -o old --force"] {
        room.write("old", "old");
        assert_ne!(room.mode("old"), 0o600);
        room.succeeds(writer);
        assert_eq!(room.mode("old"), 0o600);
        fs::remove_file(room.path().join("old")).unwrap();
    }
}

#[test]
fn keys_go_through_pipes_and_links() {
    let room = Room::with_keys();
    let key = room.read("key");
    let piped = finish(room.command(CARNELIAN).args(["public", "--key", "-", "-o", "-"]), &key);
    assert_eq!((piped.code, &piped.stdout), (Some(0), &room.read("pub")));
    symlink("key", room.path().join("link")).unwrap();
    assert_eq!(room.succeeds("public --key link").stdout, room.read("pub"));
    let both = room.succeeds("keygen x25519 -o - --public new.pub");
    let piped = finish(room.command(CARNELIAN).args(["public", "--key", "-"]), &both.stdout);
    assert_eq!(piped.stdout, room.read("new.pub"));
}

#[test]
fn a_raw_key_needs_to_be_told_what_it_is_for() {
    let room = Room::new();
    room.write("raw", [7; 32]);
    room.write("hex", ALICE);
    room.write("pem", RFC8410_V1);
    for key in ["raw", "hex"] {
        room.fails(&format!("public --key {key}"), 4, &[key, "does not name its algorithm", "--algorithm"]);
        let [ed25519, x25519] = ["ed25519", "x25519"]
            .map(|algorithm| room.succeeds(&format!("public --key {key} --format hex --algorithm {algorithm}")).stdout);
        assert_ne!(ed25519, x25519);
    }
    let public = room.succeeds("public --key hex --format hex --algorithm x25519");
    assert_eq!(public.text(), "8520f0098930a754748b7ddcb43ef75a0dbf3a0d26381af4eba4a98eaa9b4e6a\n");
    // A key for sealing is 32 bytes like a seed, and signing with it would use one key for two purposes.
    let exchanged = "exchange --key raw --peer xpub -o new";
    room.succeeds("keygen x25519 -o xkey --public xpub");
    let exchanged_by = |key: &str| exchanged.replace("raw", key);
    for key in ["raw", "hex"] {
        for command in [&format!("sign --key {key} --signature new pem"), &exchanged_by(key)] {
            room.fails(command, 4, &[key, "does not name its algorithm", "--algorithm"]);
        }
        room.succeeds(&format!("sign --key {key} --algorithm Ed25519 --signature {key}.sig pem"));
        room.succeeds(&format!("{}-{key} --algorithm x25519", exchanged_by(key)));
    }
    room.fails("sign --key raw --algorithm x25519 --signature other pem", 2, &["invalid value 'x25519'", "ml-dsa-44"]);
    room.fails("public --key pem --algorithm x25519", 4, &["pem: ", "expected 1.3.101.110", "found 1.3.101.112"]);
}

/// Returns contents that are not a key file, and the expected messages.
fn garbage() -> Vec<(Vec<u8>, &'static [&'static str])> {
    let base64 = |text: &str| text.lines().nth(1).unwrap().to_owned();
    let pem = |label: &str, base64: &str| format!("-----BEGIN {label}-----\n{base64}\n-----END {label}-----\n");
    let whole = base64(RFC8410_V1);
    vec![
        (
            Vec::new(),
            &["private key as PEM, DER, base64, hexadecimal digits (64", ") or raw bytes (32", "found 0 bytes"],
        ),
        (vec![7; 31], &["private key as PEM", "found 31 bytes"]),
        (vec![7; 33], &["private key as PEM", "found 33 bytes"]),
        (
            [&[b'x'; 64][..], b"\n"].concat(),
            &["byte 0 of the text", "expected a hexadecimal digit", "found another character"],
        ),
        (vec![0x30; 1000], &["private key as PEM", "found 1000 hexadecimal digits\n"]),
        (format!("0x{}\n", "0".repeat(64)).into_bytes(), &["found 64 hexadecimal digits with 0x before them"]),
        (
            format!("0{}\n\n", ALICE.split_at(1).1).into_bytes(),
            &["found 64 hexadecimal digits with white space around them"],
        ),
        (ALICE.as_bytes()[..32].to_vec(), &["private key as PEM", "found 32 hexadecimal digits\n"]),
        (format!("{}\n", &ALICE[..31]).into_bytes(), &["found 31 hexadecimal digits\n"]),
        (whole.as_bytes()[..32].to_vec(), &["found 32 base64 digits\n"]),
        (format!("{}\r\n", &whole[..30]).into_bytes(), &["found 30 base64 digits without padding\n"]),
        (RFC8410_V1.replace("-----BEGIN", "  -----BEGIN").into_bytes(), &["white space in the first line"]),
        (vec![b'-'; 70_000], &["expected a key file of at most 65536 bytes", "found more"]),
        (b"-----BEGIN PRIVATE KEY-----\n".to_vec(), &["expected"]),
        (RFC8410_V1.as_bytes()[..80].to_vec(), &["expected"]),
        (RFC8410_V1.repeat(2).into_bytes(), &["expected one private key in the PEM text, found 2"]),
        (pem("CERTIFICATE", &whole).into_bytes(), &["expected PRIVATE KEY", "found \"CERTIFICATE\""]),
        (pem("PRIVATE KEY", &whole[..60]).into_bytes(), &["expected more than the 45 bytes there"]),
        (
            pem("PRIVATE KEY", &(whole.clone() + "AAAA")).into_bytes(),
            &["expected nothing after byte 48", "found 3 bytes"],
        ),
        (pem("PRIVATE KEY", &whole.replace("MC4C", "MC4*")).into_bytes(), &["expected", "found another character"]),
        // The object identifier of RSA in place of Ed25519's.
        (
            pem("PRIVATE KEY", &whole.replace("BQYDK2Vw", "BQYDK2Vz")).into_bytes(),
            &["algorithm: expected ", "found 1.3.101.115, which is not supported"],
        ),
    ]
}

#[test]
fn what_is_no_private_key_is_refused_with_what_was_expected_and_found() {
    let room = Room::with_keys();
    for (contents, parts) in garbage() {
        room.write("bad", &contents);
        let parts = [&["carnelian: bad: "], parts].concat();
        room.fails("public --key bad --algorithm ed25519", 4, &parts);
        room.fails("sign --key bad --algorithm ed25519 --signature new file", 4, &parts);
        room.fails("exchange --key bad --algorithm x25519 --peer xpub -o new", 4, &parts);
        room.fails("convert --key bad --algorithm ed25519 -o new", 4, &parts);
    }
    room.fails("public --key pub", 4, &["pub: expected a private key, found a public key"]);
    room.fails("sign --key missing --signature new file", 3, &["missing: No such file or directory"]);
    room.fails("public --key .", 3, &[".: Is a directory"]);
}

/// Algorithms, and the lengths of their private and their public keys that messages name.
const ALGORITHMS: [(&str, &str, &str); 5] = [
    ("ed25519", "(64 or 128) or raw bytes (32 or 64)", "(64) or raw bytes (32)"),
    ("x25519", "(64) or raw bytes (32)", "(64) or raw bytes (32)"),
    ("ml-kem-768", "(128, 4800 or 4928) or raw bytes (64, 2400 or 2464)", "(2368) or raw bytes (1184)"),
    ("ml-dsa-44", "(64, 5120 or 5184) or raw bytes (32, 2560 or 2592)", "(2624) or raw bytes (1312)"),
    ("slh-dsa-sha2-128f", "(128) or raw bytes (64)", "(64) or raw bytes (32)"),
];

/// A file that is not in a form of its algorithm is refused with the lengths of this algorithm's keys, and with what was
/// found: digits by their number and layout.
#[test]
fn the_lengths_of_the_algorithm_and_the_layout_of_digits_are_named() {
    for (name, private, public) in ALGORITHMS {
        let room = Room::new();
        room.succeeds(&format!("keygen {name} -o raw --public raw.pub --format raw"));
        for (file, kind, lengths) in [("raw", "private", private), ("raw.pub", "public", public)] {
            let key = room.read(file);
            let hex: String = key.iter().map(|byte| format!("{byte:02x}")).collect();
            let (count, in_base64) = (hex.len(), base64(&key));
            let digits_in_base64 = in_base64.trim_end_matches('=').len();
            let lines = |text: &str, width| {
                let lines: Vec<&str> =
                    text.as_bytes().chunks(width).map(|line| str::from_utf8(line).unwrap()).collect();
                lines.join("\n")
            };
            let url = format!("-{}", &in_base64.replace('+', "-").replace('/', "_")[1..]);
            let mut found = vec![
                // A first byte that is not that of DER.
                ([&[0xc3], &key[..]].concat(), format!("{} bytes", key.len() + 1)),
                ([&[0xc3], &key[2..]].concat(), format!("{} bytes", key.len() - 1)),
                (lines(&hex, 16).into_bytes(), format!("{count} hexadecimal digits with white space between them")),
                (format!("{hex}\n\n").into_bytes(), format!("{count} hexadecimal digits with white space around them")),
                (format!("0x{hex}").into_bytes(), format!("{count} hexadecimal digits with 0x before them")),
                (hex.as_bytes()[..key.len()].to_vec(), format!("{} hexadecimal digits", key.len())),
                (format!("{}\n", &hex[..key.len() - 1]).into_bytes(), format!("{} hexadecimal digits", key.len() - 1)),
                (in_base64.as_bytes()[..key.len() / 4 * 4].to_vec(), format!("{} base64 digits", key.len() / 4 * 4)),
                (url.into_bytes(), format!("{digits_in_base64} URL-safe base64 digits")),
            ];
            if in_base64.ends_with('=') {
                let unpadded = in_base64.trim_end_matches('=').to_owned();
                found.push((unpadded.into_bytes(), format!("{digits_in_base64} base64 digits without padding")));
            }
            let command = if kind == "private" { "convert --force -o new" } else { "convert --public --force -o new" };
            for (contents, found) in found {
                room.write("bad", &contents);
                let refused = room.fails(&format!("{command} --key bad --algorithm {name}"), 4, &[]);
                let expected =
                    format!(" {kind} key as PEM, DER, base64, hexadecimal digits {lengths}, found {found}\n");
                assert!(refused.stderr.ends_with(&expected), "{name}: {}: expected {expected}", refused.stderr);
            }
            // Base64 in lines is read.
            room.write("good", lines(&in_base64, 20));
            room.succeeds(&format!("{command} --key good --algorithm {name}"));
        }
    }
}

/// The key of `seal` too is no text that is as long as one.
#[test]
fn digits_that_are_as_many_as_a_sealing_key_has_bytes_are_no_key() {
    let room = Room::new();
    room.write("file", "content");
    for (contents, found) in [
        (ALICE[..32].to_owned(), "32 hexadecimal digits"),
        (format!("{}\n", &ALICE[..31]), "31 hexadecimal digits"),
        (format!("{ALICE}\n\n"), "64 hexadecimal digits with white space around them"),
        (format!("{}\n{}\n", &ALICE[..32], &ALICE[32..]), "64 hexadecimal digits with white space between them"),
        (format!("0x{ALICE}\n"), "64 hexadecimal digits with 0x before them"),
        ("AAECAwQFBgcICQoLDA0ODxAREhMUFRYX".to_owned(), "32 base64 digits"),
        ("AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=\n".to_owned(), "43 base64 digits"),
    ] {
        room.write("bad", &contents);
        let said = format!("bad: expected a key of 32 bytes or 64 hexadecimal digits, found {found}\n");
        room.fails("seal --key bad -o new file", 4, &[&said]);
        room.fails("open --key bad -o new file", 4, &[&said]);
    }
    for good in [ALICE.to_owned(), format!("\u{feff}{ALICE}\r\n"), "a passphrase, and not a digit...".to_owned()] {
        room.write("good", &good);
        room.succeeds("seal --key good -o sealed --force file");
        assert_eq!(room.succeeds("open --key good -o - sealed").text(), "content", "{good}");
    }
}

#[test]
fn what_is_no_public_key_is_refused_with_what_was_expected_and_found() {
    let room = Room::with_keys();
    for contents in ["", "x", "-----BEGIN PUBLIC KEY-----\n", &RFC8410_PUBLIC[..60], &RFC8410_PUBLIC.repeat(2)] {
        room.write("bad", contents);
        room.fails("verify --key bad --signature sig file", 4, &["carnelian: bad: ", "expected"]);
        room.fails("exchange --key xkey --peer bad -o new", 4, &["carnelian: bad: ", "expected"]);
        room.fails("encapsulate --key bad --ciphertext new --secret s", 4, &["carnelian: bad: ", "expected"]);
    }
    let private = "expected a public key, found a private key";
    room.fails("verify --key key --signature sig file", 4, &["carnelian: key: ", private]);
    room.fails("exchange --key xkey --peer xkey -o new", 4, &["carnelian: xkey: ", private]);
    room.fails("encapsulate --key kkey --ciphertext new --secret s", 4, &["carnelian: kkey: ", private]);
    // Bytes that do not encode a point, and a non-canonical encoding of one.
    let mut no_point = [0; 32];
    no_point[0] = 2;
    room.write("bad", no_point);
    room.fails("verify --key bad --signature sig file", 4, &["bad: ", "is not a point of the curve"]);
    room.write("bad", [0xff; 32]);
    room.fails("verify --key bad --signature sig file", 4, &["bad: ", "not canonically encoded"]);
}

#[test]
fn a_key_of_the_wrong_type_is_refused() {
    let room = Room::with_keys();
    let (ed25519, x25519) = ("1.3.101.112 (Ed25519)", "1.3.101.110 (X25519)");
    let refused = |arguments: &str, key: &str, expected: &str, found: &str| {
        let said = format!("carnelian: {key}: algorithm: expected {expected}, found {found}\n");
        assert_eq!(room.fails(arguments, 4, &[]).stderr, said, "{arguments}");
    };
    let signing = "Ed25519, ML-DSA or SLH-DSA";
    refused("sign --key xkey --signature new file", "xkey", signing, x25519);
    refused("verify --key xpub --signature sig file", "xpub", signing, x25519);
    refused("exchange --key key --peer xpub -o new", "key", "X25519", ed25519);
    refused("exchange --key xkey --peer pub -o new", "pub", x25519, ed25519);
    let (any, ml_kem_768) = ("ML-KEM", "2.16.840.1.101.3.4.4.2 (ML-KEM-768)");
    refused("encapsulate --key pub --ciphertext new --secret s", "pub", any, ed25519);
    refused("encapsulate --key xpub --ciphertext new --secret s", "xpub", any, x25519);
    refused("decapsulate --key key --ciphertext kc --secret s", "key", any, ed25519);
    refused("sign --key kkey --signature new file", "kkey", signing, ml_kem_768);
    refused("exchange --key xkey --peer kpub -o new", "kpub", x25519, ml_kem_768);
}

#[test]
fn halves_that_do_not_match_are_refused() {
    let room = Room::with_keys();
    for (key_type, command) in [
        ("ed25519", "sign --key bad --signature new file"),
        ("x25519", "exchange --key bad --peer xpub -o new"),
        ("ed25519", "public --key bad"),
        ("x25519", "public --key bad"),
        ("ml-kem-512", "public --key bad"),
        ("ml-kem-768", "decapsulate --key bad --ciphertext kc --secret s"),
        ("ml-kem-1024", "convert --key bad -o new"),
        ("ml-dsa-44", "public --key bad"),
        ("ml-dsa-65", "sign --key bad --signature new file"),
        ("ml-dsa-87", "convert --key bad -o new"),
        ("slh-dsa-sha2-128f", "public --key bad"),
        ("slh-dsa-shake-192f", "sign --key bad --signature new file"),
        ("slh-dsa-sha2-256f", "convert --key bad -o new"),
    ] {
        room.succeeds(&format!("keygen {key_type} --v2 --format der -o bad --force"));
        let mut der = room.read("bad");
        *der.last_mut().unwrap() ^= 1;
        room.write("bad", der);
        room.fails(command, 4, &["bad: public key: expected that of the", "found "]);
    }
}
