//! Interoperability of keys, signatures and shared secrets with OpenSSL, in both directions.

use crate::ml_dsa;
use crate::ml_kem::SETS;
use crate::room::{Room, Run, bytes, is_installed};
use crate::skipped::skipped;
use crate::slh_dsa;
use std::fs;

impl Room {
    /// Runs OpenSSL with the words of `arguments`.
    fn openssl(&self, arguments: &str) -> Run {
        self.run("openssl", &arguments.split(' ').collect::<Vec<_>>())
    }

    /// Like [`openssl`](Self::openssl), but must succeed.
    fn openssl_succeeds(&self, arguments: &str) -> Run {
        let run = self.openssl(arguments);
        assert_eq!(run.code, Some(0), "openssl {arguments}: {}", run.stderr);
        run
    }
}

/// Returns a test directory with an Ed25519 key in `key` and `pub` and an X25519 key in `xkey` and `xpub`, both made by
/// OpenSSL, and a file.
fn their_room() -> Room {
    let room = Room::new();
    for (algorithm, key, public) in [("ed25519", "key", "pub"), ("x25519", "xkey", "xpub")] {
        room.openssl_succeeds(&format!("genpkey -algorithm {algorithm} -out {key}"));
        room.openssl_succeeds(&format!("pkey -in {key} -pubout -out {public}"));
    }
    room.write("file", "content");
    room
}

#[test]
fn they_read_our_keys() {
    if !is_installed("openssl") {
        return;
    }
    let room = Room::with_keys();
    for (key, public) in [("key", "pub"), ("xkey", "xpub")] {
        room.openssl_succeeds(&format!("pkey -in {key} -pubout -out theirs"));
        assert_eq!(room.read("theirs"), room.read(public), "{key}");
        room.openssl_succeeds(&format!("pkey -pubin -in {public} -outform DER -out theirs"));
        fs::remove_file(room.path().join("theirs")).unwrap();
    }
    room.succeeds("keygen ed25519 --format der -o der --public der.pub");
    room.openssl_succeeds("pkey -inform DER -in der -pubout -outform DER -out theirs");
    assert_eq!(room.read("theirs"), room.read("der.pub"));
}

#[test]
fn we_read_their_keys() {
    if !is_installed("openssl") {
        return;
    }
    let room = their_room();
    for (key, public) in [("key", "pub"), ("xkey", "xpub")] {
        assert_eq!(room.succeeds(&format!("public --key {key}")).stdout, room.read(public), "{key}");
        room.openssl_succeeds(&format!("pkey -in {key} -outform DER -out der"));
        assert_eq!(room.succeeds("public --key der").stdout, room.read(public), "{key} as DER");
    }
}

#[test]
fn signatures_verify_both_ways() {
    if !is_installed("openssl") {
        return;
    }
    for room in [Room::with_keys(), their_room()] {
        // OpenSSL before 3.2 does not sign an empty file.
        for content in [bytes(1), bytes(1 << 20)] {
            room.write("file", content);
            room.succeeds("sign --key key --signature ours --force file");
            room.openssl_succeeds("pkeyutl -sign -rawin -inkey key -in file -out theirs");
            assert_eq!(room.read("ours"), room.read("theirs"), "the signature of a file is one");
            room.openssl_succeeds("pkeyutl -verify -rawin -pubin -inkey pub -sigfile ours -in file");
            room.succeeds("verify --key pub --signature theirs file");
            room.write("file", "something else");
            assert_ne!(room.openssl("pkeyutl -verify -rawin -pubin -inkey pub -sigfile ours -in file").code, Some(0));
            room.fails("verify --key pub --signature theirs file", 1, &["not valid"]);
        }
    }
}

#[test]
fn secrets_are_the_same_both_ways() {
    if !is_installed("openssl") {
        return;
    }
    let room = their_room();
    room.succeeds("keygen x25519 -o ours --public ours.pub");
    room.succeeds("exchange --key ours --peer xpub -o one");
    room.openssl_succeeds("pkeyutl -derive -inkey xkey -peerkey ours.pub -out two");
    room.succeeds("exchange --key xkey --peer ours.pub -o three");
    assert_eq!(room.read("one"), room.read("two"));
    assert_eq!(room.read("one"), room.read("three"));
}

#[test]
fn they_open_our_encrypted_keys() {
    if !is_installed("openssl") {
        return;
    }
    let room = Room::new();
    for (algorithm, format) in [("ed25519", "pem"), ("x25519", "pem"), ("ed25519", "der")] {
        let keygen = format!("keygen {algorithm} -o key --public pub --format {format} --force");
        assert_eq!(room.with_passphrase("a word", &keygen).code, Some(0));
        let open = format!("pkey -inform {format} -in key -pubout -outform {format} -out theirs -passin");
        let word = |word: &str| {
            let mut arguments: Vec<_> = open.split(' ').map(str::to_owned).collect();
            arguments.push(format!("pass:{word}"));
            room.run("openssl", &arguments).code
        };
        assert_eq!(word("a word"), Some(0));
        assert_eq!(room.read("theirs"), room.read("pub"), "{algorithm} {format}");
        assert_ne!(word("another"), Some(0));
    }
}

/// The encryption schemes of OpenSSL that are not obsolete.
#[test]
fn we_open_their_encrypted_keys() {
    if !is_installed("openssl") {
        return;
    }
    let room = their_room();
    let encrypted = [
        "pkcs8 -topk8 -in @ -out locked -passout pass:word",
        "pkcs8 -topk8 -in @ -outform DER -out locked -passout pass:word",
        "pkcs8 -topk8 -in @ -out locked -passout pass:word -v2 aes-256-cbc -v2prf hmacWithSHA512 -iter 50000",
        "pkcs8 -topk8 -in @ -out locked -passout pass:word -v2 aes-128-cbc -v2prf hmacWithSHA1",
        "pkcs8 -topk8 -in @ -out locked -passout pass:word -scrypt",
        "pkey -in @ -aes256 -out locked -passout pass:word",
        "pkey -in @ -aes192 -out locked -passout pass:word",
        "genpkey -algorithm ed25519 -aes-256-cbc -out locked -pass pass:word",
    ];
    for encrypt in encrypted {
        for key in ["key", "xkey"] {
            room.openssl_succeeds(&encrypt.replace('@', key));
            let form = if encrypt.contains("DER") { "DER" } else { "PEM" };
            let theirs = room.openssl_succeeds(&format!("pkey -inform {form} -in locked -passin pass:word -pubout"));
            let ours = room.with_passphrase("word", "public --key locked");
            assert_eq!((ours.code, &ours.stdout), (Some(0), &theirs.stdout), "{encrypt}: {}", ours.stderr);
            room.with_passphrase("words", "public --key locked").failed(encrypt, 4, &["locked: wrong passphrase"]);
        }
    }
    room.openssl_succeeds("pkey -in key -aes256 -out locked -passout pass:word");
    assert_eq!(room.with_passphrase("word", "sign --key locked --signature sig file").code, Some(0));
    room.openssl_succeeds("pkeyutl -verify -rawin -pubin -inkey pub -sigfile sig -in file");
    room.openssl_succeeds("pkey -in xkey -aes256 -out locked -passout pass:word");
    assert_eq!(room.with_passphrase("word", "exchange --key locked --peer xpub -o secret").code, Some(0));
}

/// An RSA key or a key on a NIST curve is refused by its name.
#[test]
fn their_other_keys_are_refused_by_name() {
    if !is_installed("openssl") {
        return;
    }
    let room = Room::new();
    room.write("file", "content");
    for (options, name) in [("EC -pkeyopt ec_paramgen_curve:P-256", "1.2.840.10045.2.1"), ("ed448", "1.3.101.113")] {
        room.openssl_succeeds(&format!("genpkey -algorithm {options} -out other"));
        room.openssl_succeeds("pkey -in other -pubout -out other.pub");
        room.fails(
            "sign --key other --signature sig file",
            4,
            &["other: algorithm: expected Ed25519, ML-DSA or SLH-DSA, found ", name, "not supported"],
        );
        room.write("sig64", [0; 64]);
        room.fails("verify --key other.pub --signature sig64 file", 4, &["other.pub: ", "expected Ed25519", name]);
    }
}

/// Returns whether the installed OpenSSL lists an algorithm that came with version 3.5. If not, reports that the test is
/// skipped.
fn knows(algorithm: &str, list: &str) -> bool {
    if !is_installed("openssl") {
        return false;
    }
    let knows = Room::new().openssl(&format!("list {list}")).text().contains(algorithm);
    if !knows {
        skipped(&format!("openssl is older than 3.5 and does not know {algorithm}"));
    }
    knows
}

fn knows_ml_kem() -> bool {
    knows("ML-KEM-768", "-kem-algorithms")
}

fn knows_ml_dsa() -> bool {
    knows("ML-DSA-65", "-signature-algorithms")
}

#[test]
fn they_read_our_ml_kem_keys() {
    if !knows_ml_kem() {
        return;
    }
    SETS.into_iter().for_each(|(name, ..)| they_read_our_keys_of(name));
}

/// The keys of an algorithm whose private keys have a seed, in every form.
fn they_read_our_keys_of(name: &str) {
    let room = Room::new();
    room.succeeds(&format!("keygen {name} -o seed --public pub"));
    room.succeeds("convert --key seed --private-form both -o both");
    room.succeeds("convert --key seed --private-form expanded -o expanded");
    room.succeeds("convert --key seed --v2 -o v2");
    for key in ["seed", "both", "expanded", "v2"] {
        room.openssl_succeeds(&format!("pkey -in {key} -pubout -out theirs"));
        assert_eq!(room.read("theirs"), room.read("pub"), "{name} {key}");
    }
    assert_eq!(room.with_descriptor("word", "convert --key seed --new-passphrase-fd 3 -o locked").code, Some(0));
    room.openssl_succeeds("pkey -in locked -passin pass:word -pubout -out theirs");
    assert_eq!(room.read("theirs"), room.read("pub"), "{name}");
    room.openssl_succeeds("pkey -pubin -in pub -pubout -out theirs");
    assert_eq!(room.read("theirs"), room.read("pub"), "{name}");
}

/// OpenSSL writes both by default.
#[test]
fn we_read_their_ml_kem_keys() {
    if !knows_ml_kem() {
        return;
    }
    SETS.into_iter().for_each(|(name, ..)| we_read_their_keys_of(name, "ml-kem"));
}

/// The keys of an algorithm of `family` whose private keys have a seed, in every form.
fn we_read_their_keys_of(name: &str, family: &str) {
    let room = Room::new();
    room.openssl_succeeds(&format!("genpkey -algorithm {name} -out both"));
    room.openssl_succeeds("pkey -in both -pubout -out pub");
    for (form, theirs) in [("both", "seed-priv"), ("seed", "seed-only"), ("expanded", "priv-only")] {
        room.openssl_succeeds(&format!("pkey -in both -provparam {family}.output_formats={theirs} -out theirs"));
        room.succeeds(&format!("convert --key both --private-form {form} -o ours --force"));
        assert_eq!(room.read("ours"), room.read("theirs"), "{name} {form}");
        assert_eq!(room.succeeds("public --key theirs").stdout, room.read("pub"), "{name} {form}");
    }
    room.openssl_succeeds("pkey -in both -aes256 -out locked -passout pass:word");
    assert_eq!(room.with_passphrase("word", "public --key locked").stdout, room.read("pub"), "{name}");
}

#[test]
fn encapsulated_secrets_are_the_same_both_ways() {
    if !knows_ml_kem() {
        return;
    }
    for (name, ..) in SETS {
        let room = Room::new();
        room.succeeds(&format!("keygen {name} -o key --public pub"));
        room.openssl_succeeds("pkeyutl -encap -pubin -inkey pub -out c -secret one");
        assert_eq!(room.succeeds("decapsulate --key key --ciphertext c --secret -").stdout, room.read("one"), "{name}");
        let mut changed = room.read("c");
        changed[0] ^= 1;
        room.write("changed", changed);
        room.openssl_succeeds("pkeyutl -decap -inkey key -in changed -secret rejected");
        let ours = room.succeeds("decapsulate --key key --ciphertext changed --secret -").stdout;
        assert_eq!(ours, room.read("rejected"), "{name}");

        room.openssl_succeeds(&format!("genpkey -algorithm {name} -out theirs"));
        room.openssl_succeeds("pkey -in theirs -pubout -out theirs.pub");
        room.succeeds("encapsulate --key theirs.pub --ciphertext c2 --secret two");
        room.openssl_succeeds("pkeyutl -decap -inkey theirs -in c2 -secret two.got");
        assert_eq!(room.read("two"), room.read("two.got"), "{name}");
    }
}

#[test]
fn ml_dsa_keys_are_read_both_ways() {
    if !knows_ml_dsa() {
        return;
    }
    for (name, ..) in ml_dsa::SETS {
        they_read_our_keys_of(name);
        we_read_their_keys_of(name, "ml-dsa");
    }
}

#[test]
fn ml_dsa_signatures_verify_both_ways() {
    if !knows_ml_dsa() {
        return;
    }
    for (name, ..) in ml_dsa::SETS {
        let room = Room::new();
        room.succeeds(&format!("keygen {name} -o key --public pub"));
        room.write("file", bytes(100_000));
        let context = (" --context-hex 00ff", " -pkeyopt hexcontext-string:00ff");
        for (ours, theirs) in [("", ""), context] {
            let verify = format!("pkeyutl -verify -rawin -pubin -inkey pub -sigfile sig -in file{theirs}");
            room.succeeds(&format!("sign --key key --signature sig --force{ours} file"));
            room.openssl_succeeds(&verify);
            room.openssl_succeeds(&format!("pkeyutl -sign -rawin -inkey key -in file -out sig{theirs}"));
            room.succeeds(&format!("verify --key pub --signature sig{ours} file"));
            // Without randomness a file has one signature.
            room.succeeds(&format!("sign --key key --deterministic --signature sig --force{ours} file"));
            let sign = format!("pkeyutl -sign -rawin -inkey key -in file -out sig2 -pkeyopt deterministic:1{theirs}");
            room.openssl_succeeds(&sign);
            assert_eq!(room.read("sig"), room.read("sig2"), "{name}{ours}");
            let mut changed = room.read("sig");
            changed[40] ^= 1;
            room.write("sig", changed);
            assert_ne!(room.openssl(&verify).code, Some(0), "{name}{ours}");
            room.fails(&format!("verify --key pub --signature sig{ours} file"), 1, &["not valid"]);
        }
    }
}

fn knows_slh_dsa() -> bool {
    knows("SLH-DSA-SHA2-128s", "-signature-algorithms")
}

#[test]
fn slh_dsa_keys_are_read_both_ways() {
    if !knows_slh_dsa() {
        return;
    }
    for (name, ..) in slh_dsa::SETS {
        let room = Room::new();
        room.succeeds(&format!("keygen {name} -o key --public pub"));
        room.succeeds("convert --key key --v2 --format der -o v2");
        room.openssl_succeeds("pkey -in key -out again");
        assert_eq!(room.read("again"), room.read("key"), "{name}");
        for (key, form) in [("key", "PEM"), ("v2", "DER")] {
            room.openssl_succeeds(&format!("pkey -inform {form} -in {key} -pubout -out theirs"));
            assert_eq!(room.read("theirs"), room.read("pub"), "{name} {key}");
        }
        assert_eq!(room.with_descriptor("word", "convert --key key --new-passphrase-fd 3 -o locked").code, Some(0));
        room.openssl_succeeds("pkey -in locked -passin pass:word -pubout -out theirs");
        assert_eq!(room.read("theirs"), room.read("pub"), "{name}");
        room.openssl_succeeds("pkey -pubin -in pub -outform DER -out theirs");
        room.succeeds("public --key key --format der -o ours");
        assert_eq!(room.read("theirs"), room.read("ours"), "{name}");

        room.openssl_succeeds(&format!("genpkey -algorithm {name} -out key"));
        room.openssl_succeeds("pkey -in key -pubout -out pub");
        room.openssl_succeeds("pkey -in key -outform DER -out der");
        room.openssl_succeeds("pkey -in key -aes256 -out locked -passout pass:word");
        for key in ["key", "der"] {
            assert_eq!(room.succeeds(&format!("public --key {key}")).stdout, room.read("pub"), "{name} {key}");
            assert_eq!(room.succeeds(&format!("convert --key {key} -o -")).stdout, room.read("key"), "{name} {key}");
        }
        assert_eq!(room.with_passphrase("word", "public --key locked").stdout, room.read("pub"), "{name}");
    }
}

/// The sets with short signatures take OpenSSL seconds, and are signed with once.
#[test]
fn slh_dsa_signatures_verify_both_ways() {
    if !knows_slh_dsa() {
        return;
    }
    for (name, ..) in slh_dsa::SETS {
        let room = Room::new();
        room.succeeds(&format!("keygen {name} -o key --public pub"));
        room.write("file", bytes(100_000));
        let context = (" --context-hex 00ff", " -pkeyopt hexcontext-string:00ff");
        let variants = if name.ends_with('s') { &[context][..] } else { &[("", ""), context] };
        for (ours, theirs) in variants {
            let verify = format!("pkeyutl -verify -rawin -pubin -inkey pub -sigfile sig -in file{theirs}");
            room.succeeds(&format!("sign --key key --signature sig --force{ours} file"));
            room.openssl_succeeds(&verify);
            // Without randomness a file has one signature.
            room.succeeds(&format!("sign --key key --deterministic --signature sig --force{ours} file"));
            let sign = "pkeyutl -sign -rawin -inkey key -in file -out";
            room.openssl_succeeds(&format!("{sign} sig2 -pkeyopt deterministic:1{theirs}"));
            assert_eq!(room.read("sig"), room.read("sig2"), "{name}{ours}");
            if name.ends_with('f') {
                room.openssl_succeeds(&format!("{sign} sig{theirs}"));
                assert_ne!(room.read("sig"), room.read("sig2"), "{name}{ours}");
            }
            room.succeeds(&format!("verify --key pub --signature sig{ours} file"));
            let mut changed = room.read("sig");
            changed[40] ^= 1;
            room.write("sig", changed);
            assert_ne!(room.openssl(&verify).code, Some(0), "{name}{ours}");
            room.fails(&format!("verify --key pub --signature sig{ours} file"), 1, &["not valid"]);
        }
    }
}
