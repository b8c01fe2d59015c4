//! The static libraries, one and two of them, in programs in C and in Rust with each linker.

use crate::prefix::{Prefix, is_there};
use crate::skipped::skipped;
use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The linkers, by the names that compilers give them.
const LINKERS: [&str; 4] = ["bfd", "gold", "lld", "mold"];

/// The libraries that a program is linked with.
const ONE_AND_TWO: [&[&str]; 2] = [&["carnelian"], &["carnelian", "carnelian-sodium"]];

/// Ways to link a program in C: with shared libraries of the system, without any, and the latter at any address.
const KINDS: [&str; 3] = ["-pie", "-static", "-static-pie"];

#[test]
#[ignore = "installs the library, another build; .ci/deep runs it"]
fn programs_in_c() {
    let Some(prefix) = Prefix::get(&["cc"]) else { return };
    for linker in linkers() {
        for libraries in ONE_AND_TWO {
            // Gold does not know the option `--no-dynamic-linker`, with which compilers ask for a static PIE.
            for kind in KINDS.into_iter().filter(|kind| *kind != "-static-pie" || linker.name != "gold") {
                let mut compile = Command::new("cc");
                compile.args([&format!("-fuse-ld={}", linker.name), kind, "-std=c99"]).args(crate::STRICT);
                compile.args(linker.folder.as_ref().map(|folder| format!("-B{}", folder.display())));
                if libraries.len() == 2 {
                    compile.arg("-DTWO");
                }
                let program = prefix.program("linked", &format!("{}-{}{kind}", linker.name, libraries.len()));
                compile.arg(source("program.c")).arg("-o").arg(&program).args(prefix.archives(libraries));
                prefix.run(&mut compile);
                assert_eq!(prefix.run(&mut Command::new(program)), "right\n");
            }
        }
    }
}

/// The compiler's own choice of a linker is one of the cases.
#[test]
#[ignore = "installs the library, another build; .ci/deep runs it"]
fn programs_in_rust() {
    let Some(prefix) = Prefix::get(&["cc", "rustc"]) else { return };
    let chosen = linkers().into_iter().map(|linker| linker.name).map(Some);
    for linker in [None].into_iter().chain(chosen) {
        for libraries in ONE_AND_TWO {
            let program = prefix.program("rust", &format!("{}-{}", linker.unwrap_or("default"), libraries.len()));
            let mut compile = Command::new("rustc");
            compile.args(["--edition", "2024", "-L"]).arg(prefix.lib());
            compile.args(libraries.iter().map(|library| format!("-lstatic={library}")));
            if libraries.len() == 2 {
                compile.args(["--cfg", "two"]);
            }
            compile.args(linker.map(|name| format!("-Clink-arg=-fuse-ld={name}")));
            prefix.run(compile.arg(source("program.rs")).arg("-o").arg(&program));
            assert_eq!(prefix.run(&mut Command::new(program)), "right\n");
        }
    }
}

/// A linker, and the folder in which a compiler of C looks for it first.
struct Linker {
    name: &'static str,
    folder: Option<PathBuf>,
}

/// Returns the linkers of this machine, and reports those that are missing. The toolchain of Rust contains lld.
fn linkers() -> Vec<Linker> {
    let mut found = Vec::new();
    for name in LINKERS {
        let folder = (name == "lld").then(folder_of_lld).flatten();
        let program = if name == "mold" { name.to_owned() } else { format!("ld.{name}") };
        if folder.is_some() || is_there(&program) {
            found.push(Linker { name, folder });
        } else {
            skipped(&format!("the linker {name} is not installed"));
        }
    }
    found
}

/// Returns the folder in which the toolchain has a program `ld.lld`.
fn folder_of_lld() -> Option<PathBuf> {
    let output = Command::new("rustc").args(["--print", "target-libdir"]).output().ok()?;
    let libraries = String::from_utf8(output.stdout).ok()?;
    let folder = Path::new(libraries.trim()).with_file_name("bin").join("gcc-ld");
    folder.join("ld.lld").exists().then_some(folder)
}

fn source(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/linking").join(name)
}
