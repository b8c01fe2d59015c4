//! Tables of one machine that the repository keeps beside the results of `carnelian bench`: what tiers, builds and
//! compiler options do to speed. The results of a table are in a folder of their own,
//! `benchmarks/{tiers,profiles,options}/MACHINE/`, and the page made from them is `docs/speed/MACHINE-TABLE.md`.

use super::command::page;
use super::generated::names;
use super::replace;
use anyhow::{Context, Result};
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};

/// The folder of the results, with one file for each machine and day, and a folder for each kind of table.
pub(super) const FOLDER: &str = "benchmarks";

/// A kind of table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Table {
    /// All libraries, held to each tier of the CPU.
    Tiers,
    /// Our own builds.
    Profiles,
    /// Other libraries, compiled with several options.
    Options,
}

impl Table {
    pub(super) const ALL: [Self; 3] = [Self::Tiers, Self::Profiles, Self::Options];

    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Tiers => "tiers",
            Self::Profiles => "profiles",
            Self::Options => "options",
        }
    }

    /// Returns the view of `carnelian report` that makes it.
    const fn view(self) -> &'static str {
        match self {
            Self::Tiers => "tiers",
            Self::Profiles | Self::Options => "profiles",
        }
    }

    /// Replaces the machine's results by these files, each under its own name.
    ///
    /// # Errors
    /// If a file cannot be read, written or removed.
    pub(super) fn keep(self, root: &Path, machine: &str, results: &[PathBuf]) -> Result<()> {
        let folder = root.join(FOLDER).join(self.name()).join(machine);
        if folder.exists() {
            fs::remove_dir_all(&folder).with_context(|| format!("removing {}", folder.display()))?;
        }
        fs::create_dir_all(&folder).with_context(|| format!("making {}", folder.display()))?;
        for file in results {
            let name = file.file_name().context("a result has a file name")?;
            let text = fs::read_to_string(file).with_context(|| format!("reading {}", file.display()))?;
            replace(&folder.join(name), &text)?;
        }
        Ok(())
    }

    /// Returns the machines that the table is kept of, with their results in the order in which they were measured: the
    /// others are compared with the first.
    ///
    /// # Errors
    /// If a folder or a result cannot be read.
    pub(super) fn machines(self, root: &Path) -> Result<Vec<(String, Vec<PathBuf>)>> {
        let folder = Path::new(FOLDER).join(self.name());
        let mut machines = Vec::new();
        for machine in names(&root.join(&folder))? {
            let mut files = Vec::new();
            for name in names(&root.join(&folder).join(&machine))? {
                let file = folder.join(&machine).join(name);
                files.push((date(&root.join(&file))?, file));
            }
            files.sort();
            machines.push((machine, files.into_iter().map(|(_, file)| file).collect()));
        }
        Ok(machines)
    }
}

/// Makes the pages of all tables, and the pages of the speeds of `results` relative to other libraries: their names and
/// contents.
///
/// # Errors
/// If a result cannot be read, or the report fails.
pub(super) fn pages(root: &Path, program: &Path, results: &[PathBuf]) -> Result<Vec<(String, String)>> {
    let mut files = Vec::new();
    for library in ["libsodium", "tweetnacl"] {
        let text = page(program, results, &["--view", "throughput", "--relative-to", library])?;
        files.push((format!("relative-to-{library}.md"), text));
    }
    for table in Table::ALL {
        for (machine, results) in table.machines(root)? {
            let text = page(program, &results, &["--view", table.view()])?;
            files.push((format!("{machine}-{}.md", table.name()), text));
        }
    }
    Ok(files)
}

/// Returns when a result was measured.
fn date(file: &Path) -> Result<String> {
    let reading = || format!("reading {}", file.display());
    let result: Value = serde_json::from_str(&fs::read_to_string(file).with_context(reading)?).with_context(reading)?;
    Ok(result["date"].as_str().with_context(reading)?.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_kept_by_machine_and_compared_in_the_order_of_their_dates() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path();
        assert_eq!(Table::Profiles.machines(root).unwrap(), []);
        let mut results = Vec::new();
        for (name, date) in [("O2.json", "2026-01-02T00:00:00Z"), ("O3.json", "2026-01-01T00:00:00Z")] {
            let path = root.join(name);
            fs::write(&path, format!("{{\"date\": \"{date}\"}}")).unwrap();
            results.push(path);
        }
        Table::Profiles.keep(root, "a-core", &results).unwrap();
        let kept = |name: &str| Path::new("benchmarks/profiles/a-core").join(name);
        let expected = vec![("a-core".to_owned(), vec![kept("O3.json"), kept("O2.json")])];
        assert_eq!(Table::Profiles.machines(root).unwrap(), expected);
        // A later run replaces all of it.
        Table::Profiles.keep(root, "a-core", &results[..1]).unwrap();
        assert_eq!(Table::Profiles.machines(root).unwrap()[0].1, [kept("O2.json")]);
        fs::write(root.join(kept("O2.json")), "{}").unwrap();
        assert!(Table::Profiles.machines(root).unwrap_err().to_string().contains("O2.json"));
    }
}
