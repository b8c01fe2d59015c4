//! Growth charts: cost as a function of size, both on logarithmic scales.

use super::canvas::{Anchor, Canvas, Font, Point, draw};
use super::legend::Head;
use super::palette::Ink;
use super::scale::Scale;
use super::{MARGIN, Size, text};

/// A growth chart. Both scales are logarithmic, so cost that is proportional to the size is a straight line with a
/// fixed slope, and a fixed cost appears as a curve that is flat on its left.
#[derive(Clone, Debug, PartialEq)]
pub struct Growth {
    /// The title, in one line.
    pub title: String,
    /// A description of the chart for readers who cannot see it.
    pub description: String,
    /// The quantity on the horizontal scale, such as "bytes".
    pub x: String,
    /// The quantity on the vertical scale, such as "nanoseconds per call".
    pub y: String,
    /// The curves.
    pub curves: Vec<Curve>,
}

/// A curve of a growth chart.
#[derive(Clone, Debug, PartialEq)]
pub struct Curve {
    /// Its name in the legend.
    pub name: String,
    /// Its color, as for a [`Series`](super::Series).
    pub color: usize,
    /// Its points from left to right: horizontal and vertical values.
    pub points: Vec<(f64, f64)>,
    /// The horizontal values at which the curve departs from proportionality. Each is marked with a ring around the
    /// curve.
    pub marks: Vec<f64>,
}

/// The space for the numbers on the left and below.
const LEFT: f64 = 44.0;
const BELOW: f64 = 48.0;
const LINE: f64 = 18.0;

impl Growth {
    /// Renders the chart as SVG.
    #[must_use]
    pub fn svg(&self, size: Size) -> String {
        let head = Head::new(&self.title, self.curves.iter().map(|curve| (curve.color, &*curve.name)), size);
        let (width, height) = (size.width(), if size == Size::Narrow { 260.0 } else { 400.0 });
        let ringed = self.curves.iter().any(|curve| !curve.marks.is_empty());
        let top = head.height() + if ringed { 2.0 * LINE } else { LINE };
        draw(size, top + height + BELOW, &self.title, &self.description, |canvas| {
            head.draw(canvas);
            if ringed {
                let y = head.height();
                canvas.circle((MARGIN + 6.0, y), RING, Ink::Text, Some(1.0));
                let meaning = "where cost begins or ceases to be proportional";
                let meaning = text::fit(meaning, Font::BODY.size, width - 2.0 * MARGIN - 16.0);
                canvas.text(&meaning, (MARGIN + 16.0, y), Anchor::Left, Font::BODY);
            }
            let y = text::fit(&self.y, Font::SMALL.size, width - 2.0 * MARGIN);
            canvas.text(&y, (MARGIN, top - LINE / 2.0), Anchor::Left, Font::SMALL);
            let x = text::fit(&self.x, Font::SMALL.size, width - MARGIN - LEFT);
            let below = (width - MARGIN, top + height + BELOW - 12.0);
            canvas.text(&x, below, Anchor::Right, Font::SMALL);
            let plot = self.plot(width, [top + height, top + 6.0]);
            plot.draw_grid(canvas);
            for curve in &self.curves {
                plot.draw_curve(canvas, curve);
            }
        })
    }

    fn plot(&self, width: f64, ends: [f64; 2]) -> Plot {
        let points = || self.curves.iter().flat_map(|curve| curve.points.iter().copied());
        let xs = points().map(|(x, _)| x);
        Plot {
            x: Scale::binary(xs.clone()).unwrap_or_else(|| Scale::logarithmic(xs)),
            y: Scale::logarithmic(points().map(|(_, y)| y)),
            sides: [MARGIN + LEFT, width - MARGIN - 24.0],
            ends,
        }
    }
}

/// The radius of the rings.
const RING: f64 = 7.0;

/// The area in which curves are drawn.
struct Plot {
    x: Scale,
    y: Scale,
    /// The left and the right side.
    sides: [f64; 2],
    /// The lower and the upper end.
    ends: [f64; 2],
}

impl Plot {
    fn place(&self, (x, y): (f64, f64)) -> Option<Point> {
        Some((self.x.place(x, self.sides)?, self.y.place(y, self.ends)?))
    }

    fn draw_grid(&self, canvas: &Canvas<'_>) {
        let ([left, right], [bottom, top]) = (self.sides, self.ends);
        let mut free = f64::MIN;
        for (value, label) in &self.x.ticks {
            let Some(x) = self.x.place(*value, self.sides) else { continue };
            canvas.line(&[(x, bottom), (x, top)], Ink::Grid, 1.0);
            let half = text::width(label, Font::SMALL.size) / 2.0;
            if x - half > free {
                canvas.text(label, (x, bottom + 14.0), Anchor::Center, Font::SMALL);
                free = x + half + 4.0;
            }
        }
        for (value, label) in &self.y.ticks {
            let Some(y) = self.y.place(*value, self.ends) else { continue };
            canvas.line(&[(left, y), (right, y)], Ink::Grid, 1.0);
            canvas.text(label, (left - 8.0, y), Anchor::Right, Font::SMALL);
        }
    }

    fn draw_curve(&self, canvas: &Canvas<'_>, curve: &Curve) {
        let points: Vec<Point> = curve.points.iter().filter_map(|&point| self.place(point)).collect();
        if points.len() > 1 {
            canvas.line(&points, Ink::Series(curve.color), 2.0);
        }
        for point in &points {
            canvas.mark(*point, curve.color);
        }
        for &mark in &curve.marks {
            let Some(x) = self.x.place(mark, self.sides) else { continue };
            if let Some(y) = on_line(&points, x) {
                canvas.circle((x, y), RING, Ink::Series(curve.color), Some(1.5));
            }
        }
    }
}

/// Returns the vertical position of the line through `points` at `x`; `None` outside its range.
fn on_line(points: &[Point], x: f64) -> Option<f64> {
    if let Some((_, y)) = points.iter().find(|point| point.0 == x) {
        return Some(*y);
    }
    let sides = points.windows(2).find(|sides| sides[0].0 < x && x < sides[1].0)?;
    let [from, to] = [sides[0], sides[1]];
    Some(from.1 + (to.1 - from.1) * (x - from.0) / (to.0 - from.0))
}
