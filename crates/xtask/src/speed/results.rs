//! The results in the repository, as small as its pages allow: of several results of a class and a build, each operation
//! stands only in the newest that measured it, and no number stands there that no page shows.

use super::command::page;
use super::generated::Generated;
use super::kept::{FOLDER, Table};
use anyhow::{Context, Result, bail, ensure};
use serde_json::{Deserializer, Value};
use std::ffi::OsStr;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// Returns the committed results, as paths relative to the workspace root.
///
/// # Errors
/// If the folder cannot be read, or contains none.
pub(super) fn paths(root: &Path) -> Result<Vec<PathBuf>> {
    let missing = || format!("there are no results in {FOLDER}/; `cargo xtask benchmarks` measures this machine");
    let mut files = Vec::new();
    match fs::read_dir(root.join(FOLDER)) {
        Ok(entries) => {
            for entry in entries {
                let name = PathBuf::from(entry.with_context(|| format!("reading {FOLDER}"))?.file_name());
                if name.extension().is_some_and(|extension| extension == "json") {
                    files.push(Path::new(FOLDER).join(name));
                }
            }
        }
        Err(error) if error.kind() == ErrorKind::NotFound => {}
        Err(error) => return Err(error).context(format!("reading {FOLDER}")),
    }
    ensure!(!files.is_empty(), "{}", missing());
    files.sort();
    Ok(files)
}

/// Returns what the repository keeps of its results, by folder.
///
/// # Errors
/// If a result cannot be read, or the report fails.
pub(super) fn kept(root: &Path, program: &Path) -> Result<Vec<Generated>> {
    let view = |files: &[PathBuf]| page(program, files, &["--view", "results"]);
    let of_classes = paths(root)?;
    let mut all = vec![in_folder(FOLDER, &of_classes, &view(&of_classes)?)?];
    for table in Table::ALL {
        for (machine, files) in table.machines(root)? {
            all.push(in_folder(&format!("{FOLDER}/{}/{machine}", table.name()), &files, &view(&files)?)?);
        }
    }
    Ok(all)
}

/// Returns the files of a folder with what the report makes of each: nothing of one for which it says `null`.
fn in_folder(folder: &str, files: &[PathBuf], texts: &str) -> Result<Generated> {
    let mut kept = Vec::new();
    let mut results = Deserializer::from_str(texts).into_iter::<Value>();
    for file in files {
        let start = results.byte_offset();
        let Some(result) = results.next() else { bail!("the report has too few results") };
        if !result.with_context(|| format!("what the report makes of {}", file.display()))?.is_null() {
            let name = file.file_name().and_then(OsStr::to_str).context("a result has a file name")?;
            kept.push((name.to_owned(), format!("{}\n", texts[start..results.byte_offset()].trim())));
        }
    }
    ensure!(results.next().is_none(), "the report has too many results");
    kept.sort();
    Ok(Generated { folder: folder.to_owned(), extension: "json", files: kept })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_found_in_the_order_of_their_names() {
        let folder = tempfile::tempdir().unwrap();
        let refused = || paths(folder.path()).unwrap_err().to_string();
        assert!(refused().contains("`cargo xtask benchmarks` measures"));
        fs::create_dir(folder.path().join(FOLDER)).unwrap();
        assert!(refused().contains("no results"));
        for name in ["b.json", "a.json", "README.md"] {
            fs::write(folder.path().join(FOLDER).join(name), "").unwrap();
        }
        assert_eq!(paths(folder.path()).unwrap(), ["benchmarks/a.json", "benchmarks/b.json"].map(PathBuf::from));
    }

    #[test]
    fn a_result_that_nothing_reads_goes() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path();
        let files = ["new", "old", "other"].map(|name| PathBuf::from(format!("{FOLDER}/{name}.json")));
        fs::create_dir(root.join(FOLDER)).unwrap();
        for file in &files {
            fs::write(root.join(file), "{ \"a\": 1.25 }\n").unwrap();
        }
        let kept = in_folder(FOLDER, &files, "{\n\"a\":1.2\n}\nnull\n{ \"a\": 1.25 }\n").unwrap();
        let found = kept.stale(root, "render").unwrap();
        let found: Vec<&str> = found.iter().map(|finding| finding.file.as_str()).collect();
        assert_eq!(found, ["benchmarks/new.json", "benchmarks/old.json"]);
        kept.write(root).unwrap();
        assert_eq!(paths(root).unwrap(), [&files[0], &files[2]].map(PathBuf::clone));
        assert_eq!(fs::read_to_string(root.join(&files[0])).unwrap(), "{\n\"a\":1.2\n}\n");
        for wrong in ["null\nnull\n", "null\nnull\nnull\nnull\n", "null\nnull\n{"] {
            assert!(in_folder(FOLDER, &files, wrong).is_err(), "{wrong}");
        }
    }
}
