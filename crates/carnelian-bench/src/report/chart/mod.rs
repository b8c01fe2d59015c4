//! Charts as SVG, from plain data.
//!
//! A chart is drawn with `plotters` and then given what that does not know: a title and a description for those who
//! cannot see it, and colours that follow the page. Every colour is a custom property of CSS (`--ink`, `--c0`, ...)
//! with the one for white paper as its fallback, so that a chart can also be read alone; [`palette::CSS`] sets them for
//! light and for dark. The same data gives the same text, and that asks the network for nothing.
//!
//! A value that a scale cannot show is left out: one that is not finite, and on a logarithmic scale one that is not
//! above zero. Names that are too long for their place end in an ellipsis; [`Bars`], [`Radar`] and [`Growth`] have room
//! for 14 series and 12 categories or axes.

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
    /// Its colour: a number that stands for it on the whole page. There are [`palette::COLORS`]; those after that are
    /// told apart by the shape of their marks, and bars by being hollow.
    pub color: usize,
    /// One for each category or axis; `None` where there is no value. Missing ones at the end may be left out.
    pub values: Vec<Option<f64>>,
}

/// The width of every chart, in pixels of its own.
const WIDTH: f64 = 800.0;
/// The space around a chart's content.
const MARGIN: f64 = 16.0;
