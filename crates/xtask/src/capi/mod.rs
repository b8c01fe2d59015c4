//! The C library: its header, the list of its symbols, and its installation.
//!
//! Without options the chore writes what is committed: `include/carnelian.h` and `symbols.txt` of the crate
//! `carnelian-capi`, and the headers in `include/sodium` of `carnelian-sodium`. `--check` compares them with what it would
//! write. `--prefix` builds and installs `libcarnelian` and the libraries under foreign names.

mod archive;
mod header;
mod install;
mod library;
mod sodium;
mod texts;
mod verdicts;

use crate::finding::{self, Finding};
use crate::workspace;
use anyhow::{Context, Result};
use clap::Args;
use library::Library;
use std::fs;
use std::path::PathBuf;

/// The options of the chore.
#[derive(Args)]
pub(crate) struct Options {
    /// Compares the headers and the list of symbols with what they would be, and writes none
    #[arg(long, conflicts_with = "prefix")]
    check: bool,
    /// Builds the libraries and installs them, their headers and the files of pkg-config and CMake under this folder
    #[arg(long, value_name = "DIR")]
    prefix: Option<PathBuf>,
    /// Installs only this library, such as `carnelian` or `carnelian-sodium`; can be repeated
    #[arg(long, value_name = "LIBRARY", requires = "prefix")]
    only: Vec<String>,
}

const HEADER: &str = "crates/carnelian-capi/include/carnelian.h";
const SYMBOLS: &str = "crates/carnelian-capi/symbols.txt";

/// Writes, compares or installs.
///
/// # Errors
/// If a build fails, a file differs or cannot be written, or a program that the installation needs is missing.
pub(crate) fn run(options: &Options) -> Result<()> {
    if let Some(prefix) = &options.prefix {
        return install::run(prefix, &options.only);
    }
    let header = header::text()?;
    if !options.check {
        fs::write(workspace::root().join(HEADER), &header).with_context(|| format!("writing {HEADER}"))?;
        sodium::write()?;
    }
    let carnelian = Library::carnelian();
    let mut symbols = carnelian.build()?.exported_symbols()?.join("\n");
    symbols.push('\n');
    if options.check {
        let mut findings = sodium::differences()?;
        findings.extend(verdicts::unmarked()?);
        for (path, text) in [(HEADER, &header), (SYMBOLS, &symbols)] {
            let found = fs::read_to_string(workspace::root().join(path)).with_context(|| format!("reading {path}"))?;
            findings.extend(Finding::of_difference(path, text, &found, "cargo xtask capi"));
        }
        findings.extend(undeclared(&header, &symbols));
        return finding::conclude("capi", findings);
    }
    fs::write(workspace::root().join(SYMBOLS), symbols).with_context(|| format!("writing {SYMBOLS}"))
}

/// Returns a finding for each symbol that the header does not declare or that has a foreign name.
fn undeclared(header: &str, symbols: &str) -> Vec<Finding> {
    let declares = |symbol: &str| header.contains(&format!("{symbol}("));
    let strange = symbols.lines().filter(|symbol| !symbol.starts_with("carnelian_") || !declares(symbol));
    strange
        .map(|symbol| Finding::new(SYMBOLS, 0, format!("{symbol} is exported, and the header does not declare it")))
        .collect()
}
