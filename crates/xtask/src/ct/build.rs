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

/// The purpose of a build.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// Secrets are not marked: the code as it ships.
    Plain,
    /// Secrets are marked for valgrind.
    Poisoned,
    /// Secrets are marked for MemorySanitizer, which is compiled in.
    Sanitized,
}

/// Returns why a form cannot be built or used on this machine, or `None` if it can.
pub(crate) fn missing(form: Form) -> Option<String> {
    if !cfg!(all(target_arch = "x86_64", target_os = "linux")) {
        return Some(format!("the check runs only on {TARGET}"));
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

/// Builds the program and returns the path of a copy that later builds do not overwrite.
///
/// # Errors
/// If cargo fails.
pub(crate) fn build(form: Form, level: Level) -> Result<PathBuf> {
    let target = target_directory();
    let (mut command, built) = match form {
        Form::Plain | Form::Poisoned => (stable(form, level), folder(form).join(level.name())),
        Form::Sanitized => (sanitized(level)?, target.join("msan").join(TARGET).join("release")),
    };
    eprintln!("building for {form:?} at {}", level.name());
    run::run(&mut command)?;

    let kept = target.join("ct");
    std::fs::create_dir_all(&kept)?;
    let kept = kept.join(format!("{form:?}-{}", level.name()).to_lowercase());
    let built = built.join("carnelian-ctcheck");
    // Two checks may run at once: neither must see a partial copy, nor have its copy replaced while it runs.
    let partial = kept.with_extension(std::process::id().to_string());
    std::fs::copy(&built, &partial).with_context(|| format!("copying {}", built.display()))?;
    std::fs::rename(&partial, &kept).with_context(|| format!("renaming {}", partial.display()))?;
    Ok(kept)
}

/// Returns the folder of a build with the stable toolchain. What marks secrets for valgrind has one of its own: cargo
/// would leave C libraries that mark them in the place of those that tests link and users install.
fn folder(form: Form) -> PathBuf {
    match form {
        Form::Poisoned => target_directory().join("poisoned"),
        _ => target_directory(),
    }
}

/// Returns the command that builds the program as a dependency of a workspace test: cargo then enables the same
/// features of the dependencies as `cargo test --workspace`, and reuses its builds of them. The Python package is left
/// out, which contains none of the operations.
fn stable(form: Form, level: Level) -> Command {
    let mut command = run::cargo(None);
    command.args(["test", "--no-run", "--quiet", "--workspace", "--exclude=carnelian-python"]);
    command.args(["--test=planted", "--profile", level.name()]);
    command.arg("--target-dir").arg(folder(form));
    if form == Form::Poisoned {
        command.arg("--features=carnelian-ctcheck/poison");
    }
    command
}

/// Returns the command that builds with MemorySanitizer, which must instrument the standard library too. For cargo,
/// both levels are the release profile with overrides for the checked crates, so that the standard library is built
/// once; it is optimized for speed, as in other builds.
///
/// Eager checks are off: they would report a secret that is passed by value to a function that is not inlined.
fn sanitized(level: Level) -> Result<Command> {
    let mut command = run::cargo(Some(&nightly()?));
    command.args(["build", "--quiet", "--package=carnelian-ctcheck", "--release"]);
    command.args(["--features=poison", "-Zbuild-std=std,panic_abort", "--target", TARGET]);
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

/// Superword-level vectorization (`vectorize-slp`) takes a sixth of the time to compile the library, so it is off. The
/// crate `aes` uses its software backend here: MemorySanitizer has no model of the key expansion instruction, and
/// reports each use of it. Valgrind checks the hardware instructions.
///
/// A panic aborts: where several calls that may unwind continue at the same place, as the arms of a dispatch do,
/// MemorySanitizer takes what they return for public.
const MSAN_FLAGS: &str = "-Zsanitizer=memory -Cllvm-args=-msan-eager-checks=0 -Cno-vectorize-slp -Cpanic=abort \
    --cfg carnelian_msan --cfg aes_backend=\"soft\"";

/// Returns the output of a command, or `None` if it does not start or succeed.
fn quietly(command: &mut Command) -> Option<String> {
    let output = command.stderr(Stdio::null()).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).into_owned())
}

/// An operation at a tier, as `carnelian-ctcheck list` prints it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Listed {
    pub(crate) operation: String,
    pub(crate) tier: String,
    /// The backend that the tier selects on the machine that printed the list.
    pub(crate) backend: String,
    /// Whether this CPU has the tier.
    pub(crate) here: bool,
}

impl Listed {
    /// Returns the argument for `carnelian-ctcheck run`.
    pub(crate) fn row(&self) -> String {
        format!("{}@{}", self.operation, self.tier)
    }
}

/// Returns the registry of `program`, or its planted leaks.
///
/// # Errors
/// If the program fails or its output is malformed.
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
