//! Measuring after a change of the library, while a kernel is being written: `carnelian bench` of a build that compiles
//! only what the change touches.
//!
//! The build is incremental, in a folder of its own, with as many units of code as the release build has. Results that
//! are published are from an ordinary build.

use crate::{run, workspace};
use anyhow::Result;
use std::env::consts::EXE_SUFFIX;
use std::process::Command;

/// The arguments of `cargo xtask measure`.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// Measure the peers in C too, which need a C compiler, cmake, make and perl
    #[arg(long)]
    peers_native: bool,
    /// Operations and options of `carnelian bench`, such as `sha512/64B --compare`
    #[arg(required = true, trailing_var_arg = true, allow_hyphen_values = true)]
    bench: Vec<String>,
}

/// Builds the command and measures.
///
/// # Errors
/// If one of them fails.
pub(crate) fn run(options: &Options) -> Result<()> {
    run::run(&mut build(options.peers_native))?;
    let program = workspace::target_directory().join(FOLDER).join("release").join(format!("carnelian{EXE_SUFFIX}"));
    run::run(Command::new(program).arg("bench").args(&options.bench))
}

/// The folder of the build.
const FOLDER: &str = "measure";

fn build(peers_native: bool) -> Command {
    let mut cargo = run::cargo(None);
    cargo.args(["build", "--release", "--package", "carnelian-cli", "--bin", "carnelian"]);
    cargo.args(peers_native.then_some("--features=peers-native"));
    cargo.env("CARGO_TARGET_DIR", workspace::target_directory().join(FOLDER));
    // Without this number there are 256 units in an incremental build, and what is in another unit is not inlined.
    cargo.env("CARGO_INCREMENTAL", "1").env("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", "16");
    cargo.env("CARGO_PROFILE_RELEASE_DEBUG", "0");
    cargo
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_build_is_incremental_and_apart() {
        let cargo = build(true);
        let has = |name: &str| cargo.get_envs().any(|(known, value)| known == name && value.is_some());
        assert!(has("CARGO_INCREMENTAL") && has("CARGO_TARGET_DIR") && has("CARGO_PROFILE_RELEASE_CODEGEN_UNITS"));
        assert!(cargo.get_args().any(|argument| argument == "--features=peers-native"));
        assert!(!build(false).get_args().any(|argument| argument.to_string_lossy().starts_with("--features")));
    }
}
