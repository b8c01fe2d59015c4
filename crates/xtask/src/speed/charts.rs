//! The charts in the repository: SVG files that `carnelian report --view charts` makes, and the pages that show them.

use super::generated::{Generated, apart, stem};
use anyhow::Result;

/// The folder of the charts.
const FOLDER: &str = "docs/speed/charts";
/// The same, from a page in the folder above.
const FROM_PAGES: &str = "charts";

/// Takes the charts apart.
///
/// # Errors
/// If the text does not begin with the name of a chart, or a name is not that of an SVG file in the folder.
pub(super) fn of(text: &str) -> Result<Generated> {
    let files = apart(text)?;
    files.iter().try_for_each(|(name, _)| stem(name, "svg").map(drop))?;
    Ok(Generated { folder: FOLDER.to_owned(), extension: "svg", files })
}

/// Returns the index with the headline above its first section.
pub(super) fn in_index(charts: &Generated, page: &str) -> String {
    above_sections(page, &images(charts, FOLDER, "headline"))
}

/// Returns the page of all classes with the radar charts above its first section.
pub(super) fn in_classes(charts: &Generated, page: &str) -> String {
    match images(charts, FROM_PAGES, "radar-") {
        images if images.is_empty() => page.to_owned(),
        images => {
            let folded = "<details><summary>A radar chart for each family</summary>";
            above_sections(page, &format!("{folded}\n\n{images}</details>\n\n"))
        }
    }
}

/// Returns the images of the charts whose names begin like this, each as a paragraph.
fn images(charts: &Generated, folder: &str, beginning: &str) -> String {
    let image = |(name, content): &(String, String)| {
        let title = content.split_once("<title>").and_then(|(_, rest)| rest.split_once("</title>"));
        format!("![{}]({folder}/{name})\n\n", title.map_or("", |(title, _)| title).replace(['[', ']'], ""))
    };
    charts.files.iter().filter(|(name, _)| name.starts_with(beginning)).map(image).collect()
}

fn above_sections(page: &str, inserted: &str) -> String {
    let at = page.find("\n## ").map_or(page.len(), |at| at + 1);
    format!("{}{inserted}{}", &page[..at], &page[at..])
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str =
        "<!-- headline.svg -->\n<svg><title>Strip &amp; co</title>\n</svg>\n<!-- radar-a.svg -->\n<svg></svg>\n";

    #[test]
    fn a_chart_is_a_file_of_the_folder() {
        let Generated { files, .. } = of(TEXT).unwrap();
        let names: Vec<&str> = files.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["headline.svg", "radar-a.svg"]);
        assert_eq!(files[0].1, "<svg><title>Strip &amp; co</title>\n</svg>\n");
        for bad in ["<svg></svg>", "<!-- ../up.svg -->\n", "<!-- a.md -->\n"] {
            assert!(of(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn pages_show_their_charts_above_their_sections() {
        let (charts, page) = (of(TEXT).unwrap(), "# Speed\n\nLead.\n\n## First\n\n## Second\n");
        let index = in_index(&charts, page);
        let image = "![Strip &amp; co](docs/speed/charts/headline.svg)";
        assert_eq!(index, format!("# Speed\n\nLead.\n\n{image}\n\n## First\n\n## Second\n"));
        let classes = in_classes(&charts, page);
        let (above, below) = classes.split_once("## First").unwrap();
        assert!(above.contains("<details>") && above.contains("](charts/radar-a.svg)"), "{classes}");
        assert!(!above.contains("headline") && below == "\n\n## Second\n", "{classes}");
        assert_eq!(in_classes(&of("<!-- headline.svg -->\n").unwrap(), page), page);
    }
}
