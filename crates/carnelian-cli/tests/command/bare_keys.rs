//! Keys whose algorithms have no PEM and no DER: every subcommand uses them as bytes and digits.

use crate::room::Room;
use carnelian::algorithm::{Identity, KemAlgorithm, SignatureAlgorithm, kems, signatures};

/// Returns the signature schemes whose keys have no container.
fn signature_schemes() -> impl Iterator<Item = &'static Identity> {
    signatures().iter().filter(|scheme| scheme.key_files().is_none()).map(SignatureAlgorithm::identity)
}

/// Returns the schemes of key encapsulation whose keys have bytes and no container.
fn kem_schemes() -> impl Iterator<Item = &'static Identity> {
    let have_bytes = kems().iter().filter(|scheme| !scheme.decapsulation_key_lens().is_empty());
    have_bytes.filter(|scheme| scheme.key_files().is_none()).map(KemAlgorithm::identity)
}

#[test]
fn a_scheme_without_key_files_signs_with_bytes_and_digits() {
    for Identity { id, .. } in signature_schemes() {
        let room = Room::new();
        room.write("file", "content");
        let named = format!("--algorithm {id}");
        room.succeeds(&format!("keygen {id} -o key --public pub --format raw"));
        room.succeeds(&format!("convert --key key {named} -o key.hex --format hex"));
        room.succeeds(&format!("convert --public --key pub {named} -o pub.hex --format hex"));
        room.succeeds(&format!("convert --key key.hex {named} -o again --format raw"));
        assert_eq!(room.read("again"), room.read("key"), "{id}");
        for format in ["raw", "hex"] {
            let public = room.succeeds(&format!("public --key key {named} --format {format} --force"));
            let expected = if format == "raw" { "pub" } else { "pub.hex" };
            assert_eq!(public.stdout, room.read(expected), "{id}");
        }
        for (private, public) in [("key", "pub"), ("key.hex", "pub.hex")] {
            room.succeeds(&format!("sign --key {private} {named} --signature sig --force file"));
            let verified = room.succeeds(&format!("verify --key {public} {named} --signature sig file"));
            assert_eq!(verified.text(), "file: OK\n", "{id}");
        }
        room.write("file", "another");
        assert_eq!(
            room.carnelian(&["verify", "--key", "pub", "--algorithm", id, "--signature", "sig", "file"]).code,
            Some(1)
        );
    }
}

#[test]
fn a_scheme_without_key_files_encapsulates_with_bytes_and_digits() {
    for Identity { id, .. } in kem_schemes() {
        let room = Room::new();
        let named = format!("--algorithm {id}");
        room.succeeds(&format!("keygen {id} -o key --public pub --format hex"));
        room.succeeds(&format!("encapsulate --key pub {named} --ciphertext c --secret sent"));
        room.succeeds(&format!("decapsulate --key key {named} --ciphertext c --secret received"));
        assert_eq!(room.read("received"), room.read("sent"), "{id}");
    }
}

#[test]
fn pem_and_der_are_refused_where_a_key_has_none() {
    for Identity { id, name, .. } in signature_schemes().chain(kem_schemes()) {
        let room = Room::with_keys();
        let refused = format!("{name} keys have no PEM or DER form: use --format raw or hex");
        let named = format!("--algorithm {id}");
        for options in ["", " --format der", " --encrypt", " --v2"] {
            room.fails(&format!("keygen {id} -o new{options}"), 2, &[&refused]);
        }
        room.succeeds(&format!("keygen {id} -o bare --public bare-pub --format raw"));
        room.fails(&format!("public --key bare {named} -o new"), 2, &[&refused]);
        room.fails(&format!("convert --key bare {named} -o new"), 2, &[&refused]);
        room.fails(&format!("convert --public --key bare-pub {named} -o new"), 2, &[&refused]);
        let found = "found PEM, a form that these keys do not have";
        room.fails(&format!("public --key key {named} -o new"), 4, &["key: expected a", name, found]);
        room.fails(&format!("convert --key pub {named} --format raw -o new"), 4, &["pub: expected a", name, found]);
        room.write("short", "0102");
        room.fails(&format!("public --key short {named} -o new"), 4, &[name, "found 4 hexadecimal digits"]);
        assert!(!room.path().join("new").exists());
    }
}
