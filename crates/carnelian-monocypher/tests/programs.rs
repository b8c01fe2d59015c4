//! Programs in C, those of `tests/c`, compiled with the headers and linked with the library as programs of others would
//! be, and run: with the shared and with the static library, under the sanitizers of the compiler, under valgrind, and as
//! C++. What is missing on a machine is left out, and a line says so.

#[path = "../../carnelian/tests/skipped/mod.rs"]
mod skipped;

use carnelian_monocypher::{aead, argon2, blake2b, poly1305, sha512};
use skipped::skipped;
use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The name of the library, without prefix and suffix.
const LIBRARY: &str = "carnelian_monocypher";

/// The headers.
const HEADERS: [&str; 2] = ["monocypher.h", "monocypher-ed25519.h"];

/// The programs, which check themselves.
const PROGRAMS: [&str; 2] = ["answers.c", "edges.c"];

/// The warnings that a program must not raise.
const STRICT: [&str; 5] = ["-Wall", "-Wextra", "-pedantic", "-Werror", "-O1"];

#[test]
fn with_the_shared_library() {
    build_and_run("shared", &["-std=c99"], &shared());
}

#[test]
fn with_the_static_library() {
    build_and_run("static", &["-std=c99"], &archive());
}

#[test]
fn under_the_sanitizers() {
    let options = ["-std=c99", "-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"];
    build_and_run("sanitized", &options, &archive());
}

/// Valgrind has no model of AVX-512.
#[test]
#[ignore = "slow; .ci/deep runs it"]
fn under_valgrind() {
    if !all_exist(&["cc", "valgrind"]) {
        return;
    }
    for source in PROGRAMS {
        let mut command = Command::new("valgrind");
        command.args(["-q", "--error-exitcode=9", "--leak-check=full", "--errors-for-leak-kinds=definite"]);
        run(command.arg(build("cc", source, "valgrind", &["-std=c99", "-g"], &archive())).env("CARNELIAN_CPU", "avx2"));
    }
}

#[test]
fn the_headers_alone() {
    if !all_exist(&["cc", "c++"]) {
        return;
    }
    for header in HEADERS {
        for (compiler, language, standards) in
            [("cc", "c", &["c99", "c11", "c2x"][..]), ("c++", "c++", &["c++11", "c++20"])]
        {
            for standard in standards {
                let mut command = Command::new(compiler);
                command.args(["-x", language, &format!("-std={standard}"), "-fsyntax-only"]).args(STRICT);
                run(command.arg("-Wconversion").arg(root().join("include").join(header)));
            }
        }
    }
}

#[test]
fn in_a_namespace_of_cpp() {
    if all_exist(&["c++"]) {
        run(&mut Command::new(build("c++", "namespace.cpp", "namespace", &["-std=c++11"], &shared())));
    }
}

#[test]
fn structs_have_the_sizes_of_the_headers() {
    if !all_exist(&["cc"]) {
        return;
    }
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
    // The guide begins with a table of the contexts and their sizes.
    let guide = include_str!("../../../docs/guide/monocypher.md");
    for (name, size) in expected.iter().filter(|(name, _)| name.ends_with("_ctx")) {
        assert!(guide.contains(&format!("| `{name}` | {size} |")), "the guide gives {name} another size than {size}");
    }
    let expected: String = expected.iter().map(|(name, size)| format!("{name} {size}\n")).collect();
    assert_eq!(run(&mut Command::new(build("cc", "sizes.c", "sizes", &["-std=c99"], &shared()))), expected);
}

/// Builds every program with these options, and runs it.
fn build_and_run(kind: &str, options: &[&str], library: &[String]) {
    if !all_exist(&["cc"]) {
        return;
    }
    for source in PROGRAMS {
        run(&mut Command::new(build("cc", source, kind, options, library)));
    }
}

/// Compiles `tests/c/{source}` and returns the program.
fn build(compiler: &str, source: &str, kind: &str, options: &[&str], library: &[String]) -> PathBuf {
    let program = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{LIBRARY}-{kind}-{source}")).with_extension("");
    let mut command = Command::new(compiler);
    command.args(options).args(STRICT).arg("-I").arg(root().join("include"));
    run(command.arg(root().join("tests/c").join(source)).args(library).arg("-o").arg(&program));
    program
}

/// Returns the options that link with the shared library.
fn shared() -> Vec<String> {
    let folder = artifacts().display().to_string();
    vec![format!("-L{folder}"), format!("-l{LIBRARY}"), format!("-Wl,-rpath,{folder}")]
}

/// Returns the options that link with the static library, and with what the standard library of Rust needs.
fn archive() -> Vec<String> {
    let archive = artifacts().join(format!("lib{LIBRARY}.a")).display().to_string();
    [&archive, "-lpthread", "-ldl", "-lm"].map(str::to_owned).to_vec()
}

/// Returns the folder of this test, into which cargo puts the libraries too.
fn artifacts() -> PathBuf {
    let test = env::current_exe().expect("a test knows its path");
    test.parent().expect("a file is in a folder").to_owned()
}

/// Returns the folder of this package.
fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Runs a command that must succeed, and returns its output. The library is the one beside this test: cargo sets a path
/// for loaders on which an older one may come first.
fn run(command: &mut Command) -> String {
    let output =
        command.env("LD_LIBRARY_PATH", artifacts()).output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}: {}\n{errors}", output.status);
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// Returns whether all of these programs are installed; if not, reports that the test is skipped.
fn all_exist(programs: &[&str]) -> bool {
    let is_missing = |program: &&&str| Command::new(program).arg("--version").output().is_err();
    let missing = programs.iter().find(is_missing);
    missing.inspect(|program| skipped(&format!("{program} is not installed"))).is_none()
}
