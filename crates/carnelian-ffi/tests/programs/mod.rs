//! Tests of a library with a C interface: the programs in `tests/c`, compiled against its headers and linked with the
//! library as programs of others would be, and run: with the shared and with the static library, under the sanitizers of
//! the compiler, and under valgrind; and every header as C and as C++. What is missing on a machine is left out, and a
//! line says so.
//!
//! The tests of each such library include this file. A program checks itself, with `check.h` from this folder.

#[path = "../../../carnelian/tests/skipped/mod.rs"]
mod skipped;

pub(crate) use skipped::skipped;
use std::env;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The warnings that a program must not raise.
const STRICT: [&str; 5] = ["-Wall", "-Wextra", "-pedantic", "-Werror", "-O1"];

/// The standards in which a header compiles, the oldest of each language first.
const STANDARDS: [(&str, &str, &[&str]); 2] =
    [("cc", "c", &["c99", "c11", "c2x"]), ("c++", "c++", &["c++11", "c++20"])];

#[test]
fn with_the_shared_library() {
    build_and_run("shared", &[], &shared());
}

#[test]
fn with_the_static_library() {
    build_and_run("static", &[], &archive());
}

#[test]
fn under_the_sanitizers() {
    build_and_run("sanitized", &["-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"], &archive());
}

/// Valgrind has no model of AVX-512.
#[test]
#[ignore = "slow; .ci/deep runs it"]
fn under_valgrind() {
    if !all_exist(&["cc", "valgrind"]) {
        return;
    }
    for source in programs() {
        let mut command = Command::new("valgrind");
        command.args(["-q", "--error-exitcode=9", "--leak-check=full", "--errors-for-leak-kinds=definite"]);
        run(command.arg(build("cc", &source, "valgrind", &["-g"], &archive())).env("CARNELIAN_CPU", "avx2"));
    }
}

/// Those that only stop the compiler are left out. Headers in folders below are parts of the one above, and compile in
/// the oldest standards.
#[test]
fn headers_as_c_and_cpp() {
    if !all_exist(&["cc", "c++"]) {
        return;
    }
    let include = root().join("include");
    let stops = |header: &Path| fs::read_to_string(header).is_ok_and(|text| text.contains("\n#error "));
    for header in files(&include, "h").into_iter().filter(|header| !stops(header)) {
        let is_part = header.parent() != Some(&include);
        for (compiler, language, standards) in STANDARDS {
            for standard in if is_part { &standards[..1] } else { standards } {
                let mut command = Command::new(compiler);
                command.args(["-x", language, &format!("-std={standard}"), "-fsyntax-only"]).args(STRICT);
                run(command.arg("-Wconversion").arg("-I").arg(&include).arg(&header));
            }
        }
    }
}

/// Builds every program with these options, and runs it.
fn build_and_run(kind: &str, options: &[&str], library: &[String]) {
    if !all_exist(&["cc"]) {
        return;
    }
    for source in programs() {
        println!("{}", source.display());
        run(&mut Command::new(build("cc", &source, kind, options, library)));
    }
}

/// Returns the programs in C.
fn programs() -> Vec<PathBuf> {
    files(&root().join("tests/c"), "c")
}

/// Compiles a program in the oldest standard of its language, with these options and this library, and returns it.
pub(crate) fn build(compiler: &str, source: &Path, kind: &str, options: &[&str], library: &[String]) -> PathBuf {
    let stem = source.file_stem().and_then(OsStr::to_str).expect("a source file has a name");
    let program = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{}-{kind}-{stem}", name()));
    let (_, _, standards) = STANDARDS.iter().find(|(listed, ..)| *listed == compiler).expect("the compiler is listed");
    let mut command = Command::new(compiler);
    command.arg(format!("-std={}", standards[0])).args(options).args(STRICT);
    command.arg("-I").arg(root().join("include")).arg("-I").arg(root().join("../../carnelian-ffi/tests/programs"));
    run(command.arg(source).args(library).arg("-o").arg(&program));
    program
}

/// Returns the options that link with the shared library.
pub(crate) fn shared() -> Vec<String> {
    let folder = artifacts().display().to_string();
    vec![format!("-L{folder}"), format!("-l{}", name()), format!("-Wl,-rpath,{folder}")]
}

/// Returns the options that link with the static library, and with what the standard library of Rust needs.
fn archive() -> Vec<String> {
    let archive = artifacts().join(format!("lib{}.a", name())).display().to_string();
    [&archive, "-lpthread", "-ldl", "-lm"].map(str::to_owned).to_vec()
}

/// Returns the name of the library, without prefix and suffix.
fn name() -> String {
    env!("CARGO_PKG_NAME").replace('-', "_")
}

/// Returns the folder of the package whose tests these are.
pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Returns the folder of this test, into which cargo puts the libraries too.
fn artifacts() -> PathBuf {
    let test = env::current_exe().expect("a test knows its path");
    test.parent().expect("a file is in a folder").to_owned()
}

/// Returns the files with this extension in a folder and in those below, in order.
fn files(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("the folder can be read") {
        let path = entry.expect("the folder can be read").path();
        if path.is_dir() {
            found.extend(files(&path, extension));
        } else if path.extension() == Some(OsStr::new(extension)) {
            found.push(path);
        }
    }
    assert!(!found.is_empty(), "no .{extension} file in {}", folder.display());
    found.sort();
    found
}

/// Runs a command that must succeed, and returns its output. The library is the one beside this test: cargo sets a path
/// for loaders on which an older one may come first.
pub(crate) fn run(command: &mut Command) -> String {
    let output =
        command.env("LD_LIBRARY_PATH", artifacts()).output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let (printed, errors) = (text(&output.stdout), text(&output.stderr));
    assert!(output.status.success(), "{command:?}: {}\n{printed}{errors}", output.status);
    printed
}

/// Returns whether all of these programs are installed; if not, reports that the test is skipped.
pub(crate) fn all_exist(programs: &[&str]) -> bool {
    let is_missing = |program: &&&str| Command::new(program).arg("--version").output().is_err();
    let missing = programs.iter().find(is_missing);
    missing.inspect(|program| skipped(&format!("{program} is not installed"))).is_none()
}
