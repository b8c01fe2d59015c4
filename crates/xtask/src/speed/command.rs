//! Invocations of the command.

use super::build::Build;
use crate::{run, workspace};
use anyhow::{Context, Result};
use clap::ValueEnum;
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;

/// How much time `carnelian bench` takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Preset {
    Quick,
    Normal,
    Thorough,
}

impl Preset {
    const fn name(self) -> &'static str {
        match self {
            Self::Quick => "quick",
            Self::Normal => "normal",
            Self::Thorough => "thorough",
        }
    }
}

/// A run of `carnelian bench` that writes its result to a file.
#[derive(Clone, Debug)]
pub(super) struct Bench<'a> {
    pub(super) patterns: &'a [String],
    pub(super) preset: Preset,
    /// Whether all peers take part.
    pub(super) compare: bool,
    /// The peers that take part if not all do, as for `carnelian bench --peers`.
    pub(super) peers: Option<&'a str>,
    /// The tier to which all libraries are restricted; `None` for the CPU's own.
    pub(super) tier: Option<&'a str>,
    /// Other builds whose peers take part, by name.
    pub(super) peer_builds: Vec<(&'a str, PathBuf)>,
    /// Shared libraries that take part in addition to those that are found, each as `NAME=FILE`.
    pub(super) peer_libs: &'a [String],
    pub(super) output: &'a Path,
}

impl Bench<'_> {
    /// Measures with this program.
    ///
    /// # Errors
    /// If it fails.
    pub(super) fn run(&self, program: &Path) -> Result<()> {
        run::run(&mut self.command(program))
    }

    fn command(&self, program: &Path) -> Command {
        let mut bench = carnelian(program);
        bench.arg("bench").args(self.patterns).args(["--preset", self.preset.name()]);
        if self.compare {
            bench.arg("--compare");
        }
        if let Some(peers) = self.peers {
            bench.args(["--peers", peers]);
        }
        if let Some(tier) = self.tier {
            bench.args(["--tier", tier]);
        }
        for (name, program) in &self.peer_builds {
            bench.args(["--peer-build", &format!("{name}={}", program.display())]);
        }
        for peer_lib in self.peer_libs {
            bench.args(["--peer-lib", peer_lib]);
        }
        bench.args(["--report", "json", "--output"]).arg(self.output);
        bench
    }
}

/// Returns the page that `carnelian report` generates from results, with these options.
///
/// # Errors
/// If it fails. The error contains its message, which names a file that cannot be read.
pub(super) fn page(program: &Path, files: &[PathBuf], options: &[&str]) -> Result<String> {
    run::output(carnelian(program).arg("report").args(files).args(["--format", "markdown"]).args(options))
}

/// Returns the tier of this CPU, by the program's name for it.
///
/// # Errors
/// If the program does not report it.
pub(super) fn tier_of_cpu(program: &Path) -> Result<String> {
    let listed = run::output(carnelian(program).args(["list", "--json"]))?;
    let listed: Value = serde_json::from_str(&listed).context("`carnelian list --json` writes no JSON")?;
    let tier = listed["cpu"].as_str().context("`carnelian list --json` does not say the CPU's tier")?;
    Ok(tier.to_owned())
}

/// Returns a command that runs the program in the workspace root, without restrictions from the caller's environment.
fn carnelian(program: &Path) -> Command {
    let mut command = Command::new(program);
    command.current_dir(workspace::root()).env_remove("CARNELIAN_CPU").env_remove("OPENSSL_ia32cap");
    command
}

/// Makes the builds in this order. Returns the programs with the builds' names.
///
/// # Errors
/// If cargo fails.
pub(super) fn made<'a>(builds: &[(&'a str, Build)]) -> Result<Vec<(&'a str, PathBuf)>> {
    builds.iter().map(|(name, build)| Ok((*name, build.make()?))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_asked_for_reaches_the_bench() {
        let patterns = ["sha512".to_owned(), "x25519/*".to_owned()];
        let bench = Bench {
            patterns: &patterns,
            preset: Preset::Quick,
            compare: true,
            peers: None,
            tier: Some("avx2"),
            peer_builds: vec![("native", "there/carnelian".into())],
            peer_libs: &["monocypher=there/libmonocypher.so.4".to_owned()],
            output: Path::new("out.json"),
        };
        let words = |bench: &Bench| -> Vec<String> {
            let command = bench.command(Path::new("carnelian"));
            command.get_args().map(|argument| argument.to_str().unwrap().to_owned()).collect()
        };
        let expected = "bench sha512 x25519/* --preset quick --compare --tier avx2 --peer-build \
                        native=there/carnelian --peer-lib monocypher=there/libmonocypher.so.4 --report json --output out.json";
        assert_eq!(words(&bench).join(" "), expected);
        let alone = Bench { patterns: &[], compare: false, tier: None, peer_builds: vec![], peer_libs: &[], ..bench };
        assert_eq!(words(&alone).join(" "), "bench --preset quick --report json --output out.json");
        let some = Bench { peers: Some("gmp (shared)"), ..alone };
        assert!(words(&some).windows(2).any(|pair| pair == ["--peers", "gmp (shared)"]));
    }
}
