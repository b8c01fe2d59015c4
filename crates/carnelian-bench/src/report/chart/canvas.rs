//! The surface that charts are drawn on: `plotters` with its SVG backend, with fractional pixels, in the palette's
//! colors.

use super::Size;
use super::palette::{self, Ink};
use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

/// The horizontal anchor of a text; vertically it is always the middle.
pub(super) use plotters::style::text_anchor::HPos as Anchor;

/// A point.
pub(super) type Point = (f64, f64);

/// The surface of one chart.
pub(super) struct Canvas<'a> {
    area: DrawingArea<SVGBackend<'a>, Shift>,
}

/// `plotters` uses integer coordinates; a pixel is this many of its units.
const UNITS: f64 = 10.0;

/// `plotters` divides a font's size by this factor, which makes the size about the height of a line.
const LINE_HEIGHT: f64 = 1.24;

/// The panic message for drawing into a string, which cannot fail.
const DRAWN: &str = "a string takes everything that is drawn";

/// Returns a chart of this height, in pixels, as a complete SVG document.
pub(super) fn draw(
    size: Size,
    height: f64,
    title: &str,
    description: &str,
    content: impl FnOnce(&Canvas<'_>),
) -> String {
    let class = size.name();
    let size = (size.width(), height);
    let mut drawn = String::new();
    {
        let backend = SVGBackend::with_string(&mut drawn, (units(size.0) as u32, units(size.1) as u32));
        let canvas = Canvas { area: backend.into_drawing_area() };
        canvas.rectangle([(0.0, 0.0), size], Ink::Paper, 1.0);
        content(&canvas);
        canvas.area.present().expect(DRAWN);
    }
    // The first line opens the document. Ours has no fixed size, and includes a description.
    let content = drawn.split_once('\n').map_or("", |(_, content)| content);
    let [title, description] = [title, description].map(|text| maud::html! { (legible(text)) }.into_string());
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" class=\"{class}\" viewBox=\"0 0 {} {}\">\n<title>{title}</title>\n\
         <desc>{description}</desc>\n{}",
        units(size.0),
        units(size.1),
        palette::with_properties(content),
    )
}

impl Canvas<'_> {
    /// Draws a line segment, or several connected ones.
    pub(super) fn line(&self, points: &[Point], ink: Ink, width: f64) {
        let points: Vec<_> = points.iter().map(|&point| place(point)).collect();
        self.area.draw(&PathElement::new(points, stroke(ink, width))).expect(DRAWN);
    }

    /// Draws a filled rectangle with these opposite corners.
    pub(super) fn rectangle(&self, corners: [Point; 2], ink: Ink, opacity: f64) {
        self.area.draw(&Rectangle::new(corners.map(place), rgb(ink).mix(opacity).filled())).expect(DRAWN);
    }

    /// Draws a circle, either filled or as a ring.
    pub(super) fn circle(&self, center: Point, radius: f64, ink: Ink, ring: Option<f64>) {
        let style = ring.map_or_else(|| rgb(ink).filled(), |width| stroke(ink, width));
        self.area.draw(&Circle::new(place(center), units(radius), style)).expect(DRAWN);
    }

    /// Draws the mark of a series. Its number determines color and shape; the combinations of twelve colors and five
    /// shapes repeat after sixty series.
    pub(super) fn mark(&self, center: Point, number: usize) {
        let ink = Ink::Series(number);
        let corners: &[Point] = match number % 5 {
            0 => return self.circle(center, 3.6, ink, None),
            1 => &[(-3.4, -3.4), (3.4, -3.4), (3.4, 3.4), (-3.4, 3.4)],
            2 => &[(0.0, -4.6), (4.4, 3.2), (-4.4, 3.2)],
            3 => &[(0.0, -5.0), (5.0, 0.0), (0.0, 5.0), (-5.0, 0.0)],
            _ => &[(0.0, 4.6), (4.4, -3.2), (-4.4, -3.2)],
        };
        let corners: Vec<_> = corners.iter().map(|(x, y)| place((center.0 + x, center.1 + y))).collect();
        self.area.draw(&Polygon::new(corners, rgb(ink).filled())).expect(DRAWN);
    }

    /// Draws a text. `at` is the middle of its height, and horizontally the point that `anchor` specifies.
    pub(super) fn text(&self, text: &str, at: Point, anchor: Anchor, font: Font) {
        let weight = if font.bold { FontStyle::Bold } else { FontStyle::Normal };
        let family = FontFamily::Name("system-ui, sans-serif");
        let color = rgb(font.ink);
        let style = TextStyle::from(FontDesc::new(family, font.size * UNITS * LINE_HEIGHT, weight))
            .color(&color)
            .pos(Pos::new(anchor, VPos::Center));
        self.area.draw(&Text::new(legible(text), place(at), style)).expect(DRAWN);
    }

    /// Draws a text on a background in the color of the paper, so that lines crossing it do not make it hard to read.
    pub(super) fn label(&self, text: &str, at: Point, anchor: Anchor, font: Font) {
        let width = super::text::width(text, font.size);
        let left = match anchor {
            HPos::Left => at.0,
            HPos::Center => at.0 - width / 2.0,
            HPos::Right => at.0 - width,
        };
        let half = font.size * 0.6;
        self.rectangle([(left - 2.0, at.1 - half), (left + width + 2.0, at.1 + half)], Ink::Paper, 0.85);
        self.text(text, at, anchor, font);
    }
}

/// The style of a text.
#[derive(Clone, Copy)]
pub(super) struct Font {
    pub(super) size: f64,
    pub(super) bold: bool,
    pub(super) ink: Ink,
}

impl Font {
    /// The title of a chart.
    pub(super) const TITLE: Self = Self { size: 16.0, bold: true, ink: Ink::Text };
    /// Primary text.
    pub(super) const BODY: Self = Self { size: 12.0, bold: false, ink: Ink::Text };
    /// Secondary text.
    pub(super) const SMALL: Self = Self { size: 11.0, bold: false, ink: Ink::Muted };
}

fn units(pixels: f64) -> i32 {
    (pixels * UNITS).round() as i32
}

fn place((x, y): Point) -> (i32, i32) {
    (units(x), units(y))
}

fn stroke(ink: Ink, width: f64) -> ShapeStyle {
    rgb(ink).stroke_width(units(width) as u32)
}

fn rgb(ink: Ink) -> RGBColor {
    let [red, green, blue] = palette::light(ink);
    RGBColor(red, green, blue)
}

/// Removes the characters that XML does not permit.
pub(super) fn legible(text: &str) -> String {
    text.chars().filter(|c| !c.is_control() && !['\u{fffe}', '\u{ffff}'].contains(c)).collect()
}
