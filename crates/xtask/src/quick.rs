//! The loop of a day and the hook before a commit: what finds most mistakes in a module within three minutes.
//!
//! The tests are compiled as the contracts' are, with debug assertions and overflow checks; that and the constant-time
//! check are built incrementally in a folder of their own, so that only what a change touches is compiled again. The
//! first run takes longer. `.ci/run` runs everything, in the builds that ship.

use crate::primitives::Primitives;
use crate::{lint, run, workspace};
use anyhow::{Context, Result};
use std::collections::BTreeSet;
use std::process::Command;

/// The arguments of `cargo xtask quick`.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// Modules, such as `sha512`, `mlkem` or `curve25519`: parts of the names of tests and operations. Without any,
    /// those of the library with files that differ from the last commit
    modules: Vec<String>,
}

/// Runs the lint, the unit tests of the modules and their rows of the constant-time check at the level of size.
///
/// # Errors
/// If one of them has findings or fails.
pub(crate) fn run(options: &Options) -> Result<()> {
    lint::run(&lint::Options::default())?;
    let modules = if options.modules.is_empty() { changed()? } else { options.modules.iter().cloned().collect() };
    if modules.is_empty() {
        println!("no module of the library differs from the last commit");
        return Ok(());
    }
    println!("testing {}", modules.iter().map(String::as_str).collect::<Vec<_>>().join(", "));
    run::run(&mut unit_tests(&modules))?;
    let primitives = Primitives::of_workspace()?;
    let families: BTreeSet<&str> = modules.iter().flat_map(|module| primitives.families_in(module)).collect();
    if families.is_empty() { Ok(()) } else { run::run(&mut constant_time(&families)?) }
}

/// Returns the modules of the library with files that differ from the last commit.
fn changed() -> Result<BTreeSet<String>> {
    let mut git = Command::new("git");
    let changed = run::output(git.current_dir(workspace::root()).args(["diff", "--name-only", "HEAD"]))?;
    let mut git = Command::new("git");
    let new = ["ls-files", "--others", "--exclude-standard"];
    let new = run::output(git.current_dir(workspace::root()).args(new))?;
    Ok(changed.lines().chain(new.lines()).filter_map(module_of).map(str::to_owned).collect())
}

/// Returns the module of a file of the library: the part of its path after the family, or the family of its `mod.rs`.
fn module_of(path: &str) -> Option<&str> {
    let mut parts = path.strip_prefix("crates/carnelian/src/")?.split('/');
    let (family, module) = (parts.next()?, parts.next());
    let module = module.filter(|module| family != "base" && *module != "mod.rs").unwrap_or(family);
    Some(module.trim_end_matches(".rs")).filter(|module| !matches!(*module, "lib" | "error"))
}

fn unit_tests(modules: &BTreeSet<String>) -> Command {
    let mut cargo = run::cargo(None);
    cargo.args(["test", "--quiet", "--profile", "contracts", "--package", "carnelian", "--features", "rayon", "--lib"]);
    cargo.arg("--").args(modules.iter().map(|module| format!("{module}::")));
    incrementally(cargo)
}

fn constant_time(families: &BTreeSet<&str>) -> Result<Command> {
    let mut ct = Command::new(std::env::current_exe().context("where this program is")?);
    ct.args(["ct", "--level", "size", "--method", "valgrind"]);
    // A family may hold functions that differ in the length of their output: `sha512-256/digest`.
    let names = families.iter().flat_map(|family| [format!("{family}/"), format!("{family}-")]);
    ct.args(names.flat_map(|name| ["--operation".to_owned(), name]));
    Ok(incrementally(ct))
}

fn incrementally(mut command: Command) -> Command {
    command.env("CARGO_INCREMENTAL", "1").env("CARGO_TARGET_DIR", workspace::target_directory().join("quick"));
    // Nothing here reads debug information, which takes a sixth of the compile time.
    command.env("CARGO_PROFILE_CONTRACTS_DEBUG", "0").env("CARGO_PROFILE_SIZE_DEBUG", "0");
    command
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn builds_are_incremental_and_apart() {
        for command in [unit_tests(&["sha512".to_owned()].into()), constant_time(&["sha512"].into()).unwrap()] {
            let has = |name: &str| command.get_envs().any(|(known, value)| known == name && value.is_some());
            assert!(has("CARGO_INCREMENTAL") && has("CARGO_TARGET_DIR"));
            assert!(command.get_args().any(|argument| argument.to_string_lossy().starts_with("sha512")));
        }
    }

    #[test]
    fn a_module_is_checked_by_families_of_operations() {
        let primitives = Primitives::of_workspace().unwrap();
        let families = |module| primitives.families_in(module).collect::<Vec<_>>();
        assert_eq!(families("keccak"), ["cshake", "kmac", "sha3", "shake"]);
        assert!(families("postquantum").contains(&"mlkem768"));
        assert_eq!(families("eddsa_blake2b"), ["eddsa-blake2b"]);
        assert!(families("arithmetic").is_empty());
    }

    #[test]
    fn a_file_belongs_to_a_module() {
        for (path, module) in [
            ("crates/carnelian/src/hash/sha512/x86_avx2.rs", Some("sha512")),
            ("crates/carnelian/src/kdf/hkdf.rs", Some("hkdf")),
            ("crates/carnelian/src/base/lanes/mod.rs", Some("base")),
            ("crates/carnelian/src/hash/mod.rs", Some("hash")),
            ("crates/carnelian/src/lib.rs", None),
            ("crates/carnelian-cli/src/main.rs", None),
        ] {
            assert_eq!(module_of(path), module, "{path}");
        }
    }
}
