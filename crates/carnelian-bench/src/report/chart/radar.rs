//! Radar charts, also called Kiviat diagrams: one axis for each operation, all from a common center.

use super::canvas::{Anchor, Canvas, Font, Point, draw};
use super::legend::Head;
use super::palette::Ink;
use super::scale::Scale;
use super::{MARGIN, Series, Size, text};
use std::f64::consts::TAU;

/// A radar chart. All axes share one logarithmic scale, so that equal distances are equal ratios everywhere and a ring
/// is one speed; further out is faster.
#[derive(Clone, Debug, PartialEq)]
pub struct Radar {
    /// The title, in one line.
    pub title: String,
    /// A description of the chart for readers who cannot see it.
    pub description: String,
    /// The unit of the values, such as "operations per second".
    pub unit: String,
    /// The names of the axes; the first points upwards, the others follow clockwise.
    pub axes: Vec<String>,
    /// The series; each is a line around the center, with gaps where it has no value.
    pub series: Vec<Series>,
}

/// The distance from the end of an axis to its name.
const NAME: f64 = 12.0;
/// The space above and below the circle for names.
const AROUND: f64 = 44.0;
const LINE: f64 = 13.0;
/// The height of a line of the key.
const KEY: f64 = 17.0;

impl Radar {
    /// Renders the chart as SVG. On a narrow screen, axes have numbers, and their names are below.
    #[must_use]
    pub fn svg(&self, size: Size) -> String {
        let head = Head::of_series(&self.title, &self.series, size);
        let (width, radius) = (size.width(), if size == Size::Narrow { 125.0 } else { 200.0 });
        let around = if size == Size::Narrow { 24.0 } else { AROUND };
        let unit_lines = self.scale_lines(0.0, width).len() as f64;
        let top = head.height() + LINE * unit_lines + around;
        let below = top + 2.0 * radius + around;
        let keys = if size == Size::Narrow { KEY * self.axes.len() as f64 + MARGIN } else { 0.0 };
        draw(size, below + keys, &self.title, &self.description, |canvas| {
            head.draw(canvas);
            let values = self.series.iter().flat_map(|series| series.values.iter().take(self.axes.len()));
            let scale = Scale::logarithmic(values.flatten().copied());
            for (i, line) in self.scale_lines(scale.start, width).iter().enumerate() {
                let y = head.height() + LINE * (i as f64 + 0.5);
                canvas.text(line, (MARGIN, y), Anchor::Left, Font::SMALL);
            }
            let web = Web { middle: (width / 2.0, top + radius), width, radius, axes: self.axes.len(), scale };
            web.draw_rings(canvas);
            for (i, name) in self.axes.iter().enumerate() {
                if size == Size::Wide {
                    web.draw_axis(canvas, i, name);
                } else {
                    web.draw_axis(canvas, i, &(i + 1).to_string());
                    let name = text::fit(&format!("{}  {name}", i + 1), Font::BODY.size, width - 2.0 * MARGIN);
                    canvas.text(&name, (MARGIN, below + KEY * (i as f64 + 0.5)), Anchor::Left, Font::BODY);
                }
            }
            for series in &self.series {
                web.draw_series(canvas, series);
            }
            web.draw_ring_labels(canvas);
        })
    }

    /// Describes the scale, in two lines where one is too short.
    fn scale_lines(&self, start: f64, width: f64) -> Vec<String> {
        let scale = format!("{}, on a logarithmic scale; the middle is {}", self.unit, text::short(start));
        let lines = if width < Size::Wide.width() { 2 } else { 1 };
        let mut wrapped = text::wrap(&scale, Font::SMALL.size, width - 2.0 * MARGIN, lines);
        wrapped.resize(lines, String::new());
        wrapped.retain(|line| lines > 1 || !line.is_empty());
        wrapped
    }
}

/// The axes that series are drawn on.
struct Web {
    middle: Point,
    width: f64,
    radius: f64,
    axes: usize,
    scale: Scale,
}

impl Web {
    /// Returns the point at this distance from the center in the direction of an axis; halves are between axes.
    fn point(&self, axis: f64, distance: f64) -> Point {
        let (sin, cos) = (TAU * axis / self.axes.max(1) as f64).sin_cos();
        (self.middle.0 + distance * sin, self.middle.1 - distance * cos)
    }

    fn distance(&self, value: f64) -> Option<f64> {
        self.scale.place(value, [0.0, self.radius])
    }

    fn draw_rings(&self, canvas: &Canvas<'_>) {
        for (value, _) in &self.scale.ticks {
            if let Some(radius) = self.distance(*value) {
                canvas.circle(self.middle, radius, Ink::Grid, Some(1.0));
            }
        }
    }

    /// Draws the labels between the last axis and the first, where there are no marks.
    fn draw_ring_labels(&self, canvas: &Canvas<'_>) {
        let mut free = LINE;
        for (value, label) in &self.scale.ticks {
            let Some(radius) = self.distance(*value).filter(|radius| *radius >= free) else { continue };
            let at = self.point(-0.5, radius);
            canvas.label(label, at, Anchor::Center, Font::SMALL);
            free = radius + 20.0;
        }
    }

    fn draw_axis(&self, canvas: &Canvas<'_>, axis: usize, name: &str) {
        let axis = axis as f64;
        canvas.line(&[self.middle, self.point(axis, self.radius)], Ink::Grid, 1.0);
        let (x, y) = self.point(axis, self.radius + NAME);
        let side = x - self.middle.0;
        let (anchor, room) = if side.abs() < 1.0 {
            (Anchor::Center, self.width / 2.0)
        } else if side > 0.0 {
            (Anchor::Left, self.width - MARGIN / 2.0 - x)
        } else {
            (Anchor::Right, x - MARGIN / 2.0)
        };
        let lines = text::wrap(name, Font::BODY.size, room, 2);
        // The nearest edge of the block of lines touches the circle around the axes' ends: its lower edge above the
        // center, its upper edge below, its side to the left and right.
        let height = LINE * lines.len() as f64;
        let up = (self.middle.1 - y) / (self.radius + NAME);
        let first = y - height / 2.0 * (1.0 + up) + LINE / 2.0;
        for (i, line) in lines.iter().enumerate() {
            canvas.text(line, (x, first + LINE * i as f64), anchor, Font::BODY);
        }
    }

    fn draw_series(&self, canvas: &Canvas<'_>, series: &Series) {
        let corner = |axis: usize| {
            let value = series.values.get(axis).copied().flatten()?;
            Some(self.point(axis as f64, self.distance(value)?))
        };
        let corners: Vec<Option<Point>> = (0..self.axes).map(corner).collect();
        // Draw each side of the polygon separately: a missing corner removes the two sides that meet there.
        for (i, from) in corners.iter().enumerate() {
            if let (Some(from), Some(to)) = (from, corners[(i + 1) % corners.len()]) {
                canvas.line(&[*from, to], Ink::Series(series.color), 2.0);
            }
        }
        for corner in corners.into_iter().flatten() {
            canvas.mark(corner, series.color);
        }
    }
}
