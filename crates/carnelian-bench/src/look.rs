//! The terminal that a report is for.

use console::Style;

/// The number of columns of a pipe, and of a terminal that does not say how many it has.
const ORDINARY_WIDTH: usize = 80;
const LEAST_WIDTH: usize = 60;

/// How a report for a terminal looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Look {
    /// The number of columns.
    pub width: usize,
    /// Whether bars and verdicts are colored.
    pub color: bool,
    /// Whether the tables of all operations follow the first screen.
    pub details: bool,
}

impl Default for Look {
    fn default() -> Self {
        Self { width: ORDINARY_WIDTH, color: false, details: false }
    }
}

impl Look {
    /// Returns the look of a terminal that is wide enough for a table: a narrower one breaks lines by itself.
    pub(crate) fn at_least(self) -> Self {
        Self { width: self.width.max(LEAST_WIDTH), ..self }
    }

    /// Returns the text in a style, if there are colors.
    pub(crate) fn styled(&self, text: &str, style: &Style) -> String {
        if self.color { style.clone().force_styling(true).apply_to(text).to_string() } else { text.to_owned() }
    }
}
