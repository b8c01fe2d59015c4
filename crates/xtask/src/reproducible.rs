//! Checks that a release has no path of the machine that built it, and is the same wherever it is built.
//!
//! Panics name the file and the line where they arise, and the files of dependencies are in the home of cargo. The flags
//! that [`flags`] returns replace these paths; those of the workspace are relative, and those of the standard library
//! were replaced by its makers.

use crate::{run, workspace};
use anyhow::{Context, Result, ensure};
use clap::Args;
use std::env;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The options of the chore.
#[derive(Args)]
pub(crate) struct Options {
    /// Prints the flags for rustc with which releases are built, for the variable RUSTFLAGS, and stops
    #[arg(long)]
    flags: bool,
}

/// The command as it is installed.
const BUILD: &[&str] =
    &["build", "--locked", "--profile", "dist", "--package", "carnelian-cli", "--no-default-features"];

/// The place of the command in a target directory.
const COMMAND: &str = "dist/carnelian";

/// Prints the flags, or builds the command in two folders, with two homes of cargo, and compares the two files.
///
/// # Errors
/// If a build fails, the files differ, or one has a path of this machine.
pub(crate) fn run(options: &Options) -> Result<()> {
    let here =
        Place { source: workspace::root(), home: home()?, target: workspace::target_directory().join("reproducible") };
    if options.flags {
        println!("{}", flags(&here).join(" "));
        return Ok(());
    }
    let other = Place::another(&here)?;
    let files = [here.build()?, other.build()?];
    for place in [&here, &other] {
        for (name, path) in
            [("the sources", &place.source), ("cargo's home", &place.home), ("the target", &place.target)]
        {
            for file in &files {
                ensure!(
                    !contains(file, path.as_os_str()),
                    "the command contains the path of {name}, {}",
                    path.display()
                );
            }
        }
    }
    ensure!(
        files[0] == files[1],
        "two builds of the command differ: {} and {}",
        here.command().display(),
        other.command().display()
    );
    println!("two builds in two folders are the same {} bytes, and have no path of either", files[0].len());
    Ok(())
}

/// Folders in which a build takes place.
struct Place {
    /// The sources of the workspace.
    source: PathBuf,
    /// The home of cargo, with the sources of dependencies.
    home: PathBuf,
    /// The target directory.
    target: PathBuf,
}

impl Place {
    /// Makes another one: a copy of the files that git knows, and a home whose registry is a link to that of this one.
    fn another(here: &Self) -> Result<Self> {
        let folder = env::temp_dir().join(format!("another-place-{}", std::process::id()));
        let other = Self { source: folder.join("sources"), home: folder.join("home"), target: folder.join("built") };
        for folder in [&other.source, &other.home] {
            fs::create_dir_all(folder).with_context(|| format!("making {}", folder.display()))?;
        }
        let mut list = Command::new("git");
        let files = run::output(
            list.args(["ls-files", "--cached", "--others", "--exclude-standard"]).current_dir(&here.source),
        )?;
        for file in files.lines().filter(|file| here.source.join(file).is_file()) {
            let copy = other.source.join(file);
            if let Some(folder) = copy.parent() {
                fs::create_dir_all(folder)?;
            }
            fs::copy(here.source.join(file), &copy).with_context(|| format!("copying {file}"))?;
        }
        for name in ["registry", "git"] {
            let original = here.home.join(name);
            if original.exists() {
                link(&original, &other.home.join(name))?;
            }
        }
        Ok(other)
    }

    fn command(&self) -> PathBuf {
        self.target.join(COMMAND).with_extension(env::consts::EXE_EXTENSION)
    }

    /// Builds the command and returns its bytes.
    fn build(&self) -> Result<Vec<u8>> {
        let mut cargo = run::cargo(None);
        cargo.args(BUILD).current_dir(&self.source).env("CARGO_HOME", &self.home).env("CARGO_TARGET_DIR", &self.target);
        encode(&mut cargo, &flags(self));
        run::run(&mut cargo)?;
        fs::read(self.command()).with_context(|| format!("reading {}", self.command().display()))
    }
}

/// Lets a command of this workspace compile without a path of this machine.
///
/// # Errors
/// If there is no home of cargo.
pub(crate) fn without_paths(command: &mut Command) -> Result<()> {
    let here = Place { source: workspace::root(), home: home()?, target: workspace::target_directory() };
    encode(command, &flags(&here));
    Ok(())
}

/// Passes flags to rustc that may contain spaces.
fn encode(command: &mut Command, flags: &[String]) {
    command.env_remove("RUSTFLAGS").env("CARGO_ENCODED_RUSTFLAGS", flags.join("\x1f"));
}

/// Returns the flags of rustc that replace the paths of a place. Where several match, the last one counts.
fn flags(place: &Place) -> Vec<String> {
    let replaced = [
        (place.source.clone(), "/carnelian"),
        (place.target.clone(), "/target"),
        (place.home.join("git").join("checkouts"), "/git"),
        (place.home.join("registry").join("src"), "/registry"),
    ];
    replaced.iter().map(|(path, name)| format!("--remap-path-prefix={}={name}", path.display())).collect()
}

/// Returns the home of cargo.
///
/// # Errors
/// If there is none.
pub(crate) fn home() -> Result<PathBuf> {
    let home = env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| Some(env::home_dir()?.join(".cargo")));
    home.context("there is no home of cargo")
}

/// Returns whether a file contains a path.
fn contains(file: &[u8], path: &OsStr) -> bool {
    let path = path.as_encoded_bytes();
    file.windows(path.len()).any(|window| window == path)
}

#[cfg(unix)]
fn link(original: &Path, link: &Path) -> Result<()> {
    std::os::unix::fs::symlink(original, link).with_context(|| format!("linking {}", link.display()))
}

#[cfg(not(unix))]
fn link(original: &Path, link: &Path) -> Result<()> {
    anyhow::bail!("{} cannot be linked as {} on this system", original.display(), link.display())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_found_wherever_they_are() {
        assert!(contains(b"a /home/me/.cargo b", OsStr::new("/home/me")));
        assert!(!contains(b"a /home/you/.cargo b", OsStr::new("/home/me")));
        assert!(!contains(b"", OsStr::new("/home/me")));
    }

    #[test]
    fn every_folder_is_replaced_and_the_registry_last() {
        let place = Place { source: "/s".into(), home: "/s/h".into(), target: "/s/t".into() };
        let flags = flags(&place);
        assert_eq!(flags.len(), 4);
        assert_eq!(flags[0], "--remap-path-prefix=/s=/carnelian");
        assert!(flags[3].ends_with("=/registry"));
    }
}
