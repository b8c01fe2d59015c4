//! Short calls of C and of Python beside libsodium, OpenSSL and the standard library of Python, where what surrounds the
//! work takes most of the time.

use crate::{python, run, workspace};
use anyhow::Result;
use clap::Args;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The options of the chore.
#[derive(Args)]
pub(crate) struct Options {
    /// Measures calls of C only
    #[arg(long, conflicts_with = "python")]
    c: bool,
    /// Measures calls of Python only
    #[arg(long)]
    python: bool,
    /// Rounds of each call: in C the median counts, in Python the least time
    #[arg(long, default_value_t = 3000)]
    rounds: u32,
    /// Fails if a call takes more than this many times what the other library takes
    #[arg(long)]
    most: Option<f64>,
    /// The shared library of libsodium
    #[arg(long, default_value = "libsodium.so.26")]
    libsodium: PathBuf,
    /// The shared library of OpenSSL
    #[arg(long, default_value = "libcrypto.so.3")]
    libcrypto: PathBuf,
}

/// Builds what is measured, and measures it.
///
/// # Errors
/// If a build fails, or a call takes too long.
pub(crate) fn run(options: &Options) -> Result<()> {
    if !options.python {
        calls_of_c(options)?;
    }
    if !options.c {
        calls_of_python(options)?;
    }
    Ok(())
}

/// Returns the rounds and the limit, as both programs take them.
fn numbers(options: &Options) -> Vec<String> {
    let most = options.most.map(|most| most.to_string());
    [Some(options.rounds.to_string()), most].into_iter().flatten().collect()
}

fn calls_of_c(options: &Options) -> Result<()> {
    let packages = ["--package", "carnelian-capi", "--package", "carnelian-sodium"];
    run::run(run::cargo(None).args(["build", "--release", "--locked"]).args(packages))?;
    let built = workspace::target_directory();
    let program = built.join("small-calls");
    let source = workspace::root().join("crates/carnelian-capi/tests/small_calls.c");
    run::run(Command::new("cc").args(["-O2", "-o"]).arg(&program).arg(source).arg("-ldl"))?;
    let library = |name: &str| built.join("release").join(format!("lib{name}.so"));
    let mut measure = Command::new(&program);
    measure.arg(library("carnelian_capi")).arg(library("carnelian_sodium"));
    run::run(measure.arg(&options.libsodium).arg(&options.libcrypto).args(numbers(options)))
}

fn calls_of_python(options: &Options) -> Result<()> {
    let interpreters = python::found();
    let (_, newest) = python::ends(&interpreters)?;
    let wheel = python::wheel(newest)?;
    let python = newest.environment(&python::folder().join("small-calls"))?;
    run::run(python::pip(&python).arg("--no-deps").arg(&wheel))?;
    let script = Path::new("crates/carnelian-python/tests/small_calls.py");
    let mut measure = Command::new(&python);
    // From another folder, so that what is imported is what was installed.
    run::run(measure.arg(workspace::root().join(script)).args(numbers(options)).current_dir(python::folder()))
}
