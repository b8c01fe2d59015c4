//! Checks that no dependency of the library or the command compiles C or looks for a C toolchain.
//!
//! Cargo prints the dependency tree of an ordinary build: default features, with build dependencies but without
//! dependencies that only tests need, for each of [`TARGETS`].

use crate::finding::Finding;
use crate::run;
use anyhow::{Context, Result};
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;

/// The crates that must build with only Rust.
const PACKAGES: &[&str] = &["carnelian", "carnelian-cli"];

/// One target of every kind on which users may build. "All targets" would include dependencies behind a `--cfg` that a
/// crate sets only in its own tests.
const TARGETS: &[&str] = &[
    "x86_64-unknown-linux-gnu",
    "x86_64-unknown-linux-musl",
    "i686-unknown-linux-gnu",
    "aarch64-unknown-linux-gnu",
    "s390x-unknown-linux-gnu",
    "x86_64-unknown-freebsd",
    "x86_64-pc-windows-gnu",
    "x86_64-pc-windows-msvc",
    "aarch64-apple-darwin",
    "aarch64-linux-android",
    "wasm32-wasip1",
];

/// Crates whose purpose is to compile C, or to find C libraries or the tools that compile them.
const C_BUILDERS: &[&str] = &[
    "autotools",
    "bindgen",
    "cc",
    "clang-sys",
    "cmake",
    "metadeps",
    "nasm-rs",
    "openssl-src",
    "pkg-config",
    "system-deps",
    "vcpkg",
];

/// Crates that have a `links` key without native code, and why.
const LINKS_WITHOUT_C: &[(&str, &str)] = &[
    ("prettyplease", "keeps two versions of itself out of one build"),
    ("rayon-core", "keeps two versions of its thread pool out of one build"),
    ("wasm-bindgen-shared", "keeps two versions of its schema out of one build"),
];

/// Programs that a build script of the tree must not start.
const TOOLS: &[&str] = &["cc", "gcc", "clang", "cmake", "make", "nasm", "yasm", "perl", "pkg-config", "go"];

/// Runs cargo and checks its output.
///
/// # Errors
/// If cargo fails.
pub(super) fn check() -> Result<Vec<Finding>> {
    let mut tree = run::cargo(None);
    tree.args(["tree", "--locked", "--edges", "normal,build", "--prefix", "none", "--format", "{p}"]);
    tree.args(TARGETS.iter().flat_map(|target| ["--target", target]));
    tree.args(PACKAGES.iter().flat_map(|package| ["--package", package]));
    let mut metadata = run::cargo(None);
    metadata.args(["metadata", "--locked", "--format-version", "1"]);
    let metadata: Value = serde_json::from_str(&run::output(&mut metadata)?)?;
    let packages = packages(&metadata).context("unexpected output of `cargo metadata`")?;
    Ok(judge(&in_tree(&run::output(&mut tree)?), &packages))
}

/// A package in cargo's metadata.
struct Package {
    name: String,
    version: String,
    links: Option<String>,
    /// Whether it is a member of the workspace.
    is_ours: bool,
    /// The path and the text of its build script.
    build_script: Option<(String, String)>,
}

fn packages(metadata: &Value) -> Option<Vec<Package>> {
    metadata["packages"].as_array()?.iter().map(package).collect()
}

fn package(package: &Value) -> Option<Package> {
    let is_script = |target: &&Value| {
        target["kind"].as_array().is_some_and(|kinds| kinds.iter().any(|kind| kind == "custom-build"))
    };
    let script = package["targets"].as_array()?.iter().find(is_script);
    let path = script.and_then(|target| target["src_path"].as_str());
    Some(Package {
        name: package["name"].as_str()?.to_owned(),
        version: package["version"].as_str()?.to_owned(),
        links: package["links"].as_str().map(str::to_owned),
        is_ours: package["source"].is_null(),
        build_script: path.map(|path| (path.to_owned(), fs::read_to_string(path).unwrap_or_default())),
    })
}

/// Returns name and version of every package in the output of `cargo tree`: `name v1.2.3 (path) (*)`.
fn in_tree(printed: &str) -> BTreeSet<(String, String)> {
    let package = |line: &str| {
        let mut words = line.split_whitespace();
        Some((words.next()?.to_owned(), words.next()?.strip_prefix('v')?.to_owned()))
    };
    printed.lines().filter_map(package).collect()
}

fn judge(tree: &BTreeSet<(String, String)>, packages: &[Package]) -> Vec<Finding> {
    let mut findings = Vec::new();
    let mut found = |package: &Package, message: String| {
        findings.push(Finding::new(format!("{} {}", package.name, package.version), 0, message));
    };
    for package in packages {
        if package.is_ours && package.build_script.is_some() {
            found(package, "has a build script; no crate of ours has one".to_owned());
        }
        if !tree.contains(&(package.name.clone(), package.version.clone())) {
            continue;
        }
        let name = package.name.as_str();
        if C_BUILDERS.contains(&name) || name.ends_with("-sys") && !is_declarations(name) {
            found(package, "compiles C, or looks for it, in an ordinary build".to_owned());
        }
        if let Some(links) = &package.links
            && !LINKS_WITHOUT_C.iter().any(|(known, _)| *known == name)
        {
            found(package, format!("links the native library `{links}` in an ordinary build"));
        }
        if let Some((path, text)) = &package.build_script
            && let Some(tool) = TOOLS.iter().find(|tool| text.contains(&format!("Command::new(\"{tool}\")")))
        {
            found(package, format!("its build script starts `{tool}`: {path}"));
        }
    }
    findings
}

/// Returns whether the crate is named like a native library but only declares the system's interfaces.
fn is_declarations(name: &str) -> bool {
    ["windows-sys", "linux-raw-sys", "js-sys", "web-sys"].contains(&name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(name: &str) -> Package {
        let (name, version) = (name.to_owned(), "1.0.0".to_owned());
        Package { name, version, links: None, is_ours: false, build_script: None }
    }

    /// Returns the messages about one package, when it is in the tree and when it is not.
    fn judged(package: Package) -> [Vec<String>; 2] {
        let (name, packages) = (package.name.clone(), [package]);
        [format!("{name} v1.0.0 (*)\n"), "other v1.0.0 (/a/path)\n".to_owned()]
            .map(|printed| judge(&in_tree(&printed), &packages).into_iter().map(|f| f.message).collect())
    }

    #[test]
    fn rust_alone_is_fine() {
        let script = || Some(("build.rs".to_owned(), "Command::new(\"rustc\")".to_owned()));
        for package in [plain("zeroize"), plain("windows-sys"), Package { build_script: script(), ..plain("libc") }] {
            assert_eq!(judged(package), [vec![], vec![] as Vec<String>]);
        }
    }

    #[test]
    fn c_builders_are_found() {
        for name in C_BUILDERS.iter().chain(&["zstd-sys"]) {
            let [inside, outside] = judged(plain(name));
            assert!(inside[0].contains("compiles C") && outside.is_empty(), "{name}");
        }
    }

    #[test]
    fn native_libraries_are_found() {
        let [inside, outside] = judged(Package { links: Some("z".to_owned()), ..plain("zlib") });
        assert!(inside[0].contains("native library `z`") && outside.is_empty());
        let [inside, _] = judged(Package { links: Some("p".to_owned()), ..plain(LINKS_WITHOUT_C[0].0) });
        assert_eq!(inside, [""; 0]);
    }

    #[test]
    fn build_scripts_that_start_compilers_are_found() {
        let script = Some(("build.rs".to_owned(), "std::process::Command::new(\"nasm\")".to_owned()));
        let [inside, outside] = judged(Package { build_script: script, ..plain("fast") });
        assert!(inside[0].contains("starts `nasm`") && outside.is_empty());
    }

    #[test]
    fn build_scripts_of_ours_are_found() {
        let script = Some(("build.rs".to_owned(), String::new()));
        let [_, outside] = judged(Package { build_script: script, is_ours: true, ..plain("carnelian-x") });
        assert!(outside[0].contains("no crate of ours"));
    }
}
