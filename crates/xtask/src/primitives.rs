//! The mapping from operations of `carnelian-ctcheck` to the parts of the library that they check.

use crate::workspace::Sources;
use anyhow::{Result, ensure};
use std::collections::BTreeSet;

/// A part of the library that handles secrets.
pub(crate) struct Primitive {
    /// Its module.
    pub(crate) module: &'static str,
    /// The families: the parts of its operations' names before the slash. There is at least one operation of each.
    families: &'static [&'static str],
}

/// All primitives.
pub(crate) const PRIMITIVES: &[Primitive] = &[
    Primitive { module: "base::ct", families: &["ct"] },
    Primitive { module: "base::secret", families: &["secret"] },
    Primitive { module: "cipher::block::aes", families: &["aes"] },
    Primitive { module: "cipher::mode::ctr", families: &["aes-ctr"] },
    Primitive { module: "cipher::mode::gcm", families: &["aes128gcm", "aes192gcm", "aes256gcm"] },
    Primitive { module: "cipher::mode::gcm_siv", families: &["aes128gcmsiv", "aes256gcmsiv"] },
    Primitive { module: "cipher::chacha20", families: &["chacha20", "xchacha20"] },
    Primitive { module: "cipher::chacha20poly1305", families: &["chacha20poly1305", "xchacha20poly1305"] },
    Primitive { module: "cipher::ctr_drbg", families: &["ctr-drbg"] },
    Primitive { module: "cipher::ghash", families: &["ghash", "polyval"] },
    Primitive { module: "cipher::poly1305", families: &["poly1305"] },
    Primitive { module: "cipher::salsa20", families: &["salsa20", "xsalsa20"] },
    Primitive { module: "cipher::xsalsa20poly1305", families: &["xsalsa20poly1305"] },
    Primitive { module: "composite::dhkem", families: &["dhkem-x25519"] },
    Primitive { module: "composite::hybrid", families: &["x25519mlkem768"] },
    Primitive { module: "composite::nacl_box", families: &["nacl-box", "sealed-box"] },
    Primitive { module: "composite::sealed_file", families: &["sealed-file"] },
    Primitive { module: "composite::xwing", families: &["xwing"] },
    Primitive { module: "curve::curve25519", families: &["edwards25519", "ristretto255", "scalar25519"] },
    Primitive { module: "curve::ed25519", families: &["ed25519"] },
    Primitive { module: "curve::eddsa_blake2b", families: &["eddsa-blake2b"] },
    Primitive { module: "curve::elligator2", families: &["elligator2"] },
    Primitive { module: "curve::x25519", families: &["x25519"] },
    // This is one primitive rather than one for each file: the files are layers of the same formats, and those for
    // public keys, identifiers and errors handle no secrets. The operations decode and encode secret keys through all
    // the others.
    Primitive { module: "encoding", families: &["encoding"] },
    Primitive { module: "hash::blake2", families: &["blake2b", "blake2s"] },
    Primitive { module: "hash::hmac", families: &["hmac"] },
    Primitive { module: "hash::keccak", families: &["cshake", "kmac", "sha3", "shake"] },
    Primitive { module: "hash::merkle_damgard", families: &["sha256", "sha512"] },
    Primitive { module: "hash::sha256", families: &["sha224", "sha256"] },
    Primitive { module: "hash::sha512", families: &["sha384", "sha512"] },
    Primitive { module: "kdf::argon2", families: &["argon2", "argon2d", "argon2i", "argon2id"] },
    Primitive { module: "kdf::hkdf", families: &["hkdf"] },
    Primitive { module: "postquantum::mldsa", families: &["mldsa44", "mldsa65", "mldsa87"] },
    Primitive { module: "postquantum::mlkem", families: &["mlkem512", "mlkem768", "mlkem1024"] },
    Primitive { module: "postquantum::slhdsa", families: &["slhdsa-sha2", "slhdsa-shake"] },
];

/// The families of what libraries under other names compute themselves, which is not in the library.
const FOREIGN: &[&str] = &["lib25519", "monocypher", "sodium"];

/// Modules that need no operation, and why.
const NOT_CHECKED: &[(&str, &str)] = &[
    ("algorithm", "names and lengths; hands over to the roles"),
    ("base", "its functions are inlined into the primitives that call them"),
    ("error", "says what was wrong with public data"),
    ("interop", "hands over to what is checked, and computes nothing itself"),
    ("postquantum::context", "contexts are public"),
    ("postquantum::prehash", "digests of messages are public"),
    ("self_test", "known answers are public"),
];

/// Modules that are not primitives, and whose code runs in the operations of several.
const SHARED: &[(&str, &str)] = &[
    ("cipher::arithmetic", "what ciphers have in common with their kernels"),
    ("cipher::block", "what block ciphers have in common"),
    ("agreement", "the role of key agreement"),
    ("cipher::role", "the roles of ciphers"),
    ("hash::role", "the roles of hash functions"),
    ("kdf::role", "the role of key derivation"),
    ("encryption", "the role of public-key encryption"),
    ("kem", "the role of key encapsulation"),
    ("postquantum::role", "the options of signatures that ML-DSA and SLH-DSA have in common"),
    ("signature", "the role of signatures"),
    ("cipher::keystream", "what stream ciphers have in common"),
    ("cipher::mode", "what modes of operation have in common"),
    ("cipher::stream_cipher", "the type of all stream ciphers"),
    ("cipher::aead", "what schemes of authenticated encryption have in common"),
    ("curve::arithmetic", "integer arithmetic that curves share"),
    ("hash::functions", "what hash functions have in common"),
    ("hash::sha2_rounds", "what hash functions have in common"),
    ("hash::side_by_side", "what hash functions have in common"),
    ("hash::transposed", "what hash functions have in common"),
    ("postquantum::arrays", "arrays of several schemes"),
    ("postquantum::lattice", "what ML-KEM and ML-DSA have in common"),
];

/// Returns the module path of a file of the library.
fn module(file: &str) -> String {
    let stem = file.trim_end_matches(".rs");
    stem.trim_end_matches("/mod").replace('/', "::")
}

/// Returns the name of the part of the library with this path of modules: that of its primitive, or the first two modules.
pub(crate) fn part(modules: &[&str]) -> String {
    let path = modules.join("::");
    let primitives = PRIMITIVES.iter().filter(|primitive| is_within(&path, primitive.module));
    let depth = primitives.map(|primitive| primitive.module.split("::").count()).max().unwrap_or(2).max(2);
    modules[..depth.min(modules.len())].join("::")
}

fn is_within(module: &str, outer: &str) -> bool {
    module.strip_prefix(outer).is_some_and(|rest| rest.is_empty() || rest.starts_with("::"))
}

/// Returns the primitive to which a file of the library belongs, or `None` if the file needs no operation.
///
/// # Errors
/// If the file belongs to a primitive that is not in the table.
pub(crate) fn of_file(file: &str) -> Result<Option<&'static Primitive>> {
    let module = module(file);
    if let Some(primitive) = PRIMITIVES.iter().find(|primitive| is_within(&module, primitive.module)) {
        return Ok(Some(primitive));
    }
    // The root and the `mod.rs` of a family of several primitives only list their submodules.
    let is_list = module == "lib" || !module.contains("::") && file.ends_with("/mod.rs");
    let is_exempt = is_list || NOT_CHECKED.iter().chain(SHARED).any(|(exempt, _)| is_within(&module, exempt));
    ensure!(is_exempt, "{file} belongs to no primitive in the table of primitives.rs");
    Ok(None)
}

/// Returns the families of the operations that check how a file of the library handles secrets. The list is empty if
/// any operation may, because several primitives share the file. Returns `None` if the file handles no secrets.
///
/// # Errors
/// If the file belongs to a primitive that is not in the table.
pub(crate) fn families_of(file: &str) -> Result<Option<&'static [&'static str]>> {
    if let Some(primitive) = of_file(file)? {
        return Ok(Some(primitive.families));
    }
    let is_shared = SHARED.iter().any(|(shared, _)| is_within(&module(file), shared));
    Ok(is_shared.then_some(&[]))
}

/// Returns the families of operations that check a module, named by its last part or by that of the module around it.
pub(crate) fn families_in(module: &str) -> impl Iterator<Item = &'static str> {
    let within = PRIMITIVES.iter().filter(move |primitive| primitive.module.split("::").any(|part| part == module));
    within.flat_map(|primitive| primitive.families).copied()
}

impl Primitive {
    /// Returns whether a part, named by [`part`], belongs to the primitive.
    pub(crate) fn holds(&self, part: &str) -> bool {
        is_within(part, self.module)
    }

    /// Returns whether an operation of this name checks the primitive.
    fn is_checked_by(&self, operation: &str) -> bool {
        self.families.iter().any(|family| is_of_family(operation, family))
    }
}

/// Returns whether an operation is of a family. A function that differs from another in the length of its output is of the
/// same family: SHA-512/256 of SHA-512's.
pub(crate) fn is_of_family(operation: &str, family: &str) -> bool {
    let Some((rest, _)) = operation.strip_prefix(family).and_then(|rest| rest.split_once('/')) else { return false };
    let is_length = |len: &str| !len.is_empty() && len.bytes().all(|byte| byte.is_ascii_digit());
    rest.is_empty() || rest.strip_prefix('-').is_some_and(is_length)
}

/// Checks that every primitive of the library has operations of each of its families, and that every operation checks a
/// primitive. `operations` are the names in the registry.
///
/// # Errors
/// If that is not so.
pub(crate) fn operations_match(library: &Sources, operations: &BTreeSet<String>) -> Result<()> {
    for operation in operations {
        let is_foreign = FOREIGN.iter().any(|family| is_of_family(operation, family));
        let is_known = is_foreign || PRIMITIVES.iter().any(|primitive| primitive.is_checked_by(operation));
        ensure!(is_known, "the operation {operation} checks no primitive in the table of primitives.rs");
    }
    for file in library.keys() {
        for family in of_file(file)?.map_or(&[][..], |primitive| primitive.families) {
            let is_there = operations.iter().any(|operation| is_of_family(operation, family));
            ensure!(is_there, "no operation in the registry of carnelian-ctcheck is called {family}/..., for {file}");
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn module_of(file: &str) -> Option<&'static str> {
        of_file(file).unwrap().map(|primitive| primitive.module)
    }

    #[test]
    fn files_belong_to_primitives() {
        for (file, expected) in [
            ("hash/sha512/x86_avx2.rs", Some("hash::sha512")),
            ("curve/curve25519/fe_5x51.rs", Some("curve::curve25519")),
            ("curve/ed25519/mod.rs", Some("curve::ed25519")),
            ("curve/ed25519.rs", Some("curve::ed25519")),
            ("curve/x25519/keys.rs", Some("curve::x25519")),
            ("encoding/mod.rs", Some("encoding")),
            ("encoding/pkcs8/mod.rs", Some("encoding")),
            ("cipher/block/aes/x86_runs.rs", Some("cipher::block::aes")),
            ("cipher/block/keys.rs", None),
            ("base/ct.rs", Some("base::ct")),
            ("base/cpu.rs", None),
            ("base/lanes/mod.rs", None),
            ("curve/mod.rs", None),
            ("hash/hmac.rs", Some("hash::hmac")),
            ("hash/merkle_damgard/batch.rs", Some("hash::merkle_damgard")),
            ("error.rs", None),
            ("lib.rs", None),
        ] {
            assert_eq!(module_of(file), expected, "{file}");
        }
        for unknown in ["curve/curve25518/mod.rs", "curve/x25519_batch.rs", "kdf/scrypt.rs", "composite.rs"] {
            assert!(of_file(unknown).is_err(), "{unknown}");
        }
    }

    #[test]
    fn operations_check_primitives() {
        let sha512 = &["hash::merkle_damgard", "hash::sha512"][..];
        for (operation, expected) in [
            ("sha512/digest", sha512),
            ("sha512-256/digest", sha512),
            ("sha512-224/digest", sha512),
            ("sha384/digest", &["hash::sha512"]),
            ("x25519/dh", &["curve::x25519"]),
            ("ed25519/sign", &["curve::ed25519"]),
            ("edwards25519/mul-base", &["curve::curve25519"]),
            ("scalar25519/invert", &["curve::curve25519"]),
            ("ristretto255/encode", &["curve::curve25519"]),
            ("encoding/pkcs8", &["encoding"]),
            ("sha512-x/digest", &[]),
            ("sha512-/digest", &[]),
        ] {
            let found = PRIMITIVES.iter().filter(|primitive| primitive.is_checked_by(operation));
            assert_eq!(found.map(|primitive| primitive.module).collect::<Vec<_>>(), expected, "{operation}");
        }
    }

    #[test]
    fn an_operation_that_is_missing_or_unknown_is_found() {
        let files = |files: &[&str]| files.iter().map(|file| ((*file).to_owned(), String::new())).collect::<Sources>();
        let named = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<BTreeSet<_>>();
        let library = files(&["lib.rs", "curve/mod.rs", "curve/curve25519/mod.rs", "curve/curve25519/kernel.rs"]);
        let all = ["edwards25519/mul", "ristretto255/encode", "scalar25519/mul"];
        assert!(operations_match(&library, &named(&all)).is_ok());
        for missing in 0..all.len() {
            let others: Vec<_> = all.iter().filter(|name| **name != all[missing]).copied().collect();
            assert!(operations_match(&library, &named(&others)).is_err(), "{others:?}");
        }
        for unknown in ["curve25519/mul", "edwards25519", "ed25519x/sign"] {
            assert!(operations_match(&library, &named(&[&all[..], &[unknown]].concat())).is_err(), "{unknown}");
        }
    }
}
