//! The charts in the repository: SVG files that `carnelian report --view charts` makes, and the page that shows them.

use super::generated::Generated;
use anyhow::{Result, ensure};

/// The folder of the charts.
const FOLDER: &str = "docs/charts";

/// Takes the charts apart, each of which stands below a comment with the name of its file.
///
/// # Errors
/// If the text does not begin with such a comment, or a name is not that of an SVG file in the folder.
pub(super) fn of(text: &str) -> Result<Generated> {
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
    Ok(Generated { folder: FOLDER, extension: "svg", files })
}

/// Returns the page with the charts above its first section.
pub(super) fn shown_in(charts: &Generated, page: &str) -> String {
    let image = |(name, content): &(String, String)| {
        let title = content.split_once("<title>").and_then(|(_, rest)| rest.split_once("</title>"));
        format!("![{}]({FOLDER}/{name})\n\n", title.map_or("", |(title, _)| title).replace(['[', ']'], ""))
    };
    let (headlines, others): (Vec<_>, Vec<_>) = charts.files.iter().partition(|(name, _)| name.starts_with("headline"));
    let [headlines, others] = [headlines, others].map(|all| all.into_iter().map(image).collect::<String>());
    let others = match &*others {
        "" => String::new(),
        others => format!("<details><summary>A radar chart for each family</summary>\n\n{others}</details>\n\n"),
    };
    let at = page.find("\n## ").map_or(page.len(), |at| at + 1);
    format!("{}{headlines}{others}{}", &page[..at], &page[at..])
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str =
        "<!-- headline.svg -->\n<svg><title>Strip &amp; co</title>\n</svg>\n<!-- radar-a.svg -->\n<svg></svg>\n";

    #[test]
    fn files_are_told_apart_by_their_names() {
        let Generated { files, .. } = of(TEXT).unwrap();
        let names: Vec<&str> = files.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["headline.svg", "radar-a.svg"]);
        assert_eq!(files[0].1, "<svg><title>Strip &amp; co</title>\n</svg>\n");
        for bad in ["<svg></svg>", "<!-- ../up.svg -->\n", "<!-- a.md -->\n", "<!-- .svg -->\n"] {
            assert!(of(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn the_page_shows_every_chart_above_its_sections() {
        let shown = shown_in(&of(TEXT).unwrap(), "# Speed\n\nLead.\n\n## First\n\n## Second\n");
        let (above, below) = shown.split_once("## First").unwrap();
        assert!(
            above.starts_with("# Speed\n\nLead.\n\n![Strip &amp; co](docs/charts/headline.svg)\n\n<details>"),
            "{above}"
        );
        assert!(above.contains("(docs/charts/radar-a.svg)") && below == "\n\n## Second\n", "{shown}");
    }
}
