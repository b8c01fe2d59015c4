//! The mapping from operations of `carnelian-ctcheck` to the parts of the library that they check.
//!
//! A module and the family of its operations have the same name: `postquantum::lamport` is checked by `lamport/...` or
//! `lamport-sha256/...`. The table has the others.

use crate::lint::operations;
use crate::workspace::{Sources, is_rust, root, sources};
use anyhow::{Context, Result, ensure};
use std::collections::BTreeSet;
use std::fs;

/// The parts of the library that handle secrets.
pub(crate) struct Primitives(Vec<Primitive>);

/// A part of the library that handles secrets.
pub(crate) struct Primitive {
    /// Its module.
    pub(crate) module: String,
    /// The families: the parts of its operations' names before the slash. There is at least one operation of each.
    families: Vec<String>,
}

/// The modules whose names are not those of their families, and these.
const OTHERS: &[(&str, &[&str])] = &[
    ("base::ct", &["ct"]),
    ("base::secret", &["secret"]),
    ("cipher::block::aes", &["aes"]),
    ("cipher::mode::ctr", &["aes-ctr"]),
    ("cipher::mode::gcm", &["aes128gcm", "aes192gcm", "aes256gcm"]),
    ("cipher::mode::gcm_siv", &["aes128gcmsiv", "aes256gcmsiv"]),
    ("cipher::chacha20", &["chacha20", "xchacha20"]),
    ("cipher::chacha20poly1305", &["chacha20poly1305", "xchacha20poly1305"]),
    ("cipher::ghash", &["ghash", "polyval"]),
    ("cipher::salsa20", &["salsa20", "xsalsa20"]),
    ("composite::hybrid", &["x25519mlkem768"]),
    ("composite::nacl_box", &["nacl-box", "sealed-box"]),
    ("curve::curve25519", &["edwards25519", "ristretto255", "scalar25519"]),
    // This is one primitive rather than one for each file: the files are layers of the same formats, and those for
    // public keys, identifiers and errors handle no secrets. The operations decode and encode secret keys through all
    // the others.
    ("encoding", &["encoding"]),
    ("hash::blake2", &["blake2b", "blake2s"]),
    ("hash::keccak", &["cshake", "kmac", "sha3", "shake"]),
    ("hash::merkle_damgard", &["sha256", "sha512"]),
    ("hash::sha256", &["sha224", "sha256"]),
    ("hash::sha512", &["sha384", "sha512"]),
    ("kdf::argon2", &["argon2", "argon2d", "argon2i", "argon2id"]),
    ("postquantum::mldsa", &["mldsa44", "mldsa65", "mldsa87"]),
    ("postquantum::mlkem", &["mlkem512", "mlkem768", "mlkem1024"]),
    ("postquantum::slhdsa", &["slhdsa-sha2", "slhdsa-shake"]),
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
    ("hash::arithmetic", "what hash functions have in common with their kernels"),
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
    let primitives = OTHERS.iter().filter(|(module, _)| is_within(&path, module));
    let depth = primitives.map(|(module, _)| module.split("::").count()).max().unwrap_or(2).max(2);
    modules[..depth.min(modules.len())].join("::")
}

fn is_within(module: &str, outer: &str) -> bool {
    module.strip_prefix(outer).is_some_and(|rest| rest.is_empty() || rest.starts_with("::"))
}

/// Returns whether a module lists its submodules only, is not checked, or is shared: the root and the `mod.rs` of a family
/// of several primitives are lists.
fn is_exempt(module: &str, file: &str) -> bool {
    let is_list = module == "lib" || !module.contains("::") && file.ends_with("/mod.rs");
    is_list || NOT_CHECKED.iter().chain(SHARED).any(|(exempt, _)| is_within(module, exempt))
}

/// Returns whether a family has the name of a module, or a name that begins with that and a hyphen. Hyphens within the
/// name and underscores do not count: `eddsa-blake2b` is named after `curve::eddsa_blake2b`.
fn is_named_after(family: &str, module: &str) -> bool {
    let module = module.rsplit("::").next().unwrap_or_default().replace('_', "");
    let ends = family.match_indices('-').map(|(at, _)| at).chain([family.len()]);
    ends.into_iter().any(|end| family[..end].replace('-', "") == module)
}

/// Returns the family of an operation.
fn family(operation: &str) -> &str {
    operation.split('/').next().unwrap_or_default()
}

impl Primitives {
    /// Returns the primitives in these files of the library, given the names of all operations: those of the table, and
    /// the modules that families are named after.
    pub(crate) fn new<'a>(files: impl IntoIterator<Item = &'a str>, names: impl IntoIterator<Item = &'a str>) -> Self {
        let owned = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
        let mut all: Vec<_> =
            OTHERS.iter().map(|(module, of)| Primitive { module: (*module).to_owned(), families: owned(of) }).collect();
        let is_other = |name: &&str| !FOREIGN.contains(&family(name)) && !all.iter().any(|of| of.is_checked_by(name));
        let families: BTreeSet<_> = names.into_iter().filter(is_other).map(family).collect();
        let candidates: BTreeSet<_> = files.into_iter().filter_map(candidate).collect();
        let mut named = Vec::new();
        for module in &candidates {
            // A module with a longer name, such as `lamport_sha256` beside `lamport`, takes its families.
            let is_longer = |other: &&String| other.len() > module.len() && is_within_name(other, module);
            let is_taken = |of: &str| candidates.iter().filter(is_longer).any(|other| is_named_after(of, other));
            let families: Vec<_> =
                families.iter().filter(|of| is_named_after(of, module) && !is_taken(of)).copied().collect();
            if !families.is_empty() {
                named.push(Primitive { module: module.clone(), families: owned(&families) });
            }
        }
        all.extend(named);
        Self(all)
    }

    /// Returns those of the library as it is.
    ///
    /// # Errors
    /// If its files or the list of operations cannot be read.
    pub(crate) fn of_workspace() -> Result<Self> {
        let library = sources(&root().join("crates/carnelian/src"), is_rust)?;
        let list = fs::read_to_string(root().join(operations::LIST)).context("reading the list of operations")?;
        let names = list.lines().filter_map(|line| line.split_once('\t')).map(|(_, name)| name);
        Ok(Self::new(library.keys().map(String::as_str), names))
    }

    /// Returns the primitive to which a file of the library belongs, or `None` if the file needs no operation.
    ///
    /// # Errors
    /// If the file belongs to no primitive.
    pub(crate) fn of_file(&self, file: &str) -> Result<Option<&Primitive>> {
        let module = module(file);
        if let Some(primitive) = self.0.iter().find(|primitive| is_within(&module, &primitive.module)) {
            return Ok(Some(primitive));
        }
        ensure!(
            is_exempt(&module, file),
            "{file} belongs to no primitive: no operation of carnelian-ctcheck is named after its module, and it is not in \
             the table of primitives.rs"
        );
        Ok(None)
    }

    /// Returns the families of the operations that check how a file of the library handles secrets. The list is empty if
    /// any operation may, because several primitives share the file. Returns `None` if the file handles no secrets.
    ///
    /// # Errors
    /// If the file belongs to no primitive.
    pub(crate) fn families_of(&self, file: &str) -> Result<Option<&[String]>> {
        if let Some(primitive) = self.of_file(file)? {
            return Ok(Some(&primitive.families));
        }
        let is_shared = SHARED.iter().any(|(shared, _)| is_within(&module(file), shared));
        Ok(is_shared.then_some(&[]))
    }

    /// Returns the families of operations that check a module, named by its last part or by that of the module around it.
    pub(crate) fn families_in(&self, module: &str) -> impl Iterator<Item = &str> {
        let within = self.0.iter().filter(move |primitive| primitive.module.split("::").any(|part| part == module));
        within.flat_map(|primitive| &primitive.families).map(String::as_str)
    }

    /// Checks that every primitive of the library has operations of each of its families, and that every operation checks
    /// a primitive. `operations` are the names in the registry.
    ///
    /// # Errors
    /// If that is not so.
    pub(crate) fn match_operations(&self, library: &Sources, operations: &BTreeSet<String>) -> Result<()> {
        for operation in operations {
            let is_foreign = FOREIGN.iter().any(|family| is_of_family(operation, family));
            let is_known = is_foreign || self.0.iter().any(|primitive| primitive.is_checked_by(operation));
            ensure!(
                is_known,
                "the operation {operation} checks no primitive: no module has its name; see primitives.rs"
            );
        }
        for file in library.keys() {
            for family in self.of_file(file)?.map_or(&[][..], |primitive| &primitive.families) {
                let is_there = operations.iter().any(|operation| is_of_family(operation, family));
                ensure!(
                    is_there,
                    "no operation in the registry of carnelian-ctcheck is called {family}/..., for {file}"
                );
            }
        }
        Ok(())
    }
}

/// Returns the module that a file may belong to, which a family may be named after: a folder of a family of primitives, or
/// a file there.
fn candidate(file: &str) -> Option<String> {
    let module = module(file);
    let mut parts = module.split("::");
    let name = format!("{}::{}", parts.next()?, parts.next()?);
    (!is_exempt(&name, file) && !OTHERS.iter().any(|(other, _)| *other == name)).then_some(name)
}

/// Returns whether the last part of a module's path begins with that of another's.
fn is_within_name(longer: &str, shorter: &str) -> bool {
    let last = |module: &str| module.rsplit("::").next().unwrap_or_default().replace('_', "");
    last(longer).starts_with(&last(shorter)) && last(longer) != last(shorter)
}

impl Primitive {
    /// Returns whether a part, named by [`part`], belongs to the primitive.
    pub(crate) fn holds(&self, part: &str) -> bool {
        is_within(part, &self.module)
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

#[cfg(test)]
mod tests {
    use super::*;

    const FILES: [&str; 7] = [
        "curve/ed25519/mod.rs",
        "curve/eddsa_blake2b/role.rs",
        "curve/x25519/keys.rs",
        "hash/hmac.rs",
        "postquantum/toy/mod.rs",
        "postquantum/toy_dsa/mod.rs",
        "postquantum/context.rs",
    ];
    const NAMES: [&str; 9] = [
        "context/read",
        "ed25519/sign",
        "eddsa-blake2b/sign",
        "x25519/dh",
        "x25519mlkem768/encaps",
        "hmac/mac",
        "toy-sha256/as-signature",
        "toydsa/as-signature-44",
        "toy-dsa-k/as-signature",
    ];

    #[test]
    fn files_belong_to_primitives() {
        let primitives = Primitives::new(FILES, NAMES);
        let module_of = |file: &str| primitives.of_file(file).unwrap().map(|primitive| primitive.module.as_str());
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
            ("postquantum/toy/role.rs", Some("postquantum::toy")),
            ("postquantum/context.rs", None),
            ("error.rs", None),
            ("lib.rs", None),
        ] {
            assert_eq!(module_of(file), expected, "{file}");
        }
        for unknown in ["curve/curve25518/mod.rs", "curve/x25519_batch.rs", "kdf/scrypt.rs", "composite.rs"] {
            assert!(primitives.of_file(unknown).is_err(), "{unknown}");
        }
    }

    #[test]
    fn families_are_named_after_modules() {
        let primitives = Primitives::new(FILES, NAMES);
        for (file, expected) in [
            ("curve/ed25519/mod.rs", &["ed25519"][..]),
            ("curve/eddsa_blake2b/mod.rs", &["eddsa-blake2b"]),
            ("curve/x25519/mod.rs", &["x25519"]),
            ("postquantum/toy/mod.rs", &["toy-sha256"]),
            ("postquantum/toy_dsa/mod.rs", &["toy-dsa-k", "toydsa"]),
        ] {
            assert_eq!(primitives.families_of(file).unwrap().unwrap(), expected, "{file}");
        }
        // A module without operations is no primitive, whatever its name.
        assert!(Primitives::new(FILES, []).of_file("postquantum/toy/mod.rs").is_err());
    }

    #[test]
    fn operations_check_primitives() {
        let primitives = Primitives::new(FILES, NAMES);
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
            let found = primitives.0.iter().filter(|primitive| primitive.is_checked_by(operation));
            assert_eq!(found.map(|primitive| primitive.module.as_str()).collect::<Vec<_>>(), expected, "{operation}");
        }
    }

    #[test]
    fn an_operation_that_is_missing_or_unknown_is_found() {
        let files = |files: &[&str]| files.iter().map(|file| ((*file).to_owned(), String::new())).collect::<Sources>();
        let library = files(&["lib.rs", "curve/mod.rs", "curve/curve25519/mod.rs", "curve/x25519/mod.rs"]);
        let matches = |names: &[&str]| {
            let primitives = Primitives::new(library.keys().map(String::as_str), names.iter().copied());
            let names = names.iter().map(|name| (*name).to_owned()).collect();
            primitives.match_operations(&library, &names).is_ok()
        };
        let all = ["edwards25519/mul", "ristretto255/encode", "scalar25519/mul", "x25519/dh"];
        assert!(matches(&all));
        for missing in 0..all.len() {
            let others: Vec<_> = all.iter().filter(|name| **name != all[missing]).copied().collect();
            assert!(!matches(&others), "{others:?}");
        }
        for unknown in ["curve25519/mul", "edwards25519", "ed25519x/sign"] {
            assert!(!matches(&[&all[..], &[unknown]].concat()), "{unknown}");
        }
    }

    /// Rows of the table that the names of modules say are not needed.
    #[test]
    fn the_table_has_what_names_do_not_say() {
        for (module, families) in OTHERS {
            let is_said = families.iter().all(|family| is_named_after(family, module));
            let is_deep = module.split("::").count() != 2 || module.starts_with("base::");
            assert!(is_deep || families.len() > 1 || !is_said, "{module}");
        }
    }
}
