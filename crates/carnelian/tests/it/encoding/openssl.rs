//! Both ways with the system's `openssl`. Without it these tests print a line that starts with `SKIPPED` and pass;
//! `.ci/test` counts these.

use crate::skipped::skipped;
use carnelian::__internals::TestRandom;
use carnelian::curve::x25519::SecretKey;
use carnelian::encoding::{Algorithm, Encryption, PrivateKeyFile, PrivateKeyInfo, PublicKeyFile};
use std::io::Write;
use std::process::{Command, Stdio};

/// Returns whether `openssl` is installed.
fn is_installed() -> bool {
    let installed = Command::new("openssl").arg("version").stdout(Stdio::null()).status().is_ok();
    if !installed {
        skipped("openssl is not installed");
    }
    installed
}

/// Returns the output of `openssl` for `input`, with arguments separated by spaces.
fn openssl(arguments: &str, input: &[u8]) -> Vec<u8> {
    let mut command = Command::new("openssl");
    command.args(arguments.split(' ')).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    child.stdin.take().unwrap().write_all(input).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "openssl {arguments}: {}", String::from_utf8_lossy(&output.stderr));
    output.stdout
}

#[test]
fn openssl_reads_what_is_written() {
    if !is_installed() {
        return;
    }
    let key = SecretKey::from_bytes([0x5c; 32]);
    let spki = key.public_key().to_spki_pem();
    let pem = key.to_pkcs8_pem();
    assert_eq!(openssl("pkey", pem.declassify("test")), *pem.declassify("test"));
    assert_eq!(openssl("pkey -pubout", pem.declassify("test")), spki.as_bytes());
    assert_eq!(openssl("pkey -inform DER -pubout", key.to_pkcs8_der().declassify("test")), spki.as_bytes());
    assert_eq!(openssl("pkey -pubin", spki.as_bytes()), spki.as_bytes());
    assert_eq!(openssl("pkey -pubin -inform DER", &key.public_key().to_spki_der()), spki.as_bytes());
    for encryption in [Encryption::with_iterations(1000).unwrap(), Encryption::default()] {
        let encrypted = key.to_encrypted_pem(b"a passphrase", encryption, &mut TestRandom::new(4)).unwrap();
        let mut command = Command::new("openssl");
        command.args(["pkey", "-pubout", "-passin", "env:PASSPHRASE"]).env("PASSPHRASE", "a passphrase");
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        child.stdin.take().unwrap().write_all(encrypted.as_bytes()).unwrap();
        assert_eq!(child.wait_with_output().unwrap().stdout, spki.as_bytes());
    }
}

#[test]
fn what_openssl_writes_is_read() {
    if !is_installed() {
        return;
    }
    for algorithm in [Algorithm::Ed25519, Algorithm::X25519] {
        let pem = openssl(&format!("genpkey -algorithm {algorithm}"), b"");
        let key = PrivateKeyInfo::from_file(&pem, Some(algorithm), None).unwrap();
        let expected = key.to_raw();
        assert_eq!(*key.to_pkcs8_pem().declassify("test"), pem);
        for arguments in [
            "pkcs8 -topk8 -nocrypt -outform DER",
            "pkey -aes-128-cbc -passout pass:carnelian",
            "pkey -aes-256-cbc -passout pass:carnelian",
            "pkcs8 -topk8 -v2 aes-256-cbc -v2prf hmacWithSHA512 -iter 10000 -passout pass:carnelian",
            "pkcs8 -topk8 -v2 aes-192-cbc -v2prf hmacWithSHA1 -outform DER -passout pass:carnelian",
            "pkcs8 -topk8 -scrypt -passout pass:carnelian",
            "pkcs8 -topk8 -scrypt -scrypt_N 1024 -scrypt_r 4 -scrypt_p 16 -passout pass:carnelian",
        ] {
            let file = openssl(arguments, &pem);
            let read = PrivateKeyInfo::from_file(&file, Some(algorithm), Some(b"carnelian"));
            let read = read.unwrap_or_else(|error| panic!("{arguments}: {error}"));
            assert_eq!(read.to_raw().declassify("test"), expected.declassify("test"), "{arguments}");
        }
    }
}
