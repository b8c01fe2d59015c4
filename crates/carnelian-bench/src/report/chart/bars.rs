//! Bar charts: the values of several series side by side, grouped by category.

use super::canvas::{Anchor, Canvas, Font, draw};
use super::legend::Head;
use super::palette::{COLORS, Ink};
use super::scale::Scale;
use super::{MARGIN, Series, WIDTH, text};

/// A bar chart. Bars are horizontal and stacked vertically, so that any number of them has space for its name and its
/// value.
#[derive(Clone, Debug, PartialEq)]
pub struct Bars {
    /// The title, in one line.
    pub title: String,
    /// A description of the chart for readers who cannot see it.
    pub description: String,
    /// The unit of the values, such as "operations per second".
    pub unit: String,
    /// The groups of bars.
    pub categories: Vec<String>,
    /// The series; each has a bar in each group for which it has a value.
    pub series: Vec<Series>,
    /// Whether the scale is logarithmic, so that equal ratios have equal lengths; otherwise bars start at zero.
    pub logarithmic: bool,
}

/// The height of a bar's line, and of the bar in it.
const LINE: f64 = 16.0;
const BAR: f64 = 11.0;
/// The height of a group's heading, and the space after a group.
const HEADING: f64 = 20.0;
const SPACE: f64 = 8.0;
/// The height of the axis above and below the bars.
const AXIS: f64 = 18.0;
/// The space for a value after the longest bar.
const VALUE: f64 = 60.0;

impl Bars {
    /// Renders the chart as SVG.
    #[must_use]
    pub fn svg(&self) -> String {
        let head = Head::of_series(&self.title, &self.series);
        let groups = self.groups();
        let top = head.height() + 2.0 * AXIS;
        let bottom = top + groups.iter().map(Group::height).sum::<f64>();
        let height = bottom + AXIS + MARGIN;
        draw((WIDTH, height), &self.title, &self.description, |canvas| {
            head.draw(canvas);
            let plot = self.plot(&groups);
            let scale = if self.logarithmic { ", on a logarithmic scale" } else { "" };
            plot.draw_axis(canvas, &format!("{}{scale}", self.unit), [top, bottom]);
            let mut y = top;
            for group in &groups {
                plot.draw_group(canvas, group, y);
                y += group.height();
            }
        })
    }

    /// Returns the groups of bars. If there is only one series, its groups have one bar each and need no heading: the
    /// bars are named after the categories.
    fn groups(&self) -> Vec<Group<'_>> {
        let bars = |category: usize| {
            self.series.iter().filter_map(move |series| Some((series, (*series.values.get(category)?)?)))
        };
        if let [_] = &self.series[..] {
            let bars =
                self.categories.iter().enumerate().flat_map(|(i, name)| {
                    bars(i).map(move |(series, value)| Bar { name, number: series.color, value })
                });
            return vec![Group { heading: None, bars: bars.collect() }];
        }
        let groups = self.categories.iter().enumerate().map(|(i, heading)| {
            let bars = bars(i).map(|(series, value)| Bar { name: &series.name, number: series.color, value });
            Group { heading: Some(&**heading), bars: bars.collect() }
        });
        groups.collect()
    }

    fn plot(&self, groups: &[Group<'_>]) -> Plot {
        let bars = || groups.iter().flat_map(|group| &group.bars);
        let values = bars().map(|bar| bar.value);
        let names = bars().map(|bar| text::width(bar.name, Font::SMALL.size));
        let left = MARGIN + names.fold(40.0, f64::max).min(220.0) + 8.0;
        let scale = if self.logarithmic { Scale::logarithmic(values) } else { Scale::linear(values) };
        Plot { scale, sides: [left, WIDTH - MARGIN - VALUE] }
    }
}

/// The bars of a category.
struct Group<'a> {
    heading: Option<&'a str>,
    bars: Vec<Bar<'a>>,
}

struct Bar<'a> {
    name: &'a str,
    number: usize,
    value: f64,
}

impl Group<'_> {
    fn height(&self) -> f64 {
        let heading = self.heading.map_or(0.0, |_| HEADING);
        heading + LINE * self.bars.len() as f64 + SPACE
    }
}

/// The area in which bars are drawn.
struct Plot {
    scale: Scale,
    sides: [f64; 2],
}

impl Plot {
    fn draw_axis(&self, canvas: &Canvas<'_>, unit: &str, [top, bottom]: [f64; 2]) {
        let [left, right] = self.sides;
        let unit = text::fit(unit, Font::SMALL.size, right - left);
        canvas.text(&unit, (left, top - 1.5 * AXIS), Anchor::Left, Font::SMALL);
        let mut free = f64::MIN;
        for (value, label) in &self.scale.ticks {
            let Some(x) = self.scale.place(*value, self.sides) else { continue };
            canvas.line(&[(x, top), (x, bottom)], Ink::Grid, 1.0);
            let half = text::width(label, Font::SMALL.size) / 2.0;
            if x - half > free {
                canvas.text(label, (x, top - AXIS / 2.0), Anchor::Center, Font::SMALL);
                canvas.text(label, (x, bottom + AXIS / 2.0), Anchor::Center, Font::SMALL);
                free = x + half + 4.0;
            }
        }
    }

    fn draw_group(&self, canvas: &Canvas<'_>, group: &Group<'_>, top: f64) {
        let [left, _] = self.sides;
        let mut y = top;
        if let Some(heading) = group.heading {
            let heading = text::fit(heading, Font::HEADING.size, WIDTH - 2.0 * MARGIN);
            canvas.label(&heading, (MARGIN, y + HEADING / 2.0), Anchor::Left, Font::HEADING);
            y += HEADING;
        }
        for bar in &group.bars {
            let middle = y + LINE / 2.0;
            let name = text::fit(bar.name, Font::SMALL.size, left - MARGIN - 6.0);
            canvas.text(&name, (left - 6.0, middle), Anchor::Right, Font::SMALL);
            // A value outside the scale is printed without a bar.
            let end = self.scale.place(bar.value, self.sides).unwrap_or(left);
            let corners = [(left, middle - BAR / 2.0), (end, middle + BAR / 2.0)];
            if bar.number < COLORS {
                canvas.rectangle(corners, Ink::Series(bar.number), 1.0);
            } else {
                canvas.frame(corners, Ink::Series(bar.number), 1.5);
            }
            if bar.value.is_finite() {
                canvas.label(&text::short(bar.value), (end + 5.0, middle), Anchor::Left, Font::SMALL);
            }
            y += LINE;
        }
    }
}
