//! The loop of a day and the hook before a commit: what finds most mistakes in a family within three minutes.
//!
//! The tests are compiled as the contracts' are, with debug assertions and overflow checks; that and the constant-time
//! check are built incrementally in a folder of their own, so that only what a change touches is compiled again. The
//! first run takes longer. `.ci/run` runs everything, in the builds that ship.

use crate::{lint, run, workspace};
use anyhow::{Context, Result};
use std::process::Command;

/// The arguments of `cargo xtask quick`.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// The module, such as `sha512`, `mlkem` or `curve25519`: a part of the names of tests and operations
    family: String,
    /// The module's name in operations of the constant-time check, if it differs: `x25519` for `curve25519`
    #[arg(long, value_name = "NAME")]
    operation: Option<String>,
}

/// Runs the lint, the unit tests of the family and its rows of the constant-time check at the level of size.
///
/// # Errors
/// If one of them has findings or fails.
pub(crate) fn run(options: &Options) -> Result<()> {
    lint::run()?;
    run::run(&mut unit_tests(&options.family))?;
    run::run(&mut constant_time(options.operation.as_ref().unwrap_or(&options.family))?)
}

fn unit_tests(family: &str) -> Command {
    let mut cargo = run::cargo(None);
    cargo.args(["test", "--quiet", "--profile", "contracts", "--package", "carnelian", "--features", "rayon", "--lib"]);
    cargo.args(["--", &format!("{family}::")]);
    incrementally(cargo)
}

fn constant_time(operation: &str) -> Result<Command> {
    let mut ct = Command::new(std::env::current_exe().context("where this program is")?);
    ct.args(["ct", "--level", "size", "--method", "valgrind", "--operation", operation]);
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
        for command in [unit_tests("sha512"), constant_time("sha512").unwrap()] {
            let has = |name: &str| command.get_envs().any(|(known, value)| known == name && value.is_some());
            assert!(has("CARGO_INCREMENTAL") && has("CARGO_TARGET_DIR"));
            assert!(command.get_args().any(|argument| argument.to_string_lossy().starts_with("sha512")));
        }
    }
}
