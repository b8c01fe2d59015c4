//! Programs in C, those of `tests/c` and `examples`, compiled and run: against the shared library of this build, and,
//! where ignored tests are asked for, against the library as `cargo xtask capi --prefix` builds and installs it: shared
//! and static, with every linker, as C++, under the sanitizers of the compiler, under valgrind, and through CMake. What is
//! missing on a machine is left out, and a line says so.

mod linkers;
mod prefix;
#[path = "../../../carnelian/tests/skipped/mod.rs"]
mod skipped;

use prefix::Prefix;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The warnings that a program must not raise.
const STRICT: [&str; 5] = ["-Wall", "-Wextra", "-pedantic", "-Werror", "-O1"];

#[test]
fn with_the_library_of_this_build() {
    let Some(library) = Prefix::of_this_build(&["cc"]) else { return };
    for source in programs() {
        let program = library.build(&source, "built", |library, command| {
            command.arg("-std=c99").args(STRICT).args(library.built());
        });
        compare(&source, &library.run(&mut Command::new(program)));
    }
}

/// The tests of C, on a thread with as much stack as docs/guide/c.md says, in portable code too.
#[test]
fn on_a_small_stack() {
    let Some(library) = Prefix::of_this_build(&["cc"]) else { return };
    let thread = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs/on_a_small_stack.c");
    for source in programs().iter().filter(|source| source.parent().is_some_and(|folder| folder.ends_with("tests/c"))) {
        let program = library.build(source, "small-stack", |library, command| {
            command.args(["-std=c99", "-pthread", "-Dmain=program"]).args(STRICT).arg(&thread).args(library.built());
        });
        for tier in ["portable64", "avx2", "avx512"] {
            library.run(Command::new(&program).env("CARNELIAN_CPU", tier));
        }
    }
}

#[test]
#[ignore = "installs the library, another build; .ci/deep runs it"]
fn with_the_shared_library() {
    build_and_run(&["cc"], "shared", |prefix, command| {
        command.arg("-std=c99").args(STRICT).args(prefix.shared());
    });
}

#[test]
#[ignore = "installs the library, another build; .ci/deep runs it"]
fn with_the_static_library() {
    build_and_run(&["cc"], "static", |prefix, command| {
        command.arg("-std=c99").args(STRICT).args(prefix.archive());
    });
}

/// A program without what it does not call is much smaller than the library.
#[test]
#[ignore = "installs the library, another build; .ci/deep runs it"]
fn unused_functions_are_left_out() {
    build_and_run(&["cc"], "collected", |prefix, command| {
        command.args(["-std=c99", "-Wl,--gc-sections", "-s"]).args(prefix.archive());
    });
    let Some(prefix) = Prefix::get(&["cc"]) else { return };
    let program = fs::metadata(prefix.program("hash_many", "collected")).unwrap().len();
    let library = fs::metadata(prefix.lib().join("libcarnelian.so")).unwrap().len();
    assert!(program < library / 2, "a program that only hashes has {program} bytes, the library {library}");
}

#[test]
#[ignore = "installs the library, another build; .ci/deep runs it"]
fn as_cpp() {
    build_and_run(&["c++"], "cpp", |prefix, command| {
        command.args(["-x", "c++", "-std=c++11"]).args(STRICT).args(prefix.shared());
    });
}

#[test]
#[ignore = "installs the library, another build; .ci/deep runs it"]
fn under_the_sanitizers() {
    build_and_run(&["cc"], "sanitized", |prefix, command| {
        command.args(["-std=c99", "-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"]);
        command.args(STRICT).args(prefix.archive());
    });
}

/// Valgrind has no model of AVX-512. Programs that would take minutes do less if `UNDER_VALGRIND` is set.
#[test]
#[ignore = "installs the library, another build; .ci/deep runs it"]
fn under_valgrind() {
    let Some(prefix) = Prefix::get(&["cc", "valgrind"]) else { return };
    for source in programs() {
        let program = prefix.build(&source, "valgrind", |prefix, command| {
            command.args(["-std=c99", "-g"]).args(STRICT).args(prefix.archive());
        });
        let mut command = Command::new("valgrind");
        command
            .args(["-q", "--error-exitcode=9", "--leak-check=full", "--errors-for-leak-kinds=definite"])
            .arg(program)
            .env("CARNELIAN_CPU", "avx2")
            .env("UNDER_VALGRIND", "1");
        compare(&source, &prefix.run(&mut command));
    }
}

#[test]
fn the_header_alone() {
    let Some(prefix) = Prefix::of_this_build(&["cc", "c++"]) else { return };
    let header = Path::new(env!("CARGO_MANIFEST_DIR")).join("include/carnelian.h");
    for (compiler, language, standards) in
        [("cc", "c", &["c99", "c11", "c2x"][..]), ("c++", "c++", &["c++11", "c++20"])]
    {
        for standard in standards {
            let mut command = Command::new(compiler);
            command.args(["-x", language, &format!("-std={standard}"), "-fsyntax-only"]).args(STRICT);
            command.arg("-Wconversion").arg(&header);
            prefix.run(&mut command);
        }
    }
}

/// The compiler warns where a result is ignored, unless the program asks for no warnings or only wipes.
#[test]
fn an_ignored_result_is_a_warning() {
    let Some(prefix) = Prefix::of_this_build(&["cc"]) else { return };
    let folder = prefix.scratch("ignored");
    let warns = |call: &str, option: &str| {
        let source = folder.join("program.c");
        fs::write(&source, format!("#include <carnelian.h>\nvoid f(void *p) {{ {call}; }}\n")).unwrap();
        let mut compile = Command::new("cc");
        compile.args(["-std=c99", "-Werror", option, "-c"]).arg(&source).arg("-o").arg(folder.join("program.o"));
        let output = compile.arg("-I").arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("include")).output().unwrap();
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success() || errors.contains("unused-result"), "{errors}");
        !output.status.success()
    };
    for call in ["carnelian_verify(p, p, 1)", "carnelian_hasher_update(p, p, 1)", "carnelian_ctr_drbg_fill(p, p, 1)"] {
        assert!(warns(call, "-Wall"), "{call}");
        assert!(!warns(call, "-DCARNELIAN_MUST_CHECK="), "{call}");
    }
    assert!(!warns("carnelian_wipe(p, 1)", "-Wall"));
}

/// A value of `CARNELIAN_CPU` that is no tier is reported in one line, though many functions ask for the features of the
/// CPU, and the program does what it does without the variable.
#[test]
fn an_unknown_tier_is_reported_once() {
    let Some(library) = Prefix::of_this_build(&["cc"]) else { return };
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/hash_many.c");
    let program = library.build(&source, "tier", |library, command| {
        command.arg("-std=c99").args(STRICT).args(library.built());
    });
    for (value, reported) in [(None, 0), (Some(""), 0), (Some("avx2"), 0), (Some("AVX2"), 1), (Some("a\nb"), 1)] {
        let mut command = Command::new(&program);
        command.env_remove("CARNELIAN_CPU").envs(value.map(|value| ("CARNELIAN_CPU", value)));
        let output = command.env("LD_LIBRARY_PATH", library.lib()).output().unwrap();
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{value:?}: {errors}");
        assert_eq!(errors.lines().count(), reported, "{value:?}: {errors}");
        assert!(
            reported == 0 || errors.starts_with("carnelian: CARNELIAN_CPU is ignored: expected one of"),
            "{errors}"
        );
        compare(&source, &String::from_utf8_lossy(&output.stdout));
    }
}

/// A project of CMake with an example that is linked with each of the targets.
#[test]
#[ignore = "installs the library, another build; .ci/deep runs it"]
fn through_cmake() {
    let Some(prefix) = Prefix::get(&["cc", "cmake"]) else { return };
    let (project, build) = (prefix.scratch("cmake-project"), prefix.scratch("cmake-build"));
    let example = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/hash_many.c");
    let lists = format!(
        "cmake_minimum_required(VERSION 3.10)\n\
         project(example C)\n\
         find_package(carnelian 0.1 REQUIRED CONFIG)\n\
         foreach(kind carnelian carnelian-static)\n\
           add_executable(with-${{kind}} \"{}\")\n\
           target_link_libraries(with-${{kind}} PRIVATE carnelian::${{kind}})\n\
         endforeach()\n",
        example.display()
    );
    fs::write(project.join("CMakeLists.txt"), lists).unwrap();
    let mut configure = Command::new("cmake");
    configure.arg("-S").arg(&project).arg("-B").arg(&build);
    configure.arg(format!("-DCMAKE_PREFIX_PATH={}", prefix.root().display()));
    prefix.run(&mut configure);
    prefix.run(Command::new("cmake").arg("--build").arg(&build));
    for program in ["with-carnelian", "with-carnelian-static"] {
        compare(&example, &prefix.run(&mut Command::new(build.join(program))));
    }
}

/// README's example in C, which ends with 0 if the signature is valid.
#[test]
fn the_example_of_the_readme() {
    let Some(prefix) = Prefix::of_this_build(&["cc"]) else { return };
    let readme = include_str!("../../../../README.md");
    let (_, example) = readme.split_once("\n```c\n").expect("there is one");
    let (example, _) = example.split_once("\n```\n").expect("it ends");
    let source = prefix.scratch("readme").join("readme.c");
    fs::write(&source, format!("{example}\n")).unwrap();
    let program = prefix.build(&source, "built", |prefix, command| {
        command.arg("-std=c99").args(STRICT).args(prefix.built());
    });
    prefix.run(&mut Command::new(program));
}

/// Builds every program with these options, and runs it.
fn build_and_run(needed: &[&str], kind: &str, options: impl Fn(&Prefix, &mut Command)) {
    let Some(prefix) = Prefix::get(needed) else { return };
    for source in programs() {
        let program = prefix.build(&source, kind, &options);
        compare(&source, &prefix.run(&mut Command::new(program)));
    }
}

/// Compares the output of a program with the file beside its source that has it, if there is one.
fn compare(source: &Path, output: &str) {
    if let Ok(expected) = fs::read_to_string(source.with_extension("out")) {
        assert_eq!(output, expected, "{}", source.display());
    }
}

/// Returns the sources of the programs, in order.
fn programs() -> Vec<PathBuf> {
    let mut sources = Vec::new();
    for folder in ["tests/c", "examples"] {
        for entry in fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join(folder)).unwrap() {
            sources.push(entry.unwrap().path());
        }
    }
    sources.retain(|path| path.extension() == Some(OsStr::new("c")));
    sources.sort();
    sources
}
