//! Compiles programs in C against a header and a built library, and runs them: linked with the static and with the
//! shared library, under the sanitizers of the compiler, and under valgrind. Other crates with a C interface share
//! this file.

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

/// The libraries that the standard library of Rust needs.
const SYSTEM: [&str; 3] = ["-lpthread", "-ldl", "-lm"];

/// A crate with a C interface.
pub(crate) struct Library {
    /// The name of its library files.
    pub(crate) name: &'static str,
    /// The folder of its manifest.
    pub(crate) root: &'static str,
}

impl Library {
    /// Compiles every program in `tests/c` in every way but for valgrind, and runs it.
    pub(crate) fn run_programs(&self) {
        if !is_there("cc") {
            return skipped("there is no C compiler");
        }
        for source in files(&Path::new(self.root).join("tests/c"), "c") {
            println!("{}", source.display());
            let alone = self.build(&source, "static", &[], &self.built("a"));
            run(&alone, &[], &[]);
            if cfg!(target_os = "linux") {
                let shared = self.build(&source, "shared", &[], &self.built("so"));
                run(&shared, &[], &[]);
                let flags = ["-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"];
                run(&self.build(&source, "sanitized", &flags, &self.built("a")), &[], &[]);
            }
        }
    }

    /// Compiles every program in `tests/c` and runs it under valgrind, which has no model of AVX-512.
    pub(crate) fn run_under_valgrind(&self) {
        if !is_there("cc") || !is_there("valgrind") {
            return skipped("there is no C compiler or no valgrind");
        }
        for source in files(&Path::new(self.root).join("tests/c"), "c") {
            let program = self.build(&source, "valgrind", &[], &self.built("a"));
            let checked =
                ["valgrind", "-q", "--error-exitcode=9", "--leak-check=full", "--errors-for-leak-kinds=definite"];
            run(&program, &checked, &[("CARNELIAN_CPU", "avx2")]);
        }
    }

    /// Compiles every header as C and as C++, except those that only stop the compiler.
    pub(crate) fn compile_headers(&self) {
        let include = Path::new(self.root).join("include");
        let stops = |header: &PathBuf| fs::read_to_string(header).is_ok_and(|text| text.contains("\n#error "));
        for header in files(&include, "h").into_iter().filter(|header| !stops(header)) {
            for (compiler, language, standard) in [("cc", "c", "c99"), ("c++", "c++", "c++11")] {
                if is_there(compiler) {
                    let mut command = Command::new(compiler);
                    command.args(["-x", language, &format!("-std={standard}"), "-fsyntax-only"]).args(STRICT);
                    succeed(command.arg("-I").arg(&include).arg(&header));
                }
            }
        }
    }

    fn build(&self, source: &Path, kind: &str, flags: &[&str], library: &Path) -> PathBuf {
        let stem = source.file_stem().and_then(OsStr::to_str).expect("a source file has a name");
        let program = self.folder().join(format!("{}-{stem}-{kind}", self.name));
        let mut command = Command::new("cc");
        command.arg("-std=c99").args(STRICT).args(flags);
        command.arg("-I").arg(Path::new(self.root).join("include")).arg("-o").arg(&program).arg(source).arg(library);
        command.arg(format!("-Wl,-rpath,{}", self.folder().display())).args(SYSTEM);
        succeed(&mut command);
        program
    }

    /// Returns the path of the library with this extension, which stands beside the test.
    fn built(&self, extension: &str) -> PathBuf {
        self.folder().join(format!("lib{}.{extension}", self.name))
    }

    /// Returns the folder that cargo builds the test and the libraries in.
    fn folder(&self) -> PathBuf {
        let test = env::current_exe().expect("the test has a path");
        test.parent().expect("the test is in a folder").to_owned()
    }
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

/// Returns whether a program is on this machine.
pub(crate) fn is_there(program: &str) -> bool {
    Command::new(program).arg("--version").output().is_ok_and(|output| output.status.success())
}

/// Runs a program, behind another one if `before` names it. Cargo sets a path for loaders, on which an older library may
/// come before the one that the program was linked with.
fn run(program: &Path, before: &[&str], variables: &[(&str, &str)]) {
    let mut command = match before.split_first() {
        Some((first, rest)) => {
            let mut command = Command::new(first);
            command.args(rest).arg(program);
            command
        }
        None => Command::new(program),
    };
    succeed(command.env_remove("LD_LIBRARY_PATH").envs(variables.iter().copied()));
}

fn succeed(command: &mut Command) {
    let output = command.output().expect("the command can be run");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    assert!(output.status.success(), "{command:?}\n{}{}", text(&output.stdout), text(&output.stderr));
}
