//! The table of promises in CONSTANT-TIME.md, which `carnelian-ctcheck` generates from its registry. A test there compares
//! the two.

use crate::{run, workspace};
use anyhow::{Context, Result};
use std::fs;

/// The first line of the table.
const HEADING: &str = "| operation | secret | public |";

/// Writes the table.
///
/// # Errors
/// If the program cannot be built, or the page has no table or cannot be read or written.
pub(super) fn write() -> Result<()> {
    let mut program = run::cargo(None);
    let table = run::output(program.args(["run", "--quiet", "--package", "carnelian-ctcheck", "--", "table"]))?;
    let path = workspace::root().join("CONSTANT-TIME.md");
    let page = fs::read_to_string(&path).context("reading CONSTANT-TIME.md")?;
    let written = replaced(&page, &table).context("CONSTANT-TIME.md has no table of promises")?;
    fs::write(&path, written).context("writing CONSTANT-TIME.md")
}

/// Returns the page with this table in the place of its own.
fn replaced(page: &str, table: &str) -> Option<String> {
    let (before, rest) = page.split_at(page.find(HEADING)?);
    let (_, after) = rest.split_once("|\n\n")?;
    Some(format!("{before}{table}\n{after}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_takes_the_place_of_another() {
        let page = format!("a\n\n{HEADING}\n|---|\n| old |\n\nb | c\n\n| d |\n\ne\n");
        let table = format!("{HEADING} more |\n|---|\n| new |\n");
        let written = format!("a\n\n{table}\nb | c\n\n| d |\n\ne\n");
        assert_eq!(replaced(&page, &table), Some(written.clone()));
        assert_eq!(replaced(&written, &table), Some(written));
        assert_eq!(replaced("no table", &table), None);
    }
}
