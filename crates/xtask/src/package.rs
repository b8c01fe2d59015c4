//! Packages as they are published, and their checks: the crates for crates.io, and the wheel and the source distribution
//! of the Python package for PyPI. Nothing is uploaded, and no file has a path of this machine.
//!
//! The crates are in `target/package/`, the files for PyPI in `target/python/dist/`.

use crate::{python, reproducible, run, workspace};
use anyhow::{Context, Result, ensure};
use clap::Args;
use python::Interpreter;
use serde_json::Value;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The options of the chore.
#[derive(Args)]
pub(crate) struct Options {
    /// Compiles neither the crates out of their packages nor the Python package out of its source distribution
    #[arg(long)]
    no_verify: bool,
}

/// Tools that pack and check the Python package, besides maturin. Zig is a linker with the symbols of every version of
/// glibc.
const ZIG: &str = "ziglang==0.17.1";
const CHECKERS: &[&str] = &["twine==7.0.0", "abi3audit==0.0.26", "check-wheel-contents==0.6.3"];

/// The oldest glibc on which the wheel runs, 2.17: the oldest that Rust's standard library supports.
const GLIBC: &str = "manylinux2014";

/// Fields that the manifest of a published crate has, by the names that `cargo metadata` gives them.
const FIELDS: &[&str] = &["categories", "description", "documentation", "keywords", "license", "readme", "repository"];

/// Files that the package of a published crate has.
const FILES: &[&str] = &["LICENSE-APACHE", "LICENSE-MIT", "README.md"];

/// The variables that pip keeps, if they are set: where programs, compilers and packages are.
const KEPT: &[&str] = &[
    "PATH",
    "HOME",
    "CARGO_HOME",
    "RUSTUP_HOME",
    "TMPDIR",
    "PIP_INDEX_URL",
    "PIP_FIND_LINKS",
    "PIP_CERT",
    "SSL_CERT_FILE",
    "HTTPS_PROXY",
    "https_proxy",
    "HTTP_PROXY",
    "http_proxy",
    "NO_PROXY",
    "no_proxy",
    "SystemRoot",
    "TEMP",
    "TMP",
];

/// A program in Python that uses the package.
const USE: &str = "\
from carnelian.ed25519 import SigningKey
key = SigningKey.generate()
key.verifying_key.verify(key.sign(memoryview(b'a message')), bytearray(b'a message'))
";

/// A program in Python that replaces a path in the list of components of a wheel, which has those of the sources, and then
/// looks for any of some paths in all files. The list of files has the digest of each.
const WITHOUT_PATHS: &str = r#"
import base64, hashlib, os, sys, zipfile
wheel, source, *paths = sys.argv[1:]
with zipfile.ZipFile(wheel) as old:
    files = [(entry, old.read(entry)) for entry in old.infolist()]
record = next(entry.filename for entry, _ in files if entry.filename.endswith(".dist-info/RECORD"))
rows = {}
with zipfile.ZipFile(wheel + ".new", "w", zipfile.ZIP_DEFLATED) as new:
    for entry, content in files:
        if "/sboms/" in entry.filename:
            content = content.replace(source.encode(), b"/carnelian")
            digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
            rows[entry.filename] = f"{entry.filename},sha256={digest},{len(content)}"
        if entry.filename == record:
            lines = content.decode().splitlines()
            content = "".join(rows.get(line.split(",")[0], line) + "\n" for line in lines).encode()
        for path in paths:
            assert path.encode() not in content, f"{entry.filename} has the path {path}"
        new.writestr(entry, content)
os.replace(wheel + ".new", wheel)
"#;

/// Packs and checks everything.
///
/// # Errors
/// If something cannot be packed, or a check fails.
pub(crate) fn run(options: &Options) -> Result<()> {
    crates(options)?;
    let interpreters = python::found();
    let (oldest, newest) = python::ends(&interpreters)?;
    python_package(options, oldest, newest)
}

/// Packs the crates and does everything that publishing does except the upload.
fn crates(options: &Options) -> Result<()> {
    let metadata = run::output(run::cargo(None).args(["metadata", "--locked", "--no-deps", "--format-version", "1"]))?;
    let metadata: Value = serde_json::from_str(&metadata)?;
    let packages = metadata["packages"].as_array().context("unexpected output of `cargo metadata`")?;
    for package in packages {
        let name = package["name"].as_str().context("a package has a name")?;
        ensure!(!is_empty(&package["repository"]), "the manifest of {name} has no repository");
        if is_published(package) {
            let lacking = fields_lacking(package);
            ensure!(lacking.is_empty(), "the manifest of {name} has no {}", lacking.join(", "));
            let list = ["package", "--list", "--locked", "--allow-dirty", "--package", name];
            let lacking = files_lacking(&run::output(run::cargo(None).args(list))?);
            ensure!(lacking.is_empty(), "the package {name} has no {}", lacking.join(", "));
            println!("{name} is published");
        }
    }
    let mut publish = run::cargo(None);
    // Cargo refuses changes that are not committed when it publishes; a check may come before the commit.
    publish.args(["publish", "--workspace", "--dry-run", "--locked", "--allow-dirty"]);
    run::run(publish.args(options.no_verify.then_some("--no-verify")))
}

/// Returns whether a package, as `cargo metadata` describes it, may be published.
fn is_published(package: &Value) -> bool {
    // A list of registries, which is empty for `publish = false`, and null if the manifest does not say.
    package["publish"].as_array().is_none_or(|registries| !registries.is_empty())
}

fn is_empty(field: &Value) -> bool {
    match field {
        Value::Array(values) => values.is_empty(),
        other => other.as_str().unwrap_or_default().is_empty(),
    }
}

/// Returns the fields of [`FIELDS`] that the manifest of a package has not.
fn fields_lacking(package: &Value) -> Vec<&'static str> {
    FIELDS.iter().copied().filter(|field| is_empty(&package[field])).collect()
}

/// Returns the files of [`FILES`] that are no lines of a list.
fn files_lacking(list: &str) -> Vec<&'static str> {
    FILES.iter().copied().filter(|file| !list.lines().any(|line| line == *file)).collect()
}

/// Packs the Python package with one interpreter, and uses it in another.
fn python_package(options: &Options, oldest: &Interpreter, newest: &Interpreter) -> Result<()> {
    let python = newest.environment(&python::folder().join("package"))?;
    python::install(&python, &[&[python::MATURIN, ZIG][..], CHECKERS].concat())?;
    let dist = python::folder().join("dist");
    if dist.exists() {
        fs::remove_dir_all(&dist).with_context(|| format!("removing {}", dist.display()))?;
    }
    run::run(maturin(&python, "sdist")?.arg("--out").arg(&dist))?;
    let source = only_file(&dist)?;
    let mut build = maturin(&python, "build")?;
    reproducible::without_paths(&mut build)?;
    run::run(build.args(wheel_options()).arg("--interpreter").arg(&python).arg("--out").arg(&dist))?;
    let wheel = fs::read_dir(&dist)?.flatten().map(|entry| entry.path()).find(|path| *path != source);
    let wheel = wheel.with_context(|| format!("maturin left no wheel in {}", dist.display()))?;

    let checker = |module: &str| {
        let mut command = Command::new(&python);
        command.args(["-m", module]);
        command
    };
    let mut replace = Command::new(&python);
    replace.args(["-c", WITHOUT_PATHS]).arg(&wheel).arg(workspace::root()).arg(workspace::root());
    run::run(replace.arg(reproducible::home()?.join("registry")))?;
    run::run(checker("twine").args(["check", "--strict"]).args([&source, &wheel]))?;
    run::run(checker("abi3audit").args(["--strict", "--summary"]).arg(&wheel))?;
    run::run(checker("check_wheel_contents").args(["--toplevel", "carnelian"]).arg(&wheel))?;
    try_out(oldest, &wheel)?;
    if !options.no_verify {
        try_out(newest, &source)?;
    }
    println!("{}\n{}", wheel.display(), source.display());
    Ok(())
}

/// Returns a command of maturin in the workspace. It looks for zig in the module of the first `python3` on the path.
fn maturin(python: &Path, command: &str) -> Result<Command> {
    let mut maturin = Command::new(python);
    maturin.args(["-m", "maturin", command]).current_dir(workspace::root());
    let others = env::var_os("PATH").unwrap_or_default();
    let folders = python.parent().map(Path::to_owned).into_iter().chain(env::split_paths(&others));
    maturin.env("PATH", env::join_paths(folders)?).env("CARGO_TARGET_DIR", workspace::target_directory());
    Ok(maturin)
}

/// Returns the options with which the wheel runs on other systems of the same kind.
fn wheel_options() -> Vec<&'static str> {
    let mut options = vec!["--release", "--locked"];
    if cfg!(target_os = "linux") {
        options.extend(["--zig", "--compatibility", GLIBC]);
    } else {
        options.extend(["--compatibility", "pypi"]);
    }
    options
}

/// Returns the path of the only file in a folder.
fn only_file(folder: &Path) -> Result<PathBuf> {
    let mut files = fs::read_dir(folder)?.collect::<std::io::Result<Vec<_>>>()?;
    ensure!(files.len() == 1, "expected one file in {}, found {}", folder.display(), files.len());
    Ok(files.remove(0).path())
}

/// Installs a wheel or a source distribution in a clean environment and in an empty folder, compiling the latter, and uses
/// it. Of the variables of this process pip has none but those with which programs and compilers are found, so that
/// nothing of this clone can help.
fn try_out(interpreter: &Interpreter, file: &Path) -> Result<()> {
    let python = interpreter.environment(&python::folder().join("package-tried"))?;
    let empty = env::temp_dir().join(format!("empty-{}", std::process::id()));
    fs::create_dir_all(&empty).with_context(|| format!("making {}", empty.display()))?;
    let mut pip = python::pip(&python);
    pip.arg("--no-cache-dir").arg(file).current_dir(&empty).env_clear();
    pip.envs(env::vars_os().filter(|(name, _)| KEPT.iter().any(|kept| name == kept)));
    let done = run::run(&mut pip);
    fs::remove_dir_all(&empty).with_context(|| format!("removing {}", empty.display()))?;
    done?;
    // From another folder, so that what is imported is what was installed.
    run::run(Command::new(&python).args(["-c", USE]).current_dir(python::folder()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn without_a_word_about_publishing_a_package_is_published() {
        assert!(is_published(&json!({ "publish": null })));
        assert!(is_published(&json!({ "publish": ["crates-io"] })));
        assert!(!is_published(&json!({ "publish": [] })));
    }

    #[test]
    fn fields_that_are_empty_are_lacking() {
        let full = json!({
            "categories": ["c"], "description": "d", "documentation": "h", "keywords": ["k"], "license": "l",
            "readme": "README.md", "repository": "r",
        });
        assert!(fields_lacking(&full).is_empty());
        let mut some = full;
        some["keywords"] = json!([]);
        some["repository"] = Value::Null;
        some["description"] = json!("");
        assert_eq!(fields_lacking(&some), ["description", "keywords", "repository"]);
    }

    #[test]
    fn files_elsewhere_do_not_count() {
        assert!(files_lacking("LICENSE-APACHE\nLICENSE-MIT\nREADME.md\nsrc/lib.rs").is_empty());
        assert_eq!(files_lacking("LICENSE-APACHE\nsrc/LICENSE-MIT\nREADME.md"), ["LICENSE-MIT"]);
    }
}
