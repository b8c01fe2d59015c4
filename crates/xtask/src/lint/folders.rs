//! A rule on the size of folders.

use crate::finding::Finding;
use crate::workspace::Sources;
use std::collections::BTreeMap;

/// The maximum number of Rust files directly in a folder.
const MANY_FILES: usize = 20;

/// Folders that may have more, and why.
const LISTED: &[(&str, &str)] = &[("crates/carnelian-cli/tests/command", "a flat list, a file for each subcommand")];

/// Checks every folder.
pub(super) fn check(sources: &Sources) -> Vec<Finding> {
    check_with(sources, LISTED)
}

fn check_with(sources: &Sources, listed: &[(&str, &str)]) -> Vec<Finding> {
    let mut files: BTreeMap<&str, usize> = BTreeMap::new();
    for path in sources.keys().filter(|path| path.ends_with(".rs")) {
        *files.entry(path.rsplit_once('/').map_or("", |(folder, _)| folder)).or_default() += 1;
    }
    let mut findings = Vec::new();
    for (folder, count) in files {
        let is_listed = listed.iter().any(|(listed, _)| *listed == folder);
        let message = match (count > MANY_FILES, is_listed) {
            (true, false) => format!("has {count} files; more than {MANY_FILES} need folders of their own"),
            (false, true) => "is listed as a large folder, but is none".to_owned(),
            _ => continue,
        };
        findings.push(Finding::new(folder, 0, message));
    }
    findings
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(count: usize) -> Sources {
        let files = (0..count).map(|file| (format!("src/a/f{file}.rs"), String::new()));
        files
            .chain([("src/a/page.css".to_owned(), String::new()), ("src/a/b/c.rs".to_owned(), String::new())])
            .collect()
    }

    #[test]
    fn large_folders_are_found() {
        assert_eq!(check_with(&folder(MANY_FILES), &[]), []);
        let message = "has 21 files; more than 20 need folders of their own";
        assert_eq!(check_with(&folder(MANY_FILES + 1), &[]), [Finding::new("src/a", 0, message)]);
        let listed: &[(&str, &str)] = &[("src/a", "a test")];
        assert_eq!(check_with(&folder(MANY_FILES + 1), listed), []);
        assert_eq!(check_with(&folder(MANY_FILES), listed).len(), 1);
    }
}
