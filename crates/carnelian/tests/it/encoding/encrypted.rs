//! Encrypted private keys: files of OpenSSL, and what must be refused.

use super::{RFC_PRIVATE, hex, shown};
use carnelian::__internals::TestRandom;
use carnelian::encoding::{Algorithm, Content, EncodingError, Encryption, Form, PrivateKeyInfo};

/// `openssl genpkey -algorithm ed25519`, which the files below hold.
const KEY: &str = "6f0f7a3dbb6685a92139a5226d12895b77a9d7c3a5566fa9c3eb0e398f8630f8";

/// Files of OpenSSL 3.0, each after the arguments of its `openssl pkcs8 -topk8 -passout pass:carnelian`.
const OPENSSL: [(&str, &str); 6] = [
    (
        "-v2 aes-256-cbc",
        "MIGbMFcGCSqGSIb3DQEFDTBKMCkGCSqGSIb3DQEFDDAcBAgfyWq29leRrgICCAAw
DAYIKoZIhvcNAgkFADAdBglghkgBZQMEASoEECRFBt0p/A4xNzez6FreWZwEQO/X
4n0t3H+dbzlZDzFpgSvWn5O70SO8nsAcsB6ssB59ZCoSs/atUYBzCoIdiGUAm5X+
ZqTguURmjTM4sKUXVqU=",
    ),
    (
        "-v2 aes-128-cbc -v2prf hmacWithSHA1",
        "MIGNMEkGCSqGSIb3DQEFDTA8MBsGCSqGSIb3DQEFDDAOBAjV1ugX2XdbHwICCAAw
HQYJYIZIAWUDBAECBBD1WVJlZmnUo+/7C+XdVFcDBEAQO9mZa9ivrJ2yzwsNhyi7
yCZcsY1AOXLB0Ag31mI8x+PF3CLvzlV0sUPwY3bD1mqr/0s0aQ5nxkY/4iAk+tMA",
    ),
    (
        "-v2 aes-192-cbc -v2prf hmacWithSHA512 -iter 10000",
        "MIGbMFcGCSqGSIb3DQEFDTBKMCkGCSqGSIb3DQEFDDAcBAj5QjnOMTZlWwICJxAw
DAYIKoZIhvcNAgsFADAdBglghkgBZQMEARYEEHSGgZkY6/lCHhvg/CbAT/kEQBAS
HAl3Yf5WDPsmwwOy0WcJYfzabfOtzYHHRGVEDRTUr9bpvCTqBfTl0c+j6qzYvt/s
Z/ZkyrsKLxYFIer4oRg=",
    ),
    (
        "-v2 aes-256-cbc -v2prf hmacWithSHA224",
        "MIGbMFcGCSqGSIb3DQEFDTBKMCkGCSqGSIb3DQEFDDAcBAjuubwweHIzWwICCAAw
DAYIKoZIhvcNAggFADAdBglghkgBZQMEASoEEMq5LvzAkJqUK68J3mOqqSMEQDv6
mqd1vnAfo7PkY01ivQ+MAINR3NWdZ5wwNosx2BOlTKhoBC6sGMwkZqlGfbmS27EB
rMAn6ErwOAOqRTRM9M0=",
    ),
    (
        "-v2 aes-256-cbc -v2prf hmacWithSHA384",
        "MIGbMFcGCSqGSIb3DQEFDTBKMCkGCSqGSIb3DQEFDDAcBAgPHIWA2kQwhwICCAAw
DAYIKoZIhvcNAgoFADAdBglghkgBZQMEASoEENUbxIOihkBt3VQKzvj0hJgEQJpa
SNsvs2R348m56pstPRcC5qFfwhngdoIU0bZMEwLEFWdinhswcSgh6fJXU6oB2z3Q
PVXLAHyddlLppODM4ho=",
    ),
    (
        "-v2 aes-256-cbc -scrypt",
        "MIGTME8GCSqGSIb3DQEFDTBCMCEGCSsGAQQB2kcECzAUBAgRQSjjndFFawICQAAC
AQgCAQEwHQYJYIZIAWUDBAEqBBBfssS6jQdr0xpNc8lIWmJ4BEDKBHmBMwSSS2Po
Iezlr0jygnJbiGWGLO+725eE2CbiayxqK2SRtjnK5S6FA5objY2W2g8R12lZtJ3V
8R7FDzH1",
    ),
];

fn pem(base64: &str) -> String {
    format!("-----BEGIN ENCRYPTED PRIVATE KEY-----\n{base64}\n-----END ENCRYPTED PRIVATE KEY-----\n")
}

#[test]
fn files_of_openssl_are_read() {
    for (arguments, base64) in OPENSSL {
        let text = pem(base64);
        assert_eq!(Form::of(text.as_bytes()).unwrap(), Form::Pem(Content::EncryptedPrivateKey));
        let key = PrivateKeyInfo::from_encrypted_pem(text.as_bytes(), b"carnelian").unwrap();
        assert_eq!(shown(&key, Algorithm::Ed25519), *hex(KEY), "{arguments}");
        for wrong in [&b"Carnelian"[..], b"carnelian\n", b""] {
            let refused = PrivateKeyInfo::from_encrypted_pem(text.as_bytes(), wrong).map(drop);
            assert_eq!(refused, Err(EncodingError::WrongPassphrase), "{arguments}");
        }
    }
}

#[test]
fn a_passphrase_is_asked_for_where_it_is_needed() {
    let text = pem(OPENSSL[0].1);
    let refused = PrivateKeyInfo::from_file(text.as_bytes(), None, None).map(drop);
    assert_eq!(refused, Err(EncodingError::PassphraseNeeded));
    let key = PrivateKeyInfo::from_file(text.as_bytes(), None, Some(b"carnelian")).unwrap();
    assert_eq!(shown(&key, Algorithm::Ed25519), *hex(KEY));
    let refused = PrivateKeyInfo::from_file(text.as_bytes(), Some(Algorithm::X25519), Some(b"carnelian")).map(drop);
    let found = Algorithm::Ed25519.oid();
    assert_eq!(refused, Err(EncodingError::WrongAlgorithm { expected: Some(Algorithm::X25519), found }));
}

/// About one wrong passphrase in 256 leaves a padding that looks right: it is wrong nevertheless.
#[test]
fn no_wrong_passphrase_is_taken_for_a_malformed_key() {
    let key = PrivateKeyInfo::new(Algorithm::Ed25519, &[7; 32], None).unwrap();
    let encryption = Encryption::with_iterations(1000).unwrap();
    let der = key.to_encrypted_der(b"right", encryption, &mut TestRandom::new(1)).unwrap();
    for wrong in 0u32..1000 {
        let refused = PrivateKeyInfo::from_encrypted_der(&der, &wrong.to_le_bytes()).map(drop);
        assert_eq!(refused, Err(EncodingError::WrongPassphrase), "{wrong}");
    }
}

#[test]
fn what_is_written_is_read() {
    let key = PrivateKeyInfo::new(Algorithm::X25519, &hex(RFC_PRIVATE), None).unwrap();
    let encryption = Encryption::with_iterations(1234).unwrap();
    let random = &mut TestRandom::new(2);
    for passphrase in [&b""[..], b"p", "schöner Satz".as_bytes(), &[0xff; 200]] {
        let der = key.to_encrypted_der(passphrase, encryption, random).unwrap();
        assert_eq!(Form::of(&der).unwrap(), Form::Der(Content::EncryptedPrivateKey));
        let read = PrivateKeyInfo::from_file(&der, None, Some(passphrase)).unwrap();
        assert_eq!(shown(&read, Algorithm::X25519), *hex(RFC_PRIVATE));
        let text = key.to_encrypted_pem(passphrase, encryption, random).unwrap();
        let read = PrivateKeyInfo::from_file(text.as_bytes(), None, Some(passphrase)).unwrap();
        assert_eq!(shown(&read, Algorithm::X25519), *hex(RFC_PRIVATE));
        assert_ne!(der, key.to_encrypted_der(passphrase, encryption, random).unwrap(), "the salt is fresh");
    }
}

#[test]
fn the_numbers_of_iterations_that_can_be_written() {
    let cost = |found| EncodingError::Cost { what: "iterations of PBKDF2", least: 1000, most: 10_000_000, found };
    for (iterations, verdict) in [
        (0, Err(cost(0))),
        (999, Err(cost(999))),
        (1000, Ok(1000)),
        (10_000_000, Ok(10_000_000)),
        (10_000_001, Err(cost(10_000_001))),
    ] {
        assert_eq!(Encryption::with_iterations(iterations).map(Encryption::iterations), verdict);
    }
}

/// Returns a file with this encryptionAlgorithm, without its header, and `length` bytes of ciphertext.
fn file_of(algorithm: &str, length: usize) -> Vec<u8> {
    hex(&tlv("30", &format!("{}{}", tlv("30", algorithm), tlv("04", &"5a".repeat(length)))))
}

fn file(algorithm: &str) -> Vec<u8> {
    file_of(algorithm, 48)
}

const PBES2: &str = "06092a864886f70d01050d";
const PBKDF2: &str = "06092a864886f70d01050c";
const SCRYPT: &str = "06092b06010401da47040b";
const SALT: &str = "04081122334455667788";
const AES256: &str = "301d 060960864801650304012a 0410 00112233445566778899aabbccddeeff";
const SHA256: &str = "300c 06082a864886f70d0209 0500";

/// `contents` behind a header with this tag.
fn tlv(tag: &str, contents: &str) -> String {
    let length = hex(contents).len();
    let long_form = if length < 0x80 { "" } else { "81" };
    format!("{tag}{long_form}{length:02x}{contents}")
}

/// PBES2 of a key derivation function, given by its parameters, and a cipher.
fn pbes2(kdf: &str, params: &str, cipher: &str) -> Vec<u8> {
    file(&scheme(kdf, params, cipher))
}

fn scheme(kdf: &str, params: &str, cipher: &str) -> String {
    let kdf = tlv("30", &format!("{kdf}{}", tlv("30", params)));
    format!("{PBES2}{}", tlv("30", &format!("{kdf}{cipher}")))
}

#[test]
fn what_is_not_supported_is_named() {
    let pbkdf2 = |params: &str| pbes2(PBKDF2, params, AES256);
    let scrypt = |params: &str| pbes2(SCRYPT, &format!("{SALT}{params}"), AES256);
    let with_cipher = |cipher: &str| pbes2(PBKDF2, &format!("{SALT} 02020800 {SHA256}"), cipher);
    let cases = [
        (
            file(&format!("06092a864886f70d010503 300e {SALT} 02020800")),
            "unsupported encryption scheme: 1.2.840.113549.1.5.3 (PBES1 with MD5 and DES)",
        ),
        (
            file(&format!("060a2a864886f70d010c0103 300e {SALT} 02020800")),
            "unsupported encryption scheme: 1.2.840.113549.1.12.1.3 (PKCS #12 with SHA-1 and Triple DES)",
        ),
        (
            with_cipher("3014 06082a864886f70d0307 0408 0011223344556677"),
            "unsupported cipher: 1.2.840.113549.3.7 (Triple DES in CBC mode)",
        ),
        (
            with_cipher("301d 060960864801650304012e 0410 00112233445566778899aabbccddeeff"),
            "unsupported cipher: 2.16.840.1.101.3.4.1.46 (AES-256-GCM)",
        ),
        (pbes2("06032a0304", SALT, AES256), "unsupported key derivation function: 1.2.3.4"),
        (
            pbkdf2(&format!("{SALT} 02020800 300d 060960864801650304020e 0500")),
            "unsupported pseudorandom function of PBKDF2: 2.16.840.1.101.3.4.2.14 (HMAC-SHA3-256)",
        ),
        (pbkdf2(&format!("{SALT} 020100 {SHA256}")), "iterations of PBKDF2: expected 1 to 10000000, found 0"),
        (
            pbkdf2(&format!("{SALT} 020400989681 {SHA256}")),
            "iterations of PBKDF2: expected 1 to 10000000, found 10000001",
        ),
        (
            pbkdf2(&format!("{SALT} 020900ffffffffffffffff {SHA256}")),
            "iterations of PBKDF2: expected 1 to 10000000, found 18446744073709551615",
        ),
        (
            pbkdf2(&format!("{SALT} 020a0100ffffffffffffffff {SHA256}")),
            "iterationCount at byte 43 of the DER: negative, not in its shortest form, or of more than 64 bits",
        ),
        (pbkdf2(&format!("{SALT} 02020800 020110 {SHA256}")), "keyLength in bytes: expected a length of 32, found 16"),
        (
            scrypt("0204 10000000 020108 020101"),
            "bytes of memory for scrypt: expected 256 to 276824064, found 274877907968",
        ),
        (scrypt("020200ff 020101 020101"), "scrypt-params at byte 33 of the DER: N must be a power of two above 1"),
        (scrypt("020101 020108 020101"), "scrypt-params at byte 33 of the DER: N must be a power of two above 1"),
        (scrypt("020104 020100 020101"), "lanes of scrypt, r times p: expected 1 to 65536, found 0"),
        (scrypt("02024000 020108 020141"), "work of scrypt, N times r times p: expected 2 to 8388608, found 8519680"),
        // A file of 160 bytes that would take a gigabyte and half a minute.
        (scrypt("020102 020101 020400800000"), "lanes of scrypt, r times p: expected 1 to 65536, found 8388608"),
        (scrypt("020102 020108 02022001"), "lanes of scrypt, r times p: expected 1 to 65536, found 65544"),
        (
            scrypt("02024000 020108 020900ffffffffffffffff"),
            "lanes of scrypt, r times p: expected 1 to 65536, found 18446744073709551615",
        ),
        (
            with_cipher("301c 060960864801650304012a 040f 00112233445566778899aabbccddee"),
            "AES-IV in bytes: expected a length of 16, found 15",
        ),
    ];
    for (der, message) in cases {
        let refused = PrivateKeyInfo::from_encrypted_der(&der, b"passphrase").map(drop).unwrap_err();
        assert_eq!(refused.to_string(), message);
    }
}

/// The bounds on the lanes, the work and the memory that a file may demand.
#[test]
fn files_at_the_bounds_of_scrypt_are_read() {
    let numbers = ["020102 020108 02022000", "02024000 020108 020140", "0203040000 020108 020101"];
    // The latter two take seconds, and minutes where an emulator runs this.
    let in_time = if cfg!(target_arch = "x86_64") { numbers.len() } else { 1 };
    for numbers in &numbers[..in_time] {
        let file = pbes2(SCRYPT, &format!("{SALT}{numbers}"), AES256);
        let refused = PrivateKeyInfo::from_encrypted_der(&file, b"passphrase").map(drop);
        assert_eq!(refused, Err(EncodingError::WrongPassphrase), "{numbers}");
    }
}

#[test]
fn a_prf_without_parameters_is_read() {
    let der = pbes2(PBKDF2, &format!("{SALT} 02020800 300a 06082a864886f70d0209"), AES256);
    let refused = PrivateKeyInfo::from_encrypted_der(&der, b"passphrase").map(drop);
    assert_eq!(refused, Err(EncodingError::WrongPassphrase));
    let with_contents = pbes2(PBKDF2, &format!("{SALT} 02020800 300d 06082a864886f70d0209 050100"), AES256);
    let refused = PrivateKeyInfo::from_encrypted_der(&with_contents, b"passphrase").map(drop).unwrap_err();
    assert_eq!(refused.to_string(), "parameters at byte 59 of the DER: a NULL with contents");
}

#[test]
fn ciphertexts_of_wrong_length() {
    let scheme = scheme(PBKDF2, &format!("{SALT} 02020800 {SHA256}"), AES256);
    for found in [0, 1, 15, 17, 47] {
        let der = file_of(&scheme, found);
        let refused = PrivateKeyInfo::from_encrypted_der(&der, b"passphrase").map(drop).unwrap_err();
        let expected = found.next_multiple_of(16).max(16);
        assert_eq!(
            refused,
            EncodingError::WrongLength { what: "encryptedData in bytes", expected: expected.into(), found }
        );
    }
}

/// Whatever byte is changed, the key is not read as another one, and nothing panics.
#[test]
fn a_damaged_file_is_refused() {
    let key = PrivateKeyInfo::new(Algorithm::Ed25519, &[7; 32], None).unwrap();
    let encryption = Encryption::with_iterations(1000).unwrap();
    let der = key.to_encrypted_der(b"right", encryption, &mut TestRandom::new(3)).unwrap();
    for at in 0..der.len() {
        for bit in [0, 3, 7] {
            let mut other = der.clone();
            other[at] ^= 1 << bit;
            if let Ok(read) = PrivateKeyInfo::from_encrypted_der(&other, b"right") {
                // CBC does not authenticate: a bit of the vector or of a block but the last flips one of the key.
                assert_ne!(shown(&read, read.algorithm()), [7; 32]);
            }
        }
        assert!(PrivateKeyInfo::from_encrypted_der(&der[..at], b"right").is_err());
    }
}
