//! Key files as other programs and other people leave them: with more than a key in them, in the forms of NaCl and
//! WireGuard, in those of drafts, and files that are no keys at all: no message shows a byte of them.

use crate::room::Room;

/// The Ed25519 key of RFC 8032 Section 7.1, TEST 1: the private and the public key.
const PRIVATE: &str = "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60";
const PUBLIC: &str = "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a";

fn bytes(digits: &str) -> Vec<u8> {
    digits.as_bytes().chunks(2).map(|pair| u8::from_str_radix(str::from_utf8(pair).unwrap(), 16).unwrap()).collect()
}

pub(crate) fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let group = |group: &[u8]| {
        let word = group.iter().fold(0, |word, byte| word << 8 | u32::from(*byte)) << (8 * (3 - group.len()));
        let digit = |at: usize| if at > group.len() { b'=' } else { DIGITS[(word >> (18 - 6 * at) & 63) as usize] };
        (0..4).map(|at| char::from(digit(at))).collect::<String>()
    };
    bytes.chunks(3).map(group).collect()
}

/// Returns a DER value.
fn tlv(tag: u8, contents: &[u8]) -> Vec<u8> {
    let length = contents.len();
    let header = match length {
        0..=0x7f => vec![tag, length as u8],
        _ => vec![tag, 0x82, (length >> 8) as u8, length as u8],
    };
    [&header[..], contents].concat()
}

/// Returns PKCS #8 v1 with this object identifier and these contents of `privateKey`.
fn pkcs8(identifier: &[u8], contents: &[u8]) -> Vec<u8> {
    tlv(0x30, &[vec![2, 1, 0], tlv(0x30, &tlv(6, identifier)), tlv(4, contents)].concat())
}

const ED25519: &[u8] = &[0x2b, 0x65, 0x70];

/// A room with the key in `key`, and the text of its public key.
fn room() -> (Room, String) {
    let room = Room::new();
    room.write("hex", PRIVATE);
    room.succeeds("convert --key hex --algorithm ed25519 -o key");
    room.succeeds("public --key key -o pub");
    let public = room.succeeds("public --key key").text().to_owned();
    (room, public)
}

#[test]
fn a_key_is_read_from_a_file_with_other_things_in_it() {
    let (room, public) = room();
    let [key, pub_] = ["key", "pub"].map(|name| String::from_utf8(room.read(name)).unwrap());
    let certificate = "-----BEGIN CERTIFICATE-----\nMAMCAQA=\n-----END CERTIFICATE-----\n";
    room.write("file", "text");
    for file in [
        format!("{key}{certificate}"),
        format!("{certificate}{key}"),
        format!("{key}{pub_}"),
        format!("{key}some text\n"),
        format!("ED25519 Private-Key:\npriv:\n    9d:61\n{key}"),
        format!("{key}\0"),
        format!("{key}\u{1a}"),
        format!("\u{feff}{key}"),
        format!("\u{feff}{}", key.replace('\n', "\r\n")),
    ] {
        room.write("some", &file);
        assert_eq!(room.succeeds("public --key some").text(), public, "{file}");
        room.succeeds("sign --key some --signature sig --force file");
        let crlf = |text: &str| text.replace('\n', "\r\n");
        room.write("some-pub", file.replace(&key, &pub_).replace(&crlf(&key), &crlf(&pub_)));
        let verified = room.carnelian(&["verify", "--key", "some-pub", "--signature", "sig", "file"]);
        // The third has the public key twice.
        let twice = file.contains(&pub_);
        assert_eq!(verified.code, Some(if twice { 4 } else { 0 }), "{file}");
    }
    room.write("two", key.repeat(2));
    room.fails("public --key two", 4, &["two: expected one private key in the PEM text, found 2"]);
    // Each of two joined files has its byte order mark.
    room.write("two", format!("\u{feff}{key}").repeat(2));
    room.fails("public --key two", 4, &["two: expected one private key in the PEM text, found 2"]);
    room.write("both", format!("\u{feff}{pub_}\u{feff}{key}"));
    assert_eq!(room.succeeds("public --key both").text(), public);
    room.write("two", format!("{key}{}", key.replace("PRIVATE", "EC PRIVATE")));
    room.fails("sign --key two --signature new file", 4, &["two: expected one private key in the PEM text, found 2"]);
}

#[test]
fn keys_of_nacl_and_wireguard_are_read() {
    let (room, public) = room();
    let pair = [bytes(PRIVATE), bytes(PUBLIC)].concat();
    let digits = format!("{PRIVATE}{PUBLIC}");
    for file in [
        &pair[..],
        digits.as_bytes(),
        format!("{}\n", digits.to_uppercase()).as_bytes(),
        base64(&pair).as_bytes(),
        format!("{}\r\n", base64(&pair[..32])).as_bytes(),
        format!("\u{feff}{PRIVATE}\n").as_bytes(),
    ] {
        room.write("some", file);
        assert_eq!(room.succeeds("public --key some --algorithm ed25519").text(), public, "{file:x?}");
        let unnamed = room.fails("public --key some", 4, &["some: ", "does not name its algorithm"]);
        assert!(unnamed.stderr.contains("--algorithm"), "{}", unnamed.stderr);
    }
    room.write("some", pkcs8(ED25519, &tlv(4, &pair)));
    assert_eq!(room.succeeds("public --key some").text(), public);
    room.write("wireguard", format!("{}\n", base64(&[7; 32])));
    room.write("raw", [7; 32]);
    let expected = room.succeeds("public --key raw --algorithm x25519").stdout;
    assert_eq!(room.succeeds("public --key wireguard --algorithm x25519").stdout, expected);
    // A public key too.
    room.write("file", "text");
    room.succeeds("sign --key key --signature sig file");
    room.write("some", base64(&pair[32..]));
    room.succeeds("verify --key some --signature sig file");
    // The second half of another key is told as such, and not shown.
    let mut wrong = pair.clone();
    wrong[63] ^= 1;
    for wrong in [&wrong[..], base64(&wrong).as_bytes(), &pkcs8(ED25519, &tlv(4, &wrong))] {
        room.write("some", wrong);
        let said = "some: public key: expected that of the Ed25519 private key beside it, found another\n";
        room.fails("public --key some --algorithm ed25519", 4, &[said]);
    }
}

#[test]
fn post_quantum_keys_of_drafts_are_read() {
    for (name, identifier, seed) in [
        ("ml-kem-512", [0x60, 0x86, 0x48, 1, 0x65, 3, 4, 4, 1], 64),
        ("ml-kem-768", [0x60, 0x86, 0x48, 1, 0x65, 3, 4, 4, 2], 64),
        ("ml-kem-1024", [0x60, 0x86, 0x48, 1, 0x65, 3, 4, 4, 3], 64),
        ("ml-dsa-44", [0x60, 0x86, 0x48, 1, 0x65, 3, 4, 3, 17], 32),
        ("ml-dsa-65", [0x60, 0x86, 0x48, 1, 0x65, 3, 4, 3, 18], 32),
        ("ml-dsa-87", [0x60, 0x86, 0x48, 1, 0x65, 3, 4, 3, 19], 32),
    ] {
        let room = Room::new();
        room.succeeds(&format!("keygen {name} -o key --public pub"));
        let both = room.succeeds("convert --key key --private-form both --format raw -o -").stdout;
        let public = room.succeeds("public --key key --format raw").stdout;
        let (seed, expanded) = both.split_at(seed);
        let pair = [expanded, &public].concat();
        for contents in [seed.to_vec(), tlv(4, seed), expanded.to_vec(), tlv(4, &pair)] {
            room.write("old", pkcs8(&identifier, &contents));
            assert_eq!(room.succeeds("public --key old").stdout, room.read("pub"), "{name} {}", contents.len());
            room.succeeds("convert --key old -o new --force");
            assert_eq!(room.succeeds("public --key new").stdout, room.read("pub"), "{name}");
        }
        // The public key is compared, whatever the form.
        let mut wrong = pair.clone();
        *wrong.last_mut().unwrap() ^= 1;
        room.write("old", pkcs8(&identifier, &tlv(4, &wrong)));
        room.fails("public --key old", 4, &["old: public key: expected that of the", "found another"]);
        room.write("old", pkcs8(&identifier, &pair));
        room.fails("public --key old", 4, &["old: ", "expected a seed, an expanded key or both", "another structure"]);
    }
}

#[test]
fn forms_that_are_not_read_are_named() {
    let room = Room::new();
    let colons: Vec<&str> = PRIVATE.as_bytes().chunks(2).map(|pair| str::from_utf8(pair).unwrap()).collect();
    let utf16: Vec<u8> = format!("\u{feff}{PRIVATE}\r\n").encode_utf16().flat_map(u16::to_le_bytes).collect();
    for (file, named) in [
        (format!("{}\n", colons.join(":")).as_bytes(), "hexadecimal digits with colons between them"),
        (&utf16, "64 hexadecimal digits in UTF-16"),
        (b"\xff\xfek\0e\0y\0", "text in UTF-16"),
        (br#"{"kty":"OKP","crv":"Ed25519","d":"nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A"}"#, "a JSON Web Key"),
        (b"-----BEGIN OPENSSH PRIVATE KEY-----\nAAAA\n-----END OPENSSH PRIVATE KEY-----\n", "\"OPENSSH PRIVATE KEY\""),
        (b"-----BEGIN CORRECT HORSE-----\nAAAA\n-----END CORRECT HORSE-----\n", "or PUBLIC KEY, found another\n"),
        (b"ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIA name\n", "a public key of OpenSSH"),
    ] {
        room.write("some", file);
        for command in ["public --key some", "convert --key some -o new", "verify --key some --signature some some"] {
            for algorithm in ["", " --algorithm ed25519"] {
                room.fails(&format!("{command}{algorithm}"), 4, &["some: ", "expected", named]);
            }
        }
    }
}

/// Files of keys in which something is wrong, such as the seed where its structure should be.
#[test]
fn no_message_shows_a_byte_of_a_key() {
    const MARKER: u8 = 0xc7;
    let room = Room::with_keys();
    let key = [&[MARKER], &[0x35; 31][..]].concat();
    let ml_dsa_44: &[u8] = &[0x60, 0x86, 0x48, 1, 0x65, 3, 4, 3, 17];
    let whole = pkcs8(ED25519, &tlv(4, &key));
    let pem = |label: &str, der: &[u8]| format!("-----BEGIN {label}-----\n{}\n-----END {label}-----\n", base64(der));
    let mut files: Vec<Vec<u8>> = vec![
        pkcs8(ED25519, &key),
        pkcs8(ED25519, &key[..31]),
        pkcs8(ml_dsa_44, &key[..31]),
        pkcs8(ml_dsa_44, &tlv(0x81, &key)),
        [key.clone(), vec![0; 32]].concat(),
        key[..31].to_vec(),
        [&[MARKER; 3][..], b"\n"].concat(),
        pem("PRIVATE KEY", &key).into_bytes(),
        pem("PRIVATE KEY", &whole).replace("KEY-----\n", "KEY\n").into_bytes(),
        pem("PRIVATE KEY", &whole).replace('\n', "").replace("KEY-----", "KEY ").into_bytes(),
        [&whole[..12], &key].concat(),
        [&whole[..14], &key].concat(),
        [&whole[..2], &key].concat(),
        whole[..40].to_vec(),
    ];
    files.extend((0..16).map(|at| [&whole[..at], &whole[at + 1..]].concat()));
    for file in &files {
        room.write("bad", file);
        for command in [
            "public --key bad",
            "public --key bad --algorithm ed25519",
            "public --key bad --algorithm ml-dsa-44",
            "convert --key bad -o new",
            "convert --key bad --public --algorithm ed25519 -o new",
            "sign --key bad --signature new file",
            "verify --key bad --signature sig file",
            "exchange --key bad --peer xpub -o new --algorithm x25519",
            "exchange --key xkey --peer bad -o new",
            "decapsulate --key bad --ciphertext kc --secret new",
            "encapsulate --key bad --ciphertext new --secret s",
            "seal --key bad -o new file",
            "mac blake2s --key bad --key-form hex file",
            "hash sha256 --check --warn bad",
            "open --key bad -o new bad",
        ] {
            let run = room.carnelian(&command.split(' ').collect::<Vec<_>>());
            assert!(run.code != Some(0) && run.text().is_empty(), "{command}: {file:x?}");
            let said = run.stderr.to_lowercase();
            for shown in ["c7", "199", "x8fh", "xzu1", "imc1", "ntu1", "\u{c7}", "\u{fffd}"] {
                assert!(!said.contains(shown), "{command}: {said}");
            }
        }
    }
}
