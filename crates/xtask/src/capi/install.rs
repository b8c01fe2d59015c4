//! The installation of the libraries under a prefix.

use super::library::{Built, LIBRARIES, Library, VERSION};
use super::{archive, texts};
use crate::workspace;
use anyhow::{Context, Result, bail, ensure};
use std::fs;
use std::path::{Path, PathBuf};

/// Builds and installs the libraries, or those that `only` names.
///
/// # Errors
/// If a build fails or a file cannot be written.
pub(super) fn run(prefix: &Path, only: &[String]) -> Result<()> {
    ensure!(cfg!(target_os = "linux"), "the libraries are installed on Linux; elsewhere `cargo cinstall` does it");
    if let Some(unknown) = only.iter().find(|name| LIBRARIES.iter().all(|library| library.name != name.as_str())) {
        let names = LIBRARIES.iter().map(|library| library.name).collect::<Vec<_>>();
        bail!("there is no library {unknown}: expected one of {}", names.join(", "));
    }
    let folders = Folders::create(prefix)?;
    for library in LIBRARIES.iter().filter(|library| only.is_empty() || only.iter().any(|name| name == library.name)) {
        println!("building {}", library.package);
        let built = library.build()?;
        library.install(&built, &folders).with_context(|| format!("installing {}", library.name))?;
        println!("{} {VERSION} is installed in {}", library.name, prefix.display());
    }
    fs::write(folders.cmake.join("carnelian-config.cmake"), texts::cmake_config())?;
    fs::write(folders.cmake.join("carnelian-config-version.cmake"), texts::cmake_version())?;
    Ok(())
}

/// The folders under a prefix.
struct Folders {
    include: PathBuf,
    lib: PathBuf,
    pkgconfig: PathBuf,
    cmake: PathBuf,
}

impl Folders {
    fn create(prefix: &Path) -> Result<Self> {
        let lib = prefix.join("lib");
        let folders = Self {
            include: prefix.join("include"),
            pkgconfig: lib.join("pkgconfig"),
            cmake: lib.join("cmake/carnelian"),
            lib,
        };
        for folder in [&folders.include, &folders.pkgconfig, &folders.cmake] {
            fs::create_dir_all(folder).with_context(|| format!("creating {}", folder.display()))?;
        }
        Ok(folders)
    }
}

impl Library {
    fn install(self, built: &Built, folders: &Folders) -> Result<()> {
        let headers = self.folder().join("include");
        let include = if self.package == Self::carnelian().package {
            folders.include.clone()
        } else {
            folders.include.join(self.name)
        };
        copy_headers(&headers, &include)?;

        let symbols = built.exported_symbols()?;
        ensure!(!symbols.is_empty(), "the library exports nothing");
        let data = fs::read(&built.shared)?;
        let soname = self.soname();
        ensure!(
            data.windows(soname.len()).any(|bytes| bytes == soname.as_bytes()),
            "{} has no soname: another build has replaced it, try again",
            built.shared.display()
        );
        let file = format!("lib{}.so.{VERSION}", self.name);
        replace(&folders.lib.join(&file), &data)?;
        for link in [soname, format!("lib{}.so", self.name)] {
            symbolic_link(&file, &folders.lib.join(link))?;
        }
        archive::write(built, &symbols, &folders.lib.join(format!("lib{}.a", self.name)))?;

        let pc = texts::pkg_config(self, &built.native_libraries);
        fs::write(folders.pkgconfig.join(format!("{}.pc", self.name)), pc)?;
        let targets = folders.cmake.join(format!("{}-targets.cmake", self.name));
        fs::write(targets, texts::cmake_targets(self, &built.native_libraries))?;
        Ok(())
    }
}

/// Copies the headers in a folder and in the folders inside it.
fn copy_headers(from: &Path, to: &Path) -> Result<()> {
    let headers = workspace::sources(from, |path| path.ends_with(".h"))?;
    ensure!(!headers.is_empty(), "{} has no headers", from.display());
    for (path, text) in headers {
        let target = to.join(path);
        fs::create_dir_all(target.parent().context("a header lies in a folder")?)?;
        fs::write(&target, text).with_context(|| format!("writing {}", target.display()))?;
    }
    Ok(())
}

/// Writes a file that programs may have mapped: the old one stays theirs.
fn replace(path: &Path, data: &[u8]) -> Result<()> {
    if path.exists() {
        fs::remove_file(path)?;
    }
    fs::write(path, data).with_context(|| format!("writing {}", path.display()))
}

#[cfg(unix)]
fn symbolic_link(to: &str, path: &Path) -> Result<()> {
    if path.is_symlink() {
        fs::remove_file(path)?;
    }
    std::os::unix::fs::symlink(to, path).with_context(|| format!("linking {}", path.display()))
}

#[cfg(not(unix))]
fn symbolic_link(_: &str, path: &Path) -> Result<()> {
    bail!("{}: symbolic links are written on Unix only", path.display())
}
