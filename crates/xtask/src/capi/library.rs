//! The libraries with a C interface, and how one is built.

use crate::{run, workspace};
use anyhow::{Context, Result, ensure};
use object::{Object, ObjectSymbol};
use std::fs;
use std::path::PathBuf;

/// A library with a C interface.
#[derive(Clone, Copy)]
pub(super) struct Library {
    /// The name of the package.
    pub(super) package: &'static str,
    /// The name under which it is installed, without `lib`.
    pub(super) name: &'static str,
    /// A sentence for pkg-config.
    pub(super) description: &'static str,
}

/// Every library. The first is Carnelian's own; the others have the names of other libraries' functions.
pub(super) const LIBRARIES: &[Library] = &[
    Library { package: "carnelian-capi", name: "carnelian", description: "Fast, constant-time cryptography" },
    Library {
        package: "carnelian-monocypher",
        name: "carnelian-monocypher",
        description: "Carnelian under the names of Monocypher",
    },
    Library {
        package: "carnelian-tweetnacl",
        name: "carnelian-tweetnacl",
        description: "Carnelian under the names of TweetNaCl",
    },
    Library {
        package: "carnelian-lib25519",
        name: "carnelian-lib25519",
        description: "Carnelian under the names of lib25519",
    },
    Library {
        package: "carnelian-donna",
        name: "carnelian-donna",
        description: "Carnelian under the names of ed25519-donna",
    },
    Library {
        package: "carnelian-sodium",
        name: "carnelian-sodium",
        description: "Carnelian under the names of libsodium",
    },
];

/// The version of all of them.
pub(super) const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Returns the part of the version that changes with the binary interface: the first number, and before 1.0 the second
/// too. It is the one that `cargo cinstall` takes.
pub(super) fn interface_version() -> String {
    let parts: Vec<&str> = VERSION.split('.').collect();
    if parts[0] == "0" { parts[..2].join(".") } else { parts[0].to_owned() }
}

/// The files of a library that is built.
pub(super) struct Built {
    pub(super) shared: PathBuf,
    pub(super) archive: PathBuf,
    /// The options that a program linked with the archive needs.
    pub(super) native_libraries: String,
}

impl Library {
    /// Returns Carnelian's own.
    pub(super) const fn carnelian() -> Self {
        LIBRARIES[0]
    }

    /// Returns the folder of the package.
    pub(super) fn folder(self) -> PathBuf {
        let crates = workspace::root().join("crates");
        match self.package.strip_prefix("carnelian-") {
            Some(name) if self.package != Self::carnelian().package => crates.join("drop-in").join(name),
            _ => crates.join(self.package),
        }
    }

    /// Returns the name of the shared library that programs are linked with and look for.
    pub(super) fn soname(self) -> String {
        format!("lib{}.so.{}", self.name, interface_version())
    }

    /// Builds the library in the release profile, as a shared library with its soname and as an archive.
    ///
    /// # Errors
    /// If the build fails.
    pub(super) fn build(self) -> Result<Built> {
        let mut rustc = run::cargo(None);
        rustc.args(["rustc", "--release", "--lib", "--package", self.package]);
        rustc.args(["--crate-type", "cdylib,staticlib", "--message-format", "short", "--"]);
        rustc.arg(format!("-Clink-arg=-Wl,-soname,{}", self.soname()));
        rustc.args(["-Cstrip=debuginfo", "--print", "native-static-libs"]);
        let output = rustc.output().context("starting cargo")?;
        let messages = String::from_utf8_lossy(&output.stderr);
        ensure!(output.status.success(), "building {} failed:\n{messages}", self.package);
        let stated = messages.lines().find_map(|line| line.split_once("native-static-libs:"));
        let (_, native_libraries) = stated.context("the compiler does not state the native libraries")?;
        let folder = workspace::target_directory().join("release");
        let stem = format!("lib{}", self.package.replace('-', "_"));
        let built = Built {
            shared: folder.join(format!("{stem}.so")),
            archive: folder.join(format!("{stem}.a")),
            native_libraries: for_compilers_of_c(native_libraries),
        };
        Ok(built)
    }
}

/// Returns the options that a program in C needs, from those that the compiler of Rust states. A compiler of C adds the
/// library that unwinds the stack itself: the shared `gcc_s`, or, for a program without shared libraries, the static
/// `gcc_eh`. `-lgcc_s` would make the latter impossible.
fn for_compilers_of_c(stated: &str) -> String {
    stated.split_whitespace().filter(|option| *option != "-lgcc_s").collect::<Vec<_>>().join(" ")
}

impl Built {
    /// Returns the names of the functions that the shared library exports, sorted.
    ///
    /// # Errors
    /// If the file is no shared library.
    pub(super) fn exported_symbols(&self) -> Result<Vec<String>> {
        let data = fs::read(&self.shared).with_context(|| format!("reading {}", self.shared.display()))?;
        let file = object::File::parse(&*data)?;
        let exported = file.dynamic_symbols().filter(ObjectSymbol::is_definition);
        let mut names = exported.map(|symbol| Ok(symbol.name()?.to_owned())).collect::<Result<Vec<_>>>()?;
        names.sort_unstable();
        names.dedup();
        Ok(names)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_interface_version_is_the_start_of_the_version() {
        assert!(VERSION.starts_with(&interface_version()));
        assert_eq!(Library::carnelian().soname(), format!("libcarnelian.so.{}", interface_version()));
    }

    #[test]
    fn the_library_that_unwinds_is_left_to_the_compiler() {
        assert_eq!(for_compilers_of_c(" -lgcc_s -lutil -lpthread -lc\n"), "-lutil -lpthread -lc");
    }
}
