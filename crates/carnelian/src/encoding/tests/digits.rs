//! Files that consist of digits and are no keys.

use super::*;
use alloc::string::{String, ToString};
use std::format;

const DIGITS: &str = "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60";

/// Returns the error of every reader of a file: of private and public keys, of one algorithm or any.
#[track_caller]
fn refusals(file: &[u8]) -> Vec<String> {
    let algorithms = [None, Some(Algorithm::Ed25519), Some(Algorithm::X25519), Some(Algorithm::MlDsa44)];
    let private = algorithms.map(|algorithm| PrivateKeyInfo::from_file(file, algorithm, None).map(drop));
    let public = algorithms.map(|algorithm| SubjectPublicKeyInfo::from_file(file, algorithm).map(drop));
    let all = [Form::of(file).map(drop)].into_iter().chain(private).chain(public);
    all.map(|read| read.expect_err(&format!("{file:x?}")).to_string()).collect()
}

#[track_caller]
fn found(file: impl AsRef<[u8]>, found: &str) {
    for refused in refusals(file.as_ref()) {
        assert!(refused.ends_with(&format!(", found {found}")), "{refused}: expected {found}");
    }
}

fn in_pairs(separator: &str) -> String {
    DIGITS.as_bytes().chunks(2).map(|pair| str::from_utf8(pair).unwrap()).collect::<Vec<_>>().join(separator)
}

/// A text as long as a key would be a weak one.
#[test]
fn digits_that_are_as_many_as_a_key_has_bytes_are_no_key() {
    let base64 = "nWGxne/9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2DXWpgBgrEKt9VL/tPJZAc6DuFy896qYjJa8hpo9wdRGg==";
    let mark = "\u{feff}";
    found(&DIGITS[..32], "32 hexadecimal digits");
    found(DIGITS[..32].to_uppercase(), "32 hexadecimal digits");
    found(format!("{}\n", &DIGITS[..31]), "31 hexadecimal digits");
    found(format!("{}\r\n", &DIGITS[..30]), "30 hexadecimal digits");
    found(format!("{mark}{}\n", &DIGITS[..28]), "28 hexadecimal digits");
    found(format!("{mark}{mark}{}", &DIGITS[..26]), "26 hexadecimal digits");
    found(format!("{}\n", &DIGITS[..63]), "63 hexadecimal digits");
    found(format!("{}\r\n", &DIGITS[..62]), "62 hexadecimal digits");
    found(format!("0x{}", &DIGITS[..30]), "30 hexadecimal digits with 0x before them");
    found(&in_pairs(":")[..32], "22 hexadecimal digits with colons between them");
    found(format!("{}\n", &in_pairs(" ")[..31]), "21 hexadecimal digits with white space between them");
    found(format!("{}\n\n", &DIGITS[..30]), "30 hexadecimal digits with white space around them");
    found(&base64[..32], "32 base64 digits");
    found(&base64[..64], "64 base64 digits");
    found(format!("{}\n", &base64[..31]), "31 base64 digits without padding");
    found(format!("{}=\n", &base64[..30]), "30 base64 digits with wrong padding");
    found(format!("{}==", &base64[..30]), "30 base64 digits");
    found(format!("{}\n{}\n", &base64[..16], &base64[..14]), "30 base64 digits without padding");
    found(base64[..32].replace('/', "_"), "32 URL-safe base64 digits");
    // These are bytes: no text, and texts of other characters.
    for bytes in [
        &[0xc3; 32],
        &[b'='; 32],
        &[b'\n'; 32],
        b"correct horse, battery & staple.",
        b"digits and spaces between them 32"[1..].first_chunk::<32>().unwrap(),
    ] {
        assert_eq!(Form::of(bytes), Ok(Form::Raw), "{bytes:x?}");
    }
    let upper = format!("{}\r\n", DIGITS.to_uppercase());
    for text in [DIGITS, &upper, &format!("{DIGITS}\n"), &DIGITS.repeat(2)] {
        assert_eq!(Form::of(text.as_bytes()), Ok(Form::Hex));
    }
}

#[test]
fn the_beginning_of_a_pem_text_is_no_key() {
    let text = b"-----BEGIN PRIVATE KEY-----\nMC4CAQAwBQYDK2VwBCIEINTuctv5E1hK1bbY";
    for length in [32, 64] {
        let expected = EncodingError::NotPem { offset: length, fault: "expected the rest of the text" };
        assert_eq!(Form::of(&text[..length]), Err(expected));
    }
}

/// Layouts that are not read, and digits of base64 where no such digits are.
#[test]
fn layouts_of_digits_are_named() {
    let base64 = "nWGxne/9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A=";
    for text in [in_pairs(" "), in_pairs("\n"), in_pairs(" ") + "\n", format!("{}\r\n{}", &DIGITS[..32], &DIGITS[32..])]
    {
        found(text, "64 hexadecimal digits with white space between them");
    }
    for text in [format!("{DIGITS}\n\n"), format!(" {DIGITS}"), format!("{DIGITS}\t\n"), format!("\n{DIGITS}\n")] {
        found(text, "64 hexadecimal digits with white space around them");
    }
    for text in [in_pairs(":"), in_pairs(":") + "\n", in_pairs(":\n    ")] {
        found(text, "64 hexadecimal digits with colons between them");
    }
    for text in [format!("0x{DIGITS}"), format!("0X{DIGITS}\n"), format!("0x{}", in_pairs(" 0x"))] {
        found(text, "64 hexadecimal digits with 0x before them");
    }
    for units in [u16::to_le_bytes, u16::to_be_bytes] {
        let utf16: Vec<u8> = format!("\u{feff}{DIGITS}\r\n").encode_utf16().flat_map(units).collect();
        found(&utf16, "64 hexadecimal digits in UTF-16");
    }
    found("7", "1 hexadecimal digit");
    found(base64, "43 base64 digits");
    found(&base64[..43], "43 base64 digits without padding");
    found(base64.replace('/', "_"), "43 URL-safe base64 digits");
    found(base64.replace('/', "-").trim_end_matches('='), "43 URL-safe base64 digits without padding");
    found("axe", "3 bytes");
    found("word", "4 bytes");
    for text in ["", "\n", "0x", "00x0", "0xx0", ":", "ax12", "12, 34", "a word of sixteen", "abc=defghijklmnopqrstuv"]
    {
        assert_eq!(Digits::of(text.as_bytes()), None, "{text}");
    }
}

/// As many characters as a key has digits, and a line end: the first that is none is named.
#[test]
fn a_wrong_digit_is_told_where_it_is() {
    let wrong = format!("{}g\n", &DIGITS[..63]);
    assert_eq!(Form::of(wrong.as_bytes()), Ok(Form::Hex));
    let refused = PrivateKeyInfo::from_file(wrong.as_bytes(), Some(Algorithm::X25519), None).map(drop);
    assert_eq!(refused, Err(EncodingError::Character { alphabet: "hexadecimal", offset: 63 }));
}

#[test]
fn the_lengths_are_those_of_the_algorithm() {
    let private = |algorithm, file: &[u8]| PrivateKeyInfo::from_file(file, algorithm, None).map(drop).unwrap_err();
    let public = |algorithm, file: &[u8]| SubjectPublicKeyInfo::from_file(file, algorithm).unwrap_err();
    let in_forms = "expected a key as PEM, DER, hexadecimal digits";
    for (file, found) in [(&[7; 33][..], "33 bytes"), (&DIGITS.as_bytes()[..32], "32 hexadecimal digits")] {
        for (refused, expected) in [
            (private(None, file), format!("{in_forms} (64 or 128) or raw bytes (32 or 64)")),
            (private(Some(Algorithm::Ed25519), file), format!("{in_forms} (64 or 128) or raw bytes (32 or 64)")),
            (public(Some(Algorithm::Ed25519), file), format!("{in_forms} (64) or raw bytes (32)")),
            (private(Some(Algorithm::X25519), file), format!("{in_forms} (64) or raw bytes (32)")),
            (private(Some(Algorithm::MlKem768), file), "expected a key in PEM or DER".into()),
            (public(Some(Algorithm::SlhDsaSha2_128s), file), "expected a key in PEM or DER".into()),
        ] {
            assert_eq!(refused.to_string(), format!("{expected}, found {found}"));
        }
    }
}
