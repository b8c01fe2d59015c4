//! Files in the repository that are generated from results, all of one kind in one folder.

use super::replace;
use crate::finding::Finding;
use anyhow::{Context, Result, bail, ensure};
use std::fs;
use std::path::Path;

/// Generated files.
#[derive(Debug)]
pub(super) struct Generated {
    /// The folder, relative to the workspace root. All of its files with this extension are generated.
    pub(super) folder: String,
    /// The extension, without a dot.
    pub(super) extension: &'static str,
    /// Names and contents.
    pub(super) files: Vec<(String, String)>,
}

impl Generated {
    /// Writes the files, and removes those that are no longer made.
    ///
    /// # Errors
    /// If a file cannot be written or removed.
    pub(super) fn write(&self, root: &Path) -> Result<()> {
        let folder = root.join(&self.folder);
        fs::create_dir_all(&folder).with_context(|| format!("making {}", self.folder))?;
        for (name, content) in &self.files {
            if fs::read_to_string(folder.join(name)).is_ok_and(|found| found == *content) {
                continue;
            }
            replace(&folder.join(name), content)?;
            println!("{}/{name}", self.folder);
        }
        for name in self.superfluous(root)? {
            fs::remove_file(folder.join(&name)).with_context(|| format!("removing {}/{name}", self.folder))?;
            println!("{}/{name} removed", self.folder);
        }
        Ok(())
    }

    /// Returns findings for the files that are not what the results make.
    ///
    /// # Errors
    /// If the folder cannot be read.
    pub(super) fn stale(&self, root: &Path, command: &str) -> Result<Vec<Finding>> {
        let path = |name: &str| format!("{}/{name}", self.folder);
        let found = |name: &str| fs::read_to_string(root.join(path(name))).unwrap_or_default();
        let different = self
            .files
            .iter()
            .filter_map(|(name, content)| Finding::of_difference(&path(name), content, &found(name), command));
        let superfluous = self
            .superfluous(root)?
            .into_iter()
            .map(|name| Finding::new(path(&name), 0, format!("`{command}` does not write it; delete it")));
        Ok(different.chain(superfluous).collect())
    }

    /// Returns the names of the folder's files that are none of these.
    fn superfluous(&self, root: &Path) -> Result<Vec<String>> {
        let is_known = |name: &str| self.files.iter().any(|(known, _)| known == name);
        let mut names = names(&root.join(&self.folder))?;
        names.retain(|name| Path::new(name).extension().is_some_and(|it| it == self.extension) && !is_known(name));
        Ok(names)
    }
}

/// Takes files apart, each of which stands below a comment with its name.
///
/// # Errors
/// If the text does not begin with such a comment.
pub(super) fn apart(text: &str) -> Result<Vec<(String, String)>> {
    let mut files: Vec<(String, String)> = Vec::new();
    for line in text.lines() {
        match (line.strip_prefix("<!-- ").and_then(|rest| rest.strip_suffix(" -->")), files.last_mut()) {
            (Some(name), _) => files.push((name.to_owned(), String::new())),
            (None, Some((_, content))) => *content += &format!("{line}\n"),
            (None, None) => bail!("the files do not begin with the name of one"),
        }
    }
    Ok(files)
}

/// Returns the name of a file without this extension.
///
/// # Errors
/// If the name is not of lower-case letters, digits and hyphens, or has another extension.
pub(super) fn stem<'a>(name: &'a str, extension: &str) -> Result<&'a str> {
    let known = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    let stem = name.strip_suffix(extension).and_then(|stem| stem.strip_suffix('.')).unwrap_or_default();
    ensure!(!stem.is_empty() && stem.chars().all(known), "`{name}` is no name of a generated file");
    Ok(stem)
}

/// Returns the names in a folder, sorted; none if there is no folder.
///
/// # Errors
/// If it cannot be read.
pub(super) fn names(folder: &Path) -> Result<Vec<String>> {
    if !folder.exists() {
        return Ok(Vec::new());
    }
    let reading = || format!("reading {}", folder.display());
    let mut names = Vec::new();
    for entry in fs::read_dir(folder).with_context(reading)? {
        names.push(entry.with_context(reading)?.file_name().to_string_lossy().into_owned());
    }
    names.sort();
    Ok(names)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_written_passes_and_a_change_is_found() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path();
        let files = ["a.svg", "b.svg"].map(|name| (name.to_owned(), format!("{name}\n")));
        let generated = Generated { folder: "docs/made".to_owned(), extension: "svg", files: files.into() };
        let stale = || generated.stale(root, "make").unwrap();
        assert_eq!(stale().len(), 2);
        generated.write(root).unwrap();
        assert_eq!(stale(), []);
        for name in ["b.svg", "old.svg", "kept.md"] {
            fs::write(root.join("docs/made").join(name), "other\n").unwrap();
        }
        let found: Vec<(String, bool)> =
            stale().into_iter().map(|finding| (finding.file, finding.message.contains("delete it"))).collect();
        assert_eq!(found, [("docs/made/b.svg".to_owned(), false), ("docs/made/old.svg".to_owned(), true)]);
        generated.write(root).unwrap();
        assert_eq!((stale(), root.join("docs/made/kept.md").exists()), (Vec::new(), true));
    }

    #[test]
    fn files_are_told_apart_by_their_names() {
        let files = apart("<!-- a.svg -->\n<svg>\n</svg>\n<!-- b.svg -->\n").unwrap();
        let expected = [("a.svg", "<svg>\n</svg>\n"), ("b.svg", "")];
        assert_eq!(files, expected.map(|(name, content)| (name.to_owned(), content.to_owned())));
        assert!(apart("<svg>\n").is_err());
        assert_eq!(stem("radar-a2.svg", "svg").unwrap(), "radar-a2");
        for bad in ["../up.svg", "a.md", ".svg", "svg", "A.svg", "a/b.svg"] {
            assert!(stem(bad, "svg").is_err(), "{bad}");
        }
    }
}
