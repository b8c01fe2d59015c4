//! The location of the workspace and of its handwritten files.

use anyhow::{Context, Result};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// File contents by their path from some folder, with forward slashes.
pub(crate) type Sources = BTreeMap<String, String>;

/// Returns the workspace root.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).expect("crates/xtask lies two levels down").to_owned()
}

/// Returns the folders of the workspace's crates from the root, with forward slashes, in order.
///
/// # Errors
/// If a folder cannot be read.
pub(crate) fn crates() -> Result<Vec<String>> {
    let mut found = Vec::new();
    let mut folders = vec!["crates".to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(root().join(&folder)).with_context(|| format!("reading {folder}"))? {
            let entry = entry?;
            let path = format!("{folder}/{}", entry.file_name().to_string_lossy());
            if entry.path().join("Cargo.toml").is_file() {
                found.push(path);
            } else if entry.path().is_dir() {
                folders.push(path);
            }
        }
    }
    found.sort();
    Ok(found)
}

/// Returns cargo's target directory.
pub(crate) fn target_directory() -> PathBuf {
    match std::env::var_os("CARGO_TARGET_DIR") {
        Some(directory) => root().join(directory),
        None => root().join("target"),
    }
}

/// Returns the name of the dated nightly toolchain for the checks that need one.
///
/// # Errors
/// If the file that names it cannot be read.
pub(crate) fn nightly() -> Result<String> {
    let path = root().join("fuzz/rust-toolchain.toml");
    let text = fs::read_to_string(&path).with_context(|| format!("reading {}", path.display()))?;
    let name = text.lines().find_map(|line| line.strip_prefix("channel = \"")?.strip_suffix('"'));
    Ok(name.with_context(|| format!("{} names no channel", path.display()))?.to_owned())
}

/// Folders that contain no handwritten files.
const SKIPPED: &[&str] = &["target", ".git", "corpus", "artifacts"];

/// Returns the files under `folder` whose path relative to it satisfies `wanted`.
///
/// # Errors
/// If a folder or file cannot be read.
pub(crate) fn sources(folder: &Path, wanted: impl Fn(&str) -> bool) -> Result<Sources> {
    let mut sources = Sources::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(current) = folders.pop() {
        for entry in fs::read_dir(&current).with_context(|| format!("reading {}", current.display()))? {
            let path = entry?.path();
            let relative = path.strip_prefix(folder)?.to_string_lossy().replace('\\', "/");
            if path.is_dir() {
                if !SKIPPED.iter().any(|skipped| path.ends_with(skipped)) {
                    folders.push(path);
                }
            } else if wanted(&relative) {
                let text = fs::read_to_string(&path).with_context(|| format!("reading {}", path.display()))?;
                sources.insert(relative, text);
            }
        }
    }
    Ok(sources)
}

/// Returns whether the path is that of a Rust file.
pub(crate) fn is_rust(path: &str) -> bool {
    path.ends_with(".rs")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A crate inside another one is no member.
    #[test]
    fn crates_are_found_in_every_folder() {
        let crates = crates().unwrap();
        for found in ["crates/carnelian", "crates/drop-in/sodium", "crates/xtask"] {
            assert!(crates.iter().any(|path| path == found), "{found}");
        }
        assert!(!crates.iter().any(|path| path.contains("openssl-src")));
    }

    /// A nightly without a date would introduce new lints and code on its own.
    #[test]
    fn the_nightly_toolchain_has_a_date() {
        let name = nightly().unwrap();
        let date = name.strip_prefix("nightly-").unwrap_or_default();
        assert!(date.len() == 10 && date.split('-').count() == 3, "{name}");
    }
}
