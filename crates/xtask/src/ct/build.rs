//! Builds of `carnelian-ctcheck`, in the forms that the methods need.

use super::table::Level;
use crate::run;
use crate::workspace::{nightly, target_directory};
use anyhow::{Context, Result, bail};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The crates whose code handles secrets or is inlined into code that does.
const CHECKED: [&str; 3] = ["carnelian", "carnelian-ctcheck", "zeroize"];

const TARGET: &str = "x86_64-unknown-linux-gnu";

/// What a build is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// Secrets are not marked: the code as it ships.
    Plain,
    /// Secrets are marked for valgrind.
    Poisoned,
    /// Secrets are marked for MemorySanitizer, which is compiled in.
    Sanitized,
}

/// Why a form cannot be built or used on this machine; `None` if it can.
pub(crate) fn missing(form: Form) -> Option<String> {
    if !cfg!(all(target_arch = "x86_64", target_os = "linux")) {
        return Some(format!("the check runs on {TARGET} alone"));
    }
    match form {
        Form::Plain => None,
        Form::Poisoned => {
            let found = quietly(Command::new("valgrind").arg("--version")).is_some();
            (!found).then(|| "valgrind is not installed".to_owned())
        }
        Form::Sanitized => {
            let Ok(nightly) = nightly() else { return Some("nothing says which nightly toolchain to take".to_owned()) };
            let sysroot = quietly(Command::new("rustup").args(["run", &nightly, "rustc", "--print", "sysroot"]));
            let Some(sysroot) = sysroot else {
                return Some(format!("no nightly toolchain (rustup toolchain install {nightly})"));
            };
            let sources = Path::new(sysroot.trim()).join("lib/rustlib/src/rust/library/std");
            (!sources.exists()).then(|| format!("no rust-src (rustup component add rust-src --toolchain {nightly})"))
        }
    }
}

/// Builds the program and gives the path of a copy that later builds do not overwrite.
///
/// # Errors
/// If cargo fails.
pub(crate) fn build(form: Form, level: Level) -> Result<PathBuf> {
    let target = target_directory();
    let (mut command, built) = match form {
        Form::Plain | Form::Poisoned => (stable(form, level), target.join(level.name())),
        Form::Sanitized => (sanitized(level)?, target.join("msan").join(TARGET).join("release")),
    };
    eprintln!("building for {form:?} at {}", level.name());
    run::run(&mut command)?;

    let kept = target.join("ct");
    std::fs::create_dir_all(&kept)?;
    let kept = kept.join(format!("{form:?}-{}", level.name()).to_lowercase());
    let built = built.join("carnelian-ctcheck");
    // Two checks may run at once: neither must see half a copy, nor one that is replaced while it runs.
    let partial = kept.with_extension(std::process::id().to_string());
    std::fs::copy(&built, &partial).with_context(|| format!("copying {}", built.display()))?;
    std::fs::rename(&partial, &kept).with_context(|| format!("renaming {}", partial.display()))?;
    Ok(kept)
}

/// As what a test of the workspace needs: cargo then gives the crates beneath the features that `cargo test --workspace`
/// does, and takes those that it has built.
fn stable(form: Form, level: Level) -> Command {
    let mut command = run::cargo(None);
    command.args(["test", "--no-run", "--quiet", "--workspace", "--test=planted", "--profile", level.name()]);
    command.arg("--target-dir").arg(target_directory());
    if form == Form::Poisoned {
        command.arg("--features=carnelian-ctcheck/poison");
    }
    command
}

/// The standard library must be instrumented too. Both levels are the release profile to cargo, with the crates that
/// matter overridden, so that it is built once; as everywhere else it is optimised for speed.
///
/// Eager checks would report a secret that is passed by value to a function that is not inlined.
fn sanitized(level: Level) -> Result<Command> {
    let mut command = run::cargo(Some(&nightly()?));
    command.args(["build", "--quiet", "--package=carnelian-ctcheck", "--release"]);
    command.args(["--features=poison", "-Zbuild-std=std", "--target", TARGET]);
    command.arg("--target-dir").arg(target_directory().join("msan"));
    command.env_remove("CARGO_ENCODED_RUSTFLAGS");
    command.env("RUSTFLAGS", MSAN_FLAGS);
    if level == Level::Size {
        for package in CHECKED {
            command.args(["--config", &format!("profile.release.package.{package}.opt-level=\"s\"")]);
        }
    }
    Ok(command)
}

/// Joining scalars to vectors (`vectorize-slp`) is a sixth of the compiler's work on the library. The crate `aes` computes
/// in software here: MemorySanitizer has no model of the instruction that expands a key, and reports each use of it.
/// valgrind sees the instructions.
const MSAN_FLAGS: &str = "-Zsanitizer=memory -Cllvm-args=-msan-eager-checks=0 -Cno-vectorize-slp \
    --cfg carnelian_msan --cfg aes_backend=\"soft\"";

/// What a command prints; `None` if it does not start or succeed.
fn quietly(command: &mut Command) -> Option<String> {
    let output = command.stderr(Stdio::null()).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).into_owned())
}

/// An operation at a tier, as `carnelian-ctcheck list` names it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Listed {
    pub(crate) operation: String,
    pub(crate) tier: String,
    /// The backend that the tier leads to where the list was made.
    pub(crate) backend: String,
    /// Whether the CPU at hand has the tier.
    pub(crate) here: bool,
}

impl Listed {
    /// As `carnelian-ctcheck run` takes it.
    pub(crate) fn row(&self) -> String {
        format!("{}@{}", self.operation, self.tier)
    }
}

/// The registry of `program`, or its planted leaks.
///
/// # Errors
/// If the program fails or prints something else than its list.
pub(crate) fn registry(program: &Path, planted: bool) -> Result<Vec<Listed>> {
    let mut command = Command::new(program);
    command.arg("list").args(planted.then_some("--planted"));
    let Some(list) = quietly(&mut command) else { bail!("{command:?} failed") };
    list.lines()
        .map(|line| {
            let fields: Vec<_> = line.split('\t').map(str::to_owned).collect();
            let Ok([operation, tier, backend, here]) = <[String; 4]>::try_from(fields) else {
                bail!("not a row: {line}")
            };
            Ok(Listed { operation, tier, backend, here: here == "here" })
        })
        .collect()
}
