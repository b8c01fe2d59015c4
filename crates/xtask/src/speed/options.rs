//! Effects of compiler options on other libraries: libsodium with and without its assembly, TweetNaCl and Monocypher,
//! each compiled from source as a shared library.
//!
//! docs/measuring/benchmarking.md describes what the chore does and how to read its table.

use super::benchmarks;
use super::build::Build;
use super::command::{Bench, Preset, page};
use super::kept::Table;
use super::replace;
use crate::{run, workspace};
use anyhow::{Context, Result, ensure};
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The arguments of `cargo xtask peer-options`.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// Operations to measure, as for `carnelian bench`; all that the libraries have if none is given
    patterns: Vec<String>,
    /// How much time to take for each set of options
    #[arg(long, value_enum, default_value = "quick")]
    preset: Preset,
    /// Monocypher's source, the folder with `src/monocypher.c`; without it, Monocypher is left out
    #[arg(long, value_name = "DIR")]
    monocypher: Option<PathBuf>,
    /// Where the libraries, the results and the table go
    #[arg(long, value_name = "DIR", default_value = "target/options")]
    output: PathBuf,
    /// Keep the results in benchmarks/ and make the repository's pages from them
    #[arg(long)]
    keep: bool,
}

/// A set of options for the C compiler and for libsodium's `configure`.
#[derive(Debug, PartialEq, Eq)]
struct Set {
    /// The name of the result's file.
    file: &'static str,
    /// The name in the table.
    name: &'static str,
    flags: &'static [&'static str],
    /// Whether libsodium gets its code for some CPUs alone.
    assembly: bool,
}

/// All sets; the others are compared with the first.
const SETS: [Set; 5] = [
    Set { file: "O3", name: "-O3", flags: &["-O3"], assembly: true },
    Set { file: "O2", name: "-O2", flags: &["-O2"], assembly: true },
    Set { file: "Os", name: "-Os", flags: &["-Os"], assembly: true },
    Set { file: "O3-native", name: "-O3 -march=native", flags: &["-O3", "-march=native"], assembly: true },
    Set { file: "O3-no-assembly", name: "-O3, without assembly", flags: &["-O3"], assembly: false },
];

/// Compiles the libraries with each set, measures set by set, and writes the table.
///
/// # Errors
/// If a source is missing, or a build, a run or the report fails.
pub(crate) fn run(options: &Options) -> Result<()> {
    let folder = workspace::root().join(&options.output);
    let program = Build::ordinary(false).make()?;
    let sources = Sources::find(options.monocypher.as_deref())?;
    let libraries: Vec<_> =
        SETS.iter().map(|set| sources.compile(set, &folder.join(set.file))).collect::<Result<_>>()?;

    let mut results = Vec::new();
    for (set, peer_libs) in SETS.iter().zip(&libraries) {
        eprintln!("measuring {}", set.name);
        let output = folder.join(format!("{}.json", set.file));
        let peers: Vec<String> = peer_libs.iter().map(|lib| reported(lib)).collect();
        let (patterns, preset, peers) = (&options.patterns, options.preset, peers.join(","));
        let bench = Bench {
            patterns,
            preset,
            compare: false,
            peers: Some(&peers),
            tier: None,
            peer_builds: vec![],
            peer_libs,
            output: &output,
        };
        bench.run(&program)?;
        name_build(&output, set.name)?;
        results.push(output);
    }
    let table = folder.join("options.md");
    replace(&table, &page(&program, &results, &["--view", "profiles"])?)?;
    println!("{}", table.display());
    if options.keep { benchmarks::keep(Table::Options, &program, &results) } else { Ok(()) }
}

/// Returns the name of a shared library in reports, from `NAME=FILE`.
fn reported(peer_lib: &str) -> String {
    format!("{} (shared)", peer_lib.split('=').next().unwrap_or(peer_lib))
}

/// Writes the set's name into a result, as that of the build: what differs is how the other libraries were built. Rows
/// of operations that only ours has are left out.
fn name_build(path: &Path, name: &str) -> Result<()> {
    let reading = || format!("reading {}", path.display());
    let text = fs::read_to_string(path).with_context(reading)?;
    let mut result: Value = serde_json::from_str(&text).with_context(reading)?;
    result["build"] = name.into();
    let rows = result["rows"].as_array_mut().with_context(reading)?;
    let theirs: Vec<Value> =
        rows.iter().filter(|row| row["library"] != "carnelian").map(|row| row["operation"].clone()).collect();
    rows.retain(|row| theirs.contains(&row["operation"]));
    replace(path, &serde_json::to_string_pretty(&result)?)
}

/// Where the sources are.
struct Sources {
    /// The archive in the crate `libsodium-sys-stable`.
    libsodium: PathBuf,
    /// The file in the crate `tweetnacl-sys`.
    tweetnacl: PathBuf,
    monocypher: Option<PathBuf>,
}

impl Sources {
    /// Finds the sources of the crates that peers are built from.
    fn find(monocypher: Option<&Path>) -> Result<Self> {
        let monocypher = monocypher.map(|folder| folder.join("src"));
        if let Some(folder) = &monocypher {
            ensure!(folder.join("monocypher.c").is_file(), "{} has no monocypher.c", folder.display());
        }
        Ok(Self {
            libsodium: of_crate("libsodium-sys-stable", "LATEST.tar.gz")?,
            tweetnacl: of_crate("tweetnacl-sys", "src/tweetnacl.c")?,
            monocypher,
        })
    }

    /// Compiles the libraries in a folder; returns `NAME=FILE` of each.
    fn compile(&self, set: &Set, folder: &Path) -> Result<Vec<String>> {
        eprintln!("compiling for {}", set.name);
        fs::create_dir_all(folder).with_context(|| format!("making {}", folder.display()))?;
        let mut libraries = vec![format!("libsodium={}", self.libsodium(set, folder)?.display())];
        libraries.push(format!("tweetnacl={}", self.tweetnacl(set, folder)?.display()));
        if let Some(source) = &self.monocypher {
            let library = folder.join("libmonocypher.so.4");
            let optional = source.join("optional/monocypher-ed25519.c");
            let files = [source.join("monocypher.c"), optional];
            shared(set, &files, std::slice::from_ref(source), &library)?;
            libraries.push(format!("monocypher={}", library.display()));
        }
        Ok(libraries)
    }

    fn libsodium(&self, set: &Set, folder: &Path) -> Result<PathBuf> {
        let source = folder.join("libsodium");
        if source.exists() {
            fs::remove_dir_all(&source).with_context(|| format!("removing {}", source.display()))?;
        }
        fs::create_dir_all(&source).with_context(|| format!("making {}", source.display()))?;
        run::run(
            Command::new("tar").arg("-xzf").arg(&self.libsodium).arg("--strip-components=1").current_dir(&source),
        )?;
        let mut configure = Command::new(source.join("configure"));
        configure.args(["--quiet", "--disable-static", "--disable-dependency-tracking"]).current_dir(&source);
        configure.env("CFLAGS", set.flags.join(" "));
        if !set.assembly {
            // According to its help, this also leaves out what is written in intrinsics for some CPUs.
            configure.arg("--disable-asm");
        }
        run::output(&mut configure)?;
        run::output(Command::new("make").args(["--silent", "--jobs", "2"]).current_dir(&source))?;
        let library = source.join("src/libsodium/.libs/libsodium.so");
        ensure!(library.is_file(), "libsodium's build made no {}", library.display());
        Ok(library)
    }

    /// Compiles TweetNaCl, which leaves it to the program to draw randomness.
    fn tweetnacl(&self, set: &Set, folder: &Path) -> Result<PathBuf> {
        let random = folder.join("randombytes.c");
        replace(&random, RANDOMBYTES)?;
        let library = folder.join("libtweetnacl.so.20140427");
        shared(set, &[self.tweetnacl.clone(), random], &[], &library)?;
        Ok(library)
    }
}

/// The function that TweetNaCl calls for randomness. Nothing that is measured calls it.
const RANDOMBYTES: &str = "void randombytes(unsigned char *to, unsigned long long count) {\n    \
                           while (count--) *to++ = 0;\n}\n";

/// Compiles C files to a shared library.
fn shared(set: &Set, files: &[PathBuf], includes: &[PathBuf], library: &Path) -> Result<()> {
    let mut cc = Command::new("cc");
    cc.args(set.flags).args(["-fPIC", "-shared", "-w", "-o"]).arg(library).args(files);
    cc.args(includes.iter().map(|folder| format!("-I{}", folder.display())));
    run::run(&mut cc)
}

/// Returns a file of a crate that the workspace locks.
fn of_crate(name: &str, file: &str) -> Result<PathBuf> {
    let metadata =
        run::output(run::cargo(None).args(["metadata", "--format-version", "1", "--locked", "--all-features"]))?;
    let metadata: Value = serde_json::from_str(&metadata).context("`cargo metadata` writes no JSON")?;
    let packages = metadata["packages"].as_array().context("`cargo metadata` lists no packages")?;
    let manifest = packages.iter().find(|package| package["name"] == name);
    let manifest = manifest.and_then(|package| package["manifest_path"].as_str());
    let folder = Path::new(manifest.with_context(|| format!("the workspace does not lock {name}"))?).parent();
    let path = folder.context("a manifest has a folder")?.join(file);
    ensure!(path.is_file(), "{name} has no {file}");
    Ok(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sources_are_those_that_the_workspace_locks() {
        let sources = Sources::find(None).unwrap();
        assert!(sources.libsodium.ends_with("LATEST.tar.gz") && sources.tweetnacl.ends_with("tweetnacl.c"));
        assert!(of_crate("no-such-crate", "x").unwrap_err().to_string().contains("does not lock"));
        assert!(of_crate("tweetnacl-sys", "no.c").unwrap_err().to_string().contains("has no no.c"));
        assert!(Sources::find(Some(Path::new("/nowhere"))).is_err());
    }

    #[test]
    fn tweetnacl_becomes_a_shared_library() {
        let folder = tempfile::tempdir().unwrap();
        let library = Sources::find(None).unwrap().tweetnacl(&SETS[0], folder.path()).unwrap();
        assert!(fs::read(library).unwrap().starts_with(b"\x7fELF"));
    }

    #[test]
    fn a_result_gets_the_name_of_the_options_and_keeps_shared_operations() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("O2.json");
        let row = |library: &str, operation: &str| serde_json::json!({ "library": library, "operation": operation });
        let rows = [row("carnelian", "a"), row("carnelian", "b"), row("libsodium (shared)", "a")];
        fs::write(&path, serde_json::json!({ "build": "release", "rows": rows }).to_string()).unwrap();
        name_build(&path, "-O2").unwrap();
        let result: Value = serde_json::from_str(&fs::read_to_string(&path).unwrap()).unwrap();
        assert_eq!((result["build"].as_str(), result["rows"].as_array().unwrap().len()), (Some("-O2"), 2));
        assert_eq!(reported("libsodium=/x/y.so"), "libsodium (shared)");
    }

    #[test]
    fn sets_have_names_of_their_own() {
        for (i, set) in SETS.iter().enumerate() {
            assert!(SETS[..i].iter().all(|other| other.file != set.file && other.name != set.name));
        }
    }
}
