//! The library, as it is installed or as the tests' own build has it, and programs that are built against it.

use crate::skipped::skipped;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

/// A folder in which the library is installed, and beside which programs are built.
pub(crate) struct Prefix(PathBuf);

impl Prefix {
    /// Installs the library and a second one, once for all tests. Returns nothing, and reports that the test is skipped, if a program
    /// that the test needs is not on this machine.
    pub(crate) fn get(needed: &[&str]) -> Option<&'static Self> {
        static PREFIX: OnceLock<Prefix> = OnceLock::new();
        let needed = [needed, &["pkg-config", "ld", "objcopy", "ar"]].concat();
        are_there(&needed).then(|| PREFIX.get_or_init(Self::install))
    }

    /// Returns the library of this build, without installing it. Returns nothing, and reports that the test is skipped,
    /// if a program that the test needs is not on this machine.
    pub(crate) fn of_this_build(needed: &[&str]) -> Option<Self> {
        let built = Self(Path::new(env!("CARGO_TARGET_TMPDIR")).join("built"));
        // Building the library that is installed puts that one in its place, which programs look for under another name.
        let version = concat!(env!("CARGO_PKG_VERSION_MAJOR"), ".", env!("CARGO_PKG_VERSION_MINOR"));
        let link = built.lib().join(format!("libcarnelian.so.{version}"));
        fs::create_dir_all(built.lib()).expect("the folder can be created");
        let _ = std::os::unix::fs::symlink(beside_the_test().join("libcarnelian_capi.so"), link);
        are_there(needed).then_some(built)
    }

    fn install() -> Self {
        let prefix = Self(Path::new(env!("CARGO_TARGET_TMPDIR")).join("prefix"));
        let mut xtask = Command::new(env!("CARGO"));
        xtask.current_dir(env!("CARGO_MANIFEST_DIR"));
        xtask.args(["run", "--quiet", "--release", "--package", "xtask", "--", "capi", "--prefix"]).arg(&prefix.0);
        prefix.run(xtask.args(["--only", "carnelian", "--only", "carnelian-sodium"]));
        prefix
    }

    pub(crate) fn root(&self) -> &Path {
        &self.0
    }

    pub(crate) fn lib(&self) -> PathBuf {
        self.0.join("lib")
    }

    /// Returns a new, empty folder.
    pub(crate) fn scratch(&self, name: &str) -> PathBuf {
        let folder = self.0.with_file_name(name);
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).expect("the folder can be created");
        folder
    }

    /// Returns the path of a built program.
    pub(crate) fn program(&self, stem: &str, kind: &str) -> PathBuf {
        self.0.with_file_name(format!("{stem}-{kind}"))
    }

    /// Returns the options for the shared library of this build, which cargo puts beside the test.
    pub(crate) fn built(&self) -> Vec<String> {
        let folder = beside_the_test().display().to_string();
        let include = Path::new(env!("CARGO_MANIFEST_DIR")).join("include");
        let link = format!("-Wl,-rpath,{folder}");
        [format!("-I{}", include.display()), format!("-L{folder}"), "-lcarnelian_capi".to_owned(), link].to_vec()
    }

    /// Returns the options for the shared library, from pkg-config.
    pub(crate) fn shared(&self) -> Vec<String> {
        self.pkg_config(&["--cflags", "--libs"], &["carnelian"])
    }

    /// Returns the options for the static library.
    pub(crate) fn archive(&self) -> Vec<String> {
        self.archives(&["carnelian"])
    }

    /// Returns the options for the static libraries of these names, as docs/guide/c.md has them.
    pub(crate) fn archives(&self, names: &[&str]) -> Vec<String> {
        let options = self.pkg_config(&["--static", "--cflags", "--libs"], names).into_iter();
        let archive = |option: String| match option.strip_prefix("-lcarnelian") {
            Some(rest) => format!("-l:libcarnelian{rest}.a"),
            None => option,
        };
        options.map(archive).collect()
    }

    fn pkg_config(&self, options: &[&str], names: &[&str]) -> Vec<String> {
        let mut command = Command::new("pkg-config");
        command.args(options).args(names).env("PKG_CONFIG_PATH", self.lib().join("pkgconfig"));
        self.run(&mut command).split_whitespace().map(str::to_owned).collect()
    }

    /// Builds a program. `options` are those that name the language and the library.
    pub(crate) fn build(&self, source: &Path, kind: &str, options: impl Fn(&Self, &mut Command)) -> PathBuf {
        let stem = source.file_stem().and_then(OsStr::to_str).expect("a source has a name");
        let program = self.program(stem, kind);
        let mut command = Command::new(if kind == "cpp" { "c++" } else { "cc" });
        command.arg("-o").arg(&program);
        let mut given = Command::new("");
        options(self, &mut given);
        // The source stands before the libraries that it needs, and after the option that names its language.
        let (libraries, others): (Vec<_>, Vec<_>) =
            given.get_args().partition(|option| option.to_string_lossy().starts_with("-l"));
        self.run(command.args(others).arg(source).args(libraries));
        program
    }

    /// Runs a command, with the installed library where the loader looks, and returns what it prints.
    pub(crate) fn run(&self, command: &mut Command) -> String {
        let output = command.env("LD_LIBRARY_PATH", self.lib()).output();
        let output = output.unwrap_or_else(|error| panic!("{command:?}: {error}"));
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        assert!(output.status.success(), "{command:?}\n{}{}", text(&output.stdout), text(&output.stderr));
        text(&output.stdout)
    }
}

/// Returns whether these programs are on this machine, and reports the first that is not.
fn are_there(programs: &[&str]) -> bool {
    let missing = programs.iter().find(|program| !is_there(program));
    if let Some(program) = missing {
        skipped(&format!("{program} is not installed"));
    }
    missing.is_none()
}

/// Returns whether a program is on this machine.
pub(crate) fn is_there(program: &str) -> bool {
    Command::new(program).arg("--version").output().is_ok_and(|output| output.status.success())
}

/// Returns the folder in which cargo puts the libraries and the tests of a build.
fn beside_the_test() -> PathBuf {
    let test = std::env::current_exe().expect("a test knows its path");
    test.parent().expect("a file is in a folder").to_owned()
}
