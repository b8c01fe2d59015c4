//! Password hashes as strings: reading, writing and rejection.

use super::params;
use crate::base::random::{Random, RandomError, TestRandom};
use crate::kdf::argon2::{
    Argon2, Argon2Error, Limits, ParamsError, PasswordHash, PasswordHashError, Variant, VerifyError, Version, WorkArea,
};
use std::format;
use std::string::{String, ToString};

/// Returns the string of a short hash with the given parameters after the variant and its `$`.
fn with(parameters: &str) -> String {
    format!("$argon2id${parameters}$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4")
}

fn refused(text: &str) -> PasswordHashError {
    text.parse::<PasswordHash>().expect_err(text)
}

/// Strings that the reference implementation creates from "password" and "somesalt".
#[test]
fn strings_of_the_reference_verify() {
    for (text, variant, version) in [
        ("$argon2i$m=256,t=2,p=1$c29tZXNhbHQ$/U3YPXYsSb3q9XxHvc0MLxur+GP960kN9j7emXX8zwY", Variant::I, Version::V0x10),
        (
            "$argon2i$v=16$m=256,t=2,p=2$c29tZXNhbHQ$tsEVYKap1h6scGt5ovl9aLRGOqOth+AMB+KwHpDFZPs",
            Variant::I,
            Version::V0x10,
        ),
        (
            "$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4",
            Variant::Id,
            Version::V0x13,
        ),
        (
            "$argon2id$v=19$m=256,t=2,p=2$c29tZXNhbHQ$bQk8UB/VmZZF4Oo79iDXuL5/0ttZwg2f/5U52iv1cDc",
            Variant::Id,
            Version::V0x13,
        ),
    ] {
        let hash: PasswordHash = text.parse().unwrap();
        assert_eq!((hash.variant(), hash.version(), hash.params().memory_kib()), (variant, version, 256), "{text}");
        assert_eq!(hash.verify(b"password"), Ok(()), "{text}");
        assert_eq!(hash.verify(b"passwore"), Err(VerifyError::WrongPassword), "{text}");
        assert_eq!(hash.verify_with_secret(b"password", b"pepper"), Err(VerifyError::WrongPassword), "{text}");
        let mut area = WorkArea::new(&hash.params()).unwrap();
        assert_eq!(hash.verify_in(&mut area, b"password", b""), Ok(()), "{text}");
        let mut area = WorkArea::new(&params(255, 1, 1)).unwrap();
        let refused = VerifyError::Argon2(Argon2Error::WorkArea { needed: 256, found: 252 });
        assert_eq!(hash.verify_in(&mut area, b"password", b""), Err(refused), "{text}");
    }
}

#[test]
fn what_is_written_is_read_again() {
    let random = &mut TestRandom::new(1);
    for variant in [Variant::D, Variant::I, Variant::Id] {
        for (secret, data) in [(&b""[..], &b""[..]), (b"pepper", b""), (b"", b"of 1"), (b"pepper", b"of 2!")] {
            let argon2 = Argon2::new(variant, params(33, 2, 3)).with_secret(secret).with_associated_data(data);
            let text = argon2.hash_password(b"password", random).unwrap();
            assert!(text.starts_with(&format!("${}$v=19$m=33,t=2,p=3", variant.name())), "{text}");
            let hash: PasswordHash = text.parse().unwrap();
            assert_eq!((hash.variant(), hash.params(), hash.associated_data()), (variant, params(33, 2, 3), data));
            assert_eq!(hash.verify_with_secret(b"password", secret), Ok(()), "{text}");
            assert_eq!(argon2.string(&hash.salt, &hash.tag), text);
            assert_eq!((hash.salt.len(), hash.tag.len()), (16, 32));
            assert_ne!(argon2.hash_password(b"password", random).unwrap(), text, "another salt");
        }
    }
    let old = Argon2::new(Variant::I, params(8, 1, 1)).with_version(Version::V0x10);
    assert!(old.string(&[0; 8], &[0; 4]).starts_with("$argon2i$v=19$"), "the old version is never written");
}

#[test]
fn every_bit_of_a_tag_counts() {
    let text = Argon2::id(params(8, 1, 1)).hash_password(b"password", &mut TestRandom::new(2)).unwrap();
    let hash: PasswordHash = text.parse().unwrap();
    for bit in 0..256 {
        let mut other = hash.clone();
        other.tag[bit / 8] ^= 1 << (bit % 8);
        assert_eq!(other.verify(b"password"), Err(VerifyError::WrongPassword), "bit {bit}");
    }
}

#[test]
fn lengths_of_all_parts_are_read() {
    for len in 0..70 {
        let bytes: std::vec::Vec<u8> = (0..len).map(|i: u8| i.wrapping_mul(37) ^ 0x5a).collect();
        let argon2 = Argon2::new(Variant::D, params(8, 1, 1)).with_associated_data(&bytes);
        let text = argon2.string(&[&bytes[..], &[7; 8]].concat(), &[&bytes[..], &[9; 4]].concat());
        let hash: PasswordHash = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(hash.associated_data(), bytes);
        assert_eq!((hash.salt.len(), hash.tag.len()), (bytes.len() + 8, bytes.len() + 4));
        assert_eq!(argon2.string(&hash.salt, &hash.tag), text);
    }
}

#[test]
fn the_optional_parameters_are_read() {
    let hash: PasswordHash = with("v=19$m=8,t=1,p=1,keyid=a2V5").parse().unwrap();
    assert_eq!((hash.key_id(), hash.associated_data()), (&b"key"[..], &b""[..]));
    let hash: PasswordHash = with("v=19$m=8,t=1,p=1,keyid=a2V5,data=ZGF0YQ").parse().unwrap();
    assert_eq!((hash.key_id(), hash.associated_data()), (&b"key"[..], &b"data"[..]));
}

/// A string may name the secret and does not hold it.
#[test]
fn a_secret_that_is_named_is_needed() {
    let argon2 = Argon2::id(params(8, 1, 1)).with_secret(b"pepper");
    let text = argon2.hash_password(b"password", &mut TestRandom::new(4)).unwrap();
    let named: PasswordHash = text.replace(",p=1$", ",p=1,keyid=a2V5$").parse().unwrap();
    let mut area = WorkArea::new(&named.params()).unwrap();
    for password in [&b"password"[..], b"another"] {
        assert_eq!(named.verify(password), Err(VerifyError::NoSecret));
        assert_eq!(named.verify_with_secret(password, b""), Err(VerifyError::NoSecret));
        assert_eq!(named.verify_in(&mut area, password, b""), Err(VerifyError::NoSecret));
    }
    assert_eq!(named.verify_with_secret(b"password", b"pepper"), Ok(()));
    assert_eq!(named.verify_with_secret(b"another", b"pepper"), Err(VerifyError::WrongPassword));
    assert_eq!(named.verify_with_secret(b"password", b"salt"), Err(VerifyError::WrongPassword));
    let message = "the hash names a secret (keyid), and there is none";
    assert_eq!(VerifyError::NoSecret.to_string(), message);
}

#[test]
fn strings_that_are_none_are_refused() {
    let at = |offset, expected| PasswordHashError::Malformed { offset, expected };
    let number = "a number below 2^32";
    let variant = "argon2id, argon2i or argon2d";
    let base64 = "base64 without padding and without spare bits";
    for (text, expected) in [
        (String::new(), at(0, "$")),
        ("argon2id".into(), at(0, "$")),
        ("$".into(), at(1, variant)),
        ("$argon2$v=19".into(), at(1, variant)),
        ("$Argon2id$v=19".into(), at(1, variant)),
        ("$scrypt$ln=1".into(), at(1, variant)),
        ("$argon2idx$v=19".into(), at(9, "$m=")),
        ("$argon2id".into(), at(9, "$m=")),
        (with("v=$m=8,t=1,p=1"), at(12, number)),
        (with("v=019$m=8,t=1,p=1"), at(12, number)),
        (with("v=+19$m=8,t=1,p=1"), at(12, number)),
        (with("v=19,m=8,t=1,p=1"), at(14, "$m=")),
        (with("v=19$v=19$m=8,t=1,p=1"), at(14, "$m=")),
        (with("v=19$M=8,t=1,p=1"), at(14, "$m=")),
        (with("v=19$t=1,m=8,p=1"), at(14, "$m=")),
        (with("v=19$m=,t=1,p=1"), at(17, number)),
        (with("v=19$m=08,t=1,p=1"), at(17, number)),
        (with("v=19$m=-8,t=1,p=1"), at(17, number)),
        (with("v=19$m= 8,t=1,p=1"), at(17, number)),
        (with("v=19$m=4294967296,t=1,p=1"), at(17, number)),
        (with("v=19$m=99999999999999999999,t=1,p=1"), at(17, number)),
        (with("v=19$m=8.t=1,p=1"), at(18, ",t=")),
        (with("v=19$m=8,m=8,t=1,p=1"), at(18, ",t=")),
        (with("v=19$m=8,p=1,t=1"), at(18, ",t=")),
        (with("v=19$m=8,t=1"), at(22, ",p=")),
        (with("v=19$m=8,t=1,p=1,p=1"), at(26, "$")),
        (with("v=19$m=8,t=1,p=1,x=1"), at(26, "$")),
        (with("v=19$m=8,t=1,p=1,data=ZGF0YQ,keyid=a2V5"), at(38, "$")),
        (with("v=19$m=8,t=1,p=1,keyid=a2V5,keyid=a2V5"), at(37, "$")),
        (with("v=19$m=8,t=1,p=1,data=ZGF0YQ=="), at(38, "$")),
        (with("v=19$m=8,t=1,p=1,data=ZGF0YR"), at(32, base64)),
        (with("v=19$m=8,t=1,p=1,data=Z"), at(32, base64)),
        (with("v=19$m=8,t=1,p=1,data="), at(32, "bytes in base64")),
        (with("v=19$m=8,t=1,p=1,keyid="), at(33, "bytes in base64")),
        ("$argon2id$v=19$m=8,t=1,p=1".into(), at(26, "$")),
        ("$argon2id$v=19$m=8,t=1,p=1$".into(), at(27, "a salt of at least 8 bytes in base64")),
        ("$argon2id$v=19$m=8,t=1,p=1$c29tZXNhbA$AAAAAA".into(), at(27, "a salt of at least 8 bytes in base64")),
        ("$argon2id$v=19$m=8,t=1,p=1$c29tZXNhbHQ".into(), at(38, "$")),
        ("$argon2id$v=19$m=8,t=1,p=1$c29tZXNhbHQ=$AAAAAA".into(), at(38, "$")),
        ("$argon2id$v=19$m=8,t=1,p=1$c29tZXNhbHR$AAAAAA".into(), at(27, base64)),
        ("$argon2id$v=19$m=8,t=1,p=1$c29tZXNhbHQ$".into(), at(39, "a tag of at least 4 bytes in base64")),
        ("$argon2id$v=19$m=8,t=1,p=1$c29tZXNhbHQ$AAAA".into(), at(39, "a tag of at least 4 bytes in base64")),
        ("$argon2id$v=19$m=8,t=1,p=1$c29tZXNhbHQ$AAAAAB".into(), at(39, base64)),
        ("$argon2id$v=19$m=8,t=1,p=1$c29tZXNhbHQ$AAAAA".into(), at(39, base64)),
        ("$argon2id$v=19$m=8,t=1,p=1$c29tZXNhbHQ$AAAA-A".into(), at(39, "a tag of at least 4 bytes in base64")),
        ("$argon2id$v=19$m=8,t=1,p=1$c29tZXNhbHQ$AAAAAA-A".into(), at(45, "the end")),
        ("$argon2id$v=19$m=8,t=1,p=1$c29tZXNhbHQ$AAAAAA\n".into(), at(45, "the end")),
        ("$argon2id$v=19$m=8,t=1,p=1$c29tZXNhbHQ$AAAAAA$".into(), at(45, "the end")),
        ("$argon2id$v=19$m=8,t=1,p=1$c29tZXNhbHQ$AAAAAÄ".into(), at(39, base64)),
        (with("v=20$m=8,t=1,p=1"), PasswordHashError::Version { found: 20 }),
        (with("v=0$m=8,t=1,p=1"), PasswordHashError::Version { found: 0 }),
        (with("v=19$m=7,t=1,p=1"), ParamsError::Memory { lanes: 1, found: 7 }.into()),
        (with("v=19$m=8,t=0,p=1"), ParamsError::NoPasses.into()),
        (with("v=19$m=8,t=1,p=0"), ParamsError::Lanes { found: 0 }.into()),
    ] {
        assert_eq!(refused(&text), expected, "{text}");
    }
}

/// Parameters above a limit are rejected before any memory is allocated, up to the largest that the format allows.
#[test]
fn costly_strings_are_refused() {
    let costly = |parameter, limit, found| PasswordHashError::TooCostly { parameter, limit, found };
    for (parameters, expected) in [
        ("m=1048577,t=1,p=1", costly("m", 1_048_576, 1_048_577)),
        ("m=4294967295,t=1,p=1", costly("m", 1_048_576, u32::MAX)),
        ("m=8,t=11,p=1", costly("t", 10, 11)),
        ("m=8,t=4294967295,p=1", costly("t", 10, u32::MAX)),
        ("m=2048,t=1,p=256", costly("p", 255, 256)),
    ] {
        let text = with(parameters);
        assert_eq!(refused(&text), expected);
        let limits = Limits { memory_kib: u32::MAX, passes: u32::MAX, lanes: u32::MAX };
        assert!(PasswordHash::parse(&text, &limits).is_ok(), "{text}");
    }
    assert!(with("m=1048576,t=10,p=255").parse::<PasswordHash>().is_ok(), "what the limits allow");
    let limits = Limits { memory_kib: 7, ..Limits::default() };
    assert_eq!(PasswordHash::parse(&with("m=8,t=1,p=1"), &limits).unwrap_err(), costly("m", 7, 8));
    assert_eq!(costly("m", 7, 8).to_string(), "a password hash with m=8 is above the limit of 7");
    assert_eq!(refused("$argon2id$v=19").to_string(), "not an Argon2 password hash: expected $m= at offset 14");
    assert_eq!(refused(&with("v=1$m=8,t=1,p=1")).to_string(), "a password hash of version 1; there are 16 and 19");
}

#[test]
fn without_random_bytes_there_is_no_string() {
    struct Broken;
    impl Random for Broken {
        fn fill(&mut self, _: &mut [u8]) -> Result<(), RandomError> {
            Err(RandomError)
        }
    }
    let refused = Argon2::id(params(8, 1, 1)).hash_password(b"password", &mut Broken);
    assert_eq!(refused, Err(Argon2Error::Random(RandomError)));
}

#[test]
fn debug_shows_no_tag() {
    let hash: PasswordHash = with("v=19$m=8,t=1,p=1").parse().unwrap();
    let expected =
        "PasswordHash { variant: Id, version: V0x13, params: Params { memory_kib: 8, passes: 1, lanes: 1 }, .. }";
    assert_eq!(format!("{hash:?}"), expected);
}
