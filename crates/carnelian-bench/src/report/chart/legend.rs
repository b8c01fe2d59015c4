//! Title and legend, which are at the top of every chart.

use super::canvas::{Anchor, Canvas, Font};
use super::{MARGIN, Series, Size, text};

/// The title and legend above a chart's content.
pub(super) struct Head {
    title: Vec<String>,
    entries: Vec<(usize, String)>,
    /// The number of entries in a row.
    columns: usize,
    width: f64,
}

const TITLE_LINE: f64 = 22.0;
const ENTRY_LINE: f64 = 18.0;
/// The distance from the left of an entry to its text, and from the end of the text to the next entry.
const MARK: f64 = 16.0;
const GAP: f64 = 20.0;

impl Head {
    /// Creates a head with an entry for each series, given by number and name.
    pub(super) fn new<'a>(title: &str, entries: impl Iterator<Item = (usize, &'a str)>, size: Size) -> Self {
        let width = size.width();
        let lines = if size == Size::Narrow { 4 } else { 2 };
        let room = width - 2.0 * MARGIN;
        let letters = Font::BODY.size;
        let fitting = |name: &str| text::fit(name, letters, room - MARK - GAP);
        let entries: Vec<_> = entries.map(|(number, name)| (number, fitting(name))).collect();
        let widest = entries.iter().map(|(_, name)| text::width(name, letters)).fold(0.0, f64::max);
        let columns = (room / (MARK + widest + GAP)).floor().clamp(1.0, 8.0) as usize;
        Self { title: text::wrap(title, Font::TITLE.size, room, lines), entries, columns, width }
    }

    /// Creates a head with an entry for each of these series.
    pub(super) fn of_series(title: &str, series: &[Series], size: Size) -> Self {
        Self::new(title, series.iter().map(|series| (series.color, &*series.name)), size)
    }

    /// Returns its height.
    pub(super) fn height(&self) -> f64 {
        let lines = self.entries.len().div_ceil(self.columns);
        MARGIN + TITLE_LINE * self.title.len() as f64 + ENTRY_LINE * lines as f64 + 10.0
    }

    /// Draws it at the top.
    pub(super) fn draw(&self, canvas: &Canvas<'_>) {
        let mut y = MARGIN + TITLE_LINE / 2.0;
        for line in &self.title {
            canvas.text(line, (MARGIN, y), Anchor::Left, Font::TITLE);
            y += TITLE_LINE;
        }
        let column = (self.width - 2.0 * MARGIN) / self.columns as f64;
        for (i, (number, name)) in self.entries.iter().enumerate() {
            let x = MARGIN + column * (i % self.columns) as f64;
            let y = y + ENTRY_LINE * (i / self.columns) as f64;
            canvas.mark((x + MARK / 2.0 - 2.0, y), *number);
            canvas.text(name, (x + MARK, y), Anchor::Left, Font::BODY);
        }
    }
}
