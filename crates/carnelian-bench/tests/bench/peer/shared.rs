//! Shared libraries: those of this system, and compiled ones that lack functions, lie, refuse, or are not libraries at
//! all.

mod apart;

use crate::skipped::skipped;
use carnelian_bench::op::aead::ChaCha20Poly1305;
use carnelian_bench::op::aead::nacl_box::{PublicBox, SecretBox};
use carnelian_bench::op::ed25519::Ed25519;
use carnelian_bench::op::hashing::{Blake2b, Sha256, Sha512};
use carnelian_bench::op::hmac::HmacSha256;
use carnelian_bench::op::mldsa::{MlDsa, MlDsa44};
use carnelian_bench::op::mlkem::{MlKem, MlKem768};
use carnelian_bench::op::postquantum::drawn::Drawn;
use carnelian_bench::op::slhdsa::{SlhDsa, SlhDsaSha2_128f, SlhDsaShake256s};
use carnelian_bench::op::stream_ciphers::ChaCha20;
use carnelian_bench::op::x25519::X25519;
use carnelian_bench::ours;
use carnelian_bench::peer::{self, Library, Missing, PeerLib};
use carnelian_bench::registry;
use carnelian_bench::{BenchArgs, BenchError, Fault, Format, Preset, run};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;
use tempfile::TempDir;

/// Loads the peer with this name from the file at `path`.
fn find(name: &str, path: &Path) -> Result<Library, Missing> {
    let lib = PeerLib::new(name, path.into()).unwrap();
    peer::find(&format!("{name} (shared)"), &[lib])
}

fn refusal(name: &str, path: &Path) -> String {
    let missing = find(name, path).unwrap_err();
    assert!(!missing.idle && missing.name == format!("{name} (shared)"), "{missing:?}");
    assert!(missing.reason.contains(path.to_str().unwrap()), "{missing:?}");
    missing.reason
}

/// Compiles this C code to a shared library; `None`, with a message, if there is no C compiler.
fn compiled(folder: &TempDir, code: &str) -> Option<PathBuf> {
    let (source, library) = (folder.path().join("made.c"), folder.path().join("made.so"));
    std::fs::write(&source, code).unwrap();
    match Command::new("cc").args(["-shared", "-fPIC", "-w", "-o"]).args([&library, &source]).status() {
        Ok(status) => {
            assert!(status.success(), "{code}");
            Some(library)
        }
        Err(error) => {
            skipped(&format!("there is no C compiler: {error}"));
            None
        }
    }
}

/// Returns C functions that accept any arguments and return zero, which is also the null pointer.
fn stubs(names: &[&str]) -> String {
    names.iter().map(|name| format!("void *{name}() {{ return 0; }}\n")).collect()
}

const LIBSODIUM: [&str; 34] = [
    "sodium_init",
    "sodium_version_string",
    "crypto_hash_sha512",
    "crypto_hash_sha256",
    "crypto_generichash",
    "crypto_pwhash_argon2i",
    "crypto_pwhash_argon2id",
    "crypto_box_curve25519xsalsa20poly1305_keypair",
    "crypto_sign_ed25519_keypair",
    "crypto_sign_ed25519_open",
    "crypto_auth_hmacsha256",
    "crypto_auth_hmacsha256_init",
    "crypto_auth_hmacsha256_update",
    "crypto_auth_hmacsha256_final",
    "crypto_stream_chacha20_ietf_xor",
    "crypto_stream_salsa20_xor",
    "crypto_secretbox_easy",
    "crypto_secretbox_open_easy",
    "crypto_box_easy",
    "crypto_box_open_easy",
    "crypto_onetimeauth_poly1305",
    "crypto_aead_chacha20poly1305_ietf_encrypt_detached",
    "crypto_aead_chacha20poly1305_ietf_decrypt_detached",
    "crypto_aead_xchacha20poly1305_ietf_encrypt_detached",
    "crypto_aead_xchacha20poly1305_ietf_decrypt_detached",
    "crypto_aead_aes256gcm_is_available",
    "crypto_aead_aes256gcm_beforenm",
    "crypto_aead_aes256gcm_encrypt_detached_afternm",
    "crypto_aead_aes256gcm_decrypt_detached_afternm",
    "crypto_scalarmult_curve25519_base",
    "crypto_scalarmult_curve25519",
    "crypto_sign_ed25519_seed_keypair",
    "crypto_sign_ed25519_detached",
    "crypto_sign_ed25519_verify_detached",
];

const MONOCYPHER: [&str; 14] = [
    "crypto_eddsa_key_pair",
    "crypto_eddsa_sign",
    "crypto_eddsa_check",
    "crypto_elligator_map",
    "crypto_elligator_rev",
    "crypto_elligator_key_pair",
    "crypto_x25519_public_key",
    "crypto_x25519",
    "crypto_blake2b",
    "crypto_poly1305",
    "crypto_chacha20_ietf",
    "crypto_aead_lock",
    "crypto_aead_unlock",
    "crypto_argon2",
];

/// The functions of libcrypto that are used, except `OpenSSL_version`.
const LIBCRYPTO: [&str; 42] = [
    "SHA512_Init",
    "SHA512_Update",
    "SHA512_Final",
    "EVP_PKEY_new_raw_private_key",
    "EVP_PKEY_new_raw_public_key",
    "EVP_PKEY_get_raw_public_key",
    "EVP_PKEY_free",
    "EVP_PKEY_CTX_new",
    "EVP_PKEY_CTX_free",
    "EVP_PKEY_derive_init",
    "EVP_PKEY_derive_set_peer_ex",
    "EVP_PKEY_derive",
    "EVP_MD_CTX_new",
    "EVP_MD_CTX_free",
    "EVP_DigestSignInit",
    "EVP_DigestSign",
    "EVP_DigestVerifyInit",
    "EVP_DigestVerify",
    "SHA256_Init",
    "SHA256_Update",
    "SHA256_Final",
    "EVP_MD_fetch",
    "EVP_DigestInit_ex2",
    "EVP_DigestUpdate",
    "EVP_DigestFinal_ex",
    "EVP_DigestFinalXOF",
    "EVP_CIPHER_fetch",
    "EVP_CIPHER_CTX_new",
    "EVP_CIPHER_CTX_free",
    "EVP_EncryptInit_ex",
    "EVP_DecryptInit_ex",
    "EVP_EncryptUpdate",
    "EVP_DecryptUpdate",
    "EVP_EncryptFinal_ex",
    "EVP_DecryptFinal_ex",
    "EVP_CIPHER_CTX_ctrl",
    "EVP_MAC_fetch",
    "EVP_MAC_CTX_new",
    "EVP_MAC_CTX_free",
    "EVP_MAC_init",
    "EVP_MAC_update",
    "EVP_MAC_final",
];

/// Compiles a libcrypto with this version whose other functions all fail.
fn libcrypto(folder: &TempDir, version: &str) -> Option<PathBuf> {
    let version = format!("const char *OpenSSL_version(int what) {{ return \"{version}\"; }}\n");
    compiled(folder, &(version + &stubs(&LIBCRYPTO)))
}

#[test]
fn what_is_no_library_is_refused() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("libsodium.so");
    assert!(refusal("libsodium", &path).starts_with("there is no file "));
    assert!(refusal("libsodium", folder.path()).starts_with("there is no file "));
    std::fs::write(&path, "This is a text.\n").unwrap();
    let said = refusal("libsodium", &path);
    assert!(said.contains("cannot be loaded as a shared library") && !said.ends_with("failed"), "{said}");
}

#[test]
fn a_library_that_lacks_a_symbol_is_refused_with_file_and_symbol() {
    for lacking in LIBSODIUM {
        let folder = TempDir::new().unwrap();
        let names: Vec<&str> = LIBSODIUM.into_iter().filter(|name| *name != lacking).collect();
        let Some(path) = compiled(&folder, &stubs(&names)) else { return };
        let expected =
            format!("{} lacks the symbol `{lacking}`; libsodium 1.0.12 or later is expected", path.display());
        assert_eq!(refusal("libsodium", &path), expected);
    }
}

#[test]
fn another_version_is_refused() {
    let folder = TempDir::new().unwrap();
    let Some(path) = libcrypto(&folder, "3.9.1") else { return };
    let said = refusal("openssl-4", &path);
    assert!(said.ends_with("says that its version is 3.9.1; OpenSSL 4 is expected"), "{said}");
    assert_eq!(find("openssl-3", &path).unwrap().version, "3.9.1");
}

/// Version 3 of Monocypher has functions with the same names and other arguments.
#[test]
fn monocypher_3_is_not_taken_for_monocypher_4() {
    let folder = TempDir::new().unwrap();
    let names =
        ["crypto_x25519_public_key", "crypto_x25519", "crypto_sha512", "crypto_ed25519_sign", "crypto_ed25519_check"];
    let Some(path) = compiled(&folder, &stubs(&names)) else { return };
    let said = refusal("monocypher", &path);
    assert!(said.ends_with("lacks the symbol `crypto_eddsa_key_pair`; Monocypher 4 is expected"), "{said}");
}

#[test]
fn a_library_that_cannot_make_itself_ready_is_refused() {
    let folder = TempDir::new().unwrap();
    let code = format!("int sodium_init() {{ return -1; }}\n{}", stubs(&LIBSODIUM[1..]));
    let Some(path) = compiled(&folder, &code) else { return };
    let said = refusal("libsodium", &path);
    assert!(said.ends_with("cannot make itself ready: its `sodium_init` fails"), "{said}");
}

/// Zero means failure to OpenSSL, and a null pointer if a pointer is returned.
#[test]
fn a_library_that_refuses_everything_gives_zeros_and_verdicts_of_no() {
    let folder = TempDir::new().unwrap();
    let Some(path) = libcrypto(&folder, "3.0.0") else { return };
    let offers = find("openssl-3", &path).unwrap().offers;
    assert_eq!((offers.get::<Sha512>().unwrap().digest)(b"abc"), [0; 64]);
    let x25519: &X25519 = offers.get().unwrap();
    assert_eq!((x25519.public_key)(&[1; 32]), [0; 32]);
    assert_eq!((x25519.diffie_hellman)(&[1; 32])(&[9; 32]), [0; 32]);
    assert_eq!((offers.get::<Sha256>().unwrap().digest)(b"abc"), [0; 32]);
    assert_eq!((offers.get::<Blake2b>().unwrap().digest)(b"abc"), [0; 64]);
    let hmac: &HmacSha256 = offers.get().unwrap();
    assert_eq!(((hmac.tag)(&[1; 32], b"abc"), hmac.key.unwrap()(&[1; 32])(b"abc")), ([0; 32], [0; 32]));
    let mut data = [1, 2, 3];
    (offers.get::<ChaCha20>().unwrap().apply)(&[1; 32], &[2; 12], &mut data);
    assert_eq!(data, [0; 3]);
    let aead: &ChaCha20Poly1305 = offers.get().unwrap();
    assert_eq!(aead.seal(&[1; 32])(&[2; 12], b"", &mut data), [0; 16]);
    assert!(!aead.open(&[1; 32])(&[2; 12], b"", b"abc", &[0; 16], &mut data));
    let ed25519: &Ed25519 = offers.get().unwrap();
    assert_eq!((ed25519.public_key)(&[1; 32]), [0; 32]);
    assert_eq!((ed25519.signer)(&[1; 32])(b"abc"), [0; 64]);
    assert!(!(ed25519.verify)(&[1; 32], b"abc", &[2; 64]));
    assert!(ed25519.verifier.unwrap()(&[1; 32]).is_none());
}

/// Two files of one library are distinguished.
#[test]
fn each_file_answers_for_itself() {
    let digest = |byte: u8| {
        let folder = TempDir::new().unwrap();
        let hash = "int crypto_hash_sha512(unsigned char *digest, const void *message, unsigned long long len)";
        let names: Vec<&str> = LIBSODIUM.into_iter().filter(|name| *name != "crypto_hash_sha512").collect();
        let code =
            format!("{hash} {{ for (int i = 0; i < 64; i++) digest[i] = {byte}; return 0; }}\n{}", stubs(&names));
        let offers = find("libsodium", &compiled(&folder, &code)?).unwrap().offers;
        Some(offers.get::<Sha512>().unwrap().digest)
    };
    let Some((one, two)) = digest(1).zip(digest(2)) else { return };
    assert_eq!((one(b""), two(b"")), ([1; 64], [2; 64]));
}

/// Returns C code of a liboqs whose functions all fail, except those in `code`.
fn liboqs(code: &str) -> String {
    let kems = ["512", "768", "1024"]
        .map(|set| ["keypair", "encaps", "decaps"].map(|function| format!("OQS_KEM_ml_kem_{set}_{function}")));
    let signatures = ["44", "65", "87"]
        .map(|set| ["keypair", "sign", "verify"].map(|function| format!("OQS_SIG_ml_dsa_{set}_{function}")));
    let names = kems.into_iter().flatten().chain(signatures.into_iter().flatten());
    let failing: String = names
        .filter(|name| !code.contains(name.as_str()))
        .map(|name| format!("int {name}() {{ return -1; }}\n"))
        .collect();
    let initial = "void OQS_init() {}\nconst char *OQS_version() { return \"0.99.1\"; }\n\
                   static void (*bytes)(void *, unsigned long);\n\
                   void OQS_randombytes_custom_algorithm(void (*f)(void *, unsigned long)) { bytes = f; }\n";
    format!("{initial}{code}{failing}")
}

/// Its random bytes are the seed and the message where these are given, zeros in a signature, and otherwise drawn.
#[test]
fn the_random_bytes_of_liboqs_are_those_that_it_is_given() {
    let folder = TempDir::new().unwrap();
    let code = "int OQS_KEM_ml_kem_768_keypair(void *pk, void *sk) { bytes(pk, 32); bytes(pk + 32, 32); return 0; }\n\
                int OQS_KEM_ml_kem_768_encaps(void *c, void *ss, void *pk) { bytes(c, 32); bytes(ss, 32); return 0; }\n\
                int OQS_SIG_ml_dsa_44_sign(void *s, unsigned long *len, void *m, unsigned long n, void *sk)\n\
                { *len = 2420; bytes(s, 64); return 0; }\n\
                int OQS_SIG_ml_dsa_44_keypair(void *pk, void *sk) { bytes(pk, 100); return 0; }\n";
    let Some(path) = compiled(&folder, &liboqs(code)) else { return };
    let library = find("liboqs", &path).unwrap();
    assert_eq!(library.version, "0.99.1");
    let kem: &MlKem<MlKem768> = library.offers.get().unwrap();
    let seed: [u8; 64] = std::array::from_fn(|i| i as u8);
    assert_eq!(kem.key_pair.unwrap()(&seed)[..64], seed);
    let (ciphertext, secret) = kem.encapsulate.unwrap()(&[0; 1184], &[7; 32]).unwrap();
    assert_eq!((&ciphertext[..32], secret), (&[7; 32][..], [0; 32]));
    let signer: &MlDsa<MlDsa44> = library.offers.get().unwrap();
    assert_eq!((signer.signer)(&[1; 32])(b"abc"), [0; 2420]);
    // More bytes than can be given stay zeros.
    assert_eq!(signer.key_pair.unwrap()(&[1; 32])[..100], [0; 100]);
    let drawn: &Drawn<MlKem768> = library.offers.get().unwrap();
    let [(one, _), (other, _)] = [drawn.key_pair(), drawn.key_pair()];
    assert!(one != other && one[32..64] != [0; 32]);
}

/// SLH-DSA takes part where the library has it. Seeds are given to it in one piece, and PK.seed as the randomness of a
/// signature, which is then that of the deterministic variant.
#[test]
fn a_liboqs_with_slh_dsa_offers_it() {
    let sets = ["128s", "128f", "192s", "192f", "256s", "256f"];
    let names = ["sha2", "shake"].map(|hash| sets.map(|set| format!("OQS_SIG_slh_dsa_pure_{hash}_{set}")));
    let names =
        names.iter().flatten().flat_map(|set| ["keypair", "sign", "verify"].map(|name| format!("{set}_{name}")));
    let working = "int OQS_SIG_slh_dsa_pure_sha2_128f_keypair(char *pk, char *sk)\n\
                   { bytes(sk, 48); for (int i = 0; i < 16; i++) pk[i] = sk[32 + i]; return 0; }\n\
                   int OQS_SIG_slh_dsa_pure_sha2_128f_sign(void *s, unsigned long *len, void *m, unsigned long n, void *k)\n\
                   { *len = 17088; bytes(s, 16); return 0; }\n";
    let failing = names.filter(|name| !working.contains(name.as_str()));
    let failing: String = failing.map(|name| format!("int {name}() {{ return -1; }}\n")).collect();
    let folder = TempDir::new().unwrap();
    let Some(path) = compiled(&folder, &liboqs(&format!("{working}{failing}"))) else { return };
    let offers = find("liboqs", &path).unwrap().offers;
    let offer: &SlhDsa<SlhDsaSha2_128f> = offers.get().unwrap();
    let seeds = [[1; 16], [2; 16], [3; 16]];
    assert_eq!((offer.key_pair)(&seeds)[..16], [3; 16]);
    assert_eq!((offer.signer)(&seeds)(b"abc")[..17], [[3; 16].as_slice(), &[0]].concat());
    assert!(!(offer.verify)(&[1; 32], b"abc", &[2; 17088]));
    let failing: &SlhDsa<SlhDsaShake256s> = offers.get().unwrap();
    assert_eq!((failing.key_pair)(&[[1; 32]; 3]), [0; 64]);
    assert!((failing.signer)(&[[1; 32]; 3])(b"abc") == [0; 29792]);

    let folder = TempDir::new().unwrap();
    let Some(path) = compiled(&folder, &liboqs("")) else { return };
    assert!(find("liboqs", &path).unwrap().offers.get::<SlhDsa<SlhDsaSha2_128f>>().is_none());
}

#[test]
fn a_liboqs_that_fails_gives_zeros_and_verdicts_of_no() {
    let folder = TempDir::new().unwrap();
    let Some(path) = compiled(&folder, &liboqs("")) else { return };
    let offers = find("liboqs", &path).unwrap().offers;
    let kem: &MlKem<MlKem768> = offers.get().unwrap();
    assert_eq!(kem.key_pair.unwrap()(&[1; 64]), [0; 1184]);
    assert!(kem.encapsulate.unwrap()(&[1; 1184], &[2; 32]).is_none());
    assert_eq!((kem.decapsulation_key)(&[1; 64])(&[2; 1088]), [0; 32]);
    let signer: &MlDsa<MlDsa44> = offers.get().unwrap();
    assert_eq!((signer.signer)(&[1; 32])(b"abc"), [0; 2420]);
    assert!(!(signer.verify)(&[1; 1312], b"abc", &[2; 2420]));
}

/// In a whole run, the library is reported as differing and not timed.
#[test]
fn a_library_that_lies_is_reported_and_not_timed() {
    let folder = TempDir::new().unwrap();
    let Some(path) = compiled(&folder, &stubs(&MONOCYPHER)) else { return };
    let report = run(&BenchArgs {
        patterns: vec!["x25519/dh".to_owned()],
        peers: vec!["crrl".to_owned()],
        peer_lib: vec![format!("monocypher={}", path.display())],
        report: Format::Json,
        preset: Preset::Quick,
        in_process: true,
        ..BenchArgs::default()
    });
    let document: Value = serde_json::from_str(&report.unwrap().report).unwrap();
    let libraries = |field: &str| -> Vec<String> {
        let entries = document[field].as_array().unwrap().iter();
        entries.map(|entry| entry["library"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(libraries("differing"), ["monocypher (shared)"; 2]);
    assert_eq!(libraries("rows"), ["carnelian", "crrl", "carnelian", "crrl"]);
}

/// A library requested by its path must not be missing.
#[test]
fn a_library_asked_for_by_its_path_that_cannot_be_used_ends_the_run() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("lib25519.so");
    std::fs::write(&path, "").unwrap();
    let peer_lib = vec![format!("lib25519={}", path.display())];
    let error = run(&BenchArgs { peer_lib, in_process: true, ..BenchArgs::default() }).unwrap_err();
    assert!(matches!(error, BenchError::PeerLib { .. }) && error.fault() == Fault::Content, "{error}");
    assert!(error.to_string().starts_with("`--peer-lib lib25519=...`: /"), "{error}");
}

#[test]
fn a_library_that_is_there_but_has_nothing_to_measure_is_no_error() {
    let folder = TempDir::new().unwrap();
    let Some(path) = compiled(&folder, "const char *const __gmp_version = \"6.9.0\";\n") else { return };
    let missing = find("gmp", &path).unwrap().unless_idle().unwrap_err();
    assert!(missing.idle && missing.reason.starts_with("version 6.9.0 is there, but "), "{missing:?}");
    let asked = BenchArgs { peer_lib: vec![format!("gmp={}", path.display())], ..BenchArgs::default() };
    let listed = peer::select(&asked).unwrap().excuse(missing).unwrap();
    assert_eq!((&*listed.library, listed.operation), ("gmp (shared)", None));
}

/// The package that contains the file may be absent; if it is present, the library is found and reports its version.
#[test]
fn what_is_installed_is_found() {
    let mut found = 0;
    for (name, file) in [
        ("openssl-3", "libcrypto.so.3"),
        ("openssl-4", "libcrypto.so.4"),
        ("libsodium", "libsodium.so.23"),
        ("libgcrypt", "libgcrypt.so.20"),
        ("gmp", "libgmp.so.10"),
    ] {
        let folder = format!("/usr/lib/{}-linux-gnu", std::env::consts::ARCH);
        if !Path::new(&folder).join(file).exists() {
            continue;
        }
        let library = peer::find(&format!("{name} (shared)"), &[]).unwrap();
        assert!(library.version.split('.').count() >= 3, "{library:?}");
        found += 1;
    }
    if found == 0 {
        skipped("no shared library of another project is installed");
    }
}

/// The installed libsodium offers the same boxes as the built-in one, and its answers are ours.
#[test]
fn the_boxes_of_an_installed_libsodium_are_ours() {
    let Ok(library) = peer::find("libsodium (shared)", &[]) else {
        skipped("libsodium is not installed");
        return;
    };
    let ours = ours::library();
    let names = ["salsa20/1KiB", "xsalsa20poly1305/seal-64B", "xsalsa20poly1305/open-1KiB", "nacl-box/seal-1KiB"];
    for name in names.into_iter().chain(["nacl-box/open-1KiB"]) {
        let operation = registry::find(name).unwrap();
        assert!(operation.subject(&library.offers).is_some(), "{name}");
        assert_eq!(operation.check(&ours.offers, &library.offers), Ok(()), "{name}");
    }
}

/// A box that cannot be sealed is empty, and one that cannot be opened or is no box has no message.
#[test]
fn boxes_that_are_refused_are_empty() {
    let folder = TempDir::new().unwrap();
    let names: Vec<&str> = LIBSODIUM.into_iter().filter(|name| !name.ends_with("_easy")).collect();
    let refusing: String = LIBSODIUM
        .into_iter()
        .filter(|name| name.ends_with("_easy"))
        .map(|name| format!("int {name}() {{ return -1; }}\n"))
        .collect();
    let Some(path) = compiled(&folder, &(stubs(&names) + &refusing)) else { return };
    let offers = find("libsodium", &path).unwrap().offers;
    let (secret, public): (&SecretBox, &PublicBox) = (offers.get().unwrap(), offers.get().unwrap());
    assert_eq!((secret.seal)(&[1; 32], &[2; 24], b"abc"), [0; 0]);
    assert_eq!((public.seal)(&[1; 32], &[3; 32], &[2; 24], b"abc"), [0; 0]);
    for sealed in [&[0; 15][..], &[0; 16], &[0; 20]] {
        assert_eq!((secret.open)(&[1; 32], &[2; 24], sealed), None);
        assert_eq!((public.open)(&[1; 32], &[3; 32], &[2; 24], sealed), None);
    }
}

#[test]
fn a_library_that_is_not_installed_is_missing_with_what_was_looked_for() {
    for missing in peer::all(&[]).into_iter().filter_map(Result::err).filter(|peer| peer.name.ends_with("(shared)")) {
        assert!(missing.reason.starts_with("the system has no"), "{missing:?}");
    }
}
