//! Static libraries with only their public names visible.
//!
//! The archive that the compiler writes contains the standard library, whose names clash with those of another such
//! archive in the same program, or of a program in Rust. Here everything that the public functions need becomes one object
//! file in which all other names are local. Its sections stay apart, so that `--gc-sections` still drops what a program
//! does not use.
//!
//! No section is in a group (COMDAT). A linker keeps one of all groups of a name and discards the others, and what is left
//! of their files would refer to them by names that are local now; lld calls this an error.

use super::library::Built;
use crate::run;
use anyhow::{Context, Result};
use std::fs;
use std::path::Path;
use std::process::Command;

/// Writes the static library to `target`.
///
/// # Errors
/// If a program of binutils is missing or fails.
pub(super) fn write(built: &Built, symbols: &[String], target: &Path) -> Result<()> {
    let (object, names) = (target.with_extension("o"), target.with_extension("symbols"));
    fs::write(&names, symbols.join("\n"))?;
    let mut link = Command::new("ld");
    link.args(["-r", "--gc-sections", "--unique", "--force-group-allocation"]).arg("-o").arg(&object);
    link.args(symbols.iter().map(|symbol| format!("--undefined={symbol}"))).arg(&built.archive);
    let mut hide = Command::new("objcopy");
    // The standard library contains the compiler's intermediate code too, which plugins of the linker would read instead.
    hide.args(["--remove-section=.llvmbc", "--remove-section=.llvmcmd"]);
    hide.args(["--strip-debug", "--keep-global-symbols"]).arg(&names).arg(&object);
    if target.exists() {
        fs::remove_file(target)?;
    }
    let mut pack = Command::new("ar");
    pack.arg("rcsD").arg(target).arg(&object);
    for command in [&mut link, &mut hide, &mut pack] {
        run::output(command).context("static libraries are written by ld, objcopy and ar of GNU binutils")?;
    }
    fs::remove_file(object)?;
    fs::remove_file(names)?;
    Ok(())
}
