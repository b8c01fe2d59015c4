//! The Python package: its wheel, and its tests in clean environments of the oldest and the newest interpreter.
//!
//! Everything is made under `target/python/`: an environment with maturin, the wheel, and an environment for each
//! interpreter, into which the wheel is installed and where pytest, mypy and stubtest run.

use crate::{run, workspace};
use anyhow::{Context, Result, bail, ensure};
use clap::Args;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The options of the chore.
#[derive(Args)]
pub(crate) struct Options {
    /// Writes the stubs and names that come from the catalogue, and stops; a test compares them
    #[arg(long)]
    generate: bool,
    /// Builds the wheel and stops
    #[arg(long)]
    wheel_only: bool,
    /// Tests with the newest interpreter only
    #[arg(long)]
    newest: bool,
    /// Uses this interpreter instead of those that are found; can be repeated
    #[arg(long, value_name = "PYTHON")]
    interpreter: Vec<PathBuf>,
    /// Arguments for pytest
    #[arg(last = true)]
    pytest: Vec<OsString>,
}

/// The version of maturin that builds the wheel.
pub(crate) const MATURIN: &str = "maturin==1.16.0";

/// The packages that tests run with. The last ones are those that answers are compared with; a test of one that cannot be
/// installed for an interpreter is skipped.
const NEEDED: &[&str] = &["pytest>=8,<9", "mypy>=1.18,<2"];
const COMPARED: &[&str] = &["numpy", "cryptography", "pynacl", "argon2-cffi", "pyarrow", "polars"];

/// The crate's folder, relative to the workspace root.
const CRATE: &str = "crates/carnelian-python";

/// Builds the wheel and tests it.
///
/// # Errors
/// If there is no interpreter, or the build, the installation or a test fails.
pub(crate) fn run(options: &Options) -> Result<()> {
    if options.generate {
        return generate();
    }
    let interpreters = match &options.interpreter[..] {
        [] => found(),
        named => named.iter().map(|program| Interpreter::of(program)).collect::<Result<_>>()?,
    };
    let (oldest, newest) = ends(&interpreters)?;
    let wheel = wheel(newest)?;
    println!("{}", wheel.display());
    if options.wheel_only {
        return Ok(());
    }
    if interpreters.len() > 1 && !options.newest {
        test(oldest, &wheel, &options.pytest)?;
    }
    test(newest, &wheel, &options.pytest)
}

/// Writes the generated files of the package.
fn generate() -> Result<()> {
    let mut cargo = Command::new("cargo");
    cargo.args(["test", "--package", "carnelian-python", "--test", "generated"]).env("CARNELIAN_GENERATE", "1");
    run::run(cargo.current_dir(workspace::root()))
}

/// Returns the first and the last of some interpreters, which are one if there is one.
///
/// # Errors
/// If there is none.
pub(crate) fn ends(interpreters: &[Interpreter]) -> Result<(&Interpreter, &Interpreter)> {
    interpreters.first().zip(interpreters.last()).context("no Python from 3.9 on was found")
}

/// A Python interpreter.
pub(crate) struct Interpreter {
    program: PathBuf,
    /// Its version, such as 3 and 13.
    version: (u32, u32),
}

impl Interpreter {
    /// Asks a program for its version.
    fn of(program: &Path) -> Result<Self> {
        let print = "import sys; print(*sys.version_info[:2])";
        let version = run::output(Command::new(program).args(["-c", print]))?;
        let mut numbers = version.split_whitespace().map(str::parse);
        match (numbers.next(), numbers.next()) {
            (Some(Ok(major)), Some(Ok(minor))) => Ok(Self { program: program.to_owned(), version: (major, minor) }),
            _ => bail!("{} is no Python", program.display()),
        }
    }

    /// Makes a clean environment and returns its interpreter.
    ///
    /// # Errors
    /// If the interpreter has no module `venv`, or the folder cannot be written.
    pub(crate) fn environment(&self, folder: &Path) -> Result<PathBuf> {
        run::run(Command::new(&self.program).args(["-m", "venv", "--clear"]).arg(folder))?;
        let bin = if cfg!(windows) { "Scripts" } else { "bin" };
        Ok(folder.join(bin).join("python"))
    }
}

/// Returns the interpreters from 3.9 on that pyenv has and that are on the path, oldest first.
pub(crate) fn found() -> Vec<Interpreter> {
    let mut programs = Vec::new();
    let pyenv = std::env::var_os("PYENV_ROOT").map(PathBuf::from);
    if let Some(root) = pyenv.or_else(|| Some(PathBuf::from(std::env::var_os("HOME")?).join(".pyenv"))) {
        let versions = fs::read_dir(root.join("versions")).into_iter().flatten();
        programs.extend(versions.flatten().map(|version| version.path().join("bin/python3")));
    }
    programs.push(PathBuf::from("python3"));
    let mut interpreters: Vec<Interpreter> =
        programs.iter().filter_map(|program| Interpreter::of(program).ok()).collect();
    interpreters.retain(|interpreter| interpreter.version >= (3, 9));
    interpreters.sort_by_key(|interpreter| interpreter.version);
    interpreters.dedup_by_key(|interpreter| interpreter.version);
    interpreters
}

/// Returns the folder of everything that is made.
pub(crate) fn folder() -> PathBuf {
    workspace::target_directory().join("python")
}

/// Builds the wheel in release mode, in the target directory of the workspace, and returns its path.
///
/// # Errors
/// If maturin cannot be installed, or fails.
pub(crate) fn wheel(interpreter: &Interpreter) -> Result<PathBuf> {
    let python = interpreter.environment(&folder().join("build"))?;
    install(&python, &[MATURIN])?;
    let wheels = folder().join("wheels");
    if wheels.exists() {
        fs::remove_dir_all(&wheels).with_context(|| format!("removing {}", wheels.display()))?;
    }
    let mut maturin = Command::new(&python);
    maturin.args(["-m", "maturin", "build", "--release", "--locked", "--interpreter"]).arg(&python);
    // For this system only; `cargo xtask package` builds the wheel for others.
    maturin.args(["--compatibility", "linux", "--out"]).arg(&wheels);
    run::run(maturin.current_dir(workspace::root()).env("CARGO_TARGET_DIR", workspace::target_directory()))?;
    let mut built = fs::read_dir(&wheels)?.collect::<std::io::Result<Vec<_>>>()?;
    ensure!(built.len() == 1, "expected one wheel in {}, found {}", wheels.display(), built.len());
    Ok(built.remove(0).path())
}

/// Installs packages into the environment of an interpreter.
///
/// # Errors
/// If pip fails.
pub(crate) fn install(python: &Path, packages: &[&str]) -> Result<()> {
    run::run(pip(python).args(packages))
}

/// Returns the command that installs into the environment of an interpreter.
pub(crate) fn pip(python: &Path) -> Command {
    let mut pip = Command::new(python);
    pip.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check"]);
    pip
}

/// Tests the wheel in a clean environment of an interpreter.
fn test(interpreter: &Interpreter, wheel: &Path, pytest: &[OsString]) -> Result<()> {
    let (major, minor) = interpreter.version;
    println!("Python {major}.{minor}");
    let python = interpreter.environment(&folder().join(format!("{major}.{minor}")))?;
    install(&python, NEEDED)?;
    for package in COMPARED {
        // Without its sources being compiled, which takes longer than all tests.
        let installed = pip(&python).args(["--only-binary", ":all:", package]).status()?;
        if !installed.success() {
            println!("{package} cannot be installed for Python {major}.{minor}: its tests are skipped");
        }
    }
    run::run(pip(&python).arg("--force-reinstall").arg("--no-deps").arg(wheel))?;
    // From the folder of the tests, so that what is imported is what was installed.
    let tests = workspace::root().join(CRATE).join("tests");
    let in_tests = |module: &str| {
        let mut command = Command::new(&python);
        command.args(["-m", module]).current_dir(&tests);
        command
    };
    run::run(in_tests("pytest").args(["-q", "-p", "no:cacheprovider"]).args(pytest))?;
    let cache = folder().join("mypy");
    let strict = || {
        let mut mypy = in_tests("mypy");
        mypy.args(["--config-file", "mypy.ini", "--cache-dir"]).arg(&cache);
        mypy
    };
    run::run(strict().args(["--package", "carnelian"]))?;
    run::run(strict().arg("typed.py"))?;
    let mut stubtest = in_tests("mypy.stubtest");
    stubtest.args(["carnelian", "--mypy-config-file", "mypy.ini", "--allowlist", "stubtest_allowlist"]);
    run::run(stubtest.arg("--ignore-unused-allowlist").env("MYPY_CACHE_DIR", &cache))
}
