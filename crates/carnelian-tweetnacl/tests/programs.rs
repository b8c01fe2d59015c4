//! Compiles the programs in `tests/c` with the header, links them with the library as programs in C would, and runs
//! them: with the shared and the static library, with sanitizers, and under valgrind. One of the programs has a
//! `randombytes`, the other has none.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The name of the library, without prefix and suffix.
const LIBRARY: &str = "carnelian_tweetnacl";

/// The strictest that a program may be compiled with.
const STRICT: &[&str] = &["-std=c99", "-Wall", "-Wextra", "-pedantic", "-Werror"];

#[test]
fn shared() {
    for program in ["answers", "edges"] {
        run(&mut Command::new(compile(program, "shared", STRICT, &shared_library())));
    }
}

#[test]
fn statically_linked() {
    let library = artifacts().join(format!("lib{LIBRARY}.a"));
    let libraries = [library.display().to_string(), "-lpthread".into(), "-ldl".into(), "-lm".into()];
    for program in ["answers", "edges"] {
        run(&mut Command::new(compile(program, "static", STRICT, &libraries)));
    }
}

#[test]
fn sanitized() {
    let options = [STRICT, &["-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"]].concat();
    for program in ["answers", "edges"] {
        run(&mut Command::new(compile(program, "sanitized", &options, &shared_library())));
    }
}

/// Valgrind does not know AVX-512.
#[test]
fn under_valgrind() {
    if !has("valgrind") {
        return;
    }
    for program in ["answers", "edges"] {
        let program = compile(program, "valgrind", &[STRICT, &["-g"]].concat(), &shared_library());
        let options = ["--quiet", "--error-exitcode=1", "--leak-check=full", "--show-leak-kinds=definite"];
        run(Command::new("valgrind").args(options).arg(program).env("CARNELIAN_CPU", "avx2"));
    }
}

/// Returns the folder that cargo puts the libraries into: that of this test.
fn artifacts() -> PathBuf {
    let test = env::current_exe().expect("a test knows its path");
    test.parent().expect("a file is in a folder").to_owned()
}

/// Returns the options that link with the shared library, where it is.
fn shared_library() -> [String; 3] {
    let folder = artifacts().display().to_string();
    [format!("-L{folder}"), format!("-l{LIBRARY}"), format!("-Wl,-rpath,{folder}")]
}

/// Compiles `tests/c/{name}.c` and returns the program.
fn compile(name: &str, kind: &str, options: &[&str], libraries: &[String]) -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let source = root.join("tests/c").join(name).with_extension("c");
    let program = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{LIBRARY}-{kind}-{name}"));
    let mut compiler = Command::new("cc");
    compiler.args(options).arg("-O1").arg("-I").arg(root.join("include")).arg(source).args(libraries);
    run(compiler.arg("-o").arg(&program));
    program
}

/// Runs a command and returns its output.
fn run(command: &mut Command) -> String {
    let output = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}: {}\n{errors}", output.status);
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// Returns whether a program is installed; says so if it is not.
fn has(program: &str) -> bool {
    let found = Command::new(program).arg("--version").output().is_ok();
    if !found {
        eprintln!("not run: there is no {program}");
    }
    found
}
