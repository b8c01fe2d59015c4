//! ML-DSA keys and signatures.

use crate::key_files::is_file_of_seed;
use crate::post_quantum::room_with;
use crate::room::{CARNELIAN, Room};
use crate::verify::{MISMATCH, change, is_invalid};
use std::fs::File;

/// The parameter sets: the name, and the bytes in an expanded private key, a public key and a signature.
pub(crate) const SETS: [(&str, usize, usize, usize); 3] =
    [("ml-dsa-44", 2560, 1312, 2420), ("ml-dsa-65", 4032, 1952, 3309), ("ml-dsa-87", 4896, 2592, 4627)];

/// The private keys of RFC 9881 Appendix C.1, as seeds 00 01 .. 1f, by the last byte of their identifier.
fn rfc9881_seed(set: usize) -> String {
    let first = ["MDQCAQAwCwYJYIZIAWUDBAMR", "MDQCAQAwCwYJYIZIAWUDBAMS", "MDQCAQAwCwYJYIZIAWUDBAMT"][set];
    format!(
        "-----BEGIN PRIVATE KEY-----\n{first}BCKAIAABAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZ\nGhscHR4f\n-----END PRIVATE KEY-----\n"
    )
}

#[test]
fn the_seeds_of_rfc_9881_are_read_and_written() {
    for (set, (name, ..)) in SETS.into_iter().enumerate() {
        is_file_of_seed(name, &Vec::from_iter(0..32), &rfc9881_seed(set));
    }
}

/// The command makes no signature of a short digest, and verifies those of others only on request.
#[test]
fn a_digest_that_is_too_short_for_the_key_is_a_usage_error() {
    use carnelian::hash::{Sha256, Shake256};
    use carnelian::postquantum::mldsa::{MlDsa65, Mu, SigningKey};

    let room = room_with("ml-dsa-65");
    let raw = |command: &str| room.succeeds(&format!("{command} --key key --format raw -o -")).stdout;
    let shake256 = |message: &[u8]| {
        let (mut shake, mut output) = (Shake256::new(), [0; 64]);
        shake.update(message);
        shake.finalize().fill(&mut output);
        output
    };
    // M′ of HashML-DSA without a context: 1, the length of the context, the identifier of SHA-256, the digest.
    let oid = [0x06, 0x09, 0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, 0x01];
    let message = [&[1, 0][..], &oid, &Sha256::digest(&room.read("file"))].concat();
    let mu = shake256(&[&shake256(&raw("public"))[..], &message].concat());
    let key = SigningKey::<MlDsa65>::from_seed(&raw("convert").try_into().unwrap());
    room.write("short", key.sign_mu_deterministic(&Mu::from_bytes(&mu)).unwrap().as_bytes());

    verifies_short_digests_on_request(&room, "sha256", "ML-DSA-65 needs a digest of at least 48 bytes, found 32");
}

/// Expects that `short` is the signature of a digest by `function` that is shorter than signing allows, for the reason
/// `needed`, and that only `--any-strength` verifies it.
pub(crate) fn verifies_short_digests_on_request(room: &Room, function: &str, needed: &str) {
    let needed = format!("carnelian: --prehash: {needed}");
    room.fails(&format!("sign --key key --signature new --prehash={function} file"), 2, &[&needed]);
    for signature in ["short", "sig"] {
        for json in ["", "--json "] {
            let verify = format!("verify --key pub --signature {signature} {json}--prehash={function} file");
            let run = room.fails(&verify, 2, &[&needed, "; --any-strength accepts it"]);
            assert_eq!(run.text(), "", "there is no verdict");
        }
    }
    let verify = format!("verify --key pub --any-strength --prehash={function} --signature");
    assert_eq!(room.succeeds(&format!("{verify} short file")).text(), "file: OK\n");
    is_invalid(room, &format!("{verify} sig file"), MISMATCH);
    change(room, "file", 0);
    is_invalid(room, &format!("{verify} short changed"), MISMATCH);
    room.fails("verify --key pub --any-strength --signature sig file", 2, &["--prehash"]);
}

#[test]
fn the_forms_of_a_key_lead_to_one_key() {
    for (name, expanded, ..) in SETS {
        let room = room_with(name);
        for (form, from) in [("both", "key"), ("expanded", "both"), ("expanded", "key")] {
            room.succeeds(&format!("convert --key {from} --private-form {form} -o {form} --force"));
        }
        room.succeeds("convert --key both --private-form seed -o back");
        assert_eq!(room.read("back"), room.read("key"), "{name}");
        let bytes = |key: &str| room.succeeds(&format!("convert --key {key} --format raw -o -")).stdout;
        assert_eq!((bytes("key").len(), bytes("expanded").len()), (32, expanded), "{name}");
        assert_eq!(bytes("both"), [bytes("key"), bytes("expanded")].concat(), "{name}");
        room.succeeds("sign --key key --deterministic --signature expected file");
        for key in ["expanded", "both"] {
            assert_eq!(room.succeeds(&format!("public --key {key}")).stdout, room.read("pub"), "{name} {key}");
            let signature = room.succeeds(&format!("sign --key {key} --deterministic --signature - file")).stdout;
            assert_eq!(signature, room.read("expected"), "{name} {key}");
        }
        for form in ["seed", "both"] {
            let convert = format!("convert --key expanded --private-form {form} -o new");
            room.fails(&convert, 4, &["expanded: expected a key with its seed, found the expanded key only"]);
        }
    }
}

#[test]
fn parts_that_contradict_each_other_are_refused() {
    let room = room_with("ml-dsa-65");
    room.succeeds("convert --key key --private-form both --format raw -o both");
    let both = room.read("both");
    let named = "bad: ML-DSA-65 private key: ";
    let refused = |contents: &[u8], said: &str| {
        room.write("bad", contents);
        for command in ["convert --key bad -o new", "public --key bad", "sign --key bad --signature new file"] {
            room.fails(&format!("{command} --algorithm ml-dsa-65"), 4, &[named, said]);
        }
    };
    for byte in [0, 100] {
        let mut bad = both.clone();
        bad[byte] ^= 1;
        refused(&bad, "the expanded key is not that of the seed");
    }
    let mut bad = both[32..].to_vec();
    bad[0] ^= 1;
    refused(&bad, "its parts do not belong together");
    bad[0] ^= 1;
    bad[128] = 0xff;
    refused(&bad, "a coefficient of s1 or s2 is out of range");
}

#[test]
fn a_signature_of_this_file_by_this_key_is_valid() {
    for (name, _, _, signature) in SETS {
        let room = room_with(name);
        assert_eq!(room.read("sig").len(), signature, "{name}");
        assert_eq!(room.succeeds("verify --key pub --signature sig file").text(), "file: OK\n");
        assert_eq!(room.succeeds("verify --key pub --signature sig --quiet file").text(), "");
        room.write("empty", "");
        room.succeeds("sign --key key --signature sig2 empty");
        room.succeeds("verify --key pub --signature sig2 empty");
    }
}

#[test]
fn a_changed_file_signature_or_key_is_noticed() {
    for (name, _, _, len) in SETS {
        let room = room_with(name);
        for at in [0, 1000, 299_999] {
            change(&room, "file", at);
            is_invalid(&room, "verify --key pub --signature sig changed", MISMATCH);
        }
        // The hash, the vector z, the hint, and the number of its ones.
        for at in [0, 31, 100, len / 2, len - 85, len - 1] {
            change(&room, "sig", at);
            is_invalid(&room, "verify --key pub --signature changed file", "");
        }
        room.succeeds("public --key key --format raw -o bytes.pub");
        for at in [0, 32, 1000] {
            change(&room, "bytes.pub", at);
            is_invalid(&room, &format!("verify --key changed --algorithm {name} --signature sig file"), MISMATCH);
        }
        let mut hint = room.read("sig");
        hint[len - 1] = 255;
        room.write("changed", hint);
        is_invalid(&room, "verify --key pub --signature changed file", "its hint is not canonically encoded");
    }
}

/// A seed has as many bytes in every parameter set, and as many as an Ed25519 key.
#[test]
fn a_key_without_a_container_needs_to_be_told_what_it_is_for() {
    let room = room_with("ml-dsa-65");
    room.succeeds("convert --key key --format raw -o seed");
    room.succeeds("convert --key key --format hex -o digits");
    room.succeeds("convert --key key --private-form expanded --format raw -o expanded");
    room.succeeds("public --key key --format raw -o bytes.pub");
    room.succeeds("public --key key --format hex -o digits.pub");
    let unknown = ["does not name its algorithm", "specify it with --algorithm"];
    for key in ["seed", "digits", "expanded"] {
        room.fails(&format!("sign --key {key} --signature none file"), 4, &unknown);
        room.fails(&format!("public --key {key}"), 4, &unknown);
        let sign = format!("sign --key {key} --algorithm ml-dsa-65 --signature new --force file");
        room.succeeds(&sign);
        room.succeeds("verify --key pub --signature new file");
        // The seed of one set is one of every set.
        let another = format!("sign --key {key} --algorithm ml-dsa-44 --signature other --force file");
        if key == "expanded" {
            room.fails(&another, 4, &["expanded: "]);
        } else {
            room.succeeds(&another);
            is_invalid(&room, "verify --key pub --signature other file", "expected 3309 bytes, found 2420");
        }
    }
    for key in ["bytes.pub", "digits.pub"] {
        room.fails(&format!("verify --key {key} --signature sig file"), 4, &unknown);
        room.fails(&format!("verify --key {key} --algorithm ml-dsa-44 --signature sig file"), 4, &[key]);
    }
    let wrong = "sign --key key --algorithm ml-dsa-44 --signature new --force file";
    room.fails(wrong, 4, &["key: algorithm: expected", "(ML-DSA-44), found", "(ML-DSA-65)"]);
    room.write("long", [7; 64]);
    let long = "sign --key long --algorithm ml-dsa-65 --signature x file";
    room.fails(long, 4, &["long: ", "expected a hexadecimal digit"]);
    room.write("short", [7; 31]);
    room.fails("sign --key short --algorithm ml-dsa-65 --signature x file", 4, &["short: ", "found 31 bytes"]);
}

#[test]
fn keys_of_other_algorithms_do_not_sign_or_verify() {
    let room = Room::with_keys();
    room.succeeds("keygen ml-dsa-44 -o dkey --public dpub");
    let signing = "expected Ed25519, ML-DSA or SLH-DSA, found";
    for (key, public) in [("xkey", "xpub"), ("kkey", "kpub")] {
        room.fails(&format!("sign --key {key} --signature new file"), 4, &[key, signing]);
        room.fails(&format!("verify --key {public} --signature sig file"), 4, &[public, signing]);
    }
    let ml_dsa = "found 2.16.840.1.101.3.4.3.17 (ML-DSA-44)";
    room.fails("encapsulate --key dpub --ciphertext new --secret s", 4, &["dpub: ", ml_dsa]);
    room.fails("decapsulate --key dkey --ciphertext kc --secret s", 4, &["dkey: ", ml_dsa]);
    room.fails("exchange --key dkey --peer xpub -o new", 4, &["dkey: ", ml_dsa]);
    // A signature by a key of the other algorithm.
    is_invalid(&room, "verify --key dpub --signature sig file", "expected 2420 bytes, found 64");
    room.succeeds("sign --key dkey --signature dsig file");
    room.fails("verify --key pub --signature dsig file", 1, &["Ed25519", "expected 64 bytes, found more"]);
    // Options of Ed25519.
    let only = "is for Ed25519 keys, found ML-DSA-44";
    room.fails("sign --key dkey --combined --signature new file", 2, &["dkey: --combined ", only]);
    room.fails("verify --key dpub --combined -o new dsig", 2, &["dpub: --combined ", only]);
    let rules = ["dpub: --rule is for Ed25519", "keys, found ML-DSA-44"];
    room.fails("verify --key dpub --rule strict --signature dsig file", 2, &rules);
    room.succeeds("sign --key key --deterministic --signature same file");
    assert_eq!(room.read("same"), room.read("sig"), "Ed25519 is deterministic");
}

/// A file longer than the memory limit of Ed25519, and 160 MiB through a pipe in an address space of 96 MiB.
#[test]
fn long_files_are_signed_and_verified_in_constant_memory() {
    let room = room_with("ml-dsa-44");
    let piped = |arguments: &str| {
        let script = format!("head -c 167772160 /dev/zero | (ulimit -v 98304; exec {CARNELIAN} {arguments})");
        let run = room.run("sh", &["-c", &script]);
        assert_eq!(run.code, Some(0), "{arguments}: {run:?}");
    };
    for variant in ["", " --prehash"] {
        piped(&format!("sign --key key --signature long --force{variant}"));
        piped(&format!("verify --key pub --signature long{variant}"));
    }
    File::create(room.path().join("sparse")).unwrap().set_len(2 << 20).unwrap();
    room.succeeds("sign --key key --signature new --memory-limit 1MiB sparse");
    room.succeeds("verify --key pub --signature new sparse");
}
