//! The rules on imports between modules and crates.
//!
//! 1. The library's folders are layers; [`LAYERS`] lists which layers each may import.
//! 2. Inside a layer, imports run one way: scheme, arithmetic, `kernel.rs`, backend file. Only `kernel.rs` names
//!    backends.
//! 3. A backend file imports `base`, `core`, the folder of its primitive and the `arithmetic/` that the primitives of its
//!    layer share; one named by its representation also `fiat_crypto`.
//! 4. Other crates use the library's public API; [`INSIDERS`] also use names that start with two underscores.
//! 5. Between the modules in the root of a crate of [`ONE_WAY`], imports run one way.
//!
//! Test code is subject only to the first and the fourth rule.

mod inside;
mod tree;

use crate::finding::{self, Finding};
use crate::workspace::{self, Sources};
use anyhow::Result;
use tree::{Reference, Target, Tree};

/// The layers, and the others that each may import. A layer that is not in the table is an error.
const LAYERS: &[(&str, &[&str])] = &[
    ("error", &[]),
    ("base", &["error"]),
    ("hash", &["base", "error"]),
    ("encoding", &["base", "error"]),
    ("signature", &["hash", "base", "error"]),
    ("agreement", &["base", "error"]),
    ("kem", &["base", "error"]),
    ("encryption", &["base", "error"]),
    ("cipher", &["hash", "base", "error"]),
    ("kdf", &["hash", "base", "error"]),
    ("curve", &["hash", "base", "error", "signature", "agreement"]),
    ("integer", &["hash", "base", "error", "signature", "encryption"]),
    ("postquantum", &["hash", "base", "error", "signature", "kem"]),
    (
        "composite",
        &["cipher", "kdf", "curve", "integer", "postquantum", "encoding", "hash", "base", "error", "kem", "encryption"],
    ),
    (
        "algorithm",
        &[
            "composite",
            "cipher",
            "kdf",
            "curve",
            "integer",
            "postquantum",
            "encoding",
            "hash",
            "base",
            "error",
            "signature",
            "agreement",
            "kem",
            "encryption",
        ],
    ),
    ("self_test", &["composite", "cipher", "kdf", "curve", "integer", "postquantum", "hash", "base", "error"]),
    ("interop", &["composite", "cipher", "kdf", "curve", "integer", "postquantum", "hash", "base", "error"]),
];

/// Key files may also import this layer, because they read and write keys. A key file is `key.rs`, `keys.rs`, or ends
/// in `_key.rs` or `_keys.rs`.
const KEY_FILES_ALSO: (&[&str], &str) = (&["curve", "integer", "postquantum"], "encoding");

/// The crates that may use `carnelian`'s hidden items.
const INSIDERS: &[&str] = &["carnelian-bench", "carnelian-ctcheck"];

/// The crates whose modules import one way. The library's are layers, which is more.
const ONE_WAY: &[&str] = &["carnelian-bench"];

/// The rows of the catalogue, which the crates that face users expand. They are hidden since their form may change.
const ROWS: &[&str] =
    &["__aeads", "__agreements", "__hashes", "__kems", "__password_hashes", "__signatures", "__stream_ciphers"];

/// The library's sources.
const LIBRARY: &str = "crates/carnelian/src/";

/// Checks the workspace.
///
/// # Errors
/// If a file cannot be read or there are findings.
pub(crate) fn run() -> Result<()> {
    finding::conclude("layers", check_workspace()?)
}

/// # Errors
/// If a file cannot be read.
fn check_workspace() -> Result<Vec<Finding>> {
    let root = workspace::root();
    let mut findings = check_library(&workspace::sources(&root.join(LIBRARY), workspace::is_rust)?, LIBRARY);
    for folder in workspace::crates()?.into_iter().filter(|folder| folder != "crates/carnelian") {
        let name = folder.trim_start_matches("crates/");
        let prefix = format!("{folder}/");
        let sources = workspace::sources(&root.join(&prefix), |path| workspace::is_rust(path) || path == "Cargo.toml")?;
        findings.extend(check_user(name, sources, &prefix));
    }
    for name in ONE_WAY {
        let prefix = format!("crates/{name}/src/");
        findings.extend(check_one_way(&workspace::sources(&root.join(&prefix), workspace::is_rust)?, &prefix));
    }
    Ok(findings)
}

/// Checks rules 1 to 3. `prefix` is prepended to the file names.
fn check_library(sources: &Sources, prefix: &str) -> Vec<Finding> {
    let tree = Tree::read(sources, prefix);
    let references = tree.references();
    let mut findings = tree.findings.clone();
    for (module, file) in &tree.files {
        if let [layer] = &module[..]
            && !LAYERS.iter().any(|(name, _)| name == layer)
        {
            findings.push(Finding::new(file, 0, format!("`{layer}` is in no row of the table of layers")));
        }
    }
    findings.extend(references.iter().filter_map(|(reference, target)| between_layers(reference, target)));
    findings.extend(inside::check(&tree, &references));
    findings
}

/// Checks rule 5.
fn check_one_way(sources: &Sources, prefix: &str) -> Vec<Finding> {
    let tree = Tree::read(sources, prefix);
    let circles = inside::check_root(&tree.references());
    tree.findings.into_iter().chain(circles).collect()
}

/// Checks rule 1.
fn between_layers(reference: &Reference, target: &Target) -> Option<Finding> {
    let Target::Inside { module, item } = target else { return None };
    // The crate's root is the public API and may import everything.
    let layer = reference.from.first()?;
    let Some(wanted) = module.first() else {
        if item.is_none() && !reference.is_glob {
            // `use crate as name`: its uses are checked where they occur.
            return None;
        }
        let item = item.as_deref().unwrap_or("*");
        return Some(found(reference, &format!("imports `crate::{item}`: nothing imports the crate's root")));
    };
    let (_, allowed) = LAYERS.iter().find(|(name, _)| name == layer)?;
    let (keyed, also) = KEY_FILES_ALSO;
    let by_key = wanted == also && keyed.contains(&layer.as_str()) && is_key_file(&reference.from);
    if wanted == layer || allowed.contains(&wanted.as_str()) || by_key {
        return None;
    }
    let shown = show(target);
    let list = if allowed.is_empty() { "nothing".to_owned() } else { allowed.join(", ") };
    Some(found(reference, &format!("imports {shown}: `{layer}` sees {list}")))
}

fn is_key_file(module: &[String]) -> bool {
    let name = module.last().map_or("", String::as_str);
    matches!(name, "key" | "keys") || name.ends_with("_key") || name.ends_with("_keys")
}

/// Checks rule 4: the uses of `carnelian::__*` by the crate `name`, and the library features that it enables.
fn check_user(name: &str, mut sources: Sources, prefix: &str) -> Vec<Finding> {
    if INSIDERS.contains(&name) {
        return Vec::new();
    }
    let manifest = sources.remove("Cargo.toml").unwrap_or_default();
    let rule = format!("`{name}` uses only the public API");
    let mut findings: Vec<Finding> = manifest
        .lines()
        .enumerate()
        .filter(|(_, line)| line.contains("carnelian") && line.contains("\"__"))
        .map(|(at, _)| {
            Finding::new(format!("{prefix}Cargo.toml"), at + 1, format!("asks for a hidden feature: {rule}"))
        })
        .collect();
    let tree = Tree::read_loose(&sources, prefix);
    findings.extend(tree.findings.clone());
    for (reference, target) in tree.references() {
        if let Target::Outside(path) = &target
            && let [library, hidden, ..] = &path[..]
            && library == "carnelian"
            && hidden.starts_with("__")
            && !ROWS.contains(&hidden.as_str())
        {
            findings.push(found(&reference, &format!("imports `{}`: {rule}", path.join("::"))));
        }
    }
    findings
}

/// Returns a finding at a reference; `what` follows the name of the importing module.
fn found(reference: &Reference, what: &str) -> Finding {
    let from = reference.from.iter().map(|segment| format!("::{segment}")).collect::<String>();
    // The module of a loose file is named by its path, which the finding shows anyway.
    let from = if from.contains('/') { String::new() } else { format!("`crate{from}` ") };
    Finding::new(&reference.file, reference.line, format!("{from}{what}"))
}

/// Formats a target as in source code.
fn show(target: &Target) -> String {
    match target {
        Target::Outside(path) => format!("`{}`", path.join("::")),
        Target::Inside { module, item } => {
            let path = ["crate".to_owned()].into_iter().chain(module.iter().cloned()).chain(item.clone());
            format!("`{}`", path.collect::<Vec<_>>().join("::"))
        }
    }
}

#[cfg(test)]
mod tests;
