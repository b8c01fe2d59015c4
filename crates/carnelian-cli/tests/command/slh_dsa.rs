//! SLH-DSA keys and signatures.

use crate::ml_dsa::verifies_short_digests_on_request;
use crate::post_quantum::room_with;
use crate::room::{CARNELIAN, Room, bytes};
use crate::terminal::Terminal;
use crate::verify::{MISMATCH, change, is_invalid};
use std::fs::File;

/// The parameter sets: the name, and the bytes in a public key and a signature. A private key is twice as long as a
/// public key.
pub(crate) const SETS: [(&str, usize, usize); 12] = [
    ("slh-dsa-sha2-128s", 32, 7856),
    ("slh-dsa-sha2-128f", 32, 17_088),
    ("slh-dsa-sha2-192s", 48, 16_224),
    ("slh-dsa-sha2-192f", 48, 35_664),
    ("slh-dsa-sha2-256s", 64, 29_792),
    ("slh-dsa-sha2-256f", 64, 49_856),
    ("slh-dsa-shake-128s", 32, 7856),
    ("slh-dsa-shake-128f", 32, 17_088),
    ("slh-dsa-shake-192s", 48, 16_224),
    ("slh-dsa-shake-192f", 48, 35_664),
    ("slh-dsa-shake-256s", 64, 29_792),
    ("slh-dsa-shake-256f", 64, 49_856),
];

/// The sets whose signatures are made in milliseconds.
pub(crate) fn fast() -> impl Iterator<Item = (&'static str, usize, usize)> {
    SETS.into_iter().filter(|(name, ..)| name.ends_with('f'))
}

/// The keys of RFC 9909 Appendix C.
const RFC9909_PRIVATE: &str = "\
-----BEGIN PRIVATE KEY-----
MFICAQAwCwYJYIZIAWUDBAMUBECiJjvKRYYINlIxYASVI9YhZ3+tkNUetgZ6Mn4N
HmSlASuBCex3fKpOHwJMz8+Ul9mRgFCSgPQlavKwevgCibSU
-----END PRIVATE KEY-----
";
const RFC9909_PUBLIC: &str = "\
-----BEGIN PUBLIC KEY-----
MDAwCwYJYIZIAWUDBAMUAyEAK4EJ7Hd8qk4fAkzPz5SX2ZGAUJKA9CVq8rB6+AKJ
tJQ=
-----END PUBLIC KEY-----
";

#[test]
fn the_keys_of_rfc_9909_are_read_and_written() {
    let room = Room::new();
    room.write("key", RFC9909_PRIVATE);
    assert_eq!(room.succeeds("public --key key").text(), RFC9909_PUBLIC);
    assert_eq!(room.succeeds("convert --key key -o -").text(), RFC9909_PRIVATE);
    room.succeeds("convert --key key --format raw -o raw");
    assert_eq!(room.succeeds("convert --key raw --algorithm slh-dsa-sha2-128s -o -").text(), RFC9909_PRIVATE);
}

#[test]
fn a_digest_that_is_too_short_for_the_key_is_a_usage_error() {
    use carnelian::hash::Sha224;
    use carnelian::postquantum::slhdsa::{SigningKey, SlhDsaSha2_128f, hazmat};

    let room = room_with("slh-dsa-sha2-128f");
    let raw = room.succeeds("convert --key key --format raw -o -").stdout;
    let key = SigningKey::<SlhDsaSha2_128f>::from_slice(&raw[..]).unwrap();
    // M′ of HashSLH-DSA without a context: 1, the length of the context, the identifier of SHA-224, the digest.
    let oid = [0x06, 0x09, 0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, 0x04];
    let message = [&[1, 0][..], &oid, &Sha224::digest(&room.read("file"))].concat();
    room.write("short", hazmat::sign_internal(&key, &message, None).unwrap());
    let needed = "SLH-DSA-SHA2-128f needs a digest of at least 32 bytes, found 28";
    verifies_short_digests_on_request(&room, "sha224", needed);
}

/// Every set, and each once: some take long to sign.
#[test]
fn a_signature_of_this_file_by_this_key_is_valid() {
    for (name, public, signature) in SETS {
        let room = room_with(name);
        assert_eq!(room.read("sig").len(), signature, "{name}");
        assert_eq!(room.succeeds("verify --key pub --signature sig file").text(), "file: OK\n");
        assert_eq!(room.succeeds("verify --key pub --signature sig --quiet file").text(), "");
        change(&room, "file", 299_999);
        is_invalid(&room, "verify --key pub --signature sig changed", MISMATCH);
        room.succeeds("convert --key key --format raw -o raw");
        room.succeeds("public --key key --format raw -o raw.pub");
        assert_eq!((room.read("raw").len(), room.read("raw.pub").len()), (2 * public, public), "{name}");
        assert_eq!(room.read("raw")[public..], room.read("raw.pub"), "{name}");
    }
}

#[test]
fn a_changed_file_signature_or_key_is_noticed() {
    for (name, public, len) in fast() {
        let room = room_with(name);
        for at in [0, 1000, 299_999] {
            change(&room, "file", at);
            is_invalid(&room, "verify --key pub --signature sig changed", MISMATCH);
        }
        // The randomizer, the FORS signature, and the layers of the hypertree.
        for at in [0, public / 2, 1000, len / 2, len - 1] {
            change(&room, "sig", at);
            is_invalid(&room, "verify --key pub --signature changed file", MISMATCH);
        }
        room.succeeds("public --key key --format raw -o bytes.pub");
        for at in [0, public / 2, public - 1] {
            change(&room, "bytes.pub", at);
            is_invalid(&room, &format!("verify --key changed --algorithm {name} --signature sig file"), MISMATCH);
        }
    }
}

/// Sets whose keys and signatures have the same lengths.
#[test]
fn no_set_is_taken_for_another() {
    let room = room_with("slh-dsa-sha2-128f");
    room.succeeds("convert --key key --format raw -o raw");
    room.succeeds("public --key key --format raw -o raw.pub");
    let other = "verify --key raw.pub --algorithm slh-dsa-shake-128f --signature sig file";
    is_invalid(&room, other, MISMATCH);
    let short = "verify --key raw.pub --algorithm slh-dsa-sha2-128s --signature sig file";
    is_invalid(&room, short, "expected 7856 bytes, found more");
    for command in ["sign --key raw --signature new file", "public --key raw", "convert --key raw -o new"] {
        let root = "raw: the root in the SLH-DSA private key does not belong to its seeds";
        room.fails(&format!("{command} --algorithm slh-dsa-shake-128f"), 4, &[root]);
        room.fails(&format!("{command} --algorithm slh-dsa-shake-192f"), 4, &["raw: ", "96", "found 64"]);
    }
    for (file, command) in [("key", "sign --signature new"), ("pub", "verify --signature sig")] {
        let wrong = format!("{command} --key {file} --algorithm slh-dsa-shake-128f file");
        let named = ["(SLH-DSA-SHAKE-128f), found", "(SLH-DSA-SHA2-128f)"];
        room.fails(&wrong, 4, &[&format!("{file}: algorithm: expected"), named[0], named[1]]);
    }
}

#[test]
fn a_key_with_a_wrong_part_is_refused() {
    for (name, public, _) in fast() {
        let room = Room::new();
        room.write("file", "content");
        room.succeeds(&format!("keygen {name} -o key --format raw"));
        // SK.seed, PK.seed and PK.root; SK.prf only decides on the randomizer.
        for at in [0, public, 2 * public - 1] {
            change(&room, "key", at);
            for command in
                ["sign --key changed --signature new file", "public --key changed", "convert --key changed -o new"]
            {
                let said = "changed: the root in the SLH-DSA private key does not belong to its seeds";
                room.fails(&format!("{command} --algorithm {name}"), 4, &[said]);
            }
        }
    }
}

#[test]
fn a_key_without_a_container_needs_to_be_told_what_it_is_for() {
    for (name, public, _) in fast() {
        let room = room_with(name);
        room.succeeds("convert --key key --format raw -o raw");
        room.succeeds("convert --key key --format hex -o digits");
        let unknown = ["does not name its algorithm", "specify it with --algorithm"];
        for key in ["raw", "digits"] {
            // 64 bytes are read as the digits of a shorter key.
            let parts = if (key, public) == ("raw", 32) { &["raw: "][..] } else { &unknown };
            room.fails(&format!("sign --key {key} --signature none file"), 4, parts);
            room.fails(&format!("public --key {key}"), 4, parts);
        }
        room.write("short", bytes(2 * public - 1));
        room.fails(&format!("sign --key short --algorithm {name} --signature x file"), 4, &["short: "]);
    }
    // A public key of the smallest sets is as long as one of Ed25519.
    let room = room_with("slh-dsa-sha2-128f");
    room.succeeds("public --key key --format raw -o raw.pub");
    let run = room.carnelian(&["verify", "--key", "raw.pub", "--signature", "sig", "file"]);
    assert!(matches!(run.code, Some(1 | 4)), "{run:?}");
    assert!(!run.stderr.contains("SLH-DSA"), "{run:?}");
}

#[test]
fn keys_of_other_algorithms_do_not_sign_or_verify() {
    let room = Room::with_keys();
    room.succeeds("keygen slh-dsa-sha2-128f -o skey --public spub");
    let slh_dsa = "found 2.16.840.1.101.3.4.3.21 (SLH-DSA-SHA2-128f)";
    room.fails("encapsulate --key spub --ciphertext new --secret s", 4, &["spub: ", slh_dsa]);
    room.fails("decapsulate --key skey --ciphertext kc --secret s", 4, &["skey: ", slh_dsa]);
    room.fails("exchange --key skey --peer xpub -o new", 4, &["skey: ", slh_dsa]);
    is_invalid(&room, "verify --key spub --signature sig file", "expected 17088 bytes, found 64");
    room.succeeds("sign --key skey --signature ssig file");
    room.fails("verify --key pub --signature ssig file", 1, &["Ed25519", "expected 64 bytes, found more"]);
    // Options of Ed25519.
    let only = "is for Ed25519 keys, found SLH-DSA-SHA2-128f";
    room.fails("sign --key skey --combined --signature new file", 2, &["skey: --combined ", only]);
    room.fails("verify --key spub --combined -o new ssig", 2, &["spub: --combined ", only]);
    let rules = ["spub: --rule is for Ed25519", "keys, found SLH-DSA-SHA2-128f"];
    room.fails("verify --key spub --rule strict --signature ssig file", 2, &rules);
}

/// RFC 9909 Section 3: a key that is for HashSLH-DSA with one hash function has an identifier of its own.
#[test]
fn a_key_for_one_hash_function_is_refused_by_name() {
    let room = room_with("slh-dsa-sha2-128f");
    room.succeeds("convert --key key --format der -o der");
    room.succeeds("public --key key --format der -o der.pub");
    for name in ["der", "der.pub"] {
        let mut der = room.read(name);
        let at = der.windows(3).position(|window| window == [4, 3, 21]).unwrap() + 2;
        der[at] = 36;
        room.write(name, der);
    }
    let named = ["found 2.16.840.1.101.3.4.3.36 (HashSLH-DSA-SHA2-128f with SHA-256)"];
    room.fails("sign --key der --prehash --signature new file", 4, &named);
    room.fails("verify --key der.pub --prehash --signature sig file", 4, &named);
}

/// A file of any length is signed with `--prehash`, and verified, in an address space that it does not fit into.
#[test]
fn long_files_are_signed_by_their_digest() {
    let room = room_with("slh-dsa-sha2-128f");
    room.write("some", bytes(100_000));
    for (limit, fits) in [(100_000, true), (99_999, false)] {
        let sign = format!("sign --key key --signature new --force --memory-limit {limit} some");
        if fits {
            room.succeeds(&sign);
        } else {
            room.fails(&sign, 4, &["some: expected at most 97.7 KiB to sign", "--prehash", "--memory-limit"]);
        }
    }
    let piped = |arguments: &str| {
        let script = format!("head -c 167772160 /dev/zero | (ulimit -v 98304; exec {CARNELIAN} {arguments})");
        let run = room.run("sh", &["-c", &script]);
        assert_eq!(run.code, Some(0), "{arguments}: {run:?}");
    };
    piped("sign --key key --signature long --prehash");
    piped("verify --key pub --signature long --prehash");
    room.write("zeros", vec![0; 167_772_160]);
    room.succeeds("sign --key key --signature long --force zeros");
    piped("verify --key pub --signature long");
    File::create(room.path().join("huge")).unwrap().set_len((1 << 30) + 1).unwrap();
    room.fails("sign --key key --signature none huge", 4, &["huge: expected at most 1.0 GiB", "--prehash"]);
}

/// Signing takes seconds without the fast kernels, and a terminal says so; another standard error gets nothing.
#[test]
fn a_terminal_shows_that_a_slow_signature_is_being_made() {
    let room = Room::new();
    room.write("file", "content");
    room.succeeds("keygen slh-dsa-shake-256s -o key --public pub");
    let mut terminal = Terminal::start_slowly(&room, "sign --key key --signature sig file");
    terminal.wait_for("signing with SLH-DSA-SHAKE-256s, ");
    let (shown, code) = terminal.end();
    assert_eq!(code, Some(0), "{shown}");
    assert!(!shown.contains("file"), "{shown}");
    room.succeeds("verify --key pub --signature sig file");
}
