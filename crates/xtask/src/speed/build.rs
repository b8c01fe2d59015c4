//! Builds of the command, each with settings and a target folder of its own.

use crate::{run, workspace};
use anyhow::Result;
use std::path::PathBuf;
use std::process::Command;

/// A build of the command.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Build {
    /// Its folder under `target/`; the ordinary build has none.
    pub(super) folder: Option<String>,
    /// The compiler's flags, in place of those in `.cargo/config.toml`.
    pub(super) rustflags: Option<String>,
    /// The level of optimisation, in place of the profile's.
    pub(super) opt_level: Option<&'static str>,
    /// What results call the build, in place of what the program knows of itself.
    pub(super) name: Option<String>,
    /// Whether the peers in C are in it.
    pub(super) peers_native: bool,
}

/// The compiler's flags of a build for the CPU at hand. Flags that are given this way replace those in
/// `.cargo/config.toml`, so its setting for dalek stands here again; dalek refuses it on other architectures.
pub(super) const NATIVE: &str = if cfg!(all(target_arch = "x86_64", target_pointer_width = "64")) {
    r#"-C target-cpu=native --cfg curve25519_dalek_backend="avx512""#
} else {
    "-C target-cpu=native"
};

impl Build {
    /// As users build it.
    pub(super) fn ordinary(peers_native: bool) -> Self {
        Self { peers_native, ..Self::default() }
    }

    /// For the CPU at hand, which some peers need to be at their best.
    pub(super) fn native(peers_native: bool) -> Self {
        Self { folder: Some("native".to_owned()), rustflags: Some(NATIVE.to_owned()), ..Self::ordinary(peers_native) }
    }

    /// Builds it, and gives the program.
    ///
    /// # Errors
    /// If cargo fails.
    pub(super) fn make(&self) -> Result<PathBuf> {
        eprintln!("building {}", self.program().display());
        run::run(&mut self.command())?;
        Ok(self.program())
    }

    fn command(&self) -> Command {
        let mut cargo = run::cargo(None);
        cargo.args(["build", "--quiet", "--release", "--package", "carnelian-cli"]);
        cargo.arg("--target-dir").arg(self.target_directory());
        if self.peers_native {
            cargo.args(["--features", "peers-native"]);
        }
        // What the caller's environment says of these would be in every build.
        for variable in ["CARGO_ENCODED_RUSTFLAGS", "CARGO_BUILD_TARGET", "CARNELIAN_BUILD"] {
            cargo.env_remove(variable);
        }
        for (variable, value) in [
            ("RUSTFLAGS", self.rustflags.as_deref()),
            ("CARGO_PROFILE_RELEASE_OPT_LEVEL", self.opt_level),
            ("CARNELIAN_BUILD", self.name.as_deref()),
        ] {
            match value {
                Some(value) => cargo.env(variable, value),
                None => cargo.env_remove(variable),
            };
        }
        cargo
    }

    fn program(&self) -> PathBuf {
        self.target_directory().join("release").join(format!("carnelian{}", std::env::consts::EXE_SUFFIX))
    }

    fn target_directory(&self) -> PathBuf {
        let target = workspace::target_directory();
        self.folder.as_ref().map_or_else(|| target.clone(), |folder| target.join(folder))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::ffi::OsStr;

    /// What cargo's environment has for a variable: a value, or `None` where it is taken away.
    fn variable(build: &Build, name: &str) -> Option<Option<String>> {
        let command = build.command();
        let found = command.get_envs().find(|(variable, _)| *variable == OsStr::new(name));
        found.map(|(_, value)| value.map(|value| value.to_str().unwrap().to_owned()))
    }

    fn arguments(build: &Build) -> Vec<String> {
        build.command().get_args().map(|argument| argument.to_str().unwrap().to_owned()).collect()
    }

    #[test]
    fn settings_reach_cargo() {
        let build = Build {
            folder: Some("profiles/Os".to_owned()),
            rustflags: Some("-C target-cpu=native".to_owned()),
            opt_level: Some("s"),
            name: Some("-Os".to_owned()),
            peers_native: true,
        };
        for (name, value) in [
            ("RUSTFLAGS", "-C target-cpu=native"),
            ("CARGO_PROFILE_RELEASE_OPT_LEVEL", "s"),
            ("CARNELIAN_BUILD", "-Os"),
        ] {
            assert_eq!(variable(&build, name), Some(Some(value.to_owned())), "{name}");
        }
        assert!(arguments(&build).windows(2).any(|pair| pair == ["--features", "peers-native"]));
        assert!(build.program().parent().unwrap().ends_with("profiles/Os/release"), "{build:?}");
    }

    #[test]
    fn the_ordinary_build_takes_nothing_from_the_environment() {
        let build = Build::ordinary(false);
        let removed = ["RUSTFLAGS", "CARGO_ENCODED_RUSTFLAGS", "CARGO_PROFILE_RELEASE_OPT_LEVEL", "CARNELIAN_BUILD"];
        for name in removed {
            assert_eq!(variable(&build, name), Some(None), "{name}");
        }
        assert!(!arguments(&build).contains(&"--features".to_owned()));
        assert_eq!(build.target_directory(), workspace::target_directory());
    }

    /// Flags in the environment replace those of the configuration, so what stands there is asked for again.
    #[test]
    fn a_native_build_keeps_what_the_configuration_sets() {
        let configured = std::fs::read_to_string(workspace::root().join(".cargo/config.toml")).unwrap();
        let setting = r#"curve25519_dalek_backend="avx512""#;
        assert!(configured.contains(setting));
        assert_eq!(NATIVE.contains(setting), cfg!(target_arch = "x86_64"));
        assert_ne!(Build::native(true).program(), Build::ordinary(true).program());
    }
}
