//! Tests that ML-DSA and SLH-DSA have in common: variants, contexts, formats of keys, invalid signatures.

use crate::key_files::in_every_format;
use crate::room::{CARNELIAN, Room, bytes, finish};
use crate::verify::{VARIANTS, is_invalid, no_variant_is_another};
use crate::{ml_dsa, slh_dsa};

/// A parameter set: its name, and the bytes in a private key, a public key and a signature.
struct Set {
    name: &'static str,
    private: usize,
    public: usize,
    signature: usize,
}

/// Returns the sets whose signatures are made in milliseconds.
fn sets() -> impl Iterator<Item = Set> {
    let ml_dsa = ml_dsa::SETS.map(|(name, _, public, signature)| Set { name, private: 32, public, signature });
    let slh_dsa = |(name, public, signature)| Set { name, private: 2 * public, public, signature };
    ml_dsa.into_iter().chain(slh_dsa::fast().map(slh_dsa))
}

/// Returns a set of each scheme.
fn one_of_each() -> impl Iterator<Item = Set> {
    sets().filter(|set| matches!(set.name, "ml-dsa-65" | "slh-dsa-sha2-128f"))
}

/// Creates a test directory with a key in `key` and `pub`, a `file`, and its signature in `sig`.
pub(crate) fn room_with(name: &str) -> Room {
    let room = Room::new();
    room.succeeds(&format!("keygen {name} -o key --public pub"));
    room.write("file", bytes(300_000));
    room.succeeds("sign --key key --signature sig file");
    room
}

#[test]
fn only_deterministic_signatures_are_the_same_twice() {
    for Set { name, .. } in sets() {
        let room = room_with(name);
        for variant in ["", " --prehash", " --context-hex 00ff"] {
            let sign = |options: &str| {
                let signature = room.succeeds(&format!("sign --key key --signature -{variant}{options} file")).stdout;
                room.write("new", &signature);
                room.succeeds(&format!("verify --key pub --signature new{variant} file"));
                signature
            };
            assert_ne!(sign(""), sign(""), "{name}{variant}");
            assert_eq!(sign(" --deterministic"), sign(" --deterministic"), "{name}{variant}");
        }
    }
}

/// Each variant and context verifies what it signed, and nothing else.
#[test]
fn no_variant_is_taken_for_another() {
    for Set { name, .. } in one_of_each() {
        let room = room_with(name);
        no_variant_is_another(&room, &VARIANTS);
        // An empty context is the same as none.
        room.succeeds("verify --key pub --signature sig0 --context= file");
        room.succeeds("verify --key pub --signature sig3 --prehash --context= file");
        let longest = "00".repeat(255);
        room.succeeds(&format!("sign --key key --signature long --context-hex {longest} file"));
        room.succeeds(&format!("verify --key pub --signature long --context-hex {longest} file"));
        for command in ["sign --key key --signature new", "verify --key pub --signature long"] {
            room.fails(&format!("{command} --context-hex {longest}00 file"), 2, &["--context-hex: ", "found 256"]);
        }
    }
}

/// The hash functions of RFC 9909 Section 4 for both families, others, and the one of `--prehash` alone.
#[test]
fn a_digest_by_another_function_is_another_signature() {
    use carnelian::hash::{Sha256, Shake128};
    use carnelian::postquantum::slhdsa::{Context, Prehash, PrehashSignature, SlhDsaSha2_128f, VerifyingKey};

    let room = room_with("slh-dsa-sha2-128f");
    room.succeeds("public --key key --format raw -o raw.pub");
    let public = VerifyingKey::<SlhDsaSha2_128f>::from_slice(&room.read("raw.pub")[..]).unwrap();
    let is_signature_of = |name: &str, prehash: &Prehash| {
        let signature = PrehashSignature::from_slice(&room.read(name)[..]).unwrap();
        public.verify_prehash(Context::EMPTY, prehash, &signature).unwrap();
    };
    no_variant_is_another(
        &room,
        &["--prehash ", "--prehash=sha256 ", "--prehash=SHAKE-128 ", "--prehash=sha3-512 ", "--prehash=sha512/256 "],
    );
    room.succeeds("verify --key pub --signature sig0 --prehash=sha512 file");
    is_signature_of("sig1", &Prehash::from_digest::<Sha256>(&Sha256::digest(&bytes(300_000))));
    let mut shake = Shake128::new();
    shake.update(&bytes(300_000));
    is_signature_of("sig2", &Prehash::finish_shake128(shake));

    let needed = "--prehash: SLH-DSA-SHA2-128f needs a digest of at least 32 bytes, found 28";
    room.fails("sign --key key --signature new --prehash=sha224 file", 2, &[needed]);
    room.fails("verify --key pub --signature sig --prehash=sha224 file", 2, &[needed]);
    room.fails("sign --key key --signature new --prehash=sha1 file", 2, &["--prehash", "sha1"]);
    room.succeeds("keygen ed25519 -o edwards --public edwards.pub");
    for command in ["sign --key edwards --signature new", "verify --key edwards.pub --signature sig"] {
        room.succeeds("sign --key edwards --signature sig --force --prehash=sha512 file");
        room.fails(&format!("{command} --prehash=sha256 file"), 2, &["Ed25519ph", "SHA-256"]);
    }
}

#[test]
fn a_signature_of_another_length_is_not_valid() {
    for Set { name, signature: len, .. } in one_of_each() {
        let room = room_with(name);
        let signature = room.read("sig");
        for (contents, found) in [
            (&signature[..0], "0".to_owned()),
            (&signature[..64], "64".to_owned()),
            (&signature[..len - 1], (len - 1).to_string()),
            (&[&signature[..], b"\n"].concat(), "more".to_owned()),
            (&vec![7; 2 * len], "more".to_owned()),
        ] {
            room.write("bad", contents);
            for options in ["", "--prehash "] {
                let part = format!("expected {len} bytes, found {found}\n");
                is_invalid(&room, &format!("verify --key pub --signature bad {options}file"), &part);
            }
        }
        // The length is checked before the file is opened.
        is_invalid(&room, "verify --key pub --signature bad missing", &format!("expected {len} bytes"));
    }
}

#[test]
fn every_format_of_a_key_signs_and_verifies() {
    for Set { name, private, public, .. } in sets() {
        let room = Room::new();
        room.write("file", "content");
        in_every_format(&room, name, |key, named| {
            room.succeeds(&format!("sign --key {key}{named} --signature sig --force file"));
            room.succeeds(&format!("verify --key {key}.pub{named} --signature sig file"));
            // Naming the algorithm of a key that names it is no error.
            room.succeeds(&format!("verify --key {key}.pub --algorithm {name} --signature sig file"));
        });
        let lengths = ["hex", "raw", "hex.pub", "raw.pub"].map(|name| room.read(name).len());
        assert_eq!(lengths, [2 * private + 1, private, 2 * public + 1, public], "{name}");
    }
}

#[test]
fn json_names_the_variant() {
    for Set { name, signature, .. } in one_of_each() {
        let room = room_with(name);
        let name = if name == "ml-dsa-65" { "ML-DSA-65" } else { "SLH-DSA-SHA2-128f" };
        let json = |arguments: &str, code: i32| -> serde_json::Value {
            let arguments = format!("verify --key pub --signature {arguments} --json file");
            let run = room.carnelian(&arguments.split(' ').collect::<Vec<_>>());
            assert_eq!(run.code, Some(code));
            serde_json::from_slice(&run.stdout).unwrap()
        };
        let valid = json("sig --context=", 0);
        assert_eq!(valid, serde_json::json!({ "file": "file", "algorithm": name, "status": "ok" }));
        for (function, title) in [("", "SHA-512"), ("=shake256", "SHAKE256")] {
            let invalid = json(&format!("sig --prehash{function}"), 1);
            let algorithm = format!("Hash{name} with {title}");
            assert_eq!((&invalid["algorithm"], &invalid["status"]), (&algorithm.into(), &"failed".into()));
            assert!(invalid["error"].as_str().unwrap().contains("another message"));
        }
        let short = json("/dev/null", 1)["error"].as_str().unwrap().to_owned();
        assert!(
            short.ends_with(&format!("DSA signature is not valid: expected {signature} bytes, found 0")),
            "{short}"
        );
    }
}

#[test]
fn keys_files_and_signatures_go_through_pipes() {
    for Set { name, .. } in one_of_each() {
        let room = room_with(name);
        let piped = |arguments: &str, input: &str| {
            finish(room.command(CARNELIAN).args(arguments.split(' ')), &room.read(input))
        };
        for (arguments, input, said) in [
            ("verify --key - --signature sig file", "pub", "file: OK\n"),
            ("verify --key pub --signature - file", "sig", "file: OK\n"),
            ("verify --key pub --signature sig", "file", "-: OK\n"),
        ] {
            let run = piped(arguments, input);
            assert_eq!((run.code, run.text(), run.stderr.as_str()), (Some(0), said, ""), "{arguments}");
        }
        let expected = room.succeeds("sign --key key --deterministic --signature - file").stdout;
        assert_eq!(piped("sign --key key --deterministic --signature -", "file").stdout, expected);
        assert_eq!(piped("sign --key - --deterministic --signature - file", "key").stdout, expected);
    }
}

#[test]
fn an_encrypted_key_signs_by_its_passphrase_alone() {
    for Set { name, .. } in one_of_each() {
        let room = Room::new();
        room.write("file", "content");
        for format in ["pem", "der"] {
            let keygen = format!("keygen {name} -o {format} --public {format}.pub --format {format}");
            assert_eq!(room.with_passphrase("a word", &keygen).code, Some(0));
            let sign = format!("sign --key {format} --signature sig --force file");
            let run = room.with_passphrase("a word", &sign);
            assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""), "{name} {format}");
            room.succeeds(&format!("verify --key {format}.pub --signature sig file"));
            room.with_passphrase("another", &sign).failed(format, 4, &[&format!("{format}: wrong passphrase")]);
        }
    }
}

#[test]
fn a_file_that_cannot_be_read_leaves_no_signature() {
    for Set { name, .. } in one_of_each() {
        let room = room_with(name);
        for options in ["", "--prehash ", "--context-hex 00 "] {
            room.fails(&format!("sign --key key --signature new {options}missing"), 3, &["missing: No such file"]);
            room.fails(&format!("sign --key key --signature new {options}."), 3, &[".: Is a directory"]);
            room.fails(&format!("verify --key pub --signature sig {options}missing"), 3, &["missing: No such file"]);
        }
    }
}
