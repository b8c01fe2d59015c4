//! The charts of a repository: SVG files that are readable by themselves, on light and on dark paper.

use super::corpus::Corpus;
use super::machines;
use crate::report::chart::{Size, palette, strip};
use std::collections::BTreeSet;

/// Renders every chart, each below a line with the name of its file. The headline comes first.
pub(super) fn render(corpus: &Corpus) -> String {
    let mut used = BTreeSet::new();
    let file = |(name, svg): (String, String)| {
        // A name that two families share belongs to the first.
        used.insert(name.clone()).then(|| format!("<!-- {name}.svg -->\n{}\n", standalone(&svg)))
    };
    files(corpus).into_iter().filter_map(file).collect()
}

fn files(corpus: &Corpus) -> Vec<(String, String)> {
    let strips = machines::strips(corpus);
    let title = "Carnelian's time over that of the best other library";
    let headline = (!strips.is_empty()).then(|| ("headline".to_owned(), strip::stacked(title, &strips, Size::Wide)));
    let radars = machines::radars(corpus).into_iter();
    let radars = radars.map(|(family, radar)| (format!("radar-{}", slug(&family)), radar.svg(Size::Wide)));
    headline.into_iter().chain(radars).collect()
}

/// Returns a chart with a size of its own, and with the colors of the dark theme where the reader prefers that.
fn standalone(svg: &str) -> String {
    let sized = format!("<svg width=\"{}\" ", Size::Wide.width());
    let styled = format!("</desc><style>{}</style>", palette::DARK);
    svg.replacen("<svg ", &sized, 1).replacen("</desc>", &styled, 1).trim_end().to_owned()
}

/// Returns the text's lower-case letters and digits with hyphens between words, as a part of a file's name.
fn slug(text: &str) -> String {
    let words = text.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    words.map(str::to_ascii_lowercase).collect::<Vec<_>>().join("-")
}
