//! The charts in the repository: SVG files that `carnelian report --view charts` makes, and the page that shows them.

use super::replace;
use crate::finding::Finding;
use anyhow::{Context, Result, ensure};
use std::fs;
use std::path::Path;

/// The folder of the charts.
const FOLDER: &str = "docs/charts";

/// The charts, by the names of their files.
#[derive(Debug)]
pub(super) struct Charts(Vec<(String, String)>);

impl Charts {
    /// Takes the files apart, each of which stands below a comment with its name.
    ///
    /// # Errors
    /// If the text does not begin with such a comment, or a name is not that of an SVG file in the folder.
    pub(super) fn of(text: &str) -> Result<Self> {
        let mut files: Vec<(String, String)> = Vec::new();
        for line in text.lines() {
            match (line.strip_prefix("<!-- ").and_then(|rest| rest.strip_suffix(" -->")), files.last_mut()) {
                (Some(name), _) => {
                    let known = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
                    let stem = name.strip_suffix(".svg").unwrap_or_default();
                    ensure!(!stem.is_empty() && stem.chars().all(known), "`{name}` is no name of a chart");
                    files.push((name.to_owned(), String::new()));
                }
                (None, Some((_, content))) => *content += &format!("{line}\n"),
                (None, None) => anyhow::bail!("the charts do not begin with the name of a file"),
            }
        }
        Ok(Self(files))
    }

    /// Returns the page with the charts above its first section.
    pub(super) fn shown_in(&self, page: &str) -> String {
        let image = |(name, content): &(String, String)| {
            let title = content.split_once("<title>").and_then(|(_, rest)| rest.split_once("</title>"));
            format!("![{}]({FOLDER}/{name})\n\n", title.map_or("", |(title, _)| title).replace(['[', ']'], ""))
        };
        let (headlines, others): (Vec<_>, Vec<_>) = self.0.iter().partition(|(name, _)| name.starts_with("headline"));
        let [headlines, others] = [headlines, others].map(|all| all.into_iter().map(image).collect::<String>());
        let others = match &*others {
            "" => String::new(),
            others => format!("<details><summary>A radar chart for each family</summary>\n\n{others}</details>\n\n"),
        };
        let at = page.find("\n## ").map_or(page.len(), |at| at + 1);
        format!("{}{headlines}{others}{}", &page[..at], &page[at..])
    }

    /// Writes the files, and removes charts that are no longer made.
    pub(super) fn write(&self, root: &Path) -> Result<()> {
        let folder = root.join(FOLDER);
        fs::create_dir_all(&folder).with_context(|| format!("making {FOLDER}"))?;
        for (name, content) in &self.0 {
            replace(&folder.join(name), content)?;
            println!("{FOLDER}/{name}");
        }
        for name in self.superfluous(root)? {
            fs::remove_file(folder.join(&name)).with_context(|| format!("removing {FOLDER}/{name}"))?;
        }
        Ok(())
    }

    /// Returns findings for the files that are not what the results make.
    pub(super) fn stale(&self, root: &Path, command: &str) -> Result<Vec<Finding>> {
        let found = |name: &str| fs::read_to_string(root.join(FOLDER).join(name)).unwrap_or_default();
        let different = self.0.iter().filter_map(|(name, content)| {
            Finding::of_difference(&format!("{FOLDER}/{name}"), content, &found(name), command)
        });
        let superfluous = self.superfluous(root)?.into_iter().map(|name| {
            Finding::new(format!("{FOLDER}/{name}"), 0, format!("`{command}` does not write it; delete it"))
        });
        Ok(different.chain(superfluous).collect())
    }

    /// Returns the names of the folder's SVG files that are none of these.
    fn superfluous(&self, root: &Path) -> Result<Vec<String>> {
        let folder = root.join(FOLDER);
        if !folder.exists() {
            return Ok(Vec::new());
        }
        let mut names = Vec::new();
        for entry in fs::read_dir(folder).with_context(|| format!("reading {FOLDER}"))? {
            let name = entry.with_context(|| format!("reading {FOLDER}"))?.file_name().to_string_lossy().into_owned();
            if name.ends_with(".svg") && !self.0.iter().any(|(known, _)| *known == name) {
                names.push(name);
            }
        }
        Ok(names)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str =
        "<!-- headline.svg -->\n<svg><title>Strip &amp; co</title>\n</svg>\n<!-- radar-a.svg -->\n<svg></svg>\n";

    #[test]
    fn files_are_told_apart_by_their_names() {
        let Charts(files) = Charts::of(TEXT).unwrap();
        let names: Vec<&str> = files.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["headline.svg", "radar-a.svg"]);
        assert_eq!(files[0].1, "<svg><title>Strip &amp; co</title>\n</svg>\n");
        for bad in ["<svg></svg>", "<!-- ../up.svg -->\n", "<!-- a.md -->\n", "<!-- .svg -->\n"] {
            assert!(Charts::of(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn the_page_shows_every_chart_above_its_sections() {
        let shown = Charts::of(TEXT).unwrap().shown_in("# Speed\n\nLead.\n\n## First\n\n## Second\n");
        let (above, below) = shown.split_once("## First").unwrap();
        assert!(
            above.starts_with("# Speed\n\nLead.\n\n![Strip &amp; co](docs/charts/headline.svg)\n\n<details>"),
            "{above}"
        );
        assert!(above.contains("(docs/charts/radar-a.svg)") && below == "\n\n## Second\n", "{shown}");
    }

    #[test]
    fn what_was_written_passes_and_a_change_is_found() {
        let folder = tempfile::tempdir().unwrap();
        let (root, charts) = (folder.path(), Charts::of(TEXT).unwrap());
        let stale = || charts.stale(root, "make").unwrap();
        assert_eq!(stale().len(), 2);
        charts.write(root).unwrap();
        assert_eq!(stale(), []);
        fs::write(root.join(FOLDER).join("radar-a.svg"), "<svg> </svg>\n").unwrap();
        fs::write(root.join(FOLDER).join("radar-old.svg"), "").unwrap();
        let files: Vec<String> = stale().into_iter().map(|finding| finding.file).collect();
        assert_eq!(files, ["docs/charts/radar-a.svg", "docs/charts/radar-old.svg"]);
        charts.write(root).unwrap();
        assert_eq!(stale(), []);
    }
}
