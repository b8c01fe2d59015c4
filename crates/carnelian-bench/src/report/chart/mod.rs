//! Charts as SVG, from plain data.
//!
//! A chart is drawn with `plotters`, and then receives what that does not support: a title and a description for
//! readers who cannot see it, and colors that follow the page. Every color is a custom property of CSS (`--ink`,
//! `--c0`, ...) with the color for white paper as its fallback, so that a chart is also readable on its own;
//! [`palette::CSS`] sets the properties for light and for dark mode. The same data always produces the same text, which
//! never accesses the network.
//!
//! A value that a scale cannot show is left out: a non-finite one, and on a logarithmic scale one that is not above
//! zero. Names that are too long end in an ellipsis; [`Bars`], [`Radar`] and [`Growth`] have space for 14 series and 12
//! categories or axes.

mod bars;
mod canvas;
mod growth;
mod legend;
pub mod palette;
mod radar;
mod scale;
mod text;

pub use bars::Bars;
pub use growth::{Curve, Growth};
pub use radar::Radar;

/// The values of one library, or of one machine, over all categories or axes of a chart.
#[derive(Clone, Debug, PartialEq)]
pub struct Series {
    /// Its name in the legend.
    pub name: String,
    /// Its color: a number that identifies it on the whole page. There are [`palette::COLORS`] colors; series beyond
    /// that are distinguished by the shape of their marks, and bars by being hollow.
    pub color: usize,
    /// The values, one for each category or axis; `None` if there is no value. Missing values at the end may be
    /// omitted.
    pub values: Vec<Option<f64>>,
}

/// The width of every chart, in pixels of its own.
const WIDTH: f64 = 800.0;
/// The space around a chart's content.
const MARGIN: f64 = 16.0;
