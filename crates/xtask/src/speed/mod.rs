//! The chores that use `carnelian bench`: measuring several builds of the command one after the other, and the pages in
//! the repository.
//!
//! This program does not depend on the bench, which would compile every peer into it; it builds and runs the command.

pub(crate) mod benchmarks;
mod build;
mod charts;
mod command;
mod generated;
mod kept;
pub(crate) mod options;
mod pages;
pub(crate) mod profiles;
mod readme;
mod results;
pub(crate) mod tiers;

use anyhow::{Context, Result};
use std::fs;
use std::path::Path;

/// Replaces a file atomically: it has either all of the new content or the old one.
fn replace(path: &Path, content: &str) -> Result<()> {
    let partial = path.with_extension(format!("{}.partial", std::process::id()));
    fs::write(&partial, content).with_context(|| format!("writing {}", partial.display()))?;
    fs::rename(&partial, path).with_context(|| format!("writing {}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_replaced_and_nothing_else_stays_behind() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("page.md");
        for content in ["before\n", "after\n"] {
            replace(&path, content).unwrap();
            assert_eq!(fs::read_to_string(&path).unwrap(), content);
        }
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
    }
}
