//! Builds of the command with different settings, each in its own target folder.

use crate::{run, workspace};
use anyhow::{Context, Result};
use std::env::consts::EXE_SUFFIX;
use std::fs;
use std::path::PathBuf;
use std::process::Command;

/// A build of the command.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Build {
    /// Its folder under `target/`; the ordinary build has none.
    pub(super) folder: Option<String>,
    /// The compiler's flags, in place of those in `.cargo/config.toml`.
    pub(super) rustflags: Option<String>,
    /// The C compiler's flags, for peers in C. Each of these has its own build script, which adds its own flags.
    pub(super) cflags: Option<String>,
    /// An optimization level for the measured crates, and the name of the program.
    pub(super) level: Option<Level>,
    /// Whether the peers in C are included.
    pub(super) peers_native: bool,
    /// The target, if it is not that of this program.
    pub(super) target: Option<Target>,
}

/// A target that another one than ours is built for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Target {
    /// Its name.
    pub(super) name: &'static str,
    /// The linker.
    pub(super) linker: &'static str,
}

/// 32-bit x86, whose programs a 64-bit system runs if they are linked statically.
pub(super) const I686: Target = Target { name: "i686-unknown-linux-gnu", linker: "i686-linux-gnu-gcc" };

impl Target {
    /// Returns whether the standard library and the linker for the target are installed.
    pub(super) fn is_installed(self) -> bool {
        let library = Command::new("rustc").args(["--print", "target-libdir", "--target", self.name]).output();
        let has_library = library.is_ok_and(|output| {
            output.status.success() && PathBuf::from(String::from_utf8_lossy(&output.stdout).trim()).is_dir()
        });
        has_library && Command::new(self.linker).arg("--version").output().is_ok_and(|output| output.status.success())
    }

    /// Returns the variable by which cargo knows the linker.
    fn variable(self) -> String {
        format!("CARGO_TARGET_{}_LINKER", self.name.to_uppercase().replace('-', "_"))
    }
}

/// An optimization level, for builds that share a folder and do not differ otherwise.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Level {
    /// The level as the compiler takes it: `3`, `2`, `s`.
    pub(super) opt: &'static str,
    /// Whether all crates are optimized together when they are linked, as `lto = "fat"` does.
    pub(super) lto: bool,
    /// The name of the build in results, in place of the one that the program determines itself.
    pub(super) name: String,
    /// The file in the folder to which the program is copied before the next build replaces it.
    pub(super) kept: String,
}

/// The crates that are compiled at the level: ours, crates that are inlined into ours, and the loops that call it. The
/// others are compiled once for all levels.
const MEASURED: [&str; 5] = ["carnelian", "carnelian-bench", "carnelian-peers", "fiat-crypto", "zeroize"];

/// The compiler's flags of a build for the host CPU. Flags given in this way replace those in `.cargo/config.toml`, so
/// its settings for dalek and chacha20 are repeated here; dalek rejects its setting on other architectures.
pub(super) const NATIVE: &str = if cfg!(all(target_arch = "x86_64", target_pointer_width = "64")) {
    r#"-C target-cpu=native --cfg curve25519_dalek_backend="avx512" --cfg chacha20_avx512"#
} else {
    "-C target-cpu=native"
};

/// Returns the command as `cargo test --workspace` builds it: to generate pages, not to measure. Where the tests are
/// built, it exists already.
///
/// # Errors
/// If cargo fails.
pub(super) fn of_the_tests() -> Result<PathBuf> {
    let mut cargo = run::cargo(None);
    cargo.args(["test", "--no-run", "--quiet", "--release", "--workspace", "--test", "command"]);
    cargo.arg("--target-dir").arg(workspace::target_directory());
    run::run(&mut cargo)?;
    Ok(workspace::target_directory().join("release").join(format!("carnelian{EXE_SUFFIX}")))
}

/// Returns the commit that is built, for the results to name, with a plus sign if what is measured was changed since;
/// `None` outside of a repository.
fn commit() -> Option<String> {
    let git = |arguments: &[&str]| {
        let mut git = Command::new("git");
        run::output(git.current_dir(workspace::root()).args(arguments)).ok()
    };
    let commit = git(&["rev-parse", "--short=12", "HEAD"])?.trim().to_owned();
    let measured = ["crates/carnelian", "crates/carnelian-bench", "crates/carnelian-peers", "Cargo.lock"];
    let changed = git(&[&["status", "--porcelain", "--"], &measured[..]].concat())?;
    Some(if changed.trim().is_empty() { commit } else { commit + "+" })
}

impl Build {
    /// Returns the build as users make it.
    pub(super) fn ordinary(peers_native: bool) -> Self {
        Self { peers_native, ..Self::default() }
    }

    /// Returns a build for the host CPU, which some peers need for their best speed.
    pub(super) fn native(peers_native: bool) -> Self {
        Self {
            folder: Some("native".to_owned()),
            rustflags: Some(NATIVE.to_owned()),
            cflags: Some("-march=native".to_owned()),
            ..Self::ordinary(peers_native)
        }
    }

    /// Builds the command and returns the program.
    ///
    /// # Errors
    /// If cargo fails, or the program cannot be copied to its final path.
    pub(super) fn make(&self) -> Result<PathBuf> {
        let program = self.program();
        eprintln!("building {}", program.display());
        run::run(&mut self.command())?;
        let built = self.built();
        if built != program {
            fs::copy(&built, &program).with_context(|| format!("copying {}", built.display()))?;
        }
        Ok(program)
    }

    fn command(&self) -> Command {
        let mut cargo = run::cargo(None);
        cargo.args(["build", "--quiet", "--release", "--package", "carnelian-cli"]);
        cargo.arg("--target-dir").arg(self.target_directory());
        if self.peers_native {
            cargo.args(["--features", "peers-native"]);
        }
        // If the caller's environment set these, they would affect every build.
        for variable in ["CARGO_ENCODED_RUSTFLAGS", "CARGO_BUILD_TARGET", "CARGO_PROFILE_RELEASE_OPT_LEVEL"] {
            cargo.env_remove(variable);
        }
        for (variable, value) in [
            ("RUSTFLAGS", self.rustflags.as_deref()),
            ("CFLAGS", self.cflags.as_deref()),
            ("CARNELIAN_BUILD", self.level.as_ref().map(|level| level.name.as_str())),
            ("CARNELIAN_COMMIT", commit().as_deref()),
        ] {
            match value {
                Some(value) => cargo.env(variable, value),
                None => cargo.env_remove(variable),
            };
        }
        if let Some(target) = self.target {
            cargo.args(["--target", target.name]).env(target.variable(), target.linker);
        }
        if let Some(level) = &self.level {
            cargo.args(level.lto.then_some("--config=profile.release.lto=\"fat\""));
            // A level that is a number must be a number for cargo, too.
            let opt_level = level.opt.parse::<u8>().map_or_else(|_| format!("{:?}", level.opt), |n| n.to_string());
            for package in MEASURED {
                cargo.args(["--config", &format!("profile.release.package.{package}.opt-level={opt_level}")]);
            }
        }
        cargo
    }

    /// Returns the final path of the program.
    fn program(&self) -> PathBuf {
        let kept = |level: &Level| self.target_directory().join(format!("{}{EXE_SUFFIX}", level.kept));
        self.level.as_ref().map_or_else(|| self.built(), kept)
    }

    /// Returns the path at which cargo writes the program.
    fn built(&self) -> PathBuf {
        let folder = self.target_directory();
        let folder = self.target.map_or(folder.clone(), |target| folder.join(target.name));
        folder.join("release").join(format!("carnelian{EXE_SUFFIX}"))
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

    /// Returns the setting of a variable in cargo's environment: a value, or `None` where the variable is removed.
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
            folder: Some("native".to_owned()),
            rustflags: Some("-C target-cpu=native".to_owned()),
            cflags: Some("-march=native".to_owned()),
            level: None,
            peers_native: true,
            target: None,
        };
        assert_eq!(variable(&build, "RUSTFLAGS"), Some(Some("-C target-cpu=native".to_owned())));
        assert_eq!(variable(&build, "CFLAGS"), Some(Some("-march=native".to_owned())));
        assert!(arguments(&build).windows(2).any(|pair| pair == ["--features", "peers-native"]));
        assert!(build.program().parent().unwrap().ends_with("native/release"), "{build:?}");
    }

    #[test]
    fn a_level_is_for_what_is_measured_and_its_program_is_kept() {
        let build = |opt| Build {
            folder: Some("profiles".to_owned()),
            level: Some(Level { opt, lto: opt == "3", name: format!("-O{opt}"), kept: format!("O{opt}") }),
            ..Build::default()
        };
        assert_eq!(variable(&build("s"), "CARNELIAN_BUILD"), Some(Some("-Os".to_owned())));
        for (opt, written) in [("3", "3"), ("s", "\"s\"")] {
            let arguments = arguments(&build(opt));
            for package in MEASURED {
                let setting = format!("profile.release.package.{package}.opt-level={written}");
                assert!(arguments.windows(2).any(|pair| pair == ["--config", &setting]), "{setting}");
            }
        }
        let together = |opt| arguments(&build(opt)).contains(&r#"--config=profile.release.lto="fat""#.to_owned());
        assert!(together("3") && !together("s"));
        assert_eq!(build("s").built(), build("3").built());
        assert_ne!(build("s").program(), build("3").program());
    }

    #[test]
    fn a_build_for_another_target_has_its_linker_and_its_folder() {
        let build = Build { target: Some(I686), ..Build::ordinary(false) };
        assert!(arguments(&build).windows(2).any(|pair| pair == ["--target", "i686-unknown-linux-gnu"]));
        let linker = variable(&build, "CARGO_TARGET_I686_UNKNOWN_LINUX_GNU_LINKER");
        assert_eq!(linker, Some(Some("i686-linux-gnu-gcc".to_owned())));
        assert!(build.program().parent().unwrap().ends_with("i686-unknown-linux-gnu/release"));
        assert!(!Target { name: "pdp11-unknown-none", linker: "pdp11-gcc" }.is_installed());
    }

    #[test]
    fn the_ordinary_build_takes_nothing_from_the_environment() {
        let build = Build::ordinary(false);
        let removed =
            ["RUSTFLAGS", "CFLAGS", "CARGO_ENCODED_RUSTFLAGS", "CARGO_PROFILE_RELEASE_OPT_LEVEL", "CARNELIAN_BUILD"];
        for name in removed {
            assert_eq!(variable(&build, name), Some(None), "{name}");
        }
        assert!(!arguments(&build).contains(&"--features".to_owned()));
        assert_eq!(build.target_directory(), workspace::target_directory());
        assert_eq!(variable(&build, "CARNELIAN_COMMIT"), Some(commit()));
    }

    /// Flags in the environment replace those of the configuration, so the configuration's settings must be repeated.
    #[test]
    fn a_native_build_keeps_what_the_configuration_sets() {
        let configured = fs::read_to_string(workspace::root().join(".cargo/config.toml")).unwrap();
        for setting in [r#"curve25519_dalek_backend="avx512""#, "chacha20_avx512"] {
            assert!(configured.contains(setting));
            assert_eq!(NATIVE.contains(setting), cfg!(target_arch = "x86_64"));
        }
        assert_ne!(Build::native(true).program(), Build::ordinary(true).program());
    }
}
