//! The headers in `sodium/` of carnelian-sodium. libsodium has one for each family of functions, and programs include
//! them one by one. Ours declare the whole interface. Those of families that are not offered stop the compiler with a
//! sentence: without them it would take the header of an installed libsodium, whose types contradict ours.

use crate::finding::Finding;
use crate::workspace;
use anyhow::{Context, Result};
use std::fs;

/// The folder of the headers, relative to the workspace root.
const FOLDER: &str = "crates/drop-in/sodium/include/sodium";

/// The headers of libsodium 1.0.18 to 1.0.23 whose functions are offered, without `.h`.
const OFFERED: &[&str] = &[
    "core",
    "crypto_aead_aes256gcm",
    "crypto_aead_chacha20poly1305",
    "crypto_aead_xchacha20poly1305",
    "crypto_auth",
    "crypto_auth_hmacsha256",
    "crypto_auth_hmacsha512",
    "crypto_auth_hmacsha512256",
    "crypto_box",
    "crypto_box_curve25519xchacha20poly1305",
    "crypto_box_curve25519xsalsa20poly1305",
    "crypto_core_ed25519",
    "crypto_core_hchacha20",
    "crypto_core_hsalsa20",
    "crypto_core_ristretto255",
    "crypto_core_salsa20",
    "crypto_generichash",
    "crypto_generichash_blake2b",
    "crypto_hash",
    "crypto_hash_sha256",
    "crypto_hash_sha3",
    "crypto_hash_sha512",
    "crypto_kdf",
    "crypto_kdf_blake2b",
    "crypto_kdf_hkdf_sha256",
    "crypto_kdf_hkdf_sha512",
    "crypto_kem",
    "crypto_kem_mlkem768",
    "crypto_kem_xwing",
    "crypto_kx",
    "crypto_onetimeauth",
    "crypto_onetimeauth_poly1305",
    "crypto_pwhash",
    "crypto_pwhash_argon2i",
    "crypto_pwhash_argon2id",
    "crypto_pwhash_scryptsalsa208sha256",
    "crypto_scalarmult",
    "crypto_scalarmult_curve25519",
    "crypto_scalarmult_ed25519",
    "crypto_scalarmult_ristretto255",
    "crypto_secretbox",
    "crypto_secretbox_xchacha20poly1305",
    "crypto_secretbox_xsalsa20poly1305",
    "crypto_secretstream_xchacha20poly1305",
    "crypto_sign",
    "crypto_sign_ed25519",
    "crypto_stream",
    "crypto_stream_chacha20",
    "crypto_stream_salsa20",
    "crypto_stream_xchacha20",
    "crypto_stream_xsalsa20",
    "crypto_verify_16",
    "crypto_verify_32",
    "crypto_verify_64",
    "crypto_xof_shake128",
    "crypto_xof_shake256",
    "export",
    "randombytes",
    "randombytes_internal_random",
    "randombytes_sysrandom",
    "runtime",
    "utils",
    "version",
];

/// The headers of families that are not offered, with the family.
const ABSENT: &[(&str, &str)] = &[
    ("crypto_aead_aegis128l", "AEGIS-128L"),
    ("crypto_aead_aegis256", "AEGIS-256"),
    ("crypto_core_keccak1600", "the permutation of Keccak"),
    ("crypto_core_salsa2012", "Salsa20 with 12 rounds"),
    ("crypto_core_salsa208", "Salsa20 with 8 rounds"),
    ("crypto_ipcrypt", "encryption of IP addresses"),
    ("crypto_shorthash", "SipHash"),
    ("crypto_shorthash_siphash24", "SipHash"),
    ("crypto_sign_edwards25519sha512batch", "the signature scheme before Ed25519"),
    ("crypto_stream_salsa2012", "Salsa20 with 12 rounds"),
    ("crypto_stream_salsa208", "Salsa20 with 8 rounds"),
    ("crypto_xof_turboshake128", "TurboSHAKE"),
    ("crypto_xof_turboshake256", "TurboSHAKE"),
];

/// Returns the headers: their paths from the workspace root, and their texts.
fn headers() -> impl Iterator<Item = (String, String)> {
    let offered = OFFERED.iter().map(|name| (*name, offered()));
    let absent = ABSENT.iter().map(|(name, family)| (*name, absent(name, family)));
    offered.chain(absent).map(|(name, text)| (format!("{FOLDER}/{name}.h"), text))
}

fn offered() -> String {
    "/* Written by `cargo xtask capi`. For programs that include a part of libsodium: the whole interface. */\n\
     #include \"../sodium.h\"\n"
        .to_owned()
}

fn absent(name: &str, family: &str) -> String {
    format!(
        "/* Written by `cargo xtask capi`. */\n\
         #error \"sodium/{name}.h: carnelian-sodium does not offer {family}\"\n"
    )
}

/// Writes the headers.
///
/// # Errors
/// If a file cannot be written.
pub(super) fn write() -> Result<()> {
    for (path, text) in headers() {
        fs::write(workspace::root().join(&path), text).with_context(|| format!("writing {path}"))?;
    }
    Ok(())
}

/// Returns a finding for each header that is not as it would be written, or that no list names.
///
/// # Errors
/// If the folder cannot be read.
pub(super) fn differences() -> Result<Vec<Finding>> {
    let mut found = workspace::sources(&workspace::root().join(FOLDER), |_| true)?;
    let mut findings = Vec::new();
    for (path, text) in headers() {
        let name = path.trim_start_matches(FOLDER).trim_start_matches('/');
        let committed = found.remove(name).unwrap_or_default();
        findings.extend(Finding::of_difference(&path, &text, &committed, "cargo xtask capi"));
    }
    let unknown = found.keys().map(|name| format!("{FOLDER}/{name}"));
    findings.extend(unknown.map(|path| Finding::new(path, 0, "`cargo xtask capi` does not know this header")));
    Ok(findings)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_committed_headers_are_those_of_the_lists() {
        assert_eq!(differences().unwrap(), []);
    }

    #[test]
    fn headers_of_absent_families_name_them() {
        let texts: Vec<String> = headers().map(|(_, text)| text).collect();
        assert_eq!(texts.len(), 76, "libsodium 1.0.22 has as many");
        assert!(texts.iter().any(|text| text.contains("#error \"sodium/crypto_shorthash.h: ")));
    }
}
