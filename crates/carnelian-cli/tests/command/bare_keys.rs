//! Keys whose algorithms have no PEM and no DER: every subcommand uses them as bytes and digits.

use crate::room::{CARNELIAN, Room, finish};
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
        let refused = room.fails(&format!("verify --key pub {named} --signature sig file"), 1, &["another message"]);
        assert!(!refused.stderr.contains("context"), "{id}: {}", refused.stderr);
    }
}

/// An option that the scheme lacks is a mistake on the command line, whatever the signature and the message are.
#[test]
fn options_that_a_scheme_lacks_are_refused_before_the_signature() {
    for scheme in signatures().iter().filter(|scheme| scheme.key_files().is_none()) {
        let Identity { id, name, .. } = scheme.identity();
        assert!(scheme.context_lens().is_none(), "{id}");
        let room = Room::with_keys();
        let named = format!("--algorithm {id}");
        room.succeeds(&format!("keygen {id} -o key.raw --public pub.raw --format raw"));
        room.write("short", [7; 63]);
        let no_digests = format!("--prehash: {name} has no signatures of digests");
        let no_context = format!("--context: {name} has no context");
        for (options, reason) in [("--prehash", &no_digests), ("--context text", &no_context)] {
            for signature in ["sig", "short", "file"] {
                let verify = format!("verify --key pub.raw {named} --signature {signature} {options} file");
                room.fails(&verify, 2, &[reason]);
            }
            room.fails(&format!("sign --key key.raw {named} --signature new {options} missing"), 2, &[reason]);
            // Before the key is read, whose passphrase might be asked for.
            room.fails(&format!("sign --key missing {named} --signature new {options} file"), 2, &[reason]);
        }
        let combined = ["--combined is for Ed25519 keys", name];
        room.fails(&format!("verify --key pub.raw {named} --combined -o new short"), 2, &combined);
        room.fails(&format!("sign --key missing {named} --combined --signature new missing"), 2, &combined);
    }
}

/// A key that cannot be encrypted has no passphrase, which would be the first line of the message.
#[test]
fn a_passphrase_is_refused_for_keys_that_are_never_encrypted() {
    let room = Room::with_keys();
    room.write("file", "one line\nanother");
    let piped = |arguments: &str| finish(room.command(CARNELIAN).args(arguments.split(' ')), b"one line\nanother");
    for Identity { id, name, .. } in signature_schemes().chain(kem_schemes()) {
        let named = format!("--algorithm {id}");
        room.succeeds(&format!("keygen {id} -o key.raw --public pub.raw --format raw --force"));
        let never = format!("{name} keys have no PEM or DER form, so that none is encrypted");
        let arguments = format!("convert --key key.raw {named} --format raw -o new --passphrase-fd 0");
        piped(&arguments).failed(id, 2, &[&never]);
        let arguments = format!("public --key key.raw {named} --format raw -o new --passphrase-fd 0");
        piped(&arguments).failed(id, 2, &[&never]);
    }
    for Identity { id, .. } in signature_schemes() {
        room.succeeds(&format!("keygen {id} -o key.raw --public pub.raw --format raw --force"));
        let sign = format!("sign --key key.raw --algorithm {id} --signature new --force");
        piped(&format!("{sign} --passphrase-fd 0")).failed(id, 2, &["none is encrypted"]);
        assert_eq!(piped(&sign).code, Some(0), "{id}");
        room.succeeds(&format!("verify --key pub.raw --algorithm {id} --signature new file"));
    }
    for Identity { id, .. } in kem_schemes() {
        room.succeeds(&format!("keygen {id} -o key.raw --format raw --force"));
        let decapsulate = format!("decapsulate --key key.raw --algorithm {id} --ciphertext - --secret s");
        piped(&format!("{decapsulate} --passphrase-fd 0")).failed(id, 2, &["none is encrypted"]);
    }
    // The line of a key that might have been encrypted is taken, also if it is not.
    room.write("file", "another");
    assert_eq!(piped("sign --key key --signature new --force --passphrase-fd 0").code, Some(0));
    room.succeeds("verify --key pub --signature new file");
}

/// Digits of a ciphertext, and digits that are as many as its bytes.
#[test]
fn digits_of_a_ciphertext_are_not_taken_for_one() {
    let hex = |bytes: &[u8]| bytes.iter().map(|byte| format!("{byte:02x}")).collect::<String>();
    for Identity { id, .. } in kem_schemes() {
        let room = Room::new();
        room.succeeds(&format!("keygen {id} -o key --public pub --format raw"));
        room.succeeds(&format!("encapsulate --key pub --algorithm {id} --ciphertext c --secret s"));
        let digits = hex(&room.read("c"));
        let len = digits.len() / 2;
        let decapsulate = format!("decapsulate --key key --algorithm {id} --ciphertext text --secret new");
        for (text, found) in [
            (digits.clone(), "found them as hexadecimal digits".to_owned()),
            (digits.to_uppercase() + "\n", "found them as hexadecimal digits".to_owned()),
            (digits[..len].to_owned(), format!("found {len} hexadecimal digits, which are a text and no ciphertext")),
            (digits[..len - 1].to_owned() + "\n", format!("found {} hexadecimal digits", len - 1)),
            ("k".repeat(len), format!("found {len} base64 digits")),
            (digits[..len + 2].to_owned(), format!("found {}", len + 2)),
            (digits[..len - 2].to_owned(), format!("found {}", len - 2)),
        ] {
            room.write("text", text);
            room.fails(&decapsulate, 4, &[&format!("text: expected a ciphertext of {len} bytes, "), &found]);
        }
    }
    let help = Room::new().succeeds("decapsulate --help").text().split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(help.contains("A file of hexadecimal or base64 digits is refused"), "{help}");
}

/// The form of a key with its public key after it is read, and not written.
#[test]
fn a_pair_is_converted_to_the_form_of_a_new_key() {
    let schemes = signatures().iter().filter(|scheme| scheme.private_key_lens().contains(&(2 * scheme.seed_len())));
    for Identity { id, family, .. } in
        schemes.filter(|s| s.expanded_key_len().is_none()).map(SignatureAlgorithm::identity)
    {
        let room = Room::new();
        room.succeeds(&format!("keygen {id} -o key --public pub --format raw"));
        room.write("pair", [room.read("key"), room.read("pub")].concat());
        room.succeeds(&format!("convert --key key --algorithm {id} --format hex -o key.hex"));
        for (format, expected) in [("raw", "key"), ("hex", "key.hex")] {
            let convert = format!("convert --key pair --algorithm {id} --format {format} --force -o");
            room.succeeds(&format!("{convert} new"));
            assert_eq!(room.read("new"), room.read(expected), "{id} {format}");
        }
        let help = room.succeeds("convert --help").text().split_whitespace().collect::<Vec<_>>().join(" ");
        let (_, said) = help.split_once("written as keygen writes them").expect("a sentence on other keys");
        assert!(said.contains(family), "{said}");
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
        for options in ["", " --format der"] {
            room.fails(&format!("keygen {id} -o new{options}"), 2, &[&refused]);
        }
        room.succeeds(&format!("keygen {id} -o bare --public bare-pub --format raw"));
        for (option, what) in [("--encrypt", "is encrypted"), ("--v2", "is PKCS #8 v2")] {
            let never = format!("{name} keys have no PEM or DER form, so that none {what}");
            for format in ["raw", "der"] {
                room.fails(&format!("keygen {id} -o new --format {format} {option}"), 2, &[&never]);
                room.fails(&format!("convert --key bare {named} -o new --format {format} {option}"), 2, &[&never]);
            }
        }
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

/// Bytes that are as many as the digits of a key are not digits with a wrong one among them.
#[test]
fn bytes_of_another_length_are_told_as_bytes() {
    for Identity { id, name, .. } in signature_schemes().chain(kem_schemes()) {
        let room = Room::new();
        room.succeeds(&format!("keygen {id} -o key --public pub --format raw"));
        let twice = [room.read("pub"), room.read("pub")].concat();
        room.write("twice", &twice);
        let found = format!("found {} bytes", twice.len());
        room.fails(&format!("convert --public --key twice --algorithm {id} -o new --format hex"), 4, &[name, &found]);
    }
}

/// Halves may have been swapped: then the one that is not as expected is private.
#[test]
fn messages_show_no_half_of_a_pair() {
    for Identity { id, .. } in signature_schemes() {
        let room = Room::new();
        room.succeeds(&format!("keygen {id} -o key --public pub --format raw"));
        room.succeeds(&format!("convert --key key --algorithm {id} -o key.hex --format hex"));
        room.write("swapped", [room.read("pub"), room.read("key")].concat());
        let digits = String::from_utf8(room.read("key.hex")).unwrap();
        for command in [
            "public --key swapped",
            "convert --format raw -o new --key swapped",
            "sign --signature s --key swapped key",
        ] {
            let refused = room.carnelian(&format!("{command} --algorithm {id}").split(' ').collect::<Vec<_>>());
            assert!(matches!(refused.code, Some(2 | 4)), "{id}: {command}");
            assert!(!refused.stderr.contains(digits.trim()), "{id}: {command}");
        }
    }
}
