//! Compiles the programs in `tests/c` with the headers, links them with the library as programs in C would, and runs
//! them: with the shared and the static library, with sanitizers, under valgrind, and in C++.

use carnelian_monocypher::{aead, argon2, blake2b, poly1305, sha512};
use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The name of the library, without prefix and suffix.
const LIBRARY: &str = "carnelian_monocypher";

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

#[test]
fn in_a_namespace() {
    if !has("c++") {
        return;
    }
    let options = ["-std=c++11", "-Wall", "-Wextra", "-pedantic", "-Werror"];
    run(&mut Command::new(compile("namespace.cpp", "namespace", &options, &shared_library())));
}

#[test]
fn structs_have_the_sizes_of_the_headers() {
    let expected = [
        ("crypto_aead_ctx", size_of::<aead::Stream>()),
        ("crypto_blake2b_ctx", size_of::<blake2b::Hasher>()),
        ("crypto_poly1305_ctx", size_of::<poly1305::Authenticator>()),
        ("crypto_sha512_ctx", size_of::<sha512::Hasher>()),
        ("crypto_sha512_hmac_ctx", size_of::<sha512::Authenticator>()),
        ("crypto_argon2_config", size_of::<argon2::Config>()),
        ("crypto_argon2_inputs", size_of::<argon2::Inputs>()),
        ("crypto_argon2_extras", size_of::<argon2::Extras>()),
    ];
    let expected: String = expected.iter().map(|(name, size)| format!("{name} {size}\n")).collect();
    assert_eq!(run(&mut Command::new(compile("sizes", "sizes", STRICT, &shared_library()))), expected);
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

/// Compiles `tests/c/{name}`, whose ending is `.c` if it has none, and returns the program.
fn compile(name: &str, kind: &str, options: &[&str], libraries: &[String]) -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let source = root.join("tests/c").join(name).with_extension(if name.ends_with(".cpp") { "cpp" } else { "c" });
    let program = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{LIBRARY}-{kind}-{name}"));
    let mut compiler = Command::new(if name.ends_with(".cpp") { "c++" } else { "cc" });
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
