//! Tests that a planted violation of every rule is found, and that the workspace has none.

use super::*;

/// A library that follows the rules.
const CLEAN: &[(&str, &str)] = &[
    ("lib.rs", "mod base; mod curve; mod encoding; mod error; pub mod hash; pub mod kdf; pub use hash::sha::Sha;"),
    ("error.rs", "pub struct Bad;"),
    ("base/mod.rs", "pub mod cpu; pub(crate) mod lanes;"),
    ("base/cpu.rs", "use crate::error::Bad; pub struct Avx2; use std::env;"),
    ("base/lanes/mod.rs", "mod x86_avx2; pub(crate) use x86_avx2::Four; pub(crate) trait Lanes {}"),
    ("base/lanes/x86_avx2.rs", "use super::Lanes; pub(crate) struct Four; impl Lanes for Four {}"),
    ("hash/mod.rs", "pub mod crc; pub mod hmac; pub mod sha; pub use sha::Sha; pub trait Hash {}"),
    ("hash/crc.rs", "pub fn crc() {}"),
    ("hash/hmac.rs", "use super::Hash; use crate::hash::Sha; fn f(_: Sha) where Sha: Hash {}"),
    (
        "hash/sha/mod.rs",
        "mod batch; mod kernel; mod many; mod portable; mod tables; mod x86_avx2;
         use super::Hash; use kernel::{Backend, State};
         pub struct Sha; fn pad() { kernel::compress(Backend::Portable) } impl Hash for Sha {}
         #[cfg(test)] mod tests { use super::*; use super::portable; }",
    ),
    ("hash/sha/batch.rs", "use super::kernel::{self, State}; use super::pad; fn f() { kernel::compress(x); pad() }"),
    (
        "hash/sha/kernel.rs",
        "use super::{portable, x86_avx2}; use crate::base::cpu; pub(super) type State = u64; pub(super) enum Backend {}
         pub(super) fn compress() { portable::compress(); x86_avx2::compress() }",
    ),
    ("hash/sha/many.rs", "use super::kernel::State; use super::tables::K; use crate::base::lanes::Lanes;"),
    ("hash/sha/portable.rs", "use super::kernel::State; use super::tables::K; pub(super) fn compress() {}"),
    ("hash/sha/tables.rs", "pub(super) const K: u64 = 1;"),
    (
        "hash/sha/x86_avx2.rs",
        "use super::{many, kernel::State}; use crate::base::lanes::Four; use core::arch::x86_64::*;
         pub(super) fn compress() { u64::from(1u8); many::compress() }
         #[cfg(test)] mod tests { use super::super::*; use std::vec::Vec; }",
    ),
    ("kdf/mod.rs", "use crate::hash::hmac;"),
    ("curve/mod.rs", "mod key; pub mod curve25519; pub mod ed25519; pub mod x25519;"),
    ("curve/key.rs", "use crate::encoding::pem;"),
    (
        "curve/curve25519/mod.rs",
        "mod fe_10x26; mod fe_5x51; mod fe_fiat; mod field; mod kernel; mod point; mod sc_4x64; mod tables;
         pub use point::Point;",
    ),
    ("curve/curve25519/fe_10x26.rs", "super::fe_fiat::field!(curve25519_32);"),
    (
        "curve/curve25519/fe_5x51.rs",
        "use super::field::Field; use fiat_crypto::curve25519_64::*; pub(super) struct Fe5x51;
         impl Field for Fe5x51 {} fn f() { fiat_crypto::curve25519_64::fiat_25519_carry() }",
    ),
    (
        "curve/curve25519/fe_fiat.rs",
        "macro_rules! field { ($module:ident) => {
             use crate::curve::curve25519::field::Field; use fiat_crypto::$module::*;
         } } pub(super) use field;",
    ),
    ("curve/curve25519/field.rs", "use super::tables::D; pub(super) trait Field {} use crate::base::lanes::Lanes;"),
    (
        "curve/curve25519/kernel.rs",
        "use super::field::{self, Field}; use super::{fe_10x26, fe_5x51::Fe5x51, sc_4x64};
         pub(super) enum Backend {} pub(super) fn mul() {}",
    ),
    ("curve/curve25519/point.rs", "use super::kernel::{self, Backend}; pub struct Point; fn f() { kernel::mul() }"),
    ("curve/curve25519/sc_4x64.rs", "use fiat_crypto::curve25519_scalar_64 as fiat; fn f() { fiat::mul() }"),
    ("curve/curve25519/tables.rs", "pub(super) const D: u64 = 1;"),
    (
        "curve/ed25519/mod.rs",
        "mod keys; mod verify; use super::curve25519::Point; use crate::curve::x25519; use crate::hash::Sha;",
    ),
    ("curve/ed25519/keys.rs", "use crate::encoding::pem; use super::verify; use crate::base::cpu;"),
    ("curve/ed25519/verify.rs", "use crate::curve::curve25519::Point; use crate::error::Bad;"),
    ("curve/x25519/mod.rs", "mod public_key; use crate::curve::curve25519::Point;"),
    ("curve/x25519/public_key.rs", "use crate::encoding;"),
    ("encoding/mod.rs", "pub fn pem() {}"),
];

/// Returns the findings in the clean library after appending `line` to `file`, which is created if it does not exist.
fn with(file: &str, line: &str) -> Vec<Finding> {
    let mut sources: Sources = CLEAN.iter().map(|(file, text)| ((*file).to_owned(), (*text).to_owned())).collect();
    let text = sources.entry(file.to_owned()).or_default();
    text.push('\n');
    text.push_str(line);
    check_library(&sources, "")
}

/// Expects one finding, at the planted line, whose message contains `expected`.
#[track_caller]
fn planted(file: &str, line: &str, expected: &str) {
    let findings = with(file, line);
    let text = CLEAN.iter().find(|(name, _)| *name == file).map_or("", |(_, text)| text);
    let [finding] = &findings[..] else { panic!("{findings:?}") };
    assert_eq!((&finding.file[..], finding.line), (file, text.lines().count().max(1) + 1), "{finding}");
    assert!(finding.message.contains(expected), "{finding}");
}

#[test]
fn the_workspace_keeps_the_rules() {
    assert_eq!(check_workspace().unwrap(), []);
}

#[test]
fn a_clean_library_is_clean() {
    assert_eq!(with("error.rs", ""), []);
}

#[test]
fn base_sees_base_and_error_alone() {
    planted("base/cpu.rs", "use crate::hash::Sha;", "`crate::base::cpu` imports `crate::hash::sha::Sha`");
    planted("error.rs", "use crate::base::cpu;", "`error` sees nothing");
}

#[test]
fn families_do_not_see_each_other() {
    planted("hash/hmac.rs", "use crate::kdf;", "`hash` sees base, error");
    planted("kdf/mod.rs", "fn f() { crate::curve::key::g() }", "`kdf` sees hash, base, error");
    planted("kdf/mod.rs", "fn f(_: &super::curve::Point) {}", "imports `crate::curve::Point`");
    planted("kdf/mod.rs", "use super::{hash, curve as c};", "imports `crate::curve`");
}

#[test]
fn aliases_and_re_exports_hide_nothing() {
    planted("base/cpu.rs", "use crate::Sha;", "imports `crate::hash::sha::Sha`");
    planted("hash/hmac.rs", "use crate as root; fn f() { root::kdf::g() }", "imports `crate::kdf::g`");
}

#[test]
fn macros_hide_nothing() {
    planted("base/cpu.rs", "macro_rules! m { ($x:ident) => { $crate::hash::$x() } }", "imports `crate::hash`");
    planted("base/cpu.rs", "m! { use crate::{error, hash}; }", "imports `crate::hash`");
    assert_eq!(with("base/cpu.rs", "macro_rules! m { ($hash:ident) => { $hash::new() } }"), []);
}

#[test]
fn tests_keep_to_the_layers_too() {
    planted("hash/hmac.rs", "#[cfg(test)] mod tests { use crate::kdf; }", "`hash` sees base, error");
}

#[test]
fn encoding_is_for_key_files() {
    planted("curve/mod.rs", "use crate::encoding::pem;", "`curve` sees hash, base, error");
    planted("curve/ed25519/mod.rs", "use crate::encoding::pem;", "`curve` sees hash, base, error");
    planted("curve/curve25519/point.rs", "use crate::encoding;", "`curve` sees hash, base, error");
    planted("encoding/mod.rs", "use crate::curve::ed25519;", "`encoding` sees base, error");
    planted("hash/sha/mod.rs", "mod keys { use crate::encoding; }", "`hash` sees base, error");
}

#[test]
fn representations_may_import_proven_arithmetic() {
    for (file, line) in [
        ("curve/curve25519/fe_5x51.rs", "use zeroize::Zeroize;"),
        ("curve/curve25519/sc_4x64.rs", "fn g() { alloc::vec::Vec::new() }"),
        ("curve/curve25519/kernel.rs", "use fiat_crypto::curve25519_64;"),
        ("hash/sha/portable.rs", "use fiat_crypto::curve25519_64;"),
    ] {
        planted(file, line, "of other crates");
    }
}

#[test]
fn the_arithmetic_of_a_curve_is_below_its_schemes() {
    let (field, scalar) = ("curve/curve25519/fe_5x51.rs", "curve/curve25519/sc_4x64.rs");
    planted(field, "use super::point::Point;", "stand below the schemes");
    planted(scalar, "use super::Point;", "stand below the schemes");
    planted(scalar, "fn g() { super::kernel::mul() }", "does not call the kernel");
    planted(field, "use crate::hash::Sha;", "their primitive's folder");
    let names = "only `kernel.rs` names backends";
    planted("curve/curve25519/point.rs", "use super::fe_5x51::Fe5x51;", names);
    planted("curve/curve25519/field.rs", "fn g() { super::sc_4x64::f() }", names);
    planted("curve/ed25519/verify.rs", "use crate::curve::curve25519::sc_4x64;", names);
    for (file, line) in [
        ("curve/x25519/mod.rs", "use crate::curve::ed25519;"),
        ("curve/curve25519/point.rs", "use crate::curve::ed25519::verify;"),
    ] {
        let findings = with(file, line);
        assert!(findings.iter().any(|found| found.file == file), "{findings:?}");
        assert!(findings.iter().all(|found| found.message.contains("run one way")), "{findings:?}");
    }
}

#[test]
fn nothing_imports_the_root() {
    planted("hash/hmac.rs", "use crate::something;", "nothing imports the crate's root");
}

#[test]
fn a_layer_must_be_in_the_table() {
    let mut sources: Sources = CLEAN.iter().map(|(file, text)| ((*file).to_owned(), (*text).to_owned())).collect();
    sources.insert("misc.rs".to_owned(), String::new());
    let [orphan] = &check_library(&sources, "")[..] else { panic!() };
    assert_eq!((&orphan.file[..], &orphan.message[..]), ("misc.rs", "no module declares this file"));
    sources.get_mut("lib.rs").unwrap().push_str("mod misc;");
    let [unknown] = &check_library(&sources, "")[..] else { panic!() };
    assert_eq!(unknown.message, "`misc` is in no row of the table of layers");
}

#[test]
fn a_backend_imports_base_core_and_its_folder() {
    let backend = "hash/sha/x86_avx2.rs";
    planted(backend, "use std::vec::Vec;", "of other crates");
    planted(backend, "fn f() { zeroize::wipe() }", "of other crates");
    planted(backend, "use crate::hash::crc;", "their primitive's folder");
    planted(backend, "use super::super::Hash;", "their primitive's folder");
    planted("hash/sha/portable.rs", "use crate::error::Bad;", "their primitive's folder");
}

#[test]
fn a_backend_imports_nothing_above_it() {
    let backend = "hash/sha/portable.rs";
    planted(backend, "use super::pad;", "stand below the schemes");
    planted(backend, "use super::*;", "stand below the schemes");
    planted(backend, "use super::batch;", "stand below the schemes");
    planted(backend, "fn f() { super::kernel::compress() }", "does not call the kernel");
    planted(backend, "use super::kernel::*;", "does not call the kernel");
    planted("hash/sha/kernel.rs", "use super::pad;", "stand below the schemes");
    planted("hash/sha/kernel.rs", "use super::batch::f;", "stand below the schemes");
}

#[test]
fn the_kernel_alone_names_backends() {
    planted("hash/sha/batch.rs", "use super::portable;", "only `kernel.rs` names backends");
    planted("hash/sha/mod.rs", "fn f() { x86_avx2::compress() }", "only `kernel.rs` names backends");
}

#[test]
fn parts_of_a_layer_import_one_way() {
    let findings = with("hash/sha/batch.rs", "use crate::hash::hmac::f;");
    let [there, back] = &findings[..] else { panic!("{findings:?}") };
    assert!(there.file == "hash/hmac.rs" && back.file == "hash/sha/batch.rs", "{findings:?}");
    assert!(back.message.contains("run one way"), "{back}");
}

/// A circle of three modules is found at each of its imports, and none at the imports around it.
#[test]
fn modules_of_a_root_import_one_way() {
    let files = [
        ("lib.rs", "mod args; mod document; mod error; mod report; pub use report::render;"),
        ("args.rs", "use crate::document::Document;"),
        ("document.rs", "pub struct Document; mod read; #[cfg(test)] mod tests { use crate::report; }"),
        ("document/read.rs", "use super::Document;"),
        ("error.rs", "use crate::args; use crate::document;"),
        ("report.rs", "use crate::{args, document::Document}; pub fn render() {}"),
    ];
    let mut sources: Sources = files.map(|(file, text)| (file.to_owned(), text.to_owned())).into();
    assert_eq!(check_one_way(&sources, ""), []);
    sources.get_mut("document/read.rs").unwrap().push_str("\nuse crate::error;");
    let findings = check_one_way(&sources, "");
    let found: Vec<(&str, usize)> = findings.iter().map(|finding| (&*finding.file, finding.line)).collect();
    assert_eq!(found, [("args.rs", 1), ("document/read.rs", 2), ("error.rs", 1), ("error.rs", 1)]);
    assert!(findings[1].message.contains("the modules of this crate import one way"), "{}", findings[1]);
}

#[test]
fn what_is_not_rust_is_said() {
    planted("error.rs", "fn {", "is not Rust");
}

#[test]
fn users_keep_to_the_public_api() {
    let user = |name, file: &str, text: &str| check_user(name, Sources::from([(file.to_owned(), text.to_owned())]), "");
    let hidden = "\nuse carnelian::{__internals::at_most, hash};";
    let [finding] = &user("carnelian-cli", "src/main.rs", hidden)[..] else { panic!() };
    assert_eq!(finding.line, 2);
    assert!(finding.message.contains("`carnelian-cli` uses only the public API"), "{finding}");
    let renamed = "use carnelian as c; fn f() { c::__internals::at_most() }";
    assert_eq!(user("carnelian-cli", "src/main.rs", renamed).len(), 1);
    assert_eq!(user("carnelian-bench", "src/main.rs", hidden), []);
    assert_eq!(user("carnelian-cli", "src/main.rs", "use carnelian::hash;"), []);
    assert_eq!(user("carnelian-capi", "src/key.rs", "fn f() { carnelian::__kems! { row [] } }"), []);
    assert_eq!(user("carnelian-capi", "src/key.rs", "fn f() { carnelian::__tiers! { row [] } }").len(), 1);
    let manifest = "carnelian = { workspace = true, features = [\"__internals\"] }";
    assert_eq!(user("carnelian-cli", "Cargo.toml", manifest).len(), 1);
}
