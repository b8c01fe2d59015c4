//! Charts as SVG, from plain data.
//!
//! A chart is drawn with `plotters`, and then receives what that does not support: a title and a description for
//! readers who cannot see it, and colors that follow the page. Every color is a custom property of CSS (`--ink`,
//! `--c0`, ...) with the color for white paper as its fallback, so that a chart is also readable on its own;
//! [`palette::CSS`] sets the properties for light and for dark mode. The same data always produces the same text, which
//! never accesses the network.
//!
//! A value that a scale cannot show is left out: a non-finite one, and on a logarithmic scale one that is not above
//! zero. Names that are too long end in an ellipsis; [`Radar`] and [`Growth`] have space for 14 series and 12 axes.
//! Every chart can be drawn for a narrow screen, where its texts have the same size as on a wide one.

mod canvas;
mod growth;
mod legend;
pub mod palette;
mod radar;
mod scale;
pub mod strip;
mod text;

pub use growth::{Curve, Growth};
pub use radar::Radar;
pub use strip::{Dot, Strip};

/// The values of one library, or of one machine, over all categories or axes of a chart.
#[derive(Clone, Debug, PartialEq)]
pub struct Series {
    /// Its name in the legend.
    pub name: String,
    /// Its color: a number that identifies it on the whole page. There are [`palette::COLORS`] colors; series beyond
    /// that are distinguished by the shape of their marks.
    pub color: usize,
    /// The values, one for each category or axis; `None` if there is no value. Missing values at the end may be
    /// omitted.
    pub values: Vec<Option<f64>>,
}

/// The screen that a chart is drawn for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Size {
    /// The screen of a phone.
    Narrow,
    /// A wider screen, or paper.
    Wide,
}

impl Size {
    /// Both sizes.
    pub const ALL: [Self; 2] = [Self::Narrow, Self::Wide];

    /// Returns the width of a chart, in pixels of its own.
    #[must_use]
    pub const fn width(self) -> f64 {
        match self {
            Self::Narrow => 340.0,
            Self::Wide => 800.0,
        }
    }

    /// Returns the name of the class that a page's style shows or hides.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Narrow => "narrow",
            Self::Wide => "wide",
        }
    }
}

/// The space around a chart's content.
const MARGIN: f64 = 16.0;
